//! A rearrangement half made: which rows stand where, which columns do so far, and how values are named.

use super::Rearrangement;
use super::group::Lines;
use crate::{MAX_VALUES, Value};

pub(super) const MAX: usize = MAX_VALUES as usize;
/// No line stands here yet.
pub(super) const NONE: u8 = u8::MAX;

/// Names of values, given one after the other.
#[derive(Clone)]
pub(super) struct Names {
    names: [u8; MAX + 1],
    pub(super) given: u8,
}

impl Default for Names {
    fn default() -> Self {
        Self { names: [0; MAX + 1], given: 0 }
    }
}

impl Names {
    /// The name of a value, 0 where it has none yet.
    pub(super) fn known(&self, value: Value) -> u8 {
        self.names[usize::from(value)]
    }

    /// The name of a value; a value without one takes the next.
    pub(super) fn of(&mut self, value: Value) -> u8 {
        if self.known(value) == 0 {
            self.set(value, self.given + 1);
        }
        self.known(value)
    }

    /// Gives a value this name.
    pub(super) fn set(&mut self, value: Value, name: u8) {
        self.names[usize::from(value)] = name;
        self.given += 1;
    }

    /// All names from 0; values that have none take what is left, in order.
    pub(super) fn complete(mut self, values: usize) -> Vec<u8> {
        (1..=values as u8).map(|value| self.of(value) - 1).collect()
    }
}

/// What is settled so far. A stack of which no column stands anywhere has no slot yet.
#[derive(Clone)]
pub(super) struct State {
    pub(super) turned: bool,
    /// The row that stands in each place.
    pub(super) rows: [u8; MAX],
    /// Rows that stand somewhere, a bit each.
    pub(super) rows_used: u64,
    /// The stack in each slot.
    pub(super) stacks: [u8; MAX],
    /// The column in each place.
    pub(super) columns: [u8; MAX],
    /// Columns that stand somewhere, a bit each.
    pub(super) columns_used: u64,
    pub(super) names: Names,
}

impl State {
    pub(super) fn new(turned: bool) -> Self {
        let none = [NONE; MAX];
        Self { turned, rows: none, rows_used: 0, stacks: none, columns: none, columns_used: 0, names: Names::default() }
    }

    pub(super) fn put_row(&mut self, place: usize, row: usize) {
        self.rows[place] = row as u8;
        self.rows_used |= 1 << row;
    }

    pub(super) fn put_column(&mut self, place: usize, column: usize) {
        self.columns[place] = column as u8;
        self.columns_used |= 1 << column;
    }

    /// Whether a column stands somewhere.
    pub(super) fn has_column(&self, column: usize) -> bool {
        self.columns_used & 1 << column != 0
    }

    /// Stacks without a slot, ascending.
    pub(super) fn open_stacks(&self, lines: Lines) -> impl Iterator<Item = usize> {
        let slots = lines.side / lines.stack;
        (0..slots).filter(move |&stack| !self.stacks[..slots].contains(&(stack as u8)))
    }

    /// Columns of a stack that stand nowhere, ascending.
    pub(super) fn open_columns(&self, lines: Lines, stack: usize) -> impl Iterator<Item = usize> {
        (stack * lines.stack..(stack + 1) * lines.stack).filter(|&column| !self.has_column(column))
    }

    /// The rearrangement; what nothing has settled stays in order.
    pub(super) fn complete(mut self, lines: Lines) -> Rearrangement {
        let side = lines.side;
        for place in 0..side {
            let slot = place / lines.stack;
            if self.stacks[slot] == NONE {
                let stack = self.open_stacks(lines).next().expect("as many slots as stacks");
                self.stacks[slot] = stack as u8;
            }
            if self.columns[place] == NONE {
                let stack = usize::from(self.stacks[slot]);
                let column = self.open_columns(lines, stack).next().expect("as many places as columns");
                self.put_column(place, column);
            }
        }
        let names = self.names.complete(side);
        Rearrangement::from_parts(self.turned, self.rows[..side].to_vec(), self.columns[..side].to_vec(), names)
    }
}
