//! The laws that every strategy must obey, as one macro.
//!
//! A solver crate has one line in `tests/conformance.rs`, and gets a test for each law of [`laws::ALL`]:
//!
//! ```
//! # mod solver_mine { pub fn register(_: &mut impl model::solve::Register) {} }
//! conformance::suite!(solver_mine::register);
//! ```
//!
//! Each law is tried on all strategies that `register` registers, and a failure names the strategy, the law and the board.
//! What is right is never learnt from a strategy: it comes from the board table, whose numbers have a source outside, or
//! from the brute force of this crate. The crate knows `model` alone, reads no clock and starts no thread; random problems
//! come from a fixed seed, so that a failure can be repeated. A strategy may refuse rules when it is built, and is then
//! passed over for those boards, but a law that finds no board to try fails.

mod board;
mod brute;
mod failure;
mod judge;
pub mod laws;
mod random;
mod subject;

pub use failure::{Failure, Failures};
pub use laws::obeys;

/// Makes one `#[test]` per law of [`laws::ALL`] for the strategies that a `register` function registers.
///
/// The argument is the path of a function `fn register(into: &mut impl model::solve::Register)`.
#[macro_export]
macro_rules! suite {
    ($register:path) => {
        $crate::__laws! { @tests $register }
    };
}
