//! A ratio of times with its error: bootstrap over processes, puzzles resampled inside.
//!
//! All is done on logarithms, so that B over A and A over B say the same. Where a process's stack and heap come to lie makes some
//! one in six of them slower by a fifth; so what is estimated is the interquartile mean over the pairs, the ratio of processes
//! that were neither lucky nor unlucky. Its error is the spread of the bootstrap, widened by √(n/(n−1)) for the n that were drawn
//! from, and intervals take Student's t: percentiles of so few are too narrow (T. Hesterberg, "What Teachers Should Know About the Bootstrap", The American Statistician 69, 2015).

use model::solve::Random;
use statrs::distribution::{ContinuousCDF, StudentsT};

/// How often one of the intervals that are looked at together may miss.
pub(crate) const ALPHA: f64 = 0.05;
/// Processes of each side that an interval needs at least; with fewer, only what is gross can be told.
pub(crate) const PROCESSES: usize = 10;

/// Draws of the bootstrap.
const DRAWS: usize = 1000;

/// The logarithm of a ratio, and how sure it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Estimate {
    /// Natural logarithm of the ratio.
    pub(crate) log_ratio: f64,
    /// Its standard error.
    pub(crate) error: f64,
    /// Degrees of freedom of the error.
    pub(crate) freedom: f64,
}

/// Times of both sides on the same puzzles, one at least, by a pair of processes that ran side by side. As many of either, in one order.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Pair {
    /// What is divided.
    pub(crate) above: Vec<f64>,
    /// By what.
    pub(crate) below: Vec<f64>,
}

impl Pair {
    /// The ratio of the totals.
    pub(crate) fn ratio(&self) -> f64 {
        self.above.iter().sum::<f64>() / self.below.iter().sum::<f64>()
    }

    /// The logarithm of the ratio of the totals over as many puzzles drawn again.
    fn redrawn(&self, random: &mut Random) -> f64 {
        let puzzles = self.above.len() as u64;
        let (mut above, mut below) = (0.0, 0.0);
        for _ in 0..puzzles {
            let puzzle = random.below(puzzles) as usize;
            above += self.above[puzzle];
            below += self.below[puzzle];
        }
        (above / below).ln()
    }
}

impl Estimate {
    /// From pairs of processes; `None` of fewer than two.
    pub(crate) fn of_pairs(pairs: &[Pair], seed: u64) -> Option<Self> {
        let count = pairs.len();
        if count < 2 {
            return None;
        }
        let mut logs: Vec<f64> = pairs.iter().map(|pair| pair.ratio().ln()).collect();
        let log_ratio = midmean(&mut logs);
        let mut random = Random::new(seed);
        let drawn: Vec<f64> = (0..DRAWS)
            .map(|_| {
                for log in &mut logs {
                    *log = pairs[random.below(count as u64) as usize].redrawn(&mut random);
                }
                midmean(&mut logs)
            })
            .collect();
        // As many as are kept have a say (Tukey and McLaughlin).
        let freedom = (count - 2 * cut(count) - 1) as f64;
        Some(Self { log_ratio, error: spread(drawn) * widening(count), freedom })
    }

    /// From processes of each side that have nothing to do with each other: outermost the processes, then the puzzles, the same
    /// on both sides. What is compared are totals of medians over processes, as in the ranking.
    pub(crate) fn of_samples(above: &[Vec<f64>], below: &[Vec<f64>], seed: u64) -> Option<Self> {
        let puzzles = above.first()?.len();
        if above.len() < 2 || below.len() < 2 || puzzles == 0 {
            return None;
        }
        let everyone = |side: &[Vec<f64>]| (0..side.len()).collect::<Vec<_>>();
        let all: Vec<usize> = (0..puzzles).collect();
        let log_ratio = (total(above, &everyone(above), &all) / total(below, &everyone(below), &all)).ln();
        let mut random = Random::new(seed);
        let mut draw =
            |among: usize| -> Vec<usize> { (0..among).map(|_| random.below(among as u64) as usize).collect() };
        let drawn: Vec<f64> = (0..DRAWS)
            .map(|_| {
                let (one, other, set) = (draw(above.len()), draw(below.len()), draw(puzzles));
                (total(above, &one, &set) / total(below, &other, &set)).ln()
            })
            .collect();
        let fewer = above.len().min(below.len());
        let freedom = (above.len() + below.len() - 2) as f64;
        Some(Self { log_ratio, error: spread(drawn) * widening(fewer), freedom })
    }

    /// The difference of two logarithms of ratios that have nothing to do with each other.
    pub(crate) fn minus(self, other: Self) -> Self {
        Self {
            log_ratio: self.log_ratio - other.log_ratio,
            error: self.error.hypot(other.error),
            freedom: self.freedom.min(other.freedom),
        }
    }

    /// The ratio.
    pub(crate) fn ratio(&self) -> f64 {
        self.log_ratio.exp()
    }

    /// Half the width of the interval on the scale of logarithms, so that it misses in `alpha` of cases.
    pub(crate) fn half_width(&self, alpha: f64) -> f64 {
        self.error * self.student().inverse_cdf(1.0 - alpha / 2.0)
    }

    /// The interval of the ratio that misses in `alpha` of cases.
    pub(crate) fn interval(&self, alpha: f64) -> [f64; 2] {
        let half = self.half_width(alpha);
        [self.log_ratio - half, self.log_ratio + half].map(f64::exp)
    }

    /// The largest distance from no difference that the interval holds, on the scale of logarithms.
    pub(crate) fn reach(&self, alpha: f64) -> f64 {
        self.log_ratio.abs() + self.half_width(alpha)
    }

    /// The probability of an estimate as far from no difference where there is none.
    pub(crate) fn p(&self) -> f64 {
        if self.error == 0.0 {
            return if self.log_ratio == 0.0 { 1.0 } else { 0.0 };
        }
        2.0 * self.student().cdf(-(self.log_ratio / self.error).abs())
    }

    fn student(&self) -> StudentsT {
        StudentsT::new(0.0, 1.0, self.freedom.max(1.0)).expect("sound parameters")
    }
}

/// Holm's step-down procedure over estimates that are looked at together: of each how often its interval may miss, and its adjusted
/// probability where there is no difference.
pub(crate) fn holm(estimates: &[Estimate]) -> Vec<(f64, f64)> {
    let mut order: Vec<usize> = (0..estimates.len()).collect();
    order.sort_by(|&a, &b| estimates[a].p().total_cmp(&estimates[b].p()));
    let mut adjusted: f64 = 0.0;
    let mut all = vec![(ALPHA, 1.0); estimates.len()];
    for (place, &at) in order.iter().enumerate() {
        let among = (estimates.len() - place) as f64;
        adjusted = adjusted.max((estimates[at].p() * among).min(1.0));
        all[at] = (ALPHA / among, adjusted);
    }
    all
}

/// The sum over puzzles of the median over processes.
fn total(times: &[Vec<f64>], processes: &[usize], puzzles: &[usize]) -> f64 {
    let mut column = Vec::with_capacity(processes.len());
    let median = |&puzzle: &usize| {
        column.clear();
        column.extend(processes.iter().map(|&process| times[process][puzzle]));
        median(&mut column)
    };
    puzzles.iter().map(median).sum()
}

/// The median, of an even number the mean of the two in the middle; they are left in another order.
///
/// # Panics
/// Of nothing.
pub(crate) fn median(values: &mut [f64]) -> f64 {
    let (middle, is_odd) = (values.len() / 2, values.len() % 2 == 1);
    let (below, &mut upper, _) = values.select_nth_unstable_by(middle, f64::total_cmp);
    if is_odd {
        return upper;
    }
    let lower = below.iter().copied().fold(f64::MIN, f64::max);
    f64::midpoint(lower, upper)
}

/// How many of so many are cut off at either end: a quarter.
fn cut(count: usize) -> usize {
    count / 4
}

/// The mean of the middle half; the values are left in order.
fn midmean(values: &mut [f64]) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    let cut = cut(values.len());
    mean(values[cut..values.len() - cut].iter().copied())
}

fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = values.len() as f64;
    values.sum::<f64>() / count
}

/// Half the distance of the quantiles between which a normal variable lies within one standard deviation. The standard deviation
/// itself would be that of the few draws in which a hiccup came up again and again.
fn spread(mut drawn: Vec<f64>) -> f64 {
    drawn.sort_unstable_by(f64::total_cmp);
    let within = (drawn.len() as f64 * 0.158_655).round() as usize;
    (drawn[drawn.len() - 1 - within] - drawn[within]) / 2.0
}

/// A bootstrap of `count` has too small a deviation by this.
fn widening(count: usize) -> f64 {
    (count as f64 / (count - 1) as f64).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Noise of about one per cent, the same on all puzzles of a process.
    fn noise(random: &mut Random) -> f64 {
        let sum: f64 = (0..12).map(|_| random.below(1 << 20) as f64 / f64::from(1 << 20)).sum();
        1.0 + 0.01 * (sum - 6.0)
    }

    /// Pairs of processes of which `unlucky` in a hundred are slower by a fifth.
    fn pairs(random: &mut Random, count: usize, unlucky: u64, slower: f64) -> Vec<Pair> {
        let puzzles: Vec<f64> = (0..50).map(|_| 1000.0 + random.below(100_000) as f64).collect();
        let mut process = |factor: f64| {
            let luck = if random.below(100) < unlucky { 1.2 } else { 1.0 };
            let moved = noise(random) * factor * luck;
            puzzles.iter().map(|time| time * moved).collect::<Vec<f64>>()
        };
        (0..count).map(|_| Pair { above: process(slower), below: process(1.0) }).collect()
    }

    /// Whether an estimate alone is called a difference, and which.
    fn called(estimate: Option<Estimate>) -> Option<f64> {
        estimate.filter(|estimate| estimate.p() < ALPHA).map(|estimate| estimate.ratio())
    }

    #[test]
    fn equals_are_rarely_told_apart_and_five_per_cent_are_always_seen() {
        let mut random = Random::new(7);
        for (count, unlucky) in [(12, 0), (40, 16)] {
            let (mut false_alarms, mut seen) = (0, 0);
            for seed in 0..100 {
                let mut says = |slower| called(Estimate::of_pairs(&pairs(&mut random, count, unlucky, slower), seed));
                false_alarms += u32::from(says(1.0).is_some());
                seen += u32::from(says(1.05).is_some_and(|ratio| ratio > 1.0));
            }
            // Five per cent of a hundred are five, give or take two.
            assert!(false_alarms <= 11, "{false_alarms} of 100 of {count} pairs");
            assert!(seen >= 95, "{seen} of 100 of {count} pairs");
        }
    }

    #[test]
    fn a_bootstrap_over_puzzles_alone_would_have_called_it_a_difference() {
        // One pair, all of it one per cent apart: there is no error inside a pair, and one pair is no estimate.
        let one = Pair { above: vec![101.0; 50], below: vec![100.0; 50] };
        assert_eq!(Estimate::of_pairs(std::slice::from_ref(&one), 1), None);
        let other = Pair { above: vec![100.0; 50], below: vec![101.0; 50] };
        assert_eq!(called(Estimate::of_pairs(&[one, other], 1)), None);
    }

    #[test]
    fn the_error_is_what_estimates_are_apart() {
        let mut random = Random::new(3);
        let estimates: Vec<Estimate> = (0..200)
            .map(|seed| Estimate::of_pairs(&pairs(&mut random, 20, 0, 1.0), seed).expect("twenty pairs"))
            .collect();
        let count = estimates.len() as f64;
        let said = estimates.iter().map(|estimate| estimate.error).sum::<f64>() / count;
        let found = (estimates.iter().map(|estimate| estimate.log_ratio.powi(2)).sum::<f64>() / count).sqrt();
        assert!((said / found - 1.0).abs() < 0.25, "{said} is said, {found} is found");
        // Of twenty the ten in the middle are left. Student's t with 9 degrees of freedom, 97.5 %: 2.262 in every table.
        assert!((estimates[0].half_width(0.05) / estimates[0].error - 2.262).abs() < 1e-3);
        let middle = midmean(&mut [9.0, 8.0, 7.0, -90.0, 4.0, 3.0, 3.0, 4.0, 3.5, 3.5, 0.0, 900.0]);
        assert!((middle - 25.0 / 6.0).abs() < 1e-9);
    }

    #[test]
    fn holm_is_less_strict_with_each_step() {
        let estimate = |t: f64| Estimate { log_ratio: t * 0.01, error: 0.01, freedom: 1000.0 };
        // p about 0.012, 0.021, 0.046: 3 × 0.012 and 2 × 0.021 are below 0.05, and so is 0.046 alone.
        let mut all = [2.52, -2.31, 2.0, 0.3].map(estimate).to_vec();
        let called = |all: &[Estimate]| holm(all).iter().map(|(_, p)| *p < ALPHA).collect::<Vec<_>>();
        assert_eq!(called(&all[..3]), [true; 3]);
        // One more that is nothing raises the bar for all.
        assert_eq!(called(&all), [true, false, false, false]);
        // The interval of one that is called leaves out 1, at its level.
        let levels = holm(&all);
        assert!(all[0].interval(levels[0].0)[0] > 1.0 && all[1].interval(levels[1].0)[1] > 1.0);
        all.clear();
        assert_eq!(holm(&all), []);
    }

    #[test]
    fn samples_are_compared_by_medians_over_processes() {
        // A hiccup in one process of five is no part of any median.
        let mut above = vec![vec![110.0, 220.0]; 5];
        above[2][0] = 1e9;
        let below = vec![vec![100.0, 200.0]; 5];
        let estimate = Estimate::of_samples(&above, &below, 1).expect("processes");
        assert!((estimate.ratio() - 1.1).abs() < 1e-9);
        assert!(estimate.error < 1e-9, "nor of the error: {}", estimate.error);
        assert_eq!(Estimate::of_samples(&above[..1], &below, 1), None);
        assert!((median(&mut [3.0, 1.0, 2.0]) - 2.0).abs() < 1e-9);
        assert!((median(&mut [4.0, 1.0, 2.0, 3.0]) - 2.5).abs() < 1e-9);
    }
}
