//! `harness report`.

use std::path::PathBuf;

use anyhow::{Context, Result};

use super::Found;
use crate::run;
use crate::run_dir::RunDir;
use crate::verify;

#[derive(clap::Args)]
pub(super) struct Args {
    /// A run directory.
    dir: PathBuf,
}

pub(super) fn main(args: &Args) -> Result<Found> {
    let (dir, mut manifest) = RunDir::claim(&args.dir).context("a copy of a run that is under way can be reported")?;
    let finished = run::finish(&dir, &manifest)?;
    // Another harness may summarise otherwise: the hashes of what is made again go with it, those of the rows stay.
    if verify::seal_summary(&dir, &mut manifest)? {
        dir.write_manifest(&manifest)?;
    }
    if manifest.finished.is_none() {
        say!("the run is not complete; go on with: harness run --resume {}", args.dir.display());
    }
    say!("report: {}", dir.path().join("report.html").display());
    Ok(if finished.is_wrong() { Found::Wrong } else { Found::Fine })
}
