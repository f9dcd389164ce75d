//! A puzzle as clauses, in any of the encodings: for `harness encode` and for programs that read DIMACS files.
//!
//! Owns which variable of the file means which value of a cell, and the way back from a model to a grid. The clauses are
//! made as often as they are asked for and never collected.

use clap::ValueEnum;
use model::{Givens, Grid, Rules};
use serde::{Deserialize, Serialize};
use solver_sat::encode::{Encoder, Encoding, Lit, Propagated, Reduced, Repeats};

/// Clauses for the rules; the optimized and the propagated ones leave out what the givens settle, themselves included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Clauses {
    /// Each alldifferent by itself.
    Naive,
    /// At least one value a cell, at most one place a unit and value.
    Minimal,
    /// At least and at most one, of values a cell and of places a unit and value.
    #[default]
    Extended,
    /// What the givens leave of the extended ones; no clause stands for a given.
    Optimized,
    /// What unit propagation from the givens leaves of the extended ones, without repeats.
    Propagated,
}

/// Gives the clauses of puzzles of some rules.
pub(crate) struct Source {
    encoder: Encoder,
    reduced: Reduced,
    propagated: Propagated,
    encoding: Clauses,
}

impl Source {
    pub(crate) fn new(rules: &Rules, encoding: Clauses) -> Self {
        Self { encoder: Encoder::new(rules), reduced: Reduced::default(), propagated: Propagated::default(), encoding }
    }

    /// N.
    pub(crate) fn values(&self) -> usize {
        self.encoder.values()
    }

    /// Gives the clauses of a puzzle one by one.
    pub(crate) fn each(&mut self, givens: &Givens, mut sink: impl FnMut(&[Lit])) {
        let full = match self.encoding {
            Clauses::Naive => Encoding::Naive,
            Clauses::Minimal => Encoding::Minimal,
            Clauses::Extended => Encoding::Extended,
            Clauses::Optimized => {
                return self.encoder.reduced(givens, Encoding::Extended, Repeats::Keep, &mut self.reduced, sink);
            }
            Clauses::Propagated => return self.encoder.propagated(givens, &mut self.propagated, sink),
        };
        self.encoder.full(full, Repeats::Keep, &mut sink);
        let n = self.encoder.values();
        for (cell, value) in givens.iter() {
            sink(&[Lit::from_index(cell.index() * n + usize::from(value) - 1, true)]);
        }
    }

    /// By number in the CNF, from 0: the variable of the full encoding. Settled by a first pass over the clauses.
    pub(crate) fn variables(&self) -> Vec<usize> {
        let open = match self.encoding {
            Clauses::Optimized => self.reduced.open(),
            Clauses::Propagated => self.propagated.open(),
            _ => return (0..self.encoder.variables()).collect(),
        };
        open.iter().map(|&variable| variable as usize).collect()
    }

    /// True, false and open variables, where the clauses leave out what is settled.
    pub(crate) fn settled(&self) -> Option<[usize; 3]> {
        match self.encoding {
            Clauses::Optimized => Some(self.reduced.sizes()),
            Clauses::Propagated => Some(self.propagated.sizes()),
            Clauses::Naive | Clauses::Minimal | Clauses::Extended => None,
        }
    }

    /// The grid that a model of the clauses just given stands for, and the clause that no other grid breaks. `is_true`
    /// says it of a variable of the CNF, from 1. A cell without a true value is blank: whoever judges the grid says so.
    pub(crate) fn grid(
        &self,
        givens: &Givens,
        variables: &[usize],
        is_true: impl Fn(usize) -> bool,
    ) -> (Grid, Vec<i32>) {
        let settled = if self.encoding == Clauses::Propagated { self.propagated.values() } else { &[] };
        let mut values = if settled.is_empty() { givens.values().to_vec() } else { settled.to_vec() };
        if !matches!(self.encoding, Clauses::Optimized | Clauses::Propagated) {
            // Givens are clauses there: what the model says of them is what counts.
            values.fill(0);
        }
        let n = self.values();
        let mut other = Vec::new();
        for (number, &variable) in variables.iter().enumerate() {
            // Without a clause for "at most one value" any of the true ones will do.
            let cell = variable / n;
            if values[cell] == 0 && is_true(number + 1) {
                values[cell] = (variable % n + 1) as u8;
                other.push(-(number as u32 + 1).cast_signed());
            }
        }
        (Grid::from_values(values), other)
    }
}
