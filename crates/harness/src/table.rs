//! A table of text, in plain columns or drawn for a terminal.
//!
//! The second column, which names the row, starts at the left; numbers end at the right. A drawn table is never wider than
//! its terminal: heads are broken at spaces, and what then still does not fit is left out from the right, and said. Cells
//! are never broken, because a figure in two lines is misread.

use std::fmt::Write as _;

use comfy_table::presets::UTF8_BORDERS_ONLY;
use comfy_table::{Attribute, Cell, CellAlignment, ColumnConstraint, ContentArrangement, Width};

use crate::terminal::{Paint, Tone};

/// What a drawn column takes beside its text: a space on either side, and one between it and the next.
const AROUND: usize = 3;

/// A head and rows; a row may be shorter than the head.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    head: Vec<String>,
    rows: Vec<Vec<(String, Tone)>>,
}

impl Table {
    pub(crate) fn new(head: Vec<String>) -> Self {
        Self { head, rows: Vec::new() }
    }

    pub(crate) fn push(&mut self, row: Vec<(String, Tone)>) {
        self.rows.push(row);
    }

    /// The table; ends with a line break.
    pub(crate) fn text(&self, paint: Paint) -> String {
        match paint {
            Paint::Plain => self.plain(),
            Paint::Drawn(width) | Paint::Coloured(width) => self.drawn(paint, width.into()),
        }
    }

    /// Columns two spaces apart.
    fn plain(&self) -> String {
        let head = self.head.iter().map(String::as_str).collect::<Vec<_>>();
        let rows = self.rows.iter().map(|row| row.iter().map(|(text, _)| text.as_str()).collect());
        let widths: Vec<usize> =
            (0..head.len()).map(|column| self.cell_width(column).max(length(head[column]))).collect();
        let mut text = String::new();
        for line in std::iter::once(head).chain(rows) {
            let cells = line.iter().zip(&widths).enumerate();
            let cells: Vec<String> = cells
                .map(|(column, (cell, &width))| match alignment(column) {
                    CellAlignment::Left => format!("{cell:<width$}"),
                    _ => format!("{cell:>width$}"),
                })
                .collect();
            text.push_str(cells.join("  ").trim_end());
            text.push('\n');
        }
        text
    }

    fn drawn(&self, paint: Paint, width: usize) -> String {
        let least = |column: usize| {
            let words = self.head[column].split(' ').map(length).max().unwrap_or(0);
            self.cell_width(column).max(words)
        };
        let least: Vec<usize> = (0..self.head.len()).map(least).collect();
        let ends = least.iter().scan(1, |end, column| {
            *end += column + AROUND;
            Some(*end)
        });
        let fitting = ends.take_while(|end| *end <= width).count().max(2).min(least.len());
        let mut table = comfy_table::Table::new();
        table.load_style(UTF8_BORDERS_ONLY).set_content_arrangement(ContentArrangement::Dynamic);
        table.set_width(width as u16);
        // One place decides, and it is not the library.
        match paint {
            Paint::Coloured(_) => table.enforce_styling(),
            _ => table.force_no_tty(),
        };
        table.set_header(self.head[..fitting].iter().map(|text| Cell::new(text).add_attribute(Attribute::Bold)));
        for row in &self.rows {
            table.add_row(row.iter().take(fitting).map(|(text, tone)| styled(text, *tone)));
        }
        for (number, column) in table.column_iter_mut().enumerate() {
            column.set_cell_alignment(alignment(number));
            column.set_constraint(ColumnConstraint::LowerBoundary(Width::Fixed(least[number] as u16 + 2)));
        }
        let mut text = format!("{table}\n");
        if fitting < least.len() {
            let left = self.head[fitting..].join(", ");
            let _ = writeln!(text, "No room for: {left} (a wider terminal has it, or --plain)");
        }
        text
    }

    /// The longest cell of a column, without its head.
    fn cell_width(&self, column: usize) -> usize {
        self.rows.iter().filter_map(|row| row.get(column)).map(|(text, _)| length(text)).max().unwrap_or(0)
    }
}

fn styled(text: &str, tone: Tone) -> Cell {
    let style = tone.style();
    let cell = Cell::new(text);
    let cell = style.foreground_color.into_iter().fold(cell, Cell::fg);
    if style.attributes.has(Attribute::Bold) { cell.add_attribute(Attribute::Bold) } else { cell }
}

fn length(text: &str) -> usize {
    text.chars().count()
}

fn alignment(column: usize) -> CellAlignment {
    if column == 1 { CellAlignment::Left } else { CellAlignment::Right }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let mut table = Table::new(["#", "strategy", "total (PAR-2)", "wins"].map(str::to_owned).to_vec());
        let cells = |cells: [&str; 4], tone| cells.map(|text| (text.to_owned(), tone)).to_vec();
        table.push(cells(["1", "dlx/shortest", "> 2.02 ms", "90 %"], Tone::Best));
        table.push(cells(["2", "sat/minimal", "10 s", "–"], Tone::Bad));
        table
    }

    #[test]
    fn plain_columns_are_two_spaces_apart() {
        let expected = "#  strategy      total (PAR-2)  wins\n1  dlx/shortest      > 2.02 ms  90 %\n2  sat/minimal            10 s     –\n";
        assert_eq!(table().text(Paint::Plain), expected);
    }

    #[test]
    fn a_drawn_table_is_no_wider_than_its_terminal_and_breaks_no_cell() {
        for width in 20..100 {
            let text = table().text(Paint::Drawn(width));
            let (drawn, left_out): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| !line.starts_with("No room"));
            assert!(drawn.iter().all(|line| length(line) <= usize::from(width).max(24)), "{width}:\n{text}");
            assert!(drawn.iter().any(|line| line.contains("dlx/shortest")), "{width}:\n{text}");
            let is_there = |cell: &str| drawn.iter().any(|line| line.contains(cell));
            assert_ne!(is_there("90 %"), left_out.concat().contains("wins"), "{width}:\n{text}");
            assert_ne!(is_there("> 2.02 ms"), left_out.concat().contains("total"), "{width}:\n{text}");
        }
    }

    #[test]
    fn colours_change_nothing_but_colours() {
        crossterm::style::force_color_output(true);
        let coloured = table().text(Paint::Coloured(60));
        assert!(coloured.matches("\x1b[38;5;").count() >= 8, "every cell: {coloured:?}");
        let bare = coloured.split('\x1b').enumerate().map(|(at, part)| match part.split_once('m') {
            Some((code, rest)) if at > 0 && code.starts_with('[') => rest,
            _ => part,
        });
        assert_eq!(bare.collect::<String>(), table().text(Paint::Drawn(60)));
    }
}
