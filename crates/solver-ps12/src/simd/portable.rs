//! The vector for any processor: a word for the lanes of one pair in either half.

use super::vector::{LANES, Vector};

/// The lowest bit of each lane.
const ONES: u64 = 0x0001_0001_0001_0001;
/// The highest bit of each lane; a domain never has it.
const TOPS: u64 = 0x8000_8000_8000_8000;

/// The first lanes of the pairs.
const FIRSTS: u64 = 0x0000_FFFF_0000_FFFF;

/// A word for each pair but the last, its lanes of the first half below those of the second.
#[derive(Clone, Copy)]
pub(crate) struct Words([u64; 3]);

impl Words {
    #[inline(always)]
    fn each(self, f: impl Fn(u64) -> u64) -> Self {
        Self(self.0.map(f))
    }

    #[inline(always)]
    fn with(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        Self([f(self.0[0], other.0[0]), f(self.0[1], other.0[1]), f(self.0[2], other.0[2])])
    }
}

impl Vector for Words {
    #[inline(always)]
    fn load(lanes: &[u16; LANES]) -> Self {
        let half = |at: usize| u64::from(lanes[at]) | u64::from(lanes[at + 1]) << 16;
        let word = |pair: usize| half(2 * pair) | half(8 + 2 * pair) << 32;
        Self([word(0), word(1), word(2)])
    }

    #[inline(always)]
    fn store(self, lanes: &mut [u16; LANES]) {
        for (pair, word) in self.0.into_iter().enumerate() {
            for (place, lane) in [2 * pair, 2 * pair + 1, 8 + 2 * pair, 9 + 2 * pair].into_iter().enumerate() {
                lanes[lane] = (word >> (16 * place)) as u16;
            }
        }
    }

    #[inline(always)]
    fn zero() -> Self {
        Self([0; 3])
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.with(other, |a, b| a & b)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.with(other, |a, b| a | b)
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self.with(other, |a, b| a & !b)
    }

    #[inline(always)]
    fn less_one(self) -> Self {
        // The top bit is what a lane borrows, so that its neighbour need not lend.
        self.each(|a| ((a | TOPS) - ONES) ^ TOPS)
    }

    #[inline(always)]
    fn zero_lanes(self) -> Self {
        // The top bit is lost where there was nothing else to take.
        self.each(|a| {
            let filled = (((a | TOPS) - ONES) & TOPS) >> 15;
            !((filled << 16).wrapping_sub(filled))
        })
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] == 0
    }

    #[inline(always)]
    fn is_disjoint(self, other: Self) -> bool {
        self.and(other).is_zero()
    }

    #[inline(always)]
    fn has_all(self, other: Self) -> bool {
        other.without(self).is_zero()
    }

    #[inline(always)]
    fn next_pair(self) -> Self {
        Self([self.0[1], self.0[2], self.0[0]])
    }

    #[inline(always)]
    fn previous_pair(self) -> Self {
        Self([self.0[2], self.0[0], self.0[1]])
    }

    #[inline(always)]
    fn swap_lanes(self) -> Self {
        self.each(|a| a >> 16 & FIRSTS | (a & FIRSTS) << 16)
    }

    #[inline(always)]
    fn swap_halves(self) -> Self {
        self.each(|a| a.rotate_left(32))
    }
}
