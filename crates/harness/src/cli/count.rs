//! `harness count`: the number of solutions, found by searching for them all.

use std::num::NonZeroU64;
use std::ops::ControlFlow;

use anyhow::Result;
use model::solve::erased::Strategies;
use serde::Serialize;

use super::problem::{Problem, Searcher};
use super::{Format, Found, print, stop_on_signals};
use crate::run_dir::csv_line;

#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    problem: Problem,
    #[command(flatten)]
    searcher: Searcher,
    /// Stop at so many.
    #[arg(long, value_name = "N")]
    cap: Option<NonZeroU64>,
    /// How the count is printed.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Serialize)]
pub(super) struct Answer<'a> {
    pub(super) solutions: u128,
    pub(super) exhausted: bool,
    pub(super) status: &'a str,
    pub(super) rules: &'a str,
    pub(super) strategy: &'a str,
}

pub(super) fn main(args: &Args, strategies: &Strategies) -> Result<Found> {
    stop_on_signals()?;
    let puzzle = args.problem.read()?;
    let mut counted = 0u128;
    let ended = args.searcher.search(strategies, &puzzle, args.cap, &mut |_| {
        counted += 1;
        ControlFlow::Continue(())
    })?;
    let answer = Answer {
        solutions: counted,
        exhausted: ended.exhausted,
        status: ended.status,
        rules: puzzle.rules().name(),
        strategy: args.searcher.id(strategies)?,
    };
    print(&answer.text(args.format)?)?;
    Ok(ended.found())
}

impl Answer<'_> {
    pub(super) fn text(&self, format: Format) -> Result<String> {
        Ok(match format {
            Format::Json => format!("{}\n", serde_json::to_string(self)?),
            Format::Csv => {
                let header = csv_line(&["solutions", "exhausted", "status", "rules", "strategy"]);
                let (solutions, exhausted) = (self.solutions.to_string(), self.exhausted.to_string());
                let row = csv_line(&[&solutions, &exhausted, self.status, self.rules, self.strategy]);
                String::from_utf8_lossy(&[header, row].concat()).into_owned()
            }
            Format::Text => {
                let n = self.solutions;
                let number = if n == 1 { "1 solution".to_owned() } else { format!("{n} solutions") };
                match self.status {
                    "ok" | "none" if self.exhausted => format!("{number}, all there are\n"),
                    "ok" => format!("{number}, then the cap was reached\n"),
                    "invalid" => "the givens clash: no solution\n".to_owned(),
                    status => format!("{number} so far: {status}\n"),
                }
            }
        })
    }
}
