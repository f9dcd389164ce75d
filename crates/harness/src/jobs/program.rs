//! A program as a subject.

use model::solve::{Ask, End, Outcome};
use model::{Givens, Grid};

use super::judge::Telling;
use super::subject::{Clocked, Counted, Fault, Kept, Subject};
use crate::external::{Answer, Lease, TimedBy, Trouble};

/// A program in the hands of a job.
pub(super) struct Program<'a> {
    pub(super) lease: Lease<'a>,
    pub(super) ask: Ask,
}

impl Program<'_> {
    fn solve(&mut self, givens: &Givens) -> Result<(Answer, Outcome, u64), Fault> {
        let (answer, round_trip_ns) = self.lease.ask(givens).map_err(|trouble| match trouble {
            Trouble::Late => Fault::Late,
            Trouble::Stopped => Fault::Stopped,
            Trouble::Failed(reason) => Fault::Died(reason),
        })?;
        // More than was asked for says no more than enough.
        let enough = self.ask.enough();
        let solutions = answer.solutions.min(enough);
        let end = if solutions == enough { End::Enough } else { End::Exhausted };
        Ok((answer, Outcome { solutions, end }, round_trip_ns))
    }
}

impl Subject for Program<'_> {
    fn telling(&self) -> Telling {
        Telling::First
    }

    fn count(&mut self, givens: &Givens, found: &mut dyn FnMut(&Grid)) -> Result<Counted, Fault> {
        let (answer, outcome, _) = self.solve(givens)?;
        answer.grid.iter().for_each(found);
        Ok(Counted { outcome, counters: Vec::new() })
    }

    fn time(&mut self, givens: &Givens, kept: &mut Kept) -> Result<Clocked, Fault> {
        kept.clear();
        let (answer, outcome, round_trip_ns) = self.solve(givens)?;
        answer.grid.iter().for_each(|grid| kept.keep(grid));
        let timed_by = Some(answer.own_ns.map_or(TimedBy::RoundTrip, |_| TimedBy::Itself));
        Ok(Clocked { outcome, ns: answer.own_ns.unwrap_or(round_trip_ns), timed_by })
    }

    fn warm_up(&mut self, givens: &Givens) -> bool {
        self.lease.ask(givens).is_ok()
    }

    /// What a program keeps from puzzle to puzzle is its own affair.
    fn start_over(&mut self) -> Result<(), Fault> {
        Ok(())
    }
}
