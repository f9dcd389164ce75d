//! What a kernel asks of a vector of sixteen 16-bit lanes.
//!
//! The lanes are two halves of four pairs. A lane holds a domain of at most nine values; its top bit is free for arithmetic. The
//! last pair of each half and every second lane of the other half are spare: what holds there is said by each operation, and
//! a board keeps 0 there.

/// Lanes of a vector.
pub(crate) const LANES: usize = 16;

/// Sixteen lanes.
pub(crate) trait Vector: Copy {
    fn load(lanes: &[u16; LANES]) -> Self;
    fn store(self, lanes: &mut [u16; LANES]);
    fn zero() -> Self;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    /// What `other` does not have.
    fn without(self, other: Self) -> Self;
    /// Each lane less one; one that was 0, and no other, gets a top bit.
    fn less_one(self) -> Self;
    /// All bits of the lanes that are 0, nothing of the others. The last pairs of the halves may be anything.
    fn zero_lanes(self) -> Self;
    fn is_zero(self) -> bool;
    fn is_disjoint(self, other: Self) -> bool;
    /// Whether `other` has nothing else.
    fn has_all(self, other: Self) -> bool;
    /// Pairs 1, 2, 0 and the last one, in each half.
    fn next_pair(self) -> Self;
    /// Pairs 2, 0, 1 and the last one, in each half.
    fn previous_pair(self) -> Self;
    /// The lanes of each pair change places.
    fn swap_lanes(self) -> Self;
    /// The halves change places.
    fn swap_halves(self) -> Self;
}

/// Something to do with vectors of any kind. `run`, and all that matters in it, must be inlined.
pub(crate) trait Task {
    type Output;

    fn run<V: Vector>(self) -> Self::Output;
}
