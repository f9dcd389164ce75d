//! Puzzle text: what people have, there and back.
//!
//! A board is a run of symbols (`.`, `1`–`9`, `A`–`Z`) or, where symbols do not reach or would be ambiguous, a list of
//! numbers. [`Reader`] streams a corpus of any [`Layout`], names the line, column and value of what it cannot read, and
//! goes on. docs/FORMATS.md has every format; `detect` is the only place that guesses.

mod board;
mod csv;
mod detect;
mod error;
mod nested;
mod reader;
mod rows;
mod source;
mod symbols;
mod write;
mod xml;

pub use board::parse_board;
pub use detect::{InputFormat, Layout};
pub use error::{Problem, TextError};
pub use reader::{Entry, Reader, Resolve};
pub use symbols::{Alphabet, MAX_SYMBOLS};
pub use write::{board_text, symbol};
