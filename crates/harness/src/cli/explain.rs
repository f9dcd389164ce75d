//! `harness explain`.

use std::fmt::Write as _;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use model::Puzzle;
use model::solve::erased::Strategies;

use super::building::Building;
use super::puzzles::{Input, named_rules};
use super::{Format, Found, STOP, print};
use crate::campaign::{AskText, Time};
use crate::clock::Watchdog;
use crate::explain::examples::{self, Board, Example};
use crate::explain::player::{self, Play};
use crate::explain::{Bounds, Explanation, explain, lesson};
use crate::registry::{select_one, suggestion};
use crate::run_dir::csv_line;

#[derive(clap::Args)]
pub(super) struct Args {
    /// A puzzle, a file of puzzles, or - for standard input.
    #[arg(required_unless_present_any = ["example", "matrix"], conflicts_with_all = ["example", "matrix"])]
    puzzle: Option<String>,
    /// A puzzle that comes with the program; without NAME, or with `list`, what there is.
    #[arg(long, value_name = "NAME", num_args = 0..=1, default_missing_value = "list")]
    example: Option<String>,
    /// A 0/1 matrix, a row a line: Algorithm X on it, all covers.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["example", "strategy", "ask", "rules"])]
    matrix: Option<PathBuf>,
    /// Id of the strategy [default: dlx/shortest, or the example's]; with --html several, between commas.
    #[arg(long, value_name = "ID")]
    strategy: Option<String>,
    /// What is asked: first, unique, count or count:CAP [default: first, or the example's].
    #[arg(long)]
    ask: Option<AskText>,
    /// Rules, where neither length nor header says.
    #[arg(long, conflicts_with = "example")]
    rules: Option<String>,
    #[command(flatten)]
    building: Building,
    /// Events kept at most, and branches of a table.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    events: usize,
    /// Steps (conflicts for SAT) at most.
    #[arg(long, value_name = "N")]
    step_limit: Option<NonZeroU64>,
    /// Time a puzzle at most, such as 10s.
    #[arg(long, value_name = "D")]
    time_limit: Option<Time>,
    /// How it is told: text, the strategy's table as CSV, or table and events as JSON.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Writes a page that plays the solve, and nothing else; - is standard output.
    #[arg(long, value_name = "FILE", conflicts_with = "format")]
    html: Option<PathBuf>,
}

pub(super) fn main(args: &Args, strategies: &Strategies) -> Result<Found> {
    if let Some(file) = &args.matrix {
        return matrix(args, file);
    }
    match args.example.as_deref() {
        Some("list") => print(&list(args.format)).map(|()| Found::Fine),
        Some(name) => example(args, strategies, name),
        None => puzzles(
            args,
            strategies,
            args.puzzle.as_deref().context("clap asks for a puzzle")?,
            args.rules.as_deref(),
            None,
        ),
    }
}

fn example(args: &Args, strategies: &Strategies, name: &str) -> Result<Found> {
    let Some(one) = examples::find(name) else {
        bail!("no example is called `{name}`{}", suggestion(name, examples::ALL.iter().map(|one| one.name)));
    };
    match one.board {
        Board::Puzzle(rules, board) => puzzles(args, strategies, board, Some(rules), Some(one)),
        Board::Lesson if args.strategy.as_ref().is_some_and(|id| id != one.strategy) || args.ask.is_some() => {
            bail!("the example `{}` is a matrix: {} finds all its covers", one.name, one.strategy)
        }
        Board::Lesson => {
            let (problem, names) = examples::lesson_matrix();
            tell_matrix(args, one.name, &problem, &names)
        }
    }
}

/// Explains the puzzles of an argument under the flags, or else the example's question.
fn puzzles(
    args: &Args,
    strategies: &Strategies,
    argument: &str,
    rules: Option<&str>,
    example: Option<&Example>,
) -> Result<Found> {
    let usual = example.map_or("dlx/shortest", |one| one.strategy);
    let asked = args.strategy.as_deref().unwrap_or(usual);
    // A page has several strategies side by side, each once, in the order in which they are named.
    let ids: Vec<&'static str> = match &args.html {
        Some(_) => asked.split(',').map(|pattern| select_one(strategies, pattern)).collect::<Result<_>>()?,
        None => vec![select_one(strategies, asked)?],
    };
    let usual = example.map_or("first", |one| one.ask);
    let ask = args.ask.map_or_else(|| usual.parse::<AskText>(), Ok).map_err(anyhow::Error::msg)?;
    let options = args.building.options();
    let watchdog = Watchdog::new(args.time_limit.map(|time| time.0), &STOP);
    let mut found = Found::Fine;
    let mut told = 0_u64;
    let input = Input { argument, rules: named_rules(rules)?, format: None };
    input.each(&mut |line, rules, givens| {
        if told > 0 && args.format == Format::Csv {
            bail!("line {line}: a CSV holds one puzzle; give one, or --format json");
        }
        if told > 0 && args.html.is_some() {
            bail!("line {line}: a page plays one puzzle");
        }
        told += 1;
        let puzzle = Puzzle::new(rules.clone(), givens);
        if let Some(conflict) = puzzle.conflicts().first() {
            bail!("line {line}: the givens clash: {conflict}");
        }
        let mut plays = Vec::new();
        for &id in &ids {
            let strategy = strategies.find(id).context("it was selected from the list")?;
            let refused = || format!("{id} cannot do {}", rules.name());
            watchdog.arm();
            let bounds = bounds(args, watchdog.flag());
            let status = if args.html.is_some() {
                plays.push(player::record(strategy, &options, &puzzle, ask.0, bounds).with_context(refused)?);
                plays.last().map(|play| play.status)
            } else {
                let explanation = explain(strategy, &options, &puzzle, ask.0, bounds).with_context(refused)?;
                tell(args.format, &explanation)?;
                Some(explanation.status)
            };
            watchdog.disarm();
            if status == Some("wrong") {
                found = Found::Wrong;
            }
        }
        args.html.as_deref().map_or(Ok(()), |file| play(file, &plays))
    })?;
    Ok(found)
}

fn matrix(args: &Args, file: &Path) -> Result<Found> {
    let name = file.display().to_string();
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {name}"))?;
    let problem = lesson::matrix(&text).with_context(|| name.clone())?;
    tell_matrix(args, &name, &problem, &lesson::Names::numbered(&problem))
}

fn tell_matrix(args: &Args, name: &str, problem: &solver_dlx::ExactCover, names: &lesson::Names) -> Result<Found> {
    let watchdog = Watchdog::new(args.time_limit.map(|time| time.0), &STOP);
    watchdog.arm();
    if let Some(file) = &args.html {
        let played = Play::of_matrix(name, problem, names, bounds(args, watchdog.flag()));
        watchdog.disarm();
        return play(file, &[played]).map(|()| Found::Fine);
    }
    let explanation = Explanation::of_matrix(name, problem, names, bounds(args, watchdog.flag()));
    watchdog.disarm();
    tell(args.format, &explanation).map(|()| Found::Fine)
}

fn bounds<'a>(args: &Args, stop: &'a std::sync::atomic::AtomicBool) -> Bounds<'a> {
    Bounds { step_limit: args.step_limit.map(NonZeroU64::get), ..Bounds::new(stop, args.events) }
}

/// Writes the page that plays the searches.
fn play(file: &Path, plays: &[Play]) -> Result<()> {
    for Play { strategy, steps, dropped, .. } in plays {
        // The first step and the last are no events.
        let kept = steps.len() - 2;
        if *dropped > 0 {
            say!(
                "{strategy}: the first {kept} events are in the page, {dropped} more were left out; --events N keeps more"
            );
        }
    }
    let page = player::page(plays);
    if file == Path::new("-") {
        return print(&page);
    }
    std::fs::write(file, page).with_context(|| format!("cannot write {}", file.display()))?;
    say!("{} plays it in any browser", file.display());
    Ok(())
}

fn tell(format: Format, explanation: &Explanation) -> Result<()> {
    if explanation.dropped > 0 {
        let (kept, dropped) = (explanation.events.len(), explanation.dropped);
        say!("the first {kept} events are kept, {dropped} more were dropped; --events N keeps more");
    }
    print(&match format {
        Format::Text => explanation.text(),
        Format::Json => explanation.json(),
        Format::Csv => explanation.csv(),
    })
}

fn list(format: Format) -> String {
    match format {
        Format::Text => examples::ALL.iter().fold(String::new(), |mut text, one| {
            let _ = writeln!(text, "{:<17} {:<16} {:<7} {}", one.name, one.strategy, one.ask, one.shows);
            text
        }),
        Format::Csv => {
            let mut bytes = csv_line(&["name", "strategy", "ask", "shows"]);
            for one in &examples::ALL {
                bytes.extend(csv_line(&[one.name, one.strategy, one.ask, one.shows]));
            }
            String::from_utf8_lossy(&bytes).into_owned()
        }
        Format::Json => {
            let all: Vec<_> = examples::ALL
                .iter()
                .map(|one| serde_json::json!({ "name": one.name, "strategy": one.strategy, "ask": one.ask, "shows": one.shows }))
                .collect();
            format!("{}\n", serde_json::Value::from(all))
        }
    }
}
