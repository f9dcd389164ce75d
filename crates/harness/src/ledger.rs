//! The ledger: who claimed what, which grids are certain, and what contradicts what.
//!
//! A claim is "no solution" or "exactly one"; it falls when a checked grid says otherwise, whoever found it, or when the
//! puzzle is a decoy whose answer is known. Contradictions are worked out from all claims and all grids at the end, so
//! that they do not depend on who came first.

use std::collections::HashMap;

use model::solve::Ask;
use model::text::board_text;

use crate::jobs::CountRow;
use crate::results::{Contradiction, Status};

/// What a strategy said of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// How it ended.
    pub status: Status,
    /// Solutions claimed.
    pub solutions: u64,
}

/// What all who answered say of all grids of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreed<'a> {
    /// There is none.
    None,
    /// There is this one alone.
    Unique(&'a [u8]),
}

/// Everything that was claimed and found.
pub struct Ledger {
    ask: Ask,
    values: u8,
    cells: usize,
    /// By strategy, then puzzle (from 0).
    claims: Vec<Vec<Option<Claim>>>,
    /// The first checked grid of each puzzle, one after the other; all 0 where there is none.
    first: Vec<u8>,
    /// A second one, where there is one.
    second: HashMap<usize, Box<[u8]>>,
    /// Grids that are no answers: strategy and puzzle, and the reason.
    faults: HashMap<(usize, usize), String>,
}

impl Ledger {
    /// An empty ledger for so many strategies and puzzles (decoys included).
    pub fn new(ask: Ask, strategies: usize, puzzles: usize, cells: usize, values: u8) -> Self {
        Self {
            ask,
            values,
            cells,
            claims: vec![vec![None; puzzles]; strategies],
            first: vec![0; puzzles * cells],
            second: HashMap::new(),
            faults: HashMap::new(),
        }
    }

    /// Enters a row; returns the grids that were not known before.
    pub fn enter(&mut self, strategy: usize, row: &CountRow) -> Vec<Vec<u8>> {
        let puzzle = row.puzzle as usize - 1;
        self.claims[strategy][puzzle] = Some(Claim { status: row.status, solutions: row.solutions });
        if let Some(reason) = row.reason.as_ref().filter(|_| row.status == Status::Wrong) {
            self.faults.insert((strategy, puzzle), reason.clone());
        }
        row.grids.iter().filter(|grid| self.learn(puzzle, grid)).cloned().collect()
    }

    /// Enters a claim that was read back; its grids come through [`Ledger::learn`].
    pub fn recall(&mut self, strategy: usize, puzzle: usize, claim: Claim) {
        self.claims[strategy][puzzle] = Some(claim);
    }

    /// Whether what a row of a counted pass leans on is known: why it is wrong, or grids, as many as this strategy tells of two.
    pub fn has_evidence(&self, strategy: usize, puzzle: usize, claim: Claim, told: u64) -> bool {
        if claim.status == Status::Wrong {
            return self.has_fault(strategy, puzzle);
        }
        let known = u64::from(self.grid(puzzle).is_some()) + u64::from(self.second.contains_key(&puzzle));
        known >= claim.solutions.min(told)
    }

    /// Whether a fault of this pair is known.
    pub fn has_fault(&self, strategy: usize, puzzle: usize) -> bool {
        self.faults.contains_key(&(strategy, puzzle))
    }

    /// Enters a fault that was read back.
    pub fn recall_fault(&mut self, strategy: usize, puzzle: usize, reason: String) {
        self.faults.insert((strategy, puzzle), reason);
    }

    /// Enters a checked grid; whether it says something new. Two different grids are all that matters.
    pub fn learn(&mut self, puzzle: usize, grid: &[u8]) -> bool {
        let first = &mut self.first[puzzle * self.cells..][..self.cells];
        if first[0] == 0 {
            first.copy_from_slice(grid);
            return true;
        }
        if first == grid || self.second.contains_key(&puzzle) {
            return false;
        }
        self.second.insert(puzzle, grid.into());
        true
    }

    /// What a strategy said of the puzzle at an index, from 0.
    pub fn claim(&self, strategy: usize, puzzle: usize) -> Option<Claim> {
        self.claims[strategy][puzzle]
    }

    /// The grid of a puzzle where exactly one is known.
    pub fn solution(&self, puzzle: usize) -> Option<&[u8]> {
        let first = self.grid(puzzle)?;
        (!self.second.contains_key(&puzzle)).then_some(first)
    }

    /// What is agreed on of a puzzle, where somebody answered and nothing speaks against it.
    pub fn agreed(&self, puzzle: usize) -> Option<Agreed<'_>> {
        let claims = self.claims.iter().filter_map(|claims| claims[puzzle]);
        let mut answers = claims.filter(|claim| claim.status == Status::Ok).map(|claim| claim.solutions);
        let solutions = answers.next()?;
        if solutions >= self.ask.enough() || answers.any(|other| other != solutions) {
            return None;
        }
        match solutions {
            0 => self.grid(puzzle).is_none().then_some(Agreed::None),
            1 => self.solution(puzzle).map(Agreed::Unique),
            _ => None,
        }
    }

    fn grid(&self, puzzle: usize) -> Option<&[u8]> {
        let first = &self.first[puzzle * self.cells..][..self.cells];
        (first[0] != 0).then_some(first)
    }

    /// All contradictions, by puzzle, then strategy. `decoys` are the last puzzles, each with its number of solutions.
    pub fn contradictions(&self, strategies: &[String], decoys: &[u64]) -> Vec<Contradiction> {
        let mut found = Vec::new();
        self.each_pair(decoys, |strategy, puzzle, known| {
            if let Some((claim, witness)) = self.contradiction(strategy, puzzle, known) {
                let strategy = strategies[strategy].clone();
                found.push(Contradiction { puzzle: puzzle as u64 + 1, strategy, claim, witness });
            }
        });
        found
    }

    /// Strategy and puzzle of each claim that a grid or a construction contradicts: unlike faults, the counted pass alone finds
    /// these, so that they are the same at every start of a timed pass.
    pub fn refuted(&self, decoys: &[u64]) -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        self.each_pair(decoys, |strategy, puzzle, known| {
            let claim = self.claims[strategy][puzzle];
            if claim.is_some_and(|claim| self.refutation(claim, puzzle, known).is_some()) {
                found.push((strategy, puzzle));
            }
        });
        found
    }

    fn each_pair(&self, decoys: &[u64], mut see: impl FnMut(usize, usize, Option<u64>)) {
        let puzzles = self.claims.first().map_or(0, Vec::len);
        for puzzle in 0..puzzles {
            let known = (puzzle + decoys.len()).checked_sub(puzzles).map(|decoy| decoys[decoy]);
            (0..self.claims.len()).for_each(|strategy| see(strategy, puzzle, known));
        }
    }

    fn contradiction(&self, strategy: usize, puzzle: usize, known: Option<u64>) -> Option<(String, String)> {
        let claim = self.claims[strategy][puzzle]?;
        let Claim { status, solutions } = claim;
        // Who died claimed nothing; in runs of long ago its reason stands among the faults.
        if status == Status::Error {
            return None;
        }
        if let Some(reason) = self.faults.get(&(strategy, puzzle)) {
            return Some((format!("{} ({} solutions)", status.word(), solutions), reason.clone()));
        }
        self.refutation(claim, puzzle, known)
    }

    /// The claim in words, and the grid or the construction that it cannot stand beside.
    fn refutation(&self, claim: Claim, puzzle: usize, known: Option<u64>) -> Option<(String, String)> {
        let Claim { status, solutions } = claim;
        // Fewer than were asked for is a claim that there are no more.
        if status != Status::Ok || solutions >= self.ask.enough() {
            return None;
        }
        let text = |grid: &[u8]| board_text(grid, self.values);
        match solutions {
            0 => self.grid(puzzle).map(|grid| ("no solution".to_owned(), text(grid))),
            1 => match self.second.get(&puzzle) {
                Some(second) => Some(("one solution".to_owned(), text(second))),
                None if known == Some(2) => Some((
                    "one solution".to_owned(),
                    "by construction: a 17-clue puzzle less one clue has two or more".to_owned(),
                )),
                None => None,
            },
            _ => None,
        }
        .or_else(|| {
            let hidden = solutions == 0 && known == Some(2);
            hidden.then(|| ("no solution".to_owned(), "by construction: the puzzle it was made of has one".to_owned()))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(puzzle: u64, solutions: u64, grids: &[&[u8]]) -> CountRow {
        let grids = grids.iter().map(|grid| grid.to_vec()).collect();
        CountRow { puzzle, status: Status::Ok, solutions, counters: Vec::new(), grids, reason: None }
    }

    fn says(entries: &[(usize, CountRow)], decoys: &[u64]) -> Vec<String> {
        let mut ledger = Ledger::new(Ask::Unique, 2, 2, 2, 2);
        for (strategy, row) in entries {
            ledger.enter(*strategy, row);
        }
        let found = ledger.contradictions(&["a".into(), "b".into()], decoys);
        found.into_iter().map(|c| format!("{} {}: {} / {}", c.puzzle, c.strategy, c.claim, c.witness)).collect()
    }

    #[test]
    fn a_grid_contradicts_whoever_saw_less() {
        assert_eq!(says(&[(0, row(1, 0, &[])), (1, row(1, 1, &[&[1, 2]]))], &[]), ["1 a: no solution / 12"]);
        assert_eq!(
            says(&[(0, row(1, 1, &[&[2, 1]])), (1, row(1, 2, &[&[1, 2], &[2, 1]]))], &[]),
            ["1 a: one solution / 12"]
        );
        assert_eq!(
            says(&[(0, row(2, 1, &[&[2, 1]])), (1, row(2, 1, &[&[1, 2]]))], &[]).len(),
            2,
            "each has a grid that the other one denies"
        );
        assert_eq!(says(&[(0, row(1, 1, &[&[2, 1]])), (1, row(1, 1, &[&[2, 1]]))], &[]), [""; 0]);
    }

    #[test]
    fn a_decoy_contradicts_without_another_strategy() {
        assert_eq!(says(&[(0, row(2, 1, &[&[2, 1]]))], &[2]).len(), 1);
        assert_eq!(says(&[(0, row(2, 0, &[]))], &[2]).len(), 1);
        assert_eq!(says(&[(0, row(2, 2, &[&[2, 1], &[1, 2]]))], &[2]).len(), 0);
        assert_eq!(says(&[(0, row(2, 0, &[]))], &[0]).len(), 0);
        assert_eq!(says(&[(0, row(1, 1, &[&[2, 1]]))], &[2]).len(), 0, "only the last puzzles are decoys");
    }

    #[test]
    fn what_all_who_answered_say_is_agreed_on() {
        let agreed = |ask, entries: &[(usize, CountRow)]| {
            let mut ledger = Ledger::new(ask, 2, 1, 2, 2);
            for (strategy, row) in entries {
                ledger.enter(*strategy, row);
            }
            ledger.agreed(0).map(|agreed| match agreed {
                Agreed::None => Vec::new(),
                Agreed::Unique(grid) => grid.to_vec(),
            })
        };
        let (one, none) = (row(1, 1, &[&[1, 2]]), row(1, 0, &[]));
        let stuck = CountRow { status: Status::Stuck, ..none.clone() };
        let two = row(1, 2, &[&[1, 2], &[2, 1]]);
        assert_eq!(agreed(Ask::Unique, &[(0, one.clone()), (1, stuck.clone())]), Some(vec![1, 2]));
        assert_eq!(agreed(Ask::Unique, &[(0, none.clone()), (1, none.clone())]), Some(vec![]));
        assert_eq!(agreed(Ask::Unique, &[(0, one.clone()), (1, none.clone())]), None);
        assert_eq!(agreed(Ask::Unique, &[(0, one.clone()), (1, row(1, 1, &[&[2, 1]]))]), None);
        assert_eq!(agreed(Ask::Unique, &[(0, two.clone()), (1, two)]), None);
        assert_eq!(agreed(Ask::Unique, &[(0, stuck)]), None);
        assert_eq!(agreed(Ask::First, &[(0, one.clone()), (1, one)]), None, "nobody was asked for another");
        assert_eq!(agreed(Ask::First, &[(0, none.clone()), (1, none)]), Some(vec![]));
    }

    #[test]
    fn a_fault_is_a_contradiction_of_its_own() {
        let wrong = CountRow { status: Status::Wrong, reason: Some("row 1 holds 1 twice".into()), ..row(1, 1, &[]) };
        assert_eq!(says(&[(0, wrong)], &[]), ["1 a: wrong (1 solutions) / row 1 holds 1 twice"]);
    }
}
