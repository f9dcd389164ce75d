//! What is wrong with a piece of puzzle text, and where.
//!
//! A message names line, column and value, and never quotes a line: a file without line breaks must not flood a terminal.

use crate::RulesError;

/// What is wrong with a line.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// A symbol that is neither a blank nor a value.
    #[error("{found} is neither a blank nor a value of {rules} (1 to {values})")]
    Symbol {
        /// The symbol, quoted and escaped.
        found: String,
        /// Name of the rules.
        rules: String,
        /// The largest value.
        values: u8,
    },
    /// A number that is not among the values.
    #[error("{found} is not among 0 to {values}, the values of {rules}")]
    Number {
        /// The number as written, cut to a few characters.
        found: String,
        /// Name of the rules.
        rules: String,
        /// The largest value.
        values: u8,
    },
    /// A board of the wrong length.
    #[error("expected {expected} cells for {rules}, found {found}")]
    Length {
        /// Name of the rules.
        rules: String,
        /// Cells of the rules.
        expected: usize,
        /// Cells of the line.
        found: usize,
    },
    /// A length that stands for no rules, where none were named.
    #[error("{found} cells are no Sudoku of order 2 to 6; name the rules with --rules or a header `# rules: NAME`")]
    NoRules {
        /// Cells of the line.
        found: usize,
    },
    /// A row of a drawn board with too few or too many cells.
    #[error("expected {expected} cells in a row, found {found}")]
    Row {
        /// Cells of a row.
        expected: usize,
        /// Cells of this one.
        found: usize,
    },
    /// A drawn board that ends too early.
    #[error("expected {expected} rows, the board ends after {found}")]
    Rows {
        /// Rows of a board.
        expected: usize,
        /// Rows of this one.
        found: usize,
    },
    /// A cell of a candidate grid to which nothing is left.
    #[error("no candidate is left in cell {cell}")]
    NoCandidate {
        /// The cell, counted from 1.
        cell: usize,
    },
    /// A line beyond every board.
    #[error("a line of {bytes} bytes is no puzzle")]
    Long {
        /// Bytes of the line.
        bytes: u64,
    },
    /// Text that breaks the grammar of its format.
    #[error("{0}")]
    Syntax(String),
    /// The rules of a header cannot be made.
    #[error("{0}")]
    Rules(#[from] RulesError),
    /// A second header that contradicts the rules in force.
    #[error("the header asks for {header}, but {rules} is in force")]
    Header {
        /// The header's rules.
        header: String,
        /// The rules in force.
        rules: String,
    },
    /// The input cannot be read.
    #[error("{0}")]
    Io(#[from] std::io::Error),
}

/// A [`Problem`] and where it is.
#[derive(Debug, thiserror::Error)]
pub struct TextError {
    /// Line, counted from 1; comments and blank lines count.
    pub line: u64,
    /// Column, counted from 1 in characters, where one symbol or number is at fault.
    pub column: Option<usize>,
    /// What is wrong.
    pub problem: Problem,
}

impl TextError {
    pub(super) fn new(column: Option<usize>, problem: Problem) -> Self {
        Self { line: 1, column, problem }
    }

    pub(super) fn at_line(mut self, line: u64) -> Self {
        self.line = line;
        self
    }

    /// Whether the input itself failed, so that reading on is useless.
    pub fn is_fatal(&self) -> bool {
        matches!(self.problem, Problem::Io(_))
    }
}

impl std::fmt::Display for TextError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}", self.line)?;
        if let Some(column) = self.column {
            write!(f, ", column {column}")?;
        }
        write!(f, ": {}", self.problem)
    }
}
