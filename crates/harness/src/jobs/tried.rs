//! A try: as many puzzles as fit in a moment, to tell how long a run will take.

use std::time::{Duration, Instant};

use model::Givens;

use super::subject::{Kept, Subject};
use super::{Desk, Job, Row, TimeRow};
use crate::results::Status;

/// Makes a row for each puzzle that was begun in time; nobody judges them.
pub(super) fn rows(job: &Job, subject: &mut dyn Subject, within: Duration, desk: &mut dyn Desk) {
    let begin = Instant::now();
    let mut givens = Givens::blank(job.rules.cells());
    let mut kept = Kept::new(job.rules.cells());
    for (at, &puzzle) in job.numbers.iter().enumerate() {
        givens.values_mut().copy_from_slice(job.givens(at));
        desk.begin(at);
        // However it ends: it took its time.
        let _ = subject.time(&givens, &mut kept);
        desk.row(Row::Timed(TimeRow::unfinished(puzzle, Status::Missing, None)));
        if begin.elapsed() >= within {
            break;
        }
    }
}
