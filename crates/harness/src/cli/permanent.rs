//! `harness permanent`.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context, Result, bail};

use super::{Format, Found, print};
use crate::permanent::{LatinBounds, Matrix, latin_bounds, minc_bregman, ryser, van_der_waerden};
use crate::run_dir::csv_line;

#[derive(clap::Args)]
pub(super) struct Args {
    /// A file of rows of integers, - for standard input, the rows themselves with ; between them, or the name of a matrix:
    /// ones, derangement (J − I), i+j.
    #[arg(value_name = "MATRIX|NAME", allow_hyphen_values = true)]
    matrix: String,
    /// Side of a named matrix.
    side: Option<String>,
    /// How the answer is printed.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub(super) fn main(args: &Args) -> Result<Found> {
    let matrix = matrix(&args.matrix, args.side.as_deref())?;
    let answer = Answer::of(&matrix)?;
    print(&match args.format {
        Format::Json => format!("{}\n", answer.json()?),
        Format::Csv => answer.csv(),
        Format::Text => answer.prose(),
    })?;
    Ok(Found::Fine)
}

const NAMES: [&str; 3] = ["ones", "derangement", "i+j"];

/// A side beyond this is a slip of the keyboard: it is refused before its entries are made.
const MOST_NAMED: usize = 1000;

fn matrix(text: &str, side: Option<&str>) -> Result<Matrix> {
    // The name and the side may come as one argument.
    let (text, side) = match (text.trim().split_once(' '), side) {
        (Some((name, rest)), None) if NAMES.contains(&name) => (name, Some(rest.trim())),
        _ => (text, side),
    };
    match (NAMES.contains(&text), side) {
        (true, None) => bail!("{text} wants a side, as in `harness permanent {text} 4`"),
        (false, Some(_)) => bail!("`{text}` is no matrix that has a name; these have: {}", NAMES.join(", ")),
        (true, Some(side)) => {
            let side = side.parse().ok().filter(|&side: &usize| side <= MOST_NAMED);
            let side = side.with_context(|| format!("a side is a number from 0 to {MOST_NAMED}"))?;
            Ok(match text {
                "ones" => Matrix::ones(side),
                "derangement" => Matrix::derangement(side),
                _ => Matrix::i_plus_j(side),
            })
        }
        (false, None) if text == "-" => {
            let rows = std::io::read_to_string(std::io::stdin()).context("cannot read standard input")?;
            parse(&rows).context("standard input")
        }
        (false, None) if Path::new(text).exists() => {
            let rows = std::fs::read_to_string(text).with_context(|| format!("cannot read {text}"))?;
            parse(&rows).with_context(|| text.to_owned())
        }
        (false, None) => parse(text).with_context(|| format!("`{text}` is neither a file nor a matrix")),
    }
}

/// Rows end with a line or a semicolon; entries have blanks or commas between them; # begins a comment.
fn parse(text: &str) -> Result<Matrix> {
    let mut rows = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split('#').next().unwrap_or_default();
        for row in line.split(';') {
            let entries = row
                .split(|c: char| c.is_whitespace() || c == ',')
                .filter(|entry| !entry.is_empty())
                .map(|entry| entry.parse().with_context(|| format!("line {number}: `{entry}` is no integer")))
                .collect::<Result<Vec<i64>>>()?;
            if !entries.is_empty() {
                rows.push(entries);
            }
        }
    }
    if rows.is_empty() {
        bail!("there is no row");
    }
    Ok(Matrix::new(&rows)?)
}

/// The permanent and what bounds it.
struct Answer {
    side: usize,
    permanent: i128,
    minc_bregman: Option<f64>,
    van_der_waerden: Option<f64>,
    line_sum: Option<i64>,
    is_binary: bool,
    /// Bounds of the Latin squares of this order, where the matrix speaks of them: all ones.
    latin: Option<LatinBounds>,
}

impl Answer {
    fn of(matrix: &Matrix) -> Result<Self> {
        let side = matrix.side();
        let is_binary = matrix.is_binary();
        let line_sum = matrix.line_sum();
        let is_ones = side > 0 && *matrix == Matrix::ones(side);
        Ok(Self {
            side,
            permanent: ryser(matrix)?,
            minc_bregman: minc_bregman(matrix),
            van_der_waerden: van_der_waerden(matrix),
            line_sum,
            is_binary,
            latin: is_ones.then(|| latin_bounds(side)),
        })
    }

    fn json(&self) -> Result<String> {
        // A struct rather than a value: a value has no integers beyond 64 bits.
        #[derive(serde::Serialize)]
        struct Row {
            n: usize,
            permanent: i128,
            minc_bregman: Option<f64>,
            van_der_waerden: Option<f64>,
            line_sum: Option<i64>,
            latin_lower: Option<f64>,
            latin_upper: Option<f64>,
        }
        Ok(serde_json::to_string(&Row {
            n: self.side,
            permanent: self.permanent,
            minc_bregman: self.minc_bregman,
            van_der_waerden: self.van_der_waerden,
            line_sum: self.line_sum,
            latin_lower: self.latin.map(|bounds| bounds.lower()),
            latin_upper: self.latin.map(|bounds| bounds.upper()),
        })?)
    }

    fn csv(&self) -> String {
        let optional = |bound: Option<f64>| bound.map(|bound| bound.to_string()).unwrap_or_default();
        let header = ["n", "permanent", "minc_bregman", "van_der_waerden"].map(str::to_owned);
        let row = [
            self.side.to_string(),
            self.permanent.to_string(),
            optional(self.minc_bregman),
            optional(self.van_der_waerden),
        ];
        [csv_line(&header), csv_line(&row)].iter().map(|line| String::from_utf8_lossy(line)).collect()
    }

    fn prose(&self) -> String {
        let mut text = format!("permanent {} (side {})\n", self.permanent, self.side);
        let _ = match self.minc_bregman {
            Some(bound) => writeln!(text, "  at most {bound:.6} (Minc–Brègman)"),
            None => writeln!(text, "  Minc–Brègman says nothing: not all entries are 0 or 1"),
        };
        let _ = match self.van_der_waerden {
            Some(bound) => writeln!(text, "  at least {bound:.6} (van der Waerden)"),
            None => writeln!(
                text,
                "  van der Waerden says nothing: rows and columns do not all have the same sum, or an entry is negative"
            ),
        };
        let sum = self.line_sum.and_then(|sum| usize::try_from(sum).ok()).filter(|&sum| sum > 0);
        if let (true, Some(sum), None) = (self.is_binary, sum, self.latin) {
            let _ = writeln!(
                text,
                "  as the values still free in each column of a Latin rectangle of {} × {}: so many rows can come next",
                self.side - sum,
                self.side
            );
        }
        if let Some(bounds) = self.latin {
            let n = self.side;
            let _ = writeln!(text, "  as an alldifferent on {n} variables and {n} values: so many solutions");
            let _ = writeln!(
                text,
                "  Latin squares of order {n}: at least {}, at most {} (both theorems, row after row)",
                float(bounds.lower(), bounds.lower_log10),
                float(bounds.upper(), bounds.upper_log10)
            );
            let root = n.isqrt();
            if root > 1 && root * root == n {
                let _ = writeln!(
                    text,
                    "  Sudoku grids of order {root} are such Latin squares: the upper bound holds for them"
                );
            }
        }
        text
    }
}

/// Two decimals, or a power of ten where that is easier to read.
fn float(value: f64, log10: f64) -> String {
    if log10 < 9.0 { format!("{value:.2}") } else { format!("10^{log10:.2}") }
}
