//! The first two rows of a full grid.
//!
//! The first row of a full grid is 1, 2, 3, … whatever row it is and however its columns stand, so that following every way
//! would be hopeless (254 million of them on 16 × 16). Nothing is settled by it but that the column at place k names its
//! value k. The second row then settles columns cell by cell, and with them all the names.

use super::Symmetry;
use super::canonical::Board;
use super::group::Lines;
use super::state::{NONE, State};
use crate::Value;

/// A state, and where each value stands in its first row.
struct Linked<'a> {
    state: State,
    first: &'a [Value],
    second: &'a [Value],
}

/// The states with the least two rows; `None` beyond the limit.
pub(super) fn two_rows(boards: &[Board; 2], states: Vec<State>) -> Option<Vec<State>> {
    let lines = boards[0].lines;
    let mut linked = Vec::new();
    for state in states {
        let board = &boards[usize::from(state.turned)];
        for first in board.candidates(&state, 0) {
            let mut begun = state.clone();
            begun.put_row(0, first);
            for second in board.candidates(&begun, 1) {
                let mut state = begun.clone();
                state.put_row(1, second);
                linked.push(Linked { state, first: board.row(first), second: board.row(second) });
            }
        }
    }
    for place in 0..lines.side {
        let mut best = NONE;
        let mut next = Vec::new();
        for one in &linked {
            for column in one.columns(lines, place) {
                let mut state = one.state.clone();
                one.put(&mut state, lines, place, column);
                let name = one.name(&mut state, lines, one.second[column]);
                if name < best {
                    next.clear();
                    best = name;
                }
                if name == best {
                    next.push(Linked { state, ..*one });
                }
            }
            if next.len() > Symmetry::LIMIT {
                return None;
            }
        }
        linked = next;
    }
    Some(linked.into_iter().map(|one| one.state).collect())
}

impl Linked<'_> {
    /// The columns that may stand at a place.
    fn columns(&self, lines: Lines, place: usize) -> Vec<usize> {
        let column = self.state.columns[place];
        if column != NONE {
            return vec![usize::from(column)];
        }
        match self.state.stacks[place / lines.stack] {
            NONE => {
                let stacks = self.state.open_stacks(lines);
                stacks.flat_map(|stack| self.state.open_columns(lines, stack)).collect()
            }
            stack => self.state.open_columns(lines, usize::from(stack)).collect(),
        }
    }

    /// Puts a column at a place, which names its value in the first row.
    fn put(&self, state: &mut State, lines: Lines, place: usize, column: usize) {
        if !state.has_column(column) {
            state.stacks[place / lines.stack] = (column / lines.stack) as u8;
            state.put_column(place, column);
            state.names.set(self.first[column], place as u8 + 1);
        }
    }

    /// The name of a value; without one, its column goes to the first place that it can have.
    fn name(&self, state: &mut State, lines: Lines, value: Value) -> u8 {
        if state.names.known(value) == 0 {
            let column = self.first.iter().position(|&first| first == value).expect("a full row holds every value");
            let stack = (column / lines.stack) as u8;
            let slots = &state.stacks[..lines.side / lines.stack];
            let own = slots.iter().position(|&slot| slot == stack);
            let slot = own.or_else(|| slots.iter().position(|&slot| slot == NONE)).expect("as many slots as stacks");
            let places = slot * lines.stack..(slot + 1) * lines.stack;
            let place = places.into_iter().find(|&place| state.columns[place] == NONE).expect("a place a column");
            self.put(state, lines, place, column);
        }
        state.names.known(value)
    }
}
