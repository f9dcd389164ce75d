//! `pairReduce`: depth-first, two branches a decision, on domains of any kind.
//!
//! The paper's recursion, with its stack as data and going on after a solution as after a dead end. A call that finds no
//! pair settles nothing: its caller goes on with the other branch, and the whole search cannot claim to be exhausted.

use std::ops::ControlFlow;

use model::solve::{Ask, End, Event, Finds, Outcome, Probe, Subject, counters};
use model::{Cell, Domain, Givens, Grid, Value};

use crate::simd::{Task, Vector};
use crate::state::note;

/// What propagation left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    Solved,
    Blocked,
    Open,
}

/// The domains of a puzzle, as a search sees them. Cells are row-major.
pub(crate) trait Position {
    /// What its choices depend on.
    type Choice;

    /// Every domain full but for the givens; nothing propagated, nothing saved.
    fn load(&mut self, givens: &Givens);

    /// The paper's `solveStep`: rounds of propagation and reduction until nothing is reduced.
    fn settle<P: Probe>(&mut self, probe: &mut P) -> Standing;

    /// Keeps the domains, which are at rest.
    fn save(&mut self);

    /// Takes back what was saved last.
    fn restore(&mut self);

    /// Narrows a cell to a part of its domain.
    fn narrow(&mut self, cell: usize, to: Domain);

    fn domain(&self, cell: usize) -> Domain;

    /// The next decision; `None` where it knows none.
    fn choose<P: Probe>(&mut self, choice: &mut Self::Choice, probe: &mut P) -> Option<Branch>;

    /// What a blocked position has nothing left for.
    fn dead_end(&self) -> Subject;

    /// Writes the values of a solved position.
    fn read(&self, grid: &mut [Value]);
}

/// A decision: a cell, and what its domain becomes on either branch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Branch {
    pub(crate) cell: usize,
    pub(crate) first: Domain,
    pub(crate) second: Domain,
}

/// A decision that stands; once the second branch is taken, nothing of it is left to try.
#[derive(Clone, Copy, Debug)]
struct Frame {
    branch: Branch,
    second_taken: bool,
}

/// The memory of a search, kept from puzzle to puzzle.
#[derive(Clone, Debug)]
pub(crate) struct Search<S> {
    pub(crate) position: S,
    stack: Vec<Frame>,
    grid: Grid,
}

/// What one search is told.
pub(crate) struct Question<'a, 'f, P> {
    /// Where there are none, the search begins with what the position holds.
    pub(crate) givens: Option<&'a Givens>,
    pub(crate) ask: Ask,
    pub(crate) probe: &'a mut P,
    pub(crate) found: &'f mut dyn FnMut(&Grid) -> ControlFlow<()>,
}

/// A search compiled for the vectors of this processor.
pub(crate) struct Run<'a, 'f, S: Position, P>(
    pub(crate) &'a mut Search<S>,
    pub(crate) &'a mut S::Choice,
    pub(crate) Question<'a, 'f, P>,
);

impl<S: Position, P: Probe> Task for Run<'_, '_, S, P> {
    type Output = Outcome;

    #[inline(always)]
    fn run<V: Vector>(self) -> Outcome {
        self.0.run(self.1, self.2)
    }
}

impl<S: Position> Search<S> {
    pub(crate) fn new(position: S, cells: usize) -> Self {
        Self { position, stack: Vec::new(), grid: Grid::blank(cells) }
    }

    #[inline(always)]
    pub(crate) fn run<P: Probe>(&mut self, choice: &mut S::Choice, question: Question<'_, '_, P>) -> Outcome {
        let Question { givens, ask, probe, found } = question;
        let mut finds = Finds::new(ask, found);
        self.stack.clear();
        if let Some(givens) = givens {
            self.position.load(givens);
        }
        let mut unsettled = false;
        loop {
            let branch = match self.position.settle(probe) {
                Standing::Solved => {
                    probe.trace(|| Event::Solution { number: finds.solutions() + 1 });
                    if self.hand_out(&mut finds).is_break() {
                        return finds.outcome(End::Enough);
                    }
                    None
                }
                Standing::Blocked => {
                    probe.trace(|| Event::DeadEnd { on: self.position.dead_end() });
                    None
                }
                Standing::Open => {
                    probe.count(counters::SEARCHES, 1);
                    let branch = self.position.choose(choice, probe);
                    unsettled |= branch.is_none();
                    branch
                }
            };
            let next = match branch {
                Some(branch) => {
                    self.open(branch, probe);
                    branch.first
                }
                None => match self.turn_back(probe) {
                    Some(second) => second,
                    None => return finds.outcome(if unsettled { End::Stuck } else { End::Exhausted }),
                },
            };
            if let ControlFlow::Break(halt) = probe.step() {
                return finds.outcome(End::Halted(halt));
            }
            probe.depth(self.stack.len() as u32);
            let cell = self.stack.last().expect("a decision was just made").branch.cell;
            probe.trace(|| assignment(cell, next));
            self.position.narrow(cell, next);
        }
    }

    /// Keeps the state and puts a decision on the stack. A tracer hears of the cell, then of its values, each a note
    /// `candidate`, ascending.
    #[inline(always)]
    fn open<P: Probe>(&mut self, branch: Branch, probe: &mut P) {
        probe.count(counters::GUESSES, 1);
        probe.trace(|| Event::Decide {
            on: Subject::Cell(Cell::new(branch.cell)),
            open: self.position.domain(branch.cell).len(),
        });
        if P::TRACES {
            for value in self.position.domain(branch.cell).iter() {
                probe.trace(|| note("candidate", u64::from(value)));
            }
        }
        self.position.save();
        self.stack.push(Frame { branch, second_taken: false });
    }

    /// Withdraws assignments until one has a second branch, restores the state before it and returns that branch.
    #[inline(always)]
    fn turn_back<P: Probe>(&mut self, probe: &mut P) -> Option<Domain> {
        while let Some(frame) = self.stack.last_mut() {
            probe.count(counters::BACKTRACKS, 1);
            let Branch { cell, first, second } = frame.branch;
            let withdrawn = if frame.second_taken { second } else { first };
            probe.trace(|| Event::Withdraw { what: subject(cell, withdrawn) });
            if !frame.second_taken {
                frame.second_taken = true;
                probe.count(counters::LOW_BRANCHES, 1);
                self.position.restore();
                return Some(second);
            }
            self.stack.pop();
        }
        None
    }

    #[inline(always)]
    fn hand_out(&mut self, finds: &mut Finds<'_>) -> ControlFlow<()> {
        self.position.read(self.grid.values_mut());
        finds.add(&self.grid)
    }
}

/// A branch as the tracer names it: the value assigned, or the cell whose domain is split.
fn subject(cell: usize, domain: Domain) -> Subject {
    let cell = Cell::new(cell);
    if domain.is_singleton() { Subject::CellValue(cell, domain.lowest()) } else { Subject::Cell(cell) }
}

fn assignment(cell: usize, domain: Domain) -> Event {
    Event::Assign { what: subject(cell, domain), chosen: true }
}
