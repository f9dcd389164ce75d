//! What a job is done with: a strategy of ours, or a program.
//!
//! Either loads the givens and searches, and says what came of it and how long it took; who it is, nobody after it asks.

use model::solve::Outcome;
use model::{Givens, Grid};

use super::judge::Telling;
use crate::external::TimedBy;

/// Answers puzzles, one after the other.
pub(super) trait Subject {
    /// What it tells of its solutions.
    fn telling(&self) -> Telling;

    /// Solves a puzzle with everything counted and hands every grid over.
    fn count(&mut self, givens: &Givens, found: &mut dyn FnMut(&Grid)) -> Result<Counted, Fault>;

    /// Solves a puzzle on the clock and keeps up to two grids.
    fn time(&mut self, givens: &Givens, kept: &mut Kept) -> Result<Clocked, Fault>;

    /// Whether what this thread takes is what solving takes.
    fn works_here(&self) -> bool {
        true
    }

    /// Whether [`ahead`](Self::ahead) is of use.
    fn looks_ahead(&self) -> bool {
        false
    }

    /// May solve some of the puzzles that come next, from the first on, together; how many puzzles on it wants to be asked
    /// again, at least 1. Off the clock of each: [`time`](Self::time) says what each took.
    fn ahead(&mut self, puzzles: &[Givens]) -> usize {
        puzzles.len()
    }

    /// Solves a puzzle off the record; whether it is fit for more.
    fn warm_up(&mut self, givens: &Givens) -> bool;

    /// Forgets the puzzles of the warm-up: how many they were is the clock's affair, and what a solver keeps of them, or
    /// when it starts over, would differ from pass to pass.
    fn start_over(&mut self) -> Result<(), Fault>;
}

/// What came of a puzzle that was counted.
pub(super) struct Counted {
    pub(super) outcome: Outcome,
    /// In the order of the columns.
    pub(super) counters: Vec<Option<u64>>,
}

/// What came of a puzzle on the clock.
pub(super) struct Clocked {
    pub(super) outcome: Outcome,
    pub(super) ns: u64,
    /// Whose clock it was, where it was a program's matter.
    pub(super) timed_by: Option<TimedBy>,
}

/// Why nothing came of a puzzle; the subject is fit for the next one.
pub(super) enum Fault {
    /// It took too long and could not say so itself.
    Late,
    /// It died, or answered what is no answer.
    Died(String),
    /// The run is to stop.
    Stopped,
}

/// Memory for two grids.
pub(super) struct Kept {
    grids: [Grid; 2],
    number: usize,
}

impl Kept {
    pub(super) fn new(cells: usize) -> Self {
        Self { grids: [Grid::blank(cells), Grid::blank(cells)], number: 0 }
    }

    pub(super) fn clear(&mut self) {
        self.number = 0;
    }

    #[inline]
    pub(super) fn keep(&mut self, grid: &Grid) {
        if let Some(place) = self.grids.get_mut(self.number) {
            place.values_mut().copy_from_slice(grid.values());
            self.number += 1;
        }
    }

    pub(super) fn each(&self, mut see: impl FnMut(&Grid)) {
        self.grids[..self.number].iter().for_each(&mut see);
    }
}
