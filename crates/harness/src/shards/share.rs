//! Which shard of how many, and which puzzles are its own.

use std::fmt;
use std::str::FromStr;

use crate::jobs::COUNTED_BLOCK;

/// A shard of so many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which one, from 0; those beyond are controls.
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
            Some((index, of)) if of > 0 => Ok(Self { index, of }),
            Some(_) => Err(format!("`{text}` is no shard: there are none")),
            None => Err(format!("`{text}` is no shard such as 3/100")),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

/// Which of so many shards are made once more: so many per cent of them, spread evenly, one at least. A single shard has no other host to
/// be made on.
pub(super) fn controls(shards: u32, percent: f64) -> Vec<u32> {
    if shards == 1 || percent <= 0.0 {
        return Vec::new();
    }
    let number = ((f64::from(shards) * percent / 100.0).ceil() as u32).clamp(1, shards);
    let place = |at: u32| (2 * u64::from(at) + 1) * u64::from(shards) / (2 * u64::from(number));
    (0..number).map(|at| place(at) as u32).collect()
}

/// The shard that a part is, or is the control of. Parts are the shards and then their controls.
pub(super) fn shard_of(part: u32, shards: u32, controls: &[u32]) -> u32 {
    part.checked_sub(shards).map_or(part, |at| controls[at as usize])
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
    fn controls_are_spread_and_follow_the_shards() {
        assert!(controls(1, 5.0).is_empty());
        assert_eq!(controls(6, 5.0), [3]);
        assert_eq!(controls(100, 5.0), [10, 30, 50, 70, 90]);
        assert!(controls(100, 0.0).is_empty());
        assert_eq!(controls(3, 100.0), [0, 1, 2]);
        assert_eq!([5, 6].map(|part| shard_of(part, 6, &[3])), [5, 3]);
    }

    #[test]
    fn shards_are_counted_from_0() {
        assert_eq!("3/100".parse(), Ok(Shard { index: 3, of: 100 }));
        for text in ["-1/6", "3", "a/b", "0/0"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
