//! A job: one strategy on a block of puzzles, and the rows that come of it.
//!
//! The seam of the harness: a job can be serialised, holds no reference, starts from a fresh solver, and whoever runs it
//! makes the same rows. Nothing of a job may live outside it.

mod counted;
mod judge;
mod timed;

use std::sync::Arc;
use std::time::Instant;

use model::Rules;
use model::solve::erased::{Runner, Strategies};
use model::solve::{Ask, Options, Unsupported};
use serde::{Deserialize, Serialize};

use crate::clock::Watchdog;
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
    /// Why the status is wrong or error.
    pub reason: Option<String>,
}

/// A row of the timed pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeRow {
    /// The puzzle's number.
    pub puzzle: u64,
    /// Time on the clock; `None` unless it finished.
    pub solve_ns: Option<u64>,
    /// How it ended.
    pub status: Status,
    /// Solutions claimed; to be compared with the counted pass.
    pub solutions: u64,
}

/// Rows of a job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rows {
    /// Of the counted pass.
    Counted(Vec<CountRow>),
    /// Of the timed pass.
    Timed(Vec<TimeRow>),
}

/// A job that was done.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Done {
    /// Place of the strategy in the campaign.
    pub slot: usize,
    /// Number of the block.
    pub block: usize,
    /// What came of it.
    pub rows: Rows,
    /// Nanoseconds that the job took, all included: for planning, never for ranking.
    pub busy_ns: u64,
}

/// Runs a job with the strategies at hand. `None` when the run is to stop: what was begun is dropped.
///
/// # Panics
/// When the job names a strategy that is not at hand: the campaign was checked against the same list.
pub fn run(job: &Job, strategies: &Strategies, watchdog: &Watchdog) -> Option<Done> {
    let begin = Instant::now();
    let strategy = strategies.find(&job.strategy).expect("the campaign was checked");
    let build = || -> Result<Box<dyn Runner>, Unsupported> { strategy.build(&job.rules, &job.options) };
    let rows = match &job.pass {
        Pass::Counted { step_limit, counters } => {
            Rows::Counted(counted::rows(job, &strategy.info(), &build, *step_limit, counters, watchdog)?)
        }
        Pass::Timed { given_up } => Rows::Timed(timed::rows(job, &build, given_up, watchdog)?),
    };
    Some(Done { slot: job.slot, block: job.block, rows, busy_ns: begin.elapsed().as_nanos() as u64 })
}

/// What a panic said.
fn panic_text(payload: &(dyn std::any::Any + Send)) -> String {
    let text = payload.downcast_ref::<String>().map(String::as_str).or_else(|| payload.downcast_ref::<&str>().copied());
    format!("panicked: {}", text.unwrap_or("without a message"))
}

impl Job {
    /// Givens of the puzzle at a place in the block.
    fn givens(&self, at: usize) -> &[u8] {
        let cells = self.rules.cells();
        &self.givens[at * cells..][..cells]
    }
}
