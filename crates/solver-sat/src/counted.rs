//! Counting what the back end does, and stopping it.
//!
//! varisat shows no conflicts and has no interrupt, but it tells a proof processor every step of its proof, and an error
//! from there ends the search. Of its steps, `AtClause` is a learned clause, a clause shortened by unit clauses, or a unit
//! clause that others imply (varisat 0.2.2: `cdcl.rs`, `unit_simplify.rs`). They are told apart by what they are made
//! of: the last two follow from one clause and unit clauses, a learned clause needs two that are no unit clauses
//! (a conflict below a decision resolves at least once; and no clause that is there contains it, else it had
//! propagated), and the empty clause is learned from one. Hence the list of unit clauses below.

use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;

use model::solve::{Event, Halt, Probe, counters};
use varisat_checker::{CheckedProofStep, CheckerData, ProofProcessor};

/// The probe, where both the search and the proof processor reach it.
pub(crate) struct Watch<'p, P> {
    probe: RefCell<&'p mut P>,
    halt: Cell<Option<Halt>>,
}

impl<'p, P: Probe> Watch<'p, P> {
    pub(crate) fn new(probe: &'p mut P) -> Self {
        Self { probe: RefCell::new(probe), halt: Cell::new(None) }
    }

    /// Which limit ended the search, where one did.
    pub(crate) fn halt(&self) -> Option<Halt> {
        self.halt.get()
    }

    pub(crate) fn solution(&self, number: u64) {
        self.probe.borrow_mut().trace(|| Event::Solution { number });
    }

    fn learned(&self, literals: usize) -> ControlFlow<Halt> {
        let mut probe = self.probe.borrow_mut();
        probe.step()?;
        probe.count(counters::CONFLICTS, 1);
        probe.trace(|| Event::Note { text: "a clause is learned; literals".into(), number: literals as u64 });
        ControlFlow::Continue(())
    }
}

/// Tells learned clauses from the other steps of a proof.
pub(crate) struct Learned<'w, 'p, P> {
    watch: &'w Watch<'p, P>,
    /// The unit clauses' ids, ascending because ids are.
    units: Vec<u64>,
}

impl<'w, 'p, P: Probe> Learned<'w, 'p, P> {
    pub(crate) fn new(watch: &'w Watch<'p, P>) -> Self {
        Self { watch, units: Vec::new() }
    }

    fn is_learned(&self, literals: usize, propagations: &[u64]) -> bool {
        let wanted = if literals == 0 { 1 } else { 2 };
        propagations.iter().filter(|&id| self.units.binary_search(id).is_err()).take(wanted).count() == wanted
    }
}

impl<P: Probe> ProofProcessor for Learned<'_, '_, P> {
    fn process_step(&mut self, step: &CheckedProofStep<'_>, _: CheckerData<'_, '_>) -> Result<(), anyhow::Error> {
        match *step {
            CheckedProofStep::AddClause { id, clause } if clause.len() == 1 => self.units.push(id),
            CheckedProofStep::AtClause { id, clause, propagations, .. } => {
                let learned = self.is_learned(clause.len(), propagations);
                if clause.len() == 1 {
                    self.units.push(id);
                }
                if learned && let ControlFlow::Break(halt) = self.watch.learned(clause.len()) {
                    self.watch.halt.set(Some(halt));
                    return Err(anyhow::Error::msg("the probe refused a conflict"));
                }
            }
            _ => {}
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use model::solve::{Tally, Trace};
    use varisat::{ExtendFormula, Lit, ProofFormat};

    use super::*;

    fn conflicts(clauses: &[&[isize]]) -> u64 {
        let deadline = AtomicBool::new(false);
        let mut probe = Tally::new(None, &deadline);
        let watch = Watch::new(&mut probe);
        let mut learned = Learned::new(&watch);
        let mut sat = varisat::Solver::new();
        sat.add_proof_processor(&mut learned);
        for clause in clauses {
            sat.add_clause(&clause.iter().map(|&lit| Lit::from_dimacs(lit)).collect::<Vec<_>>());
        }
        sat.solve().expect("nothing limits it");
        drop(sat);
        probe.value(counters::CONFLICTS)
    }

    #[test]
    fn what_unit_clauses_imply_and_shorten_is_not_learned() {
        assert_eq!(conflicts(&[&[1], &[-1, 2], &[-2, 3, 4, 5, 6], &[-2, -1, -3, -4, -5]]), 0);
    }

    #[test]
    fn input_that_clashes_by_itself_teaches_nothing() {
        assert_eq!(conflicts(&[&[1], &[-1]]), 0);
        assert_eq!(conflicts(&[&[]]), 0);
    }

    #[test]
    fn a_conflict_without_a_decision_teaches_the_empty_clause() {
        assert_eq!(conflicts(&[&[1], &[-1, 2], &[-1, -2]]), 1);
    }

    #[test]
    fn two_variables_that_cannot_be_cost_a_unit_clause_and_the_empty_one() {
        assert_eq!(conflicts(&[&[1, 2], &[1, -2], &[-1, 2], &[-1, -2]]), 2);
    }

    /// Pigeons that do not fit, behind a switch, and a chain of clauses that unit clauses shorten along the way.
    fn pigeons(sat: &mut varisat::Solver<'_>, holes: isize) {
        let place = |pigeon: isize, hole: isize| Lit::from_dimacs(pigeon * holes + hole + 1);
        let switch = Lit::from_dimacs((holes + 1) * holes + 1);
        for pigeon in 0..=holes {
            let anywhere: Vec<Lit> = (0..holes).map(|hole| place(pigeon, hole)).chain([switch]).collect();
            sat.add_clause(&anywhere);
            for other in 0..pigeon {
                (0..holes).for_each(|hole| sat.add_clause(&[!place(pigeon, hole), !place(other, hole)]));
            }
        }
        let links: Vec<Lit> = (1..=6).map(|link| Lit::from_dimacs((holes + 1) * holes + 1 + link)).collect();
        for window in links.windows(3) {
            sat.add_clause(&[!switch, window[0], window[1], window[2]]);
            sat.add_clause(&[!switch, !window[0], !window[1], window[2]]);
        }
    }

    /// Learned clauses of two literals and more by a DRAT proof, where a clause that was only shortened stands right
    /// before the deletion of the one it came from.
    fn long_clauses_of(proof: &str) -> Vec<u64> {
        let words = |line: &str| line.split_whitespace().filter(|word| *word != "0").map(str::to_owned).collect();
        let lines: Vec<Vec<String>> = proof.lines().map(words).collect();
        let mut learned = Vec::new();
        for (at, line) in lines.iter().enumerate().filter(|(_, line)| line.len() > 1 && line[0] != "d") {
            let shortened = lines.get(at + 1).is_some_and(|next| {
                next[0] == "d" && next.len() > line.len() + 1 && line.iter().all(|literal| next.contains(literal))
            });
            if !shortened {
                learned.push(line.len() as u64);
            }
        }
        learned
    }

    #[test]
    fn what_is_counted_is_what_another_proof_of_the_same_search_learns() {
        for holes in 2..=6 {
            let deadline = AtomicBool::new(false);
            let mut probe = Trace::new(None, &deadline, 1 << 20);
            let watch = Watch::new(&mut probe);
            let mut processor = Learned::new(&watch);
            let mut sat = varisat::Solver::new();
            sat.add_proof_processor(&mut processor);
            pigeons(&mut sat, holes);
            sat.solve().expect("nothing limits it");
            drop(sat);
            let counted = probe.events().iter().filter_map(|event| match event {
                Event::Note { number, .. } if *number > 1 => Some(*number),
                _ => None,
            });
            let counted: Vec<u64> = counted.collect();

            let mut proof = Vec::new();
            let mut sat = varisat::Solver::new();
            sat.write_proof(&mut proof, ProofFormat::Drat);
            pigeons(&mut sat, holes);
            sat.solve().expect("nothing limits it");
            sat.close_proof().expect("memory takes any proof");
            drop(sat);
            let proof = String::from_utf8(proof).expect("DRAT is text");
            assert_eq!(counted, long_clauses_of(&proof), "{holes} holes");
            assert!(holes < 4 || counted.len() > 10, "{holes} holes are too easy to test anything");
        }
    }
}
