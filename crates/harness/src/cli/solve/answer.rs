//! What came of one puzzle, and how it is printed.

use std::fmt::Write as _;

use model::{Conflict, Givens, Grid, Rules};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::Form;
use crate::board::painted;
use crate::ranking::quantity::solutions;
use crate::run_dir::csv_line;
use crate::terminal::Paint;

/// The fields in this order are the JSON object.
#[derive(Serialize)]
pub(super) struct Answer {
    pub(super) status: &'static str,
    pub(super) solutions: u64,
    pub(super) exhausted: bool,
    pub(super) grid: Option<String>,
    strategy: &'static str,
    pub(super) counters: Counts,
    pub(super) conflicts: Vec<Conflict>,
    pub(super) line: u64,
    /// Where its certificate is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) certificate: Option<String>,
    #[serde(skip)]
    pub(super) givens: Givens,
    #[serde(skip)]
    pub(super) board: Option<Grid>,
    /// What is wrong with a grid, or with what was said of the others.
    #[serde(skip)]
    pub(super) reason: Option<String>,
}

/// Counters by name.
pub(super) struct Counts(pub(super) Vec<(&'static str, u64)>);

impl Serialize for Counts {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(Some(self.0.len()))?;
        for (name, n) in &self.0 {
            map.serialize_entry(name, n)?;
        }
        map.end()
    }
}

/// The columns of a CSV.
pub(super) fn csv_header(counters: impl Iterator<Item = &'static str>) -> String {
    let columns = ["line", "status", "solutions", "exhausted", "grid", "strategy"];
    csv(&columns.into_iter().chain(counters).collect::<Vec<_>>())
}

impl Answer {
    /// Of a puzzle whose givens clash, until somebody solves it.
    pub(super) fn new(strategy: &'static str, line: u64, givens: Givens) -> Self {
        Self {
            status: "invalid",
            solutions: 0,
            exhausted: false,
            grid: None,
            strategy,
            counters: Counts(Vec::new()),
            conflicts: Vec::new(),
            line,
            certificate: None,
            givens,
            board: None,
            reason: None,
        }
    }

    pub(super) fn print(&self, form: Form, rules: &Rules, paint: Paint, to: &mut String) {
        match form {
            Form::Text => self.text(rules, paint, to),
            Form::Grid => self.grid(rules, paint, to),
            Form::Line => self.line(to),
            Form::Json => to.push_str(&(serde_json::to_string(self).expect("plain data") + "\n")),
            Form::Csv => to.push_str(&self.csv()),
        }
    }

    fn csv(&self) -> String {
        let fields = [
            self.line.to_string(),
            self.status.to_owned(),
            self.solutions.to_string(),
            self.exhausted.to_string(),
            self.grid.clone().unwrap_or_default(),
            self.strategy.to_owned(),
        ];
        let counts = self.counters.0.iter().map(|(_, n)| n.to_string());
        csv(&fields.into_iter().chain(counts).collect::<Vec<_>>())
    }

    fn line(&self, to: &mut String) {
        match &self.grid {
            Some(grid) if self.is_plain() => to.push_str(grid),
            Some(grid) => _ = write!(to, "{grid}  {}", self.sentence()),
            None => to.push_str(&self.sentence()),
        }
        to.push('\n');
    }

    fn grid(&self, rules: &Rules, paint: Paint, to: &mut String) {
        if !self.is_plain() {
            _ = writeln!(to, "# line {}: {}", self.line, self.sentence());
        }
        if let Some(board) = &self.board {
            to.push_str(&painted(rules, board.values(), self.givens.values(), paint));
        }
        to.push('\n');
    }

    fn text(&self, rules: &Rules, paint: Paint, to: &mut String) {
        _ = writeln!(to, "line {}, {}: {}", self.line, self.strategy, self.sentence());
        for conflict in &self.conflicts {
            _ = writeln!(to, "  {conflict}");
        }
        if let Some(reason) = &self.reason {
            _ = writeln!(to, "  {reason}");
        }
        if let Some(board) = &self.board {
            let board = painted(rules, board.values(), self.givens.values(), paint);
            board.lines().for_each(|row| _ = writeln!(to, "  {row}"));
        }
        if !self.counters.0.is_empty() {
            let counts: Vec<String> = self.counters.0.iter().map(|(name, n)| format!("{name} {n}")).collect();
            _ = writeln!(to, "  {}", counts.join(", "));
        }
        if let Some(certificate) = &self.certificate {
            _ = writeln!(to, "  certificate: {certificate}");
        }
    }

    /// Whether the grid says everything: it is the only one, or nobody asked for more.
    fn is_plain(&self) -> bool {
        self.status == "ok" && self.solutions == 1
    }

    /// What came of it, in a few words.
    pub(super) fn sentence(&self) -> String {
        let so_far = match self.solutions {
            0 => "no solution so far".to_owned(),
            1 => "one solution so far".to_owned(),
            n => format!("{n} solutions so far"),
        };
        match (self.status, self.solutions, self.exhausted) {
            ("invalid", ..) => "the givens clash".into(),
            ("none" | "ok", found, exhausted) => solutions(found, exhausted),
            (status, ..) => format!("{status}, {so_far}"),
        }
    }
}

fn csv<T: AsRef<str>>(fields: &[T]) -> String {
    String::from_utf8(csv_line(fields)).expect("fields are text")
}
