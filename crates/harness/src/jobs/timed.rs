//! The timed pass: loading and search on the clock, everything else off it.

use std::time::{Duration, Instant};

use model::Givens;
use model::solve::{Ask, Outcome};

use super::judge::Judge;
use super::subject::{Fault, Kept, Subject};
use super::{Desk, Job, Row, TimeRow};
use crate::clock::Watchdog;
use crate::resources::{Meter, Resources};
use crate::results::Status;

/// Off the record at the start of a block.
const WARM_UP: Duration = Duration::from_millis(1);

/// Makes the rows of a job by a subject; `None` when the run is to stop. What the puzzles took goes to `resources`, where it is
/// wanted.
pub(super) fn rows(
    job: &Job,
    subject: &mut dyn Subject,
    given_up: &[bool],
    watchdog: &Watchdog,
    desk: &mut dyn Desk,
    resources: Option<&mut Option<Resources>>,
) -> Option<()> {
    let mut givens = Givens::blank(job.rules.cells());
    let mut kept = Kept::new(job.rules.cells());
    let mut judge = Judge::new(&job.rules, subject.telling());
    if desk.warms_up() {
        warm_up(job, subject, &mut givens, given_up);
        subject.start_over().ok()?;
    }
    let is_timed = |at: &usize| !given_up[*at];
    let mut ahead = 0;
    let meter = resources.is_some().then(Meter::start);
    for (at, &puzzle) in job.numbers.iter().enumerate() {
        if given_up[at] {
            desk.row(Row::Timed(TimeRow::unfinished(puzzle, Status::Timeout, None)));
            continue;
        }
        if ahead == 0 && subject.looks_ahead() {
            let rest: Vec<Givens> = (at..job.numbers.len())
                .filter(is_timed)
                .map(|at| Givens::from_values(job.givens(at).to_vec()))
                .collect();
            ahead = subject.ahead(&rest);
        }
        ahead = ahead.saturating_sub(1);
        givens.values_mut().copy_from_slice(job.givens(at));
        desk.begin(at);
        let row = match subject.time(&givens, &mut kept) {
            Ok(timed) => {
                // Off the clock: was it an answer?
                judge.begin(&givens);
                kept.each(|grid| judge.see(grid));
                let judged = Outcome { solutions: timed.outcome.solutions.min(2), ..timed.outcome };
                let status = match judge.verdict(ask_of_two(job.ask), judged) {
                    Status::Ok if timed.ns > watchdog.limit_ns() => Status::Timeout,
                    status => status,
                };
                let solve_ns = (status == Status::Ok).then_some(timed.ns);
                let (solutions, timed_by) = (timed.outcome.solutions, timed.timed_by);
                TimeRow { puzzle, solve_ns, status, solutions, timed_by, reason: judge.reason.take() }
            }
            Err(Fault::Late) => TimeRow::unfinished(puzzle, Status::Timeout, None),
            Err(Fault::Died(reason)) => TimeRow::unfinished(puzzle, Status::Error, Some(reason)),
            Err(Fault::Stopped) => return None,
        };
        desk.row(Row::Timed(row));
        if watchdog.is_stopped() {
            return None;
        }
    }
    let puzzles = given_up.iter().filter(|given_up| !**given_up).count() as u64;
    if let (Some(resources), Some(meter)) = (resources, meter) {
        *resources = Some(meter.stop(puzzles)).filter(|_| puzzles > 0);
    }
    Some(())
}

/// Solves puzzles from the end of the block, which come last on the record, for up to a millisecond.
fn warm_up(job: &Job, subject: &mut dyn Subject, givens: &mut Givens, given_up: &[bool]) {
    let begin = Instant::now();
    for at in (1..job.numbers.len()).rev().filter(|&at| !given_up[at]) {
        givens.values_mut().copy_from_slice(job.givens(at));
        if !subject.warm_up(givens) || begin.elapsed() >= WARM_UP {
            break;
        }
    }
}

/// Of an ask for more than two, only two grids are kept and judged here; the counted pass judges them all.
fn ask_of_two(ask: Ask) -> Ask {
    match ask {
        Ask::First => Ask::First,
        _ => Ask::Unique,
    }
}

impl TimeRow {
    /// The row of a puzzle without a time.
    pub(super) fn unfinished(puzzle: u64, status: Status, reason: Option<String>) -> Self {
        Self { puzzle, solve_ns: None, status, solutions: 0, timed_by: None, reason }
    }
}
