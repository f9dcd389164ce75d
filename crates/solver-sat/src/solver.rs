//! The solver of all variants: loads the back end, or keeps it, and asks.
//!
//! Where the probe counts, every variant loads a back end for this puzzle alone, so that counts depend on nothing else,
//! and watches it through its proof; otherwise no proof is made. Only the extended encoding is kept over puzzles. The
//! minimal one was tried (every 125th of Royle's puzzles, CPU time, puzzles a second at first / unique): a new back end
//! after 16, 4 or 1 puzzles with the givens assumed 214 / 135, 296 / 149, 301 / 193, and with the givens as unit clauses
//! 444 / 321. Its searches learn hundreds of clauses a puzzle, which outlive their use, and an assumption stays in the
//! clauses learned under it where a unit clause does not.

use std::ops::ControlFlow;

use model::solve::{Ask, End, Finds, Outcome, Probe};
use model::{Cell, Givens, Grid, Rules, Value};
use varisat::solver::SolverError;
use varisat::{ExtendFormula, Lit, Var};

use crate::Variant;
use crate::counted::{Learned, Watch};
use crate::encode::{Encoder, Encoding, Propagated, Reduced, Repeats};
use crate::kept::Kept;
use crate::parked::Parked;
use crate::search::{Names, Question, Search};

/// Solves with varisat, for the rules it was built for.
pub struct SatSolver {
    variant: Variant,
    encoder: Encoder,
    reduced: Reduced,
    propagated: Propagated,
    search: Search,
    kept: Parked<Kept>,
}

impl SatSolver {
    pub(crate) fn new(rules: &Rules, variant: Variant) -> Self {
        let encoder = Encoder::new(rules);
        let search = Search::new(rules.cells(), encoder.values());
        let (reduced, propagated) = (Reduced::default(), Propagated::default());
        let solver = Self { variant, encoder, reduced, propagated, search, kept: Parked::new() };
        if variant == Variant::Extended {
            solver.kept.put(solver.load_kept());
        }
        solver
    }

    fn load_kept(&self) -> Kept {
        let mut sat = varisat::Solver::new();
        self.encoder.full(Encoding::Extended, Repeats::Drop, |clause| sat.add_clause(clause));
        Kept::new(sat)
    }

    /// Loads what this puzzle needs, each clause once: repeats change nothing but the time.
    ///
    /// Unit clauses come first, because the back end then drops what they satisfy as it comes.
    fn load(&mut self, sat: &mut varisat::Solver<'_>, givens: &Givens) {
        let encoding = if self.variant == Variant::Minimal { Encoding::Minimal } else { Encoding::Extended };
        match self.variant {
            Variant::Optimized => self.encoder.reduced(givens, encoding, Repeats::Drop, &mut self.reduced, |clause| {
                sat.add_clause(clause);
            }),
            Variant::Propagated => {
                self.encoder.propagated(givens, &mut self.propagated, |clause| sat.add_clause(clause));
            }
            Variant::Minimal | Variant::Extended | Variant::ExtendedFresh => {
                if self.variant != Variant::Extended {
                    givens.iter().for_each(|given| sat.add_clause(&[literal(self.encoder.values(), given)]));
                }
                self.encoder.full(encoding, Repeats::Drop, |clause| sat.add_clause(clause));
            }
        }
    }

    /// Asks a back end that is loaded; `activation` is there where it is a kept one.
    ///
    /// A fresh one has it for its first free variable, or does without: 4 % fewer instructions for `sat/propagated`.
    /// The older variants keep theirs, and with it their counts.
    fn ask(
        &mut self,
        sat: &mut varisat::Solver<'_>,
        givens: &Givens,
        activation: Option<Var>,
        finds: &mut Finds<'_>,
        solution: impl FnMut(u64),
    ) -> Result<End, SolverError> {
        let n = self.encoder.values();
        let assumes = self.variant == Variant::Extended;
        self.search.assume(givens.iter().filter(|_| assumes).map(|given| literal(n, given)));
        let (known, names) = match self.variant {
            Variant::Optimized => (givens.values(), Names::Open(self.reduced.open())),
            Variant::Propagated => (self.propagated.values(), Names::Open(self.propagated.open())),
            _ => (givens.values(), Names::All(self.encoder.variables())),
        };
        let fresh = (self.variant != Variant::Propagated).then(|| Var::from_index(names.len()));
        let activation = activation.or(fresh);
        self.search.run(sat, Question { known, names, activation }, finds, solution)
    }

    fn solve_counted<P: Probe>(&mut self, givens: &Givens, finds: &mut Finds<'_>, probe: &mut P) -> End {
        let watch = Watch::new(probe);
        let mut learned = Learned::new(&watch);
        let mut sat = varisat::Solver::new();
        sat.add_proof_processor(&mut learned);
        self.load(&mut sat, givens);
        match self.ask(&mut sat, givens, None, finds, |number| watch.solution(number)) {
            Ok(end) => end,
            Err(error) => End::Halted(watch.halt().unwrap_or_else(|| panic!("only the probe halts varisat: {error}"))),
        }
    }

    fn solve_plain(&mut self, givens: &Givens, finds: &mut Finds<'_>) -> End {
        const NEVER: &str = "nothing interrupts varisat where no proof is made";
        if self.variant != Variant::Extended {
            let mut sat = varisat::Solver::new();
            self.load(&mut sat, givens);
            return self.ask(&mut sat, givens, None, finds, |_| {}).expect(NEVER);
        }
        let mut kept = self.kept.take().unwrap_or_else(|| self.load_kept());
        let activation = kept.activation(self.encoder.variables());
        let end = self.ask(&mut kept.sat, givens, Some(activation), finds, |_| {}).expect(NEVER);
        if let Some(kept) = kept.after_puzzle(self.search.blocked(), activation) {
            self.kept.put(kept);
        }
        end
    }
}

/// The literal of a given among `n` values.
fn literal(n: usize, (cell, value): (Cell, Value)) -> Lit {
    Lit::from_index(cell.index() * n + usize::from(value) - 1, true)
}

impl model::solve::Solver for SatSolver {
    fn solve<P: Probe>(
        &mut self,
        givens: &Givens,
        ask: Ask,
        probe: &mut P,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Outcome {
        let mut finds = Finds::new(ask, found);
        let end = if P::COUNTS {
            self.solve_counted(givens, &mut finds, probe)
        } else {
            self.solve_plain(givens, &mut finds)
        };
        finds.outcome(end)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use model::solve::{Event, Halt, Options, Solver, Strategy, Tally, Trace, counters};
    use model::text;

    use super::*;
    use crate::Sat;

    /// "Golden Nugget": every variant meets conflicts on it.
    const HARD: &str = "000000039000001005003050800008090006070002000100400000009080050020000600400700000";
    const EASY: &str = "530070000600195000098000060800060003400803001700020006060000280000419005000080079";

    fn solve(solver: &mut SatSolver, board: &str, limit: Option<u64>, late: bool) -> (Outcome, u64) {
        let deadline = AtomicBool::new(late);
        let mut probe = Tally::new(limit, &deadline);
        let givens = text::parse_board(board, &Rules::sudoku(3)).expect("a board");
        let outcome = solver.solve(&givens, Ask::Unique, &mut probe, &mut |_| ControlFlow::Continue(()));
        assert_eq!(probe.value(counters::STEPS), probe.value(counters::CONFLICTS));
        (outcome, probe.value(counters::CONFLICTS))
    }

    fn each(mut check: impl FnMut(Variant, SatSolver)) {
        for variant in Variant::ALL {
            let built = Sat::new(variant).build(&Rules::sudoku(3), &Options::default());
            check(variant, built.expect("any rules will do"));
        }
    }

    #[test]
    fn a_limit_stops_at_exactly_so_many_conflicts_and_leaves_no_trace() {
        each(|variant, mut solver| {
            let (outcome, conflicts) = solve(&mut solver, HARD, None, false);
            assert_eq!(outcome, Outcome { solutions: 1, end: End::Exhausted }, "{variant:?}");
            assert!(conflicts > 1, "{variant:?}");
            for limit in [0, 1, conflicts - 1] {
                let (halted, counted) = solve(&mut solver, HARD, Some(limit), false);
                assert_eq!((halted.end, counted), (End::Halted(Halt::StepLimit), limit), "{variant:?}");
            }
            assert_eq!(solve(&mut solver, HARD, Some(conflicts), false), (outcome, conflicts), "{variant:?}");
            assert_eq!(solve(&mut solver, EASY, None, false).0, outcome, "{variant:?}");
        });
    }

    #[test]
    fn a_deadline_that_has_passed_is_obeyed_at_the_first_conflict() {
        each(|variant, mut solver| {
            let (outcome, conflicts) = solve(&mut solver, HARD, None, true);
            assert_eq!((outcome.end, conflicts), (End::Halted(Halt::Deadline), 0), "{variant:?}");
            assert_eq!(solve(&mut solver, EASY, None, false).0.solutions, 1, "{variant:?}");
        });
    }

    #[test]
    fn counts_do_not_depend_on_the_puzzles_before() {
        each(|variant, mut solver| {
            let first = [HARD, EASY].map(|board| solve(&mut solver, board, None, false));
            let again = [HARD, EASY].map(|board| solve(&mut solver, board, None, false));
            assert_eq!(first, again, "{variant:?}");
        });
    }

    #[test]
    fn a_trace_tells_of_conflicts_and_solutions() {
        each(|variant, mut solver| {
            let deadline = AtomicBool::new(false);
            let mut probe = Trace::new(None, &deadline, 1 << 16);
            let givens = text::parse_board(HARD, &Rules::sudoku(3)).expect("a board");
            solver.solve(&givens, Ask::Unique, &mut probe, &mut |_| ControlFlow::Continue(()));
            let notes = probe.events().iter().filter(|event| matches!(event, Event::Note { .. })).count() as u64;
            assert_eq!(notes, probe.tally().value(counters::CONFLICTS), "{variant:?}");
            assert!(probe.events().contains(&Event::Solution { number: 1 }), "{variant:?}");
        });
    }
}
