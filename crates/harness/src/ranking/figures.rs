//! The figures of one strategy over a set of puzzles.
//!
//! The set is either all puzzles or those that every strategy finished; the arithmetic is the same, and so are the names.

use super::pairs::Pairs;
use super::quantity::{Bound, Bounded, nearest_rank};
use crate::replication::{Estimate, PROCESSES, Pair};

/// A ratio of total times, with how sure it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// From the medians over the passes.
    pub ratio: Bounded<f64>,
    /// Smallest and largest ratio of a single pass; `None` with fewer than two passes, and of
    /// a strategy over itself.
    pub range: Option<(f64, f64)>,
    /// Where it lies with 95 % confidence, all strategies of the ranking together; `None` with fewer than ten processes of either.
    pub interval: Option<(f64, f64)>,
}

impl Spread {
    /// The interval, or the range where there is none.
    pub fn about(&self) -> Option<(f64, f64)> {
        self.interval.or(self.range)
    }

    /// `1.48× (1.45–1.52)`.
    pub fn text(&self) -> String {
        match self.about() {
            Some((low, high)) => format!("{} ({})", self.ratio.ratio(), range(low, high)),
            None => self.ratio.ratio(),
        }
    }

    /// Whether the interval leaves out that they are equal; without one, whether all passes agree on which is the faster.
    pub fn is_settled(&self) -> bool {
        self.about().is_some_and(|(low, high)| low > 1.0 || high < 1.0)
    }
}

/// `1.45–1.52`.
pub fn range(low: f64, high: f64) -> String {
    format!("{}–{}", super::quantity::digits(low), super::quantity::digits(high))
}

/// Times of one strategy over a set of puzzles, which is never empty.
#[derive(Clone, Debug, PartialEq)]
pub struct Figures {
    /// Puzzles in the set.
    pub puzzles: usize,
    /// Those among them that the strategy did not finish.
    pub unfinished: usize,
    /// PAR-2: the sum, in nanoseconds.
    pub total_ns: Bounded<u64>,
    /// The total over the number of puzzles, in nanoseconds.
    pub mean_ns: Bounded<u64>,
    /// Median over the puzzles (nearest rank), in nanoseconds.
    pub median_ns: Bounded<u64>,
    /// 95th percentile (nearest rank), in nanoseconds.
    pub p95_ns: Bounded<u64>,
    /// The longest, in nanoseconds.
    pub max_ns: Bounded<u64>,
    /// Its total over the reference's; `None` without a reference.
    pub ratio: Option<Spread>,
    /// Geometric mean of its time over the reference's, puzzle by puzzle, where both finished.
    pub geometric: Option<Bounded<f64>>,
    /// How many puzzles are in [`Self::geometric`].
    pub geometric_pairs: usize,
    /// The ratio of the totals over the puzzles that both finished; `None` where there are none.
    pub paired: Option<Spread>,
    /// Share of the puzzles on which it was the fastest; a tie is split. A strategy that was wrong wins nothing.
    pub wins: f64,
    /// Share of the puzzles on which it was faster than the reference; `None` for the reference itself and without one.
    pub faster: Option<f64>,
}

impl Figures {
    /// The figures of `strategy` over `set` against `reference`; `None` of an empty set.
    pub fn of(pairs: &Pairs<'_>, strategy: usize, reference: Option<usize>, set: &[usize]) -> Option<Self> {
        if set.is_empty() {
            return None;
        }
        let unfinished = unfinished(pairs, strategy, set);
        let total = total(pairs, strategy, set);
        let mut entered: Vec<(u64, Bound)> = set
            .iter()
            .map(|&puzzle| match pairs.finished(strategy, puzzle) {
                Some(time) => (time, Bound::Exact),
                None => (pairs.penalty_ns(), Bound::AtLeast),
            })
            .collect();
        entered.sort_unstable_by_key(|&(time, bound)| (bound != Bound::Exact, time));
        let quantile = |p| nearest_rank(&entered, p).map(|(time, bound)| Bounded::new(time, bound));
        let sum = Bound::of_sum(unfinished);
        let (geometric, geometric_pairs) = match reference {
            Some(reference) => geometric(pairs, strategy, reference, set),
            None => (None, 0),
        };
        Some(Self {
            puzzles: set.len(),
            unfinished,
            total_ns: Bounded::new(clamp(total), sum),
            mean_ns: Bounded::new(clamp((total + set.len() as u128 / 2) / set.len() as u128), sum),
            median_ns: quantile(0.5)?,
            p95_ns: quantile(0.95)?,
            max_ns: quantile(1.0)?,
            ratio: reference.map(|reference| spread(pairs, strategy, reference, set)),
            geometric,
            geometric_pairs,
            paired: reference.and_then(|reference| paired(pairs, strategy, reference, set)),
            wins: wins(pairs, strategy, set),
            faster: reference.filter(|&reference| reference != strategy).map(|reference| {
                let better = |&&puzzle: &&usize| {
                    pairs.finished(strategy, puzzle).is_some_and(|time| time < pairs.entered(reference, puzzle))
                };
                set.iter().filter(better).count() as f64 / set.len() as f64
            }),
        })
    }
}

/// The ratio of two totals over a set, with its range over the passes.
pub(super) fn spread(pairs: &Pairs<'_>, above: usize, below: usize, set: &[usize]) -> Spread {
    let bound = if above == below {
        Bound::Exact
    } else {
        Bound::of_ratio(unfinished(pairs, above, set), unfinished(pairs, below, set))
    };
    let value = quotient(total(pairs, above, set), total(pairs, below, set));
    let each = pairs
        .whole_passes()
        .iter()
        .map(|&pass| quotient(pairs.pass_total(above, pass, set), pairs.pass_total(below, pass, set)));
    let each: Vec<f64> = each.collect();
    let range = (each.len() > 1 && above != below).then(|| {
        each.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &ratio| (low.min(ratio), high.max(ratio)))
    });
    Spread { ratio: Bounded::new(value, bound), range, interval: None }
}

/// What the processes say of a ratio; `None` where there are fewer than ten of either, or it is of a strategy over itself.
pub(super) fn estimate(pairs: &Pairs<'_>, above: usize, below: usize, set: &[usize]) -> Option<Estimate> {
    let passes = pairs.whole_passes();
    if above == below || passes.len() < PROCESSES || !pairs.has_processes(above) || !pairs.has_processes(below) {
        return None;
    }
    let times = |strategy: usize, pass: usize| {
        set.iter().map(|&puzzle| pairs.pass_entered(strategy, pass, puzzle).max(1) as f64).collect()
    };
    let pair = |&pass: &usize| Pair { above: times(above, pass), below: times(below, pass) };
    Estimate::of_pairs(&passes.iter().map(pair).collect::<Vec<_>>(), 1)
}

impl Spread {
    /// With the interval of an estimate around it, which misses in `alpha` of cases.
    pub(super) fn within(mut self, estimate: Option<Estimate>, alpha: f64) -> Self {
        self.interval = estimate.map(|estimate| {
            let factor = estimate.half_width(alpha).exp();
            (self.ratio.value / factor, self.ratio.value * factor)
        });
        self
    }
}

/// The same over the puzzles of the set that both finished.
fn paired(pairs: &Pairs<'_>, strategy: usize, reference: usize, set: &[usize]) -> Option<Spread> {
    let finished = |each: usize, puzzle: usize| pairs.finished(each, puzzle).is_some();
    let both: Vec<usize> =
        set.iter().copied().filter(|&puzzle| finished(strategy, puzzle) && finished(reference, puzzle)).collect();
    (!both.is_empty()).then(|| spread(pairs, strategy, reference, &both))
}

fn total(pairs: &Pairs<'_>, strategy: usize, set: &[usize]) -> u128 {
    set.iter().map(|&puzzle| u128::from(pairs.entered(strategy, puzzle))).sum()
}

fn unfinished(pairs: &Pairs<'_>, strategy: usize, set: &[usize]) -> usize {
    set.iter().filter(|&&puzzle| pairs.finished(strategy, puzzle).is_none()).count()
}

fn geometric(pairs: &Pairs<'_>, strategy: usize, reference: usize, set: &[usize]) -> (Option<Bounded<f64>>, usize) {
    let logs: Vec<f64> = set
        .iter()
        .filter_map(|&puzzle| {
            let (time, other) = (pairs.finished(strategy, puzzle)?, pairs.finished(reference, puzzle)?);
            Some((time.max(1) as f64 / other.max(1) as f64).ln())
        })
        .collect();
    if logs.is_empty() {
        return (None, 0);
    }
    let bound = if strategy == reference {
        Bound::Exact
    } else {
        Bound::of_ratio(unfinished(pairs, strategy, set), unfinished(pairs, reference, set))
    };
    let mean = logs.iter().sum::<f64>() / logs.len() as f64;
    (Some(Bounded::new(mean.exp(), bound)), logs.len())
}

fn wins(pairs: &Pairs<'_>, strategy: usize, set: &[usize]) -> f64 {
    let time_of = |other: usize, puzzle| pairs.finished(other, puzzle).filter(|_| !pairs.is_wrong(other));
    let won: f64 = set
        .iter()
        .map(|&puzzle| {
            let best = (0..pairs.strategies()).filter_map(|other| time_of(other, puzzle)).min();
            if best.is_none() || time_of(strategy, puzzle) != best {
                return 0.0;
            }
            let tied = (0..pairs.strategies()).filter(|&other| time_of(other, puzzle) == best).count();
            1.0 / tied as f64
        })
        .sum();
    won / set.len() as f64
}

/// A clock that read 0 for everything must not make an infinite ratio.
fn quotient(above: u128, below: u128) -> f64 {
    above.max(1) as f64 / below.max(1) as f64
}

fn clamp(value: u128) -> u64 {
    u64::try_from(value).unwrap_or(u64::MAX)
}
