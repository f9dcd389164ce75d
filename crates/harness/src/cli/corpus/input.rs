//! A file of puzzles as an argument, and the walk through it.

use std::io::BufRead;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Result, bail};
use model::text::{Entry, InputFormat, Reader};
use model::{Givens, Rules};

use super::super::puzzles::{input_format, named_rules};
use crate::corpus::{SEVENTEEN, Source};

#[derive(clap::Args)]
pub(super) struct Input {
    /// A file of puzzles in any format of docs/FORMATS.md; - for standard input; the embedded corpus by default.
    #[arg(default_value = SEVENTEEN)]
    file: String,
    /// Rules, where neither length nor header says.
    #[arg(long)]
    rules: Option<String>,
    /// Format of the file, where the detector errs: lines, rows, csv, json, … (docs/FORMATS.md).
    #[arg(long = "input-format", value_name = "F", value_parser = input_format)]
    layout: Option<InputFormat>,
}

impl Input {
    pub(super) fn source(&self) -> Source {
        Source::parse(&self.file)
    }

    /// A reader of the file's bytes, which the caller has opened.
    ///
    /// # Errors
    /// When there are no such rules.
    pub(super) fn reader<R: BufRead>(&self, source: &Source, bytes: R) -> Result<Reader<'static, R>> {
        let folder = source.folder().map(Path::to_owned);
        let resolve = Box::new(move |name: &str| crate::rules::resolve(name, folder.as_deref()));
        let rules = named_rules(self.rules.as_deref())?;
        Ok(Reader::with_resolver(bytes, rules, resolve).with_format(self.layout))
    }

    /// Hands every puzzle to `each`, for what can do with good files only.
    ///
    /// # Errors
    /// At the first bad line, when `each` fails, and where there is no puzzle.
    pub(super) fn each(&self, mut each: impl FnMut(&Arc<Rules>, u64, Givens) -> Result<()>) -> Result<()> {
        let source = self.source();
        let mut reader = self.reader(&source, source.open()?)?;
        let mut any = false;
        while let Some(entry) = reader.next() {
            let Entry { line, givens, .. } = match entry {
                Ok(entry) => entry,
                Err(error) => bail!("{}: {error}", source.name()),
            };
            any = true;
            each(reader.rules().expect("an entry has rules"), line, givens)?;
        }
        if !any {
            bail!("{} holds no puzzle", source.name());
        }
        Ok(())
    }
}
