//! Which shards are there, and what is wrong with the others.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::file::{ShardFile, is_called_so};

/// A folder of shard files, held against a plan.
#[derive(Debug)]
pub struct Survey {
    /// By shard: its file, where there is a sound one.
    pub files: Vec<Option<ShardFile>>,
    /// A sentence for each file that is damaged, foreign or double.
    pub troubles: Vec<String>,
}

impl Survey {
    /// Goes through all files of a campaign that is to have so many; a folder that is not there yet is an empty one.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn of(campaign_id: &str, parts: u32, dir: &Path) -> Result<Self> {
        let mut survey = Self { files: (0..parts).map(|_| None).collect(), troubles: Vec::new() };
        for path in paths(dir)? {
            if let Err(trouble) = survey.enter(campaign_id, &path) {
                survey.troubles.push(format!("{}: {trouble}", path.display()));
            }
        }
        Ok(survey)
    }

    fn enter(&mut self, campaign_id: &str, path: &Path) -> Result<(), String> {
        let file = ShardFile::open(path).map_err(|flaw| format!("damaged: {flaw:#}"))?;
        if file.header.campaign_id != campaign_id {
            return Err(format!("foreign: it is of campaign {}", file.header.campaign_id));
        }
        let shard = file.header.record.shard;
        match self.files.get_mut(shard as usize) {
            Some(place @ None) => *place = Some(file),
            Some(Some(first)) => return Err(format!("double: shard {shard} is also {}", first.path.display())),
            None => return Err(format!("foreign: the plan has no shard {shard}")),
        }
        Ok(())
    }

    /// Everything that is wrong: what is damaged, foreign, double or missing, a sentence each.
    pub(super) fn complaints(&self, shards: u32, controls: &[u32]) -> Vec<String> {
        let missing = self.missing().into_iter().map(|part| match part.checked_sub(shards) {
            None => format!("shard {part} is missing"),
            Some(at) => format!("shard {part}, the control of {}, is missing", controls[at as usize]),
        });
        self.troubles.iter().cloned().chain(missing).collect()
    }

    /// The shards and controls that are still to be made, ascending.
    pub fn missing(&self) -> Vec<u32> {
        (0..).zip(&self.files).filter(|(_, file)| file.is_none()).map(|(shard, _)| shard).collect()
    }
}

/// The files that are called as shard files are, by name.
fn paths(dir: &Path) -> Result<Vec<PathBuf>> {
    let context = || format!("cannot read the folder {}", dir.display());
    let entries = match std::fs::read_dir(dir) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.with_context(context)?,
    };
    let paths = entries.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<_>>>().with_context(context)?;
    let mut paths: Vec<_> = paths.into_iter().filter(|path| is_called_so(path)).collect();
    paths.sort();
    Ok(paths)
}
