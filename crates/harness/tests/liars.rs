//! Strategies that lie are caught by the default campaign, and honest ones are not accused.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use harness::campaign::Campaign;
use harness::results::Status;
use harness::run::{self, Ended, Extent, Talk};
use model::solve::erased::Strategies;
use model::solve::{
    Ask, Counter, End, Info, Options, Outcome, Probe, Register, Solver, Strategy, Unsupported, counters,
};
use model::{Givens, Grid, Rules};

static GO_ON: AtomicBool = AtomicBool::new(false);

/// What a liar does to the answer of an honest strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lie {
    /// Stops at the first grid and claims that it is the only one.
    ClaimsUniqueness,
    /// Changes a given.
    ChangesAGiven,
    /// Says that there is no solution.
    SaysNone,
    /// Hands out the same grid twice.
    Repeats,
    /// Claims a solution more than it hands out.
    Miscounts,
    /// Panics on every third puzzle.
    Panics,
    /// Answers otherwise when nothing is counted.
    CheatsTheClock,
}

struct Liar(Lie);

struct LyingSolver {
    lie: Lie,
    honest: <solver_dlx::Dlx as Strategy>::Solver,
    solved: u64,
}

impl Strategy for Liar {
    type Solver = LyingSolver;

    fn info(&self) -> Info {
        const COUNTERS: &[Counter] = &[counters::STEPS];
        let id = match self.0 {
            Lie::ClaimsUniqueness => "liar/unique",
            Lie::ChangesAGiven => "liar/given",
            Lie::SaysNone => "liar/none",
            Lie::Repeats => "liar/repeats",
            Lie::Miscounts => "liar/miscounts",
            Lie::Panics => "liar/panics",
            Lie::CheatsTheClock => "liar/clock",
        };
        Info { id, counters: COUNTERS, ..solver_dlx::Dlx::Shortest.info() }
    }

    fn build(&self, rules: &Rules, options: &Options) -> Result<LyingSolver, Unsupported> {
        let honest = Strategy::build(&solver_dlx::Dlx::Shortest, rules, options)?;
        Ok(LyingSolver { lie: self.0, honest, solved: 0 })
    }
}

impl Solver for LyingSolver {
    fn solve<P: Probe>(
        &mut self,
        givens: &Givens,
        ask: Ask,
        probe: &mut P,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Outcome {
        self.solved += 1;
        let nobody = &mut |_: &Grid| ControlFlow::Continue(());
        match self.lie {
            Lie::ClaimsUniqueness => {
                let first = self.honest.solve(givens, Ask::First, probe, found);
                Outcome { end: End::Exhausted, ..first }
            }
            Lie::ChangesAGiven => self.honest.solve(givens, ask, probe, &mut |grid| {
                let mut changed = grid.clone();
                let (cell, value) = givens.iter().next().expect("every puzzle of the corpus has clues");
                changed.set(cell, value % 9 + 1);
                found(&changed)
            }),
            Lie::Repeats => {
                let outcome = self.honest.solve(givens, Ask::First, probe, &mut |grid| {
                    let _ = found(grid);
                    found(grid)
                });
                Outcome {
                    solutions: 2 * outcome.solutions,
                    end: if outcome.solutions == 0 { outcome.end } else { End::Enough },
                }
            }
            Lie::Miscounts => {
                let outcome = self.honest.solve(givens, ask, probe, nobody);
                Outcome { solutions: outcome.solutions + 1, ..outcome }
            }
            Lie::Panics => {
                assert!(!self.solved.is_multiple_of(3), "a third of all puzzles is too much");
                self.honest.solve(givens, ask, probe, found)
            }
            Lie::CheatsTheClock if P::COUNTS => self.honest.solve(givens, ask, probe, found),
            Lie::CheatsTheClock | Lie::SaysNone => Outcome { solutions: 0, end: End::Exhausted },
        }
    }
}

/// Contradicted pairs and statuses of each strategy in the default campaign, on a few puzzles.
fn run_with(lies: &[Lie], change: impl FnOnce(&mut Campaign)) -> BTreeMap<String, (usize, Vec<Status>)> {
    let strategies = Strategies::of(|into| {
        into.add(solver_dlx::Dlx::Shortest);
        for &lie in lies {
            into.add(Liar(lie));
        }
    });
    let mut campaign = Campaign::read("default", &BTreeMap::new()).expect("the default campaign");
    campaign.strata.clear();
    campaign.limit = Some(9);
    campaign.reps = 2;
    change(&mut campaign);
    let folder = tempfile::tempdir().expect("a folder");
    let (plan, dir, mut manifest) = run::begin(campaign, strategies, folder.path(), Vec::new()).expect("a plan");
    let ended = run::make_rows(&plan, &dir, &mut manifest, Extent::Campaign, &GO_ON, Talk::Silent).expect("rows");
    assert_eq!(ended, Ended::Complete);
    let finished = run::complete(&dir, &mut manifest).expect("a report");
    // Who dies claims nothing.
    assert_eq!(dir.contradictions().exists(), lies.iter().any(|lie| *lie != Lie::Panics));
    assert_eq!(finished.is_wrong(), !lies.is_empty());
    let results = finished.results;
    let caught = |id: &str| results.contradictions.iter().filter(|one| one.strategy == id).count();
    results.strategies.iter().map(|one| (one.id.clone(), (caught(&one.id), one.status.clone()))).collect()
}

#[test]
fn honest_strategies_are_not_accused() {
    assert_eq!(run_with(&[], |_| {})["dlx/shortest"], (0, vec![Status::Ok; 9]));
}

#[test]
fn who_stops_at_the_first_grid_is_caught_by_a_decoy_alone() {
    // No other strategy sees more: only the decoy with a clue less tells.
    let results = run_with(&[Lie::ClaimsUniqueness], |campaign| campaign.strategies = vec!["liar".into()]);
    assert_eq!(results["liar/unique"].0, 1);
    let results = run_with(&[Lie::ClaimsUniqueness], |_| {});
    assert_eq!(results["liar/unique"].0, 1, "and by the second grid of another strategy");
    assert_eq!(results["dlx/shortest"].0, 0);
}

#[test]
fn who_changes_a_given_is_caught_on_every_puzzle() {
    let results = run_with(&[Lie::ChangesAGiven], |_| {});
    // Nine puzzles and the decoy that has solutions.
    assert_eq!(results["liar/given"], (10, vec![Status::Wrong; 9]));
}

#[test]
fn who_says_none_is_caught_by_the_grids_of_others_and_by_a_decoy() {
    assert_eq!(run_with(&[Lie::SaysNone], |_| {})["liar/none"], (10, vec![Status::Wrong; 9]));
    let alone = run_with(&[Lie::SaysNone], |campaign| campaign.strategies = vec!["liar".into()]);
    assert_eq!(alone["liar/none"].0, 1);
}

#[test]
fn repeated_grids_wrong_numbers_and_another_answer_on_the_clock_are_caught() {
    let results = run_with(&[Lie::Repeats, Lie::Miscounts, Lie::CheatsTheClock], |_| {});
    for id in ["liar/repeats", "liar/miscounts", "liar/clock"] {
        assert_eq!(results[id].1, [Status::Wrong; 9], "{id}");
    }
    assert_eq!(results["dlx/shortest"], (0, vec![Status::Ok; 9]));
}

#[test]
fn a_panic_is_an_error_of_one_puzzle() {
    let results = run_with(&[Lie::Panics], |campaign| campaign.counts_only = true);
    // A new solver is built after each panic, so that every third puzzle of the block dies.
    let dead = results["liar/panics"].1.iter().filter(|status| **status == Status::Error).count();
    assert_eq!(dead, 3);
}
