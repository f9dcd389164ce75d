//! `naive/forward-checking`: the smallest domain next, on domains kept arc-consistent over the binary inequalities.
//!
//! Owns the propagation. An inequality of two cells prunes only when one of them has a single value left, so that arc
//! consistency is: take the value of every singleton out of its neighbours, those that become singletons included; an
//! empty domain is a dead end. What is left to branch on has two values or more, and singletons are not search
//! assignments. Branching is on all values of a cell in turn: a value that failed is not first removed and propagated,
//! and the last one is a step like the others.

use std::ops::ControlFlow;

use model::solve::{Ask, Info, Options, Outcome, Probe, Solver, Strategy, Unsupported};
use model::{Domain, Givens, Grid, Rules, Value};

use crate::domains::Domains;
use crate::events;
use crate::search::{COUNTERS, Inference, Search};

const ID: &str = "naive/forward-checking";

/// The strategy `naive/forward-checking`.
#[derive(Clone, Copy, Debug, Default)]
pub struct ForwardChecking;

impl Strategy for ForwardChecking {
    type Solver = ForwardCheckingSolver;

    fn info(&self) -> Info {
        let summary = "arc consistency over binary inequalities, branching on the smallest domain, values ascending";
        Info::new(ID, summary, COUNTERS)
    }

    fn build(&self, rules: &Rules, options: &Options) -> Result<ForwardCheckingSolver, Unsupported> {
        options.check(ID, &[])?;
        let inference = ArcConsistency { queue: Vec::with_capacity(rules.cells()) };
        Ok(ForwardCheckingSolver(Search::new(rules, inference)))
    }
}

/// The solver of [`ForwardChecking`].
pub struct ForwardCheckingSolver(Search<ArcConsistency>);

impl Solver for ForwardCheckingSolver {
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

/// Propagation of singletons.
struct ArcConsistency {
    /// Settled cells, with the value that has yet to be taken out of their neighbours. The order does not change what
    /// is left in the end, nor whether a domain is empty; the last in is the first out.
    queue: Vec<(u16, Value)>,
}

impl Inference for ArcConsistency {
    fn start<P: Probe>(&mut self, domains: &mut Domains, probe: &mut P) -> bool {
        self.queue.clear();
        for cell in (0..domains.cells()).filter(|&cell| !domains.is_settled(cell)) {
            let domain = domains.domain(cell);
            if domain.is_empty() {
                events::dead_end(probe, cell);
                return false;
            }
            if domain.is_singleton() {
                events::force(probe, cell, domain.lowest());
                self.queue.push((cell as u16, domain.lowest()));
            }
        }
        for &(cell, value) in &self.queue {
            domains.settle(usize::from(cell), value);
        }
        self.propagate(domains, probe)
    }

    #[inline(always)]
    fn assign<P: Probe>(&mut self, domains: &mut Domains, cell: usize, value: Value, probe: &mut P) -> bool {
        domains.settle(cell, value);
        self.queue.clear();
        self.queue.push((cell as u16, value));
        self.propagate(domains, probe)
    }
}

impl ArcConsistency {
    /// Works off the queue; whether no domain became empty.
    #[inline(always)]
    fn propagate<P: Probe>(&mut self, domains: &mut Domains, probe: &mut P) -> bool {
        while let Some((cell, value)) = self.queue.pop() {
            for at in domains.peer_range(usize::from(cell)) {
                let peer = domains.peer(at);
                if domains.is_settled(peer) {
                    // It loses its only value.
                    if domains.domain(peer) == Domain::only(value) {
                        events::dead_end(probe, peer);
                        return false;
                    }
                } else if let Some(left) = domains.remove(peer, value) {
                    events::force(probe, peer, left);
                    domains.settle(peer, left);
                    self.queue.push((peer as u16, left));
                }
            }
        }
        true
    }
}
