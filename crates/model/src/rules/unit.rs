//! One alldifferent constraint.

use serde::{Deserialize, Serialize};

use crate::Cell;

/// What a unit is on the board; the order of the kinds is the order of the units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum UnitKind {
    /// A row ("line" in the paper).
    Row,
    /// A column ("file" in the paper).
    Column,
    /// A block or jigsaw region.
    Block,
    /// A diagonal.
    Diagonal,
    /// Anything else.
    Other,
}

impl UnitKind {
    fn word(self) -> &'static str {
        match self {
            Self::Row => "row",
            Self::Column => "column",
            Self::Block => "block",
            Self::Diagonal => "diagonal",
            Self::Other => "unit",
        }
    }
}

/// Cells that must all differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unit {
    kind: UnitKind,
    number: u16,
    cells: Vec<Cell>,
}

impl Unit {
    pub(super) fn new(kind: UnitKind, number: u16, cells: Vec<Cell>) -> Self {
        Self { kind, number, cells }
    }

    /// What it is.
    pub fn kind(&self) -> UnitKind {
        self.kind
    }

    /// Its cells, in the order in which they were named (row-major for all rules that have a name).
    #[inline]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// `row 3`, counted from 1 within its kind.
    pub fn name(&self) -> String {
        format!("{} {}", self.kind.word(), self.number + 1)
    }
}
