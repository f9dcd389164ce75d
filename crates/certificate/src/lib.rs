//! Checks the proof that a puzzle has no solution, or none but a grid.
//!
//! Shares nothing with the solver whose claim it checks but the model: it derives the clauses of a puzzle by itself,
//! and has the proof checked by varisat-checker, which is no part of varisat's search. Pure: who reads the files, writes
//! them and knows their hashes is the harness.
//!
//! ```
//! use model::solve::Off;
//! use model::{Puzzle, Rules, text};
//! use solver_sat::Refuted;
//!
//! // The blank of row 1 must hold 4, and the cell below it does.
//! let rules = Rules::sudoku(2);
//! let givens = text::parse_board("123....4........", &rules)?;
//! let puzzle = Puzzle::new(rules, givens);
//! let refuted = solver_sat::refute(&puzzle, None, &mut Off).expect("nothing limits it");
//! let Refuted::Proof { clauses, proof } = refuted else { panic!("there is no solution") };
//! assert!(certificate::verify(&puzzle, None, &clauses, &proof).is_ok());
//! // It is about this puzzle and no other.
//! assert!(certificate::verify(&Puzzle::blank(Rules::sudoku(2)), None, &clauses, &proof).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod clauses;
mod proof;

use std::collections::HashMap;

use model::{Grid, Puzzle, Violation, check};

pub use clauses::clauses;

/// So many literals of a clause are told.
const MOST_SHOWN: usize = 4;

/// Why a certificate does not hold.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The grid is no solution.
    #[error("the grid does not answer the puzzle: {0}")]
    Grid(#[from] Violation),
    /// A clause of the formula does not come from the puzzle.
    #[error("clause {number} of the formula, `{}`, is none of the puzzle's", shown(.clause))]
    Foreign {
        /// Its number, from 1.
        number: usize,
        /// Its literals, ascending.
        clause: Vec<i32>,
    },
    /// A clause of the puzzle is not in the formula.
    #[error("the formula lacks the puzzle's clause `{}`", shown(.0))]
    Lacks(Vec<i32>),
    /// The checker refuses a step.
    #[error("the proof does not hold: {0}")]
    Proof(String),
    /// The proof says nothing of the formula that it is about.
    #[error("the proof adds the clause `{}` to the formula", shown(.0))]
    Adds(Vec<i32>),
    /// Each step holds, and nothing follows.
    #[error("the proof ends before the empty clause")]
    Unproved,
}

/// Checks that `puzzle` has no solution, or none but `grid`: the grid is one, `formula` has exactly the clauses that say
/// so, in whatever order, and `proof`, in varisat's format, shows that they cannot all hold. The same proof comes back as
/// text in the format DRAT, for other checkers.
///
/// # Errors
/// The first thing that is wrong. Bytes made to have the checker ask for more memory than there is end the program.
pub fn verify(puzzle: &Puzzle, grid: Option<&Grid>, formula: &[Vec<i32>], proof: &[u8]) -> Result<Vec<u8>, Refusal> {
    if let Some(grid) = grid {
        check(puzzle, grid)?;
    }
    let mut seen: HashMap<Vec<i32>, bool> = clauses(puzzle, grid).into_iter().map(|clause| (clause, false)).collect();
    for (number, clause) in (1..).zip(formula) {
        let mut clause = clause.clone();
        clause.sort_unstable();
        match seen.get_mut(&clause) {
            Some(seen) => *seen = true,
            None => return Err(Refusal::Foreign { number, clause }),
        }
    }
    if let Some(clause) = seen.into_iter().filter(|(_, seen)| !seen).map(|(clause, _)| clause).min() {
        return Err(Refusal::Lacks(clause));
    }
    proof::drat(formula, proof)
}

/// A clause as in a DIMACS file, the middle of a long one left out.
fn shown(clause: &[i32]) -> String {
    let mut words: Vec<String> = clause.iter().take(MOST_SHOWN).map(i32::to_string).collect();
    words.extend((clause.len() > MOST_SHOWN).then(|| "…".to_owned()));
    words.push("0".to_owned());
    words.join(" ")
}
