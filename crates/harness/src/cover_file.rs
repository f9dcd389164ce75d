//! Exact cover problems as files: items and options by name in JSON, or a matrix of 0 and 1.
//!
//! Owns the two formats and their errors, which name the place: line, option or item. A name may be a number as well as
//! a string, `1` and `"1"` being the same. In a matrix all columns are primary, and a row
//! of zeros is an option that is never used; in JSON an empty option is a mistake.

use std::collections::HashMap;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Visitor};
use solver_dlx::{ExactCover, ProblemError};

use crate::quote::{cut, shown};

/// Why a text is no exact cover problem.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CoverFileError {
    /// The JSON is broken, or other than expected.
    #[error("not an exact cover problem in JSON: {reason} at line {line} column {column}")]
    Json {
        /// What is wrong.
        reason: String,
        /// The line, from 1.
        line: usize,
        /// The byte in the line, from 1.
        column: usize,
    },
    /// Two items have one name.
    #[error("item `{name}` is declared twice: {first} and {second}")]
    ItemTwice {
        /// The name.
        name: String,
        /// Where it stands first, such as `primary item 0`.
        first: String,
        /// Where it stands again.
        second: String,
    },
    /// An option has an item that is not declared.
    #[error("option {option} has item `{name}`, which is neither primary nor secondary")]
    UnknownItem {
        /// The option, from 0.
        option: usize,
        /// The name.
        name: String,
    },
    /// An option has an item twice.
    #[error("option {option} has item `{name}` twice")]
    Repeated {
        /// The option, from 0.
        option: usize,
        /// The name.
        name: String,
    },
    /// An option of no item.
    #[error("option {option} is empty")]
    EmptyOption {
        /// The option, from 0.
        option: usize,
    },
    /// A matrix has something other than 0 and 1.
    #[error("line {line}, column {column}: {symbol:?} is neither 0 nor 1")]
    Symbol {
        /// The line, from 1.
        line: usize,
        /// The character in the line, from 1.
        column: usize,
        /// What stands there.
        symbol: char,
    },
    /// A row of a matrix is longer or shorter than the first.
    #[error("line {line}: expected {expected} entries as in the first row, found {found}")]
    Width {
        /// The line, from 1.
        line: usize,
        /// Entries of the first row.
        expected: usize,
        /// Entries of this one.
        found: usize,
    },
    /// There is nothing but blanks and comments.
    #[error("there is neither a JSON object nor a row of 0 and 1")]
    Empty,
}

/// Reads a problem in either format: JSON where the text begins with a brace.
///
/// # Errors
/// When the text is in neither format, or contradicts itself.
pub fn parse(text: &str) -> Result<ExactCover, CoverFileError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim_start().starts_with('{') { json(text) } else { matrix(text) }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    primary: Vec<Name>,
    #[serde(default)]
    secondary: Vec<Name>,
    options: Vec<Vec<Name>>,
}

fn json(text: &str) -> Result<ExactCover, CoverFileError> {
    let file: File = serde_json::from_str(text).map_err(|error| broken(&error))?;
    let place = |item: usize| match item.checked_sub(file.primary.len()) {
        None => format!("primary item {item}"),
        Some(item) => format!("secondary item {item}"),
    };
    let mut numbers: HashMap<&str, u32> = HashMap::new();
    for (item, Name(name)) in file.primary.iter().chain(&file.secondary).enumerate() {
        if let Some(first) = numbers.insert(name, item as u32) {
            let (first, second) = (place(first as usize), place(item));
            return Err(CoverFileError::ItemTwice { name: shown(name), first, second });
        }
    }
    let number = |option: usize, Name(name): &Name| {
        numbers.get(name.as_str()).copied().ok_or_else(|| CoverFileError::UnknownItem { option, name: shown(name) })
    };
    if let Some(option) = file.options.iter().position(Vec::is_empty) {
        return Err(CoverFileError::EmptyOption { option });
    }
    let options = file
        .options
        .iter()
        .enumerate()
        .map(|(option, names)| names.iter().map(|name| number(option, name)).collect())
        .collect::<Result<Vec<Vec<u32>>, _>>()?;
    ExactCover::new(file.primary.len() as u32, file.secondary.len() as u32, options).map_err(|error| match error {
        ProblemError::Twice { option, item } => {
            let Name(name) = file.primary.iter().chain(&file.secondary).nth(item as usize).expect("it was numbered");
            CoverFileError::Repeated { option, name: shown(name) }
        }
        other => unreachable!("items were numbered here: {other}"),
    })
}

fn broken(error: &serde_json::Error) -> CoverFileError {
    let (line, column) = (error.line(), error.column());
    let said = error.to_string();
    let reason = said.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&said);
    CoverFileError::Json { reason: cut(reason, 160), line, column }
}

fn matrix(text: &str) -> Result<ExactCover, CoverFileError> {
    let mut width = None;
    let mut options = Vec::new();
    for (line, row) in (1..).zip(text.lines()) {
        let mut entries = 0;
        let mut option = Vec::new();
        for (column, symbol) in (1..).zip(row.chars()) {
            match symbol {
                '#' => break,
                '0' | '1' => {
                    if symbol == '1' {
                        option.push(entries as u32);
                    }
                    entries += 1;
                }
                blank if blank.is_whitespace() => {}
                symbol => return Err(CoverFileError::Symbol { line, column, symbol }),
            }
        }
        if entries == 0 {
            continue;
        }
        let expected = *width.get_or_insert(entries);
        if entries != expected {
            return Err(CoverFileError::Width { line, expected, found: entries });
        }
        options.push(option);
    }
    let width = width.ok_or(CoverFileError::Empty)?;
    Ok(ExactCover::new(width as u32, 0, options).expect("columns are in range and come once"))
}

/// A string, or an integer written as one.
struct Name(String);

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Reader;
        impl Visitor<'_> for Reader {
            type Value = Name;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of an item, a string or an integer")
            }

            fn visit_str<E>(self, text: &str) -> Result<Name, E> {
                Ok(Name(text.to_owned()))
            }

            fn visit_u64<E>(self, number: u64) -> Result<Name, E> {
                Ok(Name(number.to_string()))
            }

            fn visit_i64<E>(self, number: i64) -> Result<Name, E> {
                Ok(Name(number.to_string()))
            }
        }
        from.deserialize_any(Reader)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let found = match parse(text) {
            Ok(problem) => format!("{}+{} {:?}", problem.primary(), problem.secondary(), problem.options()),
            Err(error) => error.to_string(),
        };
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn both_formats_are_read() {
        check(r#"{"primary": ["a", 1], "secondary": ["x"], "options": [["a", "x"], ["1"]]}"#, "2+1 [[0, 2], [1]]");
        check(r#" {"primary": [], "options": []}"#, "0+0 []");
        check("# a matrix\n101\n\n0 1 0 # spaced\n", "3+0 [[0, 2], [1]]");
        check("\u{feff}10\r\n01\r\n", "2+0 [[0], [1]]");
    }

    #[test]
    fn an_error_names_its_place() {
        check("10\n# no row\n1\n", "line 3: expected 2 entries as in the first row, found 1");
        check("10\n1x\n", "line 2, column 2: 'x' is neither 0 nor 1");
        check("# nothing\n", "there is neither a JSON object nor a row of 0 and 1");
        let of = |body: &str, expected: &str| check(&format!("{{{body}}}"), expected);
        of(
            r#""primary": ["a"], "secondary": ["b", "a"], "options": []"#,
            "item `a` is declared twice: primary item 0 and secondary item 1",
        );
        of(
            r#""primary": ["a"], "options": [["a"], ["z"]]"#,
            "option 1 has item `z`, which is neither primary nor secondary",
        );
        of(r#""primary": ["a"], "options": [["a", "a"]]"#, "option 0 has item `a` twice");
        of(r#""primary": ["a"], "options": [["a"], []]"#, "option 1 is empty");
        let json = "not an exact cover problem in JSON: ";
        of(r#""primary": ["a"]"#, &format!("{json}missing field `options` at line 1 column 18"));
        check("{\n\"primary\": [\"a\"],,", &format!("{json}key must be a string at line 2 column 18"));
        of(
            r#""primary": [true]"#,
            &format!(
                "{json}invalid type: boolean `true`, expected the name of an item, a string or an integer at line 1 \
                 column 17"
            ),
        );
    }
}
