use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use model::solve::{End, Tally, counters};

use super::*;
use crate::{ColumnRule, Cover};

/// Covers, covers up to symmetry, nodes and updates.
fn check(named: &Named, expected: (u64, u64), tree: Option<(u64, u64)>) {
    let flag = AtomicBool::new(false);
    let mut probe = Tally::new(None, &flag);
    let (mut covers, mut classes) = (0, 0);
    let end = Cover::new(&named.problem).search(&[], &mut ColumnRule::Shortest, named, &mut probe, &mut |options| {
        let mut sorted = options.to_vec();
        sorted.sort_unstable();
        covers += 1;
        classes += u64::from(named.is_canonical(&sorted));
        ControlFlow::Continue(())
    });
    assert_eq!((end, (covers, classes)), (End::Exhausted, expected));
    if let Some(tree) = tree {
        assert_eq!((probe.value(counters::NODES), probe.value(counters::COVERS)), tree);
    }
    assert_eq!(named.items.len() as u32, named.problem.primary() + named.problem.secondary());
    assert_eq!(named.options.len(), named.problem.options().len());
}

#[test]
fn langford_takes_the_published_trees() {
    // docs/REPRODUCTION.md; both orientations, and OEIS A014552.
    for (n, covers, nodes, updates) in [
        (1, 0, 1, 1),
        (2, 0, 2, 10),
        (3, 2, 7, 49),
        (4, 2, 18, 184),
        (5, 0, 39, 551),
        (6, 0, 126, 1968),
        (7, 52, 607, 8339),
        (8, 300, 2789, 37241),
    ] {
        check(&langford(n).expect("a size"), (covers, covers / 2), Some((nodes, updates)));
    }
    let rows = [3, 4, 5, 6, 7, 8].map(|n| langford(n).expect("a size").options.len());
    assert_eq!(rows, [9, 18, 30, 45, 63, 84]);
}

#[test]
fn queens_are_counted_up_to_symmetry_too() {
    // OEIS A000170 and A002562.
    for (n, covers, classes) in [(0, 1, 1), (1, 1, 1), (2, 0, 0), (3, 0, 0), (4, 2, 1), (6, 4, 1), (8, 92, 12)] {
        check(&queens(n).expect("a size"), (covers, classes), None);
    }
}

#[test]
fn permutations_and_derangements_are_those_of_paper_h() {
    for (n, covers, nodes) in [(1, 1, 2), (2, 2, 5), (3, 6, 16), (4, 24, 65), (5, 120, 326), (6, 720, 1957)] {
        let named = permutation(n).expect("a size");
        check(&named, (covers, covers), None);
        let flag = AtomicBool::new(false);
        let mut probe = Tally::new(None, &flag);
        Cover::new(&named.problem)
            .search(&[], &mut ColumnRule::Shortest, &named, &mut probe, &mut |_| ControlFlow::Continue(()));
        assert_eq!(probe.value(counters::NODES), nodes);
    }
    for (n, covers) in [(0, 1), (1, 0), (2, 1), (3, 2), (4, 9), (5, 44), (6, 265), (7, 1854)] {
        check(&derangements(n).expect("a size"), (covers, covers), None);
    }
}

#[test]
fn boards_are_tiled_as_often_as_is_known() {
    // OEIS A004003 for dominoes; the pentominoes of 3x20 are the classic smallest case.
    let board = |rows, cols, holes: &[(u32, u32)]| Board::new(rows, cols, holes).expect("a board");
    check(&dominoes(&board(4, 4, &[])), (36, 36), None);
    check(&dominoes(&board(6, 6, &[])), (6728, 6728), None);
    check(&dominoes(&board(6, 6, &[(1, 1), (6, 6)])), (0, 0), None);
    check(&dominoes(&board(3, 3, &[])), (0, 0), Some((1, 1)));
    check(&pentominoes(&board(3, 20, &[])), (8, 2), None);
    check(&pentominoes(&board(8, 8, &[])), (0, 0), Some((1, 1)));
}

#[test]
fn the_pieces_have_their_orientations() {
    // 63 fixed pentominoes in all.
    let named = pentominoes(&Board::new(8, 8, &[(4, 4), (4, 5), (5, 4), (5, 5)]).expect("a board"));
    assert_eq!(named.symmetries.len(), 7);
    let named = pentominoes(&Board::new(6, 10, &[]).expect("a board"));
    assert_eq!((named.options.len(), named.symmetries.len()), (2056, 3));
}

#[test]
fn what_is_no_problem_is_refused() {
    let refused = |result: Result<Named, NamedError>, message: &str| {
        assert_eq!(result.expect_err("no such problem").to_string(), message);
    };
    refused(langford(0), "langford 0: sizes go from 1 to 200");
    refused(queens(201), "queens 201: sizes go from 0 to 200");
    refused(Board::new(0, 4, &[]).map(|board| dominoes(&board)), "a board of 0x4: boards have 1 to 10000 cells");
    refused(
        Board::new(u32::MAX, 4, &[]).map(|board| dominoes(&board)),
        "a board of 4294967295x4: boards have 1 to 10000 cells",
    );
    refused(Board::new(2, 4, &[(3, 1)]).map(|board| dominoes(&board)), "hole 3,1 is not on a board of 2x4");
    refused(Board::new(2, 4, &[(2, 1), (2, 1)]).map(|board| dominoes(&board)), "hole 2,1 is named twice");
}
