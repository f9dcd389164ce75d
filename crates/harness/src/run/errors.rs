//! `errors.csv`: who died or was killed, on what and why.
//!
//! Written before the rows that it belongs to, like the witnesses; there only when somebody did. What a program says of its
//! failures stands in its rows.

use std::collections::HashSet;

use anyhow::{Context, Result};

use super::plan::Plan;
use crate::manifest::StrategyRecord;
use crate::results::Status;
use crate::run_dir::{RowFile, RunDir, csv_line};

const COLUMNS: [&str; 5] = ["puzzle", "strategy", "pass", "status", "reason"];

/// The file, made when the first one dies.
pub(super) struct Errors {
    dir: RunDir,
    file: Option<RowFile>,
    /// What is there: a block that is made again says the same again.
    known: HashSet<[String; 3]>,
    blocks: usize,
}

impl Errors {
    /// Opens it where it exists.
    pub(super) fn open(dir: &RunDir) -> Result<Self> {
        let mut errors = Self { dir: dir.clone(), file: None, known: HashSet::new(), blocks: 0 };
        if dir.errors().exists() {
            errors.make()?;
        }
        Ok(errors)
    }

    fn make(&mut self) -> Result<&mut RowFile> {
        let header = COLUMNS.map(str::to_owned);
        let (file, rows) = RowFile::resume(&self.dir.errors(), &header, |rows| {
            let sound = rows.iter().take_while(|row| row[0].parse::<u64>().is_ok()).count();
            (sound, sound)
        })?;
        self.blocks = rows.len();
        self.known = rows.into_iter().map(|row| [0, 1, 2].map(|at| row[at].clone())).collect();
        Ok(self.file.insert(file))
    }

    /// Whether the counted pass is known to have lost this strategy at the puzzle with this index, from 0.
    pub(super) fn knows(&self, record: &StrategyRecord, puzzle: usize) -> bool {
        self.known.contains(&[(puzzle + 1).to_string(), record.id.clone(), String::new()])
    }

    /// Enters a row of a strategy of ours that has a reason and is not wrong. `pass` is `None` in the counted pass.
    pub(super) fn enter(
        &mut self,
        plan: &Plan,
        slot: usize,
        puzzle: u64,
        pass: Option<u32>,
        status: Status,
        reason: Option<&str>,
    ) -> Result<()> {
        let record = &plan.entries[slot].record;
        let Some(reason) = reason.filter(|_| status != Status::Wrong && record.external.is_none()) else {
            return Ok(());
        };
        if self.file.is_none() {
            self.make()?;
        }
        let key = [puzzle.to_string(), record.id.clone(), pass.map(|pass| pass.to_string()).unwrap_or_default()];
        if !self.known.insert(key.clone()) {
            return Ok(());
        }
        let [puzzle, id, pass] = key;
        let line = csv_line(&[&puzzle, &id, &pass, status.word(), &reason.replace(['\n', '\r'], " ")]);
        let file = self.file.as_mut().context("it was made")?;
        file.add(self.blocks, line)?;
        self.blocks += 1;
        file.sync()
    }
}
