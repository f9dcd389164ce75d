//! Models of any clauses, one after the other.
//!
//! For formulas that come from elsewhere, not for a strategy: nothing is known of them, so nothing is kept from one to
//! the next. Only the variables that a clause constrains are given to the back end, numbered anew: a formula may declare
//! millions that it never mentions, and each of those doubles the models without a search. A clause that holds by itself
//! (a literal and its negation) constrains nothing.

use std::ops::ControlFlow;

use model::solve::{End, Outcome, Probe};
use varisat::{ExtendFormula, Lit};

use crate::counted::{Learned, Watch};

/// Clauses over variables from 1; a literal is a variable or its negative, as in DIMACS.
#[derive(Clone, Debug)]
pub struct Formula {
    /// The constrained variables, ascending.
    constrained: Vec<u32>,
    clauses: Vec<Vec<Lit>>,
}

impl Formula {
    /// Takes the clauses.
    ///
    /// # Panics
    /// If a literal is 0.
    pub fn new<'a>(clauses: impl IntoIterator<Item = &'a [i32]>) -> Self {
        let kept: Vec<&[i32]> = clauses.into_iter().filter(|clause| !holds_by_itself(clause)).collect();
        let variables = kept.iter().flat_map(|clause| clause.iter().map(|literal| literal.unsigned_abs()));
        let mut constrained: Vec<u32> = variables.collect();
        constrained.sort_unstable();
        constrained.dedup();
        assert_ne!(constrained.first(), Some(&0), "0 is no literal");
        let lit = |&literal: &i32| {
            let at = constrained.binary_search(&literal.unsigned_abs()).expect("it was taken from the clauses");
            Lit::from_index(at, literal > 0)
        };
        let clauses = kept.iter().map(|clause| clause.iter().map(lit).collect()).collect();
        Self { constrained, clauses }
    }

    /// The variables that some clause constrains, ascending.
    pub fn constrained(&self) -> &[u32] {
        &self.constrained
    }

    /// Finds models until there are no more, or `found` asks to stop ([`End::Enough`]), or the probe does: it is asked
    /// for a step at each conflict. A model holds the constrained variables that are true, ascending. Where nothing is
    /// constrained there is one model, the empty one, unless a clause is empty.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use model::solve::{End, Off, Outcome};
    /// use solver_sat::Formula;
    ///
    /// let formula = Formula::new([&[1, 3][..], &[-1, -3]]);
    /// let mut models = Vec::new();
    /// let outcome = formula.models(&mut Off, &mut |model| {
    ///     models.push(model.to_vec());
    ///     ControlFlow::Continue(())
    /// });
    /// models.sort();
    /// assert_eq!((outcome, models), (Outcome { solutions: 2, end: End::Exhausted }, vec![vec![1], vec![3]]));
    /// ```
    pub fn models<P: Probe>(&self, probe: &mut P, found: &mut dyn FnMut(&[u32]) -> ControlFlow<()>) -> Outcome {
        let watch = Watch::new(probe);
        let mut learned = Learned::new(&watch);
        let mut sat = varisat::Solver::new();
        sat.add_proof_processor(&mut learned);
        self.clauses.iter().for_each(|clause| sat.add_clause(clause));
        let mut solutions = 0;
        let (mut block, mut holding) = (Vec::new(), Vec::new());
        let end = loop {
            match sat.solve() {
                Ok(true) => {}
                Ok(false) => break End::Exhausted,
                Err(error) => {
                    break End::Halted(watch.halt().unwrap_or_else(|| panic!("only the probe halts varisat: {error}")));
                }
            }
            solutions += 1;
            watch.solution(solutions);
            block.clear();
            let model = sat.model().expect("the back end has just said that there is a model");
            block.extend(model.into_iter().filter(|lit| lit.index() < self.constrained.len()).map(|lit| !lit));
            holding.clear();
            holding.extend(block.iter().filter(|lit| lit.is_negative()).map(|lit| self.constrained[lit.index()]));
            holding.sort_unstable();
            if found(&holding).is_break() {
                break End::Enough;
            }
            sat.add_clause(&block);
        };
        Outcome { solutions, end }
    }
}

fn holds_by_itself(clause: &[i32]) -> bool {
    clause.iter().any(|&literal| clause.contains(&-literal))
}

#[cfg(test)]
mod tests {
    use model::solve::Off;
    use proptest::prelude::*;

    use super::*;

    fn count(clauses: &[&[i32]]) -> u64 {
        let outcome = Formula::new(clauses.iter().copied()).models(&mut Off, &mut |_| ControlFlow::Continue(()));
        assert_eq!(outcome.end, End::Exhausted);
        outcome.solutions
    }

    #[test]
    fn the_degenerate_formulas_are_right() {
        assert_eq!(count(&[]), 1);
        assert_eq!(count(&[&[]]), 0);
        assert_eq!(count(&[&[1, -1]]), 1, "a tautology constrains nothing");
        assert_eq!(count(&[&[2, 2]]), 1);
        assert_eq!(count(&[&[1], &[-1]]), 0);
    }

    proptest! {
        #[test]
        fn as_many_models_as_a_truth_table_has(
            clauses in prop::collection::vec(prop::collection::vec((1..=7i32, any::<bool>()), 0..5), 0..14)
        ) {
            let clauses: Vec<Vec<i32>> = clauses
                .iter()
                .map(|clause| clause.iter().map(|&(variable, sign)| if sign { variable } else { -variable }).collect())
                .collect();
            let holds = |world: u32, literal: i32| (world >> literal.unsigned_abs() & 1 == 1) == (literal > 0);
            let formula = Formula::new(clauses.iter().map(Vec::as_slice));
            let worlds = (0..256u32).step_by(2).filter(|&world| {
                clauses.iter().all(|clause| clause.iter().any(|&literal| holds(world, literal)))
            });
            let found = formula.models(&mut Off, &mut |_| ControlFlow::Continue(())).solutions;
            prop_assert_eq!(worlds.count() as u64, found << (7 - formula.constrained().len()));
        }
    }
}
