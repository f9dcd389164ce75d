//! The ranking: pure statistics over the results.
//!
//! Owns every figure that a table, chart or sentence shows, and reads nothing but [`Results`]. The order is by PAR-2: the
//! sum over puzzles of the median over passes, where a pair that did not finish counts as twice the time limit. One
//! number cannot say it all, so the geometric mean of paired ratios, the share of wins and the same figures over the
//! puzzles that all finished always stand beside it, with a sentence where they disagree.

mod counting;
mod figures;
mod pairs;
pub mod quantity;
mod varied;
mod words;

use std::collections::BTreeMap;

pub use self::counting::{CounterFigures, is_cut};
pub use self::figures::{Figures, Spread, range};
pub use self::pairs::Pairs;
pub use self::varied::{TENFOLD, Totals, VariedFigures};
pub use self::words::{DISAGREEMENT, Verdict, troubles};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use crate::external::TimedBy;
use crate::population::Population;
use crate::replication::{Estimate, holm};
use crate::resources::Resources;
use crate::results::{Results, Status, StratumResults, Variation};

/// Where a strategy stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Standing {
    /// Its place, from 1.
    Rank(u32),
    /// It was wrong somewhere; it is listed last and wins nothing.
    Wrong,
    /// Nothing of it was timed, or it finished nothing.
    Unranked,
}

impl Standing {
    /// The place, where there is one.
    pub const fn rank(self) -> Option<u32> {
        match self {
            Self::Rank(rank) => Some(rank),
            Self::Wrong | Self::Unranked => None,
        }
    }
}

/// One strategy.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Its place in [`Results::strategies`].
    pub index: usize,
    /// `family/variant`.
    pub id: String,
    /// Where it stands.
    pub standing: Standing,
    /// Puzzles by status; a status that does not occur is not there.
    pub statuses: BTreeMap<Status, usize>,
    /// Figures over all puzzles; `None` when nothing was timed.
    pub all: Option<Figures>,
    /// Figures over the puzzles that all finished; `None` for a strategy left out of that set, and when it is empty.
    pub common: Option<Figures>,
    /// Its counters, by name.
    pub counters: Vec<CounterFigures>,
    /// Whose clock its times are from, where it is a program.
    pub timed_by: Option<TimedBy>,
    /// What its timed passes took together; `None` where nobody knows.
    pub resources: Option<Resources>,
    /// How much the form and the seed change its counts, forms first.
    pub varied: Vec<VariedFigures>,
}

impl Entry {
    /// How much its counts change with this.
    pub fn varied(&self, kind: Variation) -> Option<&VariedFigures> {
        self.varied.iter().find(|varied| varied.kind == kind)
    }
}

impl Entry {
    /// How many puzzles have this status.
    pub fn count(&self, status: Status) -> usize {
        self.statuses.get(&status).copied().unwrap_or(0)
    }

    /// The figures of one counter, where the strategy has it.
    pub fn counter(&self, name: &str) -> Option<&CounterFigures> {
        self.counters.iter().find(|counter| counter.name == name)
    }
}

/// The set of puzzles that all strategies finished.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Common {
    /// How many puzzles are in it.
    pub puzzles: usize,
    /// Strategies that finished nothing and are left out, or the set would be empty because of them.
    pub excluded: Vec<String>,
}

/// The strategies of a run in order, with their figures.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranking {
    /// How many puzzles: n.
    pub puzzles: usize,
    /// How many timed passes; 0 when nothing was timed.
    pub passes: usize,
    /// Id of the strategy that ratios refer to; `None` where it is not among the strategies or nothing was timed.
    pub reference: Option<String>,
    /// The time limit, in nanoseconds; `None` when nothing was timed.
    pub time_limit_ns: Option<u64>,
    /// By rank, then those without one, then the wrong ones; in the campaign's order when nothing was timed.
    pub entries: Vec<Entry>,
    /// Who won; `None` when nothing was timed or nobody finished anything.
    pub verdict: Option<Verdict>,
    /// The set that all finished; `None` when nothing was timed.
    pub common: Option<Common>,
    /// Sentences about who died, about programs, and about summaries that disagree.
    pub notes: Vec<String>,
    /// What kind of puzzles these are; `None` where there is none.
    pub population: Option<Population>,
    /// The strata, in order; none of a stratum.
    pub strata: Vec<StratumRanking>,
}

/// The strategies on one stratum.
#[derive(Clone, Debug, PartialEq)]
pub struct StratumRanking {
    /// What it is called.
    pub name: String,
    /// In order, with their figures.
    pub ranking: Ranking,
}

impl Ranking {
    /// Ranks the strategies of a run.
    pub fn of(results: &Results) -> Self {
        let strata = results.strata.iter();
        let strata = strata
            .map(|StratumResults { name, results }| StratumRanking { name: name.clone(), ranking: Self::of(results) });
        let alone = match Pairs::of(results) {
            Some(pairs) => timed(results, &pairs),
            None => Self {
                puzzles: results.puzzles.len(),
                passes: 0,
                reference: None,
                time_limit_ns: None,
                entries: entries(results),
                verdict: None,
                common: None,
                notes: troubles(results),
                population: None,
                strata: Vec::new(),
            },
        };
        Self { population: Population::of(results), strata: strata.collect(), ..alone }
    }

    /// Whether there are times to rank by.
    pub fn is_timed(&self) -> bool {
        self.time_limit_ns.is_some()
    }

    /// Whether ratios to the reference have intervals and not only the range over passes.
    pub fn has_intervals(&self) -> bool {
        self.entries.iter().any(|entry| entry.all.as_ref().and_then(|all| all.ratio?.interval).is_some())
    }

    /// The entry of a strategy.
    pub fn entry(&self, id: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.id == id)
    }

    /// The places of the strategies in [`Results::strategies`], best first.
    pub fn order(&self) -> Vec<usize> {
        self.entries.iter().map(|entry| entry.index).collect()
    }

    /// Pairs with this status, over all strategies.
    pub fn count(&self, status: Status) -> usize {
        self.entries.iter().map(|entry| entry.count(status)).sum()
    }
}

fn entries(results: &Results) -> Vec<Entry> {
    let wrong = pairs::wrong(results);
    let mut varied = varied::figures(&results.strategies).into_iter();
    let entry = |(index, strategy): (usize, &crate::results::StrategyResults)| {
        let mut statuses = BTreeMap::new();
        for &status in &strategy.status {
            *statuses.entry(status).or_insert(0) += 1;
        }
        Entry {
            index,
            id: strategy.id.clone(),
            standing: if wrong[index] { Standing::Wrong } else { Standing::Unranked },
            statuses,
            all: None,
            common: None,
            counters: counting::counter_figures(strategy),
            timed_by: strategy.program.as_ref().and_then(|program| program.timed_by),
            resources: strategy.resources.iter().copied().flatten().reduce(Resources::and),
            varied: varied.next().unwrap_or_default(),
        }
    };
    results.strategies.iter().enumerate().map(entry).collect()
}

/// The intervals of all ratios to the reference, adjusted for how many they are.
fn enter_intervals(pairs: &Pairs<'_>, entries: &mut [Entry], reference: usize, set: &[usize]) {
    let estimates = entries.par_iter().map(|entry| figures::estimate(pairs, entry.index, reference, set));
    let estimates: Vec<Option<Estimate>> = estimates.collect();
    let known: Vec<Estimate> = estimates.iter().copied().flatten().collect();
    let mut levels = holm(&known).into_iter();
    for (entry, estimate) in entries.iter_mut().zip(estimates) {
        let Some(estimate) = estimate else { continue };
        let (alpha, _) = levels.next().expect("as many as are known");
        let Some(ratio) = entry.all.as_mut().and_then(|all| all.ratio.as_mut()) else { continue };
        *ratio = ratio.within(Some(estimate), alpha);
    }
}

fn timed(results: &Results, pairs: &Pairs<'_>) -> Ranking {
    let reference = results.strategies.iter().position(|strategy| strategy.id == results.reference);
    let all: Vec<usize> = (0..pairs.puzzles()).collect();
    let finishers: Vec<usize> = (0..pairs.strategies()).filter(|&each| pairs.finishes(each) > 0).collect();
    let common: Vec<usize> = (all.iter().copied())
        .filter(|&puzzle| !finishers.is_empty() && finishers.iter().all(|&each| pairs.finished(each, puzzle).is_some()))
        .collect();
    let common_reference = reference.filter(|reference| finishers.contains(reference));

    let mut entries = entries(results);
    for entry in &mut entries {
        entry.all = Figures::of(pairs, entry.index, reference, &all);
        if finishers.contains(&entry.index) {
            entry.common = Figures::of(pairs, entry.index, common_reference, &common);
            if entry.standing != Standing::Wrong {
                entry.standing = Standing::Rank(0);
            }
        }
    }
    if let Some(reference) = reference {
        enter_intervals(pairs, &mut entries, reference, &all);
    }
    entries.sort_by_key(|entry| {
        let group = match entry.standing {
            Standing::Rank(_) => 0,
            Standing::Unranked => 1,
            Standing::Wrong => 2,
        };
        (group, entry.all.as_ref().map_or(u64::MAX, |all| all.total_ns.value), entry.index)
    });
    let mut place = 0;
    for entry in &mut entries {
        if let Standing::Rank(rank) = &mut entry.standing {
            place += 1;
            *rank = place;
        }
    }

    let mut ranked = entries.iter().filter(|entry| matches!(entry.standing, Standing::Rank(_)));
    let verdict = ranked.next().map(|winner| Verdict {
        winner: winner.id.clone(),
        second: ranked.next().map(|second| (second.id.clone(), pairs.compare(second.index, winner.index))),
    });
    let excluded = |index: &usize| !finishers.contains(index);
    let mut ranking = Ranking {
        puzzles: all.len(),
        passes: results.passes(),
        reference: reference.map(|index| results.strategies[index].id.clone()),
        time_limit_ns: results.time_limit_ns,
        entries,
        verdict,
        common: Some(Common {
            puzzles: common.len(),
            excluded: (0..pairs.strategies())
                .filter(excluded)
                .map(|index| results.strategies[index].id.clone())
                .collect(),
        }),
        notes: Vec::new(),
        population: None,
        strata: Vec::new(),
    };
    ranking.notes = troubles(results);
    ranking.notes.extend(words::disagreements(&ranking));
    ranking
}

#[cfg(test)]
mod tests;
