//! The shard file: a header, the rows file by file, and a footer that proves that all of it is there.
//!
//! It comes into being by a link to a file that is whole and synced. Of several attempts the first wins and the others
//! find its name taken, so that a shard that runs twice, as one does whose node was only cut off, is published once.

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::plan::SCHEMA;
use crate::manifest::ShardRecord;

/// A line that is no row.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Mark {
    Shard(Box<Header>),
    Section(Section),
    End { rows: u64, sha256: String },
}

/// The first line.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Header {
    /// Number of the format.
    pub schema: u32,
    /// The plan's.
    pub campaign_id: String,
    /// Where and how it was made.
    pub record: ShardRecord,
}

/// One file of the run, that many lines, its header among them.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Section {
    name: String,
    lines: u64,
}

/// Where the shard file of a number lies.
pub fn path(dir: &Path, shard: u32) -> PathBuf {
    dir.join(format!("shard-{shard:05}.txt"))
}

/// Whether it is called as shard files are.
pub(super) fn is_called_so(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with("shard-") && name.ends_with(".txt")
}

/// Writes a shard file.
pub(super) struct Writer<'a> {
    out: &'a mut dyn Write,
    hash: Sha256,
    rows: u64,
}

impl<'a> Writer<'a> {
    pub(super) fn new(out: &'a mut dyn Write, campaign_id: &str, record: &ShardRecord) -> Result<Self> {
        let mut writer = Self { out, hash: Sha256::new(), rows: 0 };
        let campaign_id = campaign_id.to_owned();
        writer.mark(&Mark::Shard(Box::new(Header { schema: SCHEMA, campaign_id, record: record.clone() })))?;
        Ok(writer)
    }

    fn mark(&mut self, mark: &Mark) -> Result<()> {
        let text = serde_json::to_string(mark).context("a mark is plain data")?;
        self.line(&text)
    }

    fn line(&mut self, line: &str) -> Result<()> {
        for bytes in [line.as_bytes(), b"\n"] {
            self.hash.update(bytes);
            self.out.write_all(bytes)?;
        }
        Ok(())
    }

    /// A file of the run: its header, then its rows.
    pub(super) fn section(&mut self, name: &str, lines: &[String]) -> Result<()> {
        self.mark(&Mark::Section(Section { name: name.to_owned(), lines: lines.len() as u64 }))?;
        lines.iter().try_for_each(|line| self.line(line))?;
        self.rows += (lines.len() as u64).saturating_sub(1);
        Ok(())
    }

    pub(super) fn end(mut self) -> Result<()> {
        let sha256 = format!("{:x}", self.hash.clone().finalize());
        self.mark(&Mark::End { rows: self.rows, sha256 })
    }
}

/// What became of an attempt's file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Published,
    Late,
}

/// Writes a shard file beside its place and gives it its name, unless that is taken.
pub(super) fn publish(dir: &Path, shard: u32, write: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<Outcome> {
    let path = path(dir, shard);
    let context = || format!("cannot write {}", path.display());
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o644));
    // Gone at the end, published or not.
    let beside = builder.prefix(&format!(".shard-{shard:05}.")).tempfile_in(dir).with_context(context)?;
    let mut out = BufWriter::new(beside.as_file());
    write(&mut out).with_context(context)?;
    out.flush().with_context(context)?;
    beside.as_file().sync_all().with_context(context)?;
    match std::fs::hard_link(beside.path(), &path) {
        Ok(()) => {
            File::open(dir).and_then(|dir| dir.sync_all()).with_context(context)?;
            Ok(Outcome::Published)
        }
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(Outcome::Late),
        Err(error) => Err(error).with_context(context),
    }
}

/// A shard file that is whole.
#[derive(Debug)]
pub struct ShardFile {
    /// Where it lies.
    pub path: PathBuf,
    /// What it says of itself.
    pub header: Header,
    /// Names, and where their lines begin and end.
    sections: Vec<(String, u64, u64)>,
}

impl ShardFile {
    /// Opens a file and goes through all of it.
    ///
    /// # Errors
    /// When it is cut short, changed, or no shard file.
    pub fn open(path: &Path) -> Result<Self> {
        let mut lines = Lines::open(path)?;
        let Mark::Shard(header) = lines.mark()? else { bail!("it has no header") };
        ensure!(header.schema == SCHEMA, "it has schema {}, this harness reads {SCHEMA}", header.schema);
        let mut sections = Vec::new();
        let mut rows = 0;
        loop {
            let before = lines.hash.clone();
            match lines.mark()? {
                Mark::Shard(_) => bail!("it has two headers"),
                Mark::Section(section) => {
                    let begin = lines.at;
                    (0..section.lines).try_for_each(|_| lines.next())?;
                    rows += section.lines.saturating_sub(1);
                    sections.push((section.name, begin, lines.at));
                }
                Mark::End { rows: told, sha256 } => {
                    ensure!(sha256 == format!("{:x}", before.finalize()), "it is not what was written (SHA-256)");
                    ensure!(told == rows, "its footer tells of {told} rows, there are {rows}");
                    ensure!(lines.input.fill_buf()?.is_empty(), "something stands behind its footer");
                    return Ok(Self { path: path.to_owned(), header: *header, sections });
                }
            }
        }
    }

    /// The lines of a file of the run, its header first; none where the shard has no such file.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn lines(&self, name: &str) -> Result<Vec<String>> {
        let Some((_, begin, end)) = self.sections.iter().find(|(known, ..)| known == name) else {
            return Ok(Vec::new());
        };
        let context = || format!("cannot read {}", self.path.display());
        let mut file = File::open(&self.path).with_context(context)?;
        file.seek(SeekFrom::Start(*begin)).with_context(context)?;
        let lines = BufReader::new(file.take(end - begin)).lines();
        lines.collect::<std::io::Result<_>>().with_context(context)
    }
}

/// A file line by line, hashed on the way.
struct Lines {
    input: BufReader<File>,
    hash: Sha256,
    line: Vec<u8>,
    at: u64,
}

impl Lines {
    fn open(path: &Path) -> Result<Self> {
        let input = BufReader::with_capacity(1 << 16, File::open(path)?);
        Ok(Self { input, hash: Sha256::new(), line: Vec::new(), at: 0 })
    }

    fn next(&mut self) -> Result<()> {
        self.line.clear();
        self.at += self.input.read_until(b'\n', &mut self.line)? as u64;
        ensure!(self.line.ends_with(b"\n"), "it is cut short at byte {}", self.at);
        self.hash.update(&self.line);
        Ok(())
    }

    fn mark(&mut self) -> Result<Mark> {
        self.next()?;
        serde_json::from_slice(&self.line).context("it is no shard file, or damaged")
    }
}
