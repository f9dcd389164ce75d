//! Labelling: the first cell of the smallest domain, its values ascending, all at one decision point.
//!
//! As `labelling` with the heuristic `most_constrained` does in CLP(FD). A value that fails is not taken out of the domain
//! for good, and the values after it are tried as if it had not been: the next one starts from the domains that the
//! decision point was opened on.

use std::ops::ControlFlow;

use model::solve::{Ask, End, Event, Finds, Outcome, Probe, Subject, counters};
use model::{Cell, Domain, Givens, Grid, Value};

use crate::layout::Layout;
use crate::state::{Mark, State};

/// An open decision point.
#[derive(Clone, Copy, Debug)]
struct Point {
    cell: usize,
    /// The value assigned; 0 before the first.
    value: Value,
    /// Values not tried yet.
    rest: Domain,
    /// Where the trail stood when it was opened.
    mark: Mark,
}

/// The memory of a search, kept from puzzle to puzzle.
#[derive(Clone, Debug)]
pub(crate) struct Search {
    state: State,
    points: Vec<Point>,
    grid: Grid,
}

impl Search {
    pub(crate) fn new(layout: Layout) -> Self {
        let cells = layout.cells;
        Self { state: State::new(layout), points: Vec::with_capacity(cells), grid: Grid::blank(cells) }
    }

    /// Searches one puzzle; see [`model::solve::Solver::solve`].
    pub(crate) fn run<P: Probe>(
        &mut self,
        givens: &Givens,
        ask: Ask,
        probe: &mut P,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Outcome {
        let mut finds = Finds::new(ask, found);
        self.points.clear();
        self.state.load(givens);
        loop {
            if self.state.propagate(probe) {
                if let Some(cell) = self.state.smallest() {
                    self.open(cell, probe);
                } else {
                    probe.trace(|| Event::Solution { number: finds.solutions() + 1 });
                    if self.hand_out(&mut finds).is_break() {
                        return finds.outcome(End::Enough);
                    }
                }
            }
            let Some(point) = self.next_point(probe) else { return finds.outcome(End::Exhausted) };
            let value = point.rest.lowest();
            let cell = point.cell;
            if let ControlFlow::Break(halt) = probe.step() {
                return finds.outcome(End::Halted(halt));
            }
            point.value = value;
            point.rest = point.rest.without(value);
            probe.depth(self.points.len() as u32);
            probe.trace(|| Event::Assign { what: Subject::CellValue(Cell::new(cell), value), chosen: true });
            self.state.assign(cell, value);
        }
    }

    fn open<P: Probe>(&mut self, cell: usize, probe: &mut P) {
        let rest = self.state.domain(cell);
        probe.count(counters::GUESSES, 1);
        probe.trace(|| Event::Decide { on: Subject::Cell(Cell::new(cell)), open: rest.len() });
        self.points.push(Point { cell, value: 0, rest, mark: self.state.mark() });
    }

    /// Withdraws assignments until one stands at a point with values left; the domains are then those of that point.
    fn next_point<P: Probe>(&mut self, probe: &mut P) -> Option<&mut Point> {
        loop {
            let Point { cell, value, rest, mark } = *self.points.last()?;
            if value != 0 {
                self.state.undo_to(mark);
                probe.count(counters::BACKTRACKS, 1);
                probe.trace(|| Event::Withdraw { what: Subject::CellValue(Cell::new(cell), value) });
            }
            if !rest.is_empty() {
                return self.points.last_mut();
            }
            self.points.pop();
        }
    }

    fn hand_out(&mut self, finds: &mut Finds<'_>) -> ControlFlow<()> {
        for (value, lowest) in self.grid.values_mut().iter_mut().zip(self.state.lowest()) {
            *value = lowest;
        }
        finds.add(&self.grid)
    }
}
