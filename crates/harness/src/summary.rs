//! The summary of a run: a table for the terminal, and the same figures as CSV and JSON.
//!
//! Files hold whole numbers with the unit in the column's name, and nothing where there is no measurement; only the
//! table for the terminal rounds. A figure that pairs without an answer touch has its bound in a column beside it.

use std::fmt::Write as _;

use serde::Serialize;

use crate::external::TimedBy;
use crate::ranking::quantity::{Bounded, share};
use crate::ranking::{Entry, Figures, Ranking, Spread, Standing, StratumRanking};
use crate::resources::Resources;
use crate::results::{Status, Variation};
use crate::table::Table;
use crate::terminal::{Paint, Tone};

/// One strategy, with the names of columns and keys.
#[derive(Clone, Debug, Serialize)]
struct Row {
    rank: Option<u32>,
    strategy: String,
    puzzles: u64,
    ok: u64,
    stuck: u64,
    halted: u64,
    timeout: u64,
    unsupported: u64,
    wrong: u64,
    error: u64,
    total_par2_ns: Option<u64>,
    total_bound: Option<&'static str>,
    mean_ns: Option<u64>,
    median_ns: Option<u64>,
    median_bound: Option<&'static str>,
    p95_ns: Option<u64>,
    p95_bound: Option<&'static str>,
    max_ns: Option<u64>,
    max_bound: Option<&'static str>,
    ratio: Option<f64>,
    ratio_bound: Option<&'static str>,
    ratio_min: Option<f64>,
    ratio_max: Option<f64>,
    geometric_ratio: Option<f64>,
    geometric_bound: Option<&'static str>,
    geometric_pairs: Option<u64>,
    wins_share: Option<f64>,
    faster_than_reference_share: Option<f64>,
    common_puzzles: Option<u64>,
    common_total_ns: Option<u64>,
    common_median_ns: Option<u64>,
    common_ratio: Option<f64>,
    common_geometric_ratio: Option<f64>,
    common_wins_share: Option<f64>,
    paired_ratio: Option<f64>,
    paired_ratio_min: Option<f64>,
    paired_ratio_max: Option<f64>,
    paired_puzzles: Option<u64>,
    timed_by: Option<&'static str>,
    ratio_low: Option<f64>,
    ratio_high: Option<f64>,
    cpu_share: Option<f64>,
    peak_memory_bytes: Option<u64>,
    instructions_per_puzzle: Option<f64>,
    form_spread: Option<f64>,
    form_spread_bound: Option<&'static str>,
    form_tenfold_share: Option<f64>,
    form_place_best: Option<u64>,
    form_place_worst: Option<u64>,
    seed_total_mean: Option<f64>,
    seed_total_median: Option<u64>,
    seed_total_min: Option<u64>,
    seed_total_max: Option<u64>,
    seed_total_bound: Option<&'static str>,
}

impl Row {
    fn of(entry: &Entry) -> Self {
        let all = entry.all.as_ref();
        let common = entry.common.as_ref();
        let count = |status| entry.count(status) as u64;
        let ratio = |figures: Option<&Figures>| figures.and_then(|figures| figures.ratio);
        let range = ratio(all).and_then(|spread: Spread| spread.range);
        let interval = ratio(all).and_then(|spread: Spread| spread.interval);
        let paired = all.and_then(|all| all.paired);
        let forms = entry.varied(Variation::Form);
        let places = forms.and_then(|forms| forms.places);
        let seeds = entry.varied(Variation::Seed).map(|seeds| seeds.total);
        let geometric = |figures: Option<&Figures>| figures.and_then(|figures| figures.geometric);
        Self {
            rank: entry.standing.rank(),
            strategy: entry.id.clone(),
            puzzles: entry.statuses.values().sum::<usize>() as u64,
            ok: count(Status::Ok),
            stuck: count(Status::Stuck),
            halted: count(Status::Halted),
            timeout: count(Status::Timeout),
            unsupported: count(Status::Unsupported),
            wrong: count(Status::Wrong),
            error: count(Status::Error),
            total_par2_ns: all.map(|all| all.total_ns.value),
            total_bound: all.map(|all| all.total_ns.bound.word()),
            mean_ns: all.map(|all| all.mean_ns.value),
            median_ns: all.map(|all| all.median_ns.value),
            median_bound: all.map(|all| all.median_ns.bound.word()),
            p95_ns: all.map(|all| all.p95_ns.value),
            p95_bound: all.map(|all| all.p95_ns.bound.word()),
            max_ns: all.map(|all| all.max_ns.value),
            max_bound: all.map(|all| all.max_ns.bound.word()),
            ratio: ratio(all).map(|spread| spread.ratio.value),
            ratio_bound: ratio(all).map(|spread| spread.ratio.bound.word()),
            ratio_min: range.map(|range| range.0),
            ratio_max: range.map(|range| range.1),
            geometric_ratio: geometric(all).map(|mean| mean.value),
            geometric_bound: geometric(all).map(|mean| mean.bound.word()),
            geometric_pairs: all.map(|all| all.geometric_pairs as u64),
            wins_share: all.map(|all| all.wins),
            faster_than_reference_share: all.and_then(|all| all.faster),
            common_puzzles: common.map(|common| common.puzzles as u64),
            common_total_ns: common.map(|common| common.total_ns.value),
            common_median_ns: common.map(|common| common.median_ns.value),
            common_ratio: ratio(common).map(|spread| spread.ratio.value),
            common_geometric_ratio: geometric(common).map(|mean| mean.value),
            common_wins_share: common.map(|common| common.wins),
            paired_ratio: paired.map(|paired| paired.ratio.value),
            paired_ratio_min: paired.and_then(|paired| paired.range).map(|range| range.0),
            paired_ratio_max: paired.and_then(|paired| paired.range).map(|range| range.1),
            paired_puzzles: all.filter(|all| all.ratio.is_some()).map(|all| all.geometric_pairs as u64),
            timed_by: all.map(|_| entry.timed_by.map_or("harness", TimedBy::word)),
            ratio_low: interval.map(|interval| interval.0),
            ratio_high: interval.map(|interval| interval.1),
            cpu_share: entry.resources.and_then(Resources::cpu_share),
            peak_memory_bytes: entry.resources.and_then(|taken| taken.peak_memory_bytes),
            instructions_per_puzzle: entry.resources.and_then(Resources::instructions_per_puzzle),
            form_spread: forms.map(|forms| forms.median_spread.value),
            form_spread_bound: forms.map(|forms| forms.median_spread.bound.word()),
            form_tenfold_share: forms.map(|forms| forms.tenfold.value),
            form_place_best: places.map(|places| places.0 as u64),
            form_place_worst: places.map(|places| places.1 as u64),
            seed_total_mean: seeds.map(|total| total.mean.value),
            seed_total_median: seeds.map(|total| total.median.value),
            seed_total_min: seeds.map(|total| total.min.value),
            seed_total_max: seeds.map(|total| total.max.value),
            seed_total_bound: seeds.map(|total| total.mean.bound.word()),
        }
    }
}

/// The names of all counters that some strategy has, by name.
pub fn counter_names(ranking: &Ranking) -> Vec<String> {
    let mut names: Vec<String> =
        ranking.entries.iter().flat_map(|entry| &entry.counters).map(|counter| counter.name.clone()).collect();
    names.sort();
    names.dedup();
    names
}

/// `summary.csv`: a row a strategy, best first; three columns a counter, empty for strategies without it.
pub fn csv(ranking: &Ranking) -> String {
    let names = counter_names(ranking);
    let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
    let cells = |value: &serde_json::Value| match value {
        serde_json::Value::Null => String::new(),
        serde_json::Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let mut head: Option<Vec<String>> = None;
    for entry in &ranking.entries {
        let row = serde_json::to_value(Row::of(entry)).expect("numbers and words");
        let row = row.as_object().expect("a struct");
        if head.is_none() {
            let own = row.keys().cloned();
            let counted = names.iter().flat_map(|name| ["median", "p95", "max"].map(|what| format!("{name}_{what}")));
            head = Some(own.chain(counted).collect());
            writer.write_record(head.iter().flatten()).expect("memory takes every row");
        }
        let mut record: Vec<String> = row.values().map(cells).collect();
        for name in &names {
            match entry.counter(name) {
                Some(found) => record.extend([found.median, found.p95, found.max].map(|each| each.value.to_string())),
                None => record.extend([const { String::new() }; 3]),
            }
        }
        writer.write_record(&record).expect("memory takes every row");
    }
    String::from_utf8(writer.into_inner().expect("memory takes every row")).expect("text was written")
}

fn document(ranking: &Ranking) -> serde_json::Value {
    let counter = |name: &str, figures: &crate::ranking::CounterFigures| {
        let each = |bounded: Bounded<u64>| serde_json::json!({"value": bounded.value, "bound": bounded.bound.word()});
        let total = u64::try_from(figures.total).ok();
        let value = serde_json::json!({
            "puzzles": figures.puzzles,
            "total": total,
            "median": each(figures.median),
            "p95": each(figures.p95),
            "max": each(figures.max),
        });
        (name.to_owned(), value)
    };
    let strategies: Vec<serde_json::Value> = ranking
        .entries
        .iter()
        .map(|entry| {
            let mut row = serde_json::to_value(Row::of(entry)).expect("numbers and words");
            let counters: serde_json::Map<String, serde_json::Value> =
                entry.counters.iter().map(|figures| counter(&figures.name, figures)).collect();
            row["counters"] = counters.into();
            row
        })
        .collect();
    let second = ranking.verdict.as_ref().and_then(|verdict| verdict.second.as_ref());
    serde_json::json!({
        "puzzles": ranking.puzzles,
        "passes": ranking.passes,
        "time_limit_ns": ranking.time_limit_ns,
        "reference": ranking.reference,
        "winner": ranking.verdict.as_ref().map(|verdict| &verdict.winner),
        "second": second.map(|(id, _)| id),
        "second_over_winner": second.map(|(_, spread)| spread.ratio.value),
        "second_over_winner_bound": second.map(|(_, spread)| spread.ratio.bound.word()),
        "second_over_winner_range": second.and_then(|(_, spread)| spread.range).map(|(low, high)| [low, high]),
        "second_over_winner_interval": second.and_then(|(_, spread)| spread.interval).map(|(low, high)| [low, high]),
        "common": ranking.common.as_ref().map(|common| serde_json::json!({
            "puzzles": common.puzzles,
            "excluded": common.excluded,
        })),
        "notes": ranking.notes,
        "strategies": strategies,
        "strata": ranking.strata.iter().map(|stratum| {
            let mut whole = document(&stratum.ranking);
            whole["name"] = stratum.name.clone().into();
            whole
        }).collect::<Vec<_>>(),
    })
}

/// `summary.json`: the same with the notes, the winner, the set that all finished, and the strata, each likewise.
pub fn json(ranking: &Ranking) -> String {
    let mut text = serde_json::to_string_pretty(&document(ranking)).expect("a tree of values");
    text.push('\n');
    text
}

/// The table that `run` prints at its end; ends with a line break. `leaders` share the first place and are marked where the
/// table is drawn.
pub fn table(ranking: &Ranking, leaders: &[String], paint: Paint) -> String {
    let seen = |status: &Status| *status == Status::Ok || ranking.count(*status) > 0;
    let statuses: Vec<Status> = Status::ALL.into_iter().filter(seen).collect();
    let counters: Vec<&str> = ["guesses", "steps", "conflicts"]
        .into_iter()
        .filter(|name| ranking.entries.iter().any(|entry| entry.counter(name).is_some()))
        .collect();
    let mut head: Vec<String> = vec!["#".to_owned(), "strategy".to_owned()];
    head.extend(statuses.iter().map(|status| status.word().to_owned()));
    if ranking.is_timed() {
        let ratio = if ranking.has_intervals() { "ratio (95 %)" } else { "ratio (range)" };
        head.extend(
            ["median", "total (PAR-2)", ratio, "both finished", "ratio there (range)", "geo. mean", "wins"]
                .map(str::to_owned),
        );
    }
    head.extend(counters.iter().map(|name| format!("{name} median")));
    let mut table = Table::new(head);
    for entry in &ranking.entries {
        let leads = leaders.contains(&entry.id);
        let shares = leads && leaders.len() > 1 && paint != Paint::Plain;
        let named = match entry.standing {
            Standing::Wrong => Tone::Bad,
            _ if leads => Tone::Best,
            _ => Tone::Usual,
        };
        let place = if shares { "1=".to_owned() } else { place(entry.standing) };
        let mut row = vec![(place, named), (entry.id.clone(), named)];
        row.extend(statuses.iter().map(|&status| {
            let count = entry.count(status);
            (count.to_string(), if count == 0 { Tone::Usual } else { tone(status) })
        }));
        let mut figures = Vec::new();
        if let Some(all) = &entry.all {
            figures.extend([
                all.median_ns.time(),
                all.total_ns.time(),
                all.ratio.map_or_else(none, |spread| spread.text()),
                all.ratio.map_or_else(none, |_| all.geometric_pairs.to_string()),
                all.paired.map_or_else(none, |spread| spread.text()),
                all.geometric.map_or_else(none, Bounded::ratio),
                share(all.wins),
            ]);
        } else if ranking.is_timed() {
            figures.extend([const { String::new() }; 7]);
        }
        figures.extend(
            counters.iter().map(|name| entry.counter(name).map_or_else(none, |counter| counter.median.count())),
        );
        row.extend(figures.into_iter().map(|text| (text, Tone::Usual)));
        table.push(row);
    }
    let mut text = table.text(paint);
    if let Some(verdict) = &ranking.verdict {
        let _ = write!(text, "\n{} won. {}\n", verdict.winner, verdict.sentence(ranking.passes));
    }
    for note in &ranking.notes {
        let _ = writeln!(text, "{note}");
    }
    for StratumRanking { name, ranking } in &ranking.strata {
        if let Some(verdict) = &ranking.verdict {
            let sentence = verdict.sentence(ranking.passes);
            let _ = writeln!(text, "On {name} ({}) {} won. {sentence}", ranking.puzzles, verdict.winner);
        }
    }
    text
}

fn tone(status: Status) -> Tone {
    match status {
        Status::Ok | Status::Unsupported => Tone::Usual,
        Status::Stuck | Status::Halted | Status::Timeout | Status::Missing => Tone::Doubtful,
        Status::Wrong | Status::Error => Tone::Bad,
    }
}

/// What stands in the column of ranks.
pub fn place(standing: Standing) -> String {
    match standing {
        Standing::Rank(rank) => rank.to_string(),
        Standing::Wrong => "wrong".to_owned(),
        Standing::Unranked => "–".to_owned(),
    }
}

fn none() -> String {
    "–".to_owned()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::results::{Column, PuzzleRow, Results, StrategyResults};

    fn ranking(timed: bool) -> Ranking {
        let strategy = |id: &str, status: Status, ns: u64, counters: BTreeMap<String, Column>| StrategyResults {
            id: id.to_owned(),
            summary: String::new(),
            status: vec![Status::Ok, status],
            counted: vec![Status::Ok, status],
            solve_ns: if timed {
                vec![Column::from_iter([Some(ns), Some(ns).filter(|_| status == Status::Ok)])]
            } else {
                vec![]
            },
            counters,
            ..StrategyResults::default()
        };
        let guesses = BTreeMap::from([("guesses".to_owned(), Column::from_iter([Some(0), Some(7)]))]);
        let row = |puzzle| PuzzleRow { puzzle, line: puzzle, clues: 17, givens: ".".repeat(81) };
        Ranking::of(&Results {
            puzzles: vec![row(1), row(2)],
            strata: vec![],
            decoys: vec![],
            strategies: vec![
                strategy("dlx/shortest", Status::Ok, 10_000, guesses),
                strategy("sat/minimal", Status::Timeout, 20_000, BTreeMap::new()),
            ],
            contradictions: vec![],
            deaths: vec![],
            reference: "dlx/shortest".to_owned(),
            time_limit_ns: timed.then_some(1_000_000),
            complete: true,
            processes: false,
        })
    }

    fn cell(csv: &str, line: usize, column: &str) -> String {
        let mut reader = csv::Reader::from_reader(csv.as_bytes());
        let at = reader.headers().expect("a head").iter().position(|name| name == column).expect("the column");
        reader.records().nth(line).expect("the row").expect("a row")[at].to_owned()
    }

    #[test]
    fn the_csv_has_whole_nanoseconds_and_nothing_for_what_is_missing() {
        let text = csv(&ranking(true));
        assert_eq!(cell(&text, 0, "total_par2_ns"), "20000");
        assert_eq!(cell(&text, 1, "total_par2_ns"), "2020000");
        assert_eq!(cell(&text, 1, "total_bound"), "at-least");
        assert_eq!(cell(&text, 1, "ratio"), "101.0");
        assert_eq!(cell(&text, 0, "guesses_median"), "0");
        assert_eq!(cell(&text, 1, "guesses_median"), "");
        assert_eq!(cell(&csv(&ranking(false)), 0, "median_ns"), "");
    }

    #[test]
    fn the_json_has_null_for_what_is_missing() {
        let parsed: serde_json::Value = serde_json::from_str(&json(&ranking(false))).expect("JSON");
        assert!(parsed["strategies"][0]["median_ns"].is_null() && parsed["winner"].is_null());
        let parsed: serde_json::Value = serde_json::from_str(&json(&ranking(true))).expect("JSON");
        assert_eq!(parsed["winner"], "dlx/shortest");
        assert_eq!(parsed["strategies"][0]["counters"]["guesses"]["max"]["value"], 7);
        assert_eq!(parsed["second_over_winner_bound"], "at-least");
    }

    #[test]
    fn the_table_is_aligned_and_says_who_won() {
        let text = table(&ranking(true), &[], Paint::Plain);
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].starts_with("#  strategy      ok  timeout   median  total (PAR-2)"), "{text}");
        assert!(lines[2].contains("> 2.02 ms") && lines[2].ends_with('–'), "{text}");
        assert!(text.contains("dlx/shortest won. sat/minimal, the next, took more than 101× as long"), "{text}");
        assert!(!table(&ranking(false), &[], Paint::Plain).contains("won"));
    }

    #[test]
    fn a_terminal_marks_leaders_and_troubles() {
        crossterm::style::force_color_output(true);
        let ids = ["dlx/shortest", "sat/minimal"].map(str::to_owned);
        let lines = |leaders: &[String]| -> Vec<String> {
            table(&ranking(true), leaders, Paint::Coloured(200)).lines().map(str::to_owned).collect()
        };
        let colours = |line: &str| line.matches("\x1b[38;5;").count();
        let alone = lines(&ids[..1]);
        assert_eq!((colours(&alone[3]), colours(&alone[4])), (2, 1), "the leader, and a timeout: {alone:?}");
        assert!(!alone.concat().contains("1="));
        let tied = lines(&ids);
        assert!(tied[3].contains("1=") && tied[4].contains("1=") && colours(&tied[4]) == 3, "{tied:?}");
        let plain = table(&ranking(true), &ids, Paint::Plain);
        assert_eq!(plain, table(&ranking(true), &[], Paint::Plain), "plain columns stay as they are");
    }
}
