//! The judge: does a grid answer a puzzle?
//!
//! Deliberately naive, and without a line in common with any solver, so that a mistake cannot be made twice. Every grid
//! of every run goes through it, off the clock.

use crate::{Cell, Domain, Grid, Puzzle, Value};

/// Why a grid does not answer a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Violation {
    /// The grid has another number of cells than the rules.
    #[error("the grid has {found} cells, the rules {expected}")]
    Size {
        /// Cells of the rules.
        expected: usize,
        /// Cells of the grid.
        found: usize,
    },
    /// A value outside `1..=N`.
    #[error("cell {cell} holds {value}, which is not among 1 to {values}")]
    Value {
        /// Name of the cell.
        cell: String,
        /// What it holds.
        value: Value,
        /// The largest value of the rules.
        values: u8,
    },
    /// A given was changed.
    #[error("cell {cell} is given as {given}, the grid has {value}")]
    Given {
        /// Name of the cell.
        cell: String,
        /// The puzzle's value.
        given: Value,
        /// The grid's value.
        value: Value,
    },
    /// A unit holds a value twice.
    #[error("{unit} holds {value} in both {first} and {second}")]
    Repeated {
        /// Name of the unit.
        unit: String,
        /// The value.
        value: Value,
        /// The first cell.
        first: String,
        /// The second cell.
        second: String,
    },
}

/// Whether `grid` answers `puzzle`: its size fits, every value is one of the rules', every given stands, and no unit
/// holds a value twice.
///
/// # Errors
/// The first [`Violation`] in row-major order, then unit by unit.
pub fn check(puzzle: &Puzzle, grid: &Grid) -> Result<(), Violation> {
    let rules = puzzle.rules();
    let values = grid.values();
    if values.len() != rules.cells() {
        return Err(Violation::Size { expected: rules.cells(), found: values.len() });
    }
    for (index, (&value, &given)) in values.iter().zip(puzzle.givens().values()).enumerate() {
        let cell = || rules.cell_name(Cell::new(index));
        if value < 1 || value > rules.values() {
            return Err(Violation::Value { cell: cell(), value, values: rules.values() });
        }
        if given != 0 && given != value {
            return Err(Violation::Given { cell: cell(), given, value });
        }
    }
    let every = Domain::full(rules.values()).0;
    for unit in rules.units() {
        // At most 64 values: a bit each. Only a unit with fewer than it has cells is looked through for who is there twice.
        let seen = unit.cells().iter().fold(0_u64, |seen, cell| seen | 1 << (values[cell.index()] - 1));
        let distinct =
            if rules.is_permutation(unit) { seen == every } else { seen.count_ones() as usize == unit.cells().len() };
        if distinct {
            continue;
        }
        for (at, &second) in unit.cells().iter().enumerate() {
            let same = |first: &&Cell| values[first.index()] == values[second.index()];
            if let Some(&first) = unit.cells()[..at].iter().find(same) {
                return Err(Violation::Repeated {
                    unit: unit.name(),
                    value: values[second.index()],
                    first: rules.cell_name(first),
                    second: rules.cell_name(second),
                });
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rules, text};

    fn verdict(puzzle: &str, grid: &str) -> Result<(), String> {
        let rules = Rules::sudoku(2);
        let values = text::parse_board(grid, &rules).expect("a board").values().to_vec();
        let puzzle = Puzzle::new(rules.clone(), text::parse_board(puzzle, &rules).expect("a board"));
        check(&puzzle, &Grid::from_values(values)).map_err(|violation| violation.to_string())
    }

    #[test]
    fn a_right_grid_passes() {
        assert_eq!(verdict("1..............1", "1234341221434321"), Ok(()));
        assert_eq!(verdict("................", "1234341221434321"), Ok(()));
    }

    #[test]
    fn every_kind_of_wrong_grid_is_named() {
        let says = |puzzle, grid| verdict(puzzle, grid).expect_err("a wrong grid");
        assert_eq!(says("2...............", "1234341221434321"), "cell r1c1 is given as 2, the grid has 1");
        assert_eq!(says("................", "123434122143432."), "cell r4c4 holds 0, which is not among 1 to 4");
        assert_eq!(says("................", "1134341221434321"), "row 1 holds 1 in both r1c1 and r1c2");
        assert_eq!(says("................", "1234123421434321"), "column 1 holds 1 in both r1c1 and r2c1");
        assert_eq!(says("................", "1234234134124123"), "block 1 holds 2 in both r1c2 and r2c1");
        let short = check(&Puzzle::blank(Rules::sudoku(2)), &Grid::blank(15));
        assert_eq!(short, Err(Violation::Size { expected: 16, found: 15 }));
    }
}
