//! The contract: what a strategy implements, and what may watch it.
//!
//! A [`Strategy`] builds a [`Solver`] once per rules; the solver takes puzzle after puzzle, reports each grid it finds and
//! ends with an [`Outcome`]. A [`Probe`] watches: it counts, limits or traces, and is monomorphised, so that a probe that
//! does nothing costs nothing. [`erased`] puts strategies of any type in one list.
//!
//! ```
//! use std::ops::ControlFlow;
//! use model::solve::{Ask, End, Outcome, erased::AnyStrategy, erased::AnyProbe};
//!
//! /// How many grids a puzzle has, up to two.
//! fn verdict(strategy: &dyn AnyStrategy, puzzle: &model::Puzzle) -> u64 {
//!     let mut runner = strategy.build(puzzle.rules(), &Default::default()).expect("it supports these rules");
//!     let keep_going = &mut |_: &model::Grid| ControlFlow::Continue(());
//!     runner.run(puzzle.givens(), Ask::Unique, AnyProbe::Off, keep_going).solutions
//! }
//! ```

mod contract;
mod counter;
pub mod erased;
mod event;
mod probe;
mod seed;

pub use contract::{
    Answers, Ask, BackEnd, End, Finds, Halt, Info, OPTION_SEED_DEFAULT, Options, Outcome, Register, Setting, Solver,
    Strategy, Supports, Takes, Unsupported,
};
pub use counter::{Counter, Fold, SLOTS, counters};
pub use event::{Event, Subject};
pub use probe::{Limits, Off, Probe, Tally, Trace};
pub use seed::{Random, puzzle_seed};
