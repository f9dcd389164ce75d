//! Permanents, exactly, and what bounds them.
//!
//! Pure mathematics, no text: a 0/1 matrix is an alldifferent whose variables are the rows, its permanent the number of
//! solutions. Ryser's formula runs over the subsets of the columns in Gray code, so that a step adds or takes away one
//! column. Its terms may be far larger than the sum: where a bound shows that the permanent itself fits, arithmetic modulo
//! 2^128 gives it exactly whatever the terms do; elsewhere each operation is checked.

use std::f64::consts::{LN_10, LOG2_E};

/// The largest side whose 2^n terms are added up.
pub const MOST_SIDE: usize = 30;

/// A square matrix of integers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matrix {
    side: usize,
    /// Row by row.
    entries: Vec<i64>,
}

/// Why there is no matrix, or no permanent.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PermanentError {
    /// A row is not as long as there are rows.
    #[error("row {row}: expected {rows} entries for a square matrix, found {found}")]
    NotSquare {
        /// The row, from 1.
        row: usize,
        /// How many rows there are.
        rows: usize,
        /// How many entries it has.
        found: usize,
    },
    /// There are too many subsets to add up.
    #[error("a matrix of side {side} has 2^{side} terms, {} on one core: the most is side {MOST_SIDE}", duration(*.seconds))]
    TooLarge {
        /// Its side.
        side: usize,
        /// Roughly how long it would take.
        seconds: f64,
    },
    /// A number outgrew 128 bits.
    #[error("the permanent, or a term of it, does not fit in 128 bits")]
    Overflow,
}

/// A length of time in the unit that suits it.
fn duration(seconds: f64) -> String {
    let hours = seconds / 3600.0;
    match hours {
        ..1.0 => format!("about {:.0} minutes", seconds / 60.0),
        ..48.0 => format!("about {hours:.0} hours"),
        ..17_532.0 => format!("about {:.0} days", hours / 24.0),
        _ => format!("about {:.0e} years", hours / 8766.0),
    }
}

impl Matrix {
    /// A matrix of these rows; none is the matrix of side 0.
    ///
    /// # Errors
    /// When a row is longer or shorter than there are rows.
    pub fn new(rows: &[Vec<i64>]) -> Result<Self, PermanentError> {
        let side = rows.len();
        for (row, entries) in (1..).zip(rows) {
            if entries.len() != side {
                return Err(PermanentError::NotSquare { row, rows: side, found: entries.len() });
            }
        }
        Ok(Self { side, entries: rows.concat() })
    }

    /// The matrix whose entry in row `i` and column `j`, both from 0, is `entry(i, j)`.
    pub fn from_fn(side: usize, entry: impl Fn(usize, usize) -> i64) -> Self {
        let entry = &entry;
        Self { side, entries: (0..side).flat_map(|i| (0..side).map(move |j| entry(i, j))).collect() }
    }

    /// All ones: its permanent is n!.
    pub fn ones(side: usize) -> Self {
        Self::from_fn(side, |_, _| 1)
    }

    /// J − I, ones but for the diagonal: its permanent is the number of derangements.
    pub fn derangement(side: usize) -> Self {
        Self::from_fn(side, |i, j| i64::from(i != j))
    }

    /// I + J, ones and a diagonal of twos: its permanent is the sum of n!/k! over k = 0..=n.
    pub fn i_plus_j(side: usize) -> Self {
        Self::from_fn(side, |i, j| 1 + i64::from(i == j))
    }

    /// Number of rows and of columns.
    pub fn side(&self) -> usize {
        self.side
    }

    /// The rows, in order.
    pub fn rows(&self) -> impl Iterator<Item = &[i64]> {
        // A chunk of 0 is not allowed, and a matrix of side 0 has none.
        self.entries.chunks(self.side.max(1))
    }

    /// Whether all entries are 0 or 1.
    pub fn is_binary(&self) -> bool {
        self.entries.iter().all(|entry| matches!(entry, 0 | 1))
    }

    /// The common sum of all rows and columns, where there is one and no entry is negative.
    pub fn line_sum(&self) -> Option<i64> {
        let row = |i: usize| (0..self.side).map(|j| i128::from(self.entries[i * self.side + j])).sum::<i128>();
        let column = |j: usize| (0..self.side).map(|i| i128::from(self.entries[i * self.side + j])).sum::<i128>();
        let sum = if self.side == 0 { 0 } else { row(0) };
        let regular = (0..self.side).all(|line| row(line) == sum && column(line) == sum);
        (regular && self.entries.iter().all(|&entry| entry >= 0)).then(|| i64::try_from(sum).ok()).flatten()
    }

    /// An upper bound of log2 |per A|: the least of Minc–Brègman (0/1), the product of the sums of the rows' or columns'
    /// absolute values, and n! times the product of the rows' largest ones.
    fn log2_bound(&self) -> f64 {
        let size = |entry: i64| entry.unsigned_abs() as f64;
        let rows: f64 = self.rows().map(|row| row.iter().map(|&entry| size(entry)).sum::<f64>().log2()).sum();
        let columns: f64 = (0..self.side).map(|j| self.rows().map(|row| size(row[j])).sum::<f64>().log2()).sum();
        let largest = self.rows().map(|row| row.iter().map(|&entry| size(entry)).fold(0.0, f64::max).log2());
        let largest = ln_factorial(self.side) * LOG2_E + largest.sum::<f64>();
        let binary = if self.is_binary() { self.ln_minc_bregman() * LOG2_E } else { f64::INFINITY };
        rows.min(columns).min(largest).min(binary)
    }

    fn ln_minc_bregman(&self) -> f64 {
        self.rows()
            .map(|row| match row.iter().sum::<i64>() as usize {
                0 => f64::NEG_INFINITY,
                sum => ln_factorial(sum) / sum as f64,
            })
            .sum()
    }
}

/// The permanent, by Ryser's formula in Gray code (Nijenhuis and Wilf, Combinatorial Algorithms, chapter 23, without the
/// halving): per A = (−1)^n Σ over column sets S of (−1)^|S| Π over rows of the row's sum in S.
///
/// # Errors
/// When the side exceeds [`MOST_SIDE`], or neither a bound nor checked arithmetic shows that the result fits in an `i128`.
pub fn ryser(matrix: &Matrix) -> Result<i128, PermanentError> {
    let side = matrix.side;
    if side > MOST_SIDE {
        // A factor takes roughly two nanoseconds.
        let seconds = (side as f64).exp2() * side as f64 * 2e-9;
        return Err(PermanentError::TooLarge { side, seconds });
    }
    // Two bits for the sign and the rounding of the logarithms.
    if matrix.log2_bound() < 125.0 {
        Ok(gray_code(matrix, |a, b| Some(a.wrapping_mul(b)), |a, b| Some(a.wrapping_add(b)))
            .expect("nothing is checked"))
    } else {
        gray_code(matrix, i128::checked_mul, i128::checked_add).ok_or(PermanentError::Overflow)
    }
}

#[inline]
fn gray_code(
    matrix: &Matrix,
    multiply: impl Fn(i128, i128) -> Option<i128>,
    add: impl Fn(i128, i128) -> Option<i128>,
) -> Option<i128> {
    let side = matrix.side;
    if side == 0 {
        return Some(1);
    }
    let columns: Vec<Vec<i128>> = (0..side).map(|j| matrix.rows().map(|row| i128::from(row[j])).collect()).collect();
    let mut sums = vec![0_i128; side];
    let mut total = 0;
    for step in 1_u64..1 << side {
        // The code of `step` differs from the one before in this bit.
        let bit = step.trailing_zeros() as usize;
        let code = step ^ (step >> 1);
        let sign = if code >> bit & 1 == 1 { 1 } else { -1 };
        for (sum, entry) in sums.iter_mut().zip(&columns[bit]) {
            // At most 30 entries of 64 bits are standing.
            *sum += sign * entry;
        }
        let mut product = if (side - code.count_ones() as usize).is_multiple_of(2) { 1 } else { -1 };
        for &sum in &sums {
            if sum == 0 {
                product = 0;
                break;
            }
            product = multiply(product, sum)?;
        }
        total = add(total, product)?;
    }
    Some(total)
}

/// The bound of Minc and Brègman for a 0/1 matrix: per A ≤ Π (rᵢ!)^(1/rᵢ) over the row sums; `None` for other matrices.
pub fn minc_bregman(matrix: &Matrix) -> Option<f64> {
    matrix.is_binary().then(|| matrix.ln_minc_bregman().exp())
}

/// The bound of van der Waerden, Egorychev and Falikman: a matrix without negative entries whose rows and columns all sum
/// to k has per A ≥ kⁿ n!/nⁿ (k = 1: doubly stochastic); `None` for other matrices.
pub fn van_der_waerden(matrix: &Matrix) -> Option<f64> {
    matrix.line_sum().map(|sum| van_der_waerden_of(matrix.side, sum as f64))
}

/// kⁿ n!/nⁿ, the least permanent of a matrix of side n whose lines sum to k, entries being real and not negative.
pub fn van_der_waerden_of(side: usize, line_sum: f64) -> f64 {
    (1..=side).map(|factor| line_sum * factor as f64 / side as f64).product()
}

/// What the two theorems say of the number of Latin squares of one order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LatinBounds {
    /// log10 of n!^(2n) / n^(n²): van der Waerden, row after row.
    pub lower_log10: f64,
    /// log10 of Π (k!)^(n/k) over k = 1..=n: Minc–Brègman, row after row.
    pub upper_log10: f64,
}

impl LatinBounds {
    /// The lower bound; infinite where it exceeds what a float holds.
    pub fn lower(&self) -> f64 {
        (self.lower_log10 * LN_10).exp()
    }

    /// The upper bound; infinite where it exceeds what a float holds.
    pub fn upper(&self) -> f64 {
        (self.upper_log10 * LN_10).exp()
    }
}

/// Bounds of the number of Latin squares of order `n`.
pub fn latin_bounds(n: usize) -> LatinBounds {
    let order = n as f64;
    let lower = 2.0 * order * ln_factorial(n) - if n == 0 { 0.0 } else { order * order * order.ln() };
    let upper: f64 = (1..=n).map(|k| ln_factorial(k) * order / k as f64).sum();
    LatinBounds { lower_log10: lower / LN_10, upper_log10: upper / LN_10 }
}

fn ln_factorial(n: usize) -> f64 {
    (2..=n).map(|factor| (factor as f64).ln()).sum()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn check(matrix: &Matrix, bounds: (Option<f64>, Option<f64>), permanent: i128) {
        assert_eq!(ryser(matrix), Ok(permanent), "{matrix:?}");
        close(minc_bregman(matrix), bounds.1, matrix);
        close(van_der_waerden(matrix), bounds.0, matrix);
    }

    fn close(found: Option<f64>, expected: Option<f64>, what: &impl std::fmt::Debug) {
        let near = |(a, b): (f64, f64)| (a - b).abs() <= 1e-6 * b.abs().max(1.0);
        assert!(found.is_some() == expected.is_some() && found.zip(expected).is_none_or(near), "{what:?}: {found:?}");
    }

    fn of(rows: &[&[i64]]) -> Matrix {
        Matrix::new(&rows.iter().map(|row| row.to_vec()).collect::<Vec<_>>()).expect("a square")
    }

    #[test]
    fn the_permanents_and_bounds_of_paper_h() {
        check(&Matrix::derangement(3), (Some(1.777_778), Some(2.828_427)), 2);
        check(&Matrix::derangement(4), (Some(7.593_75), Some(10.902_724)), 9);
        check(&Matrix::derangement(5), (Some(39.321_6), Some(53.120_732)), 44);
        let blocks = of(&[&[1, 1, 0, 0], &[1, 1, 0, 0], &[0, 0, 1, 1], &[0, 0, 1, 1]]);
        check(&blocks, (Some(1.5), Some(4.0)), 4);
        let circulant = of(&[&[1, 1, 0, 0], &[0, 1, 1, 0], &[0, 0, 1, 1], &[1, 0, 0, 1]]);
        check(&circulant, (Some(1.5), Some(4.0)), 2);
        for (n, bound) in [(2, 0.5), (3, 0.222_222), (4, 0.093_75), (5, 0.038_4)] {
            close(Some(van_der_waerden_of(n, 1.0)), Some(bound), &n);
        }
    }

    #[test]
    fn named_matrices_have_the_known_permanents() {
        let derangements = [0, 1, 2, 9, 44, 265, 1854, 14833, 133_496, 1_334_961];
        let i_plus_j = [2, 5, 16, 65, 326, 1957, 13700, 109_601];
        for (n, expected) in (1..).zip(derangements) {
            assert_eq!(ryser(&Matrix::derangement(n)), Ok(expected));
        }
        for (n, expected) in (1..).zip(i_plus_j) {
            assert_eq!(ryser(&Matrix::i_plus_j(n)), Ok(expected));
        }
        for n in 0..=12 {
            let factorial: i128 = (1..=n as i128).product();
            assert_eq!(ryser(&Matrix::ones(n)), Ok(factorial));
            close(minc_bregman(&Matrix::ones(n)), Some(factorial as f64), &n);
        }
        // per(zI + J) is the sum of n!/k! z^k.
        for (n, z) in (1..=6).flat_map(|n| [-2, -1, 1, 2, 3].map(|z| (n, z))) {
            let term = |k: usize| (k + 1..=n).product::<usize>() as i128 * i128::from(z as i64).pow(k as u32);
            let expected = (0..=n).map(term).sum();
            assert_eq!(ryser(&Matrix::from_fn(n, |i, j| 1 + if i == j { z as i64 } else { 0 })), Ok(expected));
        }
    }

    #[test]
    fn the_permanents_of_all_binary_matrices_of_side_four() {
        let mut histogram = BTreeMap::new();
        for bits in 0..1_u32 << 16 {
            let matrix = Matrix::from_fn(4, |i, j| i64::from(bits >> (4 * i + j) & 1));
            let permanent = ryser(&matrix).expect("small");
            *histogram.entry(permanent).or_insert(0) += 1;
            let upper = minc_bregman(&matrix).expect("binary");
            assert!(permanent as f64 <= upper + 1e-9, "{matrix:?}");
            assert!(van_der_waerden(&matrix).is_none_or(|lower| lower <= permanent as f64 + 1e-9), "{matrix:?}");
        }
        // docs/REPRODUCTION.md.
        let known = [
            (0, 27713),
            (1, 13032),
            (2, 10800),
            (3, 4992),
            (4, 4254),
            (5, 1440),
            (6, 1536),
            (7, 576),
            (8, 648),
            (9, 24),
            (10, 288),
            (11, 96),
            (12, 48),
            (14, 72),
            (18, 16),
            (24, 1),
        ];
        assert_eq!(histogram, BTreeMap::from(known));
    }

    #[test]
    fn latin_squares_lie_between_their_bounds() {
        // OEIS A002860.
        for (n, squares) in [(1, 1.0), (2, 2.0), (3, 12.0), (4, 576.0), (5, 161_280.0), (6, 812_851_200.0)] {
            let bounds = latin_bounds(n);
            assert!(bounds.lower() <= squares + 1e-9 && squares <= bounds.upper() + 1e-9, "n = {n}: {bounds:?}");
        }
        let four = latin_bounds(4);
        assert_eq!(
            (format!("{:.2}", four.lower()), format!("{:.2}", four.upper())),
            ("25.63".into(), "1046.66".into())
        );
        assert!(latin_bounds(40).upper().is_infinite());
    }

    #[test]
    fn what_does_not_fit_is_refused_and_what_fits_is_exact() {
        let large = Matrix::from_fn(3, |_, _| i64::MAX);
        assert_eq!(ryser(&large), Err(PermanentError::Overflow));
        // Terms of 19 digits each way, and a permanent of 0.
        let huge = i64::MAX;
        assert_eq!(ryser(&of(&[&[huge, huge], &[-huge, huge]])), Ok(0));
        assert_eq!(ryser(&of(&[&[i64::MIN]])), Ok(i128::from(i64::MIN)));
        assert_eq!(
            ryser(&Matrix::ones(31)).map_err(|error| error.to_string()),
            Err("a matrix of side 31 has 2^31 terms, about 2 minutes on one core: the most is side 30".into())
        );
        let error = ryser(&Matrix::ones(100)).expect_err("never ends").to_string();
        assert!(error.contains("about 8e15 years"), "{error}");
        assert_eq!(
            Matrix::new(&[vec![1, 2], vec![3]]).map_err(|error| error.to_string()),
            Err("row 2: expected 2 entries for a square matrix, found 1".into())
        );
    }
}
