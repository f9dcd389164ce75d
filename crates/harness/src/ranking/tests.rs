//! The arithmetic against numbers worked out by hand.

use super::quantity::{Bound, Bounded};
use super::*;
use crate::results::{Contradiction, PuzzleRow, StrategyResults};

fn strategy(id: &str, status: &[Status], passes: &[&[u64]]) -> StrategyResults {
    let ok = |puzzle: usize| status[puzzle] == Status::Ok;
    StrategyResults {
        id: id.to_owned(),
        summary: String::new(),
        status: status.to_vec(),
        counted: status.to_vec(),
        solve_ns: passes
            .iter()
            .map(|pass| {
                pass.iter().enumerate().map(|(puzzle, &ns)| Some(ns).filter(|&ns| ok(puzzle) && ns > 0)).collect()
            })
            .collect(),
        counters: BTreeMap::new(),
        ..StrategyResults::default()
    }
}

fn results(strategies: Vec<StrategyResults>, limit: Option<u64>) -> Results {
    let n = strategies[0].status.len() as u64;
    let row = |puzzle| PuzzleRow { puzzle, line: puzzle, clues: 17, givens: ".".repeat(81) };
    Results {
        puzzles: (1..=n).map(row).collect(),
        strata: vec![],
        decoys: vec![],
        reference: strategies[0].id.clone(),
        strategies,
        contradictions: Vec::new(),
        deaths: Vec::new(),
        time_limit_ns: limit,
        complete: true,
        processes: false,
    }
}

const OK: Status = Status::Ok;

#[test]
fn totals_are_sums_of_medians_over_passes() {
    // a: medians 10, 20, 30, 40 = 100; b: medians 20, 40, 60, 80 = 200.
    let run = results(
        vec![
            strategy("a", &[OK; 4], &[&[9, 20, 31, 40], &[10, 19, 30, 44], &[12, 25, 29, 40]]),
            strategy("b", &[OK; 4], &[&[20, 40, 60, 80], &[20, 40, 60, 80], &[30, 40, 70, 80]]),
        ],
        Some(1000),
    );
    let ranking = Ranking::of(&run);
    let [a, b] = ["a", "b"].map(|id| ranking.entry(id).and_then(|entry| entry.all.clone()).expect("timed"));
    assert_eq!((a.total_ns, b.total_ns), (Bounded::new(100, Bound::Exact), Bounded::new(200, Bound::Exact)));
    assert_eq!((a.median_ns.value, a.mean_ns.value, a.p95_ns.value, a.max_ns.value), (20, 25, 40, 40));
    let ratio = b.ratio.expect("a reference");
    assert_eq!(ratio.ratio, Bounded::new(2.0, Bound::Exact));
    // Passes: a 100, 103, 106; b 200, 200, 220.
    let (low, high) = ratio.range.expect("three passes");
    assert!((low - 200.0 / 103.0).abs() < 1e-12 && (high - 220.0 / 106.0).abs() < 1e-12);
    assert!((b.geometric.expect("paired").value - 2.0).abs() < 1e-12);
    assert_eq!((a.wins, b.wins, b.faster, a.faster), (1.0, 0.0, Some(0.0), None));
    let verdict = ranking.verdict.expect("a winner");
    assert_eq!((verdict.winner.as_str(), verdict.second.as_ref().map(|s| s.0.as_str())), ("a", Some("b")));
    assert_eq!(verdict.sentence(3), "b, the next, took 2.00× as long (1.94–2.08 over 3 passes).");
    assert_eq!(ranking.notes, Vec::<String>::new());
}

#[test]
fn ten_processes_of_each_make_an_interval_and_nine_or_one_do_not() {
    // Twice as long, give or take four per cent in some of the passes.
    let passes = |n: usize, factor: u64| -> Vec<Vec<u64>> {
        (0..n).map(|pass| (1..=8).map(|puzzle| puzzle * factor * [96, 100, 104][pass % 3]).collect()).collect()
    };
    let run = |n: usize, processes: bool| {
        let (a, mut b) = (passes(n, 10), passes(n, 20));
        b.reverse();
        let refer = |passes: &[Vec<u64>]| -> StrategyResults {
            strategy("x", &[OK; 8], &passes.iter().map(Vec::as_slice).collect::<Vec<_>>())
        };
        let (a, b) = (StrategyResults { id: "a".into(), ..refer(&a) }, StrategyResults { id: "b".into(), ..refer(&b) });
        Ranking::of(&Results { processes, ..results(vec![a, b], Some(1_000_000)) })
    };
    let of_b = |ranking: &Ranking| ranking.entry("b").and_then(|entry| entry.all.as_ref()?.ratio).expect("a ratio");
    let with = run(10, true);
    let (low, high) = of_b(&with).interval.expect("an interval");
    assert!(low > 1.9 && low < of_b(&with).ratio.value && of_b(&with).ratio.value < high && high < 2.1, "{low}–{high}");
    let said = with.verdict.expect("a winner").sentence(10);
    assert!(said.contains("with 95 % confidence, by 10 processes of each"), "{said}");
    assert_eq!([run(9, true), run(10, false)].map(|ranking| of_b(&ranking).interval), [None, None]);
}

#[test]
fn what_did_not_finish_is_twice_the_limit_and_a_bound() {
    // b finishes two of four: 10 + 20 + 2 · 2 · 100 = 430.
    let run = results(
        vec![
            strategy("a", &[OK; 4], &[&[10, 20, 30, 40]]),
            strategy("b", &[OK, OK, Status::Timeout, Status::Stuck], &[&[10, 20, 0, 0]]),
        ],
        Some(100),
    );
    let ranking = Ranking::of(&run);
    let b = ranking.entry("b").and_then(|entry| entry.all.clone()).expect("timed");
    assert_eq!((b.unfinished, b.total_ns), (2, Bounded::new(430, Bound::AtLeast)));
    assert_eq!(b.mean_ns, Bounded::new(108, Bound::AtLeast));
    assert_eq!((b.median_ns, b.p95_ns), (Bounded::new(20, Bound::Exact), Bounded::new(200, Bound::AtLeast)));
    assert_eq!(b.ratio.map(|spread| spread.ratio), Some(Bounded::new(4.3, Bound::AtLeast)));
    assert_eq!((b.geometric, b.geometric_pairs), (Some(Bounded::new(1.0, Bound::AtLeast)), 2));
    assert!((b.wins - 0.25).abs() < 1e-12, "two ties of four puzzles");
    let common = ranking.entry("b").and_then(|entry| entry.common.clone()).expect("two puzzles");
    assert_eq!((common.puzzles, common.total_ns), (2, Bounded::new(30, Bound::Exact)));
    assert_eq!(ranking.common, Some(Common { puzzles: 2, excluded: vec![] }));
    assert!(ranking.notes.iter().any(|note| note.contains("b (> 4.30× against > 1.00×)")), "{:?}", ranking.notes);
}

#[test]
fn the_direction_of_a_bound_follows_who_did_not_finish() {
    let timeout = [OK, Status::Timeout];
    let bound = |reference: &[Status], other: &[Status]| {
        let run = results(vec![strategy("r", reference, &[&[10, 10]]), strategy("o", other, &[&[10, 10]])], Some(100));
        let all = Ranking::of(&run).entry("o").and_then(|entry| entry.all.clone()).expect("timed");
        all.ratio.expect("a reference").ratio.bound
    };
    assert_eq!(bound(&[OK; 2], &[OK; 2]), Bound::Exact);
    assert_eq!(bound(&[OK; 2], &timeout), Bound::AtLeast);
    assert_eq!(bound(&timeout, &[OK; 2]), Bound::AtMost);
    assert_eq!(bound(&timeout, &timeout), Bound::Open);
}

#[test]
fn a_strategy_that_finished_nothing_does_not_empty_the_common_set() {
    let run = results(
        vec![
            strategy("a", &[OK; 2], &[&[10, 20]]),
            strategy("none", &[Status::Unsupported; 2], &[&[0, 0]]),
            strategy("b", &[OK; 2], &[&[30, 30]]),
        ],
        Some(100),
    );
    let ranking = Ranking::of(&run);
    assert_eq!(ranking.common, Some(Common { puzzles: 2, excluded: vec!["none".to_owned()] }));
    let order: Vec<&str> = ranking.entries.iter().map(|entry| entry.id.as_str()).collect();
    assert_eq!(order, ["a", "b", "none"]);
    assert_eq!(ranking.entries[2].standing, Standing::Unranked);
}

#[test]
fn the_wrong_come_last_and_win_nothing() {
    let mut run = results(
        vec![
            strategy("slow", &[OK; 2], &[&[50, 50]]),
            strategy("liar", &[OK, Status::Wrong], &[&[1, 0]]),
            strategy("contradicted", &[OK; 2], &[&[1, 1]]),
        ],
        Some(100),
    );
    run.contradictions.push(Contradiction {
        puzzle: 1,
        strategy: "contradicted".to_owned(),
        claim: "none".to_owned(),
        witness: "a grid".to_owned(),
    });
    let ranking = Ranking::of(&run);
    let places: Vec<(&str, Standing)> =
        ranking.entries.iter().map(|entry| (entry.id.as_str(), entry.standing)).collect();
    assert_eq!(places, [("slow", Standing::Rank(1)), ("contradicted", Standing::Wrong), ("liar", Standing::Wrong)]);
    let verdict = ranking.verdict.expect("one is right");
    assert_eq!((verdict.winner.as_str(), verdict.second), ("slow", None));
    assert_eq!(ranking.entries[0].all.as_ref().map(|all| all.wins), Some(1.0));
}

#[test]
fn an_unfinished_pass_counts_unless_the_run_was_interrupted() {
    // Two of three passes without a time: not finished; an interrupted run has one pass only.
    let mut run = results(vec![strategy("a", &[OK; 1], &[&[10], &[0], &[0]])], Some(100));
    let total = |run: &Results| Ranking::of(run).entries[0].all.as_ref().map(|all| all.total_ns);
    assert_eq!(total(&run), Some(Bounded::new(200, Bound::AtLeast)));
    run.complete = false;
    assert_eq!(total(&run), Some(Bounded::new(10, Bound::Exact)));
}

#[test]
fn nothing_timed_is_no_ranking() {
    let run = results(vec![strategy("b", &[OK; 2], &[]), strategy("a", &[OK, Status::Halted], &[])], None);
    let ranking = Ranking::of(&run);
    assert!(!ranking.is_timed() && ranking.verdict.is_none() && ranking.common.is_none());
    assert_eq!(ranking.order(), [0, 1]);
    assert_eq!(ranking.entry("a").map(|entry| entry.count(Status::Halted)), Some(1));
}

#[test]
fn a_missing_reference_and_an_empty_run_are_no_error() {
    let mut run = results(vec![strategy("a", &[OK; 1], &[&[10]])], Some(100));
    run.reference = "gone".to_owned();
    assert_eq!(Ranking::of(&run).entries[0].all.as_ref().and_then(|all| all.ratio), None);
    run.puzzles.clear();
    let ranking = Ranking::of(&run);
    assert_eq!((ranking.puzzles, ranking.verdict), (0, None));
}
