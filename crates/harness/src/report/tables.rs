//! The tables of the ranking and of the counters.

use super::table::{Accent, Table};
use crate::ranking::quantity::{Bounded, count, digits, share};
use crate::ranking::{Entry, Ranking, Spread, Standing, range};
use crate::results::Status;
use crate::summary::place;

/// What stands where there is no measurement.
pub(super) fn none() -> String {
    "–".to_owned()
}

/// The ranking over all puzzles; counts of statuses alone when nothing was timed.
pub(super) fn ranking(ranking: &Ranking) -> Table {
    if !ranking.is_timed() {
        return statuses(ranking);
    }
    let sure = if ranking.has_intervals() { "95 % interval" } else { "range over passes" };
    let mut table = Table::new(&[
        "strategy",
        "rank",
        "not solved",
        "total (PAR-2)",
        "ratio",
        sure,
        "both finished",
        "ratio there",
        "its range",
        "geometric mean",
        "wins",
        "beats reference",
    ]);
    for entry in &ranking.entries {
        let mut cells = vec![entry.id.clone(), place(entry.standing)];
        if let Some(all) = &entry.all {
            cells.extend([
                unsolved(entry),
                all.total_ns.time(),
                all.ratio.map_or_else(none, |spread| spread.ratio.ratio()),
                all.ratio.map_or_else(none, range_of),
                all.ratio.map_or_else(none, |_| count(all.geometric_pairs as u64)),
                all.paired.map_or_else(none, |spread| spread.ratio.ratio()),
                all.paired.map_or_else(none, range_of),
                all.geometric.map_or_else(none, Bounded::ratio),
                share(all.wins),
                all.faster.map_or_else(none, share),
            ]);
        } else {
            cells.resize(table.columns.len(), none());
        }
        table.push(accent(entry), cells);
    }
    table
}

/// Times of a single puzzle; `None` when nothing was timed.
pub(super) fn times(ranking: &Ranking) -> Option<Table> {
    let mut table = Table::new(&["strategy", "median", "mean", "p95", "max", "n", "not solved"]);
    for entry in &ranking.entries {
        let Some(all) = &entry.all else { continue };
        let times = [all.median_ns, all.mean_ns, all.p95_ns, all.max_ns].map(Bounded::time);
        let counts = [all.puzzles, all.unfinished].map(|number| count(number as u64));
        table.push(Accent::Plain, std::iter::once(entry.id.clone()).chain(times).chain(counts).collect());
    }
    (!table.rows.is_empty()).then_some(table)
}

/// The same over the puzzles that all finished; `None` where there are none.
pub(super) fn common(ranking: &Ranking) -> Option<Table> {
    let mut table = Table::new(&[
        "strategy",
        "total",
        "ratio",
        "range over passes",
        "geometric mean",
        "wins",
        "median",
        "p95",
        "max",
    ]);
    for entry in &ranking.entries {
        let Some(common) = &entry.common else { continue };
        table.push(
            Accent::Plain,
            vec![
                entry.id.clone(),
                common.total_ns.time(),
                common.ratio.map_or_else(none, |spread| spread.ratio.ratio()),
                common.ratio.map_or_else(none, range_of),
                common.geometric.map_or_else(none, Bounded::ratio),
                share(common.wins),
                common.median_ns.time(),
                common.p95_ns.time(),
                common.max_ns.time(),
            ],
        );
    }
    (!table.rows.is_empty()).then_some(table)
}

/// What the timed passes took; `None` where nothing is known.
pub(super) fn resources(ranking: &Ranking) -> Option<Table> {
    let mut table = Table::new(&["strategy", "CPU share", "peak memory", "instructions a puzzle"]);
    for entry in &ranking.entries {
        let Some(taken) = entry.resources else { continue };
        table.push(
            Accent::Plain,
            vec![
                entry.id.clone(),
                taken.cpu_share().map_or_else(none, share),
                taken.peak_memory_bytes.map_or_else(none, mebibytes),
                taken.instructions_per_puzzle().map_or_else(none, |number| count(number.round() as u64)),
            ],
        );
    }
    (!table.rows.is_empty()).then_some(table)
}

fn mebibytes(bytes: u64) -> String {
    format!("{} MiB", digits(bytes as f64 / f64::from(1 << 20)))
}

fn statuses(ranking: &Ranking) -> Table {
    let seen: Vec<Status> = Status::ALL.into_iter().filter(|&status| ranking.count(status) > 0).collect();
    let names: Vec<&str> = std::iter::once("strategy").chain(seen.iter().map(|status| status.word())).collect();
    let mut table = Table::new(&names);
    for entry in &ranking.entries {
        let counts = seen.iter().map(|&status| count(entry.count(status) as u64));
        table.push(accent(entry), std::iter::once(entry.id.clone()).chain(counts).collect());
    }
    table
}

/// One table a family: a row a counter, a column a strategy, in each cell median, 95th percentile and largest.
pub(super) fn counters(ranking: &Ranking) -> Vec<(String, Table)> {
    let family = |entry: &Entry| entry.id.split_once('/').map_or(entry.id.clone(), |(family, _)| family.to_owned());
    let mut entries: Vec<&Entry> = ranking.entries.iter().filter(|entry| !entry.counters.is_empty()).collect();
    entries.sort_by_key(|entry| entry.index);
    let mut families: Vec<String> = Vec::new();
    for entry in &entries {
        if !families.contains(&family(entry)) {
            families.push(family(entry));
        }
    }
    let table_of = |name: String| {
        let members: Vec<&&Entry> = entries.iter().filter(|entry| family(entry) == name).collect();
        let head: Vec<&str> = std::iter::once("counter").chain(members.iter().map(|entry| entry.id.as_str())).collect();
        let mut table = Table::new(&head);
        let mut names: Vec<&str> =
            members.iter().flat_map(|entry| &entry.counters).map(|counter| counter.name.as_str()).collect();
        names.sort_by_key(|name| (rank(name), *name));
        names.dedup();
        for name in names {
            let cell = |entry: &&&Entry| {
                entry.counter(name).map_or_else(none, |counter| {
                    format!("{} · {} · {}", counter.median.count(), counter.p95.count(), counter.max.count())
                })
            };
            table.push(Accent::Plain, std::iter::once(name.to_owned()).chain(members.iter().map(cell)).collect());
        }
        (name, table)
    };
    families.into_iter().map(table_of).collect()
}

/// What compares across families comes first.
fn rank(counter: &str) -> usize {
    ["guesses", "steps", "backtracks", "max_depth"].iter().position(|known| *known == counter).unwrap_or(usize::MAX)
}

/// `3 stuck, 1 timeout`, or `0`.
pub(super) fn unsolved(entry: &Entry) -> String {
    let found: Vec<String> = Status::ALL
        .into_iter()
        .filter(|&status| status != Status::Ok && entry.count(status) > 0)
        .map(|status| format!("{} {}", count(entry.count(status) as u64), status.word()))
        .collect();
    if found.is_empty() { "0".to_owned() } else { found.join(", ") }
}

fn range_of(spread: Spread) -> String {
    spread.about().map_or_else(none, |(low, high)| format!("{}{}", spread.ratio.bound.sign(), range(low, high)))
}

/// How the row of a strategy is set off.
pub(super) fn accent(entry: &Entry) -> Accent {
    match entry.standing {
        Standing::Rank(1) => Accent::Winner,
        Standing::Wrong => Accent::Wrong,
        Standing::Rank(_) | Standing::Unranked => Accent::Plain,
    }
}
