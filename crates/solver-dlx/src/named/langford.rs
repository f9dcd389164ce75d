//! Langford's problem: each number d of 1 to n twice, with d places between the two.

use super::{Named, NamedError, check_size};
use crate::ExactCover;

/// The largest n that is made: 59,700 options.
const MOST: u32 = 200;

/// Items are the numbers 1 to n, then the places 1 to 2n; options are "d at places i and i + d + 1", d ascending, then i.
/// Both orientations of a pairing are covers.
///
/// # Errors
/// When n is 0 or too large.
pub fn langford(n: u32) -> Result<Named, NamedError> {
    check_size("langford", n, 1, MOST)?;
    let pairs: Vec<(u32, u32)> = (1..=n).flat_map(|d| (1..2 * n - d).map(move |i| (d, i))).collect();
    let options = pairs.iter().map(|&(d, i)| vec![d - 1, n + i - 1, n + i + d]).collect();
    // The place that the mirror image starts at, as an index into the options of the same number.
    let mirror = |(at, &(d, i)): (usize, &(u32, u32))| at as u32 + (2 * n - d - i) - i;
    let reversal: Vec<u32> = pairs.iter().enumerate().map(mirror).collect();
    Ok(Named {
        problem: ExactCover::new(3 * n, 0, options).expect("numbers and places are in range"),
        items: (1..=n).map(|d| format!("number {d}")).chain((1..=2 * n).map(|i| format!("place {i}"))).collect(),
        options: pairs.iter().map(|&(d, i)| format!("{d} at {i},{}", i + d + 1)).collect(),
        symmetries: vec![reversal],
    })
}
