//! Puzzles solved within a time limit, for every limit.
//!
//! Each strategy's times are sorted on their own: at x = 90 the line shows the limit within which it solves 90 puzzles,
//! whichever they are. A line that ends early belongs to a strategy that left puzzles unsolved.

use std::fmt::Write as _;

use super::axis::{Axis, Extent, Labels, Scale, Unit};
use super::canvas::{Anchor, Canvas, SMALL, TEXT, WIDTH, fit, paint, text_width};
use super::style::{AXIS, GRID, INK, MUTED};
use super::view::{View, list};
use super::{Chart, Data};
use crate::ranking::quantity::{count, things, time};

const TITLE: &str = "Puzzles solved within a time limit";
const DESCRIPTION: &str = "Cactus plot: one line a strategy, from left to right the number of puzzles solved, upwards \
                           the time limit on a logarithmic axis that is needed for so many; lower and longer is better.";
pub(super) const HEIGHT: f64 = 520.0;
pub(super) const TOP: f64 = 18.0;
pub(super) const BOTTOM: f64 = HEIGHT - 56.0;
pub(super) const LEFT: f64 = 76.0;
/// Steps of a line; more cannot be seen.
const STEPS: usize = 240;

struct Line {
    strategy: usize,
    /// Ascending, in nanoseconds.
    times: Vec<u64>,
}

pub(super) fn chart(view: &View<'_>) -> Option<Chart> {
    let pairs = view.pairs.as_ref()?;
    let mut extent = Extent::default();
    let lines: Vec<Line> = view
        .order
        .iter()
        .map(|&strategy| {
            let mut times: Vec<u64> =
                (0..view.puzzles()).filter_map(|puzzle| pairs.finished(strategy, puzzle)).map(|ns| ns.max(1)).collect();
            times.sort_unstable();
            for &time in &times {
                extent.hold(time as f64);
            }
            Line { strategy, times }
        })
        .collect();
    let limit = view.results.time_limit_ns.unwrap_or(0).max(1) as f64;
    let limit_matters = lines.iter().any(|line| line.times.len() < view.puzzles());
    if limit_matters {
        extent.hold(limit);
    }
    let right = WIDTH - view.gutter() - 62.0;
    let n = view.puzzles() as f64;
    let x_of = |solved: f64| LEFT + (right - LEFT) * solved / n;

    let svg = paint(TITLE, DESCRIPTION, HEIGHT, |canvas| {
        for scale in Scale::BOTH {
            let axis = Axis::new(Unit::Time, extent, BOTTOM, TOP, 0.0, 0.0).scaled(scale);
            canvas.scaled(scale, |canvas| {
                axis.draw_left(canvas, LEFT, right, Labels::Shown);
                for solved in marks(view.puzzles()) {
                    let x = x_of(solved as f64);
                    canvas.line((x, TOP), (x, BOTTOM), GRID, 1.0, 1.0);
                    canvas.text((x, BOTTOM + 14.0), &count(solved as u64), Anchor::Middle, SMALL, MUTED);
                }
                canvas.line((LEFT, BOTTOM), (right, BOTTOM), AXIS, 1.0, 1.0);
                let text = format!("puzzles solved; upwards the limit, {}", scale.word());
                canvas.text((f64::midpoint(LEFT, right), BOTTOM + 38.0), &text, Anchor::Middle, TEXT, MUTED);
                if limit_matters {
                    let y = axis.place(limit);
                    canvas.path(&[(LEFT, y), (right, y)], MUTED, 1.0, &[2.0, 4.0]);
                    canvas.text((LEFT + 6.0, y - 9.0), "time limit", Anchor::Start, SMALL, MUTED);
                }
                draw_lines(canvas, view, &lines, &axis, right, x_of);
            });
        }
    });
    let data = Data::new(
        &["strategy", "solved", "limit for a quarter", "for half", "for nine tenths", "for all"],
        lines.iter().map(|line| {
            let within = |part: f64| {
                let rank = (part * n).ceil().max(1.0) as usize;
                line.times.get(rank - 1).map_or_else(|| "–".to_owned(), |&ns| time(ns as f64))
            };
            let cells = [0.25, 0.5, 0.9, 1.0].map(within);
            [view.id(line.strategy).to_owned(), count(line.times.len() as u64)].into_iter().chain(cells).collect()
        }),
    );
    Some(Chart::new("solved-within-time", TITLE, DESCRIPTION, caption(view, &lines), svg, data))
}

fn draw_lines(
    canvas: &mut Canvas,
    view: &View<'_>,
    lines: &[Line],
    axis: &Axis,
    right: f64,
    x_of: impl Fn(f64) -> f64,
) {
    let mut ends = Vec::new();
    for line in lines {
        let (id, style) = (view.id(line.strategy), &view.styles[line.strategy]);
        let solved = line.times.len();
        if solved == 0 {
            ends.push((line.strategy, (LEFT, TOP), 0));
            continue;
        }
        let shown = solved.min(STEPS);
        let ranks: Vec<usize> = (1..=shown).map(|step| (step * solved).div_ceil(shown)).collect();
        let point = |&rank: &usize| (x_of(rank as f64), axis.place(line.times[rank - 1] as f64));
        let points: Vec<(f64, f64)> = ranks.iter().map(point).collect();
        canvas.of(id, "", |canvas| {
            canvas.path(&points, style.color, 1.8, style.dash);
            for part in 0..5 {
                let shift = (line.strategy * 7 % 20) as f64 / 20.0;
                let at = ((f64::from(part) + shift) / 5.0 * points.len() as f64) as usize;
                let at = at.min(points.len() - 1);
                let (rank, limit) = (ranks[at], time(line.times[ranks[at] - 1] as f64));
                let tip = format!("{id}: {} puzzles within {limit} each", count(rank as u64));
                canvas.mark(&tip, |canvas| canvas.marker(points[at], style, 4.0, 1.0));
            }
        });
        ends.push((line.strategy, points[points.len() - 1], solved));
    }
    label_ends(&mut ends, right, |strategy, end, (x, y), solved| {
        let (id, style) = (view.id(strategy), &view.styles[strategy]);
        let tip = format!("{id} solved {} of {}", count(solved as u64), count(view.puzzles() as u64));
        canvas.of(id, &tip, |canvas| {
            canvas.line(end, (right, end.1), AXIS, if end.0 < right - 1.0 { 0.7 } else { 0.0 }, 1.0);
            canvas.line((right, end.1), (x - 8.0, y), AXIS, 0.7, 1.0);
            canvas.marker((x, y), style, 4.5, 1.0);
            let part = if solved < view.puzzles() { format!(" · {}", count(solved as u64)) } else { String::new() };
            let id = fit(id, WIDTH - x - 12.0 - text_width(&part, TEXT), TEXT);
            canvas.text((x + 11.0, y), &format!("{id}{part}"), Anchor::Start, TEXT, INK);
        });
    });
}

/// Moves the labels apart and draws them from top to bottom.
pub(super) fn label_ends(
    ends: &mut [(usize, (f64, f64), usize)],
    right: f64,
    mut draw: impl FnMut(usize, (f64, f64), (f64, f64), usize),
) {
    ends.sort_by(|a, b| a.1.1.total_cmp(&b.1.1));
    let gap = ((BOTTOM - TOP) / ends.len().max(1) as f64).min(20.0);
    let mut places: Vec<f64> = ends.iter().map(|end| end.1.1).collect();
    for index in 1..places.len() {
        places[index] = places[index].max(places[index - 1] + gap);
    }
    let mut floor = BOTTOM;
    for place in places.iter_mut().rev() {
        *place = place.min(floor);
        floor = *place - gap;
    }
    for (&(strategy, end, solved), &y) in ends.iter().zip(&places) {
        draw(strategy, end, (right + 34.0, y), solved);
    }
}

/// Round numbers of puzzles for the axis.
fn marks(puzzles: usize) -> Vec<usize> {
    let rough = puzzles as f64 / 6.0;
    let power = 10f64.powf(rough.max(1.0).log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|each| each * power).find(|&each| each >= rough).unwrap_or(power);
    (0..=puzzles).step_by((step as usize).max(1)).collect()
}

fn caption(view: &View<'_>, lines: &[Line]) -> String {
    let n = view.puzzles();
    let full: Vec<&Line> = lines.iter().filter(|line| line.times.len() == n).collect();
    let mut text = match full.iter().min_by_key(|line| line.times.last()) {
        Some(best) => format!(
            "{} needs the shortest limit to solve all of {}: {}.",
            view.id(best.strategy),
            things(n as u64, "puzzle"),
            time(best.times.last().copied().unwrap_or(0) as f64)
        ),
        None => format!("No strategy solved all of {}.", things(n as u64, "puzzle")),
    };
    let short: Vec<String> = lines
        .iter()
        .filter(|line| line.times.len() < n)
        .map(|line| format!("{} ({})", view.id(line.strategy), count(line.times.len() as u64)))
        .collect();
    if !short.is_empty() {
        let _ = write!(text, " The lines of {} end early: beside each, how many it solved.", list(&short));
    }
    text
}
