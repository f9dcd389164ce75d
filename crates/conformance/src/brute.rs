//! Brute force: the truth about small problems.
//!
//! Cells in order, values ascending, a value stands if no cell before it in a common unit has it, and the judge of the
//! model has the last word on each grid. No inference, no shared code with a strategy, nothing to get wrong.

use model::{Cell, Grid, Puzzle, check};

/// The grids of a puzzle.
pub(crate) struct Truth {
    /// In ascending order.
    pub(crate) grids: Vec<Grid>,
    /// Whether these are all.
    pub(crate) all: bool,
}

/// The first `most` grids of a puzzle; `None` when more than `work` values were tried.
pub(crate) fn grids(puzzle: &Puzzle, most: usize, work: u64) -> Option<Truth> {
    let mut force = Force { puzzle, values: vec![0; puzzle.rules().cells()], found: Vec::new(), most, work };
    let over = force.fill(0)?;
    Some(Truth { all: over == Over::No, grids: force.found })
}

#[derive(PartialEq, Eq)]
enum Over {
    Yes,
    No,
}

struct Force<'a> {
    puzzle: &'a Puzzle,
    values: Vec<u8>,
    found: Vec<Grid>,
    most: usize,
    work: u64,
}

impl Force<'_> {
    fn fill(&mut self, cell: usize) -> Option<Over> {
        if cell == self.values.len() {
            let grid = Grid::from_values(self.values.clone());
            if check(self.puzzle, &grid).is_err() {
                return Some(Over::No);
            }
            if self.found.len() == self.most {
                return Some(Over::Yes);
            }
            self.found.push(grid);
            return Some(Over::No);
        }
        let given = self.puzzle.givens().values()[cell];
        for value in 1..=self.puzzle.rules().values() {
            if (given == 0 || given == value) && self.fits(cell, value) {
                self.work = self.work.checked_sub(1)?;
                self.values[cell] = value;
                if self.fill(cell + 1)? == Over::Yes {
                    return Some(Over::Yes);
                }
            }
        }
        Some(Over::No)
    }

    fn fits(&self, cell: usize, value: u8) -> bool {
        let rules = self.puzzle.rules();
        rules.units().iter().filter(|unit| unit.cells().contains(&Cell::new(cell))).all(|unit| {
            unit.cells().iter().all(|&other| {
                let (index, given) = (other.index(), self.puzzle.givens().values()[other.index()]);
                index == cell || if index < cell { self.values[index] != value } else { given != value }
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::Rules;

    #[test]
    fn a_cap_is_not_the_whole_truth() {
        let puzzle = Puzzle::blank(Rules::latin(3).expect("a small size"));
        let count = |most| grids(&puzzle, most, 10_000).map(|truth| (truth.grids.len(), truth.all));
        assert_eq!((count(20), count(12), count(11)), (Some((12, true)), Some((12, true)), Some((11, false))));
        assert!(grids(&puzzle, 20, 10).is_none());
    }
}
