//! `harness corpus profile`: what kind of puzzles files hold.

use std::num::NonZeroUsize;

use anyhow::{Context, Result};

use super::super::{Format, Found, STOP, print, stop_on_signals};
use crate::corpus::{BadLines, SEVENTEEN, Selection, Source, load};
use crate::population::Profile;
use crate::registry::registry;
use crate::table::Table;
use crate::terminal::Paint;

#[derive(clap::Args)]
pub(in crate::cli) struct Args {
    /// Files of puzzles, or embedded corpora.
    #[arg(default_value = SEVENTEEN)]
    files: Vec<String>,
    /// What a file is called in the table, in the order of the files; by default what it is called.
    #[arg(long, value_name = "NAME")]
    name: Vec<String>,
    /// Threads; all cores by default.
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// How it is printed.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub(in crate::cli) fn main(args: &Args) -> Result<Found> {
    stop_on_signals()?;
    let all = Selection { offset: 0, stride: 1, sample: None, seed: 1, limit: None };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.jobs.map_or(0, NonZeroUsize::get)).build();
    let pool = pool.context("cannot start threads")?;
    let profile = |(at, file): (usize, &String)| -> Result<Profile> {
        let loaded = load(&Source::parse(file), None, &all, BadLines::Refuse)?;
        let mut profile = pool.install(|| Profile::of(&loaded, &registry(), &STOP))?;
        if let Some(name) = args.name.get(at) {
            profile.corpus.clone_from(name);
        }
        Ok(profile)
    };
    let profiles: Vec<Profile> = args.files.iter().enumerate().map(profile).collect::<Result<_>>()?;
    print(&match args.format {
        Format::Text => text(&profiles),
        Format::Json => serde_json::to_string_pretty(&profiles).context("plain data")? + "\n",
        Format::Csv => csv(&profiles)?,
    })?;
    Ok(Found::Fine)
}

fn csv(profiles: &[Profile]) -> Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    profiles.iter().try_for_each(|profile| writer.serialize(profile))?;
    Ok(String::from_utf8(writer.into_inner().context("memory takes every row")?)?)
}

fn text(profiles: &[Profile]) -> String {
    let head = ["corpus", "puzzles", "clues", "by propagation", "stuck", "nodes (median)", "nodes (mean)"];
    let mut table = Table::new(head.map(str::to_owned).to_vec());
    for profile in profiles {
        let cells = std::iter::once(profile.corpus.clone()).chain(profile.population().cells());
        table.push(cells.map(|cell| (cell, crate::terminal::Tone::Usual)).collect());
    }
    table.text(Paint::of_stdout())
}
