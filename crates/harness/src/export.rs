//! A finished run for other people: one archive that says what it is, and its summary as a table for a paper.
//!
//! Both are functions of the run directory and of this binary alone. The corpus is in neither, as its licence may be any:
//! its SHA-256 is, and puzzles.csv has the puzzles that were selected.

mod archive;
mod latex;
mod readme;

pub use self::archive::{Archive, archive};
pub use self::latex::latex;
