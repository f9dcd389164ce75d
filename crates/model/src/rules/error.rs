//! Why rules cannot be made.

/// Rules that cannot be made. Each message names what is wrong and, where there is one, the nearest right thing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RulesError {
    /// No rules have this name.
    #[error(
        "no rules are called `{name}`; try sudoku-3, sudoku-2x3, sudoku-3-diagonal, latin-7, jigsaw:FILE or units:FILE"
    )]
    Unknown {
        /// The name asked for.
        name: String,
    },
    /// A size that is not supported.
    #[error("`{name}` is too large or empty: {limit}")]
    Size {
        /// The name asked for.
        name: String,
        /// What is allowed.
        limit: &'static str,
    },
    /// N is not in `1..=64`.
    #[error("{values} values asked for, 1 to 64 are possible")]
    Values {
        /// What was asked for.
        values: usize,
    },
    /// A unit names a cell that is not there.
    #[error("unit {unit} names cell {cell}, there are {cells}")]
    Cell {
        /// The unit, counted from 1.
        unit: usize,
        /// The cell, counted from 1.
        cell: usize,
        /// How many cells there are.
        cells: usize,
    },
    /// A unit names a cell twice.
    #[error("unit {unit} names cell {cell} twice")]
    Twice {
        /// The unit, counted from 1.
        unit: usize,
        /// The cell, counted from 1.
        cell: usize,
    },
    /// A unit has more cells than there are values.
    #[error("unit {unit} has {cells} cells for {values} values: no grid can exist")]
    TooLong {
        /// The unit, counted from 1.
        unit: usize,
        /// Its cells.
        cells: usize,
        /// N.
        values: u8,
    },
    /// A region file whose length is no square.
    #[error("{labels} region labels do not make a square board")]
    NoSquare {
        /// How many labels there were.
        labels: usize,
    },
    /// A region of the wrong size.
    #[error("region `{label}` has {found} cells, expected {expected}")]
    Region {
        /// The label.
        label: char,
        /// Cells with that label.
        found: usize,
        /// N.
        expected: usize,
    },
    /// `jigsaw:FILE` or `units:FILE` where no file can be read.
    #[error("`{name}` are no labels of equal regions, and a file cannot be read here")]
    NeedsFile {
        /// The name asked for.
        name: String,
    },
    /// A file that rules need cannot be read or used.
    #[error("cannot read {path}: {reason}")]
    File {
        /// The file.
        path: String,
        /// Why not.
        reason: String,
    },
}
