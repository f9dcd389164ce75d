//! The least form of a puzzle, cell by cell over all rearrangements at once.
//!
//! A state is what all rearrangements have in common that begin in the same way. For each row place every state tries every
//! row that may come there; for each place of it only the states with the least value live on. Columns are told apart no
//! sooner than a cell asks for it: neither by blanks, which stand first among columns that were alike, nor by values that are
//! met for the first time, which are named after the places of their columns. So nothing branches but what differs.

use super::group::Lines;
use super::state::{NONE, Name, State, bits};
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

/// A board as it stands, or transposed.
struct Board {
    lines: Lines,
    cells: Vec<Value>,
    /// Rows without a given, a bit each.
    blank: u64,
}

/// A rearrangement to the least form; `None` beyond the limit, and where a line holds a value twice.
pub(super) fn search(lines: Lines, givens: &[Value]) -> Option<Rearrangement> {
    let boards = [Board::new(lines, givens.to_vec()), Board::new(lines, transposed(lines.side, givens))];
    if boards.iter().any(Board::repeats) {
        return None;
    }
    let board = |state: &State| &boards[usize::from(state.turned)];
    let turns = if lines.transposes() { &[false, true][..] } else { &[false] };
    let mut states: Vec<State> = turns.iter().map(|&turned| State::new(turned)).collect();
    for row_place in 0..lines.side {
        let with_rows = |state: &State| board(state).with_rows(state, row_place);
        states = states.iter().flat_map(with_rows).collect();
        for place in 0..lines.side {
            let mut least = Least { value: u8::MAX, states: Vec::new() };
            for state in states {
                board(&state).expand(state, row_place, place, &mut least);
                if least.states.len() > Symmetry::LIMIT {
                    return None;
                }
            }
            states = least.states;
        }
    }
    states.into_iter().next().map(|state| state.complete(lines))
}

impl Board {
    fn new(lines: Lines, cells: Vec<Value>) -> Self {
        let rows = cells.chunks(lines.side).enumerate();
        let blank = rows.filter(|(_, row)| row.iter().all(|&value| value == 0)).map(|(at, _)| 1 << at).sum();
        Self { lines, cells, blank }
    }

    fn row(&self, row: usize) -> &[Value] {
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

    /// The state with each row that may stand at `place`.
    fn with_rows(&self, state: &State, place: usize) -> Vec<State> {
        let with = |row| {
            let mut state = state.clone();
            state.put_row(place, row);
            state
        };
        self.candidates(state, place).map(with).collect()
    }

    /// Rows that may stand at `place`: of the band that was begun, or of any other. Rows of a band that are blank are alike,
    /// and so are bands of nothing else: one of them stands for all.
    fn candidates(&self, state: &State, place: usize) -> impl Iterator<Item = usize> + use<> {
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
        bits(open)
    }

    /// Every way to the least value at a place, where the row that comes there stands already; that value.
    fn expand(&self, mut state: State, row_place: usize, place: usize, into: &mut Least) {
        let lines = self.lines;
        let row = self.row(usize::from(state.rows[row_place]));
        let slot = place / lines.stack;
        if state.stacks[slot] == NONE {
            let is_blank = |stack: &usize| row[lines.columns(*stack)].iter().all(|&value| value == 0);
            // Stacks that stay blank stand first.
            if slot < state.open_stacks(lines).filter(is_blank).count() {
                return into.offer(0, || state);
            }
            for stack in state.open_stacks(lines).filter(|stack| !is_blank(stack)) {
                let mut taken = state.clone();
                taken.put_stack(lines, slot, stack);
                self.expand(taken, row_place, place, into);
            }
            return;
        }
        let (start, run) = state.run(lines, place);
        let first = run.trailing_zeros() as usize;
        if start < place {
            // Its columns were found alike at its first place: all blank, or all new.
            let name = match state.name(lines, row[first]) {
                Name::From(name, _) if row[first] != 0 => name + (place - start) as u8,
                _ => 0,
            };
            return into.offer(name, || state);
        }
        if let Some(blank) = bits(run).find(|&column| row[column] == 0) {
            return into.offer(0, || {
                state.split(lines, blank, |column| row[column] != 0);
                state
            });
        }
        let least = bits(run).map(|column| state.name(lines, row[column])).min().expect("a run is not empty");
        if least == Name::New {
            let named = state.link(bits(run).map(|column| (column, row[column])), place);
            return into.offer(named, || state);
        }
        for column in bits(run).filter(|&column| state.name(lines, row[column]) == least) {
            let mut taken = state.clone();
            taken.settle(lines, column);
            let name = taken.call(lines, row[column]);
            into.offer(name, || taken);
        }
    }
}

/// The states with the least value so far.
struct Least {
    value: u8,
    states: Vec<State>,
}

impl Least {
    fn offer(&mut self, value: u8, state: impl FnOnce() -> State) {
        if value < self.value {
            self.states.clear();
            self.value = value;
        }
        if value == self.value {
            self.states.push(state());
        }
    }
}

fn transposed(side: usize, cells: &[Value]) -> Vec<Value> {
    (0..cells.len()).map(|cell| cells[cell % side * side + cell / side]).collect()
}
