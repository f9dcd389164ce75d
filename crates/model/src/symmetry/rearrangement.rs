//! One rearrangement: transposition, then rows and columns, then values.
//!
//! It knows nothing of rules: [`Symmetry`](super::Symmetry) says which ones keep them.

use std::fmt;
use std::str::FromStr;

use crate::{Givens, Grid, Value};

/// A rearrangement of a board, and of its values.
///
/// Its text is one line that [`FromStr`] reads again: `t` where it transposes, then for each row and column the one that
/// comes there, then the new name of each value, all from 1.
///
/// ```
/// use model::symmetry::Rearrangement;
/// use model::{Rules, text};
/// let turn: Rearrangement = "t r=2-1-3-4 c=1-2-4-3 v=1-2-4-3".parse()?;
/// let givens = text::parse_board("12.3............", &Rules::sudoku(2))?;
/// let turned = turn.of_givens(&givens);
/// assert_eq!(text::board_text(turned.values(), 4), "2...1.......4...");
/// assert_eq!(turn.inverse().of_givens(&turned), givens);
/// assert_eq!(turn.to_string(), "t r=2-1-3-4 c=1-2-4-3 v=1-2-4-3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rearrangement {
    transposes: bool,
    /// Which row comes to each row, once transposed; empty where there is no board of rows and columns.
    rows: Vec<u8>,
    columns: Vec<u8>,
    /// The new name of each value, less one.
    values: Vec<u8>,
}

/// A text that is no rearrangement.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no rearrangement such as `t r=2-1 c=1-2 v=1-2`")]
pub struct NoRearrangement(String);

impl Rearrangement {
    /// The one that changes nothing, on a board of `side` rows and columns (0 for none) with `values` values.
    pub fn identity(side: usize, values: usize) -> Self {
        let count = |n: usize| (0..n as u8).collect();
        Self { transposes: false, rows: count(side), columns: count(side), values: count(values) }
    }

    /// From its parts, all counted from 0.
    pub(super) fn from_parts(transposes: bool, rows: Vec<u8>, columns: Vec<u8>, values: Vec<u8>) -> Self {
        debug_assert!([&rows, &columns, &values].into_iter().all(|order| is_order(order)), "each comes once");
        Self { transposes, rows, columns, values }
    }

    /// The same with other names of values.
    pub(super) fn renamed(&self, values: Vec<u8>) -> Self {
        Self { values, ..self.clone() }
    }

    /// Whether it is one of a board of `side` rows and columns (0 for none) with `values` values.
    pub(super) fn is_of(&self, side: usize, values: usize) -> bool {
        (self.rows.len() == side || self.rows.is_empty()) && self.values.len() == values
    }

    /// Whether rows become columns.
    pub fn transposes(&self) -> bool {
        self.transposes
    }

    /// The cell that comes to `cell`, both row-major.
    pub fn source(&self, cell: usize) -> usize {
        let side = self.rows.len();
        if side == 0 {
            return cell;
        }
        let (row, column) = (usize::from(self.rows[cell / side]), usize::from(self.columns[cell % side]));
        if self.transposes { column * side + row } else { row * side + column }
    }

    /// The rearranged givens.
    ///
    /// # Panics
    /// If the givens have another number of cells, or a value beyond its values.
    pub fn of_givens(&self, givens: &Givens) -> Givens {
        Givens::from_values(self.of_values(givens.values()))
    }

    /// The rearranged grid.
    ///
    /// # Panics
    /// As [`Rearrangement::of_givens`].
    pub fn of_grid(&self, grid: &Grid) -> Grid {
        Grid::from_values(self.of_values(grid.values()))
    }

    fn of_values(&self, values: &[Value]) -> Vec<Value> {
        let side = self.rows.len();
        assert!(side == 0 || values.len() == side * side, "the board has the rows and columns that are rearranged");
        let name = |value: Value| if value == 0 { 0 } else { self.values[usize::from(value) - 1] + 1 };
        (0..values.len()).map(|cell| name(values[self.source(cell)])).collect()
    }

    /// The one that undoes it.
    pub fn inverse(&self) -> Self {
        let (rows, columns) = (inverse(&self.rows), inverse(&self.columns));
        let (rows, columns) = if self.transposes { (columns, rows) } else { (rows, columns) };
        Self { transposes: self.transposes, rows, columns, values: inverse(&self.values) }
    }

    /// This one, and `next` after it.
    pub fn then(&self, next: &Self) -> Self {
        let (rows, columns) = if next.transposes { (&self.columns, &self.rows) } else { (&self.rows, &self.columns) };
        Self {
            transposes: self.transposes != next.transposes,
            rows: through(&next.rows, rows),
            columns: through(&next.columns, columns),
            values: through(&self.values, &next.values),
        }
    }
}

fn inverse(order: &[u8]) -> Vec<u8> {
    let mut inverse = vec![0; order.len()];
    order.iter().enumerate().for_each(|(at, &from)| inverse[usize::from(from)] = at as u8);
    inverse
}

fn through(first: &[u8], second: &[u8]) -> Vec<u8> {
    first.iter().map(|&at| second[usize::from(at)]).collect()
}

/// Whether each number below the length comes once.
fn is_order(order: &[u8]) -> bool {
    let mut sorted = order.to_vec();
    sorted.sort_unstable();
    sorted.iter().enumerate().all(|(at, &number)| at == usize::from(number))
}

impl fmt::Display for Rearrangement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |order: &[u8]| order.iter().map(|at| (at + 1).to_string()).collect::<Vec<_>>().join("-");
        if self.transposes {
            f.write_str("t ")?;
        }
        if !self.rows.is_empty() {
            write!(f, "r={} c={} ", list(&self.rows), list(&self.columns))?;
        }
        write!(f, "v={}", list(&self.values))
    }
}

impl FromStr for Rearrangement {
    type Err = NoRearrangement;

    fn from_str(text: &str) -> Result<Self, NoRearrangement> {
        let parse = || {
            let mut read = Self { transposes: false, rows: Vec::new(), columns: Vec::new(), values: Vec::new() };
            for word in text.split_whitespace() {
                if word == "t" {
                    read.transposes = true;
                    continue;
                }
                let (name, list) = word.split_once('=')?;
                let order: Option<Vec<u8>> = list.split('-').map(|at| at.parse::<u8>().ok()?.checked_sub(1)).collect();
                match name {
                    "r" => read.rows = order?,
                    "c" => read.columns = order?,
                    "v" => read.values = order?,
                    _ => return None,
                }
            }
            let orders = [&read.rows, &read.columns, &read.values].into_iter().all(|order| is_order(order));
            let square = read.rows.len() == read.columns.len() && !(read.transposes && read.rows.is_empty());
            (orders && square && !read.values.is_empty()).then_some(read)
        };
        parse().ok_or_else(|| NoRearrangement(text.chars().take(40).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_rearrangement_is_refused() {
        for text in
            ["", "t", "r=1-2 c=1-2", "r=1-1 c=1-2 v=1-2", "r=1-2 c=1-2 v=0-1", "r=1-2 v=1-2", "t v=1-2", "v=1-3"]
        {
            assert!(text.parse::<Rearrangement>().is_err(), "{text}");
        }
        assert_eq!("v=2-1".parse::<Rearrangement>().expect("values alone").to_string(), "v=2-1");
    }
}
