//! One permutation constraint, the alldifferent in its smallest dress.

use super::{Named, NamedError, check_size};
use crate::ExactCover;

/// The largest n that is made: 40,000 options.
const MOST: u32 = 200;

/// Items are the variables x1 to xn, then the values 1 to n; options are "xi = v", i ascending, then v (docs/REPRODUCTION.md): n!
/// covers.
///
/// # Errors
/// When n is too large.
pub fn permutation(n: u32) -> Result<Named, NamedError> {
    check_size("permutation", n, 0, MOST)?;
    Ok(assignments(n, |_, _| true))
}

/// [`permutation`] without the options "xi = i".
///
/// # Errors
/// When n is too large.
pub fn derangements(n: u32) -> Result<Named, NamedError> {
    check_size("derangements", n, 0, MOST)?;
    Ok(assignments(n, |i, v| i != v))
}

fn assignments(n: u32, allowed: impl Fn(u32, u32) -> bool) -> Named {
    let pairs: Vec<(u32, u32)> =
        (0..n).flat_map(|i| (0..n).map(move |v| (i, v))).filter(|&(i, v)| allowed(i, v)).collect();
    let options = pairs.iter().map(|&(i, v)| vec![i, n + v]).collect();
    Named {
        problem: ExactCover::new(2 * n, 0, options).expect("variables and values are in range"),
        items: (1..=n).map(|i| format!("x{i}")).chain((1..=n).map(|v| format!("value {v}"))).collect(),
        options: pairs.iter().map(|(i, v)| format!("x{}={}", i + 1, v + 1)).collect(),
        symmetries: Vec::new(),
    }
}
