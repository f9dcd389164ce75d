//! Corpora: opening, selecting, and holding puzzles.
//!
//! A corpus is streamed once: its SHA-256 is taken on the way, every line is looked at, and only the selection is kept,
//! one byte a cell, so that a million puzzles of order 3 take 81 MB. Some corpora are embedded; one of them is the default.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use flate2::read::MultiGzDecoder;
use model::solve::Random;
use model::text::Reader;
use model::{Givens, Puzzle, Rules};
use sha2::{Digest, Sha256};

use crate::manifest::CorpusRecord;

/// The name of the default corpus.
pub const SEVENTEEN: &str = "embedded:seventeen_10068";

/// The embedded corpora, by name; all are of order-3 Sudoku, and `bench-data/corpora` says where they are from.
const EMBEDDED: [(&str, &[u8]); 5] = [
    (SEVENTEEN, include_bytes!("../assets/seventeen_10068.txt.gz")),
    ("embedded:minimal_1000", include_bytes!("../assets/minimal_1000.txt.gz")),
    ("embedded:hard_500", include_bytes!("../assets/hard_500.txt.gz")),
    ("embedded:none_250", include_bytes!("../assets/none_250.txt.gz")),
    ("embedded:several_250", include_bytes!("../assets/several_250.txt.gz")),
];

/// Whether a name is one of a corpus in the binary.
pub fn is_embedded(name: &str) -> bool {
    EMBEDDED.iter().any(|(embedded, _)| *embedded == name)
}

/// Where a corpus comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// One in the binary, by its place in the list of them.
    Embedded(usize),
    /// A file.
    File(PathBuf),
    /// Standard input.
    Stdin,
}

impl Source {
    /// The 10,068 puzzles of 17 clues in the binary.
    pub const SEVENTEEN: Self = Self::Embedded(0);

    /// `-`, the name of an embedded corpus, or a file.
    pub fn parse(text: &str) -> Self {
        match EMBEDDED.iter().position(|(name, _)| *name == text) {
            Some(embedded) => Self::Embedded(embedded),
            None if text == "-" => Self::Stdin,
            None => Self::File(text.into()),
        }
    }

    /// The name for messages and the manifest: an absolute path for a file.
    pub fn name(&self) -> String {
        match self {
            Self::Embedded(at) => EMBEDDED[*at].0.to_owned(),
            Self::Stdin => "standard input".to_owned(),
            Self::File(path) => path.canonicalize().unwrap_or_else(|_| path.clone()).display().to_string(),
        }
    }

    /// The folder that relative names in the corpus refer to.
    pub fn folder(&self) -> Option<&Path> {
        match self {
            Self::File(path) => path.parent(),
            Self::Embedded(_) | Self::Stdin => None,
        }
    }

    /// Opens it; what is packed by gzip is unpacked on the way, whatever it is called.
    ///
    /// # Errors
    /// When the file is missing, a directory, or unreadable.
    pub fn open(&self) -> Result<Box<dyn BufRead>> {
        Ok(match self {
            Self::Embedded(at) => Box::new(BufReader::new(MultiGzDecoder::new(EMBEDDED[*at].1))),
            Self::Stdin => unpacked(io::stdin().lock())?,
            Self::File(path) => {
                let file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
                if file.metadata().is_ok_and(|meta| meta.is_dir()) {
                    bail!("{} is a directory, not a corpus", path.display());
                }
                unpacked(BufReader::with_capacity(1 << 16, file))
                    .with_context(|| format!("cannot read {}", path.display()))?
            }
        })
    }
}

fn unpacked<R: BufRead + 'static>(mut input: R) -> io::Result<Box<dyn BufRead>> {
    let packed = input.fill_buf()?.starts_with(&[0x1f, 0x8b]);
    Ok(if packed { Box::new(BufReader::with_capacity(1 << 16, MultiGzDecoder::new(input))) } else { Box::new(input) })
}

/// Which puzzles of a corpus: `offset` skips, `stride` takes the 1st, K+1st, … of the rest, then `sample`, then `limit`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    /// Puzzles passed over at the start.
    pub offset: u64,
    /// Every how many-th is taken, at least 1.
    pub stride: u64,
    /// How many of those are drawn, in corpus order.
    pub sample: Option<u64>,
    /// What the draw is seeded with.
    pub seed: u64,
    /// How many of those at most.
    pub limit: Option<u64>,
}

/// Puzzles of the same rules, one byte a cell.
#[derive(Clone, Debug)]
pub struct Puzzles {
    /// Their rules.
    pub rules: Arc<Rules>,
    cells: Vec<u8>,
    lines: Vec<u64>,
}

impl Puzzles {
    /// No puzzles yet.
    pub fn new(rules: Arc<Rules>) -> Self {
        Self { rules, cells: Vec::new(), lines: Vec::new() }
    }

    /// Adds one; `line` is its line in the corpus, 0 for a decoy.
    pub fn push(&mut self, line: u64, givens: &Givens) {
        self.cells.extend_from_slice(givens.values());
        self.lines.push(line);
    }

    /// Adds all of another, of the same rules.
    pub(crate) fn append(&mut self, other: &Self) {
        self.cells.extend_from_slice(&other.cells);
        self.lines.extend_from_slice(&other.lines);
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The givens of the puzzle at `index`, from 0.
    pub fn givens(&self, index: usize) -> &[u8] {
        let cells = self.rules.cells();
        &self.cells[index * cells..][..cells]
    }

    /// How many cells are given of the puzzle at `index`, from 0.
    pub fn clues(&self, index: usize) -> usize {
        self.givens(index).iter().filter(|&&value| value != 0).count()
    }

    /// The corpus line of the puzzle at `index`, from 0.
    pub fn line(&self, index: usize) -> u64 {
        self.lines[index]
    }

    /// Keeps those at these indices, ascending from 0.
    pub(crate) fn keep(&mut self, indices: &[usize]) {
        let cells = self.rules.cells();
        for (to, &from) in indices.iter().enumerate() {
            self.cells.copy_within(from * cells..(from + 1) * cells, to * cells);
            self.lines[to] = self.lines[from];
        }
        self.cells.truncate(indices.len() * cells);
        self.lines.truncate(indices.len());
    }
}

/// What loading a corpus found.
#[derive(Debug)]
pub struct Loaded {
    /// The corpus itself.
    pub record: CorpusRecord,
    /// The selection.
    pub puzzles: Puzzles,
    /// Lines that were skipped, with the reason.
    pub skipped: Vec<String>,
}

/// What to do with a line that cannot be read or clashes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadLines {
    /// Stop and name it.
    Refuse,
    /// Count it and go on.
    Skip,
}

/// Reads a corpus and keeps a selection.
///
/// # Errors
/// When it cannot be opened or read, holds no puzzle, a line is bad (unless they are skipped), or the selection is empty.
pub fn load(source: &Source, rules: Option<Arc<Rules>>, selection: &Selection, bad: BadLines) -> Result<Loaded> {
    let name = source.name();
    let mut hashing = Hashing::new(source.open()?);
    let folder = source.folder().map(Path::to_owned);
    let resolve = Box::new(move |name: &str| crate::rules::resolve(name, folder.as_deref()));
    let mut reader = Reader::with_resolver(BufReader::new(&mut hashing), rules, resolve);
    let mut puzzles: Option<Puzzles> = None;
    let mut skipped = Vec::new();
    let mut count = 0;
    while let Some(entry) = reader.next() {
        let problem = match entry {
            Ok(entry) => {
                let rules = reader.rules().expect("an entry has rules");
                let puzzle = Puzzle::new(rules.clone(), entry.givens);
                match puzzle.conflicts().first() {
                    None => {
                        let rank = count;
                        count += 1;
                        if rank >= selection.offset && (rank - selection.offset).is_multiple_of(selection.stride) {
                            let into = puzzles.get_or_insert_with(|| Puzzles::new(rules.clone()));
                            into.push(entry.line, puzzle.givens());
                        }
                        continue;
                    }
                    Some(conflict) => format!("line {}: {conflict}", entry.line),
                }
            }
            Err(error) if error.is_fatal() => bail!("{name}: {error}"),
            Err(error) => error.to_string(),
        };
        match bad {
            BadLines::Refuse => bail!("{name}: {problem} (--skip-bad passes over such lines)"),
            BadLines::Skip => skipped.push(problem),
        }
    }
    drop(reader);
    if count == 0 {
        bail!("{name} holds no puzzle");
    }
    let mut puzzles = puzzles.filter(|puzzles| !puzzles.is_empty()).with_context(|| {
        format!("the selection is empty: {name} holds {count} puzzles, offset {} skips them all", selection.offset)
    })?;
    draw(&mut puzzles, selection);
    Ok(Loaded { record: CorpusRecord { path: name, sha256: hashing.hex(), puzzles: count }, puzzles, skipped })
}

/// Keeps the sample and the limit of a selection.
pub(crate) fn draw(puzzles: &mut Puzzles, selection: &Selection) {
    let mut indices: Vec<usize> = (0..puzzles.len()).collect();
    if let Some(sample) = selection.sample {
        Random::new(selection.seed).shuffle(&mut indices);
        indices.truncate(usize::try_from(sample).unwrap_or(usize::MAX));
        indices.sort_unstable();
    }
    if let Some(limit) = selection.limit {
        indices.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    }
    if indices.len() < puzzles.len() {
        puzzles.keep(&indices);
    }
}

/// Hashes what is read through it.
pub(crate) struct Hashing<R> {
    input: R,
    hash: Sha256,
}

impl<R: Read> Hashing<R> {
    pub(crate) fn new(input: R) -> Self {
        Self { input, hash: Sha256::new() }
    }

    /// SHA-256 of all that was read, in hexadecimal.
    pub(crate) fn hex(self) -> String {
        format!("{:x}", self.hash.finalize())
    }
}

impl<R: Read> Read for Hashing<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        self.hash.update(&buffer[..read]);
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: Selection = Selection { offset: 0, stride: 1, sample: None, seed: 1, limit: None };

    fn lines(selection: &Selection) -> Vec<u64> {
        let loaded = load(&Source::SEVENTEEN, None, selection, BadLines::Refuse).expect("the embedded corpus");
        (0..loaded.puzzles.len()).map(|index| loaded.puzzles.line(index)).collect()
    }

    #[test]
    fn embedded_corpora_are_the_committed_ones() {
        for (name, _) in EMBEDDED {
            let loaded = load(&Source::parse(name), None, &ALL, BadLines::Refuse).expect("an embedded corpus");
            let file = name.replace("embedded:", concat!(env!("CARGO_MANIFEST_DIR"), "/../../bench-data/corpora/"));
            let committed = load(&Source::parse(&(file + ".txt")), None, &ALL, BadLines::Refuse).expect("committed");
            assert_eq!(loaded.record.sha256, committed.record.sha256, "{name}");
            let number: u64 =
                name.rsplit('_').next().and_then(|number| number.parse().ok()).expect("it is in the name");
            assert_eq!((loaded.record.puzzles, loaded.puzzles.rules.name()), (number, "sudoku-3"));
            assert!(name != SEVENTEEN || (0..loaded.puzzles.len()).all(|index| loaded.puzzles.clues(index) == 17));
        }
    }

    #[test]
    fn offset_stride_sample_and_limit_apply_in_that_order() {
        assert_eq!(lines(&Selection { offset: 3, stride: 5000, ..ALL }), [4, 5004, 10004]);
        assert_eq!(lines(&Selection { limit: Some(2), ..ALL }), [1, 2]);
        let drawn = lines(&Selection { sample: Some(50), ..ALL });
        assert_eq!(drawn.len(), 50);
        assert!(drawn.is_sorted());
        assert_eq!(lines(&Selection { sample: Some(50), limit: Some(7), ..ALL }), drawn[..7]);
        assert_ne!(lines(&Selection { sample: Some(50), seed: 2, ..ALL }), drawn);
    }

    #[test]
    fn bad_lines_are_named_or_skipped() {
        let mut file = tempfile::NamedTempFile::new().expect("a file");
        io::Write::write_all(&mut file, b"1..............1\n11..............\n12\n2..............2\n")
            .expect("written");
        let source = Source::File(file.path().into());
        let said = load(&source, None, &ALL, BadLines::Refuse).expect_err("a clash").to_string();
        assert!(said.contains("line 2: 1 is given twice in row 1: r1c1 and r1c2"), "{said}");
        let loaded = load(&source, None, &ALL, BadLines::Skip).expect("two good lines");
        assert_eq!((loaded.puzzles.len(), loaded.skipped.len(), loaded.record.puzzles), (2, 2, 2));
    }

    #[test]
    fn what_is_no_corpus_is_refused() {
        let fails =
            |path: &str| load(&Source::parse(path), None, &ALL, BadLines::Refuse).expect_err("no corpus").to_string();
        assert!(fails("/nowhere/at/all").starts_with("cannot open"));
        assert!(fails(env!("CARGO_MANIFEST_DIR")).contains("is a directory"));
        assert!(fails("/dev/null").contains("holds no puzzle"));
    }
}
