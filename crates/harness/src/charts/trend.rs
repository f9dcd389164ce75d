//! The median time of each strategy by a property of the puzzle: its clues, or the strategy's own guesses on it.
//!
//! A pair that did not finish counts as slower than every time; where the median falls on one the line breaks off and
//! says so, as it would be wrong to join the points on both sides.

use std::fmt::Write as _;

use super::axis::{Axis, Extent, Labels, Scale, Unit};
use super::cactus::{BOTTOM, HEIGHT, LEFT, TOP, label_ends};
use super::canvas::{Anchor, SMALL, TEXT, WIDTH, fit, paint};
use super::style::{AXIS, GRID, INK, MUTED};
use super::view::{View, list};
use super::{Chart, Data};
use crate::ranking::is_cut;
use crate::ranking::quantity::{count, nearest_rank, ratio, things, time};

const CLUES: &str = "Time by clues";
const CLUES_DESCRIPTION: &str = "One line a strategy: across the number of clues of a puzzle, upwards the median solve time \
                                 of the puzzles with so many.";
const GUESSES: &str = "Time by guesses";
const GUESSES_DESCRIPTION: &str = "One line a strategy: across its own guesses on a puzzle in classes that double, upwards the \
                                   median solve time of the puzzles of that class.";
/// Classes of clues at most.
const CLASSES: u32 = 14;

/// Puzzles of one strategy in one class.
struct Class {
    puzzles: usize,
    /// In nanoseconds; `None` where it falls on a puzzle that was not solved.
    median: Option<u64>,
}

struct Line {
    strategy: usize,
    /// By class; `None` where it has no puzzle.
    classes: Vec<Option<Class>>,
}

/// Classes of clues: the lowest number of each, and how wide they are.
fn clue_classes(view: &View<'_>) -> Option<(u32, u32, u32)> {
    let clues = || view.results.puzzles.iter().map(|row| row.clues);
    let (low, high) = (clues().min()?, clues().max()?);
    let width = (high - low + 1).div_ceil(CLASSES);
    Some((low, width, (high - low) / width + 1))
}

/// `None` when nothing was timed or all puzzles have the same number of clues.
pub(super) fn by_clues(view: &View<'_>) -> Option<Chart> {
    let (low, width, classes) = clue_classes(view).filter(|classes| classes.2 > 1)?;
    let name = |class: usize| {
        let from = low + class as u32 * width;
        if width == 1 { from.to_string() } else { format!("{from}–{}", from + width - 1) }
    };
    let names: Vec<String> = (0..classes as usize).map(name).collect();
    let class = |_: usize, puzzle: usize| Some(((view.puzzle(puzzle).clues - low) / width) as usize);
    chart(view, "time-by-clues", (CLUES, CLUES_DESCRIPTION), "clues", &names, class)
}

/// `None` when nothing was timed or no strategy counts guesses.
pub(super) fn by_guesses(view: &View<'_>) -> Option<Chart> {
    let guesses = |strategy: usize, puzzle: usize| {
        let row = view.strategy(strategy);
        let cut = row.counted.get(puzzle).is_some_and(|&status| is_cut(status));
        row.counters.get("guesses")?.at(puzzle).filter(|_| !cut)
    };
    let class = |strategy: usize, puzzle: usize| {
        let guesses = guesses(strategy, puzzle)?;
        Some(guesses.checked_ilog2().map_or(0, |power| power as usize + 1))
    };
    let pairs = (0..view.results.strategies.len()).flat_map(|each| (0..view.puzzles()).map(move |at| (each, at)));
    let classes = pairs.filter_map(|(strategy, puzzle)| class(strategy, puzzle)).max()? + 1;
    let name = |class: usize| match class {
        0 => "0".to_owned(),
        1 => "1".to_owned(),
        _ => format!("{}–{}", short(1 << (class - 1)), short((1u64 << (class - 1)) * 2 - 1)),
    };
    let names: Vec<String> = (0..classes).map(name).collect();
    chart(view, "time-by-guesses", (GUESSES, GUESSES_DESCRIPTION), "guesses", &names, class)
}

fn short(value: u64) -> String {
    match value {
        ..10_000 => value.to_string(),
        10_000..1_000_000 => format!("{} k", value / 1000),
        _ => format!("{} M", value / 1_000_000),
    }
}

fn chart(
    view: &View<'_>,
    file: &str,
    (title, description): (&str, &str),
    property: &str,
    names: &[String],
    class: impl Fn(usize, usize) -> Option<usize>,
) -> Option<Chart> {
    let pairs = view.pairs.as_ref()?;
    let line = |&strategy: &usize| {
        let mut times: Vec<Vec<u64>> = vec![Vec::new(); names.len()];
        for puzzle in 0..view.puzzles() {
            let Some(times) = class(strategy, puzzle).and_then(|class| times.get_mut(class)) else { continue };
            times.push(pairs.finished(strategy, puzzle).map_or(u64::MAX, |ns| ns.max(1)));
        }
        let summed = |mut times: Vec<u64>| {
            times.sort_unstable();
            let median = nearest_rank(&times, 0.5)?;
            Some(Class { puzzles: times.len(), median: Some(median).filter(|&median| median < u64::MAX) })
        };
        Line { strategy, classes: times.into_iter().map(summed).collect() }
    };
    let lines: Vec<Line> =
        view.order.iter().map(line).filter(|line| line.classes.iter().flatten().count() > 0).collect();
    if lines.is_empty() {
        return None;
    }
    let mut extent = Extent::default();
    for median in lines.iter().flat_map(|line| &line.classes).flatten().filter_map(|class| class.median) {
        extent.hold(median as f64);
    }
    let right = WIDTH - view.gutter() - 62.0;
    let x_of = |class: usize| LEFT + (right - LEFT) * (class as f64 + 0.5) / names.len() as f64;
    let svg = paint(title, description, HEIGHT, |canvas| {
        for scale in Scale::BOTH {
            let axis = Axis::new(Unit::Time, extent, BOTTOM, TOP, 0.0, 0.0).scaled(scale);
            canvas.scaled(scale, |canvas| {
                axis.draw_left(canvas, LEFT, right, Labels::Shown);
                let every = (names.len() as f64 * 62.0 / (right - LEFT)).ceil().max(1.0) as usize;
                for (class, name) in names.iter().enumerate().step_by(every) {
                    canvas.line((x_of(class), TOP), (x_of(class), BOTTOM), GRID, 1.0, 1.0);
                    canvas.text((x_of(class), BOTTOM + 14.0), name, Anchor::Middle, SMALL, MUTED);
                }
                canvas.line((LEFT, BOTTOM), (right, BOTTOM), AXIS, 1.0, 1.0);
                let text = format!("{property}; upwards median solve time, {}", scale.word());
                canvas.text((f64::midpoint(LEFT, right), BOTTOM + 38.0), &text, Anchor::Middle, TEXT, MUTED);
                let mut ends = Vec::new();
                for line in &lines {
                    let id = view.id(line.strategy);
                    let style = &view.styles[line.strategy];
                    let place = |class: usize| {
                        let median = line.classes[class].as_ref()?.median?;
                        Some((x_of(class), axis.place(median as f64)))
                    };
                    let points: Vec<Option<(f64, f64)>> = (0..names.len()).map(place).collect();
                    canvas.of(id, "", |canvas| {
                        for piece in points.split(Option::is_none).filter(|piece| piece.len() > 1) {
                            let piece: Vec<(f64, f64)> = piece.iter().copied().flatten().collect();
                            canvas.path(&piece, style.color, 1.8, style.dash);
                        }
                        for (class, point) in points.iter().enumerate() {
                            let (Some(point), Some(found)) = (*point, line.classes[class].as_ref()) else { continue };
                            let tip = format!(
                                "{id}, {} {property}: median {} over {}",
                                names[class],
                                found.median.map_or_else(String::new, |ns| time(ns as f64)),
                                things(found.puzzles as u64, "puzzle")
                            );
                            canvas.mark(&tip, |canvas| canvas.marker(point, style, 4.0, 1.0));
                        }
                    });
                    if let Some(&end) = points.iter().flatten().next_back() {
                        ends.push((line.strategy, end, 0));
                    }
                }
                label_ends(&mut ends, right, |strategy, end, (x, y), _| {
                    canvas.of(view.id(strategy), "", |canvas| {
                        canvas.line(end, (x - 8.0, y), AXIS, 0.5, 1.0);
                        canvas.marker((x, y), &view.styles[strategy], 4.5, 1.0);
                        let id = fit(view.id(strategy), WIDTH - x - 12.0, TEXT);
                        canvas.text((x + 11.0, y), &id, Anchor::Start, TEXT, INK);
                    });
                });
            });
        }
    });
    let head: Vec<&str> = std::iter::once("strategy").chain(names.iter().map(String::as_str)).collect();
    let data = Data::new(
        &head,
        lines.iter().map(|line| {
            let cell = |class: &Option<Class>| match class {
                Some(Class { median: Some(ns), puzzles }) => {
                    format!("{} ({})", time(*ns as f64), count(*puzzles as u64))
                }
                Some(Class { median: None, puzzles }) => format!("not solved ({})", count(*puzzles as u64)),
                None => "–".to_owned(),
            };
            std::iter::once(view.id(line.strategy).to_owned()).chain(line.classes.iter().map(cell)).collect()
        }),
    );
    Some(Chart::new(file, title, description, caption(view, &lines, property, names), svg, data))
}

fn caption(view: &View<'_>, lines: &[Line], property: &str, names: &[String]) -> String {
    let growth = |line: &Line| {
        let known = || line.classes.iter().enumerate().filter_map(|(at, class)| Some((at, class.as_ref()?.median?)));
        let ((first, low), (last, high)) = (known().next()?, known().next_back()?);
        (first < last).then(|| (line.strategy, high as f64 / low as f64, first, last))
    };
    let grown: Vec<_> = lines.iter().filter_map(growth).collect();
    let most = grown.iter().max_by(|a, b| a.1.total_cmp(&b.1));
    let least = grown.iter().min_by(|a, b| a.1.total_cmp(&b.1));
    let words = |&(strategy, factor, first, last): &(usize, f64, usize, usize)| {
        format!("{} ({} from {} to {} {property})", view.id(strategy), ratio(factor), names[first], names[last])
    };
    let mut text = match (most, least) {
        (Some(most), Some(least)) if most.0 != least.0 => {
            format!("The median time changes most with the {property} for {}, least for {}.", words(most), words(least))
        }
        (Some(only), _) => format!("The median time of {}.", words(only)),
        _ => format!("No strategy has a median time for two classes of {property}."),
    };
    let broken: Vec<String> = lines
        .iter()
        .filter(|line| line.classes.iter().flatten().any(|class| class.median.is_none()))
        .map(|line| view.id(line.strategy).to_owned())
        .collect();
    if !broken.is_empty() {
        let _ = write!(text, " Where half of a class or more was not solved there is no point: {}.", list(&broken));
    }
    let without: Vec<String> = (view.order.iter())
        .filter(|&&each| lines.iter().all(|line| line.strategy != each))
        .map(|&each| view.id(each).to_owned())
        .collect();
    if !without.is_empty() {
        let _ = write!(text, " Without {property} that were counted to the end, and so not here: {}.", list(&without));
    }
    text.push_str(" How many puzzles are behind each point stands in the table.");
    text
}
