//! A loaded back end that is used for puzzle after puzzle, and when to give it up.
//!
//! Learned clauses stay and slow the next search down, the more the harder the puzzles. `sat/extended`, CPU time, puzzles
//! a second at first / unique with a new back end after 32, 64, 128, 256 puzzles: 7,960 / 5,160, 7,592 / 5,110,
//! 7,582 / 5,049, 7,236 / 4,961 on every 25th of Royle's; after 8, 32, 64, 128: 2,651 / 1,726, 3,139 / 1,401,
//! 2,461 / 1,272, 2,008 / 1,280 on every 3rd of the harder magictour_top1465 (medians of three). So 64, and a proof that
//! there is no other grid counts like a puzzle.
//!
//! Blocking clauses are made true eight puzzles at a time: one by one, the back end goes through all its clauses for each,
//! and 4,186 puzzles a second become of 5,331. Until then their activation literals are free and they forbid nothing.

use varisat::{ExtendFormula, Var};

/// A back end is given up after so many puzzles and blocked grids.
const WEAR_LIMIT: u32 = 64;

/// So many activation variables are given back at once.
const SPENT_LIMIT: usize = 8;

/// A loaded back end and what it has been through.
pub(crate) struct Kept {
    pub(crate) sat: varisat::Solver<'static>,
    wear: u32,
    /// Activation variables of puzzles gone by whose clauses are still there.
    spent: Vec<Var>,
}

impl Kept {
    pub(crate) fn new(sat: varisat::Solver<'static>) -> Self {
        Self { sat, wear: 0, spent: Vec::new() }
    }

    /// A variable for the next puzzle's blocking clauses, above the `variables` of the encoding.
    pub(crate) fn activation(&self, variables: usize) -> Var {
        Var::from_index(variables + self.spent.len())
    }

    /// Ends a puzzle for which `blocked` grids were blocked under `activation`; `None` when the back end is worn out.
    pub(crate) fn after_puzzle(mut self, blocked: u32, activation: Var) -> Option<Self> {
        self.wear = self.wear.saturating_add(1).saturating_add(blocked);
        if self.wear >= WEAR_LIMIT {
            return None;
        }
        if blocked > 0 {
            self.spent.push(activation);
        }
        if self.spent.len() >= SPENT_LIMIT {
            // A variable that is assumed cannot be hidden, and only a hidden one can be had anew.
            self.sat.assume(&[]);
            for activation in self.spent.drain(..) {
                self.sat.add_clause(&[activation.negative()]);
                self.sat.hide_var(activation);
            }
        }
        Some(self)
    }
}
