//! The tables of the ranking and of the counters.

use serde_json::Value;

use super::table::{Accent, Cell, Table};
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
        let (id, rank) = (entry.id.as_str(), entry.standing.rank());
        let ok = entry.count(Status::Ok) as u64;
        let mut cells: Vec<Cell> = vec![entry.id.clone().into(), Cell::of(id, "rank", rank, place(entry.standing))];
        if let Some(all) = &entry.all {
            let ratio = all.ratio.map(|spread| spread.ratio);
            let paired = all.paired.map(|spread| spread.ratio);
            let pairs = all.ratio.map(|_| all.geometric_pairs as u64);
            let missing = Cell { value: Some((ranking.puzzles as u64 - ok).to_string()), ..unsolved(entry).into() };
            cells.extend([
                missing,
                Cell::of(id, "total_par2_ns", all.total_ns.value, all.total_ns.time()),
                Cell::of(id, "ratio", ratio.map(|ratio| ratio.value), ratio.map_or_else(none, Bounded::ratio)),
                all.ratio.map_or_else(none, range_of).into(),
                Cell::of(id, "paired_puzzles", pairs, pairs.map_or_else(none, count)),
                Cell::of(id, "paired_ratio", paired.map(|ratio| ratio.value), paired.map_or_else(none, Bounded::ratio)),
                all.paired.map_or_else(none, range_of).into(),
                Cell::of(
                    id,
                    "geometric_ratio",
                    all.geometric.map(|mean| mean.value),
                    all.geometric.map_or_else(none, Bounded::ratio),
                ),
                Cell::of(id, "wins_share", all.wins, share(all.wins)),
                Cell::of(id, "faster_than_reference_share", all.faster, all.faster.map_or_else(none, share)),
            ]);
        } else {
            cells.resize(table.columns.len(), none().into());
        }
        table.push(accent(entry), cells);
    }
    table
}

/// The ranking of a stratum, in short.
pub(super) fn stratum(ranking: &Ranking) -> Table {
    if !ranking.is_timed() {
        return statuses(ranking);
    }
    let mut table =
        Table::new(&["strategy", "rank", "not solved", "median", "total (PAR-2)", "ratio", "wins", "guesses"]);
    for entry in &ranking.entries {
        let Some(all) = &entry.all else { continue };
        let missing = (ranking.puzzles - entry.count(Status::Ok)) as u64;
        let ratio = all.ratio.map(|spread| spread.ratio);
        let guesses = entry.counter("guesses").map(|counter| counter.median);
        table.push(
            accent(entry),
            vec![
                entry.id.clone().into(),
                Cell::sorted(entry.standing.rank(), place(entry.standing)),
                Cell::sorted(missing, unsolved(entry)),
                Cell::sorted(all.median_ns.value, all.median_ns.time()),
                Cell::sorted(all.total_ns.value, all.total_ns.time()),
                Cell::sorted(ratio.map(|ratio| ratio.value), ratio.map_or_else(none, Bounded::ratio)),
                Cell::sorted(all.wins, share(all.wins)),
                Cell::sorted(guesses.map(|guesses| guesses.value), guesses.map_or_else(none, Bounded::count)),
            ],
        );
    }
    table
}

/// Times of a single puzzle; `None` when nothing was timed.
pub(super) fn times(ranking: &Ranking) -> Option<Table> {
    let mut table = Table::new(&["strategy", "median", "mean", "p95", "max", "n", "not solved"]);
    for entry in &ranking.entries {
        let Some(all) = &entry.all else { continue };
        let times =
            [("median_ns", all.median_ns), ("mean_ns", all.mean_ns), ("p95_ns", all.p95_ns), ("max_ns", all.max_ns)];
        let times = times.map(|(key, time)| Cell::of(&entry.id, key, time.value, time.time()));
        let counts = [all.puzzles, all.unfinished].map(|number| Cell::from(count(number as u64)));
        table.push(Accent::Plain, std::iter::once(entry.id.clone().into()).chain(times).chain(counts).collect());
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
        let ratio = common.ratio.map(|spread| spread.ratio);
        let mean = common.geometric;
        let cell = |key: &str, value: Value, text: String| Cell::of(&entry.id, key, value, text);
        let of = |value: Option<Bounded<f64>>| value.map(|value| value.value).into();
        table.push(
            Accent::Plain,
            vec![
                entry.id.clone().into(),
                cell("common_total_ns", common.total_ns.value.into(), common.total_ns.time()),
                cell("common_ratio", of(ratio), ratio.map_or_else(none, Bounded::ratio)),
                common.ratio.map_or_else(none, range_of).into(),
                cell("common_geometric_ratio", of(mean), mean.map_or_else(none, Bounded::ratio)),
                cell("common_wins_share", common.wins.into(), share(common.wins)),
                cell("common_median_ns", common.median_ns.value.into(), common.median_ns.time()),
                common.p95_ns.time().into(),
                common.max_ns.time().into(),
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
                entry.id.clone().into(),
                Cell::of(&entry.id, "cpu_share", taken.cpu_share(), taken.cpu_share().map_or_else(none, share)),
                Cell::of(
                    &entry.id,
                    "peak_memory_bytes",
                    taken.peak_memory_bytes,
                    taken.peak_memory_bytes.map_or_else(none, mebibytes),
                ),
                Cell::of(
                    &entry.id,
                    "instructions_per_puzzle",
                    taken.instructions_per_puzzle(),
                    taken.instructions_per_puzzle().map_or_else(none, |number| count(number.round() as u64)),
                ),
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
        let cell = |&status: &Status| {
            let number = entry.count(status) as u64;
            match status {
                // A run that is not whole; files have no word for it.
                Status::Missing => count(number).into(),
                _ => Cell::of(&entry.id, status.word(), number, count(number)),
            }
        };
        let counts = seen.iter().map(cell);
        table.push(accent(entry), std::iter::once(entry.id.clone().into()).chain(counts).collect());
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
                let Some(counter) = entry.counter(name) else { return none().into() };
                let text = format!("{} · {} · {}", counter.median.count(), counter.p95.count(), counter.max.count());
                Cell::of(&entry.id, &format!("counters/{name}/median/value"), counter.median.value, text)
            };
            let first = Cell::from(name.to_owned());
            table.push(Accent::Plain, std::iter::once(first).chain(members.iter().map(cell)).collect());
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
