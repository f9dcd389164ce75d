//! A strategy under test: building it, asking it, and everything that one call brought to light.
//!
//! A panic of the strategy is caught and becomes a message, so that the law can name the board. A call that hands out
//! grids without end is ended by such a panic too: `found` is the only place where the suite can stop it.

use std::any::Any;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;

use model::solve::erased::{AnyProbe, AnyStrategy, Runner};
use model::solve::{Ask, Counter, Fold, Info, Limits, Options, Outcome, SLOTS, Tally, Trace, counters};
use model::{Givens, Grid, Rules};

use crate::board::{Board, MOST_GRIDS, STEP_LIMIT, groups};
use crate::failure::Fault;

/// How many events a trace keeps here.
const EVENTS: usize = 1_000;

/// A strategy under test.
pub(crate) struct Subject<'a> {
    strategy: &'a dyn AnyStrategy,
    /// What it says of itself.
    pub(crate) info: Info,
}

/// A solver under test.
pub(crate) struct Bench(Box<dyn Runner>);

/// Which probe watches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Watch {
    Off,
    Limits,
    Tally,
    Trace,
}

/// One call of a solver.
#[derive(Clone, Copy)]
pub(crate) struct Call {
    pub(crate) ask: Ask,
    pub(crate) watch: Watch,
    /// Nothing may run away, so there always is a limit, save where [`Watch::Off`] has none.
    pub(crate) step_limit: u64,
    /// Whether the deadline has passed before the call.
    pub(crate) late: bool,
    /// `found` asks to stop at this grid.
    pub(crate) stop_at: Option<u64>,
}

impl Call {
    /// A counted call that only [`STEP_LIMIT`] stops.
    pub(crate) fn counted(ask: Ask) -> Self {
        Self { ask, watch: Watch::Tally, step_limit: STEP_LIMIT, late: false, stop_at: None }
    }

    pub(crate) fn watched(self, watch: Watch) -> Self {
        Self { watch, ..self }
    }

    pub(crate) fn limited(self, step_limit: u64) -> Self {
        Self { step_limit, ..self }
    }

    pub(crate) fn late(self) -> Self {
        Self { late: true, ..self }
    }

    pub(crate) fn stopped_at(self, grid: u64) -> Self {
        Self { stop_at: Some(grid), ..self }
    }
}

/// What a call brought to light.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) outcome: Outcome,
    /// The grids in the order in which they were handed out.
    pub(crate) grids: Vec<Grid>,
    /// Steps that the probe took, where one watched.
    pub(crate) steps: Option<u64>,
    /// What was counted, where something was.
    pub(crate) counts: Option<Counts>,
}

impl Run {
    /// A counter of a counted run.
    pub(crate) fn count(&self, counter: Counter) -> u64 {
        self.counts.as_ref().expect("the run was counted").0[counter.slot()]
    }

    /// Steps (sat: conflicts) of a run that a probe watched.
    pub(crate) fn spent(&self) -> u64 {
        self.steps.expect("a probe watched the run")
    }
}

/// All slots of a tally.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Counts([u64; SLOTS]);

impl Counts {
    fn of(tally: &Tally<'_>) -> Self {
        let mut counts = [0; SLOTS];
        for counter in all_counters() {
            counts[counter.slot()] = tally.value(counter);
        }
        Self(counts)
    }
}

/// The model's counters and, in the slots after them, whatever a family may call its own.
pub(crate) fn all_counters() -> impl Iterator<Item = Counter> {
    let first = Counter::own(0, "own", "", "", Fold::Sum).slot();
    let own = (0..SLOTS - first).map(|number| Counter::own(number as u8, "a counter of its own", "", "", Fold::Sum));
    counters::ALL.into_iter().chain(own)
}

impl<'a> Subject<'a> {
    pub(crate) fn new(strategy: &'a dyn AnyStrategy) -> Self {
        Self { info: strategy.info(), strategy }
    }

    /// Whether it has a column for this counter.
    pub(crate) fn declares(&self, counter: Counter) -> bool {
        self.info.counters.iter().any(|declared| declared.slot() == counter.slot())
    }

    /// Those of the questions that it answers.
    pub(crate) fn asks(&self, asks: impl IntoIterator<Item = Ask>) -> impl Iterator<Item = Ask> {
        asks.into_iter().filter(|&ask| self.info.takes(ask))
    }

    /// Builds a solver; `None` when the rules or options are refused, `Err` when building panics.
    pub(crate) fn build_with(&self, rules: &Rules, options: &Options) -> Result<Option<Bench>, String> {
        let built = catch_unwind(AssertUnwindSafe(|| self.strategy.build(rules, options)));
        Ok(built.map_err(|panic| format!("build panicked: {}", message(&*panic)))?.ok().map(Bench))
    }

    /// Builds a solver without options of its own.
    pub(crate) fn build(&self, rules: &Rules, seed: u64) -> Result<Option<Bench>, Fault> {
        let options = Options { seed, ..Options::default() };
        self.build_with(rules, &options).map_err(|what| Fault::new(format!("the rules `{}`", rules.name()), what))
    }

    /// A solver for rules that it did not refuse a moment ago.
    pub(crate) fn build_again(&self, rules: &Rules, seed: u64) -> Result<Bench, Fault> {
        let refused = || Fault::new(format!("the rules `{}`", rules.name()), "built once, then refused");
        self.build(rules, seed)?.ok_or_else(refused)
    }

    /// Tries `law` on every board of the table whose rules are supported, with a solver for the group.
    pub(crate) fn on_boards(&self, mut law: impl FnMut(&mut Bench, &Board) -> Result<(), String>) -> Result<(), Fault> {
        let mut tried = false;
        for group in groups() {
            let Some(mut bench) = self.build(&group.rules, model::solve::OPTION_SEED_DEFAULT)? else { continue };
            for board in &group.boards {
                tried = true;
                law(&mut bench, board).map_err(|what| Fault::new(board.to_string(), what))?;
            }
        }
        if tried { Ok(()) } else { Err(Fault::new("the board table", "supports none of the rules")) }
    }

    /// Tries `law` on every board and question.
    pub(crate) fn on_questions(
        &self,
        mut law: impl FnMut(&mut Bench, &Board, Ask) -> Result<(), String>,
    ) -> Result<(), Fault> {
        self.on_boards(|bench, board| {
            self.asks(board.asks())
                .try_for_each(|ask| law(bench, board, ask).map_err(|what| format!("asked {ask:?}, {what}")))
        })
    }
}

impl Bench {
    /// One call; `Err` when it panics.
    pub(crate) fn run(&mut self, givens: &Givens, call: Call) -> Result<Run, String> {
        catch_unwind(AssertUnwindSafe(|| self.call(givens, call)))
            .map_err(|panic| format!("solve panicked: {}", message(&*panic)))
    }

    fn call(&mut self, givens: &Givens, call: Call) -> Run {
        let mut grids = Vec::new();
        let mut found = |grid: &Grid| {
            assert!(grids.len() as u64 <= 4 * MOST_GRIDS, "the suite ended it: it hands out grids without end");
            grids.push(grid.clone());
            if call.stop_at == Some(grids.len() as u64) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let flag = AtomicBool::new(call.late);
        let limit = Some(call.step_limit);
        let (outcome, steps, counts) = match call.watch {
            Watch::Off => (self.0.run(givens, call.ask, AnyProbe::Off, &mut found), None, None),
            Watch::Limits => {
                let mut probe = Limits::new(limit, &flag);
                let outcome = self.0.run(givens, call.ask, AnyProbe::Limits(&mut probe), &mut found);
                (outcome, Some(probe.steps()), None)
            }
            Watch::Tally => {
                let mut probe = Tally::new(limit, &flag);
                let outcome = self.0.run(givens, call.ask, AnyProbe::Tally(&mut probe), &mut found);
                (outcome, Some(probe.value(counters::STEPS)), Some(Counts::of(&probe)))
            }
            Watch::Trace => {
                let mut probe = Trace::new(limit, &flag, EVENTS);
                let outcome = self.0.run(givens, call.ask, AnyProbe::Trace(&mut probe), &mut found);
                (outcome, Some(probe.tally().value(counters::STEPS)), Some(Counts::of(probe.tally())))
            }
        };
        Run { outcome, grids, steps, counts }
    }
}

fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("without a message")
}
