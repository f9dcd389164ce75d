//! `harness corpus info`, `check` and `convert`.

mod convert;

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::sync::Arc;

use anyhow::{Result, bail};
use model::text::{InputFormat, Reader};
use model::{Puzzle, Rules};
use serde_json::json;

use super::puzzles::{input_format, named_rules};
use super::{Format, Found, print};
use crate::corpus::{EMBEDDED, Hashing, Source};

#[derive(clap::Subcommand)]
pub(super) enum Command {
    /// What a file holds.
    Info(Args),
    /// What is wrong with a file: bad lines, clashing givens, duplicates.
    Check(Args),
    /// Write the puzzles of a file in another format.
    Convert(convert::Args),
}

#[derive(clap::Args)]
pub(super) struct Args {
    /// A file of puzzles in any format of docs/FORMATS.md; - for standard input; the embedded corpus by default.
    #[arg(default_value = EMBEDDED)]
    file: String,
    /// Rules, where neither length nor header says.
    #[arg(long)]
    rules: Option<String>,
    /// Format of the file, where the detector errs: lines, rows, csv, json, … (docs/FORMATS.md).
    #[arg(long, value_name = "F", value_parser = input_format)]
    input_format: Option<InputFormat>,
    /// How it is printed.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// Everything that one look at a corpus finds.
struct Survey {
    name: String,
    rules: Option<String>,
    taken: Option<InputFormat>,
    puzzles: u64,
    /// First line of each distinct puzzle that comes again, and how often it comes.
    distinct: usize,
    duplicates: Vec<(u64, u64)>,
    /// Puzzles by number of clues.
    clues: BTreeMap<usize, u64>,
    errors: Vec<(u64, String)>,
    sha256: String,
}

pub(super) fn main(command: &Command) -> Result<Found> {
    match command {
        Command::Info(args) => {
            let survey = survey(args)?;
            if survey.puzzles == 0 && survey.errors.is_empty() {
                bail!("{} holds no puzzle", survey.name);
            }
            print(&survey.info(args.format))?;
            Ok(Found::Fine)
        }
        Command::Check(args) => {
            let survey = survey(args)?;
            print(&survey.check(args.format))?;
            Ok(if survey.errors.is_empty() { Found::Fine } else { Found::Wrong })
        }
        Command::Convert(args) => convert::main(args),
    }
}

fn survey(args: &Args) -> Result<Survey> {
    let source = Source::parse(&args.file);
    let rules = named_rules(args.rules.as_deref())?;
    let mut hashing = Hashing::new(source.open()?);
    let folder = source.folder().map(std::path::Path::to_owned);
    let resolve = Box::new(move |name: &str| crate::rules::resolve(name, folder.as_deref()));
    let mut reader =
        Reader::with_resolver(std::io::BufReader::new(&mut hashing), rules, resolve).with_format(args.input_format);
    let mut seen: HashMap<Box<[u8]>, (u64, u64)> = HashMap::new();
    let mut clues = BTreeMap::new();
    let mut errors = Vec::new();
    let mut puzzles = 0;
    while let Some(entry) = reader.next() {
        match entry {
            Ok(entry) => {
                let rules: &Arc<Rules> = reader.rules().expect("an entry has rules");
                let puzzle = Puzzle::new(rules.clone(), entry.givens);
                let conflicts = puzzle.conflicts();
                if let Some(conflict) = conflicts.first() {
                    errors.push((entry.line, format!("line {}: {conflict}", entry.line)));
                    continue;
                }
                puzzles += 1;
                *clues.entry(puzzle.givens().clues()).or_insert(0) += 1;
                seen.entry(puzzle.givens().values().into()).or_insert((entry.line, 0)).1 += 1;
            }
            Err(error) if error.is_fatal() => bail!("{}: {error}", source.name()),
            Err(error) => errors.push((error.line, error.to_string())),
        }
    }
    let rules = reader.rules().map(|rules| rules.name().to_owned());
    let taken = reader.format();
    drop(reader);
    let mut duplicates: Vec<(u64, u64)> = seen.values().copied().filter(|&(_, times)| times > 1).collect();
    duplicates.sort_unstable();
    let (distinct, sha256) = (seen.len(), hashing.hex());
    Ok(Survey { name: source.name(), rules, taken, puzzles, distinct, duplicates, clues, errors, sha256 })
}

impl Survey {
    fn info(&self, format: Format) -> String {
        let rules = self.rules.as_deref().unwrap_or("unknown");
        let layout = self.taken.map(|taken| taken.layout);
        let alphabet = self.taken.and_then(|taken| taken.alphabet);
        match format {
            Format::Json => {
                let clues: serde_json::Map<String, serde_json::Value> =
                    self.clues.iter().map(|(clues, n)| (clues.to_string(), (*n).into())).collect();
                let info = json!({
                    "file": self.name, "sha256": self.sha256, "rules": self.rules,
                    "format": layout.map(model::text::Layout::name), "alphabet": alphabet.map(model::text::Alphabet::name),
                    "puzzles": self.puzzles,
                    "distinct": self.distinct, "clues": clues, "bad_lines": self.errors.len(),
                });
                format!("{info}\n")
            }
            Format::Csv => {
                let mut text = "clues,puzzles\n".to_owned();
                self.clues.iter().for_each(|(clues, n)| {
                    let _ = writeln!(text, "{clues},{n}");
                });
                text
            }
            Format::Text => {
                let mut text = format!("file      {}\nsha256    {}\nrules     {rules}\n", self.name, self.sha256);
                if let (Some(layout), Some(alphabet)) = (layout, alphabet) {
                    let _ = writeln!(text, "format    {}: {}", layout.name(), layout.summary());
                    let _ = writeln!(text, "alphabet  {}: {}", alphabet.name(), alphabet.summary());
                }
                let _ = writeln!(text, "puzzles   {} ({} distinct)", self.puzzles, self.distinct);
                let clues: Vec<String> = self.clues.iter().map(|(clues, n)| format!("{clues} clues: {n}")).collect();
                let _ = writeln!(text, "clues     {}", if clues.is_empty() { "none".into() } else { clues.join(", ") });
                let _ = writeln!(text, "bad lines {}", self.errors.len());
                text
            }
        }
    }

    fn check(&self, format: Format) -> String {
        match format {
            Format::Json => {
                let errors: Vec<_> =
                    self.errors.iter().map(|(line, message)| json!({ "line": line, "message": message })).collect();
                let duplicates: Vec<_> =
                    self.duplicates.iter().map(|(line, times)| json!({ "line": line, "times": times })).collect();
                let check = json!({
                    "puzzles": self.puzzles, "distinct": self.distinct, "errors": errors, "duplicates": duplicates,
                });
                format!("{check}\n")
            }
            Format::Csv => {
                let mut text = "line,message\n".to_owned();
                for (line, message) in &self.errors {
                    text.push_str(&String::from_utf8_lossy(&crate::run_dir::csv_line(&[&line.to_string(), message])));
                }
                text
            }
            Format::Text => {
                let mut text = String::new();
                for (_, message) in &self.errors {
                    let _ = writeln!(text, "{message}");
                }
                for (line, times) in &self.duplicates {
                    let _ = writeln!(text, "line {line}: the same puzzle comes {times} times");
                }
                let (errors, duplicates) = (self.errors.len(), self.puzzles as usize - self.distinct);
                let _ = writeln!(
                    text,
                    "{}: {} puzzles, {duplicates} duplicates, {errors} bad lines",
                    self.name, self.puzzles
                );
                text
            }
        }
    }
}
