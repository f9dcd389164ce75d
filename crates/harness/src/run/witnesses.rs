//! `witnesses.csv` and `contradictions.csv`: the evidence.
//!
//! Every checked grid that says something new, and every fault, is written before the rows that it belongs to, so that a
//! resumed run knows what the interrupted one knew. `grid` or `reason` is empty in each line.

use anyhow::Result;
use model::Givens;
use model::text::{board_text, parse_board};

use super::plan::Plan;
use crate::jobs::CountRow;
use crate::ledger::Ledger;
use crate::results::Status;
use crate::run_dir::{RowFile, RunDir, csv_line};

const COLUMNS: [&str; 4] = ["puzzle", "strategy", "grid", "reason"];

/// The journal, open for more.
pub(super) struct Journal {
    file: RowFile,
    blocks: usize,
    pending: Vec<u8>,
}

/// What a line says, of which puzzle, from 0.
enum Line {
    Grid(usize, Givens),
    Fault(usize, String),
}

impl Line {
    fn parse(row: &[String], plan: &Plan) -> Option<Self> {
        let puzzle = row[0].parse::<usize>().ok()?.checked_sub(1).filter(|&puzzle| puzzle < plan.puzzles.len())?;
        if row[2].is_empty() {
            return Some(Self::Fault(puzzle, row[3].clone()));
        }
        Some(Self::Grid(puzzle, parse_board(&row[2], &plan.puzzles.rules).ok()?))
    }
}

impl Journal {
    /// Opens it and enters in the ledger what it holds.
    pub(super) fn open(plan: &Plan, dir: &RunDir, ledger: &mut Ledger) -> Result<Self> {
        let header = COLUMNS.map(str::to_owned);
        let (file, rows) = RowFile::resume(&dir.witnesses(), &header, |rows| {
            let sound = rows.iter().take_while(|row| Line::parse(row, plan).is_some()).count();
            (sound, sound)
        })?;
        let ids = plan.ids();
        for row in &rows {
            match Line::parse(row, plan) {
                Some(Line::Grid(puzzle, grid)) => drop(ledger.learn(puzzle, grid.values())),
                Some(Line::Fault(puzzle, reason)) => {
                    if let Some(slot) = ids.iter().position(|id| *id == row[1]) {
                        ledger.recall_fault(slot, puzzle, reason);
                    }
                }
                None => {}
            }
        }
        Ok(Self { file, blocks: rows.len(), pending: Vec::new() })
    }

    /// Enters a row in the ledger, and what is new of it here; it stands in the file after [`Journal::flush`].
    pub(super) fn enter(&mut self, plan: &Plan, slot: usize, row: &CountRow, ledger: &mut Ledger) {
        let record = &plan.entries[slot].record;
        let is_known = ledger.has_fault(slot, row.puzzle as usize - 1);
        let new = ledger.enter(slot, row);
        // Why somebody did not answer contradicts nothing, and stands elsewhere.
        let reason = row.reason.as_ref().filter(|_| row.status == Status::Wrong && !is_known);
        if new.is_empty() && reason.is_none() {
            return;
        }
        let puzzle = row.puzzle.to_string();
        for grid in new {
            let text = board_text(&grid, plan.puzzles.rules.values());
            self.pending.extend(csv_line(&[puzzle.as_str(), &record.id, &text, ""]));
        }
        if let Some(reason) = reason {
            let reason = reason.replace(['\n', '\r'], " ");
            self.pending.extend(csv_line(&[puzzle.as_str(), &record.id, "", &reason]));
        }
    }

    /// Writes what was entered, and makes sure that it stays: the rows that it belongs to come after it.
    pub(super) fn flush(&mut self) -> Result<()> {
        if self.pending.is_empty() {
            return Ok(());
        }
        let lines = std::mem::take(&mut self.pending);
        self.file.add(self.blocks, lines)?;
        self.blocks += 1;
        self.file.sync()
    }

    /// Enters a fault that the timed pass found, and writes it, unless it is known.
    pub(super) fn fault(
        &mut self,
        plan: &Plan,
        slot: usize,
        puzzle: usize,
        reason: &str,
        ledger: &mut Ledger,
    ) -> Result<()> {
        if ledger.has_fault(slot, puzzle) {
            return Ok(());
        }
        ledger.recall_fault(slot, puzzle, reason.to_owned());
        let id = &plan.entries[slot].record.id;
        self.pending.extend(csv_line(&[(puzzle + 1).to_string().as_str(), id, "", reason]));
        self.flush()
    }
}

/// Writes `contradictions.csv` when there are any.
pub(super) fn write_contradictions(plan: &Plan, dir: &RunDir, ledger: &Ledger) -> Result<()> {
    let decoys: Vec<u64> = plan.decoys.iter().map(|decoy| decoy.expected).collect();
    let found = ledger.contradictions(&plan.ids(), &decoys);
    if found.is_empty() {
        return Ok(());
    }
    let mut bytes = csv_line(&["puzzle", "strategy", "claim", "witness"]);
    for one in &found {
        bytes.extend(csv_line(&[one.puzzle.to_string().as_str(), &one.strategy, &one.claim, &one.witness]));
    }
    dir.replace(&dir.contradictions(), &bytes)
}
