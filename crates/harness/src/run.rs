//! A run from plan to report: counted pass, timed pass, variations, finish.
//!
//! `plan` settles everything before the first row, `counted`, `timed` and `variations` make rows, `certified` certificates, `finish` makes everything else from
//! the files alone. Interrupted at any point, a run goes on where it stopped.

mod certified;
mod counted;
mod errors;
mod finish;
mod plan;
mod progress;
mod resume;
mod timed;
mod variations;
mod witnesses;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::{Result, bail};
use model::solve::erased::Strategies;

pub use finish::{Finished, finish, ranking};
pub use plan::Plan;
pub use progress::Talk;
pub use resume::{Binaries, reopen};

use crate::campaign::Campaign;
use crate::clock;
use crate::manifest::{CorpusRecord, Manifest, SCHEMA, StrategyRecord};
use crate::pin;
use crate::provenance;
use crate::run_dir::RunDir;
use crate::verify;

/// How far a run is to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// As far as the campaign says.
    Campaign,
    /// Only the counted pass, decoys and all: what `rerun` compares.
    CountsOfIt,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Everything is there.
    Complete,
    /// It was stopped; what was written stays.
    Interrupted,
}

/// Begins a run with these strategies in a new directory below `reports`.
///
/// # Errors
/// When the campaign cannot be planned or the directory not be written: nothing is left behind then.
pub fn begin(
    campaign: Campaign,
    strategies: Strategies,
    reports: &Path,
    command: Vec<String>,
) -> Result<(Plan, RunDir, Manifest)> {
    let plan = Plan::new(campaign, strategies)?;
    let (dir, manifest) = open(&plan, reports, command)?;
    Ok((plan, dir, manifest))
}

/// Begins a run of a plan in a new directory below `reports`.
///
/// # Errors
/// When the directory cannot be written.
pub(crate) fn open(plan: &Plan, reports: &Path, command: Vec<String>) -> Result<(RunDir, Manifest)> {
    let machine = provenance::machine();
    let dir = RunDir::create(reports, &plan.campaign.name, &provenance::stamp(), &machine.host)?;
    let manifest = Manifest {
        schema: SCHEMA,
        harness: env!("CARGO_PKG_VERSION").to_owned(),
        command,
        campaign: plan.campaign.clone(),
        campaign_sha256: Some(plan.campaign.sha256()?),
        corpus: plan.corpus.clone(),
        rules: plan.puzzles.rules.name().to_owned(),
        puzzles: plan.selected() as u64,
        strata: plan.strata.clone(),
        decoys: plan.decoys.len() as u64,
        skipped_lines: plan.skipped.len() as u64,
        strategies: plan.entries.iter().map(|entry| entry.record.clone()).collect(),
        build: provenance::build(),
        other_builds: Vec::new(),
        machine,
        clock: (!plan.campaign.counts_only).then(clock::measure),
        timed_blocks: None,
        passes: None,
        pinned_core: plan.campaign.pin.then(pin::choose).flatten(),
        started: provenance::now(),
        finished: None,
        load: [provenance::load(), None],
        resumed: 0,
        examinations: Vec::new(),
        files: BTreeMap::new(),
        certificates: None,
        sharded: None,
    };
    dir.write_manifest(&manifest).inspect_err(|_| dir.discard())?;
    Ok((dir, manifest))
}

/// Whether a plan made today is of this corpus and these strategies.
///
/// # Errors
/// What differs.
pub fn same_work(plan: &Plan, corpus: &CorpusRecord, strategies: &[StrategyRecord]) -> Result<()> {
    if plan.corpus.sha256 != corpus.sha256 {
        bail!("the corpus {} is not what it was (SHA-256 {})", plan.corpus.path, corpus.sha256);
    }
    for (entry, then) in plan.entries.iter().zip(strategies) {
        let now = &entry.record;
        if (&now.id, &now.version, &now.back_end) != (&then.id, &then.version, &then.back_end) {
            let name = |record: &StrategyRecord| {
                let back_end = record.back_end.as_ref().map(|name| format!(" on {name}")).unwrap_or_default();
                format!("{} version {}{back_end}", record.id, record.version)
            };
            bail!("strategies differ: then {}, now {}", name(then), name(now));
        }
        let same = match (&now.external, &then.external) {
            (Some(now), Some(then)) => now.is_same(then),
            (now, then) => now.is_none() && then.is_none(),
        };
        if !same {
            bail!("{} is not the program that it was", now.id);
        }
    }
    if plan.entries.len() != strategies.len() {
        bail!("then {} strategies, now {}", strategies.len(), plan.entries.len());
    }
    Ok(())
}

/// Writes summary, charts and report of a run whose rows are all there, and then marks it as finished: one that was killed between
/// is resumed.
///
/// # Errors
/// When files cannot be read or written.
pub fn complete(dir: &RunDir, manifest: &mut Manifest) -> Result<Finished> {
    manifest.finished = Some(provenance::now());
    manifest.load[1] = provenance::load();
    let finished = finish(dir, manifest)?;
    verify::seal(dir, manifest)?;
    dir.write_manifest(manifest)?;
    Ok(finished)
}

/// Takes over rows that were made elsewhere and are all there: enters them in the ledger, and writes what follows from it.
///
/// # Errors
/// When a row is missing, or files cannot be read or written.
pub(crate) fn adopt(plan: &Plan, dir: &RunDir) -> Result<()> {
    let mut ledger = plan.ledger();
    counted::recall(plan, dir, &mut ledger)?;
    timed::recall(plan, dir, &mut ledger)?;
    plan.write_puzzles(dir, Some(&ledger))?;
    witnesses::write_contradictions(plan, dir, &ledger)
}

/// Makes all rows that are missing.
///
/// # Errors
/// When files cannot be read or written.
pub fn make_rows(
    plan: &Plan,
    dir: &RunDir,
    manifest: &mut Manifest,
    extent: Extent,
    stop: &'static AtomicBool,
    talk: Talk,
) -> Result<Ended> {
    let begin = Instant::now();
    let mut ledger = plan.ledger();
    let paces = counted::pass(plan, dir, &mut ledger, stop, talk)?;
    if stop.load(Ordering::Relaxed) {
        return Ok(Ended::Interrupted);
    }
    plan.write_puzzles(dir, Some(&ledger))?;
    // The timed pass settles some of what the counted pass left, by the clock: nothing here hangs on that.
    let varied = variations::blocks(plan, &ledger);
    if extent == Extent::Campaign {
        manifest.certificates = certified::pass(plan, dir, &ledger, stop, talk)?;
        if stop.load(Ordering::Relaxed) {
            return Ok(Ended::Interrupted);
        }
    }
    if extent == Extent::Campaign && !plan.campaign.counts_only {
        if manifest.timed_blocks.is_none() {
            manifest.timed_blocks = Some(plan.timed_blocks(&paces));
            dir.write_manifest(manifest)?;
        }
        let (passes, timed_by) = timed::passes(plan, dir, manifest, &mut ledger, begin, stop, talk)?;
        for (record, timed_by) in manifest.strategies.iter_mut().zip(timed_by) {
            if let Some(external) = &mut record.external {
                external.timed_by = timed_by;
            }
        }
        if stop.load(Ordering::Relaxed) {
            return Ok(Ended::Interrupted);
        }
        manifest.passes = Some(passes);
    }
    if extent == Extent::Campaign {
        variations::pass(plan, dir, &varied, &mut ledger, stop, talk)?;
        if stop.load(Ordering::Relaxed) {
            return Ok(Ended::Interrupted);
        }
    }
    witnesses::write_contradictions(plan, dir, &ledger)?;
    Ok(Ended::Complete)
}
