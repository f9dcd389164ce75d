//! Waves: each walks the tree of one search and keeps to the leaves with exactly so many discrepancies.
//!
//! Owns the decision points and the books. At a decision point the first value follows the order's advice, the second costs a
//! discrepancy, the third two. A wave has so many to spend, all of them: a value that costs more than what is left is left to
//! later waves, and a subtree is given up where what is left is more than its domains can cost. So no leaf is met twice. A
//! wave that leaves nothing to later ones is the last.

use std::ops::ControlFlow;

use model::solve::{Counter, End, Event, Finds, Fold, Probe, Subject, counters};
use model::{Cell, Domain, Givens, Rules, Value};

use crate::board::{Board, Mark, Order};

/// The waves begun.
pub(crate) const WAVES: Counter = Counter::own(
    0,
    "lds.waves",
    "waves",
    "the tree is walked for leaves with one discrepancy more, from none on",
    Fold::Sum,
);

/// An open decision point.
struct Point {
    cell: Cell,
    /// The value that stands in the cell; 0 while none does.
    value: Value,
    /// Open values not tried yet.
    rest: Domain,
    /// What the next value costs: as many discrepancies as values were tried before it.
    cost: u32,
    /// Discrepancies left to spend on this cell and those below.
    budget: u32,
    mark: Mark,
}

/// What a wave left undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Left {
    /// Nothing: no leaf has more discrepancies than it spent.
    Nothing,
    /// Values that cost more than it had.
    Dearer,
}

/// Board, order and decision points.
pub(crate) struct Search {
    board: Board,
    order: Order,
    points: Vec<Point>,
}

impl Search {
    /// For these rules.
    pub(crate) fn new(rules: &Rules, order: Order) -> Self {
        Self { board: Board::new(rules), order, points: Vec::with_capacity(rules.cells()) }
    }

    /// Searches one puzzle, wave after wave.
    pub(crate) fn run<P: Probe>(&mut self, givens: &Givens, probe: &mut P, finds: &mut Finds<'_>) -> End {
        self.points.clear();
        if !self.board.load(givens) {
            return End::Exhausted;
        }
        for budget in 0.. {
            probe.count(WAVES, 1);
            probe.trace(|| Event::Note { text: "discrepancies to spend".into(), number: budget.into() });
            match self.wave(budget, probe, finds) {
                ControlFlow::Break(end) => return end,
                ControlFlow::Continue(Left::Nothing) => break,
                ControlFlow::Continue(Left::Dearer) => {}
            }
        }
        End::Exhausted
    }

    /// Hands out every grid that costs exactly `spend` discrepancies.
    fn wave<P: Probe>(&mut self, spend: u32, probe: &mut P, finds: &mut Finds<'_>) -> ControlFlow<End, Left> {
        let (mut budget, mut left) = (spend, Left::Nothing);
        loop {
            if let Some(cell) = self.board.smallest() {
                self.open(cell, budget, probe);
            } else {
                probe.trace(|| Event::Solution { number: finds.solutions() + 1 });
                if finds.add(self.board.grid()).is_break() {
                    return ControlFlow::Break(End::Enough);
                }
            }
            let Some(below) = self.advance(&mut left, probe)? else { return ControlFlow::Continue(left) };
            budget = below;
        }
    }

    /// Takes back what has come to its end and assigns the next value that the budget allows and that leads on. What is left
    /// to spend below it; `None` when the wave is over.
    #[inline]
    fn advance<P: Probe>(&mut self, left: &mut Left, probe: &mut P) -> ControlFlow<End, Option<u32>> {
        loop {
            let standing = self.points.len() as u32;
            let Some(point) = self.points.last_mut() else { return ControlFlow::Continue(None) };
            let cell = point.cell;
            if point.value != 0 {
                self.board.withdraw(cell, point.mark);
                probe.count(counters::BACKTRACKS, 1);
                probe.trace(|| Event::Withdraw { what: Subject::CellValue(cell, point.value) });
                point.value = 0;
            }
            if point.rest.is_empty() || point.cost > point.budget {
                if !point.rest.is_empty() {
                    *left = Left::Dearer;
                }
                self.points.pop();
                continue;
            }
            if let ControlFlow::Break(halt) = probe.step() {
                return ControlFlow::Break(End::Halted(halt));
            }
            let value = self.board.first(self.order, cell, point.rest);
            let below = point.budget - point.cost;
            (point.value, point.rest, point.cost) = (value, point.rest.without(value), point.cost + 1);
            probe.depth(standing);
            probe.trace(|| Event::Assign { what: Subject::CellValue(cell, value), chosen: true });
            match self.board.assign(cell, value) {
                Err(emptied) => probe.trace(|| Event::DeadEnd { on: Subject::Cell(emptied) }),
                Ok(()) if below > self.board.slack() => {}
                Ok(()) => return ControlFlow::Continue(Some(below)),
            }
        }
    }

    /// Opens a decision point, unless the cell has no value left, which only givens bring about.
    #[inline]
    fn open<P: Probe>(&mut self, cell: Cell, budget: u32, probe: &mut P) {
        let rest = self.board.open(cell);
        if rest.is_empty() {
            probe.trace(|| Event::DeadEnd { on: Subject::Cell(cell) });
            return;
        }
        if !rest.is_singleton() {
            probe.count(counters::GUESSES, 1);
            probe.trace(|| Event::Decide { on: Subject::Cell(cell), open: rest.len() });
        }
        self.points.push(Point { cell, value: 0, rest, cost: 0, budget, mark: self.board.mark() });
    }
}
