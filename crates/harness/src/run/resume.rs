//! Going on with a run that was interrupted: only as it was begun.
//!
//! A run directory is one campaign on one corpus by one binary. What differs is named and refused before anything is touched;
//! another binary can be allowed, and is then recorded beside the first.

use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use model::solve::erased::Strategies;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::plan::Plan;
use super::same_work;
use crate::manifest::{BuildRecord, Manifest};
use crate::provenance;
use crate::run_dir::RunDir;

/// Which binaries may make rows of one run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binaries {
    /// The one that began it.
    Same,
    /// Any that has the same strategies; the manifest lists them all.
    Other,
}

/// Opens a run that was interrupted, to go on with it. `None` when it is finished.
///
/// # Errors
/// When the directory is no run or somebody is in it, or when binary, campaign, corpus, strategies or puzzles are not what they
/// were.
pub fn reopen(path: &Path, strategies: Strategies, binaries: Binaries) -> Result<Option<(Plan, RunDir, Manifest)>> {
    // A finished run is never changed, and need not be writable.
    if RunDir::open(path)?.1.finished.is_some() {
        return Ok(None);
    }
    let (dir, mut manifest) = RunDir::claim(path)?;
    if manifest.finished.is_some() {
        return Ok(None);
    }
    let plan = as_it_was_begun(&dir, &mut manifest, strategies, binaries)
        .with_context(|| format!("cannot resume {}", path.display()))?;
    manifest.resumed += 1;
    dir.write_manifest(&manifest)?;
    Ok(Some((plan, dir, manifest)))
}

fn as_it_was_begun(dir: &RunDir, manifest: &mut Manifest, strategies: Strategies, binaries: Binaries) -> Result<Plan> {
    let now = provenance::build();
    if let Some(other) = other_binary(manifest, &now) {
        ensure!(binaries == Binaries::Other, "{other}; --other-binary goes on all the same, and the manifest says so");
        manifest.other_builds.push(now);
    }
    if let Some(then) = &manifest.campaign_sha256 {
        let now = campaign_sha256(&dir.manifest())?;
        ensure!(*then == now, "the campaign in manifest.json was changed since the run was begun");
        // Another binary may write it with fields more.
        manifest.campaign_sha256 = Some(manifest.campaign.sha256()?);
    }
    let plan = Plan::new(manifest.campaign.clone(), strategies)?;
    same_work(&plan, &manifest.corpus, &manifest.strategies)?;
    let rules = plan.puzzles.rules.name();
    ensure!(rules == manifest.rules, "the rules are not what they were: then {}, now {rules}", manifest.rules);
    ensure!(plan.strata == manifest.strata, "the strata are not what they were");
    for (what, then, now) in [
        ("puzzles", manifest.puzzles, plan.selected()),
        ("decoys", manifest.decoys, plan.decoys.len()),
        ("lines skipped", manifest.skipped_lines, plan.skipped.len()),
    ] {
        ensure!(then == now as u64, "{what}: then {then}, now {now}");
    }
    same_puzzles(&plan, dir)?;
    Ok(plan)
}

/// SHA-256 of the campaign as it stands in a manifest, whatever this harness knows of it.
fn campaign_sha256(path: &Path) -> Result<String> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let manifest: Value = serde_json::from_str(&text).with_context(|| format!("{} is damaged", path.display()))?;
    Ok(format!("{:x}", Sha256::digest(manifest["campaign"].to_string())))
}

/// In what this binary differs from all that made rows so far.
fn other_binary(manifest: &Manifest, now: &BuildRecord) -> Option<String> {
    let mut known = std::iter::once(&manifest.build).chain(&manifest.other_builds);
    // Where nobody can tell, it is another.
    if now.binary.is_some() && known.any(|build| build.binary == now.binary) {
        return None;
    }
    let name = |build: &BuildRecord| {
        format!("git {}, SHA-256 {}", build.git, build.binary.as_deref().unwrap_or("not recorded"))
    };
    let then = manifest.other_builds.last().unwrap_or(&manifest.build);
    Some(format!("the harness is another binary: then {}; now {}", name(then), name(now)))
}

/// Whether puzzles.csv, where it is there, has the puzzles of the plan.
fn same_puzzles(plan: &Plan, dir: &RunDir) -> Result<()> {
    let path = dir.puzzles();
    if !path.exists() {
        return Ok(());
    }
    let context = || format!("cannot read {}", path.display());
    let mut rows = csv::Reader::from_path(&path).with_context(context)?.into_records();
    for index in 0..plan.puzzles.len() {
        let row = rows.next().transpose().with_context(context)?;
        let same = row.as_ref().is_some_and(|row| {
            // What was found out since is no part of the puzzle.
            let fixed = |column: &usize| *column != Plan::SOLUTION;
            let planned = plan.puzzle_row(index, None);
            row.len() == planned.len() && (0..planned.len()).filter(fixed).all(|column| row[column] == planned[column])
        });
        ensure!(same, "puzzle {} of {} is not that of the campaign", index + 1, path.display());
    }
    if rows.next().is_some() {
        bail!("{} has more puzzles than the campaign", path.display());
    }
    Ok(())
}
