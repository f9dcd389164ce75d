//! The row-major search by bit masks on small boards: the fast path of the timed pass.
//!
//! Owns its tables and counts nothing but steps. It takes boards of at most 85 cells in at most three units each, so
//! that every index is a byte and no access needs a check; [`super::incremental`] takes the others.
//!
//! The values used in a unit are not kept in one mask that is undone on the way back. As the order of the cells is
//! fixed, each blank cell ("place") has a mask of its own for each of its units: what the search has used there up to
//! and with this place, made from the mask of the last place before it in the unit. Going back is then nothing but
//! another index, and masks further on are written again before anyone reads them. Four more things keep a step short:
//! - The values open at the next place are worked out but for the value about to be assigned, which one `and` takes out
//!   once it is known; coming back to a place, they are on the stack.
//! - A place without a further value is not on the stack, so that a dead end goes back once, and to a value.
//! - After a dead end, whether to stay or to go back is a choice between two values and not a branch: no predictor
//!   guesses it, and a wrong guess costs more than the step.
//! - The last place counts as one without a next, which keeps the test for a solution out of the way down.

use std::hint::select_unpredictable;
use std::ops::ControlFlow;

use model::solve::{End, Finds, Probe};
use model::{Cell, Domain, Givens, Grid, Rules};

/// Units of a cell.
const UNITS: usize = 3;
/// `UNITS` masks for each place and the empty one: all that a byte can number.
const MOST_CELLS: usize = 256 / UNITS;

/// What is fixed about a blank cell while one puzzle is solved.
#[derive(Clone, Copy, Default)]
struct Place {
    /// Masks of the last places before this one in its units; 0, the empty mask, where there is none.
    before: [u8; UNITS],
    /// The same for the units of the next place, leaving this place out.
    before_next: [u8; UNITS],
    /// The cell.
    cell: u8,
    /// All ones where the next place is a neighbour of this one, else 0.
    shared: u64,
    /// What the givens leave open at the next place; nothing at the last one.
    next: u64,
}

/// A place to come back to.
#[derive(Clone, Copy, Default)]
struct Level {
    /// Open values not tried yet.
    rest: u64,
    /// What is open at the next place but for the value of this one.
    next: u64,
    at: u8,
}

/// Tables and state; see the module.
pub(super) struct Chained {
    full: u64,
    /// The units of each cell; one that is missing fills up.
    units_of: Vec<[u16; UNITS]>,
    /// Values given in each unit; one more stands for the missing units.
    given: Vec<u64>,
    /// The number of the last mask of each unit while loading.
    last: Vec<u8>,
    places: Box<[Place; 256]>,
    /// Mask 0 is empty, then `UNITS` a place. Longer than it need be, so that a byte times `UNITS` is always an index.
    masks: Box<[u64; 256 * UNITS + 1]>,
    stack: Box<[Level; 256]>,
    grid: Grid,
}

impl Chained {
    /// The tables for these rules, where they are small enough.
    pub(super) fn new(rules: &Rules) -> Option<Self> {
        let cells = (0..rules.cells()).map(Cell::new);
        if rules.cells() > MOST_CELLS || cells.clone().any(|cell| rules.units_of(cell).len() > UNITS) {
            return None;
        }
        let missing = rules.units().len() as u16;
        let padded = |cell: Cell| {
            let units = rules.units_of(cell);
            std::array::from_fn(|unit| units.get(unit).copied().unwrap_or(missing))
        };
        Some(Self {
            full: Domain::full(rules.values()).0,
            units_of: cells.map(padded).collect(),
            given: vec![0; usize::from(missing) + 1],
            last: vec![0; usize::from(missing) + 1],
            places: Box::new([Place::default(); 256]),
            masks: Box::new([0; 256 * UNITS + 1]),
            stack: Box::new([Level::default(); 256]),
            grid: Grid::blank(rules.cells()),
        })
    }

    /// Searches one puzzle; see [`model::solve::Solver::solve`].
    pub(super) fn solve<P: Probe>(&mut self, givens: &Givens, probe: &mut P, finds: &mut Finds<'_>) -> End {
        let Some((blanks, open)) = self.load(givens) else { return End::Exhausted };
        if blanks == 0 {
            return if finds.add(&self.grid).is_break() { End::Enough } else { End::Exhausted };
        }
        self.search(blanks as u8 - 1, open, probe, finds)
    }

    /// Fills the places; how many there are and what is open at the first. `None` when givens clash.
    fn load(&mut self, givens: &Givens) -> Option<(usize, u64)> {
        self.grid.values_mut().copy_from_slice(givens.values());
        self.given.fill(0);
        self.last.fill(0);
        let missing = self.given.len() - 1;
        for (cell, value) in givens.iter() {
            let bit = Domain::only(value).0;
            for unit in self.units_of[cell.index()].map(usize::from) {
                if unit != missing && self.given[unit] & bit != 0 {
                    return None;
                }
                self.given[unit] |= bit;
            }
        }
        self.given[missing] = 0;
        let mut root = self.full;
        let mut blanks = 0;
        for (cell, units) in self.units_of.iter().enumerate().filter(|&(cell, _)| givens.values()[cell] == 0) {
            let units = units.map(usize::from);
            let own: [u8; UNITS] = std::array::from_fn(|unit| (blanks * UNITS + unit + 1) as u8);
            let before = units.map(|unit| self.last[unit]);
            let open = units.iter().fold(self.full, |open, &unit| open & !self.given[unit]);
            if blanks == 0 {
                root = open;
            } else {
                let previous = &mut self.places[blanks - 1];
                let first_own = own[0] - UNITS as u8;
                let shares = |mask: u8| mask >= first_own;
                previous.next = open;
                previous.shared = if before.iter().any(|&mask| shares(mask)) { u64::MAX } else { 0 };
                previous.before_next =
                    before.map(|mask| if shares(mask) { previous.before[usize::from(mask - first_own)] } else { mask });
            }
            self.places[blanks] = Place { before, cell: cell as u8, ..Place::default() };
            for (unit, mask) in units.into_iter().zip(own) {
                self.last[unit] = if unit == missing { 0 } else { mask };
            }
            blanks += 1;
        }
        Some((blanks, root))
    }

    fn search<P: Probe>(&mut self, last: u8, mut open: u64, probe: &mut P, finds: &mut Finds<'_>) -> End {
        let (places, masks, stack) = (&*self.places, &mut *self.masks, &mut *self.stack);
        if open == 0 {
            return End::Exhausted;
        }
        let mut at = 0u8;
        let mut height = 0u8;
        let mut next = places[0].next;
        stack[0] = Level::default();
        loop {
            if let ControlFlow::Break(halt) = probe.step() {
                return End::Halted(halt);
            }
            let place = &places[usize::from(at)];
            let bit = open & open.wrapping_neg();
            let rest = open ^ bit;
            let own = usize::from(at) * UNITS + 1;
            masks[own] = masks[usize::from(place.before[0])] | bit;
            masks[own + 1] = masks[usize::from(place.before[1])] | bit;
            masks[own + 2] = masks[usize::from(place.before[2])] | bit;
            open = next & !(bit & place.shared);
            if open != 0 {
                let above = height.wrapping_add(1);
                stack[usize::from(above)] = Level { rest, next, at };
                height = if rest == 0 { height } else { above };
                at = at.wrapping_add(1);
                let place = &places[usize::from(at)];
                let [a, b, c] = &place.before_next;
                let used = masks[usize::from(*a)] | masks[usize::from(*b)] | masks[usize::from(*c)];
                next = place.next & !used;
                continue;
            }
            if at == last {
                for (place, own) in places[..=usize::from(last)].iter().zip((1..).step_by(UNITS)) {
                    let value = Domain(masks[own] ^ masks[usize::from(place.before[0])]).lowest();
                    self.grid.set(Cell::new(usize::from(place.cell)), value);
                }
                if finds.add(&self.grid).is_break() {
                    return End::Enough;
                }
            }
            let top = stack[usize::from(height)];
            let here = rest != 0;
            open = select_unpredictable(here, rest, top.rest);
            next = select_unpredictable(here, next, top.next);
            at = select_unpredictable(here, at, top.at);
            height = height.wrapping_sub(u8::from(!here));
            if open == 0 {
                return End::Exhausted;
            }
        }
    }
}
