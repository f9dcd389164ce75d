//! Every number of the paper and the lessons, worked out again.
//!
//! Each item is computed by the laboratory's own engines and held against a number from elsewhere: printed in the paper
//! (J.-M. Chauvet, "Combinatorial explorations in Su-Doku", arXiv 0803.4253), known in the literature, or worked out by
//! independent programs. What is lost from every copy of the paper, or does not come out, is listed as what it is.

mod cnf;
mod corpus;
mod counts;
mod covers;
mod dancing;
mod lost;
mod pairs;
mod sheet;
mod tree;

pub use sheet::{Item, Sheet, Verdict};

use anyhow::Result;
use solver_dlx::ColumnRule;

use crate::corpus::Source;

/// The engines that the items are computed with; anything but the default is broken on purpose, to see it told.
#[derive(Clone, Debug)]
pub struct Engines {
    /// The column rule that is called "shortest".
    pub shortest: ColumnRule,
    /// The branch of a pair that PS-1-2 takes first: `high` or `low`.
    pub branch: &'static str,
}

impl Default for Engines {
    fn default() -> Self {
        Self { shortest: ColumnRule::Shortest, branch: "high" }
    }
}

/// A part of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// The matrix, the trace, the enumerations of order 2.
    Dancing,
    /// The true search trees, and the bias of the paper's average.
    Trees,
    /// Langford, one permutation, Latin squares, the small matrices and the lesson.
    Covers,
    /// Constraints and clauses.
    Clauses,
    /// PS-1-2 and dancing links on single puzzles.
    Puzzles,
    /// Permanents and what they bound.
    Counts,
    /// What is lost or does not come out.
    Lost,
}

impl Section {
    /// All, in the order of the table.
    pub const ALL: [Self; 7] =
        [Self::Dancing, Self::Trees, Self::Covers, Self::Clauses, Self::Puzzles, Self::Counts, Self::Lost];

    /// Works out its items.
    pub fn items(self, engines: &Engines, sheet: &mut Sheet) {
        match self {
            Self::Dancing => dancing::items(engines, sheet),
            Self::Trees => tree::items(engines, sheet),
            Self::Covers => covers::items(engines, sheet),
            Self::Clauses => cnf::items(sheet),
            Self::Puzzles => pairs::items(engines, sheet),
            Self::Counts => counts::items(engines, sheet),
            Self::Lost => lost::items(sheet),
        }
    }
}

/// All items that need no corpus, in the order of the paper.
pub fn items(engines: &Engines) -> Sheet {
    let mut sheet = Sheet::default();
    for section in Section::ALL {
        section.items(engines, &mut sheet);
    }
    sheet
}

/// The items of a whole corpus: with expectations where it is Royle's, measured only where it is another.
///
/// # Errors
/// When the corpus cannot be used.
pub fn corpus_items(source: &Source, engines: &Engines, sheet: &mut Sheet) -> Result<()> {
    corpus::items(source, engines, sheet)
}
