//! No data may make a chart panic or put a NaN into a file.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::draw;
use crate::results::{Column, PuzzleRow, Results, Status, StrategyResults};

pub(super) const LIMIT: u64 = 1_000_000_000;

pub(super) fn results(
    ids: &[&str],
    puzzles: usize,
    passes: usize,
    cell: impl Fn(usize, usize) -> (Status, u64, u64),
) -> Results {
    let strategy = |(index, id): (usize, &&str)| {
        let cells: Vec<(Status, u64, u64)> = (0..puzzles).map(|puzzle| cell(index, puzzle)).collect();
        let pass = |_| cells.iter().map(|&(status, ns, _)| Some(ns).filter(|_| status == Status::Ok)).collect();
        let counted: Column = cells.iter().map(|&(_, _, count)| Some(count)).collect();
        StrategyResults {
            id: (*id).to_owned(),
            summary: String::new(),
            status: cells.iter().map(|cell| cell.0).collect(),
            counted: cells.iter().map(|cell| cell.0).collect(),
            solve_ns: (0..passes).map(pass).collect(),
            counters: ["guesses", "steps", "covers"].map(|name| (name.to_owned(), counted.clone())).into(),
            ..StrategyResults::default()
        }
    };
    let row = |puzzle| PuzzleRow { puzzle, line: puzzle, clues: 17, givens: ".".repeat(81) };
    Results {
        puzzles: (1..=puzzles as u64).map(row).collect(),
        strata: vec![],
        decoys: vec![],
        strategies: ids.iter().enumerate().map(strategy).collect(),
        contradictions: Vec::new(),
        deaths: Vec::new(),
        reference: ids.first().copied().unwrap_or_default().to_owned(),
        time_limit_ns: (passes > 0).then_some(LIMIT),
        complete: true,
        processes: false,
    }
}

fn check(results: &Results) -> BTreeSet<String> {
    let charts = draw(results);
    for chart in &charts {
        for bad in ["NaN", "inf\"", "inf,", "inf "] {
            assert!(!chart.svg.contains(bad), "{}: {bad}", chart.name);
        }
        assert!(chart.svg.starts_with("<svg ") && chart.svg.trim_end().ends_with("</svg>"), "{}", chart.name);
        assert!(!chart.data.rows.is_empty(), "{} has figures behind it", chart.name);
        assert!(!chart.caption.is_empty() && !chart.caption.contains("NaN"), "{}", chart.caption);
    }
    charts.into_iter().map(|chart| chart.name).collect()
}

#[test]
fn a_full_run_has_all_charts_and_an_empty_one_none() {
    let run = results(&["x/a", "x/b", "y/c"], 50, 3, |s, p| (Status::Ok, (s as u64 + 1) * 1000 + p as u64, p as u64));
    assert!(check(&run).len() >= 8, "{:?}", check(&run));
    assert!(check(&results(&[], 0, 0, |_, _| (Status::Ok, 1, 1))).is_empty());
    assert!(check(&results(&["a"], 0, 1, |_, _| (Status::Ok, 1, 1))).is_empty());
}

#[test]
fn counts_alone_have_their_charts() {
    let names = check(&results(&["x/a", "y/b"], 9, 0, |_, p| (Status::Ok, 0, p as u64)));
    let expected = ["covers-distribution", "guesses-distribution", "statuses", "steps-distribution"];
    assert_eq!(names, expected.map(str::to_owned).into());
}

#[test]
fn single_and_unfinished_data_are_drawn() {
    for status in Status::ALL {
        for (puzzles, passes) in [(1, 1), (1, 3), (2, 2), (7, 1)] {
            assert!(!check(&results(&["x/a", "x/b"], puzzles, passes, |_, _| (status, 0, 0))).is_empty());
            assert!(!check(&results(&["alone"], puzzles, passes, |_, p| (status, u64::MAX / 4, p as u64))).is_empty());
        }
    }
}

#[test]
fn colours_markers_and_dashes_tell_twenty_strategies_apart() {
    let ids: Vec<String> = (0..20).map(|index| format!("family-{}/variant-{index}", index / 4)).collect();
    let looks: BTreeMap<String, usize> = super::style::styles(ids.iter().map(String::as_str))
        .iter()
        .enumerate()
        .map(|(index, style)| (format!("{:?} {:?} {:?}", style.shape, style.fill, style.dash), index))
        .collect();
    assert_eq!(looks.len(), 20, "even without colour");
}

#[test]
fn points_are_sampled_and_the_caption_says_so() {
    let run = results(&["x/a", "x/b"], 20_000, 1, |s, p| (Status::Ok, 1 + (p * (s + 7) % 9973) as u64, 1 + p as u64));
    let charts = draw(&run);
    let scatter = charts.iter().find(|chart| chart.name == "time-against-reference").expect("two strategies");
    assert!(scatter.caption.contains("of 20,000 points are drawn"), "{}", scatter.caption);
    assert!(scatter.svg.len() < 600_000, "{} bytes", scatter.svg.len());
    assert_eq!(charts, draw(&run), "drawn twice, the same bytes");
}

#[test]
fn a_sample_keeps_what_is_rare() {
    let values: Vec<u32> = (0..10_000).collect();
    let kept = super::view::sample(&values, 100, |&value| value == 4321 || value == 7);
    assert_eq!(kept.len(), 100);
    assert!(kept.contains(&4321) && kept.contains(&7));
    assert_eq!(super::view::sample(&values, 100, |_| true).len(), 100);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn no_data_makes_a_chart_panic(
        cells in prop::collection::vec((0usize..7, 0u64..5_000_000_000, 0u64..100_000), 1..60),
        puzzles in 0usize..12,
        passes in 0usize..4,
    ) {
        let run = results(&["a/one", "a/two", "b/three", "c"], puzzles, passes, |strategy, puzzle| {
            let (status, ns, count) = cells[(strategy * 31 + puzzle * 7) % cells.len()];
            (Status::ALL[status], ns >> (count % 33), count >> (ns % 18))
        });
        check(&run);
    }
}
