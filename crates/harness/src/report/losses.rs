//! Where each strategy loses: also the winner does, on some puzzles.

use super::table::Table;
use super::tables::{accent, none, unsolved};
use crate::ranking::quantity::{count, nearest_rank, ratio, share};
use crate::ranking::{Pairs, Ranking};
use crate::results::Results;

/// What one strategy loses to the fastest one of each puzzle.
pub(super) struct Loss {
    /// Puzzles on which another was faster, or which it did not finish where another did.
    pub(super) beaten: usize,
    /// Of all puzzles.
    pub(super) share: f64,
    /// By whom most often (a place in the results), and how often.
    pub(super) by: Option<(usize, usize)>,
    /// Its time over the fastest, the median over the puzzles that it finished.
    pub(super) median: Option<f64>,
    /// The largest such factor above 1, and the puzzle's place in the results.
    pub(super) worst: Option<(f64, usize)>,
}

/// The losses of each entry of the ranking, in its order; `None` when nothing was timed or there is nothing to lose to.
pub(super) fn of(results: &Results, ranking: &Ranking) -> Option<Vec<Loss>> {
    let pairs = Pairs::of(results).filter(|pairs| pairs.strategies() > 1 && pairs.puzzles() > 0)?;
    let fastest: Vec<Option<(u64, usize)>> = (0..pairs.puzzles())
        .map(|puzzle| {
            let rightful = (0..pairs.strategies()).filter(|&each| !pairs.is_wrong(each));
            rightful.filter_map(|each| Some((pairs.finished(each, puzzle)?, each))).min()
        })
        .collect();
    let loss = |me: usize| {
        let mut beaten = 0usize;
        let mut by = vec![0usize; pairs.strategies()];
        let mut factors: Vec<(f64, usize)> = Vec::new();
        for (puzzle, best) in fastest.iter().enumerate() {
            let Some((best_ns, best)) = *best else { continue };
            let mine = pairs.finished(me, puzzle);
            if mine.is_none_or(|ns| ns > best_ns) {
                beaten += 1;
                by[best] += 1;
            }
            if let Some(ns) = mine {
                factors.push((ns.max(1) as f64 / best_ns.max(1) as f64, puzzle));
            }
        }
        factors.sort_by(|a, b| a.0.total_cmp(&b.0));
        let top = (0..by.len()).max_by_key(|&each| (by[each], usize::MAX - each)).filter(|&each| by[each] > 0);
        Loss {
            beaten,
            share: beaten as f64 / pairs.puzzles() as f64,
            by: top.map(|each| (each, by[each])),
            median: nearest_rank(&factors, 0.5).map(|median| median.0),
            worst: factors.last().copied().filter(|worst| worst.0 > 1.0),
        }
    };
    Some(ranking.entries.iter().map(|entry| loss(entry.index)).collect())
}

/// A row a strategy against the fastest one of each puzzle; `None` when nothing was timed or there is nothing to lose to.
pub(super) fn table(results: &Results, ranking: &Ranking) -> Option<Table> {
    let losses = of(results, ranking)?;
    let mut table = Table::new(&[
        "strategy",
        "<not solved",
        "beaten on",
        "<most often by",
        "median over fastest",
        "worst over fastest",
        "<there",
    ]);
    for (entry, loss) in ranking.entries.iter().zip(losses) {
        table.push(
            accent(entry),
            vec![
                entry.id.clone(),
                unsolved(entry),
                share(loss.share),
                loss.by.map_or_else(none, |(each, times)| {
                    format!("{} ({})", results.strategies[each].id, count(times as u64))
                }),
                loss.median.map_or_else(none, ratio),
                loss.worst.map_or_else(none, |worst| ratio(worst.0)),
                loss.worst.map_or_else(none, |(_, puzzle)| {
                    let row = &results.puzzles[puzzle];
                    format!("puzzle {} (line {})", count(row.puzzle), count(row.line))
                }),
            ],
        );
    }
    Some(table)
}
