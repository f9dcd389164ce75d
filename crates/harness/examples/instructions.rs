//! `instructions STRATEGY SIZE [limits|tally|counted]`: solves SIZE puzzles of the fixed 17-clue set and nothing else, for `scripts/instructions`.
//!
//! `limits` runs the strategy as the timed pass does, `tally` as a plain loop with everything counted, `counted` as a job of
//! the counted pass. Without arguments it lists the strategies. Prints how many puzzles the limit of 1,000 steps cut.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result, bail};
use harness::clock::Watchdog;
use harness::external::Programs;
use harness::jobs::{AtHand, COUNTED_BLOCK, Job, Pass, Row, run};
use harness::registry::registry;
use harness::results::Status;
use harness::sets::Set;
use model::Givens;
use model::solve::erased::{AnyProbe, Strategies};
use model::solve::{Ask, End, Limits, Options, Tally};

/// Steps a puzzle, so that every strategy comes to an end under valgrind.
const STEPS: Option<u64> = Some(1000);

static NEVER: AtomicBool = AtomicBool::new(false);

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let strategies = registry();
    let [id, size, mode @ ..] = &arguments[..] else {
        strategies.iter().for_each(|strategy| println!("{}", strategy.info().id));
        return Ok(());
    };
    let set = Set::seventeen().sample(size.parse().context("SIZE is a number of puzzles")?);
    let cut = match mode.first().map(String::as_str) {
        None | Some("limits") => alone(&strategies, id, &set, false)?,
        Some("tally") => alone(&strategies, id, &set, true)?,
        Some("counted") => counted(&strategies, id, &set)?,
        Some(other) => bail!("`{other}` is none of limits, tally and counted"),
    };
    println!("{cut}");
    Ok(())
}

/// A plain loop.
fn alone(strategies: &Strategies, id: &str, set: &Set, tallied: bool) -> Result<usize> {
    let strategy = strategies.find(id).with_context(|| format!("no strategy is called `{id}`"))?;
    let mut runner = strategy.build(&set.rules, &Options::default())?;
    let mut cut = 0;
    for givens in &set.puzzles {
        let keep_on = &mut |_: &model::Grid| ControlFlow::Continue(());
        let outcome = if tallied {
            runner.run(givens, Ask::Unique, AnyProbe::Tally(&mut Tally::new(STEPS, &NEVER)), keep_on)
        } else {
            runner.run(givens, Ask::Unique, AnyProbe::Limits(&mut Limits::new(STEPS, &NEVER)), keep_on)
        };
        cut += usize::from(matches!(outcome.end, End::Halted(_)));
    }
    Ok(cut)
}

/// Jobs of the counted pass.
fn counted(strategies: &Strategies, id: &str, set: &Set) -> Result<usize> {
    let strategy = strategies.find(id).with_context(|| format!("no strategy is called `{id}`"))?;
    let counters: Vec<String> = strategy.info().counters.iter().map(|counter| counter.name.to_owned()).collect();
    let watchdog = Watchdog::new(None, &NEVER);
    let at_hand = AtHand { strategies, programs: &Programs::default() };
    let mut cut = 0;
    for (block, puzzles) in set.puzzles.chunks(COUNTED_BLOCK).enumerate() {
        let job = Job {
            slot: 0,
            strategy: id.to_owned(),
            options: Options::default(),
            rules: set.rules.clone(),
            ask: Ask::Unique,
            pass: Pass::Counted { step_limit: STEPS, counters: counters.clone() },
            block,
            numbers: (1..=puzzles.len() as u64).collect(),
            givens: puzzles.iter().map(Givens::values).collect::<Vec<_>>().concat(),
        };
        let done = run(&job, at_hand, &watchdog).context("nobody stops it")?;
        cut += done.rows.iter().filter_map(Row::counted).filter(|row| row.status == Status::Halted).count();
    }
    Ok(cut)
}
