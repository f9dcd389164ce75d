//! Propagation over the whole board at once: no cell is looked at alone, and nothing branches but the end of a round.

use super::board::{Board, EVERY_CELL, Lanes, TOPS, column, load, store};
use crate::search::Standing;
use crate::simd::{Task, Vector};

/// Naked and hidden singles and locked candidates, to the fixpoint. Gives the rounds that it took.
pub(super) struct Settle<'a>(pub(super) &'a mut Lanes);

impl Task for Settle<'_> {
    type Output = (Standing, u64);

    #[inline(always)]
    fn run<V: Vector>(self) -> (Standing, u64) {
        settle::<V>(self.0)
    }
}

/// What two others have: those that are not `at`.
#[inline(always)]
fn others<V: Vector>(three: [V; 3], at: usize) -> V {
    three[(at + 1) % 3].or(three[(at + 2) % 3])
}

#[inline(always)]
fn any<V: Vector>(three: [V; 3]) -> V {
    three[0].or(three[1]).or(three[2])
}

#[inline(always)]
fn other_cells<V: Vector>(vector: V) -> V {
    vector.next_pair().or(vector.previous_pair())
}

#[inline(always)]
fn other_bands<V: Vector>(vector: V) -> V {
    let twin = vector.swap_lanes();
    twin.or(vector.or(twin).swap_halves())
}

/// A value is *sure* of a minirow when no other minirow of its row, or none of its block, can have it, or a cell of it has
/// nothing else. Then it leaves the others of row and block; with minicolumns likewise, that is all three rules. A cell that
/// alone has a sure value of its minirow or minicolumn takes it. What is blocked is seen as an empty cell or a value that a unit lacks.
#[inline(always)]
fn settle<V: Vector>(lanes: &mut Lanes) -> (Standing, u64) {
    let every = V::load(&EVERY_CELL);
    let tops = V::load(&TOPS);
    let mut board: Board<V> = load(lanes);
    let mut rounds = 0;
    let standing = loop {
        rounds += 1;
        // By cell: what its minirow has, what it has alone there, what the singles beside it rule out, what the minirow
        // is sure of.
        let [mut minirow, mut alone, mut ruled_out, mut sure] = [[[V::zero(); 3]; 3]; 4];
        let (mut open, mut empty) = (V::zero(), V::zero());
        for row in 0..3 {
            for stack in 0..3 {
                let cell = board[row][stack];
                let beside = other_cells(cell);
                minirow[row][stack] = cell.or(beside);
                alone[row][stack] = cell.without(beside);
                let less = cell.less_one();
                let more = cell.and(less);
                open = open.or(more);
                empty = empty.or(less);
                let single = cell.and(more.zero_lanes());
                ruled_out[row][stack] = other_cells(single);
                sure[row][stack] = single.or(ruled_out[row][stack]);
            }
        }
        let mut held = every;
        for at in 0..3 {
            held = held.and(any(minirow[at])).and(any(column(&minirow, at)));
        }
        if !held.has_all(every) || !empty.is_disjoint(tops) {
            break Standing::Blocked;
        }
        if open.is_zero() {
            for stack in 0..3 {
                let minicolumn = any(column(&board, stack));
                held = held.and(minicolumn.or(other_bands(minicolumn)));
            }
            break if held.has_all(every) { Standing::Solved } else { Standing::Blocked };
        }
        for row in 0..3 {
            for stack in 0..3 {
                let elsewhere = others(minirow[row], stack).and(others(column(&minirow, stack), row));
                sure[row][stack] = sure[row][stack].or(minirow[row][stack].without(elsewhere));
            }
        }
        let mut change = V::zero();
        for row in 0..3 {
            for stack in 0..3 {
                let taken = others(sure[row], stack).or(others(column(&sure, stack), row)).or(ruled_out[row][stack]);
                let hidden = alone[row][stack].and(sure[row][stack]);
                let cell = board[row][stack].without(taken).and(hidden.or(hidden.zero_lanes()));
                change = change.or(board[row][stack].without(cell));
                board[row][stack] = cell;
            }
        }
        for stack in 0..3 {
            let cells = column(&board, stack);
            let minicolumn = any(cells);
            let bands = other_bands(minicolumn);
            held = held.and(minicolumn.or(bands));
            let certain = minicolumn.without(other_cells(minicolumn).and(bands));
            let taken = other_cells(certain).or(other_bands(certain));
            for row in 0..3 {
                let hidden = cells[row].without(others(cells, row)).and(certain);
                let cell = cells[row].without(taken).and(hidden.or(hidden.zero_lanes()));
                change = change.or(cells[row].without(cell));
                board[row][stack] = cell;
            }
        }
        if !held.has_all(every) {
            break Standing::Blocked;
        }
        if change.is_zero() {
            break Standing::Open;
        }
    };
    store(&board, lanes);
    (standing, rounds)
}
