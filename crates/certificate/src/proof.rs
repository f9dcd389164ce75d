//! The proof: checked step by step, and told again in the format DRAT.
//!
//! The checker does not say whether the empty clause was reached, lets a proof add what clauses it likes, as an
//! incremental search does, and panics on some bytes that are no proof: all three are seen to here.

use std::cell::Cell;
use std::io::Write as _;
use std::panic::catch_unwind;

use varisat_checker::{CheckedProofStep, Checker, CheckerData, CheckerError, ProofProcessor};
use varisat_formula::Lit;

use crate::Refusal;

/// Checks `proof` for `formula`, and translates it.
pub(crate) fn drat(formula: &[Vec<i32>], proof: &[u8]) -> Result<Vec<u8>, Refusal> {
    catch_unwind(|| checked(formula, proof))
        .unwrap_or_else(|_| Err(Refusal::Proof("the checker cannot read it".into())))
}

fn checked(formula: &[Vec<i32>], proof: &[u8]) -> Result<Vec<u8>, Refusal> {
    let is_loaded = Cell::new(false);
    let mut told = Told { is_loaded: &is_loaded, drat: Vec::new(), added: None, is_refuted: false };
    let mut checker = Checker::new();
    checker.add_processor(&mut told);
    let mut lits = Vec::new();
    let loaded = formula.iter().try_for_each(|clause| {
        lits.clear();
        lits.extend(clause.iter().map(|&literal| Lit::from_dimacs(literal as isize)));
        checker.add_clause(&lits)
    });
    is_loaded.set(true);
    let checked = loaded.and_then(|()| checker.check_proof(proof));
    drop(checker);
    match (told.added, checked) {
        (Some(clause), _) => Err(Refusal::Adds(clause)),
        (None, Err(error)) => Err(Refusal::Proof(said(&error))),
        (None, Ok(())) if !told.is_refuted => Err(Refusal::Unproved),
        (None, Ok(())) => Ok(told.drat),
    }
}

/// On one line, and of a size that can be read.
fn said(error: &CheckerError) -> String {
    error.to_string().chars().take(160).map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// What the checker tells.
struct Told<'a> {
    is_loaded: &'a Cell<bool>,
    drat: Vec<u8>,
    /// A clause of the proof that follows from nothing.
    added: Option<Vec<i32>>,
    is_refuted: bool,
}

impl Told<'_> {
    fn line(&mut self, lead: &str, clause: &[Lit]) -> Result<(), anyhow::Error> {
        self.drat.write_all(lead.as_bytes())?;
        for lit in clause {
            write!(self.drat, "{} ", lit.to_dimacs())?;
        }
        Ok(self.drat.write_all(b"0\n")?)
    }
}

impl ProofProcessor for Told<'_> {
    fn process_step(&mut self, step: &CheckedProofStep<'_>, _: CheckerData<'_, '_>) -> Result<(), anyhow::Error> {
        match *step {
            CheckedProofStep::AtClause { clause, .. } => {
                self.is_refuted |= clause.is_empty();
                self.line("", clause)
            }
            CheckedProofStep::DeleteClause { clause, .. }
            | CheckedProofStep::DeleteAtClause { keep_as_redundant: false, clause, .. }
            | CheckedProofStep::DeleteRatClause { keep_as_redundant: false, clause, .. } => self.line("d ", clause),
            CheckedProofStep::AddClause { clause, .. } if self.is_loaded.get() => {
                self.added = Some(clause.iter().map(|lit| lit.to_dimacs() as i32).collect());
                Err(anyhow::Error::msg("a clause that follows from nothing"))
            }
            _ => Ok(()),
        }
    }
}
