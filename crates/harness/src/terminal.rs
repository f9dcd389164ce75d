//! How text is shown: drawn or plain, coloured or not.
//!
//! The one place that decides. Standard output is plain unless it is a terminal; a terminal has colours unless `NO_COLOR`
//! is set, `CLICOLOR` is 0, or it is dumb; `--plain` says no to all of it, and to bars. What is plain is a contract that
//! scripts read; what is drawn may change. clap colours its own messages, and none where we would not: left alone, it
//! takes a dumb terminal with `CI` in the environment for a coloured one.

use std::io::{IsTerminal, stderr, stdout};
use std::sync::atomic::{AtomicBool, Ordering};

use crossterm::style::{Color, ContentStyle, Stylize};
use indicatif::{ProgressBar, ProgressDrawTarget};

/// Columns of a terminal that does not say how many it has.
const USUAL_WIDTH: u16 = 80;

static PLAIN: AtomicBool = AtomicBool::new(false);

/// Nothing is drawn from now on, and nothing coloured.
pub(crate) fn be_plain() {
    PLAIN.store(true, Ordering::Relaxed);
}

/// How standard output is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// As columns of text, for pipes and files.
    Plain,
    /// Drawn, for a terminal of so many columns.
    Drawn(u16),
    /// Drawn, in colours.
    Coloured(u16),
}

/// What a text tells, for its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// As it is.
    Usual,
    /// The best of its kind.
    Best,
    /// Given, not found.
    Given,
    /// Found, not given.
    Found,
    /// Not as hoped: not finished, or not known.
    Doubtful,
    /// Wrong.
    Bad,
}

impl Tone {
    /// Its colour, and whether it is bold.
    pub(crate) fn style(self) -> ContentStyle {
        let style = ContentStyle::new();
        match self {
            Self::Usual => style,
            Self::Best => style.with(Color::DarkGreen).bold(),
            Self::Given => style.bold(),
            Self::Found => style.with(Color::DarkCyan),
            Self::Doubtful => style.with(Color::DarkYellow),
            Self::Bad => style.with(Color::DarkRed).bold(),
        }
    }
}

impl Paint {
    /// That of standard output, here and now.
    pub(crate) fn of_stdout() -> Self {
        if PLAIN.load(Ordering::Relaxed) || !stdout().is_terminal() {
            return Self::Plain;
        }
        let width = crossterm::terminal::size().map_or(USUAL_WIDTH, |(columns, _)| columns);
        if takes_colours() { Self::Coloured(width) } else { Self::Drawn(width) }
    }

    /// The text in its colour, where there are any.
    pub fn tint(self, tone: Tone, text: &str) -> String {
        match (self, tone) {
            (Self::Plain | Self::Drawn(_), _) | (_, Tone::Usual) => text.to_owned(),
            (Self::Coloured(_), _) => tone.style().apply(text).to_string(),
        }
    }
}

/// Whether a terminal may be written to in colours.
pub(crate) fn takes_colours() -> bool {
    !anstyle_query::no_color()
        && anstyle_query::clicolor() != Some(false)
        && anstyle_query::term_supports_ansi_color()
        && anstyle_query::windows::enable_ansi_colors() != Some(false)
}

/// The bar, hidden where standard error is no terminal that can move its cursor.
pub(crate) fn shown(bar: ProgressBar) -> ProgressBar {
    let moves = stderr().is_terminal() && anstyle_query::term_supports_color();
    if PLAIN.load(Ordering::Relaxed) || !moves {
        bar.set_draw_target(ProgressDrawTarget::hidden());
    }
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_only_where_they_are_wanted() {
        // The decision is above; what the test runs in is no part of it.
        crossterm::style::force_color_output(true);
        assert_eq!(Paint::Plain.tint(Tone::Bad, "wrong"), "wrong");
        assert_eq!(Paint::Drawn(80).tint(Tone::Bad, "wrong"), "wrong");
        assert_eq!(Paint::Coloured(80).tint(Tone::Usual, "ok"), "ok");
        let red = Paint::Coloured(80).tint(Tone::Bad, "wrong");
        assert!(red.starts_with("\x1b[") && red.contains("wrong") && red.ends_with("\x1b[0m"), "{red:?}");
    }
}
