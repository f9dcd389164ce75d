//! A puzzle refuted: the proof that it has no solution, or none but one that is known.
//!
//! Clauses and proof are for somebody else to check, so nothing clever is done to them: the extended encoding, each
//! clause once, the givens as unit clauses, and one clause that the known grid breaks.

use model::solve::{Halt, Probe};
use model::{Grid, Puzzle};
use varisat::{ExtendFormula, Lit, ProofFormat};

use crate::counted::{Learned, Watch};
use crate::encode::{Encoder, Encoding, Repeats};

/// Who refutes, for whoever keeps a proof.
pub const PROVER: &str = "varisat 0.2.2 on the extended encoding";

/// What became of a refutation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refuted {
    /// It is refuted.
    Proof {
        /// The clauses that cannot all hold; variable `cell * N + value` says that a cell, from 0, holds a value.
        clauses: Vec<Vec<i32>>,
        /// Why not, in the format of varisat.
        proof: Vec<u8>,
    },
    /// There is a solution, or another one.
    Solution(Grid),
}

/// Refutes that `puzzle` has a solution, `except` set aside. The probe is asked for a step at each conflict.
///
/// # Errors
/// When the probe stops it.
pub fn refute<P: Probe>(puzzle: &Puzzle, except: Option<&Grid>, probe: &mut P) -> Result<Refuted, Halt> {
    let encoder = Encoder::new(puzzle.rules());
    let n = encoder.values();
    let holds = |cell: usize, value: u8, sign| Lit::from_index(cell * n + usize::from(value) - 1, sign);
    let mut clauses: Vec<Vec<Lit>> = Vec::new();
    encoder.full(Encoding::Extended, Repeats::Drop, |clause| clauses.push(clause.to_vec()));
    clauses.extend(puzzle.givens().iter().map(|(cell, value)| vec![holds(cell.index(), value, true)]));
    clauses.extend(except.map(|grid| {
        grid.values().iter().enumerate().map(|(cell, &value)| holds(cell, value, false)).collect::<Vec<_>>()
    }));

    let watch = Watch::new(probe);
    let mut learned = Learned::new(&watch);
    let mut proof = Vec::new();
    let mut sat = varisat::Solver::new();
    sat.write_proof(&mut proof, ProofFormat::Varisat);
    sat.add_proof_processor(&mut learned);
    for clause in &clauses {
        sat.add_clause(clause);
    }
    let has_model = match sat.solve() {
        Ok(has_model) => has_model,
        Err(error) => return Err(watch.halt().unwrap_or_else(|| panic!("only the probe halts varisat: {error}"))),
    };
    if has_model {
        let mut grid = Grid::blank(puzzle.rules().cells());
        let model = sat.model().expect("the back end has just said that there is a model");
        for lit in model.into_iter().filter(|lit| lit.is_positive()) {
            grid.values_mut()[lit.index() / n] = (lit.index() % n) as u8 + 1;
        }
        return Ok(Refuted::Solution(grid));
    }
    sat.close_proof().expect("memory takes any proof");
    drop(sat);
    let clauses = clauses.iter().map(|clause| clause.iter().map(|lit| lit.to_dimacs() as i32).collect()).collect();
    Ok(Refuted::Proof { clauses, proof })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use model::solve::{Limits, Off};
    use model::{Rules, check, text};

    use super::*;

    fn puzzle(board: &str) -> Puzzle {
        let rules = Rules::of_length(board.len()).expect("a board");
        Puzzle::new(rules.clone(), text::parse_board(board, &rules).expect("a board"))
    }

    #[test]
    fn another_solution_is_a_solution() {
        let two = puzzle("123434122.......");
        let Ok(Refuted::Solution(first)) = refute(&two, None, &mut Off) else { panic!("it has solutions") };
        let Ok(Refuted::Solution(second)) = refute(&two, Some(&first), &mut Off) else { panic!("it has two") };
        assert_eq!((check(&two, &first), check(&two, &second)), (Ok(()), Ok(())));
        assert_ne!(first, second);
    }

    #[test]
    fn the_probe_stops_it() {
        // Line 5 of Royle's corpus needs guesses.
        let hard = puzzle("000000012008030000000000040120500000000004700060000000507000300000620000000100000");
        let deadline = AtomicBool::new(true);
        assert_eq!(refute(&hard, None, &mut Limits::new(None, &deadline)), Err(Halt::Deadline));
    }
}
