//! What kind of puzzles a population has: what comes of one kind need not come of another.
//!
//! Three traits tell kinds apart: how many clues there are, how much falls to the paper's propagation alone or is out of its reach, and how
//! large the trees of dancing links are. Of whole corpora they were worked out once; they stand in `assets/populations.csv`, which
//! `scripts/populations` makes, so that a run on a sample can be seen beside them.

mod profile;

use model::solve::counters;

pub use self::profile::Profile;
use crate::ranking::is_cut;
use crate::ranking::quantity::{Bound, Bounded, count, nearest_rank, share};
use crate::results::{Results, Status, StrategyResults};

/// Whose propagation is looked at.
pub const PROPAGATOR: &str = "ps12/paper";
/// Whose trees are looked at.
pub const SEARCHER: &str = "dlx/shortest";

/// The traits of some puzzles of the same rules.
#[derive(Clone, Debug, PartialEq)]
pub struct Population {
    /// How many puzzles.
    pub puzzles: u64,
    /// Least and most clues.
    pub clues: (u32, u32),
    /// What became of them by propagation; `None` where [`PROPAGATOR`] took no part.
    pub propagation: Option<Propagation>,
    /// Nodes of [`SEARCHER`] to settle whether there is exactly one solution, or whatever was asked.
    pub nodes: Option<Nodes>,
}

/// What [`PROPAGATOR`] did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Propagation {
    /// Puzzles that it settled without a guess.
    pub settled: u64,
    /// Puzzles that it was stuck on.
    pub stuck: u64,
}

/// How large the trees of [`SEARCHER`] are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nodes {
    /// Nearest-rank median.
    pub median: Bounded<u64>,
    /// Arithmetic mean.
    pub mean: Bounded<f64>,
}

impl Nodes {
    /// Of the nodes of each puzzle, with whether a limit cut them short.
    fn of(nodes: impl Iterator<Item = (u64, bool)>) -> Option<Self> {
        let (mut counted, mut endless, mut cut) = (Vec::new(), Vec::new(), false);
        for (number, is_cut) in nodes {
            counted.push(number);
            endless.push(if is_cut { u64::MAX } else { number });
            cut |= is_cut;
        }
        counted.sort_unstable();
        endless.sort_unstable();
        let median = nearest_rank(&counted, 0.5)?;
        let bound = |is_exact| if is_exact { Bound::Exact } else { Bound::AtLeast };
        let mean = counted.iter().map(|&number| number as f64).sum::<f64>() / counted.len() as f64;
        Some(Self {
            median: Bounded::new(median, bound(nearest_rank(&endless, 0.5) == Some(median))),
            mean: Bounded::new(mean, bound(!cut)),
        })
    }
}

impl Population {
    /// Of the puzzles of a run, or of one of its strata; `None` where there is none.
    pub fn of(results: &Results) -> Option<Self> {
        let strategy = |id: &str| results.strategies.iter().find(|strategy| strategy.id == id);
        Some(Self {
            puzzles: results.puzzles.len() as u64,
            clues: clues(results.puzzles.iter().map(|row| row.clues))?,
            propagation: strategy(PROPAGATOR).and_then(propagation),
            nodes: strategy(SEARCHER).and_then(nodes),
        })
    }
}

impl Population {
    /// In words: puzzles, clues, the share that propagation settles and that it is stuck on, median and mean of nodes.
    pub fn cells(&self) -> [String; 6] {
        let none = || "–".to_owned();
        let of = |part: u64| share(part as f64 / self.puzzles.max(1) as f64);
        let clues = if self.clues.0 == self.clues.1 {
            self.clues.0.to_string()
        } else {
            format!("{} to {}", self.clues.0, self.clues.1)
        };
        [
            count(self.puzzles),
            clues,
            self.propagation.map_or_else(none, |propagation| of(propagation.settled)),
            self.propagation.map_or_else(none, |propagation| of(propagation.stuck)),
            self.nodes.map_or_else(none, |nodes| nodes.median.count()),
            self.nodes
                .map_or_else(none, |nodes| Bounded::new(nodes.mean.value.round() as u64, nodes.mean.bound).count()),
        ]
    }
}

fn clues(all: impl Iterator<Item = u32> + Clone) -> Option<(u32, u32)> {
    Some((all.clone().min()?, all.max()?))
}

fn propagation(strategy: &StrategyResults) -> Option<Propagation> {
    let guesses = strategy.counters.get(counters::GUESSES.name)?;
    let settled = guesses.iter().zip(&strategy.counted).filter(|pair| *pair == (Some(0), &Status::Ok)).count();
    let stuck = strategy.counted.iter().filter(|&&status| status == Status::Stuck).count();
    Some(Propagation { settled: settled as u64, stuck: stuck as u64 })
}

fn nodes(strategy: &StrategyResults) -> Option<Nodes> {
    let column = strategy.counters.get(counters::NODES.name)?;
    Nodes::of(column.iter().zip(&strategy.counted).filter_map(|(nodes, &status)| Some((nodes?, is_cut(status)))))
}
