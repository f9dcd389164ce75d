//! The strategy `gac/most-constrained`.

use std::ops::ControlFlow;

use model::solve::{Ask, Counter, Info, Options, Outcome, Probe, Solver, Strategy, Unsupported, counters};
use model::{Givens, Grid, Rules};

use crate::layout::Layout;
use crate::search::Search;

const ID: &str = "gac/most-constrained";

const COUNTERS: &[Counter] =
    &[counters::GUESSES, counters::STEPS, counters::BACKTRACKS, counters::MAX_DEPTH, counters::PROPAGATIONS];

/// `gac/most-constrained`: every unit filtered to a fixed point, then the first cell of the smallest domain is labelled.
#[derive(Clone, Copy, Debug, Default)]
pub struct MostConstrained;

impl Strategy for MostConstrained {
    type Solver = MostConstrainedSolver;

    fn info(&self) -> Info {
        Info::new(ID, "alldifferent filtered by matchings, next the cell with the fewest values left", COUNTERS)
    }

    fn build(&self, rules: &Rules, options: &Options) -> Result<MostConstrainedSolver, Unsupported> {
        options.check(ID, &[])?;
        Ok(MostConstrainedSolver(Search::new(Layout::new(rules))))
    }
}

/// Tables of the rules and the memory of a search.
#[derive(Clone, Debug)]
pub struct MostConstrainedSolver(Search);

impl Solver for MostConstrainedSolver {
    fn solve<P: Probe>(
        &mut self,
        givens: &Givens,
        ask: Ask,
        probe: &mut P,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Outcome {
        self.0.run(givens, ask, probe, found)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use model::solve::{End, Event, Subject, Tally, Trace};
    use model::text::parse_board;

    use super::*;

    const ALL: Ask = Ask::Count { cap: None };

    fn keep_going(_: &Grid) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn solver(rules: &Rules) -> MostConstrainedSolver {
        MostConstrained.build(rules, &Options::default()).expect("any rules")
    }

    /// Compares the number of solutions and the counts, in the order of `COUNTERS`.
    fn check(rules: &Rules, givens: &Givens, ask: Ask, solutions: u64, expected: [u64; 5]) {
        let flag = AtomicBool::new(false);
        let mut probe = Tally::new(None, &flag);
        let outcome = solver(rules).solve(givens, ask, &mut probe, &mut keep_going);
        let counts: Vec<u64> = COUNTERS.iter().map(|&counter| probe.value(counter)).collect();
        assert_eq!((outcome.solutions, &counts[..]), (solutions, &expected[..]), "{:?}, {ask:?}", givens.values());
    }

    // The counts of these tests come from a script in another language, written from the definitions of the counters: it
    // finds the consistent values of a unit by fixing each in turn and looking for a matching from nothing.

    #[test]
    fn puzzles_of_order_3_give_the_counts_of_a_literal_program() {
        let rules = Rules::sudoku(3);
        for (board, first, unique) in [
            // Royle's lines 1, 5, 197, 599 and 42837.
            (
                "000000010400000000020000000000050407008000300001090000300400200050100000000806000",
                [0, 0, 0, 0, 137],
                [0, 0, 0, 0, 137],
            ),
            (
                "000000012008030000000000040120500000000004700060000000507000300000620000000100000",
                [0, 0, 0, 0, 180],
                [0, 0, 0, 0, 180],
            ),
            (
                "000000031000602000000700000007000600010080000400030000000500270140000000800000000",
                [1, 1, 0, 1, 170],
                [1, 2, 2, 1, 177],
            ),
            (
                "000000071300800000080000000005041000020000300000070000601000040000200600700000000",
                [3, 4, 1, 3, 257],
                [11, 25, 25, 7, 847],
            ),
            (
                "670500300052000000000000010083200000400000090000800000100090000000040000000000200",
                [0, 0, 0, 0, 152],
                [0, 0, 0, 0, 152],
            ),
            // Easter Monster and Golden Nugget.
            (
                "100000002090400050006000700050903000000070000000850040700000600030009080002000001",
                [68, 130, 123, 12, 3037],
                [178, 357, 357, 13, 7608],
            ),
            (
                "000000039000001005003050800008090006070002000100400000009080050020000600400700000",
                [139, 278, 272, 12, 6673],
                [169, 341, 341, 12, 8251],
            ),
        ] {
            let givens = parse_board(board, &rules).expect("a board");
            check(&rules, &givens, Ask::First, 1, first);
            check(&rules, &givens, Ask::Unique, 1, unique);
        }
    }

    #[test]
    fn blanks_and_short_units_give_the_counts_of_a_literal_program() {
        let order_2 = Rules::sudoku(2);
        check(&order_2, &Givens::blank(16), Ask::First, 1, [7, 7, 0, 7, 69]);
        check(&order_2, &Givens::blank(16), ALL, 288, [281, 568, 568, 7, 3884]);
        let short = Rules::builder("short", 5, 4).unit([0, 1, 2]).unit([2, 3]).unit([1, 3, 4]).build();
        let short = short.expect("a small problem");
        check(&short, &Givens::blank(5), ALL, 96, [89, 184, 184, 5, 315]);
        check(&short, &Givens::from_values(vec![0, 2, 0, 0, 3]), ALL, 8, [7, 14, 14, 3, 26]);
    }

    #[test]
    fn the_trace_tells_what_was_removed_and_what_that_forced() {
        let rules = Rules::sudoku(2);
        let givens = parse_board("12343412214343.1", &rules).expect("a board");
        let flag = AtomicBool::new(false);
        let mut probe = Trace::new(None, &flag, 100);
        let outcome = solver(&rules).solve(&givens, Ask::Unique, &mut probe, &mut keep_going);
        assert_eq!(outcome, Outcome { solutions: 1, end: End::Exhausted });
        let at = |value| Subject::CellValue(model::Cell::new(14), value);
        let expected = [
            Event::Remove { what: at(1) },
            Event::Remove { what: at(3) },
            Event::Remove { what: at(4) },
            Event::Assign { what: at(2), chosen: false },
            Event::Solution { number: 1 },
        ];
        assert_eq!(probe.events(), expected);
    }

    #[test]
    fn a_unit_that_cannot_be_filled_is_the_dead_end() {
        let rules = Rules::sudoku(2);
        let givens = parse_board("11..............", &rules).expect("a board");
        let flag = AtomicBool::new(false);
        let mut probe = Trace::new(None, &flag, 100);
        let outcome = solver(&rules).solve(&givens, Ask::First, &mut probe, &mut keep_going);
        assert_eq!(outcome, Outcome { solutions: 0, end: End::Exhausted });
        assert_eq!(probe.events(), [Event::DeadEnd { on: Subject::Named("row 1".into()) }]);
        assert_eq!(probe.tally().value(counters::PROPAGATIONS), 1);
    }

    #[test]
    fn the_largest_units_have_room() {
        let rules = Rules::latin(64).expect("as many values as a word has");
        let flag = AtomicBool::new(false);
        let mut probe = Tally::new(None, &flag);
        let outcome = solver(&rules).solve(&Givens::blank(64 * 64), Ask::First, &mut probe, &mut keep_going);
        assert_eq!(outcome, Outcome { solutions: 1, end: End::Enough });
    }
}
