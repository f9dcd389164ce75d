//! Words as sets of small numbers: values (bit `v - 1` stands for value `v`) or places in a unit.
//!
//! Arrays over such sets are [`Table`]s, 64 long, so that an index that comes out of a word needs no check.

use std::num::NonZeroU64;

/// Something for each number that a word can hold.
pub(crate) type Table<T> = [T; 64];

/// The lowest member of a set that is not empty, as an index below 64.
#[inline(always)]
pub(crate) fn first(set: u64) -> usize {
    (set.trailing_zeros() & 63) as usize
}

/// The set of the lowest member alone; empty for the empty set.
#[inline(always)]
pub(crate) fn lowest(set: u64) -> u64 {
    set & set.wrapping_neg()
}

/// Whether a set has at most one member.
#[inline(always)]
pub(crate) fn at_most_one(set: u64) -> bool {
    set & set.wrapping_sub(1) == 0
}

/// The members in ascending order.
#[inline(always)]
pub(crate) fn members(set: u64) -> impl Iterator<Item = usize> {
    let mut rest = NonZeroU64::new(set);
    std::iter::from_fn(move || {
        let some = rest?;
        rest = NonZeroU64::new(some.get() & (some.get() - 1));
        Some((some.trailing_zeros() & 63) as usize)
    })
}
