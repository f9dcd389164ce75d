//! Dancing links: Knuth's Algorithm X over alldifferent rules, and over any exact cover.
//!
//! Three layers that know nothing of the one above: a matrix, as links or packed, is covered, [`Cover`] searches it,
//! and the strategies translate [`Rules`](model::Rules) into items and options. The order of headers and rows is the one
//! of the paper (Chauvet, "Combinatorial explorations in Su-Doku"), because its counts depend on it.
//!
//! ```
//! use solver_dlx::{ColumnRule, Cover, ExactCover};
//! use model::solve::Off;
//! use std::ops::ControlFlow;
//!
//! // Knuth's small example: the only exact cover of 1..=7 is B, D, F (0-based: options 1, 3, 5).
//! let options = vec![vec![0, 3, 6], vec![0, 3], vec![3, 4, 6], vec![2, 4, 5], vec![1, 2, 5, 6], vec![1, 6]];
//! let problem = ExactCover::new(7, 0, options).expect("items are in range");
//! let mut found = Vec::new();
//! Cover::new(&problem).search(&[], &mut ColumnRule::Shortest, &problem, &mut Off, &mut |options| {
//!     found.push(options.to_vec());
//!     ControlFlow::Continue(())
//! });
//! assert_eq!(found, [[1, 3, 5]]);
//! ```

mod choose;
mod cover;
mod links;
mod matrix;
pub mod named;
mod packed;
mod problem;
mod strategy;

pub use choose::ColumnRule;
pub use cover::{Cover, Path};
pub use problem::{ExactCover, Naming, ProblemError};
pub use strategy::{Dlx, RulesNaming, options_of, rules_problem};

use model::solve::Register;

/// Registers `dlx/shortest`, `dlx/random` and `dlx/first`.
pub fn register(into: &mut impl Register) {
    into.add(Dlx::Shortest);
    into.add(Dlx::Random);
    into.add(Dlx::First);
}
