//! Where each strategy loses: also the winner does, on some puzzles.

use super::table::Table;
use super::tables::{accent, none, unsolved};
use crate::ranking::quantity::{count, nearest_rank, ratio, share};
use crate::ranking::{Pairs, Ranking};
use crate::results::Results;

/// A row a strategy against the fastest one of each puzzle; `None` when nothing was timed or there is nothing to lose to.
pub(super) fn table(results: &Results, ranking: &Ranking) -> Option<Table> {
    let pairs = Pairs::of(results).filter(|pairs| pairs.strategies() > 1 && pairs.puzzles() > 0)?;
    let fastest: Vec<Option<(u64, usize)>> = (0..pairs.puzzles())
        .map(|puzzle| {
            let rightful = (0..pairs.strategies()).filter(|&each| !pairs.is_wrong(each));
            rightful.filter_map(|each| Some((pairs.finished(each, puzzle)?, each))).min()
        })
        .collect();
    let mut table = Table::new(&[
        "strategy",
        "<not solved",
        "beaten on",
        "<most often by",
        "median over fastest",
        "worst over fastest",
        "<there",
    ]);
    for entry in &ranking.entries {
        let me = entry.index;
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
        let worst = factors.last().filter(|worst| worst.0 > 1.0);
        table.push(
            accent(entry),
            vec![
                entry.id.clone(),
                unsolved(entry),
                share(beaten as f64 / pairs.puzzles() as f64),
                top.map_or_else(none, |each| format!("{} ({})", results.strategies[each].id, count(by[each] as u64))),
                nearest_rank(&factors, 0.5).map_or_else(none, |median| ratio(median.0)),
                worst.map_or_else(none, |worst| ratio(worst.0)),
                worst.map_or_else(none, |&(_, puzzle)| {
                    let row = &results.puzzles[puzzle];
                    format!("puzzle {} (line {})", count(row.puzzle), count(row.line))
                }),
            ],
        );
    }
    Some(table)
}
