//! The protocol `lines`: a puzzle a line in, `SOLUTIONS GRID [NANOSECONDS]` a line out at once.
//!
//! 81 characters a board, `.` for a blank; GRID is `-` when there is no solution. With the third field a program times
//! itself. Only the first grid is told, so that a claim of two solutions stands on the program's word.

use model::{Givens, Grid};

/// Cells of the boards that the protocol knows.
pub(crate) const CELLS: usize = 81;

/// What a program answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Solutions claimed.
    pub solutions: u64,
    /// The first one.
    pub grid: Option<Grid>,
    /// Nanoseconds on its own clock, where it has one.
    pub own_ns: Option<u64>,
}

/// A line that is no answer; it is the reason of the row.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("malformed answer `{line}`: expected SOLUTIONS GRID [NANOSECONDS], {fault}")]
pub struct Malformed {
    line: String,
    fault: &'static str,
}

impl Malformed {
    /// More of a line than this says nothing.
    const SHOWN: usize = 120;

    pub(super) fn new(line: &[u8], fault: &'static str) -> Self {
        let text = String::from_utf8_lossy(line);
        let mut shown = text.trim_end().chars().map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c });
        let mut line: String = shown.by_ref().take(Self::SHOWN).collect();
        if shown.next().is_some() {
            line.push('…');
        }
        Self { line, fault }
    }
}

/// Writes the line of a puzzle.
pub(super) fn question(givens: &Givens, line: &mut Vec<u8>) {
    line.clear();
    add_question(givens, line);
}

/// Adds the lines of puzzles.
pub(super) fn questions(puzzles: &[Givens], lines: &mut Vec<u8>) {
    for givens in puzzles {
        add_question(givens, lines);
    }
}

fn add_question(givens: &Givens, line: &mut Vec<u8>) {
    line.extend(givens.values().iter().map(|&value| if value == 0 { b'.' } else { b'0' + value }));
    line.push(b'\n');
}

/// Reads the line of an answer.
pub(super) fn answer(line: &[u8]) -> Result<Answer, Malformed> {
    let malformed = |fault| Malformed::new(line, fault);
    let text = std::str::from_utf8(line).map_err(|_| malformed("not text"))?;
    let mut fields = text.split_ascii_whitespace();
    let (Some(solutions), Some(grid)) = (fields.next(), fields.next()) else {
        return Err(malformed("a field is missing"));
    };
    let own_ns = fields.next().map(|ns| ns.parse().map_err(|_| malformed("the nanoseconds are no number")));
    if fields.next().is_some() {
        return Err(malformed("there are more than three fields"));
    }
    let solutions: u64 = solutions.parse().map_err(|_| malformed("the solutions are no number"))?;
    let grid = match (solutions, grid.as_bytes()) {
        (0, b"-") => None,
        (0, _) => return Err(malformed("there is a grid of no solution")),
        (_, b"-") => return Err(malformed("there is no grid")),
        (_, cells) if cells.len() != CELLS => return Err(malformed("the grid has not 81 cells")),
        (_, cells) if !cells.iter().all(u8::is_ascii_digit) => return Err(malformed("a cell is no digit")),
        (_, cells) => Some(Grid::from_values(cells.iter().map(|digit| digit - b'0').collect::<Vec<_>>())),
    };
    Ok(Answer { solutions, grid, own_ns: own_ns.transpose()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_with_and_without_a_clock() {
        let grid = "123456789".repeat(9);
        let read = answer(format!("1 {grid} 2580\n").as_bytes()).expect("an answer");
        assert_eq!((read.solutions, read.own_ns), (1, Some(2580)));
        assert_eq!(read.grid.expect("a grid").values()[..9], [1, 2, 3, 4, 5, 6, 7, 8, 9]);
        assert_eq!(answer(b"0 -\n"), Ok(Answer { solutions: 0, grid: None, own_ns: None }));
    }

    #[test]
    fn a_malformed_line_is_its_own_reason() {
        for line in ["", "hello", "1 -", "0 123", "2 12", "one - 3", "0 - x", "0 - 1 2"] {
            let said = answer(line.as_bytes()).expect_err("malformed").to_string();
            assert!(said.contains(&format!("`{line}`")), "{said}");
        }
        assert!(answer(format!("1 {}", "x".repeat(81)).as_bytes()).is_err());
        assert!(answer(&[0xff, 0xfe]).is_err());
        let long = answer("x".repeat(1000).as_bytes()).expect_err("malformed").to_string();
        assert!(long.contains('…') && long.len() < 300, "{long}");
    }

    #[test]
    fn a_question_is_a_line_of_81_characters() {
        let mut givens = Givens::blank(CELLS);
        givens.values_mut()[0] = 7;
        let mut line = Vec::new();
        question(&givens, &mut line);
        assert_eq!(line, format!("7{}\n", ".".repeat(80)).as_bytes());
    }
}
