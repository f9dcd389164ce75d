//! How a board lies in nine vectors.
//!
//! Cells of one row in one block are a minirow. Vector `3 * (row % 3) + stack` holds three of them, one a band: the domain of
//! the cell in band `b` and column `c` of its block is lane `8 * (b / 2) + 2 * c + b % 2`. So the other rows of a block and the
//! other blocks of a row are other vectors, the cells of a minirow are turned by one shuffle of pairs of lanes, and only the
//! bands of a column need more. The lanes that are no cell stay 0.

use crate::simd::{LANES, Vector};

/// All candidates of a cell.
pub(super) const ALL: u16 = 0x1FF;

/// A board in memory.
pub(super) type Lanes = [[u16; LANES]; 9];

/// A board in vectors, by row of the band and stack.
pub(super) type Board<V> = [[V; 3]; 3];

/// The lane of the cell in a band and a column of its block.
const fn lane(band: usize, column: usize) -> usize {
    8 * (band / 2) + 2 * column + band % 2
}

/// The lanes that are cells.
pub(super) const CELL_LANES: [usize; 9] = {
    let mut lanes = [0; 9];
    let mut cell = 0;
    while cell < 9 {
        lanes[cell] = lane(cell % 2 + cell / 6 * 2, cell / 2 % 3);
        cell += 1;
    }
    lanes
};

/// By cell: its lane among all 144, vector after vector.
pub(super) const PLACES: [u8; 81] = {
    let mut places = [0; 81];
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (cell / 9, cell % 9);
        places[cell] = ((row % 3 * 3 + column / 3) * LANES + lane(row / 3, column % 3)) as u8;
        cell += 1;
    }
    places
};

/// By lane: the cell.
pub(super) const CELLS: [u8; 9 * LANES] = {
    let mut cells = [u8::MAX; 9 * LANES];
    let mut cell = 0;
    while cell < 81 {
        cells[PLACES[cell] as usize] = cell as u8;
        cell += 1;
    }
    cells
};

/// `fill` in every lane that is a cell.
const fn cells(fill: u16) -> [u16; LANES] {
    let mut lanes = [0; LANES];
    let mut cell = 0;
    while cell < 9 {
        lanes[lane(cell / 3, cell % 3)] = fill;
        cell += 1;
    }
    lanes
}

/// All candidates in every cell.
pub(super) const EVERY_CELL: [u16; LANES] = cells(ALL);

/// The top bit in every cell.
pub(super) const TOPS: [u16; LANES] = cells(1 << 15);

#[inline(always)]
pub(super) fn load<V: Vector>(lanes: &Lanes) -> Board<V> {
    std::array::from_fn(|row| std::array::from_fn(|stack| V::load(&lanes[3 * row + stack])))
}

#[inline(always)]
pub(super) fn store<V: Vector>(board: &Board<V>, lanes: &mut Lanes) {
    for (vector, lanes) in board.as_flattened().iter().zip(lanes) {
        vector.store(lanes);
    }
}

/// The vectors of a stack, by row of the band.
#[inline(always)]
pub(super) fn column<V: Vector>(board: &Board<V>, stack: usize) -> [V; 3] {
    [board[0][stack], board[1][stack], board[2][stack]]
}
