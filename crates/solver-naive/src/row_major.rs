//! `naive/row-major`: blank cells in row-major order, values ascending, a value is assigned if no assigned neighbour has
//! it.
//!
//! Owns the choice among three ways to do one search, which assign the same values in the same order: one that counts
//! ([`counting`]), and two by bit masks where nothing is counted ([`chained`] on small boards, [`incremental`] on all
//! others). Two programs for one strategy must be kept in step, which the tests do; the search is the laboratory's unit
//! of cost, and neither comparing one by one nor counting may be on its clock.

mod chained;
mod counting;
mod incremental;

use std::ops::ControlFlow;

use model::solve::{Ask, Counter, Finds, Info, Options, Outcome, Probe, Solver, Strategy, Unsupported, counters};
use model::{Givens, Grid, Rules};

use chained::Chained;
use counting::Counting;
use incremental::Incremental;

const ID: &str = "naive/row-major";

/// What it counts.
const COUNTERS: &[Counter] =
    &[counters::GUESSES, counters::STEPS, counters::BACKTRACKS, counters::MAX_DEPTH, counters::CHECKS];

/// The strategy `naive/row-major`.
#[derive(Clone, Copy, Debug, Default)]
pub struct RowMajor;

impl Strategy for RowMajor {
    type Solver = RowMajorSolver;

    fn info(&self) -> Info {
        Info::new(ID, "backtracking, cells in row-major order, values ascending", COUNTERS)
    }

    fn build(&self, rules: &Rules, options: &Options) -> Result<RowMajorSolver, Unsupported> {
        options.check(ID, &[])?;
        let masks = Chained::new(rules).map_or_else(|| Masks::Any(Incremental::new(rules)), Masks::Small);
        Ok(RowMajorSolver { counting: Counting::new(rules), masks })
    }
}

/// The search by masks that suits the rules.
enum Masks {
    Small(Chained),
    Any(Incremental),
}

/// The solver of [`RowMajor`].
pub struct RowMajorSolver {
    counting: Counting,
    masks: Masks,
}

#[cfg(test)]
impl RowMajorSolver {
    /// A solver that does not use that the board is small.
    pub(crate) fn of_any_size(rules: &Rules) -> Self {
        Self { counting: Counting::new(rules), masks: Masks::Any(Incremental::new(rules)) }
    }
}

impl Solver for RowMajorSolver {
    fn solve<P: Probe>(
        &mut self,
        givens: &Givens,
        ask: Ask,
        probe: &mut P,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Outcome {
        let mut finds = Finds::new(ask, found);
        let end = if P::COUNTS || P::TRACES {
            self.counting.solve(givens, probe, &mut finds)
        } else {
            match &mut self.masks {
                Masks::Small(search) => search.solve(givens, probe, &mut finds),
                Masks::Any(search) => search.solve(givens, probe, &mut finds),
            }
        };
        finds.outcome(end)
    }
}
