//! Dancing links as the paper's table: what each depth of the first solution's path took.
//!
//! Covers of a depth are the updates of covering its column and of covering the other columns of the row that stands
//! there. Backtracks are the paper's column, not our counter `backtracks`: the rows tried so far in the node of that
//! depth, the standing one included, so that it is 1 where the first row tried was right. The paper prints one table, all
//! ones, and "rows tried at this depth in any node" would print the same; nothing decides between the two readings.

use std::ops::ControlFlow;

use model::solve::{Ask, Event, Options, Solver, Strategy, Subject, Unsupported};
use model::{Givens, Rules};
use serde::Serialize;
use solver_dlx::Dlx;

use super::{Bounds, Watch};

/// One depth of the path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Depth {
    /// From 0.
    pub depth: u32,
    /// Updates of covering the column and the other columns of the row.
    pub covers: u64,
    /// Rows tried in this node up to the one that stands: 1 where none was wrong.
    pub backtracks: u64,
    /// Rows of the column when it was chosen.
    pub degree: u32,
    /// Name of the column's item.
    pub item: String,
    /// Name of the row's option.
    pub option: String,
}

/// The path of the first solution.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DlxTable {
    /// The depths, from the root down.
    pub depths: Vec<Depth>,
    /// Updates of covering the givens' rows, before the search.
    pub givens: u64,
}

impl DlxTable {
    /// Updates along the path, the givens' not among them. With them they are the size of the matrix, whatever the path:
    /// 4n⁴ + 3n⁶ for Sudoku of order n.
    pub fn covers(&self) -> u64 {
        self.depths.iter().map(|depth| depth.covers).sum()
    }

    /// Rows tried in the nodes of the path.
    pub fn backtracks(&self) -> u64 {
        self.depths.iter().map(|depth| depth.backtracks).sum()
    }

    /// The paper's estimate, 3 Σ d₀…d_k: the inner covers of a tree whose every node of a depth has the degree of the path.
    /// Three is the paper's constant, the length of a row of plain Sudoku less 1. `None` beyond 128 bits.
    pub fn estimate(&self) -> Option<u128> {
        let (mut product, mut sum) = (1_u128, 0_u128);
        for depth in &self.depths {
            product = product.checked_mul(u128::from(depth.degree))?;
            sum = sum.checked_add(product)?;
        }
        sum.checked_mul(3)
    }
}

/// The table of one search: `None` when no solution was met within the bounds.
///
/// # Errors
/// When the strategy refuses the rules or the options.
pub fn table(
    strategy: Dlx,
    options: &Options,
    rules: &Rules,
    givens: &Givens,
    bounds: Bounds<'_>,
) -> Result<Option<DlxTable>, Unsupported> {
    let mut path = Path::default();
    let mut probe = Watch::new(bounds, |event: &Event| path.take(event));
    strategy.build(rules, options)?.solve(givens, Ask::First, &mut probe, &mut |_| ControlFlow::Continue(()));
    Ok(path.first)
}

/// The variant of an id.
pub fn variant(id: &str) -> Option<Dlx> {
    [Dlx::Shortest, Dlx::Random, Dlx::First].into_iter().find(|variant| Strategy::info(variant).id == id)
}

/// What a note about covers belongs to.
#[derive(Clone, Copy, Debug, Default)]
enum Last {
    #[default]
    Given,
    Column,
    Row,
    DeadEnd,
}

/// A column that is covered.
#[derive(Debug)]
struct Column {
    item: String,
    degree: u32,
    updates: u64,
    tried: u64,
}

/// The path that stands.
#[derive(Debug, Default)]
struct Path {
    givens: u64,
    /// Each column that is covered.
    columns: Vec<Column>,
    /// Option and updates of each row that stands; at most one column more is covered.
    rows: Vec<(String, u64)>,
    last: Last,
    first: Option<DlxTable>,
}

impl Path {
    fn take(&mut self, event: &Event) {
        match event {
            Event::Decide { on: Subject::Item(_, name), open } => {
                self.columns.truncate(self.rows.len());
                self.columns.push(Column { item: name.to_string(), degree: *open, updates: 0, tried: 0 });
                self.last = Last::Column;
            }
            Event::DeadEnd { .. } => self.last = Last::DeadEnd,
            Event::Assign { chosen: false, .. } => self.last = Last::Given,
            Event::Assign { what: Subject::Option(_, name), chosen: true } => {
                self.columns.truncate(self.rows.len() + 1);
                self.columns.last_mut().expect("a row is tried in a column").tried += 1;
                self.rows.push((name.to_string(), 0));
                self.last = Last::Row;
            }
            Event::Withdraw { .. } => {
                self.columns.truncate(self.rows.len());
                self.rows.pop();
            }
            Event::Note { text, number } if text == "covers" => match self.last {
                Last::Given => self.givens += number,
                Last::Column => self.columns.last_mut().expect("a column was just chosen").updates += number,
                Last::Row => self.rows.last_mut().expect("a row was just tried").1 += number,
                Last::DeadEnd => {}
            },
            Event::Solution { .. } if self.first.is_none() => self.first = Some(self.table()),
            _ => {}
        }
    }

    fn table(&self) -> DlxTable {
        let levels = self.columns.iter().zip(&self.rows).zip(0..);
        let depths = levels.map(|((column, (option, others)), depth)| Depth {
            depth,
            covers: column.updates + others,
            backtracks: column.tried,
            degree: column.degree,
            item: column.item.clone(),
            option: option.clone(),
        });
        DlxTable { depths: depths.collect(), givens: self.givens }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use model::text::parse_board;

    use super::*;

    fn first(rules: &Rules, board: &str) -> Option<DlxTable> {
        let stop = AtomicBool::new(false);
        let givens = parse_board(board, rules).expect("a board");
        table(Dlx::Shortest, &Options::default(), rules, &givens, Bounds::new(&stop, 0)).expect("any rules")
    }

    fn column<T>(table: &DlxTable, of: impl Fn(&Depth) -> T) -> Vec<T> {
        table.depths.iter().map(of).collect()
    }

    #[test]
    fn the_papers_table_of_order_two() {
        // docs/REPRODUCTION.md.
        let table = first(&Rules::sudoku(2), "................").expect("a solution");
        assert_eq!(column(&table, |d| d.covers), [37, 25, 22, 16, 28, 16, 19, 10, 10, 16, 10, 7, 16, 10, 7, 7]);
        assert_eq!(column(&table, |d| d.degree), [4, 2, 2, 1, 3, 1, 2, 1, 1, 2, 1, 1, 2, 1, 1, 1]);
        assert_eq!((table.covers(), table.backtracks(), table.givens, table.estimate()), (256, 16, 0, Some(7620)));
    }

    #[test]
    fn the_diagonal_table_of_order_two() {
        // docs/REPRODUCTION.md: covers, and the estimate with the constant weight 3.
        let table = first(&Rules::sudoku(2).with_diagonals(), "................").expect("a solution");
        assert_eq!(column(&table, |d| d.covers), [53, 31, 16, 16, 31, 17, 23, 17, 17, 17, 16, 12, 7, 7, 7, 9]);
        assert_eq!((table.covers(), table.estimate()), (296, Some(1524)));
    }

    #[test]
    fn the_empty_board_of_order_three() {
        // docs/REPRODUCTION.md.
        let table = first(&Rules::sudoku(3), &".".repeat(81)).expect("a solution");
        assert_eq!(column(&table, |d| d.covers)[..9], [91, 73, 55, 67, 49, 52, 40, 37, 31]);
        assert_eq!(column(&table, |d| d.degree)[..9], [9, 6, 3, 6, 3, 4, 2, 2, 1]);
        assert_eq!((table.covers(), table.estimate()), (2511, Some(61_463_918_046_811_879_868_355)));
    }

    #[test]
    fn the_covers_of_givens_and_path_are_the_matrix() {
        // docs/REPRODUCTION.md: covers of the givens of Royle's lines 1 and 5; line 5 takes wrong guesses.
        let rules = Rules::sudoku(3);
        for (board, givens) in [
            ("000000010400000000020000000000050407008000300001090000300400200050100000000806000", 1346),
            ("000000012008030000000000040120500000000004700060000000507000300000620000000100000", 1352),
        ] {
            let table = first(&rules, board).expect("a solution");
            let wrong = usize::from(givens == 1352);
            assert!(table.depths.iter().filter(|depth| depth.backtracks > 1).count() == wrong, "{board}");
            assert_eq!((table.givens, table.givens + table.covers(), table.depths.len()), (givens, 2511, 64));
        }
    }

    #[test]
    fn without_a_solution_there_is_no_path_and_a_great_estimate_has_no_number() {
        assert_eq!(first(&Rules::sudoku(2), "123....4........"), None);
        assert_eq!(first(&Rules::sudoku(4), &".".repeat(256)).expect("a solution").estimate(), None);
    }
}
