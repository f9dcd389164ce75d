//! A job: one strategy on a block of puzzles, and the rows that come of it.
//!
//! The seam of the harness: a job can be serialised, holds no reference, starts from a fresh solver, and whoever runs it
//! makes the same rows. Nothing of a job may live outside it.

mod counted;
mod judge;
mod ours;
mod program;
mod subject;
mod timed;
mod tried;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use model::Rules;
use model::solve::erased::Strategies;
use model::solve::{Ask, Options};
use serde::{Deserialize, Serialize};

use self::ours::Ours;
use self::program::Program;
use self::subject::Subject;
use crate::clock::Watchdog;
use crate::external::{Programs, TimedBy};
use crate::resources::Resources;
use crate::results::Status;

/// Puzzles a block of the counted pass; fixed, so that what is written does not depend on threads.
pub const COUNTED_BLOCK: usize = 256;

/// One strategy on a block of puzzles.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Job {
    /// Place of the strategy in the campaign, and its id.
    pub slot: usize,
    /// Its id.
    pub strategy: String,
    /// What it is built with.
    pub options: Options,
    /// The rules of all puzzles.
    pub rules: Arc<Rules>,
    /// What is asked.
    pub ask: Ask,
    /// What is done.
    pub pass: Pass,
    /// Number of the block among the strategy's blocks of this pass, from 0.
    pub block: usize,
    /// Numbers of the puzzles, ascending.
    pub numbers: Vec<u64>,
    /// Their givens, one byte a cell, one after the other.
    pub givens: Vec<u8>,
}

/// What a job does with its puzzles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pass {
    /// Answers and counts.
    Counted {
        /// Refuses the step after.
        step_limit: Option<u64>,
        /// Columns, by name.
        counters: Vec<String>,
    },
    /// Times, with nothing counted.
    Timed {
        /// Puzzles of the block, by place, that timed out before: they are not tried again.
        given_up: Vec<bool>,
    },
    /// As many as are begun within a time, for an estimate; the rows say nothing but how many they are.
    Tried {
        /// The time.
        within: Duration,
    },
}

/// A row of the counted pass.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountRow {
    /// The puzzle's number.
    pub puzzle: u64,
    /// How it ended.
    pub status: Status,
    /// Solutions claimed.
    pub solutions: u64,
    /// Counters in the order of the columns; `None` where there is nothing to say.
    pub counters: Vec<Option<u64>>,
    /// The first one or two checked grids.
    pub grids: Vec<Vec<u8>>,
    /// Why the status is wrong or error, or who was killed.
    pub reason: Option<String>,
}

/// A row of the timed pass.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeRow {
    /// The puzzle's number.
    pub puzzle: u64,
    /// Time on the clock; `None` unless it finished.
    pub solve_ns: Option<u64>,
    /// How it ended.
    pub status: Status,
    /// Solutions claimed; to be compared with the counted pass.
    pub solutions: u64,
    /// Whose clock it was, of a program.
    pub timed_by: Option<TimedBy>,
    /// Why the status is wrong or error, or who was killed.
    pub reason: Option<String>,
}

/// A row of either pass.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Row {
    /// Of the counted pass.
    Counted(CountRow),
    /// Of the timed pass.
    Timed(TimeRow),
}

/// Takes what a job makes as it is made.
pub trait Desk {
    /// The puzzle at this place of the block is begun.
    fn begin(&mut self, at: usize);

    /// It is done.
    fn row(&mut self, row: Row);

    /// Whether puzzles may be solved off the record, which nobody is told of.
    fn warms_up(&self) -> bool {
        true
    }
}

impl Desk for Vec<Row> {
    fn begin(&mut self, _: usize) {}

    fn row(&mut self, row: Row) {
        self.push(row);
    }
}

/// A job that was done.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Done {
    /// Place of the strategy in the campaign.
    pub slot: usize,
    /// Number of the block.
    pub block: usize,
    /// What came of it, a row a puzzle.
    pub rows: Vec<Row>,
    /// Nanoseconds that the job took, all included: for planning, never for ranking.
    pub busy_ns: u64,
    /// What its puzzles took on the record, of a timed job of a strategy of ours.
    pub resources: Option<Resources>,
}

/// What a job took.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spent {
    /// Nanoseconds, all included.
    pub busy_ns: u64,
    /// What its puzzles took on the record, of a timed job of a strategy of ours.
    pub resources: Option<Resources>,
}

/// Who can do jobs.
#[derive(Clone, Copy)]
pub struct AtHand<'a> {
    /// Strategies of ours.
    pub strategies: &'a Strategies,
    /// Programs of other people.
    pub programs: &'a Programs,
}

/// Runs a job with who is at hand. `None` when the run is to stop: what was begun is dropped.
///
/// # Panics
/// When the job names nobody at hand: the campaign was checked against the same lists.
pub fn run(job: &Job, at_hand: AtHand<'_>, watchdog: &Watchdog) -> Option<Done> {
    let mut rows = Vec::with_capacity(job.numbers.len());
    let Spent { busy_ns, resources } = run_to(job, at_hand, watchdog, &mut rows)?;
    Some(Done { slot: job.slot, block: job.block, rows, busy_ns, resources })
}

/// The same with each row handed over when it is made.
///
/// # Panics
/// As [`run`].
pub fn run_to(job: &Job, at_hand: AtHand<'_>, watchdog: &Watchdog, desk: &mut dyn Desk) -> Option<Spent> {
    let begin = Instant::now();
    let mut resources = None;
    match (subject(job, at_hand, watchdog), &job.pass) {
        (Ok(mut subject), Pass::Counted { counters, .. }) => {
            counted::rows(job, subject.as_mut(), counters, watchdog, desk)?;
        }
        (Ok(mut subject), Pass::Timed { given_up }) => {
            let wanted = subject.works_here().then_some(&mut resources);
            timed::rows(job, subject.as_mut(), given_up, watchdog, desk, wanted)?;
        }
        (Ok(mut subject), Pass::Tried { within }) => tried::rows(job, subject.as_mut(), *within, desk),
        (Err((status, reason)), _) => {
            (0..job.numbers.len()).for_each(|at| desk.row(job.unanswered(at, status, reason.clone())));
        }
    }
    Some(Spent { busy_ns: begin.elapsed().as_nanos() as u64, resources })
}

/// Who does the job, fresh; or the status of all its puzzles, where the rules or the question are not for it.
fn subject<'a>(
    job: &'a Job,
    at_hand: AtHand<'a>,
    watchdog: &'a Watchdog,
) -> Result<Box<dyn Subject + 'a>, (Status, Option<String>)> {
    if let Some(strategy) = at_hand.strategies.find(&job.strategy) {
        return match catch_unwind(AssertUnwindSafe(|| Ours::build(job, strategy, watchdog))) {
            Ok(Ok(ours)) => Ok(Box::new(ours)),
            Ok(Err(_)) => Err((Status::Unsupported, None)),
            Err(payload) => Err((Status::Error, Some(panic_text(payload.as_ref())))),
        };
    }
    let lease = at_hand.programs.lease(&job.strategy).expect("the campaign was checked");
    if lease.supports(&job.rules, job.ask) {
        Ok(Box::new(Program::new(lease, job.ask)))
    } else {
        Err((Status::Unsupported, None))
    }
}

/// What a panic said.
fn panic_text(payload: &(dyn std::any::Any + Send)) -> String {
    let text = payload.downcast_ref::<String>().map(String::as_str).or_else(|| payload.downcast_ref::<&str>().copied());
    format!("panicked: {}", text.unwrap_or("without a message"))
}

impl Row {
    /// As a row of the counted pass.
    pub fn counted(&self) -> Option<&CountRow> {
        match self {
            Self::Counted(row) => Some(row),
            Self::Timed(_) => None,
        }
    }

    /// As a row of the timed pass.
    pub fn timed(&self) -> Option<&TimeRow> {
        match self {
            Self::Timed(row) => Some(row),
            Self::Counted(_) => None,
        }
    }
}

impl Job {
    /// Givens of the puzzle at a place in the block.
    fn givens(&self, at: usize) -> &[u8] {
        let cells = self.rules.cells();
        &self.givens[at * cells..][..cells]
    }

    /// The job on the puzzles of the block from a place on.
    pub(crate) fn after(&self, at: usize) -> Self {
        let mut rest = self.clone();
        rest.numbers.drain(..at);
        rest.givens.drain(..at * self.rules.cells());
        if let Pass::Timed { given_up } = &mut rest.pass {
            given_up.drain(..at);
        }
        rest
    }

    /// The row of a puzzle that was not answered.
    pub(crate) fn unanswered(&self, at: usize, status: Status, reason: Option<String>) -> Row {
        let puzzle = self.numbers[at];
        match &self.pass {
            Pass::Counted { counters, .. } => {
                Row::Counted(CountRow { reason, ..CountRow::without_counts(puzzle, status, counters) })
            }
            Pass::Timed { .. } | Pass::Tried { .. } => Row::Timed(TimeRow::unfinished(puzzle, status, reason)),
        }
    }
}
