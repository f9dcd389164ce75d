//! What Algorithm X asks of a matrix.
//!
//! Two representations answer: [`Links`](crate::links::Links) take every problem, [`Packed`](crate::packed::Packed) those
//! of few and short columns, and Sudoku of order 3 more than twice as fast. The search above them is one
//! text: the tree depends on the order of columns and of the rows in them, which both keep, and so the counts are the same.

use model::solve::Probe;

/// The matrix of a problem, and what is covered of it. Columns and rows are the problem's items and options, from 0.
///
/// What was done is undone in reverse order, so that a matrix may keep what it needs for that on a stack of its own.
pub(crate) trait Matrix {
    /// An open column and the row that is tried in it.
    type Frame: Copy;

    /// The first live primary column from the left; `None` when all are covered.
    fn first(&self) -> Option<u32>;

    /// The first of the smallest live primary columns.
    fn shortest(&self) -> Option<u32>;

    /// The last of the smallest live primary columns.
    fn shortest_last(&self) -> Option<u32>;

    /// The live primary column that has `before` others on its left; there is one.
    fn nth(&self, before: u32) -> u32;

    /// How many primary columns are live.
    fn live(&self) -> u32;

    /// How many rows a live column has.
    fn size(&self, column: u32) -> u32;

    /// Covers what a given row covers. Returns the paper's `updates` (0 where `P` does not count), or `None`, and nothing
    /// is done, when a row before it covers some of it already or it has no primary column.
    fn give<P: Probe>(&mut self, row: u32) -> Option<u64>;

    /// Covers a live column; no row is tried yet. Returns the updates with the frame.
    fn open<P: Probe>(&mut self, column: u32) -> (Self::Frame, u64);

    /// Goes to the first row of the column, or to the next one, the row before having been taken back; `false` when there
    /// is none, and the column is uncovered.
    fn advance(&mut self, frame: &mut Self::Frame) -> bool;

    /// Uncovers the column, none of whose rows stands.
    fn close(&mut self, frame: &Self::Frame);

    /// Covers the other columns of the row. Returns the updates.
    fn take<P: Probe>(&mut self, frame: &Self::Frame) -> u64;

    /// Uncovers the other columns of the row.
    fn take_back(&mut self, frame: &Self::Frame);

    /// Whether rows are left below the one that is tried.
    fn has_more(&self, frame: &Self::Frame) -> bool;

    /// The row that is tried.
    fn row(&self, frame: &Self::Frame) -> u32;

    /// How many rows the column had when it was opened.
    fn degree(&self, frame: &Self::Frame) -> u32;

    /// Makes the matrix stand as built; `stack` holds the rows that stand, all other columns are uncovered.
    fn restore(&mut self, stack: &mut Vec<Self::Frame>);
}
