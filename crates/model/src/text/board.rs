//! One line, one board.
//!
//! The first field decides: where it is as long as the board, it is the board, and what follows white space is somebody's
//! notes. Otherwise the line is a list of numbers, separated by commas or white space. `0` is always a blank.

use super::{Problem, TextError};
use crate::{Givens, Rules, Value};

/// The largest N whose values have a symbol each: 1–9, then A–Z.
pub const MAX_SYMBOLS: u8 = 35;

/// Reads one board of known rules; trailing fields after white space are passed over.
///
/// Blanks are `0 . _ * - X ?` (`X` is a value where N reaches 33). Values are `1`–`9` then `A`–`Z` in either case, or
/// numbers separated by commas or white space.
///
/// # Errors
/// A [`TextError`] on line 1 that names the column and what stands there.
pub fn parse_board(line: &str, rules: &Rules) -> Result<Givens, TextError> {
    match layout(line, |cells| cells == rules.cells()) {
        Layout::Symbols { start, field } => symbols(field, start, rules),
        Layout::Numbers(numbers) => numbers.parse(rules),
    }
}

/// How many cells the line holds, and so what it is where no rules are named.
pub(super) fn rules_of(line: &str) -> Result<Rules, TextError> {
    let found = match layout(line, |cells| Rules::of_length(cells).is_some()) {
        Layout::Symbols { field, .. } => field.chars().count(),
        Layout::Numbers(numbers) => numbers.0.len(),
    };
    Rules::of_length(found).ok_or(TextError::new(None, Problem::NoRules { found }))
}

enum Layout<'a> {
    Symbols { start: usize, field: &'a str },
    Numbers(Numbers<'a>),
}

/// The fields of a list of numbers, each with its column (0-based, in characters).
struct Numbers<'a>(Vec<(usize, &'a str)>);

fn layout(line: &str, fits: impl Fn(usize) -> bool) -> Layout<'_> {
    let field = line.split_whitespace().next().unwrap_or("");
    let start = line.find(field).map_or(0, |byte| line[..byte].chars().count());
    let comma = field.contains(',') && field != ",";
    if !comma && fits(field.chars().count()) {
        return Layout::Symbols { start, field };
    }
    let by_comma = line.contains(',');
    let numbers = if by_comma { by_commas(line) } else { by_spaces(line) };
    let numeric = |(_, text): &(usize, &str)| is_blank_word(text) || text.bytes().all(|byte| byte.is_ascii_digit());
    let many = numbers.len() > 1 && (by_comma || numbers.iter().all(numeric) || fits(numbers.len()));
    if many { Layout::Numbers(Numbers(numbers)) } else { Layout::Symbols { start, field } }
}

fn by_spaces(line: &str) -> Vec<(usize, &str)> {
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

fn by_commas(line: &str) -> Vec<(usize, &str)> {
    let mut column = 0;
    let mut fields: Vec<(usize, &str)> = Vec::new();
    for part in line.split(',') {
        let indent = part.len() - part.trim_start().len();
        // Notes may follow the last number; an empty field stays, to be named as what it is.
        let word = part.split_whitespace().next().unwrap_or("");
        fields.push((column + part[..indent].chars().count(), word));
        column += part.chars().count() + 1;
    }
    if fields.last().is_some_and(|(_, word)| word.is_empty()) {
        fields.pop();
    }
    fields
}

fn symbols(field: &str, start: usize, rules: &Rules) -> Result<Givens, TextError> {
    let n = rules.values();
    // The length first: it is what is wrong with most lines, and a huge line is not walked symbol by symbol.
    let found = field.chars().count();
    if found != rules.cells() {
        return Err(wrong_length(rules, found));
    }
    let mut values = Vec::with_capacity(rules.cells());
    for (at, c) in field.chars().enumerate() {
        let value = symbol_value(c, n).ok_or_else(|| {
            let problem = Problem::Symbol { found: format!("{c:?}"), rules: rules.name().into(), values: n };
            TextError::new(Some(start + at + 1), problem)
        })?;
        values.push(value);
    }
    Ok(Givens::from_values(values))
}

fn symbol_value(c: char, n: u8) -> Option<Value> {
    let value = match c {
        '0' | '.' | '_' | '*' | '-' | '?' => return Some(0),
        '1'..='9' => c as u8 - b'0',
        'A'..='Z' => c as u8 - b'A' + 10,
        'a'..='z' => c as u8 - b'a' + 10,
        _ => return None,
    };
    match c {
        _ if value <= n && n <= MAX_SYMBOLS => Some(value),
        'X' | 'x' => Some(0),
        _ => None,
    }
}

fn is_blank_word(word: &str) -> bool {
    matches!(word, "." | "_" | "*" | "-" | "?" | "X" | "x")
}

impl Numbers<'_> {
    fn parse(&self, rules: &Rules) -> Result<Givens, TextError> {
        let n = rules.values();
        if self.0.len() != rules.cells() {
            return Err(wrong_length(rules, self.0.len()));
        }
        let mut values = Vec::with_capacity(rules.cells());
        for &(column, word) in &self.0 {
            let number = if is_blank_word(word) { Some(0) } else { word.parse().ok().filter(|&value: &u8| value <= n) };
            values.push(number.ok_or_else(|| {
                let found = format!("{:?}", word.chars().take(12).collect::<String>());
                TextError::new(Some(column + 1), Problem::Number { found, rules: rules.name().into(), values: n })
            })?);
        }
        Ok(Givens::from_values(values))
    }
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
        says("1,0,,0,0,0,0,0,0,0,0,0,0,0,0,0", "line 1, column 5: \"\" is not among 0 to 4, the values of sudoku-2");
        says("1,2,3", "line 1: expected 16 cells for sudoku-2, found 3");
        says(&"1".repeat(9000), "line 1: expected 16 cells for sudoku-2, found 9000");
    }

    #[test]
    fn a_length_stands_for_its_rules() {
        let of = |line: &str| rules_of(line).map(|rules| rules.name().to_owned()).map_err(|error| error.to_string());
        assert_eq!(of(&".".repeat(36)), Ok("sudoku-2x3".into()));
        assert_eq!(of(&vec!["0"; 1296].join(" ")), Ok("sudoku-6".into()));
        assert!(of(&".".repeat(80)).expect_err("no rules").contains("80 cells are no Sudoku"));
    }
}
