//! Threads of this process.

use std::ops::ControlFlow;
use std::time::Duration;

use anyhow::Result;

use super::{Crew, Executor};
use crate::clock::Watchdog;
use crate::jobs::{AtHand, Done, Job, run};

/// Threads of this process, which do the jobs themselves.
pub struct Threads<'a> {
    /// Who is at hand.
    pub at_hand: AtHand<'a>,
    /// The threads.
    pub crew: Crew,
    /// Limit of a puzzle in a timed job.
    pub time_limit: Option<Duration>,
}

impl Executor for Threads<'_> {
    fn execute(
        &self,
        jobs: &mut (dyn Iterator<Item = Job> + Send),
        done: &mut dyn FnMut(Done) -> ControlFlow<()>,
    ) -> Result<()> {
        let watchdog = Watchdog::new(self.time_limit, self.crew.stop);
        self.crew.execute(jobs, done, &|job| Ok(run(&job, self.at_hand, &watchdog)))
    }
}
