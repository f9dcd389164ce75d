//! The binary that knows the hidden commands `echo` and `library`.
//!
//! Only the command line knows it: a program that uses the library may be any other, and to start that one with our words
//! would start something else.

use std::path::PathBuf;
use std::sync::OnceLock;

static BINARY: OnceLock<Option<PathBuf>> = OnceLock::new();

/// This process is the harness: its file has the hidden commands.
pub(crate) fn set() {
    BINARY.get_or_init(|| std::env::current_exe().ok());
}

/// The words of a hidden command; `None` where no binary is known to have it.
pub(super) fn words(arguments: &[&str]) -> Option<Vec<String>> {
    let binary = BINARY.get().cloned().flatten()?;
    Some(std::iter::once(binary.display().to_string()).chain(arguments.iter().map(ToString::to_string)).collect())
}
