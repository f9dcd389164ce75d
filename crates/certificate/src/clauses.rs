//! The clauses of a puzzle, by the book of its units and nothing else.

use std::collections::BTreeSet;

use model::{Grid, Puzzle};

/// The clauses that say "another solution than `grid`", or "a solution", each once and with its literals ascending.
/// Variable `cell * N + value`, cells from 0 and values from 1, says that a cell holds a value. A cell holds one value
/// at least and one at most; a unit holds a value once at most, and once at least where it has N cells; each given
/// stands; some cell is not as in the grid.
pub fn clauses(puzzle: &Puzzle, grid: Option<&Grid>) -> BTreeSet<Vec<i32>> {
    let rules = puzzle.rules();
    let n = i32::from(rules.values());
    let holds = |cell: usize, value: i32| (cell as u32).cast_signed() * n + value;
    let mut clauses = BTreeSet::new();
    for cell in 0..rules.cells() {
        clauses.insert((1..=n).map(|value| holds(cell, value)).collect());
        clauses.extend(pairs(&(1..=n).map(|value| holds(cell, value)).collect::<Vec<_>>()));
    }
    for unit in rules.units() {
        for value in 1..=n {
            let mut places: Vec<i32> = unit.cells().iter().map(|cell| holds(cell.index(), value)).collect();
            places.sort_unstable();
            clauses.extend(pairs(&places));
            if unit.cells().len() == usize::from(rules.values()) {
                clauses.insert(places);
            }
        }
    }
    clauses.extend(puzzle.givens().iter().map(|(cell, value)| vec![holds(cell.index(), i32::from(value))]));
    if let Some(grid) = grid {
        let taken = grid.values().iter().enumerate().map(|(cell, &value)| -holds(cell, i32::from(value)));
        let mut clause: Vec<i32> = taken.collect();
        clause.sort_unstable();
        clauses.insert(clause);
    }
    clauses
}

/// Of ascending variables, that no two hold.
fn pairs(variables: &[i32]) -> impl Iterator<Item = Vec<i32>> {
    let after = move |at: usize| variables[at + 1..].iter();
    variables.iter().enumerate().flat_map(move |(at, &first)| after(at).map(move |&second| vec![-second, -first]))
}

#[cfg(test)]
mod tests {
    use model::{Givens, Rules};

    use super::*;

    /// Numbers of clauses as Lynce & Ouaknine have them ("Sudoku as a SAT problem", 2006), repeats not counted: 11,988
    /// less the pairs of 9 blocks that lie in a line (9 · 9 · 18).
    #[test]
    fn there_are_as_many_as_were_published() {
        let blank = Puzzle::blank(Rules::sudoku(3));
        assert_eq!(clauses(&blank, None).len(), 11_988 - 9 * 9 * 18);
    }

    /// The formula says what it should: over all worlds of two cells that differ, with a given, and a grid taken.
    #[test]
    fn the_models_are_the_other_solutions() {
        let rules = Rules::builder("pair", 2, 2).unit([0, 1]).build().expect("a small problem");
        let models = |givens: [u8; 2], grid: Option<[u8; 2]>| {
            let puzzle = Puzzle::new(rules.clone(), Givens::from_values(givens));
            let clauses = clauses(&puzzle, grid.map(Grid::from_values).as_ref());
            let holds = |world: u32, literal: i32| (world >> (literal.abs() - 1) & 1 == 1) == (literal > 0);
            let is_model = |world| clauses.iter().all(|clause| clause.iter().any(|&literal| holds(world, literal)));
            (0..16).filter(|&world| is_model(world)).collect::<Vec<u32>>()
        };
        assert_eq!(models([0, 0], None), [0b0110, 0b1001]);
        assert_eq!(models([0, 0], Some([1, 2])), [0b0110]);
        assert_eq!(models([0, 1], None), [0b0110]);
        assert_eq!(models([0, 1], Some([2, 1])), [0; 0]);
    }
}
