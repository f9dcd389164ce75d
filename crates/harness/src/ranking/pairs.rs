//! What each pair of strategy and puzzle enters a total as.
//!
//! One place decides what "finished" means: answered, and timed in at least half of the passes. Everything else —
//! stuck, halted, timed out, wrong, died, unsupported — enters as twice the time limit.

use std::collections::BTreeSet;

use super::figures::{Spread, estimate, spread};
use super::quantity::nearest_rank;
use crate::replication::ALPHA;
use crate::results::{Results, Status, StrategyResults};

/// The times of all pairs, for a run in which something was timed.
#[derive(Clone, Debug)]
pub struct Pairs<'a> {
    results: &'a Results,
    limit_ns: u64,
    medians: Vec<Vec<Option<u64>>>,
    wrong: Vec<bool>,
    whole: Vec<usize>,
}

impl<'a> Pairs<'a> {
    /// The pairs of a run; `None` when nothing was timed.
    pub fn of(results: &'a Results) -> Option<Self> {
        let limit_ns = results.time_limit_ns.filter(|_| results.passes() > 0)?;
        let puzzles = results.puzzles.len();
        let medians = results
            .strategies
            .iter()
            .map(|strategy| (0..puzzles).map(|puzzle| median(strategy, puzzle, results.complete)).collect())
            .collect();
        Some(Self { results, limit_ns, medians, wrong: wrong(results), whole: whole_passes(results) })
    }

    /// Twice the time limit: what a pair that did not finish enters as.
    pub fn penalty_ns(&self) -> u64 {
        self.limit_ns.saturating_mul(2)
    }

    /// How many puzzles.
    pub fn puzzles(&self) -> usize {
        self.results.puzzles.len()
    }

    /// How many strategies.
    pub fn strategies(&self) -> usize {
        self.medians.len()
    }

    /// The median over the passes, in nanoseconds; `None` where the pair did not finish.
    pub fn finished(&self, strategy: usize, puzzle: usize) -> Option<u64> {
        self.medians[strategy][puzzle]
    }

    /// [`Self::finished`], or the penalty.
    pub fn entered(&self, strategy: usize, puzzle: usize) -> u64 {
        self.finished(strategy, puzzle).unwrap_or_else(|| self.penalty_ns())
    }

    /// How many puzzles the strategy finished.
    pub fn finishes(&self, strategy: usize) -> usize {
        self.medians[strategy].iter().flatten().count()
    }

    /// Whether the strategy was wrong anywhere; then it wins nothing.
    pub fn is_wrong(&self, strategy: usize) -> bool {
        self.wrong[strategy]
    }

    /// What a pair enters a pass as.
    pub fn pass_entered(&self, strategy: usize, pass: usize, puzzle: usize) -> u64 {
        let row = &self.results.strategies[strategy];
        let time = row.solve_ns.get(pass).and_then(|times| times.at(puzzle));
        time.filter(|_| is_ok(row, puzzle)).unwrap_or_else(|| self.penalty_ns())
    }

    /// The total of one strategy over the puzzles of a set, in one pass.
    pub fn pass_total(&self, strategy: usize, pass: usize, set: &[usize]) -> u128 {
        set.iter().map(|&puzzle| u128::from(self.pass_entered(strategy, pass, puzzle))).sum()
    }

    /// Whether a strategy had a fresh process in each pass.
    pub fn has_processes(&self, strategy: usize) -> bool {
        self.results.has_processes(&self.results.strategies[strategy])
    }

    /// The total of one strategy over another's, over all puzzles, with how sure it is of these two alone.
    pub fn compare(&self, above: usize, below: usize) -> Spread {
        let all: Vec<usize> = (0..self.puzzles()).collect();
        spread(self, above, below, &all).within(estimate(self, above, below, &all), ALPHA)
    }

    /// The passes that can be compared with each other: all of a run that came to its end.
    pub fn whole_passes(&self) -> &[usize] {
        &self.whole
    }
}

/// Which strategies were wrong, by a row or by a contradiction.
pub(super) fn wrong(results: &Results) -> Vec<bool> {
    let contradicted: BTreeSet<&str> = results.contradictions.iter().map(|each| each.strategy.as_str()).collect();
    results
        .strategies
        .iter()
        .map(|strategy| strategy.status.contains(&Status::Wrong) || contradicted.contains(strategy.id.as_str()))
        .collect()
}

fn is_ok(strategy: &StrategyResults, puzzle: usize) -> bool {
    strategy.status.get(puzzle) == Some(&Status::Ok)
}

/// A pass without a time counts as an endless one; in a run that was interrupted it was not made.
fn median(strategy: &StrategyResults, puzzle: usize, complete: bool) -> Option<u64> {
    if !is_ok(strategy, puzzle) {
        return None;
    }
    let times = strategy.solve_ns.iter().map(|pass| pass.at(puzzle));
    let mut times: Vec<u64> = times.filter(|time| complete || time.is_some()).map(|t| t.unwrap_or(u64::MAX)).collect();
    times.sort_unstable();
    nearest_rank(&times, 0.5).filter(|&time| time != u64::MAX)
}

fn whole_passes(results: &Results) -> Vec<usize> {
    let timed = |strategy: &StrategyResults, pass: usize| {
        strategy.solve_ns.is_empty()
            || (0..results.puzzles.len()).all(|puzzle| {
                !is_ok(strategy, puzzle) || strategy.solve_ns.get(pass).is_some_and(|times| times.at(puzzle).is_some())
            })
    };
    (0..results.passes())
        .filter(|&pass| results.complete || results.strategies.iter().all(|strategy| timed(strategy, pass)))
        .collect()
}
