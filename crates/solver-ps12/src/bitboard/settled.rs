//! Propagation without a search, and searches that begin where it ended.
//!
//! For whoever asks much of puzzles that have most of their clues in common: what these give is worked out once.

use std::ops::ControlFlow;

use model::solve::{Ask, Off, Outcome, Probe};
use model::{Cell, Domain, Givens, Grid, Value};

use super::board::{Lanes, PLACES};
use super::settle::Settle;
use super::{BitboardSolver, Pair, Vectors};
use crate::search::{Position, Question, Run, Standing};

/// Places from one turn to the next: far apart, and all 144 in the end.
const STRIDE: usize = 61;

/// The domains of a puzzle after propagation, none of them empty.
///
/// ```
/// use model::{Cell, Givens, Rules, solve::{Options, Strategy}};
/// use solver_ps12::Bitboard;
///
/// let solver = Bitboard.build(&Rules::sudoku(3), &Options::default())?;
/// let blank = solver.settle(&Givens::blank(81)).expect("it has solutions");
/// let one = solver.settle_with(&blank, Cell::new(0), 1).expect("so has this");
/// assert!(!one.domain(Cell::new(8)).contains(1));
/// assert!(solver.settle_with(&one, Cell::new(8), 1).is_none());
/// # Ok::<(), model::solve::Unsupported>(())
/// ```
#[derive(Clone, Debug)]
pub struct Settled(Lanes);

impl Settled {
    /// The domain of one of the 81 cells.
    #[inline]
    pub fn domain(&self, cell: Cell) -> Domain {
        Domain(u64::from(self.0.as_flattened()[usize::from(PLACES[cell.index()])]))
    }

    /// What both have: domains of all clues of either, not propagated.
    #[inline]
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        let mut both = self.clone();
        for (one, other) in both.0.as_flattened_mut().iter_mut().zip(other.0.as_flattened()) {
            *one &= other;
        }
        both
    }
}

impl BitboardSolver {
    /// What propagation leaves of a puzzle; `None` where it finds that there is no solution.
    pub fn settle(&self, givens: &Givens) -> Option<Settled> {
        let mut vectors = Vectors::new(self.simd);
        vectors.load(givens);
        let standing = vectors.settle(&mut Off);
        (standing != Standing::Blocked).then_some(Settled(vectors.lanes))
    }

    /// Likewise with a clue more.
    pub fn settle_with(&self, start: &Settled, cell: Cell, value: Value) -> Option<Settled> {
        let mut with = start.clone();
        with.0.as_flattened_mut()[usize::from(PLACES[cell.index()])] &= Domain::only(value).0 as u16;
        let (standing, _) = self.simd.run(Settle(&mut with.0));
        (standing != Standing::Blocked).then_some(with)
    }

    /// [`Solver::solve`](model::solve::Solver::solve) for the puzzle with these domains. Each pair that it branches on is the
    /// first from a place on that `turn` gives: where the puzzle has many solutions, another turn meets others first.
    pub fn solve_from<P: Probe>(
        &mut self,
        start: &Settled,
        turn: usize,
        ask: Ask,
        probe: &mut P,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Outcome {
        self.search.position.begin(&start.0);
        let mut pair = Pair::From(turn.wrapping_mul(STRIDE) % start.0.as_flattened().len());
        self.simd.run(Run(&mut self.search, &mut pair, Question { givens: None, ask, probe, found }))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::num::NonZeroU64;

    use model::Rules;
    use model::solve::{End, Options, Solver, Strategy};
    use proptest::prelude::{Just, Strategy as _, prop_assert_eq, prop_oneof, proptest};

    use super::*;
    use crate::Bitboard;

    /// Few enough solutions to have them all, or too many to count.
    const MANY: u64 = 2000;

    /// The outcome, and the solutions where these are all.
    fn all(
        solve: impl FnOnce(Ask, &mut dyn FnMut(&Grid) -> ControlFlow<()>) -> Outcome,
    ) -> (Outcome, BTreeSet<Vec<Value>>) {
        let mut grids = BTreeSet::new();
        let outcome = solve(Ask::Count { cap: NonZeroU64::new(MANY) }, &mut |grid| {
            grids.insert(grid.values().to_vec());
            ControlFlow::Continue(())
        });
        assert_eq!(grids.len() as u64, outcome.solutions, "each once");
        if outcome.end != End::Exhausted {
            grids.clear();
        }
        (outcome, grids)
    }

    /// Most of the cells of a grid are given, and two cells more have values that may be the grid's or not.
    fn puzzles() -> impl proptest::strategy::Strategy<Value = (Givens, [(usize, Value); 2], usize)> {
        let value = |cell: usize| ((cell / 9 * 3 + cell / 27 + cell % 9) % 9 + 1) as Value;
        let given = proptest::collection::vec(prop_oneof![2 => Just(true), 3 => Just(false)], 81);
        let clue = || (0..81_usize, prop_oneof![Just(None), (1..=9_u8).prop_map(Some)]);
        let clues =
            (clue(), clue()).prop_map(move |(one, two)| [one, two].map(|(at, other)| (at, other.unwrap_or(value(at)))));
        (given, clues, 0..200_usize).prop_map(move |(given, clues, turn)| {
            let is_open = |cell: usize| clues.iter().any(|&(at, _)| at == cell);
            let values = (0..81).map(|cell| if given[cell] && !is_open(cell) { value(cell) } else { 0 });
            (Givens::from_values(values.collect::<Vec<_>>()), clues, turn)
        })
    }

    proptest! {
        #[test]
        fn from_two_clues_it_finds_what_it_finds_from_scratch((givens, clues, turn) in puzzles()) {
            let mut solver = Bitboard.build(&Rules::sudoku(3), &Options::default()).expect("classic rules");
            let mut puzzle = givens.clone();
            for (cell, value) in clues {
                puzzle.values_mut()[cell] = value;
            }
            let clash = clues[0].0 == clues[1].0 && clues[0] != clues[1];
            let none = (Outcome { solutions: 0, end: End::Exhausted }, BTreeSet::new());
            let scratch =
                if clash { none.clone() } else { all(|ask, found| solver.solve(&puzzle, ask, &mut Off, found)) };
            let start = solver.settle(&givens).expect("a part of a grid");
            let with = clues.map(|(cell, value)| solver.settle_with(&start, Cell::new(cell), value));
            let begun = match &with {
                [Some(one), Some(two)] => {
                    all(|ask, found| solver.solve_from(&one.and(two), turn, ask, &mut Off, found))
                }
                _ => none,
            };
            prop_assert_eq!(begun, scratch);
        }
    }
}
