//! Who runs jobs: threads here, worker processes some day; the rows are the same.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::sync_channel;
use std::time::Duration;

use anyhow::{Context, Result};
use rayon::iter::{ParallelBridge, ParallelIterator};

use crate::clock::Watchdog;
use crate::jobs::{AtHand, Done, Job, run};
use crate::pin;

/// Runs jobs.
pub trait Executor {
    /// Takes jobs as there is room for them and hands each over when it is done, in any order, until there are no more or
    /// `done` asks to end. Jobs that were dropped because the run is to stop are not handed over.
    ///
    /// # Errors
    /// When the executor cannot work at all; a strategy that fails makes rows that say so.
    fn execute(
        &self,
        jobs: &mut (dyn Iterator<Item = Job> + Send),
        done: &mut dyn FnMut(Done) -> ControlFlow<()>,
    ) -> Result<()>;
}

/// Threads of this process.
pub struct Threads<'a> {
    /// Who is at hand.
    pub at_hand: AtHand<'a>,
    /// How many threads.
    pub threads: usize,
    /// The core that they, and what they start, stay on.
    pub core: Option<u32>,
    /// Limit of a puzzle in a timed job.
    pub time_limit: Option<Duration>,
    /// Set when the run is to stop.
    pub stop: &'static AtomicBool,
}

impl Executor for Threads<'_> {
    fn execute(
        &self,
        jobs: &mut (dyn Iterator<Item = Job> + Send),
        done: &mut dyn FnMut(Done) -> ControlFlow<()>,
    ) -> Result<()> {
        let core = self.core;
        let pinned = move |_| core.into_iter().for_each(pin::stay_on);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads).start_handler(pinned).build();
        let pool = pool.context("cannot start threads")?;
        let watchdog = Watchdog::new(self.time_limit, self.stop);
        // Rows wait here while earlier ones are written; a full channel holds the workers, not the memory.
        let (sender, receiver) = sync_channel(64);
        std::thread::scope(|scope| {
            let (pool, watchdog) = (&pool, &watchdog);
            scope.spawn(move || {
                pool.install(|| {
                    let sent = jobs.par_bridge().try_for_each(|job| {
                        if self.stop.load(Ordering::Relaxed) {
                            return Err(());
                        }
                        match run(&job, self.at_hand, watchdog) {
                            Some(done) => sender.send(done).map_err(drop),
                            None => Err(()),
                        }
                    });
                    // An end before the last job is told by what is missing.
                    sent.unwrap_or_default();
                });
            });
            for finished in receiver {
                if done(finished).is_break() {
                    break;
                }
            }
        });
        Ok(())
    }
}
