//! The search by smallest domain that two strategies share.
//!
//! Owns the decision points and the books (steps, events, counters); what an assignment entails is the business of an
//! [`Inference`]. Next comes the first cell, row-major, of those with the fewest values left, its values ascending. A
//! cell with one value is assigned by a step like any other, though it is no guess; a cell with none is chosen before
//! all others and is a dead end.

use std::ops::ControlFlow;

use model::solve::{Ask, Counter, End, Finds, Outcome, Probe, counters};
use model::{Domain, Givens, Grid, Rules, Value};

use crate::domains::{Domains, Mark};
use crate::events;

/// What the search counts.
pub(crate) const COUNTERS: &[Counter] =
    &[counters::GUESSES, counters::STEPS, counters::BACKTRACKS, counters::MAX_DEPTH];

/// What follows from an assignment. Every change to the domains is undone by the search.
pub(crate) trait Inference {
    /// What follows from the givens, just loaded; `false` is a dead end.
    fn start<P: Probe>(&mut self, domains: &mut Domains, probe: &mut P) -> bool;

    /// Assigns a value that is open: the cell is settled, and what follows is done; `false` is a dead end.
    fn assign<P: Probe>(&mut self, domains: &mut Domains, cell: usize, value: Value, probe: &mut P) -> bool;
}

/// An open decision point.
#[derive(Clone, Copy)]
struct Point {
    cell: usize,
    /// The value assigned; 0 before the first.
    value: Value,
    /// Open values not tried yet.
    rest: Domain,
    /// Where the trail stood when it was opened.
    mark: Mark,
}

/// State of one search.
pub(crate) struct Search<I> {
    inference: I,
    domains: Domains,
    points: Vec<Point>,
    grid: Grid,
}

impl<I: Inference> Search<I> {
    /// For these rules.
    pub(crate) fn new(rules: &Rules, inference: I) -> Self {
        Self {
            inference,
            domains: Domains::new(rules),
            points: Vec::with_capacity(rules.cells()),
            grid: Grid::blank(rules.cells()),
        }
    }

    /// Searches one puzzle; see [`model::solve::Solver::solve`].
    pub(crate) fn solve<P: Probe>(
        &mut self,
        givens: &Givens,
        ask: Ask,
        probe: &mut P,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Outcome {
        let mut finds = Finds::new(ask, found);
        self.points.clear();
        let starts = self.domains.load(givens) && self.inference.start(&mut self.domains, probe);
        let end = if starts { self.search(probe, &mut finds) } else { End::Exhausted };
        finds.outcome(end)
    }

    fn search<P: Probe>(&mut self, probe: &mut P, finds: &mut Finds<'_>) -> End {
        loop {
            if let Some(cell) = self.domains.smallest() {
                self.open(cell, probe);
            } else {
                for (cell, value) in self.grid.values_mut().iter_mut().enumerate() {
                    *value = self.domains.domain(cell).lowest();
                }
                events::solution(probe, finds.solutions() + 1);
                if finds.add(&self.grid).is_break() {
                    return End::Enough;
                }
            }
            loop {
                let Some(point) = self.points.last_mut() else { return End::Exhausted };
                if point.value != 0 {
                    self.domains.undo_to(point.mark);
                    probe.count(counters::BACKTRACKS, 1);
                    events::withdraw(probe, point.cell, point.value);
                }
                if point.rest.is_empty() {
                    self.points.pop();
                    continue;
                }
                if let ControlFlow::Break(halt) = probe.step() {
                    return End::Halted(halt);
                }
                point.value = point.rest.lowest();
                point.rest = point.rest.without(point.value);
                let Point { cell, value, .. } = *point;
                events::assign(probe, cell, value);
                probe.depth(self.points.len() as u32);
                if self.inference.assign(&mut self.domains, cell, value, probe) {
                    break;
                }
            }
        }
    }

    /// Opens a decision point, unless the cell has no value left.
    #[inline(always)]
    fn open<P: Probe>(&mut self, cell: usize, probe: &mut P) {
        let rest = self.domains.domain(cell);
        if rest.is_empty() {
            events::dead_end(probe, cell);
            return;
        }
        if !rest.is_singleton() {
            probe.count(counters::GUESSES, 1);
            events::decide(probe, cell, rest.len());
        }
        self.points.push(Point { cell, value: 0, rest, mark: self.domains.mark() });
    }
}
