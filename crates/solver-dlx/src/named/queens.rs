//! Queens that do not attack each other.

use super::{Board, Named, NamedError, check_size};
use crate::ExactCover;

/// The largest board that is made: 40,000 options.
const MOST: u32 = 200;

/// Items are rows and columns, which must be taken, then the diagonals of both directions, which may be; options are the
/// squares, row by row.
///
/// # Errors
/// When n is too large. Without a board there is one way to put nothing on it.
pub fn queens(n: u32) -> Result<Named, NamedError> {
    check_size("queens", n, 0, MOST)?;
    let diagonals = (2 * n).saturating_sub(1);
    let squares: Vec<(u32, u32)> = (0..n).flat_map(|r| (0..n).map(move |c| (r, c))).collect();
    let options = squares.iter().map(|&(r, c)| vec![r, n + c, 2 * n + r + c, 2 * n + diagonals + r + n - 1 - c]);
    let symmetries = match n {
        0 => Vec::new(),
        _ => Board::new(n, n, &[])?.symmetries(),
    };
    Ok(Named {
        problem: ExactCover::new(2 * n, 2 * diagonals, options.collect()).expect("lines are in range"),
        items: (1..=n)
            .map(|r| format!("row {r}"))
            .chain((1..=n).map(|c| format!("column {c}")))
            .chain((1..=diagonals).map(|d| format!("rising diagonal {d}")))
            .chain((1..=diagonals).map(|d| format!("falling diagonal {d}")))
            .collect(),
        options: squares.iter().map(|(r, c)| format!("r{}c{}", r + 1, c + 1)).collect(),
        symmetries,
    })
}
