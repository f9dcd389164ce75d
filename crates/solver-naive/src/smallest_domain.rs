//! `naive/smallest-domain`: next the cell with the fewest values that no assigned neighbour has, values ascending.
//!
//! Owns what an assignment entails here: its value is taken out of the domains of unassigned neighbours, and nothing is
//! inferred from what is left. That a neighbour has no value left is noticed when it is chosen, which is at once, as
//! nothing is smaller.

use std::ops::ControlFlow;

use model::solve::{Ask, Info, Options, Outcome, Probe, Solver, Strategy, Unsupported};
use model::{Givens, Grid, Rules, Value};

use crate::domains::Domains;
use crate::search::{COUNTERS, Inference, Search};

const ID: &str = "naive/smallest-domain";

/// The strategy `naive/smallest-domain`.
#[derive(Clone, Copy, Debug, Default)]
pub struct SmallestDomain;

impl Strategy for SmallestDomain {
    type Solver = SmallestDomainSolver;

    fn info(&self) -> Info {
        Info::new(ID, "backtracking, next the cell with the fewest values left, values ascending", COUNTERS)
    }

    fn build(&self, rules: &Rules, options: &Options) -> Result<SmallestDomainSolver, Unsupported> {
        options.check(ID, &[])?;
        Ok(SmallestDomainSolver(Search::new(rules, Nothing)))
    }
}

/// The solver of [`SmallestDomain`].
pub struct SmallestDomainSolver(Search<Nothing>);

impl Solver for SmallestDomainSolver {
    fn solve<P: Probe>(
        &mut self,
        givens: &Givens,
        ask: Ask,
        probe: &mut P,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Outcome {
        self.0.solve(givens, ask, probe, found)
    }
}

/// No inference at all.
struct Nothing;

impl Inference for Nothing {
    fn start<P: Probe>(&mut self, _: &mut Domains, _: &mut P) -> bool {
        true
    }

    #[inline(always)]
    fn assign<P: Probe>(&mut self, domains: &mut Domains, cell: usize, value: Value, _: &mut P) -> bool {
        domains.settle(cell, value);
        for at in domains.peer_range(cell) {
            let peer = domains.peer(at);
            if !domains.is_settled(peer) {
                domains.remove(peer, value);
            }
        }
        true
    }
}
