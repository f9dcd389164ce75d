//! XML as Sudoku programs write it: a board is the attribute `data` or `board`, or the text of an element named so.
//!
//! No general XML: tags are found, entities are not resolved, and only one tag is held.

use std::io::BufRead;

use super::source::{MAX_LINE, Place, Source};
use super::{Problem, TextError};

const NAMES: [&str; 7] = ["data", "puzzle", "board", "grid", "givens", "sudoku", "quiz"];

/// The next board's text and where it starts; `None` at the end.
pub(super) fn next<R: BufRead>(source: &mut Source<R>) -> Option<Result<(Place, String), TextError>> {
    loop {
        let (_, before) = match until(source, b'<') {
            Ok(Some(found)) => found,
            Ok(None) => return None,
            Err(error) => return Some(Err(error)),
        };
        drop(before);
        let (at, tag) = match until(source, b'>') {
            Ok(Some(found)) => found,
            Ok(None) => {
                let problem = Problem::Syntax("a tag without an end".into());
                return Some(Err(place(source.place, problem)));
            }
            Err(error) => return Some(Err(error)),
        };
        if tag.starts_with("!--") {
            if !tag.ends_with("--") && skip_comment(source).is_err() {
                return None;
            }
            continue;
        }
        if let Some((offset, data)) = NAMES.iter().find_map(|name| attribute(&tag, name)) {
            let lines = tag[..offset].matches('\n').count();
            let column = if lines == 0 { at.column + tag[..offset].chars().count() } else { 1 };
            return Some(Ok((Place { line: at.line + lines as u64, column }, data.to_owned())));
        }
        let element = tag.split_whitespace().next().unwrap_or("").to_ascii_lowercase();
        if NAMES.contains(&element.as_str()) && !tag.ends_with('/') {
            let mut text = String::new();
            let at = source.place;
            loop {
                match source.peek() {
                    Err(error) => return Some(Err(place(at, error.into()))),
                    Ok(None | Some(b'<')) => break,
                    Ok(Some(byte)) if text.len() < MAX_LINE => {
                        source.bump(byte);
                        text.push(char::from(byte));
                    }
                    Ok(Some(_)) => return Some(Err(place(at, Problem::Long { bytes: MAX_LINE as u64 }))),
                }
            }
            let board: String =
                text.split_whitespace().collect::<Vec<_>>().join(if text.contains(',') { "" } else { " " });
            if !board.is_empty() {
                let rows: Vec<&str> = board.split(' ').collect();
                let joined = if rows.len() > 1 && rows.iter().all(|row| row.len() > 3) { rows.concat() } else { board };
                return Some(Ok((at, joined)));
            }
        }
    }
}

fn place(at: Place, problem: Problem) -> TextError {
    TextError::new(Some(at.column), problem).at_line(at.line)
}

fn skip_comment<R: BufRead>(source: &mut Source<R>) -> Result<(), TextError> {
    while let Some((_, text)) = until(source, b'>')? {
        if text.ends_with("--") {
            break;
        }
    }
    Ok(())
}

/// Everything before a byte, which is taken too; a `<` in quotes ends nothing, and text beyond the limit is not kept.
fn until<R: BufRead>(source: &mut Source<R>, end: u8) -> Result<Option<(Place, String)>, TextError> {
    let at = source.place;
    let mut bytes = Vec::new();
    let mut quote = None;
    loop {
        let byte = source.peek().map_err(|error| place(at, error.into()))?;
        let Some(byte) = byte else { return Ok(None) };
        source.bump(byte);
        if end == b'>' && matches!(byte, b'"' | b'\'') && !bytes.starts_with(b"!--") {
            quote = match quote {
                None => Some(byte),
                Some(open) if open == byte => None,
                other => other,
            };
        }
        if byte == end && quote.is_none() {
            return Ok(Some((at, String::from_utf8_lossy(&bytes).into_owned())));
        }
        if end == b'>' {
            if bytes.len() >= MAX_LINE {
                return Err(place(at, Problem::Syntax("a tag without an end".into())));
            }
            bytes.push(byte);
        }
    }
}

/// The value of an attribute, and the byte at which it starts.
fn attribute<'a>(tag: &'a str, name: &str) -> Option<(usize, &'a str)> {
    let mut from = 0;
    while let Some(found) = tag[from..].find(name) {
        let start = from + found;
        from = start + name.len();
        let bounded = tag[..start].ends_with(char::is_whitespace);
        let rest = tag[from..].trim_start();
        let Some(value) = rest.strip_prefix('=').map(str::trim_start) else { continue };
        let Some(quote) = value.chars().next().filter(|c| bounded && matches!(c, '"' | '\'')) else { continue };
        let offset = tag.len() - value.len() + 1;
        let end = tag[offset..].find(quote)?;
        return Some((offset, &tag[offset..offset + end]));
    }
    None
}
