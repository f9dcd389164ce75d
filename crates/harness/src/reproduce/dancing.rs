//! The paper's second section: the matrix, the trace of the first solution, and the 288 and 48 enumerations.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use model::solve::{Off, Options, Tally, counters};
use model::text::{board_text, parse_board};
use model::{Givens, Rules};
use solver_dlx::{ColumnRule, Cover, Dlx, rules_problem};

use super::{Engines, Sheet};
use crate::explain::Bounds;
use crate::explain::dlx::{DlxTable, table};

/// One solution of an enumeration: the grid and the degrees of the columns chosen on its path.
pub(super) struct Solution {
    pub(super) grid: String,
    pub(super) degrees: Vec<u128>,
}

impl Solution {
    /// Products of degrees, each level's included: the leaves that a uniform tree would have at each depth.
    pub(super) fn products(&self) -> Vec<u128> {
        let product = |product: &mut u128, degree: &u128| {
            *product *= degree;
            Some(*product)
        };
        self.degrees.iter().scan(1, product).collect()
    }

    /// The paper's estimate with a weight a node: the row length less one is 3.
    pub(super) fn estimate(&self, weight: u128) -> u128 {
        weight * self.products().iter().sum::<u128>()
    }
}

/// All solutions of the empty board in the order of the search.
pub(super) fn enumerate(rules: &Rules, rule: &ColumnRule) -> Vec<Solution> {
    let problem = rules_problem(rules);
    let values = u32::from(rules.values());
    let mut board = vec![0; rules.cells()];
    let mut all = Vec::new();
    Cover::new(&problem).search_paths(&[], &mut rule.clone(), &problem, &mut Off, &mut |path| {
        for option in path.options() {
            board[(option / values) as usize] = (option % values + 1) as u8;
        }
        let degrees = path.degrees().map(u128::from).collect();
        all.push(Solution { grid: board_text(&board, rules.values()), degrees });
        ControlFlow::Continue(())
    });
    all
}

/// Nodes, updates and the deepest level of a whole search.
pub(super) fn tree(rules: &Rules, rule: &ColumnRule) -> (u64, u64) {
    let problem = rules_problem(rules);
    let flag = AtomicBool::new(false);
    let mut probe = Tally::new(None, &flag);
    Cover::new(&problem).search(&[], &mut rule.clone(), &problem, &mut probe, &mut |_| ControlFlow::Continue(()));
    (probe.value(counters::NODES), probe.value(counters::COVERS))
}

pub(super) fn items(engines: &Engines, sheet: &mut Sheet) {
    let rule = &engines.shortest;
    for (order, rows, columns) in [(1, 1, 4), (2, 64, 64), (3, 729, 324), (4, 4096, 1024), (5, 15625, 2500)] {
        let problem = rules_problem(&Rules::sudoku(order));
        let measured = [problem.options().len(), problem.primary() as usize];
        sheet.check(
            "paper (formula)",
            format!("rows and columns of the matrix of order {order}"),
            [rows, columns],
            measured,
        );
    }
    traces(sheet);
    let all = enumerate(&Rules::sudoku(2), rule);
    let estimates: Vec<u128> = all.iter().map(|solution| solution.estimate(3)).collect();
    sheet.check("paper", "grids of order 2", 288, all.len());
    sheet.check(
        "paper",
        "depth of each of the 288 solutions",
        vec![16; 288],
        all.iter().map(|s| s.degrees.len()).collect::<Vec<_>>(),
    );
    sheet.check("paper", "degrees of the first solution of order 2", FIRST_DEGREES, first(&all, |s| s.degrees.clone()));
    sheet.check("paper", "estimates of the 288 solutions, in their order", printed_estimates(), &estimates);
    let cumulative: Vec<u128> = estimates
        .iter()
        .scan(0, |sum, e| {
            *sum += e;
            Some(*sum)
        })
        .collect();
    sheet.check(
        "paper",
        "cumulative estimate after 72, 144, 216 and 288 solutions",
        [493_344, 986_688, 1_480_032, 1_973_376],
        [71, 143, 215, 287].map(|at| cumulative.get(at).copied()),
    );
    sheet.check("paper", "average estimate over the 288 solutions", 6852.0, mean(&estimates));
    let kinds = |value| estimates.iter().filter(|&&estimate| estimate == value).count();
    sheet.check("paper", "solutions with estimate 7620 and with 5316", [192, 96], [kinds(7620), kinds(5316)]);
    let grids = |range: std::ops::Range<usize>| {
        all.get(range).unwrap_or_default().iter().map(|s| s.grid.clone()).collect::<Vec<_>>()
    };
    let head = ["1234341221434321", "1234341241232341", "1234431221433421", "1243341221344321"];
    sheet.check("independent", "first four grids in the order of the search", head, grids(0..4));
    sheet.check("independent", "last grid in the order of the search", ["4321213412433412"], grids(287..288));

    let diagonal = enumerate(&Rules::sudoku(2).with_diagonals(), rule);
    sheet.check("paper", "diagonal grids of order 2", 48, diagonal.len());
    let degrees = [4, 2, 1, 1, 3, 1, 1, 1, 2, 1, 1, 1, 1, 1, 1, 1];
    sheet.check(
        "independent",
        "degrees of each of the 48 diagonal solutions",
        vec![degrees.to_vec(); 48],
        diagonal.iter().map(|s| s.degrees.clone()).collect::<Vec<_>>(),
    );
    sheet.check(
        "independent",
        "sum of products of each diagonal solution",
        vec![508; 48],
        diagonal.iter().map(|s| s.estimate(1)).collect::<Vec<_>>(),
    );
    sheet.check(
        "independent",
        "estimate of the first diagonal solution, weight 3",
        1524,
        first(&diagonal, |s| s.estimate(3)),
    );
    let lengths = weights(&Rules::sudoku(2).with_diagonals());
    let weighted =
        |s: &Solution| s.products().iter().zip(&lengths).map(|(product, weight)| product * weight).sum::<u128>();
    sheet.check(
        "independent",
        "estimate of the first diagonal solution, weight row length less one",
        1776,
        first(&diagonal, weighted),
    );
    sheet.check("independent", "first diagonal grid", "1234341243212143", first(&diagonal, |s| s.grid.clone()));
    let places: Vec<usize> =
        diagonal.iter().filter_map(|d| all.iter().position(|s| s.grid == d.grid).map(|at| at + 1)).collect();
    let start = [20, 24, 26, 29, 31, 35, 38, 40, 45, 46, 51, 53, 92, 96];
    let mut sorted = places.clone();
    sorted.sort_unstable();
    sheet.check(
        "independent",
        "places of the first 14 diagonal grids among the 288",
        start,
        &sorted[..14.min(sorted.len())],
    );
    prolog(&all, sheet);
}

/// The table of the first solution, as `harness explain` prints it.
fn traces(sheet: &mut Sheet) {
    let flag = AtomicBool::new(false);
    let of = |rules: &Rules, givens: &Givens| -> DlxTable {
        let bounds = Bounds::new(&flag, 0);
        let found = table(Dlx::Shortest, &Options::default(), rules, givens, bounds);
        found.expect("dancing links take any rules").expect("a solution exists")
    };
    let covers = |table: &DlxTable| table.depths.iter().map(|depth| depth.covers).collect::<Vec<_>>();
    let four = Rules::sudoku(2);
    let first = of(&four, &Givens::blank(16));
    let rows: Vec<[u64; 4]> =
        first.depths.iter().map(|d| [d.depth.into(), d.covers, d.backtracks, d.degree.into()]).collect();
    let printed: Vec<[u64; 4]> = [37, 25, 22, 16, 28, 16, 19, 10, 10, 16, 10, 7, 16, 10, 7, 7]
        .into_iter()
        .zip([4, 2, 2, 1, 3, 1, 2, 1, 1, 2, 1, 1, 2, 1, 1, 1])
        .zip(0..)
        .map(|((covers, degree), depth)| [depth, covers, 1, degree])
        .collect();
    sheet.check("paper", "trace of the first solution of order 2: depth, covers, backtracks, degree", printed, rows);
    sheet.check("paper", "its totals of covers and backtracks", [256, 16], [first.covers(), first.backtracks()]);
    sheet.check("paper", "its estimate", 7620, first.estimate());
    let diagonal = of(&Rules::sudoku(2).with_diagonals(), &Givens::blank(16));
    let expected = [53, 31, 16, 16, 31, 17, 23, 17, 17, 17, 16, 12, 7, 7, 7, 9];
    sheet.check("independent", "covers of the first diagonal solution of order 2", expected, covers(&diagonal));
    sheet.check("independent", "total of these covers (72 + 224)", 296, diagonal.covers());
    let nine = Rules::sudoku(3);
    let empty = of(&nine, &Givens::blank(81));
    sheet.check(
        "independent",
        "first nine covers of the empty board of order 3",
        [91, 73, 55, 67, 49, 52, 40, 37, 31],
        &covers(&empty)[..9],
    );
    let degrees: Vec<u32> = empty.depths.iter().map(|depth| depth.degree).collect();
    sheet.check(
        "independent",
        "first nine degrees of the empty board of order 3",
        [9, 6, 3, 6, 3, 4, 2, 2, 1],
        &degrees[..9],
    );
    let estimate = empty.estimate().map(|estimate| estimate.to_string());
    sheet.check("independent", "estimate of the empty board of order 3", Some("61463918046811879868355"), estimate);
    for (order, total) in [(1, 7), (2, 256), (3, 2511)] {
        let rules = Rules::sudoku(order);
        let whole = of(&rules, &Givens::blank(rules.cells()));
        sheet.check(
            "independent (4n⁴ + 3n⁶)",
            format!("covers along the first path of order {order}"),
            total,
            whole.covers(),
        );
    }
    let line = "000000012008030000000000040120500000000004700060000000507000300000620000000100000";
    let puzzle = of(&nine, &parse_board(line, &nine).expect("a board of this file"));
    let item = "covers of the givens and along the path on Royle's line 5";
    sheet.check("independent", item, 2511, puzzle.givens + puzzle.covers());
}

/// The three grids that GNU Prolog printed first: the least when cells are read block by block.
fn prolog(all: &[Solution], sheet: &mut Sheet) {
    const BLOCKS: [usize; 16] = [0, 1, 4, 5, 2, 3, 6, 7, 8, 9, 12, 13, 10, 11, 14, 15];
    let by_blocks = |grid: &String| BLOCKS.map(|cell| grid.as_bytes()[cell]);
    let mut grids: Vec<String> = all.iter().map(|solution| solution.grid.clone()).collect();
    grids.sort_by_key(by_blocks);
    let printed = ["1234341221434321", "1234341223414123", "1234341241232341"];
    sheet.check("paper", "first three grids of the GNU Prolog session", printed, &grids[..3.min(grids.len())]);
}

const FIRST_DEGREES: [u128; 16] = [4, 2, 2, 1, 3, 1, 2, 1, 1, 2, 1, 1, 2, 1, 1, 1];

/// The printed column: a = 7620 and b = 5316 as ((aabbaa)⁶ (baaaab)⁶)⁴.
fn printed_estimates() -> Vec<u128> {
    let (a, b) = (7620, 5316);
    let half = |six: [u128; 6]| six.repeat(6);
    [half([a, a, b, b, a, a]), half([b, a, a, a, a, b])].concat().repeat(4)
}

/// Row length less one of the row chosen at each depth of the first diagonal solution.
fn weights(rules: &Rules) -> Vec<u128> {
    let problem = rules_problem(rules);
    let mut lengths = Vec::new();
    Cover::new(&problem).search(&[], &mut ColumnRule::Shortest, &problem, &mut Off, &mut |options| {
        lengths = options.iter().map(|&option| problem.options()[option as usize].len() as u128 - 1).collect();
        ControlFlow::Break(())
    });
    lengths
}

fn first<T>(all: &[Solution], of: impl Fn(&Solution) -> T) -> Option<T> {
    all.first().map(of)
}

fn mean(numbers: &[u128]) -> f64 {
    numbers.iter().sum::<u128>() as f64 / numbers.len().max(1) as f64
}
