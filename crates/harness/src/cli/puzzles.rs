//! Puzzles from the command line: a string, a file, or standard input.

use std::io::{BufReader, Read};
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use model::text::{InputFormat, Reader};
use model::{Givens, Rules};

use crate::corpus::Source;
use crate::quote::shown;

/// Takes a puzzle: its line, its rules and its givens.
pub(super) type Take<'a> = dyn FnMut(u64, &Arc<Rules>, Givens) -> Result<()> + 'a;

/// The rules of a flag.
///
/// # Errors
/// When there are no such rules.
pub(super) fn named_rules(name: Option<&str>) -> Result<Option<Arc<Rules>>> {
    Ok(name.map(|name| crate::rules::resolve(name, None)).transpose()?.map(Arc::new))
}

/// The format of `--input-format`, such as `lines`, `sdk` or `rows:letters`.
///
/// # Errors
/// When there is no such format.
pub(super) fn input_format(name: &str) -> Result<InputFormat, String> {
    let known = || InputFormat::names().collect::<Vec<_>>().join(", ");
    InputFormat::parse(name).ok_or_else(|| format!("formats are {}; with :digits, :zero or :letters behind", known()))
}

/// Puzzles that a command is asked about.
pub(super) struct Input<'a> {
    /// A puzzle, a file of puzzles, or - for standard input.
    pub(super) argument: &'a str,
    /// Rules, where they are known.
    pub(super) rules: Option<Arc<Rules>>,
    /// Format, where the detector is overruled.
    pub(super) format: Option<InputFormat>,
}

impl Input<'_> {
    /// Reads them.
    ///
    /// # Errors
    /// When there is no such file and it is no puzzle, when there is none in it, at the first bad line, and when `each`
    /// fails.
    pub(super) fn each(self, each: &mut Take<'_>) -> Result<()> {
        self.each_tied(|| (), each)
    }

    /// The same; `before` is called whenever more must be asked of the system, which may wait.
    ///
    /// # Errors
    /// As [`Input::each`].
    pub(super) fn each_tied(self, before: impl FnMut(), each: &mut Take<'_>) -> Result<()> {
        let argument = self.argument;
        let is_file = argument == "-" || Path::new(argument).exists();
        let source = Source::parse(argument);
        let (input, name, folder): (Box<dyn Read + '_>, _, _) = if is_file {
            (Box::new(source.open()?), source.name(), source.folder())
        } else {
            (Box::new(argument.as_bytes()), "the puzzle".to_owned(), None)
        };
        let input = BufReader::with_capacity(1 << 16, Tied { input, before });
        let resolve = Box::new(move |name: &str| crate::rules::resolve(name, folder));
        let mut reader = Reader::with_resolver(input, self.rules, resolve).with_format(self.format);
        let neither = || format!("`{}` is neither a file nor a puzzle", shown(argument));
        let mut any = false;
        while let Some(entry) = reader.next() {
            let entry = entry.with_context(|| if is_file { name.clone() } else { neither() })?;
            any = true;
            let rules = reader.rules().expect("an entry has rules").clone();
            each(entry.line, &rules, entry.givens)?;
        }
        match any {
            true => Ok(()),
            false if is_file || argument.trim().is_empty() => bail!("there is no puzzle in {}", shown(argument)),
            false => bail!(neither()),
        }
    }
}

/// Input that says when it is read.
struct Tied<'a, F> {
    input: Box<dyn Read + 'a>,
    before: F,
}

impl<F: FnMut()> Read for Tied<'_, F> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        (self.before)();
        self.input.read(buffer)
    }
}
