//! The run directory: where everything of a run lies, and how it gets there and survives.
//!
//! `rows` has the files that grow; everything else is written whole or not at all.

mod lines;
mod lock;
mod rows;

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail};

pub use self::lines::{CsvLines, csv_line};
use self::lock::Lock;
pub use self::rows::RowFile;
use crate::manifest::{Manifest, SCHEMA};

const WITNESSES: &str = "witnesses.csv";
const ERRORS: &str = "errors.csv";
pub(crate) const CONTRADICTIONS: &str = "contradictions.csv";

/// What the name of a file ends with until it is whole.
pub(crate) const BESIDE: &str = "tmp";

/// A run directory by its path; one that was made or claimed is nobody else's while a clone of this lives.
#[derive(Clone, Debug)]
pub struct RunDir {
    path: PathBuf,
    _lock: Option<Arc<Lock>>,
}

impl RunDir {
    /// A new directory `REPORTS/CAMPAIGN/STAMP-HOST`, claimed; a number is added when it exists.
    ///
    /// # Errors
    /// When it cannot be made; nothing is left behind then.
    pub fn create(reports: &Path, campaign: &str, stamp: &str, host: &str) -> Result<Self> {
        let parent = reports.join(campaign);
        std::fs::create_dir_all(&parent).with_context(|| format!("cannot make {}", parent.display()))?;
        for attempt in 1.. {
            let suffix = if attempt == 1 { String::new() } else { format!("-{attempt}") };
            let path = parent.join(format!("{stamp}-{host}{suffix}"));
            match std::fs::create_dir(&path) {
                Ok(()) => {
                    let filled = fill(&path).and_then(|lock| sync_folder(&parent).map(|()| lock));
                    let lock = filled.inspect_err(|_| drop(std::fs::remove_dir_all(&path)))?;
                    return Ok(Self { path, _lock: Some(Arc::new(lock)) });
                }
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error).with_context(|| format!("cannot make {}", path.display())),
            }
        }
        unreachable!("the numbers do not end")
    }

    /// An existing run directory and its manifest, to read.
    ///
    /// # Errors
    /// When there is no manifest that can be read, or its schema is a newer one.
    pub fn open(path: &Path) -> Result<(Self, Manifest)> {
        Self::read(path, None)
    }

    fn read(path: &Path, lock: Option<Arc<Lock>>) -> Result<(Self, Manifest)> {
        let dir = Self { path: path.to_owned(), _lock: lock };
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

    /// An existing run directory and its manifest, to write in. What a killed process left half written goes.
    ///
    /// # Errors
    /// As [`RunDir::open`]; when somebody else is in it, or nothing can be written there.
    pub fn claim(path: &Path) -> Result<(Self, Manifest)> {
        // Nothing is made in a folder that is no run directory.
        Self::open(path)?;
        let lock = Lock::take(path)?;
        // Who was in it may have finished since.
        let (dir, manifest) = Self::read(path, Some(Arc::new(lock)))?;
        for entry in std::fs::read_dir(path).with_context(|| format!("cannot read {}", path.display()))?.flatten() {
            if entry.path().extension().is_some_and(|extension| extension == BESIDE) {
                let _ = std::fs::remove_file(entry.path());
            }
        }
        Ok((dir, manifest))
    }

    /// Takes away a directory in which nothing could be begun.
    pub(crate) fn discard(&self) {
        let _ = std::fs::remove_dir_all(&self.path);
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

    /// `certificates`, a folder of them.
    pub fn certificates(&self) -> PathBuf {
        self.path.join(CERTIFICATES)
    }

    /// `variations.csv`.
    pub fn variations(&self) -> PathBuf {
        self.path.join(VARIATIONS)
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
        let beside = path.with_extension(BESIDE);
        let written = File::create(&beside).and_then(|file| {
            let mut out = BufWriter::new(file);
            write(&mut out)?;
            out.flush()?;
            out.get_ref().sync_all()?;
            std::fs::rename(&beside, path)
        });
        written.inspect_err(|_| drop(std::fs::remove_file(&beside))).with_context(context)?;
        // The name is only safe once the folder is.
        path.parent().map_or(Ok(()), sync_folder)
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

/// Lays out a new run directory and locks it.
fn fill(path: &Path) -> Result<Lock> {
    for folder in ["counts", "times", "charts"] {
        let folder = path.join(folder);
        std::fs::create_dir(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    sync_folder(path)?;
    Lock::take(path)
}

/// Makes sure that the names in a folder survive the machine.
fn sync_folder(path: &Path) -> Result<()> {
    let synced = File::open(path).and_then(|folder| folder.sync_all());
    synced.with_context(|| format!("cannot sync {}", path.display()))
}

/// Puzzles counted again in other forms and with other seeds. Not among the rows that shards have: its puzzles are the first of
/// the whole selection.
pub(crate) const VARIATIONS: &str = "variations.csv";

/// Certificates of a sample of the puzzles.
pub(crate) const CERTIFICATES: &str = "certificates";

/// What each strategy took in each timed pass.
pub(crate) const RESOURCES: &str = "resources.csv";

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
