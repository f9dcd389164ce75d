//! Alldifferent problems as Boolean satisfiability.
//!
//! [`encode`] turns rules and givens into clauses and can be used by itself; the strategies put varisat behind it:
//! `sat/extended` keeps a loaded solver over puzzles and assumes the givens, `sat/minimal` and `sat/extended-fresh` load
//! one for each puzzle, `sat/optimized` loads what the givens leave, and `sat/propagated` what unit propagation
//! from them leaves. [`Formula`] finds the models of any clauses. Nothing here searches: that is varisat's work.
//!
//! ```
//! use std::ops::ControlFlow;
//! use model::solve::{Ask, End, Off, Options, Outcome, Solver, Strategy};
//! use model::{Rules, text};
//! use solver_sat::{Sat, Variant};
//!
//! let rules = Rules::sudoku(2);
//! let mut solver = Sat::new(Variant::Extended).build(&rules, &Options::default())?;
//! let givens = text::parse_board("1..............2", &rules)?;
//! let outcome = solver.solve(&givens, Ask::Count { cap: None }, &mut Off, &mut |_| ControlFlow::Continue(()));
//! assert_eq!(outcome, Outcome { solutions: 18, end: End::Exhausted });
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod counted;
pub mod encode;
mod kept;
mod models;
mod parked;
mod refute;
mod search;
mod solver;
mod strategy;

pub use models::Formula;
pub use refute::{PROVER, Refuted, refute};
pub use solver::SatSolver;
pub use strategy::{Sat, Variant};

use model::solve::Register;

/// Registers the strategies.
pub fn register(into: &mut impl Register) {
    for variant in Variant::ALL {
        into.add(Sat::new(variant));
    }
}
