//! Axes, logarithmic ones with a place for zero and a place for what has no value.
//!
//! A logarithm has no room for 0, and no guess at all is the most important number of guesses there is: where zeros occur
//! the axis begins with a column of their own, set off by a gap and labelled 0. Where pairs did not finish it ends with a
//! zone for them.

use super::canvas::{Anchor, Canvas, SMALL};
use super::style::{AXIS, GRID, MUTED, ZONE};
use crate::ranking::quantity::{digits, time};

/// What an axis measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    /// Nanoseconds.
    Time,
    /// Things counted.
    Count,
    /// A quotient.
    Ratio,
}

/// How values become lengths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scale {
    /// By their logarithms.
    Log,
    /// As they are, from 0.
    Linear,
}

impl Scale {
    /// Both, in the order in which they are drawn.
    pub(super) const BOTH: [Self; 2] = [Self::Log, Self::Linear];

    /// The word for it.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Log => "logarithmic",
            Self::Linear => "linear",
        }
    }
}

/// What an axis has to hold.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Extent {
    low: Option<f64>,
    high: Option<f64>,
    /// Whether there are zeros.
    pub(super) zero: bool,
    /// Whether there is something without a value.
    pub(super) outside: bool,
}

impl Extent {
    /// Takes a value in.
    pub(super) fn hold(&mut self, value: f64) {
        if value > 0.0 && value.is_finite() {
            self.low = Some(self.low.map_or(value, |low| low.min(value)));
            self.high = Some(self.high.map_or(value, |high| high.max(value)));
        } else {
            self.zero = true;
        }
    }
}

/// An axis between two pixels; `from` may be the larger one.
#[derive(Clone, Debug)]
pub(super) struct Axis {
    unit: Unit,
    scale: Scale,
    low: f64,
    high: f64,
    from: f64,
    to: f64,
    zero: f64,
    outside: f64,
}

impl Axis {
    /// An axis for `extent`; `zero` and `outside` are the widths in pixels of the places at its ends, used where needed.
    pub(super) fn new(unit: Unit, extent: Extent, from: f64, to: f64, zero: f64, outside: f64) -> Self {
        let (low, high) = (extent.low.unwrap_or(1.0), extent.high.unwrap_or(10.0));
        let (mut low, mut high) = (low.log10(), high.log10());
        let room = ((high - low) * 0.04).max(0.08);
        (low, high) = (low - room, high + room);
        if unit == Unit::Count && low < 0.0 {
            low = -0.12;
        }
        if high - low < 0.5 {
            let middle = f64::midpoint(low, high);
            (low, high) = (middle - 0.25, middle + 0.25);
        }
        let zero = if extent.zero { zero } else { 0.0 };
        let outside = if extent.outside { outside } else { 0.0 };
        Self { unit, scale: Scale::Log, low, high, from, to, zero, outside }
    }

    /// The same on a scale; a linear one begins at 0 and needs no place for it.
    pub(super) fn scaled(self, scale: Scale) -> Self {
        match scale {
            Scale::Log => self,
            Scale::Linear => Self { scale, low: 0.0, high: 10f64.powf(self.high), zero: 0.0, ..self },
        }
    }

    fn sign(&self) -> f64 {
        (self.to - self.from).signum()
    }

    fn main(&self) -> (f64, f64) {
        (self.from + self.sign() * self.zero, self.to - self.sign() * self.outside)
    }

    /// The pixel of a value.
    pub(super) fn place(&self, value: f64) -> f64 {
        if value <= 0.0 && self.scale == Scale::Log {
            return self.from + self.sign() * self.zero * 0.7;
        }
        let (from, to) = self.main();
        let value = if self.scale == Scale::Log { value.log10() } else { value };
        let part = (value - self.low) / (self.high - self.low);
        from + (to - from) * part.clamp(-0.02, 1.02)
    }

    /// The pixel of what has no value.
    pub(super) fn place_outside(&self) -> f64 {
        self.to - self.sign() * self.outside / 2.0
    }

    /// The places of a label for the zeros and of one for what has no value.
    pub(super) fn label_places(&self) -> (f64, f64) {
        (self.from + self.sign() * self.zero * 0.3, self.place_outside())
    }

    /// Values with labels, no closer than `gap` pixels.
    pub(super) fn ticks(&self, gap: f64) -> Vec<(f64, String)> {
        let (from, to) = self.main();
        if self.scale == Scale::Linear {
            return self.even_ticks((to - from).abs() / gap);
        }
        let decade = (to - from).abs() / (self.high - self.low);
        let multiples: &[f64] = match decade {
            _ if decade * 0.3 >= gap => &[1.0, 2.0, 5.0],
            _ if decade * 0.47 >= gap => &[1.0, 3.0],
            _ => &[1.0],
        };
        let every = (gap / decade).ceil().max(1.0) as i32;
        let mut ticks = Vec::new();
        for power in (self.low.floor() as i32)..=(self.high.ceil() as i32) {
            if power.rem_euclid(every) != 0 {
                continue;
            }
            for multiple in multiples {
                let value = multiple * 10f64.powi(power);
                let whole = self.unit == Unit::Ratio || value >= 1.0;
                if whole && (self.low..=self.high).contains(&value.log10()) {
                    ticks.push((value, label(self.unit, value)));
                }
            }
        }
        ticks
    }

    /// Round values at even distances, about as many as told.
    fn even_ticks(&self, most: f64) -> Vec<(f64, String)> {
        let rough = self.high / most.clamp(1.0, 7.0);
        let power = 10f64.powf(rough.log10().floor());
        let step =
            [1.0, 2.0, 5.0, 10.0].map(|each| each * power).into_iter().find(|&each| each >= rough).unwrap_or(rough);
        (0..=(self.high / step) as u32)
            .map(|tick| f64::from(tick) * step)
            .map(|value| (value, if value > 0.0 { label(self.unit, value) } else { "0".to_owned() }))
            .collect()
    }

    /// Draws a horizontal axis below a plot from `top` to `bottom`: zones, grid and labels.
    pub(super) fn draw_below(&self, canvas: &mut Canvas, top: f64, bottom: f64) {
        self.zones(canvas, |at| ((at.0, top), (at.1, bottom)));
        for (value, label) in self.ticks(58.0) {
            let x = self.place(value);
            canvas.line((x, top), (x, bottom), GRID, 1.0, 1.0);
            canvas.text((x, bottom + 14.0), &label, Anchor::Middle, SMALL, MUTED);
        }
        if self.zero > 0.0 {
            canvas.text((self.place(0.0), bottom + 14.0), "0", Anchor::Middle, SMALL, MUTED);
        }
        canvas.line((self.from, bottom), (self.to, bottom), AXIS, 1.0, 1.0);
    }

    /// Draws a vertical axis at the left of a plot from `left` to `right`.
    pub(super) fn draw_left(&self, canvas: &mut Canvas, left: f64, right: f64, labels: Labels) {
        self.zones(canvas, |at| ((left, at.0), (right, at.1)));
        for (value, label) in self.ticks(30.0) {
            let y = self.place(value);
            canvas.line((left, y), (right, y), GRID, 1.0, 1.0);
            if labels == Labels::Shown {
                canvas.text((left - 8.0, y), &label, Anchor::End, SMALL, MUTED);
            }
        }
        if self.zero > 0.0 && labels == Labels::Shown {
            canvas.text((left - 8.0, self.place(0.0)), "0", Anchor::End, SMALL, MUTED);
        }
        canvas.line((left, self.from), (left, self.to), AXIS, 1.0, 1.0);
    }

    fn zones(&self, canvas: &mut Canvas, corners: impl Fn((f64, f64)) -> ((f64, f64), (f64, f64))) {
        let (from, to) = self.main();
        let gap = 3.0 * self.sign();
        if self.zero > 0.0 {
            let (a, b) = corners((self.from, from - gap));
            canvas.rect(a, b, ZONE, 1.0);
        }
        if self.outside > 0.0 {
            let (a, b) = corners((to + gap, self.to));
            canvas.rect(a, b, ZONE, 1.0);
        }
    }
}

/// Whether an axis has its labels; inner ones of many small plots go without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Labels {
    /// With labels.
    Shown,
    /// Only the grid.
    Hidden,
}

fn label(unit: Unit, value: f64) -> String {
    let short = |value: f64| {
        let text = digits(value);
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
    };
    match unit {
        Unit::Time => {
            let text = time(value);
            let (number, unit) = text.split_once(' ').unwrap_or((&text, ""));
            let number = if number.contains('.') { number.trim_end_matches('0').trim_end_matches('.') } else { number };
            format!("{number} {unit}")
        }
        Unit::Ratio if value < 0.001 => format!("{value:.0e}×"),
        Unit::Ratio => format!("{}×", short(value)),
        Unit::Count => match value {
            _ if value < 1e3 => short(value),
            _ if value < 1e6 => format!("{} k", short(value / 1e3)),
            _ if value < 1e9 => format!("{} M", short(value / 1e6)),
            _ => format!("{} G", short(value / 1e9)),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_plain() {
        let times = [1.0, 10.0, 1e3, 1e4, 1e6, 5e8, 1e9, 1e10].map(|ns| label(Unit::Time, ns));
        assert_eq!(times, ["1 ns", "10 ns", "1 µs", "10 µs", "1 ms", "500 ms", "1 s", "10 s"]);
        let counts = [1.0, 500.0, 1e4, 2e6].map(|value| label(Unit::Count, value));
        assert_eq!(counts, ["1", "500", "10 k", "2 M"]);
        assert_eq!([0.01, 0.5, 1.0, 20.0].map(|value| label(Unit::Ratio, value)), ["0.01×", "0.5×", "1×", "20×"]);
    }

    #[test]
    fn zero_and_nothing_have_their_places() {
        let mut extent = Extent { outside: true, ..Extent::default() };
        for value in [0.0, 1.0, 1000.0] {
            extent.hold(value);
        }
        let axis = Axis::new(Unit::Count, extent, 100.0, 500.0, 50.0, 60.0);
        assert!(axis.place(0.0) < 150.0 && axis.place(1.0) > 150.0);
        assert!(axis.place(1000.0) < 440.0 && axis.place_outside() > 440.0);
        assert!(axis.ticks(58.0).len() >= 3);
    }
}
