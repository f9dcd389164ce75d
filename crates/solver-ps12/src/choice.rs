//! The choices of the paper and its variants.

use model::Domain;
use model::solve::{Probe, Random, counters};

use crate::search::Branch;
use crate::state::note;

/// How the next decision is made.
#[derive(Clone, Debug)]
pub(crate) enum Choice {
    /// The first pair, the value of one branch first.
    FirstPair(First),
    /// Any pair, either value first.
    RandomPair(Random),
    /// The first pair; where there is none, the first of the smallest domains: its highest value, then the rest.
    PairThenSplit(First),
}

/// Which value of a pair is tried first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum First {
    /// The paper's choice.
    High,
    /// The other one, to show what depends on it.
    Low,
}

/// Cells by the size of their domains, as a choice sees them.
pub(crate) trait Sizes {
    fn domain(&self, cell: usize) -> Domain;

    /// How many cells have `size` values.
    fn how_many_of_size(&self, size: u32) -> usize;

    /// The cell that comes after `nth` others among those with `size` values.
    fn nth_of_size(&self, size: u32, nth: usize) -> Option<usize>;
}

#[inline(always)]
pub(crate) fn choose<P: Probe>(position: &impl Sizes, choice: &mut Choice, probe: &mut P) -> Option<Branch> {
    let pair = match choice {
        Choice::FirstPair(_) | Choice::PairThenSplit(_) => position.nth_of_size(2, 0),
        Choice::RandomPair(random) => match position.how_many_of_size(2) {
            0 => None,
            pairs => position.nth_of_size(2, random.below(pairs as u64) as usize),
        },
    };
    if let Some(cell) = pair {
        let domain = position.domain(cell);
        let (low, high) = (Domain::only(domain.lowest()), Domain::only(domain.highest()));
        let low_first = match choice {
            Choice::RandomPair(random) => random.below(2) == 0,
            Choice::FirstPair(first) | Choice::PairThenSplit(first) => *first == First::Low,
        };
        let (first, second) = if low_first { (low, high) } else { (high, low) };
        return Some(Branch { cell, first, second });
    }
    probe.count(counters::NO_PAIR, 1);
    probe.trace(|| note("no pair; open cells", (3..=64).map(|size| position.how_many_of_size(size) as u64).sum()));
    if !matches!(choice, Choice::PairThenSplit(_)) {
        return None;
    }
    let smallest = (3..=64).find_map(|size| position.nth_of_size(size, 0));
    let cell = smallest.expect("an open position has an open cell");
    let domain = position.domain(cell);
    let highest = domain.highest();
    Some(Branch { cell, first: Domain::only(highest), second: domain.without(highest) })
}
