//! `harness missing`.

use std::path::PathBuf;

use anyhow::Result;

use super::{Found, print};
use crate::shards::{Planned, Survey, array};

#[derive(clap::Args)]
pub(super) struct Args {
    /// What harness plan wrote.
    plan: PathBuf,
    /// The folder of the shard files.
    dir: PathBuf,
}

pub(super) fn main(args: &Args) -> Result<Found> {
    let plan = Planned::read(&args.plan)?;
    let survey = Survey::of(plan.campaign_id(), plan.parts(), &args.dir)?;
    for trouble in &survey.troubles {
        say!("{trouble}");
    }
    let missing = survey.missing();
    if missing.is_empty() {
        return Ok(Found::Fine);
    }
    print(&format!("{}\n", array(&missing)))?;
    Ok(Found::Wrong)
}
