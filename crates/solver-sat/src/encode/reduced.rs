//! What givens make of the variables: true, false, or open under a new number.
//!
//! Kept from puzzle to puzzle so that nothing is allocated on the clock. One step only, as the definition has it: a
//! variable that a unit clause would settle stays open.

use model::Givens;

use super::Encoder;
use super::clause::{Fate, Open};

const OPEN: u8 = 0;
const TRUE: u8 = 1;
const FALSE: u8 = 2;

/// The variables of a reduced encoding.
#[derive(Clone, Debug, Default)]
pub struct Reduced {
    /// By variable of the full encoding: its fate, one of the constants above.
    fate: Vec<u8>,
    /// By variable of the full encoding: its new number, where it is open.
    number: Vec<u32>,
    /// By new number: the variable of the full encoding.
    open: Vec<u32>,
}

impl Reduced {
    /// By new number: the variable of the full encoding that has it.
    pub fn open(&self) -> &[u32] {
        &self.open
    }

    /// How many variables are true (V⁺), false (V⁻) and open (V⁰).
    pub fn sizes(&self) -> [usize; 3] {
        let [mut positive, mut negative] = [0, 0];
        for &fate in &self.fate {
            positive += usize::from(fate == TRUE);
            negative += usize::from(fate == FALSE);
        }
        [positive, negative, self.open.len()]
    }

    /// Applies the givens; whether they go together. Where they do not, no variable is left open.
    pub(super) fn settle(&mut self, encoder: &Encoder, givens: &Givens) -> bool {
        let (n, values) = (encoder.values, givens.values());
        assert_eq!(values.len(), encoder.cells, "givens are read for their rules");
        self.fate.clear();
        self.fate.resize(encoder.variables(), OPEN);
        self.open.clear();
        for (cell, value) in givens.iter() {
            self.fate[cell.index() * n..][..n].fill(FALSE);
            self.fate[cell.index() * n + usize::from(value) - 1] = TRUE;
        }
        for unit in &encoder.units {
            for &given in unit.cells.iter().filter(|&&cell| values[cell] != 0) {
                let value = usize::from(values[given]) - 1;
                for &cell in unit.cells.iter().filter(|&&cell| cell != given) {
                    let fate = &mut self.fate[cell * n + value];
                    if *fate == TRUE {
                        return false;
                    }
                    *fate = FALSE;
                }
            }
        }
        self.number.resize(encoder.variables(), 0);
        for (variable, _) in self.fate.iter().enumerate().filter(|&(_, &fate)| fate == OPEN) {
            self.number[variable] = self.open.len() as u32;
            self.open.push(variable as u32);
        }
        true
    }
}

impl Open for Reduced {
    #[inline]
    fn fate(&self, variable: usize) -> Fate {
        match self.fate[variable] {
            TRUE => Fate::True,
            FALSE => Fate::False,
            _ => Fate::Open(self.number[variable]),
        }
    }
}
