//! What was found, told line by line as it comes, and the figures at the end.

use std::fmt::Write as _;

use anyhow::Result;
use model::text::{Alphabet, InputFormat};
use serde_json::{Map, Value, json};

use super::super::info::{Clues, clues_json, clues_text};
use super::super::seen::Seen;
use super::crew::{Solutions, Verdict};
use super::{Args, Item};
use crate::cli::{Format, Found, print};
use crate::run_dir::csv_line;

/// What a finding is about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Error,
    Mislabelled,
    Duplicate,
    Equivalent,
    Unclassified,
    None,
    Many,
    Unknown,
}

pub(super) struct Report<'a> {
    name: String,
    args: &'a Args,
    puzzles: u64,
    clues: Clues,
    seen: Seen,
    classes: Seen,
    /// Findings for JSON; in other formats they are told at once.
    kept: Vec<(Kind, u64, String)>,
    counts: [u64; 8],
    one: u64,
}

impl<'a> Report<'a> {
    pub(super) fn new(name: String, args: &'a Args) -> Self {
        let (seen, classes) = (Seen::default(), Seen::default());
        Self { name, args, puzzles: 0, clues: Clues::new(), seen, classes, kept: Vec::new(), counts: [0; 8], one: 0 }
    }

    /// What stands above everything.
    ///
    /// # Errors
    /// When nobody reads.
    pub(super) fn begin(&self) -> Result<()> {
        print(if self.args.format == Format::Csv { "line,message,kind\n" } else { "" })
    }

    /// Takes a batch and a verdict for each of its puzzles.
    ///
    /// # Errors
    /// When nobody reads.
    pub(super) fn take(&mut self, batch: Vec<Item>, verdicts: Vec<Verdict>) -> Result<()> {
        let mut verdicts = verdicts.into_iter();
        let mut text = String::new();
        for item in batch {
            match item {
                Item::Bad { line, message } => self.find(&mut text, Kind::Error, line, message),
                Item::Puzzle(entry) => {
                    let verdict = verdicts.next().expect("a verdict for each puzzle");
                    self.puzzle(&mut text, entry.line, verdict);
                }
            }
        }
        print(&text)
    }

    fn puzzle(&mut self, text: &mut String, line: u64, verdict: Verdict) {
        let (key, clues, class, mislabelled, solutions, fault) = match verdict {
            Verdict::Clash(clash) => return self.find(text, Kind::Error, line, format!("line {line}: {clash}")),
            Verdict::Sound { key, clues, class, mislabelled, solutions, fault } => {
                (key, clues, class, mislabelled, solutions, fault)
            }
        };
        self.puzzles += 1;
        *self.clues.entry(clues).or_insert(0) += 1;
        if let Some(fault) = fault {
            self.find(text, Kind::Error, line, format!("line {line}: {fault}"));
        }
        if let Some(why) = mislabelled {
            self.find(text, Kind::Mislabelled, line, format!("line {line}: the solution beside it is none: {why}"));
        }
        if let Some(first) = self.seen.take(key, line) {
            self.find(text, Kind::Duplicate, line, format!("line {line}: the same puzzle as in line {first}"));
        } else if let Some(class) = class {
            if let Some(first) = self.classes.take(class, line) {
                self.find(text, Kind::Equivalent, line, format!("line {line}: a rearrangement of line {first}"));
            }
        } else if self.args.up_to_symmetry {
            self.find(text, Kind::Unclassified, line, format!("line {line}: too many rearrangements look alike"));
        }
        match solutions {
            Some(Solutions::None) => self.find(text, Kind::None, line, format!("line {line}: no solution")),
            Some(Solutions::Many) => self.find(text, Kind::Many, line, format!("line {line}: two solutions or more")),
            Some(Solutions::Unknown) => {
                let message = format!("line {line}: not settled within {}", self.args.time_limit);
                self.find(text, Kind::Unknown, line, message);
            }
            Some(Solutions::One) => self.one += 1,
            None => {}
        }
    }

    fn find(&mut self, text: &mut String, kind: Kind, line: u64, message: String) {
        self.counts[kind as usize] += 1;
        match self.args.format {
            // Of what is told by its line alone, a million lines may come.
            Format::Json if matches!(kind, Kind::Error | Kind::Mislabelled) => self.kept.push((kind, line, message)),
            Format::Json => self.kept.push((kind, line, String::new())),
            Format::Text => {
                let _ = writeln!(text, "{message}");
            }
            Format::Csv => {
                let row = csv_line(&[&line.to_string(), &message, kind.name()]);
                text.push_str(&String::from_utf8_lossy(&row));
            }
        }
    }

    fn count(&self, kind: Kind) -> u64 {
        self.counts[kind as usize]
    }

    /// Tells the figures, and whether something is wrong.
    ///
    /// # Errors
    /// When nobody reads.
    pub(super) fn end(&self, rules: Option<&str>, taken: Option<InputFormat>, strategy: Option<&str>) -> Result<Found> {
        match self.args.format {
            Format::Json => print(&format!("{}\n", self.json(rules, taken, strategy)))?,
            Format::Text => print(&self.text(rules, taken, strategy))?,
            Format::Csv => {}
        }
        let wrong = self.count(Kind::Error) + self.count(Kind::Mislabelled) > 0;
        let unique = self.one == self.puzzles || !self.args.unique;
        Ok(if wrong || !unique { Found::Wrong } else { Found::Fine })
    }

    /// Distinct puzzles up to symmetry; those that could not be told count one each.
    fn class_count(&self) -> Option<u64> {
        let classes = self.classes.distinct() as u64 + self.count(Kind::Unclassified);
        self.args.up_to_symmetry.then_some(classes)
    }

    fn json(&self, rules: Option<&str>, taken: Option<InputFormat>, strategy: Option<&str>) -> Value {
        let of = |kinds: &[Kind]| self.kept.iter().filter(|(kind, ..)| kinds.contains(kind)).collect::<Vec<_>>();
        let told = |kinds: &[Kind]| -> Vec<Value> {
            of(kinds).iter().map(|(_, line, message)| json!({ "line": line, "message": message })).collect()
        };
        let lines = |kind: Kind| of(&[kind]).iter().map(|(_, line, _)| *line).collect::<Vec<_>>();
        let groups = |seen: &Seen| -> Vec<Value> {
            seen.again().map(|lines| json!({ "line": lines[0], "times": lines.len(), "lines": lines })).collect()
        };
        let mut object = Map::new();
        let mut put = |name: &str, value: Value| object.insert(name.to_owned(), value);
        put("puzzles", self.puzzles.into());
        put("distinct", self.seen.distinct().into());
        put("errors", told(&[Kind::Error, Kind::Mislabelled]).into());
        put("duplicates", groups(&self.seen).into());
        put("classes", self.class_count().into());
        put("equivalent", groups(&self.classes).into());
        put("unclassified", lines(Kind::Unclassified).into());
        put("solutions", strategy.map(|_| self.solutions()).into());
        put("none", lines(Kind::None).into());
        put("many", lines(Kind::Many).into());
        put("unknown", lines(Kind::Unknown).into());
        put("mislabelled", told(&[Kind::Mislabelled]).into());
        put("clues", clues_json(&self.clues).into());
        put("rules", rules.into());
        put("input_format", taken.map(|taken| taken.layout.name()).into());
        put("alphabet", taken.and_then(|taken| taken.alphabet).map(Alphabet::name).into());
        put("strategy", strategy.into());
        put("file", self.name.clone().into());
        object.into()
    }

    fn solutions(&self) -> Value {
        let of = |kind| self.count(kind);
        json!({ "none": of(Kind::None), "one": self.one, "many": of(Kind::Many), "unknown": of(Kind::Unknown) })
    }

    fn text(&self, rules: Option<&str>, taken: Option<InputFormat>, strategy: Option<&str>) -> String {
        let mut text = format!("file       {}\nrules      {}\n", self.name, rules.unwrap_or("unknown"));
        if let Some(InputFormat { layout, alphabet: Some(alphabet) }) = taken {
            let _ = writeln!(text, "format     {}, {}", layout.name(), alphabet.name());
        }
        let classes = self.class_count().map_or(String::new(), |classes| format!(", {classes} up to symmetry"));
        let _ = writeln!(text, "puzzles    {} ({} distinct{classes})", self.puzzles, self.seen.distinct());
        let _ = writeln!(text, "clues      {}", clues_text(&self.clues));
        let of = |kind| self.count(kind);
        if let Some(strategy) = strategy {
            let (none, many, unknown) = (of(Kind::None), of(Kind::Many), of(Kind::Unknown));
            let _ =
                writeln!(text, "solutions  {} one, {none} none, {many} many, {unknown} unknown ({strategy})", self.one);
        }
        let wrong = of(Kind::Mislabelled);
        let _ = writeln!(text, "errors     {} bad lines or clashes, {wrong} wrong solutions", of(Kind::Error));
        text
    }
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Mislabelled => "mislabelled",
            Self::Duplicate => "duplicate",
            Self::Equivalent => "equivalent",
            Self::Unclassified => "unclassified",
            Self::None => "none",
            Self::Many => "many",
            Self::Unknown => "unknown",
        }
    }
}
