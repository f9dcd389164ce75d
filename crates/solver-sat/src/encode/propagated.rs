//! What unit propagation leaves of the extended encoding.
//!
//! On those clauses unit propagation is two rules: a cell with one value left holds it, and a value with one place left
//! in a unit of N cells is there. So it runs on domains, before there is any clause, and the clauses are written
//! straight from what it leaves open. It stops where unit propagation does: what follows from two clauses together is
//! for the back end to find.

use model::{Domain, Givens};

use super::{Encoder, Lit};

/// What unit propagation has made of a puzzle; kept from puzzle to puzzle so that nothing is allocated on the clock.
#[derive(Clone, Debug, Default)]
pub struct Propagated {
    /// By cell: the values that are not false.
    domains: Vec<Domain>,
    /// The cells with one value left, as they were found.
    queue: Vec<usize>,
    /// By cell: its value, 0 where that is open.
    values: Vec<u8>,
    /// By variable of the full encoding: its new number, where it is open.
    number: Vec<u32>,
    /// By new number: the variable of the full encoding.
    open: Vec<u32>,
    group: Group,
}

/// The open literals of a cell, or of a value in a unit, and their positions there.
#[derive(Clone, Debug, Default)]
struct Group {
    lits: Vec<Lit>,
    positions: Vec<usize>,
}

/// A clause became empty.
struct Clash;

impl Propagated {
    /// By new number: the variable of the full encoding that has it.
    pub fn open(&self) -> &[u32] {
        &self.open
    }

    /// By cell: the value that is given or follows, 0 where it is open. Where the clauses clash, some of them.
    pub fn values(&self) -> &[u8] {
        &self.values
    }

    /// How many variables are true, false and open; after a clash, what was found before it.
    pub fn sizes(&self) -> [usize; 3] {
        let positive = self.values.iter().filter(|&&value| value != 0).count();
        [positive, self.number.len() - positive - self.open.len(), self.open.len()]
    }

    /// Propagates the givens and writes the clauses that are left.
    pub(super) fn write(&mut self, encoder: &Encoder, givens: &Givens, mut sink: impl FnMut(&[Lit])) {
        assert_eq!(givens.values().len(), encoder.cells, "givens are read for their rules");
        let n = encoder.values;
        self.open.clear();
        self.number.resize(encoder.variables(), 0);
        if self.propagate(encoder, givens).is_err() {
            return sink(&[]);
        }
        for cell in (0..encoder.cells).filter(|&cell| self.values[cell] == 0) {
            for value in self.domains[cell].iter() {
                let variable = cell * n + usize::from(value) - 1;
                self.number[variable] = self.open.len() as u32;
                self.open.push(variable as u32);
            }
        }
        self.emit(encoder, sink);
    }

    fn propagate(&mut self, encoder: &Encoder, givens: &Givens) -> Result<(), Clash> {
        let all = Domain::full(encoder.values as u8);
        self.values.clear();
        self.values.resize(encoder.cells, 0);
        self.domains.clear();
        self.domains.extend(givens.values().iter().map(|&given| if given == 0 { all } else { Domain::only(given) }));
        self.queue.clear();
        self.queue.extend((0..encoder.cells).filter(|&cell| self.domains[cell].is_singleton()));
        let mut spread = 0;
        loop {
            let before = spread;
            spread = self.spread(encoder, spread)?;
            for unit in encoder.units.iter().filter(|unit| unit.permutation && unit.places_are_new) {
                self.place(&unit.cells, all)?;
                spread = self.spread(encoder, spread)?;
            }
            if spread == before {
                return Ok(());
            }
        }
    }

    /// Takes the values of the queued cells, from this one on, from their peers; the end of the queue.
    fn spread(&mut self, encoder: &Encoder, mut next: usize) -> Result<usize, Clash> {
        while let Some(&cell) = self.queue.get(next) {
            next += 1;
            let held = self.domains[cell];
            self.values[cell] = held.0.trailing_zeros() as u8 + 1;
            for &peer in &encoder.peers[cell] {
                let domain = &mut self.domains[peer];
                if domain.0 & held.0 != 0 {
                    domain.0 ^= held.0;
                    if domain.is_empty() {
                        return Err(Clash);
                    }
                    if domain.is_singleton() {
                        self.queue.push(peer);
                    }
                }
            }
        }
        Ok(next)
    }

    /// Queues the cells that are the only place of a value in a unit.
    fn place(&mut self, cells: &[usize], all: Domain) -> Result<(), Clash> {
        let (mut once, mut twice) = (0, 0);
        for &cell in cells {
            let domain = self.domains[cell].0;
            twice |= once & domain;
            once |= domain;
        }
        if once != all.0 {
            return Err(Clash);
        }
        let only = once & !twice;
        for &cell in cells.iter().filter(|_| only != 0) {
            let domain = &mut self.domains[cell];
            if domain.0 & only != 0 && !domain.is_singleton() {
                domain.0 &= only;
                if !domain.is_singleton() {
                    return Err(Clash);
                }
                self.queue.push(cell);
            }
        }
        Ok(())
    }

    fn emit(&mut self, encoder: &Encoder, mut sink: impl FnMut(&[Lit])) {
        let n = encoder.values;
        let Self { domains, values, number, group, .. } = self;
        for cell in (0..encoder.cells).filter(|&cell| values[cell] == 0) {
            group.clear();
            for value in domains[cell].iter() {
                group.push(number[cell * n + usize::from(value) - 1], 0);
            }
            sink(&group.lits);
            group.not_both(|_, _| true, &mut sink);
        }
        for unit in &encoder.units {
            let length = unit.cells.len();
            for value in 0..n {
                group.clear();
                for (position, &cell) in unit.cells.iter().enumerate() {
                    if values[cell] == 0 && domains[cell].0 >> value & 1 == 1 {
                        group.push(number[cell * n + value], position);
                    }
                }
                if group.lits.is_empty() {
                    continue;
                }
                if unit.permutation && unit.places_are_new {
                    sink(&group.lits);
                }
                group.not_both(|i, j| unit.pair_is_new[i * length + j], &mut sink);
            }
        }
    }
}

impl Group {
    fn clear(&mut self) {
        self.lits.clear();
        self.positions.clear();
    }

    fn push(&mut self, number: u32, position: usize) {
        self.lits.push(Lit::from_index(number as usize, true));
        self.positions.push(position);
    }

    fn not_both(&self, new: impl Fn(usize, usize) -> bool, mut sink: impl FnMut(&[Lit])) {
        for (at, (&first, &i)) in self.lits.iter().zip(&self.positions).enumerate() {
            for (&second, &j) in self.lits.iter().zip(&self.positions).skip(at + 1) {
                if new(i, j) {
                    sink(&[!first, !second]);
                }
            }
        }
    }
}
