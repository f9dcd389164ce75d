//! Which one or two clues make a puzzle with many solutions unique.
//!
//! Clues make it unique when exactly one solution holds them all. Nobody enumerates the solutions, which may be millions:
//! each one that is met is noted for all the clues that it holds, those that two solutions hold are dead, and what is still
//! alive after propagation is put to the solver. Its answer is either a find or two solutions more, which kill many others. Clues of few
//! solutions come first: they are most of what no two solutions would ever kill, and all their solutions are soon told.

use std::collections::HashSet;
use std::ops::ControlFlow;

use model::solve::erased::Runner;
use model::solve::{Ask, End};
use model::{Cell, Givens, Grid, Rules, Value};

use super::begun::{Begun, Clue, begun};
use crate::candidates::Candidates;

/// Solutions of a clue that are asked for at once; those of fewer are rare.
const RARE: u64 = 4;

/// How many clues are added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Added {
    One,
    Two,
}

/// Memory for one puzzle after the other.
pub(crate) struct Completer<'a> {
    rules: &'a Rules,
    begun: Box<dyn Begun + 'a>,
    candidates: Candidates,
    clues: Vec<Clue>,
    met: Met,
}

/// The solutions met so far, and what they say of clues.
struct Met {
    /// By cell and value: the clue's number, if it is one.
    numbers: Vec<Option<usize>>,
    /// Words of a set of clues, a bit each.
    words: usize,
    /// The clues of the last solution, and as a set.
    held: Vec<usize>,
    solution: Vec<u64>,
    /// Each solution once: its clues.
    solutions: HashSet<Box<[u64]>>,
    /// By clue: how many solutions held it.
    times: Vec<u64>,
    /// By clue: those that a solution holds beside it, and itself.
    seen: Vec<u64>,
    /// Likewise, two solutions; and what is decided or clashes.
    dead: Vec<u64>,
}

impl<'a> Completer<'a> {
    /// The runner must be of a complete strategy, built for the rules.
    pub(crate) fn new(rules: &'a Rules, runner: Box<dyn Runner>) -> Self {
        let numbers = vec![None; rules.cells() * usize::from(rules.values())];
        let met = Met {
            numbers,
            words: 0,
            held: vec![],
            solution: vec![],
            solutions: HashSet::new(),
            times: vec![],
            seen: vec![],
            dead: vec![],
        };
        Self { rules, begun: begun(rules, runner), candidates: Candidates::new(rules), clues: Vec::new(), met }
    }

    /// Every puzzle with one solution that has these givens and so many clues more, none of which propagation gives anyway.
    pub(crate) fn complete(&mut self, givens: &Givens, added: Added) -> Vec<Givens> {
        self.load(givens);
        let mut found = Vec::new();
        match added {
            Added::One => {
                for clue in 0..self.clues.len() {
                    let alive = self.met.next_alive(clue, clue) == Some(clue);
                    found.extend(Some([clue, clue]).filter(|&both| alive && self.is_unique(both)));
                }
            }
            Added::Two => {
                (0..self.clues.len()).for_each(|clue| self.settle_rare(clue, &mut found));
                for first in 0..self.clues.len() {
                    let mut from = first + 1;
                    while let Some(second) = self.met.next_alive(first, from) {
                        found.extend(Some([first, second]).filter(|&both| self.is_unique(both)));
                        from = second + 1;
                    }
                }
            }
        }
        found.into_iter().map(|both| self.with(givens, both)).collect()
    }

    /// Numbers the clues. Dead are two of which propagation of one leaves not the other.
    fn load(&mut self, givens: &Givens) {
        let values = usize::from(self.rules.values());
        self.clues.clear();
        self.met.numbers.fill(None);
        for (cell, domain) in self.candidates.of(self.rules, givens).iter().enumerate() {
            for value in domain.iter().filter(|_| !domain.is_singleton()) {
                self.met.numbers[cell * values + usize::from(value) - 1] = Some(self.clues.len());
                self.clues.push((Cell::new(cell), value));
            }
        }
        self.met.clear(self.clues.len());
        self.begun.load(givens);
        for (first, &clue) in self.clues.iter().enumerate() {
            let domains = self.begun.add(clue);
            for (second, &(cell, value)) in self.clues.iter().enumerate() {
                if !domains[cell.index()].contains(value) {
                    self.met.kill(first, second);
                    self.met.kill(second, first);
                }
            }
        }
    }

    fn with(&self, givens: &Givens, both: [usize; 2]) -> Givens {
        let mut puzzle = givens.clone();
        for (cell, value) in both.map(|clue| self.clues[clue]) {
            puzzle.values_mut()[cell.index()] = value;
        }
        puzzle
    }

    /// Where a clue has few solutions, all that can be said of it and another is said.
    fn settle_rare(&mut self, clue: usize, found: &mut Vec<[usize; 2]>) {
        if self.met.times[clue] >= RARE {
            return;
        }
        let (mut once, mut twice) = (vec![0; self.met.words], vec![0; self.met.words]);
        let ask = Ask::Count { cap: std::num::NonZeroU64::new(RARE) };
        let outcome = self.begun.solve([clue, clue], ask, &mut |grid| {
            for ((held, once), twice) in self.met.note(grid).iter().zip(&mut once).zip(&mut twice) {
                *twice |= *once & held;
                *once |= held;
            }
            ControlFlow::Continue(())
        });
        if outcome.end != End::Exhausted {
            return;
        }
        let mut from = 0;
        while let Some(other) = self.met.next_alive(clue, from) {
            from = other + 1;
            if other != clue && (once[other / 64] & !twice[other / 64]) >> (other % 64) & 1 == 1 {
                found.push([clue, other]);
            }
            self.met.kill(clue, other);
            self.met.kill(other, clue);
        }
    }

    /// Asks the solver; what it finds kills.
    fn is_unique(&mut self, both: [usize; 2]) -> bool {
        let outcome = self.begun.solve(both, Ask::Unique, &mut |grid| {
            self.met.note(grid);
            ControlFlow::Continue(())
        });
        outcome == model::solve::Outcome { solutions: 1, end: End::Exhausted }
    }
}

impl Met {
    fn clear(&mut self, clues: usize) {
        self.words = clues.div_ceil(64);
        self.solutions.clear();
        self.times.clear();
        self.times.resize(clues, 0);
        for sets in [&mut self.seen, &mut self.dead] {
            sets.clear();
            sets.resize(clues * self.words, 0);
        }
    }

    fn kill(&mut self, first: usize, second: usize) {
        self.dead[first * self.words + second / 64] |= 1 << (second % 64);
    }

    /// The first clue from `from` on that is alive beside `clue`.
    fn next_alive(&self, clue: usize, from: usize) -> Option<usize> {
        let row = &self.dead[clue * self.words..][..self.words];
        let mut asked = u64::MAX << (from % 64);
        for (word, dead) in row.iter().enumerate().skip(from / 64) {
            let alive = !dead & asked;
            if alive != 0 {
                return Some(word * 64 + alive.trailing_zeros() as usize).filter(|&next| next < self.times.len());
            }
            asked = u64::MAX;
        }
        None
    }

    /// Notes a solution for every two of the clues that it holds, once; its clues.
    fn note(&mut self, grid: &Grid) -> &[u64] {
        let values = self.numbers.len() / grid.values().len();
        let clue = |(cell, &value): (usize, &Value)| self.numbers[cell * values + usize::from(value) - 1];
        self.held.clear();
        self.held.extend(grid.values().iter().enumerate().filter_map(clue));
        self.solution.clear();
        self.solution.resize(self.words, 0);
        for clue in &self.held {
            self.solution[clue / 64] |= 1 << (clue % 64);
        }
        if self.solutions.insert(self.solution.as_slice().into()) {
            for &clue in &self.held {
                self.times[clue] += 1;
                let at = clue * self.words..(clue + 1) * self.words;
                for ((dead, seen), held) in self.dead[at.clone()].iter_mut().zip(&mut self.seen[at]).zip(&self.solution)
                {
                    *dead |= *seen & held;
                    *seen |= held;
                }
            }
        }
        &self.solution
    }
}
