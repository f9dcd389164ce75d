//! A remainder with clues more, as propagation and the solver see it.
//!
//! The classic rules have a solver that begins with what propagation left of either clue. Under other rules each question is
//! a puzzle of its own.

use std::ops::ControlFlow;

use model::solve::erased::{AnyProbe, Runner};
use model::solve::{Ask, End, Off, Options, Outcome, Strategy};
use model::{Cell, Domain, Givens, Grid, Rules, Value};
use solver_ps12::{Bitboard, BitboardSolver, Settled};

use crate::candidates::Candidates;

/// A value in an open cell.
pub(super) type Clue = (Cell, Value);

/// Memory for one remainder after the other. Clues are numbered as they are added.
pub(super) trait Begun {
    /// Takes the next remainder, without clues.
    fn load(&mut self, givens: &Givens);

    /// Takes the next clue; what propagation leaves beside it, by cell.
    fn add(&mut self, clue: Clue) -> &[Domain];

    /// Solves the remainder with both clues, which may be the same.
    fn solve(&mut self, both: [usize; 2], ask: Ask, found: &mut dyn FnMut(&Grid) -> ControlFlow<()>) -> Outcome;
}

/// The best for the rules. The runner must be of a complete strategy, built for them.
pub(super) fn begun<'a>(rules: &'a Rules, runner: Box<dyn Runner>) -> Box<dyn Begun + 'a> {
    let domains = vec![Domain::EMPTY; rules.cells()];
    if let Ok(solver) = Bitboard.build(rules, &Options::default()) {
        return Box::new(Classic { solver, start: None, with: Vec::new(), domains, asked: 0 });
    }
    let puzzle = Givens::blank(rules.cells());
    Box::new(Any { rules, runner, candidates: Candidates::new(rules), puzzle, clues: Vec::new() })
}

struct Classic {
    solver: BitboardSolver,
    start: Option<Settled>,
    /// By clue; `None` where it leads to no solution.
    with: Vec<Option<Settled>>,
    domains: Vec<Domain>,
    asked: usize,
}

impl Begun for Classic {
    fn load(&mut self, givens: &Givens) {
        self.start = self.solver.settle(givens);
        self.with.clear();
        self.asked = 0;
    }

    fn add(&mut self, (cell, value): Clue) -> &[Domain] {
        let with = self.start.as_ref().and_then(|start| self.solver.settle_with(start, cell, value));
        for (cell, domain) in self.domains.iter_mut().enumerate() {
            *domain = with.as_ref().map_or(Domain::EMPTY, |with| with.domain(Cell::new(cell)));
        }
        self.with.push(with);
        &self.domains
    }

    /// Solutions that are unlike each other kill more, so each question is another turn.
    fn solve(&mut self, both: [usize; 2], ask: Ask, found: &mut dyn FnMut(&Grid) -> ControlFlow<()>) -> Outcome {
        let [Some(one), Some(two)] = both.map(|clue| self.with[clue].as_ref()) else {
            return Outcome { solutions: 0, end: End::Exhausted };
        };
        self.asked += 1;
        self.solver.solve_from(&one.and(two), self.asked, ask, &mut Off, found)
    }
}

struct Any<'a> {
    rules: &'a Rules,
    runner: Box<dyn Runner>,
    candidates: Candidates,
    puzzle: Givens,
    clues: Vec<Clue>,
}

impl Begun for Any<'_> {
    fn load(&mut self, givens: &Givens) {
        self.puzzle.clone_from(givens);
        self.clues.clear();
    }

    fn add(&mut self, (cell, value): Clue) -> &[Domain] {
        self.clues.push((cell, value));
        self.puzzle.values_mut()[cell.index()] = value;
        let domains = self.candidates.of(self.rules, &self.puzzle);
        self.puzzle.values_mut()[cell.index()] = 0;
        domains
    }

    fn solve(&mut self, both: [usize; 2], ask: Ask, found: &mut dyn FnMut(&Grid) -> ControlFlow<()>) -> Outcome {
        let clues = both.map(|clue| self.clues[clue]);
        for (cell, value) in clues {
            self.puzzle.values_mut()[cell.index()] = value;
        }
        let outcome = self.runner.run(&self.puzzle, ask, AnyProbe::Off, found);
        for (cell, _) in clues {
            self.puzzle.values_mut()[cell.index()] = 0;
        }
        outcome
    }
}
