//! Boards as text, in the one canonical form.

use std::fmt::Write as _;

use super::MAX_SYMBOLS;
use crate::Value;

/// The symbol of a value up to 35: `.` for 0, `1`–`9`, then `A`–`Z`.
pub const fn symbol(value: Value) -> char {
    match value {
        0 => '.',
        1..=9 => (b'0' + value) as char,
        _ => (b'A' + value - 10) as char,
    }
}

/// Canonical text of a board of N = `values`: symbols up to N = 35, beyond that comma-separated numbers, 0 for a blank.
pub fn board_text(board: &[Value], values: u8) -> String {
    if values <= MAX_SYMBOLS {
        return board.iter().map(|&value| symbol(value)).collect();
    }
    let mut text = String::with_capacity(board.len() * 3);
    for (at, value) in board.iter().enumerate() {
        let comma = if at == 0 { "" } else { "," };
        write!(text, "{comma}{value}").expect("writing to a string cannot fail");
    }
    text
}
