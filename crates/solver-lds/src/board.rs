//! Domains of all blank cells, kept by forward checking, and a trail to take it back.
//!
//! Owns the grid, the domains and what is left of them; chooses a cell and orders the values of one, and knows nothing of
//! discrepancies. The domain of a cell that has a value is not kept up: nobody asks for it before the cell is blank again, and
//! then it is what it was.

use model::{Cell, Domain, Givens, Grid, Rules, Value};

/// The size that no choice takes: the cell has a value.
const FILLED: u8 = u8::MAX;

/// In which order the values of a cell are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// First the one that the fewest blank peers have open, of equals the lower one.
    LeastConstraining,
    /// The lowest first.
    Ascending,
}

/// A place to go back to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    trail: usize,
    slack: u32,
}

/// The state of a search.
///
/// # Invariants
/// `sizes[c]` is the size of `open[c]`, or [`FILLED`] where the grid has a value, and `slack` is the sum of the sizes less one of
/// all blank cells. The trail never outgrows its capacity: before it is undone, each value is taken out of a cell once.
pub(crate) struct Board {
    peers: Vec<Vec<Cell>>,
    full: Domain,
    grid: Grid,
    open: Vec<Domain>,
    sizes: Vec<u8>,
    slack: u32,
    /// Cells and what was open there before it was narrowed.
    trail: Vec<(Cell, Domain)>,
}

impl Board {
    /// For these rules; nothing is loaded.
    pub(crate) fn new(rules: &Rules) -> Self {
        let cells = rules.cells();
        Self {
            peers: (0..cells).map(|cell| rules.peers(Cell::new(cell)).to_vec()).collect(),
            full: Domain::full(rules.values()),
            grid: Grid::blank(cells),
            open: vec![Domain::EMPTY; cells],
            sizes: vec![FILLED; cells],
            slack: 0,
            trail: Vec::with_capacity(cells * usize::from(rules.values())),
        }
    }

    /// Loads givens. Whether they agree with each other; a blank cell may be left without a value.
    pub(crate) fn load(&mut self, givens: &Givens) -> bool {
        self.trail.clear();
        self.slack = 0;
        self.grid.values_mut().copy_from_slice(givens.values());
        for (cell, &given) in givens.values().iter().enumerate() {
            let around = self.peers[cell].iter().map(|peer| givens.values()[peer.index()]);
            let open = around.filter(|&value| value != 0).fold(self.full, Domain::without);
            if given != 0 && !open.contains(given) {
                return false;
            }
            self.open[cell] = open;
            self.sizes[cell] = if given == 0 { open.len() as u8 } else { FILLED };
            if given == 0 {
                self.slack += open.len().saturating_sub(1);
            }
        }
        true
    }

    /// Gives a blank cell an open value and takes that out of the domains of its blank peers. The peer that this leaves
    /// nothing, where there is one; the rest of the peers are then as they were.
    #[inline]
    pub(crate) fn assign(&mut self, cell: Cell, value: Value) -> Result<(), Cell> {
        self.slack -= u32::from(self.sizes[cell.index()] - 1);
        self.sizes[cell.index()] = FILLED;
        self.grid.set(cell, value);
        for &peer in &self.peers[cell.index()] {
            let at = peer.index();
            if self.sizes[at] != FILLED && self.open[at].contains(value) {
                if self.sizes[at] == 1 {
                    return Err(peer);
                }
                self.trail.push((peer, self.open[at]));
                self.open[at] = self.open[at].without(value);
                self.sizes[at] -= 1;
                self.slack -= 1;
            }
        }
        Ok(())
    }

    /// Where the board stands.
    #[inline]
    pub(crate) fn mark(&self) -> Mark {
        Mark { trail: self.trail.len(), slack: self.slack }
    }

    /// Makes a cell blank again: everything is as it was at the mark, which was set just before it was assigned.
    #[inline]
    pub(crate) fn withdraw(&mut self, cell: Cell, mark: Mark) {
        for &(narrowed, before) in self.trail[mark.trail..].iter().rev() {
            self.open[narrowed.index()] = before;
            self.sizes[narrowed.index()] = before.len() as u8;
        }
        self.trail.truncate(mark.trail);
        self.slack = mark.slack;
        self.grid.set(cell, 0);
        self.sizes[cell.index()] = self.open[cell.index()].len() as u8;
    }

    /// The first of the blank cells with the smallest domain, in row-major order; `None` when none is blank.
    #[inline]
    pub(crate) fn smallest(&self) -> Option<Cell> {
        let least = self.sizes.iter().fold(FILLED, |least, &size| least.min(size));
        let first = self.sizes.iter().position(|&size| size == least);
        first.filter(|_| least != FILLED).map(Cell::new)
    }

    /// Which of these open values of a blank cell, one at least, is tried first.
    #[inline]
    pub(crate) fn first(&self, order: Order, cell: Cell, values: Domain) -> Value {
        if order == Order::Ascending || values.is_singleton() {
            return values.lowest();
        }
        let blank = || self.peers[cell.index()].iter().filter(|peer| self.sizes[peer.index()] != FILLED);
        let takers = |&value: &Value| blank().filter(|peer| self.open[peer.index()].contains(value)).count();
        values.iter().min_by_key(takers).expect("one value at least")
    }

    /// What is open in a blank cell.
    #[inline]
    pub(crate) fn open(&self, cell: Cell) -> Domain {
        self.open[cell.index()]
    }

    /// How many values are open beyond one in each blank cell: no way to fill them strays more often.
    #[inline]
    pub(crate) fn slack(&self) -> u32 {
        self.slack
    }

    /// The values assigned so far.
    pub(crate) fn grid(&self) -> &Grid {
        &self.grid
    }
}
