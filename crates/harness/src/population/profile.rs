//! The traits of whole corpora, which are worked out once and stand in the binary.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result, ensure};
use model::Givens;
use model::solve::erased::{AnyProbe, Runner, Strategies};
use model::solve::{Ask, Counter, End, Options, Tally, counters};
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use serde::{Deserialize, Serialize};

use super::{Nodes, PROPAGATOR, Population, Propagation, SEARCHER, clues};
use crate::corpus::Loaded;
use crate::manifest::CorpusRecord;
use crate::ranking::quantity::{Bound, Bounded};

/// A row of `populations.csv`. Asked is whether there is exactly one solution, without a limit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Profile {
    /// What the corpus is called.
    pub corpus: String,
    /// Its SHA-256.
    pub sha256: String,
    /// Puzzles in it.
    pub puzzles: u64,
    /// Least number of clues.
    pub clues_min: u32,
    /// Largest number of clues.
    pub clues_max: u32,
    /// Puzzles that [`PROPAGATOR`] settles without a guess.
    pub settled_by_propagation: u64,
    /// Puzzles that it is stuck on.
    pub stuck: u64,
    /// Nearest-rank median of the nodes of [`SEARCHER`].
    pub nodes_median: u64,
    /// Their mean.
    pub nodes_mean: f64,
}

/// What came of one puzzle.
struct Row {
    end: End,
    guesses: u64,
    nodes: u64,
}

impl Profile {
    /// Works it out, on the threads of the pool that it is called in.
    ///
    /// # Errors
    /// When one of the two strategies is not there or does not take the rules, or when told to stop.
    pub fn of(loaded: &Loaded, strategies: &Strategies, stop: &AtomicBool) -> Result<Self> {
        let (puzzles, options) = (&loaded.puzzles, Options::default());
        let build = |id: &str| -> Result<Box<dyn Runner>> {
            let strategy = strategies.find(id).with_context(|| format!("there is no {id}"))?;
            strategy.build(&puzzles.rules, &options).with_context(|| format!("{id} cannot do {}", puzzles.rules.name()))
        };
        let both = || -> Result<_> { Ok([build(PROPAGATOR)?, build(SEARCHER)?]) };
        both().map(drop)?;
        let look = |[propagator, searcher]: &mut [Box<dyn Runner>; 2], index: usize| {
            let givens = Givens::from_values(puzzles.givens(index));
            let (end, guesses) = count(propagator, &givens, counters::GUESSES, stop);
            Row { end, guesses, nodes: count(searcher, &givens, counters::NODES, stop).1 }
        };
        let each = || both().expect("they were built before");
        let rows: Vec<Row> = (0..puzzles.len()).into_par_iter().map_init(each, look).collect();
        ensure!(!stop.load(std::sync::atomic::Ordering::Relaxed), "it was told to stop");
        let nodes = Nodes::of(rows.iter().map(|row| (row.nodes, false))).context("there is no puzzle")?;
        let given = (0..puzzles.len()).map(|index| puzzles.clues(index) as u32);
        let (clues_min, clues_max) = clues(given).context("there is no puzzle")?;
        let number = |is: fn(&&Row) -> bool| rows.iter().filter(is).count() as u64;
        let CorpusRecord { path: corpus, sha256, .. } = loaded.record.clone();
        Ok(Self {
            corpus,
            sha256,
            puzzles: rows.len() as u64,
            clues_min,
            clues_max,
            settled_by_propagation: number(|row| row.end != End::Stuck && row.guesses == 0),
            stuck: number(|row| row.end == End::Stuck),
            nodes_median: nodes.median.value,
            nodes_mean: nodes.mean.value,
        })
    }

    /// The corpora that were looked at once for all.
    ///
    /// # Panics
    /// When the file in the binary is damaged.
    pub fn known() -> Vec<Self> {
        let mut reader = csv::Reader::from_reader(include_str!("../../assets/populations.csv").as_bytes());
        reader.deserialize().collect::<csv::Result<_>>().expect("a test reads it")
    }

    /// The same as a population.
    pub fn population(&self) -> Population {
        Population {
            puzzles: self.puzzles,
            clues: (self.clues_min, self.clues_max),
            propagation: Some(Propagation { settled: self.settled_by_propagation, stuck: self.stuck }),
            nodes: Some(Nodes {
                median: Bounded::new(self.nodes_median, Bound::Exact),
                mean: Bounded::new(self.nodes_mean, Bound::Exact),
            }),
        }
    }
}

fn count(runner: &mut Box<dyn Runner>, givens: &Givens, counter: Counter, stop: &AtomicBool) -> (End, u64) {
    let mut tally = Tally::new(None, stop);
    let outcome = runner.run(givens, Ask::Unique, AnyProbe::Tally(&mut tally), &mut |_| ControlFlow::Continue(()));
    (outcome.end, tally.value(counter))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::{BadLines, Selection, Source, load};
    use crate::registry::registry;

    #[test]
    fn what_stands_in_the_binary_is_what_its_corpora_are() {
        let all = Selection { offset: 0, stride: 1, sample: None, seed: 1, limit: None };
        let mut embedded = 0;
        for known in Profile::known() {
            let source = Source::parse(&known.corpus);
            let Source::Embedded(_) = source else { continue };
            embedded += 1;
            let loaded = load(&source, None, &all, BadLines::Refuse).expect("it is embedded");
            let profile = Profile::of(&loaded, &registry(), &AtomicBool::new(false)).expect("both take Sudoku");
            assert_eq!(profile, known);
        }
        assert_eq!(embedded, 5);
    }
}
