//! What varisat refutes is accepted, and nothing else is.

use certificate::Refusal;
use model::solve::Off;
use model::{Grid, Puzzle, Rules, text};
use solver_sat::{Refuted, refute};

/// Line 5 of Royle's corpus, which needs guesses, and the same with a clue more, which its solution has not.
const HARD: &str = "000000012008030000000000040120500000000004700060000000507000300000620000000100000";
const NONE: &str = "400000012008030000000000040120500000000004700060000000507000300000620000000100000";

struct Certificate {
    puzzle: Puzzle,
    grid: Option<Grid>,
    clauses: Vec<Vec<i32>>,
    proof: Vec<u8>,
}

impl Certificate {
    fn new(rules: &Rules, board: &str) -> Self {
        let puzzle = Puzzle::new(rules.clone(), text::parse_board(board, rules).expect("a board"));
        let refuted = |grid: Option<&Grid>| refute(&puzzle, grid, &mut Off).expect("nothing limits it");
        let (grid, refuted) = match refuted(None) {
            Refuted::Solution(grid) => (Some(grid.clone()), refuted(Some(&grid))),
            proof @ Refuted::Proof { .. } => (None, proof),
        };
        let Refuted::Proof { clauses, proof } = refuted else { panic!("{board} has two solutions") };
        Self { puzzle, grid, clauses, proof }
    }

    /// The DRAT proof, or what is wrong.
    fn verify(&self) -> Result<String, String> {
        certificate::verify(&self.puzzle, self.grid.as_ref(), &self.clauses, &self.proof)
            .map(|drat| String::from_utf8(drat).expect("DRAT is text"))
            .map_err(|refusal| refusal.to_string())
    }
}

fn order_3(board: &str) -> Certificate {
    Certificate::new(&Rules::sudoku(3), board)
}

#[test]
fn unique_and_unsolvable_puzzles_of_all_kinds_of_rules_are_certified() {
    let units = Rules::builder("units", 4, 2).unit([0, 1]).unit([1, 2]).build().expect("a loose cell and short units");
    for (rules, board, unique) in [
        (Rules::sudoku(1), "1", true),
        (Rules::sudoku(1), ".", true),
        (Rules::sudoku(2), "12343412214.....", true),
        (Rules::sudoku(2), "123....4........", false),
        (Rules::sudoku(2), "1234341221434321", true),
        (Rules::sudoku(3), HARD, true),
        (Rules::sudoku(3), NONE, false),
        (Rules::latin(3).expect("rules"), "12.2.....", true),
        (Rules::sudoku(2).with_diagonals(), "123....4........", false),
        (units, "1..1", true),
    ] {
        let certificate = Certificate::new(&rules, board);
        assert_eq!(certificate.grid.is_some(), unique, "{board}");
        let drat = certificate.verify().expect(board);
        assert!(drat.lines().any(|line| line == "0"), "{board}: {drat}");
    }
}

#[test]
fn another_grid_or_puzzle_is_refused() {
    let mut other = order_3(HARD);
    let grid = other.grid.as_mut().expect("a solution");
    let was = grid.values()[0];
    grid.values_mut()[0] = was % 9 + 1;
    let said = other.verify().expect_err("a wrong grid");
    assert!(said.starts_with("the grid does not answer the puzzle: row 1 holds"), "{said}");

    let mut other = order_3(HARD);
    other.grid = None;
    let said = other.verify().expect_err("it is solvable");
    assert_eq!(said, "clause 10548 of the formula, `-724 -718 -711 -696 … 0`, is none of the puzzle's");

    let mut other = order_3(HARD);
    other.puzzle = Puzzle::blank(Rules::sudoku(3));
    let said = other.verify().expect_err("givens were taken away");
    assert_eq!(said, "clause 10531 of the formula, `64 0`, is none of the puzzle's");

    let mut other = order_3(NONE);
    other.puzzle = order_3(HARD).puzzle;
    assert!(other.verify().expect_err("a given more").ends_with("is none of the puzzle's"));
}

#[test]
fn a_formula_with_another_clause_is_refused() {
    let certificate = order_3(HARD);
    for at in [0, 700, 10_540] {
        let mut other = order_3(HARD);
        let clause = other.clauses.remove(at);
        let said = other.verify().expect_err("a clause is gone");
        assert!(said.starts_with("the formula lacks the puzzle's clause `"), "{said}");
        other.clauses.insert(at, clause);
        assert!(other.verify().is_ok());
        other.clauses[at][0] *= -1;
        assert!(other.verify().expect_err("a literal has turned").starts_with(&format!("clause {} of", at + 1)));
    }
    let mut other = order_3(HARD);
    other.clauses.push(vec![]);
    assert!(other.verify().expect_err("an empty clause").ends_with("`0`, is none of the puzzle's"));
    other.clauses.pop();
    other.clauses.push(certificate.clauses[3].clone());
    other.clauses.reverse();
    assert!(other.verify().is_ok(), "order and repeats do not matter");
}

#[test]
fn a_proof_that_proves_nothing_is_refused() {
    let mut other = order_3(HARD);
    let whole = std::mem::take(&mut other.proof);
    assert_eq!(other.verify().expect_err("emptied"), "the proof does not hold: step 1: Unexpected end of proof file");
    for part in [1, whole.len() / 2, whole.len() - 1] {
        other.proof = whole[..part].to_vec();
        assert!(other.verify().expect_err("cut").starts_with("the proof does not hold: "), "{part}");
    }
    let mut two = order_3(HARD);
    two.proof = order_3(NONE).proof;
    assert!(two.verify().expect_err("of another puzzle").starts_with("the proof does not hold: "));
}

#[test]
fn a_proof_may_not_add_to_the_formula() {
    // An incremental search adds clauses as it goes: its proof is of more than the formula, which has a model here.
    use varisat::{ExtendFormula, Lit, ProofFormat, Solver};
    let lits = |clause: &[i32]| clause.iter().map(|&lit| Lit::from_dimacs(lit as isize)).collect::<Vec<_>>();
    let mut other = order_3(HARD);
    let block = other.clauses.pop().expect("the clause that the grid breaks");
    other.grid = None;
    let mut proved = |added: Option<&[i32]>| {
        let mut proof = Vec::new();
        let mut sat = Solver::new();
        sat.write_proof(&mut proof, ProofFormat::Varisat);
        other.clauses.iter().for_each(|clause| sat.add_clause(&lits(clause)));
        assert_eq!(sat.solve().ok(), Some(true));
        if let Some(added) = added {
            sat.add_clause(&lits(added));
            assert_eq!(sat.solve().ok(), Some(false));
        }
        sat.close_proof().expect("memory takes any proof");
        drop(sat);
        other.proof = proof;
        other.verify().expect_err("there is a solution")
    };
    let said = proved(Some(&block));
    assert!(said.starts_with("the proof adds the clause `-") && said.ends_with("` to the formula"), "{said}");
    assert_eq!(proved(None), "the proof ends before the empty clause");
}

#[test]
fn no_part_of_a_proof_proves_a_falsehood() {
    let proof = Certificate::new(&Rules::sudoku(2), "123....4........").proof;
    let solvable = Puzzle::blank(Rules::sudoku(2));
    let formula: Vec<_> = certificate::clauses(&solvable, None).into_iter().collect();
    for part in 0..=proof.len() {
        let said = certificate::verify(&solvable, None, &formula, &proof[..part]);
        assert!(matches!(said, Err(Refusal::Proof(_) | Refusal::Unproved)), "{part}: {said:?}");
    }
}
