//! Rearrangements that keep the rules: which there are, one by chance, and the least form of a puzzle under them all.
//!
//! What is kept is the set of units, so that solutions go to solutions. The least form is exact or refused, never a guess.

mod canonical;
mod group;
mod nine;
mod rearrangement;
mod state;

pub use canonical::Canonical;
pub use group::Symmetry;
pub use rearrangement::{NoRearrangement, Rearrangement};
