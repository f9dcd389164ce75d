//! Worker processes under supervision, kept for the next job.
//!
//! A worker that dies or is killed takes one puzzle with it and nobody else. Which one it was must be certain: a worker tells little
//! while it works, so the rest of the block is given to a fresh one that tells each puzzle before it is begun, and only
//! who dies in that one's hands is blamed. What died for another reason, such as the memory that jobs before have left
//! taken, goes through there.

use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::{Context, Result};

use crate::jobs::{Done, Job, Pass};
use crate::worker::{Care, Failure, Terms, Told, Worker};

/// Workers that wait, each with the kind of job that it may have.
pub(crate) struct Pool {
    terms: Terms,
    /// Set when everything is to stop.
    stop: &'static AtomicBool,
    idle: Mutex<Vec<(String, Worker)>>,
}

impl Pool {
    /// Workers on these terms; none is started yet.
    pub(crate) fn new(terms: Terms, stop: &'static AtomicBool) -> Self {
        Self { terms, stop, idle: Mutex::default() }
    }

    /// Limit of a puzzle in a timed job.
    pub(super) fn time_limit(&self) -> Option<Duration> {
        self.terms.time_limit
    }

    fn idle(&self) -> MutexGuard<'_, Vec<(String, Worker)>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn start(&self) -> Result<Worker> {
        Worker::start(&self.terms, self.stop).context("cannot start a worker process")
    }

    /// One that waits for such a job, or a new one.
    fn lease(&self, kind: &str) -> Result<Worker> {
        let mut idle = self.idle();
        let found = idle.iter().position(|(of, _)| of == kind);
        let found = found.map(|at| idle.swap_remove(at).1).filter(Worker::is_alive);
        drop(idle);
        found.map_or_else(|| self.start(), Ok)
    }

    /// Has a job of a strategy of ours done, by as many workers as it takes, on the core of the calling thread where that one is
    /// pinned. `None` when everything is to stop.
    ///
    /// # Errors
    /// When no worker can be started.
    pub(crate) fn supervise(&self, job: &Job) -> Result<Option<Done>> {
        let kind = kind(job);
        let mut told = Told::default();
        let mut care = Care::Usual;
        let mut worker = Some(self.lease(kind)?);
        while told.rows.len() < job.numbers.len() {
            let before = told.rows.len();
            let mut hands = worker.take().map_or_else(|| self.start(), Ok)?;
            told.under_way = None;
            let failure = match hands.run(job.after(before), care, &mut told) {
                Ok(()) => {
                    worker = Some(hands);
                    break;
                }
                Err(Failure::Stopped) => return Ok(None),
                // It was no more than a try.
                Err(_) if matches!(job.pass, Pass::Tried { .. }) => break,
                Err(failure) => failure,
            };
            // Who hangs was seen under way long ago; who died may have begun a moment before.
            let is_seen = failure.is_late() && told.under_way == Some(told.rows.len() - before);
            let is_blamed = is_seen || care == Care::Each;
            // Who dies when all is done, as a solver may that is taken down, has done its work.
            if is_blamed && told.rows.len() < job.numbers.len() {
                told.rows.push(job.unanswered(told.rows.len(), failure.status(), Some(failure.to_string())));
                care = Care::Usual;
            } else {
                care = Care::Each;
            }
        }
        self.idle().extend(worker.map(|worker| (kind.to_owned(), worker)));
        let Told { rows, busy_ns, resources, .. } = told;
        Ok(Some(Done { slot: job.slot, block: job.block, rows, busy_ns, resources }))
    }
}

/// Which worker a job may have: any that counts, but on the clock each strategy has its own, whose memory no other has been in.
fn kind(job: &Job) -> &str {
    match job.pass {
        Pass::Counted { .. } | Pass::Tried { .. } => "",
        Pass::Timed { .. } => &job.strategy,
    }
}
