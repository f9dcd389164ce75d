//! A table that can be written as HTML and as Markdown.

use askama::Template;
use serde_json::Value;

use crate::charts::Data;

/// How a column is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// From the left.
    Text,
    /// To the right.
    Number,
}

/// A column's heading.
#[derive(Clone, Debug)]
pub(super) struct Column {
    pub(super) name: String,
    pub(super) kind: Kind,
}

/// What a row stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Accent {
    Plain,
    Winner,
    Wrong,
}

/// Where the figure of a cell stands in summary.json: a strategy and a key, or keys joined by slashes.
#[derive(Clone, Debug)]
pub(super) struct Source {
    pub(super) strategy: String,
    pub(super) key: String,
}

/// A cell: what it says, and for machines the figure that it was rounded from.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    pub(super) text: String,
    pub(super) value: Option<String>,
    pub(super) source: Option<Source>,
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self { text, value: None, source: None }
    }
}

impl Cell {
    /// A cell with a figure to sort by that stands in no file by itself.
    pub(super) fn sorted(value: impl Into<Value>, text: String) -> Self {
        let value = Some(value.into()).filter(|value| !value.is_null()).map(|value| value.to_string());
        Self { text, value, source: None }
    }

    /// A cell with the figure that summary.json has of a strategy; without one it sorts last.
    pub(super) fn of(strategy: &str, key: &str, value: impl Into<Value>, text: String) -> Self {
        let value = Some(value.into()).filter(|value| !value.is_null()).map(|value| value.to_string());
        let source = value.is_some().then(|| Source { strategy: strategy.to_owned(), key: key.to_owned() });
        Self { text, value, source }
    }
}

/// A row; its first cell names it.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) accent: Accent,
    pub(super) cells: Vec<Cell>,
}

/// A table.
#[derive(Clone, Debug, Template)]
#[template(path = "table.html")]
pub(super) struct Table {
    pub(super) columns: Vec<Column>,
    pub(super) rows: Vec<Row>,
}

impl Table {
    /// A table without rows; the first column is text, the others are numbers unless their name begins with `<`.
    pub(super) fn new(names: &[&str]) -> Self {
        let column = |(index, name): (usize, &&str)| match name.strip_prefix('<') {
            Some(name) => Column { name: name.to_owned(), kind: Kind::Text },
            None => Column { name: (*name).to_owned(), kind: if index == 0 { Kind::Text } else { Kind::Number } },
        };
        Self { columns: names.iter().enumerate().map(column).collect(), rows: Vec::new() }
    }

    /// Adds a row.
    pub(super) fn push<C: Into<Cell>>(&mut self, accent: Accent, cells: Vec<C>) {
        self.rows.push(Row { accent, cells: cells.into_iter().map(Into::into).collect() });
    }

    /// The figures behind a chart.
    pub(super) fn of(data: &Data) -> Self {
        let mut table = Self::new(&data.columns.iter().map(String::as_str).collect::<Vec<_>>());
        for row in &data.rows {
            table.push(Accent::Plain, row.clone());
        }
        table
    }

    /// As a table of GitHub's Markdown.
    pub(super) fn markdown(&self) -> String {
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let mut text = line(self.columns.iter().map(|column| plain(&column.name)).collect());
        let rule = |column: &Column| if column.kind == Kind::Text { ":--" } else { "--:" }.to_owned();
        text.push_str(&line(self.columns.iter().map(rule).collect()));
        for row in &self.rows {
            text.push_str(&line(row.cells.iter().map(|cell| plain(&cell.text)).collect()));
        }
        text
    }

    fn cells<'a>(&'a self, row: &'a Row) -> impl Iterator<Item = (&'static str, &'a Cell)> {
        self.columns.iter().map(Column::class).zip(&row.cells)
    }
}

impl Column {
    fn class(&self) -> &'static str {
        if self.kind == Kind::Number { "n" } else { "" }
    }
}

impl Row {
    fn class(&self) -> &'static str {
        match self.accent {
            Accent::Plain => "",
            Accent::Winner => "winner",
            Accent::Wrong => "bad",
        }
    }
}

/// Text that means nothing to Markdown.
pub(super) fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '|' | '*' | '`' | '[' | ']' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            '\n' | '\r' => out.push(' '),
            _ => out.push(c),
        }
    }
    out
}
