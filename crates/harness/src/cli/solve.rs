//! `harness solve`.

use std::fmt::Write as _;
use std::num::NonZeroU64;
use std::ops::ControlFlow;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use model::solve::erased::{AnyProbe, Runner};
use model::solve::{End, Halt, Options, Tally};
use model::text::{InputFormat, board_text};
use model::{Conflict, Givens, Grid, Puzzle, Rules, check};
use serde_json::{Map, Value, json};

use super::puzzles::{each_puzzle, input_format, named_rules, shown};
use super::{Format, Found, STOP, print};
use crate::campaign::{AskText, Time};
use crate::clock::Watchdog;
use crate::registry::{fastest, registry, select};
use crate::run_dir::csv_line;

#[derive(clap::Args)]
pub(super) struct Args {
    /// A puzzle, a file of puzzles, or - for standard input.
    puzzle: String,
    /// Id of the strategy; the fastest that takes the rules by default.
    #[arg(long, value_name = "ID")]
    strategy: Option<String>,
    /// What is asked: first, unique, count or count:CAP.
    #[arg(long, default_value = "unique")]
    ask: AskText,
    /// Rules, where neither length nor header says.
    #[arg(long)]
    rules: Option<String>,
    /// Format of the puzzles, where the detector errs: lines, rows, csv, json, … (docs/FORMATS.md).
    #[arg(long, value_name = "F", value_parser = input_format)]
    input_format: Option<InputFormat>,
    /// Seed of random strategies.
    #[arg(long, value_name = "S", default_value_t = model::solve::OPTION_SEED_DEFAULT)]
    seed: u64,
    /// Steps (conflicts for SAT) at most.
    #[arg(long, value_name = "N")]
    step_limit: Option<NonZeroU64>,
    /// Time a puzzle at most, such as 10s.
    #[arg(long, value_name = "D")]
    time_limit: Option<Time>,
    /// How the answer is printed.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// What came of one puzzle.
struct Answer {
    line: u64,
    status: &'static str,
    solutions: u64,
    exhausted: bool,
    grid: Option<String>,
    strategy: &'static str,
    counters: Vec<(&'static str, u64)>,
    conflicts: Vec<Conflict>,
    reason: Option<String>,
}

pub(super) fn main(args: &Args) -> Result<Found> {
    let strategies = registry();
    let rules = named_rules(args.rules.as_deref())?;
    let mut session: Option<Session> = None;
    let mut found = Found::Fine;
    let mut header = true;
    each_puzzle(&args.puzzle, rules, args.input_format, &mut |line, rules, givens| {
        let session = match &mut session {
            Some(session) => session,
            None => session.insert(Session::new(args, &strategies, rules.clone())?),
        };
        let answer = session.solve(args, line, givens);
        found = match answer.status {
            "invalid" => Found::Unusable,
            "wrong" if found == Found::Fine => Found::Wrong,
            _ => found,
        };
        print(&answer.text(args.format, &session.rules, std::mem::take(&mut header)))
    })?;
    if session.is_none() {
        bail!("there is no puzzle in {}", shown(&args.puzzle));
    }
    Ok(found)
}

/// A solver built once for all puzzles.
struct Session {
    rules: Arc<Rules>,
    info: model::solve::Info,
    runner: Box<dyn Runner>,
    watchdog: Watchdog,
}

impl Session {
    fn new(args: &Args, strategies: &model::solve::erased::Strategies, rules: Arc<Rules>) -> Result<Self> {
        let options = Options { seed: args.seed, ..Options::default() };
        let (strategy, runner) = if let Some(id) = &args.strategy {
            let chosen = select(strategies, std::slice::from_ref(id))?;
            let [id] = chosen[..] else { bail!("`{id}` are several strategies: {}", chosen.join(", ")) };
            let strategy = strategies.find(id).context("it is in the registry")?;
            let refused = || format!("{id} cannot do {}", rules.name());
            (strategy, strategy.build(&rules, &options).with_context(refused)?)
        } else {
            fastest(strategies, &rules, &options, args.ask.0)?
        };
        Ok(Self {
            rules,
            info: strategy.info(),
            runner,
            watchdog: Watchdog::new(args.time_limit.map(|time| time.0), &STOP),
        })
    }

    fn solve(&mut self, args: &Args, line: u64, givens: Givens) -> Answer {
        let puzzle = Puzzle::new(self.rules.clone(), givens);
        let conflicts = puzzle.conflicts();
        let mut answer = Answer {
            line,
            status: "invalid",
            solutions: 0,
            exhausted: false,
            grid: None,
            strategy: self.info.id,
            counters: Vec::new(),
            conflicts,
            reason: None,
        };
        if !answer.conflicts.is_empty() {
            return answer;
        }
        let mut probe = Tally::new(args.step_limit.map(NonZeroU64::get), self.watchdog.flag());
        self.watchdog.arm();
        let outcome = self.runner.run(puzzle.givens(), args.ask.0, AnyProbe::Tally(&mut probe), &mut |grid: &Grid| {
            if let Err(violation) = check(&puzzle, grid) {
                answer.reason.get_or_insert(violation.to_string());
            }
            answer.grid.get_or_insert_with(|| board_text(grid.values(), self.rules.values()));
            ControlFlow::Continue(())
        });
        self.watchdog.disarm();
        answer.solutions = outcome.solutions;
        answer.exhausted = outcome.end == End::Exhausted;
        answer.counters = self.info.counters.iter().map(|&counter| (counter.name, probe.value(counter))).collect();
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
}

impl Answer {
    fn text(&self, format: Format, rules: &Rules, header: bool) -> String {
        match format {
            Format::Json => format!("{}\n", self.json()),
            Format::Csv => self.csv(header),
            Format::Text => self.prose(rules),
        }
    }

    fn json(&self) -> Value {
        let counters: Map<String, Value> = self.counters.iter().map(|&(name, n)| (name.to_owned(), n.into())).collect();
        let conflicts: Vec<Value> = self
            .conflicts
            .iter()
            .map(|one| json!({ "value": one.value, "unit": one.unit, "cells": one.cells }))
            .collect();
        json!({
            "status": self.status,
            "solutions": self.solutions,
            "exhausted": self.exhausted,
            "grid": self.grid,
            "strategy": self.strategy,
            "counters": counters,
            "conflicts": conflicts,
            "line": self.line,
        })
    }

    fn csv(&self, header: bool) -> String {
        let mut bytes = Vec::new();
        let names = self.counters.iter().map(|(name, _)| (*name).to_owned());
        let columns = ["line", "status", "solutions", "exhausted", "grid", "strategy"];
        if header {
            bytes.extend(csv_line(&columns.into_iter().map(str::to_owned).chain(names).collect::<Vec<_>>()));
        }
        let fields = [
            self.line.to_string(),
            self.status.to_owned(),
            self.solutions.to_string(),
            self.exhausted.to_string(),
            self.grid.clone().unwrap_or_default(),
            self.strategy.to_owned(),
        ];
        let counts = self.counters.iter().map(|(_, n)| n.to_string());
        bytes.extend(csv_line(&fields.into_iter().chain(counts).collect::<Vec<_>>()));
        String::from_utf8_lossy(&bytes).into_owned()
    }

    fn prose(&self, rules: &Rules) -> String {
        let mut text = format!("line {}, {}: {}\n", self.line, self.strategy, self.sentence());
        for conflict in &self.conflicts {
            let _ = writeln!(text, "  {conflict}");
        }
        if let Some(reason) = &self.reason {
            let _ = writeln!(text, "  the grid is wrong: {reason}");
        }
        if let Some(grid) = &self.grid {
            let width = rules.width().filter(|_| rules.values() <= model::text::MAX_SYMBOLS);
            let symbols: Vec<char> = grid.chars().collect();
            match width {
                Some(width) => symbols.chunks(width).for_each(|row| {
                    let _ = writeln!(text, "  {}", row.iter().map(char::to_string).collect::<Vec<_>>().join(" "));
                }),
                None => {
                    let _ = writeln!(text, "  {grid}");
                }
            }
        }
        if !self.counters.is_empty() {
            let counts: Vec<String> = self.counters.iter().map(|(name, n)| format!("{name} {n}")).collect();
            let _ = writeln!(text, "  {}", counts.join(", "));
        }
        text
    }

    fn sentence(&self) -> String {
        let so_far = match self.solutions {
            0 => "no solution so far".to_owned(),
            1 => "one solution so far".to_owned(),
            n => format!("{n} solutions so far"),
        };
        match (self.status, self.solutions, self.exhausted) {
            ("invalid", ..) => "the givens clash".into(),
            ("none", ..) => "no solution".into(),
            ("ok", 1, true) => "exactly one solution".into(),
            ("ok", 1, false) => "a solution".into(),
            ("ok", n, true) => format!("exactly {n} solutions"),
            ("ok", n, false) => format!("{n} solutions or more"),
            (status, ..) => format!("{status}, {so_far}"),
        }
    }
}
