//! A solver that is built once for all puzzles of a worker.

use std::num::NonZeroU64;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, Result};
use model::solve::erased::{AnyProbe, Runner, Strategies};
use model::solve::{End, Halt, Info, Limits, Tally};
use model::text::board_text;
use model::{Givens, Grid, Puzzle, Rules, check};

use super::super::STOP;
use super::Args;
use super::answer::Answer;
use crate::certificates::{Certificate, Unproved};
use crate::clock::Watchdog;
use crate::registry::{fastest, select_one};

pub(super) struct Session {
    pub(super) rules: Arc<Rules>,
    info: Info,
    runner: Box<dyn Runner>,
    watchdog: Watchdog,
}

impl Session {
    /// Chooses the strategy and builds its solver.
    ///
    /// # Errors
    /// When there is no such strategy, or it cannot do the rules.
    pub(super) fn new(args: &Args, strategies: &Strategies, rules: Arc<Rules>) -> Result<Self> {
        let options = args.building.options();
        let (strategy, runner) = if let Some(id) = &args.strategy {
            let id = select_one(strategies, id)?;
            let strategy = strategies.find(id).context("it is in the registry")?;
            let refused = || format!("{id} cannot do {}", rules.name());
            (strategy, strategy.build_for(&rules, &options, args.ask.0).with_context(refused)?)
        } else {
            fastest(strategies, &rules, &options, args.ask.0)?
        };
        let watchdog = Watchdog::new(args.time_limit.map(|time| time.0), &STOP);
        Ok(Self { rules, info: strategy.info(), runner, watchdog })
    }

    /// Names of the strategy's counters.
    pub(super) fn counters(&self) -> impl Iterator<Item = &'static str> {
        self.info.counters.iter().map(|counter| counter.name)
    }

    /// Solves one puzzle and checks every grid.
    pub(super) fn solve(&mut self, args: &Args, line: u64, givens: Givens) -> Answer {
        let puzzle = Puzzle::new(self.rules.clone(), givens);
        let mut answer = Answer::new(self.info.id, line, puzzle.givens().clone());
        answer.conflicts = puzzle.conflicts();
        if !answer.conflicts.is_empty() {
            return answer;
        }
        let (outcome, probe) = loop {
            let mut probe = Tally::new(args.step_limit.map(NonZeroU64::get), self.watchdog.flag());
            self.watchdog.arm();
            let start = Instant::now();
            let outcome =
                self.runner.run(puzzle.givens(), args.ask.0, AnyProbe::Tally(&mut probe), &mut |grid: &Grid| {
                    if let Err(violation) = check(&puzzle, grid) {
                        answer.reason.get_or_insert_with(|| format!("the grid is wrong: {violation}"));
                    }
                    answer.grid.get_or_insert_with(|| board_text(grid.values(), self.rules.values()));
                    answer.board.get_or_insert_with(|| grid.clone());
                    ControlFlow::Continue(())
                });
            self.watchdog.disarm();
            // The same grids come again, and nothing is entered twice.
            if !self.watchdog.is_premature(outcome.end, start.elapsed()) {
                break (outcome, probe);
            }
        };
        answer.solutions = outcome.solutions;
        answer.exhausted = outcome.end == End::Exhausted;
        answer.counters.0 = self.info.counters.iter().map(|&counter| (counter.name, probe.value(counter))).collect();
        answer.status = match outcome.end {
            _ if answer.reason.is_some() => "wrong",
            End::Exhausted if outcome.solutions == 0 => "none",
            End::Exhausted | End::Enough => "ok",
            End::Stuck => "stuck",
            End::Halted(Halt::StepLimit) => "halted",
            End::Halted(Halt::Deadline) => "timeout",
        };
        answer
    }
    /// Proves what an answer says of all grids, and writes that to `folder`; where it says nothing of them, that is told.
    ///
    /// # Errors
    /// When the folder is there already, or cannot be written.
    pub(super) fn certify(&mut self, answer: &mut Answer, folder: &Path) -> Result<()> {
        let claims = matches!(answer.status, "ok" | "none") && answer.exhausted && answer.solutions <= 1;
        if !claims {
            say!("line {}: no certificate: {}", answer.line, answer.sentence());
            return Ok(());
        }
        let puzzle = Puzzle::new(self.rules.clone(), answer.givens.clone());
        let certificate = loop {
            self.watchdog.arm();
            let start = Instant::now();
            let mut probe = Limits::new(None, self.watchdog.flag());
            let certificate = Certificate::new(&puzzle, answer.board.as_ref(), &mut probe);
            self.watchdog.disarm();
            match certificate {
                Err(Unproved::Halted(halt)) if self.watchdog.is_premature(End::Halted(halt), start.elapsed()) => {}
                settled => break settled,
            }
        };
        match certificate {
            Ok(certificate) => {
                certificate.write(folder, self.info.id)?;
                answer.certificate = Some(folder.display().to_string());
            }
            Err(unproved @ Unproved::Halted(_)) => say!("line {}: no certificate: {unproved}", answer.line),
            Err(unproved) => {
                answer.status = "wrong";
                answer.reason = Some(unproved.to_string());
            }
        }
        Ok(())
    }
}
