//! A file of rows: what is on disk is contiguous and whole blocks, but for a torn tail that is cut on resume.
//!
//! Rows stand in the order of the jobs that made them; a block that is done early waits in memory, and each block is one
//! write. What is written is synced every [`SYNC_EVERY`] and when a pass ends.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use super::{csv_line, sync_folder};

/// No more work than this is lost with the machine; with the process none is.
pub(crate) const SYNC_EVERY: Duration = Duration::from_secs(10);

/// A file of rows that grows block by block.
pub struct RowFile {
    path: PathBuf,
    file: File,
    next_block: usize,
    waiting: BTreeMap<usize, Vec<u8>>,
    synced: Instant,
}

impl RowFile {
    /// A new file that holds its header.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn create(path: &Path, header: &[String]) -> Result<Self> {
        let mut file = File::create(path).with_context(|| format!("cannot make {}", path.display()))?;
        file.write_all(&csv_line(header)).with_context(|| format!("cannot write {}", path.display()))?;
        path.parent().map_or(Ok(()), sync_folder)?;
        Ok(Self::new(path, file, 0))
    }

    fn new(path: &Path, file: File, next_block: usize) -> Self {
        Self { path: path.to_owned(), file, next_block, waiting: BTreeMap::new(), synced: Instant::now() }
    }

    /// An existing file, cut after the last whole block: `whole` says how many blocks the rows make and how many rows
    /// those are. Returns the rows that stay. A file that is missing, or was not written as far as its header, is made anew.
    ///
    /// # Errors
    /// When it cannot be read or cut, or has another header.
    pub fn resume(
        path: &Path,
        header: &[String],
        whole: impl FnOnce(&[Vec<String>]) -> (usize, usize),
    ) -> Result<(Self, Vec<Vec<String>>)> {
        let context = || format!("cannot resume {}", path.display());
        let first = csv_line(header);
        let mut file = match OpenOptions::new().read(true).write(true).open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok((Self::create(path, header)?, Vec::new())),
            Err(error) => return Err(error).with_context(context),
        };
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).with_context(context)?;
        // A machine that lost its power may have kept the length of a file and not what was in it.
        bytes.truncate(bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1));
        if bytes.len() < first.len() && first.starts_with(&bytes) {
            return Ok((Self::create(path, header)?, Vec::new()));
        }
        if !bytes.starts_with(&first) {
            bail!("cannot resume {}: its columns are not {}", path.display(), header.join(","));
        }
        let (mut rows, ends) = whole_lines(&bytes, first.len(), header.len());
        let (next_block, kept) = whole(&rows);
        rows.truncate(kept);
        let end = if kept == 0 { first.len() } else { ends[kept - 1] } as u64;
        file.set_len(end).with_context(context)?;
        file.seek(SeekFrom::Start(end)).with_context(context)?;
        Ok((Self::new(path, file, next_block), rows))
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
        if self.synced.elapsed() >= SYNC_EVERY { self.sync() } else { Ok(()) }
    }

    /// Makes sure that what was written survives the machine.
    ///
    /// # Errors
    /// When the system cannot say so.
    pub fn sync(&mut self) -> Result<()> {
        self.synced = Instant::now();
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
        let row = reader.records().next().and_then(Result::ok).filter(|row| row.len() == columns && !line.contains(&0));
        let Some(row) = row else { break };
        rows.push(row.iter().map(str::to_owned).collect());
        from += length + 1;
        ends.push(from);
    }
    (rows, ends)
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
    fn zeros_that_a_lost_power_left_are_no_rows_and_other_columns_are_not_overwritten() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("rows.csv");
        let resume = |bytes: &[u8]| {
            std::fs::write(&path, bytes).expect("room");
            RowFile::resume(&path, &header(), |rows| (rows.len(), rows.len())).map(|(_, rows)| rows.len())
        };
        assert_eq!(resume(b"\0\0\0\0").expect("a file"), 0);
        assert_eq!(resume(b"puzzle,status\n1,ok\n\0\0\0").expect("a file"), 1);
        assert_eq!(resume(b"puzzle,status\n1,ok\n\0\0,ok\n3,ok\n").expect("a file"), 1);
        let other = b"puzzle,state\n1,ok\n";
        assert!(resume(other).expect_err("other columns").to_string().contains("its columns are not puzzle,status"));
        assert_eq!(std::fs::read(&path).expect("a file"), other);
    }
}
