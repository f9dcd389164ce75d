//! `witnesses.csv` and `contradictions.csv`: the evidence.
//!
//! Every checked grid that says something new, and every fault, is written before the rows that it belongs to, so that a
//! resumed run knows what the interrupted one knew. `grid` or `reason` is empty in each line.

use anyhow::{Context, Result};
use model::text::{board_text, parse_board};

use super::plan::Plan;
use crate::jobs::CountRow;
use crate::ledger::Ledger;
use crate::run_dir::{RowFile, RunDir, csv_line};

const COLUMNS: [&str; 4] = ["puzzle", "strategy", "grid", "reason"];

/// The journal, open for more.
pub(super) struct Journal {
    file: RowFile,
    lines: usize,
}

impl Journal {
    /// Opens it and enters in the ledger what it holds.
    pub(super) fn open(plan: &Plan, dir: &RunDir, ledger: &mut Ledger) -> Result<Self> {
        let header = COLUMNS.map(str::to_owned);
        let (file, rows) = RowFile::resume(&dir.witnesses(), &header, |rows| (rows.len(), rows.len()))?;
        let ids = plan.ids();
        for row in &rows {
            let puzzle: usize = row[0].parse().with_context(|| format!("{} is damaged", dir.witnesses().display()))?;
            let slot = ids.iter().position(|id| *id == row[1]);
            if row[2].is_empty() {
                if let Some(slot) = slot {
                    ledger.recall_fault(slot, puzzle - 1, row[3].clone());
                }
            } else {
                let grid = parse_board(&row[2], &plan.puzzles.rules).context("a grid in witnesses.csv is damaged")?;
                ledger.learn(puzzle - 1, grid.values());
            }
        }
        Ok(Self { file, lines: rows.len() })
    }

    /// Enters a row in the ledger, and what is new of it here.
    pub(super) fn enter(&mut self, plan: &Plan, slot: usize, row: &CountRow, ledger: &mut Ledger) -> Result<()> {
        let id = &plan.entries[slot].record.id;
        let puzzle = row.puzzle.to_string();
        for grid in ledger.enter(slot, row) {
            let text = board_text(&grid, plan.puzzles.rules.values());
            self.write(csv_line(&[puzzle.as_str(), id, &text, ""]))?;
        }
        match &row.reason {
            Some(reason) => self.write(csv_line(&[puzzle.as_str(), id, "", &reason.replace(['\n', '\r'], " ")])),
            None => Ok(()),
        }
    }

    /// Enters a fault that the timed pass found.
    pub(super) fn fault(
        &mut self,
        plan: &Plan,
        slot: usize,
        puzzle: usize,
        reason: &str,
        ledger: &mut Ledger,
    ) -> Result<()> {
        ledger.recall_fault(slot, puzzle, reason.to_owned());
        let id = &plan.entries[slot].record.id;
        self.write(csv_line(&[(puzzle + 1).to_string().as_str(), id, "", reason]))
    }

    fn write(&mut self, line: Vec<u8>) -> Result<()> {
        self.file.add(self.lines, line)?;
        self.lines += 1;
        Ok(())
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
