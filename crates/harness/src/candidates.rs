//! What single-value propagation leaves of a puzzle: how tight it is, and which clues could still be added.

use model::{Cell, Domain, Givens, Rules};

/// The domains after naked and hidden singles, to the fixpoint.
pub(crate) struct Candidates {
    domains: Vec<Domain>,
    /// Cells that were settled and are still to leave their peers.
    settled: Vec<Cell>,
}

impl Candidates {
    /// No domains yet; [`Candidates::of`] fills them, so that thousands of puzzles go through the same memory.
    pub(crate) fn new(rules: &Rules) -> Self {
        Self { domains: vec![Domain::EMPTY; rules.cells()], settled: Vec::new() }
    }

    /// The domains of a puzzle. Where it has no solution some may be empty.
    pub(crate) fn of(&mut self, rules: &Rules, givens: &Givens) -> &[Domain] {
        self.domains.fill(Domain::full(rules.values()));
        self.settled.clear();
        for (cell, value) in givens.iter() {
            self.narrow(cell, Domain::only(value));
        }
        loop {
            while let Some(cell) = self.settled.pop() {
                let value = self.domains[cell.index()];
                for &peer in rules.peers(cell) {
                    self.narrow(peer, Domain(self.domains[peer.index()].0 & !value.0));
                }
            }
            self.hidden_singles(rules);
            if self.settled.is_empty() {
                return &self.domains;
            }
        }
    }

    /// How much is open in a puzzle: the open cells and their candidates. The less, the fewer solutions, as a rule.
    pub(crate) fn open(&mut self, rules: &Rules, givens: &Givens) -> u32 {
        self.of(rules, givens).iter().filter(|domain| !domain.is_singleton()).map(|domain| domain.len() + 1).sum()
    }

    fn hidden_singles(&mut self, rules: &Rules) {
        for unit in rules.units().iter().filter(|unit| rules.is_permutation(unit)) {
            let (mut once, mut twice) = (0, 0);
            for cell in unit.cells() {
                let domain = self.domains[cell.index()].0;
                twice |= once & domain;
                once |= domain;
            }
            for &cell in unit.cells() {
                let hidden = Domain(self.domains[cell.index()].0 & once & !twice);
                if hidden.is_singleton() {
                    self.narrow(cell, hidden);
                }
            }
        }
    }

    fn narrow(&mut self, cell: Cell, to: Domain) {
        let domain = &mut self.domains[cell.index()];
        if to.is_singleton() && *domain != to {
            self.settled.push(cell);
        }
        *domain = to;
    }
}
