//! Fixed sets of puzzles for micro-benchmarks, made from the embedded corpus by rules that stand here.
//!
//! No file beside the corpus, and the same puzzles on every machine: sets that are measured in different places or years
//! can be compared. Each has a thousand distinct puzzles and more, since a puzzle that comes back soon reads too fast.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use model::solve::erased::{AnyProbe, Strategies};
use model::solve::{Ask, Options, Random, Tally, counters};
use model::{Givens, Rules};

use crate::corpus::{BadLines, Selection, Source, load};
use crate::decoys::solution;

/// Puzzles of a set.
pub const SIZE: usize = 1024;
/// Clues of an easy puzzle.
const EASY_CLUES: usize = 30;
/// Seed of the clues that make a puzzle easy.
const SEED: u64 = 17;

/// Puzzles of the same rules.
#[derive(Clone, Debug)]
pub struct Set {
    /// `easy`, `seventeen` or `hard`.
    pub name: &'static str,
    /// Order-3 Sudoku.
    pub rules: Arc<Rules>,
    /// The puzzles.
    pub puzzles: Vec<Givens>,
}

impl Set {
    /// All three.
    ///
    /// # Panics
    /// When the embedded corpus is damaged.
    pub fn all(strategies: &Strategies) -> [Self; 3] {
        let (rules, puzzles) = corpus();
        let seventeen = spread(&puzzles, SIZE);
        let easy = seventeen.iter().map(|givens| ease(&rules, givens)).collect();
        let hard = hardest(&rules, &puzzles, strategies);
        let set = |name, puzzles| Self { name, rules: rules.clone(), puzzles };
        [set("easy", easy), set("seventeen", seventeen), set("hard", hard)]
    }

    /// The set of 17-clue puzzles: every so many-th of the corpus.
    ///
    /// # Panics
    /// When the embedded corpus is damaged.
    pub fn seventeen() -> Self {
        let (rules, puzzles) = corpus();
        Self { name: "seventeen", rules, puzzles: spread(&puzzles, SIZE) }
    }

    /// `size` of its puzzles, evenly spread.
    pub fn sample(&self, size: usize) -> Self {
        Self { puzzles: spread(&self.puzzles, size), ..self.clone() }
    }
}

fn corpus() -> (Arc<Rules>, Vec<Givens>) {
    let selection = Selection { offset: 0, stride: 1, sample: None, seed: 0, limit: None };
    let loaded = load(&Source::SEVENTEEN, None, &selection, BadLines::Refuse).expect("the embedded corpus is sound");
    let givens = (0..loaded.puzzles.len()).map(|index| Givens::from_values(loaded.puzzles.givens(index)));
    (loaded.puzzles.rules.clone(), givens.collect())
}

fn spread(puzzles: &[Givens], size: usize) -> Vec<Givens> {
    let size = size.clamp(1, puzzles.len());
    (0..size).map(|at| puzzles[at * puzzles.len() / size].clone()).collect()
}

/// Adds clues of the solution, drawn from a seed, up to thirty.
fn ease(rules: &Arc<Rules>, givens: &Givens) -> Givens {
    let grid = solution(rules, givens);
    let mut blanks: Vec<usize> = (0..rules.cells()).filter(|&cell| givens.values()[cell] == 0).collect();
    Random::for_puzzle(SEED, givens).shuffle(&mut blanks);
    let mut easy = givens.clone();
    for &cell in &blanks[..EASY_CLUES.saturating_sub(givens.clues())] {
        easy.values_mut()[cell] = grid.values()[cell];
    }
    easy
}

/// Those for which `dlx/shortest` enters the most nodes to prove the solution unique, as they stand in the corpus.
fn hardest(rules: &Arc<Rules>, puzzles: &[Givens], strategies: &Strategies) -> Vec<Givens> {
    let strategy = strategies.find("dlx/shortest").expect("dancing links are always there");
    let mut runner = strategy.build(rules, &Options::default()).expect("dancing links take any rules");
    let never = AtomicBool::new(false);
    let mut nodes = |givens: &Givens| {
        let mut tally = Tally::new(None, &never);
        runner.run(givens, Ask::Unique, AnyProbe::Tally(&mut tally), &mut |_| ControlFlow::Continue(()));
        tally.value(counters::NODES)
    };
    let mut counted: Vec<(u64, usize)> =
        puzzles.iter().enumerate().map(|(index, givens)| (u64::MAX - nodes(givens), index)).collect();
    counted.sort_unstable();
    let mut chosen: Vec<usize> = counted.into_iter().take(SIZE).map(|(_, index)| index).collect();
    chosen.sort_unstable();
    chosen.into_iter().map(|index| puzzles[index].clone()).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::registry::registry;

    #[test]
    fn sets_hold_a_thousand_distinct_puzzles_of_their_kind() {
        for set in Set::all(&registry()) {
            let distinct: BTreeSet<&[u8]> = set.puzzles.iter().map(Givens::values).collect();
            assert_eq!((distinct.len(), set.puzzles.len()), (SIZE, SIZE), "{}", set.name);
            let clues = if set.name == "easy" { EASY_CLUES } else { 17 };
            assert!(set.puzzles.iter().all(|givens| givens.clues() == clues), "{}", set.name);
        }
    }

    #[test]
    fn a_sample_is_spread_over_its_set() {
        let set = Set::seventeen();
        let sample = set.sample(4);
        assert_eq!(sample.puzzles, [0, 256, 512, 768].map(|at| set.puzzles[at].clone()));
    }
}
