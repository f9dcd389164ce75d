//! Which shards have times that can be put together, and who made them.

use std::collections::BTreeMap;

use anyhow::{Context, Result};

use super::file::ShardFile;
use super::merge::lay;
use crate::manifest::{GroupRecord, HostRecord, Manifest, RatioRecord, ShardRecord};
use crate::run::{self, Plan};
use crate::run_dir::RunDir;

/// What has to be the same: CPU model, SMT, and whether the timed pass stayed on one core.
fn conditions(record: &ShardRecord) -> (&str, Option<bool>, bool) {
    (&record.machine.cpu, record.smt, record.pinned_core.is_some())
}

/// Whether a shard is one of the group.
pub(super) fn is_of(group: &GroupRecord, record: &ShardRecord) -> bool {
    conditions(record) == (group.cpu.as_str(), group.smt, group.is_pinned)
}

/// The groups of these shards, without ratios.
pub(super) fn groups(files: &[ShardFile]) -> Vec<GroupRecord> {
    let mut groups: BTreeMap<_, BTreeMap<&str, Vec<&ShardRecord>>> = BTreeMap::new();
    for record in files.iter().map(|file| &file.header.record) {
        let hosts = groups.entry(conditions(record)).or_default();
        hosts.entry(&record.machine.host).or_default().push(record);
    }
    let host = |(host, records): (&str, Vec<&ShardRecord>)| {
        let mut calibrations: Vec<u64> = records.iter().map(|record| record.calibration_ns).collect();
        calibrations.sort_unstable();
        HostRecord {
            host: host.to_owned(),
            shards: records.iter().map(|record| record.shard).collect(),
            calibration_ns: calibrations[calibrations.len() / 2],
        }
    };
    let group = |((cpu, smt, is_pinned), hosts): ((&str, _, _), BTreeMap<&str, Vec<&ShardRecord>>)| GroupRecord {
        cpu: cpu.to_owned(),
        smt,
        is_pinned,
        hosts: hosts.into_iter().map(host).collect(),
        ratios: Vec::new(),
    };
    groups.into_iter().map(group).collect()
}

/// The paired ratios of the strategies over the puzzles of one group; `merged` is the run without times.
///
/// # Errors
/// When files cannot be read or written.
pub(super) fn ratios(
    plan: &Plan,
    group: &GroupRecord,
    files: &[ShardFile],
    merged: &RunDir,
    manifest: &Manifest,
) -> Result<Vec<RatioRecord>> {
    let scratch = tempfile::Builder::new().prefix("group-").tempdir().context("cannot make a folder for the times")?;
    let dir = RunDir::create(scratch.path(), "group", "times", "one")?;
    let own = || files.iter().filter(|file| is_of(group, &file.header.record));
    lay(plan, own, &dir, true)?;
    for (from, to) in [(merged.puzzles(), dir.puzzles()), (merged.contradictions(), dir.contradictions())] {
        if from.exists() {
            std::fs::copy(&from, &to).with_context(|| format!("cannot copy {}", from.display()))?;
        }
    }
    let timed = Manifest { passes: Some(plan.campaign.reps), ..manifest.clone() };
    // Of all its figures only what is paired is of the group's puzzles alone.
    let ranking = run::ranking(&dir, &timed)?;
    let ratios = ranking.entries.iter().filter_map(|entry| {
        let all = entry.all.as_ref()?;
        let paired = all.paired?;
        let (strategy, puzzles) = (entry.id.clone(), all.geometric_pairs as u64);
        Some(RatioRecord { strategy, puzzles, ratio: paired.ratio.value, range: paired.range })
    });
    Ok(ratios.collect())
}
