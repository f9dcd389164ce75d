//! `harness cover`.

use std::fmt::Write as _;
use std::num::NonZeroU64;
use std::ops::ControlFlow;

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use model::solve::{End, Random, Tally, counters};
use solver_dlx::named::{self, Board, Named};
use solver_dlx::{ColumnRule, Cover, ExactCover, Naming};

use super::{Format, Found, STOP, print};
use crate::campaign::Time;
use crate::clock::Watchdog;
use crate::cover_file;
use crate::run_dir::csv_line;

#[derive(clap::Args)]
pub(super) struct Args {
    /// A file of items and options in JSON, or of rows of 0 and 1; - for standard input; or the name of a problem:
    /// langford, queens, pentominoes, dominoes, permutation, derangements.
    #[arg(value_name = "FILE|NAME")]
    problem: String,
    /// Size of a named problem: a number, or rows and columns of a board such as 6x10.
    size: Option<String>,
    /// Squares cut out of a board, from 1.
    #[arg(long, value_name = "ROW,COL", num_args = 1.., value_parser = hole)]
    without: Vec<(u32, u32)>,
    /// How many covers are listed, as ascending option numbers from 0.
    #[arg(long, value_name = "N", default_value_t = 0)]
    list: u64,
    /// Stop at so many covers.
    #[arg(long, value_name = "N")]
    cap: Option<NonZeroU64>,
    /// Which item is covered next.
    #[arg(long, value_enum, default_value_t = Rule::Shortest)]
    rule: Rule,
    /// Seed of the random rule.
    #[arg(long, value_name = "S", default_value_t = model::solve::OPTION_SEED_DEFAULT)]
    seed: u64,
    /// Stop after this time, such as 10s.
    #[arg(long, value_name = "D")]
    time_limit: Option<Time>,
    /// How the answer is printed.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Rule {
    /// The first of those with the fewest options.
    Shortest,
    /// The first.
    First,
    /// Any, each as likely as the others.
    Random,
}

pub(super) fn main(args: &Args) -> Result<Found> {
    let task = Task::of(args)?;
    super::stop_on_signals()?;
    let answer = match &task.named {
        Some(named) => search(args, &task, named),
        None => search(args, &task, &task.problem),
    };
    print(&match args.format {
        Format::Json => format!("{}\n", serde_json::to_string(&answer)?),
        Format::Csv => answer.csv(),
        Format::Text => answer.prose(args, &task),
    })?;
    Ok(if matches!(answer.end, End::Halted(_)) && answer.stopped { Found::Unusable } else { Found::Fine })
}

/// A problem and what is known of it.
struct Task {
    title: String,
    problem: ExactCover,
    named: Option<Named>,
}

impl Task {
    fn of(args: &Args) -> Result<Self> {
        let Some(size) = args.size.as_deref() else {
            if NAMES.contains(&args.problem.as_str()) {
                let example = if takes_board(&args.problem) { "6x10" } else { "8" };
                bail!("{0} wants a size, as in `harness cover {0} {example}`", args.problem);
            }
            if !args.without.is_empty() {
                bail!("--without cuts squares out of a board: {} is none", args.problem);
            }
            return Self::read(&args.problem);
        };
        let named = make(&args.problem, size, &args.without)?;
        let mut title = format!("{} {size}", args.problem);
        if !args.without.is_empty() {
            let holes: Vec<String> = args.without.iter().map(|(row, col)| format!("{row},{col}")).collect();
            let _ = write!(title, " without {}", holes.join(" "));
        }
        Ok(Self { title, problem: named.problem.clone(), named: Some(named) })
    }

    fn read(file: &str) -> Result<Self> {
        let title = if file == "-" { "standard input" } else { file }.to_owned();
        let text = match file {
            "-" => std::io::read_to_string(std::io::stdin()),
            path => std::fs::read_to_string(path),
        };
        let text = text.with_context(|| format!("cannot read {title}"))?;
        let problem = cover_file::parse(&text).with_context(|| title.clone())?;
        let useless: Vec<usize> = (0..)
            .zip(problem.options())
            .filter(|(_, option)| option.iter().all(|&item| item >= problem.primary()))
            .map(|(number, _)| number)
            .collect();
        match useless[..] {
            [] => {}
            [one] => say!("option {one} has no primary item: it is never used"),
            [first, ..] => {
                say!("{} options, the first of them {first}, have no primary item: they are never used", useless.len());
            }
        }
        Ok(Self { title, problem, named: None })
    }
}

const NAMES: [&str; 6] = ["langford", "queens", "pentominoes", "dominoes", "permutation", "derangements"];

fn takes_board(name: &str) -> bool {
    matches!(name, "pentominoes" | "dominoes")
}

fn make(name: &str, size: &str, holes: &[(u32, u32)]) -> Result<Named> {
    if !NAMES.contains(&name) {
        bail!("`{name}` is no problem that has a name; these have: {}", NAMES.join(", "));
    }
    if takes_board(name) {
        let sides = size.split_once(['x', 'X']).and_then(|(rows, cols)| Some((number(rows)?, number(cols)?)));
        let Some((rows, cols)) = sides else { bail!("`{size}` is no board such as 6x10") };
        let board = Board::new(rows, cols, holes)?;
        return Ok(if name == "dominoes" { named::dominoes(&board) } else { named::pentominoes(&board) });
    }
    if !holes.is_empty() {
        bail!("--without cuts squares out of a board: {name} has none");
    }
    let n = number(size).with_context(|| format!("`{size}` is no size of {name}"))?;
    Ok(match name {
        "langford" => named::langford(n)?,
        "queens" => named::queens(n)?,
        "permutation" => named::permutation(n)?,
        _ => named::derangements(n)?,
    })
}

/// Digits and nothing else.
fn number(text: &str) -> Option<u32> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}

fn hole(text: &str) -> Result<(u32, u32), String> {
    text.split_once(',')
        .and_then(|(row, col)| Some((number(row.trim())?, number(col.trim())?)))
        .ok_or_else(|| format!("`{text}` is no square such as 1,8 (row and column, from 1)"))
}

/// What came of the search, in the words of the JSON.
#[derive(serde::Serialize)]
struct Answer {
    covers: u128,
    exhausted: bool,
    nodes: u64,
    updates: u64,
    list: Vec<Vec<u32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    up_to_symmetry: Option<u128>,
    #[serde(skip)]
    end: End,
    #[serde(skip)]
    stopped: bool,
}

fn search(args: &Args, task: &Task, names: &impl Naming) -> Answer {
    let watchdog = Watchdog::new(args.time_limit.map(|time| time.0), &STOP);
    let mut rule = match args.rule {
        Rule::Shortest => ColumnRule::Shortest,
        Rule::First => ColumnRule::First,
        Rule::Random => ColumnRule::Random(Random::new(args.seed)),
    };
    let symmetric = task.named.as_ref().filter(|named| !named.symmetries.is_empty());
    let mut cover = Cover::new(&task.problem);
    let mut probe = Tally::new(None, watchdog.flag());
    let cap = args.cap.map_or(u128::MAX, |cap| u128::from(cap.get()));
    let (mut covers, mut classes) = (0_u128, 0_u128);
    let mut list = Vec::new();
    let mut sorted = Vec::new();
    watchdog.arm();
    let end = cover.search(&[], &mut rule, names, &mut probe, &mut |options| {
        covers += 1;
        let listed = covers <= u128::from(args.list);
        if listed || symmetric.is_some() {
            sorted.clear();
            sorted.extend_from_slice(options);
            sorted.sort_unstable();
        }
        if listed {
            list.push(sorted.clone());
        }
        if let Some(named) = symmetric {
            classes += u128::from(named.is_canonical(&sorted));
        }
        if covers == cap { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    watchdog.disarm();
    Answer {
        covers,
        exhausted: end == End::Exhausted,
        nodes: probe.value(counters::NODES),
        updates: probe.value(counters::COVERS),
        list,
        // The covers found so far say nothing of the classes.
        up_to_symmetry: (symmetric.is_some() && end == End::Exhausted).then_some(classes),
        end,
        stopped: watchdog.is_stopped(),
    }
}

impl Answer {
    fn csv(&self) -> String {
        let header = ["covers", "exhausted", "nodes", "updates"].map(str::to_owned);
        let row =
            [self.covers.to_string(), self.exhausted.to_string(), self.nodes.to_string(), self.updates.to_string()];
        [csv_line(&header), csv_line(&row)].iter().map(|line| String::from_utf8_lossy(line)).collect()
    }

    fn prose(&self, args: &Args, task: &Task) -> String {
        let plural = if self.covers == 1 { "cover" } else { "covers" };
        let mut text = format!("{}: {} {plural}", task.title, self.covers);
        if let Some(classes) = self.up_to_symmetry {
            let what = if args.problem == "langford" { "reversal" } else { "rotations and reflections" };
            let _ = write!(text, ", {classes} up to {what}");
        }
        text.push_str(match self.end {
            End::Exhausted => "; there are no more\n",
            End::Enough => "; stopped at the cap, there may be more\n",
            _ if self.stopped => " so far; stopped\n",
            _ => " so far; the time is up\n",
        });
        let problem = &task.problem;
        let _ = writeln!(
            text,
            "  {} primary items, {} secondary, {} options; {} nodes, {} updates",
            problem.primary(),
            problem.secondary(),
            problem.options().len(),
            self.nodes,
            self.updates
        );
        for cover in &self.list {
            let _ = write!(text, "  {cover:?}");
            if let Some(named) = &task.named {
                let words: Vec<&str> = cover.iter().map(|&option| named.options[option as usize].as_str()).collect();
                let _ = write!(text, " {}", words.join("; "));
            }
            text.push('\n');
        }
        text
    }
}
