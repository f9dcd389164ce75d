//! The rules as flat tables: what propagation reads and never writes.

use model::solve::Supports;
use model::{Cell, Rules};

/// Lists of small numbers, one after the other.
#[derive(Clone, Debug)]
struct Lists {
    starts: Vec<u32>,
    items: Vec<u16>,
}

impl Lists {
    fn new<I: IntoIterator<Item = u16>>(lists: impl Iterator<Item = I>) -> Self {
        let mut all = Self { starts: vec![0], items: Vec::new() };
        for list in lists {
            all.items.extend(list);
            all.starts.push(all.items.len() as u32);
        }
        all
    }

    #[inline]
    fn of(&self, index: usize) -> &[u16] {
        &self.items[self.starts[index] as usize..self.starts[index + 1] as usize]
    }
}

/// Peers, permutation units and, for each cell, a bit set of its permutation units.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub(crate) cells: usize,
    pub(crate) values: u8,
    /// Words of a bit set of cells.
    pub(crate) cell_words: usize,
    /// Words of a bit set of units.
    pub(crate) unit_words: usize,
    /// How many permutation units there are.
    pub(crate) units: usize,
    peers: Lists,
    members: Lists,
    /// `unit_words` words a cell.
    masks: Vec<u64>,
}

impl Layout {
    /// Only permutation units take part in the dual step: a shorter unit need not hold every value.
    pub(crate) fn new(rules: &Rules) -> Self {
        let permutations: Vec<_> = rules.units().iter().filter(|unit| rules.is_permutation(unit)).collect();
        let units = permutations.len();
        let unit_words = units.div_ceil(64).max(1);
        let mut masks = vec![0; rules.cells() * unit_words];
        for (index, unit) in permutations.iter().enumerate() {
            for cell in unit.cells() {
                masks[cell.index() * unit_words + index / 64] |= 1 << (index % 64);
            }
        }
        let numbers = |cells: &[Cell]| cells.iter().map(|cell| cell.index() as u16).collect::<Vec<_>>();
        Self {
            cells: rules.cells(),
            values: rules.values(),
            cell_words: rules.cells().div_ceil(64),
            unit_words,
            units,
            peers: Lists::new((0..rules.cells()).map(|cell| numbers(rules.peers(Cell::new(cell))))),
            members: Lists::new(permutations.iter().map(|unit| numbers(unit.cells()))),
            masks,
        }
    }

    /// The cells that must differ from `cell`, ascending.
    #[inline]
    pub(crate) fn peers(&self, cell: usize) -> &[u16] {
        self.peers.of(cell)
    }

    /// The cells of a permutation unit.
    #[inline]
    pub(crate) fn members(&self, unit: usize) -> &[u16] {
        self.members.of(unit)
    }

    /// The permutation units of a cell as a bit set.
    #[inline]
    pub(crate) fn mask(&self, cell: usize) -> &[u64] {
        &self.masks[cell * self.unit_words..][..self.unit_words]
    }
}

/// The rules that what works on vectors or by value takes.
pub(crate) const CLASSIC: Supports = Supports::Sudoku { orders: &[3] };
