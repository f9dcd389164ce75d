//! A set of values, one bit each.
//!
//! Bit `v - 1` stands for value `v`, so that the full domain of N values is the N lowest bits and no shift by zero is
//! ever special.

use crate::Value;

/// A set of values 1..=64, held in one word.
///
/// ```
/// use model::Domain;
/// let domain = Domain::full(4).without(2);
/// assert_eq!(domain.iter().collect::<Vec<_>>(), [1, 3, 4]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Domain(pub u64);

impl Domain {
    /// The set without a value.
    pub const EMPTY: Self = Self(0);

    /// All of `1..=values`; `values` is at most 64.
    #[inline]
    pub const fn full(values: u8) -> Self {
        if values == 0 { Self(0) } else { Self(u64::MAX >> (64 - values as u32)) }
    }

    /// The set of this one value.
    #[inline]
    pub const fn only(value: Value) -> Self {
        Self(1 << (value - 1))
    }

    /// Whether `value` is in the set.
    #[inline]
    pub const fn contains(self, value: Value) -> bool {
        self.0 >> (value - 1) & 1 == 1
    }

    /// The set with `value` taken out.
    #[inline]
    pub const fn without(self, value: Value) -> Self {
        Self(self.0 & !(1 << (value - 1)))
    }

    /// How many values the set has.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether no value is left.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether exactly one value is left.
    #[inline]
    pub const fn is_singleton(self) -> bool {
        self.0.is_power_of_two()
    }

    /// The lowest value of a set that is not empty.
    #[inline]
    pub const fn lowest(self) -> Value {
        self.0.trailing_zeros() as Value + 1
    }

    /// The highest value of a set that is not empty.
    #[inline]
    pub const fn highest(self) -> Value {
        64 - self.0.leading_zeros() as Value
    }

    /// The values in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Value> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let value = Self(rest).lowest();
            (rest != 0).then(|| {
                rest &= rest - 1;
                value
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_full_domain_of_64_values_has_every_bit() {
        assert_eq!(Domain::full(64).0, u64::MAX);
        assert_eq!(Domain::full(0), Domain::EMPTY);
        assert_eq!(Domain::full(64).highest(), 64);
        assert!(Domain::only(64).is_singleton());
    }

    #[test]
    fn lowest_and_highest_are_values_not_bits() {
        let pair = Domain(Domain::only(3).0 | Domain::only(8).0);
        assert_eq!((pair.lowest(), pair.highest(), pair.len()), (3, 8, 2));
    }
}
