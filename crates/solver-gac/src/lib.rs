//! Matching-based filtering: every unit kept as consistent as it can be on its own, and labelling where that ends.
//!
//! A unit is a bipartite graph, its cells on one side, the values on the other, an edge for each candidate. A way to fill
//! the unit is a matching that covers every cell. **Hall's theorem** (1935) says when there is one: exactly when no set
//! of cells has fewer candidates between them than it has cells. A set with exactly as many, a *Hall set*, uses all of
//! its values up, so that no other cell of the unit can have one: naked singles, pairs and triples are Hall sets, and
//! hidden ones are Hall sets of the cells that remain. Taking the values of every Hall set away from the cells outside it
//! leaves exactly the candidates that lie in some way to fill the unit: the unit is then *generalised arc consistent*.
//!
//! There are too many sets to look at. Régin ("A filtering algorithm for constraints of difference in CSPs", AAAI 1994)
//! finds what all of them say from one matching (after Berge, 1970). Give each value an arc to every other candidate of
//! the cell that it is matched to: where that cell could go instead. A candidate lies in some matching exactly when
//! - it is matched, or
//! - its arc lies on a cycle, within a strongly connected component: the cells on it swap their values around; or
//! - its arc leads on to a value that no cell has: the cells on the way each move up by one. A permutation has no such
//!   value; a unit shorter than the number of values has.
//!
//! `filter` does that for one unit: `matching` repairs the matching of last time, `components` finds the components.
//! `state` owns domains, trail and the queue of units, and says when a unit is filtered; `search` does the labelling,
//! smallest domain first. The result of filtering a unit does not depend on the matching that it started from, so that
//! matchings can be kept over backtracking and from puzzle to puzzle without a trace in any count.
//!
//! ```
//! use model::solve::{Ask, erased::AnyProbe, erased::Strategies};
//!
//! let strategies = Strategies::of(solver_gac::register);
//! let strategy = strategies.find("gac/most-constrained").expect("it was just registered");
//! let mut runner = strategy.build(&model::Rules::sudoku(2), &Default::default())?;
//! let keep_going = &mut |_: &model::Grid| std::ops::ControlFlow::Continue(());
//! let ask = Ask::Count { cap: None };
//! assert_eq!(runner.run(&model::Givens::blank(16), ask, AnyProbe::Off, keep_going).solutions, 288);
//! # Ok::<(), model::solve::Unsupported>(())
//! ```

mod bits;
mod components;
mod filter;
mod layout;
mod matching;
mod queue;
mod search;
mod state;
mod strategy;

pub use strategy::{MostConstrained, MostConstrainedSolver};

use model::solve::Register;

/// Registers `gac/most-constrained`.
pub fn register(into: &mut impl Register) {
    into.add(MostConstrained);
}
