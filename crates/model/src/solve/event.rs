//! Events of a trace: what a search did, in words that know no family.

use std::borrow::Cow;

use serde::Serialize;

use crate::{Cell, Value};

/// What an event is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Subject {
    /// A cell.
    Cell(Cell),
    /// A value in a cell.
    CellValue(Cell, Value),
    /// An item of an exact cover, by index and name.
    Item(u32, Cow<'static, str>),
    /// An option of an exact cover, by index and name.
    Option(u32, Cow<'static, str>),
    /// Anything else that has a name.
    Named(Cow<'static, str>),
}

/// One thing that a search did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "event")]
#[non_exhaustive]
pub enum Event {
    /// A decision point was opened on `on`, with `open` alternatives.
    Decide {
        /// What is decided.
        on: Subject,
        /// How many alternatives are open.
        open: u32,
    },
    /// A value was assigned: by the search, or because nothing else was left.
    Assign {
        /// What was assigned.
        what: Subject,
        /// Whether the search chose it; otherwise it was forced.
        chosen: bool,
    },
    /// A candidate was removed by inference.
    Remove {
        /// What was removed.
        what: Subject,
    },
    /// An assignment of the search was withdrawn.
    Withdraw {
        /// What was withdrawn.
        what: Subject,
    },
    /// Nothing is left for `on`.
    DeadEnd {
        /// What cannot be served.
        on: Subject,
    },
    /// A solution was found: the n-th.
    Solution {
        /// Its number, from 1.
        number: u64,
    },
    /// Anything worth a word, with a number where there is one.
    Note {
        /// What.
        text: Cow<'static, str>,
        /// How much.
        number: u64,
    },
}
