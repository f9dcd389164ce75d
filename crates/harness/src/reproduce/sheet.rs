//! The table of items and how it is printed.

use std::fmt::Write as _;

use serde::Serialize;
use serde_json::{Value, json};

/// What became of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Verdict {
    /// Measured as expected.
    #[serde(rename = "match")]
    Match,
    /// Measured otherwise.
    #[serde(rename = "differs")]
    Differs,
    /// Known not to come out, or lost; nothing is asserted.
    #[serde(rename = "not reproduced (known)")]
    NotReproduced,
    /// Nothing is expected.
    #[serde(rename = "measured")]
    Measured,
}

impl Verdict {
    /// The word in tables.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Match => "match",
            Self::Differs => "differs",
            Self::NotReproduced => "not reproduced (known)",
            Self::Measured => "measured",
        }
    }
}

/// One number, sequence or table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Item {
    /// Where the expectation comes from.
    pub source: String,
    /// What it is.
    pub item: String,
    /// What should come out; null where nothing is expected.
    pub expected: Value,
    /// What came out; null where nothing can.
    pub measured: Value,
    /// Whether they agree.
    pub verdict: Verdict,
}

/// All items.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Sheet {
    /// In the order of the paper.
    pub items: Vec<Item>,
}

impl Sheet {
    /// Adds an item that has an expectation.
    pub fn check<E: Serialize, M: Serialize>(
        &mut self,
        source: &str,
        item: impl Into<String>,
        expected: E,
        measured: M,
    ) {
        let (expected, measured) = (json!(expected), json!(measured));
        let verdict = if expected == measured { Verdict::Match } else { Verdict::Differs };
        self.push(source, item, expected, measured, verdict);
    }

    /// Adds an item of which only a range is known, because it depends on a generator of random numbers.
    pub fn within(
        &mut self,
        source: &str,
        item: impl Into<String>,
        range: std::ops::RangeInclusive<f64>,
        measured: f64,
    ) {
        let verdict = if range.contains(&measured) { Verdict::Match } else { Verdict::Differs };
        let expected = json!(format!("{} to {}", range.start(), range.end()));
        self.push(source, item, expected, json!(measured), verdict);
    }

    /// Adds an item of which nothing is expected.
    pub fn measure<M: Serialize>(&mut self, source: &str, item: impl Into<String>, measured: M) {
        self.push(source, item, Value::Null, json!(measured), Verdict::Measured);
    }

    /// Adds an item that is lost or known not to come out, with a sentence why.
    pub fn lost(&mut self, source: &str, item: impl Into<String>, printed: Value, why: &str) {
        self.push(source, item, printed, json!(why), Verdict::NotReproduced);
    }

    fn push(&mut self, source: &str, item: impl Into<String>, expected: Value, measured: Value, verdict: Verdict) {
        self.items.push(Item { source: source.to_owned(), item: item.into(), expected, measured, verdict });
    }

    /// How many items have a verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.items.iter().filter(|item| item.verdict == verdict).count()
    }

    /// For people: a line an item.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for item in &self.items {
            let _ = writeln!(text, "{}: {} ({})", item.verdict.word(), item.item, item.source);
            let measured = short(&item.measured);
            let _ = match item.verdict {
                Verdict::Match => writeln!(text, "    {measured}"),
                _ => writeln!(text, "    expected {}, measured {measured}", short(&item.expected)),
            };
        }
        let _ = writeln!(text, "{}", self.closing());
        text
    }

    /// As a page of Markdown.
    pub fn markdown(&self) -> String {
        let mut text = "# Reproduction\n\nMade by `harness reproduce --format markdown`; do not edit. Sources: *paper* is J.-M. Chauvet, \
                        \"Combinatorial explorations in Su-Doku\" (arXiv 0803.4253); *literature* is known elsewhere; *independent* was worked \
                        out by programs that share no code with this one. Long sequences are cut here and whole in `--format json`.\n\n"
            .to_owned();
        text.push_str("| source | item | expected | measured | verdict |\n|---|---|---|---|---|\n");
        for item in &self.items {
            let cells = [item.item.replace('|', "\\|"), short(&item.expected), short(&item.measured)];
            let _ = writeln!(text, "| {} | {} | {} |", item.source, cells.join(" | "), item.verdict.word());
        }
        let _ = writeln!(text, "\n{}", self.closing());
        text
    }

    fn closing(&self) -> String {
        let all = [Verdict::Match, Verdict::Differs, Verdict::NotReproduced, Verdict::Measured];
        let counts = all.map(|verdict| format!("{} {}", self.count(verdict), verdict.word()));
        format!("{} items: {}.", self.items.len(), counts.join(", "))
    }
}

/// A value as text, cut when it is long.
fn short(value: &Value) -> String {
    let text = match value {
        Value::Null => "–".to_owned(),
        Value::String(text) => text.clone(),
        other => other.to_string().replace(',', ", "),
    };
    if text.chars().count() <= 120 {
        return text;
    }
    text.chars().take(110).chain("… (cut)".chars()).collect()
}
