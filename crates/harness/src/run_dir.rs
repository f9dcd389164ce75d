//! The run directory: where everything of a run lies, and how it gets there and survives.
//!
//! `rows` has the files that grow; everything else is written whole or not at all.

mod lines;
mod rows;

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

pub use self::lines::{CsvLines, csv_line};
pub use self::rows::RowFile;
use crate::manifest::{Manifest, SCHEMA};

const WITNESSES: &str = "witnesses.csv";
const ERRORS: &str = "errors.csv";
pub(crate) const CONTRADICTIONS: &str = "contradictions.csv";

/// A run directory by its path.
#[derive(Clone, Debug)]
pub struct RunDir {
    path: PathBuf,
}

impl RunDir {
    /// A new directory `REPORTS/CAMPAIGN/STAMP-HOST`; a number is added when it exists.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn create(reports: &Path, campaign: &str, stamp: &str, host: &str) -> Result<Self> {
        let parent = reports.join(campaign);
        std::fs::create_dir_all(&parent).with_context(|| format!("cannot make {}", parent.display()))?;
        for attempt in 1.. {
            let suffix = if attempt == 1 { String::new() } else { format!("-{attempt}") };
            let path = parent.join(format!("{stamp}-{host}{suffix}"));
            match std::fs::create_dir(&path) {
                Ok(()) => {
                    for folder in ["counts", "times", "charts"] {
                        let folder = path.join(folder);
                        std::fs::create_dir(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
                    }
                    return Ok(Self { path });
                }
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error).with_context(|| format!("cannot make {}", path.display())),
            }
        }
        unreachable!("the numbers do not end")
    }

    /// An existing run directory and its manifest.
    ///
    /// # Errors
    /// When there is no manifest that can be read, or its schema is a newer one.
    pub fn open(path: &Path) -> Result<(Self, Manifest)> {
        let dir = Self { path: path.to_owned() };
        let file = dir.manifest();
        let text = std::fs::read_to_string(&file)
            .with_context(|| format!("{} is no run directory: cannot read {}", path.display(), file.display()))?;
        let manifest: Manifest =
            serde_json::from_str(&text).with_context(|| format!("{} is damaged", file.display()))?;
        if manifest.schema > SCHEMA {
            bail!("{} has schema {}, this harness reads up to {SCHEMA}", file.display(), manifest.schema);
        }
        Ok((dir, manifest))
    }

    /// The directory.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// `manifest.json`.
    pub fn manifest(&self) -> PathBuf {
        self.path.join("manifest.json")
    }

    /// `puzzles.csv`.
    pub fn puzzles(&self) -> PathBuf {
        self.path.join("puzzles.csv")
    }

    /// `witnesses.csv`.
    pub fn witnesses(&self) -> PathBuf {
        self.path.join(WITNESSES)
    }

    /// `contradictions.csv`.
    pub fn contradictions(&self) -> PathBuf {
        self.path.join(CONTRADICTIONS)
    }

    /// `errors.csv`.
    pub fn errors(&self) -> PathBuf {
        self.path.join(ERRORS)
    }

    /// `counts/family.variant.csv`.
    pub fn counts(&self, id: &str) -> PathBuf {
        self.path.join(counts(id))
    }

    /// `times/family.variant.csv`.
    pub fn times(&self, id: &str) -> PathBuf {
        self.path.join(times(id))
    }

    /// Writes a small file whole or not at all: beside its place, synced, then renamed.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn replace(&self, path: &Path, bytes: &[u8]) -> Result<()> {
        self.replace_by(path, |out| out.write_all(bytes))
    }

    /// The same for a file that is better not held in memory.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn replace_by(&self, path: &Path, write: impl FnOnce(&mut dyn Write) -> std::io::Result<()>) -> Result<()> {
        let context = || format!("cannot write {}", path.display());
        let beside = path.with_extension("tmp");
        let mut out = BufWriter::new(File::create(&beside).with_context(context)?);
        write(&mut out).and_then(|()| out.flush()).and_then(|()| out.get_ref().sync_all()).with_context(context)?;
        std::fs::rename(&beside, path).with_context(context)?;
        // The name is only safe once the folder is.
        if let Some(folder) = path.parent() {
            File::open(folder).and_then(|folder| folder.sync_all()).with_context(context)?;
        }
        Ok(())
    }

    /// Writes the manifest.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write_manifest(&self, manifest: &Manifest) -> Result<()> {
        let mut text = serde_json::to_string_pretty(manifest).context("the manifest is plain data")?;
        text.push('\n');
        self.replace(&self.manifest(), text.as_bytes())
    }
}

/// The files of rows in a run directory with these strategies; some need not be there.
pub(crate) fn row_files(ids: &[String]) -> Vec<String> {
    let counts = ids.iter().map(|id| counts(id));
    let times = ids.iter().map(|id| times(id));
    [WITNESSES, ERRORS, CONTRADICTIONS].map(str::to_owned).into_iter().chain(counts).chain(times).collect()
}

/// `dlx/shortest` → `counts/dlx.shortest.csv`.
pub(crate) fn counts(id: &str) -> String {
    format!("counts/{}.csv", id.replace('/', "."))
}

/// `dlx/shortest` → `times/dlx.shortest.csv`.
pub(crate) fn times(id: &str) -> String {
    format!("times/{}.csv", id.replace('/', "."))
}

/// Whether a file of rows holds times.
pub(crate) fn is_times(name: &str) -> bool {
    name.starts_with("times/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_run_in_the_same_second_gets_a_number() {
        let folder = tempfile::tempdir().expect("a folder");
        let make = || RunDir::create(folder.path(), "c", "stamp", "host").expect("room");
        assert_eq!(make().path(), folder.path().join("c/stamp-host"));
        assert_eq!(make().path(), folder.path().join("c/stamp-host-2"));
    }
}
