//! The size of a search tree from a part of it.
//!
//! Pure: no printing, no clock. Two estimators of the branches of Algorithm X (rows tried; nodes less the root) stand
//! beside each other. Knuth's ("Estimating the efficiency of backtrack programs", 1975) draws a way from the root at
//! random and adds up the products of the degrees on it: its expectation is the size of the tree. The paper
//! (arXiv:0803.4253) takes the same sums but averages over the solutions, each with equal weight; that is no unbiased
//! estimate, because a dive does not meet all solutions with equal chance and meets dead ends too.

use std::ops::ControlFlow;

use model::solve::{End, Limits, Random};
use model::{Givens, Rules};
use serde::Serialize;
use solver_dlx::{Cover, Dlx, RulesNaming, options_of, rules_problem};

/// Two-sided 95 % of the normal distribution.
const NORMAL_95: f64 = 1.959_963_984_540_054;

/// P_0 + P_1 + …, where P_k is the product of the degrees down to level k (docs/REPRODUCTION.md); `None` beyond 128 bits.
///
/// ```
/// assert_eq!(harness::estimate::branches_of([4, 2, 1]), Some(4 + 8 + 8));
/// assert_eq!(harness::estimate::branches_of([4, 2, 0]), Some(4 + 8));
/// ```
pub fn branches_of(degrees: impl IntoIterator<Item = u32>) -> Option<u128> {
    let (mut sum, mut product) = (0u128, 1u128);
    for degree in degrees {
        product = product.checked_mul(u128::from(degree))?;
        sum = sum.checked_add(product)?;
    }
    Some(sum)
}

/// The same in floating point, for sums that outgrow any integer.
fn branches_near(degrees: &[u32]) -> f64 {
    let (mut sum, mut product) = (0.0, 1.0);
    for &degree in degrees {
        product *= f64::from(degree);
        sum += product;
    }
    sum
}

/// Covers of other columns that a branch takes: the length of a row less one, by the shortest row. It is the paper's
/// factor 3 for Sudoku; rows through a diagonal are longer, and the paper multiplies by 3 all the same.
pub fn inner_covers(rules: &Rules) -> u32 {
    (0..rules.cells()).map(|cell| rules.units_of(model::Cell::new(cell)).len() as u32).min().unwrap_or(0)
}

/// The mean of random dives, in branches.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Dives {
    /// How many dives.
    pub dives: u64,
    /// How many of them ended at a solution.
    pub at_solutions: u64,
    /// Mean over the dives: an unbiased estimate of the branches of the whole tree.
    pub mean: f64,
    /// Standard error of the mean; `None` for a single dive.
    pub standard_error: Option<f64>,
    /// Lower end of the 95 % interval by the normal approximation.
    pub low: Option<f64>,
    /// Its upper end.
    pub high: Option<f64>,
}

/// The average over solutions, in branches.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Uniform {
    /// How many solutions it is over.
    pub solutions: u64,
    /// Whether they are all.
    pub exhausted: bool,
    /// Their mean, each with equal weight; `None` when there are none.
    pub mean: Option<f64>,
    /// Branches of the whole tree, counted; `None` unless all of it was searched.
    pub branches: Option<u64>,
}

/// How far the search for solutions goes.
#[derive(Clone, Copy, Debug)]
pub struct Reach {
    /// Solutions at most.
    pub solutions: u64,
    /// Branches at most.
    pub branches: u64,
}

/// A puzzle as an exact cover, ready for both estimators.
pub struct Tree {
    cover: Cover,
    names: RulesNaming,
    given: Vec<u32>,
    givens: Givens,
    rule: Dlx,
}

impl Tree {
    /// The tree that a variant of Algorithm X searches.
    pub fn new(rules: &Rules, givens: &Givens, rule: Dlx) -> Self {
        Self {
            cover: Cover::new(&rules_problem(rules)),
            names: RulesNaming::new(rules),
            given: options_of(rules, givens).collect(),
            givens: givens.clone(),
            rule,
        }
    }

    /// Knuth's estimate from `dives` dives, at least one. Givens that clash leave no tree, and the estimate is 0.
    pub fn dives(&mut self, dives: u64, seed: u64) -> Dives {
        let mut random = Random::for_puzzle(seed, &self.givens);
        // A rule that draws has a stream of its own, as it has in a search.
        let mut rule = self.rule.rule(seed.wrapping_add(1), &self.givens);
        let mut degrees = Vec::new();
        let (mut mean, mut squares, mut at_solutions) = (0.0, 0.0, 0);
        for dive in 1..=dives {
            let end = self.cover.dive(&self.given, &mut rule, &mut random, &mut degrees);
            at_solutions += u64::from(end == Some(true));
            // Welford's update: the sums of a tree with 10^20 branches would lose what differs between dives.
            let sample = branches_near(&degrees);
            let off = sample - mean;
            mean += off / dive as f64;
            squares += off * (sample - mean);
        }
        let standard_error = (dives > 1).then(|| (squares / (dives - 1) as f64 / dives as f64).sqrt());
        let end = |sign: f64| standard_error.map(|error| mean + sign * NORMAL_95 * error);
        Dives { dives, at_solutions, mean, standard_error, low: end(-1.0), high: end(1.0) }
    }

    /// The paper's average over the solutions within reach, in the order of the search.
    pub fn uniform(&mut self, reach: Reach, seed: u64, deadline: &std::sync::atomic::AtomicBool) -> Uniform {
        let mut rule = self.rule.rule(seed, &self.givens);
        let mut probe = Limits::new(Some(reach.branches), deadline);
        let (mut solutions, mut sum) = (0, 0.0);
        let mut degrees = Vec::new();
        let end = if reach.solutions == 0 {
            End::Enough
        } else {
            self.cover.search_paths(&self.given, &mut rule, &self.names, &mut probe, &mut |path| {
                degrees.clear();
                degrees.extend(path.degrees());
                sum += branches_near(&degrees);
                solutions += 1;
                if solutions == reach.solutions { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })
        };
        let exhausted = end == End::Exhausted;
        Uniform {
            solutions,
            exhausted,
            mean: (solutions > 0).then(|| sum / solutions as f64),
            branches: exhausted.then(|| probe.steps()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;

    const ALL: Reach = Reach { solutions: u64::MAX, branches: u64::MAX };

    fn tree(rules: &str, rule: Dlx) -> (Rules, Tree) {
        let rules = Rules::parse(rules).expect("a known name");
        let tree = Tree::new(&rules, &Givens::blank(rules.cells()), rule);
        (rules, tree)
    }

    #[test]
    fn the_average_over_solutions_is_the_papers_and_not_the_tree() {
        // docs/REPRODUCTION.md: averages 6852 and 1524, trees of 2156 and 508 branches.
        let flag = AtomicBool::new(false);
        for (name, average, branches) in [("sudoku-2", 6852.0, 2156), ("sudoku-2-diagonal", 1524.0, 508)] {
            let (rules, mut tree) = tree(name, Dlx::Shortest);
            let uniform = tree.uniform(ALL, 1, &flag);
            let mean = uniform.mean.expect("there are solutions") * f64::from(inner_covers(&rules));
            assert!((mean - average).abs() < 1e-6, "{name}: {mean}");
            assert_eq!((uniform.branches, uniform.exhausted), (Some(branches), true), "{name}");
        }
    }

    #[test]
    fn the_expectation_of_a_dive_is_the_tree() {
        // A way to a solution is met with probability 1 / (product of its degrees), and there are no dead ends here.
        let (rules, _) = tree("sudoku-2", Dlx::Shortest);
        let mut expectation = 0.0;
        let mut met = 0.0;
        let mut cover = Cover::new(&rules_problem(&rules));
        let names = RulesNaming::new(&rules);
        let mut rule = solver_dlx::ColumnRule::Shortest;
        cover.search_paths(&[], &mut rule, &names, &mut model::solve::Off, &mut |path| {
            let chance: f64 = path.degrees().map(|degree| 1.0 / f64::from(degree)).product();
            met += chance;
            expectation += chance * branches_of(path.degrees()).expect("a small tree") as f64;
            ControlFlow::Continue(())
        });
        assert!((met - 1.0).abs() < 1e-9 && (expectation - 2156.0).abs() < 1e-6, "{met} {expectation}");
    }

    #[test]
    fn many_dives_enclose_the_tree() {
        for seed in 1..=3 {
            let (_, mut tree) = tree("sudoku-2", Dlx::Shortest);
            let dives = tree.dives(10_000, seed);
            let (low, high) = (dives.low.expect("many dives"), dives.high.expect("many dives"));
            // Four standard errors, so that the test holds for any generator; the command says two.
            let slack = high - low;
            assert!((low - slack..=high + slack).contains(&2156.0), "{dives:?}");
            assert_eq!((dives.dives, dives.at_solutions), (10_000, 10_000));
        }
    }

    #[test]
    fn dead_ends_count_too() {
        // docs/REPRODUCTION.md: by the first column, 2752 branches and 144 dead ends.
        let (_, mut tree) = tree("sudoku-2", Dlx::First);
        let dives = tree.dives(20_000, 1);
        assert!(dives.at_solutions < dives.dives);
        assert!((dives.mean - 2752.0).abs() < 6.0 * dives.standard_error.expect("many dives"), "{dives:?}");
        assert_eq!(tree.uniform(ALL, 1, &AtomicBool::new(false)).branches, Some(2752));
    }

    #[test]
    fn one_dive_has_no_interval_and_the_same_seed_the_same_dives() {
        let (_, mut tree) = tree("sudoku-3", Dlx::Shortest);
        assert_eq!(tree.dives(1, 1).standard_error, None);
        assert_eq!(tree.dives(100, 5), tree.dives(100, 5));
        assert_ne!(tree.dives(100, 5), tree.dives(100, 6));
    }

    #[test]
    fn beyond_reach_nothing_is_claimed() {
        let (_, mut tree) = tree("sudoku-2", Dlx::Shortest);
        let flag = AtomicBool::new(false);
        let some = tree.uniform(Reach { solutions: 2, ..ALL }, 1, &flag);
        assert_eq!(some, Uniform { solutions: 2, exhausted: false, mean: Some(2540.0), branches: None });
        let none = tree.uniform(Reach { branches: 5, ..ALL }, 1, &flag);
        assert_eq!(none, Uniform { solutions: 0, exhausted: false, mean: None, branches: None });
    }

    #[test]
    fn a_sum_that_no_integer_holds_is_none() {
        assert_eq!(branches_of([u32::MAX; 5]), None);
    }
}
