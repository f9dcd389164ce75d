//! The least form of a sparse board of order 3, row by row: microseconds where the search for boards of any size takes tens.
//!
//! The same form as there. What makes it fast: a state is 32 bytes; the columns of a stack are one of 24 arrangements, so
//! that what a row looks like at best is three looks into a table, and most rows are passed over by that alone. The price:
//! columns with clues in one row are put in every order at once, which only pays where rows have few clues.

use super::Rearrangement;
use super::state::bits;
use crate::Value;

/// The orders of three columns.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
/// Arrangements of a stack: an order of its columns, times four, plus a bit for each of the two gaps between neighbours
/// that something has told apart.
const ARRANGEMENTS: usize = 24;
/// No stack stands here yet.
const OPEN: u8 = 3;

/// By arrangement and the columns of the stack that hold a clue in a row: the places where the clues stand at best, four bits
/// a place, the first one highest.
const BEST: [[u16; 8]; ARRANGEMENTS] = tables().0;
/// Likewise: the arrangements that put the clues there, a bit each.
const REFINED: [[u32; 8]; ARRANGEMENTS] = tables().1;

const fn tables() -> ([[u16; 8]; ARRANGEMENTS], [[u32; 8]; ARRANGEMENTS]) {
    let (mut best, mut refined) = ([[u16::MAX; 8]; ARRANGEMENTS], [[0; 8]; ARRANGEMENTS]);
    let mut at = 0;
    while at < ARRANGEMENTS * 8 * 6 {
        let (from, clues, order) = (at / 48, at / 6 % 8, at % 6);
        at += 1;
        let (before, after, gaps) = (ORDERS[from / 4], ORDERS[order], from % 4);
        // Columns change places with those they are alike with: the sets up to each gap stay.
        let first_stays = gaps & 1 == 0 || before[0] == after[0];
        let last_stays = gaps & 2 == 0 || before[2] == after[2];
        if !(first_stays && last_stays) {
            continue;
        }
        let clue = [clues >> after[0] & 1, clues >> after[1] & 1, clues >> after[2] & 1];
        // Clues tell apart from blanks and from each other; of blanks that stay alike the lower column stands first.
        let told = [clue[0] + clue[1] > 0 || gaps & 1 != 0, clue[1] + clue[2] > 0 || gaps & 2 != 0];
        if !(told[0] || after[0] < after[1]) || !(told[1] || after[1] < after[2]) {
            continue;
        }
        let places = (clue[0] << 8 | clue[1] << 4 | clue[2]) as u16;
        if places < best[from][clues] {
            (best[from][clues], refined[from][clues]) = (places, 0);
        }
        if places == best[from][clues] {
            refined[from][clues] |= 1 << (order * 4 + told[0] as usize + 2 * told[1] as usize);
        }
    }
    (best, refined)
}

/// A board as it stands, or transposed.
struct Board {
    rows: [[Value; 9]; 9],
    /// Columns with a clue, a bit each, by row.
    clues: [u16; 9],
}

/// What all rearrangements have in common that begin in the same way.
#[derive(Clone, Copy)]
struct State {
    turned: bool,
    named: u8,
    /// The stack in each slot; those that were blank so far have none and share the first slots.
    stacks: [u8; 3],
    /// Its arrangement.
    columns: [u8; 3],
    /// Rows that stand somewhere, a bit each.
    used: u16,
    /// The rows in their order, the last one lowest, four bits each.
    rows: u64,
    /// The name of each value, four bits each, 0 for none.
    names: u64,
}

/// The states with the least row so far; four bits a cell, the first one highest.
struct Least {
    row: u64,
    states: Vec<State>,
}

/// Whether a board of order 3 has few clues: less than half of its cells.
pub(super) fn is_sparse(givens: &[Value]) -> bool {
    givens.iter().filter(|&&value| value != 0).count() <= 40
}

/// A rearrangement to the least form; `None` where a line holds a value twice.
pub(super) fn search(givens: &[Value]) -> Option<Rearrangement> {
    let boards = [false, true].map(|turned| Board::new(givens, turned));
    if boards.iter().any(Board::repeats) {
        return None;
    }
    let mut states = vec![State::new(false), State::new(true)];
    let mut least = Least { row: u64::MAX, states: Vec::with_capacity(64) };
    for place in 0..9 {
        for state in &states {
            let board = &boards[usize::from(state.turned)];
            for row in board.candidates(state, place) {
                if board.best(state, row) <= least.row {
                    board.expand(state.with_row(row), row, 0, 0, &mut least);
                }
            }
        }
        std::mem::swap(&mut states, &mut least.states);
        least.states.clear();
        least.row = u64::MAX;
    }
    states.first().map(State::complete)
}

impl Board {
    fn new(givens: &[Value], turned: bool) -> Self {
        let source = |row: usize, column: usize| givens[if turned { column * 9 + row } else { row * 9 + column }];
        let rows: [[Value; 9]; 9] = std::array::from_fn(|row| std::array::from_fn(|column| source(row, column)));
        let clues = rows.map(|row| (0..9).map(|column| u16::from(row[column] != 0) << column).sum());
        Self { rows, clues }
    }

    /// Whether a row holds a value twice.
    fn repeats(&self) -> bool {
        let values = |row: &[Value; 9]| row.iter().fold(0_u16, |values, &value| values | 1 << value & !1);
        self.rows.iter().zip(self.clues).any(|(row, clues)| values(row).count_ones() < clues.count_ones())
    }

    /// Rows that may stand at `place`: of the band that was begun, or of any other. Blank rows of a band are alike.
    fn candidates(&self, state: &State, place: usize) -> impl Iterator<Item = usize> + use<> {
        let begun = (!place.is_multiple_of(3)).then_some((state.rows & 15) as usize / 3);
        let mut open = 0;
        for band in (0..3).filter(|&band| begun.is_none_or(|begun| begun == band)) {
            let mut blank_met = false;
            for row in (3 * band..3 * band + 3).filter(|row| state.used >> row & 1 == 0) {
                let blank = self.clues[row] == 0;
                open |= u64::from(!(blank && blank_met)) << row;
                blank_met |= blank;
            }
        }
        bits(open)
    }

    /// Clues of a row in a stack, a bit a column.
    fn in_stack(&self, row: usize, stack: usize) -> usize {
        usize::from(self.clues[row] >> (3 * stack) & 7)
    }

    /// No row string of this row is less: 1 for each clue where it stands at best.
    fn best(&self, state: &State, row: usize) -> u64 {
        let mut open = [0; 3];
        let slots = state.open_stacks().map(|stack| BEST[0][self.in_stack(row, stack)]);
        let count = slots.zip(&mut open).map(|(places, into)| *into = places).count();
        open[..count].sort_unstable();
        let stands =
            |slot: usize| BEST[usize::from(state.columns[slot])][self.in_stack(row, usize::from(state.stacks[slot]))];
        (0..3).fold(0, |row, slot| row << 12 | u64::from(if slot < count { open[slot] } else { stands(slot) }))
    }

    /// Every way to the least row, from a slot on; `begin` is what stands before it.
    fn expand(&self, state: State, row: usize, slot: usize, begin: u64, into: &mut Least) {
        if slot == 3 {
            return into.offer(begin, state);
        }
        if state.stacks[slot] != OPEN {
            return self.refine(state, row, slot, begin, into);
        }
        let clues = |stack: usize| self.in_stack(row, stack).count_ones();
        if slot < state.open_stacks().filter(|&stack| clues(stack) == 0).count() {
            return self.expand(state, row, slot + 1, begin << 12, into);
        }
        let fewest = state.open_stacks().map(clues).filter(|&clues| clues > 0).min();
        for stack in state.open_stacks().filter(|&stack| Some(clues(stack)) == fewest) {
            let mut state = state;
            (state.stacks[slot], state.columns[slot]) = (stack as u8, 0);
            self.refine(state, row, slot, begin, into);
        }
    }

    fn refine(&self, state: State, row: usize, slot: usize, begin: u64, into: &mut Least) {
        let stack = usize::from(state.stacks[slot]);
        for arrangement in bits(u64::from(REFINED[usize::from(state.columns[slot])][self.in_stack(row, stack)])) {
            let (mut state, mut begin) = (state, begin);
            state.columns[slot] = arrangement as u8;
            for column in ORDERS[arrangement / 4] {
                let value = self.rows[row][3 * stack + column];
                begin = begin << 4 | if value == 0 { 0 } else { state.name(value) };
            }
            if begin <= into.row >> (12 * (2 - slot)) {
                self.expand(state, row, slot + 1, begin, into);
            }
        }
    }
}

impl Least {
    fn offer(&mut self, row: u64, state: State) {
        if row < self.row {
            self.states.clear();
            self.row = row;
        }
        if row == self.row {
            self.states.push(state);
        }
    }
}

impl State {
    fn new(turned: bool) -> Self {
        Self { turned, named: 0, stacks: [OPEN; 3], columns: [0; 3], used: 0, rows: 0, names: 0 }
    }

    fn with_row(&self, row: usize) -> Self {
        Self { used: self.used | 1 << row, rows: self.rows << 4 | row as u64, ..*self }
    }

    /// Stacks without a slot, ascending.
    fn open_stacks(&self) -> impl Iterator<Item = usize> {
        (0..3).filter(|&stack| !self.stacks.contains(&(stack as u8)))
    }

    /// The name of a value; the next one where it had none.
    fn name(&mut self, value: Value) -> u64 {
        let at = 4 * u32::from(value);
        let known = self.names >> at & 15;
        if known != 0 {
            return known;
        }
        self.named += 1;
        self.names |= u64::from(self.named) << at;
        u64::from(self.named)
    }

    /// The rearrangement; what nothing has settled stays in order.
    fn complete(&self) -> Rearrangement {
        let mut state = *self;
        let rows = (0..9).map(|place| (state.rows >> (4 * (8 - place)) & 15) as u8).collect();
        let open: Vec<usize> = state.open_stacks().collect();
        open.into_iter().enumerate().for_each(|(slot, stack)| state.stacks[slot] = stack as u8);
        let columns = |slot: usize| {
            ORDERS[usize::from(state.columns[slot]) / 4].map(|column| 3 * state.stacks[slot] + column as u8)
        };
        let columns = (0..3).flat_map(columns).collect();
        let names = (1..=9).map(|value| state.name(value) as u8 - 1).collect();
        Rearrangement::from_parts(state.turned, rows, columns, names)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Symmetry, canonical, group};
    use super::*;
    use crate::solve::Random;
    use crate::{Givens, Rules};

    /// `clues` cells of a random rearrangement of a grid.
    fn some_clues(clues: usize, random: &mut Random) -> Givens {
        let grid: Vec<u8> = (0..81).map(|cell| ((cell / 9 * 3 + cell / 27 + cell % 9) % 9) as u8 + 1).collect();
        let mut givens = Symmetry::of(&Rules::sudoku(3)).random(random).of_givens(&Givens::from_values(grid));
        let mut cells: Vec<usize> = (0..81).collect();
        random.shuffle(&mut cells);
        cells[clues..].iter().for_each(|&cell| givens.values_mut()[cell] = 0);
        givens
    }

    #[test]
    fn the_search_for_boards_of_any_size_finds_the_same() {
        let lines = group::Lines::of(&Rules::sudoku(3)).expect("rows and columns");
        let mut random = Random::new(3);
        for round in 0..1000 {
            let givens = some_clues(round % 41, &mut random);
            assert!(is_sparse(givens.values()));
            let [fast, usual] = [search(givens.values()), canonical::search(lines, givens.values())];
            let form = |by: Option<Rearrangement>| by.expect("no value twice").of_givens(&givens);
            assert_eq!(form(fast), form(usual), "{givens:?}");
        }
    }

    #[test]
    fn the_least_form_is_the_least_of_all_three_million() {
        let mut orders = Vec::new();
        for groups in ORDERS {
            for inner in 0..216 {
                let inner = [inner / 36, inner / 6 % 6, inner % 6].map(|order| ORDERS[order]);
                let line = |at: usize| 3 * groups[at / 3] + inner[at / 3][at % 3];
                orders.push(std::array::from_fn::<usize, 9, _>(line));
            }
        }
        let mut random = Random::new(11);
        for clues in [6, 17, 29] {
            let givens = some_clues(clues, &mut random);
            let mut least = [9; 81];
            for board in [false, true].map(|turned| Board::new(givens.values(), turned)) {
                for rows in &orders {
                    for columns in &orders {
                        let (mut names, mut form, mut less) = ([0; 10], [0; 81], false);
                        let (mut named, mut at) = (0, 0);
                        while at < 81 {
                            let value = usize::from(board.rows[rows[at / 9]][columns[at % 9]]);
                            if value != 0 && names[value] == 0 {
                                named += 1;
                                names[value] = named;
                            }
                            form[at] = names[value];
                            less |= form[at] < least[at];
                            if !less && form[at] > least[at] {
                                break;
                            }
                            at += 1;
                        }
                        if less {
                            least = form;
                        }
                    }
                }
            }
            assert_eq!(search(givens.values()).expect("no value twice").of_givens(&givens).values(), least);
        }
    }

    #[test]
    fn a_value_twice_in_a_row_or_a_column_is_refused() {
        for cells in [[0, 8], [0, 72]] {
            let mut values = [0; 81];
            for cell in cells {
                values[cell] = 4;
            }
            assert_eq!(search(&values), None);
        }
    }
}
