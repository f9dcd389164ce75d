//! The classes that are known, and what of their neighbourhood is left to look at, best first.
//!
//! A remainder is looked at once, from whatever puzzle and in whatever form it comes. Its class is only worked out when its
//! turn comes: of most remainders it never does.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};
use std::sync::Arc;

use model::symmetry::Symmetry;
use model::{Givens, Rules};

use super::completer::Added;
use crate::candidates::Candidates;

/// Remainders that are looked at together. A larger number changes which classes are found first.
const BATCH: usize = 256;

/// What a remainder that lacks two clues counts more than one that lacks one: it costs ten times as much and finds little more.
/// Tried from 0 to 300.
const TWO: u32 = 50;

/// A puzzle less some clues.
pub(crate) struct Remainder {
    pub(super) givens: Givens,
    /// As many as were taken away.
    pub(super) added: Added,
}

/// What is open in a remainder, and [`TWO`] where two clues are lacking; then whose it is and the cells that it lacks, which are one where one clue was taken away.
type Left = Reverse<(u32, u32, [u16; 2])>;

/// Everything that growth knows.
pub(crate) struct Frontier {
    rules: Arc<Rules>,
    symmetry: Symmetry,
    candidates: Candidates,
    classes: Vec<Givens>,
    known: HashSet<Givens>,
    looked_at: HashSet<Givens>,
    left: BinaryHeap<Left>,
}

impl Frontier {
    /// Nothing known.
    pub(crate) fn new(rules: Arc<Rules>) -> Self {
        Self {
            symmetry: Symmetry::of(&rules),
            candidates: Candidates::new(&rules),
            rules,
            classes: Vec::new(),
            known: HashSet::new(),
            looked_at: HashSet::new(),
            left: BinaryHeap::new(),
        }
    }

    /// The classes, in the order in which they came.
    pub(crate) fn classes(&self) -> &[Givens] {
        &self.classes
    }

    /// How many remainders were looked at.
    pub(crate) fn looked_at(&self) -> usize {
        self.looked_at.len()
    }

    /// How many are left, some of which are alike.
    pub(crate) fn left(&self) -> usize {
        self.left.len()
    }

    /// The least form; the puzzle itself where too many rearrangements look alike.
    pub(crate) fn form(&self, givens: &Givens) -> Givens {
        self.symmetry.canonical(givens).map_or_else(|| givens.clone(), |least| least.givens)
    }

    /// Takes puzzles; those whose classes were not known before, in least form, are the last of [`Frontier::classes`].
    pub(crate) fn add(&mut self, puzzles: impl IntoIterator<Item = Givens>) {
        for puzzle in puzzles {
            let form = self.form(&puzzle);
            if self.known.insert(form.clone()) {
                self.leave(&form);
                self.classes.push(form);
            }
        }
    }

    fn leave(&mut self, puzzle: &Givens) {
        let class = self.classes.len() as u32;
        let cells: Vec<u16> = puzzle.iter().map(|(cell, _)| cell.index() as u16).collect();
        let mut remainder = puzzle.clone();
        for (at, &first) in cells.iter().enumerate() {
            for &second in &cells[at..] {
                for cell in [first, second] {
                    remainder.values_mut()[usize::from(cell)] = 0;
                }
                let open = self.candidates.open(&self.rules, &remainder) + if first == second { 0 } else { TWO };
                self.left.push(Reverse((open, class, [first, second])));
                for cell in [first, second] {
                    remainder.values_mut()[usize::from(cell)] = puzzle.values()[usize::from(cell)];
                }
            }
        }
    }

    /// The next remainders to look at, none when all were. They count as looked at.
    pub(crate) fn batch(&mut self) -> Vec<Remainder> {
        let mut batch = Vec::with_capacity(BATCH);
        while batch.len() < BATCH {
            let Some(Reverse((_, class, cells))) = self.left.pop() else { break };
            let mut remainder = self.classes[class as usize].clone();
            for cell in cells {
                remainder.values_mut()[usize::from(cell)] = 0;
            }
            let givens = self.form(&remainder);
            if self.looked_at.insert(givens.clone()) {
                batch.push(Remainder { givens, added: if cells[0] == cells[1] { Added::One } else { Added::Two } });
            }
        }
        batch
    }
}
