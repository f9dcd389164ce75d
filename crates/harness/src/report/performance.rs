//! The section of a run in docs/PERFORMANCE.md: how fast each strategy is, beside the reference, and the command that says so.
//!
//! Only what travels or places the figures: ratios first to believe, absolute times for this machine. Everything else is in
//! the run's own report.

use std::fmt::Write as _;
use std::path::Path;

use super::measured;
use super::table::{Table, plain};
use super::tables::{none, unsolved};
use crate::manifest::Manifest;
use crate::ranking::quantity::{Bound, count, digits};
use crate::ranking::{Entry, Ranking, troubles};
use crate::results::Results;

/// The section, as Markdown.
pub fn performance(results: &Results, manifest: &Manifest, ranking: &Ranking) -> String {
    let machine = &manifest.machine;
    let build = &manifest.build;
    let corpus = short(&manifest.corpus.path);
    let pinned = manifest.pinned_core.map_or("not pinned", |_| "on one core");
    let mut text = format!(
        "### {}: {} of {}, ask {}\n\n",
        plain(&measured::campaign_name(manifest)),
        count(manifest.puzzles),
        plain(&corpus),
        manifest.campaign.ask,
    );
    text.push_str(&table(ranking).markdown());
    for note in troubles(results) {
        let _ = writeln!(text, "\n{}", plain(&note));
    }
    let _ = write!(
        text,
        "\n{} passes, {pinned}, on {} ({} logical cores, {}), load {} at the start; {}, {}; revision {}, {}. Made by (folders \
         left out)\n\n```\n{}\n```\n",
        ranking.passes,
        plain(&machine.cpu),
        machine.cores,
        plain(&machine.os),
        manifest.load[0].map_or_else(none, |load| format!("{load:.1}")),
        plain(&build.rustc),
        plain(&build.flags),
        plain(&build.git),
        manifest.started,
        // Whatever the file of the program was called.
        measured::command_of(
            std::iter::once("harness".to_owned()).chain(manifest.command.iter().skip(1).map(|word| short(word)))
        ),
    );
    text
}

fn table(ranking: &Ranking) -> Table {
    let reference = ranking.reference.as_deref().unwrap_or("the reference");
    let to = format!("× {reference}, both finished");
    let mut table = Table::new(&[
        "strategy",
        "mean µs",
        "puzzles/s",
        "median µs",
        "p95 µs",
        &to,
        "range",
        "n",
        "not solved",
        "<clock",
    ]);
    for entry in &ranking.entries {
        table.push(super::tables::accent(entry), row(entry));
    }
    table
}

fn row(entry: &Entry) -> Vec<String> {
    let mut cells = vec![entry.id.clone()];
    let Some(all) = &entry.all else {
        cells.resize(10, none());
        return cells;
    };
    let micros = |bounded: crate::ranking::quantity::Bounded<u64>| {
        format!("{}{}", bounded.bound.sign(), digits(bounded.value as f64 / 1e3))
    };
    let rate = || count((1e9 / all.mean_ns.value.max(1) as f64).round() as u64);
    let paired = all.paired;
    cells.extend([
        micros(all.mean_ns),
        if all.mean_ns.bound == Bound::Exact { rate() } else { none() },
        micros(all.median_ns),
        micros(all.p95_ns),
        paired.map_or_else(none, |paired| digits(paired.ratio.value)),
        paired.and_then(|paired| paired.range).map_or_else(none, |(low, high)| crate::ranking::range(low, high)),
        all.ratio.map_or_else(none, |_| count(all.geometric_pairs as u64)),
        unsolved(entry),
        entry.timed_by.map_or("harness", crate::external::TimedBy::word).to_owned(),
    ]);
    cells
}

/// A word of a command with the folders of absolute paths left out: they say nothing elsewhere.
fn short(word: &str) -> String {
    let (name, path) = word.split_once('=').map_or(("", word), |(name, path)| (name, path));
    let last = Path::new(path).file_name().map(|last| last.to_string_lossy().into_owned());
    match last.filter(|_| Path::new(path).is_absolute()) {
        Some(last) if name.is_empty() => last,
        Some(last) => format!("{name}={last}"),
        None => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::short;

    #[test]
    fn folders_of_absolute_paths_are_left_out() {
        let words = ["--corpus", "/data/royle17.txt", "peers=/opt/bin/peers", "bench-data/campaigns/peers.toml", "a=b"];
        assert_eq!(
            words.map(short),
            ["--corpus", "royle17.txt", "peers=peers", "bench-data/campaigns/peers.toml", "a=b"]
        );
    }
}
