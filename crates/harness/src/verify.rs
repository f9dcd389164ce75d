//! Whether what a manifest vouches for is still so: the files of its run by their hashes, and where they come from.
//!
//! The files are hashed when the run is finished. What can be found elsewhere, such as the corpus, is looked for where it was;
//! where it is not there nothing can be said of it, and that is no fault of the run.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Result;
use serde::Serialize;

use crate::certificates;
use crate::corpus::{Hashing, Source};
use crate::manifest::Manifest;
use crate::provenance::{self, sha256_of};
use crate::run_dir::{RESOURCES, RunDir, VARIATIONS, row_files};

/// Files that are made of the rows.
const MADE: [&str; 3] = ["summary.csv", "summary.json", RESOURCES];

/// What became of a thing that was hashed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// It has its hash.
    Ok,
    /// It has another one.
    Differs,
    /// A file of the run is not there.
    Missing,
    /// Nobody can say.
    Unknown,
}

impl Verdict {
    /// The word that is printed.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Differs => "differs",
            Self::Missing => "missing",
            Self::Unknown => "unknown",
        }
    }

    fn of(now: Option<&str>, then: Option<&str>) -> Self {
        match (now, then) {
            (Some(now), Some(then)) if now == then => Self::Ok,
            (Some(_), Some(_)) => Self::Differs,
            _ => Self::Unknown,
        }
    }
}

/// One thing that was looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Check {
    /// Its name: a file of the run by its path in it, or `corpus`, `Cargo.lock`, `harness`, or a program's id.
    pub name: String,
    /// What became of it.
    pub verdict: Verdict,
    /// Whether it is a file of the run.
    pub is_of_run: bool,
}

impl Check {
    /// Whether the run is not what it was: a file of it differs or is missing.
    pub fn is_fault(&self) -> bool {
        self.is_of_run && matches!(self.verdict, Verdict::Differs | Verdict::Missing)
    }
}

/// Enters the SHA-256 of every file of data of a run in its manifest.
///
/// # Errors
/// When one cannot be read.
pub(crate) fn seal(dir: &RunDir, manifest: &mut Manifest) -> Result<()> {
    manifest.files = BTreeMap::new();
    for name in names(manifest).into_iter().chain(certificates(dir)?) {
        let path = dir.path().join(&name);
        if path.exists() {
            manifest.files.insert(name, sha256_of(&path)?);
        }
    }
    Ok(())
}

/// Enters the SHA-256 of the summary anew where the manifest has one; whether that changes it.
///
/// # Errors
/// When it cannot be read.
pub(crate) fn seal_summary(dir: &RunDir, manifest: &mut Manifest) -> Result<bool> {
    let before = manifest.files.clone();
    for name in MADE {
        if let Some(hash) = manifest.files.get_mut(name) {
            *hash = sha256_of(&dir.path().join(name))?;
        }
    }
    Ok(manifest.files != before)
}

/// Looks at everything that a manifest has a hash of, its origin first.
///
/// # Errors
/// When a file of the run is there and cannot be read.
pub fn checks(dir: &RunDir, manifest: &Manifest) -> Result<Vec<Check>> {
    let elsewhere = |name: &str, verdict| Check { name: name.to_owned(), verdict, is_of_run: false };
    let corpus = corpus_sha256(&manifest.corpus.path);
    let now = provenance::build();
    let (then, lock) = (&manifest.build, &manifest.build.cargo_lock);
    let mut checks = vec![
        elsewhere("corpus", Verdict::of(corpus.as_deref(), Some(&manifest.corpus.sha256))),
        elsewhere("Cargo.lock", Verdict::of(Some(&now.cargo_lock), Some(lock))),
        elsewhere("harness", Verdict::of(now.binary.as_deref(), then.binary.as_deref())),
    ];
    for strategy in &manifest.strategies {
        if let Some(external) = &strategy.external {
            let now = external.binary.as_ref().and_then(|path| sha256_of(Path::new(path)).ok());
            checks.push(elsewhere(&strategy.id, Verdict::of(now.as_deref(), external.sha256.as_deref())));
        }
    }
    let mut names = names(manifest);
    names.extend(manifest.files.keys().filter(|name| !names.contains(name)).cloned().collect::<Vec<_>>());
    for name in names {
        let path = dir.path().join(&name);
        let verdict = match (path.exists(), manifest.files.get(&name)) {
            (false, None) => continue,
            (false, Some(_)) => Verdict::Missing,
            (true, None) => Verdict::Unknown,
            (true, Some(then)) => Verdict::of(Some(&sha256_of(&path)?), Some(then)),
        };
        checks.push(Check { name, verdict, is_of_run: true });
    }
    Ok(checks)
}

/// The files of data that a run may have.
fn names(manifest: &Manifest) -> Vec<String> {
    let ids: Vec<String> = manifest.strategies.iter().map(|strategy| strategy.id.clone()).collect();
    let whole = ["puzzles.csv", VARIATIONS].into_iter().chain(MADE).map(str::to_owned);
    whole.chain(row_files(&ids)).collect()
}

/// The files of the certificates of a run.
fn certificates(dir: &RunDir) -> Result<Vec<String>> {
    let mut files = Vec::new();
    if dir.certificates().exists() {
        for folder in certificates::list(&dir.certificates())? {
            let name = folder.strip_prefix(dir.path())?.display().to_string();
            files.extend(certificates::FILES.map(|file| format!("{name}/{file}")));
        }
    }
    Ok(files)
}

/// As the manifest has it: of what is unpacked.
fn corpus_sha256(path: &str) -> Option<String> {
    if path == "-" {
        return None;
    }
    let mut hashing = Hashing::new(Source::parse(path).open().ok()?);
    std::io::copy(&mut hashing, &mut std::io::sink()).ok()?;
    Some(hashing.hex())
}
