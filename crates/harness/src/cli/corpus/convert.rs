//! `harness corpus convert`: any format that is read into any that people want.
//!
//! Streams: a puzzle is written as soon as it is read. The first bad one ends it; what was written before stays.

use std::io::{BufWriter, StdoutLock, Write};

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use model::text::{MAX_SYMBOLS, board_text, symbol};
use model::{Rules, UnitKind};

use super::super::Found;
use super::input::Input;

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

fn one(to: To, rules: &Rules, board: &[u8], line: u64, first: bool) -> String {
    let n = usize::from(rules.values());
    let text = || board_text(board, rules.values());
    let zeros = || text().replace('.', "0");
    let rows = |cell: &dyn Fn(u8) -> String, between: &str| -> Vec<String> {
        board.chunks(n).map(|row| row.iter().map(|&value| cell(value)).collect::<Vec<_>>().join(between)).collect()
    };
    let plain = |value: u8| symbol(value).to_string();
    let gap = if first { "" } else { "\n" };
    match to {
        To::Line => text() + "\n",
        To::Sdm => zeros() + "\n",
        To::Numbers => board.iter().map(u8::to_string).collect::<Vec<_>>().join(",") + "\n",
        To::Csv => {
            let bytes = crate::run_dir::csv_line(&[line.to_string(), text()]);
            String::from_utf8_lossy(&bytes).into_owned()
        }
        To::Json => {
            let comma = if first { "" } else { "," };
            format!("{comma}{}", serde_json::json!({ "givens": text(), "line": line }))
        }
        To::Grid => format!("{gap}{}", drawn(rules, board, &Pen::GRID)),
        To::Ss => format!("{gap}{}", drawn(rules, board, &Pen::SIMPLE)),
        To::Rows => format!("{gap}{}\n", rows(&plain, "").join("\n")),
        To::Sdk => format!("[Puzzle]\n{}\n", rows(&plain, "").join("\n")),
        To::Candidates => {
            let cell = |&value: &u8| -> String {
                (1..=rules.values()).map(|own| if value == 0 || value == own { symbol(own) } else { '.' }).collect()
            };
            board.iter().map(cell).collect::<String>() + "\n"
        }
        To::Braces => format!("{gap}{{\n{{{}}}\n}};\n", rows(&|value| value.to_string(), ",").join("},\n{")),
        To::Opensudoku => format!("  <game data=\"{}\"/>\n", zeros()),
    }
}

/// How a board is drawn.
struct Pen {
    indent: &'static str,
    corner: char,
    edge: char,
    cross: &'static str,
    spaced: bool,
}

impl Pen {
    const GRID: Self = Self { indent: "", corner: '+', edge: '+', cross: "+", spaced: true };
    const SIMPLE: Self = Self { indent: " ", corner: '*', edge: '|', cross: "+", spaced: false };
}

fn drawn(rules: &Rules, board: &[u8], pen: &Pen) -> String {
    let n = usize::from(rules.values());
    let (height, width) = block(rules, n);
    let numbers = rules.values() > MAX_SYMBOLS;
    let cell = |value: u8| match (numbers, value) {
        (true, 0) => " .".to_owned(),
        (true, _) => format!("{value:2}"),
        (false, _) => symbol(value).to_string(),
    };
    let (between, around) = if pen.spaced { (" ", " ") } else { ("", "") };
    let line = |row: &[u8]| {
        let blocks =
            row.chunks(width).map(|part| part.iter().map(|&value| cell(value)).collect::<Vec<_>>().join(between));
        format!("{}|{around}{}{around}|\n", pen.indent, blocks.collect::<Vec<_>>().join(&format!("{around}|{around}")))
    };
    let dashes = "-".repeat(width * (1 + usize::from(numbers)) + if pen.spaced { width + 1 } else { 0 });
    let rule =
        |end: char, cross: &str| format!("{}{end}{}{end}\n", pen.indent, vec![dashes.as_str(); n / width].join(cross));
    let outer = rule(pen.corner, if pen.corner == '*' { "-" } else { pen.cross });
    let inner = rule(pen.edge, pen.cross);
    let bands: Vec<String> = board.chunks(n * height).map(|band| band.chunks(n).map(line).collect()).collect();
    format!("{outer}{}{outer}", bands.join(&inner))
}

/// Rows and columns of a block, where blocks are rectangles; the whole board otherwise.
fn block(rules: &Rules, n: usize) -> (usize, usize) {
    let Some(unit) = rules.units().iter().find(|unit| unit.kind() == UnitKind::Block) else { return (n, n) };
    let cells = unit.cells();
    let width = cells.iter().take_while(|cell| cell.index() < n).count().max(1);
    let height = n / width;
    let rectangle = cells.iter().enumerate().all(|(k, cell)| cell.index() == k / width * n + k % width);
    if rectangle && width * height == n { (height, width) } else { (n, n) }
}
