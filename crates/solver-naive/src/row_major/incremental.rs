//! The row-major search by bit masks on boards of any size: one mask of used values a unit.
//!
//! Owns those masks; counts nothing but steps. A mask is changed when a value is assigned and changed back when it is
//! withdrawn, however many units a cell has. [`super::chained`] is the faster one where the board is small enough.

use std::ops::ControlFlow;

use model::solve::{End, Finds, Probe};
use model::{Cell, Domain, Givens, Grid, Rules};

/// A blank cell, with the state of the search at it.
#[derive(Clone, Copy, Default)]
struct Place {
    cell: u16,
    /// The value assigned.
    bit: u64,
    /// Open values that were not tried yet.
    rest: u64,
}

/// Tables and state; see the module.
pub(super) struct Incremental {
    full: u64,
    /// Units of all cells, those of cell `c` from `starts[c]` up to `starts[c + 1]`.
    units_of: Vec<u16>,
    starts: Vec<u32>,
    used: Vec<u64>,
    places: Vec<Place>,
    grid: Grid,
}

impl Incremental {
    /// The tables for these rules.
    pub(super) fn new(rules: &Rules) -> Self {
        let mut units_of = Vec::new();
        let mut starts = vec![0];
        for cell in (0..rules.cells()).map(Cell::new) {
            units_of.extend_from_slice(rules.units_of(cell));
            starts.push(units_of.len() as u32);
        }
        Self {
            full: Domain::full(rules.values()).0,
            units_of,
            starts,
            used: vec![0; rules.units().len()],
            places: Vec::with_capacity(rules.cells()),
            grid: Grid::blank(rules.cells()),
        }
    }

    /// Searches one puzzle; see [`model::solve::Solver::solve`].
    pub(super) fn solve<P: Probe>(&mut self, givens: &Givens, probe: &mut P, finds: &mut Finds<'_>) -> End {
        if !self.load(givens) {
            return End::Exhausted;
        }
        if self.places.is_empty() {
            return if finds.add(&self.grid).is_break() { End::Enough } else { End::Exhausted };
        }
        self.search(probe, finds)
    }

    /// Whether the givens agree with each other.
    fn load(&mut self, givens: &Givens) -> bool {
        self.grid.values_mut().copy_from_slice(givens.values());
        self.used.fill(0);
        self.places.clear();
        for (cell, &value) in givens.values().iter().enumerate() {
            if value == 0 {
                self.places.push(Place { cell: cell as u16, ..Place::default() });
                continue;
            }
            let bit = Domain::only(value).0;
            for &unit in units(&self.units_of, &self.starts, cell as u16) {
                let used = &mut self.used[usize::from(unit)];
                if *used & bit != 0 {
                    return false;
                }
                *used |= bit;
            }
        }
        true
    }

    fn search<P: Probe>(&mut self, probe: &mut P, finds: &mut Finds<'_>) -> End {
        let Self { full, units_of, starts, used, places, grid } = self;
        let open_at = |used: &[u64], cell| {
            *full & !units(units_of, starts, cell).iter().fold(0, |all, &unit| all | used[usize::from(unit)])
        };
        let mut at = 0;
        let mut open = open_at(used, places[0].cell);
        loop {
            if open == 0 {
                if at == 0 {
                    return End::Exhausted;
                }
                at -= 1;
                let place = &places[at];
                for &unit in units(units_of, starts, place.cell) {
                    used[usize::from(unit)] ^= place.bit;
                }
                open = place.rest;
                continue;
            }
            if let ControlFlow::Break(halt) = probe.step() {
                return End::Halted(halt);
            }
            let bit = open & open.wrapping_neg();
            let place = &mut places[at];
            (place.bit, place.rest) = (bit, open ^ bit);
            for &unit in units(units_of, starts, place.cell) {
                used[usize::from(unit)] ^= bit;
            }
            at += 1;
            if at < places.len() {
                open = open_at(used, places[at].cell);
                continue;
            }
            for place in places.iter() {
                grid.set(Cell::new(usize::from(place.cell)), Domain(place.bit).lowest());
            }
            if finds.add(grid).is_break() {
                return End::Enough;
            }
            open = 0;
        }
    }
}

#[inline(always)]
fn units<'a>(units_of: &'a [u16], starts: &[u32], cell: u16) -> &'a [u16] {
    let cell = usize::from(cell);
    &units_of[starts[cell] as usize..starts[cell + 1] as usize]
}
