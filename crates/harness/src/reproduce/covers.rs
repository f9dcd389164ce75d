//! Other exact covers: Langford pairings, one permutation constraint, Latin squares, and the paper's small matrix.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use model::Rules;
use model::solve::{Tally, counters};
use solver_dlx::{ColumnRule, Cover, ExactCover, named};

use super::dancing::tree;
use super::{Engines, Sheet};
use crate::explain::Bounds;
use crate::explain::examples::lesson_matrix;
use crate::explain::lesson::steps;

/// Covers, nodes and updates of a whole search.
pub(super) fn search(problem: &ExactCover, rule: &ColumnRule) -> (u64, u64, u64) {
    let flag = AtomicBool::new(false);
    let mut probe = Tally::new(None, &flag);
    let mut covers = 0;
    Cover::new(problem).search(&[], &mut rule.clone(), problem, &mut probe, &mut |_| {
        covers += 1;
        ControlFlow::Continue(())
    });
    (covers, probe.value(counters::NODES), probe.value(counters::COVERS))
}

pub(super) fn items(engines: &Engines, sheet: &mut Sheet) {
    let rule = &engines.shortest;
    for (n, covers, nodes, updates) in [
        (3, 2, 7, 49),
        (4, 2, 18, 184),
        (5, 0, 39, 551),
        (6, 0, 126, 1968),
        (7, 52, 607, 8339),
        (8, 300, 2789, 37241),
        (9, 0, 10797, 168_205),
        (10, 0, 60790, 936_580),
        (11, 35584, 439_747, 5_974_979),
        (12, 216_288, 2_831_065, 38_673_459),
    ] {
        let (found, visited, done) = search(&langford(n), rule);
        sheet.check(
            "literature (OEIS A014552, doubled)",
            format!("Langford pairings of 1 to {n}, both directions"),
            covers,
            found,
        );
        sheet.check("independent", format!("nodes and updates of Langford {n}"), (nodes, updates), (visited, done));
    }
    for (n, rows) in [(3, 9), (4, 18), (5, 30), (6, 45), (7, 63), (8, 84)] {
        sheet.check("independent", format!("options of Langford {n}"), rows, langford(n).options().len());
    }
    for (n, nodes) in [(3, 11), (4, 37), (5, 141), (6, 607), (7, 3283), (8, 19647)] {
        sheet.check(
            "independent",
            format!("nodes of Langford {n} by the first column"),
            nodes,
            search(&langford(n), &ColumnRule::First).1,
        );
    }
    let nodes = [2, 5, 16, 65, 326, 1957, 13700, 109_601];
    for (n, (nodes, covers)) in (1..).zip(nodes.into_iter().zip([1, 2, 6, 24, 120, 720, 5040, 40320])) {
        let problem = named::permutation(n).expect("a small size").problem;
        let (found, visited, _) = search(&problem, rule);
        let source = if n == 4 { "paper" } else { "literature (n!)" };
        sheet.check(source, format!("covers of one permutation constraint of size {n}"), covers, found);
        sheet.check(
            "independent (per(I + J))",
            format!("nodes of one permutation constraint of size {n}"),
            nodes,
            visited,
        );
    }
    let four = named::permutation(4).expect("a small size").problem;
    sheet.check(
        "paper",
        "rows and columns of one permutation constraint of size 4",
        [16, 8],
        [four.options().len(), four.primary() as usize],
    );
    for (n, squares, nodes) in [(1, 1, 2), (2, 2, 9), (3, 12, 88), (4, 576, 4745), (5, 161_280, 1_701_926)] {
        let rules = Rules::latin(n).expect("a small order");
        let found = search(&solver_dlx::rules_problem(&rules), rule).0;
        sheet.check("literature (OEIS A002860)", format!("Latin squares of order {n}"), squares, found);
        sheet.check("independent", format!("nodes of the Latin squares of order {n}"), nodes, tree(&rules, rule).0);
    }
    let matrix = ["1010", "0011", "0100", "1011", "0001", "1100"];
    let options =
        matrix.map(|row| row.bytes().zip(0..).filter(|&(bit, _)| bit == b'1').map(|(_, item)| item).collect());
    let problem = ExactCover::new(4, 0, options.to_vec()).expect("items are in range");
    let mut found: Vec<Vec<u32>> = Vec::new();
    Cover::new(&problem).search(&[], &mut rule.clone(), &problem, &mut model::solve::Off, &mut |options| {
        let mut rows: Vec<u32> = options.iter().map(|option| option + 1).collect();
        rows.sort_unstable();
        found.push(rows);
        ControlFlow::Continue(())
    });
    found.sort();
    lesson(sheet);
    sheet.check(
        "paper",
        "exact covers of the 6 × 4 matrix, rows from 1",
        [vec![1, 3, 5], vec![2, 6], vec![3, 4]],
        found,
    );
}

/// The lesson's fifteen steps: the lines of the program, and the state after each.
fn lesson(sheet: &mut Sheet) {
    let flag = AtomicBool::new(false);
    let (matrix, names) = lesson_matrix();
    let steps = steps(&matrix, &names, Bounds::new(&flag, usize::MAX));
    let lines = ["L1", "L3", "L6", "L3", "L8", "L6", "L3", "L6", "L3", "L6", "L2", "L8", "L8", "L8", "L11"];
    sheet.check(
        "lesson",
        "lines of the fifteen steps of Algorithm X",
        lines,
        steps.iter().map(|s| s.line).collect::<Vec<_>>(),
    );
    let states = [
        "chosen=[] columns left=7 solutions=0",
        "chosen=[] columns left=7 solutions=0",
        "chosen=[A] columns left=4 solutions=0",
        "chosen=[A] columns left=4 solutions=0",
        "chosen=[] columns left=7 solutions=0",
        "chosen=[B] columns left=5 solutions=0",
        "chosen=[B] columns left=5 solutions=0",
        "chosen=[B, D] columns left=2 solutions=0",
        "chosen=[B, D] columns left=2 solutions=0",
        "chosen=[B, D, F] columns left=0 solutions=0",
        "chosen=[B, D, F] columns left=0 solutions=1",
        "chosen=[B, D] columns left=2 solutions=1",
        "chosen=[B] columns left=5 solutions=1",
        "chosen=[] columns left=7 solutions=1",
        "solutions=1 return=[[B, D, F]]",
    ];
    sheet.check(
        "lesson",
        "states of the fifteen steps of Algorithm X",
        states,
        steps.iter().map(|s| &s.state).collect::<Vec<_>>(),
    );
}

fn langford(n: u32) -> ExactCover {
    named::langford(n).expect("a small size").problem
}
