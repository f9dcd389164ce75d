//! Which puzzles were seen before, 16 bytes each: a million take tens of megabytes, whatever their size.

use std::collections::{BTreeMap, HashMap};

use sha2::{Digest, Sha256};

/// Half a SHA-256 of the cells: two boards that share it will not be met.
pub(super) type Key = [u64; 2];

pub(super) fn key(cells: &[u8]) -> Key {
    let hash = Sha256::digest(cells);
    [0, 8].map(|at| u64::from_le_bytes(hash[at..at + 8].try_into().expect("eight bytes")))
}

/// What came, and what came again.
#[derive(Default)]
pub(super) struct Seen {
    first: HashMap<Key, u64>,
    /// All lines of what came more than once, by the first of them.
    again: BTreeMap<u64, Vec<u64>>,
}

impl Seen {
    /// Takes one at a line; the line where it came first, if it did.
    pub(super) fn take(&mut self, key: Key, line: u64) -> Option<u64> {
        let first = *self.first.entry(key).or_insert(line);
        if first == line {
            return None;
        }
        self.again.entry(first).or_insert_with(|| vec![first]).push(line);
        Some(first)
    }

    /// How many there are, each counted once.
    pub(super) fn distinct(&self) -> usize {
        self.first.len()
    }

    /// The lines of each that came more than once.
    pub(super) fn again(&self) -> impl Iterator<Item = &[u64]> {
        self.again.values().map(Vec::as_slice)
    }
}
