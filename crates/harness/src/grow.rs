//! Growth: from puzzles with one solution to others with as many clues, by taking away one or two and adding as many.
//!
//! The neighbourhood of a puzzle is looked at exactly: each puzzle that differs by such an exchange is found. What is chosen
//! is the order: of everything that is left to look at, what has least open after propagation goes first, because it has
//! the fewest solutions, costs least and gives most. Batches are as large on every machine, and a batch is worked on by
//! threads and put together in order, so that what is found does not depend on them.

mod begun;
mod completer;
mod frontier;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Result;
use model::solve::erased::{AnyProbe, Strategies};
use model::solve::{Ask, End, Options, Outcome};
use model::{Givens, Puzzle, Rules, check};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use crate::registry::fastest;
use completer::Completer;
pub(crate) use frontier::Frontier;
use frontier::Remainder;

/// Looks at remainders and at what is found, on the threads of the pool that it is called in.
pub(crate) struct Grower {
    rules: Arc<Rules>,
    strategies: Strategies,
}

impl Grower {
    /// # Errors
    /// When no strategy takes the rules.
    pub(crate) fn new(rules: Arc<Rules>, strategies: Strategies) -> Result<Self> {
        fastest(&strategies, &rules, &Options::default(), Ask::Unique)?;
        Ok(Self { rules, strategies })
    }

    /// Every puzzle with one solution that has a remainder of the batch and as many clues as were taken away, in the order of
    /// the batch; `None` where it was told to stop.
    pub(crate) fn grow(&self, batch: &[Remainder], stop: &AtomicBool) -> Option<Vec<Givens>> {
        let completer = || {
            let fastest = fastest(&self.strategies, &self.rules, &Options::default(), Ask::Unique);
            Completer::new(&self.rules, fastest.expect("it took the rules before").1)
        };
        let complete = |completer: &mut Completer<'_>, remainder: &Remainder| {
            let go_on = !stop.load(Ordering::Relaxed);
            go_on.then(|| completer.complete(&remainder.givens, remainder.added))
        };
        let found: Option<Vec<Vec<Givens>>> = batch.par_iter().map_init(completer, complete).collect();
        found.map(|found| found.into_iter().flatten().collect())
    }

    /// Those puzzles of which dancing links, which took no part in finding them, do not say that they have one solution.
    pub(crate) fn doubted<'a>(&self, puzzles: &'a [Givens]) -> Vec<&'a Givens> {
        let links = self.strategies.find("dlx/shortest").expect("dancing links are always there");
        let runner = || links.build(&self.rules, &Options::default()).expect("dancing links take any rules");
        let is_doubted = |givens: &Givens, runner: &mut dyn model::solve::erased::Runner| {
            let puzzle = Puzzle::new(self.rules.clone(), givens.clone());
            let mut wrong = !puzzle.conflicts().is_empty();
            let outcome = runner.run(givens, Ask::Unique, AnyProbe::Off, &mut |grid| {
                wrong |= check(&puzzle, grid).is_err();
                std::ops::ControlFlow::Continue(())
            });
            wrong || outcome != Outcome { solutions: 1, end: End::Exhausted }
        };
        let doubt = |runner: &mut Box<dyn model::solve::erased::Runner>, givens: &'a Givens| {
            is_doubted(givens, runner.as_mut()).then_some(givens)
        };
        puzzles.par_iter().map_init(runner, doubt).flatten().collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use model::text::parse_board;

    use super::completer::Added;
    use super::*;
    use crate::registry::registry;

    fn completions(rules: &Arc<Rules>, board: &str, added: Added) -> BTreeSet<Vec<u8>> {
        let grower = Grower::new(rules.clone(), registry()).expect("a strategy");
        let givens = parse_board(board, rules).expect("a board");
        let found = grower.grow(&[Remainder { givens, added }], &AtomicBool::new(false)).expect("nobody stops it");
        let distinct: BTreeSet<Vec<u8>> = found.iter().map(|puzzle| puzzle.values().to_vec()).collect();
        assert_eq!(distinct.len(), found.len(), "{board}: each once");
        distinct
    }

    /// The same by asking dancing links of every one or two clues in open cells.
    fn by_trying_all(rules: &Arc<Rules>, board: &str, added: Added) -> BTreeSet<Vec<u8>> {
        let grower = Grower::new(rules.clone(), registry()).expect("a strategy");
        let givens = parse_board(board, rules).expect("a board");
        let mut candidates = crate::candidates::Candidates::new(rules);
        let domains = candidates.of(rules, &givens).iter().enumerate().filter(|(_, domain)| !domain.is_singleton());
        let clues: Vec<(usize, u8)> =
            domains.flat_map(|(cell, domain)| domain.iter().map(move |value| (cell, value))).collect();
        let mut all = Vec::new();
        for &one in &clues {
            for &two in &clues {
                if (added == Added::One && one == two) || (added == Added::Two && one.0 < two.0) {
                    let mut puzzle = givens.clone();
                    for (cell, value) in [one, two] {
                        puzzle.values_mut()[cell] = value;
                    }
                    all.push(puzzle);
                }
            }
        }
        let doubted: std::collections::HashSet<&Givens> = grower.doubted(&all).into_iter().collect();
        all.iter().filter(|puzzle| !doubted.contains(puzzle)).map(|puzzle| puzzle.values().to_vec()).collect()
    }

    #[test]
    fn nothing_is_found_but_what_trying_all_finds() {
        let small = Arc::new(Rules::sudoku(2));
        for board in
            ["12..............", "1.....2.........", "1..2........3...", "12.........3....", "................"]
        {
            for added in [Added::One, Added::Two] {
                assert_eq!(completions(&small, board, added), by_trying_all(&small, board, added), "{board} {added:?}");
            }
        }
        let rules = Arc::new(Rules::sudoku(3));
        let two = ".1..23.........84..5...1.36...5...7.3..6......7.8..3....6.4.........815...4.9.6..";
        for (board, added) in [(SIXTEEN, Added::One), (two, Added::Two)] {
            let found = completions(&rules, board, added);
            assert!(!found.is_empty(), "{board}");
            assert_eq!(found, by_trying_all(&rules, board, added), "{board}");
        }
    }

    /// A puzzle of the embedded corpus less one clue.
    const SIXTEEN: &str = ".1..23.............5......6...5...7....6......7....3....6..7...2....81....4......";

    #[test]
    fn growth_is_the_same_on_any_number_of_threads_and_stops_when_told() {
        let rules = Arc::new(Rules::sudoku(2));
        let grower = Grower::new(rules.clone(), registry()).expect("a strategy");
        let grown = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            let mut frontier = Frontier::new(rules.clone());
            frontier.add([parse_board("123.........4..1", &rules).expect("a board")]);
            loop {
                let batch = frontier.batch();
                if batch.is_empty() {
                    return frontier;
                }
                frontier.add(pool.install(|| grower.grow(&batch, &AtomicBool::new(false))).expect("nobody stops it"));
            }
        };
        let [one, three] = [1, 3].map(grown);
        assert_eq!(one.classes(), three.classes());
        assert_eq!((one.looked_at(), one.left()), (three.looked_at(), 0));
        assert!(grower.doubted(one.classes()).is_empty());
        let mut frontier = Frontier::new(rules.clone());
        frontier.add(one.classes().iter().take(1).cloned());
        assert!(grower.grow(&frontier.batch(), &AtomicBool::new(true)).is_none());
    }
}
