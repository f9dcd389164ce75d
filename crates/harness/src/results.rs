//! The results of a run in columns: what every figure, table and sentence is computed from.
//!
//! Read back from the run directory alone, so that a report can be made again from the files at any time. Nothing here
//! knows how the rows came about, and nothing after this module looks at a file.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::external::{ClockAudit, TimedBy};
use crate::resources::Resources;

/// How a strategy fared on a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Answered, "no solution" included.
    Ok,
    /// An incomplete strategy found no way on.
    Stuck,
    /// Stopped by the step limit.
    Halted,
    /// Stopped by the time limit.
    Timeout,
    /// The strategy cannot do these rules.
    Unsupported,
    /// A grid that is no answer, or a claim that a checked grid contradicts.
    Wrong,
    /// The strategy died.
    Error,
    /// The run was interrupted before it came to this pair; never in a file.
    Missing,
}

impl Status {
    /// All, in the order in which they are listed.
    pub const ALL: [Self; 8] = [
        Self::Ok,
        Self::Stuck,
        Self::Halted,
        Self::Timeout,
        Self::Unsupported,
        Self::Wrong,
        Self::Error,
        Self::Missing,
    ];

    /// The word in files.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Stuck => "stuck",
            Self::Halted => "halted",
            Self::Timeout => "timeout",
            Self::Unsupported => "unsupported",
            Self::Wrong => "wrong",
            Self::Error => "error",
            Self::Missing => "not reached",
        }
    }

    /// The status of a word in a file.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.word() == word)
    }
}

/// One puzzle of the selection or of a stratum (decoys are not among them).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleRow {
    /// Rank in the selection, from 1; the strata go on from there.
    pub puzzle: u64,
    /// Line of the corpus.
    pub line: u64,
    /// How many cells are given.
    pub clues: u32,
    /// Canonical text of the givens.
    pub givens: String,
}

/// What happened on one decoy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DecoyRow {
    /// Its number, after the selection.
    pub puzzle: u64,
    /// How many solutions it has by construction: 0, or 2 for "two or more".
    pub expected: u64,
    /// Strategies that answered otherwise.
    pub fooled: Vec<String>,
}

/// Numbers by puzzle, some of them missing: eight bytes each, since there may be millions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Column(Vec<u64>);

impl Column {
    /// What stands for a missing number; no count and no time gets there.
    const MISSING: u64 = u64::MAX;

    /// A column of `puzzles` missing numbers.
    pub fn missing(puzzles: usize) -> Self {
        Self(vec![Self::MISSING; puzzles])
    }

    /// The number of the puzzle at an index, from 0; `None` where it is missing.
    #[inline]
    pub fn at(&self, puzzle: usize) -> Option<u64> {
        self.0.get(puzzle).copied().filter(|&number| number != Self::MISSING)
    }

    /// Sets the number of the puzzle at an index, from 0.
    ///
    /// # Panics
    /// When there is no such puzzle.
    pub fn set(&mut self, puzzle: usize, number: Option<u64>) {
        self.0[puzzle] = number.unwrap_or(Self::MISSING);
    }

    /// The numbers from an index on, which it has no longer.
    fn split_off(&mut self, at: usize) -> Self {
        Self(self.0.split_off(at.min(self.0.len())))
    }

    /// All numbers in order.
    pub fn iter(&self) -> impl Iterator<Item = Option<u64>> {
        self.0.iter().map(|&number| Some(number).filter(|&number| number != Self::MISSING))
    }
}

impl FromIterator<Option<u64>> for Column {
    fn from_iter<I: IntoIterator<Item = Option<u64>>>(numbers: I) -> Self {
        Self(numbers.into_iter().map(|number| number.unwrap_or(Self::MISSING)).collect())
    }
}

/// One strategy's results; every column has an entry a puzzle of [`Results::puzzles`], in the same order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StrategyResults {
    /// `family/variant`.
    pub id: String,
    /// What it does, in a line.
    pub summary: String,
    /// The overall verdict: `wrong` before the timed pass's status before the counted pass's.
    pub status: Vec<Status>,
    /// How the counted pass ended: a halt there cuts the counters short, even where the timed pass finished.
    pub counted: Vec<Status>,
    /// Nanoseconds of each timed pass, outermost the passes; `None` where the pair did not finish in that pass.
    pub solve_ns: Vec<Column>,
    /// Counters by name, from the counted pass; `None` where there is no row.
    pub counters: BTreeMap<String, Column>,
    /// What there is to say of it as a program; `None` for a strategy of ours.
    pub program: Option<ProgramResults>,
    /// What each timed pass took, decoys included; `None` where nobody knows.
    pub resources: Vec<Option<Resources>>,
    /// What it counted in other forms and with other seeds.
    pub variations: Vec<VariedRow>,
}

impl StrategyResults {
    /// The results from an index on, which it has no longer. What was taken by passes, and what was counted again, stays.
    fn split_off(&mut self, at: usize) -> Self {
        fn of<T>(column: &mut Vec<T>, at: usize) -> Vec<T> {
            column.split_off(at.min(column.len()))
        }
        Self {
            id: self.id.clone(),
            summary: self.summary.clone(),
            status: of(&mut self.status, at),
            counted: of(&mut self.counted, at),
            solve_ns: self.solve_ns.iter_mut().map(|pass| pass.split_off(at)).collect(),
            counters: self.counters.iter_mut().map(|(name, column)| (name.clone(), column.split_off(at))).collect(),
            program: self.program.clone(),
            resources: Vec::new(),
            variations: Vec::new(),
        }
    }
}

/// What a program has beside the results that all have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProgramResults {
    /// Whose clock its times are from: ours as soon as one of them is. `None` when nothing was timed.
    pub timed_by: Option<TimedBy>,
    /// Why it did not answer, the first time.
    pub trouble: Option<String>,
    /// Its own clock beside ours, where that was looked at.
    pub clock: Option<ClockAudit>,
    /// Nanoseconds that starting it takes, where it is started for every question.
    pub startup_ns: Option<u64>,
}

/// The counters that are kept of a variation.
pub const EFFORTS: [&str; 3] = ["steps", "guesses", "conflicts"];

/// In what a puzzle was counted again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Variation {
    /// An equivalent form.
    Form,
    /// Another seed of a random strategy.
    Seed,
}

impl Variation {
    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Form => "form",
            Self::Seed => "seed",
        }
    }
}

/// A puzzle that was counted again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VariedRow {
    /// In what.
    pub kind: Variation,
    /// Which form or seed, from 1.
    pub number: u32,
    /// The puzzle's index, from 0.
    pub puzzle: usize,
    /// How it ended.
    pub status: Status,
    /// Its counters, those of [`EFFORTS`].
    pub steps: Option<u64>,
    /// Guesses.
    pub guesses: Option<u64>,
    /// Conflicts.
    pub conflicts: Option<u64>,
}

/// A claim that was contradicted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contradiction {
    /// The puzzle's number.
    pub puzzle: u64,
    /// Who claimed.
    pub strategy: String,
    /// What was claimed.
    pub claim: String,
    /// What contradicts it: a checked grid, a violation, or the construction of a decoy.
    pub witness: String,
}

/// A strategy of ours that died or was killed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Death {
    /// The puzzle's number.
    pub puzzle: u64,
    /// Who died.
    pub strategy: String,
    /// The timed pass, from 1; `None` in the counted one.
    pub pass: Option<u32>,
    /// Error, or timeout where it was killed.
    pub status: Status,
    /// Why.
    pub reason: String,
}

/// Everything that a run found out.
#[derive(Clone, Debug, PartialEq)]
pub struct Results {
    /// The selection, or the one stratum that this is of, ascending.
    pub puzzles: Vec<PuzzleRow>,
    /// The strata, in order; none of a stratum.
    pub strata: Vec<StratumResults>,
    /// The decoys, ascending; empty where there were none.
    pub decoys: Vec<DecoyRow>,
    /// The strategies in the order of the campaign.
    pub strategies: Vec<StrategyResults>,
    /// Claims that were contradicted; the run was wrong when there are any.
    pub contradictions: Vec<Contradiction>,
    /// Who died or was killed, in the order of the work.
    pub deaths: Vec<Death>,
    /// Id of the strategy that ratios refer to.
    pub reference: String,
    /// The one time limit of the timed pass, in nanoseconds; `None` when nothing was timed.
    pub time_limit_ns: Option<u64>,
    /// Whether the run came to its end.
    pub complete: bool,
    /// Whether strategies of ours had a fresh process in each timed pass.
    pub processes: bool,
}

/// A population of a run beside the selection.
#[derive(Clone, Debug, PartialEq)]
pub struct StratumResults {
    /// What it is called.
    pub name: String,
    /// What was found out on it.
    pub results: Results,
}

impl Results {
    /// Takes the puzzles from an index on away: a stratum.
    pub(crate) fn split_off(&mut self, at: usize) -> Self {
        let puzzles = self.puzzles.split_off(at);
        let is_here = |puzzle: u64| puzzles.iter().any(|row| row.puzzle == puzzle);
        Self {
            strategies: self.strategies.iter_mut().map(|strategy| strategy.split_off(at)).collect(),
            strata: Vec::new(),
            decoys: Vec::new(),
            contradictions: self.contradictions.clone(),
            deaths: self.deaths.iter().filter(|death| is_here(death.puzzle)).cloned().collect(),
            reference: self.reference.clone(),
            time_limit_ns: self.time_limit_ns,
            complete: self.complete,
            processes: self.processes,
            puzzles,
        }
    }

    /// Whether each timed pass was made by a process of its own, so that passes are replicates.
    pub fn has_processes(&self, strategy: &StrategyResults) -> bool {
        self.processes || strategy.program.is_some()
    }

    /// How many timed passes there are.
    pub fn passes(&self) -> usize {
        self.strategies.iter().map(|strategy| strategy.solve_ns.len()).max().unwrap_or(0)
    }
}
