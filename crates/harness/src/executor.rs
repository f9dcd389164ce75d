//! Who runs jobs: threads, or worker processes that threads supervise; the rows are the same.

mod pool;
mod threads;
mod workers;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::sync_channel;

use anyhow::{Context, Result};
use rayon::iter::{ParallelBridge, ParallelIterator};
use serde::{Deserialize, Serialize};

pub(crate) use self::pool::Pool;
pub use self::threads::Threads;
pub use self::workers::Workers;
use crate::jobs::{Done, Job};
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

/// Who runs the strategies of ours; programs are processes of their own in either case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Hands {
    /// Threads of the harness: a strategy that hangs or aborts takes the run with it.
    Threads,
    /// Processes under supervision: it is killed or buried, and the run goes on.
    Workers,
}

/// Threads that take jobs.
#[derive(Clone, Copy)]
pub struct Crew {
    /// How many.
    pub threads: usize,
    /// The core that they, and what they start, stay on.
    pub core: Option<u32>,
    /// Set when the run is to stop.
    pub stop: &'static AtomicBool,
}

impl Crew {
    /// Has every job done by `run`; an error of it ends the whole.
    fn execute(
        self,
        jobs: &mut (dyn Iterator<Item = Job> + Send),
        done: &mut dyn FnMut(Done) -> ControlFlow<()>,
        run: &(dyn Fn(Job) -> Result<Option<Done>> + Sync),
    ) -> Result<()> {
        let pinned = move |_| self.core.into_iter().for_each(pin::stay_on);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads).start_handler(pinned).build();
        let pool = pool.context("cannot start threads")?;
        // Rows wait here while earlier ones are written; a full channel holds the workers, not the memory.
        let (sender, receiver) = sync_channel(64);
        std::thread::scope(|scope| {
            let pool = &pool;
            scope.spawn(move || {
                pool.install(|| {
                    let sent = jobs.par_bridge().try_for_each(|job| {
                        if self.stop.load(Ordering::Relaxed) {
                            return Err(());
                        }
                        match run(job).transpose() {
                            Some(done) => {
                                let failed = done.is_err();
                                let sent = sender.send(done);
                                if failed { Err(()) } else { sent.map_err(drop) }
                            }
                            None => Err(()),
                        }
                    });
                    // An end before the last job is told by what is missing.
                    sent.unwrap_or_default();
                });
            });
            for finished in receiver {
                if done(finished?).is_break() {
                    break;
                }
            }
            Ok(())
        })
    }
}
