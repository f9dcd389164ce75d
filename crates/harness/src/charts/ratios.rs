//! The ranking as a picture: each strategy's total over the reference's, with how sure it is.

use super::axis::{Axis, Extent, Unit};
use super::canvas::{Anchor, SMALL, TEXT, WIDTH, paint};
use super::rows::{Rows, TOP};
use super::style::{Fill, INK, MUTED, Shape};
use super::view::View;
use super::{Chart, Data};
use crate::ranking::Entry;
use crate::ranking::quantity::{self, Bound, Bounded};

const TITLE: &str = "Total time over the reference's";
const DESCRIPTION: &str = "One row a strategy, best first: a dot at its total time divided by the reference's on a \
                           logarithmic axis, a line for its 95 % interval (of fewer than ten processes each: the range over the \
                           passes), an open diamond at the geometric mean of the ratios puzzle by puzzle.";

pub(super) fn chart(view: &View<'_>) -> Option<Chart> {
    let reference = view.ranking.reference.as_deref()?;
    let entries: Vec<&Entry> = view.ranking.entries.iter().filter(|entry| ratio(entry).is_some()).collect();
    let mut extent = Extent::default();
    extent.hold(1.0);
    for entry in &entries {
        let spread = entry.all.as_ref().and_then(|all| all.ratio);
        for value in spread.iter().flat_map(|spread| [spread.ratio.value, low(entry), high(entry)]) {
            extent.hold(value);
        }
        if let Some(mean) = geometric(entry) {
            extent.hold(mean);
        }
    }
    let rows = Rows::new(view, entries.iter().map(|entry| entry.index).collect(), 110.0);
    let axis = Axis::new(Unit::Ratio, extent, rows.left, rows.right, 0.0, 0.0);
    let bottom = rows.bottom();
    let svg = paint(TITLE, DESCRIPTION, bottom + 66.0, |canvas| {
        axis.draw_below(canvas, TOP, bottom);
        rows.draw(canvas, view);
        let one = axis.place(1.0);
        canvas.line((one, TOP), (one, bottom), MUTED, 1.0, 1.4);
        canvas.text((one, TOP - 14.0), &format!("1× = {reference}"), Anchor::Middle, SMALL, MUTED);
        canvas.text((WIDTH - 12.0, TOP - 14.0), "ratio", Anchor::End, SMALL, MUTED);
        for (row, entry) in entries.iter().enumerate() {
            let y = Rows::middle(row);
            let color = view.styles[entry.index].color;
            let Some(spread) = entry.all.as_ref().and_then(|all| all.ratio) else { continue };
            canvas.of(&entry.id, &tip(entry), |canvas| {
                let x = axis.place(spread.ratio.value);
                canvas.line((one, y), (x, y), color, 0.3, 3.0);
                let (from, to) = (axis.place(low(entry)), axis.place(high(entry)));
                canvas.line((from, y), (to, y), color, 1.0, 2.0);
                for end in [from, to] {
                    canvas.line((end, y - 5.0), (end, y + 5.0), color, 1.0, 2.0);
                }
                canvas.shape((x, y), Shape::Circle, Fill::Solid, color, 5.5, 1.0);
                let tip = match spread.ratio.bound {
                    Bound::AtLeast => Some(10.0),
                    Bound::AtMost => Some(-10.0),
                    Bound::Exact | Bound::Open => None,
                };
                if let Some(tip) = tip {
                    for half in [-5.0, 5.0] {
                        canvas.line((x + tip, y + half), (x + tip * 1.6, y), color, 1.0, 2.0);
                    }
                }
                if let Some(mean) = geometric(entry) {
                    canvas.shape((axis.place(mean), y), Shape::Diamond, Fill::Hollow, INK, 4.0, 1.0);
                }
                canvas.text((WIDTH - 12.0, y), &spread.ratio.ratio(), Anchor::End, TEXT, INK);
            });
        }
        let middle = f64::midpoint(rows.left, rows.right);
        canvas.text((middle, bottom + 34.0), "ratio, logarithmic: 2× takes twice as long", Anchor::Middle, TEXT, MUTED);
        let left = middle - 200.0;
        canvas.shape((left, bottom + 54.0), Shape::Circle, Fill::Solid, MUTED, 5.5, 1.0);
        let text = "totals (PAR-2), and how sure";
        canvas.text((left + 12.0, bottom + 54.0), text, Anchor::Start, SMALL, MUTED);
        canvas.shape((left + 256.0, bottom + 54.0), Shape::Diamond, Fill::Hollow, INK, 4.0, 1.0);
        canvas.text((left + 268.0, bottom + 54.0), "geometric mean of ratios", Anchor::Start, SMALL, MUTED);
    });
    let data = Data::new(
        &["strategy", "ratio", "from", "to", "geometric mean"],
        entries.iter().map(|entry| {
            let spread = entry.all.as_ref().and_then(|all| all.ratio);
            let about = spread.and_then(|spread| spread.about());
            let end = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), quantity::ratio);
            vec![
                entry.id.clone(),
                spread.map_or_else(|| "–".to_owned(), |spread| spread.ratio.ratio()),
                end(about.map(|about| about.0)),
                end(about.map(|about| about.1)),
                entry.all.as_ref().and_then(|all| all.geometric).map_or_else(|| "–".to_owned(), Bounded::ratio),
            ]
        }),
    );
    let title = format!("Total time over that of {reference}");
    Some(Chart::new("ratio-to-reference", &title, DESCRIPTION, caption(view, &entries), svg, data))
}

fn tip(entry: &Entry) -> String {
    let all = entry.all.as_ref();
    let ratio = all.and_then(|all| all.ratio).map(|spread| spread.text()).unwrap_or_default();
    let mean =
        all.and_then(|all| all.geometric).map_or_else(String::new, |mean| format!(", geometric mean {}", mean.ratio()));
    format!("{}: {ratio} in total{mean}", entry.id)
}

fn ratio(entry: &Entry) -> Option<f64> {
    Some(entry.all.as_ref()?.ratio?.ratio.value)
}

fn geometric(entry: &Entry) -> Option<f64> {
    Some(entry.all.as_ref()?.geometric?.value)
}

fn low(entry: &Entry) -> f64 {
    let spread = entry.all.as_ref().and_then(|all| all.ratio);
    spread.map_or(1.0, |spread| spread.about().map_or(spread.ratio.value, |range| range.0))
}

fn high(entry: &Entry) -> f64 {
    let spread = entry.all.as_ref().and_then(|all| all.ratio);
    spread.map_or(1.0, |spread| spread.about().map_or(spread.ratio.value, |range| range.1))
}

fn caption(view: &View<'_>, entries: &[&Entry]) -> String {
    let mut text = match &view.ranking.verdict {
        Some(verdict) => format!("{} has the least total. {}", verdict.winner, verdict.sentence(view.ranking.passes)),
        None => "No strategy finished anything.".to_owned(),
    };
    let bounds = entries.iter().filter(|entry| {
        entry.all.as_ref().and_then(|all| all.ratio).is_some_and(|spread| spread.ratio.bound != Bound::Exact)
    });
    if bounds.count() > 0 {
        text.push_str(
            " An arrow beside a dot marks a bound: pairs that did not finish entered as twice the time limit, and the \
             geometric mean is over the pairs that both finished.",
        );
    }
    text
}
