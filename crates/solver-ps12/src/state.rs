//! Domains and their propagation: `propagate`, the dual reduction and `solveStep` of the paper.
//!
//! The paper scans every cell and every unit again and again. Here two bit sets say where the scan would find something:
//! `pending`, the singletons that were not propagated yet, and `dirty`, the units that changed since they were last
//! reduced. Both are walked in the paper's order with later bits seen in the same walk, so that every count is the same;
//! a unit that did not change since it was last reduced cannot have a reduction left.

use model::solve::{Event, Probe, Subject, counters};
use model::{Cell, Domain, Givens, Value};

use crate::choice::{Choice, Sizes, choose};
use crate::layout::Layout;
use crate::search::{Branch, Position, Standing};

/// The domains of one puzzle.
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(crate) layout: Layout,
    domains: Vec<Domain>,
    /// Cells that are not singletons.
    open: u32,
    /// Cells without a value.
    empty: u32,
    pending: Vec<u64>,
    dirty: Vec<u64>,
    /// Saved domains, one position after the other.
    saved: Vec<Domain>,
}

impl State {
    pub(crate) fn new(layout: Layout) -> Self {
        Self {
            domains: vec![Domain::EMPTY; layout.cells],
            open: 0,
            empty: 0,
            pending: vec![0; layout.cell_words],
            dirty: vec![0; layout.unit_words],
            saved: Vec::new(),
            layout,
        }
    }

    /// One row-major pass: each singleton that was not propagated yet is deleted from its peers, in place. Whether there
    /// was one.
    fn propagate<P: Probe>(&mut self, probe: &mut P) -> bool {
        let mut any = false;
        for word in 0..self.pending.len() {
            let mut ahead = u64::MAX;
            loop {
                let bits = self.pending[word] & ahead;
                if bits == 0 {
                    break;
                }
                let bit = bits.trailing_zeros();
                self.pending[word] &= !(1 << bit);
                ahead = (u64::MAX << bit) << 1;
                any = true;
                self.delete_from_peers(word * 64 + bit as usize, probe);
                if !P::COUNTS && self.empty > 0 {
                    return false;
                }
            }
        }
        any
    }

    #[inline]
    fn delete_from_peers<P: Probe>(&mut self, cell: usize, probe: &mut P) {
        let value = self.domains[cell];
        for at in 0..self.layout.peers(cell).len() {
            let peer = usize::from(self.layout.peers(cell)[at]);
            let domain = self.domains[peer];
            if domain.0 & value.0 != 0 {
                self.narrow(peer, Domain(domain.0 & !value.0));
                probe.trace(|| Event::Remove { what: Subject::CellValue(Cell::new(peer), value.lowest()) });
            }
        }
    }

    /// The dual step on every unit in order: a value that one cell of the unit alone has, and not alone, becomes that
    /// cell's. Values ascend on live domains. How many cells were reduced.
    fn reduce<P: Probe>(&mut self, probe: &mut P) -> u64 {
        let mut reduced = 0;
        for word in 0..self.dirty.len() {
            let mut ahead = u64::MAX;
            loop {
                let bits = self.dirty[word] & ahead;
                if bits == 0 {
                    break;
                }
                let bit = bits.trailing_zeros();
                self.dirty[word] &= !(1 << bit);
                ahead = (u64::MAX << bit) << 1;
                reduced += self.reduce_unit(word * 64 + bit as usize, probe);
            }
        }
        reduced
    }

    fn reduce_unit<P: Probe>(&mut self, unit: usize, probe: &mut P) -> u64 {
        let mut reduced = 0;
        // Values not passed yet.
        let mut ahead = u64::MAX;
        loop {
            let hidden = self.hidden(unit) & ahead;
            if hidden == 0 {
                return reduced;
            }
            let value = hidden & hidden.wrapping_neg();
            ahead = !(value | (value - 1));
            let has = |&&cell: &&u16| self.domains[usize::from(cell)].0 & value != 0;
            let cell = usize::from(*self.layout.members(unit).iter().find(has).expect("one cell has the value"));
            self.narrow(cell, Domain(value));
            probe.trace(|| Event::Assign {
                what: Subject::CellValue(Cell::new(cell), Domain(value).lowest()),
                chosen: false,
            });
            reduced += 1;
        }
    }

    /// The unit transposed: values that exactly one of its cells has, that cell having others too.
    #[inline]
    fn hidden(&self, unit: usize) -> u64 {
        let (mut once, mut twice, mut alone) = (0, 0, 0);
        for &cell in self.layout.members(unit) {
            let domain = self.domains[usize::from(cell)];
            twice |= once & domain.0;
            once |= domain.0;
            alone |= if domain.is_singleton() { domain.0 } else { 0 };
        }
        once & !twice & !alone
    }
}

impl Position for State {
    type Choice = Choice;

    fn load(&mut self, givens: &Givens) {
        let full = Domain::full(self.layout.values);
        self.open = 0;
        self.empty = 0;
        self.pending.fill(0);
        self.saved.clear();
        for (cell, &value) in givens.values().iter().enumerate() {
            let domain = if value == 0 { full } else { Domain::only(value) };
            self.domains[cell] = domain;
            if domain.is_singleton() {
                self.pending[cell / 64] |= 1 << (cell % 64);
            } else {
                self.open += 1;
            }
        }
        for (word, dirty) in self.dirty.iter_mut().enumerate() {
            let units = self.layout.units.saturating_sub(word * 64).min(64);
            *dirty = Domain::full(units as u8).0;
        }
    }

    /// It has no test for blocked domains; where nothing is counted the search may stop at the first of them, since what is
    /// blocked stays blocked. A tracer gets the three counts as notes called `passes`, `rounds` and `reductions`, in this
    /// order.
    fn settle<P: Probe>(&mut self, probe: &mut P) -> Standing {
        let (mut passes, mut rounds, mut reductions) = (0, 0, 0);
        loop {
            loop {
                passes += 1;
                if !self.propagate(probe) {
                    break;
                }
            }
            rounds += 1;
            if !P::COUNTS && self.empty > 0 {
                break;
            }
            let reduced = if self.open == 0 { 0 } else { self.reduce(probe) };
            reductions += reduced;
            if reduced == 0 {
                break;
            }
        }
        probe.count(counters::PASSES, passes);
        probe.count(counters::ROUNDS, rounds);
        probe.count(counters::REDUCTIONS, reductions);
        probe.count(counters::PROPAGATIONS, passes + rounds + reductions);
        probe.trace(|| note("passes", passes));
        probe.trace(|| note("rounds", rounds));
        probe.trace(|| note("reductions", reductions));
        match (self.empty, self.open) {
            (1.., _) => Standing::Blocked,
            (0, 0) => Standing::Solved,
            (0, _) => Standing::Open,
        }
    }

    /// The state is at rest, so that nothing but the domains needs to be kept.
    fn save(&mut self) {
        self.saved.extend_from_slice(&self.domains);
    }

    fn restore(&mut self) {
        let from = self.saved.len() - self.layout.cells;
        self.domains.copy_from_slice(&self.saved[from..]);
        self.saved.truncate(from);
        self.open = self.domains.iter().filter(|domain| !domain.is_singleton()).count() as u32;
        self.empty = 0;
        self.pending.fill(0);
        self.dirty.fill(0);
    }

    #[inline]
    fn narrow(&mut self, cell: usize, to: Domain) {
        let from = std::mem::replace(&mut self.domains[cell], to);
        let bit = 1 << (cell % 64);
        if to.is_singleton() {
            self.open -= 1;
            self.pending[cell / 64] |= bit;
        } else if to.is_empty() {
            self.empty += 1;
            if from.is_singleton() {
                self.open += 1;
                self.pending[cell / 64] &= !bit;
            }
        }
        for (dirty, mask) in self.dirty.iter_mut().zip(self.layout.mask(cell)) {
            *dirty |= mask;
        }
    }

    fn domain(&self, cell: usize) -> Domain {
        self.domains[cell]
    }

    fn choose<P: Probe>(&mut self, choice: &mut Choice, probe: &mut P) -> Option<Branch> {
        choose(self, choice, probe)
    }

    fn dead_end(&self) -> Subject {
        Subject::Cell(Cell::new(self.nth_of_size(0, 0).expect("some cell is empty")))
    }

    fn read(&self, grid: &mut [Value]) {
        for (value, domain) in grid.iter_mut().zip(&self.domains) {
            *value = domain.lowest();
        }
    }
}

impl Sizes for State {
    fn domain(&self, cell: usize) -> Domain {
        self.domains[cell]
    }

    fn how_many_of_size(&self, size: u32) -> usize {
        self.domains.iter().filter(|domain| domain.len() == size).count()
    }

    fn nth_of_size(&self, size: u32, nth: usize) -> Option<usize> {
        let of_size = |&(_, domain): &(usize, &Domain)| domain.len() == size;
        self.domains.iter().enumerate().filter(of_size).nth(nth).map(|(cell, _)| cell)
    }
}

/// A word with a number, for the tracer.
pub(crate) fn note(text: &'static str, number: u64) -> Event {
    Event::Note { text: text.into(), number }
}
