//! Bars: how often each strategy was the fastest, and how its puzzles ended.

use std::fmt::Write as _;

use plotters::style::RGBColor;

use super::canvas::{Anchor, Canvas, SMALL, TEXT, WIDTH, paint, text_width};
use super::rows::{Rows, TOP};
use super::style::{AXIS, BAD, FINE, Fill, GRID, INK, MUTED, PAPER, Shape, ZONE};
use super::view::{View, list};
use super::{Chart, Data};
use crate::ranking::quantity::{count, share, things};
use crate::results::Status;

const WINS: &str = "Who is the fastest, puzzle by puzzle";
const WINS_DESCRIPTION: &str = "One bar a strategy: the share of the puzzles on which it was the fastest of all.";
const STATUSES: &str = "How the puzzles ended";
const STATUSES_DESCRIPTION: &str = "One bar a strategy, divided into the puzzles that it answered and those that ended \
                                    stuck, halted, timed out, unsupported, wrong or in an error.";

/// Share of wins; `None` when nothing was timed.
pub(super) fn wins(view: &View<'_>) -> Option<Chart> {
    view.pairs.as_ref()?;
    let wins = |index: usize| {
        let entry = view.ranking.entries.iter().find(|entry| entry.index == index);
        entry.and_then(|entry| entry.all.as_ref()).map_or(0.0, |all| all.wins)
    };
    let rows = Rows::new(view, view.order.clone(), 92.0);
    let bottom = rows.bottom();
    let x_of = |part: f64| rows.left + (rows.right - rows.left) * part;
    let svg = paint(WINS, WINS_DESCRIPTION, bottom + 52.0, |canvas| {
        percent_axis(canvas, &rows, bottom, "share of the puzzles; a tie is split");
        rows.draw(canvas, view);
        canvas.text((WIDTH - 12.0, TOP - 14.0), "fastest on", Anchor::End, SMALL, MUTED);
        for (row, &strategy) in rows.strategies.iter().enumerate() {
            let y = Rows::middle(row);
            let part = wins(strategy);
            let tip = format!("{}: the fastest on {} of the puzzles", view.id(strategy), share(part));
            canvas.of(view.id(strategy), &tip, |canvas| {
                canvas.rect((rows.left, y - 8.0), (x_of(part), y + 8.0), view.styles[strategy].color, 1.0);
                canvas.text((WIDTH - 12.0, y), &share(part), Anchor::End, TEXT, INK);
            });
        }
    });
    let never: Vec<String> =
        view.order.iter().filter(|&&each| wins(each) <= 0.0).map(|&each| view.id(each).to_owned()).collect();
    let most = view.order.iter().copied().max_by(|&a, &b| wins(a).total_cmp(&wins(b))).filter(|&each| wins(each) > 0.0);
    let mut caption = match most {
        Some(most) => format!(
            "{} is the fastest on {} of the {}.",
            view.id(most),
            share(wins(most)),
            things(view.puzzles() as u64, "puzzle")
        ),
        None => "No strategy finished any puzzle.".to_owned(),
    };
    if never.len() > 4 && most.is_some() {
        let _ = write!(caption, " {} of the {} strategies are never the fastest.", never.len(), view.order.len());
    } else if !never.is_empty() && most.is_some() {
        let _ = write!(caption, " Never the fastest: {}.", list(&never));
    }
    let data = Data::new(
        &["strategy", "fastest on"],
        view.order.iter().map(|&strategy| vec![view.id(strategy).to_owned(), share(wins(strategy))]),
    );
    Some(Chart::new("wins", WINS, WINS_DESCRIPTION, caption, svg, data))
}

/// Bars of statuses.
pub(super) fn statuses(view: &View<'_>) -> Chart {
    let rows = Rows::new(view, view.order.clone(), 12.0);
    let bottom = rows.bottom();
    let n = view.puzzles() as f64;
    let seen: Vec<Status> = Status::ALL.into_iter().filter(|&status| view.ranking.count(status) > 0).collect();
    let svg = paint(STATUSES, STATUSES_DESCRIPTION, bottom + 78.0, |canvas| {
        percent_axis(canvas, &rows, bottom, "share of the puzzles");
        rows.draw(canvas, view);
        for (row, &strategy) in rows.strategies.iter().enumerate() {
            let y = Rows::middle(row);
            let entry = view.ranking.entries.iter().find(|entry| entry.index == strategy);
            let mut x = rows.left;
            for &status in &seen {
                let number = entry.map_or(0, |entry| entry.count(status));
                let width = (rows.right - rows.left) * number as f64 / n;
                let tip = format!("{}: {} {}", view.id(strategy), count(number as u64), status.word());
                if number > 0 {
                    canvas.of(view.id(strategy), &tip, |canvas| segment(canvas, (x, y), width, status, number));
                }
                x += width;
            }
        }
        let mut x = rows.left;
        for &status in &seen {
            segment(canvas, (x, bottom + 60.0), 22.0, status, 0);
            canvas.text((x + 28.0, bottom + 60.0), status.word(), Anchor::Start, SMALL, MUTED);
            x += 28.0 + text_width(status.word(), SMALL) + 22.0;
        }
    });
    let head: Vec<&str> = std::iter::once("strategy").chain(seen.iter().map(|status| status.word())).collect();
    let data = Data::new(
        &head,
        view.ranking.entries.iter().map(|entry| {
            let counts = seen.iter().map(|&status| count(entry.count(status) as u64));
            std::iter::once(entry.id.clone()).chain(counts).collect()
        }),
    );
    Chart::new("statuses", STATUSES, STATUSES_DESCRIPTION, statuses_caption(view), svg, data)
}

fn percent_axis(canvas: &mut Canvas, rows: &Rows, bottom: f64, title: &str) {
    for part in [0.0, 0.25, 0.5, 0.75, 1.0] {
        let x = rows.left + (rows.right - rows.left) * part;
        canvas.line((x, TOP), (x, bottom), GRID, 1.0, 1.0);
        let anchor = if part >= 1.0 && rows.right > WIDTH - 30.0 { Anchor::End } else { Anchor::Middle };
        canvas.text((x, bottom + 14.0), &share(part), anchor, SMALL, MUTED);
    }
    canvas.line((rows.left, bottom), (rows.right, bottom), AXIS, 1.0, 1.0);
    canvas.text((f64::midpoint(rows.left, rows.right), bottom + 36.0), title, Anchor::Middle, TEXT, MUTED);
}

/// Colour, and a pattern of its own so that colour is not needed.
fn segment(canvas: &mut Canvas, (x, y): (f64, f64), width: f64, status: Status, number: usize) {
    if width <= 0.0 {
        return;
    }
    let end = x + width.max(2.0);
    let (color, alpha): (RGBColor, f64) = match status {
        Status::Ok => (FINE, 0.85),
        Status::Stuck => (ZONE, 1.0),
        Status::Halted => (AXIS, 0.55),
        Status::Timeout => (MUTED, 1.0),
        Status::Unsupported | Status::Missing => (PAPER, 1.0),
        Status::Wrong | Status::Error => (BAD, 1.0),
    };
    canvas.rect((x, y - 9.0), (end, y + 9.0), color, alpha);
    canvas.frame((x, y - 9.0), (end, y + 9.0), MUTED, 0.8);
    let mut at = x + 5.0;
    let step = 7.0;
    while at < end - 2.0 {
        match status {
            Status::Stuck => canvas.shape((at, y), Shape::Circle, Fill::Solid, MUTED, 1.2, 0.8),
            Status::Halted => canvas.line((at, y - 9.0), (at, y + 9.0), MUTED, 0.8, 1.0),
            Status::Timeout => canvas.line((at - 2.0, y + 8.5), (at + 2.0, y - 8.5), PAPER, 0.7, 1.2),
            Status::Error => canvas.shape((at, y), Shape::Cross, Fill::Hollow, PAPER, 2.5, 1.0),
            Status::Missing => canvas.shape((at, y), Shape::Circle, Fill::Hollow, MUTED, 1.2, 0.8),
            Status::Ok | Status::Unsupported | Status::Wrong => break,
        }
        at += step;
    }
    let text = count(number as u64);
    let wide = text_width(&text, SMALL) + 12.0;
    if number > 0 && width > wide {
        let middle = f64::midpoint(x, end);
        canvas.rect((middle - wide / 2.0, y - 8.0), (middle + wide / 2.0, y + 8.0), PAPER, 0.92);
        canvas.text((middle, y), &text, Anchor::Middle, SMALL, INK);
    }
}

fn statuses_caption(view: &View<'_>) -> String {
    let n = view.puzzles();
    let entries = &view.ranking.entries;
    let full = entries.iter().filter(|entry| entry.count(Status::Ok) == n).count();
    let [among, all] = [(entries.len(), "strategy"), (n, "puzzle")].map(|(n, one)| things(n as u64, one));
    let mut text = format!("{full} of {among} answered all of {all}.");
    for status in Status::ALL.into_iter().filter(|&status| status != Status::Ok) {
        let who: Vec<String> = entries
            .iter()
            .filter(|entry| entry.count(status) > 0)
            .map(|entry| format!("{} {}", entry.id, count(entry.count(status) as u64)))
            .collect();
        if !who.is_empty() {
            let _ = write!(text, " {}: {}.", capital(status.word()), list(&who));
        }
    }
    text
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
