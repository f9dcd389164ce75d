//! `harness rerun`.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use model::solve::erased::Strategies;

use super::{Found, STOP, print, stop_on_signals};
use crate::campaign::Campaign;
use crate::run::{self, Ended, Extent, Talk};
use crate::run_dir::RunDir;

#[derive(clap::Args)]
pub(super) struct Args {
    /// A finished run directory.
    dir: PathBuf,
    /// Threads of the counted pass; as many as the run had by default.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    threads: Option<u32>,
}

pub(super) fn main(args: &Args, registry: &Strategies) -> Result<Found> {
    let (then, mut manifest) = RunDir::open(&args.dir)?;
    if manifest.finished.is_none() {
        bail!("{} is not finished; go on with: harness run --resume {0}", args.dir.display());
    }
    // Gone at the end, whatever happens.
    let folder = tempfile::Builder::new().prefix("rerun-").tempdir().context("cannot make a folder for the rerun")?;
    let threads = args.threads.map(|threads| threads as usize).or(manifest.campaign.threads);
    let mut campaign = Campaign { threads, ..manifest.campaign.clone() };
    // What programs answer is not ours to promise.
    campaign.external.clear();
    manifest.strategies.retain(|strategy| strategy.external.is_none());
    if manifest.strategies.is_empty() {
        bail!("{} has no strategy of ours: there is nothing to compare", args.dir.display());
    }
    campaign.strategies = manifest.strategies.iter().map(|strategy| strategy.id.clone()).collect();
    let (plan, now, mut again) = run::begin(campaign, registry.clone(), folder.path(), std::env::args().collect())?;
    run::same_work(&plan, &manifest.corpus, &manifest.strategies)
        .with_context(|| format!("cannot rerun {}", args.dir.display()))?;
    stop_on_signals()?;
    if run::make_rows(&plan, &now, &mut again, Extent::CountsOfIt, &STOP, Talk::Usual)? == Ended::Interrupted {
        say!("interrupted; nothing was compared");
        return Ok(Found::Unusable);
    }
    let mut differ = 0;
    for id in plan.ids() {
        let read = |dir: &RunDir| {
            let path = dir.counts(&id);
            std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))
        };
        let (before, after) = (read(&then)?, read(&now)?);
        if before == after {
            print(&format!("{id}: identical\n"))?;
        } else {
            differ += 1;
            let same = before.split(|&byte| byte == b'\n').zip(after.split(|&byte| byte == b'\n'));
            let line = same.take_while(|(one, other)| one == other).count() + 1;
            print(&format!("{id}: differs from line {line} on\n"))?;
        }
    }
    if differ == 0 {
        print("identical\n")?;
        Ok(Found::Fine)
    } else {
        print(&format!("{differ} of {} strategies differ\n", plan.entries.len()))?;
        Ok(Found::Wrong)
    }
}
