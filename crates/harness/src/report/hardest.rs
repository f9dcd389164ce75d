//! The hardest puzzles of the run, with what each strategy needed.
//!
//! Hard is what is hard for all: puzzles are ordered by the sum over strategies of the logarithm of their time, or of
//! their guesses when nothing was timed. A strategy that finished nothing says nothing and is left out of the sum.

use super::board;
use super::table::{Accent, Table};
use crate::ranking::quantity::{Bound, Bounded, count, time};
use crate::ranking::{Pairs, Ranking, is_cut};
use crate::results::{Results, Status};

/// How many are shown.
const SHOWN: usize = 20;

/// One strategy on one puzzle.
#[derive(Clone, Debug)]
pub(super) struct Effort {
    pub(super) id: String,
    /// A time, a number of guesses, or the status.
    pub(super) text: String,
    /// Its steps; empty where it counts none.
    pub(super) steps: String,
    /// Length of its bar in per cent.
    pub(super) percent: u32,
    /// Whether it solved the puzzle.
    pub(super) solved: bool,
}

/// One puzzle.
#[derive(Clone, Debug)]
pub(super) struct Hard {
    pub(super) puzzle: String,
    pub(super) line: String,
    pub(super) clues: u32,
    pub(super) givens: String,
    /// Inline SVG; `None` where the givens are no square board.
    pub(super) board: Option<String>,
    pub(super) efforts: Vec<Effort>,
}

/// The hardest puzzles, hardest first, and what they were ordered by.
#[derive(Clone, Debug, Default)]
pub(super) struct Hardest {
    pub(super) puzzles: Vec<Hard>,
    pub(super) by: &'static str,
}

/// Finds them; none where there is neither time nor guess.
pub(super) fn hardest(results: &Results, ranking: &Ranking, rules: &str) -> Hardest {
    let pairs = Pairs::of(results);
    let guesses = |strategy: usize, puzzle: usize| {
        results.strategies[strategy].counters.get("guesses").and_then(|column| column.at(puzzle))
    };
    let value = |strategy: usize, puzzle: usize| match &pairs {
        Some(pairs) => Some(pairs.entered(strategy, puzzle).max(1)),
        None => guesses(strategy, puzzle).map(|guesses| guesses.saturating_add(1)),
    };
    let counted: Vec<usize> = ranking
        .order()
        .into_iter()
        .filter(|&strategy| match &pairs {
            Some(pairs) => pairs.finishes(strategy) > 0 && !pairs.is_wrong(strategy),
            None => results.strategies[strategy].counters.contains_key("guesses"),
        })
        .collect();
    if counted.is_empty() {
        return Hardest::default();
    }
    let mut scores: Vec<(f64, usize)> = (0..results.puzzles.len())
        .map(|puzzle| {
            let logs = counted.iter().filter_map(|&strategy| Some((value(strategy, puzzle)? as f64).ln()));
            (logs.sum(), puzzle)
        })
        .collect();
    scores.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    scores.truncate(SHOWN);

    let values = || scores.iter().flat_map(|&(_, puzzle)| counted.iter().filter_map(move |&each| value(each, puzzle)));
    let low = (values().min().unwrap_or(1) as f64).ln();
    let high = (values().max().unwrap_or(1) as f64).ln();
    let effort = |strategy: usize, puzzle: usize| {
        let status = results.strategies[strategy].status.get(puzzle).copied().unwrap_or(Status::Error);
        let finished = pairs.as_ref().map(|pairs| pairs.finished(strategy, puzzle));
        let (text, solved) = match finished {
            Some(Some(ns)) => (time(ns as f64), true),
            Some(None) if status == Status::Ok => ("timeout".to_owned(), false),
            Some(None) => (status.word().to_owned(), false),
            None => {
                let guesses = guesses(strategy, puzzle).map_or_else(|| "–".to_owned(), count);
                let ok = status == Status::Ok;
                (if ok { guesses } else { format!("{guesses} ({})", status.word()) }, ok)
            }
        };
        let part = value(strategy, puzzle).map_or(0.0, |value| ((value as f64).ln() - low) / (high - low).max(1e-9));
        let row = &results.strategies[strategy];
        let steps = row.counters.get("steps").and_then(|column| column.at(puzzle));
        let cut = row.counted.get(puzzle).is_some_and(|&status| is_cut(status));
        let bound = if cut { Bound::AtLeast } else { Bound::Exact };
        Effort {
            id: results.strategies[strategy].id.clone(),
            text,
            steps: steps.map_or_else(String::new, |steps| Bounded::new(steps, bound).count()),
            percent: (3.0 + 97.0 * part.clamp(0.0, 1.0)).round() as u32,
            solved,
        }
    };
    let puzzles = scores
        .iter()
        .map(|&(_, puzzle)| {
            let row = &results.puzzles[puzzle];
            Hard {
                puzzle: count(row.puzzle),
                line: count(row.line),
                clues: row.clues,
                givens: row.givens.clone(),
                board: board::svg(&row.givens, rules),
                efforts: counted.iter().map(|&strategy| effort(strategy, puzzle)).collect(),
            }
        })
        .collect();
    Hardest { puzzles, by: if pairs.is_some() { "time" } else { "guesses" } }
}

impl Hardest {
    /// As a table, for Markdown.
    pub(super) fn table(&self) -> Table {
        let first = self.puzzles.first();
        let ids = first.iter().flat_map(|hard| &hard.efforts).map(|effort| effort.id.as_str());
        let mut table = Table::new(&["puzzle", "line", "clues", "<givens"].into_iter().chain(ids).collect::<Vec<_>>());
        for hard in &self.puzzles {
            let mut cells = vec![hard.puzzle.clone(), hard.line.clone(), hard.clues.to_string(), hard.givens.clone()];
            cells.extend(hard.efforts.iter().map(|effort| effort.text.clone()));
            table.push(Accent::Plain, cells);
        }
        table
    }
}
