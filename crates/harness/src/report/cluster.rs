//! What a merged run says of its shards: who made them, how far apart the hosts are, what the controls showed.

use std::collections::BTreeSet;

use crate::manifest::{ControlRecord, GroupRecord, RatioRecord, ShardRecord, Sharded};
use crate::ranking::quantity::{ratio, time};
use crate::ranking::range;

/// Names with values.
pub(crate) fn facts(sharded: &Sharded, reference: &str) -> Vec<(String, String)> {
    let mut facts = vec![("shards".to_owned(), shards(sharded))];
    facts.extend(sharded.groups.iter().map(|one| (format!("times on {}", one.cpu), group(one, reference))));
    facts.extend(sharded.controls.iter().map(|one| (format!("control of shard {}", one.of), control(one, sharded))));
    facts
}

fn shards(sharded: &Sharded) -> String {
    let hosts: BTreeSet<_> = sharded.shards.iter().map(|record| &record.machine.host).collect();
    let models: BTreeSet<_> = sharded.shards.iter().map(|record| &record.machine.cpu).collect();
    let apart = if sharded.groups.len() > 1 {
        "; their times do not go together, and were left out"
    } else if hosts.len() > 1 {
        "; ratios are of strategies timed in turns on one core, totals and medians are over all hosts"
    } else {
        ""
    };
    format!(
        "{} of campaign {} on {}, {}{apart}",
        sharded.shards.len(),
        &sharded.campaign_id[..12.min(sharded.campaign_id.len())],
        several(hosts.len(), "host"),
        several(models.len(), "CPU model")
    )
}

fn several(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}

fn group(group: &GroupRecord, reference: &str) -> String {
    let smt = match group.smt {
        Some(true) => "SMT on",
        Some(false) => "no SMT",
        None => "SMT not known",
    };
    let pinned = if group.is_pinned { "each shard timed on one core" } else { "not pinned" };
    let hosts = group.hosts.iter().map(|host| {
        let (shards, calibration) = (several(host.shards.len(), "shard"), time(host.calibration_ns as f64));
        format!("{} {shards}, the same piece of work in {calibration}", host.host)
    });
    let hosts = hosts.collect::<Vec<_>>().join("; ");
    let ratios = group.ratios.iter().filter(|one| one.strategy != reference).map(paired).collect::<Vec<_>>();
    let ratios = if ratios.is_empty() { String::new() } else { format!("; over {reference}: {}", ratios.join(", ")) };
    format!("{smt}, {pinned}: {hosts}{ratios}")
}

fn paired(one: &RatioRecord) -> String {
    let range = one.range.map(|(low, high)| format!(" ({})", range(low, high))).unwrap_or_default();
    format!("{} {}{range} on {} puzzles", one.strategy, ratio(one.ratio), one.puzzles)
}

fn control(control: &ControlRecord, sharded: &Sharded) -> String {
    let machine = |record: &ShardRecord| format!("{} ({})", record.machine.host, record.machine.cpu);
    let second = machine(&control.record);
    let first = sharded.shards.iter().find(|record| record.shard == control.of).map_or("?".to_owned(), machine);
    let where_ = if first == second {
        format!("made twice on {first}, which says nothing of other hosts")
    } else {
        format!("made on {first} and again on {second}")
    };
    let times = control.time_ratio.map(|mean| {
        let range = control.time_ratio_range.map(|(low, high)| format!(" ({})", range(low, high))).unwrap_or_default();
        format!("; the second took {}{range} as long, by strategy", ratio(mean))
    });
    format!("{where_}: the same counts{}", times.unwrap_or_default())
}
