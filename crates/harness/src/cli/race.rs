//! `harness race`.

use std::fmt::Write as _;

use anyhow::{Context, Result, bail};
use model::Puzzle;
use model::solve::Options;
use model::solve::erased::Strategies;

use super::puzzles::{Input, named_rules};
use super::{Format, Found, STOP, print, stop_on_signals};
use crate::campaign::{AskText, Memory, Time};
use crate::race::{Lane, Limits, Track, by_time};
use crate::ranking::quantity::{count, ratio, time};
use crate::registry::select;
use crate::results::Status;
use crate::run_dir::csv_line;
use crate::table::Table;
use crate::terminal::{Paint, Tone};

#[derive(clap::Args)]
pub(super) struct Args {
    /// A puzzle, a file with one, or - for standard input.
    puzzle: String,
    /// `all`, families, globs or ids, separated by commas.
    #[arg(long, value_delimiter = ',', value_name = "LIST", default_value = "all")]
    strategies: Vec<String>,
    /// What is asked: first, unique, count or count:CAP.
    #[arg(long, default_value = "unique")]
    ask: AskText,
    /// Rules, where neither length nor header says.
    #[arg(long)]
    rules: Option<String>,
    /// Seed of random strategies.
    #[arg(long, value_name = "S", default_value_t = model::solve::OPTION_SEED_DEFAULT)]
    seed: u64,
    /// Time of a strategy at most.
    #[arg(long, value_name = "D", default_value = "1s")]
    time_limit: Time,
    /// Memory that a worker process may take, such as 2G (Unix).
    #[arg(long, value_name = "SIZE")]
    memory_limit: Option<Memory>,
    /// How the lanes are printed, the fastest first.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub(super) fn main(args: &Args, registry: &Strategies) -> Result<Found> {
    let mut one = None;
    let input = Input { argument: &args.puzzle, rules: named_rules(args.rules.as_deref())?, format: None };
    input.each(&mut |line, rules, givens| {
        if one.replace(Puzzle::new(rules.clone(), givens)).is_some() {
            bail!("line {line}: a race is held on one puzzle; harness run compares on many");
        }
        Ok(())
    })?;
    let puzzle = one.context("there is no puzzle")?;
    if let Some(conflict) = puzzle.conflicts().first() {
        bail!("the givens clash: {conflict}");
    }
    let strategies = registry.clone();
    let ids = select(&strategies, &args.strategies)?;
    stop_on_signals()?;
    let limits = Limits { time: args.time_limit.0, race: None, memory: args.memory_limit };
    let track = Track::new(strategies, limits, &STOP);
    let options = Options { seed: args.seed, ..Options::default() };
    let Some(lanes) = track.race(&puzzle, args.ask.0, &ids, &options)? else { return Ok(Found::Unusable) };
    let lanes = by_time(lanes);
    print(&match args.format {
        Format::Text => text(&lanes, args.ask, Paint::of_stdout()),
        Format::Json => serde_json::to_string_pretty(&lanes)? + "\n",
        Format::Csv => csv(&lanes),
    })?;
    let is_wrong = lanes.iter().any(|lane| matches!(lane.status, Status::Wrong | Status::Error));
    Ok(if is_wrong { Found::Wrong } else { Found::Fine })
}

fn text(lanes: &[Lane], ask: AskText, paint: Paint) -> String {
    let first = lanes.iter().find_map(|lane| lane.solve_ns);
    let head = ["place", "strategy", "time", "ratio", "guesses", "steps", "answer"];
    let mut table = Table::new(head.map(str::to_owned).into());
    for (at, lane) in lanes.iter().enumerate() {
        let (place, took, times) = match (lane.solve_ns, first) {
            (Some(ns), Some(first)) => {
                ((at + 1).to_string(), time(ns as f64), ratio(ns.max(1) as f64 / first.max(1) as f64))
            }
            _ => Default::default(),
        };
        let tone = match lane.status {
            Status::Wrong | Status::Error => Tone::Bad,
            Status::Ok if at == 0 => Tone::Best,
            Status::Ok => Tone::Usual,
            _ => Tone::Doubtful,
        };
        let counted = |name: &str| lane.counters.iter().find(|(one, _)| *one == name).map(|&(_, n)| count(n));
        let [guesses, steps] = ["guesses", "steps"].map(|name| counted(name).unwrap_or_default());
        let cells = [place, lane.strategy.to_owned(), took, times, guesses, steps, lane.answer(ask.0)];
        table.push(cells.map(|text| (text, tone)).into());
    }
    let mut text = table.text(paint);
    for lane in lanes {
        lane.reason.iter().for_each(|reason| _ = writeln!(text, "{}: {reason}", lane.strategy));
    }
    text
}

fn csv(lanes: &[Lane]) -> String {
    let mut bytes = csv_line(&["strategy", "status", "solutions", "solve_ns", "repeats", "counters", "reason"]);
    for lane in lanes {
        let counters: Vec<String> = lane.counters.iter().map(|(name, n)| format!("{name}={n}")).collect();
        bytes.extend(csv_line(&[
            lane.strategy,
            lane.status.word(),
            &lane.solutions.to_string(),
            &lane.solve_ns.map(|ns| ns.to_string()).unwrap_or_default(),
            &lane.repeats.to_string(),
            &counters.join(" "),
            lane.reason.as_deref().unwrap_or_default(),
        ]));
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
