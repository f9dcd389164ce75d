//! `harness export`.

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::ValueEnum;

use super::{Found, print};
use crate::export::{archive, latex};
use crate::run;
use crate::run_dir::RunDir;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum As {
    /// All of the run as one .tar.gz, with what it takes to run it again.
    Archive,
    /// The summary as a table with rules of the package booktabs.
    Latex,
}

#[derive(clap::Args)]
pub(super) struct Args {
    /// A finished run directory.
    dir: PathBuf,
    /// What is made of it.
    #[arg(long, value_enum)]
    format: As,
    /// The file to write; by default RUN.tar.gz here for the archive, and standard output for the table.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write over a file that is there.
    #[arg(long)]
    force: bool,
}

pub(super) fn main(args: &Args) -> Result<Found> {
    let (dir, manifest) = RunDir::open(&args.dir)?;
    if manifest.finished.is_none() {
        bail!("{} is not finished; go on with: harness run --resume {0}", args.dir.display());
    }
    match args.format {
        As::Archive => {
            let path = match &args.out {
                Some(path) => path.clone(),
                None => default_name(&args.dir)?,
            };
            let made = write(&path, args.force, |out| archive(&dir, &manifest, out))?;
            if !made.has_its_lock {
                say!(
                    "the Cargo.lock in it is that of this harness: the one of the run was another (its README.txt says so)"
                );
            }
            say!("{}: {} files below {}/", path.display(), made.files, made.folder);
        }
        As::Latex => {
            let text = latex(&manifest, &run::ranking(&dir, &manifest)?);
            match &args.out {
                Some(path) => write(path, args.force, |out| Ok(out.write_all(text.as_bytes())?))?,
                None => print(&text)?,
            }
        }
    }
    Ok(Found::Fine)
}

fn default_name(dir: &Path) -> Result<PathBuf> {
    let path = dir.canonicalize().with_context(|| format!("cannot find {}", dir.display()))?;
    let name = path.file_name().with_context(|| format!("{} has no name: add --out FILE", dir.display()))?;
    Ok(format!("{}.tar.gz", name.to_string_lossy()).into())
}

/// Writes a file whole or not at all.
fn write<T>(path: &Path, force: bool, fill: impl FnOnce(&mut dyn Write) -> Result<T>) -> Result<T> {
    let context = || format!("cannot write {}", path.display());
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o644));
    if !force && path.exists() {
        bail!("{} is there: --force writes over it", path.display());
    }
    let beside = builder.prefix(".export-").tempfile_in(folder).with_context(context)?;
    let mut out = BufWriter::new(beside.as_file());
    let made = fill(&mut out)?;
    out.flush().with_context(context)?;
    drop(out);
    let placed = if force { beside.persist(path) } else { beside.persist_noclobber(path) };
    placed.map_err(|error| error.error).with_context(context)?;
    Ok(made)
}
