//! The ranking in a few columns: place, ratio to the reference, ties, and where each loses.
//!
//! Places are shared: strategies whose order the timed passes do not agree on stand on one place. A run of one pass has no
//! passes to disagree, and no ties.

use std::fmt::Write as _;

use serde::Serialize;

use super::losses;
use super::tables::{none, unsolved};
use crate::ranking::quantity::{count, ratio, share};
use crate::ranking::{Entry, Pairs, Ranking, Standing};
use crate::results::Results;
use crate::table::Table;
use crate::terminal::{Paint, Tone};

/// A strategy's place.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Place {
    /// From 1; shared by those that are tied. `None` for one that was wrong or finished nothing.
    pub place: Option<u32>,
    /// Its id.
    pub strategy: String,
    /// Its total over the reference's, as in summary.csv.
    pub ratio: Option<f64>,
    /// What its unfinished pairs make of that ratio: `exact`, or which way it is a bound.
    pub ratio_bound: Option<&'static str>,
    /// Smallest and largest ratio in a single pass.
    pub ratio_range: Option<(f64, f64)>,
    /// Where it lies with 95 % confidence, from ten processes or more.
    pub ratio_interval: Option<(f64, f64)>,
    /// Who shares the place.
    pub tied_with: Vec<String>,
    /// Its pairs that are not ok: `3 stuck, 1 timeout`, or `0`.
    pub not_solved: String,
    /// Puzzles on which another was faster, and their share.
    pub beaten_on: Option<usize>,
    /// Of all puzzles.
    pub beaten_share: Option<f64>,
    /// By whom most often.
    pub beaten_by: Option<String>,
    /// How often that was.
    pub beaten_by_times: Option<usize>,
    /// The largest factor over the fastest one of a puzzle.
    pub worst_factor: Option<f64>,
    /// The number of that puzzle.
    pub worst_puzzle: Option<u64>,
}

/// The places in order, those without one last; empty when nothing was timed.
pub fn places(results: &Results, ranking: &Ranking) -> Vec<Place> {
    let Some(pairs) = Pairs::of(results) else { return Vec::new() };
    let losses = losses::of(results, ranking);
    let shared = shared(&pairs, ranking);
    let place = |(at, entry): (usize, &Entry)| {
        let spread = entry.all.as_ref().and_then(|all| all.ratio);
        let loss = losses.as_ref().map(|losses| &losses[at]);
        let mine = shared[at];
        let others = ranking.entries.iter().zip(&shared).enumerate();
        let tied = others.filter(|&(other, (_, theirs))| other != at && mine.is_some() && *theirs == mine);
        Place {
            place: mine,
            strategy: entry.id.clone(),
            ratio: spread.map(|spread| spread.ratio.value),
            ratio_bound: spread.map(|spread| spread.ratio.bound.word()),
            ratio_range: spread.and_then(|spread| spread.range),
            ratio_interval: spread.and_then(|spread| spread.interval),
            tied_with: tied.map(|(_, (entry, _))| entry.id.clone()).collect(),
            not_solved: unsolved(entry),
            beaten_on: loss.map(|loss| loss.beaten),
            beaten_share: loss.map(|loss| loss.share),
            beaten_by: loss.and_then(|loss| loss.by).map(|(each, _)| results.strategies[each].id.clone()),
            beaten_by_times: loss.and_then(|loss| loss.by).map(|(_, times)| times),
            worst_factor: loss.and_then(|loss| loss.worst).map(|worst| worst.0),
            worst_puzzle: loss.and_then(|loss| loss.worst).map(|(_, puzzle)| results.puzzles[puzzle].puzzle),
        }
    };
    ranking.entries.iter().enumerate().map(place).collect()
}

/// The place of each entry: that of the first one from which the passes do not tell it apart.
fn shared(pairs: &Pairs<'_>, ranking: &Ranking) -> Vec<Option<u32>> {
    let mut leader: Option<(usize, u32)> = None;
    let mut place = |entry: &Entry| {
        let Standing::Rank(rank) = entry.standing else { return None };
        let tied = leader.filter(|&(first, _)| {
            let spread = pairs.compare(entry.index, first);
            spread.about().is_some() && !spread.is_settled()
        });
        let (_, place) = *leader.insert(tied.unwrap_or((entry.index, rank)));
        Some(place)
    };
    ranking.entries.iter().map(&mut place).collect()
}

/// Who shares the first place; empty when nothing was timed.
pub fn leaders(results: &Results, ranking: &Ranking) -> Vec<String> {
    let Some(pairs) = Pairs::of(results) else { return Vec::new() };
    let shared = shared(&pairs, ranking);
    let entries = ranking.entries.iter().zip(shared);
    entries.filter(|(_, place)| *place == Some(1)).map(|(entry, _)| entry.id.clone()).collect()
}

/// The places as a table for people.
pub fn text(results: &Results, ranking: &Ranking, paint: Paint) -> String {
    let places = places(results, ranking);
    let Some(reference) = ranking.reference.as_ref().filter(|_| !places.is_empty()) else {
        return "nothing was timed: there are no places\n".to_owned();
    };
    let over = format!("over {reference}");
    let head = ["place", "strategy", &over, "not solved", "beaten on", "most often by", "worst"];
    let mut table = Table::new(head.map(str::to_owned).to_vec());
    for (place, entry) in places.iter().zip(&ranking.entries) {
        let tie = if place.tied_with.is_empty() { "" } else { "=" };
        let spread = entry.all.as_ref().and_then(|all| all.ratio);
        let named = match entry.standing {
            Standing::Wrong => Tone::Bad,
            _ if place.place == Some(1) => Tone::Best,
            _ => Tone::Usual,
        };
        let unsolved = if place.not_solved == "0" { Tone::Usual } else { Tone::Doubtful };
        let cells = [
            place.place.map_or_else(|| crate::summary::place(entry.standing), |place| format!("{place}{tie}")),
            place.strategy.clone(),
            spread.map_or_else(none, |spread| spread.text()),
            place.not_solved.clone(),
            place.beaten_share.map_or_else(none, share),
            place.beaten_by.clone().map_or_else(none, |by| match place.beaten_by_times {
                Some(times) => format!("{by} ({})", count(times as u64)),
                None => by,
            }),
            place
                .worst_factor
                .zip(place.worst_puzzle)
                .map_or_else(none, |(factor, puzzle)| format!("{} on puzzle {}", ratio(factor), count(puzzle))),
        ];
        let tones = [named, named, Tone::Usual, unsolved, Tone::Usual, Tone::Usual, Tone::Usual];
        table.push(cells.into_iter().zip(tones).collect());
    }
    let mut text = table.text(paint);
    if places.iter().any(|place| !place.tied_with.is_empty()) {
        let _ = writeln!(text, "= the passes do not agree on who of these is the faster");
    }
    text
}

/// The places as a list of objects.
pub fn json(results: &Results, ranking: &Ranking) -> String {
    let mut text = serde_json::to_string_pretty(&places(results, ranking)).expect("a tree of values");
    text.push('\n');
    text
}

/// The places as CSV; who shares a place stands in one field, apart by spaces.
pub fn csv(results: &Results, ranking: &Ranking) -> String {
    fn optional<T: ToString>(value: Option<T>) -> String {
        value.map(|value| value.to_string()).unwrap_or_default()
    }
    let mut writer = csv::Writer::from_writer(Vec::new());
    let head = [
        "place",
        "strategy",
        "ratio",
        "ratio_bound",
        "ratio_min",
        "ratio_max",
        "tied_with",
        "not_solved",
        "beaten_on",
        "beaten_share",
        "beaten_by",
        "beaten_by_times",
        "worst_factor",
        "worst_puzzle",
        "ratio_low",
        "ratio_high",
    ];
    writer.write_record(head).expect("memory takes every row");
    for place in places(results, ranking) {
        let row = [
            optional(place.place),
            place.strategy,
            optional(place.ratio),
            optional(place.ratio_bound),
            optional(place.ratio_range.map(|range| range.0)),
            optional(place.ratio_range.map(|range| range.1)),
            place.tied_with.join(" "),
            place.not_solved,
            optional(place.beaten_on),
            optional(place.beaten_share),
            optional(place.beaten_by),
            optional(place.beaten_by_times),
            optional(place.worst_factor),
            optional(place.worst_puzzle),
            optional(place.ratio_interval.map(|interval| interval.0)),
            optional(place.ratio_interval.map(|interval| interval.1)),
        ];
        writer.write_record(&row).expect("memory takes every row");
    }
    String::from_utf8(writer.into_inner().expect("memory takes every row")).expect("text was written")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::results::{Column, PuzzleRow, Status, StrategyResults};

    /// Two puzzles, two passes; the times are those of the first puzzle, the second always takes 100.
    fn run(strategies: &[(&str, [u64; 2])]) -> Results {
        let strategy = |&(id, passes): &(&str, [u64; 2])| StrategyResults {
            id: id.to_owned(),
            summary: String::new(),
            status: vec![Status::Ok; 2],
            counted: vec![Status::Ok; 2],
            solve_ns: passes.map(|ns| Column::from_iter([Some(ns), Some(100)])).to_vec(),
            counters: BTreeMap::new(),
            ..StrategyResults::default()
        };
        let row = |puzzle| PuzzleRow { puzzle, line: puzzle, clues: 17, givens: ".".repeat(81) };
        Results {
            puzzles: vec![row(1), row(2)],
            strata: vec![],
            decoys: vec![],
            strategies: strategies.iter().map(strategy).collect(),
            contradictions: vec![],
            deaths: vec![],
            reference: strategies[0].0.to_owned(),
            time_limit_ns: Some(1_000_000),
            complete: true,
            processes: false,
        }
    }

    #[test]
    fn places_are_shared_where_the_passes_disagree() {
        let results = run(&[("a/slow", [900, 800]), ("b/one", [100, 120]), ("b/two", [110, 115])]);
        let ranking = Ranking::of(&results);
        let places = places(&results, &ranking);
        let told: Vec<_> = places.iter().map(|place| (place.place, place.strategy.as_str())).collect();
        assert_eq!(told[2], (Some(3), "a/slow"));
        assert_eq!((told[0].0, told[1].0), (Some(1), Some(1)), "100 and 110, then 120 and 115");
        assert_eq!(places[0].tied_with, [told[1].1]);
        assert!(places[2].tied_with.is_empty() && places[2].ratio == Some(1.0));
        assert_eq!((places[2].beaten_on, places[2].worst_puzzle), (Some(1), Some(1)));
        let text = text(&results, &ranking, Paint::Plain);
        assert_eq!(leaders(&results, &ranking).len(), 2);
        assert!(text.contains("1=  b/") && text.contains("over a/slow"), "{text}");
        assert_eq!(csv(&results, &ranking).lines().count(), 4);
        let listed: serde_json::Value = serde_json::from_str(&json(&results, &ranking)).expect("JSON");
        assert_eq!(listed[2]["place"], 3);
    }
}
