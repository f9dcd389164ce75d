//! Permanents, their bounds, and what they bound.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use model::Givens;
use model::Rules;
use model::solve::{Ask, Off, Options, Solver, Strategy};
use solver_dlx::{ColumnRule, Dlx, named, rules_problem};

use super::covers::search;
use super::{Engines, Sheet};
use crate::permanent::{Matrix, latin_bounds, minc_bregman, ryser, van_der_waerden, van_der_waerden_of};

const LITERATURE: &str = "literature";

/// To the six decimals that are known.
fn six(value: Option<f64>) -> Option<f64> {
    value.map(|value| (value * 1e6).round() / 1e6)
}

pub(super) fn items(engines: &Engines, sheet: &mut Sheet) {
    for (n, upper, lower) in [(3, 2.828_427, 1.777_778), (4, 10.902_724, 7.593_75), (5, 53.120_732, 39.321_6)] {
        let matrix = Matrix::derangement(n);
        sheet.check(
            LITERATURE,
            format!("Minc and Brègman's bound of J − I, n = {n}"),
            Some(upper),
            six(minc_bregman(&matrix)),
        );
        sheet.check(
            LITERATURE,
            format!("van der Waerden's bound of J − I, n = {n}"),
            Some(lower),
            six(van_der_waerden(&matrix)),
        );
    }
    for (n, bound) in [(2, 0.5), (3, 0.222_222), (4, 0.093_75), (5, 0.038_4)] {
        sheet.check(
            LITERATURE,
            format!("van der Waerden's bound of doubly stochastic matrices, n = {n}"),
            Some(bound),
            six(Some(van_der_waerden_of(n, 1.0))),
        );
    }
    let permanents =
        |of: fn(usize) -> Matrix, n: std::ops::RangeInclusive<usize>| n.map(|n| ryser(&of(n)).ok()).collect::<Vec<_>>();
    let factorials = [1, 2, 6, 24, 120, 720, 5040, 40320];
    sheet.check(LITERATURE, "permanents of J, n = 1 to 8 (n!)", factorials.map(Some), permanents(Matrix::ones, 1..=8));
    let derangements = [0, 1, 2, 9, 44, 265, 1854, 14833, 133_496, 1_334_961];
    sheet.check(
        "literature (OEIS A000166)",
        "permanents of J − I, n = 1 to 10 (derangements)",
        derangements.map(Some),
        permanents(Matrix::derangement, 1..=10),
    );
    let both = [2, 5, 16, 65, 326, 1957, 13700];
    sheet.check(
        "literature (OEIS A000522)",
        "permanents of J + I, n = 1 to 7",
        both.map(Some),
        permanents(Matrix::i_plus_j, 1..=7),
    );
    sheet.check("literature", "per(zI + J) = Σ n!/k! zᵏ for n to 6 and z = −2, −1, 1, 2, 3", true, identity());
    let derangements_of = |n| search(&named::derangements(n).expect("a small size").problem, &engines.shortest).0;
    let found: Vec<u64> = (1..=8).map(derangements_of).collect();
    sheet.check("literature (OEIS A000166)", "derangements as exact covers, n = 1 to 8", &derangements[..8], found);
    let histogram: BTreeMap<i128, u32> = [
        (0, 27713),
        (1, 13032),
        (2, 10800),
        (3, 4992),
        (4, 4254),
        (5, 1440),
        (6, 1536),
        (7, 576),
        (8, 648),
        (9, 24),
        (10, 288),
        (11, 96),
        (12, 48),
        (14, 72),
        (18, 16),
        (24, 1),
    ]
    .into();
    let (measured, bounded) = all_of_side_four();
    sheet.check("independent", "permanents of all 65,536 0/1 matrices of side 4", histogram, measured);
    sheet.check(LITERATURE, "Minc and Brègman's bound holds for all of them", true, bounded);
    let bounds = latin_bounds(4);
    let rounded = [bounds.lower(), bounds.upper()].map(|bound| (bound * 100.0).round() / 100.0);
    sheet.check(LITERATURE, "bounds of the 576 Latin squares of order 4", [25.63, 1046.66], rounded);
    for (order, grids) in [(1, 1), (2, 288)] {
        sheet.check(LITERATURE, format!("grids of order {order}"), grids, count(&Rules::sudoku(order)));
    }
    sheet.check(
        "paper",
        "diagonal grids of order 2, blocks left out (all diagonal Latin squares of order 4)",
        48,
        count(&diagonal_latin()),
    );
    sheet.check(
        "paper",
        "grids of order 2 by the leftmost column",
        288,
        search(&rules_problem(&Rules::sudoku(2)), &ColumnRule::First).0,
    );
}

fn identity() -> bool {
    (1_usize..=6).all(|n| {
        [-2_i64, -1, 1, 2, 3].into_iter().all(|z| {
            let matrix = Matrix::from_fn(n, |i, j| 1 + if i == j { z } else { 0 });
            let term = |k: usize| (k + 1..=n).map(|f| f as i128).product::<i128>() * i128::from(z).pow(k as u32);
            ryser(&matrix) == Ok((0..=n).map(term).sum())
        })
    })
}

/// How often each permanent occurs, and whether the upper bound always holds.
fn all_of_side_four() -> (BTreeMap<i128, u32>, bool) {
    let (mut histogram, mut bounded) = (BTreeMap::new(), true);
    for bits in 0..1_u32 << 16 {
        let matrix = Matrix::from_fn(4, |i, j| i64::from(bits >> (4 * i + j) & 1));
        let permanent = ryser(&matrix).expect("small numbers");
        *histogram.entry(permanent).or_insert(0) += 1;
        bounded &= minc_bregman(&matrix).is_some_and(|bound| permanent as f64 <= bound + 1e-9);
    }
    (histogram, bounded)
}

fn diagonal_latin() -> Rules {
    Rules::latin(4).expect("a small order").with_diagonals()
}

fn count(rules: &Rules) -> u64 {
    let mut solver = Dlx::Shortest.build(rules, &Options::default()).expect("any rules");
    solver
        .solve(&Givens::blank(rules.cells()), Ask::Count { cap: None }, &mut Off, &mut |_| ControlFlow::Continue(()))
        .solutions
}
