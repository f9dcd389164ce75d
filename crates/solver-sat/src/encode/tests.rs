//! Sizes of the encodings against arXiv:0803.4253 and Lynce & Ouaknine (8,829 and 11,988 clauses of order 3); the other
//! sizes follow from their formulas and were worked out apart from this code.

use std::collections::HashSet;

use model::text;

use super::*;

/// Clauses with repeats and literals with repeats, clauses without, each counted two ways.
fn sizes(rules: &Rules, encoding: Encoding) -> [usize; 3] {
    let encoder = Encoder::new(rules);
    let (mut clauses, mut literals, mut distinct) = (0, 0, HashSet::new());
    encoder.full(encoding, Repeats::Keep, |clause| {
        clauses += 1;
        literals += clause.len();
        distinct.insert(sorted(clause));
    });
    let mut dropped = HashSet::new();
    encoder.full(encoding, Repeats::Drop, |clause| {
        assert!(dropped.insert(sorted(clause)), "{} repeats {clause:?} under {encoding:?}", rules.name());
    });
    assert_eq!(dropped, distinct, "{} loses or adds clauses", rules.name());
    [clauses, literals, distinct.len()]
}

fn sorted(clause: &[Lit]) -> Vec<isize> {
    let mut lits: Vec<isize> = clause.iter().map(|lit| lit.to_dimacs()).collect();
    lits.sort_unstable();
    lits
}

/// V⁺, V⁻, V⁰; then minimal and extended: clauses with repeats, distinct ones, unit clauses with repeats, distinct ones.
fn reduced(rules: &Rules, board: &str) -> ([usize; 3], [[usize; 4]; 2]) {
    let givens = text::parse_board(board, rules).expect("a board");
    let encoder = Encoder::new(rules);
    let mut into = Reduced::default();
    let mut of = |encoding, repeats| {
        let mut clauses = Vec::new();
        encoder.reduced(&givens, encoding, repeats, &mut into, |clause| clauses.push(sorted(clause)));
        clauses
    };
    let sizes = [Encoding::Minimal, Encoding::Extended].map(|encoding| {
        let all = of(encoding, Repeats::Keep);
        let distinct: HashSet<_> = all.iter().collect();
        let dropped = of(encoding, Repeats::Drop);
        assert_eq!(dropped.iter().collect::<HashSet<_>>(), distinct);
        let is_pair = |clause: &&Vec<isize>| clause.first().is_some_and(|&lit| lit < 0);
        assert_eq!(dropped.iter().filter(is_pair).count(), distinct.iter().copied().filter(is_pair).count());
        let units = |clause: &&Vec<isize>| clause.len() == 1;
        let distinct_units = distinct.iter().copied().filter(units).count();
        [all.len(), distinct.len(), all.iter().filter(units).count(), distinct_units]
    });
    (into.sizes(), sizes)
}

#[test]
fn sudoku_has_the_clauses_that_are_published() {
    let expected = [
        (2, [304, 640, 240], [448, 1_024, 384]),
        (3, [8_829, 18_225, 7_371], [11_988, 26_244, 10_530]),
        (4, [92_416, 188_416, 80_128], [123_904, 262_144, 111_616]),
        (5, [563_125, 1_140_625, 500_625], [752_500, 1_562_500, 690_000]),
    ];
    for (order, minimal, extended) in expected {
        let rules = Rules::sudoku(order);
        assert_eq!(Encoder::new(&rules).variables(), order.pow(6));
        assert_eq!(sizes(&rules, Encoding::Minimal), minimal, "minimal, order {order}");
        assert_eq!(sizes(&rules, Encoding::Extended), extended, "extended, order {order}");
    }
}

#[test]
fn the_naive_encoding_is_the_count_of_the_paper_clause_by_clause() {
    // 27 alldifferents of 9 domains and 36 disequalities, nine clauses each; 81 and 810 when said once.
    let [clauses, _, distinct] = sizes(&Rules::sudoku(3), Encoding::Naive);
    assert_eq!((clauses, distinct), (27 * (9 + 36 * 9), 81 + 810 * 9));
}

#[test]
fn repeats_are_the_same_clauses_whatever_the_rules() {
    let odd = Rules::builder("odd", 6, 3).unit([0, 1, 2]).unit([2, 1, 0]).unit([1, 2]).unit([3]).build();
    let names = ["sudoku-1", "latin-1", "latin-4", "sudoku-2x3", "sudoku-2-diagonal"];
    let named = names.map(|name| Rules::parse(name).expect("a known name"));
    for rules in named.into_iter().chain([odd.expect("small rules")]) {
        for encoding in [Encoding::Naive, Encoding::Minimal, Encoding::Extended] {
            let [clauses, _, distinct] = sizes(&rules, encoding);
            assert!(distinct <= clauses);
        }
    }
}

#[test]
fn a_variable_is_a_cell_and_a_value() {
    let mut clauses = Vec::new();
    Encoder::new(&Rules::sudoku(2)).full(Encoding::Extended, Repeats::Keep, |clause| clauses.push(clause.to_vec()));
    let lits = |dimacs: &[isize]| dimacs.iter().map(|&lit| Lit::from_dimacs(lit)).collect::<Vec<_>>();
    assert_eq!(clauses[1], lits(&[5, 6, 7, 8]), "the second cell holds a value");
    assert_eq!(clauses[16], lits(&[1, 5, 9, 13]), "value 1 has a place in the first row");
    assert_eq!(clauses[447], lits(&[-60, -64]), "value 4 is not in both last cells of the last block");
}

#[test]
fn givens_leave_the_clauses_that_are_published() {
    let three = Rules::sudoku(3);
    let royle = "000000010400000000020000000000050407008000300001090000300400200050100000000806000";
    let wikipedia = "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
    let (sizes, [minimal, extended]) = reduced(&three, royle);
    assert_eq!(
        (sizes, minimal[..2].to_vec(), extended[..3].to_vec()),
        ([17, 409, 303], vec![2_036, 1_655], vec![2_843, 2_462, 5])
    );
    let (sizes, [minimal, extended]) = reduced(&three, wikipedia);
    assert_eq!((sizes, minimal[..2].to_vec(), extended), ([30, 546, 153], vec![654, 518], [990, 840, 24, 16]));
    let (sizes, [minimal, extended]) = reduced(&Rules::sudoku(2), "1000000000000002");
    assert_eq!((sizes, minimal, extended[..2].to_vec()), ([2, 20, 42], [152, 120, 0, 0], vec![238, 202]));
}

#[test]
fn givens_that_clash_leave_the_empty_clause() {
    let two = Rules::sudoku(2);
    let (_, [minimal, extended]) = reduced(&two, "11..............");
    assert_eq!((minimal, extended), ([1, 1, 0, 0], [1, 1, 0, 0]));
    // Nothing clashes here, but the last cell of the first row has no value left.
    let givens = text::parse_board("123....4........", &two);
    let mut empty = 0;
    let givens = givens.expect("a board");
    Encoder::new(&two).reduced(&givens, Encoding::Minimal, Repeats::Keep, &mut Reduced::default(), |clause| {
        empty += usize::from(clause.is_empty());
    });
    assert_eq!(empty, 1);
}

/// Unit propagation by the book: the clauses that are left over the variables that are left, or the empty one.
fn by_the_book(mut left: Vec<Vec<Lit>>) -> HashSet<Vec<Lit>> {
    while let Some(short) = left.iter().find(|clause| clause.len() < 2) {
        let Some(&unit) = short.first() else { return HashSet::from([Vec::new()]) };
        left.retain(|clause| !clause.contains(&unit));
        for clause in &mut left {
            clause.retain(|&lit| lit != !unit);
        }
    }
    left.into_iter().collect()
}

#[test]
fn propagation_leaves_what_it_leaves_by_the_book() {
    let odd = Rules::builder("odd", 6, 3).unit([0, 1, 2]).unit([2, 1, 0]).unit([1, 2]).unit([3, 4]).build();
    let rules = [Rules::sudoku(3), Rules::sudoku(1), Rules::sudoku(2), odd.expect("small rules")];
    let boards: [&[&str]; 4] = [
        &[
            "000000010400000000020000000000050407008000300001090000300400200050100000000806000",
            "530070000600195000098000060800060003400803001700020006060000280000419005000080079",
            "000000039000001005003050800008090006070002000100400000009080050020000600400700000",
            "110000000000000000000000000000000000000000000000000000000000000000000000000000000",
        ],
        &[".", "1"],
        &["1..............2", "123....4........", "................", "12..34.........."],
        &["......", "12....", "1....1", "...1..", "...11.", "..1..."],
    ];
    for (rules, boards) in rules.iter().zip(boards) {
        let (encoder, mut into) = (Encoder::new(rules), Propagated::default());
        for board in boards {
            let givens = text::parse_board(board, rules).expect("a board");
            let variable = |(cell, value): (Cell, u8)| cell.index() * encoder.values() + usize::from(value) - 1;
            let mut all: Vec<_> = givens.iter().map(|given| vec![Lit::from_index(variable(given), true)]).collect();
            encoder.full(Encoding::Extended, Repeats::Drop, |clause| all.push(clause.to_vec()));
            let mut left = Vec::new();
            encoder.propagated(&givens, &mut into, |clause| left.push(clause.to_vec()));
            let name = |lit: &Lit| Lit::from_index(into.open()[lit.index()] as usize, lit.is_positive());
            let named: HashSet<Vec<Lit>> = left.iter().map(|clause| clause.iter().map(name).collect()).collect();
            assert_eq!(named, by_the_book(all), "{} {board}", rules.name());
        }
    }
}
