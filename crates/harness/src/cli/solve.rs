//! `harness solve`.

mod answer;
mod session;
mod stream;

use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

use anyhow::Result;
use clap::ValueEnum;
use model::solve::erased::Strategies;
use model::text::InputFormat;

use super::Found;
use super::building::Building;
use super::puzzles::input_format;
use crate::campaign::{AskText, Time};

#[derive(Clone, clap::Args)]
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
    #[command(flatten)]
    building: Building,
    /// Steps (conflicts for SAT) at most.
    #[arg(long, value_name = "N")]
    step_limit: Option<NonZeroU64>,
    /// Time a puzzle at most, such as 10s.
    #[arg(long, value_name = "D")]
    time_limit: Option<Time>,
    /// Puzzles that are solved at a time; the answers come in the order of the puzzles all the same.
    #[arg(long, value_name = "N", default_value = "1")]
    jobs: NonZeroUsize,
    /// Prove by the SAT back end that there is no solution, or no other, and write a certificate of each puzzle to a folder
    /// in DIR, by its number from 1; a strategy that is refuted is wrong.
    #[arg(long, value_name = "DIR")]
    certify: Option<PathBuf>,
    /// How the answers are printed.
    #[arg(long, value_enum, default_value_t = Form::Text)]
    format: Form,
}

/// How an answer is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// For people: what was found, the grid, what was counted.
    Text,
    /// The grid as people draw it.
    Grid,
    /// A line a puzzle: the grid, or what came of it where there is none.
    Line,
    /// An object a line.
    Json,
    /// For spreadsheets.
    Csv,
}

pub(super) fn main(args: &Args, strategies: &Strategies) -> Result<Found> {
    stream::stream(args, strategies)
}
