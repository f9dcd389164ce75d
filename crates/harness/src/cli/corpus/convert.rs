//! `harness corpus convert`: any format that is read into any that people want.
//!
//! Streams: a puzzle is written as soon as it is read. The first bad one ends it; what was written before stays.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use model::Rules;
use model::text::{InputFormat, MAX_SYMBOLS, Reader, board_text, symbol};

use super::super::Found;
use super::super::puzzles::{input_format, named_rules};
use crate::board;
use crate::corpus::{EMBEDDED, Source};

#[derive(clap::Args)]
pub(in crate::cli) struct Args {
    /// A file of puzzles in any format of docs/FORMATS.md; - for standard input; the embedded corpus by default.
    #[arg(default_value = EMBEDDED)]
    file: String,
    /// Format to write.
    #[arg(long, visible_alias = "format", value_enum, default_value_t = To::Line)]
    to: To,
    /// Format of the file, where the detector errs: lines, rows, csv, json, … (docs/FORMATS.md).
    #[arg(long, value_name = "F", value_parser = input_format)]
    input_format: Option<InputFormat>,
    /// Rules, where neither length nor header says.
    #[arg(long)]
    rules: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum To {
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
    let source = Source::parse(&args.file);
    let name = source.name();
    let folder = source.folder().map(Path::to_owned);
    let resolve = Box::new(move |name: &str| crate::rules::resolve(name, folder.as_deref()));
    let rules = named_rules(args.rules.as_deref())?;
    let mut reader = Reader::with_resolver(source.open()?, rules, resolve).with_format(args.input_format);
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let mut written = 0;
    while let Some(entry) = reader.next() {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                out.flush()?;
                bail!("{name}: {error}");
            }
        };
        let rules = reader.rules().expect("an entry has rules");
        if written == 0 {
            check(args.to, rules)?;
            out.write_all(head(args.to, rules).as_bytes())?;
        }
        let text = one(args.to, rules, entry.givens.values(), entry.line, written == 0);
        out.write_all(text.as_bytes())?;
        written += 1;
    }
    if written == 0 {
        bail!("{name} holds no puzzle");
    }
    out.write_all(tail(args.to).as_bytes())?;
    out.flush()?;
    Ok(Found::Fine)
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

fn head(to: To, rules: &Rules) -> String {
    let usual = Rules::of_length(rules.cells()).is_some_and(|usual| usual.name() == rules.name());
    let header = if usual { String::new() } else { format!("# rules: {}\n", rules.name()) };
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
