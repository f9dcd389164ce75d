//! Columns with a header: the column of puzzles, and the one of their solutions, which is nobody's puzzle.

use super::TextError;
use super::board::SOLUTIONS;
use super::error::Problem;

/// Names of the column that holds puzzles, best first.
const COLUMNS: [&str; 14] = [
    "givens", "quizzes", "quiz", "puzzle", "puzzles", "sudoku", "unsolved", "question", "problem", "board", "grid",
    "mission", "start", "initial",
];

/// The columns of puzzles and of solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Column {
    separator: char,
    index: usize,
    /// The column of solutions, where there is one.
    solution: Option<usize>,
}

/// The column of puzzles that a header names; `None` where the line is no header.
pub(super) fn column(line: &str) -> Option<Column> {
    if line.len() > 1000 {
        return None;
    }
    let separator = [',', ';', '\t'].into_iter().find(|&c| line.contains(c)).unwrap_or(',');
    let names: Vec<String> = fields(line, separator).map(|(_, name)| name.trim().to_ascii_lowercase()).collect();
    let named = |name: &str| name.len() > 1 && name.chars().next().is_some_and(|c| c.is_ascii_alphabetic());
    if !names.iter().any(|name| named(name)) {
        return None;
    }
    let called = |known: &[&str]| known.iter().find_map(|known| names.iter().position(|name| name == known));
    Some(Column { separator, index: called(&COLUMNS)?, solution: called(&SOLUTIONS) })
}

impl Column {
    /// The puzzle of a line, and the column (from 0) at which it starts.
    ///
    /// # Errors
    /// When the line has no such field.
    pub(super) fn field(self, line: &str) -> Result<(usize, &str), TextError> {
        let missing = || {
            let found = fields(line, self.separator).count();
            let message = format!("the puzzle is in field {} of the header, the line has {found}", self.index + 1);
            TextError::new(None, Problem::Syntax(message))
        };
        fields(line, self.separator).nth(self.index).ok_or_else(missing)
    }

    /// The solution of a line, where there is one.
    pub(super) fn solution(self, line: &str) -> Option<&str> {
        Some(fields(line, self.separator).nth(self.solution?)?.1)
    }
}

/// The fields of a line without their quotes, each with its column from 0.
fn fields(line: &str, separator: char) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = Some(line);
    let mut column = 0;
    std::iter::from_fn(move || {
        let text = rest?;
        let mut quoted = false;
        let end = text.char_indices().find(|&(_, c)| {
            quoted ^= c == '"';
            c == separator && !quoted
        });
        let field = end.map_or(text, |(end, _)| &text[..end]);
        rest = end.map(|(end, c)| &text[end + c.len_utf8()..]);
        let start = column;
        column += field.chars().count() + 1;
        let bare = field.strip_prefix('"').and_then(|field| field.strip_suffix('"'));
        Some(bare.map_or((start, field), |bare| (start + 1, bare)))
    })
}
