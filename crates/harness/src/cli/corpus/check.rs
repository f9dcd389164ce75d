//! `harness corpus check`: what is wrong with a file.
//!
//! Streams: a batch of puzzles is read, looked at by several workers, and told in the order of the file. What stays in
//! memory is 16 bytes a puzzle, to know it again, and what was found.

mod crew;
mod report;

use std::num::NonZeroUsize;

use anyhow::{Context, Result, bail};
use indicatif::ProgressBar;
use model::text::{Entry, Reader};

use super::super::{Format, Found};
use super::input::Input;
use crate::campaign::Time;
use crate::registry::registry;
use crate::terminal::shown;
use crew::Crew;
use report::Report;

/// Puzzles that are looked at together.
const BATCH: usize = 1 << 12;

#[derive(clap::Args)]
#[command(
    after_help = "Exit code: 1 where a line cannot be read, givens clash, or the solution beside a puzzle is none. \
    Duplicates are told and wrong in no file; so are puzzles with no or several solutions, unless --unique is given."
)]
pub(in crate::cli) struct Args {
    #[command(flatten)]
    input: Input,
    /// Count classes too: puzzles that are rearrangements of each other are one.
    #[arg(long)]
    up_to_symmetry: bool,
    /// Solve nothing.
    #[arg(long)]
    no_solve: bool,
    /// Exit 1 too unless every puzzle has exactly one solution.
    #[arg(long, conflicts_with = "no_solve")]
    unique: bool,
    /// Time a puzzle at most; what is not settled by then is unknown.
    #[arg(long, value_name = "D", default_value = "10s")]
    time_limit: Time,
    /// Threads; all cores by default.
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// How it is printed.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// What a line of the file gave.
enum Item {
    Puzzle(Entry),
    Bad { line: u64, message: String },
}

pub(in crate::cli) fn main(args: &Args) -> Result<Found> {
    let source = args.input.source();
    let mut reader = args.input.reader(&source, source.open()?)?.with_solutions();
    let strategies = registry();
    let mut crew: Option<Crew> = None;
    let mut report = Report::new(source.name(), args);
    report.begin()?;
    let seen = shown(ProgressBar::new_spinner());
    loop {
        let batch = batch(&mut reader).with_context(|| source.name())?;
        if batch.is_empty() {
            break;
        }
        if let (None, Some(rules)) = (&crew, reader.rules()) {
            crew = Some(Crew::new(args, &strategies, rules)?);
        }
        seen.inc(batch.len() as u64);
        let verdicts = crew.as_mut().map(|crew| crew.look(&batch));
        report.take(batch, verdicts.unwrap_or_default())?;
    }
    seen.finish_and_clear();
    let strategy = crew.as_ref().and_then(Crew::strategy);
    report.end(reader.rules().map(|rules| rules.name()), reader.format(), strategy)
}

/// The next items, none at the end.
fn batch(reader: &mut Reader<'_, impl std::io::BufRead>) -> Result<Vec<Item>> {
    let mut batch = Vec::new();
    for entry in reader.by_ref().take(BATCH) {
        batch.push(match entry {
            Ok(entry) => Item::Puzzle(entry),
            Err(error) if error.is_fatal() => bail!("{error}"),
            Err(error) => Item::Bad { line: error.line, message: error.to_string() },
        });
    }
    Ok(batch)
}
