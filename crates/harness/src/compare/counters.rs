//! Counts are compared exactly: there is no noise in them, and one that differs is a difference.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::results::Status;

/// What one side says of a pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Counted {
    /// How the counted pass ended.
    pub(crate) status: Status,
    /// Counters by name.
    pub(crate) counters: BTreeMap<String, u64>,
}

/// How the counts of both sides compare.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Counters {
    /// Pairs of strategy and puzzle that both sides counted.
    pub(crate) compared: usize,
    /// What differs, by strategy and column.
    pub(crate) differences: Vec<Difference>,
}

/// A column that differs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Difference {
    /// `family/variant`.
    pub(crate) strategy: String,
    /// The counter, or `status`.
    pub(crate) column: String,
    /// Puzzles on which it differs.
    pub(crate) puzzles: usize,
    /// The sums over the puzzles that both counted; of `status`, the puzzles that are `ok`.
    pub(crate) sums: [u64; 2],
    /// The first puzzle, by A's number, and what either side says of it.
    pub(crate) first: (u64, [String; 2]),
}

impl Counters {
    /// Enters a strategy: its puzzles by A's number, as counted by A and by B.
    pub(crate) fn enter(&mut self, strategy: &str, pairs: &[(u64, Counted, Counted)]) {
        self.compared += pairs.len();
        let names = |counted: &Counted| counted.counters.keys().cloned().collect::<BTreeSet<_>>();
        let columns: BTreeSet<String> = pairs.iter().flat_map(|(_, a, b)| &names(a) & &names(b)).collect();
        let status =
            |counted: &Counted| Some((counted.status.word().to_owned(), u64::from(counted.status == Status::Ok)));
        self.column(strategy, "status", pairs, status);
        for column in columns {
            let value = |counted: &Counted| counted.counters.get(&column).map(|value| (value.to_string(), *value));
            self.column(strategy, &column, pairs, value);
        }
    }

    fn column(
        &mut self,
        strategy: &str,
        column: &str,
        pairs: &[(u64, Counted, Counted)],
        value: impl Fn(&Counted) -> Option<(String, u64)>,
    ) {
        let (mut puzzles, mut sums, mut first) = (0, [0, 0], None);
        for (puzzle, a, b) in pairs {
            let (Some((said, one)), Some((said_b, other))) = (value(a), value(b)) else { continue };
            sums[0] += one;
            sums[1] += other;
            if said != said_b {
                puzzles += 1;
                first.get_or_insert((*puzzle, [said, said_b]));
            }
        }
        if let Some(first) = first {
            let (strategy, column) = (strategy.to_owned(), column.to_owned());
            self.differences.push(Difference { strategy, column, puzzles, sums, first });
        }
    }
}

impl Difference {
    /// Whether the sum rose by more than this many per cent, or puzzles are no longer `ok`.
    pub(crate) fn is_above(&self, percent: f64) -> bool {
        let [a, b] = self.sums.map(|sum| sum as f64);
        if self.column == "status" { b < a } else { b > a * (1.0 + percent / 100.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(status: Status, steps: u64) -> Counted {
        Counted { status, counters: BTreeMap::from([("steps".to_owned(), steps)]) }
    }

    #[test]
    fn one_count_that_differs_is_a_difference() {
        let mut counters = Counters::default();
        let same = (1, counted(Status::Ok, 100_000), counted(Status::Ok, 100_000));
        counters.enter("x/same", std::slice::from_ref(&same));
        assert_eq!(counters, Counters { compared: 1, differences: Vec::new() });
        counters.enter("x/other", &[same, (2, counted(Status::Ok, 7), counted(Status::Halted, 8))]);
        let [status, steps] = &counters.differences[..] else { panic!("{counters:?}") };
        assert_eq!((status.column.as_str(), status.sums, status.puzzles), ("status", [2, 1], 1));
        assert_eq!(steps.first, (2, ["7".to_owned(), "8".to_owned()]));
        assert_eq!(steps.sums, [100_007, 100_008]);
        assert!(status.is_above(50.0) && steps.is_above(0.0) && !steps.is_above(1.0));
    }
}
