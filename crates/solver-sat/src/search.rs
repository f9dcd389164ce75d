//! From one model to the next: what is common to all variants.
//!
//! Owns the assumptions, the blocking clauses and the reading of a model. A grid is blocked by the values of its
//! open cells alone; as a rule under an activation literal that is assumed while this puzzle is solved and never again:
//! without it the clauses forbid nothing.
//!
//! The minimal encoding lets a cell of a unit shorter than N hold two values at once. The lowest one is read and blocked;
//! every grid still has the model that holds it and nothing else, so that counts are right.

use std::ops::ControlFlow;

use model::Grid;
use model::solve::{End, Finds};
use varisat::solver::SolverError;
use varisat::{ExtendFormula, Lit, Var};

/// What the variables of the loaded clauses are.
#[derive(Clone, Copy)]
pub(crate) enum Names<'a> {
    /// Those of the full encoding, so many.
    All(usize),
    /// By number: the variable of the full encoding.
    Open(&'a [u32]),
}

impl Names<'_> {
    pub(crate) fn len(self) -> usize {
        match self {
            Self::All(variables) => variables,
            Self::Open(names) => names.len(),
        }
    }

    fn of(self, number: usize) -> usize {
        match self {
            Self::All(_) => number,
            Self::Open(names) => names[number] as usize,
        }
    }
}

/// A puzzle, as the loaded clauses need it.
#[derive(Clone, Copy)]
pub(crate) struct Question<'a> {
    /// By cell: its value where no model has to be read for it, else 0.
    pub(crate) known: &'a [u8],
    pub(crate) names: Names<'a>,
    /// A variable that no clause has and nobody else uses, under which grids are blocked; `None` blocks them for good,
    /// where the clauses are loaded for this puzzle alone.
    pub(crate) activation: Option<Var>,
}

/// Scratch of a search, kept from puzzle to puzzle.
pub(crate) struct Search {
    values: usize,
    assumptions: Vec<Lit>,
    grid: Grid,
    /// The literals that hold in the blank cells of `grid`, negated.
    block: Vec<Lit>,
    blocked: u32,
}

impl Search {
    pub(crate) fn new(cells: usize, values: usize) -> Self {
        Self { values, assumptions: Vec::new(), grid: Grid::blank(cells), block: Vec::new(), blocked: 0 }
    }

    /// Assumes these literals, and no others, for the puzzle that comes.
    pub(crate) fn assume(&mut self, literals: impl Iterator<Item = Lit>) {
        self.assumptions.clear();
        self.assumptions.extend(literals);
    }

    /// How many grids the last run blocked. Where it is 0, the activation variable was not used.
    pub(crate) fn blocked(&self) -> u32 {
        self.blocked
    }

    /// Finds solutions until they are enough or there are no more; `solution` hears of each by its number, from 1.
    ///
    /// # Errors
    /// When a proof processor refused a step; the back end cannot be used any more.
    pub(crate) fn run(
        &mut self,
        sat: &mut varisat::Solver<'_>,
        question: Question<'_>,
        finds: &mut Finds<'_>,
        mut solution: impl FnMut(u64),
    ) -> Result<End, SolverError> {
        self.blocked = 0;
        sat.assume(&self.assumptions);
        while sat.solve()? {
            self.read(sat, question);
            solution(finds.solutions() + 1);
            if finds.add(&self.grid) == ControlFlow::Break(()) {
                return Ok(End::Enough);
            }
            self.block(sat, question.activation);
        }
        Ok(End::Exhausted)
    }

    fn read(&mut self, sat: &varisat::Solver<'_>, question: Question<'_>) {
        let grid = self.grid.values_mut();
        grid.copy_from_slice(question.known);
        self.block.clear();
        let names = question.names;
        let model = sat.model().expect("the back end has just said that there is a model");
        for lit in model.into_iter().filter(|lit| lit.is_positive() && lit.index() < names.len()) {
            let variable = names.of(lit.index());
            let cell = &mut grid[variable / self.values];
            if *cell == 0 {
                *cell = (variable % self.values) as u8 + 1;
                self.block.push(!lit);
            }
        }
    }

    /// The activation literal is the last assumption: where propagation alone finds the grid again, the blocking clause
    /// makes it false before it is assumed, and nothing has to be learned.
    fn block(&mut self, sat: &mut varisat::Solver<'_>, activation: Option<Var>) {
        if let Some(activation) = activation {
            if self.blocked == 0 {
                self.assumptions.push(activation.positive());
            }
            self.block.push(activation.negative());
        }
        self.blocked = self.blocked.saturating_add(1);
        sat.add_clause(&self.block);
        sat.assume(&self.assumptions);
    }
}
