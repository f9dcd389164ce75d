//! All strategies against brute force on problems small enough for it: every ask, counted and not.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use model::solve::{Ask, End, Off, Options, Outcome, Solver, Strategy as _, Tally};
use model::{Cell, Givens, Grid, Rules, Value};
use proptest::prelude::*;
use solver_sat::{Sat, SatSolver, Variant};

/// Every grid of the rules that has the givens, by trying all values cell by cell.
fn grids(rules: &Rules, givens: &Givens) -> BTreeSet<Vec<Value>> {
    let mut partial = vec![Vec::new()];
    for cell in 0..rules.cells() {
        let given = givens.values()[cell];
        let mut longer = Vec::new();
        for start in partial {
            for value in (1..=rules.values()).filter(|&value| given == 0 || given == value) {
                let earlier = rules.peers(Cell::new(cell)).iter().take_while(|peer| peer.index() < cell);
                if earlier.into_iter().all(|peer| start[peer.index()] != value) {
                    longer.push([&start[..], &[value]].concat());
                }
            }
        }
        partial = longer;
    }
    partial.into_iter().collect()
}

fn solvers(rules: &Rules) -> Vec<(Variant, SatSolver)> {
    let build = |variant| (variant, Sat::new(variant).build(rules, &Options::default()).expect("any rules will do"));
    Variant::ALL.into_iter().map(build).collect()
}

fn ask(solver: &mut SatSolver, givens: &Givens, ask: Ask, counted: bool) -> (Outcome, Vec<Vec<Value>>) {
    let mut found = Vec::new();
    let mut keep = |grid: &Grid| {
        found.push(grid.values().to_vec());
        ControlFlow::Continue(())
    };
    let outcome = if counted {
        let deadline = AtomicBool::new(false);
        solver.solve(givens, ask, &mut Tally::new(None, &deadline), &mut keep)
    } else {
        solver.solve(givens, ask, &mut Off, &mut keep)
    };
    (outcome, found)
}

/// Asks everything of a puzzle and holds it against brute force.
fn check(solvers: &mut [(Variant, SatSolver)], rules: &Rules, givens: &Givens) {
    let expected = grids(rules, givens);
    let total = expected.len() as u64;
    let cap = |cap: u64| Ask::Count { cap: std::num::NonZeroU64::new(cap) };
    for (variant, solver) in solvers {
        for what in [Ask::First, Ask::Unique, Ask::Count { cap: None }, cap(3)] {
            for counted in [false, true] {
                let (outcome, found) = ask(solver, givens, what, counted);
                let end = if total >= what.enough() { End::Enough } else { End::Exhausted };
                let solutions = total.min(what.enough());
                assert_eq!(outcome, Outcome { solutions, end }, "{variant:?} {what:?} {counted} {givens:?}");
                let distinct: BTreeSet<_> = found.iter().cloned().collect();
                assert_eq!(distinct.len() as u64, solutions, "{variant:?} finds a grid twice: {givens:?}");
                assert!(distinct.is_subset(&expected), "{variant:?} finds what is no grid: {givens:?}");
            }
        }
    }
}

fn rules_of_all_kinds() -> Vec<Rules> {
    let named = ["sudoku-1", "sudoku-2", "sudoku-2-diagonal", "latin-1", "latin-2", "latin-3"];
    let mut rules: Vec<Rules> = named.iter().map(|name| Rules::parse(name).expect("a known name")).collect();
    // Units shorter than N, a unit twice, a cell in no unit; and rules that have no grid at all.
    let short = Rules::builder("short", 5, 3).unit([0, 1]).unit([1, 2, 3]).unit([3, 2, 1]).build();
    rules.push(short.expect("small rules"));
    rules.push(Rules::latin(2).expect("a small size").with_diagonals());
    rules
}

/// Rules, and for each a puzzle or several: any values at all, which mostly clash, or part of a grid.
fn puzzles() -> impl Strategy<Value = (usize, Vec<Givens>)> {
    (0..rules_of_all_kinds().len()).prop_flat_map(|index| {
        let rules = rules_of_all_kinds().swap_remove(index);
        let all: Vec<_> = grids(&rules, &Givens::blank(rules.cells())).into_iter().collect();
        let (cells, values) = (rules.cells(), rules.values());
        let anything = proptest::collection::vec(prop_oneof![3 => Just(0), 1 => 1..=values], cells);
        let part = (any::<prop::sample::Index>(), proptest::collection::vec(0.0..1.0, cells), 0.0..1.2).prop_map(
            move |(at, draws, density)| {
                let grid = all.get(at.index(all.len().max(1))).cloned().unwrap_or(vec![0; cells]);
                let keep = |(value, draw): (Value, f64)| if draw < density { value } else { 0 };
                grid.into_iter().zip(draws).map(keep).collect::<Vec<Value>>()
            },
        );
        let puzzle = prop_oneof![1 => anything, 3 => part].prop_map(Givens::from_values);
        proptest::collection::vec(puzzle, 1..6).prop_map(move |puzzles| (index, puzzles))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn every_answer_is_the_one_of_brute_force((index, puzzles) in puzzles()) {
        let rules = rules_of_all_kinds().swap_remove(index);
        let mut solvers = solvers(&rules);
        for givens in &puzzles {
            check(&mut solvers, &rules, givens);
        }
    }
}

#[test]
fn boards_without_a_given_and_without_a_blank_are_puzzles_too() {
    for rules in rules_of_all_kinds() {
        let mut solvers = solvers(&rules);
        let blank = Givens::blank(rules.cells());
        check(&mut solvers, &rules, &blank);
        if let Some(grid) = grids(&rules, &blank).into_iter().next_back() {
            check(&mut solvers, &rules, &Givens::from_values(grid));
        }
        check(&mut solvers, &rules, &Givens::from_values(vec![1; rules.cells()]));
        check(&mut solvers, &rules, &blank);
    }
}

#[test]
fn nothing_of_a_puzzle_is_left_for_the_next() {
    let rules = Rules::sudoku(2);
    let board = |line: &str| model::text::parse_board(line, &rules).expect("a board");
    let watched = ["1..............2", "12......2.......", "................", "11..............", "1234341221434321"];
    for (variant, mut solver) in solvers(&rules) {
        let answers = |solver: &mut SatSolver| {
            watched.map(|line| {
                let (outcome, mut found) = ask(solver, &board(line), Ask::Count { cap: None }, false);
                found.sort();
                (outcome, found)
            })
        };
        let before = answers(&mut solver);
        // More than one back end is worn out on the way, at any distance from a retirement of blocking clauses.
        for round in 0..150_u8 {
            let line: String = (0..16).map(|cell| if cell == round % 16 { '3' } else { '.' }).collect();
            let cap = std::num::NonZeroU64::new(1 + u64::from(round % 4));
            ask(&mut solver, &board(&line), Ask::Count { cap }, false);
            if round % 37 == 0 {
                assert_eq!(answers(&mut solver), before, "{variant:?} after {round} puzzles");
            }
        }
        assert_eq!(answers(&mut solver), before, "{variant:?}");
    }
}

#[test]
fn a_solver_can_go_to_another_thread() {
    let rules = Rules::sudoku(2);
    for (variant, mut solver) in solvers(&rules) {
        let blank = Givens::blank(16);
        assert_eq!(ask(&mut solver, &blank, Ask::Unique, false).0.solutions, 2);
        let there = std::thread::spawn(move || ask(&mut solver, &blank, Ask::Count { cap: None }, false).0.solutions);
        assert_eq!(there.join().expect("a thread that counts"), 288, "{variant:?}");
    }
}
