//! The true search trees of order 2, and what the paper's averages say of them.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use model::Rules;
use model::solve::{Event, Random, Trace, counters};
use solver_dlx::{ColumnRule, Cover, rules_problem};

use super::dancing::{enumerate, tree};
use super::{Engines, Sheet};

const SOURCE: &str = "independent";
/// Seeds of the random rule; the ranges below hold for any sound generator.
const SEEDS: u64 = 500;

/// Branches, updates, dead ends, and nodes by depth, of a whole search.
fn shape(rules: &Rules, rule: &ColumnRule) -> (u64, u64, u64, Vec<u64>) {
    let problem = rules_problem(rules);
    let flag = AtomicBool::new(false);
    let mut probe = Trace::new(None, &flag, usize::MAX);
    Cover::new(&problem).search(&[], &mut rule.clone(), &problem, &mut probe, &mut |_| ControlFlow::Continue(()));
    let (mut levels, mut depth, mut dead_ends) = (vec![1], 0, 0);
    for event in probe.events() {
        match event {
            Event::Assign { .. } => {
                depth += 1;
                levels.resize(levels.len().max(depth + 1), 0);
                levels[depth] += 1;
            }
            Event::Withdraw { .. } => depth -= 1,
            Event::DeadEnd { .. } => dead_ends += 1,
            _ => {}
        }
    }
    let value = |counter| probe.tally().value(counter);
    (value(counters::STEPS), value(counters::COVERS), dead_ends, levels)
}

pub(super) fn items(engines: &Engines, sheet: &mut Sheet) {
    let rule = &engines.shortest;
    let four = Rules::sudoku(2);
    let diagonal = Rules::sudoku(2).with_diagonals();
    for (name, rules, rule, nodes, updates, dead_ends) in [
        ("order 2, shortest, ties to the first", &four, rule, 2157, 22545, 0),
        ("order 2, shortest, ties to the last", &four, &ColumnRule::ShortestLast, 2173, 22849, 0),
        ("order 2, first column", &four, &ColumnRule::First, 2753, 27557, 144),
        ("diagonal order 2, shortest, ties to the first", &diagonal, rule, 509, 6833, 0),
        ("diagonal order 2, shortest, ties to the last", &diagonal, &ColumnRule::ShortestLast, 509, 6733, 0),
        ("diagonal order 2, first column", &diagonal, &ColumnRule::First, 1073, 14397, 192),
    ] {
        sheet.check(SOURCE, format!("nodes and updates: {name}"), (nodes, updates), tree(rules, rule));
        sheet.check(SOURCE, format!("dead ends: {name}"), dead_ends, shape(rules, rule).2);
    }
    let levels = [1, 4, 8, 16, 16, 48, 48, 96, 96, 96, 192, 192, 192, 288, 288, 288, 288];
    sheet.check(SOURCE, "nodes by depth: order 2, shortest", levels, shape(&four, rule).3);
    let levels = [1, 4, 8, 8, 8, 24, 24, 24, 24, 48, 48, 48, 48, 48, 48, 48, 48];
    sheet.check(SOURCE, "nodes by depth: diagonal order 2, shortest", levels, shape(&diagonal, rule).3);
    random(&four, "order 2", [8600.0..=9000.0, 94_000.0..=98_000.0, 1850.0..=1980.0], sheet);
    random(&diagonal, "diagonal order 2", [3370.0..=3530.0, 47_000.0..=49_300.0, 860.0..=940.0], sheet);
    bias(&four, "order 2", rule, (6468, 6852, 2156), sheet);
    bias(&diagonal, "diagonal order 2", rule, (1524, 1524, 508), sheet);
}

fn random(rules: &Rules, name: &str, ranges: [std::ops::RangeInclusive<f64>; 3], sheet: &mut Sheet) {
    let mut sums = [0; 3];
    for seed in 0..SEEDS {
        let (branches, updates, dead_ends, _) = shape(rules, &ColumnRule::Random(Random::new(seed)));
        [branches, updates, dead_ends].iter().zip(&mut sums).for_each(|(value, sum)| *sum += value);
    }
    for ((what, range), sum) in ["branches", "updates", "dead ends"].into_iter().zip(ranges).zip(sums) {
        let mean = sum as f64 / SEEDS as f64;
        sheet.within(SOURCE, format!("mean {what} of the random rule, {SEEDS} seeds: {name}"), range, mean);
    }
}

/// The paper averages over solutions; Knuth's estimator weights each path by its probability, and is exact on average.
fn bias(rules: &Rules, name: &str, rule: &ColumnRule, expected: (u128, u128, u128), sheet: &mut Sheet) {
    let all = enumerate(rules, rule);
    let (branches, ..) = shape(rules, rule);
    let uniform = all.iter().map(|solution| solution.estimate(3)).sum::<u128>() / (all.len() as u128).max(1);
    // Σ estimate / Πd over all leaves, over a common denominator; every leaf is a solution here.
    let weight = |degrees: &[u128]| degrees.iter().product::<u128>();
    let common = all.iter().map(|solution| weight(&solution.degrees)).fold(1, lcm);
    let knuth =
        all.iter().map(|solution| solution.estimate(1) * (common / weight(&solution.degrees))).sum::<u128>() / common;
    sheet.check(SOURCE, format!("inner covers of the true tree: {name}"), expected.0, 3 * u128::from(branches));
    sheet.check(SOURCE, format!("the paper's average over solutions: {name}"), expected.1, uniform);
    sheet.check(SOURCE, format!("expectation of Knuth's estimator, branches: {name}"), expected.2, knuth);
}

fn lcm(a: u128, b: u128) -> u128 {
    let (mut x, mut y) = (a, b);
    while y > 0 {
        (x, y) = (y, x % y);
    }
    a / x * b
}
