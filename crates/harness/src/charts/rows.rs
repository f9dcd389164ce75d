//! A chart with a row a strategy: labels at the left, rows on even ground.

use super::canvas::{Anchor, Canvas, TEXT, WIDTH, fit};
use super::style::{GRID, INK};
use super::view::View;

/// Height of a row.
pub(super) const ROW: f64 = 30.0;
/// Room above the first row.
pub(super) const TOP: f64 = 34.0;

/// Where the rows of a chart stand.
pub(super) struct Rows {
    /// Strategies, by place in the results.
    pub(super) strategies: Vec<usize>,
    /// Left end of the plot.
    pub(super) left: f64,
    /// Right end of the plot.
    pub(super) right: f64,
}

impl Rows {
    /// Rows for these strategies with `column` pixels at the right for numbers.
    pub(super) fn new(view: &View<'_>, strategies: Vec<usize>, column: f64) -> Self {
        Self { strategies, left: view.gutter(), right: WIDTH - column }
    }

    /// Bottom of the last row.
    pub(super) fn bottom(&self) -> f64 {
        TOP + ROW * self.strategies.len() as f64
    }

    /// The middle of a row.
    pub(super) fn middle(row: usize) -> f64 {
        TOP + ROW * (row as f64 + 0.5)
    }

    /// Draws the labels with their markers and a line under each row.
    pub(super) fn draw(&self, canvas: &mut Canvas, view: &View<'_>) {
        for (row, &strategy) in self.strategies.iter().enumerate() {
            let y = Self::middle(row);
            let id = fit(view.id(strategy), self.left - 38.0, TEXT);
            canvas.of(view.id(strategy), "", |canvas| {
                canvas.text((self.left - 30.0, y), &id, Anchor::End, TEXT, INK);
                canvas.marker((self.left - 16.0, y), &view.styles[strategy], 4.5, 1.0);
            });
            canvas.line((self.left, y + ROW / 2.0), (WIDTH - 8.0, y + ROW / 2.0), GRID, 1.0, 1.0);
        }
    }
}
