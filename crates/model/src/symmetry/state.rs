//! A rearrangement half made: which rows stand where, which columns may, and what values are called.
//!
//! Columns that nothing has told apart yet share a run of places, in no order. A value is called by the place of the column
//! in which it was met first, shifted; so that naming values does not tell columns apart, and telling columns apart settles
//! the names of their values, however many those are.

use super::Rearrangement;
use super::group::Lines;
use crate::{MAX_VALUES, Value};

pub(super) const MAX: usize = MAX_VALUES as usize;
/// Nothing stands here yet.
pub(super) const NONE: u8 = u8::MAX;

/// What is settled so far. Stacks that were blank so far have no slot and share the first of them.
#[derive(Clone)]
pub(super) struct State {
    pub(super) turned: bool,
    /// The row that stands in each place.
    pub(super) rows: [u8; MAX],
    /// Rows that stand somewhere, a bit each.
    pub(super) rows_used: u64,
    /// The stack in each slot.
    pub(super) stacks: [u8; MAX],
    /// The first place of each column's run.
    starts: [u8; MAX],
    /// The column that each value is called by, and the name less the place.
    links: [(u8, i8); MAX + 1],
    /// How many values have a name.
    named: u8,
}

/// The numbers of the bits of a set, ascending.
pub(super) fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (bit < u64::BITS).then_some(bit as usize)
    })
}

/// What a value is called.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Name {
    /// The least name that it may have, and whether it may have others.
    From(u8, bool),
    /// None yet.
    New,
}

impl State {
    pub(super) fn new(turned: bool) -> Self {
        let none = [NONE; MAX];
        Self { turned, rows: none, rows_used: 0, stacks: none, starts: none, links: [(NONE, 0); MAX + 1], named: 0 }
    }

    pub(super) fn put_row(&mut self, place: usize, row: usize) {
        self.rows[place] = row as u8;
        self.rows_used |= 1 << row;
    }

    /// Stacks without a slot, ascending.
    pub(super) fn open_stacks(&self, lines: Lines) -> impl Iterator<Item = usize> {
        let slots = lines.side / lines.stack;
        (0..slots).filter(move |&stack| !self.stacks[..slots].contains(&(stack as u8)))
    }

    /// Gives a stack a slot; its columns share all places of it.
    pub(super) fn put_stack(&mut self, lines: Lines, slot: usize, stack: usize) {
        self.stacks[slot] = stack as u8;
        self.starts[lines.columns(stack)].fill((slot * lines.stack) as u8);
    }

    /// The first place of the run in which `place` lies, and its columns, a bit each.
    pub(super) fn run(&self, lines: Lines, place: usize) -> (usize, u64) {
        let columns = lines.columns(usize::from(self.stacks[place / lines.stack]));
        let starts = self.starts[columns.clone()].iter().copied();
        let start = starts.filter(|&start| usize::from(start) <= place).max().expect("runs cover a slot");
        let run = columns.filter(|&column| self.starts[column] == start).map(|column| 1 << column).sum();
        (usize::from(start), run)
    }

    /// Columns that share the run of a column, itself too.
    fn alike(&self, lines: Lines, column: usize) -> impl Iterator<Item = usize> {
        lines.columns(column / lines.stack).filter(move |&other| self.starts[other] == self.starts[column])
    }

    /// Moves columns behind those that stay in their run.
    pub(super) fn split(&mut self, lines: Lines, stays: usize, moves: impl Fn(usize) -> bool) {
        let start = self.starts[stays];
        let run: Vec<usize> = self.alike(lines, stays).collect();
        let kept = run.iter().filter(|&&column| !moves(column)).count() as u8;
        run.into_iter().filter(|&column| moves(column)).for_each(|column| self.starts[column] = start + kept);
    }

    /// Puts a column at the first place of its run.
    pub(super) fn settle(&mut self, lines: Lines, column: usize) {
        self.split(lines, column, |other| other != column);
    }

    pub(super) fn name(&self, lines: Lines, value: Value) -> Name {
        let (column, shift) = self.links[usize::from(value)];
        if column == NONE {
            return Name::New;
        }
        let column = usize::from(column);
        Name::From(self.starts[column].wrapping_add_signed(shift), self.alike(lines, column).nth(1).is_some())
    }

    /// The name of a value that has one: the least where it has a choice, and its column stands then.
    pub(super) fn call(&mut self, lines: Lines, value: Value) -> u8 {
        let column = usize::from(self.links[usize::from(value)].0);
        self.settle(lines, column);
        self.starts[column].wrapping_add_signed(self.links[usize::from(value)].1)
    }

    /// Gives the next names to new values of the columns of a run that starts at `start`; the first of them.
    pub(super) fn link(&mut self, values: impl Iterator<Item = (usize, Value)>, start: usize) -> u8 {
        let first = self.named + 1;
        let shift = first.wrapping_sub(start as u8).cast_signed();
        for (column, value) in values {
            self.links[usize::from(value)] = (column as u8, shift);
            self.named += 1;
        }
        first
    }

    /// The rearrangement; what nothing has settled stays in order.
    pub(super) fn complete(mut self, lines: Lines) -> Rearrangement {
        let side = lines.side;
        for slot in 0..side / lines.stack {
            if self.stacks[slot] == NONE {
                let stack = self.open_stacks(lines).next().expect("as many slots as stacks");
                self.put_stack(lines, slot, stack);
            }
        }
        (0..side).for_each(|column| self.settle(lines, column));
        let mut columns = vec![0; side];
        (0..side).for_each(|column| columns[usize::from(self.starts[column])] = column as u8);
        let mut names = Vec::with_capacity(side);
        for value in 1..=side as u8 {
            names.push(match self.name(lines, value) {
                Name::From(name, _) => name - 1,
                Name::New => {
                    self.named += 1;
                    self.named - 1
                }
            });
        }
        Rearrangement::from_parts(self.turned, self.rows[..side].to_vec(), columns, names)
    }
}
