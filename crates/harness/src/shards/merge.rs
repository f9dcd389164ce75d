//! Puts shards together to an ordinary run directory, once it is proved that every row is there once.

use std::path::Path;

use anyhow::Result;
use model::solve::erased::Strategies;

use super::control;
use super::file::ShardFile;
use super::groups;
use super::plan::ShardPlan;
use super::proof;
use super::survey::Survey;
use crate::manifest::{Manifest, Sharded};
use crate::run::{self, Finished, Plan};
use crate::run_dir::{self, RunDir};
use crate::verify;

/// What is wanted of the shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Counts, and times where they go together.
    All,
    /// Counts.
    Counts,
}

/// What came of it.
pub enum Merged {
    /// A run.
    Run {
        /// Where it lies.
        dir: RunDir,
        /// What it says of itself.
        manifest: Box<Manifest>,
        /// What its files say.
        finished: Box<Finished>,
        /// Whether times were wanted and left out, as they are of several CPU models or other conditions.
        is_split: bool,
    },
    /// Nothing: why not, a sentence each.
    Refused(Vec<String>),
}

/// Merges the shards of a plan into a new run directory below `reports`.
///
/// # Errors
/// When harness, corpus or strategies are not those of the plan, or files cannot be read or written.
pub fn merge(
    shards: &ShardPlan,
    dir: &Path,
    reports: &Path,
    strategies: Strategies,
    command: Vec<String>,
    wanted: Wanted,
) -> Result<Merged> {
    let survey = Survey::of(&shards.campaign_id, shards.parts(), dir)?;
    let mut troubles = survey.complaints(shards.work.shards, &shards.work.controls);
    let mut files: Vec<ShardFile> = survey.files.into_iter().flatten().collect();
    for file in &files {
        troubles.extend(proof::troubles(shards, file)?);
    }
    if !troubles.is_empty() {
        return Ok(Merged::Refused(troubles));
    }
    let mut controls = Vec::new();
    for control in files.split_off(shards.work.shards as usize) {
        let shard = &files[shards.shard_of(control.header.record.shard) as usize];
        let (record, differences) = control::compare(shards, shard, &control)?;
        controls.push(record);
        troubles.extend(differences);
    }
    if !troubles.is_empty() {
        return Ok(Merged::Refused(troubles));
    }
    let plan = shards.plan(strategies)?;
    let times_wanted = shards.is_timed() && wanted == Wanted::All;
    let mut groups = groups::groups(&files);
    let is_split = times_wanted && groups.len() > 1;
    let is_timed = times_wanted && !is_split;
    let (dir, mut manifest) = run::open(&plan, reports, command)?;
    lay(&plan, || files.iter(), &dir, is_timed)?;
    run::adopt(&plan, &dir)?;
    describe(shards, &files, is_timed, &mut manifest);
    if is_split {
        for group in &mut groups {
            group.ratios = groups::ratios(&plan, group, &files, &dir, &manifest)?;
        }
    }
    if let Some(sharded) = &mut manifest.sharded {
        sharded.controls = controls;
        sharded.groups = groups;
    }
    drop(plan);
    let finished = Box::new(run::finish(&dir, &manifest)?);
    verify::seal(&dir, &mut manifest)?;
    dir.write_manifest(&manifest)?;
    Ok(Merged::Run { dir, manifest: Box::new(manifest), finished, is_split })
}

/// Writes the rows of these shards, in the order in which one machine writes them.
pub(super) fn lay<'a, I: Iterator<Item = &'a ShardFile>>(
    plan: &Plan,
    files: impl Fn() -> I,
    dir: &RunDir,
    is_timed: bool,
) -> Result<()> {
    for name in run_dir::row_files(&plan.ids()) {
        let is_sorted = name.contains('/');
        if name == run_dir::CONTRADICTIONS || (run_dir::is_times(&name) && !is_timed) {
            continue;
        }
        let mut header = None;
        let mut rows: Vec<String> = Vec::new();
        for file in files() {
            let mut lines = file.lines(&name)?.into_iter();
            header = lines.next().or(header);
            rows.extend(lines);
        }
        if is_sorted {
            let is_times = run_dir::is_times(&name);
            rows.sort_by_cached_key(|row| place(row, is_times));
        }
        if let Some(header) = header {
            let text = [header].into_iter().chain(rows).flat_map(|line| [line, "\n".to_owned()]).collect::<String>();
            dir.replace(&dir.path().join(&name), text.as_bytes())?;
        }
    }
    Ok(())
}

/// Where a row stands in its file: the pass, where there are passes, then the puzzle.
fn place(row: &str, has_passes: bool) -> (u64, u64) {
    let mut numbers = row.split(',').map(|field| field.parse().unwrap_or(0));
    let puzzle = numbers.next().unwrap_or(0);
    (if has_passes { numbers.next().unwrap_or(0) } else { 0 }, puzzle)
}

/// Says in the manifest where the rows come from. The machine is that of the first shard; all are listed.
fn describe(shards: &ShardPlan, files: &[ShardFile], is_timed: bool, manifest: &mut Manifest) {
    let records: Vec<_> = files.iter().map(|file| file.header.record.clone()).collect();
    for (at, strategy) in manifest.strategies.iter_mut().enumerate() {
        if let Some(external) = &mut strategy.external {
            let clocks = records.iter().map(|record| record.timed_by.get(at).copied().flatten());
            external.timed_by = clocks.max().flatten().filter(|_| is_timed);
            let starts = records.iter().filter_map(|record| record.startup_ns.get(at).copied().flatten());
            let mut starts: Vec<u64> = starts.filter(|_| is_timed).collect();
            starts.sort_unstable();
            external.startup_ns = starts.get(starts.len() / 2).copied();
            let audits = records.iter().filter_map(|record| record.clocks.get(at).copied().flatten());
            audits.filter(|_| is_timed).for_each(|audit| external.heed(Some(audit)));
        }
    }
    manifest.machine = records[0].machine.clone();
    manifest.clock = records[0].clock;
    manifest.passes = is_timed.then_some(shards.work.campaign.reps);
    manifest.pinned_core = None;
    manifest.load = [None, None];
    manifest.started = records.iter().map(|record| record.started.clone()).min().unwrap_or_default();
    manifest.finished = records.iter().map(|record| record.finished.clone()).max();
    manifest.sharded = Some(Sharded {
        campaign_id: shards.campaign_id.clone(),
        shards: records,
        controls: Vec::new(),
        groups: Vec::new(),
    });
}
