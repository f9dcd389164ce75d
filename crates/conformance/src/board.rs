//! Boards with known answers, grouped by their rules, and the questions that suit them.

mod table;

use std::collections::BTreeSet;
use std::fmt;
use std::num::NonZeroU64;
use std::sync::LazyLock;

use model::solve::Ask;
use model::{Puzzle, Rules, text};

/// No strategy may need more steps (sat: conflicts) than this, save where the board's [`Effort`] says so.
pub(crate) const STEP_LIMIT: u64 = 30_000;

/// The most grids that any question of the suite has.
pub(crate) const MOST_GRIDS: u64 = 600;

/// More cells than this make a board large.
const LARGE: usize = 100;

/// Rules as the table writes them.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Layout {
    /// A name that [`Rules::parse`] knows.
    Named(&'static str),
    /// The labels of a jigsaw.
    Jigsaw(&'static str),
    /// Any units, cells counted from 0.
    Units { cells: usize, values: usize, units: &'static [&'static [usize]] },
}

impl Layout {
    pub(crate) fn rules(self) -> Rules {
        match self {
            Self::Named(name) => Rules::parse(name),
            Self::Jigsaw(labels) => Rules::jigsaw(labels),
            Self::Units { cells, values, units } => units
                .iter()
                .fold(Rules::builder("units", cells, values), |builder, unit| builder.unit(unit.iter().copied()))
                .build(),
        }
        .expect("the table's rules can be made")
    }
}

/// How many grids a board has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    /// So many.
    Exactly(u64),
    /// So many at the least; nobody asks for more.
    AtLeast(u64),
}

/// What a board asks of the weakest strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effort {
    /// Everyone settles it within [`STEP_LIMIT`].
    Any,
    /// Everyone but a strategy that draws: where chance picks the item, an exact cover can go astray on any board that is
    /// not nearly full, so a halt is accepted of a seeded strategy.
    Uneven,
    /// Row-major backtracking does not: a halt at the limit is accepted.
    Hard,
}

/// A board of the table.
#[derive(Debug)]
pub(crate) struct Board {
    /// What it is, in a few words.
    pub(crate) name: &'static str,
    /// Rules and givens.
    pub(crate) puzzle: Puzzle,
    /// Its answer.
    pub(crate) known: Known,
    /// Whether a halt is accepted.
    pub(crate) effort: Effort,
}

impl Board {
    /// Whether a solver that loads each puzzle anew takes long over it; laws that solve a board many times pass it over.
    pub(crate) fn is_large(&self) -> bool {
        self.puzzle.rules().cells() > LARGE
    }

    /// How many grids `ask` must bring to light.
    pub(crate) fn expected(&self, ask: Ask) -> u64 {
        let (Known::Exactly(known) | Known::AtLeast(known)) = self.known;
        known.min(ask.enough())
    }

    /// The questions that the table knows the answer to; caps lie around the number of grids, on boards that cost
    /// little.
    pub(crate) fn asks(&self) -> Vec<Ask> {
        let all = matches!(self.known, Known::Exactly(_)).then_some(Ask::Count { cap: None });
        let mut asks: Vec<Ask> = match self.effort {
            Effort::Hard => return vec![Ask::Unique],
            Effort::Any | Effort::Uneven => [Ask::First, Ask::Unique].into_iter().chain(all).collect(),
        };
        if self.effort == Effort::Uneven || self.is_large() {
            return asks;
        }
        let caps: BTreeSet<u64> = match self.known {
            Known::Exactly(n) => [1, 2, 3, n, n + 1].into(),
            Known::AtLeast(n) => [1, 2, 3, n.min(25)].into(),
        };
        asks.extend(caps.into_iter().filter_map(NonZeroU64::new).map(|cap| Ask::Count { cap: Some(cap) }));
        asks
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rules = self.puzzle.rules();
        let givens = text::board_text(self.puzzle.givens().values(), rules.values());
        write!(f, "the board `{}` ({}, {givens})", self.name, rules.name())
    }
}

/// Boards of the same rules.
#[derive(Debug)]
pub(crate) struct Group {
    /// Their rules.
    pub(crate) rules: Rules,
    /// The boards.
    pub(crate) boards: Vec<Board>,
}

/// The whole table.
pub(crate) fn groups() -> &'static [Group] {
    static GROUPS: LazyLock<Vec<Group>> = LazyLock::new(table::groups);
    &GROUPS
}

/// The groups whose boards are not large.
pub(crate) fn small_groups() -> impl Iterator<Item = &'static Group> {
    groups().iter().filter(|group| group.rules.cells() <= LARGE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::brute;

    #[test]
    fn brute_force_finds_what_the_table_says() {
        for board in groups().iter().flat_map(|group| &group.boards).filter(|board| board.effort == Effort::Any) {
            let most = usize::try_from(MOST_GRIDS).expect("a small number") + 1;
            let truth = brute::grids(&board.puzzle, most, 2_000_000).expect("the brute force comes to an end");
            let found = truth.grids.len() as u64;
            match board.known {
                Known::Exactly(n) => assert_eq!((found, truth.all), (n, true), "{board}"),
                Known::AtLeast(n) => assert!(found >= n, "{board}"),
            }
        }
    }
}
