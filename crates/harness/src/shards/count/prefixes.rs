//! The list of prefixes: every way to fill the first blank cells that does not clash at once, in ascending order.

use model::text::board_text;
use model::{Cell, Givens, Puzzle};
use sha2::{Digest, Sha256};

/// Values of the same cells, a prefix each.
pub(super) struct Prefixes {
    cells: Vec<usize>,
    list: Vec<Vec<u8>>,
    values: u8,
}

impl Prefixes {
    /// So many at least, where the puzzle has them: cell by cell in order until they are enough.
    pub(super) fn of(puzzle: &Puzzle, wanted: usize) -> Self {
        let rules = puzzle.rules();
        let values = rules.values();
        let mut prefixes = Self { cells: Vec::new(), list: vec![Vec::new()], values };
        let given = puzzle.givens().values();
        let blanks = (0..given.len()).filter(|cell| given[*cell] == 0);
        for cell in blanks {
            if prefixes.list.len() >= wanted || prefixes.list.is_empty() {
                break;
            }
            let peers = || rules.peers(Cell::new(cell)).iter().map(|peer| peer.index());
            let mut list = Vec::new();
            for prefix in &prefixes.list {
                let of = |peer: usize| match prefixes.cells.iter().position(|known| *known == peer) {
                    Some(at) => prefix[at],
                    None => given[peer],
                };
                let free = (1..=values).filter(|value| peers().all(|peer| of(peer) != *value));
                list.extend(free.map(|value| prefix.iter().copied().chain([value]).collect::<Vec<u8>>()));
            }
            prefixes.list = list;
            prefixes.cells.push(cell);
        }
        prefixes
    }

    /// How many.
    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// Cells that each fills.
    pub(super) fn cells(&self) -> usize {
        self.cells.len()
    }

    /// The values of one, as in boards; never with a comma.
    pub(super) fn text(&self, at: usize) -> String {
        board_text(&self.list[at], self.values).replace(',', " ")
    }

    /// The givens of the puzzle and the values of one.
    pub(super) fn givens(&self, puzzle: &Puzzle, at: usize) -> Givens {
        let mut givens = puzzle.givens().clone();
        for (cell, value) in self.cells.iter().zip(&self.list[at]) {
            givens.values_mut()[*cell] = *value;
        }
        givens
    }

    /// SHA-256 of all of it.
    pub(super) fn sha256(&self) -> String {
        format!("{:x}", Sha256::digest(format!("{:?} {:?}", self.cells, self.list)))
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use model::Rules;
    use model::solve::erased::AnyProbe;
    use model::solve::{Ask, Options};

    use super::*;
    use crate::registry::registry;

    #[test]
    fn each_solution_lies_below_one_prefix() {
        for (rules, givens, wanted) in
            [("latin-4", "................", 30), ("sudoku-2", ".2..............", 9), ("latin-3", "1........", 1000)]
        {
            let rules = Rules::parse(rules).expect("known rules");
            let givens = model::text::parse_board(givens, &rules).expect("a board");
            let puzzle = Puzzle::new(rules, givens);
            let prefixes = Prefixes::of(&puzzle, wanted);
            let all_filled = prefixes.cells() == puzzle.givens().values().len() - puzzle.givens().clues();
            assert!(prefixes.len() >= wanted || all_filled);
            let strategies = registry();
            let strategy = strategies.find("dlx/shortest").expect("it is registered");
            let mut solver = strategy.build(puzzle.rules(), &Options::default()).expect("it does these rules");
            let mut solutions = 0;
            solver.run(puzzle.givens(), Ask::Count { cap: None }, AnyProbe::Off, &mut |grid| {
                let begins = |prefix: &&Vec<u8>| {
                    prefixes.cells.iter().zip(*prefix).all(|(cell, value)| grid.values()[*cell] == *value)
                };
                assert_eq!(prefixes.list.iter().filter(begins).count(), 1);
                solutions += 1;
                ControlFlow::Continue(())
            });
            assert!(solutions > 0);
        }
    }
}
