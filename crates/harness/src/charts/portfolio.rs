//! What several strategies together would gain: the fastest one of each puzzle, known beforehand.
//!
//! The virtual best is no strategy, since nobody knows beforehand; it is the limit of what choosing could bring. Strategies
//! are taken one by one, each time the one that takes most off the total, so that the first is the best alone and the
//! rows below it say who contributes.

use std::fmt::Write as _;

use super::canvas::{Anchor, SMALL, TEXT, WIDTH, paint};
use super::rows::{Rows, TOP};
use super::style::{AXIS, GRID, INK, MUTED};
use super::view::{View, list};
use super::{Chart, Data};
use crate::ranking::Pairs;
use crate::ranking::quantity::{count, ratio, share, things, time};

const TITLE: &str = "What a portfolio would gain";
const DESCRIPTION: &str = "One bar for each strategy that a portfolio takes in, in the order of what they gain: the total \
                           time of the portfolio so far over that of the best strategy alone, where each puzzle is done by the \
                           fastest of those taken.";
/// Parts of the total below which taking one more in is no gain worth a row.
const GAIN: f64 = 1e-4;

/// A strategy taken in.
struct Step {
    strategy: usize,
    /// Total of the portfolio with it, in nanoseconds.
    total: u128,
    /// Puzzles on which it is the fastest of those taken in the end; the first one taken has the ties.
    puzzles: usize,
}

/// `None` when nothing was timed, there is one strategy only, or nobody finished anything.
pub(super) fn chart(view: &View<'_>) -> Option<Chart> {
    let pairs = view.pairs.as_ref()?;
    let rightful: Vec<usize> =
        view.order.iter().copied().filter(|&each| !pairs.is_wrong(each) && pairs.finishes(each) > 0).collect();
    if rightful.len() < 2 {
        return None;
    }
    let steps = greedy(pairs, &rightful);
    let best = steps.first()?.total.max(1) as f64;
    let part = |step: &Step| step.total as f64 / best;
    let rows = Rows::new(view, steps.iter().map(|step| step.strategy).collect(), 178.0);
    let bottom = rows.bottom();
    let x_of = |part: f64| rows.left + (rows.right - rows.left) * part;
    let svg = paint(TITLE, DESCRIPTION, bottom + 52.0, |canvas| {
        for tick in [0.0, 0.25, 0.5, 0.75, 1.0] {
            let x = x_of(tick);
            canvas.line((x, TOP), (x, bottom), GRID, 1.0, 1.0);
            canvas.text((x, bottom + 14.0), &share(tick), Anchor::Middle, SMALL, MUTED);
        }
        canvas.line((rows.left, bottom), (rows.right, bottom), AXIS, 1.0, 1.0);
        rows.draw(canvas, view);
        canvas.text((WIDTH - 98.0, TOP - 14.0), "total so far", Anchor::End, SMALL, MUTED);
        canvas.text((WIDTH - 12.0, TOP - 14.0), "does", Anchor::End, SMALL, MUTED);
        for (row, step) in steps.iter().enumerate() {
            let y = Rows::middle(row);
            let tip = format!(
                "{}{}: {} in all, {} of the best alone; does {}",
                if row == 0 { "" } else { "and " },
                view.id(step.strategy),
                time(step.total as f64),
                share(part(step)),
                things(step.puzzles as u64, "puzzle")
            );
            canvas.of(view.id(step.strategy), &tip, |canvas| {
                canvas.rect((rows.left, y - 8.0), (x_of(part(step)), y + 8.0), view.styles[step.strategy].color, 1.0);
                canvas.text((WIDTH - 98.0, y), &time(step.total as f64), Anchor::End, TEXT, INK);
                canvas.text((WIDTH - 12.0, y), &count(step.puzzles as u64), Anchor::End, TEXT, INK);
            });
        }
        let text = "total time of the portfolio over that of the best strategy alone";
        canvas.text((f64::midpoint(rows.left, rows.right), bottom + 36.0), text, Anchor::Middle, TEXT, MUTED);
    });
    let data = Data::new(
        &["strategy taken in", "total so far", "over the best alone", "puzzles that it does"],
        steps.iter().map(|step| {
            let id = view.id(step.strategy).to_owned();
            vec![id, time(step.total as f64), share(part(step)), count(step.puzzles as u64)]
        }),
    );
    let caption = caption(view, &rightful, &steps);
    Some(Chart::new("portfolio", TITLE, DESCRIPTION, caption, svg, data))
}

/// Takes strategies in until no other one gains.
fn greedy(pairs: &Pairs<'_>, strategies: &[usize]) -> Vec<Step> {
    let mut left = strategies.to_vec();
    let mut so_far: Vec<u64> = vec![u64::MAX; pairs.puzzles()];
    let mut total = u128::MAX;
    let mut steps: Vec<Step> = Vec::new();
    while !left.is_empty() {
        let with = |strategy: usize| -> u128 {
            so_far.iter().enumerate().map(|(at, &best)| u128::from(best.min(pairs.entered(strategy, at)))).sum()
        };
        let Some((at, next)) = left.iter().map(|&each| with(each)).enumerate().min_by_key(|&(at, sum)| (sum, at))
        else {
            break;
        };
        if !steps.is_empty() && (total - next) as f64 <= GAIN * total as f64 {
            break;
        }
        let strategy = left.remove(at);
        for (puzzle, best) in so_far.iter_mut().enumerate() {
            *best = (*best).min(pairs.entered(strategy, puzzle));
        }
        total = next;
        steps.push(Step { strategy, total, puzzles: 0 });
    }
    for (puzzle, &best) in so_far.iter().enumerate() {
        let doer = steps.iter().position(|step| pairs.finished(step.strategy, puzzle).is_some_and(|ns| ns <= best));
        if let Some(step) = doer.and_then(|at| steps.get_mut(at)) {
            step.puzzles += 1;
        }
    }
    steps
}

fn caption(view: &View<'_>, rightful: &[usize], steps: &[Step]) -> String {
    let (Some(first), Some(last)) = (steps.first(), steps.last()) else { return String::new() };
    let best = view.id(first.strategy);
    let gain = first.total.max(1) as f64 / last.total.max(1) as f64;
    if steps.len() == 1 {
        return format!(
            "Who always knew the fastest strategy of a puzzle would gain nothing to speak of: {best} alone takes {}, and none of \
             the other {} takes a ten-thousandth off that.",
            time(first.total as f64),
            rightful.len() - 1
        );
    }
    let mut text = format!(
        "Who always knew the fastest strategy of a puzzle would need {} for all {} instead of the {} of {best} alone: {} \
         faster.",
        time(last.total as f64),
        count(view.puzzles() as u64),
        time(first.total as f64),
        ratio(gain)
    );
    let others: Vec<String> = steps
        .iter()
        .skip(1)
        .take(4)
        .map(|step| format!("{} ({})", view.id(step.strategy), things(step.puzzles as u64, "puzzle")))
        .collect();
    let _ = write!(text, " Beside it contribute, most first: {}", list(&others));
    text.push_str(match steps.len() {
        ..=5 => ".",
        _ => ", and then others.",
    });
    if rightful.len() > steps.len() {
        let _ =
            write!(text, " The other {} take less than a ten-thousandth off the total.", rightful.len() - steps.len());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::tests::{LIMIT, results};
    use super::*;
    use crate::ranking::Ranking;
    use crate::results::Status;

    #[test]
    fn two_that_complement_each_other_gain_what_both_lose() {
        let run = results(&["a", "b", "c"], 10, 1, |strategy, puzzle| {
            let fast = strategy < 2 && (puzzle % 2 == 0) == (strategy == 0);
            (Status::Ok, if fast { 100 } else { 1_000 }, 0)
        });
        let ranking = Ranking::of(&run);
        let view = View::of(&run, &ranking);
        let steps = greedy(view.pairs.as_ref().expect("timed"), &[0, 1, 2]);
        let told: Vec<_> = steps.iter().map(|step| (step.strategy, step.total, step.puzzles)).collect();
        assert_eq!(told, [(0, 5_500, 5), (1, 1_000, 5)]);
        let chart = chart(&view).expect("three strategies");
        assert!(
            chart.caption.contains("1.00 µs for all 10 instead of the 5.50 µs of a alone: 5.50× faster"),
            "{}",
            chart.caption
        );
        assert!(chart.caption.contains("b (5 puzzles)"), "{}", chart.caption);
    }

    #[test]
    fn who_finishes_nothing_contributes_nothing() {
        let run = results(&["a", "b"], 4, 1, |strategy, _| {
            (if strategy == 0 { Status::Ok } else { Status::Halted }, LIMIT / 2, 0)
        });
        let ranking = Ranking::of(&run);
        assert!(chart(&View::of(&run, &ranking)).is_none());
    }
}
