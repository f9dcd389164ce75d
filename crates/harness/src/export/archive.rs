//! The archive: a tar below gzip, the same bytes for the same run.
//!
//! Names are sorted, owners are 0, and every time is that of the end of the run. Every visible file of the run directory
//! goes in, charts included; what is added stands beside them under names that no run uses, so that an archive can be
//! unpacked and be exported again.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use flate2::{Compression, GzBuilder};
use sha2::{Digest, Sha256};

use super::readme::readme;
use crate::campaign::Campaign;
use crate::corpus::is_embedded;
use crate::manifest::Manifest;
use crate::provenance::{CITATION, LOCK};
use crate::run_dir::{BESIDE, RunDir};
use crate::verify::{self, Check};

/// What went into an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Archive {
    /// Its top folder.
    pub folder: String,
    /// How many files.
    pub files: usize,
    /// Whether the Cargo.lock in it is the one that the binary of the run was built from.
    pub has_its_lock: bool,
}

/// Writes the archive of a run.
///
/// # Errors
/// When the run is not finished or no longer what its manifest says, or files cannot be read or written.
pub fn archive(dir: &RunDir, manifest: &Manifest, out: &mut dyn Write) -> Result<Archive> {
    let folder = name(dir.path())?;
    let Some(finished) = &manifest.finished else {
        bail!("{} is not finished; go on with: harness run --resume {0}", dir.path().display());
    };
    let faults: Vec<String> =
        verify::checks(dir, manifest)?.into_iter().filter(Check::is_fault).map(|check| check.name).collect();
    ensure!(
        faults.is_empty(),
        "{} is not what its manifest says: {} (harness manifest --verify)",
        dir.path().display(),
        faults.join(", ")
    );
    let stamp: jiff::Timestamp = finished.parse().with_context(|| format!("`{finished}` is no time"))?;
    let mut files = BTreeMap::new();
    gather(dir.path(), "", &mut files)?;
    let has_its_lock = format!("{:x}", Sha256::digest(LOCK)) == manifest.build.cargo_lock;
    let made = [
        ("README.txt", readme(manifest, has_its_lock)),
        ("campaign.toml", campaign(manifest)?),
        ("Cargo.lock", LOCK.to_owned()),
        ("CITATION.cff", CITATION.to_owned()),
    ];
    files.extend(made.map(|(name, text)| (name.to_owned(), text.into_bytes())));
    // Neither a name nor a time of its own.
    let mut tar = tar::Builder::new(GzBuilder::new().write(out, Compression::best()));
    let begin = u64::try_from(stamp.as_second()).unwrap_or(0);
    for (name, bytes) in &files {
        let mut header = tar::Header::new_ustar();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        header.set_mtime(begin);
        header.set_uid(0);
        header.set_gid(0);
        tar.append_data(&mut header, format!("{folder}/{name}"), bytes.as_slice())?;
    }
    tar.into_inner()?.finish()?.flush()?;
    Ok(Archive { folder, files: files.len(), has_its_lock })
}

/// What the run directory is called.
fn name(dir: &Path) -> Result<String> {
    let path = dir.canonicalize().with_context(|| format!("cannot find {}", dir.display()))?;
    let name = path.file_name().with_context(|| format!("{} has no name", dir.display()))?;
    Ok(name.to_string_lossy().into_owned())
}

/// Every file below a folder by its path in the run directory, but those that are hidden or were left half written.
fn gather(folder: &Path, below: &str, files: &mut BTreeMap<String, Vec<u8>>) -> Result<()> {
    let context = || format!("cannot read {}", folder.display());
    for entry in std::fs::read_dir(folder).with_context(context)? {
        let path = entry.with_context(context)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with('.') || path.extension().is_some_and(|extension| extension == BESIDE) {
            continue;
        }
        if path.is_dir() {
            gather(&path, &format!("{below}{name}/"), files)?;
        } else {
            let mut bytes = Vec::new();
            let read = std::fs::File::open(&path).and_then(|mut file| file.read_to_end(&mut bytes));
            read.with_context(|| format!("cannot read {}", path.display()))?;
            files.insert(format!("{below}{name}"), bytes);
        }
    }
    Ok(())
}

/// The campaign as a file for `harness run`. It names no corpus but embedded ones, since others may lie anywhere, and wants it to be the
/// one of the run; those of strata are looked for beside it.
fn campaign(manifest: &Manifest) -> Result<String> {
    let mut campaign: Campaign = manifest.campaign.clone();
    campaign.corpus = campaign.corpus.filter(|corpus| is_embedded(corpus));
    for stratum in &mut campaign.strata {
        if let Some(name) = Path::new(&stratum.corpus).file_name().filter(|_| !is_embedded(&stratum.corpus)) {
            stratum.corpus = name.to_string_lossy().into_owned();
        }
    }
    campaign.corpus_sha256 = Some(manifest.corpus.sha256.clone());
    toml::to_string(&campaign).context("a campaign is plain data")
}
