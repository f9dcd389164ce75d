//! Counters: what can be counted, in which unit, and what one count means.
//!
//! A counter is a descriptor with a slot in the tally. Slots below [`OWN`] are the closed set that compares across the
//! laboratory; a family's own counters are named `family.name` and take the slots from there on.

use serde::Serialize;

/// How many counters a tally can hold.
pub const SLOTS: usize = 32;

/// The first slot of a family's own counters.
const OWN: u8 = 20;

/// How counts of one puzzle come together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fold {
    /// They add up.
    Sum,
    /// The largest stays.
    Maximum,
}

/// A counter's descriptor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Counter {
    /// Its column.
    pub name: &'static str,
    /// What is counted, in the plural.
    pub unit: &'static str,
    /// One is counted when …
    pub meaning: &'static str,
    /// Sum or maximum.
    pub fold: Fold,
    #[serde(skip)]
    slot: u8,
}

impl Counter {
    const fn common(slot: u8, name: &'static str, unit: &'static str, meaning: &'static str) -> Self {
        Self { name, unit, meaning, fold: Fold::Sum, slot }
    }

    /// The `number`-th counter (from 0) of a family's own; its name is `family.name`.
    ///
    /// # Panics
    /// In a constant, at compile time: when `number` is not below 12.
    pub const fn own(number: u8, name: &'static str, unit: &'static str, meaning: &'static str, fold: Fold) -> Self {
        assert!((OWN + number) < SLOTS as u8, "a family has at most 12 counters of its own");
        Self { name, unit, meaning, fold, slot: OWN + number }
    }

    /// Its place in a tally, below [`SLOTS`].
    #[inline(always)]
    pub const fn slot(self) -> usize {
        self.slot as usize
    }
}

/// The counters that the model provides. docs/GLOSSARY.md says what compares with what.
pub mod counters {
    use super::{Counter, Fold};

    /// A decision point with two or more open values is opened: the one that compares across families.
    pub const GUESSES: Counter =
        Counter::common(0, "guesses", "decision points", "a decision point with two or more open values is opened");
    /// The search assigns a value, forced ones included. The probe counts it by itself at each step.
    pub const STEPS: Counter = Counter::common(1, "steps", "assignments", "the search assigns a value");
    /// A value that the search assigned is withdrawn because nothing (more) lies below it.
    pub const BACKTRACKS: Counter = Counter::common(
        2,
        "backtracks",
        "assignments",
        "a value that the search assigned is withdrawn because nothing (more) lies below it",
    );
    /// The most search assignments that stood at once. The probe keeps it by itself from [`super::super::Probe::depth`].
    pub const MAX_DEPTH: Counter = Counter {
        name: "max_depth",
        unit: "assignments",
        meaning: "the most values assigned by the search and not withdrawn, at once",
        fold: Fold::Maximum,
        slot: 3,
    };
    /// `pairReduce` is entered neither solved nor blocked (the paper's `S_ReduceSteps`).
    pub const SEARCHES: Counter =
        Counter::common(4, "searches", "calls", "the pair search is entered neither solved nor blocked");
    /// The second branch of a pair is taken.
    pub const LOW_BRANCHES: Counter =
        Counter::common(5, "low_branches", "branches", "the second branch of a decision is taken");
    /// The pair search finds no pair.
    pub const NO_PAIR: Counter = Counter::common(6, "no_pair", "calls", "the pair search finds no pair");
    /// A pass of propagation over the grid, the last one, which finds nothing, included.
    pub const PASSES: Counter =
        Counter::common(7, "passes", "passes", "a pass over the cells that deletes the values of new singletons");
    /// A round of passes and dual reductions.
    pub const ROUNDS: Counter = Counter::common(8, "rounds", "rounds", "a round of passes and dual reductions");
    /// A domain is reduced because its cell is the only one of a unit with that value.
    pub const REDUCTIONS: Counter =
        Counter::common(9, "reductions", "cells", "a cell is the only one of a unit with a value, and takes it");
    /// ps12: passes, rounds and reductions together (the paper's `main_step`); gac: units filtered.
    pub const PROPAGATIONS: Counter = Counter::common(
        10,
        "propagations",
        "propagations",
        "ps12: passes, rounds and reductions added up; gac: a unit is filtered",
    );
    /// `search()` is entered, the root and solutions included.
    pub const NODES: Counter = Counter::common(11, "nodes", "nodes", "search() is entered");
    /// The paper's `updates`: a header is removed or a node is unlinked, the givens' own covers included.
    pub const COVERS: Counter =
        Counter::common(12, "covers", "updates", "a header is removed, or a node is unlinked from its column");
    /// Two values are compared.
    pub const CHECKS: Counter = Counter::common(13, "checks", "comparisons", "two values are compared");
    /// A clause is learned.
    pub const CONFLICTS: Counter =
        Counter::common(14, "conflicts", "clauses", "a clause is learned, by a solver loaded anew for this puzzle");

    /// All of the above, in slot order.
    pub const ALL: [Counter; 15] = [
        GUESSES,
        STEPS,
        BACKTRACKS,
        MAX_DEPTH,
        SEARCHES,
        LOW_BRANCHES,
        NO_PAIR,
        PASSES,
        ROUNDS,
        REDUCTIONS,
        PROPAGATIONS,
        NODES,
        COVERS,
        CHECKS,
        CONFLICTS,
    ];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_are_the_places_in_the_list_and_names_differ() {
        for (slot, counter) in counters::ALL.iter().enumerate() {
            assert_eq!(counter.slot(), slot, "{}", counter.name);
            assert!(counters::ALL[..slot].iter().all(|other| other.name != counter.name));
        }
    }
}
