//! What the counters of one strategy came to.
//!
//! Counters need no clock, so these figures exist of every run. A pair that a limit stopped has counted only up to there: a
//! figure that would move if it had gone on for ever is a bound.

use super::quantity::{Bound, Bounded, nearest_rank};
use crate::results::{Column, Status, StrategyResults};

/// One counter of one strategy over the puzzles for which there is a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CounterFigures {
    /// Its column.
    pub name: String,
    /// Puzzles with a value.
    pub puzzles: usize,
    /// The sum; for a maximum such as `max_depth` it means nothing.
    pub total: u128,
    /// Nearest-rank median.
    pub median: Bounded<u64>,
    /// Nearest-rank 95th percentile.
    pub p95: Bounded<u64>,
    /// The largest.
    pub max: Bounded<u64>,
}

impl Eq for Bounded<u64> {}

/// The counters that the strategy declares and has a value of, in their order by name.
pub(super) fn counter_figures(strategy: &StrategyResults) -> Vec<CounterFigures> {
    strategy.counters.iter().filter_map(|(name, column)| figures(name, column, &strategy.counted)).collect()
}

/// Whether the counters of a pair with this status may have gone on.
pub const fn is_cut(status: Status) -> bool {
    matches!(status, Status::Halted | Status::Timeout | Status::Error)
}

fn figures(name: &str, column: &Column, status: &[Status]) -> Option<CounterFigures> {
    let mut counted: Vec<u64> = column.iter().flatten().collect();
    let mut endless: Vec<u64> = column
        .iter()
        .enumerate()
        .filter_map(|(puzzle, value)| {
            let cut = status.get(puzzle).is_some_and(|&status| is_cut(status));
            value.map(|value| if cut { u64::MAX } else { value })
        })
        .collect();
    counted.sort_unstable();
    endless.sort_unstable();
    let quantile = |p| {
        let value = nearest_rank(&counted, p)?;
        let bound = if nearest_rank(&endless, p) == Some(value) { Bound::Exact } else { Bound::AtLeast };
        Some(Bounded::new(value, bound))
    };
    Some(CounterFigures {
        name: name.to_owned(),
        puzzles: counted.len(),
        total: counted.iter().map(|&value| u128::from(value)).sum(),
        median: quantile(0.5)?,
        p95: quantile(0.95)?,
        max: quantile(1.0)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_count_is_a_bound_only_where_it_matters() {
        let column = Column::from_iter([Some(1), Some(2), Some(3), Some(9), None]);
        let status = [Status::Ok, Status::Stuck, Status::Ok, Status::Halted, Status::Error];
        let found = figures("steps", &column, &status).expect("four values");
        assert_eq!((found.puzzles, found.total), (4, 15));
        assert_eq!(found.median, Bounded::new(2, Bound::Exact));
        assert_eq!(found.max, Bounded::new(9, Bound::AtLeast));
        assert_eq!(figures("steps", &Column::missing(2), &status), None);
    }
}
