//! Alldifferent problems: rules, puzzles and grids, their text, the check of an answer, and the contract of a strategy.
//!
//! Everything that two crates of the laboratory must agree on lives here, and nothing else: no search, no clock, no file.
//! A [`Rules`] says which cells must differ, a [`Puzzle`] adds givens, a [`Grid`] is an answer, and [`check()`] judges it
//! without sharing a line with any solver. [`text`] reads and writes puzzles; [`solve`] is what a strategy implements.
//!
//! ```
//! use model::{Grid, Puzzle, Rules, check, text};
//!
//! let rules = Rules::parse("sudoku-2")?;
//! let puzzle = Puzzle::new(rules, text::parse_board("1...............", &Rules::sudoku(2))?);
//! let grid = Grid::from_values(vec![1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]);
//! assert!(check(&puzzle, &grid).is_ok());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod check;
mod domain;
mod grid;
mod puzzle;
mod rules;
pub mod solve;
pub mod symmetry;
pub mod text;

pub use check::{Violation, check};
pub use domain::Domain;
pub use grid::Grid;
pub use puzzle::{Conflict, Givens, Puzzle};
pub use rules::{Cell, MAX_VALUES, Rules, RulesBuilder, RulesError, Unit, UnitKind, Value};
