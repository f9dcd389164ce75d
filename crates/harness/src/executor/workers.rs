//! Threads that have their jobs done by worker processes.

use std::ops::ControlFlow;

use anyhow::Result;

use super::{Crew, Executor, Pool};
use crate::clock::Watchdog;
use crate::jobs::{AtHand, Done, Job, run};
use crate::worker::Terms;

/// Worker processes, each in the hands of a thread.
pub struct Workers<'a> {
    at_hand: AtHand<'a>,
    crew: Crew,
    pool: Pool,
}

impl<'a> Workers<'a> {
    /// Workers on these terms; none is started yet.
    pub(crate) fn new(at_hand: AtHand<'a>, crew: Crew, terms: Terms) -> Self {
        Self { at_hand, crew, pool: Pool::new(terms, crew.stop) }
    }
}

impl Executor for Workers<'_> {
    fn execute(
        &self,
        jobs: &mut (dyn Iterator<Item = Job> + Send),
        done: &mut dyn FnMut(Done) -> ControlFlow<()>,
    ) -> Result<()> {
        let watchdog = Watchdog::new(self.pool.time_limit(), self.crew.stop);
        self.crew.execute(jobs, done, &|job| {
            let is_ours = self.at_hand.strategies.find(&job.strategy).is_some();
            if is_ours { self.pool.supervise(&job) } else { Ok(run(&job, self.at_hand, &watchdog)) }
        })
    }
}
