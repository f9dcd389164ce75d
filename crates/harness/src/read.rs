//! Reads a run directory back into columns.
//!
//! Columns are found by name, so that files with columns more can be read. The verdict on a pair is put together here:
//! wrong before the timed pass before the counted pass.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde::de::DeserializeOwned;

use crate::executor::Hands;
use crate::external::TimedBy;
use crate::manifest::{Manifest, StrategyRecord};
use crate::resources::Resources;
use crate::results::{
    Column, Contradiction, DecoyRow, EFFORTS, ProgramResults, PuzzleRow, Results, Status, StrategyResults,
    StratumResults, Variation, VariedRow,
};
use crate::run_dir::RunDir;

/// The results of a run, whole or interrupted.
///
/// # Errors
/// When a file is missing or damaged.
pub(crate) fn results(dir: &RunDir, manifest: &Manifest) -> Result<Results> {
    if manifest.finished.is_none() && !dir.puzzles().exists() {
        bail!("{} has no rows yet; go on with: harness run --resume {0}", dir.path().display());
    }
    let Selected { puzzles, strata, decoys: expected } = puzzles(&dir.puzzles())?;
    let path = dir.contradictions();
    let contradictions = listed(&path)?.into_iter().collect::<csv::Result<Vec<Contradiction>>>();
    let contradictions = contradictions.with_context(|| format!("{} is damaged", path.display()))?;
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
    let mut strategies = manifest
        .strategies
        .iter()
        .map(|record| {
            // Of a run that was killed, files need not be there yet.
            let open = |path: &Path| {
                let need_not_be = manifest.finished.is_none() && !path.exists();
                if need_not_be { Ok(None) } else { Table::open(path).map(Some) }
            };
            let counts = open(&dir.counts(&record.id))?;
            let times = if passes == 0 { None } else { open(&dir.times(&record.id))? };
            let contradicted: BTreeSet<u64> =
                contradictions.iter().filter(|one| one.strategy == record.id).map(|one| one.puzzle).collect();
            let fallen = |puzzle: usize| contradicted.contains(&(puzzle as u64 + 1));
            Ok(StrategyResults {
                summary: record.summary.clone(),
                ..strategy(record, puzzles.len(), counts, times, passes as usize, &fallen)?
            })
        })
        .collect::<Result<Vec<_>>>()?;
    variations(dir, puzzles.len(), &mut strategies)?;
    let mut results = Results {
        puzzles,
        strata: Vec::new(),
        decoys,
        strategies,
        contradictions,
        // It grows while the run goes on: what is torn is not there yet.
        deaths: listed(&dir.errors())?.into_iter().map_while(Result::ok).collect(),
        reference: manifest.campaign.reference.clone().unwrap_or_default(),
        time_limit_ns: (passes > 0).then(|| manifest.campaign.time_limit.ns()),
        complete: manifest.finished.is_some(),
        processes: manifest.campaign.executor == Some(Hands::Workers),
    };
    let strata = strata.into_iter().rev();
    results.strata = strata.map(|(name, first)| StratumResults { name, results: results.split_off(first) }).collect();
    results.strata.reverse();
    Ok(results)
}

/// Enters what was counted in other forms and with other seeds, where anything was.
fn variations(dir: &RunDir, puzzles: usize, strategies: &mut [StrategyResults]) -> Result<()> {
    let path = dir.variations();
    if !path.exists() {
        return Ok(());
    }
    Table::open(&path)?.each(|row| {
        let kind = [Variation::Form, Variation::Seed].into_iter().find(|kind| row.get("kind") == Some(kind.word()));
        let strategy = strategies.iter_mut().find(|strategy| row.get("strategy") == Some(&strategy.id));
        let status = row.get("status").and_then(Status::parse);
        let number = row.number("number").filter(|&number| number > 0);
        if let (Some(kind), Some(strategy), Some(status), Some(number), Some(puzzle)) =
            (kind, strategy, status, number, row.place(puzzles))
        {
            let [steps, guesses, conflicts] = EFFORTS.map(|name| row.number(name));
            let number = number as u32;
            strategy.variations.push(VariedRow { kind, number, puzzle, status, steps, guesses, conflicts });
        }
        Ok(())
    })
}

/// The rows of a file that need not be there.
fn listed<T: DeserializeOwned>(path: &Path) -> Result<Vec<csv::Result<T>>> {
    if !path.exists() {
        return Ok(Vec::new());
    }
    let mut reader = csv::Reader::from_path(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(reader.deserialize().collect())
}

/// What puzzles.csv lists.
#[derive(Default)]
struct Selected {
    /// The selection, then the strata.
    puzzles: Vec<PuzzleRow>,
    /// The strata by name, each with the index of its first puzzle.
    strata: Vec<(String, usize)>,
    /// The expected number of solutions of each decoy, which come last.
    decoys: Vec<u64>,
}

fn puzzles(path: &Path) -> Result<Selected> {
    let damaged = || format!("{} is damaged", path.display());
    let Selected { mut puzzles, mut strata, mut decoys } = Selected::default();
    Table::open(path)?.each(|row| {
        match row.get("decoy").filter(|text| !text.is_empty()) {
            Some(expected) => {
                decoys.push(expected.parse().with_context(damaged)?);
                return Ok(());
            }
            None => puzzles.push(PuzzleRow {
                puzzle: row.number("puzzle").with_context(damaged)?,
                line: row.number("line").with_context(damaged)?,
                clues: row.number("clues").with_context(damaged)? as u32,
                givens: row.get("givens").with_context(damaged)?.to_owned(),
            }),
        }
        let stratum = row.get("stratum").filter(|name| !name.is_empty());
        if let Some(name) = stratum.filter(|&name| strata.last().is_none_or(|(last, _)| last != name)) {
            strata.push((name.to_owned(), puzzles.len() - 1));
        }
        Ok(())
    })?;
    Ok(Selected { puzzles, strata, decoys })
}

fn strategy(
    record: &StrategyRecord,
    puzzles: usize,
    counts: Option<Table>,
    times: Option<Table>,
    passes: usize,
    fallen: &dyn Fn(usize) -> bool,
) -> Result<StrategyResults> {
    let mut counted: Vec<Option<Status>> = vec![None; puzzles];
    let names = record.counters.clone();
    let mut program = record.external.as_ref().map(|external| ProgramResults {
        clock: external.clock,
        startup_ns: external.startup_ns,
        ..ProgramResults::default()
    });
    let mut columns = vec![Column::missing(puzzles); names.len()];
    counts.map_or(Ok(()), |counts| {
        counts.each(|row| {
            if let Some(puzzle) = row.place(puzzles) {
                counted[puzzle] = row.get("status").and_then(Status::parse);
                names.iter().zip(&mut columns).for_each(|(name, column)| column.set(puzzle, row.number(name)));
            }
            if let Some(program) = &mut program {
                program.see(&row);
            }
            Ok(())
        })
    })?;
    let mut solve_ns = vec![Column::missing(puzzles); passes];
    // Of each pair: passes that finished, passes that did not, and how the first of those ended.
    let mut timed = vec![(0_u32, 0_u32, None); if times.is_some() { puzzles } else { 0 }];
    let mut resources = vec![None; passes];
    if let Some(times) = times {
        times.each(|row| {
            row.enter_resources(&mut resources);
            let column = row.number("pass").and_then(|pass| solve_ns.get_mut((pass as usize).checked_sub(1)?));
            let (Some(puzzle), Some(column)) = (row.place(puzzles), column) else { return Ok(()) };
            column.set(puzzle, row.number("solve_ns"));
            if let Some(program) = &mut program {
                program.see(&row);
            }
            let (finished, unfinished, how) = &mut timed[puzzle];
            match row.get("status").and_then(Status::parse) {
                Some(Status::Ok) => *finished += 1,
                Some(other) => {
                    *unfinished += 1;
                    how.get_or_insert(other);
                }
                None => {}
            }
            Ok(())
        })?;
    }
    // A puzzle without a row was not reached before the run was interrupted.
    let counted: Vec<Status> = counted.into_iter().map(|status| status.unwrap_or(Status::Missing)).collect();
    let verdict = |puzzle: usize| match timed.get(puzzle) {
        _ if fallen(puzzle) => Status::Wrong,
        Some(&(finished, unfinished, Some(how))) if finished <= unfinished => how,
        Some(&(1.., _, _)) => Status::Ok,
        _ => counted[puzzle],
    };
    let status = (0..puzzles).map(verdict).collect();
    let counters = names.into_iter().zip(columns).collect();
    let (id, summary) = (record.id.clone(), String::new());
    Ok(StrategyResults { id, summary, status, counted, solve_ns, counters, program, resources, variations: Vec::new() })
}

impl ProgramResults {
    fn see(&mut self, row: &Row<'_>) {
        self.timed_by = self.timed_by.max(row.get("timed_by").and_then(TimedBy::parse));
        if self.trouble.is_none() {
            self.trouble = row.get("reason").filter(|reason| !reason.is_empty()).map(str::to_owned);
        }
    }
}

/// A CSV file by column names, read row by row: it may have millions.
struct Table {
    header: Vec<String>,
    reader: csv::Reader<std::fs::File>,
}

impl Table {
    fn open(path: &Path) -> Result<Self> {
        let mut reader = csv::Reader::from_path(path).with_context(|| format!("cannot read {}", path.display()))?;
        let header = reader.headers().with_context(|| format!("{} is damaged", path.display()))?;
        Ok(Self { header: header.iter().map(str::to_owned).collect(), reader })
    }

    /// Goes through the rows up to the first that is torn.
    fn each(mut self, mut see: impl FnMut(Row<'_>) -> Result<()>) -> Result<()> {
        let mut record = csv::StringRecord::new();
        while self.reader.read_record(&mut record).unwrap_or(false) {
            see(Row { header: &self.header, record: &record })?;
        }
        Ok(())
    }
}

/// One row, by column names.
struct Row<'a> {
    header: &'a [String],
    record: &'a csv::StringRecord,
}

impl Row<'_> {
    fn get(&self, column: &str) -> Option<&str> {
        let at = self.header.iter().position(|name| name == column)?;
        self.record.get(at)
    }

    fn number(&self, column: &str) -> Option<u64> {
        self.get(column)?.parse().ok()
    }

    /// Adds what the row's block took to its pass, where it says so.
    fn enter_resources(&self, passes: &mut [Option<Resources>]) {
        let number = |column| self.number(column);
        let pass = number("pass").and_then(|pass| passes.get_mut((pass as usize).checked_sub(1)?));
        if let (Some(pass), Some(puzzles), Some(wall_ns)) = (pass, number("block_puzzles"), number("block_wall_ns")) {
            let taken = Resources {
                puzzles,
                wall_ns,
                cpu_ns: number("block_cpu_ns"),
                instructions: number("block_instructions"),
                peak_memory_bytes: number("block_peak_memory_bytes"),
            };
            *pass = Some(pass.map_or(taken, |before| before.and(taken)));
        }
    }

    /// The index of the row's puzzle, when it is among the first `puzzles`.
    fn place(&self, puzzles: usize) -> Option<usize> {
        let puzzle = self.number("puzzle")? as usize;
        (1..=puzzles).contains(&puzzle).then(|| puzzle - 1)
    }
}
