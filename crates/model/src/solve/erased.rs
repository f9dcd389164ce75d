//! Strategies of any type in one list.
//!
//! One blanket impl over the closed set of probes: that is all the dynamic dispatch there is, one call a puzzle.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::{Ask, Info, Limits, Off, Options, Outcome, Register, Solver, Strategy, Tally, Trace, Unsupported};
use crate::{Givens, Grid, Rules};

/// One of the probes.
pub enum AnyProbe<'p, 'f> {
    /// Nobody watches.
    Off,
    /// Steps and deadline.
    Limits(&'p mut Limits<'f>),
    /// Counts.
    Tally(&'p mut Tally<'f>),
    /// Counts and events.
    Trace(&'p mut Trace<'f>),
}

/// A [`Solver`] of any type.
pub trait Runner: Send {
    /// [`Solver::solve`] with one of the probes.
    fn run(
        &mut self,
        givens: &Givens,
        ask: Ask,
        probe: AnyProbe<'_, '_>,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Outcome;
}

impl<S: Solver + Send> Runner for S {
    fn run(
        &mut self,
        givens: &Givens,
        ask: Ask,
        probe: AnyProbe<'_, '_>,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Outcome {
        match probe {
            AnyProbe::Off => self.solve(givens, ask, &mut Off, found),
            AnyProbe::Limits(probe) => self.solve(givens, ask, probe, found),
            AnyProbe::Tally(probe) => self.solve(givens, ask, probe, found),
            AnyProbe::Trace(probe) => self.solve(givens, ask, probe, found),
        }
    }
}

/// A [`Strategy`] of any type.
pub trait AnyStrategy: Send + Sync {
    /// [`Strategy::info`].
    fn info(&self) -> Info;

    /// [`Strategy::build`], its solver boxed.
    ///
    /// # Errors
    /// As [`Strategy::build`].
    fn build(&self, rules: &Rules, options: &Options) -> Result<Box<dyn Runner>, Unsupported>;

    /// Likewise, to be asked this.
    ///
    /// # Errors
    /// As [`Strategy::build`], and when it does not answer that.
    fn build_for(&self, rules: &Rules, options: &Options, ask: Ask) -> Result<Box<dyn Runner>, Unsupported> {
        let info = self.info();
        if info.takes(ask) {
            return self.build(rules, options);
        }
        let words = info.answers.words().join(" and ");
        Err(Unsupported::new(format!("it answers {words}, not {}", ask.kind().word())))
    }
}

impl<S> AnyStrategy for S
where
    S: Strategy,
    S::Solver: Send + 'static,
{
    fn info(&self) -> Info {
        Strategy::info(self)
    }

    fn build(&self, rules: &Rules, options: &Options) -> Result<Box<dyn Runner>, Unsupported> {
        Ok(Box::new(Strategy::build(self, rules, options)?))
    }
}

/// Strategies in the order of their registration; a clone holds the same ones.
#[derive(Clone, Default)]
pub struct Strategies(Vec<Arc<dyn AnyStrategy>>);

impl Strategies {
    /// What `register` registers.
    pub fn of(register: impl FnOnce(&mut Self)) -> Self {
        let mut all = Self::default();
        register(&mut all);
        all
    }

    /// All, in order.
    pub fn iter(&self) -> impl Iterator<Item = &dyn AnyStrategy> {
        self.0.iter().map(AsRef::as_ref)
    }

    /// The one with this id.
    pub fn find(&self, id: &str) -> Option<&dyn AnyStrategy> {
        self.iter().find(|strategy| strategy.info().id == id)
    }
}

impl Register for Strategies {
    fn add<S>(&mut self, strategy: S)
    where
        S: Strategy + 'static,
        S::Solver: Send + 'static,
    {
        self.0.push(Arc::new(strategy));
    }
}
