//! What people are told, on standard error.
//!
//! A terminal that was closed is no reason to stop: what cannot be said is left unsaid, where `eprintln!` would panic.

use std::fmt::Arguments;
use std::io::Write;

/// Says a line; takes what `format!` takes.
macro_rules! say {
    ($($part:tt)*) => { $crate::talk::line(format_args!($($part)*)) };
}

/// Says a line.
pub(crate) fn line(text: Arguments<'_>) {
    // In one piece, so that lines of several threads do not mix.
    let _ = std::io::stderr().lock().write_all(format!("{text}\n").as_bytes());
}
