//! The paper's counts of constraints and the sizes of the encodings.

use std::collections::HashSet;
use std::ops::ControlFlow;

use model::solve::Off;
use model::text::parse_board;
use model::{Givens, Rules};
use solver_sat::Formula;
use solver_sat::encode::{Encoder, Encoding, Lit, Reduced, Repeats, csp_constraints};

use super::Sheet;

const LITERATURE: &str = "literature (Lynce and Ouaknine 2006)";
const INDEPENDENT: &str = "independent";

/// Clauses and literals with repeats, and clauses without.
fn sizes(rules: &Rules, encoding: Encoding) -> [usize; 3] {
    let encoder = Encoder::new(rules);
    let (mut clauses, mut literals, mut distinct) = (0, 0, 0);
    encoder.full(encoding, Repeats::Keep, |clause| {
        clauses += 1;
        literals += clause.len();
    });
    encoder.full(encoding, Repeats::Drop, |_| distinct += 1);
    [clauses, literals, distinct]
}

/// Positive clauses and negative pairs of the extended encoding: what four families give together.
fn families(rules: &Rules) -> [usize; 2] {
    let (mut at_least, mut at_most) = (0, 0);
    Encoder::new(rules).full(Encoding::Extended, Repeats::Keep, |clause| {
        *(if clause[0].is_positive() { &mut at_least } else { &mut at_most }) += 1;
    });
    [at_least / 4, at_most / 4]
}

/// V⁺, V⁻, V⁰; then clauses, clauses without repeats, unit clauses, unit clauses without repeats, of an encoding.
fn reduced(rules: &Rules, givens: &Givens, encoding: Encoding) -> ([usize; 3], [usize; 4]) {
    let mut into = Reduced::default();
    let mut clauses: Vec<Vec<Lit>> = Vec::new();
    Encoder::new(rules).reduced(givens, encoding, Repeats::Keep, &mut into, |clause| {
        let mut clause = clause.to_vec();
        clause.sort_unstable();
        clauses.push(clause);
    });
    let units = |clause: &&Vec<Lit>| clause.len() == 1;
    let distinct: HashSet<&Vec<Lit>> = clauses.iter().collect();
    let counts = [
        clauses.len(),
        distinct.len(),
        clauses.iter().filter(units).count(),
        distinct.iter().copied().filter(units).count(),
    ];
    (into.sizes(), counts)
}

/// How many models an encoding has, found one by one by the SAT solver.
fn models(rules: &Rules, encoding: Encoding) -> u64 {
    let mut clauses: Vec<Vec<i32>> = Vec::new();
    Encoder::new(rules).full(encoding, Repeats::Keep, |clause| {
        clauses.push(clause.iter().map(|lit| lit.to_dimacs() as i32).collect());
    });
    let formula = Formula::new(clauses.iter().map(Vec::as_slice));
    formula.models(&mut Off, &mut |_| ControlFlow::Continue(())).solutions
}

pub(super) fn items(sheet: &mut Sheet) {
    for (n, one, whole, distinct) in
        [(2, 10, 120, 72), (3, 45, 1215, 891), (4, 136, 6528, 5248), (5, 325, 24375, 20625)]
    {
        let count = csp_constraints(&Rules::sudoku(n));
        let source = if n == 2 { "paper" } else { "paper (formula)" };
        sheet.check(
            source,
            format!("constraints of one alldifferent of order {n}, binary and domain"),
            one,
            count.per_unit,
        );
        sheet.check(
            INDEPENDENT,
            format!("constraints of a whole grid of order {n}, with and without repeats"),
            [whole, distinct],
            [count.constraints, count.distinct],
        );
    }
    for (n, variables, at_least, at_most, minimal, extended) in [
        (2, 64, 16, 96, [304, 640, 240], [448, 1024, 384]),
        (3, 729, 81, 2916, [8829, 18225, 7371], [11988, 26244, 10530]),
        (4, 4096, 256, 30720, [92416, 188_416, 80128], [123_904, 262_144, 111_616]),
        (5, 15625, 625, 187_500, [563_125, 1_140_625, 500_625], [752_500, 1_562_500, 690_000]),
    ] {
        let rules = Rules::sudoku(n);
        let source = if n == 3 { LITERATURE } else { INDEPENDENT };
        sheet.check(source, format!("variables of order {n}"), variables, Encoder::new(&rules).variables());
        sheet.check(
            INDEPENDENT,
            format!("at-least-one and at-most-one clauses a family of order {n}"),
            [at_least, at_most],
            families(&rules),
        );
        sheet.check(
            source,
            format!("minimal encoding of order {n}: clauses, literals, clauses without repeats"),
            minimal,
            sizes(&rules, Encoding::Minimal),
        );
        sheet.check(
            source,
            format!("extended encoding of order {n}: clauses, literals, clauses without repeats"),
            extended,
            sizes(&rules, Encoding::Extended),
        );
    }
    for encoding in [Encoding::Minimal, Encoding::Extended] {
        let item = format!("models of the {} encoding of order 2", format!("{encoding:?}").to_lowercase());
        sheet.check(INDEPENDENT, item, 288, models(&Rules::sudoku(2), encoding));
    }
    for (name, rules, board, variables, minimal, extended) in [
        (
            "Royle's line 1",
            Rules::sudoku(3),
            "000000010400000000020000000000050407008000300001090000300400200050100000000806000",
            [17, 409, 303],
            [2036, 1655],
            [2843, 2462],
        ),
        (
            "the Wikipedia puzzle",
            Rules::sudoku(3),
            "530070000600195000098000060800060003400803001700020006060000280000419005000080079",
            [30, 546, 153],
            [654, 518],
            [990, 840],
        ),
        ("a puzzle of order 2", Rules::sudoku(2), "1000000000000002", [2, 20, 42], [152, 120], [238, 202]),
    ] {
        let givens = parse_board(board, &rules).expect("a board of this file");
        let (found, counts) = reduced(&rules, &givens, Encoding::Minimal);
        sheet.check(INDEPENDENT, format!("Kwon and Jain's V+, V-, V0 of {name}"), variables, found);
        sheet.check(
            INDEPENDENT,
            format!("reduced minimal encoding of {name}: clauses, without repeats"),
            minimal,
            &counts[..2],
        );
        let (_, counts) = reduced(&rules, &givens, Encoding::Extended);
        sheet.check(
            INDEPENDENT,
            format!("reduced extended encoding of {name}: clauses, without repeats"),
            extended,
            &counts[..2],
        );
    }
}
