//! Which shard of how many, and which puzzles are its own.

use std::fmt;
use std::str::FromStr;

use crate::jobs::COUNTED_BLOCK;

/// A shard of so many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which one, from 0.
    pub index: u32,
    /// Of how many.
    pub of: u32,
}

impl Shard {
    /// Its puzzles among so many, from 0, ascending: every N-th block of the counted pass, so that each has hard and easy
    /// ones where a corpus is sorted. Blocks stay whole, as some solvers learn from one puzzle of a block for the next.
    pub(super) fn puzzles(self, all: usize) -> Vec<usize> {
        (0..all).filter(|puzzle| puzzle / COUNTED_BLOCK % self.of as usize == self.index as usize).collect()
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parsed = text.split_once('/').and_then(|(index, of)| Some((index.parse().ok()?, of.parse().ok()?)));
        match parsed {
            Some((index, of)) if index < of => Ok(Self { index, of }),
            Some((_, of)) => Err(format!("`{text}` is no shard: they go from 0/{of} on, and end before {of}/{of}")),
            None => Err(format!("`{text}` is no shard such as 3/100")),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

/// Ascending numbers as `sbatch --array` takes them: `3,7-9`.
pub fn array(numbers: &[u32]) -> String {
    let runs = numbers.chunk_by(|one, next| *next == one + 1);
    let text = runs.map(|run| match run {
        [first, .., last] => format!("{first}-{last}"),
        _ => run[0].to_string(),
    });
    text.collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_puzzle_is_in_one_share_and_only_the_last_block_is_short() {
        let shares: Vec<Vec<usize>> = (0..3).map(|index| Shard { index, of: 3 }.puzzles(1100)).collect();
        let mut all = shares.concat();
        all.sort_unstable();
        assert!(all.into_iter().eq(0..1100));
        assert_eq!(shares[0][255..257], [255, 768]);
        assert_eq!(shares.iter().map(Vec::len).collect::<Vec<_>>(), [512, 332, 256]);
    }

    #[test]
    fn numbers_are_written_as_an_array_takes_them() {
        assert_eq!(array(&[3, 7, 8, 9]), "3,7-9");
        assert_eq!(array(&[0, 1, 4]), "0-1,4");
        assert_eq!(array(&[]), "");
    }

    #[test]
    fn shards_are_counted_from_0() {
        assert_eq!("3/100".parse(), Ok(Shard { index: 3, of: 100 }));
        for text in ["6/6", "-1/6", "3", "a/b", "0/0"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
