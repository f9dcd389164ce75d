//! Exact cover problems that have a name of their own, as pure functions.
//!
//! Owns what their items and options are and in which order they stand, because node counts depend on it: those of
//! Langford's problem are published. It never searches. Where counting squares already shows that there is no cover (a
//! board of other than 60 cells for the pentominoes, an odd one for dominoes), no option is made, since none could be used.

mod board;
mod dominoes;
mod langford;
mod pentominoes;
mod permutation;
mod queens;

use std::borrow::Cow;

pub use board::Board;
pub use dominoes::dominoes;
pub use langford::langford;
pub use pentominoes::pentominoes;
pub use permutation::{derangements, permutation};
pub use queens::queens;

use crate::{ExactCover, Naming};

/// A problem with words for its items and options, and the symmetries of it that are known.
///
/// ```
/// use solver_dlx::named::langford;
/// let named = langford(3)?;
/// assert_eq!(named.problem.options().len(), 9);
/// assert_eq!(named.options[0], "1 at 1,3");
/// # Ok::<(), solver_dlx::named::NamedError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Named {
    /// What is to be covered.
    pub problem: ExactCover,
    /// A word for each item.
    pub items: Vec<String>,
    /// A word for each option.
    pub options: Vec<String>,
    /// Permutations of the options that turn covers into covers, the identity not among them; together with it a group.
    /// Empty where there are none, or where comparing so many covers would cost more than finding them.
    pub symmetries: Vec<Vec<u32>>,
}

/// Why there is no such problem.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NamedError {
    /// A number out of range.
    #[error("{problem} {n}: sizes go from {least} to {most}")]
    Size {
        /// Name of the problem.
        problem: &'static str,
        /// The number asked for.
        n: u32,
        /// The smallest that there is.
        least: u32,
        /// The largest that is made.
        most: u32,
    },
    /// A board without cells or with too many.
    #[error("a board of {rows}x{cols}: boards have 1 to {most} cells")]
    Board {
        /// Rows asked for.
        rows: u32,
        /// Columns asked for.
        cols: u32,
        /// The most cells that a board may have.
        most: u32,
    },
    /// A hole that is not on the board.
    #[error("hole {row},{col} is not on a board of {rows}x{cols}")]
    Hole {
        /// Row of the hole, from 1.
        row: u32,
        /// Column of the hole, from 1.
        col: u32,
        /// Rows of the board.
        rows: u32,
        /// Columns of the board.
        cols: u32,
    },
    /// A hole named again.
    #[error("hole {row},{col} is named twice")]
    HoleTwice {
        /// Row of the hole, from 1.
        row: u32,
        /// Column of the hole, from 1.
        col: u32,
    },
}

impl Named {
    /// Whether a cover, given as ascending option numbers, is the least of its images under the symmetries: exactly one
    /// cover of each class is.
    pub fn is_canonical(&self, cover: &[u32]) -> bool {
        let mut image = Vec::with_capacity(cover.len());
        self.symmetries.iter().all(|symmetry| {
            image.clear();
            image.extend(cover.iter().map(|&option| symmetry[option as usize]));
            image.sort_unstable();
            cover <= image.as_slice()
        })
    }
}

impl Naming for Named {
    fn item(&self, item: u32) -> Cow<'static, str> {
        self.items[item as usize].clone().into()
    }

    fn option(&self, option: u32) -> Cow<'static, str> {
        self.options[option as usize].clone().into()
    }
}

/// Refuses a number outside `least..=most`.
fn check_size(problem: &'static str, n: u32, least: u32, most: u32) -> Result<(), NamedError> {
    if (least..=most).contains(&n) { Ok(()) } else { Err(NamedError::Size { problem, n, least, most }) }
}

#[cfg(test)]
mod tests;
