//! A program as a subject.

use std::collections::VecDeque;

use model::solve::{Ask, End, Outcome};
use model::{Givens, Grid};

use super::judge::Telling;
use super::subject::{Clocked, Counted, Fault, Kept, Subject};
use crate::external::{BATCH, Lease, Told, Trouble};

/// A program in the hands of a job.
pub(super) struct Program<'a> {
    lease: Lease<'a>,
    ask: Ask,
    /// Answers to puzzles that were asked ahead.
    told: VecDeque<Told>,
}

impl<'a> Program<'a> {
    pub(super) fn new(lease: Lease<'a>, ask: Ask) -> Self {
        Self { lease, ask, told: VecDeque::new() }
    }

    fn solve(&mut self, givens: &Givens) -> Result<(Told, Outcome), Fault> {
        let told = match self.told.pop_front() {
            Some(told) => told,
            None => self.lease.ask(givens).map_err(|trouble| match trouble {
                Trouble::Late => Fault::Late,
                Trouble::Stopped => Fault::Stopped,
                Trouble::Failed(reason) => Fault::Died(reason),
            })?,
        };
        // More than was asked for says no more than enough.
        let enough = self.ask.enough();
        let solutions = told.solutions.min(enough);
        let end = if solutions == enough { End::Enough } else { End::Exhausted };
        Ok((told, Outcome { solutions, end }))
    }
}

impl Subject for Program<'_> {
    fn telling(&self) -> Telling {
        if self.lease.shows_all() { Telling::Every } else { Telling::First }
    }

    fn count(&mut self, givens: &Givens, found: &mut dyn FnMut(&Grid)) -> Result<Counted, Fault> {
        let (told, outcome) = self.solve(givens)?;
        told.grids.iter().for_each(found);
        Ok(Counted { outcome, counters: Vec::new() })
    }

    fn time(&mut self, givens: &Givens, kept: &mut Kept) -> Result<Clocked, Fault> {
        kept.clear();
        let (told, outcome) = self.solve(givens)?;
        told.grids.iter().for_each(|grid| kept.keep(grid));
        Ok(Clocked { outcome, ns: told.ns, timed_by: Some(told.timed_by) })
    }

    /// The work is another process's.
    fn works_here(&self) -> bool {
        false
    }

    /// One that has no clock is asked in batches: of a single round trip most is the switch between processes.
    fn looks_ahead(&self) -> bool {
        self.lease.wants_batches()
    }

    fn ahead(&mut self, puzzles: &[Givens]) -> usize {
        let batch = &puzzles[..puzzles.len().min(BATCH)];
        self.told = self.lease.ask_batch(batch).unwrap_or_default().into();
        batch.len()
    }

    fn warm_up(&mut self, givens: &Givens) -> bool {
        self.lease.ask(givens).is_ok()
    }

    /// What a program keeps from puzzle to puzzle is its own affair.
    fn start_over(&mut self) -> Result<(), Fault> {
        Ok(())
    }
}
