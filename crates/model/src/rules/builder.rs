//! Making rules: the only way in, so that every `Rules` keeps its promises.

use serde::{Deserialize, Serialize};

use super::{Cell, MAX_VALUES, Rules, RulesError, Unit, UnitKind, Value};

/// The most cells that rules may have: far beyond order 6, and a cell index fits in 16 bits.
const MAX_CELLS: usize = 1 << 14;

/// Collects units, then checks them all in [`RulesBuilder::build`].
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RulesBuilder {
    name: String,
    cells: usize,
    values: usize,
    units: Vec<(UnitKind, Vec<usize>)>,
}

impl RulesBuilder {
    pub(super) fn new(name: impl Into<String>, cells: usize, values: usize) -> Self {
        Self { name: name.into(), cells, values, units: Vec::new() }
    }

    /// Adds an alldifferent over these cells (0-based) without a place on the board.
    pub fn unit(self, cells: impl IntoIterator<Item = usize>) -> Self {
        self.unit_of(UnitKind::Other, cells)
    }

    /// Adds an alldifferent of a kind.
    pub fn unit_of(mut self, kind: UnitKind, cells: impl IntoIterator<Item = usize>) -> Self {
        self.units.push((kind, cells.into_iter().collect()));
        self
    }

    /// Adds the rows and columns of a board of `side` × `side`.
    pub fn rows_and_columns(mut self, side: usize) -> Self {
        for row in 0..side {
            self = self.unit_of(UnitKind::Row, (0..side).map(|column| row * side + column));
        }
        for column in 0..side {
            self = self.unit_of(UnitKind::Column, (0..side).map(|row| row * side + column));
        }
        self
    }

    pub(super) fn rename(&mut self, name: String) {
        self.name = name;
    }

    /// Checks the units and works out peers. Units are put in the order of their kinds; within a kind they stay as added.
    ///
    /// # Errors
    /// When sizes are out of range, or a unit names a cell that is missing or twice, or has more cells than values.
    pub fn build(mut self) -> Result<Rules, RulesError> {
        if self.values < 1 || self.values > usize::from(MAX_VALUES) {
            return Err(RulesError::Values { values: self.values });
        }
        if self.cells < 1 || self.cells > MAX_CELLS {
            return Err(RulesError::Size { name: self.name, limit: "1 to 16384 cells are possible" });
        }
        let values = self.values as Value;
        self.units.sort_by_key(|(kind, _)| *kind);
        let mut units = Vec::with_capacity(self.units.len());
        let mut units_of = vec![Vec::new(); self.cells];
        let mut peers = vec![Vec::new(); self.cells];
        let mut number = 0;
        for (index, (kind, cells)) in self.units.iter().enumerate() {
            number = if index > 0 && self.units[index - 1].0 == *kind { number + 1 } else { 0 };
            self.admit(index, cells)?;
            for &cell in cells {
                units_of[cell].push(index as u16);
                peers[cell].extend(cells.iter().filter(|&&peer| peer != cell).map(|&peer| Cell::new(peer)));
            }
            units.push(Unit::new(*kind, number, cells.iter().map(|&cell| Cell::new(cell)).collect()));
        }
        for list in &mut peers {
            list.sort_unstable();
            list.dedup();
        }
        Ok(Rules { name: self.name, values, units, units_of, peers })
    }

    fn admit(&self, index: usize, cells: &[usize]) -> Result<(), RulesError> {
        let unit = index + 1;
        if cells.len() > self.values {
            return Err(RulesError::TooLong { unit, cells: cells.len(), values: self.values as Value });
        }
        for (at, &cell) in cells.iter().enumerate() {
            if cell >= self.cells {
                return Err(RulesError::Cell { unit, cell: cell + 1, cells: self.cells });
            }
            if cells[..at].contains(&cell) {
                return Err(RulesError::Twice { unit, cell: cell + 1 });
            }
        }
        Ok(())
    }
}

impl From<Rules> for RulesBuilder {
    fn from(rules: Rules) -> Self {
        let units =
            rules.units.iter().map(|unit| (unit.kind(), unit.cells().iter().map(|cell| cell.index()).collect()));
        Self { cells: rules.cells(), values: usize::from(rules.values), units: units.collect(), name: rules.name }
    }
}

impl TryFrom<RulesBuilder> for Rules {
    type Error = RulesError;

    fn try_from(builder: RulesBuilder) -> Result<Self, RulesError> {
        builder.build()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_that_cannot_be_is_refused_with_its_number() {
        let fails = |units: &[&[usize]]| {
            let start = Rules::builder("odd", 4, 3);
            let all = units.iter().fold(start, |builder, unit| builder.unit(unit.iter().copied()));
            all.build().expect_err("bad units").to_string()
        };
        assert_eq!(fails(&[&[0, 1], &[0, 4]]), "unit 2 names cell 5, there are 4");
        assert_eq!(fails(&[&[1, 1]]), "unit 1 names cell 2 twice");
        assert_eq!(fails(&[&[0, 1, 2, 3]]), "unit 1 has 4 cells for 3 values: no grid can exist");
    }

    #[test]
    fn sizes_out_of_range_are_refused() {
        assert!(Rules::builder("none", 0, 3).build().is_err());
        assert!(Rules::builder("none", 3, 0).build().is_err());
        assert!(Rules::builder("none", 3, 65).build().is_err());
    }
}
