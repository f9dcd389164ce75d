//! Workers that look at puzzles, each with a solver and a watchdog of its own.
//!
//! Nothing that a solver says is taken on trust: its grids go through `check`, and what a right solution in the file
//! contradicts is told as a fault of ours.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use anyhow::{Context, Result};
use model::solve::erased::{AnyProbe, Runner, Strategies};
use model::solve::{Ask, End, Options, Outcome, Tally};
use model::symmetry::Symmetry;
use model::text::Entry;
use model::{Givens, Grid, Puzzle, Rules, check};
use rayon::iter::{IndexedParallelIterator, IntoParallelRefMutIterator, ParallelIterator};

use super::super::seen::{Key, key};
use super::{Args, Item};
use crate::cli::STOP;
use crate::clock::Watchdog;
use crate::registry::fastest;

/// How many solutions a puzzle has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Solutions {
    None,
    One,
    Many,
    /// Not settled in time.
    Unknown,
}

/// What was found out about a puzzle.
pub(super) enum Verdict {
    /// Givens that clash.
    Clash(String),
    Sound {
        key: Key,
        clues: usize,
        /// The least form's key, where it was asked for and there is one.
        class: Option<Key>,
        /// Why the solution beside it is none.
        mislabelled: Option<String>,
        solutions: Option<Solutions>,
        /// What our solver got wrong.
        fault: Option<String>,
    },
}

pub(super) struct Crew {
    pool: rayon::ThreadPool,
    workers: Vec<Worker>,
    strategy: Option<&'static str>,
}

struct Worker {
    rules: Arc<Rules>,
    symmetry: Option<Arc<Symmetry>>,
    solver: Option<Solver>,
}

struct Solver {
    id: &'static str,
    runner: Box<dyn Runner>,
    watchdog: Watchdog,
}

impl Crew {
    /// # Errors
    /// When no strategy takes the rules, or the system gives no threads.
    pub(super) fn new(args: &Args, strategies: &Strategies, rules: &Arc<Rules>) -> Result<Self> {
        let jobs = args.jobs.or(std::thread::available_parallelism().ok()).map_or(1, std::num::NonZero::get);
        let symmetry = args.up_to_symmetry.then(|| Arc::new(Symmetry::of(rules)));
        let solver = || -> Result<Solver> {
            let (strategy, runner) = fastest(strategies, rules, &Options::default(), Ask::Unique)?;
            let watchdog = Watchdog::new(Some(args.time_limit.0), &STOP);
            Ok(Solver { id: strategy.info().id, runner, watchdog })
        };
        let worker = |_| -> Result<Worker> {
            let solver = if args.no_solve { None } else { Some(solver()?) };
            Ok(Worker { rules: rules.clone(), symmetry: symmetry.clone(), solver })
        };
        let workers = (0..jobs).map(worker).collect::<Result<Vec<_>>>()?;
        let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build().context("cannot start threads")?;
        let strategy = workers.first().and_then(|worker| worker.solver.as_ref()).map(|solver| solver.id);
        Ok(Self { pool, workers, strategy })
    }

    /// Who solves; `None` where nobody does.
    pub(super) fn strategy(&self) -> Option<&'static str> {
        self.strategy
    }

    /// A verdict for each puzzle of the batch, in order.
    pub(super) fn look(&mut self, batch: &[Item]) -> Vec<Verdict> {
        let entries = batch.iter().filter_map(|item| match item {
            Item::Puzzle(entry) => Some(entry),
            Item::Bad { .. } => None,
        });
        let entries: Vec<&Entry> = entries.collect();
        // One hard puzzle must not hold back those behind it: whoever is free takes the next.
        let next = AtomicUsize::new(0);
        let take = |worker: &mut Worker| {
            let mine = std::iter::from_fn(|| {
                let at = next.fetch_add(1, Ordering::Relaxed);
                entries.get(at).map(|entry| (at, worker.look(entry)))
            });
            mine.collect::<Vec<_>>()
        };
        let workers = &mut self.workers;
        let done: Vec<Vec<(usize, Verdict)>> =
            self.pool.install(|| workers.par_iter_mut().with_max_len(1).map(take).collect());
        let mut verdicts: Vec<(usize, Verdict)> = done.into_iter().flatten().collect();
        verdicts.sort_unstable_by_key(|(at, _)| *at);
        verdicts.into_iter().map(|(_, verdict)| verdict).collect()
    }
}

impl Worker {
    fn look(&mut self, entry: &Entry) -> Verdict {
        let puzzle = Puzzle::new(self.rules.clone(), entry.givens.clone());
        if let Some(conflict) = puzzle.conflicts().first() {
            return Verdict::Clash(conflict.to_string());
        }
        let givens = puzzle.givens();
        let class = self.symmetry.as_ref().and_then(|symmetry| symmetry.canonical(givens));
        let class = class.map(|least| key(least.givens.values()));
        let told = entry.solution.as_ref();
        let beside = told.map(|told| told.as_ref().map_err(Clone::clone));
        let beside =
            beside.map(|told| told.and_then(|grid| check(&puzzle, grid).map(|()| grid).map_err(|e| e.to_string())));
        let (solutions, fault) = match &mut self.solver {
            None => (None, None),
            Some(solver) => {
                match solver.solutions(&puzzle, beside.as_ref().and_then(|told| told.as_ref().ok()).copied()) {
                    Ok(solutions) => (Some(solutions), None),
                    Err(fault) => (Some(Solutions::Unknown), Some(format!("{} is wrong: {fault}", solver.id))),
                }
            }
        };
        let mislabelled = beside.and_then(Result::err);
        Verdict::Sound { key: key(givens.values()), clues: givens.clues(), class, mislabelled, solutions, fault }
    }
}

impl Solver {
    /// How many solutions the puzzle has, where `known` is one if there is one; what is wrong with the solver.
    fn solutions(&mut self, puzzle: &Puzzle, known: Option<&Grid>) -> Result<Solutions, String> {
        let mut grids: Vec<Grid> = Vec::new();
        let outcome = self.run(puzzle.givens(), &mut grids);
        if let Some(violation) = grids.iter().find_map(|grid| check(puzzle, grid).err()) {
            return Err(violation.to_string());
        }
        match (outcome.solutions, outcome.end) {
            (2.., _) if grids[0] == grids[1] => Err("the same grid twice".into()),
            (2.., _) => Ok(Solutions::Many),
            (0, End::Exhausted) if known.is_some() => Err("no solution, but that in the file is one".into()),
            (1, End::Exhausted) if known.is_some_and(|known| *known != grids[0]) => {
                Err("one solution, but that in the file is another".into())
            }
            (0, End::Exhausted) => Ok(Solutions::None),
            (1, End::Exhausted) => Ok(Solutions::One),
            _ => Ok(Solutions::Unknown),
        }
    }

    fn run(&mut self, givens: &Givens, grids: &mut Vec<Grid>) -> Outcome {
        loop {
            grids.clear();
            self.watchdog.arm();
            let start = Instant::now();
            let mut probe = Tally::new(None, self.watchdog.flag());
            let outcome = self.runner.run(givens, Ask::Unique, AnyProbe::Tally(&mut probe), &mut |grid| {
                grids.push(grid.clone());
                std::ops::ControlFlow::Continue(())
            });
            self.watchdog.disarm();
            if !self.watchdog.is_premature(outcome.end, start.elapsed()) {
                return outcome;
            }
        }
    }
}
