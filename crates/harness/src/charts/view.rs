//! What all charts need to know of the results.

use super::canvas::{TEXT, text_width};
use super::style::{Style, styles};
use crate::ranking::{Pairs, Ranking};
use crate::results::{PuzzleRow, Results, StrategyResults};

/// Points of one chart of points, all strategies together.
pub(super) const POINTS: usize = 2_400;

/// The results with what was worked out from them.
pub(super) struct View<'a> {
    pub(super) results: &'a Results,
    pub(super) ranking: &'a Ranking,
    /// `None` when nothing was timed.
    pub(super) pairs: Option<Pairs<'a>>,
    /// By place in the results.
    pub(super) styles: Vec<Style>,
    /// Places in the results, best first.
    pub(super) order: Vec<usize>,
}

impl<'a> View<'a> {
    pub(super) fn of(results: &'a Results, ranking: &'a Ranking) -> Self {
        Self {
            results,
            ranking,
            pairs: Pairs::of(results),
            styles: styles(results.strategies.iter().map(|strategy| strategy.id.as_str())),
            order: ranking.order(),
        }
    }

    pub(super) fn strategy(&self, index: usize) -> &'a StrategyResults {
        &self.results.strategies[index]
    }

    pub(super) fn id(&self, index: usize) -> &'a str {
        &self.results.strategies[index].id
    }

    pub(super) fn puzzles(&self) -> usize {
        self.results.puzzles.len()
    }

    pub(super) fn puzzle(&self, index: usize) -> &'a PuzzleRow {
        &self.results.puzzles[index]
    }

    /// The place of the reference among the strategies, in a timed run.
    pub(super) fn reference(&self) -> Option<usize> {
        let reference = self.ranking.reference.as_deref()?;
        self.results.strategies.iter().position(|strategy| strategy.id == reference)
    }

    /// Room that the longest id needs at the left of a chart of rows, its marker included.
    pub(super) fn gutter(&self) -> f64 {
        let widest = self.results.strategies.iter().map(|strategy| text_width(&strategy.id, TEXT)).fold(0.0, f64::max);
        widest.clamp(60.0, 230.0) + 40.0
    }
}

/// At most `most` of a list, evenly spread and always the same ones; the rare, which are what a chart is read for, get up
/// to a quarter of them.
pub(super) fn sample<T: Copy>(values: &[T], most: usize, rare: impl Fn(&T) -> bool) -> Vec<T> {
    if values.len() <= most {
        return values.to_vec();
    }
    let (rare, common): (Vec<T>, Vec<T>) = values.iter().partition(|value| rare(value));
    let mut kept = spread(&rare, (most / 4).max(most.saturating_sub(common.len())));
    kept.extend(spread(&common, most - kept.len()));
    kept
}

fn spread<T: Copy>(values: &[T], most: usize) -> Vec<T> {
    let kept = values.len().min(most);
    (0..kept).map(|index| values[index * values.len() / kept]).collect()
}

/// The sentence for a chart that does not draw every point.
pub(super) fn sampled(drawn: usize, of: usize) -> String {
    if drawn >= of {
        return String::new();
    }
    let count = |number: usize| crate::ranking::quantity::count(number as u64);
    format!(
        " {} of {} points are drawn, evenly spread over the selection, unsolved ones first.",
        count(drawn),
        count(of)
    )
}

/// `a`, `a and b`, `a, b and c`.
pub(super) fn list(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [start @ .., last] => format!("{} and {last}", start.join(", ")),
    }
}
