//! `pairReduce`: depth-first, two branches a decision.
//!
//! The paper's recursion, with its stack as data and going on after a solution as after a dead end. A call that finds no
//! pair settles nothing: its caller goes on with the other branch, and the whole search cannot claim to be exhausted.

use std::ops::ControlFlow;

use model::solve::{Ask, End, Event, Finds, Outcome, Probe, Random, Subject, counters};
use model::{Cell, Domain, Givens, Grid};

use crate::state::{Standing, State, note};

/// How the next decision is made.
#[derive(Clone, Debug)]
pub(crate) enum Choice {
    /// The first pair, the value of one branch first.
    FirstPair(First),
    /// Any pair, either value first.
    RandomPair(Random),
    /// The first pair; where there is none, the first of the smallest domains: its highest value, then the rest.
    PairThenSplit(First),
}

/// Which value of a pair is tried first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum First {
    /// The paper's choice.
    High,
    /// The other one, to show what depends on it.
    Low,
}

/// A decision: a cell, and what its domain becomes on either branch.
#[derive(Clone, Copy, Debug)]
struct Branch {
    cell: usize,
    first: Domain,
    second: Domain,
}

/// A decision that stands; once the second branch is taken, nothing of it is left to try.
#[derive(Clone, Copy, Debug)]
struct Frame {
    branch: Branch,
    second_taken: bool,
}

/// The memory of a search, kept from puzzle to puzzle.
#[derive(Clone, Debug)]
pub(crate) struct Search {
    state: State,
    stack: Vec<Frame>,
    saved: Vec<Domain>,
    grid: Grid,
}

impl Search {
    pub(crate) fn new(state: State) -> Self {
        let grid = Grid::blank(state.layout.cells);
        Self { state, stack: Vec::new(), saved: Vec::new(), grid }
    }

    pub(crate) fn run<P: Probe>(
        &mut self,
        givens: &Givens,
        ask: Ask,
        choice: &mut Choice,
        probe: &mut P,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Outcome {
        let mut finds = Finds::new(ask, found);
        self.stack.clear();
        self.saved.clear();
        self.state.load(givens);
        let mut unsettled = false;
        loop {
            let branch = match self.state.settle(probe) {
                Standing::Solved => {
                    probe.trace(|| Event::Solution { number: finds.solutions() + 1 });
                    if self.hand_out(&mut finds).is_break() {
                        return finds.outcome(End::Enough);
                    }
                    None
                }
                Standing::Blocked => {
                    probe.trace(|| self.dead_end());
                    None
                }
                Standing::Open => {
                    probe.count(counters::SEARCHES, 1);
                    let branch = choose(self.state.domains(), choice, probe);
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
            self.state.narrow(cell, next);
        }
    }

    /// Keeps the state and puts a decision on the stack. A tracer hears of the cell, then of its values, each a note
    /// `candidate`, ascending.
    fn open<P: Probe>(&mut self, branch: Branch, probe: &mut P) {
        probe.count(counters::GUESSES, 1);
        probe.trace(|| Event::Decide {
            on: Subject::Cell(Cell::new(branch.cell)),
            open: self.state.domains()[branch.cell].len(),
        });
        if P::TRACES {
            for value in self.state.domains()[branch.cell].iter() {
                probe.trace(|| note("candidate", u64::from(value)));
            }
        }
        self.state.save(&mut self.saved);
        self.stack.push(Frame { branch, second_taken: false });
    }

    /// Withdraws assignments until one has a second branch, restores the state before it and returns that branch.
    fn turn_back<P: Probe>(&mut self, probe: &mut P) -> Option<Domain> {
        while let Some(frame) = self.stack.last_mut() {
            probe.count(counters::BACKTRACKS, 1);
            let Branch { cell, first, second } = frame.branch;
            let withdrawn = if frame.second_taken { second } else { first };
            probe.trace(|| Event::Withdraw { what: subject(cell, withdrawn) });
            if !frame.second_taken {
                frame.second_taken = true;
                probe.count(counters::LOW_BRANCHES, 1);
                self.state.restore(&mut self.saved);
                return Some(second);
            }
            self.stack.pop();
        }
        None
    }

    fn hand_out(&mut self, finds: &mut Finds<'_>) -> ControlFlow<()> {
        for (value, domain) in self.grid.values_mut().iter_mut().zip(self.state.domains()) {
            *value = domain.lowest();
        }
        finds.add(&self.grid)
    }

    fn dead_end(&self) -> Event {
        let cell = self.state.domains().iter().position(|domain| domain.is_empty()).expect("some domain is empty");
        Event::DeadEnd { on: Subject::Cell(Cell::new(cell)) }
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

fn choose<P: Probe>(domains: &[Domain], choice: &mut Choice, probe: &mut P) -> Option<Branch> {
    let is_pair = |domain: &Domain| domain.len() == 2;
    let pair = match choice {
        Choice::FirstPair(_) | Choice::PairThenSplit(_) => domains.iter().position(is_pair),
        Choice::RandomPair(random) => {
            let pairs = domains.iter().filter(|domain| is_pair(domain)).count() as u64;
            let nth = if pairs == 0 { 0 } else { random.below(pairs) as usize };
            domains.iter().enumerate().filter(|(_, domain)| is_pair(domain)).nth(nth).map(|(cell, _)| cell)
        }
    };
    if let Some(cell) = pair {
        let high = Domain::only(domains[cell].highest());
        let low = Domain::only(domains[cell].lowest());
        let low_first = match choice {
            Choice::RandomPair(random) => random.below(2) == 0,
            Choice::FirstPair(first) | Choice::PairThenSplit(first) => *first == First::Low,
        };
        let (first, second) = if low_first { (low, high) } else { (high, low) };
        return Some(Branch { cell, first, second });
    }
    probe.count(counters::NO_PAIR, 1);
    probe.trace(|| note("no pair; open cells", domains.iter().filter(|domain| domain.len() > 1).count() as u64));
    if !matches!(choice, Choice::PairThenSplit(_)) {
        return None;
    }
    let open = domains.iter().enumerate().filter(|(_, domain)| domain.len() > 1);
    // The first of the smallest: `min_by_key` keeps the first of equals.
    let (cell, domain) = open.min_by_key(|(_, domain)| domain.len()).expect("an open state has an open cell");
    let highest = domain.highest();
    Some(Branch { cell, first: Domain::only(highest), second: domain.without(highest) })
}
