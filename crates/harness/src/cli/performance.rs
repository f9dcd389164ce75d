//! `harness performance`.

use std::path::PathBuf;

use anyhow::Result;

use super::{Found, print};
use crate::ranking::Ranking;
use crate::read;
use crate::report;
use crate::run_dir::RunDir;

#[derive(clap::Args)]
pub(super) struct Args {
    /// Run directories, in the order of the sections.
    #[arg(required = true)]
    dirs: Vec<PathBuf>,
}

pub(super) fn main(args: &Args) -> Result<Found> {
    let mut sections = Vec::new();
    for dir in &args.dirs {
        let (dir, manifest) = RunDir::open(dir)?;
        if manifest.finished.is_none() {
            say!("{} is not finished: its figures are of a part", dir.path().display());
        }
        let results = read::results(&dir, &manifest)?;
        sections.push(report::performance(&results, &manifest, &Ranking::of(&results)));
    }
    print(&sections.join("\n"))?;
    Ok(Found::Fine)
}
