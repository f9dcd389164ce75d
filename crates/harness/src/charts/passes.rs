//! How much the passes differ: the noise that every other figure must be read with.

use super::canvas::{Anchor, SMALL, TEXT, WIDTH, paint};
use super::rows::{Rows, TOP};
use super::style::{AXIS, Fill, GRID, INK, MUTED, Shape};
use super::view::View;
use super::{Chart, Data};
use crate::ranking::quantity::nearest_rank;

const TITLE: &str = "How much the passes differ";
const DESCRIPTION: &str = "One row a strategy, one dot a pass: the total of that pass against the median pass of the same \
                           strategy, in per cent.";

struct Row {
    strategy: usize,
    /// Per cent above the median pass, in the order of the passes.
    deviations: Vec<f64>,
}

/// `None` with fewer than two whole passes.
pub(super) fn chart(view: &View<'_>) -> Option<Chart> {
    let pairs = view.pairs.as_ref()?;
    let passes = pairs.whole_passes();
    if passes.len() < 2 {
        return None;
    }
    let row = |&strategy: &usize| {
        let finished: Vec<usize> =
            (0..view.puzzles()).filter(|&puzzle| pairs.finished(strategy, puzzle).is_some()).collect();
        if finished.is_empty() {
            return None;
        }
        let totals: Vec<u128> = passes.iter().map(|&pass| pairs.pass_total(strategy, pass, &finished).max(1)).collect();
        let mut ascending = totals.clone();
        ascending.sort_unstable();
        let median = nearest_rank(&ascending, 0.5)? as f64;
        Some(Row { strategy, deviations: totals.iter().map(|&total| (total as f64 / median - 1.0) * 100.0).collect() })
    };
    let found: Vec<Row> = view.order.iter().filter_map(row).collect();
    if found.is_empty() {
        return None;
    }
    let widest = found.iter().flat_map(|row| &row.deviations).fold(0.5f64, |most, each| most.max(each.abs()));
    let step = step(widest);
    let end = (widest / step).ceil() * step;
    let rows = Rows::new(view, found.iter().map(|row| row.strategy).collect(), 110.0);
    let bottom = rows.bottom();
    let x_of =
        |percent: f64| f64::midpoint(rows.left, rows.right) + (rows.right - rows.left) / 2.0 * percent / (end * 1.04);
    let svg = paint(TITLE, DESCRIPTION, bottom + 52.0, |canvas| {
        let ticks = (end / step).round() as i32;
        for tick in -ticks..=ticks {
            let x = x_of(f64::from(tick) * step);
            canvas.line((x, TOP), (x, bottom), if tick == 0 { AXIS } else { GRID }, 1.0, 1.0);
            canvas.text((x, bottom + 14.0), &percent(f64::from(tick) * step), Anchor::Middle, SMALL, MUTED);
        }
        canvas.line((rows.left, bottom), (rows.right, bottom), AXIS, 1.0, 1.0);
        rows.draw(canvas, view);
        canvas.text((WIDTH - 12.0, TOP - 14.0), "max over min", Anchor::End, SMALL, MUTED);
        for (number, row) in found.iter().enumerate() {
            let y = Rows::middle(number);
            let color = view.styles[row.strategy].color;
            let (low, high) = ends(row);
            canvas.of(view.id(row.strategy), "", |canvas| {
                canvas.line((x_of(low), y), (x_of(high), y), color, 0.35, 5.0);
                for (pass, &deviation) in passes.iter().zip(&row.deviations) {
                    let tip = format!("{}, pass {}: {deviation:+.1} %", view.id(row.strategy), pass + 1);
                    canvas.mark(&tip, |canvas| {
                        canvas.shape((x_of(deviation), y), Shape::Circle, Fill::Solid, color, 4.0, 0.85);
                    });
                }
                let text = format!("+{:.1} %", spread(row));
                canvas.text((WIDTH - 12.0, y), &text, Anchor::End, TEXT, INK);
            });
        }
        let title = "total of a pass against the strategy's median pass";
        canvas.text((f64::midpoint(rows.left, rows.right), bottom + 36.0), title, Anchor::Middle, TEXT, MUTED);
    });
    let worst = found.iter().max_by(|a, b| spread(a).total_cmp(&spread(b)))?;
    let best = found.iter().min_by(|a, b| spread(a).total_cmp(&spread(b)))?;
    let caption = format!(
        "Over {} passes {} is the least steady: its slowest pass took {:.1} % more than its fastest; {} the steadiest \
         ({:.1} %). A difference between strategies that is smaller than this is none. Only pairs that finished are counted.",
        passes.len(),
        view.id(worst.strategy),
        spread(worst),
        view.id(best.strategy),
        spread(best)
    );
    let data = Data::new(
        &["strategy", "slowest pass over fastest", "lowest against the median", "highest"],
        found.iter().map(|row| {
            let (low, high) = ends(row);
            vec![view.id(row.strategy).to_owned(), format!("+{:.1} %", spread(row)), percent(low), percent(high)]
        }),
    );
    Some(Chart::new("passes", TITLE, DESCRIPTION, caption, svg, data))
}

fn ends(row: &Row) -> (f64, f64) {
    row.deviations.iter().fold((0.0f64, 0.0f64), |(low, high), &each| (low.min(each), high.max(each)))
}

/// How much more the slowest pass took than the fastest, in per cent.
fn spread(row: &Row) -> f64 {
    let (low, high) = ends(row);
    ((100.0 + high) / (100.0 + low).max(1e-9) - 1.0) * 100.0
}

/// A round step that leaves at most four ticks a side.
fn step(widest: f64) -> f64 {
    let rough = widest / 3.0;
    let power = 10f64.powf(rough.log10().floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|each| each * power).find(|&each| each >= rough).unwrap_or(power)
}

fn percent(value: f64) -> String {
    match value {
        _ if value.abs() < 1e-9 => "0 %".to_owned(),
        _ if value.fract().abs() < 1e-9 => format!("{value:+.0} %"),
        _ => format!("{value:+.1} %"),
    }
    .replace('-', "−")
}
