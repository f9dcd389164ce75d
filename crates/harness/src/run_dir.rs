//! The run directory: where everything of a run lies, and how rows get there and survive.
//!
//! Rows of a file stand in the order of the jobs that made them; a block that is done early waits in memory, so what is
//! on disk is contiguous, and each block is one write. On resume everything after the last whole block is cut.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

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

/// A file of rows that grows block by block.
pub struct RowFile {
    path: PathBuf,
    file: File,
    next_block: usize,
    waiting: BTreeMap<usize, Vec<u8>>,
}

impl RowFile {
    /// A new file that holds its header.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn create(path: &Path, header: &[String]) -> Result<Self> {
        let mut file = File::create(path).with_context(|| format!("cannot make {}", path.display()))?;
        file.write_all(&csv_line(header)).with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Self { path: path.to_owned(), file, next_block: 0, waiting: BTreeMap::new() })
    }

    /// An existing file, cut after the last whole block: `whole` says how many blocks the rows make and how many rows
    /// those are. Returns the rows that stay. A file that is missing or has another header is made anew.
    ///
    /// # Errors
    /// When it cannot be read or cut.
    pub fn resume(
        path: &Path,
        header: &[String],
        whole: impl FnOnce(&[Vec<String>]) -> (usize, usize),
    ) -> Result<(Self, Vec<Vec<String>>)> {
        let context = || format!("cannot resume {}", path.display());
        let first = csv_line(header);
        let Ok(mut file) = OpenOptions::new().read(true).write(true).open(path) else {
            return Ok((Self::create(path, header)?, Vec::new()));
        };
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).with_context(context)?;
        if !bytes.starts_with(&first) {
            return Ok((Self::create(path, header)?, Vec::new()));
        }
        let (mut rows, ends) = whole_lines(&bytes, first.len(), header.len());
        let (next_block, kept) = whole(&rows);
        rows.truncate(kept);
        let end = if kept == 0 { first.len() } else { ends[kept - 1] } as u64;
        file.set_len(end).with_context(context)?;
        file.seek(SeekFrom::Start(end)).with_context(context)?;
        Ok((Self { path: path.to_owned(), file, next_block, waiting: BTreeMap::new() }, rows))
    }

    /// The first block that is not there yet.
    pub fn next_block(&self) -> usize {
        self.next_block
    }

    /// Takes a block; writes it, and those that waited for it, as soon as all before it are written.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(&mut self, block: usize, rows: Vec<u8>) -> Result<()> {
        self.waiting.insert(block, rows);
        while let Some(rows) = self.waiting.remove(&self.next_block) {
            self.file.write_all(&rows).with_context(|| format!("cannot write {}", self.path.display()))?;
            self.next_block += 1;
        }
        Ok(())
    }

    /// Makes sure that what was written survives the machine.
    ///
    /// # Errors
    /// When the system cannot say so.
    pub fn sync(&self) -> Result<()> {
        self.file.sync_data().with_context(|| format!("cannot sync {}", self.path.display()))
    }
}

/// Rows that end with a line break and have all their columns, up to the first that does not, and where each ends.
fn whole_lines(bytes: &[u8], start: usize, columns: usize) -> (Vec<Vec<String>>, Vec<usize>) {
    let (mut rows, mut ends) = (Vec::new(), Vec::new());
    let mut from = start;
    while let Some(length) = bytes[from..].iter().position(|&byte| byte == b'\n') {
        let line = &bytes[from..from + length];
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(line);
        let row = reader.records().next().and_then(Result::ok).filter(|row| row.len() == columns);
        let Some(row) = row else { break };
        rows.push(row.iter().map(str::to_owned).collect());
        from += length + 1;
        ends.push(from);
    }
    (rows, ends)
}

/// Rows as CSV, one after the other in the same memory: a run has millions.
pub struct CsvLines(csv::Writer<Vec<u8>>);

impl Default for CsvLines {
    fn default() -> Self {
        Self(csv::WriterBuilder::new().flexible(true).from_writer(Vec::new()))
    }
}

impl CsvLines {
    const MEMORY: &str = "memory takes what it is given";

    /// A field of the row.
    pub fn word(&mut self, word: &str) {
        self.0.write_field(word).expect(Self::MEMORY);
    }

    /// A field that is empty where there is no number.
    pub fn number(&mut self, number: Option<u64>) {
        match number {
            Some(number) => self.word(itoa::Buffer::new().format(number)),
            None => self.word(""),
        }
    }

    /// The row's end.
    pub fn end(&mut self) {
        self.0.write_record(None::<&[u8]>).expect(Self::MEMORY);
    }

    /// What was written.
    pub fn into_bytes(self) -> Vec<u8> {
        self.0.into_inner().expect(Self::MEMORY)
    }
}

/// One row as CSV.
pub fn csv_line<T: AsRef<str>>(fields: &[T]) -> Vec<u8> {
    let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
    writer.write_record(fields.iter().map(AsRef::as_ref)).expect("memory takes what it is given");
    writer.into_inner().expect("memory takes what it is given")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header() -> Vec<String> {
        ["puzzle", "status"].map(str::to_owned).to_vec()
    }

    #[test]
    fn blocks_are_written_in_order_whenever_they_come() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("rows.csv");
        let mut file = RowFile::create(&path, &header()).expect("a file");
        file.add(1, b"3,ok\n".to_vec()).expect("room");
        assert_eq!(std::fs::read_to_string(&path).expect("a file"), "puzzle,status\n");
        file.add(0, b"1,ok\n2,ok\n".to_vec()).expect("room");
        assert_eq!(std::fs::read_to_string(&path).expect("a file"), "puzzle,status\n1,ok\n2,ok\n3,ok\n");
        assert_eq!(file.next_block(), 2);
    }

    #[test]
    fn a_torn_tail_is_cut_at_every_byte() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("rows.csv");
        let full = b"puzzle,status\n1,ok\n2,ok\n3,ok\n4,ok\n5,ok\n";
        for length in 0..=full.len() {
            std::fs::write(&path, &full[..length]).expect("room");
            let (mut file, rows) =
                RowFile::resume(&path, &header(), |rows| (rows.len() / 2, rows.len() / 2 * 2)).expect("a file");
            let blocks = rows.len() / 2;
            assert_eq!((rows.len() % 2, file.next_block()), (0, blocks), "cut at {length}");
            for block in blocks..2 {
                let rows = format!("{},ok\n{},ok\n", 2 * block + 1, 2 * block + 2);
                file.add(block, rows.into_bytes()).expect("room");
            }
            file.add(2, b"5,ok\n".to_vec()).expect("room");
            assert_eq!(std::fs::read(&path).expect("a file"), full, "cut at {length}");
        }
    }

    #[test]
    fn a_second_run_in_the_same_second_gets_a_number() {
        let folder = tempfile::tempdir().expect("a folder");
        let make = || RunDir::create(folder.path(), "c", "stamp", "host").expect("room");
        assert_eq!(make().path(), folder.path().join("c/stamp-host"));
        assert_eq!(make().path(), folder.path().join("c/stamp-host-2"));
    }
}
