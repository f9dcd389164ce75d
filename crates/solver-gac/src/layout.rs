//! The rules as flat tables: which cells a unit has, and which units a cell has.

use std::ops::Range;

use model::{Cell, Rules};

/// Lists of small numbers, one after the other.
#[derive(Clone, Debug)]
pub(crate) struct Lists {
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

    /// Where a list stands among all items.
    #[inline(always)]
    pub(crate) fn range(&self, list: usize) -> Range<usize> {
        self.starts[list] as usize..self.starts[list + 1] as usize
    }

    /// A list.
    #[inline(always)]
    pub(crate) fn of(&self, list: usize) -> &[u16] {
        &self.items[self.range(list)]
    }

    /// How many items there are in all lists.
    pub(crate) fn items(&self) -> usize {
        self.items.len()
    }
}

/// Cells of units and units of cells.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub(crate) cells: usize,
    pub(crate) values: u8,
    /// How many units there are.
    pub(crate) units: usize,
    /// The cells of each unit, in its own order.
    pub(crate) members: Lists,
    /// The units of each cell, ascending.
    pub(crate) units_of: Lists,
    /// What the tracer calls each unit.
    pub(crate) names: Vec<String>,
}

impl Layout {
    pub(crate) fn new(rules: &Rules) -> Self {
        let cells_of = |unit: &model::Unit| unit.cells().iter().map(|cell| cell.index() as u16).collect::<Vec<_>>();
        Self {
            cells: rules.cells(),
            values: rules.values(),
            units: rules.units().len(),
            members: Lists::new(rules.units().iter().map(cells_of)),
            units_of: Lists::new((0..rules.cells()).map(|cell| rules.units_of(Cell::new(cell)).iter().copied())),
            names: rules.units().iter().map(model::Unit::name).collect(),
        }
    }
}
