//! Each strategy's times against the reference's, puzzle by puzzle, with the diagonal: a small plot a strategy.

use std::cmp::Ordering;
use std::fmt::Write as _;

use super::axis::{Axis, Extent, Labels, Unit};
use super::canvas::{Anchor, Canvas, SMALL, TEXT, WIDTH, fit, paint};
use super::style::{AXIS, GRID, INK, MUTED};
use super::view::{POINTS, View, sample, sampled};
use super::{Chart, Data};
use crate::ranking::quantity::{count, ratio, share, things, time};

const TITLE: &str = "Against the reference, puzzle by puzzle";
const DESCRIPTION: &str = "Small scatter plots, one a strategy: across the reference's time, upwards the strategy's, both \
                           logarithmic; points below the diagonal are puzzles on which the strategy was faster than the \
                           reference. Pairs that did not finish stand in the zones at the top and at the right.";
const COLUMNS: usize = 4;
const LEFT: f64 = 66.0;
const GAP: f64 = 14.0;
const HEAD: f64 = 44.0;
/// Zone for what did not finish.
const OUTSIDE: f64 = 18.0;

struct Plot {
    strategy: usize,
    points: Vec<Point>,
    all: usize,
    /// Puzzles on which the strategy was faster, the reference was, and both were alike or neither finished.
    counts: [usize; 3],
}

/// A puzzle with the times of reference and strategy; `None` where one did not finish.
type Point = (usize, Option<u64>, Option<u64>);

/// `None` when nothing was timed or there is nothing beside the reference.
pub(super) fn chart(view: &View<'_>) -> Option<Chart> {
    let pairs = view.pairs.as_ref()?;
    let reference = view.reference()?;
    let others: Vec<usize> = view.order.iter().copied().filter(|&each| each != reference).collect();
    if others.is_empty() {
        return None;
    }
    let (mut across, mut upwards) = (Extent::default(), Extent::default());
    let plots: Vec<Plot> = others
        .iter()
        .map(|&strategy| {
            let all: Vec<Point> = (0..view.puzzles())
                .map(|puzzle| (puzzle, pairs.finished(reference, puzzle), pairs.finished(strategy, puzzle)))
                .collect();
            let points = sample(&all, (POINTS / others.len()).max(60), |&(_, x, y)| x.is_none() || y.is_none());
            for &(_, x, y) in &points {
                for (value, extent) in [(x, &mut across), (y, &mut upwards)] {
                    match value {
                        Some(value) => extent.hold(value.max(1) as f64),
                        None => extent.outside = true,
                    }
                }
            }
            Plot { strategy, points, all: all.len(), counts: counts(&all) }
        })
        .collect();
    let columns = COLUMNS.min(plots.len());
    let width = (WIDTH - LEFT - 12.0 - GAP * (COLUMNS - 1) as f64) / COLUMNS as f64;
    let height = width * 0.86;
    let lines = plots.len().div_ceil(columns);
    let total = lines as f64 * (height + HEAD) + 52.0;
    let svg = paint(TITLE, DESCRIPTION, total, |canvas| {
        for (number, plot) in plots.iter().enumerate() {
            let (line, column) = (number / columns, number % columns);
            let left = LEFT + column as f64 * (width + GAP);
            let top = HEAD + line as f64 * (height + HEAD);
            let last = number + columns >= plots.len();
            let x = Axis::new(Unit::Time, across, left, left + width, 0.0, OUTSIDE);
            let y = Axis::new(Unit::Time, upwards, top + height, top, 0.0, OUTSIDE);
            draw(canvas, view, plot, (&x, &y), (left, top, left + width, top + height), (column == 0, last));
        }
        let text = format!("time of {} a puzzle, logarithmic; upwards the strategy's", view.id(reference));
        let middle = LEFT + (columns as f64 * (width + GAP) - GAP) / 2.0;
        canvas.text((middle.max(300.0), total - 14.0), &text, Anchor::Middle, TEXT, MUTED);
    });
    let data = Data::new(
        &["strategy", "faster than the reference", "slower", "alike, or neither finished"],
        plots.iter().map(|plot| {
            let counts = plot.counts.map(|number| count(number as u64));
            std::iter::once(view.id(plot.strategy).to_owned()).chain(counts).collect()
        }),
    );
    let title = format!("Against {}, puzzle by puzzle", view.id(reference));
    Some(Chart::new("time-against-reference", &title, DESCRIPTION, caption(view, reference, &plots), svg, data))
}

/// An end that did not come is later than every time.
fn counts(points: &[Point]) -> [usize; 3] {
    let mut counts = [0; 3];
    for &(_, reference, strategy) in points {
        let late = |time: Option<u64>| time.unwrap_or(u64::MAX);
        counts[match late(strategy).cmp(&late(reference)) {
            Ordering::Less => 0,
            Ordering::Greater => 1,
            Ordering::Equal => 2,
        }] += 1;
    }
    counts
}

fn draw(
    canvas: &mut Canvas,
    view: &View<'_>,
    plot: &Plot,
    (x, y): (&Axis, &Axis),
    (left, top, right, bottom): (f64, f64, f64, f64),
    (first, last): (bool, bool),
) {
    let style = &view.styles[plot.strategy];
    y.draw_left(canvas, left, right, if first { Labels::Shown } else { Labels::Hidden });
    for (value, label) in x.ticks(50.0) {
        canvas.line((x.place(value), top), (x.place(value), bottom), GRID, 1.0, 1.0);
        let inside = x.place(value) > left + 16.0 && x.place(value) < right - 16.0;
        if last && inside {
            canvas.text((x.place(value), bottom + 13.0), &label, Anchor::Middle, SMALL, MUTED);
        }
    }
    if first && y.label_places().1 > top + 1.0 {
        canvas.text((left - 8.0, y.place_outside()), "unsolved", Anchor::End, SMALL, MUTED);
    }
    canvas.frame((left, top), (right, bottom), AXIS, 1.0);
    let diagonal: Vec<(f64, f64)> = (0..=120)
        .map(|step| 10f64.powf(f64::from(step) / 10.0))
        .map(|value| (x.place(value), y.place(value)))
        .filter(|&(at, up)| at > left && at < right && up > top && up < bottom)
        .collect();
    canvas.path(&diagonal, MUTED, 1.2, &[4.0, 3.0]);
    let id = view.id(plot.strategy);
    let said = |value: Option<u64>| value.map_or_else(|| "not solved".to_owned(), |ns| time(ns as f64));
    canvas.of(id, "", |canvas| {
        for &(puzzle, across, upwards) in &plot.points {
            let at = |axis: &Axis, value: Option<u64>| match value {
                Some(value) => axis.place(value.max(1) as f64),
                None => axis.place_outside(),
            };
            let row = view.puzzle(puzzle);
            let tip = format!("{id}, puzzle {}: {}, reference {}", row.puzzle, said(upwards), said(across));
            canvas.mark(&tip, |canvas| canvas.marker((at(x, across), at(y, upwards)), style, 2.6, 0.65));
        }
        canvas.marker((left + 5.0, top - 27.0), style, 4.5, 1.0);
        canvas.text((left + 15.0, top - 27.0), &fit(id, right - left - 15.0, TEXT), Anchor::Start, TEXT, INK);
        let text = format!("faster on {} of {}", count(plot.counts[0] as u64), count(plot.all as u64));
        canvas.text((left, top - 10.0), &text, Anchor::Start, SMALL, MUTED);
    });
}

fn caption(view: &View<'_>, reference: usize, plots: &[Plot]) -> String {
    let faster = |plot: &Plot| {
        let entry = view.ranking.entries.iter().find(|entry| entry.index == plot.strategy)?;
        Some((plot.strategy, entry.all.as_ref()?.faster?))
    };
    let most = plots.iter().filter_map(faster).max_by(|a, b| a.1.total_cmp(&b.1));
    let mut text = match most {
        Some((strategy, part)) if part > 0.0 => format!(
            "{} beats {} on {} of the {}, more often than any other.",
            view.id(strategy),
            view.id(reference),
            share(part),
            things(view.puzzles() as u64, "puzzle")
        ),
        _ => format!("No strategy is faster than {} on any puzzle.", view.id(reference)),
    };
    if let Some(pairs) = view.pairs.as_ref() {
        let worst = plots
            .iter()
            .flat_map(|plot| (0..view.puzzles()).map(move |puzzle| (plot.strategy, puzzle)))
            .filter_map(|(strategy, puzzle)| {
                let factor =
                    pairs.finished(strategy, puzzle)?.max(1) as f64 / pairs.finished(reference, puzzle)?.max(1) as f64;
                Some((strategy, puzzle, factor))
            })
            .max_by(|a, b| a.2.total_cmp(&b.2));
        if let Some((strategy, puzzle, factor)) = worst {
            let _ = write!(
                text,
                " The farthest from the diagonal among the slower ones is {} on puzzle {}, at {}.",
                view.id(strategy),
                count(view.puzzle(puzzle).puzzle),
                ratio(factor)
            );
        }
    }
    text.push_str(" Below the diagonal the strategy is the faster one.");
    let drawn: usize = plots.iter().map(|plot| plot.points.len()).sum();
    text.push_str(&sampled(drawn, plots.iter().map(|plot| plot.all).sum()));
    text
}
