//! What the search hands out, in which order, and what it counts.
//!
//! Owns a plain search ([`Plain`]) that knows no waves: it walks the whole tree once and notes what each grid costs. The counts
//! come from a literal program in another language, written from the words of docs/METHODOLOGY.md.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use model::solve::erased::{AnyProbe, Runner, Strategies};
use model::solve::{Ask, Event, Options, Subject, Tally, Trace};
use model::{Cell, Givens, Grid, Rules, RulesBuilder, Value, text};
use proptest::prelude::*;

use crate::COUNTERS;

const ALL: Ask = Ask::Count { cap: None };
const ORDERS: [&str; 2] = ["least-constraining", "ascending"];

fn runner(order: &str, rules: &Rules) -> Box<dyn Runner> {
    let options = Options { named: [("order".to_owned(), order.to_owned())].into(), ..Options::default() };
    let strategies = Strategies::of(crate::register);
    strategies.find("lds/smallest-domain").expect("it was registered").build(rules, &options).expect("any rules")
}

/// Every grid, left to right, with its discrepancies.
struct Plain<'a> {
    rules: &'a Rules,
    order: &'a str,
    values: Vec<Value>,
    grids: Vec<(usize, Grid)>,
}

impl Plain<'_> {
    fn open(&self, cell: usize) -> Vec<Value> {
        let peers = self.rules.peers(Cell::new(cell));
        let stands = |value| peers.iter().any(|peer| self.values[peer.index()] == value);
        (1..=self.rules.values()).filter(|&value| !stands(value)).collect()
    }

    fn takers(&self, cell: usize, value: Value) -> usize {
        let peers = self.rules.peers(Cell::new(cell)).iter().map(|peer| peer.index());
        peers.filter(|&peer| self.values[peer] == 0 && self.open(peer).contains(&value)).count()
    }

    fn search(&mut self, spent: usize) {
        let blank = (0..self.values.len()).filter(|&cell| self.values[cell] == 0);
        let Some(cell) = blank.min_by_key(|&cell| self.open(cell).len()) else {
            self.grids.push((spent, Grid::from_values(self.values.clone())));
            return;
        };
        let mut open = self.open(cell);
        if self.order == "least-constraining" {
            open.sort_by_key(|&value| self.takers(cell, value));
        }
        for (discrepancies, value) in open.into_iter().enumerate() {
            self.values[cell] = value;
            self.search(spent + discrepancies);
            self.values[cell] = 0;
        }
    }

    /// Those with fewer discrepancies first.
    fn grids(rules: &Rules, order: &str, givens: &Givens) -> Vec<Grid> {
        let mut plain = Plain { rules, order, values: givens.values().to_vec(), grids: Vec::new() };
        let agree = givens.iter().all(|(cell, value)| plain.open(cell.index()).contains(&value));
        if agree {
            plain.search(0);
        }
        plain.grids.sort_by_key(|&(discrepancies, _)| discrepancies);
        plain.grids.into_iter().map(|(_, grid)| grid).collect()
    }
}

fn agree(rules: &Rules, puzzles: &[Givens]) -> Result<(), TestCaseError> {
    for order in ORDERS {
        let mut runner = runner(order, rules);
        for givens in puzzles {
            let mut grids = Vec::new();
            let keep = &mut |grid: &Grid| {
                grids.push(grid.clone());
                ControlFlow::Continue(())
            };
            runner.run(givens, ALL, AnyProbe::Off, keep);
            prop_assert_eq!(grids, Plain::grids(rules, order, givens), "{}", order);
        }
    }
    Ok(())
}

/// Random units on a small board, and a few givens.
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

proptest! {
    #[test]
    fn grids_of_random_units_come_by_their_discrepancies((rules, puzzles) in problems()) {
        agree(&rules, &puzzles)?;
    }

    #[test]
    fn grids_of_small_boards_come_by_their_discrepancies((rules, puzzles) in boards()) {
        agree(&rules, &puzzles)?;
    }
}

/// Asserts guesses, steps, backtracks, max_depth and waves, in either order of values.
fn check(rules: &Rules, givens: &Givens, ask: Ask, expected: [[u64; 5]; 2]) {
    for (order, expected) in ORDERS.into_iter().zip(expected) {
        let flag = AtomicBool::new(false);
        let mut probe = Tally::new(None, &flag);
        let go_on = &mut |_: &Grid| ControlFlow::Continue(());
        runner(order, rules).run(givens, ask, AnyProbe::Tally(&mut probe), go_on);
        let counts: Vec<u64> = COUNTERS.iter().map(|&counter| probe.value(counter)).collect();
        assert_eq!(counts, expected, "{:?}, {ask:?}, {order}", givens.values());
    }
}

#[test]
fn puzzles_of_order_3_give_the_counts_of_a_literal_program() {
    let rules = Rules::sudoku(3);
    // Royle's line 5146, and the puzzle of the README.
    let royle = "000060028300010000900000700062000010070500000000000300400900000000300600000000000";
    let readme = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........";
    let [royle, readme] = [royle, readme].map(|board| text::parse_board(board, &rules).expect("a board"));
    check(&rules, &royle, Ask::First, [[8, 76, 12, 64, 2], [32, 268, 204, 64, 4]]);
    check(&rules, &royle, Ask::Unique, [[56, 752, 752, 64, 5], [89, 1096, 1096, 64, 7]]);
    check(&rules, &readme, Ask::First, [[387, 2657, 2594, 63, 4], [670, 4410, 4347, 63, 5]]);
}

#[test]
fn blanks_and_short_units_give_the_counts_of_a_literal_program() {
    let order_2 = Rules::sudoku(2);
    check(&order_2, &Givens::blank(16), Ask::First, [[7, 16, 0, 16, 1]; 2]);
    check(&order_2, &Givens::blank(16), ALL, [[1832, 8370, 8370, 16, 11]; 2]);
    let short = Rules::builder("short", 5, 4).unit([0, 1, 2]).unit([2, 3]).unit([1, 3, 4]).build();
    let short = short.expect("a small problem");
    check(&short, &Givens::blank(5), ALL, [[298, 542, 542, 5, 9]; 2]);
    check(&short, &Givens::from_values(vec![0, 2, 0, 0, 3]), ALL, [[19, 31, 31, 3, 4]; 2]);
}

#[test]
fn a_trace_tells_the_waves() {
    let rules = Rules::builder("pair", 2, 2).unit([0, 1]).build().expect("a pair");
    let [a, b] = [0, 1].map(Cell::new);
    let wave = |number| Event::Note { text: "discrepancies to spend".into(), number };
    let decide = || Event::Decide { on: Subject::Cell(a), open: 2 };
    let assign = |cell, value| Event::Assign { what: Subject::CellValue(cell, value), chosen: true };
    let withdraw = |cell, value| Event::Withdraw { what: Subject::CellValue(cell, value) };
    let solution = |number| Event::Solution { number };
    let first = [wave(0), decide(), assign(a, 1), assign(b, 2), solution(1), withdraw(b, 2), withdraw(a, 1)];
    // Nothing below the first value can cost the discrepancy that is to be spent.
    let given_up = [wave(1), decide(), assign(a, 1), withdraw(a, 1)];
    let second = [assign(a, 2), assign(b, 1), solution(2), withdraw(b, 1), withdraw(a, 2)];
    let flag = AtomicBool::new(false);
    let mut probe = Trace::new(None, &flag, 100);
    let go_on = &mut |_: &Grid| ControlFlow::Continue(());
    runner(ORDERS[0], &rules).run(&Givens::blank(2), ALL, AnyProbe::Trace(&mut probe), go_on);
    assert_eq!(probe.events(), [&first[..], &given_up, &second].concat());
}

#[test]
fn givens_that_leave_a_cell_nothing_are_a_dead_end_without_a_step() {
    let rules = Rules::builder("line", 4, 2).unit([0, 1]).unit([1, 2]).unit([3]).build().expect("short units");
    check(&rules, &Givens::from_values(vec![1, 0, 2, 0]), ALL, [[0, 0, 0, 0, 1]; 2]);
    check(&rules, &Givens::from_values(vec![1, 1, 0, 0]), ALL, [[0; 5]; 2]);
}
