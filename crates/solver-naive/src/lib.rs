//! Naive search: backtracking that knows of the binary inequalities and of nothing else.
//!
//! Owns the three strategies that the laboratory measures the clever ones against. They share the view of a problem as
//! pairs of cells that must differ (a cell's assigned neighbours rule values out of it) and differ in where they go
//! next and how far they look ahead:
//!
//! | id | next cell | a value is open if |
//! |---|---|---|
//! | `naive/row-major` | the next blank one | no assigned neighbour has it |
//! | `naive/smallest-domain` | the one with the fewest open values | no assigned neighbour has it |
//! | `naive/forward-checking` | the one with the fewest open values, two at least | arc consistency leaves it |
//!
//! No unit is ever looked at as a whole: that a value has one place left in a row is for other families to see. A unit
//! shorter than the number of values, or a cell without a unit, is therefore nothing special. Everything is iterative,
//! and memory is taken when a solver is built, never while it solves.
//!
//! ```
//! use model::solve::{Ask, erased::AnyProbe, erased::Strategies};
//!
//! let strategies = Strategies::of(solver_naive::register);
//! let rules = model::Rules::sudoku(2);
//! for strategy in strategies.iter() {
//!     let mut runner = strategy.build(&rules, &Default::default())?;
//!     let keep_going = &mut |_: &model::Grid| std::ops::ControlFlow::Continue(());
//!     let ask = Ask::Count { cap: None };
//!     assert_eq!(runner.run(&model::Givens::blank(16), ask, AnyProbe::Off, keep_going).solutions, 288);
//! }
//! # Ok::<(), model::solve::Unsupported>(())
//! ```

mod domains;
mod events;
mod forward_checking;
mod row_major;
mod search;
mod smallest_domain;

#[cfg(test)]
mod tests;

use model::solve::Register;

pub use forward_checking::{ForwardChecking, ForwardCheckingSolver};
pub use row_major::{RowMajor, RowMajorSolver};
pub use smallest_domain::{SmallestDomain, SmallestDomainSolver};

/// Registers the strategies of this family.
pub fn register(into: &mut impl Register) {
    into.add(RowMajor);
    into.add(SmallestDomain);
    into.add(ForwardChecking);
}
