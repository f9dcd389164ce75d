//! PS-1-2: propagation of single values over bit-array domains, and a binary search on pairs.
//!
//! The algorithm of Chauvet, "Combinatorial explorations in Su-Doku", section 1, with the readings that our
//! docs/METHODOLOGY.md fixes where the paper leaves a choice. `search` owns the branching, on domains of any kind: `state` has
//! them by cell, for all rules and for traces; `digits` by value, for the classic rules of order 3; `bitboard` in vectors, for
//! the fastest variant, which infers more. The counts of `ps12/paper` are a contract; speed is had only where they cannot tell.

mod bitboard;
mod choice;
mod digits;
mod layout;
mod search;
mod simd;
mod state;
mod strategy;

pub use bitboard::{Bitboard, BitboardSolver, Settled};
pub use strategy::{Ps12, Ps12Solver};

use model::solve::Register;

/// Registers `ps12/paper`, `ps12/random`, `ps12/complete` and `ps12/bitboard`.
pub fn register(into: &mut impl Register) {
    into.add(Ps12::Paper);
    into.add(Ps12::Random);
    into.add(Ps12::Complete);
    into.add(Bitboard);
}
