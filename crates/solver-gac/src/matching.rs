//! A maximum matching of one unit, repaired rather than built.
//!
//! Owns who has which value. It takes over what still holds of the matching of last time and finds an augmenting path
//! (breadth first, Berge's theorem) for each cell that is left without a value. What is handed over may be anything: a
//! pair counts only if its value is still a candidate and nobody has it.

use crate::bits::{Table, first, lowest, members};

/// Who has which value, and the memory of the search for a path.
#[derive(Clone, Debug)]
pub(crate) struct Matching {
    /// The place that has a value; of no meaning for the values that nobody has.
    owner: Table<u8>,
    /// The place from which a value was reached.
    from: Table<u8>,
}

impl Matching {
    pub(crate) fn new() -> Self {
        Self { owner: [0; 64], from: [0; 64] }
    }

    /// The place that has `value` (an index), as of the last [`Matching::index`].
    #[inline(always)]
    pub(crate) fn owner(&self, value: usize) -> usize {
        usize::from(self.owner[value] & 63)
    }

    /// Enters the owners of all values that are matched.
    #[inline(always)]
    pub(crate) fn index(&mut self, places: u64, matched: &[u64]) {
        for place in members(places) {
            self.owner[first(matched[place])] = place as u8;
        }
    }

    /// Matches every place of `open` to a candidate of its own, starting from `matched` (a set of one value a place) and
    /// leaving the new matching there. The values that are matched; `None` if there is no such matching.
    #[inline(always)]
    pub(crate) fn repair(&mut self, open: u64, domains: &Table<u64>, matched: &mut [u64]) -> Option<u64> {
        let (mut taken, mut alone) = (0, 0);
        for place in members(open) {
            let kept = matched[place] & domains[place] & !taken;
            alone |= u64::from(kept == 0) << place;
            taken |= kept;
        }
        // Most find a value that nobody has; only then are paths looked for.
        let mut blocked = 0;
        for place in members(alone) {
            let free = lowest(domains[place] & !taken);
            matched[place] = free;
            taken |= free;
            blocked |= u64::from(free == 0) << place;
        }
        if blocked != 0 {
            self.index(open & !blocked, matched);
            for place in members(blocked) {
                taken |= self.augment(place, domains, taken, matched)?;
            }
        }
        Some(taken)
    }

    /// Finds a value for `place`, moving others on where they stand in the way; the value that is newly taken.
    fn augment(&mut self, place: usize, domains: &Table<u64>, taken: u64, matched: &mut [u64]) -> Option<u64> {
        let mut here = place;
        let (mut reached, mut ahead) = (0, 0);
        loop {
            let free = lowest(domains[here] & !taken);
            if free != 0 {
                self.shift(place, here, free, matched);
                return Some(free);
            }
            let new = domains[here] & !reached;
            for value in members(new) {
                self.from[value] = here as u8;
            }
            reached |= new;
            ahead |= new;
            if ahead == 0 {
                return None;
            }
            here = self.owner(first(ahead));
            ahead &= ahead - 1;
        }
    }

    /// Gives `value` to `last`, what that had to the place it was reached from, and so on up to `place`, which had none.
    fn shift(&mut self, place: usize, last: usize, value: u64, matched: &mut [u64]) {
        let (mut here, mut value) = (last, value);
        loop {
            let before = std::mem::replace(&mut matched[here], value);
            self.owner[first(value)] = here as u8;
            if here == place {
                return;
            }
            value = before;
            here = usize::from(self.from[first(value)]);
        }
    }
}
