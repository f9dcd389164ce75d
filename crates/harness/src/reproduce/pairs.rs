//! PS-1-2 and dancing links on single puzzles.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use model::solve::{Ask, End, Options, Solver, Strategy, Tally, counters};
use model::text::{board_text, parse_board};
use model::{Givens, Rules};
use solver_dlx::{ColumnRule, Cover, ExactCover, options_of, rules_problem};
use solver_ps12::{Ps12, Ps12Solver};

use super::{Engines, Sheet};

const SOURCE: &str = "independent";

/// Line of Royle's corpus, puzzle, and search, branch, back, nopair, maxdepth, passes, rounds, reds, ms0 + ms.
const VECTORS: [(u32, &str, [u64; 9]); 8] = [
    (
        1,
        "000000010400000000020000000000050407008000300001090000300400200050100000000806000",
        [0, 0, 0, 0, 0, 20, 4, 20, 44],
    ),
    (
        2,
        "000000010400000000020000000000050604008000300001090000300400200050100000000807000",
        [0, 0, 0, 0, 0, 19, 4, 23, 46],
    ),
    (
        3,
        "000000012000035000000600070700000300000400800100000000000120000080000040050000600",
        [0, 0, 0, 0, 0, 19, 6, 34, 59],
    ),
    (
        4,
        "000000012003600000000007000410020000000500300700000600280000040000300500000000000",
        [0, 0, 0, 0, 0, 23, 8, 33, 64],
    ),
    (
        5,
        "000000012008030000000000040120500000000004700060000000507000300000620000000100000",
        [2, 3, 1, 0, 2, 43, 16, 43, 102],
    ),
    (
        197,
        "000000031000602000000700000007000600010080000400030000000500270140000000800000000",
        [1, 0, 0, 1, 0, 6, 3, 3, 12],
    ),
    (
        599,
        "000000071300800000080000000005041000020000300000070000601000040000200600700000000",
        [24, 46, 23, 1, 9, 236, 97, 167, 500],
    ),
    (
        42837,
        "670500300052000000000000010083200000400000090000800000100090000000040000000000200",
        [4374, 8740, 4369, 3, 21, 47408, 17358, 28443, 93209],
    ),
];

/// PS-1-2 and dancing links, built once for order 3.
pub(super) struct Solvers {
    ps12: Ps12Solver,
    shortest: ColumnRule,
    rules: Rules,
    problem: ExactCover,
    cover: Cover,
}

impl Solvers {
    pub(super) fn new(engines: &Engines) -> Self {
        let rules = Rules::sudoku(3);
        let mut options = Options::default();
        options.named.insert("branch".to_owned(), engines.branch.to_owned());
        let problem = rules_problem(&rules);
        Self {
            ps12: Ps12::Paper.build(&rules, &options).expect("a known option"),
            shortest: engines.shortest.clone(),
            cover: Cover::new(&problem),
            problem,
            rules,
        }
    }

    /// How PS-1-2 ends on a puzzle, and the nine counts of a vector, then the backtracks.
    pub(super) fn ps12(&mut self, givens: &Givens) -> (End, [u64; 10]) {
        let flag = AtomicBool::new(false);
        let mut probe = Tally::new(None, &flag);
        let outcome = self.ps12.solve(givens, Ask::First, &mut probe, &mut |_| ControlFlow::Continue(()));
        let names = [
            counters::SEARCHES,
            counters::STEPS,
            counters::LOW_BRANCHES,
            counters::NO_PAIR,
            counters::MAX_DEPTH,
            counters::PASSES,
            counters::ROUNDS,
            counters::REDUCTIONS,
            counters::PROPAGATIONS,
            counters::BACKTRACKS,
        ];
        (outcome.end, names.map(|counter| probe.value(counter)))
    }

    /// Nodes and updates, those of the givens included, to the first solution or through the whole tree.
    pub(super) fn dlx(&mut self, givens: &Givens, ask: Ask) -> (u64, u64) {
        let given: Vec<u32> = options_of(&self.rules, givens).collect();
        let flag = AtomicBool::new(false);
        let mut probe = Tally::new(None, &flag);
        let mut found = 0;
        self.cover.search(&given, &mut self.shortest.clone(), &self.problem, &mut probe, &mut |_| {
            found += 1;
            if found == ask.enough() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        (probe.value(counters::NODES), probe.value(counters::COVERS))
    }

    /// Updates of covering the givens alone, by the closed form: an item each, and three nodes a row that goes.
    fn given_updates(&self, givens: &Givens) -> u64 {
        let options = self.problem.options();
        let covered: Vec<u32> =
            options_of(&self.rules, givens).flat_map(|option| options[option as usize].clone()).collect();
        let removed = options.iter().filter(|option| option.iter().any(|item| covered.contains(item)));
        covered.len() as u64 + removed.map(|option| option.len() as u64 - 1).sum::<u64>()
    }
}

pub(super) fn items(engines: &Engines, sheet: &mut Sheet) {
    let rules = Rules::sudoku(3);
    let mut solvers = Solvers::new(engines);
    let read = |board: &str| parse_board(board, &rules).expect("a board of this file");
    for (line, board, expected) in VECTORS {
        let (end, counts) = solvers.ps12(&read(board));
        let solved = !matches!(line, 197 | 599);
        sheet.check(SOURCE, format!("PS-1-2 solves Royle's line {line}"), solved, end == End::Enough);
        sheet.check(
            SOURCE,
            format!("PS-1-2 on Royle's line {line}: search, branch, back, nopair, maxdepth, passes, rounds, reds, ms"),
            expected,
            &counts[..9],
        );
    }
    let backtracks = [4, 6, 7].map(|at| solvers.ps12(&read(VECTORS[at].1)).1[9]);
    sheet.check(SOURCE, "backtracks of PS-1-2 on Royle's lines 5, 599 and 42837", [1, 46, 8735], backtracks);
    for (name, board) in [
        ("Golden Nugget", "000000039000001005003050800008090006070002000100400000009080050020000600400700000"),
        ("Easter Monster", "100000002090400050006000700050903000000070000000850040700000600030009080002000001"),
    ] {
        let (end, counts) = solvers.ps12(&read(board));
        sheet.check(
            SOURCE,
            format!("PS-1-2 stops at the root of {name}: stuck, search 1, nopair 1"),
            (true, 1, 1),
            (end == End::Stuck, counts[0], counts[3]),
        );
    }
    for (at, expected) in [
        (0, [(65, 1165), (65, 1165)]),
        (1, [(65, 1168), (65, 1168)]),
        (2, [(65, 1168), (65, 1168)]),
        (3, [(65, 1165), (65, 1165)]),
        (4, [(85, 1491), (118, 1995)]),
    ] {
        let givens = read(VECTORS[at].1);
        let pre = [1346, 1343, 1343, 1346, 1352][at];
        for (ask, what, (nodes, updates)) in
            [(Ask::First, "to the first solution", expected[0]), (Ask::Unique, "of the whole tree", expected[1])]
        {
            let item =
                format!("dancing links on Royle's line {}, {what}: givens' updates, nodes, updates", VECTORS[at].0);
            let (visited, done) = solvers.dlx(&givens, ask);
            let before = solvers.given_updates(&givens);
            sheet.check(SOURCE, item, [pre, nodes, updates], [before, visited, done - before]);
        }
    }
    let empty = Givens::blank(81);
    sheet.check(
        SOURCE,
        "dancing links on the empty board of order 3, first solution: nodes, updates",
        (82, 2511),
        solvers.dlx(&empty, Ask::First),
    );
    let problem = rules_problem(&rules);
    let mut grid = Vec::new();
    Cover::new(&problem).search(&[], &mut engines.shortest.clone(), &problem, &mut model::solve::Off, &mut |options| {
        grid = vec![0; 81];
        for option in options {
            grid[(option / 9) as usize] = (option % 9 + 1) as u8;
        }
        ControlFlow::Break(())
    });
    let expected = "123456789789123456456789123312845967697312845845697312231574698968231574574968231";
    sheet.check(SOURCE, "first grid of order 3", expected, board_text(&grid, 9));
}
