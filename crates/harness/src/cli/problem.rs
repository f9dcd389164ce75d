//! What `count`, `enumerate` and `estimate` ask about: rules, and a puzzle of them where one is given.

use std::num::NonZeroU64;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use anyhow::{Context, Result, bail};
use model::solve::erased::{AnyProbe, AnyStrategy, Runner, Strategies};
use model::solve::{Ask, End, Halt, Info, Limits, Outcome, Tally};
use model::{Givens, Grid, Puzzle, Rules, check};

use super::building::Building;
use super::puzzles::Input;
use super::{Found, STOP};
use crate::campaign::Time;
use crate::clock::Watchdog;
use crate::quote::shown;
use crate::registry::select_one;

/// `RULES [PUZZLE]`.
#[derive(clap::Args)]
pub(super) struct Problem {
    /// Rules, such as sudoku-2, latin-5, jigsaw:FILE or units:FILE.
    #[arg(value_name = "RULES")]
    rules: String,
    /// A puzzle of these rules, a file with one, or - for standard input; the empty board by default.
    puzzle: Option<String>,
}

impl Problem {
    /// The one of these arguments.
    pub(super) fn new(rules: &str, puzzle: Option<&str>) -> Self {
        Self { rules: rules.to_owned(), puzzle: puzzle.map(str::to_owned) }
    }

    /// Reads it.
    pub(super) fn read(&self) -> Result<Puzzle> {
        let rules = Arc::new(crate::rules::resolve(&self.rules, None)?);
        match &self.puzzle {
            None => Ok(Puzzle::blank(rules)),
            Some(argument) => one_puzzle(argument, Some(rules)),
        }
    }
}

/// The only puzzle of an argument.
pub(super) fn one_puzzle(argument: &str, rules: Option<Arc<Rules>>) -> Result<Puzzle> {
    let mut only: Option<(u64, Arc<Rules>, Givens)> = None;
    Input { argument, rules, format: None }.each(&mut |line, rules, givens| {
        if let Some((first, ..)) = &only {
            bail!("one puzzle is wanted, {} has one on line {first} and one on line {line}", shown(argument));
        }
        only = Some((line, rules.clone(), givens));
        Ok(())
    })?;
    let (_, rules, givens) = only.expect("there is a puzzle, or an error");
    Ok(Puzzle::new(rules, givens))
}

/// Which strategy searches, and for how long.
#[derive(clap::Args)]
pub(super) struct Searcher {
    /// Id of the strategy.
    #[arg(long, value_name = "ID", default_value = "dlx/shortest")]
    strategy: String,
    #[command(flatten)]
    pub(super) building: Building,
    /// Time at most, such as 10s.
    #[arg(long, value_name = "D")]
    pub(super) time_limit: Option<Time>,
}

/// How a search came out.
#[derive(Clone, Debug)]
pub(super) struct Ended {
    pub(super) status: &'static str,
    pub(super) solutions: u64,
    pub(super) exhausted: bool,
}

impl Ended {
    /// The exit code that belongs to it.
    pub(super) fn found(&self) -> Found {
        match self.status {
            "wrong" => Found::Wrong,
            "invalid" | "stopped" => Found::Unusable,
            _ => Found::Fine,
        }
    }

    /// What came of `outcome`, of which `wrong` grids were no solutions.
    pub(super) fn of(outcome: Outcome, wrong: bool) -> Self {
        let status = match outcome.end {
            _ if wrong => "wrong",
            End::Exhausted if outcome.solutions == 0 => "none",
            End::Exhausted | End::Enough => "ok",
            End::Stuck => "stuck",
            End::Halted(Halt::StepLimit) => "halted",
            End::Halted(Halt::Deadline) if STOP.load(Ordering::Relaxed) => "stopped",
            End::Halted(Halt::Deadline) => "timeout",
        };
        Self { status, solutions: outcome.solutions, exhausted: outcome.end == End::Exhausted && !wrong }
    }
}

impl Searcher {
    /// The id of the one strategy that was named.
    pub(super) fn id(&self, strategies: &Strategies) -> Result<&'static str> {
        select_one(strategies, &self.strategy)
    }

    /// The strategy, built for these rules.
    fn build(&self, strategies: &Strategies, rules: &Rules, ask: Ask) -> Result<(Info, Box<dyn Runner>)> {
        let id = self.id(strategies)?;
        let strategy: &dyn AnyStrategy = strategies.find(id).context("it was selected from the list")?;
        let options = self.building.options();
        let runner =
            strategy.build_for(rules, &options, ask).with_context(|| format!("{id} cannot do {}", rules.name()))?;
        Ok((strategy.info(), runner))
    }

    /// A watchdog with this time limit, armed.
    pub(super) fn watchdog(&self) -> Watchdog {
        let watchdog = Watchdog::new(self.time_limit.map(|time| time.0), &STOP);
        watchdog.arm();
        watchdog
    }

    /// Searches; each grid is judged before `found` has it. Givens that clash have no solution, and nothing is searched.
    pub(super) fn search(
        &self,
        strategies: &Strategies,
        puzzle: &Puzzle,
        cap: Option<NonZeroU64>,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Result<Ended> {
        let ask = Ask::Count { cap };
        let (info, mut runner) = self.build(strategies, puzzle.rules(), ask)?;
        if let Some(ended) = clash(puzzle) {
            return Ok(ended);
        }
        let mut wrong = false;
        let mut judged = |grid: &Grid| match check(puzzle, grid) {
            Ok(()) => found(grid),
            Err(violation) => {
                say!("{} gave a wrong grid: {violation}", info.id);
                wrong = true;
                ControlFlow::Break(())
            }
        };
        let watchdog = self.watchdog();
        // What cannot be interrupted without counting is counted, so that the time limit holds.
        let outcome = if info.interruptible {
            let mut probe = Limits::new(None, watchdog.flag());
            runner.run(puzzle.givens(), ask, AnyProbe::Limits(&mut probe), &mut judged)
        } else {
            let mut probe = Tally::new(None, watchdog.flag());
            runner.run(puzzle.givens(), ask, AnyProbe::Tally(&mut probe), &mut judged)
        };
        Ok(Ended::of(outcome, wrong))
    }
}

/// The end of a search that clashing givens forbid; the clashes go to stderr.
pub(super) fn clash(puzzle: &Puzzle) -> Option<Ended> {
    let conflicts = puzzle.conflicts();
    for conflict in &conflicts {
        say!("{conflict}");
    }
    (!conflicts.is_empty()).then_some(Ended { status: "invalid", solutions: 0, exhausted: false })
}
