//! Boards over several lines: plain, drawn with borders, in sections or under titles.
//!
//! Reads row by row and holds one board. A row that is wrong spoils its board and no other; a border or a blank line
//! between bands does not end a board, a title or a section does.

use std::io::BufRead;
use std::sync::Arc;

use super::board::{Style, by_commas, by_spaces, rules_of, word_values};
use super::detect::{Taken, is_comment};
use super::source::{Line, Source};
use super::symbols::{bad_symbol, for_board, is_blank, symbol_value};
use super::{Entry, Problem, TextError};
use crate::{Givens, Rules, Value};

/// What a line is where rows have N cells.
pub(super) enum Row<'a> {
    /// Words, each a cell, with its column from 0.
    Cells(Vec<(usize, &'a str)>),
    /// Another number of cells.
    Other(usize),
}

/// Characters that stand between cells in drawn boards.
pub(super) fn is_separator(c: char) -> bool {
    matches!(c, '|' | '!' | '\u{2500}'..='\u{257f}')
}

/// Whether the line draws a border: dashes and corners, and nothing else.
pub(super) fn is_border(line: &str, n: usize, dashes: bool) -> bool {
    let text = line.trim();
    let drawn =
        |c: char| matches!(c, '+' | '-' | '=' | '|' | '!' | '*' | ':' | '.' | '\'' | ' ' | '\u{2500}'..='\u{257f}');
    if text.is_empty() || !text.chars().all(drawn) {
        return !text.is_empty() && text.len() != n && text.len() > 2 && text.chars().all(|c| c == '_');
    }
    let run = |c: char| matches!(c, '-' | '=' | '\u{2500}' | '\u{2501}' | '\u{2550}');
    let chars: Vec<char> = text.chars().collect();
    let runs =
        chars.windows(2).any(|pair| pair[0] == pair[1] && run(pair[0])) || text.contains("- -") || text.contains("-+");
    let row = dashes && !text.contains('+') && chars.iter().filter(|c| is_blank(**c)).count() == n;
    runs && !row
}

/// Whether the line is a row without borders in which `-` must be a blank.
pub(super) fn is_plain(line: &str, n: usize) -> bool {
    let valued = line.chars().any(|c| c.is_ascii_alphanumeric());
    valued && (n < 2 || matches!(row(line, n, Style::default()), Row::Cells(_)))
}

/// The name of a section `[Name]`.
pub(super) fn section(line: &str) -> Option<&str> {
    let name = line.trim().strip_prefix('[')?.strip_suffix(']')?;
    let named = name.len() > 1 && name.chars().all(|c| c.is_ascii_alphabetic() || matches!(c, ' ' | '_'));
    named.then_some(name)
}

/// Whether the line is a title or a program's note, such as `Grid 01`.
pub(super) fn is_title(line: &str) -> bool {
    let word = line.trim().split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or("").to_ascii_lowercase();
    const TITLES: [&str; 16] = [
        "grid",
        "puzzle",
        "sudoku",
        "board",
        "simple",
        "version",
        "number",
        "problem",
        "name",
        "author",
        "level",
        "rating",
        "example",
        "difficulty",
        "title",
        "source",
    ];
    TITLES.contains(&word.as_str()) && !line.contains(['=', '{', '['])
}

/// The cells of a line, by commas, by words, or by symbols.
pub(super) fn row(line: &str, n: usize, style: Style) -> Row<'_> {
    if line.contains(',') {
        let mut fields = by_commas(line);
        if fields.last().is_some_and(|(_, word)| word.is_empty()) && fields.len() == n + 1 {
            fields.pop();
        }
        return if fields.len() == n { Row::Cells(fields) } else { Row::Other(fields.len()) };
    }
    if style.spaces {
        let cells: Vec<(usize, &str)> = symbols(line).filter(|(_, one)| !one.chars().all(is_separator)).collect();
        // Editors cut blanks at the end of a line.
        if cells.len() <= n && !cells.is_empty() {
            let cells = cells.into_iter().map(|(at, one)| (at, if one == " " { "." } else { one }));
            let missing = n - cells.len();
            return Row::Cells(cells.chain(std::iter::repeat_n((0, "."), missing)).collect());
        }
    }
    let words: Vec<(usize, &str)> = by_spaces(line)
        .into_iter()
        .flat_map(|(start, word)| {
            let mut column = start;
            let pieces = word.split(is_separator).map(move |piece| {
                let at = column;
                column += piece.chars().count() + 1;
                (at, piece)
            });
            pieces.filter(|(_, piece)| !piece.is_empty()).collect::<Vec<_>>()
        })
        .collect();
    if words.len() == n {
        return Row::Cells(words);
    }
    let of = |starred: bool| -> Vec<(usize, &str)> {
        let cell = |c: &str| !c.chars().all(|c| c.is_whitespace() || is_separator(c)) && (starred || c != "*");
        symbols(line).filter(|(_, one)| cell(one)).collect()
    };
    for starred in [true, false] {
        let cells = of(starred);
        if cells.len() == n {
            return Row::Cells(cells);
        }
    }
    let listed = words.len() > 1
        && words.iter().any(|(_, word)| word.len() == 2)
        && words.iter().all(|(_, word)| word.len() <= 2);
    Row::Other(if listed { words.len() } else { of(true).len() })
}

fn symbols(line: &str) -> impl Iterator<Item = (usize, &str)> {
    line.char_indices().enumerate().map(|(at, (byte, c))| (at, &line[byte..byte + c.len_utf8()]))
}

/// The board that is being read.
#[derive(Default)]
pub(super) struct Rows {
    first: u64,
    last: u64,
    read: usize,
    values: Vec<Value>,
    bad: Option<TextError>,
    gap: Option<usize>,
    after_blank: bool,
    passed_over: bool,
}

impl Rows {
    /// The next board, or what is wrong with it; `None` at the end.
    pub(super) fn next<R: BufRead>(
        &mut self,
        source: &mut Source<R>,
        taken: &Taken,
        rules: &mut Option<Arc<Rules>>,
        mut comment: impl FnMut(&str, &mut Option<Arc<Rules>>) -> Result<(), TextError>,
    ) -> Option<Result<Entry, TextError>> {
        loop {
            let line = match source.next_line() {
                Err(error) => return Some(Err(TextError::new(None, error.into()).at_line(source.line + 1))),
                Ok(None) => return self.end(taken),
                Ok(Some(Line::Long(bytes))) => {
                    return Some(Err(TextError::new(None, Problem::Long { bytes }).at_line(source.line)));
                }
                Ok(Some(Line::Text(line))) => line,
            };
            let n = rules.as_ref().and_then(|rules| rules.width()).or(taken.width).unwrap_or(9);
            let content = line.trim();
            if is_comment(content) {
                if let Err(error) = comment(content, rules) {
                    return Some(Err(error.at_line(source.line)));
                }
                continue;
            }
            let whole_blank = taken.style.spaces && line.chars().count() == n && self.read > 0;
            if content.is_empty() && !whole_blank {
                if let Some(ended) = self.blank(n, taken) {
                    return Some(ended);
                }
                continue;
            }
            if let Some(name) = section(content) {
                let ended = self.end(taken);
                self.passed_over = !name.eq_ignore_ascii_case("puzzle");
                if ended.is_some() {
                    return ended;
                }
                continue;
            }
            if is_title(content) {
                self.passed_over = false;
                if let Some(ended) = self.end(taken) {
                    return Some(ended);
                }
                continue;
            }
            if self.passed_over || is_border(&line, n, taken.style.dashes) || (self.read == 0 && is_size(content, n)) {
                continue;
            }
            let rules = match rules {
                Some(rules) => &*rules,
                None => match rules_of(n * n) {
                    Ok(made) => &*rules.insert(Arc::new(made)),
                    Err(error) => return Some(Err(error.at_line(source.line))),
                },
            };
            if let Some(done) = self.row(&line, source.line, n, rules, taken.style) {
                return Some(done);
            }
        }
    }

    fn row(
        &mut self,
        line: &str,
        number: u64,
        n: usize,
        rules: &Rules,
        style: Style,
    ) -> Option<Result<Entry, TextError>> {
        if self.read == 0 {
            self.first = number;
        }
        (self.after_blank, self.last) = (false, number);
        self.read += 1;
        let read = match row(line, n, style) {
            Row::Other(found) => Err(TextError::new(None, Problem::Row { expected: n, found })),
            Row::Cells(cells) if cells.iter().all(|(_, word)| word.chars().count() == 1) => {
                let alphabet =
                    for_board(&cells.iter().flat_map(|(_, word)| word.chars()), rules.values(), style.alphabet);
                let value = |&(column, word): &(usize, &str)| {
                    let c = word.chars().next().expect("one character");
                    symbol_value(c, rules.values(), alphabet).ok_or_else(|| bad_symbol(c, column, rules))
                };
                cells.iter().map(value).collect()
            }
            Row::Cells(cells) => {
                // `*6` is an entry with a marker.
                let unmarked: Vec<_> = cells
                    .iter()
                    .map(|&(at, word)| (at, word.strip_prefix('*').filter(|w| !w.is_empty()).unwrap_or(word)))
                    .collect();
                word_values(&unmarked, rules, style.alphabet)
            }
        };
        match read {
            Ok(values) => self.values.extend(values),
            Err(error) => {
                self.bad.get_or_insert(error.at_line(number));
            }
        }
        (self.read == rules.cells() / n).then(|| self.take())
    }

    /// A blank line between bands goes on; another one ends the board.
    fn blank(&mut self, n: usize, taken: &Taken) -> Option<Result<Entry, TextError>> {
        if self.read == 0 || self.after_blank {
            return None;
        }
        self.after_blank = true;
        let gap = *self.gap.get_or_insert(self.read);
        if n.is_multiple_of(gap) && self.read.is_multiple_of(gap) {
            return None;
        }
        self.end(taken)
    }

    fn end(&mut self, taken: &Taken) -> Option<Result<Entry, TextError>> {
        if self.read == 0 {
            return None;
        }
        let problem = Problem::Rows { expected: taken.width.unwrap_or(9), found: self.read };
        let short = TextError::new(None, problem).at_line(self.last);
        self.bad.get_or_insert(short);
        Some(self.take())
    }

    fn take(&mut self) -> Result<Entry, TextError> {
        let done = std::mem::take(self);
        match done.bad {
            Some(error) => Err(error),
            None => Ok(Entry::new(done.first, Givens::from_values(done.values))),
        }
    }
}

/// Whether the line gives the size of the board that follows: `9`, `3 3`, `3, 3`.
fn is_size(content: &str, n: usize) -> bool {
    let words: Vec<&str> = content.split([',', ' ', 'x', '\t']).filter(|word| !word.is_empty()).collect();
    let number = |word: &&str| word.parse::<u8>().ok().map(usize::from);
    let numbers: Option<Vec<usize>> = words.iter().map(number).collect();
    numbers.is_some_and(|numbers| match numbers[..] {
        [one] => one == n || one * one == n,
        [rows, columns] => rows * columns == n || (rows == n && columns == n),
        [side, rows, columns] => side == n && rows * columns == n,
        _ => false,
    } && words.len() < n)
}
