//! `harness corpus info`: one look at a file, nothing solved.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anyhow::{Result, bail};
use model::Puzzle;
use model::text::InputFormat;
use serde_json::{Map, Value, json};

use super::super::{Format, Found, print};
use super::input::Input;
use super::seen::{Seen, key};
use crate::corpus::Hashing;

#[derive(clap::Args)]
pub(in crate::cli) struct Args {
    #[command(flatten)]
    input: Input,
    /// How it is printed.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

struct Info {
    name: String,
    sha256: String,
    rules: Option<String>,
    taken: Option<InputFormat>,
    puzzles: u64,
    distinct: usize,
    clues: Clues,
    bad_lines: u64,
}

/// Puzzles by number of clues.
pub(super) type Clues = BTreeMap<usize, u64>;

pub(in crate::cli) fn main(args: &Args) -> Result<Found> {
    let source = args.input.source();
    let mut hashing = Hashing::new(source.open()?);
    let mut reader = args.input.reader(&source, std::io::BufReader::new(&mut hashing))?;
    let (mut seen, mut clues, mut puzzles, mut bad_lines) = (Seen::default(), Clues::new(), 0, 0);
    while let Some(entry) = reader.next() {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) if error.is_fatal() => bail!("{}: {error}", source.name()),
            Err(_) => {
                bad_lines += 1;
                continue;
            }
        };
        let puzzle = Puzzle::new(reader.rules().expect("an entry has rules").clone(), entry.givens);
        if !puzzle.conflicts().is_empty() {
            bad_lines += 1;
            continue;
        }
        puzzles += 1;
        *clues.entry(puzzle.givens().clues()).or_insert(0) += 1;
        seen.take(key(puzzle.givens().values()), entry.line);
    }
    let rules = reader.rules().map(|rules| rules.name().to_owned());
    let taken = reader.format();
    drop(reader);
    let (name, distinct) = (source.name(), seen.distinct());
    if puzzles == 0 && bad_lines == 0 {
        bail!("{name} holds no puzzle");
    }
    let info = Info { name, sha256: hashing.hex(), rules, taken, puzzles, distinct, clues, bad_lines };
    print(&match args.format {
        Format::Json => format!("{}\n", info.json()),
        Format::Csv => info.csv(),
        Format::Text => info.text(),
    })?;
    Ok(Found::Fine)
}

/// As an object of JSON.
pub(super) fn clues_json(clues: &Clues) -> Map<String, Value> {
    clues.iter().map(|(clues, n)| (clues.to_string(), (*n).into())).collect()
}

/// As a line for people.
pub(super) fn clues_text(clues: &Clues) -> String {
    let clues: Vec<String> = clues.iter().map(|(clues, n)| format!("{clues} clues: {n}")).collect();
    if clues.is_empty() { "none".into() } else { clues.join(", ") }
}

impl Info {
    fn json(&self) -> Value {
        json!({
            "file": self.name,
            "sha256": self.sha256,
            "rules": self.rules,
            "format": self.taken.map(|taken| taken.layout.name()),
            "alphabet": self.taken.and_then(|taken| taken.alphabet).map(model::text::Alphabet::name),
            "puzzles": self.puzzles,
            "distinct": self.distinct,
            "clues": clues_json(&self.clues),
            "bad_lines": self.bad_lines,
        })
    }

    fn csv(&self) -> String {
        let mut text = "clues,puzzles\n".to_owned();
        self.clues.iter().for_each(|(clues, n)| {
            let _ = writeln!(text, "{clues},{n}");
        });
        text
    }

    fn text(&self) -> String {
        let rules = self.rules.as_deref().unwrap_or("unknown");
        let mut text = format!("file      {}\nsha256    {}\nrules     {rules}\n", self.name, self.sha256);
        if let Some(InputFormat { layout, alphabet: Some(alphabet) }) = self.taken {
            let _ = writeln!(text, "format    {}: {}", layout.name(), layout.summary());
            let _ = writeln!(text, "alphabet  {}: {}", alphabet.name(), alphabet.summary());
        }
        let _ = writeln!(text, "puzzles   {} ({} distinct)", self.puzzles, self.distinct);
        let _ = writeln!(text, "clues     {}", clues_text(&self.clues));
        let _ = writeln!(text, "bad lines {}", self.bad_lines);
        text
    }
}
