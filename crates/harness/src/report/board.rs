//! A puzzle as a small picture.
//!
//! Drawn from the canonical text and the name of the rules alone; what is no square of at most 36 values stays text.

use std::fmt::Write as _;

const CELL: usize = 13;

/// The board as inline SVG in the text's own colour; `None` where the givens are no square board.
pub(super) fn svg(givens: &str, rules: &str) -> Option<String> {
    solved(givens, None, rules)
}

/// The same with what was found in the open cells, marked by the class `found`.
pub(crate) fn solved(givens: &str, solution: Option<&str>, rules: &str) -> Option<String> {
    let cells = values(givens)?;
    let found = solution.and_then(values);
    let side = cells.len().isqrt();
    if side * side != cells.len() || !(2..=36).contains(&side) {
        return None;
    }
    let size = side * CELL;
    let mut thin = String::new();
    let mut thick = format!("M0 0H{size}V{size}H0Z");
    let (rows, columns) = blocks(rules, side).unwrap_or((side, side));
    for at in 1..side {
        let line = at * CELL;
        let _ = write!(if at % columns == 0 { &mut thick } else { &mut thin }, "M{line} 0V{size}");
        let _ = write!(if at % rows == 0 { &mut thick } else { &mut thin }, "M0 {line}H{size}");
    }
    let mut text = String::new();
    for (cell, &given) in cells.iter().enumerate() {
        let found = found.as_ref().and_then(|found| found.get(cell)).copied().unwrap_or(0);
        let (class, value) = if given > 0 { ("", given) } else { (" class=\"found\"", found) };
        if value > 0 {
            let (x, y) = (cell % side * CELL + CELL / 2, cell / side * CELL + CELL - 3);
            let _ = write!(text, "<text{class} x=\"{x}.5\" y=\"{y}\">{value}</text>");
        }
    }
    let font = if side > 9 { 7 } else { 10 };
    Some(format!(
        "<svg class=\"board\" viewBox=\"-1 -1 {0} {0}\" role=\"img\" aria-label=\"board\" font-size=\"{font}\" \
         text-anchor=\"middle\" fill=\"currentColor\"><g fill=\"none\" stroke=\"currentColor\"><path d=\"{thin}\" \
         stroke-width=\".4\" opacity=\".45\"/><path d=\"{thick}\" stroke-width=\"1.2\"/></g>{text}</svg>",
        size + 2
    ))
}

/// Values by cell, 0 for a blank.
fn values(givens: &str) -> Option<Vec<u32>> {
    if givens.contains(',') {
        return givens.split(',').map(|number| number.trim().parse().ok()).collect();
    }
    givens.chars().map(|c| if c == '.' { Some(0) } else { c.to_digit(36) }).collect()
}

/// Rows and columns of a block, where the rules have blocks.
fn blocks(rules: &str, side: usize) -> Option<(usize, usize)> {
    let name = rules.strip_prefix("sudoku-")?.split('-').next()?;
    let (rows, columns) = match name.split_once('x') {
        Some((rows, columns)) => (rows.parse().ok()?, columns.parse().ok()?),
        None => (name.parse().ok()?, name.parse().ok()?),
    };
    (rows > 0 && columns > 0 && rows * columns == side).then_some((rows, columns))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_drawn_for_squares_only() {
        let board = svg("1...............", "sudoku-2").expect("a square");
        assert!(board.contains(">1</text>") && board.contains("M26 0V52"), "{board}");
        assert!(svg("0,0,12,0", "latin-2").expect("a square").contains(">12</text>"));
        assert_eq!(svg("1..", "sudoku-3"), None);
        assert_eq!(svg("<b>!", "sudoku-2"), None);
        assert_eq!(blocks("sudoku-2x3", 6), Some((2, 3)));
        assert_eq!(blocks("sudoku-3-diagonal", 9), Some((3, 3)));
        assert_eq!(blocks("latin-9", 9), None);
    }
}
