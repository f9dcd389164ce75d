//! One attempt at a shard: a run of its own in a folder that goes away, packed into the shard's file.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result, bail, ensure};
use model::solve::erased::Strategies;

use super::conditions::calibrate;
use super::file::{self, Outcome, ShardFile, Writer};
use super::plan::ShardPlan;
use super::share::Shard;
use crate::doctor::has_smt;
use crate::manifest::{Manifest, ShardRecord};
use crate::pin;
use crate::provenance;
use crate::run::{self, Ended, Extent, Plan, Talk};
use crate::run_dir::{self, RunDir};

/// What came of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Made {
    /// The shard's file.
    Published,
    /// Nothing: another attempt was first.
    Late,
    /// Nothing: it was there before.
    There,
    /// Nothing: it was stopped.
    Interrupted,
}

/// Makes a shard of a plan in the folder of shard files.
///
/// # Errors
/// When harness, corpus or strategies are not those of the plan, or files cannot be read or written.
pub fn make(
    shards: &ShardPlan,
    shard: Shard,
    out: &Path,
    strategies: Strategies,
    threads: Option<usize>,
    stop: &'static AtomicBool,
) -> Result<Made> {
    let planned = shards.work.shards;
    ensure!(
        shard.of == planned && shard.index < shards.parts(),
        "{shard} is no shard of a plan with {planned} and {} controls, which end before {}/{planned}",
        shards.work.controls.len(),
        shards.parts()
    );
    std::fs::create_dir_all(out).with_context(|| format!("cannot make {}", out.display()))?;
    if is_there(&shards.campaign_id, shard, out)? {
        return Ok(Made::There);
    }
    let mut plan = shards.plan(strategies)?;
    let share = Shard { index: shards.shard_of(shard.index), of: planned };
    plan.keep(&share.puzzles(plan.puzzles.len()));
    // They are of the first puzzles of the whole selection.
    (plan.campaign.forms, plan.campaign.seeds, plan.campaign.certify) = (0, 0, false);
    plan.campaign.threads = threads.or(plan.campaign.threads);
    let scratch = tempfile::Builder::new().prefix("shard-").tempdir().context("cannot make a folder for the shard")?;
    let (dir, mut manifest) = run::open(&plan, scratch.path(), Vec::new())?;
    manifest.pinned_core = shards.is_timed().then(|| pin::choose_apart(shard.index as usize)).flatten();
    let calibration_ns = calibrate(manifest.pinned_core);
    if run::make_rows(&plan, &dir, &mut manifest, Extent::Campaign, stop, Talk::Usual)? == Ended::Interrupted {
        return Ok(Made::Interrupted);
    }
    let record = record(shard, &manifest, calibration_ns);
    let published = file::publish(out, shard.index, |to| {
        let mut writer = Writer::new(to, &shards.campaign_id, &record)?;
        pack(&plan, &dir, &shards.numbers(shard.index), &mut writer)?;
        writer.end()
    })?;
    match published {
        Outcome::Published => Ok(Made::Published),
        Outcome::Late if is_there(&shards.campaign_id, shard, out)? => Ok(Made::Late),
        Outcome::Late => bail!("what took the place of shard {shard} was damaged, and is gone: make it again"),
    }
}

/// Whether the shard's file is there and whole. A damaged one is taken away, that of another plan refused.
pub(super) fn is_there(campaign_id: &str, shard: Shard, out: &Path) -> Result<bool> {
    let path = file::path(out, shard.index);
    if !path.exists() {
        return Ok(false);
    }
    match ShardFile::open(&path) {
        Ok(file) if file.header.campaign_id == campaign_id && file.header.record.shard == shard.index => Ok(true),
        Ok(file) => bail!("{} is of another plan: campaign {}", path.display(), file.header.campaign_id),
        Err(flaw) => {
            say!("{} is damaged and is made again: {flaw:#}", path.display());
            std::fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
            Ok(false)
        }
    }
}

fn record(shard: Shard, manifest: &Manifest, calibration_ns: u64) -> ShardRecord {
    let programs = || manifest.strategies.iter().map(|strategy| strategy.external.as_ref());
    let startup_ns: Vec<_> = programs().map(|one| one.and_then(|one| one.startup_ns)).collect();
    let clocks: Vec<_> = programs().map(|one| one.and_then(|one| one.clock)).collect();
    ShardRecord {
        shard: shard.index,
        machine: manifest.machine.clone(),
        affinity: pin::allowed(),
        smt: has_smt(Path::new("/")),
        pinned_core: manifest.pinned_core,
        load: [manifest.load[0], provenance::load()],
        calibration_ns,
        clock: manifest.clock,
        timed_blocks: manifest.timed_blocks.clone(),
        passes: manifest.passes,
        timed_by: programs().map(|one| one.and_then(|one| one.timed_by)).collect(),
        startup_ns: if startup_ns.iter().any(Option::is_some) { startup_ns } else { Vec::new() },
        clocks: if clocks.iter().any(Option::is_some) { clocks } else { Vec::new() },
        examinations: manifest.examinations.clone(),
        started: manifest.started.clone(),
        finished: provenance::now(),
    }
}

/// Writes the files of the run, its puzzles numbered as those of the campaign.
fn pack(plan: &Plan, dir: &RunDir, numbers: &[u64], writer: &mut Writer<'_>) -> Result<()> {
    for name in run_dir::row_files(&plan.ids()) {
        let path = dir.path().join(&name);
        if path.exists() {
            let context = || format!("cannot read {}", path.display());
            let text = std::fs::read_to_string(&path).with_context(context)?;
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            lines.iter_mut().skip(1).try_for_each(|line| renumber(line, numbers)).with_context(context)?;
            writer.section(&name, &lines)?;
        }
    }
    Ok(())
}

/// Gives a row the number that its puzzle has in the campaign.
fn renumber(line: &mut String, numbers: &[u64]) -> Result<()> {
    let (number, rest) = line.split_once(',').context("a row without a number")?;
    let puzzle: usize = number.parse().with_context(|| format!("`{number}` is no puzzle"))?;
    *line = format!("{},{rest}", numbers[puzzle - 1]);
    Ok(())
}
