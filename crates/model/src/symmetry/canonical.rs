//! The least form of a puzzle, row by row over all rearrangements at once.
//!
//! A state is what all rearrangements have in common that begin in the same way. Columns that were blank so far are not told
//! apart: they stand first in their stack, and stacks of nothing else stand first of all. For each row place every state
//! tries every row that may come there, and only the states with the least row live on. Names go by first appearance, so
//! that the row does not depend on which of two like columns comes first, and is worked out before anything branches.

use super::group::Lines;
use super::opening;
use super::state::{MAX, NONE, State};
use super::{Rearrangement, Symmetry};
use crate::{Givens, Value};

/// The least form of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canonical {
    /// Its givens.
    pub givens: Givens,
    /// A rearrangement that takes the puzzle there.
    pub by: Rearrangement,
}

/// A value without a name, behind all names.
const NEW: u8 = u8::MAX;

/// A board as it stands, or transposed.
pub(super) struct Board {
    pub(super) lines: Lines,
    pub(super) cells: Vec<Value>,
    /// Rows without a given, a bit each.
    blank: u64,
}

/// A rearrangement to the least form; `None` beyond the limit, and where a line holds a value twice.
pub(super) fn search(lines: Lines, givens: &[Value]) -> Option<Rearrangement> {
    let boards = [Board::new(lines, givens.to_vec()), Board::new(lines, transposed(lines.side, givens))];
    if boards.iter().any(Board::repeats) {
        return None;
    }
    let turns = if lines.transposes() { &[false, true][..] } else { &[false] };
    let mut states: Vec<State> = turns.iter().map(|&turned| State::new(turned)).collect();
    let mut settled = 0;
    if !givens.contains(&0) && lines.side > 1 {
        (states, settled) = (opening::two_rows(&boards, states)?, 2);
    }
    for place in settled..lines.side {
        states = least(&boards, &states, place)?;
    }
    states.into_iter().next().map(|state| state.complete(lines))
}

/// The states with the least row at `place`.
fn least(boards: &[Board; 2], states: &[State], place: usize) -> Option<Vec<State>> {
    let mut best = [NEW; MAX];
    let mut winners: Vec<(usize, usize)> = Vec::new();
    for (index, state) in states.iter().enumerate() {
        let board = &boards[usize::from(state.turned)];
        for row in board.candidates(state, place) {
            let image = board.image(state, row);
            if image < best {
                winners.clear();
                best = image;
            }
            if image == best {
                winners.push((index, row));
            }
        }
    }
    let mut next = Vec::with_capacity(winners.len());
    for (index, row) in winners {
        let board = &boards[usize::from(states[index].turned)];
        let mut state = states[index].clone();
        state.put_row(place, row);
        board.settle(state, row, &best, 0, &mut next);
        if next.len() > Symmetry::LIMIT {
            return None;
        }
    }
    Some(next)
}

impl Board {
    fn new(lines: Lines, cells: Vec<Value>) -> Self {
        let rows = cells.chunks(lines.side).enumerate();
        let blank = rows.filter(|(_, row)| row.iter().all(|&value| value == 0)).map(|(at, _)| 1 << at).sum();
        Self { lines, cells, blank }
    }

    pub(super) fn row(&self, row: usize) -> &[Value] {
        &self.cells[row * self.lines.side..][..self.lines.side]
    }

    /// Whether a row holds a value twice.
    fn repeats(&self) -> bool {
        let twice = |row: &[Value]| {
            let mut seen = 0_u128;
            row.iter().filter(|&&value| value != 0).any(|&value| {
                let before = seen;
                seen |= 1 << value;
                seen == before
            })
        };
        self.cells.chunks(self.lines.side).any(twice)
    }

    /// Rows that may stand at `place`: of the band that was begun, or of any other. Rows of a band that are blank are alike,
    /// and so are bands of nothing else: one of them stands for all.
    pub(super) fn candidates(&self, state: &State, place: usize) -> impl Iterator<Item = usize> {
        let (band, side) = (self.lines.band, self.lines.side);
        let begun = (!place.is_multiple_of(band)).then(|| usize::from(state.rows[place - 1]) / band);
        let whole = u64::MAX >> (64 - band);
        let (mut open, mut blank_band) = (0, false);
        for at in 0..side / band {
            let rows = (whole << (at * band)) & !state.rows_used;
            let empty = rows & self.blank;
            if begun.is_some_and(|begun| begun != at) || (blank_band && empty.count_ones() as usize == band) {
                continue;
            }
            blank_band |= empty.count_ones() as usize == band;
            open |= rows & !(empty & empty.wrapping_sub(1));
        }
        (0..side).filter(move |row| open & 1 << row != 0)
    }

    /// What stands at a row's place if it is this row, in the least way.
    fn image(&self, state: &State, row: usize) -> [u8; MAX] {
        let (side, stack) = (self.lines.side, self.lines.stack);
        let values = self.row(row);
        let mut image = [0; MAX];
        let mut end = 0;
        // Stacks without a slot come first, each put in among those before it.
        for open in state.open_stacks(self.lines) {
            self.pattern(state, values, open, &mut image[end..end + stack]);
            let mut at = end;
            while at > 0 && image[at - stack..at] > image[at..at + stack] {
                let (before, from) = image.split_at_mut(at);
                before[at - stack..].swap_with_slice(&mut from[..stack]);
                at -= stack;
            }
            end += stack;
        }
        for begin in (end..side).step_by(stack) {
            let own = usize::from(state.stacks[begin / stack]);
            let blanks = self.pattern(state, values, own, &mut image[begin..begin + stack]);
            for at in begin + blanks..begin + stack {
                image[at] = name(state, values[usize::from(state.columns[at])]);
            }
        }
        let mut given = state.names.given;
        for name in image[..side].iter_mut().filter(|name| **name == NEW) {
            given += 1;
            *name = given;
        }
        image
    }

    /// What the open columns of a stack hold, ascending; how many they are.
    fn pattern(&self, state: &State, values: &[Value], stack: usize, into: &mut [u8]) -> usize {
        let mut count = 0;
        for column in state.open_columns(self.lines, stack) {
            into[count] = name(state, values[column]);
            count += 1;
        }
        into[..count].sort_unstable();
        count
    }

    /// Every way to get that image, from `place` on: columns with a given get their places, values their names.
    fn settle(&self, mut state: State, row: usize, image: &[u8; MAX], place: usize, into: &mut Vec<State>) {
        let Lines { side, stack, .. } = self.lines;
        if place == side || into.len() > Symmetry::LIMIT {
            into.push(state);
            return;
        }
        let slot = place / stack;
        if state.stacks[slot] == NONE {
            let segment = &image[place..place + stack];
            if segment.iter().all(|&name| name == 0) {
                return self.settle(state, row, image, place + stack, into);
            }
            for open in state.open_stacks(self.lines).filter(|&open| self.fits(&state, row, open, segment)) {
                let mut taken = state.clone();
                taken.stacks[slot] = open as u8;
                self.settle(taken, row, image, place, into);
            }
            return;
        }
        if state.columns[place] != NONE {
            let value = self.row(row)[usize::from(state.columns[place])];
            if value != 0 {
                state.names.of(value);
            }
            return self.settle(state, row, image, place + 1, into);
        }
        if image[place] == 0 {
            return self.settle(state, row, image, place + 1, into);
        }
        for column in state.open_columns(self.lines, usize::from(state.stacks[slot])) {
            let value = self.row(row)[column];
            let mut taken = state.clone();
            if value != 0 && taken.names.of(value) == image[place] {
                taken.put_column(place, column);
                self.settle(taken, row, image, place + 1, into);
            }
        }
    }

    /// Whether a stack without a slot holds what stands there.
    fn fits(&self, state: &State, row: usize, stack: usize, segment: &[u8]) -> bool {
        let mut pattern = [0; MAX];
        self.pattern(state, self.row(row), stack, &mut pattern);
        let given = state.names.given;
        segment.iter().zip(&pattern).all(|(&name, &own)| name == own || (own == NEW && name > given))
    }
}

/// The name of what a cell holds: 0 for a blank.
fn name(state: &State, value: Value) -> u8 {
    match (value, state.names.known(value)) {
        (0, _) => 0,
        (_, 0) => NEW,
        (_, name) => name,
    }
}

fn transposed(side: usize, cells: &[Value]) -> Vec<Value> {
    (0..cells.len()).map(|cell| cells[cell % side * side + cell / side]).collect()
}
