//! A corpus, line by line.
//!
//! Streams: only one line is in memory. Lines are bytes until they are looked at, so that a stray byte spoils one line
//! and not the file.

use std::io::BufRead;
use std::sync::Arc;

use super::board::{parse_board, rules_of};
use super::{Problem, TextError};
use crate::{Givens, Rules, RulesError};

/// Makes the rules that a header `# rules: NAME` asks for: [`Rules::parse`], or a function that can read files too.
pub type Resolve<'a> = Box<dyn Fn(&str) -> Result<Rules, RulesError> + 'a>;

/// A puzzle of a corpus and the line it stood on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Line, counted from 1; comments and blank lines count.
    pub line: u64,
    /// The puzzle's givens; they may clash.
    pub givens: Givens,
}

/// Reads puzzles, one a line; blank lines and `#` comments are passed over, a header `# rules: NAME` names the rules.
///
/// The rules come from the caller, else from a header before the first puzzle, else from the first puzzle's length, and
/// then hold for the whole input. Byte-order mark, CRLF, indentation and trailing fields are taken in their stride.
///
/// ```
/// let corpus = "# two of them\r\n1...............\r\n\r\n12..............  easy\r\n";
/// let mut reader = model::text::Reader::new(corpus.as_bytes(), None);
/// let lines: Vec<u64> = reader.by_ref().map(|entry| entry.unwrap().line).collect();
/// assert_eq!(lines, [2, 4]);
/// assert_eq!(reader.rules().unwrap().name(), "sudoku-2");
/// ```
pub struct Reader<'a, R> {
    input: R,
    rules: Option<Arc<Rules>>,
    resolve: Resolve<'a>,
    line: u64,
    buffer: Vec<u8>,
    ended: bool,
}

impl<'a, R: BufRead> Reader<'a, R> {
    /// A reader of `input`, which holds puzzles of `rules` where they are known.
    pub fn new(input: R, rules: Option<Arc<Rules>>) -> Self {
        Self::with_resolver(input, rules, Box::new(Rules::parse))
    }

    /// The same, with headers turned into rules by `resolve`.
    pub fn with_resolver(input: R, rules: Option<Arc<Rules>>, resolve: Resolve<'a>) -> Self {
        Self { input, rules, resolve, line: 0, buffer: Vec::new(), ended: false }
    }

    /// The rules in force, once the caller, a header or the first puzzle has settled them.
    pub fn rules(&self) -> Option<&Arc<Rules>> {
        self.rules.as_ref()
    }

    fn entry(&mut self, bytes: &[u8]) -> Result<Option<Entry>, TextError> {
        let text = String::from_utf8_lossy(bytes);
        let text = if self.line == 1 { text.trim_start_matches('\u{feff}') } else { &text };
        let text = text.trim_end_matches(['\n', '\r']);
        let content = text.trim_start();
        if let Some(comment) = content.strip_prefix('#') {
            if let Some(name) = comment.trim().strip_prefix("rules:") {
                self.header(name.trim())?;
            }
            return Ok(None);
        }
        if content.is_empty() {
            return Ok(None);
        }
        let rules = match &self.rules {
            Some(rules) => rules,
            None => self.rules.insert(Arc::new(rules_of(text)?)),
        };
        Ok(Some(Entry { line: self.line, givens: parse_board(text, rules)? }))
    }

    fn header(&mut self, name: &str) -> Result<(), TextError> {
        let header = (self.resolve)(name).map_err(|error| TextError::new(None, error.into()))?;
        let Some(rules) = &self.rules else {
            self.rules = Some(Arc::new(header));
            return Ok(());
        };
        if header.units() == rules.units() && header.values() == rules.values() {
            return Ok(());
        }
        let problem = Problem::Header { header: header.name().into(), rules: rules.name().into() };
        Err(TextError::new(None, problem))
    }
}

impl<R: BufRead> Iterator for Reader<'_, R> {
    type Item = Result<Entry, TextError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut buffer = std::mem::take(&mut self.buffer);
        let mut item = None;
        while item.is_none() && !self.ended {
            buffer.clear();
            self.line += 1;
            let read = match self.input.read_until(b'\n', &mut buffer) {
                Ok(0) => Ok(None),
                Ok(_) => self.entry(&buffer),
                Err(error) => Err(TextError::new(None, Problem::Io(error))),
            };
            self.ended = buffer.is_empty() || read.as_ref().is_err_and(TextError::is_fatal);
            item = read.map_err(|error| error.at_line(self.line)).transpose();
        }
        self.buffer = buffer;
        item
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::text::board_text;

    fn read(corpus: &[u8]) -> Vec<Result<(u64, String), String>> {
        let mut reader = Reader::new(corpus, None);
        let mut found = Vec::new();
        while let Some(entry) = reader.next() {
            let n = reader.rules().map_or(0, |rules| rules.values());
            found.push(entry.map(|e| (e.line, board_text(e.givens.values(), n))).map_err(|error| error.to_string()));
        }
        found
    }

    #[test]
    fn marks_comments_blank_lines_and_line_ends_do_not_disturb() {
        let corpus =
            "\u{feff}# a corpus\r\n\r\n  1..............1\r\n\t# note\n2..............2 by hand\n3..............3";
        let line = |n, text: &str| Ok((n, text.to_owned()));
        assert_eq!(
            read(corpus.as_bytes()),
            [line(3, "1..............1"), line(5, "2..............2"), line(6, "3..............3")]
        );
    }

    #[test]
    fn a_header_names_the_rules() {
        let mut reader = Reader::new("# rules: latin-4\n1...............\n".as_bytes(), None);
        assert!(reader.next().expect("an entry").is_ok());
        assert_eq!(reader.rules().expect("a header").name(), "latin-4");
    }

    #[test]
    fn a_bad_header_and_a_contradiction_are_named_with_their_line() {
        let said = read(b"# rules: chess\n1...............\n# rules: latin-4\n");
        assert!(said[0].as_ref().expect_err("chess").starts_with("line 1: no rules are called `chess`"));
        let contradiction = said[2].as_ref().expect_err("latin");
        assert_eq!(contradiction, "line 3: the header asks for latin-4, but sudoku-2 is in force");
    }

    #[test]
    fn a_bad_line_is_named_and_the_rest_is_read() {
        let said = read(b"1..............1\n1.....9.......\xff2\n12\n3..............3\n");
        assert!(said[0].is_ok() && said[3].is_ok());
        assert!(said[1].as_ref().expect_err("a bad symbol").starts_with("line 2, column 7: '9'"));
        assert_eq!(said[2].as_ref().expect_err("a short line"), "line 3: expected 16 cells for sudoku-2, found 2");
    }

    proptest! {
        #[test]
        fn no_bytes_make_the_reader_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
            let errors = Reader::new(&bytes[..], None).filter(Result::is_err).count();
            prop_assert!(errors <= bytes.len());
        }

        #[test]
        fn what_is_written_is_read_again(values in proptest::collection::vec(0_u8..=25, 625)) {
            let text = board_text(&values, 25);
            let entry = Reader::new(text.as_bytes(), None).next().expect("a line").expect("a board");
            prop_assert_eq!(entry.givens.values(), &values[..]);
        }
    }
}
