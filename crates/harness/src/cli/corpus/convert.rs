//! `harness corpus convert`: any format that is read into any that people want.
//!
//! Streams: a puzzle is written as soon as it is read. The first bad one ends it; what was written before stays.

use std::io::{BufWriter, StdoutLock, Write};

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use model::Rules;
use model::text::{MAX_SYMBOLS, board_text, symbol};

use super::super::Found;
use super::input::Input;
use crate::board;

#[derive(clap::Args)]
pub(in crate::cli) struct Args {
    #[command(flatten)]
    input: Input,
    /// Format to write.
    #[arg(long, visible_alias = "format", value_enum, default_value_t = To::Line)]
    to: To,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum To {
    /// One board a line, `.` for a blank.
    Line,
    /// One board a line, `0` for a blank.
    Sdm,
    /// Numbers with commas, one board a line.
    Numbers,
    /// The line in the source and the board, with a header.
    Csv,
    /// An object with the list of puzzles.
    Json,
    /// Boards drawn with borders.
    Grid,
    /// A row a line, a blank line between boards.
    Rows,
    /// Sections of SadMan Sudoku.
    Sdk,
    /// Boards as Simple Sudoku draws them.
    Ss,
    /// N symbols a cell: its candidates before any reasoning.
    Candidates,
    /// Braces for a program's source.
    Braces,
    /// XML of OpenSudoku.
    Opensudoku,
}

pub(in crate::cli) fn main(args: &Args) -> Result<Found> {
    let mut writer = Writer::new(args.to);
    let read = args.input.each(|rules, line, givens| writer.put(rules, line, givens.values()));
    // What was written before a bad puzzle stays.
    if read.is_err() {
        writer.out.flush()?;
    } else {
        writer.end()?;
    }
    read.map(|()| Found::Fine)
}

/// Writes puzzles to standard output.
pub(super) struct Writer {
    to: To,
    out: BufWriter<StdoutLock<'static>>,
    first: bool,
}

impl Writer {
    pub(super) fn new(to: To) -> Self {
        Self { to, out: BufWriter::new(std::io::stdout().lock()), first: true }
    }

    /// Writes a puzzle, and before the first one what stands above.
    ///
    /// # Errors
    /// When the format cannot hold the rules, or nobody reads.
    pub(super) fn put(&mut self, rules: &Rules, line: u64, board: &[u8]) -> Result<()> {
        if self.first {
            check(self.to, rules)?;
            self.out.write_all(head(self.to, rules).as_bytes())?;
        }
        Ok(self.out.write_all(one(self.to, rules, board, line, std::mem::take(&mut self.first)).as_bytes())?)
    }

    /// Writes what stands below.
    ///
    /// # Errors
    /// When nobody reads.
    pub(super) fn end(mut self) -> Result<()> {
        self.out.write_all(tail(self.to).as_bytes())?;
        Ok(self.out.flush()?)
    }
}

fn check(to: To, rules: &Rules) -> Result<()> {
    let drawn = matches!(to, To::Grid | To::Rows | To::Sdk | To::Ss | To::Braces);
    if drawn {
        rules.width().with_context(|| format!("{} has no rows to draw", rules.name()))?;
    }
    let symbols = matches!(to, To::Rows | To::Sdk | To::Ss | To::Candidates | To::Opensudoku | To::Sdm);
    if symbols && rules.values() > MAX_SYMBOLS {
        bail!("{} has more values than symbols; numbers, json, csv, grid and braces can hold it", rules.name());
    }
    Ok(())
}

/// The comment that names rules which the length does not tell.
pub(super) fn header(rules: &Rules) -> String {
    let usual = Rules::of_length(rules.cells()).is_some_and(|usual| usual.name() == rules.name());
    if usual { String::new() } else { format!("# rules: {}\n", rules.name()) }
}

fn head(to: To, rules: &Rules) -> String {
    let header = header(rules);
    match to {
        To::Line | To::Sdm | To::Numbers | To::Grid | To::Rows | To::Sdk | To::Ss | To::Candidates => header,
        To::Csv => "line,puzzle\n".into(),
        To::Json => "{\"puzzles\":[".into(),
        To::Braces => String::new(),
        To::Opensudoku => "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku>\n".into(),
    }
}

fn tail(to: To) -> &'static str {
    match to {
        To::Json => "]}\n",
        To::Opensudoku => "</opensudoku>\n",
        _ => "",
    }
}

fn one(to: To, rules: &Rules, values: &[u8], line: u64, first: bool) -> String {
    let n = usize::from(rules.values());
    let text = || board_text(values, rules.values());
    let zeros = || text().replace('.', "0");
    let rows = |cell: &dyn Fn(u8) -> String, between: &str| -> Vec<String> {
        values.chunks(n).map(|row| row.iter().map(|&value| cell(value)).collect::<Vec<_>>().join(between)).collect()
    };
    let plain = |value: u8| symbol(value).to_string();
    let gap = if first { "" } else { "\n" };
    match to {
        To::Line => text() + "\n",
        To::Sdm => zeros() + "\n",
        To::Numbers => values.iter().map(u8::to_string).collect::<Vec<_>>().join(",") + "\n",
        To::Csv => {
            let bytes = crate::run_dir::csv_line(&[line.to_string(), text()]);
            String::from_utf8_lossy(&bytes).into_owned()
        }
        To::Json => {
            let comma = if first { "" } else { "," };
            format!("{comma}{}", serde_json::json!({ "givens": text(), "line": line }))
        }
        To::Grid => format!("{gap}{}", board::drawn(rules, values)),
        To::Ss => format!("{gap}{}", board::simple(rules, values)),
        To::Rows => format!("{gap}{}\n", rows(&plain, "").join("\n")),
        To::Sdk => format!("[Puzzle]\n{}\n", rows(&plain, "").join("\n")),
        To::Candidates => {
            let cell = |&value: &u8| -> String {
                (1..=rules.values()).map(|own| if value == 0 || value == own { symbol(own) } else { '.' }).collect()
            };
            values.iter().map(cell).collect::<String>() + "\n"
        }
        To::Braces => format!("{gap}{{\n{{{}}}\n}};\n", rows(&|value| value.to_string(), ",").join("},\n{")),
        To::Opensudoku => format!("  <game data=\"{}\"/>\n", zeros()),
    }
}
