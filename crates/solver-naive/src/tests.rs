//! Tests across the family: counts from a literal program, answers against brute force, and the two ways of
//! `naive/row-major` against each other.
//!
//! Owns the literal program ([`literal`]): comparisons one by one on a board, recursion, no mask. The golden counters
//! come from yet another one, a script in another language that was written from the definitions of the counters.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use model::solve::erased::{AnyProbe, Runner, Strategies};
use model::solve::{Ask, Counter, End, Event, Halt, Limits, Options, Outcome, Subject, Tally, Trace, counters};
use model::{Cell, Givens, Grid, Rules, RulesBuilder, Value, text};
use proptest::prelude::*;

use crate::RowMajorSolver;

const IDS: [&str; 3] = ["naive/row-major", "naive/smallest-domain", "naive/forward-checking"];
const ALL: Ask = Ask::Count { cap: None };

fn runner(id: &str, rules: &Rules) -> Box<dyn Runner> {
    let strategies = Strategies::of(crate::register);
    strategies.find(id).expect("a strategy of the family").build(rules, &Options::default()).expect("any rules")
}

/// Outcome, grids and counters of a counted run.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Counted {
    outcome: Outcome,
    grids: Vec<Grid>,
    guesses: u64,
    steps: u64,
    backtracks: u64,
    max_depth: u64,
    checks: u64,
}

fn counted(runner: &mut dyn Runner, givens: &Givens, ask: Ask, limit: Option<u64>) -> Counted {
    let flag = AtomicBool::new(false);
    let mut probe = Tally::new(limit, &flag);
    let mut grids = Vec::new();
    let keep = &mut |grid: &Grid| {
        grids.push(grid.clone());
        ControlFlow::Continue(())
    };
    let outcome = runner.run(givens, ask, AnyProbe::Tally(&mut probe), keep);
    let value = |counter: Counter| probe.value(counter);
    Counted {
        guesses: value(counters::GUESSES),
        steps: value(counters::STEPS),
        backtracks: value(counters::BACKTRACKS),
        max_depth: value(counters::MAX_DEPTH),
        checks: value(counters::CHECKS),
        outcome,
        grids,
    }
}

/// Outcome, grids and steps of a run under limits alone.
fn limited(runner: &mut dyn Runner, givens: &Givens, ask: Ask, limit: Option<u64>) -> (Outcome, Vec<Grid>, u64) {
    let flag = AtomicBool::new(false);
    let mut probe = Limits::new(limit, &flag);
    let mut grids = Vec::new();
    let keep = &mut |grid: &Grid| {
        grids.push(grid.clone());
        ControlFlow::Continue(())
    };
    let outcome = runner.run(givens, ask, AnyProbe::Limits(&mut probe), keep);
    (outcome, grids, probe.steps())
}

/// The row-major search as its definition reads: every comparison made and counted.
struct Literal<'a> {
    rules: &'a Rules,
    board: Vec<Value>,
    enough: usize,
    steps: u64,
    guesses: u64,
    backtracks: u64,
    max_depth: u64,
    checks: u64,
    grids: Vec<Grid>,
}

impl Literal<'_> {
    fn clash(&self, cell: usize, value: Value) -> (bool, u64) {
        let assigned = self.rules.peers(Cell::new(cell)).iter().map(|peer| self.board[peer.index()]);
        let mut checks = 0;
        for other in assigned.filter(|&other| other != 0) {
            checks += 1;
            if other == value {
                return (true, checks);
            }
        }
        (false, checks)
    }

    fn search(&mut self, from: usize, depth: u64) -> ControlFlow<()> {
        let Some(cell) = (from..self.board.len()).find(|&cell| self.board[cell] == 0) else {
            self.grids.push(Grid::from_values(self.board.clone()));
            return if self.grids.len() == self.enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        };
        let open = (1..=self.rules.values()).filter(|&value| !self.clash(cell, value).0).count();
        self.guesses += u64::from(open >= 2);
        for value in 1..=self.rules.values() {
            let (clashes, checks) = self.clash(cell, value);
            self.checks += checks;
            if clashes {
                continue;
            }
            self.steps += 1;
            self.max_depth = self.max_depth.max(depth + 1);
            self.board[cell] = value;
            self.search(cell + 1, depth + 1)?;
            self.board[cell] = 0;
            self.backtracks += 1;
        }
        ControlFlow::Continue(())
    }
}

fn literal(rules: &Rules, givens: &Givens, ask: Ask) -> Counted {
    let enough = usize::try_from(ask.enough()).unwrap_or(usize::MAX);
    let mut search = Literal {
        rules,
        board: givens.values().to_vec(),
        enough,
        steps: 0,
        guesses: 0,
        backtracks: 0,
        max_depth: 0,
        checks: 0,
        grids: Vec::new(),
    };
    let clash = givens.iter().any(|(cell, value)| search.clash(cell.index(), value).0);
    let stopped = !clash && search.search(0, 0).is_break();
    let end = if stopped { End::Enough } else { End::Exhausted };
    Counted {
        outcome: Outcome { solutions: search.grids.len() as u64, end },
        grids: search.grids,
        guesses: search.guesses,
        steps: search.steps,
        backtracks: search.backtracks,
        max_depth: search.max_depth,
        checks: search.checks,
    }
}

fn sorted(mut grids: Vec<Grid>) -> Vec<Grid> {
    grids.sort();
    grids
}

/// Random units of two or more cells on a small board, and a few givens.
fn problems() -> impl Strategy<Value = (Rules, Vec<Givens>)> {
    (1..=7usize, 1..=4usize).prop_flat_map(|(cells, values)| {
        let all: Vec<usize> = (0..cells).collect();
        let unit = proptest::sample::subsequence(all, 1..=cells.min(values));
        let board = proptest::collection::vec(prop_oneof![3 => Just(0), 1 => 1..=values as Value], cells..=cells);
        (proptest::collection::vec(unit, 0..=6), proptest::collection::vec(board, 1..=3)).prop_map(
            move |(units, boards)| {
                let start = Rules::builder("random", cells, values);
                let rules = units.into_iter().fold(start, RulesBuilder::unit).build();
                (rules.expect("small units"), boards.into_iter().map(Givens::from_values).collect())
            },
        )
    })
}

/// A 4×4 board of one of the kinds that have names, and givens.
fn boards() -> impl Strategy<Value = (Rules, Vec<Givens>)> {
    let board = proptest::collection::vec(prop_oneof![5 => Just(0), 1 => 1..=4 as Value], 16..=16);
    let names = proptest::sample::select(vec!["sudoku-2", "sudoku-2-diagonal", "latin-4"]);
    (names, proptest::collection::vec(board, 1..=3)).prop_map(|(name, boards)| {
        (Rules::parse(name).expect("a known name"), boards.into_iter().map(Givens::from_values).collect())
    })
}

fn agree(rules: &Rules, puzzles: &[Givens]) -> Result<(), TestCaseError> {
    let mut runners = IDS.map(|id| runner(id, rules));
    for givens in puzzles {
        for ask in [ALL, Ask::First, Ask::Unique, Ask::Count { cap: std::num::NonZeroU64::new(3) }] {
            let expected = literal(rules, givens, ask);
            let [row_major, smallest_domain, forward_checking] = &mut runners;
            prop_assert_eq!(&counted(row_major.as_mut(), givens, ask, None), &expected);
            let by_masks = limited(row_major.as_mut(), givens, ask, None);
            prop_assert_eq!(by_masks, (expected.outcome, expected.grids.clone(), expected.steps));
            let by_domain = counted(smallest_domain.as_mut(), givens, ask, None);
            let checked = counted(forward_checking.as_mut(), givens, ask, None);
            for other in [&by_domain, &checked] {
                prop_assert_eq!(other.outcome, expected.outcome);
                if ask == ALL {
                    prop_assert_eq!(sorted(other.grids.clone()), sorted(expected.grids.clone()));
                    prop_assert_eq!(other.steps, other.backtracks);
                }
            }
            // Singletons come first in the one and are propagated in the other: the same decisions are left.
            prop_assert_eq!(&by_domain.grids, &checked.grids);
            prop_assert_eq!(by_domain.guesses, checked.guesses);
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn random_units_are_solved_as_brute_force_does((rules, puzzles) in problems()) {
        agree(&rules, &puzzles)?;
    }

    #[test]
    fn small_boards_are_solved_as_brute_force_does((rules, puzzles) in boards()) {
        agree(&rules, &puzzles)?;
    }

    #[test]
    fn both_mask_searches_are_one((rules, puzzles) in boards()) {
        let mut of_any_size = RowMajorSolver::of_any_size(&rules);
        let mut chosen = runner("naive/row-major", &rules);
        for givens in &puzzles {
            let [one, other] = [&mut of_any_size as &mut dyn Runner, chosen.as_mut()].map(|solver| limited(solver, givens, ALL, None));
            prop_assert_eq!(one, other);
        }
    }

    #[test]
    fn a_limit_stops_every_way_at_the_same_step((rules, puzzles) in boards(), limit in 0..40_u64) {
        for id in IDS {
            let mut runner = runner(id, &rules);
            for givens in &puzzles {
                let whole = counted(runner.as_mut(), givens, ALL, None);
                let part = counted(runner.as_mut(), givens, ALL, Some(limit));
                let (outcome, grids, steps) = limited(runner.as_mut(), givens, ALL, Some(limit));
                prop_assert_eq!((outcome, &grids, steps), (part.outcome, &part.grids, part.steps));
                prop_assert_eq!(part.steps, whole.steps.min(limit));
                let end = if whole.steps <= limit { End::Exhausted } else { End::Halted(Halt::StepLimit) };
                prop_assert_eq!(part.outcome.end, end);
                // Ready for the next puzzle, whatever happened.
                prop_assert_eq!(&counted(runner.as_mut(), givens, ALL, None), &whole);
            }
        }
    }
}

/// Asserts what a strategy counts on a classic puzzle: guesses, steps, backtracks, max_depth, and checks where it
/// declares them.
fn check(id: &str, puzzle: &str, ask: Ask, expected: &[u64]) {
    let rules = Rules::sudoku(3);
    let givens = text::parse_board(puzzle, &rules).expect("a board");
    let mut runner = runner(id, &rules);
    let counts = counted(runner.as_mut(), &givens, ask, None);
    let all = [counts.guesses, counts.steps, counts.backtracks, counts.max_depth, counts.checks];
    assert_eq!(&all[..expected.len()], expected, "{id} on {puzzle}");
    let (outcome, grids, steps) = limited(runner.as_mut(), &givens, ask, None);
    assert_eq!((outcome, &grids, steps), (counts.outcome, &counts.grids, counts.steps), "{id} on {puzzle}");
    assert_eq!(grids.len(), 1);
}

/// Royle's list, lines 5, 5146 and 7841. The counts were worked out by a script that compares one by one.
const ROYLE_5: &str = "000000012008030000000000040120500000000004700060000000507000300000620000000100000";
const ROYLE_5146: &str = "000060028300010000900000700062000010070500000000000300400900000000300600000000000";
const ROYLE_7841: &str = "000203070801000000000009000000060105030000006000000400500610000020000030000000000";

#[test]
fn row_major_counts_what_the_definition_counts() {
    check(IDS[0], ROYLE_5146, Ask::First, &[1_675, 6_948, 6_884, 64, 382_286]);
    check(IDS[0], ROYLE_5146, Ask::Unique, &[2_297, 9_249, 9_249, 64, 508_357]);
    check(IDS[0], ROYLE_7841, Ask::First, &[9_124, 35_998, 35_934, 64, 2_079_093]);
}

#[test]
fn the_smallest_domain_counts_what_its_definition_counts() {
    check(IDS[1], ROYLE_5, Ask::First, &[1_315, 10_761, 10_697, 64]);
    check(IDS[1], ROYLE_5146, Ask::First, &[8, 135, 71, 64]);
    check(IDS[1], ROYLE_7841, Ask::First, &[852, 5_425, 5_361, 64]);
}

#[test]
fn forward_checking_counts_what_its_definition_counts() {
    check(IDS[2], ROYLE_5, Ask::First, &[1_315, 2_622, 2_605, 19]);
    check(IDS[2], ROYLE_5146, Ask::First, &[8, 14, 9, 6]);
    check(IDS[2], ROYLE_7841, Ask::First, &[852, 1_693, 1_673, 20]);
}

#[test]
fn clashing_givens_have_no_solution_and_take_no_step() {
    let rules = Rules::sudoku(3);
    let mut values = vec![0; 81];
    (values[40], values[44]) = (5, 5);
    for id in IDS {
        let mut runner = runner(id, &rules);
        let counts = counted(runner.as_mut(), &Givens::from_values(values.clone()), ALL, None);
        assert_eq!((counts.outcome.solutions, counts.outcome.end, counts.steps), (0, End::Exhausted, 0), "{id}");
        let (outcome, _, steps) = limited(runner.as_mut(), &Givens::from_values(values.clone()), ALL, None);
        assert_eq!((outcome, steps), (counts.outcome, 0), "{id}");
    }
}

#[test]
fn a_full_board_is_its_own_solution_without_a_step() {
    let rules = Rules::sudoku(2);
    let givens = text::parse_board("1234341221434321", &rules).expect("a board");
    for id in IDS {
        for (ask, end) in [(Ask::First, End::Enough), (Ask::Unique, End::Exhausted)] {
            let mut runner = runner(id, &rules);
            let counts = counted(runner.as_mut(), &givens, ask, Some(0));
            assert_eq!((counts.outcome, counts.steps), (Outcome { solutions: 1, end }, 0), "{id}");
            let (outcome, grids, _) = limited(runner.as_mut(), &givens, ask, Some(0));
            assert_eq!((outcome, grids), (counts.outcome, vec![Grid::from_values(givens.values())]), "{id}");
        }
    }
}

#[test]
fn sixty_four_values_and_a_passed_deadline() {
    let rules = Rules::builder("line", 66, 64).unit(0..64).build().expect("a line and two free cells");
    let flag = AtomicBool::new(true);
    for id in IDS {
        let mut runner = runner(id, &rules);
        let (outcome, grids, steps) = limited(runner.as_mut(), &Givens::blank(66), Ask::First, None);
        let (first, free) = grids[0].values().split_at(64);
        assert_eq!((outcome.solutions, steps), (1, if id == IDS[2] { 65 } else { 66 }), "{id}");
        assert_eq!((first.to_vec(), free), ((1..=64).collect(), &[1, 1][..]), "{id}");
        let go_on = &mut |_: &Grid| ControlFlow::Continue(());
        let mut probe = Limits::new(None, &flag);
        let outcome = runner.run(&Givens::blank(66), Ask::First, AnyProbe::Limits(&mut probe), go_on);
        assert_eq!(outcome, Outcome { solutions: 0, end: End::Halted(Halt::Deadline) }, "{id}");
    }
}

#[test]
fn the_largest_small_board_and_the_next_larger() {
    // Any three cells in a row differ, so that three values leave 3! grids, whatever the length.
    for cells in [85, 86] {
        let start = Rules::builder("strip", cells, 3);
        let rules = (2..cells).fold(start, |builder, cell| builder.unit(cell - 2..=cell)).build().expect("a strip");
        for id in IDS {
            let (outcome, grids, steps) = limited(runner(id, &rules).as_mut(), &Givens::blank(cells), ALL, None);
            assert_eq!(outcome, Outcome { solutions: 6, end: End::Exhausted }, "{id}");
            assert_eq!(grids[5].values()[..4], [3, 2, 1, 3], "{id}");
            // Three and six ways to fill the first and the first two cells, the others follow: by a step or by force.
            let others = if id == IDS[2] { 0 } else { 6 * (cells as u64 - 2) };
            assert_eq!(steps, 3 + 6 + others, "{id}");
        }
    }
}

#[test]
fn a_listener_that_has_enough_ends_the_search() {
    for id in IDS {
        let mut runner = runner(id, &Rules::sudoku(2));
        let mut seen = 0;
        let third = &mut |_: &Grid| {
            seen += 1;
            if seen == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let outcome = runner.run(&Givens::blank(16), ALL, AnyProbe::Off, third);
        assert_eq!(outcome, Outcome { solutions: 3, end: End::Enough }, "{id}");
    }
}

#[test]
fn a_trace_tells_the_search() {
    let rules = Rules::builder("three", 3, 2).unit([0, 1]).unit([1, 2]).unit([0, 2]).build().expect("a triangle");
    let [a, b, c] = [0, 1, 2].map(Cell::new);
    let assign = |cell, value| Event::Assign { what: Subject::CellValue(cell, value), chosen: true };
    let force = |cell, value| Event::Assign { what: Subject::CellValue(cell, value), chosen: false };
    let withdraw = |cell, value| Event::Withdraw { what: Subject::CellValue(cell, value) };
    let decide = Event::Decide { on: Subject::Cell(a), open: 2 };
    let dead_end = |cell| Event::DeadEnd { on: Subject::Cell(cell) };
    let by_steps =
        |first, second| [assign(a, first), assign(b, second), dead_end(c), withdraw(b, second), withdraw(a, first)];
    let by_force =
        |first, second| [assign(a, first), force(b, second), force(c, second), dead_end(b), withdraw(a, first)];
    for id in IDS {
        let [low, high] =
            if id == IDS[2] { [by_force(1, 2), by_force(2, 1)] } else { [by_steps(1, 2), by_steps(2, 1)] };
        let expected: Vec<Event> = [decide.clone()].into_iter().chain(low).chain(high).collect();
        let flag = AtomicBool::new(false);
        let mut probe = Trace::new(None, &flag, 100);
        let go_on = &mut |_: &Grid| ControlFlow::Continue(());
        runner(id, &rules).run(&Givens::blank(3), ALL, AnyProbe::Trace(&mut probe), go_on);
        assert_eq!(probe.events(), expected, "{id}");
    }
}

#[test]
fn an_option_that_nobody_knows_is_refused_by_name() {
    let named = [("depth".to_owned(), "3".to_owned())].into();
    let options = Options { named, ..Options::default() };
    for strategy in Strategies::of(crate::register).iter() {
        let error = strategy.build(&Rules::sudoku(2), &options).err().expect("a refusal").to_string();
        assert_eq!(error, format!("{} has no option `depth`", strategy.info().id));
    }
}
