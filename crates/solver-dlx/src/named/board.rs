//! A rectangle of squares, some of them cut out.

use super::NamedError;

/// A side of 1,000 and more is made only where the other side is short.
const MOST_CELLS: u32 = 10_000;

/// A rectangle with holes. Its cells are numbered row by row, the holes left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    rows: u32,
    cols: u32,
    /// Number of the cell on each square; `None` for a hole.
    cells: Vec<Option<u32>>,
}

impl Board {
    /// A board of `rows` by `cols` without the squares `holes` (row and column, from 1).
    ///
    /// # Errors
    /// When there is no square or there are too many, or a hole is not on the board or named twice.
    pub fn new(rows: u32, cols: u32, holes: &[(u32, u32)]) -> Result<Self, NamedError> {
        if !rows.checked_mul(cols).is_some_and(|cells| (1..=MOST_CELLS).contains(&cells)) {
            return Err(NamedError::Board { rows, cols, most: MOST_CELLS });
        }
        let mut open = vec![true; (rows * cols) as usize];
        for &(row, col) in holes {
            if !(1..=rows).contains(&row) || !(1..=cols).contains(&col) {
                return Err(NamedError::Hole { row, col, rows, cols });
            }
            if !std::mem::replace(&mut open[((row - 1) * cols + col - 1) as usize], false) {
                return Err(NamedError::HoleTwice { row, col });
            }
        }
        let mut next = 0..;
        let cells = open.into_iter().map(|open| if open { next.next() } else { None }).collect();
        Ok(Self { rows, cols, cells })
    }

    /// Rows, holes or not.
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// Columns, holes or not.
    pub fn cols(&self) -> u32 {
        self.cols
    }

    /// How many squares are not holes.
    pub fn cells(&self) -> u32 {
        self.cells.iter().flatten().count() as u32
    }

    /// The cell on a square (from 0), if that is on the board and no hole.
    pub fn cell(&self, row: u32, col: u32) -> Option<u32> {
        if row < self.rows && col < self.cols { self.cells[(row * self.cols + col) as usize] } else { None }
    }

    /// Names of the cells, in order.
    pub fn cell_names(&self) -> impl Iterator<Item = String> {
        self.squares().map(|(row, col)| format!("r{}c{}", row + 1, col + 1))
    }

    /// Rotations and reflections that turn the board into itself, as permutations of its cells, the identity left out.
    pub fn symmetries(&self) -> Vec<Vec<u32>> {
        let turned = |way: u32, (row, col): (u32, u32)| {
            let (row, col) = if way & 1 == 0 { (row, col) } else { (self.rows - 1 - row, col) };
            let (row, col) = if way & 2 == 0 { (row, col) } else { (row, self.cols - 1 - col) };
            if way & 4 == 0 { (row, col) } else { (col, row) }
        };
        let ways = if self.rows == self.cols { 1..8 } else { 1..4 };
        // A map of all cells into cells is one onto them: squares go to squares one to one.
        ways.filter_map(|way| {
            self.squares()
                .map(|square| {
                    let (row, col) = turned(way, square);
                    self.cell(row, col)
                })
                .collect()
        })
        .collect()
    }

    /// Row and column (from 0) of each cell, in order.
    pub(super) fn squares(&self) -> impl Iterator<Item = (u32, u32)> {
        let cols = self.cols;
        self.cells.iter().zip(0..).filter(|(cell, _)| cell.is_some()).map(move |(_, at)| (at / cols, at % cols))
    }
}
