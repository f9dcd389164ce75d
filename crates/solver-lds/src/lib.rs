//! `lds/smallest-domain`: limited-discrepancy search.
//!
//! Where an order of values is good, a solution lies where it was not followed only a few times: a backtracking search, which
//! comes back to its last decisions first, has to exhaust everything below a wrong early one before it doubts that. W. Harvey and M.
//! Ginsberg ("Limited discrepancy search", IJCAI 1995) search by *discrepancies* instead, decisions against the order's advice:
//! first the one leaf without any, then those with one, and so on. R. Korf ("Improved limited discrepancy search", AAAI 1996)
//! meets each leaf once, in the wave of exactly as many discrepancies as it has.
//!
//! Next comes the first blank cell, row-major, of those with the smallest domain; domains are kept by forward checking. `board` has
//! these, `search` the waves. Its making is the example of docs/ADDING-A-STRATEGY.md.
//!
//! ```
//! use model::solve::{Ask, erased::AnyProbe, erased::Strategies};
//!
//! let strategies = Strategies::of(solver_lds::register);
//! let strategy = strategies.find("lds/smallest-domain").expect("it was just registered");
//! let mut runner = strategy.build(&model::Rules::sudoku(2), &Default::default())?;
//! let keep_going = &mut |_: &model::Grid| std::ops::ControlFlow::Continue(());
//! let ask = Ask::Count { cap: None };
//! assert_eq!(runner.run(&model::Givens::blank(16), ask, AnyProbe::Off, keep_going).solutions, 288);
//! # Ok::<(), model::solve::Unsupported>(())
//! ```

mod board;
mod search;

#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use model::solve::{
    Ask, Counter, Finds, Info, Options, Outcome, Probe, Register, Setting, Solver, Strategy, Takes, Unsupported,
    counters,
};
use model::{Givens, Grid, Rules};

use board::Order;
use search::{Search, WAVES};

/// Registers `lds/smallest-domain`.
pub fn register(into: &mut impl Register) {
    into.add(SmallestDomain);
}

/// What the search counts, in column order.
const COUNTERS: &[Counter] = &[counters::GUESSES, counters::STEPS, counters::BACKTRACKS, counters::MAX_DEPTH, WAVES];

/// Whose advice a discrepancy goes against.
const ORDER: Setting = Setting {
    name: "order",
    takes: Takes::OneOf(&["least-constraining", "ascending"]),
    default: "least-constraining",
    meaning: "which values are tried first: those that the fewest blank peers have open, or the lowest",
};

/// The strategy `lds/smallest-domain`.
#[derive(Clone, Copy, Debug, Default)]
pub struct SmallestDomain;

impl Strategy for SmallestDomain {
    type Solver = SmallestDomainSolver;

    fn info(&self) -> Info {
        let summary = "limited-discrepancy search on the cell with the fewest values left, forward checking";
        Info { options: &[ORDER], ..Info::new("lds/smallest-domain", summary, COUNTERS) }
    }

    fn build(&self, rules: &Rules, options: &Options) -> Result<SmallestDomainSolver, Unsupported> {
        options.check(self.info().id, &[ORDER])?;
        let ascending = options.text(&ORDER) == "ascending";
        let order = if ascending { Order::Ascending } else { Order::LeastConstraining };
        Ok(SmallestDomainSolver(Search::new(rules, order)))
    }
}

/// The solver of [`SmallestDomain`].
pub struct SmallestDomainSolver(Search);

impl Solver for SmallestDomainSolver {
    fn solve<P: Probe>(
        &mut self,
        givens: &Givens,
        ask: Ask,
        probe: &mut P,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Outcome {
        let mut finds = Finds::new(ask, found);
        let end = self.0.run(givens, probe, &mut finds);
        finds.outcome(end)
    }
}
