//! `ps12/bitboard`: bit-array propagation with pair search, for the classic rules of order 3, as fast as we know how.
//!
//! A whole board is nine vectors of domains (`board`). `settle` propagates all of it at once, `choose` finds the pair that
//! promises most; the search is the one of the other variants. It infers more than they do, locked candidates too, and
//! counts rounds where they count passes.

mod board;
mod choose;
mod settle;
mod settled;

pub use settled::Settled;

use std::ops::ControlFlow;

use model::solve::{Ask, Counter, Info, Options, Outcome, Probe, Solver, Strategy, Subject, Unsupported, counters};
use model::{Cell, Domain, Givens, Grid, Rules, Value};

use board::{ALL, CELLS, EVERY_CELL, Lanes, PLACES};
use choose::{Choose, pair_from};
use settle::Settle;

use crate::layout::CLASSIC;
use crate::search::{Branch, Position, Question, Run, Search, Standing};
use crate::simd::Simd;

/// `ps12/bitboard`: whole-board propagation, and the pair that promises most.
#[derive(Clone, Copy, Debug)]
pub struct Bitboard;

/// What it counts.
const COUNTERS: &[Counter] = &[
    counters::GUESSES,
    counters::STEPS,
    counters::BACKTRACKS,
    counters::MAX_DEPTH,
    counters::SEARCHES,
    counters::LOW_BRANCHES,
    counters::ROUNDS,
];

impl Strategy for Bitboard {
    type Solver = BitboardSolver;

    fn info(&self) -> Info {
        let summary = "PS-1-2 on vectors of domains, with locked candidates and the best pair";
        Info { supports: CLASSIC, ..Info::new("ps12/bitboard", summary, COUNTERS) }
    }

    fn build(&self, rules: &Rules, options: &Options) -> Result<BitboardSolver, Unsupported> {
        options.check(self.info().id, &[])?;
        if !CLASSIC.takes(rules) {
            return Err(Unsupported::new("only the classic rules of order 3"));
        }
        let simd = Simd::detect();
        Ok(BitboardSolver { simd, search: Search::new(Vectors::new(simd), rules.cells()) })
    }
}

/// The memory of a search.
pub struct BitboardSolver {
    simd: Simd,
    search: Search<Vectors>,
}

impl Solver for BitboardSolver {
    fn solve<P: Probe>(
        &mut self,
        givens: &Givens,
        ask: Ask,
        probe: &mut P,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Outcome {
        self.simd.run(Run(&mut self.search, &mut Pair::Best, Question { givens: Some(givens), ask, probe, found }))
    }
}

/// Which pair is chosen.
enum Pair {
    /// The one that promises most.
    Best,
    /// The first from this place on, which is found sooner.
    From(usize),
}

/// The domains of one classic puzzle, by lane.
#[derive(Clone, Debug)]
struct Vectors {
    simd: Simd,
    lanes: Lanes,
    saved: Vec<Lanes>,
}

impl Vectors {
    fn new(simd: Simd) -> Self {
        Self { simd, lanes: [EVERY_CELL; 9], saved: Vec::with_capacity(81) }
    }

    /// Takes the domains that a search begins with.
    fn begin(&mut self, lanes: &Lanes) {
        self.lanes = *lanes;
        self.saved.clear();
    }

    #[inline(always)]
    fn at(&mut self, cell: usize) -> &mut u16 {
        &mut self.lanes.as_flattened_mut()[usize::from(PLACES[cell])]
    }
}

impl Position for Vectors {
    type Choice = Pair;

    #[inline(always)]
    fn load(&mut self, givens: &Givens) {
        /// By given, 0 for a blank.
        const DOMAINS: [u16; 16] = [ALL, 1, 2, 4, 8, 16, 32, 64, 128, 256, 0, 0, 0, 0, 0, 0];
        self.saved.clear();
        let lanes = self.lanes.as_flattened_mut();
        for (&place, &given) in PLACES.iter().zip(givens.values()) {
            lanes[usize::from(place)] = DOMAINS[usize::from(given % 16)];
        }
    }

    #[inline(always)]
    fn settle<P: Probe>(&mut self, probe: &mut P) -> Standing {
        let (standing, rounds) = self.simd.run(Settle(&mut self.lanes));
        probe.count(counters::ROUNDS, rounds);
        standing
    }

    #[inline(always)]
    fn save(&mut self) {
        self.saved.push(self.lanes);
    }

    #[inline(always)]
    fn restore(&mut self) {
        self.lanes = self.saved.pop().expect("what is restored was saved");
    }

    #[inline(always)]
    fn narrow(&mut self, cell: usize, to: Domain) {
        *self.at(cell) = to.0 as u16;
    }

    #[inline(always)]
    fn domain(&self, cell: usize) -> Domain {
        Domain(u64::from(self.lanes.as_flattened()[usize::from(PLACES[cell])]))
    }

    /// The lowest value of a cell, then the rest.
    #[inline(always)]
    fn choose<P: Probe>(&mut self, pair: &mut Pair, _: &mut P) -> Option<Branch> {
        let place = match *pair {
            Pair::Best => self.simd.run(Choose(&self.lanes)),
            Pair::From(place) => pair_from(&self.lanes, place),
        };
        let domain = Domain(u64::from(self.lanes.as_flattened()[place]));
        let first = Domain::only(domain.lowest());
        Some(Branch { cell: usize::from(CELLS[place]), first, second: Domain(domain.0 ^ first.0) })
    }

    /// A cell, or a value that a unit lacks.
    fn dead_end(&self) -> Subject {
        let domain = |cell: usize| self.domain(cell);
        if let Some(cell) = (0..81).find(|&cell| domain(cell).is_empty()) {
            return Subject::Cell(Cell::new(cell));
        }
        type CellOf = fn(usize, usize) -> usize;
        let units: [(&str, CellOf); 3] = [
            ("row", |unit, at| 9 * unit + at),
            ("column", |unit, at| 9 * at + unit),
            ("block", |unit, at| 27 * (unit / 3) + 3 * (unit % 3) + 9 * (at / 3) + at % 3),
        ];
        for (kind, cell) in units {
            for unit in 0..9 {
                let held = (0..9).fold(0, |held, at| held | domain(cell(unit, at)).0);
                if held != Domain::full(9).0 {
                    let value = Domain(!held).lowest();
                    return Subject::Named(format!("value {value} in {kind} {}", unit + 1).into());
                }
            }
        }
        unreachable!("what is blocked lacks something")
    }

    #[inline(always)]
    fn read(&self, grid: &mut [Value]) {
        let lanes = self.lanes.as_flattened();
        for (value, &place) in grid.iter_mut().zip(&PLACES) {
            *value = lanes[usize::from(place)].trailing_zeros() as Value + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use model::solve::{End, Tally};
    use model::text::parse_board;

    use super::*;

    const BOARDS: [&str; 5] = [
        "000000010400000000020000000000050407008000300001090000300400200050100000000806000",
        "670500300052000000000000010083200000400000090000800000100090000000040000000000200",
        "000000039000001005003050800008090006070002000100400000009080050020000600400700000",
        "100000002090400050006000700050903000000070000000850040700000600030009080002000001",
        // One clue less: many solutions.
        "000000010400000000020000000000050407008000300001090000300400200050100000000800000",
    ];

    fn solve(solver: &mut BitboardSolver, board: &str) -> (Outcome, Vec<u64>) {
        let flag = AtomicBool::new(false);
        let mut probe = Tally::new(None, &flag);
        let rules = Rules::sudoku(3);
        let givens = parse_board(board, &rules).expect("a board");
        let outcome = solver.solve(&givens, Ask::Unique, &mut probe, &mut |_| ControlFlow::Continue(()));
        (outcome, Bitboard.info().counters.iter().map(|&counter| probe.value(counter)).collect())
    }

    #[test]
    fn on_words_it_is_the_same_search() {
        let mut best = Bitboard.build(&Rules::sudoku(3), &Options::default()).expect("classic rules");
        let search = Search::new(Vectors::new(Simd::Portable), 81);
        let mut portable = BitboardSolver { simd: Simd::Portable, search };
        for board in BOARDS {
            assert_eq!(solve(&mut best, board), solve(&mut portable, board), "{board}");
        }
    }

    #[test]
    fn hard_ones_have_one_solution_and_a_clue_less_more() {
        let mut solver = Bitboard.build(&Rules::sudoku(3), &Options::default()).expect("classic rules");
        let outcomes = BOARDS.map(|board| solve(&mut solver, board).0);
        let one = Outcome { solutions: 1, end: End::Exhausted };
        assert_eq!(outcomes, [one, one, one, one, Outcome { solutions: 2, end: End::Enough }]);
    }

    #[test]
    fn other_rules_are_refused() {
        for rules in ["sudoku-2", "sudoku-3-diagonal", "latin-9"] {
            let rules = Rules::parse(rules).expect("a name");
            assert!(Bitboard.build(&rules, &Options::default()).is_err(), "{}", rules.name());
        }
    }

    #[test]
    fn a_dead_end_names_what_is_lacking() {
        let mut vectors = Vectors::new(Simd::detect());
        vectors.load(&Givens::blank(81));
        for cell in 0..9 {
            vectors.narrow(cell, Domain::full(9).without(1));
        }
        assert_eq!(vectors.dead_end(), Subject::Named("value 1 in row 1".into()));
        vectors.narrow(80, Domain::EMPTY);
        assert_eq!(vectors.dead_end(), Subject::Cell(Cell::new(80)));
    }
}
