//! Time against steps, a plot a family: what one step costs, and whether steps explain time.

use std::fmt::Write as _;

use super::axis::{Axis, Extent, Labels, Unit};
use super::canvas::{Anchor, Canvas, SMALL, TEXT, WIDTH, paint, text_width};
use super::style::{AXIS, GRID, INK, MUTED, family};
use super::view::{POINTS, View, list, sample, sampled};
use super::{Chart, Data};
use crate::ranking::is_cut;
use crate::ranking::quantity::{self, nearest_rank, time};

const TITLE: &str = "Time against steps";
const DESCRIPTION: &str = "Scatter plots, one a family: across the steps of a puzzle, upwards its solve time, both \
                           logarithmic; pairs that did not finish stand in the zone at the top.";
const LEFT: f64 = 66.0;
const GAP: f64 = 66.0;
const HEAD: f64 = 34.0;
const HEIGHT: f64 = 250.0;

struct Cloud {
    strategy: usize,
    /// Puzzle, steps, and nanoseconds; `None` where the pair did not finish.
    points: Vec<(usize, u64, Option<u64>)>,
}

/// `None` when nothing was timed, or no strategy counts steps.
pub(super) fn chart(view: &View<'_>) -> Option<Chart> {
    let pairs = view.pairs.as_ref()?;
    let cloud = |strategy: usize| {
        let steps = view.strategy(strategy).counters.get("steps")?;
        // The counted pass may have stopped where the timed pass went on: then nobody knows the steps of that time.
        let cut = |puzzle: usize| view.strategy(strategy).counted.get(puzzle).is_some_and(|&status| is_cut(status));
        let point = |puzzle: usize| match (steps.at(puzzle)?, pairs.finished(strategy, puzzle)) {
            (_, Some(_)) if cut(puzzle) => None,
            (steps, ns) => Some((puzzle, steps, ns)),
        };
        let points: Vec<_> = (0..view.puzzles()).filter_map(point).collect();
        (!points.is_empty()).then_some(Cloud { strategy, points })
    };
    let clouds: Vec<Cloud> = (0..view.results.strategies.len()).filter_map(cloud).collect();
    if clouds.is_empty() {
        return None;
    }
    let mut families: Vec<&str> = Vec::new();
    for cloud in &clouds {
        let name = family(view.id(cloud.strategy));
        if !families.contains(&name) {
            families.push(name);
        }
    }
    let (mut across, mut upwards) = (Extent::default(), Extent::default());
    for &(_, steps, ns) in clouds.iter().flat_map(|cloud| &cloud.points) {
        across.hold(steps as f64);
        match ns {
            Some(ns) => upwards.hold(ns.max(1) as f64),
            None => upwards.outside = true,
        }
    }
    let width = (WIDTH - LEFT - GAP - 14.0) / 2.0;
    let legend = clouds.iter().fold(0usize, |most, cloud| {
        let name = family(view.id(cloud.strategy));
        most.max(clouds.iter().filter(|other| family(view.id(other.strategy)) == name).count())
    });
    let head = HEAD + 18.0 * (legend.div_ceil(2) - 1) as f64;
    let lines = families.len().div_ceil(2);
    let each = POINTS / clouds.len();
    let mut drawn = 0;
    let total = lines as f64 * (HEIGHT + head + 24.0) + 34.0;
    let svg = paint(TITLE, DESCRIPTION, total, |canvas| {
        for (number, name) in families.iter().enumerate() {
            let left = LEFT + (number % 2) as f64 * (width + GAP);
            let top = head + (number / 2) as f64 * (HEIGHT + head + 24.0);
            let x = Axis::new(Unit::Count, across, left, left + width, 34.0, 0.0);
            let y = Axis::new(Unit::Time, upwards, top + HEIGHT, top, 0.0, 24.0);
            ground(canvas, &x, &y, (left, top, left + width, top + HEIGHT));
            let members: Vec<&Cloud> = clouds.iter().filter(|cloud| family(view.id(cloud.strategy)) == *name).collect();
            for cloud in &members {
                let points = sample(&cloud.points, each.max(60), |point| point.2.is_none());
                drawn += points.len();
                let id = view.id(cloud.strategy);
                canvas.of(id, "", |canvas| {
                    for (puzzle, steps, ns) in points {
                        let up = ns.map_or_else(|| y.place_outside(), |ns| y.place(ns.max(1) as f64));
                        let said = ns.map_or_else(|| "not solved".to_owned(), |ns| time(ns as f64));
                        let tip = format!(
                            "{id}, puzzle {}: {} steps, {said}",
                            view.puzzle(puzzle).puzzle,
                            quantity::count(steps)
                        );
                        canvas.mark(&tip, |canvas| {
                            canvas.marker((x.place(steps as f64), up), &view.styles[cloud.strategy], 2.8, 0.6);
                        });
                    }
                });
            }
            labels(canvas, view, &members, left, top - head + 14.0, width);
        }
        canvas.text(
            (WIDTH / 2.0, total - 14.0),
            "steps a puzzle; upwards solve time; both logarithmic",
            Anchor::Middle,
            TEXT,
            MUTED,
        );
    });
    let of = clouds.iter().map(|cloud| cloud.points.len()).sum();
    let costs = costs(&clouds);
    let caption = format!("{}{}{}", caption(view, &clouds, &costs), left_out(view, &clouds), sampled(drawn, of));
    let data = Data::new(
        &["strategy", "puzzles", "median time a step"],
        clouds.iter().map(|cloud| {
            let cost = costs.iter().find(|cost| cost.0 == cloud.strategy);
            let cost = cost.map_or_else(|| "–".to_owned(), |cost| time(cost.1 as f64));
            vec![view.id(cloud.strategy).to_owned(), quantity::count(cloud.points.len() as u64), cost]
        }),
    );
    Some(Chart::new("time-against-steps", TITLE, DESCRIPTION, caption, svg, data))
}

/// A sentence on the pairs that finished with more steps than were counted.
fn left_out(view: &View<'_>, clouds: &[Cloud]) -> String {
    let counted: usize = clouds.iter().map(|cloud| cloud.points.len()).sum();
    let missing = clouds.len() * view.puzzles() - counted;
    if missing == 0 {
        return String::new();
    }
    let why = "mostly because the step limit of the counted pass stopped them";
    format!(" Left out: {missing} pairs that have no time or no full count of steps, {why}.")
}

fn ground(canvas: &mut Canvas, x: &Axis, y: &Axis, (left, top, right, bottom): (f64, f64, f64, f64)) {
    y.draw_left(canvas, left, right, Labels::Shown);
    x.draw_below(canvas, top, bottom);
    let (_, outside) = y.label_places();
    if outside > top + 1.0 {
        canvas.text((left - 8.0, outside), "unsolved", Anchor::End, SMALL, MUTED);
    }
    for (value, _) in x.ticks(58.0) {
        canvas.line((x.place(value), top), (x.place(value), bottom), GRID, 0.6, 1.0);
    }
    canvas.frame((left, top), (right, bottom), AXIS, 1.0);
}

/// The members of a family above its plot, two a line.
fn labels(canvas: &mut Canvas, view: &View<'_>, members: &[&Cloud], left: f64, top: f64, width: f64) {
    for (number, cloud) in members.iter().enumerate() {
        let at = (left + (number % 2) as f64 * width / 2.0 + 6.0, top + (number / 2) as f64 * 18.0);
        let id = view.id(cloud.strategy);
        let whole = id;
        let id = if text_width(id, TEXT) > width / 2.0 - 20.0 { id.split_once('/').map_or(id, |(_, v)| v) } else { id };
        canvas.of(whole, "", |canvas| {
            canvas.marker(at, &view.styles[cloud.strategy], 4.5, 1.0);
            canvas.text((at.0 + 11.0, at.1), id, Anchor::Start, TEXT, INK);
        });
    }
}

/// The median time a step of each strategy, ascending.
fn costs(clouds: &[Cloud]) -> Vec<(usize, u64)> {
    let mut costs: Vec<(usize, u64)> = clouds
        .iter()
        .filter_map(|cloud| {
            let cost = |&(_, steps, ns): &(usize, u64, Option<u64>)| Some(ns? / std::num::NonZeroU64::new(steps)?);
            let mut costs: Vec<u64> = cloud.points.iter().filter_map(cost).collect();
            costs.sort_unstable();
            Some((cloud.strategy, nearest_rank(&costs, 0.5)?))
        })
        .collect();
    costs.sort_by_key(|&(strategy, cost)| (cost, strategy));
    costs
}

fn caption(view: &View<'_>, clouds: &[Cloud], costs: &[(usize, u64)]) -> String {
    let words: Vec<String> =
        costs.iter().map(|&(strategy, cost)| format!("{} {}", view.id(strategy), time(cost as f64))).collect();
    let mut text = if words.is_empty() {
        "No pair with steps finished.".to_owned()
    } else {
        format!("The median time a step, all work between two steps included: {}.", list(&words))
    };
    let without: Vec<String> = (0..view.results.strategies.len())
        .filter(|&strategy| clouds.iter().all(|cloud| cloud.strategy != strategy))
        .map(|strategy| view.id(strategy).to_owned())
        .collect();
    if !without.is_empty() {
        let _ = write!(text, " Without steps, and so not here: {}.", list(&without));
    }
    text
}
