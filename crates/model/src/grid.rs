//! An answer: one value a cell.

use crate::{Cell, Value};

/// A full assignment, row-major, one value of `1..=N` a cell. Nothing is checked here: that is [`crate::check()`]'s work.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Grid(Box<[Value]>);

impl Grid {
    /// A grid of `cells` cells that holds no value yet (0 everywhere), for a solver to fill and hand out again and again.
    pub fn blank(cells: usize) -> Self {
        Self(vec![0; cells].into())
    }

    /// A grid from its values, row-major.
    pub fn from_values(values: impl Into<Box<[Value]>>) -> Self {
        Self(values.into())
    }

    /// The values, row-major.
    #[inline]
    pub fn values(&self) -> &[Value] {
        &self.0
    }

    /// The values, to be written in place.
    #[inline]
    pub fn values_mut(&mut self) -> &mut [Value] {
        &mut self.0
    }

    /// Writes one cell.
    #[inline]
    pub fn set(&mut self, cell: Cell, value: Value) {
        self.0[cell.index()] = value;
    }
}
