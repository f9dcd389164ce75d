//! A puzzle: rules and givens, and the clashes between givens.

use std::sync::Arc;

use serde::Serialize;

use crate::{Cell, Rules, Value};

/// The values that a puzzle gives, row-major, 0 for a blank.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Givens(Box<[Value]>);

impl Givens {
    /// No given in `cells` cells.
    pub fn blank(cells: usize) -> Self {
        Self(vec![0; cells].into())
    }

    /// Givens from their values, row-major, 0 for a blank.
    pub fn from_values(values: impl Into<Box<[Value]>>) -> Self {
        Self(values.into())
    }

    /// The values, row-major, 0 for a blank.
    #[inline]
    pub fn values(&self) -> &[Value] {
        &self.0
    }

    /// The values, to be written in place: a million puzzles can go through one `Givens`.
    #[inline]
    pub fn values_mut(&mut self) -> &mut [Value] {
        &mut self.0
    }

    /// The given cells with their values, in cell order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (Cell, Value)> {
        self.0.iter().enumerate().filter(|&(_, &value)| value != 0).map(|(cell, &value)| (Cell::new(cell), value))
    }

    /// How many cells are given.
    pub fn clues(&self) -> usize {
        self.0.iter().filter(|&&value| value != 0).count()
    }
}

/// Two givens of one unit that hold the same value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Conflict {
    /// The value that both hold.
    pub value: Value,
    /// Name of the unit (`row 3`).
    pub unit: String,
    /// Names of the two cells, in cell order.
    pub cells: [String; 2],
}

impl std::fmt::Display for Conflict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [first, second] = &self.cells;
        write!(f, "{} is given twice in {}: {first} and {second}", self.value, self.unit)
    }
}

/// A question: which grids of these rules have these givens?
#[derive(Clone, Debug)]
pub struct Puzzle {
    rules: Arc<Rules>,
    givens: Givens,
}

impl Puzzle {
    /// Puts rules and givens together.
    ///
    /// # Panics
    /// If the givens have another number of cells than the rules.
    pub fn new(rules: impl Into<Arc<Rules>>, givens: Givens) -> Self {
        let rules = rules.into();
        assert_eq!(givens.values().len(), rules.cells(), "givens are read for their rules");
        Self { rules, givens }
    }

    /// The puzzle without a given.
    pub fn blank(rules: impl Into<Arc<Rules>>) -> Self {
        let rules = rules.into();
        let givens = Givens::blank(rules.cells());
        Self { rules, givens }
    }

    /// Its rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Its givens.
    pub fn givens(&self) -> &Givens {
        &self.givens
    }

    /// Takes other givens in place of its own, without new memory.
    ///
    /// # Panics
    /// If they have another number of cells than the rules.
    pub fn take_givens(&mut self, givens: &Givens) {
        self.givens.values_mut().copy_from_slice(givens.values());
    }

    /// Every pair of givens that clash, unit by unit; a pair that shares two units is named once, by the first of them.
    pub fn conflicts(&self) -> Vec<Conflict> {
        let mut seen = Vec::new();
        let mut conflicts = Vec::new();
        for unit in self.rules.units() {
            let given = |cell: Cell| self.givens.values()[cell.index()];
            if !repeats(unit.cells().iter().map(|&cell| given(cell))) {
                continue;
            }
            for (at, &second) in unit.cells().iter().enumerate() {
                for &first in
                    unit.cells()[..at].iter().filter(|&&first| given(first) != 0 && given(first) == given(second))
                {
                    let pair = [first.min(second), first.max(second)];
                    if !seen.contains(&pair) {
                        seen.push(pair);
                        let cells = pair.map(|cell| self.rules.cell_name(cell));
                        conflicts.push(Conflict { value: given(first), unit: unit.name(), cells });
                    }
                }
            }
        }
        conflicts
    }
}

/// Whether a value comes twice; blanks do not count. What nearly all units are asked, and answered in one pass.
fn repeats(values: impl Iterator<Item = Value>) -> bool {
    let mut seen = 0_u64;
    for value in values.filter(|&value| value != 0) {
        let bit = 1 << (value - 1);
        if seen & bit != 0 {
            return true;
        }
        seen |= bit;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text;

    #[test]
    fn clashing_givens_are_named_once() {
        let rules = Rules::sudoku(2);
        let puzzle = Puzzle::new(rules.clone(), text::parse_board("11......2...2...", &rules).expect("a board"));
        let said: Vec<String> = puzzle.conflicts().iter().map(ToString::to_string).collect();
        assert_eq!(said, ["1 is given twice in row 1: r1c1 and r1c2", "2 is given twice in column 1: r3c1 and r4c1"]);
    }
}
