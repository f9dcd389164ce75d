//! Boards as arrays: JSON, and the braces or brackets of a program's source.
//!
//! Reads byte by byte and holds one board, so that an array of a million boards on one line is no burden. A string as
//! long as a board is one; arrays are boards by their shape. What stands under a key that names a solution is passed over.

use std::io::BufRead;
use std::sync::Arc;

use super::board::{SOLUTIONS, Style, cells_of, is_length, parse_styled, rules_of, solution, word_values};
use super::source::{MAX_LINE, Place, Source};
use super::{Entry, Problem, TextError};
use crate::{Givens, Rules, Value};

const DEEPEST: usize = 64;
const BOARDS: [&str; 14] = [
    "givens", "puzzle", "puzzles", "quiz", "quizzes", "board", "grid", "sudoku", "unsolved", "question", "problem",
    "mission", "start", "initial",
];

/// How deep and how far the reader is.
#[derive(Default)]
pub(super) struct Nested {
    frames: Vec<Frame>,
    ended: bool,
    /// Whether an object keeps its board until it closes, to hand it out with its solution.
    pub(super) solutions: bool,
    /// Symbols of a string that is a row, where a board of as many cells exists too.
    pub(super) width: Option<usize>,
}

/// What an open bracket holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Array,
    Object,
    /// An object that has given its board.
    Done,
    /// Nothing in it is looked at.
    Ignored,
}

struct Frame {
    kind: Kind,
    place: Place,
    key: String,
    leaves: Vec<(Place, String)>,
    /// Rows of a board that closed inside.
    values: Vec<Value>,
    rows: usize,
    start: Place,
    spoiled: bool,
    /// The board of an object, and what stands under its key of a solution: words with commas between them.
    held: Option<Entry>,
    answer: String,
}

enum Token {
    Open(u8),
    Close,
    Colon,
    Comma,
    Text(String),
    Word(String),
}

impl Frame {
    fn new(kind: Kind, place: Place) -> Self {
        let (key, leaves, values) = (String::new(), Vec::new(), Vec::new());
        let (held, answer) = (None, String::new());
        Self { kind, place, key, leaves, values, rows: 0, start: place, spoiled: false, held, answer }
    }

    fn is_object(&self) -> bool {
        matches!(self.kind, Kind::Object | Kind::Done)
    }

    /// Takes a word of a solution; what is longer than any board is cut, and a count beside the key itself is none.
    fn answer(&mut self, word: &str) {
        let count = self.is_object() && word.len() < 16;
        if !count && self.answer.len() < MAX_LINE {
            let comma = if self.answer.is_empty() { "" } else { "," };
            self.answer.push_str(comma);
            self.answer.push_str(word);
        }
    }
}

impl Nested {
    /// The next board; `None` at the end.
    pub(super) fn next<R: BufRead>(
        &mut self,
        source: &mut Source<R>,
        json: bool,
        style: Style,
        rules: &mut Option<Arc<Rules>>,
    ) -> Option<Result<Entry, TextError>> {
        while !self.ended {
            let (at, token) = match self.token(source, json) {
                Ok(Some(found)) => found,
                Ok(None) => {
                    if let Some(held) = self.frames.iter_mut().find_map(|frame| frame.held.take()) {
                        return Some(Ok(held));
                    }
                    self.ended = true;
                    let open = self.frames.pop()?;
                    return Some(Err(error(open.place, Problem::Syntax("a bracket that is never closed".into()))));
                }
                Err(error) => {
                    self.ended = true;
                    return Some(Err(error));
                }
            };
            let found = self.take(at, token, json, style, rules);
            if found.is_some() {
                return found;
            }
        }
        None
    }

    fn take(
        &mut self,
        at: Place,
        token: Token,
        json: bool,
        style: Style,
        rules: &mut Option<Arc<Rules>>,
    ) -> Option<Result<Entry, TextError>> {
        match token {
            Token::Open(byte) => {
                if self.frames.len() == DEEPEST {
                    self.ended = true;
                    return Some(Err(error(at, Problem::Syntax(format!("more than {DEEPEST} brackets deep")))));
                }
                let parent = self.frames.last();
                let ignored = parent.is_some_and(|parent| parent.kind == Kind::Ignored || is_answer(&parent.key));
                let kind = if json && byte == b'{' { Kind::Object } else { Kind::Array };
                let kind = if ignored { Kind::Ignored } else { kind };
                self.frames.push(Frame::new(kind, at));
                None
            }
            Token::Close => {
                let Some(frame) = self.frames.pop() else {
                    if !json {
                        return None;
                    }
                    self.ended = true;
                    return Some(Err(error(at, Problem::Syntax("a bracket that was never opened".into()))));
                };
                if let Some(held) = frame.held {
                    return Some(Ok(answered(held, &frame.answer, style, rules.as_deref())));
                }
                if frame.kind == Kind::Ignored
                    && let Some(parent) = self.frames.last_mut()
                {
                    parent.answer(&frame.answer);
                }
                self.close(&frame, json, style, rules)
            }
            Token::Colon => {
                if let Some(frame) = self.frames.last_mut().filter(|frame| frame.is_object())
                    && let Some((_, key)) = frame.leaves.pop()
                {
                    frame.key = key.to_ascii_lowercase();
                }
                None
            }
            Token::Comma => {
                if let Some(frame) = self.frames.last_mut().filter(|frame| frame.is_object()) {
                    frame.key.clear();
                    frame.leaves.clear();
                }
                None
            }
            Token::Text(text) => self.string(at, text, json, style, rules),
            Token::Word(word) => {
                if self.is_solution() {
                    self.frames.last_mut().expect("it has a key").answer(&word);
                } else if let Some(frame) =
                    self.frames.last_mut().filter(|frame| frame.kind != Kind::Ignored && frame.leaves.len() <= 4096)
                {
                    frame.leaves.push((at, word));
                }
                None
            }
        }
    }

    /// A string: a board, a row of one, a cell, or the name of something.
    fn string(
        &mut self,
        at: Place,
        text: String,
        json: bool,
        style: Style,
        rules: &mut Option<Arc<Rules>>,
    ) -> Option<Result<Entry, TextError>> {
        let answers = self.is_solution();
        let Some(frame) = self.frames.last_mut() else {
            return json.then(|| board(at, &text, style, rules));
        };
        if answers {
            frame.answer(&text);
            return None;
        }
        if frame.kind == Kind::Ignored || frame.leaves.len() > 4096 {
            return None;
        }
        if frame.is_object() {
            if frame.key.is_empty() {
                frame.leaves.push((at, text));
                return None;
            }
            if BOARDS.contains(&frame.key.as_str()) && frame.kind == Kind::Object {
                frame.kind = Kind::Done;
                return self.hold(board(at, &text, style, rules));
            }
            return None;
        }
        let length = text.chars().count();
        let cells = if length < 16 { length } else { cells_of(&text, style) };
        let side = rules.as_ref().map_or(0, |rules| usize::from(rules.values()));
        let whole = match rules {
            Some(rules) => cells == rules.cells(),
            None => is_length(cells) && self.width != Some(cells),
        };
        // In an array, what is no row and no cell is meant to be a board: a wrong length is told, not passed over.
        if whole || (length > 16 && length != side && frame.rows == 0) {
            return Some(board(at, &text, style, rules));
        }
        if length > 3 {
            let start = at;
            let chars = text.chars().enumerate();
            let cells = chars.map(|(k, c)| (Place { column: start.column + k, ..start }, c.to_string())).collect();
            let row = Frame { leaves: cells, ..Frame::new(Kind::Array, at) };
            return self.close(&row, json, style, rules);
        }
        frame.leaves.push((at, text));
        None
    }

    /// An array that closed: a row, a board, or something else.
    fn close(
        &mut self,
        frame: &Frame,
        json: bool,
        style: Style,
        rules: &mut Option<Arc<Rules>>,
    ) -> Option<Result<Entry, TextError>> {
        if frame.kind != Kind::Array {
            return None;
        }
        if frame.rows > 0 {
            let expected = rules.as_ref().map_or(9, |rules| usize::from(rules.values()));
            let short = error(frame.start, Problem::Rows { expected, found: frame.rows });
            return (!frame.spoiled).then_some(Err(short));
        }
        let count = frame.leaves.len();
        // Bands of rows, and boards in lists, are passed through.
        if count == 0 {
            return None;
        }
        let nested = !self.frames.is_empty();
        // `grid[9][9]` declares.
        if count == 1 && !nested && !json {
            return None;
        }
        if rules.is_none() {
            let side = if nested && is_length(count * count) { count * count } else { count };
            match rules_of(side) {
                Ok(made) => *rules = Some(Arc::new(made)),
                Err(problem) => return Some(Err(TextError { line: frame.place.line, ..problem })),
            }
        }
        let known = rules.as_ref().expect("settled above").clone();
        let n = usize::from(known.values());
        let words: Vec<(usize, &str)> = frame.leaves.iter().map(|(at, word)| (at.column - 1, word.trim())).collect();
        let lines = |column: Option<usize>| {
            let found = frame.leaves.iter().find(|(at, _)| Some(at.column) == column);
            found.map_or(frame.place.line, |(at, _)| at.line)
        };
        let read = |words: &[(usize, &str)]| {
            word_values(words, &known, style.alphabet).map_err(|error| {
                let line = lines(error.column);
                error.at_line(line)
            })
        };
        if count == known.cells() {
            let entry = |values| Entry::new(frame.place.line, Givens::from_values(values));
            return self.hold(read(&words).map(entry));
        }
        let row =
            if count == n { read(&words) } else { Err(error(frame.place, Problem::Row { expected: n, found: count })) };
        let Some(parent) = self.frames.last_mut() else {
            return Some(row.and_then(|_| Err(error(frame.place, Problem::Rows { expected: n, found: 1 }))));
        };
        if parent.rows == 0 {
            parent.start = frame.place;
            parent.spoiled = false;
        }
        parent.rows += 1;
        let failed = match row {
            Ok(values) => {
                parent.values.extend(values);
                None
            }
            Err(error) => (!std::mem::replace(&mut parent.spoiled, true)).then_some(Err(error)),
        };
        if parent.rows < known.cells() / n {
            return failed;
        }
        parent.rows = 0;
        let values = std::mem::take(&mut parent.values);
        let whole = !parent.spoiled;
        let entry = Entry::new(parent.start.line, Givens::from_values(values));
        // The array of rows is still open; below it lies the object, if its key names this one board.
        let board = self.frames.pop().expect("the rows lie in it");
        let found = failed.or_else(|| if whole { self.hold(Ok(entry)) } else { None });
        self.frames.push(board);
        found
    }

    /// Hands a board out, unless it is the first of an object whose solution may follow.
    fn hold(&mut self, found: Result<Entry, TextError>) -> Option<Result<Entry, TextError>> {
        let object = self.frames.last_mut().filter(|frame| frame.is_object() && frame.held.is_none());
        match (object, found) {
            (Some(object), Ok(entry)) if self.solutions => {
                object.held = Some(entry);
                None
            }
            (_, found) => Some(found),
        }
    }

    /// Whether what comes next stands under a key of a solution.
    fn is_solution(&self) -> bool {
        let object = self.frames.iter().rev().find(|frame| frame.is_object());
        self.solutions && object.is_some_and(|object| SOLUTIONS.contains(&object.key.as_str()))
    }

    /// The next token and where it starts.
    fn token<R: BufRead>(&self, source: &mut Source<R>, json: bool) -> Result<Option<(Place, Token)>, TextError> {
        loop {
            let at = source.place;
            let Some(byte) = peek(source)? else { return Ok(None) };
            source.bump(byte);
            let token = match byte {
                b'{' | b'[' | b'(' => Token::Open(byte),
                b'}' | b']' | b')' => Token::Close,
                b':' => Token::Colon,
                b',' | b';' => Token::Comma,
                b'"' | b'\'' => Token::Text(text(source, at, byte)?),
                b'#' => {
                    rest_of_line(source)?;
                    continue;
                }
                b'/' if !json && peek(source)? == Some(b'/') => {
                    rest_of_line(source)?;
                    continue;
                }
                _ if byte.is_ascii_whitespace() => continue,
                _ if self.frames.is_empty() && !json => continue,
                _ => {
                    let mut word = vec![byte];
                    while let Some(next) = peek(source)?.filter(|next| !b"{}[](),:;\"'#/".contains(next)) {
                        if next.is_ascii_whitespace() {
                            break;
                        }
                        source.bump(next);
                        if word.len() < 64 {
                            word.push(next);
                        }
                    }
                    Token::Word(String::from_utf8_lossy(&word).into_owned())
                }
            };
            return Ok(Some((at, token)));
        }
    }
}

/// Whether a key names what is no puzzle.
fn is_answer(key: &str) -> bool {
    ["sol", "answer", "candidate", "pencil", "result", "filled"].iter().any(|part| key.contains(part))
}

fn answered(mut entry: Entry, answer: &str, style: Style, rules: Option<&Rules>) -> Entry {
    entry.solution = rules.and_then(|rules| solution(answer, rules, style));
    entry
}

fn board(at: Place, text: &str, style: Style, rules: &mut Option<Arc<Rules>>) -> Result<Entry, TextError> {
    let placed = |error: TextError| TextError {
        line: at.line,
        column: error.column.map(|column| at.column + column),
        problem: error.problem,
    };
    let known = match rules {
        Some(rules) => &*rules,
        None => &*rules.insert(Arc::new(rules_of(cells_of(text, style)).map_err(placed)?)),
    };
    Ok(Entry::new(at.line, parse_styled(text, known, style).map_err(placed)?))
}

fn error(at: Place, problem: Problem) -> TextError {
    TextError::new(Some(at.column), problem).at_line(at.line)
}

fn peek<R: BufRead>(source: &mut Source<R>) -> Result<Option<u8>, TextError> {
    let at = source.place;
    source.peek().map_err(|failed| error(at, failed.into()))
}

fn rest_of_line<R: BufRead>(source: &mut Source<R>) -> Result<(), TextError> {
    while let Some(byte) = peek(source)?.filter(|&byte| byte != b'\n') {
        source.bump(byte);
    }
    Ok(())
}

fn text<R: BufRead>(source: &mut Source<R>, at: Place, quote: u8) -> Result<String, TextError> {
    let mut bytes = Vec::new();
    loop {
        let Some(byte) = peek(source)? else {
            return Err(error(at, Problem::Syntax("a string that never ends".into())));
        };
        source.bump(byte);
        match byte {
            _ if byte == quote => return Ok(String::from_utf8_lossy(&bytes).into_owned()),
            b'\\' => {
                let Some(escaped) = peek(source)? else { continue };
                source.bump(escaped);
                bytes.push(if escaped == b'n' { b' ' } else { escaped });
            }
            _ => bytes.push(byte),
        }
        if bytes.len() > MAX_LINE {
            return Err(error(at, Problem::Long { bytes: bytes.len() as u64 }));
        }
    }
}
