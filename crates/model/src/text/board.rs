//! One line, one board.
//!
//! The first field decides: where it is as long as the board, it is the board, and what follows white space is somebody's
//! notes. Otherwise the line is a list of numbers, or rows with something between them, or a board with fields before it,
//! or a candidate grid: N characters a cell. What is none of these is judged by its first field.

use super::symbols::{Alphabet, bad_symbol, bad_word, for_board, is_blank, is_candidates, symbol_value, word_value};
use super::{Problem, TextError};
use crate::{Givens, Grid, Rules, Value};

/// Reads one board of known rules; trailing fields after white space are passed over.
///
/// Blanks are `0 . _ * - X ?` and the middle dot (`X` is a value where N reaches 33). Values are `1`–`9` then `A`–`Z` in
/// either case, or numbers separated by commas or white space.
///
/// # Errors
/// A [`TextError`] on line 1 that names the column and what stands there.
pub fn parse_board(line: &str, rules: &Rules) -> Result<Givens, TextError> {
    parse_styled(line, rules, Style::default())
}

/// What holds for all boards of a file.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Style {
    /// What symbols stand for.
    pub(super) alphabet: Alphabet,
    /// Whether a space is a blank.
    pub(super) spaces: bool,
    /// Whether `-` is a blank, and not a border, in drawn boards.
    pub(super) dashes: bool,
}

pub(super) fn parse_styled(line: &str, rules: &Rules, style: Style) -> Result<Givens, TextError> {
    match layout(line, style, |cells| cells == rules.cells()) {
        Layout::Symbols { start, field } => symbols(field, start, rules, style.alphabet),
        Layout::Scattered(chars) => scattered(&chars, rules, style.alphabet),
        Layout::Candidates { start, field } => candidates(field, start, rules, style.alphabet),
        Layout::Numbers(numbers) => numbers.parse(rules, style.alphabet),
    }
}

/// What columns and keys of solutions are called, best first.
pub(super) const SOLUTIONS: [&str; 8] =
    ["solution", "solutions", "solved", "answer", "answers", "sol", "result", "filled"];

/// What stands where a solution should: a board, or why it is none. What is shorter than a row is a count or a word.
pub(super) fn solution(text: &str, rules: &Rules, style: Style) -> Option<Result<Grid, String>> {
    let board = || parse_styled(text, rules, style).map_err(|error| error.problem.to_string());
    (text.trim().len() >= usize::from(rules.values())).then(|| Ok(Grid::from_values(board()?.values())))
}

/// How many cells the line holds.
pub(super) fn cells_of(line: &str, style: Style) -> usize {
    match layout(line, style, is_length) {
        Layout::Symbols { field, .. } => field.chars().count(),
        Layout::Scattered(chars) => chars.len(),
        Layout::Candidates { field, .. } => root(field.chars().count(), 3).map_or(0, |n| n * n),
        Layout::Numbers(numbers) => numbers.0.len(),
    }
}

/// The rules that a number of cells stands for, where none are named.
pub(super) fn rules_of(found: usize) -> Result<Rules, TextError> {
    Rules::of_length(found).ok_or(TextError::new(None, Problem::NoRules { found }))
}

/// Whether a number of cells stands for rules: [`Rules::of_length`] without making them.
pub(super) fn is_length(cells: usize) -> bool {
    matches!(cells, 16 | 36 | 81 | 256 | 625 | 1296)
}

/// The whole root of a number, where it has one up to 64.
pub(super) fn root(number: usize, power: u32) -> Option<usize> {
    (2..=64).find(|n: &usize| n.pow(power) == number)
}

enum Layout<'a> {
    Symbols {
        start: usize,
        field: &'a str,
    },
    Candidates {
        start: usize,
        field: &'a str,
    },
    /// Symbols with something between them, each with its column (0-based).
    Scattered(Vec<(usize, char)>),
    Numbers(Numbers<'a>),
}

/// The fields of a list of numbers, each with its column (0-based, in characters).
struct Numbers<'a>(Vec<(usize, &'a str)>);

fn layout(line: &str, style: Style, fits: impl Fn(usize) -> bool) -> Layout<'_> {
    let field = line.split_whitespace().next().unwrap_or("");
    let start = line.chars().take_while(|c| c.is_whitespace()).count();
    let comma = field.contains(',') && field != ",";
    let length = field.chars().count();
    if !comma && fits(length) && !style.spaces {
        return Layout::Symbols { start, field };
    }
    let by_comma = line.contains(',');
    let mut numbers = if by_comma { by_commas(line) } else { by_spaces(line) };
    // A trailing comma ends the list, unless the last cell is blank.
    if numbers.last().is_some_and(|(_, word)| word.is_empty()) && !fits(numbers.len()) {
        numbers.pop();
    }
    if numbers.len() > 1 && fits(numbers.len()) {
        return Layout::Numbers(Numbers(numbers));
    }
    if style.spaces {
        let chars: Vec<(usize, char)> = line.chars().enumerate().map(blank_space).collect();
        if fits(chars.len()) {
            return Layout::Scattered(chars);
        }
    }
    if !comma && root(length, 3).is_some_and(|n| fits(n * n)) {
        return Layout::Candidates { start, field };
    }
    if let Some(chars) = joined_rows(line, &fits) {
        return Layout::Scattered(chars);
    }
    if let Some((start, field)) = later_field(line, &fits) {
        return Layout::Symbols { start, field };
    }
    let numeric = |(_, word): &(usize, &str)| {
        let mut chars = word.chars();
        word.bytes().all(|byte| byte.is_ascii_digit()) || (chars.next().is_some_and(is_blank) && chars.next().is_none())
    };
    let many = numbers.len() > 1 && (by_comma || numbers.iter().all(numeric));
    if many { Layout::Numbers(Numbers(numbers)) } else { Layout::Symbols { start, field } }
}

fn blank_space((column, c): (usize, char)) -> (usize, char) {
    (column, if c == ' ' { '.' } else { c })
}

/// N rows of N symbols with one kind of separator between them.
fn joined_rows(line: &str, fits: impl Fn(usize) -> bool) -> Option<Vec<(usize, char)>> {
    let line_start = line.chars().take_while(|c| c.is_whitespace()).count();
    let text = line.trim();
    let separator = text.chars().find(|c| matches!(c, '|' | '/' | ';' | ',' | ':' | ' ' | '\t' | '\\'))?;
    let rows: Vec<&str> = text.split(separator).collect();
    let rows = if rows.last() == Some(&"") { &rows[..rows.len() - 1] } else { &rows[..] };
    let n = rows.len();
    if n < 2 || !fits(n * n) || rows.iter().any(|row| row.chars().count() != n) {
        return None;
    }
    let columned = text.chars().enumerate().map(|(at, c)| (line_start + at, c));
    Some(columned.filter(|&(_, c)| c != separator).collect())
}

/// The first field of the right length that holds nothing but symbols, behind ranks, names or quotes.
fn later_field(line: &str, fits: impl Fn(usize) -> bool) -> Option<(usize, &str)> {
    fields(line).find(|(_, field)| is_board(field, &fits))
}

/// Fields between white space and punctuation, each with its column (0-based).
fn fields(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let separates =
        |c: char| c.is_whitespace() || matches!(c, ',' | ';' | ':' | '|' | '"' | '\'' | '(' | ')' | '=' | '#');
    let mut column = 0;
    line.split_inclusive(separates).map(move |piece| {
        let start = column;
        column += piece.chars().count();
        (start, piece.trim_end_matches(separates))
    })
}

fn is_board(field: &str, fits: impl Fn(usize) -> bool) -> bool {
    let symbol = |c: char| c.is_ascii_alphanumeric() || is_blank(c);
    fits(field.chars().count()) && field.chars().all(symbol)
}

/// The full board behind another one on the same line: a solution, where people write both.
pub(super) fn full_board_behind(line: &str, rules: &Rules, style: Style) -> Option<Grid> {
    let mut boards =
        fields(line).map(|(_, field)| field).filter(|field| is_board(field, |cells| cells == rules.cells()));
    let (_, second) = (boards.next()?, boards.next()?);
    let board = symbols(second, 0, rules, style.alphabet).ok()?;
    (!style.spaces && board.clues() == rules.cells()).then(|| Grid::from_values(board.values()))
}

pub(super) fn by_spaces(line: &str) -> Vec<(usize, &str)> {
    let mut fields = Vec::new();
    let mut rest = line;
    let mut column = 0;
    while let Some(byte) = rest.find(|c: char| !c.is_whitespace()) {
        column += rest[..byte].chars().count();
        rest = &rest[byte..];
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        fields.push((column, &rest[..end]));
        column += rest[..end].chars().count();
        rest = &rest[end..];
    }
    fields
}

pub(super) fn by_commas(line: &str) -> Vec<(usize, &str)> {
    let mut column = 0;
    let mut fields: Vec<(usize, &str)> = Vec::new();
    for part in line.split(',') {
        let indent = part.len() - part.trim_start().len();
        // Notes may follow the last number; an empty field is a blank.
        let word = part.split_whitespace().next().unwrap_or("");
        fields.push((column + part[..indent].chars().count(), word));
        column += part.chars().count() + 1;
    }
    fields
}

fn symbols(field: &str, start: usize, rules: &Rules, alphabet: Alphabet) -> Result<Givens, TextError> {
    // The length first: it is what is wrong with most lines, and a huge line is not walked symbol by symbol.
    let found = field.chars().count();
    if found != rules.cells() {
        return Err(wrong_length(rules, found));
    }
    values(field.chars().enumerate().map(|(at, c)| (start + at, c)), rules, alphabet)
}

fn scattered(chars: &[(usize, char)], rules: &Rules, alphabet: Alphabet) -> Result<Givens, TextError> {
    if chars.len() != rules.cells() {
        return Err(wrong_length(rules, chars.len()));
    }
    values(chars.iter().copied(), rules, alphabet)
}

fn values(
    chars: impl Iterator<Item = (usize, char)> + Clone,
    rules: &Rules,
    alphabet: Alphabet,
) -> Result<Givens, TextError> {
    let n = rules.values();
    let alphabet = for_board(&chars.clone().map(|(_, c)| c), n, alphabet);
    let mut values = Vec::with_capacity(rules.cells());
    for (column, c) in chars {
        values.push(symbol_value(c, n, alphabet).ok_or_else(|| bad_symbol(c, column, rules))?);
    }
    Ok(Givens::from_values(values))
}

/// N characters a cell, each its own candidate or a blank; a cell with one candidate is a given.
fn candidates(field: &str, start: usize, rules: &Rules, alphabet: Alphabet) -> Result<Givens, TextError> {
    let n = rules.values();
    let chars: Vec<char> = field.chars().collect();
    let mut values = Vec::with_capacity(rules.cells());
    for (cell, own) in chars.chunks(usize::from(n)).enumerate() {
        let mut left = (0, 0);
        for (at, &c) in own.iter().enumerate() {
            let value = symbol_value(c, n, alphabet).filter(|&value| value == 0 || usize::from(value) == at + 1);
            let value: Value = value.ok_or_else(|| bad_symbol(c, start + cell * usize::from(n) + at, rules))?;
            if value != 0 {
                left = (left.0 + 1, value);
            }
        }
        match left {
            (0, _) => return Err(TextError::new(None, Problem::NoCandidate { cell: cell + 1 })),
            (1, value) => values.push(value),
            _ => values.push(0),
        }
    }
    Ok(Givens::from_values(values))
}

impl Numbers<'_> {
    fn parse(&self, rules: &Rules, alphabet: Alphabet) -> Result<Givens, TextError> {
        if self.0.len() != rules.cells() {
            return Err(wrong_length(rules, self.0.len()));
        }
        word_values(&self.0, rules, alphabet).map(Givens::from_values)
    }
}

/// The values of words, each with its column; lists of candidates are blanks where nothing else marks one.
pub(super) fn word_values(words: &[(usize, &str)], rules: &Rules, alphabet: Alphabet) -> Result<Vec<Value>, TextError> {
    let n = rules.values();
    let alphabet = for_board(&words.iter().flat_map(|(_, word)| word.chars()), n, alphabet);
    let marked = |word: &str| word == "0" || word.is_empty() || word.chars().all(is_blank);
    let candidates = n <= 9 && !words.iter().any(|(_, word)| marked(word));
    let mut values = Vec::with_capacity(words.len());
    for &(column, word) in words {
        let placed = word.strip_prefix('u').is_some_and(|rest| rest.len() == 1 && rest.as_bytes()[0].is_ascii_digit());
        let pencilled = candidates && (placed || is_candidates(word));
        let value = if pencilled { Some(0) } else { word_value(word, n, alphabet) };
        values.push(value.ok_or_else(|| bad_word(word, column, rules))?);
    }
    Ok(values)
}

fn wrong_length(rules: &Rules, found: usize) -> TextError {
    TextError::new(None, Problem::Length { rules: rules.name().into(), expected: rules.cells(), found })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::board_text;

    fn read(line: &str, rules: &str) -> Result<String, String> {
        let rules = Rules::parse(rules).expect("a known name");
        parse_board(line, &rules).map(|givens| board_text(givens.values(), rules.values())).map_err(|e| e.to_string())
    }

    #[test]
    fn every_blank_is_a_blank() {
        assert_eq!(read("0._*-X?x12343210", "sudoku-2"), Ok("........1234321.".into()));
    }

    #[test]
    fn letters_go_beyond_nine_in_either_case() {
        let line = format!("{}{}", "123456789ABCDEFGabcdefg.", ".".repeat(232));
        let read = read(&line, "sudoku-4").expect("a board");
        assert_eq!(&read[..24], "123456789ABCDEFGABCDEFG.");
    }

    #[test]
    fn x_is_a_value_where_n_reaches_it() {
        let line = format!("{}X", ".".repeat(33 * 33 - 1));
        let rules = Rules::latin(33).expect("a size that fits");
        assert_eq!(parse_board(&line, &rules).expect("a board").values()[33 * 33 - 1], 33);
    }

    #[test]
    fn lists_of_numbers_are_boards_too() {
        let expected = Ok("1..4............".to_owned());
        assert_eq!(read("1,0,0,4,0,0,0,0,0,0,0,0,0,0,0,0", "sudoku-2"), expected);
        assert_eq!(read("1, 0, 0, 4, 0,0,0,0,0,0,0,0,0,0,0, 0 easy one", "sudoku-2"), expected);
        assert_eq!(read(" 1 0 0 4 0 . 0 0 0 0 0 0 0 0 0 0", "sudoku-2"), expected);
        let wide = vec!["0"; 1295].join(",") + ",36";
        assert_eq!(parse_board(&wide, &Rules::sudoku(6)).expect("a board").values()[1295], 36);
    }

    #[test]
    fn trailing_fields_are_somebodys_notes() {
        assert_eq!(
            read("1.............. 4", "sudoku-2"),
            Err("line 1: expected 16 cells for sudoku-2, found 15".into())
        );
        assert_eq!(read("  1..............4\t17 hard, they say", "sudoku-2"), Ok("1..............4".into()));
    }

    #[test]
    fn what_is_wrong_is_named_with_its_column() {
        let says = |line, expected: &str| assert_eq!(read(line, "sudoku-2").expect_err("a bad line"), expected);
        says("1.....5.........", "line 1, column 7: '5' is neither a blank nor a value of sudoku-2 (1 to 4)");
        says("  1.....\u{e9}.........", "line 1, column 9: 'é' is neither a blank nor a value of sudoku-2 (1 to 4)");
        says("1...............4", "line 1: expected 16 cells for sudoku-2, found 17");
        says("1,0,0,5,0,0,0,0,0,0,0,0,0,0,0,0", "line 1, column 7: \"5\" is not among 0 to 4, the values of sudoku-2");
        says("1,2,3", "line 1: expected 16 cells for sudoku-2, found 3");
        says(&"1".repeat(9000), "line 1: expected 16 cells for sudoku-2, found 9000");
    }

    #[test]
    fn a_length_stands_for_its_rules() {
        let of = |line: &str| {
            rules_of(cells_of(line, Style::default()))
                .map(|rules| rules.name().to_owned())
                .map_err(|error| error.to_string())
        };
        assert_eq!(of(&".".repeat(36)), Ok("sudoku-2x3".into()));
        assert_eq!(of(&vec!["0"; 1296].join(" ")), Ok("sudoku-6".into()));
        assert!(of(&".".repeat(80)).expect_err("no rules").contains("80 cells are no Sudoku"));
    }
}
