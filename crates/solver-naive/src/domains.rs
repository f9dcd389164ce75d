//! Domains of all cells, with a trail to undo them: the state of the strategies that choose their next cell.
//!
//! Owns domains, their sizes and the trail, and keeps them in step; it knows binary inequalities as lists of peers and
//! decides nothing. Sizes are kept in bytes of their own beside the domains: choosing a cell reads nothing else, and
//! sixteen of them are compared at once.

use model::{Cell, Domain, Givens, Rules, Value};

/// Cells whose sizes are compared at once.
const LANES: usize = 16;
/// The size that no choice takes: the cell is settled, or there is none.
const SETTLED: u8 = u8::MAX;

/// A place in the trail to go back to.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Mark(usize);

/// What a cell was before a change.
#[derive(Clone, Copy)]
struct Before {
    domain: Domain,
    cell: u16,
    size: u8,
}

/// State of one search.
///
/// # Invariants
/// `sizes[c]` is the size of `left[c]`, or [`SETTLED`] where the domain is the one value assigned. The trail never
/// grows beyond its first capacity: before anything is undone, each value is taken out of a cell at most once, and each
/// cell settled at most once.
pub(crate) struct Domains {
    full: Domain,
    /// Peers of all cells, those of cell `c` from `starts[c]` up to `starts[c + 1]`.
    peers: Vec<Cell>,
    starts: Vec<u32>,
    left: Vec<Domain>,
    /// Padded with `SETTLED` to a multiple of `LANES`.
    sizes: Vec<u8>,
    trail: Vec<Before>,
}

impl Domains {
    /// For these rules; nothing is loaded.
    pub(crate) fn new(rules: &Rules) -> Self {
        let mut peers = Vec::new();
        let mut starts = vec![0];
        for cell in (0..rules.cells()).map(Cell::new) {
            peers.extend_from_slice(rules.peers(cell));
            starts.push(peers.len() as u32);
        }
        let cells = rules.cells();
        Self {
            full: Domain::full(rules.values()),
            peers,
            starts,
            left: vec![Domain::EMPTY; cells],
            sizes: vec![SETTLED; cells.next_multiple_of(LANES)],
            trail: Vec::with_capacity(cells * (usize::from(rules.values()) + 1)),
        }
    }

    /// How many cells there are.
    pub(crate) fn cells(&self) -> usize {
        self.left.len()
    }

    /// Loads givens: each is settled and taken out of the domains of its blank neighbours. Whether the givens agree
    /// with each other; a blank may be left without a value.
    pub(crate) fn load(&mut self, givens: &Givens) -> bool {
        let values = givens.values();
        self.trail.clear();
        for (cell, &value) in values.iter().enumerate() {
            if value == 0 {
                let used = self.peers_of(cell).map(|peer| values[peer.index()]).filter(|&value| value != 0);
                let open = used.fold(self.full, Domain::without);
                self.left[cell] = open;
                self.sizes[cell] = open.len() as u8;
            } else {
                if self.peers_of(cell).any(|peer| values[peer.index()] == value) {
                    return false;
                }
                self.left[cell] = Domain::only(value);
                self.sizes[cell] = SETTLED;
            }
        }
        true
    }

    fn peers_of(&self, cell: usize) -> impl Iterator<Item = Cell> {
        self.peers[self.peer_range(cell)].iter().copied()
    }

    /// Where [`Domains::peer`] finds the peers of a cell.
    #[inline(always)]
    pub(crate) fn peer_range(&self, cell: usize) -> std::ops::Range<usize> {
        self.starts[cell] as usize..self.starts[cell + 1] as usize
    }

    /// A peer by its place in the lists.
    #[inline(always)]
    pub(crate) fn peer(&self, at: usize) -> usize {
        self.peers[at].index()
    }

    /// The domain of a cell.
    #[inline(always)]
    pub(crate) fn domain(&self, cell: usize) -> Domain {
        self.left[cell]
    }

    /// Where the trail stands.
    #[inline(always)]
    pub(crate) fn mark(&self) -> Mark {
        Mark(self.trail.len())
    }

    /// Takes back every change since `mark`.
    #[inline(always)]
    pub(crate) fn undo_to(&mut self, mark: Mark) {
        for before in self.trail[mark.0..].iter().rev() {
            let cell = usize::from(before.cell);
            (self.left[cell], self.sizes[cell]) = (before.domain, before.size);
        }
        self.trail.truncate(mark.0);
    }

    /// Leaves a cell that is not settled the one value, and takes it out of the choice.
    #[inline(always)]
    pub(crate) fn settle(&mut self, cell: usize, value: Value) {
        let domain = std::mem::replace(&mut self.left[cell], Domain::only(value));
        let size = std::mem::replace(&mut self.sizes[cell], SETTLED);
        self.trail.push(Before { domain, cell: cell as u16, size });
    }

    /// Whether a cell is out of the choice.
    #[inline(always)]
    pub(crate) fn is_settled(&self, cell: usize) -> bool {
        self.sizes[cell] == SETTLED
    }

    /// Takes a value out of the domain of a cell that is not settled; the value left when that makes it a singleton.
    #[inline(always)]
    pub(crate) fn remove(&mut self, cell: usize, value: Value) -> Option<Value> {
        let (domain, size) = (self.left[cell], self.sizes[cell]);
        if !domain.contains(value) {
            return None;
        }
        let left = domain.without(value);
        (self.left[cell], self.sizes[cell]) = (left, size - 1);
        self.trail.push(Before { domain, cell: cell as u16, size });
        (size == 2).then(|| left.lowest())
    }

    /// The first cell, in row-major order, of those not settled that have the smallest domain.
    #[inline(always)]
    pub(crate) fn smallest(&self) -> Option<usize> {
        let mut fewest = SETTLED;
        let mut first = 0;
        for (chunk, sizes) in self.sizes.chunks_exact(LANES).enumerate() {
            let least = sizes.iter().fold(SETTLED, |least, &size| least.min(size));
            if least < fewest {
                (fewest, first) = (least, chunk * LANES);
            }
        }
        if fewest == SETTLED {
            return None;
        }
        let within = self.sizes[first..].iter().position(|&size| size == fewest);
        within.map(|cell| first + cell)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn undoing_brings_back_domains_and_sizes() {
        let rules = Rules::sudoku(2);
        let mut domains = Domains::new(&rules);
        assert!(domains.load(&Givens::blank(16)));
        let mark = domains.mark();
        assert_eq!(domains.remove(5, 2), None);
        assert_eq!(domains.remove(5, 2), None);
        assert_eq!(domains.remove(5, 4), None);
        assert_eq!(domains.smallest(), Some(5));
        assert_eq!(domains.remove(5, 1), Some(3));
        domains.settle(5, 3);
        assert_eq!((domains.is_settled(5), domains.smallest()), (true, Some(0)));
        domains.undo_to(mark);
        assert_eq!((domains.domain(5), domains.is_settled(5)), (Domain::full(4), false));
        assert_eq!(domains.smallest(), Some(0));
    }

    #[test]
    fn the_choice_is_the_first_smallest_beyond_a_lane_too() {
        let rules = Rules::latin(7).expect("a small order");
        let mut domains = Domains::new(&rules);
        assert!(domains.load(&Givens::blank(49)));
        for cell in [47, 40, 20] {
            domains.remove(cell, 3);
        }
        assert_eq!(domains.smallest(), Some(20));
        domains.remove(47, 4);
        assert_eq!(domains.smallest(), Some(47));
    }

    #[test]
    fn sixty_four_values_fit() {
        let rules = Rules::builder("pair", 2, 64).unit([0, 1]).build().expect("a small problem");
        let mut domains = Domains::new(&rules);
        assert!(domains.load(&Givens::from_values(vec![64, 0])));
        assert_eq!((domains.domain(1).len(), domains.domain(1).highest()), (63, 63));
        assert!(!domains.load(&Givens::from_values(vec![7, 7])));
    }
}
