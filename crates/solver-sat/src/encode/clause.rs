//! Writes the clauses, over all variables or over those that givens leave.
//!
//! One generator for both, so that the reduced encoding cannot drift from the full one; what a variable has become is
//! asked of an [`Open`], and for the full encoding the question compiles away. An "at most one" keeps a pair only where
//! both variables are open, because a false one satisfies the clause and a true one has made the other false.

use super::{Encoder, Encoding, Lit, Repeats};

/// What has become of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// Open, under this number.
    Open(u32),
    /// True by a given.
    True,
    /// False by a given.
    False,
}

/// Tells the fate of a variable.
pub(super) trait Open {
    fn fate(&self, variable: usize) -> Fate;
}

/// No given: every variable is open under its own number.
pub(super) struct Every;

impl Open for Every {
    #[inline(always)]
    fn fate(&self, variable: usize) -> Fate {
        Fate::Open(variable as u32)
    }
}

/// Scratch and sink of one run.
struct Writer<'a, O, S> {
    open: &'a O,
    sink: S,
    lits: Vec<Lit>,
}

impl<O: Open, S: FnMut(&[Lit])> Writer<'_, O, S> {
    fn at_least_one(&mut self, variables: impl Iterator<Item = usize>) {
        self.lits.clear();
        for variable in variables {
            match self.open.fate(variable) {
                Fate::Open(number) => self.lits.push(Lit::from_index(number as usize, true)),
                Fate::True => return,
                Fate::False => {}
            }
        }
        (self.sink)(&self.lits);
    }

    #[inline]
    fn not_both(&mut self, first: usize, second: usize) {
        if let (Fate::Open(first), Fate::Open(second)) = (self.open.fate(first), self.open.fate(second)) {
            (self.sink)(&[Lit::from_index(first as usize, false), Lit::from_index(second as usize, false)]);
        }
    }
}

pub(super) fn emit<O: Open>(
    encoder: &Encoder,
    encoding: Encoding,
    repeats: Repeats,
    open: &O,
    sink: impl FnMut(&[Lit]),
) {
    let mut writer = Writer { open, sink, lits: Vec::new() };
    let keep = repeats == Repeats::Keep;
    let n = encoder.values;
    let domain = |cell: usize| cell * n..(cell + 1) * n;
    if encoding == Encoding::Naive {
        for unit in &encoder.units {
            for (&cell, _) in unit.cells.iter().zip(&unit.cell_is_new).filter(|&(_, &new)| keep || new) {
                writer.at_least_one(domain(cell));
            }
        }
        (0..encoder.cells).filter(|&cell| encoder.loose[cell]).for_each(|cell| writer.at_least_one(domain(cell)));
    } else {
        (0..encoder.cells).for_each(|cell| writer.at_least_one(domain(cell)));
    }
    if encoding == Encoding::Extended {
        for unit in encoder.units.iter().filter(|unit| unit.permutation && (keep || unit.places_are_new)) {
            (0..n).for_each(|value| writer.at_least_one(unit.cells.iter().map(|cell| cell * n + value)));
        }
        for cell in 0..encoder.cells {
            for first in domain(cell) {
                (first + 1..(cell + 1) * n).for_each(|second| writer.not_both(first, second));
            }
        }
    }
    for unit in &encoder.units {
        for (i, j, new) in unit.pairs() {
            if keep || new {
                let (first, second) = (unit.cells[i] * n, unit.cells[j] * n);
                (0..n).for_each(|value| writer.not_both(first + value, second + value));
            }
        }
    }
}
