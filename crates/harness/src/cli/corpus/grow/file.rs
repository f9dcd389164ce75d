//! The file that growth writes and goes on with: rules, seeds, then batch after batch, each closed by a line of its own.
//!
//! It is a corpus like any other, for those lines are comments. What stands behind the last of them was torn off when the
//! process was killed, and is cut: the batch is looked at again. Nothing else need be kept, since the classes of the batches
//! before tell what was looked at.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use model::text::{board_text, parse_board};
use model::{Givens, Rules};

/// How it begins, which no corpus of others does. The number is another when the order in which remainders are looked at is: what was
/// looked at would not be told by the batches of another order.
const HEAD: &str = "# grown by harness corpus grow, order 2\n# rules: ";
const MARK: &str = "# batch ";

/// What a file holds already.
pub(super) struct Begun {
    pub(super) rules: Arc<Rules>,
    pub(super) seeds: Vec<Givens>,
    /// What each batch found.
    pub(super) batches: Vec<Vec<Givens>>,
}

pub(super) struct GrownFile {
    path: PathBuf,
    file: File,
    begun: Option<Begun>,
    next: usize,
}

impl GrownFile {
    /// Opens a file, or makes it, and cuts what was torn off.
    ///
    /// # Errors
    /// When it cannot be written, or is none that growth wrote.
    pub(super) fn open(path: &Path) -> Result<Self> {
        let context = || format!("cannot go on with {}", path.display());
        let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = opened.with_context(|| format!("cannot write {}", path.display()))?;
        let mut text = String::new();
        file.read_to_string(&mut text).with_context(context)?;
        let end = whole(&text);
        if !text.starts_with(HEAD) && !HEAD.starts_with(&text) {
            bail!("{} is there and was not grown, or in another order", path.display());
        }
        let begun = (end > 0).then(|| parse(&text[..end])).transpose().with_context(context)?;
        file.set_len(end as u64).with_context(context)?;
        file.seek(SeekFrom::Start(end as u64)).with_context(context)?;
        let next = begun.as_ref().map_or(0, |begun| begun.batches.len() + 1);
        Ok(Self { path: path.to_owned(), file, begun, next })
    }

    /// What was there, once.
    pub(super) fn take_begun(&mut self) -> Option<Begun> {
        self.begun.take()
    }

    /// Writes the classes of a batch, the seeds first, in one piece, through to the disk.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(super) fn add(&mut self, rules: &Rules, classes: &[Givens]) -> Result<()> {
        let head = if self.next == 0 { format!("{HEAD}{}\n", rules.name()) } else { String::new() };
        let lines = classes.iter().map(|class| board_text(class.values(), rules.values()) + "\n");
        let text = head + &lines.collect::<String>() + &format!("{MARK}{}\n", self.next);
        self.next += 1;
        self.file
            .write_all(text.as_bytes())
            .and_then(|()| self.file.sync_data())
            .with_context(|| format!("cannot write {}", self.path.display()))
    }
}

/// Where the last batch that was closed ends.
fn whole(text: &str) -> usize {
    let (mut end, mut at) = (0, 0);
    for line in text.split_inclusive('\n') {
        at += line.len();
        if line.starts_with(MARK) && line.ends_with('\n') {
            end = at;
        }
    }
    end
}

fn parse(text: &str) -> Result<Begun> {
    let mut lines = text.strip_prefix(HEAD).context("it was not grown")?.lines();
    let name = lines.next().context("it names no rules")?;
    let rules = crate::rules::resolve(name, None)?;
    let (mut batches, mut batch) = (Vec::new(), Vec::new());
    for line in lines {
        if line.starts_with(MARK) {
            batches.push(std::mem::take(&mut batch));
        } else {
            batch.push(parse_board(line, &rules).with_context(|| format!("`{line}`"))?);
        }
    }
    let seeds = batches.remove(0);
    Ok(Begun { rules: Arc::new(rules), seeds, batches })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cut_at_any_byte_it_holds_the_batches_that_were_closed() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("grown.txt");
        let rules = Rules::sudoku(2);
        let board = |text: &str| parse_board(text, &rules).expect("a board");
        let batches =
            [vec![board("1...............")], vec![], vec![board("12.............."), board("1..............2")]];
        let mut file = GrownFile::open(&path).expect("a new file");
        assert!(file.take_begun().is_none());
        for batch in &batches {
            file.add(&rules, batch).expect("room");
        }
        let text = std::fs::read_to_string(&path).expect("it was written");
        for cut in 0..=text.len() {
            std::fs::write(&path, &text[..cut]).expect("room");
            let mut file = GrownFile::open(&path).expect("torn, not foreign");
            let is_mark = |line: &&str| line.starts_with(MARK) && line.ends_with('\n');
            let closed = text[..cut].split_inclusive('\n').filter(is_mark).count();
            let begun = file.take_begun();
            assert_eq!(begun.is_some(), closed > 0, "{cut}");
            if let Some(begun) = begun {
                assert_eq!((&begun.seeds, &begun.batches[..]), (&batches[0], &batches[1..closed]), "{cut}");
            }
            batches[closed..].iter().for_each(|batch| file.add(&rules, batch).expect("room"));
            assert_eq!(std::fs::read_to_string(&path).expect("it was written"), text, "{cut}");
        }
    }

    #[test]
    fn a_file_of_others_is_left_as_it_is() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("puzzles.txt");
        for text in ["1...............\n", "# rules of mine\n1...............\n"] {
            std::fs::write(&path, text).expect("room");
            assert!(GrownFile::open(&path).is_err());
            assert_eq!(std::fs::read_to_string(&path).expect("still there"), text);
        }
    }
}
