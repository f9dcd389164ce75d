//! The three strategies.

use std::ops::ControlFlow;

use model::solve::{
    Ask, Counter, Info, Options, Outcome, Probe, Random, Setting, Solver, Strategy, Takes, Unsupported, counters,
};
use model::{Givens, Grid, Rules};

use crate::choice::{Choice, First};
use crate::digits::Digits;
use crate::layout::Layout;
use crate::search::{Question, Run, Search};
use crate::simd::Simd;
use crate::state::State;

/// The variants: what they do where propagation ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ps12 {
    /// `ps12/paper`: the first pair in row-major order, high value first; stuck where there is none.
    Paper,
    /// `ps12/random`: pair and value drawn from the seed; stuck where there is no pair.
    Random,
    /// `ps12/complete`: as the paper, and where there is no pair the first of the smallest domains is split.
    Complete,
}

const COUNTERS: &[Counter] = &[
    counters::GUESSES,
    counters::STEPS,
    counters::BACKTRACKS,
    counters::MAX_DEPTH,
    counters::SEARCHES,
    counters::LOW_BRANCHES,
    counters::NO_PAIR,
    counters::PASSES,
    counters::ROUNDS,
    counters::REDUCTIONS,
    counters::PROPAGATIONS,
];

/// Which value of a pair is tried first.
const BRANCH: Setting = Setting {
    name: "branch",
    takes: Takes::OneOf(&["high", "low"]),
    default: "high",
    meaning: "which value of a pair is tried first",
};

impl Ps12 {
    /// The random one draws its branch.
    fn options(self) -> &'static [Setting] {
        if self == Self::Random { &[] } else { &[BRANCH] }
    }
}

impl Strategy for Ps12 {
    type Solver = Ps12Solver;

    fn info(&self) -> Info {
        let (id, summary) = match self {
            Self::Paper => ("ps12/paper", "PS-1-2 as the paper prints it: first pair, high value first"),
            Self::Random => ("ps12/random", "PS-1-2 with pair and value drawn from the seed"),
            Self::Complete => ("ps12/complete", "PS-1-2, and the smallest domain split where there is no pair"),
        };
        Info {
            options: self.options(),
            complete: matches!(self, Self::Complete),
            seeded: matches!(self, Self::Random),
            ..Info::new(id, summary, COUNTERS)
        }
    }

    fn build(&self, rules: &Rules, options: &Options) -> Result<Ps12Solver, Unsupported> {
        options.check(self.info().id, self.options())?;
        let first = if options.text(&BRANCH) == "low" { First::Low } else { First::High };
        let search = Search::new(State::new(Layout::new(rules)), rules.cells());
        let classic = Digits::new(rules).map(|digits| Search::new(digits, rules.cells()));
        Ok(Ps12Solver { variant: *self, seed: options.seed, first, search, classic, simd: Simd::detect() })
    }
}

/// Tables of the rules and the memory of a search.
pub struct Ps12Solver {
    variant: Ps12,
    seed: u64,
    first: First,
    search: Search<State>,
    /// The same search for the classic rules, where nobody wants to be told.
    classic: Option<Search<Digits>>,
    simd: Simd,
}

impl Solver for Ps12Solver {
    fn solve<P: Probe>(
        &mut self,
        givens: &Givens,
        ask: Ask,
        probe: &mut P,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Outcome {
        let mut choice = match self.variant {
            Ps12::Paper => Choice::FirstPair(self.first),
            Ps12::Random => Choice::RandomPair(Random::for_puzzle(self.seed, givens)),
            Ps12::Complete => Choice::PairThenSplit(self.first),
        };
        let question = Question { givens: Some(givens), ask, probe, found };
        match &mut self.classic {
            Some(classic) if !P::TRACES => self.simd.run(Run(classic, &mut choice, question)),
            _ => self.search.run(&mut choice, question),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use model::solve::{End, Limits, Strategy, Tally, Trace};
    use model::text::parse_board;
    use proptest::prelude::*;

    use super::*;

    /// Outcome and counts (in the order of `COUNTERS`) of one search of order 3.
    fn solve(variant: Ps12, board: &str, ask: Ask) -> (Outcome, [u64; 11]) {
        let rules = Rules::sudoku(3);
        let mut solver = variant.build(&rules, &Options::default()).expect("any rules");
        let flag = AtomicBool::new(false);
        let mut probe = Tally::new(None, &flag);
        let givens = parse_board(board, &rules).expect("a board");
        let outcome = solver.solve(&givens, ask, &mut probe, &mut |_| ControlFlow::Continue(()));
        let counts: Vec<u64> = COUNTERS.iter().map(|&counter| probe.value(counter)).collect();
        (outcome, counts.try_into().expect("eleven counters"))
    }

    #[test]
    fn royles_lines_give_the_known_counts() {
        // docs/REPRODUCTION.md: search branch back nopair maxdepth passes rounds reds, and propagations = ms0 + ms.
        let (solved, stuck) = (End::Enough, End::Stuck);
        for (board, end, [search, branch, back, nopair, depth, passes, rounds, reds, propagations]) in [
            (
                "000000010400000000020000000000050407008000300001090000300400200050100000000806000",
                solved,
                [0, 0, 0, 0, 0, 20, 4, 20, 44],
            ),
            (
                "000000010400000000020000000000050604008000300001090000300400200050100000000807000",
                solved,
                [0, 0, 0, 0, 0, 19, 4, 23, 46],
            ),
            (
                "000000012000035000000600070700000300000400800100000000000120000080000040050000600",
                solved,
                [0, 0, 0, 0, 0, 19, 6, 34, 59],
            ),
            (
                "000000012003600000000007000410020000000500300700000600280000040000300500000000000",
                solved,
                [0, 0, 0, 0, 0, 23, 8, 33, 64],
            ),
            (
                "000000012008030000000000040120500000000004700060000000507000300000620000000100000",
                solved,
                [2, 3, 1, 0, 2, 43, 16, 43, 102],
            ),
            (L197, stuck, [1, 0, 0, 1, 0, 6, 3, 3, 12]),
            (L599, stuck, [24, 46, 23, 1, 9, 236, 97, 167, 500]),
            (L42837, solved, [4374, 8740, 4369, 3, 21, 47408, 17358, 28443, 93209]),
        ] {
            let (outcome, counts) = solve(Ps12::Paper, board, Ask::First);
            assert_eq!(outcome.end, end, "{board}");
            let [guesses, steps, _, max_depth, searches, low, no_pair, p, r, d, all] = counts;
            assert_eq!(
                [searches, steps, low, no_pair, max_depth, p, r, d, all],
                [search, branch, back, nopair, depth, passes, rounds, reds, propagations],
                "{board}"
            );
            assert_eq!(guesses, searches - no_pair, "{board}");
        }
        let backtracks = |board| solve(Ps12::Paper, board, Ask::First).1[2];
        assert_eq!([L5, L599, L42837].map(backtracks), [1, 46, 8735]);
    }

    const L5: &str = "000000012008030000000000040120500000000004700060000000507000300000620000000100000";
    const L197: &str = "000000031000602000000700000007000600010080000400030000000500270140000000800000000";
    const L599: &str = "000000071300800000080000000005041000020000300000070000601000040000200600700000000";
    const L42837: &str = "670500300052000000000000010083200000400000090000800000100090000000040000000000200";

    #[test]
    fn the_famous_hard_ones_have_no_pair_at_the_root() {
        // docs/REPRODUCTION.md: Golden Nugget and Easter Monster.
        for board in [
            "000000039000001005003050800008090006070002000100400000009080050020000600400700000",
            "100000002090400050006000700050903000000070000000850040700000600030009080002000001",
        ] {
            let (outcome, counts) = solve(Ps12::Paper, board, Ask::First);
            assert_eq!((outcome.end, counts[4], counts[6], counts[1]), (End::Stuck, 1, 1, 0));
            let (outcome, _) = solve(Ps12::Complete, board, Ask::Unique);
            assert_eq!(outcome, Outcome { solutions: 1, end: End::Exhausted });
        }
    }

    #[test]
    fn a_leaf_without_a_pair_forbids_the_claim_of_exhaustion() {
        // docs/REPRODUCTION.md: line 42837 meets three such leaves and is solved all the same.
        assert_eq!(solve(Ps12::Paper, L42837, Ask::Unique).0, Outcome { solutions: 1, end: End::Stuck });
        assert_eq!(solve(Ps12::Complete, L42837, Ask::Unique).0, Outcome { solutions: 1, end: End::Exhausted });
    }

    #[test]
    fn the_branch_that_goes_first_is_an_option() {
        let build = |variant: Ps12, value: &str| {
            let named = [("branch".to_owned(), value.to_owned())].into();
            variant.build(&Rules::sudoku(2), &Options { named, ..Options::default() }).map(|_| ())
        };
        assert_eq!((build(Ps12::Paper, "low"), build(Ps12::Complete, "high")), (Ok(()), Ok(())));
        assert!(build(Ps12::Paper, "left").is_err() && build(Ps12::Random, "low").is_err());
    }

    /// A classic board: some cells of a grid, and perhaps one value that is not the grid's.
    fn classic() -> impl proptest::strategy::Strategy<Value = Givens> {
        let given = proptest::collection::vec(prop_oneof![2 => Just(false), 1 => Just(true)], 81);
        let swap = proptest::option::of((0..81_usize, 1..=9_u8));
        proptest::strategy::Strategy::prop_map((given, swap), |(given, swap)| {
            let value = |cell: usize| ((cell / 9 * 3 + cell / 27 + cell % 9) % 9 + 1) as u8;
            let mut values: Vec<u8> = (0..81).map(|cell| if given[cell] { value(cell) } else { 0 }).collect();
            if let Some((cell, value)) = swap {
                values[cell] = value;
            }
            Givens::from_values(values)
        })
    }

    proptest! {
        /// A trace goes by cells, everything else by value; and what counts goes one singleton at a time.
        #[test]
        fn by_cell_and_by_value_it_is_the_same_search(
            givens in classic(),
            variant in prop_oneof![Just(Ps12::Paper), Just(Ps12::Random), Just(Ps12::Complete)],
        ) {
            let mut solver = variant.build(&Rules::sudoku(3), &Options::default()).expect("any rules");
            prop_assert!(solver.classic.is_some());
            let flag = AtomicBool::new(false);
            let limit = Some(300);
            let ask = Ask::Count { cap: std::num::NonZeroU64::new(20) };
            let mut trace = Trace::new(limit, &flag, 0);
            let (mut tally, mut limits) = (Tally::new(limit, &flag), Limits::new(limit, &flag));
            let mut grids: [Vec<Grid>; 3] = Default::default();
            let [one, two, three] = &mut grids;
            let by_cell = solver.solve(&givens, ask, &mut trace, &mut |grid| { one.push(grid.clone()); ControlFlow::Continue(()) });
            let counted = solver.solve(&givens, ask, &mut tally, &mut |grid| { two.push(grid.clone()); ControlFlow::Continue(()) });
            let timed = solver.solve(&givens, ask, &mut limits, &mut |grid| { three.push(grid.clone()); ControlFlow::Continue(()) });
            prop_assert_eq!((by_cell, by_cell), (counted, timed));
            prop_assert!(grids[0] == grids[1] && grids[0] == grids[2]);
            for &counter in COUNTERS {
                prop_assert_eq!(trace.tally().value(counter), tally.value(counter), "{}", counter.name);
            }
            prop_assert_eq!(tally.value(counters::STEPS), limits.steps());
        }

        #[test]
        fn counting_or_not_it_is_the_same_search(
            givens in proptest::collection::vec(prop_oneof![3 => Just(0_u8), 1 => 1_u8..=4], 16),
            variant in prop_oneof![Just(Ps12::Paper), Just(Ps12::Random), Just(Ps12::Complete)],
        ) {
            let rules = Rules::sudoku(2);
            let givens = Givens::from_values(givens);
            let mut solver = variant.build(&rules, &Options::default()).expect("any rules");
            let flag = AtomicBool::new(false);
            let (mut tally, mut limits) = (Tally::new(None, &flag), Limits::new(None, &flag));
            let (mut counted, mut timed) = (Vec::new(), Vec::new());
            let ask = Ask::Count { cap: None };
            let one = solver.solve(&givens, ask, &mut tally, &mut |grid| { counted.push(grid.clone()); ControlFlow::Continue(()) });
            let other = solver.solve(&givens, ask, &mut limits, &mut |grid| { timed.push(grid.clone()); ControlFlow::Continue(()) });
            prop_assert_eq!(one, other);
            prop_assert_eq!(counted, timed);
            prop_assert_eq!(tally.value(counters::STEPS), limits.steps());
        }
    }
}
