//! Distributions, a strategy a row: of times and of every counter.
//!
//! Quantiles are of all pairs, nearest rank. A pair without a time, or whose counters a limit cut short, counts as larger
//! than every value, so a box that reaches into the zone at the right says that so many are there.

use std::fmt::Write as _;

use super::axis::{Axis, Extent, Scale, Unit};
use super::canvas::{Anchor, Canvas, SMALL, TEXT, WIDTH, Weight, paint};
use super::rows::{Rows, TOP};
use super::style::{INK, MUTED, Style};
use super::view::{View, list};
use super::{Chart, Data};
use crate::ranking::is_cut;
use crate::ranking::quantity::{count, digits, nearest_rank, things, time};
use crate::results::Status;

/// Zone for pairs that did not finish, and column for zeros, in pixels.
const OUTSIDE: f64 = 76.0;
const ZERO: f64 = 62.0;
/// Column for the medians.
const COLUMN: f64 = 92.0;
/// Those that a row shows.
const QUANTILES: [f64; 7] = [0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99];
const DESCRIPTION: &str = "One row a strategy on a logarithmic axis: thin line from the 1st to the 99th percentile, thick \
                           line from the 5th to the 95th, box between the quartiles, bar at the median; pairs \
                           without a value stand in the zone at the right.";

struct Row {
    strategy: usize,
    /// Ascending.
    values: Vec<u64>,
    outside: usize,
}

impl Row {
    /// `None` where it falls on a pair without a value.
    fn quantile(&self, p: f64) -> Option<u64> {
        let all = self.values.len() + self.outside;
        let rank = (p * all as f64).ceil().max(1.0) as usize;
        self.values.get(rank - 1).copied()
    }

    fn zeros(&self) -> usize {
        self.values.partition_point(|&value| value == 0)
    }
}

/// The distribution of solve times.
pub(super) fn times(view: &View<'_>) -> Option<Chart> {
    let pairs = view.pairs.as_ref()?;
    let row = |&strategy: &usize| {
        let mut values: Vec<u64> =
            (0..view.puzzles()).filter_map(|puzzle| pairs.finished(strategy, puzzle)).map(|ns| ns.max(1)).collect();
        values.sort_unstable();
        Row { strategy, outside: view.puzzles() - values.len(), values }
    };
    let rows: Vec<Row> = view.order.iter().map(row).collect();
    let caption = caption(view, &rows, Unit::Time, "solve time", |value| time(value as f64));
    let svg = draw(view, &rows, Unit::Time, "Distribution of solve time", "solve time a puzzle");
    let data = data(view, &rows, Unit::Time);
    Some(Chart::new("time-distribution", "Distribution of solve time", DESCRIPTION, caption, svg, data))
}

/// The distribution of a counter over the strategies that declare it; `None` where there are none.
pub(super) fn counter(view: &View<'_>, name: &str) -> Option<Chart> {
    let row = |&strategy: &usize| {
        let column = view.strategy(strategy).counters.get(name)?;
        let statuses = &view.strategy(strategy).counted;
        let counted = |puzzle: usize| column.at(puzzle);
        let whole = |puzzle: &usize| !statuses.get(*puzzle).is_some_and(|&status| is_cut(status));
        let mut values: Vec<u64> = (0..view.puzzles()).filter(whole).filter_map(counted).collect();
        values.sort_unstable();
        let outside = (0..view.puzzles()).filter(|puzzle| !whole(puzzle)).filter_map(counted).count();
        Some(Row { strategy, values, outside })
    };
    let rows: Vec<Row> = view.order.iter().filter_map(row).filter(|row| row.values.len() + row.outside > 0).collect();
    if rows.is_empty() {
        return None;
    }
    let title = format!("Distribution of {name}");
    let mut text = caption(view, &rows, Unit::Count, name, count);
    let by = |counted: bool| -> Vec<String> {
        let has = |each: usize| rows.iter().any(|row| row.strategy == each);
        view.order.iter().filter(|&&each| has(each) == counted).map(|&each| view.id(each).to_owned()).collect()
    };
    let (counted, others) = (by(true), by(false));
    if others.len() > counted.len() {
        let _ = write!(text, " Counted by {} only.", list(&counted));
    } else if !others.is_empty() {
        let _ = write!(text, " Not counted by {}.", list(&others));
    }
    let stuck = |row: &Row| view.strategy(row.strategy).status.contains(&Status::Stuck);
    if rows.iter().any(stuck) {
        text.push_str(" Where a strategy got stuck, what it had counted by then is drawn.");
    }
    match name {
        "guesses" => text.push_str(" Guesses compare across families."),
        "steps" => text.push_str(" Steps compare within a family."),
        _ => {}
    }
    let svg = draw(view, &rows, Unit::Count, &title, &format!("{name} a puzzle"));
    let data = data(view, &rows, Unit::Count);
    Some(Chart::new(&format!("{name}-distribution").replace('.', "-"), &title, DESCRIPTION, text, svg, data))
}

/// A value as it is printed.
fn print(unit: Unit, value: u64) -> String {
    if unit == Unit::Time { time(value as f64) } else { count(value) }
}

fn data(view: &View<'_>, rows: &[Row], unit: Unit) -> Data {
    Data::new(
        &[
            "strategy",
            "1 %",
            "5 %",
            "lower quartile",
            "median",
            "upper quartile",
            "95 %",
            "99 %",
            "zero",
            outside_word(unit),
        ],
        rows.iter().map(|row| {
            let quantile =
                |p| row.quantile(p).map_or_else(|| outside_word(unit).to_owned(), |value| print(unit, value));
            let ends = [row.zeros(), row.outside].map(|number| count(number as u64));
            let quantiles = QUANTILES.map(quantile);
            std::iter::once(view.id(row.strategy).to_owned()).chain(quantiles).chain(ends).collect()
        }),
    )
}

fn draw(view: &View<'_>, rows: &[Row], unit: Unit, title: &str, quantity: &str) -> String {
    let mut extent = Extent::default();
    extent.outside = rows.iter().any(|row| row.outside > 0);
    rows.iter().flat_map(|row| &row.values).for_each(|&value| extent.hold(value as f64));
    let place = Rows::new(view, rows.iter().map(|row| row.strategy).collect(), COLUMN);
    let bottom = place.bottom();
    paint(title, DESCRIPTION, bottom + 68.0, |canvas| {
        for scale in Scale::BOTH {
            let axis = Axis::new(unit, extent, place.left, place.right, ZERO, OUTSIDE).scaled(scale);
            canvas.scaled(scale, |canvas| {
                axis.draw_below(canvas, TOP, bottom);
                place.draw(canvas, view);
                let (zero, outside) = axis.label_places();
                if extent.zero && scale == Scale::Log {
                    canvas.text((zero + 8.0, TOP - 14.0), "none", Anchor::Middle, SMALL, MUTED);
                }
                if extent.outside {
                    canvas.text((outside, TOP - 14.0), outside_word(unit), Anchor::Middle, SMALL, MUTED);
                }
                canvas.text((WIDTH - 12.0, TOP - 14.0), "median", Anchor::End, SMALL, MUTED);
                for (number, row) in rows.iter().enumerate() {
                    let y = Rows::middle(number);
                    let median = match row.quantile(0.5) {
                        Some(value) if unit == Unit::Time => time(value as f64),
                        Some(value) => compact(value),
                        None => outside_word(unit).to_owned(),
                    };
                    canvas.of(view.id(row.strategy), &tip(view, row, unit), |canvas| {
                        draw_row(canvas, (&axis, scale), row, y, &view.styles[row.strategy]);
                        canvas.text((WIDTH - 12.0, y), &median, Anchor::End, TEXT, INK);
                    });
                }
                let middle = f64::midpoint(place.left, place.right);
                let text = format!("{quantity}, {}", scale.word());
                canvas.text((middle, bottom + 34.0), &text, Anchor::Middle, TEXT, MUTED);
                key(canvas, middle, bottom + 55.0);
            });
        }
    })
}

/// What a row shows, in words.
fn tip(view: &View<'_>, row: &Row, unit: Unit) -> String {
    let at = |p| row.quantile(p).map_or_else(|| outside_word(unit).to_owned(), |value| print(unit, value));
    format!(
        "{}: median {}, quartiles {} and {}, 5 to 95 % {} to {}",
        view.id(row.strategy),
        at(0.5),
        at(0.25),
        at(0.75),
        at(0.05),
        at(0.95)
    )
}

/// A count in at most nine characters.
fn compact(value: u64) -> String {
    match value {
        10_000_000..10_000_000_000 => format!("{} M", digits(value as f64 / 1e6)),
        10_000_000_000.. => format!("{} G", digits(value as f64 / 1e9)),
        _ => count(value),
    }
}

/// What stands in the zone: pairs without a time, or those whose counters a limit cut short.
fn outside_word(unit: Unit) -> &'static str {
    if unit == Unit::Time { "not solved" } else { "cut short" }
}

fn draw_row(canvas: &mut Canvas, (axis, scale): (&Axis, Scale), row: &Row, y: f64, style: &Style) {
    if row.values.is_empty() && row.outside == 0 {
        return;
    }
    let at = |p| row.quantile(p).map_or_else(|| axis.place_outside(), |value| axis.place(value as f64));
    glyph(canvas, QUANTILES.map(at), y, style);
    let (zero, outside) = axis.label_places();
    if row.zeros() > 0 && scale == Scale::Log {
        canvas.styled((zero, y), &count(row.zeros() as u64), Anchor::Middle, SMALL, INK, Weight::Bold);
    }
    if row.outside > 0 {
        canvas.styled((outside + 18.0, y), &count(row.outside as u64), Anchor::Middle, SMALL, INK, Weight::Bold);
    }
}

/// Thin line, thick line, box and bar.
fn glyph(canvas: &mut Canvas, [p1, p5, q1, median, q3, p95, p99]: [f64; 7], y: f64, style: &Style) {
    canvas.line((p1, y), (p99, y), style.color, 0.75, 1.4);
    canvas.line((p5, y), (p95, y), style.color, 0.8, 4.0);
    canvas.rect((q1 - 0.8, y - 7.5), (q3 + 0.8, y + 7.5), style.color, 0.92);
    canvas.line((median, y - 10.5), (median, y + 10.5), INK, 1.0, 2.6);
}

fn key(canvas: &mut Canvas, middle: f64, y: f64) {
    let grey = Style { color: MUTED, ..super::style::styles(std::iter::once("key"))[0] };
    let left = middle - 214.0;
    glyph(canvas, [0.0, 10.0, 26.0, 36.0, 50.0, 72.0, 92.0].map(|x| left + x), y, &grey);
    let text = "1–99 %, 5–95 %, quartiles, median (nearest rank)";
    canvas.text((left + 104.0, y), text, Anchor::Start, SMALL, MUTED);
}

fn caption(view: &View<'_>, rows: &[Row], unit: Unit, quantity: &str, print: impl Fn(u64) -> String) -> String {
    let n = things(view.puzzles() as u64, "puzzle");
    let with_median = || rows.iter().filter_map(|row| Some((row, row.quantile(0.5)?)));
    let mut text = match (with_median().min_by_key(|pair| pair.1), with_median().max_by_key(|pair| pair.1)) {
        (Some((low, least)), Some((high, most))) if low.strategy != high.strategy => format!(
            "Over {n} {} has the least median {quantity} ({}), {} the largest ({}).",
            view.id(low.strategy),
            print(least),
            view.id(high.strategy),
            print(most)
        ),
        (Some((only, median)), _) => {
            format!("Over {n} the median {quantity} of {} is {}.", view.id(only.strategy), print(median))
        }
        _ => format!("Of the {n} no strategy has a value for half."),
    };
    let ratio_of = |row: &Row| {
        let (low, high) = (nearest_rank(&row.values, 0.05)?, nearest_rank(&row.values, 0.95)?);
        Some(high as f64 / low.max(1) as f64)
    };
    let widest = rows.iter().filter_map(|row| Some((row, ratio_of(row)?))).max_by(|a, b| a.1.total_cmp(&b.1));
    if let Some((row, factor)) = widest.filter(|widest| widest.1 > 1.0) {
        let spread = crate::ranking::quantity::ratio(factor);
        let _ = write!(text, " {} spreads most: {spread} from the 5th to the 95th percentile.", view.id(row.strategy));
    }
    let zeros: Vec<String> = rows
        .iter()
        .filter(|row| row.zeros() > 0)
        .map(|row| format!("{} ({})", view.id(row.strategy), count(row.zeros() as u64)))
        .collect();
    if !zeros.is_empty() {
        let _ = write!(text, " Puzzles with no {quantity} at all, in the column at the left: {}.", list(&zeros));
    }
    let outside: Vec<String> = rows
        .iter()
        .filter(|row| row.outside > 0)
        .map(|row| format!("{} ({})", view.id(row.strategy), count(row.outside as u64)))
        .collect();
    if !outside.is_empty() {
        let _ = write!(
            text,
            " {}: {}; quantiles count them as larger than every value.",
            if unit == Unit::Time { "Not solved" } else { "Cut short by a limit" },
            list(&outside)
        );
    }
    text
}
