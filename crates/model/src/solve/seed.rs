//! Chance that can be repeated.
//!
//! A random strategy reseeds at each puzzle from the seed and the givens alone, so that order, threads and shards do not
//! matter. The generator is named (xoshiro256++, seeded by SplitMix64) rather than "the standard one", whose stream may
//! change between versions of a library.

use std::hash::Hasher;

use fnv::FnvHasher;
use rand_core::{RngCore, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::Givens;

/// The seed of one puzzle: FNV-1a over the campaign's seed (little-endian) and the givens, one byte a cell.
pub fn puzzle_seed(seed: u64, givens: &Givens) -> u64 {
    let mut hasher = FnvHasher::default();
    hasher.write(&seed.to_le_bytes());
    hasher.write(givens.values());
    hasher.finish()
}

/// A stream of draws that is the same on every machine.
#[derive(Clone, Debug)]
pub struct Random(Xoshiro256PlusPlus);

impl Random {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// The stream of one puzzle.
    pub fn for_puzzle(seed: u64, givens: &Givens) -> Self {
        Self::new(puzzle_seed(seed, givens))
    }

    /// A number below `bound`, which is at least 1. The bias of the multiplication is below `bound` / 2⁶⁴.
    pub fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.0.next_u64()) * u128::from(bound)) >> 64) as u64
    }

    /// Puts a slice in random order (Fisher–Yates, from the end).
    pub fn shuffle<T>(&mut self, slice: &mut [T]) {
        for end in (1..slice.len()).rev() {
            slice.swap(end, self.below(end as u64 + 1) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_of_a_puzzle_is_fixed_for_ever() {
        let givens = Givens::from_values(vec![1, 0, 0, 2]);
        let mut random = Random::for_puzzle(1, &givens);
        let draws: Vec<u64> = (0..6).map(|_| random.below(100)).collect();
        // Worked out by a script from the published definitions of FNV-1a, SplitMix64 and xoshiro256++.
        assert_eq!(draws, [41, 38, 73, 41, 46, 61]);
    }

    #[test]
    fn seed_and_givens_both_matter() {
        let (one, other) = (Givens::from_values(vec![1, 0]), Givens::from_values(vec![0, 1]));
        assert_ne!(puzzle_seed(1, &one), puzzle_seed(2, &one));
        assert_ne!(puzzle_seed(1, &one), puzzle_seed(1, &other));
    }
}
