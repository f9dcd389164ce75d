//! PS-1-2: propagation of single values over bit-array domains, and a binary search on pairs.
//!
//! The algorithm of Chauvet, "Combinatorial explorations in Su-Doku", section 1, with the readings that our
//! docs/METHODOLOGY.md fixes where the paper leaves a choice. `state` owns the domains and the propagation, `search` the
//! branching. The counts of `ps12/paper` are a contract; speed is had only where they cannot tell.

mod layout;
mod search;
mod state;
mod strategy;

pub use strategy::{Ps12, Ps12Solver};

use model::solve::Register;

/// Registers `ps12/paper`, `ps12/random` and `ps12/complete`.
pub fn register(into: &mut impl Register) {
    into.add(Ps12::Paper);
    into.add(Ps12::Random);
    into.add(Ps12::Complete);
}
