//! Filtering one unit: what is left are exactly the candidates that lie in some way to fill it.
//!
//! Owns the order of the work: cheap rules first, which most calls never get beyond, then matching and components for the
//! places that remain. It sees places `0..` of a unit and their domains, no cells and no other unit; it changes nothing
//! but its own copy of the domains, so that a unit that cannot be filled leaves no half-done work behind.

use crate::bits::{Table, at_most_one, members};
use crate::components::Components;
use crate::matching::Matching;

/// The domains of one unit at a time, and the memory of the algorithm.
#[derive(Clone, Debug)]
pub(crate) struct Filter {
    domains: Table<u64>,
    matching: Matching,
    components: Components,
}

/// The unit cannot be filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Unfillable;

impl Filter {
    pub(crate) fn new() -> Self {
        Self { domains: [0; 64], matching: Matching::new(), components: Components::new() }
    }

    /// What filtering left of a place's domain.
    #[inline(always)]
    pub(crate) fn domain(&self, place: usize) -> u64 {
        self.domains[place & 63]
    }

    /// Filters the domains (none of them empty) of the places `0..`; what is left is [`Filter::domain`]. `matched` is a
    /// matching to start from, of any merit, a set of one value a place; a better one is left there.
    ///
    /// The places that were not singletons before: no other has changed.
    #[inline(always)]
    pub(crate) fn run(&mut self, unit: impl Iterator<Item = u64>, matched: &mut [u64]) -> Result<u64, Unfillable> {
        let (mut fixed, mut open, mut clash) = (0, 0, 0);
        for (place, domain) in unit.enumerate() {
            self.domains[place & 63] = domain;
            let settled = at_most_one(domain);
            let single = if settled { domain } else { 0 };
            clash |= fixed & single;
            fixed |= single;
            open |= u64::from(!settled) << place;
        }
        if clash != 0 {
            return Err(Unfillable);
        }
        if open != 0 {
            self.narrow(open, fixed, matched)?;
        }
        Ok(open)
    }

    /// Filters the places of `open`; the others have the values `fixed`, each a different one.
    #[inline(always)]
    fn narrow(&mut self, mut open: u64, mut fixed: u64, matched: &mut [u64]) -> Result<(), Unfillable> {
        loop {
            // Naked singles: what they have, nobody else has. Without branches, for there is no foretelling them.
            let (mut once, mut twice) = (0, 0);
            let (mut found, mut settled, mut fails) = (0, 0, 0);
            for place in members(open) {
                let left = self.domains[place] & !fixed;
                self.domains[place] = left;
                let settles = at_most_one(left);
                let single = if settles { left } else { 0 };
                fails |= u64::from(left == 0) | (found & single);
                found |= single;
                settled |= u64::from(settles) << place;
                twice |= once & left;
                once |= left;
            }
            if fails != 0 {
                return Err(Unfillable);
            }
            if found != 0 {
                fixed |= found;
                open &= !settled;
                if open == 0 {
                    return Ok(());
                }
                continue;
            }
            let (places, values) = (open.count_ones(), once.count_ones());
            if values < places {
                return Err(Unfillable);
            }
            if values > places {
                // Two places with two candidates each always are consistent.
                if places > 2 {
                    self.match_and_cut(open, once, matched)?;
                }
                return Ok(());
            }
            // Hidden singles: every value has to have a place.
            let hidden = once & !twice;
            if hidden == 0 {
                // A Hall set of all places but one leaves a hidden single, so the smallest to look for is 2 of 4.
                if places > 3 {
                    self.match_and_cut(open, once, matched)?;
                }
                return Ok(());
            }
            for place in members(open) {
                let own = self.domains[place] & hidden;
                if own != 0 {
                    if !at_most_one(own) {
                        return Err(Unfillable);
                    }
                    self.domains[place] = own;
                    fixed |= own;
                    open &= !(1 << place);
                }
            }
            if open == 0 {
                return Ok(());
            }
        }
    }

    /// Régin's algorithm on the places of `open`, whose candidates together are `values`.
    fn match_and_cut(&mut self, open: u64, values: u64, matched: &mut [u64]) -> Result<(), Unfillable> {
        let taken = self.matching.repair(open, &self.domains, matched).ok_or(Unfillable)?;
        if !Components::is_one(open, values, taken, &self.domains, matched) {
            self.matching.index(open, matched);
            self.components.cut(values, taken, &self.matching, &mut self.domains);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn filtered(domains: &[u64], matched: &mut [u64]) -> Option<Vec<u64>> {
        let mut filter = Filter::new();
        filter.run(domains.iter().copied(), matched).ok()?;
        Some((0..domains.len()).map(|place| filter.domain(place)).collect())
    }

    /// The values of each place over all ways to fill a unit, by trying all; `None` if there is no way.
    fn by_brute_force(domains: &[u64]) -> Option<Vec<u64>> {
        fn go(domains: &[u64], chosen: &mut Vec<u64>, used: u64, seen: &mut [u64]) {
            if chosen.len() == domains.len() {
                seen.iter_mut().zip(chosen).for_each(|(seen, value)| *seen |= *value);
                return;
            }
            for value in members(domains[chosen.len()] & !used).map(|value| 1 << value) {
                chosen.push(value);
                go(domains, chosen, used | value, seen);
                chosen.pop();
            }
        }
        let mut seen = vec![0; domains.len()];
        go(domains, &mut Vec::new(), 0, &mut seen);
        seen.iter().all(|&values| values != 0).then_some(seen)
    }

    fn check(domains: &[u64], expected: Option<&[u64]>) {
        assert_eq!(by_brute_force(domains).as_deref(), expected, "brute force on {domains:?}");
        assert_eq!(filtered(domains, &mut vec![0; domains.len()]).as_deref(), expected, "{domains:?}");
    }

    #[test]
    fn hall_sets_use_up_their_values() {
        // A naked pair, a triple without a pair in it, and a hidden pair in a permutation.
        check(&[0b11, 0b11, 0b1111], Some(&[0b11, 0b11, 0b1100]));
        check(&[0b011, 0b110, 0b101, 0b11111], Some(&[0b011, 0b110, 0b101, 0b11000]));
        check(&[0b1111, 0b1111, 0b1100, 0b1100], Some(&[0b0011, 0b0011, 0b1100, 0b1100]));
    }

    #[test]
    fn values_that_nobody_needs_keep_candidates_alive() {
        check(&[0b011, 0b111], Some(&[0b011, 0b111]));
        check(&[0b011, 0b110, 0b1100], Some(&[0b011, 0b110, 0b1100]));
    }

    #[test]
    fn too_few_values_cannot_fill_a_unit() {
        check(&[0b11, 0b11, 0b11], None);
        check(&[0b11, 0b11, 0b11, 0b111_1100], None);
        check(&[0b1, 0b1], None);
        check(&[0b011, 0b101, 0b001, 0b110], None);
    }

    #[test]
    fn sixty_four_places_have_one_cycle() {
        // Place p has p and p + 1: one cycle around, and nothing to remove until one arc is missing.
        let mut domains: Vec<u64> = (0..64).map(|place| 0b11_u64.rotate_left(place)).collect();
        assert_eq!(filtered(&domains, &mut [0; 64]).as_ref(), Some(&domains));
        domains[63] = 1 << 63;
        let line = (0..64).map(|place| 1 << place).collect();
        assert_eq!(filtered(&domains, &mut [0; 64]), Some(line));
        assert_eq!(filtered(&[u64::MAX; 64], &mut [0; 64]), Some(vec![u64::MAX; 64]));
    }

    /// Domains of a unit of 1 to 6 places and as many values or up to 2 more, and any matching to start from.
    fn units() -> impl Strategy<Value = (Vec<u64>, Vec<u64>)> {
        (1..=6_usize, 0..=2_usize).prop_flat_map(|(places, more)| {
            let values = places + more;
            let bit = move |sparse| prop::collection::vec(prop::bool::weighted(sparse), values);
            let set = |bits: Vec<bool>| bits.iter().rev().fold(0, |set, &bit| set << 1 | u64::from(bit));
            let domain = (prop_oneof![bit(0.25), bit(0.5), bit(0.8)], 0..values)
                .prop_map(move |(bits, one)| set(bits) | 1 << one);
            let start = prop_oneof![Just(0), (0..values).prop_map(|value| 1 << value)];
            (prop::collection::vec(domain, places), prop::collection::vec(start, places))
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4096))]

        #[test]
        fn exactly_what_lies_in_no_solution_is_removed((domains, mut matched) in units()) {
            let expected = by_brute_force(&domains);
            prop_assert_eq!(filtered(&domains, &mut matched), expected.clone());
            // The same again, from the matching that was left, and nothing more the second time.
            prop_assert_eq!(filtered(&domains, &mut matched), expected.clone());
            if let Some(left) = expected {
                prop_assert_eq!(filtered(&left, &mut matched), Some(left.clone()));
            }
        }

        #[test]
        fn the_general_part_needs_no_cheap_rules((domains, mut matched) in units()) {
            let mut filter = Filter::new();
            filter.domains[..domains.len()].copy_from_slice(&domains);
            let (open, values) = ((1 << domains.len()) - 1, domains.iter().fold(0, |all, domain| all | domain));
            let filtered = filter.match_and_cut(open, values, &mut matched);
            let left = filtered.ok().map(|()| filter.domains[..domains.len()].to_vec());
            prop_assert_eq!(left, by_brute_force(&domains));
        }
    }
}
