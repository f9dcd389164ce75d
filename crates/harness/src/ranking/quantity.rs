//! Numbers that may be bounds, and how they are printed.
//!
//! A pair that did not finish has no time; it enters as twice the time limit, and whatever it touches is no longer a
//! measurement but a bound. The bound travels with the number, so that no table can print one without the other. Rounding
//! happens here and nowhere before.

/// What a number says about the quantity that it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// It is the quantity.
    Exact,
    /// The quantity is larger: pairs that did not finish are in it.
    AtLeast,
    /// The quantity is smaller: pairs that did not finish are in what it is divided by.
    AtMost,
    /// Both, so that nothing can be said of the direction.
    Open,
}

impl Bound {
    /// The bound of a sum in which `unfinished` pairs entered as a penalty.
    pub const fn of_sum(unfinished: usize) -> Self {
        if unfinished == 0 { Self::Exact } else { Self::AtLeast }
    }

    /// The bound of a quotient of two sums.
    pub const fn of_ratio(unfinished_above: usize, unfinished_below: usize) -> Self {
        match (unfinished_above, unfinished_below) {
            (0, 0) => Self::Exact,
            (_, 0) => Self::AtLeast,
            (0, _) => Self::AtMost,
            _ => Self::Open,
        }
    }

    /// What stands before the number in print; nothing where it is exact.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Exact => "",
            Self::AtLeast => "> ",
            Self::AtMost => "< ",
            Self::Open => "~ ",
        }
    }

    /// The word in files.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::AtLeast => "at-least",
            Self::AtMost => "at-most",
            Self::Open => "open",
        }
    }
}

/// A number with what it says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounded<T> {
    /// The number.
    pub value: T,
    /// What it says.
    pub bound: Bound,
}

impl<T> Bounded<T> {
    /// A number with its bound.
    pub const fn new(value: T, bound: Bound) -> Self {
        Self { value, bound }
    }
}

impl Bounded<u64> {
    /// As a time, from nanoseconds: `12.3 µs`, `> 4.00 s`.
    pub fn time(self) -> String {
        format!("{}{}", self.bound.sign(), time(self.value as f64))
    }

    /// As a count: `12,345`, `> 1,000`.
    pub fn count(self) -> String {
        format!("{}{}", self.bound.sign(), count(self.value))
    }
}

impl Bounded<f64> {
    /// As a ratio: `1.48×`, `> 12.3×`.
    pub fn ratio(self) -> String {
        format!("{}{}", self.bound.sign(), ratio(self.value))
    }
}

/// Three significant digits of a positive number, without an exponent up to 10⁶.
pub fn digits(value: f64) -> String {
    if !value.is_finite() {
        return "–".to_owned();
    }
    let size = value.abs();
    if size >= 999.5 {
        count(value.round() as u64)
    } else if size >= 99.95 {
        format!("{value:.0}")
    } else if size >= 9.995 {
        format!("{value:.1}")
    } else if size >= 0.0995 || value == 0.0 {
        format!("{value:.2}")
    } else {
        let decimals = (2.0 - size.log10().floor()) as usize;
        format!("{value:.decimals$}")
    }
}

/// A time from nanoseconds, in the largest unit that leaves a number of at least 1.
pub fn time(ns: f64) -> String {
    let (divisor, unit) = match ns {
        _ if ns < 999.5 => (1.0, "ns"),
        _ if ns < 999_500.0 => (1e3, "µs"),
        _ if ns < 999_500_000.0 => (1e6, "ms"),
        _ if ns < 7.2e12 => (1e9, "s"),
        _ => (3.6e12, "h"),
    };
    if unit == "ns" { format!("{ns:.0} ns") } else { format!("{} {unit}", digits(ns / divisor)) }
}

/// A ratio with its sign.
pub fn ratio(value: f64) -> String {
    format!("{}×", digits(value))
}

/// A count with a comma every three digits.
pub fn count(value: u64) -> String {
    let plain = value.to_string();
    let mut text = String::with_capacity(plain.len() + plain.len() / 3);
    for (place, digit) in plain.chars().enumerate() {
        if place > 0 && (plain.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A count of things by their name in the singular: `1 puzzle`, `1,000 strategies`.
pub fn things(number: u64, one: &str) -> String {
    match (number, one.strip_suffix('y')) {
        (1, _) => format!("1 {one}"),
        (_, Some(stem)) => format!("{} {stem}ies", count(number)),
        _ if one.ends_with('s') => format!("{} {one}es", count(number)),
        _ => format!("{} {one}s", count(number)),
    }
}

/// How many solutions there are: all of them where the search was exhausted, else those that were asked for.
pub fn solutions(found: u64, exhausted: bool) -> String {
    match (found, exhausted) {
        (0, _) => "no solution".to_owned(),
        (1, true) => "exactly one solution".to_owned(),
        (1, false) => "a solution".to_owned(),
        (n, true) => format!("exactly {n} solutions"),
        (n, false) => format!("{n} solutions or more"),
    }
}

/// A share in per cent; `100 %` and `0 %` only where that is exact.
pub fn share(value: f64) -> String {
    let percent = value * 100.0;
    match percent {
        _ if percent <= 0.0 => "0 %".to_owned(),
        _ if percent < 0.1 => "< 0.1 %".to_owned(),
        _ if percent < 9.95 => format!("{percent:.1} %"),
        _ if percent >= 100.0 => "100 %".to_owned(),
        _ if percent > 99.5 => "> 99 %".to_owned(),
        _ => format!("{percent:.0} %"),
    }
}

/// The nearest-rank quantile of ascending values: the one of rank ⌈p·N⌉; `None` of nothing.
pub fn nearest_rank<T: Copy>(ascending: &[T], p: f64) -> Option<T> {
    let rank = (p * ascending.len() as f64).ceil().max(1.0) as usize;
    ascending.get(rank.min(ascending.len()).checked_sub(1)?).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_take_the_largest_unit() {
        for (ns, expected) in [
            (0.0, "0 ns"),
            (999.0, "999 ns"),
            (999.9, "1.00 µs"),
            (12_345.0, "12.3 µs"),
            (999_600.0, "1.00 ms"),
            (2.5e9, "2.50 s"),
            (1.234e12, "1,234 s"),
            (7.2e12, "2.00 h"),
        ] {
            assert_eq!(time(ns), expected, "{ns}");
        }
    }

    #[test]
    fn one_is_one_and_two_are_several() {
        let told = [(1, "puzzle"), (0, "puzzle"), (1000, "strategy"), (2, "timed pass"), (1, "wrong answer")];
        let told = told.map(|(number, one)| things(number, one));
        assert_eq!(told, ["1 puzzle", "0 puzzles", "1,000 strategies", "2 timed passes", "1 wrong answer"]);
    }

    #[test]
    fn numbers_and_shares_are_grouped_and_never_rounded_to_certainty() {
        assert_eq!([count(0), count(999), count(1000), count(1_234_567)], ["0", "999", "1,000", "1,234,567"]);
        assert_eq!(
            [share(0.0), share(0.0004), share(0.034), share(0.5), share(0.997), share(1.0)],
            ["0 %", "< 0.1 %", "3.4 %", "50 %", "> 99 %", "100 %"]
        );
        assert_eq!(Bounded::new(12.34, Bound::AtLeast).ratio(), "> 12.3×");
        assert_eq!([digits(0.0), digits(0.05), digits(0.000_038_1)], ["0.00", "0.0500", "0.0000381"]);
    }

    #[test]
    fn nearest_rank_is_an_element() {
        let values = [10, 20, 30, 40];
        assert_eq!(nearest_rank(&values, 0.5), Some(20));
        assert_eq!(nearest_rank(&values, 0.95), Some(40));
        assert_eq!(nearest_rank(&values, 0.0), Some(10));
        assert_eq!(nearest_rank::<u64>(&[], 0.5), None);
    }
}
