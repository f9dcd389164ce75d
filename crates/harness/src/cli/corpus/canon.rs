//! `harness corpus canon`: the least of all rearrangements of each puzzle.

use std::io::{BufWriter, Write};

use anyhow::{Context, Result, bail};
use model::Givens;
use model::symmetry::{Canonical, Symmetry};
use model::text::board_text;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use serde_json::json;

use super::super::{Format, Found};
use super::convert::header;
use super::input::Input;
use crate::run_dir::csv_line;

/// Puzzles that are worked on at once.
const BATCH: usize = 1 << 10;

#[derive(clap::Args)]
pub(in crate::cli) struct Args {
    #[command(flatten)]
    input: Input,
    /// Say too which rearrangement takes each puzzle there.
    #[arg(long)]
    with_map: bool,
    /// How it is printed: one board a line, columns `line,puzzle`, or `{"puzzles":[{"givens","line"}]}`.
    #[arg(long, visible_alias = "to", value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub(in crate::cli) fn main(args: &Args) -> Result<Found> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    let mut begun: Option<(Symmetry, u8)> = None;
    let mut batch = Vec::with_capacity(BATCH);
    let mut first = true;
    let read = args.input.each(|rules, line, givens| {
        if begun.is_none() {
            begun = Some((Symmetry::of(rules), rules.values()));
            out.write_all(args.head(&header(rules)).as_bytes())?;
        }
        batch.push((line, givens));
        if batch.len() == BATCH {
            args.write(&mut out, begun.as_ref(), &mut batch, &mut first)?;
        }
        Ok(())
    });
    args.write(&mut out, begun.as_ref(), &mut batch, &mut first)?;
    if read.is_ok() && args.format == Format::Json {
        out.write_all(b"]}\n")?;
    }
    out.flush()?;
    read.map(|()| Found::Fine)
}

impl Args {
    fn head(&self, header: &str) -> String {
        match self.format {
            Format::Text => header.to_owned(),
            Format::Csv => if self.with_map { "line,puzzle,map\n" } else { "line,puzzle\n" }.to_owned(),
            Format::Json => "{\"puzzles\":[".to_owned(),
        }
    }

    fn write(
        &self,
        out: &mut impl Write,
        begun: Option<&(Symmetry, u8)>,
        batch: &mut Vec<(u64, Givens)>,
        first: &mut bool,
    ) -> Result<()> {
        if batch.is_empty() {
            return Ok(());
        }
        let (symmetry, values) = begun.context("a puzzle has rules")?;
        let least: Vec<Option<Canonical>> = batch.par_iter().map(|(_, givens)| symmetry.canonical(givens)).collect();
        for ((line, _), least) in batch.drain(..).zip(least) {
            let Some(least) = least else {
                bail!(
                    "line {line}: no least form: a value twice in a row or column, or too many rearrangements look alike"
                );
            };
            let text = board_text(least.givens.values(), *values);
            let map = self.with_map.then(|| least.by.to_string());
            out.write_all(&self.one(line, text, map, std::mem::take(first)))?;
        }
        Ok(())
    }

    fn one(&self, line: u64, text: String, map: Option<String>, first: bool) -> Vec<u8> {
        match self.format {
            Format::Text => (std::iter::once(text).chain(map).collect::<Vec<_>>().join("  ") + "\n").into_bytes(),
            Format::Csv => csv_line(&[line.to_string(), text].into_iter().chain(map).collect::<Vec<_>>()),
            Format::Json => {
                let mut one = json!({ "givens": text, "line": line });
                if let Some(map) = map {
                    one["map"] = map.into();
                }
                format!("{}{one}", if first { "" } else { "," }).into_bytes()
            }
        }
    }
}
