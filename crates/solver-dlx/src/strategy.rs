//! Rules as an exact cover, and the three strategies.
//!
//! Items stand in the paper's order (docs/REPRODUCTION.md): cells, then for each unit (rows, columns, blocks, diagonals) its values.
//! Units shorter than N give secondary items, after all primary ones. Options are ordered by cell, then value.

use std::borrow::Cow;
use std::ops::ControlFlow;

use model::solve::{
    Ask, Counter, End, Finds, Info, Options, Outcome, Probe, Random, Solver, Strategy, Unsupported, counters,
};
use model::{Cell, Givens, Grid, Rules};

use crate::{ColumnRule, Cover, ExactCover, Naming};

/// The variants: one column rule each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dlx {
    /// `dlx/shortest`: the first of the smallest columns.
    Shortest,
    /// `dlx/random`: any live column.
    Random,
    /// `dlx/first`: the leftmost live column.
    First,
}

impl Dlx {
    /// The column rule of this variant, ready for one puzzle.
    pub fn rule(self, seed: u64, givens: &Givens) -> ColumnRule {
        match self {
            Self::Shortest => ColumnRule::Shortest,
            Self::First => ColumnRule::First,
            Self::Random => ColumnRule::Random(Random::for_puzzle(seed, givens)),
        }
    }
}

const COUNTERS: &[Counter] =
    &[counters::GUESSES, counters::STEPS, counters::BACKTRACKS, counters::MAX_DEPTH, counters::NODES, counters::COVERS];

impl Strategy for Dlx {
    type Solver = DlxSolver;

    fn info(&self) -> Info {
        let (id, summary) = match self {
            Self::Shortest => {
                ("dlx/shortest", "Algorithm X with dancing links, smallest column first, ties to the left")
            }
            Self::Random => ("dlx/random", "Algorithm X with dancing links, any live column with equal chance"),
            Self::First => ("dlx/first", "Algorithm X with dancing links, leftmost live column"),
        };
        Info { seeded: matches!(self, Self::Random), ..Info::new(id, summary, COUNTERS) }
    }

    fn build(&self, rules: &Rules, options: &Options) -> Result<DlxSolver, Unsupported> {
        options.check(self.info().id, &[])?;
        let names = RulesNaming::new(rules);
        Ok(DlxSolver {
            variant: *self,
            seed: options.seed,
            values: u32::from(rules.values()),
            cover: Cover::new(&rules_problem(rules)),
            given: Vec::with_capacity(rules.cells()),
            grid: Grid::blank(rules.cells()),
            names,
        })
    }
}

/// A matrix of the rules, linked once.
pub struct DlxSolver {
    variant: Dlx,
    seed: u64,
    values: u32,
    cover: Cover,
    given: Vec<u32>,
    grid: Grid,
    names: RulesNaming,
}

impl Solver for DlxSolver {
    fn solve<P: Probe>(
        &mut self,
        givens: &Givens,
        ask: Ask,
        probe: &mut P,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Outcome {
        let mut rule = self.variant.rule(self.seed, givens);
        let values = self.values;
        self.given.clear();
        self.given.extend(givens.iter().map(|(cell, value)| cell.index() as u32 * values + u32::from(value) - 1));
        self.grid.values_mut().copy_from_slice(givens.values());
        let grid = &mut self.grid;
        let mut finds = Finds::new(ask, found);
        let end = self.cover.search(&self.given, &mut rule, &self.names, probe, &mut |options| {
            for option in options {
                grid.set(Cell::new((option / values) as usize), (option % values + 1) as u8);
            }
            finds.add(grid)
        });
        debug_assert!(end != End::Stuck, "Algorithm X is never stuck");
        finds.outcome(end)
    }
}

/// The rules as an exact cover: option `cell * N + value - 1` covers its cell and its value in each unit of the cell.
pub fn rules_problem(rules: &Rules) -> ExactCover {
    let values = u32::from(rules.values());
    let bases = item_bases(rules);
    let permutations = rules.units().iter().filter(|unit| rules.is_permutation(unit)).count() as u32;
    let primary = rules.cells() as u32 + permutations * values;
    let secondary = (rules.units().len() as u32 - permutations) * values;
    let mut options = Vec::with_capacity(rules.cells() * values as usize);
    for cell in 0..rules.cells() {
        for value in 0..values {
            let units = rules.units_of(Cell::new(cell)).iter().map(|&unit| bases[usize::from(unit)] + value);
            options.push(std::iter::once(cell as u32).chain(units).collect());
        }
    }
    ExactCover::new(primary, secondary, options).expect("a cell is in a unit once")
}

/// The item of each unit's first value: permutations first, then the shorter units.
fn item_bases(rules: &Rules) -> Vec<u32> {
    let mut next = rules.cells() as u32;
    let mut bases = vec![0; rules.units().len()];
    for permutation in [true, false] {
        for (base, unit) in bases.iter_mut().zip(rules.units()) {
            if rules.is_permutation(unit) == permutation {
                *base = next;
                next += u32::from(rules.values());
            }
        }
    }
    bases
}

/// The options of the givens in [`rules_problem`], in cell order.
pub fn options_of(rules: &Rules, givens: &Givens) -> impl Iterator<Item = u32> {
    let values = u32::from(rules.values());
    givens.iter().map(move |(cell, value)| cell.index() as u32 * values + u32::from(value) - 1)
}

/// What the items and options of [`rules_problem`] are called.
pub struct RulesNaming {
    cells: Vec<String>,
    values: u32,
    /// First item and name of each unit, ascending by item.
    units: Vec<(u32, String)>,
}

impl RulesNaming {
    /// The names for these rules.
    pub fn new(rules: &Rules) -> Self {
        let mut units: Vec<_> =
            item_bases(rules).into_iter().zip(rules.units().iter().map(model::Unit::name)).collect();
        units.sort_unstable();
        let cells = (0..rules.cells()).map(|cell| rules.cell_name(Cell::new(cell))).collect();
        Self { cells, values: u32::from(rules.values()), units }
    }
}

impl Naming for RulesNaming {
    fn item(&self, item: u32) -> Cow<'static, str> {
        if let Some(cell) = self.cells.get(item as usize) {
            return cell.clone().into();
        }
        let (base, unit) = &self.units[self.units.partition_point(|(base, _)| *base <= item) - 1];
        format!("{} in {unit}", item - base + 1).into()
    }

    fn option(&self, option: u32) -> Cow<'static, str> {
        format!("{}={}", self.cells[(option / self.values) as usize], option % self.values + 1).into()
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU64;
    use std::sync::atomic::AtomicBool;

    use model::solve::{Event, Subject, Tally, Trace};
    use model::text::{board_text, parse_board};

    use super::*;

    /// Status figures of one search: solutions, and guesses, steps, backtracks, max_depth, nodes, covers.
    fn solve(variant: Dlx, rules: &Rules, board: &str, ask: Ask) -> (u64, [u64; 6], Vec<String>) {
        let givens = parse_board(board, rules).expect("a board");
        let mut solver = variant.build(rules, &Options::default()).expect("any rules");
        let flag = AtomicBool::new(false);
        let mut probe = Tally::new(None, &flag);
        let mut grids = Vec::new();
        let outcome = solver.solve(&givens, ask, &mut probe, &mut |grid| {
            grids.push(board_text(grid.values(), rules.values()));
            ControlFlow::Continue(())
        });
        let counts: Vec<u64> = COUNTERS.iter().map(|&counter| probe.value(counter)).collect();
        (outcome.solutions, counts.try_into().expect("six counters"), grids)
    }

    const ALL: Ask = Ask::Count { cap: None };

    #[test]
    fn the_matrix_has_the_papers_size() {
        for (order, rows, columns) in [(1, 1, 4), (2, 64, 64), (3, 729, 324), (4, 4096, 1024), (5, 15625, 2500)] {
            let problem = rules_problem(&Rules::sudoku(order));
            assert_eq!((problem.options().len(), problem.primary(), problem.secondary()), (rows, columns, 0));
        }
    }

    #[test]
    fn royles_first_lines_take_the_known_trees() {
        // docs/REPRODUCTION.md: line, updates of the givens, nodes and updates at the first solution and in the whole tree.
        let lines = [
            (
                "000000010400000000020000000000050407008000300001090000300400200050100000000806000",
                1346,
                (65, 1165),
                (65, 1165),
            ),
            (
                "000000010400000000020000000000050604008000300001090000300400200050100000000807000",
                1343,
                (65, 1168),
                (65, 1168),
            ),
            (
                "000000012000035000000600070700000300000400800100000000000120000080000040050000600",
                1343,
                (65, 1168),
                (65, 1168),
            ),
            (
                "000000012003600000000007000410020000000500300700000600280000040000300500000000000",
                1346,
                (65, 1165),
                (65, 1165),
            ),
            (
                "000000012008030000000000040120500000000004700060000000507000300000620000000100000",
                1352,
                (85, 1491),
                (118, 1995),
            ),
        ];
        let rules = Rules::sudoku(3);
        for (line, given, first, full) in lines {
            for (ask, (nodes, updates)) in [(Ask::First, first), (Ask::Unique, full)] {
                let (solutions, [_, steps, _, depth, visited, covers], _) = solve(Dlx::Shortest, &rules, line, ask);
                assert_eq!((solutions, visited, covers), (1, nodes, given + updates), "{line} {ask:?}");
                assert_eq!((steps, depth), (nodes - 1, 64));
            }
        }
        // Royle's line 5 at both asks.
        let line = lines[4].0;
        assert_eq!(solve(Dlx::Shortest, &rules, line, Ask::Unique).1, [2, 117, 117, 64, 118, 3347]);
        assert_eq!(solve(Dlx::Shortest, &rules, line, Ask::First).1[2], 20);
    }

    #[test]
    fn the_enumerations_of_order_two_have_the_known_trees() {
        // docs/REPRODUCTION.md.
        let four = Rules::sudoku(2);
        let diagonal = Rules::sudoku(2).with_diagonals();
        let empty = "................";
        for (rules, variant, solutions, nodes, updates) in [
            (&four, Dlx::Shortest, 288, 2157, 22545),
            (&four, Dlx::First, 288, 2753, 27557),
            (&diagonal, Dlx::Shortest, 48, 509, 6833),
            (&diagonal, Dlx::First, 48, 1073, 14397),
        ] {
            let (found, [_, _, _, depth, visited, covers], _) = solve(variant, rules, empty, ALL);
            assert_eq!((found, visited, covers, depth), (solutions, nodes, updates, 16), "{variant:?}");
        }
        let grids = solve(Dlx::Shortest, &four, empty, Ask::Count { cap: NonZeroU64::new(4) }).2;
        assert_eq!(grids, ["1234341221434321", "1234341241232341", "1234431221433421", "1243341221344321"]);
        assert_eq!(solve(Dlx::Shortest, &four, empty, ALL).2[287], "4321213412433412");
    }

    #[test]
    fn latin_squares_take_the_known_trees() {
        // docs/REPRODUCTION.md.
        for (n, squares, nodes) in [(1, 1, 2), (2, 2, 9), (3, 12, 88), (4, 576, 4745)] {
            let rules = Rules::latin(n).expect("a small order");
            let (found, [_, _, _, _, visited, _], _) = solve(Dlx::Shortest, &rules, &vec!["0"; n * n].join(","), ALL);
            assert_eq!((found, visited), (squares, nodes), "n = {n}");
        }
    }

    #[test]
    fn the_empty_board_of_order_three_takes_82_nodes() {
        // docs/REPRODUCTION.md.
        let (_, [_, steps, backtracks, depth, nodes, covers], grids) =
            solve(Dlx::Shortest, &Rules::sudoku(3), &".".repeat(81), Ask::First);
        assert_eq!((steps, backtracks, depth, nodes, covers), (81, 0, 81, 82, 2511));
        assert_eq!(grids[0], "123456789789123456456789123312845967697312845845697312231574698968231574574968231");
    }

    #[test]
    fn the_random_rule_stays_in_its_known_range() {
        // docs/REPRODUCTION.md: 7,458 to 10,007 branches over 500 seeds of another generator; a wider range holds for any.
        let rules = Rules::sudoku(2);
        let options = Options { seed: 7, ..Options::default() };
        let mut solver = Dlx::Random.build(&rules, &options).expect("any rules");
        let flag = AtomicBool::new(false);
        let mut probe = Tally::new(None, &flag);
        let outcome = solver.solve(&Givens::blank(16), ALL, &mut probe, &mut |_| ControlFlow::Continue(()));
        assert_eq!(outcome.solutions, 288);
        assert!((6000..12000).contains(&probe.value(counters::STEPS)), "{}", probe.value(counters::STEPS));
    }

    #[test]
    fn a_trace_names_items_and_options() {
        let rules = Rules::sudoku(2);
        let mut solver = Dlx::Shortest.build(&rules, &Options::default()).expect("any rules");
        let flag = AtomicBool::new(false);
        let mut probe = Trace::new(None, &flag, 4);
        solver.solve(&Givens::blank(16), Ask::First, &mut probe, &mut |_| ControlFlow::Continue(()));
        assert_eq!(
            probe.events(),
            [
                Event::Decide { on: Subject::Item(0, "r1c1".into()), open: 4 },
                // A header and three nodes in each of four rows; docs/REPRODUCTION.md: 37 with the other columns of the row.
                Event::Note { text: "covers".into(), number: 13 },
                Event::Assign { what: Subject::Option(0, "r1c1=1".into()), chosen: true },
                Event::Note { text: "covers".into(), number: 24 },
            ]
        );
        let mut probe = Trace::new(None, &flag, 2);
        let givens = parse_board("1...............", &rules).expect("a board");
        solver.solve(&givens, Ask::First, &mut probe, &mut |_| ControlFlow::Continue(()));
        assert_eq!(
            probe.events(),
            [
                Event::Assign { what: Subject::Option(0, "r1c1=1".into()), chosen: false },
                Event::Note { text: "covers".into(), number: 37 },
            ]
        );
        assert_eq!(solver.names.item(16), "1 in row 1");
        assert_eq!(solver.names.item(63), "4 in block 4");
    }
}
