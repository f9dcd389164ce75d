//! The laws of the contract, over all variants of this crate.

conformance::suite!(solver_lds::register);
