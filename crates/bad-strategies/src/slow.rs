//! A strategy that takes longer by so many per cent than it needs, and does all else alike: what a comparison must find.

use std::ops::ControlFlow;
use std::time::Instant;

use model::solve::{Ask, Info, Options, Outcome, Probe, Register, Solver, Strategy, Unsupported};
use model::{Givens, Grid, Rules};

/// Registers what it is given slowed down.
pub struct Slower<'a, R> {
    /// Where.
    pub into: &'a mut R,
    /// By how many per cent.
    pub percent: f64,
}

impl<R: Register> Register for Slower<'_, R> {
    fn add<S>(&mut self, strategy: S)
    where
        S: Strategy + 'static,
        S::Solver: Send + 'static,
    {
        self.into.add(Slow { honest: strategy, percent: self.percent });
    }
}

/// A strategy or a solver that idles.
struct Slow<S> {
    honest: S,
    percent: f64,
}

impl<S: Strategy> Strategy for Slow<S> {
    type Solver = Slow<S::Solver>;

    fn info(&self) -> Info {
        self.honest.info()
    }

    fn build(&self, rules: &Rules, options: &Options) -> Result<Self::Solver, Unsupported> {
        Ok(Slow { honest: self.honest.build(rules, options)?, percent: self.percent })
    }
}

impl<S: Solver> Solver for Slow<S> {
    fn solve<P: Probe>(
        &mut self,
        givens: &Givens,
        ask: Ask,
        probe: &mut P,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Outcome {
        let begin = Instant::now();
        let outcome = self.honest.solve(givens, ask, probe, found);
        let until = begin.elapsed().mul_f64(1.0 + self.percent / 100.0);
        while begin.elapsed() < until {
            std::hint::spin_loop();
        }
        outcome
    }
}
