//! The counted pass: answers, checked one by one, and counts.

use model::Givens;

use super::judge::Judge;
use super::subject::{Fault, Subject};
use super::{CountRow, Desk, Job, Row};
use crate::clock::Watchdog;
use crate::results::Status;

/// Makes the rows of a job by a subject; `None` when the run is to stop.
pub(super) fn rows(
    job: &Job,
    subject: &mut dyn Subject,
    names: &[String],
    watchdog: &Watchdog,
    desk: &mut dyn Desk,
) -> Option<()> {
    let mut givens = Givens::blank(job.rules.cells());
    let mut judge = Judge::new(&job.rules, subject.telling());
    for (at, &puzzle) in job.numbers.iter().enumerate() {
        givens.values_mut().copy_from_slice(job.givens(at));
        judge.begin(&givens);
        desk.begin(at);
        let row = match subject.count(&givens, &mut |grid| judge.see(grid)) {
            Ok(counted) => CountRow {
                puzzle,
                status: judge.verdict(job.ask, counted.outcome),
                solutions: counted.outcome.solutions,
                counters: counted.counters,
                grids: judge.take_grids(),
                reason: judge.reason.take(),
            },
            Err(Fault::Died(reason)) => CountRow {
                grids: judge.take_grids(),
                reason: Some(reason),
                ..CountRow::without_counts(puzzle, Status::Error, names)
            },
            Err(Fault::Late) => CountRow::without_counts(puzzle, Status::Timeout, names),
            Err(Fault::Stopped) => return None,
        };
        desk.row(Row::Counted(row));
        if watchdog.is_stopped() {
            return None;
        }
    }
    Some(())
}

impl CountRow {
    /// The row of a puzzle that was not answered.
    pub(super) fn without_counts(puzzle: u64, status: Status, names: &[String]) -> Self {
        Self { puzzle, status, solutions: 0, counters: vec![None; names.len()], grids: Vec::new(), reason: None }
    }
}
