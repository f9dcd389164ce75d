//! Certificates: folders that show without a solver that a puzzle has no solution, or only one.
//!
//! Owns what such a folder holds, how it is written and how it is judged. What is written has been checked; what is read
//! is believed in nothing: the hashes are compared, the clauses derived again, the proof checked step by step and its
//! translation made again. docs/FORMAT.md has the fields.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use certificate::Refusal;
use model::solve::{Halt, Probe};
use model::text::{TextError, board_text, parse_board};
use model::{Givens, Grid, Puzzle, Rules, RulesError};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use solver_sat::Refuted;

use crate::dimacs::{self, Cnf, DimacsError};

/// The number of the format described in docs/FORMAT.md.
pub const SCHEMA: u32 = 1;

const RECORD: &str = "certificate.json";
const FORMULA: &str = "formula.cnf";
const PROOF: &str = "proof.varisat";
const DRAT: &str = "proof.drat";

/// What a certificate holds.
pub(crate) const FILES: [&str; 4] = [RECORD, FORMULA, PROOF, DRAT];

/// What is certified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Claim {
    /// The grid is the only solution.
    Unique,
    /// There is no solution.
    None,
}

impl Claim {
    /// The word that is written.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Unique => "unique",
            Self::None => "none",
        }
    }
}

/// `certificate.json`.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Record {
    schema: u32,
    /// Version of the harness.
    harness: String,
    rules: String,
    /// The rules themselves, where their name is not enough to make them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    units: Option<Rules>,
    puzzle: String,
    claim: Claim,
    grid: Option<String>,
    /// Whose claim it is.
    strategy: String,
    /// Who proved it.
    prover: String,
    /// SHA-256 by name.
    files: BTreeMap<String, String>,
}

/// A claim that was proved and checked, and is not written yet.
#[derive(Debug)]
pub struct Certificate<'a> {
    puzzle: &'a Puzzle,
    grid: Option<&'a Grid>,
    clauses: Vec<Vec<i32>>,
    proof: Vec<u8>,
    drat: Vec<u8>,
}

/// Why a claim has no certificate.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Unproved {
    /// It was claimed that there is none.
    #[error("there is a solution: {0}")]
    Solution(String),
    /// It was claimed that there is no other.
    #[error("there is another solution: {0}")]
    Another(String),
    /// The proof was not finished.
    #[error("the proof was not finished in time")]
    Halted(Halt),
    /// There is a proof that does not check.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

impl<'a> Certificate<'a> {
    /// Proves that `puzzle` has no solution, or none but `grid`, and has the proof checked. The probe is asked for a step at
    /// each conflict.
    ///
    /// # Errors
    /// When that is not so, or the probe does not let it be proved.
    pub fn new<P: Probe>(puzzle: &'a Puzzle, grid: Option<&'a Grid>, probe: &mut P) -> Result<Self, Unproved> {
        match solver_sat::refute(puzzle, grid, probe).map_err(Unproved::Halted)? {
            Refuted::Proof { clauses, proof } => {
                let drat = certificate::verify(puzzle, grid, &clauses, &proof)?;
                Ok(Self { puzzle, grid, clauses, proof, drat })
            }
            Refuted::Solution(other) => {
                let text = board_text(other.values(), puzzle.rules().values());
                Err(if grid.is_some() { Unproved::Another(text) } else { Unproved::Solution(text) })
            }
        }
    }

    /// Writes it as a folder, which is there whole or not at all. `strategy` is whose claim it is.
    ///
    /// # Errors
    /// When there is such a folder already, or it cannot be written.
    pub fn write(&self, folder: &Path, strategy: &str) -> Result<()> {
        let name = folder.file_name().context("a certificate needs a name")?.to_string_lossy();
        if folder.exists() {
            bail!("{} is there already", folder.display());
        }
        let half = folder.with_file_name(format!(".{name}"));
        let failed = || format!("cannot write {}", half.display());
        if half.exists() {
            fs::remove_dir_all(&half).with_context(failed)?;
        }
        fs::create_dir_all(&half).with_context(failed)?;
        self.fill(&half, strategy).with_context(failed)?;
        fs::rename(&half, folder).with_context(|| format!("cannot make {}", folder.display()))
    }

    fn fill(&self, folder: &Path, strategy: &str) -> Result<()> {
        let rules = self.puzzle.rules();
        let cells = rules.cells() * usize::from(rules.values());
        let mut cnf = Vec::new();
        dimacs::write(&mut cnf, &Cnf { variables: cells as u32, clauses: self.clauses.clone() })?;
        let mut files = BTreeMap::new();
        for (name, bytes) in [(FORMULA, &cnf), (PROOF, &self.proof), (DRAT, &self.drat)] {
            fs::write(folder.join(name), bytes)?;
            files.insert(name.to_owned(), format!("{:x}", Sha256::digest(bytes)));
        }
        let text = |values: &[u8]| board_text(values, rules.values());
        let record = Record {
            schema: SCHEMA,
            harness: env!("CARGO_PKG_VERSION").to_owned(),
            rules: rules.name().to_owned(),
            units: (Rules::parse(rules.name()).ok().as_ref() != Some(rules)).then(|| rules.clone()),
            puzzle: text(self.puzzle.givens().values()),
            claim: if self.grid.is_some() { Claim::Unique } else { Claim::None },
            grid: self.grid.map(|grid| text(grid.values())),
            strategy: strategy.to_owned(),
            prover: solver_sat::PROVER.to_owned(),
            files,
        };
        Ok(fs::write(folder.join(RECORD), serde_json::to_string_pretty(&record)? + "\n")?)
    }
}

/// What came of the certificates of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Certified {
    /// Puzzles that were drawn.
    pub drawn: u64,
    /// Those whose certificates check; proofs of others were not finished within the step limit, or are among the faults.
    pub check: u64,
    /// Claims that were refuted and certificates that were refused, each with its puzzle.
    pub faults: Vec<String>,
}

impl Certified {
    /// How many check.
    pub fn sentence(&self) -> String {
        format!("{} of {} certificates check", self.check, self.drawn)
    }
}

/// What is wrong with a certificate.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Flaw {
    /// A file cannot be read.
    #[error("{0}: {1}")]
    File(&'static str, std::io::Error),
    /// The record is none.
    #[error("{RECORD}: {0}")]
    Record(#[from] serde_json::Error),
    /// It is of another time.
    #[error("{RECORD}: schema {0} is not known, {SCHEMA} is")]
    Schema(u32),
    /// A file is not the one that the record is about.
    #[error("{0}: its SHA-256 is not the one in {RECORD}")]
    Hash(&'static str),
    /// There are no such rules.
    #[error("{RECORD}: {0}")]
    Rules(#[from] RulesError),
    /// The puzzle or the grid is none.
    #[error("{RECORD}: the {0} is none of these rules: {1}")]
    Board(&'static str, TextError),
    /// `unique` needs a grid, and `none` must not have one.
    #[error("{RECORD}: the claim does not go with the grid")]
    Claim,
    /// The formula is no CNF file.
    #[error("{FORMULA}: {0}")]
    Formula(#[from] DimacsError),
    /// The formula is not that of the claim, the grid is wrong, or the proof shows nothing.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The two proofs are not the same.
    #[error("{DRAT}: it is not what {PROOF} says")]
    Drat,
}

/// Checks a certificate, and says what it certifies.
///
/// # Errors
/// The first thing that is wrong with it.
pub fn verify(folder: &Path) -> Result<Claim, Flaw> {
    let bytes = |name| fs::read(folder.join(name)).map_err(|error| Flaw::File(name, error));
    let record: Record = serde_json::from_slice(&bytes(RECORD)?)?;
    if record.schema != SCHEMA {
        return Err(Flaw::Schema(record.schema));
    }
    let hashed = |name| {
        let bytes = bytes(name)?;
        let hash = format!("{:x}", Sha256::digest(&bytes));
        if record.files.get(name) == Some(&hash) { Ok(bytes) } else { Err(Flaw::Hash(name)) }
    };
    let (formula, proof, drat) = (hashed(FORMULA)?, hashed(PROOF)?, hashed(DRAT)?);
    let rules = match record.units {
        Some(units) => units,
        None => Rules::parse(&record.rules)?,
    };
    let board = |what, text: &str| parse_board(text, &rules).map_err(|error| Flaw::Board(what, error));
    let grid = record.grid.as_deref().map(|text| board("grid", text)).transpose()?;
    let grid = grid.map(|grid: Givens| Grid::from_values(grid.values()));
    if grid.is_some() != (record.claim == Claim::Unique) {
        return Err(Flaw::Claim);
    }
    let givens = board("puzzle", &record.puzzle)?;
    let puzzle = Puzzle::new(rules, givens);
    let formula = dimacs::read(&formula[..])?.clauses;
    let told = certificate::verify(&puzzle, grid.as_ref(), &formula, &proof)?;
    if told == drat { Ok(record.claim) } else { Err(Flaw::Drat) }
}

/// The certificates of a folder: it is one itself, or it holds one in each folder in it.
///
/// # Errors
/// When there is no such folder.
pub fn list(folder: &Path) -> Result<Vec<PathBuf>> {
    let failed = || format!("cannot read {}", folder.display());
    let mut folders = Vec::new();
    for entry in fs::read_dir(folder).with_context(failed)? {
        let entry = entry.with_context(failed)?;
        if entry.path().is_dir() && !entry.file_name().to_string_lossy().starts_with('.') {
            folders.push(entry.path());
        }
    }
    folders.sort();
    if folders.is_empty() || folder.join(RECORD).exists() {
        // Without a record it is a certificate that lost it.
        folders = vec![folder.to_owned()];
    }
    Ok(folders)
}
