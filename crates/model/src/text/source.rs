//! Input with its place: whole lines, or bytes with line and column.
//!
//! Looks ahead once, at the start, for the detector. A line longer than [`MAX_LINE`] is counted, never kept.

use std::io::{self, BufRead, Read};

/// Bytes of the longest line that is looked at: ten times the longest board.
pub(super) const MAX_LINE: usize = 1 << 20;
const HEAD: usize = 1 << 16;

pub(super) enum Line {
    /// The line without its end.
    Text(String),
    /// A line beyond the limit, and how many bytes it has.
    Long(u64),
}

/// A place in the input, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) line: u64,
    pub(super) column: usize,
}

pub(super) struct Source<R> {
    input: R,
    head: Vec<u8>,
    at: usize,
    /// What ends a line: a carriage return where there is nothing else, as on old Macs.
    end: u8,
    pub(super) line: u64,
    pub(super) place: Place,
}

impl<R: BufRead> Source<R> {
    pub(super) fn new(input: R) -> Self {
        Self { input, head: Vec::new(), at: 0, end: b'\n', line: 0, place: Place { line: 1, column: 1 } }
    }

    /// The start of the input: to the end of the line that `enough` finds, so that a pipe is answered line by line, else
    /// 64 KiB. What is seen does not depend on the pieces in which the input comes.
    pub(super) fn look(&mut self, enough: impl Fn(&str) -> Option<usize>) -> io::Result<String> {
        let mut end = None;
        while self.head.len() < HEAD {
            let read = match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                other => other?,
            };
            let take = read.len().min(HEAD - self.head.len());
            if take == 0 {
                break;
            }
            let ends = read[..take].contains(&b'\n');
            self.head.extend_from_slice(&read[..take]);
            self.input.consume(take);
            if ends {
                end = enough(self.head.utf8_chunks().next().map_or("", |chunk| chunk.valid()));
            }
            if end.is_some() {
                break;
            }
        }
        if self.head.starts_with(b"\xef\xbb\xbf") {
            self.at = 3;
        }
        if self.head.contains(&b'\r') && !self.head.contains(&b'\n') {
            self.end = b'\r';
        }
        let text = String::from_utf8_lossy(&self.head[self.at..end.unwrap_or(self.head.len())]);
        Ok(if self.end == b'\r' { text.replace('\r', "\n") } else { text.into_owned() })
    }

    /// The next line; `None` at the end.
    pub(super) fn next_line(&mut self) -> io::Result<Option<Line>> {
        let mut bytes = Vec::new();
        let ends = self.end;
        (&mut *self).take(MAX_LINE as u64).read_until(ends, &mut bytes)?;
        if bytes.is_empty() {
            return Ok(None);
        }
        self.line += 1;
        if bytes.len() == MAX_LINE && !bytes.ends_with(&[ends]) {
            let mut length = MAX_LINE as u64;
            drop(bytes);
            loop {
                let buffer = self.fill_buf()?;
                if buffer.is_empty() {
                    return Ok(Some(Line::Long(length)));
                }
                let end = buffer.iter().position(|&byte| byte == ends);
                let used = end.map_or(buffer.len(), |end| end + 1);
                length += end.unwrap_or(used) as u64;
                self.consume(used);
                if end.is_some() {
                    return Ok(Some(Line::Long(length)));
                }
            }
        }
        let mut text =
            String::from_utf8(bytes).unwrap_or_else(|bad| String::from_utf8_lossy(bad.as_bytes()).into_owned());
        text.truncate(text.trim_end_matches(['\n', '\r']).len());
        Ok(Some(Line::Text(text)))
    }

    /// The next byte, without taking it.
    pub(super) fn peek(&mut self) -> io::Result<Option<u8>> {
        loop {
            match self.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => return Ok(other?.first().copied()),
            }
        }
    }

    /// Takes a byte that was seen by [`Source::peek`].
    pub(super) fn bump(&mut self, byte: u8) {
        self.consume(1);
        match byte {
            b'\n' => self.place = Place { line: self.place.line + 1, column: 1 },
            0x80..=0xbf => {}
            _ => self.place.column += 1,
        }
    }
}

impl<R: BufRead> Read for Source<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(buffer)?;
        self.consume(count);
        Ok(count)
    }
}

impl<R: BufRead> BufRead for Source<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.at < self.head.len() { Ok(&self.head[self.at..]) } else { self.input.fill_buf() }
    }

    fn consume(&mut self, amount: usize) {
        if self.at < self.head.len() { self.at += amount } else { self.input.consume(amount) }
    }
}
