//! Decoys: puzzles whose answer is known by construction, mixed in so that a strategy that guesses the answer is caught.
//!
//! They come in pairs of kinds: a 17-clue puzzle less one clue has two solutions or more, since no puzzle of 16 clues is
//! unique (McGuire, Tugemann and Civario 2012); and a 17-clue puzzle of the embedded corpus, each of which is unique,
//! with one clue more that its solution contradicts has none. Both look like any other puzzle.

use std::ops::ControlFlow;
use std::sync::Arc;

use model::solve::erased::AnyProbe;
use model::solve::{Ask, Options, Random};
use model::{Cell, Givens, Grid, Puzzle, Rules, check};

use crate::corpus::{BadLines, Selection, Source, load};
use crate::registry::registry;

/// A puzzle and the number of its solutions: 0, or 2 for two or more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoy {
    /// The puzzle.
    pub givens: Givens,
    /// 0 or 2.
    pub expected: u64,
}

/// How many decoys `percent` of `puzzles` are: at least one of each kind, none where `percent` is 0.
pub fn number(puzzles: usize, percent: f64) -> usize {
    if percent <= 0.0 { 0 } else { ((puzzles as f64 * percent / 100.0).ceil() as usize).max(2) }
}

/// `count` decoys drawn from the embedded corpus, the two kinds in turn.
///
/// # Panics
/// When the embedded corpus is damaged: its puzzles must have a solution.
pub fn make(count: usize, seed: u64) -> Vec<Decoy> {
    let mut random = Random::new(seed ^ 0xdec0_15ed);
    // Another draw than the one that selected the puzzles, which has the same seed.
    let selection = Selection { offset: 0, stride: 1, sample: Some(count as u64), seed: !seed, limit: None };
    let loaded = load(&Source::SEVENTEEN, None, &selection, BadLines::Refuse).expect("the embedded corpus is sound");
    let rules = loaded.puzzles.rules.clone();
    let mut order: Vec<usize> = (0..loaded.puzzles.len()).collect();
    random.shuffle(&mut order);
    let puzzles = order.into_iter().map(|index| Givens::from_values(loaded.puzzles.givens(index)));
    puzzles
        .enumerate()
        .map(
            |(at, givens)| {
                if at % 2 == 0 { less_one(givens, &mut random) } else { one_wrong_more(&rules, givens, &mut random) }
            },
        )
        .collect()
}

fn less_one(mut givens: Givens, random: &mut Random) -> Decoy {
    let clues: Vec<usize> = givens.iter().map(|(cell, _)| cell.index()).collect();
    givens.values_mut()[clues[random.below(clues.len() as u64) as usize]] = 0;
    Decoy { givens, expected: 2 }
}

fn one_wrong_more(rules: &Arc<Rules>, mut givens: Givens, random: &mut Random) -> Decoy {
    let grid = solution(rules, &givens);
    loop {
        let cell = random.below(rules.cells() as u64) as usize;
        let value = random.below(u64::from(rules.values())) as u8 + 1;
        let clashes = rules.peers(Cell::new(cell)).iter().any(|peer| givens.values()[peer.index()] == value);
        if givens.values()[cell] == 0 && grid.values()[cell] != value && !clashes {
            givens.values_mut()[cell] = value;
            return Decoy { givens, expected: 0 };
        }
    }
}

/// The one solution. That it is the only one is the corpus's promise; that it is one is checked.
pub(crate) fn solution(rules: &Arc<Rules>, givens: &Givens) -> Grid {
    let strategies = registry();
    let strategy = strategies.find("dlx/shortest").expect("dancing links are always there");
    let mut runner = strategy.build(rules, &Options::default()).expect("dancing links take any rules");
    let mut grid = None;
    runner.run(givens, Ask::First, AnyProbe::Off, &mut |found| {
        grid = Some(found.clone());
        ControlFlow::Break(())
    });
    let grid = grid.expect("every puzzle of the embedded corpus has a solution");
    check(&Puzzle::new(rules.clone(), givens.clone()), &grid).expect("and this is it");
    grid
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decoys_have_the_answers_they_are_built_for() {
        let decoys = make(6, 17);
        assert_eq!(decoys, make(6, 17), "the seed decides");
        let strategies = registry();
        let rules = Rules::sudoku(3);
        for id in ["dlx/shortest", "ps12/complete"] {
            let mut runner =
                strategies.find(id).expect("registered").build(&rules, &Options::default()).expect("any rules");
            for decoy in &decoys {
                let outcome = runner.run(&decoy.givens, Ask::Unique, AnyProbe::Off, &mut |_| ControlFlow::Continue(()));
                assert_eq!(outcome.solutions, decoy.expected, "{id}");
                assert!(Puzzle::new(rules.clone(), decoy.givens.clone()).conflicts().is_empty());
            }
        }
    }

    #[test]
    fn two_per_cent_are_at_least_one_of_each_kind() {
        assert_eq!([number(1, 2.0), number(100, 2.0), number(201, 2.0), number(500, 0.0)], [2, 2, 5, 0]);
    }
}
