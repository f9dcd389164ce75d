//! An exact cover problem: items to be covered once, and options that cover them.

use std::borrow::Cow;

/// Items `0..primary` must be covered exactly once, the `secondary` ones after them at most once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExactCover {
    primary: u32,
    secondary: u32,
    options: Vec<Vec<u32>>,
}

/// Why a problem cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProblemError {
    /// An option names an item that is not there.
    #[error("option {option} names item {item}, there are {items}")]
    Item {
        /// The option, from 0.
        option: usize,
        /// The item, from 0.
        item: u32,
        /// How many items there are.
        items: u32,
    },
    /// An option names an item twice.
    #[error("option {option} names item {item} twice")]
    Twice {
        /// The option, from 0.
        option: usize,
        /// The item, from 0.
        item: u32,
    },
}

impl ExactCover {
    /// A problem whose option `k` covers the items `options[k]`, in the order in which its nodes will stand in a row.
    ///
    /// # Errors
    /// When an option names an item that is missing or twice.
    pub fn new(primary: u32, secondary: u32, options: Vec<Vec<u32>>) -> Result<Self, ProblemError> {
        let items = primary + secondary;
        let mut last = vec![usize::MAX; items as usize];
        for (option, covered) in options.iter().enumerate() {
            for &item in covered {
                let seen = last.get_mut(item as usize).ok_or(ProblemError::Item { option, item, items })?;
                if std::mem::replace(seen, option) == option {
                    return Err(ProblemError::Twice { option, item });
                }
            }
        }
        Ok(Self { primary, secondary, options })
    }

    /// Items that must be covered.
    pub fn primary(&self) -> u32 {
        self.primary
    }

    /// Items that may be covered.
    pub fn secondary(&self) -> u32 {
        self.secondary
    }

    /// What each option covers.
    pub fn options(&self) -> &[Vec<u32>] {
        &self.options
    }
}

/// Names for the tracer; asked for only when somebody listens.
pub trait Naming {
    /// Name of an item, from 0.
    fn item(&self, item: u32) -> Cow<'static, str>;
    /// Name of an option, from 0.
    fn option(&self, option: u32) -> Cow<'static, str>;
}

/// Items and options by their numbers.
impl Naming for ExactCover {
    fn item(&self, item: u32) -> Cow<'static, str> {
        item.to_string().into()
    }

    fn option(&self, option: u32) -> Cow<'static, str> {
        option.to_string().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_name_items_that_exist_once() {
        assert_eq!(
            ExactCover::new(2, 1, vec![vec![0], vec![1, 3]]),
            Err(ProblemError::Item { option: 1, item: 3, items: 3 })
        );
        assert_eq!(ExactCover::new(2, 0, vec![vec![0, 1, 0]]), Err(ProblemError::Twice { option: 0, item: 0 }));
    }
}
