//! The experimental set-up as a paragraph, to be copied into a paper: nothing in it that is not in the manifest.

use std::fmt::Write as _;

use model::solve::Ask;

use crate::campaign::StepLimits;
use crate::doctor::State;
use crate::executor::Hands;
use crate::manifest::Manifest;
use crate::ranking::quantity::{count, things, time};

/// The paragraph.
pub(crate) fn paragraph(manifest: &Manifest) -> String {
    let sentences = [puzzles(manifest), counted(manifest), timed(manifest), machine(manifest), build(manifest)];
    sentences.into_iter().filter(|sentence| !sentence.is_empty()).collect::<Vec<_>>().join(" ")
}

fn puzzles(manifest: &Manifest) -> String {
    let campaign = &manifest.campaign;
    let selection = if manifest.puzzles == manifest.corpus.puzzles {
        format!("all {} puzzles", count(manifest.puzzles))
    } else {
        let mut how = Vec::new();
        if campaign.offset > 0 {
            how.push(format!("the first {} skipped", count(campaign.offset)));
        }
        if campaign.stride > 1 {
            how.push(format!("every {}th taken", campaign.stride));
        }
        if campaign.sample.is_some() {
            how.push(format!("drawn with seed {}", campaign.seed));
        }
        if campaign.limit.is_some() {
            how.push("the first of those".to_owned());
        }
        let how = if how.is_empty() { String::new() } else { format!(" ({})", how.join(", ")) };
        format!("{} of the {} puzzles{how}", count(manifest.puzzles), count(manifest.corpus.puzzles))
    };
    let ask = match campaign.ask.0 {
        Ask::First => "for one solution of each",
        Ask::Unique => "of each whether it has exactly one solution",
        Ask::Count { .. } => "how many solutions each has",
    };
    let name = manifest.corpus.path.rsplit(['/', '\\']).next().unwrap_or(&manifest.corpus.path);
    let programs = manifest.strategies.iter().filter(|strategy| strategy.external.is_some()).count();
    let ours = manifest.strategies.len() - programs;
    let were = if ours + programs == 1 { "was" } else { "were" };
    let programs =
        if programs == 0 { String::new() } else { format!(" and {}", things(programs as u64, "external program")) };
    let ours = things(ours as u64, "strategy");
    format!(
        "{ours}{programs} {were} asked {ask}, on {selection} of {name} (rules {}, SHA-256 {}).",
        manifest.rules, manifest.corpus.sha256
    )
}

fn counted(manifest: &Manifest) -> String {
    let campaign = &manifest.campaign;
    let limit = match &campaign.step_limit {
        StepLimits::One(limit) => format!("under a limit of {} steps a puzzle", count(*limit)),
        StepLimits::Each(_) => "under limits of steps that depend on the strategy".to_owned(),
    };
    let mut text = format!(
        "Steps were counted in a pass of their own, {limit}, in which nothing was timed; every solution was checked against \
         its puzzle by a program that shares no code with the strategies."
    );
    if !manifest.strata.is_empty() {
        let names: Vec<String> = manifest.strata.iter().map(|one| format!("{} ({})", one.name, one.puzzles)).collect();
        _ = write!(text, " So were other populations, which are reported apart: {}.", names.join(", "));
    }
    if manifest.decoys > 0 {
        let decoys = count(manifest.decoys);
        _ = write!(
            text,
            " {decoys} puzzles more, with no solution or several by construction, tested claims of uniqueness."
        );
    }
    text
}

fn timed(manifest: &Manifest) -> String {
    let campaign = &manifest.campaign;
    let Some(passes) = manifest.passes.filter(|passes| *passes > 0) else { return String::new() };
    let processes = match campaign.executor {
        Some(Hands::Workers) => " by a fresh process of each strategy",
        Some(Hands::Threads) | None => "",
    };
    let form =
        if campaign.symmetry { ", each puzzle in one random equivalent form that was the same for all" } else { "" };
    let pinned = if manifest.pinned_core.is_some() { ", all on one core" } else { "" };
    let (times, clock) = (if passes == 1 { "once" } else { "times" }, manifest.clock);
    let passes = if passes == 1 { String::new() } else { format!("{passes} ") };
    let mut text = format!(
        "Then all was timed {passes}{times}{processes}, with nothing counted{form}{pinned}, in blocks of puzzles that \
         alternated between strategies in a random balanced order; on the clock were loading the givens and the search. A puzzle \
         enters as its median over the passes, and one that was not solved in {} as twice that time (PAR-2).",
        time(campaign.time_limit.ns() as f64)
    );
    if let Some(clock) = clock {
        _ = write!(text, " A reading of the clock took {}.", time(clock.cost_ns as f64));
    }
    text
}

fn machine(manifest: &Manifest) -> String {
    if let Some(sharded) = &manifest.sharded {
        let mut cpus: Vec<&str> = sharded.shards.iter().map(|shard| shard.machine.cpu.as_str()).collect();
        cpus.sort_unstable();
        cpus.dedup();
        return format!("It ran in {} shards on machines with {}.", sharded.shards.len(), cpus.join(" and with "));
    }
    let machine = &manifest.machine;
    let gigabytes = machine.memory_bytes as f64 / f64::from(1 << 30);
    let mut text =
        format!("It ran on {} ({} logical cores, {gigabytes:.0} GiB, {})", machine.cpu, machine.cores, machine.os);
    let worst = manifest.examinations.iter().max_by_key(|one| one.named(State::Warn).len());
    match worst.map(|one| one.named(State::Warn)) {
        Some(warnings) if !warnings.is_empty() => _ = write!(text, "; to be known of it: {}.", warnings.join(", ")),
        _ => text.push('.'),
    }
    text
}

fn build(manifest: &Manifest) -> String {
    let (build, dirty) = (&manifest.build, manifest.build.git.ends_with("-dirty"));
    let changed = if dirty { ", with changes that are in no revision" } else { "" };
    let revision = build.git.trim_end_matches("-dirty");
    format!(
        "Software: alldiff-lab {} (revision {revision}{changed}), {}, {}.",
        manifest.harness, build.rustc, build.flags
    )
}
