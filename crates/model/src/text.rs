//! Puzzle text: one line a puzzle, there and back.
//!
//! A board is a run of symbols (`.`, `1`–`9`, `A`–`Z`) or, where symbols do not reach or would be ambiguous, a list of
//! numbers. [`Reader`] streams a corpus, names the line, column and value of what it cannot read, and goes on.

mod board;
mod error;
mod reader;
mod write;

pub use board::{MAX_SYMBOLS, parse_board};
pub use error::{Problem, TextError};
pub use reader::{Entry, Reader, Resolve};
pub use write::{board_text, symbol};
