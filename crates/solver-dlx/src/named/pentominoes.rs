//! A board tiled by the twelve pentominoes, each used once.

use std::collections::{BTreeSet, HashMap};

use super::{Board, Named};
use crate::ExactCover;

/// The pieces by Golomb's letters.
const PIECES: [(char, [(i32, i32); 5]); 12] = [
    ('F', [(0, 1), (0, 2), (1, 0), (1, 1), (2, 1)]),
    ('I', [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)]),
    ('L', [(0, 0), (1, 0), (2, 0), (3, 0), (3, 1)]),
    ('N', [(0, 1), (1, 1), (2, 0), (2, 1), (3, 0)]),
    ('P', [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)]),
    ('T', [(0, 0), (0, 1), (0, 2), (1, 1), (2, 1)]),
    ('U', [(0, 0), (0, 2), (1, 0), (1, 1), (1, 2)]),
    ('V', [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2)]),
    ('W', [(0, 0), (1, 0), (1, 1), (2, 1), (2, 2)]),
    ('X', [(0, 1), (1, 0), (1, 1), (1, 2), (2, 1)]),
    ('Y', [(0, 1), (1, 0), (1, 1), (2, 1), (3, 1)]),
    ('Z', [(0, 0), (0, 1), (1, 1), (2, 1), (2, 2)]),
];

/// Items are the pieces F I L N P T U V W X Y Z, then the cells; options are a piece in one of its orientations at one
/// place: by piece, orientation, row and column. Mirror images and rotations of a tiling are covers of their own.
pub fn pentominoes(board: &Board) -> Named {
    let pieces = PIECES.len() as u32;
    let mut options: Vec<Vec<u32>> = Vec::new();
    if board.cells() == 5 * pieces {
        for (piece, (_, shape)) in (0..).zip(PIECES) {
            for orientation in orientations(shape) {
                for (row, col) in (0..board.rows()).flat_map(|row| (0..board.cols()).map(move |col| (row, col))) {
                    let place = |&(r, c): &(i32, i32)| board.cell(row + r as u32, col + c as u32);
                    if let Some(cells) = orientation.iter().map(place).collect::<Option<Vec<u32>>>() {
                        options.push(std::iter::once(piece).chain(cells.iter().map(|cell| pieces + cell)).collect());
                    }
                }
            }
        }
    }
    let cells: Vec<String> = board.cell_names().collect();
    let name = |option: &Vec<u32>| {
        let (letter, _) = PIECES[option[0] as usize];
        let at: Vec<&str> = option[1..].iter().map(|item| cells[(item - pieces) as usize].as_str()).collect();
        format!("{letter} at {}", at.join(" "))
    };
    let names = options.iter().map(name).collect();
    Named {
        symmetries: board.symmetries().iter().map(|symmetry| of_options(symmetry, &options)).collect(),
        problem: ExactCover::new(pieces + board.cells(), 0, options).expect("pieces and cells are in range"),
        items: PIECES.iter().map(|(letter, _)| letter.to_string()).chain(cells).collect(),
        options: names,
    }
}

/// The different shapes that turning and flipping give, each moved to the corner, its cells in order.
fn orientations(shape: [(i32, i32); 5]) -> BTreeSet<[(i32, i32); 5]> {
    (0..8)
        .map(|way| {
            let mut turned = shape.map(|(row, col)| {
                let (row, col) = (if way & 1 == 0 { row } else { -row }, if way & 2 == 0 { col } else { -col });
                if way & 4 == 0 { (row, col) } else { (col, row) }
            });
            let top = turned.iter().map(|cell| cell.0).min().unwrap_or(0);
            let left = turned.iter().map(|cell| cell.1).min().unwrap_or(0);
            turned = turned.map(|(row, col)| (row - top, col - left));
            turned.sort_unstable();
            turned
        })
        .collect()
}

/// What a permutation of the cells does to the options.
fn of_options(symmetry: &[u32], options: &[Vec<u32>]) -> Vec<u32> {
    let pieces = PIECES.len() as u32;
    let number: HashMap<&[u32], u32> = options.iter().map(Vec::as_slice).zip(0..).collect();
    let image = |option: &Vec<u32>| {
        let mut moved = option.clone();
        for item in &mut moved[1..] {
            *item = pieces + symmetry[(*item - pieces) as usize];
        }
        moved[1..].sort_unstable();
        number[moved.as_slice()]
    };
    options.iter().map(image).collect()
}
