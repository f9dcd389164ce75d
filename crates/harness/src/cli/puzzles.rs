//! Puzzles from the command line: a string, a file, or standard input.

use std::io::BufReader;
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

/// Reads the puzzles of an argument: standard input, a file, or the puzzle itself.
///
/// # Errors
/// When there is no such file and it is no puzzle, at the first bad line, and when `each` fails.
pub(super) fn each_puzzle(
    argument: &str,
    rules: Option<Arc<Rules>>,
    format: Option<InputFormat>,
    each: &mut Take<'_>,
) -> Result<()> {
    let is_file = argument == "-" || Path::new(argument).exists();
    let source = Source::parse(argument);
    let (input, name, folder): (Box<dyn std::io::BufRead>, _, _) = if is_file {
        (source.open()?, source.name(), source.folder())
    } else {
        (Box::new(BufReader::new(argument.as_bytes())), "the puzzle".to_owned(), None)
    };
    let resolve = Box::new(move |name: &str| crate::rules::resolve(name, folder));
    let mut reader = Reader::with_resolver(input, rules, resolve).with_format(format);
    let neither = || format!("`{}` is neither a file nor a puzzle", shown(argument));
    let mut any = false;
    while let Some(entry) = reader.next() {
        let entry = entry.with_context(|| if is_file { name.clone() } else { neither() })?;
        any = true;
        let rules = reader.rules().expect("an entry has rules").clone();
        each(entry.line, &rules, entry.givens)?;
    }
    if !any && !is_file && !argument.trim().is_empty() {
        bail!(neither());
    }
    Ok(())
}
