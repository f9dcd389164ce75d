//! A board tiled by dominoes.

use super::{Board, Named};
use crate::ExactCover;

/// Items are the cells; options are the dominoes by their upper or left cell, first the one that lies, then the one that
/// stands. Covers may be millions: no symmetries are given.
pub fn dominoes(board: &Board) -> Named {
    let mut options = Vec::new();
    if board.cells().is_multiple_of(2) {
        for (cell, (row, col)) in (0..).zip(board.squares()) {
            let others = [board.cell(row, col + 1), board.cell(row + 1, col)];
            options.extend(others.into_iter().flatten().map(|other| vec![cell, other]));
        }
    }
    let items: Vec<String> = board.cell_names().collect();
    Named {
        options: options
            .iter()
            .map(|cells| cells.iter().map(|&cell| items[cell as usize].as_str()).collect::<Vec<_>>().join(" "))
            .collect(),
        problem: ExactCover::new(board.cells(), 0, options).expect("cells are in range"),
        items,
        symmetries: Vec::new(),
    }
}
