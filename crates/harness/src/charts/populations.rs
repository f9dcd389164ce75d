//! The same strategies on other kinds of puzzles, never pooled.

use super::axis::{Axis, Extent, Unit};
use super::canvas::{Anchor, SMALL, TEXT, WIDTH, paint, text_width};
use super::rows::{ROW, Rows, TOP};
use super::style::{Fill, MARKERS, MUTED, Shape};
use super::view::View;
use super::{Chart, Data};
use crate::ranking::Ranking;
use crate::ranking::quantity::{Bound, Bounded};

const TITLE: &str = "Median time by population";
const DESCRIPTION: &str = "One row a strategy, in the order of the ranking of the selection, and in it a marker a population at \
                           the median time of its puzzles on a logarithmic axis; at the right end those of which less than half \
                           were solved.";
/// The name of the selection beside those of strata.
const SELECTION: &str = "selection";

/// `None` where nothing was timed, or there is no stratum.
pub(super) fn chart(view: &View<'_>) -> Option<Chart> {
    let strata = view.ranking.strata.iter().map(|stratum| (stratum.name.as_str(), &stratum.ranking));
    let populations: Vec<(&str, &Ranking)> = std::iter::once((SELECTION, view.ranking)).chain(strata).collect();
    if !view.ranking.is_timed() || populations.len() < 2 {
        return None;
    }
    let median = |ranking: &Ranking, strategy: usize| -> Option<Bounded<u64>> {
        let entry = ranking.entries.iter().find(|entry| entry.index == strategy)?;
        Some(entry.all.as_ref()?.median_ns)
    };
    let mut extent = Extent::default();
    for &(_, ranking) in &populations {
        for median in view.order.iter().filter_map(|&strategy| median(ranking, strategy)) {
            match median.bound {
                Bound::Exact => extent.hold(median.value as f64),
                _ => extent.outside = true,
            }
        }
    }
    let rows = Rows::new(view, view.order.clone(), 12.0);
    let axis = Axis::new(Unit::Time, extent, rows.left, rows.right, 0.0, 70.0);
    let bottom = rows.bottom();
    let svg = paint(TITLE, DESCRIPTION, bottom + 66.0, |canvas| {
        axis.draw_below(canvas, TOP, bottom);
        rows.draw(canvas, view);
        if extent.outside {
            canvas.text((axis.place_outside(), bottom + 14.0), "unsolved", Anchor::Middle, SMALL, MUTED);
        }
        for (row, &strategy) in view.order.iter().enumerate() {
            canvas.of(view.id(strategy), "", |canvas| {
                for (at, &(name, ranking)) in populations.iter().enumerate() {
                    let Some(median) = median(ranking, strategy) else { continue };
                    let x = match median.bound {
                        Bound::Exact => axis.place(median.value as f64),
                        _ => axis.place_outside(),
                    };
                    // One below the other, so that equal ones are seen.
                    let step = (ROW - 10.0) / populations.len() as f64;
                    let y = Rows::middle(row) + step * (at as f64 - (populations.len() - 1) as f64 / 2.0);
                    let (shape, fill) = look(at);
                    canvas.mark(&format!("{}, {name}: {}", view.id(strategy), median.time()), |canvas| {
                        canvas.shape((x, y), shape, fill, view.styles[strategy].color, 4.0, 1.0);
                    });
                }
            });
        }
        let middle = f64::midpoint(rows.left, rows.right);
        canvas.text((middle, bottom + 34.0), "median time of a puzzle, logarithmic", Anchor::Middle, TEXT, MUTED);
        let mut x = rows.left;
        for (at, (name, _)) in populations.iter().enumerate() {
            let (shape, fill) = look(at);
            canvas.shape((x, bottom + 54.0), shape, fill, MUTED, 4.0, 1.0);
            canvas.text((x + 12.0, bottom + 54.0), name, Anchor::Start, SMALL, MUTED);
            x = (x + 36.0 + text_width(name, SMALL)).min(WIDTH - 60.0);
        }
    });
    let columns: Vec<&str> = std::iter::once("strategy").chain(populations.iter().map(|(name, _)| *name)).collect();
    let data = Data::new(
        &columns,
        view.order.iter().map(|&strategy| {
            let cell = |ranking| median(ranking, strategy).map_or_else(|| "–".to_owned(), Bounded::time);
            let cells = populations.iter().map(|&(_, ranking)| cell(ranking));
            std::iter::once(view.id(strategy).to_owned()).chain(cells).collect()
        }),
    );
    Some(Chart::new("time-by-population", TITLE, DESCRIPTION, caption(&populations), svg, data))
}

fn look(population: usize) -> (Shape, Fill) {
    MARKERS[population % MARKERS.len()]
}

fn caption(populations: &[(&str, &Ranking)]) -> String {
    let mut wins: Vec<(&str, Vec<String>)> = Vec::new();
    for (name, ranking) in populations {
        let Some(verdict) = &ranking.verdict else { continue };
        let population = format!("{name} ({})", ranking.puzzles);
        match wins.iter_mut().find(|(winner, _)| *winner == verdict.winner) {
            Some((_, won)) => won.push(population),
            None => wins.push((&verdict.winner, vec![population])),
        }
    }
    let won: Vec<String> = wins.iter().map(|(winner, won)| format!("{winner} on {}", super::view::list(won))).collect();
    format!(
        "Kinds of puzzles are not pooled: what wins on one need not win on another. The least total has {}.",
        won.join("; ")
    )
}
