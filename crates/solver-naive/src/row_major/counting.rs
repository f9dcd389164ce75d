//! The row-major search that counts: values are compared with those of assigned neighbours, and each comparison counts.
//!
//! Owns the lists of neighbours; it is the definition of the search that the mask paths must repeat step by step.
//!
//! Which neighbours are assigned when a cell is reached depends on the order alone: the given ones and those before it.
//! So one scan of them, when the cell is opened, tells for every value how many comparisons finding it takes, and the
//! comparisons are counted when the search comes to look at the value. The counts are those of a scan for each value
//! (the tests make one), at a fraction of the time.

use std::ops::ControlFlow;

use model::solve::{End, Finds, Probe, counters};
use model::{Cell, Domain, Givens, Grid, Rules, Value};

use crate::events;

/// A blank cell, with the state of the search at it.
#[derive(Clone, Copy, Default)]
struct Place {
    cell: u16,
    /// Its neighbours that are assigned when it is reached: the end of its list; it starts where the one before ends.
    end: u32,
    /// Open values that were not looked at yet.
    open: u64,
    /// The next value to look at.
    next: Value,
}

/// Tables and state; see the module.
pub(super) struct Counting {
    values: Value,
    /// The peers of each cell, ascending.
    peers: Vec<Box<[u16]>>,
    places: Vec<Place>,
    assigned: Vec<u16>,
    /// For each place, then each value: how many comparisons it takes to look at it.
    compared: Vec<u16>,
    grid: Grid,
}

impl Counting {
    /// The tables for these rules.
    pub(super) fn new(rules: &Rules) -> Self {
        let peers_of = |cell| rules.peers(Cell::new(cell)).iter().map(|peer| peer.index() as u16).collect();
        let peers: Vec<Box<[u16]>> = (0..rules.cells()).map(peers_of).collect();
        Self {
            values: rules.values(),
            places: Vec::with_capacity(rules.cells()),
            assigned: Vec::with_capacity(peers.iter().map(|list| list.len()).sum()),
            compared: vec![0; rules.cells() * usize::from(rules.values())],
            grid: Grid::blank(rules.cells()),
            peers,
        }
    }

    /// Searches one puzzle; see [`model::solve::Solver::solve`].
    pub(super) fn solve<P: Probe>(&mut self, givens: &Givens, probe: &mut P, finds: &mut Finds<'_>) -> End {
        if !self.load(givens) {
            return End::Exhausted;
        }
        if self.places.is_empty() {
            events::solution(probe, 1);
            return if finds.add(&self.grid).is_break() { End::Enough } else { End::Exhausted };
        }
        self.search(probe, finds)
    }

    /// Whether the givens agree with each other.
    fn load(&mut self, givens: &Givens) -> bool {
        let values = givens.values();
        self.grid.values_mut().copy_from_slice(values);
        self.places.clear();
        self.assigned.clear();
        for (cell, peers) in self.peers.iter().enumerate() {
            if values[cell] == 0 {
                let assigned = |&&peer: &&u16| usize::from(peer) < cell || values[usize::from(peer)] != 0;
                self.assigned.extend(peers.iter().filter(assigned));
                let end = self.assigned.len() as u32;
                self.places.push(Place { cell: cell as u16, end, ..Place::default() });
            } else if peers.iter().any(|&peer| values[usize::from(peer)] == values[cell]) {
                return false;
            }
        }
        true
    }

    /// Opens the cell of a place.
    #[inline(always)]
    fn open<P: Probe>(&mut self, at: usize, probe: &mut P) {
        let start = if at == 0 { 0 } else { self.places[at - 1].end as usize };
        let place = &mut self.places[at];
        let neighbours = &self.assigned[start..place.end as usize];
        let width = usize::from(self.values);
        let compared = &mut self.compared[at * width..][..width];
        compared.fill(neighbours.len() as u16);
        let mut open = Domain::full(self.values).0;
        // From the last to the first, so that the first neighbour with a value has the last word on it.
        for (before, &neighbour) in neighbours.iter().enumerate().rev() {
            let value = self.grid.values()[usize::from(neighbour)];
            compared[usize::from(value) - 1] = before as u16 + 1;
            open &= !Domain::only(value).0;
        }
        (place.open, place.next) = (open, 1);
        let open = Domain(open).len();
        if open >= 2 {
            probe.count(counters::GUESSES, 1);
            events::decide(probe, usize::from(place.cell), open);
        } else if open == 0 {
            events::dead_end(probe, usize::from(place.cell));
        }
    }

    /// Looks at values until one is open, and takes it.
    #[inline(always)]
    fn look<P: Probe>(&mut self, at: usize, probe: &mut P) -> Option<Value> {
        let place = &mut self.places[at];
        let value = (place.open != 0).then(|| Domain(place.open).lowest());
        let after = value.unwrap_or(self.values);
        let width = usize::from(self.values);
        let looked_at = usize::from(place.next) - 1..usize::from(after);
        let compared = &self.compared[at * width..][looked_at];
        probe.count(counters::CHECKS, compared.iter().map(|&checks| u64::from(checks)).sum());
        place.open &= place.open.wrapping_sub(1);
        place.next = after + 1;
        value
    }

    fn search<P: Probe>(&mut self, probe: &mut P, finds: &mut Finds<'_>) -> End {
        let mut at = 0;
        self.open(0, probe);
        loop {
            let cell = usize::from(self.places[at].cell);
            if let Some(value) = self.look(at, probe) {
                if let ControlFlow::Break(halt) = probe.step() {
                    return End::Halted(halt);
                }
                self.grid.set(Cell::new(cell), value);
                events::assign(probe, cell, value);
                probe.depth(at as u32 + 1);
                if at + 1 < self.places.len() {
                    at += 1;
                    self.open(at, probe);
                    continue;
                }
                events::solution(probe, finds.solutions() + 1);
                if finds.add(&self.grid).is_break() {
                    return End::Enough;
                }
            } else if at == 0 {
                return End::Exhausted;
            } else {
                at -= 1;
            }
            let cell = usize::from(self.places[at].cell);
            probe.count(counters::BACKTRACKS, 1);
            events::withdraw(probe, cell, self.grid.values()[cell]);
        }
    }
}
