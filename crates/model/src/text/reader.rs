//! A corpus, puzzle by puzzle.
//!
//! Streams: only one line or one board is in memory, and the 64 KiB that the detector saw. Lines are bytes until they are
//! looked at, so that a stray byte spoils one puzzle and not the file.

use std::io::BufRead;
use std::sync::Arc;

use super::board::{cells_of, full_board_behind, parse_styled, rules_of, solution};
use super::csv::{self, Column};
use super::detect::{Layout, Taken, detect, is_comment, is_enough};
use super::nested::Nested;
use super::rows::Rows;
use super::source::{Line, Source};
use super::{InputFormat, Problem, TextError, xml};
use crate::{Givens, Grid, Rules, RulesError};

/// Makes the rules that a header `# rules: NAME` asks for: [`Rules::parse`], or a function that can read files too.
pub type Resolve<'a> = Box<dyn Fn(&str) -> Result<Rules, RulesError> + 'a>;

/// A puzzle of a corpus and the line it stood on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Line, counted from 1; comments and blank lines count.
    pub line: u64,
    /// The puzzle's givens; they may clash.
    pub givens: Givens,
    /// The solution that stands beside it, or why that is no board; nobody has checked it. `None` where there is none, and
    /// where none were asked for ([`Reader::with_solutions`]).
    pub solution: Option<Result<Grid, String>>,
}

impl Entry {
    pub(super) fn new(line: u64, givens: Givens) -> Self {
        Self { line, givens, solution: None }
    }
}

/// Reads puzzles in any [`Layout`]; blank lines and comments are passed over, a header `# rules: NAME` names the rules.
///
/// The rules come from the caller, else from a header before the first puzzle, else from the first puzzle's length, and
/// then hold for the whole input; so does the format, which the start of the input tells where the caller does not.
///
/// ```
/// let corpus = "# two of them\r\n1...............\r\n\r\n12..............  easy\r\n";
/// let mut reader = model::text::Reader::new(corpus.as_bytes(), None);
/// let lines: Vec<u64> = reader.by_ref().map(|entry| entry.unwrap().line).collect();
/// assert_eq!(lines, [2, 4]);
/// assert_eq!(reader.rules().unwrap().name(), "sudoku-2");
/// ```
pub struct Reader<'a, R> {
    source: Source<R>,
    rules: Option<Arc<Rules>>,
    resolve: Resolve<'a>,
    asked: Option<InputFormat>,
    taken: Option<Taken>,
    column: Option<Column>,
    rows: Rows,
    nested: Nested,
    solutions: bool,
    ended: bool,
}

impl<'a, R: BufRead> Reader<'a, R> {
    /// A reader of `input`, which holds puzzles of `rules` where they are known.
    pub fn new(input: R, rules: Option<Arc<Rules>>) -> Self {
        Self::with_resolver(input, rules, Box::new(Rules::parse))
    }

    /// The same, with headers turned into rules by `resolve`.
    pub fn with_resolver(input: R, rules: Option<Arc<Rules>>, resolve: Resolve<'a>) -> Self {
        Self {
            source: Source::new(input),
            rules,
            resolve,
            asked: None,
            taken: None,
            column: None,
            rows: Rows::default(),
            nested: Nested::default(),
            solutions: false,
            ended: false,
        }
    }

    /// Reads solutions too: the column of a CSV or the key of a JSON object that is named so, and the second board of a line
    /// where it is full.
    pub fn with_solutions(mut self) -> Self {
        self.solutions = true;
        self.nested.solutions = true;
        self
    }

    /// Overrules the detector.
    pub fn with_format(mut self, format: Option<InputFormat>) -> Self {
        self.asked = format;
        self
    }

    /// The rules in force, once the caller, a header or the first puzzle has settled them.
    pub fn rules(&self) -> Option<&Arc<Rules>> {
        self.rules.as_ref()
    }

    /// What the input was taken for, once reading has begun: its layout and alphabet.
    pub fn format(&self) -> Option<InputFormat> {
        self.taken.map(|taken| InputFormat { layout: taken.layout, alphabet: Some(taken.style.alphabet) })
    }

    /// Looks at the start of the input, and says what it is.
    fn start(&mut self) -> Result<Taken, TextError> {
        let head = self.source.look(is_enough).map_err(|error| TextError::new(None, error.into()))?;
        if head.starts_with("\u{fffd}\u{fffd}") && head[6..].contains('\0') {
            let problem = Problem::Syntax("this is UTF-16; save it as UTF-8".into());
            return Err(TextError::new(None, problem));
        }
        // A header counts before it is read as a line: the width of a board hangs on it.
        let comments = head.lines().map(str::trim).take_while(|line| line.is_empty() || is_comment(line));
        let named = comments.filter_map(header_name).find_map(|name| (self.resolve)(name).ok());
        let rules = self.rules.as_deref().or(named.as_ref());
        Ok(detect(&head, rules, self.asked))
    }

    fn one(&mut self, taken: Taken) -> Option<Result<Entry, TextError>> {
        match taken.layout {
            Layout::Lines | Layout::Csv => self.by_line(taken),
            Layout::Rows => {
                let resolve = &self.resolve;
                let header = |comment: &str, rules: &mut Option<Arc<Rules>>| {
                    header_name(comment).map_or(Ok(()), |name| header(resolve, name, rules))
                };
                self.rows.next(&mut self.source, &taken, &mut self.rules, header)
            }
            Layout::Json | Layout::Braces => {
                let json = taken.layout == Layout::Json;
                self.nested.width = taken.width;
                self.nested.next(&mut self.source, json, taken.style, &mut self.rules)
            }
            Layout::Xml => {
                let (at, text) = match xml::next(&mut self.source)? {
                    Ok(found) => found,
                    Err(error) => return Some(Err(error)),
                };
                Some(self.board(&text, taken, at.line, at.column - 1))
            }
        }
    }

    fn by_line(&mut self, taken: Taken) -> Option<Result<Entry, TextError>> {
        loop {
            let line = self.source.next_line();
            let number = self.source.line;
            let text = match line {
                Ok(Some(Line::Text(text))) => text,
                Ok(Some(Line::Long(bytes))) => {
                    return Some(Err(TextError::new(None, Problem::Long { bytes }).at_line(number)));
                }
                Ok(None) => return None,
                Err(error) => return Some(Err(TextError::new(None, error.into()).at_line(number + 1))),
            };
            let content = text.trim_start();
            if is_comment(content) {
                let named = header_name(content).map_or(Ok(()), |name| header(&self.resolve, name, &mut self.rules));
                match named {
                    Ok(()) => continue,
                    Err(error) => return Some(Err(error.at_line(number))),
                }
            }
            if content.is_empty() && !(taken.style.spaces && text.len() > 3) {
                continue;
            }
            if taken.layout == Layout::Lines {
                let mut entry = self.board(&text, taken, number, 0);
                if let (true, Ok(entry), Some(rules)) = (self.solutions, &mut entry, &self.rules) {
                    entry.solution = full_board_behind(&text, rules, taken.style).map(Ok);
                }
                return Some(entry);
            }
            let Some(column) = self.column else {
                self.column = csv::column(content);
                if self.column.is_some() {
                    continue;
                }
                let problem =
                    Problem::Syntax("no column of the header is called puzzle, quizzes, givens or the like".into());
                self.ended = true;
                return Some(Err(TextError::new(None, problem).at_line(number)));
            };
            return Some(match column.field(&text) {
                Ok((start, field)) => {
                    let mut entry = self.board(field, taken, number, start);
                    if let (true, Ok(entry), Some(rules)) = (self.solutions, &mut entry, &self.rules) {
                        entry.solution = column.solution(&text).and_then(|field| solution(field, rules, taken.style));
                    }
                    entry
                }
                Err(error) => Err(error.at_line(number)),
            });
        }
    }

    /// A board of a line, which starts `before` characters into it.
    fn board(&mut self, text: &str, taken: Taken, line: u64, before: usize) -> Result<Entry, TextError> {
        let placed = |error: TextError| TextError {
            line,
            column: error.column.map(|column| column + before),
            problem: error.problem,
        };
        let rules = match &self.rules {
            Some(rules) => rules,
            None => self.rules.insert(Arc::new(rules_of(cells_of(text, taken.style)).map_err(placed)?)),
        };
        Ok(Entry::new(line, parse_styled(text, rules, taken.style).map_err(placed)?))
    }
}

/// The name in a comment `# rules: NAME`.
fn header_name(comment: &str) -> Option<&str> {
    comment.trim_start_matches(['#', '/', '%', ';']).trim().strip_prefix("rules:").map(str::trim)
}

fn header(resolve: &Resolve<'_>, name: &str, rules: &mut Option<Arc<Rules>>) -> Result<(), TextError> {
    let header = resolve(name).map_err(|error| TextError::new(None, error.into()))?;
    let Some(rules) = rules else {
        *rules = Some(Arc::new(header));
        return Ok(());
    };
    if header.units() == rules.units() && header.values() == rules.values() {
        return Ok(());
    }
    let problem = Problem::Header { header: header.name().into(), rules: rules.name().into() };
    Err(TextError::new(None, problem))
}

impl<R: BufRead> Iterator for Reader<'_, R> {
    type Item = Result<Entry, TextError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let taken = match self.taken {
            Some(taken) => taken,
            None => match self.start() {
                Ok(taken) => *self.taken.insert(taken),
                Err(error) => {
                    self.ended = true;
                    return Some(Err(error));
                }
            },
        };
        let item = self.one(taken);
        self.ended |= item.as_ref().is_none_or(|item| item.as_ref().is_err_and(TextError::is_fatal));
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

    #[test]
    fn a_huge_line_is_counted_and_the_next_one_read() {
        let mut corpus = vec![b'1'; 3_000_000];
        corpus.extend_from_slice(b"\n1..4..2..3..4..1\n");
        let said = read(&corpus);
        assert_eq!(said[0], Err("line 1: a line of 3000000 bytes is no puzzle".into()));
        assert_eq!(said[1], Ok((2, "1..4..2..3..4..1".into())));
    }

    #[test]
    fn a_bad_board_spoils_no_other() {
        let rows = "1..4\n..2.\n.3..\n4..1\n";
        let said = read(format!("{rows}\n1..4\n..9.\n.3..\n4..1\n\n{rows}").as_bytes());
        assert_eq!(
            (said.len(), &said[0], &said[2]),
            (3, &Ok((1, "1..4..2..3..4..1".into())), &Ok((11, "1..4..2..3..4..1".into())))
        );
        assert!(said[1].as_ref().expect_err("a nine").starts_with("line 7, column 3: '9'"));
        let said = read(b"[\"1..4..2..3..4..1\", [[1,0,0,4],[0,0,9,0],[0,3,0,0],[4,0,0,1]],\n [[1,0,0,4],[0,0,2,0],[0,3,0,0],[4,0,0,1]]]");
        assert!(said[0].is_ok() && said[2] == Ok((2, "1..4..2..3..4..1".into())), "{said:?}");
        assert!(said[1].as_ref().expect_err("a nine").starts_with("line 1, column 38: \"9\""), "{said:?}");
    }

    #[test]
    fn two_huge_numbers_are_not_the_size_of_a_board() {
        let said = read(b"9 18446744073709551615\n[Puzzle]\n4294967296 4294967296 4294967296\n");
        assert!(said.iter().all(Result::is_err), "{said:?}");
    }

    #[test]
    fn a_pipe_is_read_as_a_file_is() {
        let corpus = format!("{}\n{}\n", "1".repeat(81), "+---".repeat(20_000));
        for text in [&corpus, &format!("# {}\n{corpus}", "\u{e9}".repeat(9000))] {
            let mut dripping = Reader::new(std::io::BufReader::with_capacity(7, text.as_bytes()), None);
            let mut whole = Reader::new(text.as_bytes(), None);
            let said = |entry: Result<Entry, TextError>| entry.map_err(|error| error.to_string());
            assert!(dripping.by_ref().map(said).eq(whole.by_ref().map(said)));
            assert_eq!(dripping.format(), whole.format());
        }
    }

    #[test]
    fn millions_of_boards_in_one_array_are_read_one_by_one() {
        let mut array = "[".to_owned();
        array.push_str(&"\"1..4..2..3..4..1\",".repeat(100_000));
        array.push_str("\"1..4..2..3..4..1\"]");
        assert_eq!(read(array.as_bytes()).iter().filter(|entry| entry.is_ok()).count(), 100_001);
    }

    #[test]
    fn solutions_are_read_where_they_are_asked_for() {
        let (puzzle, solution) = ("1..4..2..3..4..1", "1234342121434312");
        let beside = |corpus: &str| -> Vec<Option<Result<String, String>>> {
            assert!(Reader::new(corpus.as_bytes(), None).all(|entry| entry.expect("a puzzle").solution.is_none()));
            let reader = Reader::new(corpus.as_bytes(), None).with_solutions();
            let text = |grid: Grid| board_text(grid.values(), 4);
            reader.map(|entry| entry.expect("a puzzle").solution.map(|read| read.map(text))).collect()
        };
        let good = Some(Ok(solution.to_owned()));
        let rows = r#"[[1,2,3,4],[3,4,2,1],["2","1","4","3"],[4,3,1,2]]"#;
        for corpus in [
            format!("{puzzle} {solution}"),
            format!("{puzzle},{solution}"),
            format!("17;{puzzle};{solution};easy"),
            format!("quizzes,solutions\n{puzzle},{solution}"),
            format!("answer;level;givens\n\"{solution}\";1;{puzzle}"),
            format!(r#"{{"puzzle": "{puzzle}", "solution": "{solution}"}}"#),
            format!(r#"[{{"solutions": 1, "solution": {rows}, "puzzle": "{puzzle}"}}]"#),
            format!(r#"{{"board": [[1,0,0,4],[0,0,2,0],[0,3,0,0],[4,0,0,1]], "solved": {rows}}}"#),
            format!(r#"{{"grid": "{puzzle}", "solutions": ["{solution}"]}}"#),
        ] {
            assert_eq!(beside(&corpus), std::slice::from_ref(&good), "{corpus}");
        }
        assert_eq!(beside(&format!("{puzzle} {puzzle}\n{puzzle} 17")), [None, None]);
        assert_eq!(beside(&format!("quizzes,solutions\n{puzzle},1\n{puzzle},")), [None, None]);
        let short = Some(Err("expected 16 cells for sudoku-2, found 6".to_owned()));
        assert_eq!(beside(&format!("quizzes,solutions\n{puzzle},123434")), [short]);
        let many = format!(r#"{{"puzzles": ["{puzzle}", "{puzzle}"]}}"#);
        assert_eq!(beside(&many), [None, None]);
    }

    proptest! {
        #[test]
        fn no_bytes_make_the_reader_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
            let errors = Reader::new(&bytes[..], None).filter(Result::is_err).count();
            prop_assert!(errors <= bytes.len());
        }

        #[test]
        fn no_text_makes_any_format_panic(
            text in "[\\[\\]{}<>()/!|,;:\"'#*+. \\-=0-9A-Za-u·\n\r\t\\\\]{0,300}",
            name in proptest::sample::select(InputFormat::names().collect::<Vec<_>>()),
            rules in proptest::option::of(proptest::sample::select(vec!["sudoku-2", "sudoku-3", "sudoku-4", "latin-36"])),
            detected in any::<bool>(),
        ) {
            let rules = rules.map(|name| Arc::new(Rules::parse(name).expect("a known name")));
            let format = InputFormat::parse(name).filter(|_| !detected);
            let reader = Reader::new(text.as_bytes(), rules).with_format(format).with_solutions();
            for error in reader.filter_map(Result::err) {
                let said = error.to_string();
                prop_assert!(said.len() < 300 && !said.contains('\n'), "{}", said);
            }
        }

        #[test]
        fn what_is_written_is_read_again(values in proptest::collection::vec(0_u8..=25, 625)) {
            let text = board_text(&values, 25);
            let entry = Reader::new(text.as_bytes(), None).next().expect("a line").expect("a board");
            prop_assert_eq!(entry.givens.values(), &values[..]);
        }
    }
}
