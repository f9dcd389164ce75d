//! Reads a run directory back into columns.
//!
//! Columns are found by name, so that files with columns more can be read. The verdict on a pair is put together here:
//! wrong before the timed pass before the counted pass.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result};

use crate::manifest::Manifest;
use crate::results::{Contradiction, DecoyRow, PuzzleRow, Results, Status, StrategyResults};
use crate::run_dir::RunDir;

/// The results of a run, whole or interrupted.
///
/// # Errors
/// When a file is missing or damaged.
pub(crate) fn results(dir: &RunDir, manifest: &Manifest) -> Result<Results> {
    let (puzzles, expected) = puzzles(&dir.puzzles())?;
    let path = dir.contradictions();
    let contradictions: Vec<Contradiction> = if path.exists() {
        let mut reader = csv::Reader::from_path(&path).with_context(|| format!("cannot read {}", path.display()))?;
        reader.deserialize().collect::<Result<_, _>>().with_context(|| format!("{} is damaged", path.display()))?
    } else {
        Vec::new()
    };
    let mut decoys: Vec<DecoyRow> = expected
        .iter()
        .enumerate()
        .map(|(at, &expected)| DecoyRow { puzzle: (puzzles.len() + at + 1) as u64, expected, fooled: Vec::new() })
        .collect();
    for one in &contradictions {
        if let Some(decoy) = decoys.iter_mut().find(|decoy| decoy.puzzle == one.puzzle) {
            decoy.fooled.push(one.strategy.clone());
        }
    }
    let passes = manifest.passes.unwrap_or(if manifest.timed_blocks.is_some() { manifest.campaign.reps } else { 0 });
    let strategies = manifest
        .strategies
        .iter()
        .map(|record| {
            let counts = Table::read(&dir.counts(&record.id))?;
            let times = if passes == 0 { None } else { Some(Table::read(&dir.times(&record.id))?) };
            let fallen = |puzzle: usize| {
                contradictions.iter().any(|one| one.strategy == record.id && one.puzzle == puzzle as u64 + 1)
            };
            Ok(StrategyResults {
                summary: record.summary.clone(),
                ..strategy(&record.id, puzzles.len(), &counts, times.as_ref(), passes as usize, &fallen)
            })
        })
        .collect::<Result<_>>()?;
    Ok(Results {
        puzzles,
        decoys,
        strategies,
        contradictions,
        reference: manifest.campaign.reference.clone().unwrap_or_default(),
        time_limit_ns: (passes > 0).then(|| manifest.campaign.time_limit.ns()),
        complete: manifest.finished.is_some(),
    })
}

/// The selection, and the expected number of solutions of each decoy after it.
fn puzzles(path: &Path) -> Result<(Vec<PuzzleRow>, Vec<u64>)> {
    let table = Table::read(path)?;
    let damaged = || format!("{} is damaged", path.display());
    let (mut puzzles, mut decoys) = (Vec::new(), Vec::new());
    for row in 0..table.rows.len() {
        match table.get(row, "decoy").filter(|text| !text.is_empty()) {
            Some(expected) => decoys.push(expected.parse().with_context(damaged)?),
            None => puzzles.push(PuzzleRow {
                puzzle: table.number(row, "puzzle").with_context(damaged)?,
                line: table.number(row, "line").with_context(damaged)?,
                clues: table.number(row, "clues").with_context(damaged)? as u32,
                givens: table.get(row, "givens").with_context(damaged)?.to_owned(),
            }),
        }
    }
    Ok((puzzles, decoys))
}

fn strategy(
    id: &str,
    puzzles: usize,
    counts: &Table,
    times: Option<&Table>,
    passes: usize,
    fallen: &dyn Fn(usize) -> bool,
) -> StrategyResults {
    let mut counted = vec![None; puzzles];
    let names: Vec<String> = counts.header.iter().skip(3).cloned().collect();
    let mut counters: BTreeMap<String, Vec<Option<u64>>> =
        names.iter().map(|name| (name.clone(), vec![None; puzzles])).collect();
    for row in 0..counts.rows.len() {
        let Some(puzzle) = counts.place(row, puzzles) else { continue };
        counted[puzzle] = counts.get(row, "status").and_then(Status::parse);
        for name in &names {
            counters.get_mut(name).expect("made from the same names")[puzzle] = counts.number(row, name);
        }
    }
    let mut solve_ns = vec![vec![None; puzzles]; passes];
    let mut timed: Vec<Vec<Status>> = vec![Vec::new(); puzzles];
    for (table, row) in times.iter().flat_map(|table| (0..table.rows.len()).map(move |row| (table, row))) {
        let pass = table.number(row, "pass").map_or(0, |pass| pass as usize);
        let (Some(puzzle), 1..) = (table.place(row, puzzles), pass) else { continue };
        if let Some(column) = solve_ns.get_mut(pass - 1) {
            column[puzzle] = table.number(row, "solve_ns");
            timed[puzzle].extend(table.get(row, "status").and_then(Status::parse));
        }
    }
    let verdict = |puzzle: usize| {
        let finished = timed[puzzle].iter().filter(|status| **status == Status::Ok).count();
        let unfinished = timed[puzzle].iter().copied().find(|status| *status != Status::Ok);
        match (fallen(puzzle), unfinished) {
            (true, _) => Status::Wrong,
            (false, Some(status)) if 2 * finished <= timed[puzzle].len() => status,
            (false, _) if finished > 0 => Status::Ok,
            // A puzzle without a row was not reached before the run was interrupted.
            (false, _) => counted[puzzle].unwrap_or(Status::Timeout),
        }
    };
    let status = (0..puzzles).map(verdict).collect();
    StrategyResults { id: id.to_owned(), summary: String::new(), status, solve_ns, counters }
}

/// A CSV file by column names.
struct Table {
    header: Vec<String>,
    rows: Vec<csv::StringRecord>,
}

impl Table {
    /// Reads a file up to the first line that is torn.
    fn read(path: &Path) -> Result<Self> {
        let mut reader = csv::Reader::from_path(path).with_context(|| format!("cannot read {}", path.display()))?;
        let header = reader.headers().with_context(|| format!("{} is damaged", path.display()))?;
        let header = header.iter().map(str::to_owned).collect();
        Ok(Self { header, rows: reader.records().map_while(Result::ok).collect() })
    }

    fn get(&self, row: usize, column: &str) -> Option<&str> {
        let at = self.header.iter().position(|name| name == column)?;
        self.rows[row].get(at)
    }

    fn number(&self, row: usize, column: &str) -> Option<u64> {
        self.get(row, column)?.parse().ok()
    }

    /// The index of the row's puzzle, when it is among the first `puzzles`.
    fn place(&self, row: usize, puzzles: usize) -> Option<usize> {
        let puzzle = self.number(row, "puzzle")? as usize;
        (1..=puzzles).contains(&puzzle).then(|| puzzle - 1)
    }
}
