//! What a file is taken for.
//!
//! The only place that guesses: from the start of the input, once, by rules that docs/FORMATS.md states. What it settles
//! holds for the whole file and is shown by `corpus info`.

use super::board::{Style, cells_of, is_length, root};
use super::rows::{self, Row};
use super::symbols::{Alphabet, is_blank};
use crate::Rules;

/// How puzzles are laid out in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// One board a line.
    Lines,
    /// Boards over several lines, drawn or plain.
    Rows,
    /// Comma-, semicolon- or tab-separated with a header that names the column of puzzles.
    Csv,
    /// JSON, one document or one a line.
    Json,
    /// Arrays as in C++ or Python source.
    Braces,
    /// XML, as of OpenSudoku.
    Xml,
}

/// What a file is taken for: its layout, and what its symbols mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InputFormat {
    /// How puzzles are laid out.
    pub layout: Layout,
    /// What symbols stand for; `None` where the detector is to say.
    pub alphabet: Option<Alphabet>,
}

const NAMES: [(&str, Layout); 16] = [
    ("lines", Layout::Lines),
    ("rows", Layout::Rows),
    ("csv", Layout::Csv),
    ("json", Layout::Json),
    ("braces", Layout::Braces),
    ("xml", Layout::Xml),
    ("line", Layout::Lines),
    ("sdm", Layout::Lines),
    ("candidates", Layout::Lines),
    ("grid", Layout::Rows),
    ("sdk", Layout::Rows),
    ("sdx", Layout::Rows),
    ("ss", Layout::Rows),
    ("euler", Layout::Rows),
    ("kaggle", Layout::Csv),
    ("opensudoku", Layout::Xml),
];

impl InputFormat {
    /// The format of a name, with an alphabet behind a colon: `lines`, `sdk`, `rows:letters`.
    ///
    /// ```
    /// use model::text::{Alphabet, InputFormat, Layout};
    /// let format = InputFormat::parse("lines:zero").unwrap();
    /// assert_eq!((format.layout, format.alphabet), (Layout::Lines, Some(Alphabet::ZeroBased)));
    /// assert!(InputFormat::parse("morse").is_none());
    /// ```
    pub fn parse(name: &str) -> Option<Self> {
        let (layout, alphabet) = match name.split_once(':') {
            Some((layout, alphabet)) => (layout, Some(Alphabet::parse(alphabet)?)),
            None => (name, None),
        };
        let (_, layout) = NAMES.iter().find(|(known, _)| *known == layout)?;
        Some(Self { layout: *layout, alphabet })
    }

    /// Every layout name that [`InputFormat::parse`] knows.
    pub fn names() -> impl Iterator<Item = &'static str> {
        NAMES.iter().map(|(name, _)| *name)
    }
}

impl Layout {
    /// Its name, for `--input-format`.
    pub fn name(self) -> &'static str {
        NAMES.iter().find(|(_, layout)| *layout == self).expect("every layout has a name").0
    }

    /// One line that says what it is.
    pub const fn summary(self) -> &'static str {
        match self {
            Self::Lines => "one board a line",
            Self::Rows => "boards over several lines",
            Self::Csv => "columns with a header",
            Self::Json => "JSON",
            Self::Braces => "arrays of a program",
            Self::Xml => "XML",
        }
    }
}

/// What the reader works with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Taken {
    pub(super) layout: Layout,
    pub(super) style: Style,
    /// Cells a row in drawn boards, where nobody named the rules.
    pub(super) width: Option<usize>,
}

/// Whether the line is a comment.
pub(super) fn is_comment(content: &str) -> bool {
    content.starts_with(['#', '%', ';']) || content.starts_with("//")
}

/// Where the first line that is no comment ends, if it is a classic board: nothing more need be waited for.
pub(super) fn is_enough(head: &str) -> Option<usize> {
    let mut end = 0;
    for line in head.split_inclusive('\n') {
        end += line.len();
        let content = line.trim_start_matches('\u{feff}').trim();
        if content.is_empty() || is_comment(content) {
            continue;
        }
        let field = content.split_whitespace().next().unwrap_or("");
        let board = field.chars().count() == 81 && field.chars().all(|c| c.is_ascii_digit() || is_blank(c));
        return (board && line.ends_with('\n')).then_some(end);
    }
    None
}

/// What the start of a file is, where `rules` are known or not, and `asked` overrules.
pub(super) fn detect(head: &str, rules: Option<&Rules>, asked: Option<InputFormat>) -> Taken {
    let lines: Vec<&str> = head
        .lines()
        .filter(|line| !line.trim().is_empty() && !is_comment(line.trim_start()))
        .map(|line| line.get(..1 << 15).unwrap_or(line))
        .take(400)
        .collect();
    let (layout, width) = match asked {
        Some(asked) => (asked.layout, line_or_row(&lines, rules, Style::default()).1),
        None => of_first(&lines).map_or_else(|| line_or_row(&lines, rules, Style::default()), |layout| (layout, None)),
    };
    // Titles and sections say nothing of the width.
    let row = |line: &&&str| !rows::is_title(line) && rows::section(line).is_none() && !rows::is_border(line, 0, false);
    let first_row = || lines.iter().filter(row).find_map(|line| drawn_width(line));
    let width = width.or_else(|| if layout == Layout::Rows { first_row() } else { None });
    let n = rules.map_or_else(|| side(&lines, layout, width), |rules| usize::from(rules.values()));
    let spaces = matches!(layout, Layout::Lines | Layout::Rows) && spaces_are_blanks(&lines, n, layout);
    let alphabet = asked.and_then(|asked| asked.alphabet).unwrap_or_else(|| alphabet(&lines, n, layout));
    let dashes = lines.iter().any(|line| line.contains('-') && rows::is_plain(line, n));
    let width = rules
        .and_then(Rules::width)
        .or(width)
        .or_else(|| quoted_width(head, layout))
        .or((layout == Layout::Rows && n > 1).then_some(n));
    Taken { layout, style: Style { alphabet, spaces, dashes }, width }
}

/// What the first line gives away.
fn of_first(lines: &[&str]) -> Option<Layout> {
    let first = lines.first()?.trim();
    if super::csv::column(first).is_some() {
        return Some(Layout::Csv);
    }
    if first.starts_with('<') {
        return Some(Layout::Xml);
    }
    if rows::section(first).is_some() || rows::is_title(first) {
        return Some(Layout::Rows);
    }
    let rest = lines.iter().flat_map(|line| line.chars()).filter(|c| !c.is_whitespace());
    let start: String = rest.take(200).collect();
    let quoted_key = || {
        let inner = start.trim_start_matches(['[', '{']).strip_prefix('"');
        inner.and_then(|inner| inner.split_once('"')).is_some_and(|(_, after)| after.starts_with(':'))
    };
    if start.starts_with("{}") || (start.starts_with(['{', '[']) && quoted_key()) {
        return Some(Layout::Json);
    }
    let python = start.starts_with('[') && (start.contains('\'') || start.contains('#'));
    if start.starts_with('[') && !python {
        return Some(Layout::Json);
    }
    let source = first.contains('{')
        || first.contains("= [")
        || first.contains("=[")
        || lines.get(1).is_some_and(|line| line.trim() == "{");
    (source || python || start.starts_with('(')).then_some(Layout::Braces)
}

/// Strings of 16 or 36 symbols in arrays are rows where a symbol goes beyond the values of a board of that length.
fn quoted_width(head: &str, layout: Layout) -> Option<usize> {
    let strings = || head.split(['"', '\'']).filter(|text| matches!(text.len(), 16 | 36) && !text.contains(','));
    let nested = matches!(layout, Layout::Json | Layout::Braces);
    strings().find(|text| nested && beyond(text, text.len().isqrt())).map(str::len)
}

/// The width of drawn boards in which a space is the only blank: all lines as long or shorter, and no even list of words.
fn spaced_width(lines: &[&str]) -> Option<usize> {
    let rows: Vec<&&str> = lines.iter().filter(|line| !rows::is_border(line, 0, false)).collect();
    let bare = |line: &str| line.chars().filter(|&c| !rows::is_separator(c)).collect::<String>();
    let value = |c: char| c == ' ' || (c.is_ascii_alphanumeric() && c != '0');
    let width = rows.iter().map(|row| bare(row).chars().count()).max()?;
    let even = rows
        .iter()
        .map(|row| row.split_whitespace().count())
        .collect::<Vec<_>>()
        .windows(2)
        .all(|two| two[0] == two[1]);
    // Rows of as many values as there are rows, between walls that are not straight, have no blanks.
    let values = |row: &str| row.chars().filter(char::is_ascii_alphanumeric).count();
    let full = rows.first().map(|row| values(row)).filter(|&n| rows.iter().all(|row| values(row) == n));
    let walled = full.is_some_and(|n| rows.len().is_multiple_of(n.max(1)) && !rows.len().is_multiple_of(width));
    let boards = matches!(width, 4 | 6 | 9 | 16 | 25) && rows.len() > width / 2 && !even && !walled;
    (boards && rows.iter().all(|row| bare(row).chars().all(value))).then_some(width)
}

/// One-line or drawn boards, by the first line that tells; the width of a row where no rules are known.
fn line_or_row(lines: &[&str], rules: Option<&Rules>, style: Style) -> (Layout, Option<usize>) {
    if rules.is_none()
        && let Some(width) = spaced_width(lines)
        && lines.iter().any(|line| line.contains(' '))
    {
        return (Layout::Rows, Some(width));
    }
    for (at, line) in lines.iter().enumerate() {
        if rows::is_border(line, 0, false)
            && line.trim().chars().any(|c| "+|=*:\u{2500}\u{2550}".contains(c) || line.contains("- "))
        {
            let width = lines[at + 1..].iter().find_map(|line| drawn_width(line));
            return (Layout::Rows, width);
        }
        if let Some(rules) = rules {
            if cells_of_known(line, rules, style) {
                return (Layout::Lines, None);
            }
            if rules.width().is_some_and(|n| matches!(rows::row(line, n, style), Row::Cells(_)) || comma_row(line, n)) {
                return (Layout::Rows, rules.width());
            }
            continue;
        }
        let cells = cells_of(line, style);
        if is_length(cells) {
            // 16 and 36 are a small board or a row of a large one: the largest value tells.
            let side = cells.isqrt();
            let rows_of_it = lines[at..].iter().take(cells).filter(|line| drawn_width(line) == Some(cells));
            let large = matches!(cells, 16 | 36) && rows_of_it.clone().count() == cells;
            if large && rows_of_it.clone().any(|line| beyond(line, side)) {
                return (Layout::Rows, Some(cells));
            }
            return (Layout::Lines, None);
        }
        if let Some(width) = drawn_width(line) {
            return (Layout::Rows, Some(width));
        }
    }
    (Layout::Lines, None)
}

fn cells_of_known(line: &str, rules: &Rules, style: Style) -> bool {
    match super::board::parse_styled(line, rules, style) {
        Ok(_) => true,
        Err(error) => !matches!(error.problem, super::Problem::Length { .. }),
    }
}

/// A comma list of about a row, never of a board.
fn comma_row(line: &str, n: usize) -> bool {
    let fields = line.split(',').count();
    fields > 1 && fields.abs_diff(n) <= 1
}

/// The cells of a row, where they are as many as a side of a known board.
fn drawn_width(line: &str) -> Option<usize> {
    [9, 16, 25, 4, 6, 36].into_iter().find(|&n| matches!(rows::row(line, n, Style::default()), Row::Cells(_)))
}

/// Whether a symbol or number of the line goes beyond a value.
fn beyond(line: &str, n: usize) -> bool {
    // `21` between blanks is two values, unless the line is a list.
    let listed = line.contains([',', ' ', '\t']);
    line.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| match word.parse::<usize>() {
        Ok(number) if listed && word.len() <= 2 => number > n,
        _ => word.chars().any(|c| c.to_digit(36).is_some_and(|value| value as usize > n) && !matches!(c, 'x' | 'X')),
    })
}

/// N of the first board.
fn side(lines: &[&str], layout: Layout, width: Option<usize>) -> usize {
    match layout {
        Layout::Rows => width.unwrap_or(0),
        _ => lines.iter().find_map(|line| root(cells_of(line, Style::default()), 2)).unwrap_or(0),
    }
}

/// A space is a blank where nothing else is one and a line with spaces in it is as long as a board or a row.
fn spaces_are_blanks(lines: &[&str], n: usize, layout: Layout) -> bool {
    let length = if layout == Layout::Rows { n } else { n * n };
    let lengths: &[usize] = if n == 0 { &[81, 256, 625, 16] } else { &[length] };
    let value = |c: char| c.is_ascii_alphanumeric() && c != '0';
    let mut seen = false;
    for line in lines.iter().filter(|line| !rows::is_border(line, n, false)) {
        let bare: Vec<char> = line.chars().filter(|c| !rows::is_separator(*c)).collect();
        if !bare.iter().all(|&c| c == ' ' || value(c)) {
            return false;
        }
        // Values in every other place are a list, not a board with blanks.
        let listed = line.split_whitespace().count() > 1 && cells_of(line, Style::default()) == length;
        seen |= lengths.contains(&bare.len()) && bare.contains(&' ') && !listed;
    }
    seen
}

/// Whether `0` is a value and whether `A` is 1, from all symbols of the head.
fn alphabet(lines: &[&str], n: usize, layout: Layout) -> Alphabet {
    if !matches!(layout, Layout::Lines | Layout::Rows) || n <= 9 {
        return Alphabet::Digits;
    }
    let listed = |line: &str| line.contains(',') || line.split_whitespace().any(|word| word.len() == 2);
    if lines.iter().filter(|line| listed(line)).any(|line| line.split([',', ' ', '\t']).any(|word| word == "-1")) {
        return Alphabet::ZeroBased;
    }
    let boards = lines.iter().filter(|line| !rows::is_border(line, n, false)).filter_map(|line| {
        let field = if layout == Layout::Rows { line.trim() } else { line.split_whitespace().next()? };
        (!listed(field)).then_some(field)
    });
    let symbols: Vec<char> = boards.flat_map(str::chars).collect();
    let top = if n <= 35 { char::from_digit(n as u32, 36).unwrap_or('\0') } else { '\0' };
    let letters = symbols.iter().filter(|c| c.is_ascii_alphabetic()).count();
    let digit = symbols.iter().any(|c| matches!(c, '1'..='9'));
    if letters > 0 && !digit {
        return Alphabet::Letters;
    }
    let zero = symbols.contains(&'0');
    let other_blank = symbols.iter().any(|&c| is_blank(c));
    let has_top = symbols.iter().any(|c| c.to_ascii_lowercase() == top);
    if zero && other_blank && !has_top && letters > 0 { Alphabet::ZeroBased } else { Alphabet::Digits }
}
