//! `harness corpus sample`: puzzles drawn with a seed, in the order of the file, as a campaign with `--sample` draws them.

use std::num::NonZeroU64;

use anyhow::{Context, Result};

use super::super::Found;
use super::convert::{To, Writer};
use super::input::Input;
use crate::corpus::{Puzzles, Selection, draw};

#[derive(clap::Args)]
pub(in crate::cli) struct Args {
    #[command(flatten)]
    input: Input,
    /// How many puzzles; all of them in a file of fewer.
    #[arg(value_name = "N", default_value = "100")]
    count: NonZeroU64,
    /// What the draw is seeded with.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Format to write.
    #[arg(long, value_enum, default_value_t = To::Line)]
    to: To,
}

pub(in crate::cli) fn main(args: &Args) -> Result<Found> {
    let mut puzzles: Option<Puzzles> = None;
    args.input.each(|rules, line, givens| {
        puzzles.get_or_insert_with(|| Puzzles::new(rules.clone())).push(line, &givens);
        Ok(())
    })?;
    let mut puzzles = puzzles.context("a file without puzzles was refused")?;
    let sample = Some(args.count.get());
    draw(&mut puzzles, &Selection { offset: 0, stride: 1, sample, seed: args.seed, limit: None });
    let mut writer = Writer::new(args.to);
    for index in 0..puzzles.len() {
        writer.put(&puzzles.rules, puzzles.line(index), puzzles.givens(index))?;
    }
    writer.end()?;
    Ok(Found::Fine)
}
