//! Worker processes: jobs in, rows out.
//!
//! A worker is this binary with the hidden command `worker`. The harness writes to its standard input the terms, then jobs; the
//! worker writes what comes of them to its standard output, which it keeps for itself: whatever a strategy prints goes to
//! standard error. The clock and the watchdog stay inside. What it says while a job runs is what the harness knows when it is
//! gone: the rows so far, and the puzzle under way.

mod cause;
mod outbox;
mod process;
mod serve;
mod wire;

use std::time::Duration;

use serde::{Deserialize, Serialize};

pub(crate) use self::process::{Failure, Told, Worker};
#[cfg(feature = "serve")]
pub(crate) use self::serve::limit;
pub(crate) use self::serve::serve;
use crate::campaign::Memory;
use crate::jobs::{Job, Row, Spent};

/// Number of the language that harness and worker speak: of the messages and all that is in them. A harness may have workers of
/// another build, which must speak the same.
pub(crate) const WIRE: u32 = 2;

/// What holds for all jobs of a worker.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Terms {
    /// The process that the worker ends with.
    pub(crate) harness: u32,
    /// Limit of a puzzle in a timed job; `None` in the counted pass.
    pub(crate) time_limit: Option<Duration>,
    /// How long it may give no sign of life; a start takes more.
    pub(crate) patience: Duration,
    /// Memory that it may take.
    pub(crate) memory_limit: Option<Memory>,
}

/// A job, and how it is done.
#[derive(Debug, Serialize, Deserialize)]
struct Order {
    job: Job,
    care: Care,
}

/// How much a worker tells while it does a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Care {
    /// Now and then, so that nothing is disturbed.
    Usual,
    /// Each row at once and each puzzle before it is begun, and nothing is done off the record: for a block that killed a
    /// worker.
    Each,
}

/// What a worker says: a sign of life.
#[derive(Debug, Serialize, Deserialize)]
enum Word {
    /// Rows made since the last word, and the place in the block of the puzzle under way.
    News { rows: Vec<Row>, under_way: Option<usize> },
    /// The last rows of the job, and what it took.
    Done { rows: Vec<Row>, spent: Spent },
}
