//! A strategy of ours as a subject: a solver in this process, built anew after a panic.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use model::solve::erased::{AnyProbe, AnyStrategy, Runner};
use model::solve::{Counter, End, Halt, Limits, Outcome, Tally, Unsupported, counters as common};
use model::{Givens, Grid};

use super::judge::Telling;
use super::subject::{Clocked, Counted, Fault, Kept, Subject};
use super::{Job, Pass, panic_text};
use crate::clock::Watchdog;

/// What is kept: all the declared counters that have a column, or steps alone, which need no counting.
enum Columns {
    StepsOnly,
    Declared(Vec<Counter>),
}

/// A solver, and what it takes to build another.
pub(super) struct Ours<'a> {
    job: &'a Job,
    strategy: &'a dyn AnyStrategy,
    watchdog: &'a Watchdog,
    runner: Box<dyn Runner>,
    columns: Columns,
    step_limit: Option<u64>,
}

impl<'a> Ours<'a> {
    /// A fresh solver for a job.
    pub(super) fn build(
        job: &'a Job,
        strategy: &'a dyn AnyStrategy,
        watchdog: &'a Watchdog,
    ) -> Result<Self, Unsupported> {
        let runner = strategy.build_for(&job.rules, &job.options, job.ask)?;
        let (step_limit, columns) = match &job.pass {
            Pass::Counted { step_limit, counters: names } => {
                let declared = strategy.info().counters;
                let wanted = |counter: &Counter| names.iter().any(|name| name == counter.name);
                let kept: Vec<Counter> = declared.iter().copied().filter(wanted).collect();
                (*step_limit, if kept == [common::STEPS] { Columns::StepsOnly } else { Columns::Declared(kept) })
            }
            Pass::Timed { .. } | Pass::Tried { .. } => (None, Columns::Declared(Vec::new())),
        };
        Ok(Self { job, strategy, watchdog, runner, columns, step_limit })
    }

    fn solve(&mut self, givens: &Givens, found: &mut dyn FnMut(&Grid) -> ControlFlow<()>) -> Counted {
        let (ask, stop, runner) = (self.job.ask, self.watchdog.flag(), self.runner.as_mut());
        let knocker = self.watchdog.knocker();
        match &self.columns {
            Columns::StepsOnly => {
                let mut probe = Limits::new(self.step_limit, stop).answering(knocker);
                let outcome = runner.run(givens, ask, AnyProbe::Limits(&mut probe), found);
                Counted { outcome, counters: vec![Some(probe.steps())] }
            }
            Columns::Declared(counters) => {
                let mut probe = Tally::new(self.step_limit, stop).answering(knocker);
                let outcome = runner.run(givens, ask, AnyProbe::Tally(&mut probe), found);
                Counted { outcome, counters: counters.iter().map(|&counter| Some(probe.value(counter))).collect() }
            }
        }
    }

    /// One puzzle on the clock, with nothing between its readings but the solver.
    fn clock(&mut self, givens: &Givens, kept: &mut Kept) -> (Outcome, u64) {
        kept.clear();
        self.watchdog.arm();
        let mut probe = Limits::new(None, self.watchdog.flag());
        let start = Instant::now();
        let outcome = self.runner.run(givens, self.job.ask, AnyProbe::Limits(&mut probe), &mut |grid| {
            kept.keep(grid);
            ControlFlow::Continue(())
        });
        (outcome, start.elapsed().as_nanos() as u64)
    }

    /// A new solver in the place of one that panicked.
    fn rebuild(&mut self, payload: &(dyn std::any::Any + Send)) -> Fault {
        self.start_over().err().unwrap_or_else(|| Fault::Died(panic_text(payload)))
    }
}

impl Subject for Ours<'_> {
    fn telling(&self) -> Telling {
        Telling::Every
    }

    fn count(&mut self, givens: &Givens, found: &mut dyn FnMut(&Grid)) -> Result<Counted, Fault> {
        // No deadline here: the flag is only set when the whole run stops.
        let solved = catch_unwind(AssertUnwindSafe(|| {
            self.solve(givens, &mut |grid| {
                found(grid);
                ControlFlow::Continue(())
            })
        }));
        match solved {
            Ok(counted) if counted.outcome.end == End::Halted(Halt::Deadline) => Err(Fault::Stopped),
            Ok(counted) => Ok(counted),
            Err(payload) => Err(self.rebuild(payload.as_ref())),
        }
    }

    fn time(&mut self, givens: &Givens, kept: &mut Kept) -> Result<Clocked, Fault> {
        loop {
            let clocked = catch_unwind(AssertUnwindSafe(|| self.clock(givens, kept)));
            self.watchdog.disarm();
            if self.watchdog.is_stopped() {
                return Err(Fault::Stopped);
            }
            match clocked {
                Ok((outcome, ns)) if self.watchdog.is_premature(outcome.end, Duration::from_nanos(ns)) => {}
                Ok((outcome, ns)) => return Ok(Clocked { outcome, ns, timed_by: None }),
                Err(payload) => return Err(self.rebuild(payload.as_ref())),
            }
        }
    }

    fn warm_up(&mut self, givens: &Givens) -> bool {
        self.watchdog.arm();
        // A long search is cut short by steps, not by the clock: they are the same everywhere.
        let mut probe = Limits::new(Some(10_000), self.watchdog.flag());
        let probe = AnyProbe::Limits(&mut probe);
        let solve = || self.runner.run(givens, self.job.ask, probe, &mut |_| ControlFlow::Continue(()));
        let solved = catch_unwind(AssertUnwindSafe(solve));
        self.watchdog.disarm();
        solved.is_ok()
    }
    fn start_over(&mut self) -> Result<(), Fault> {
        // It could be built a moment ago; without a solver there is no next puzzle.
        self.runner = self.strategy.build(&self.job.rules, &self.job.options).map_err(|_| Fault::Stopped)?;
        Ok(())
    }
}
