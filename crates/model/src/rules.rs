//! Rules: cells, values and units, and the names by which people ask for them.
//!
//! `Rules` is closed under everything a solver needs to know: units in a fixed order (rows, columns, blocks, diagonals,
//! then others), the units of a cell and its peers, all worked out once. A unit with as many cells as there are values
//! is a permutation; a shorter one only forbids repetition. Only the builder in this folder makes one.

mod builder;
mod error;
mod name;
mod unit;

use serde::{Deserialize, Serialize};

pub use builder::RulesBuilder;
pub use error::RulesError;
pub use unit::{Unit, UnitKind};

/// A value of a cell, `1..=N`; 0 stands for a blank where one is allowed.
pub type Value = u8;

/// The largest N: a domain is one 64-bit word.
pub const MAX_VALUES: u8 = 64;

/// A cell (variable) by its row-major index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Cell(u16);

impl Cell {
    /// The cell at a row-major index below 65,536.
    #[inline]
    pub const fn new(index: usize) -> Self {
        Self(index as u16)
    }

    /// Its row-major index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Which cells must differ: V cells, values `1..=N`, and units.
///
/// ```
/// use model::Rules;
/// let rules = Rules::parse("sudoku-3-diagonal")?;
/// assert_eq!((rules.cells(), rules.values(), rules.units().len()), (81, 9, 29));
/// # Ok::<(), model::RulesError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "RulesBuilder", into = "RulesBuilder")]
pub struct Rules {
    name: String,
    values: u8,
    units: Vec<Unit>,
    units_of: Vec<Vec<u16>>,
    peers: Vec<Vec<Cell>>,
}

impl Rules {
    /// The name that makes these rules again (`sudoku-3`, `latin-7`); `jigsaw` and `units` need a file beside it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The same rules under another name, for rules that come from a file.
    pub fn named(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    /// N: cells take the values `1..=N`.
    #[inline]
    pub fn values(&self) -> u8 {
        self.values
    }

    /// V: how many cells there are.
    #[inline]
    pub fn cells(&self) -> usize {
        self.peers.len()
    }

    /// The units in their fixed order: rows, columns, blocks, diagonals, others, each kind ascending.
    #[inline]
    pub fn units(&self) -> &[Unit] {
        &self.units
    }

    /// Indices into [`Rules::units`] of the units that hold `cell`, ascending.
    #[inline]
    pub fn units_of(&self, cell: Cell) -> &[u16] {
        &self.units_of[cell.index()]
    }

    /// The other cells that share a unit with `cell`, ascending, each once.
    #[inline]
    pub fn peers(&self, cell: Cell) -> &[Cell] {
        &self.peers[cell.index()]
    }

    /// Whether `unit` must hold every value.
    #[inline]
    pub fn is_permutation(&self, unit: &Unit) -> bool {
        unit.cells().len() == usize::from(self.values)
    }

    /// Cells in a row of the board where it is a square of N × N, which decides how cells are named.
    pub fn width(&self) -> Option<usize> {
        let n = usize::from(self.values);
        (self.cells() == n * n).then_some(n)
    }

    /// `r3c7` on a board of N × N, else `cell 12`, both counted from 1.
    pub fn cell_name(&self, cell: Cell) -> String {
        match self.width() {
            Some(width) => format!("r{}c{}", cell.index() / width + 1, cell.index() % width + 1),
            None => format!("cell {}", cell.index() + 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_of_classic_sudoku_has_twenty_peers_in_three_units() {
        let rules = Rules::sudoku(3);
        for cell in (0..81).map(Cell::new) {
            assert_eq!((rules.peers(cell).len(), rules.units_of(cell).len()), (20, 3));
        }
        assert!(rules.units().iter().all(|unit| rules.is_permutation(unit)));
    }

    #[test]
    fn rules_survive_serialisation() {
        for name in ["sudoku-1", "sudoku-2x3", "latin-7", "sudoku-3-diagonal"] {
            let rules = Rules::parse(name).expect("a known name");
            let builder: RulesBuilder = rules.clone().into();
            assert_eq!(Rules::try_from(builder).expect("built once already"), rules);
        }
    }

    #[test]
    fn cells_are_named_by_row_and_column() {
        assert_eq!(Rules::sudoku(3).cell_name(Cell::new(10)), "r2c2");
        let odd = Rules::builder("pair", 3, 2).unit([0, 1]).build().expect("a small problem");
        assert_eq!(odd.cell_name(Cell::new(1)), "cell 2");
    }
}
