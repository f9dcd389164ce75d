//! The timed pass: loading and search on the clock, everything else off it.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use model::solve::erased::{AnyProbe, Runner};
use model::solve::{Limits, Unsupported};
use model::{Givens, Grid};

use super::judge::Judge;
use super::{Job, TimeRow};
use crate::clock::Watchdog;
use crate::results::Status;

/// Off the record at the start of a block.
const WARM_UP: Duration = Duration::from_millis(1);

pub(super) fn rows(
    job: &Job,
    build: &dyn Fn() -> Result<Box<dyn Runner>, Unsupported>,
    given_up: &[bool],
    watchdog: &Watchdog,
) -> Option<Vec<TimeRow>> {
    let mut rows = Vec::with_capacity(job.numbers.len());
    let mut runner = build().ok()?;
    let mut givens = Givens::blank(job.rules.cells());
    let mut kept = Kept::new(job.rules.cells());
    warm_up(job, runner.as_mut(), &mut givens, given_up, watchdog);
    for (at, &puzzle) in job.numbers.iter().enumerate() {
        if given_up[at] {
            rows.push(TimeRow { puzzle, solve_ns: None, status: Status::Timeout, solutions: 0 });
            continue;
        }
        givens.values_mut().copy_from_slice(job.givens(at));
        loop {
            let clocked = catch_unwind(AssertUnwindSafe(|| clock(job, runner.as_mut(), &givens, &mut kept, watchdog)));
            watchdog.disarm();
            if watchdog.is_stopped() {
                return None;
            }
            let Ok((outcome, ns)) = clocked else {
                runner = build().ok()?;
                rows.push(TimeRow { puzzle, solve_ns: None, status: Status::Error, solutions: 0 });
                break;
            };
            // Off the clock: was it an answer?
            let mut judge = Judge::new(&job.rules, &givens);
            kept.each(|grid| judge.see(grid));
            let judged = model::solve::Outcome { solutions: outcome.solutions.min(2), ..outcome };
            let status = match judge.verdict(ask_of_two(job.ask), judged) {
                // The flag of the puzzle before came late: this one has its time still.
                Status::Timeout if ns < watchdog.limit_ns() => continue,
                Status::Ok if ns > watchdog.limit_ns() => Status::Timeout,
                status => status,
            };
            let solve_ns = (status == Status::Ok).then_some(ns);
            rows.push(TimeRow { puzzle, solve_ns, status, solutions: outcome.solutions });
            break;
        }
    }
    Some(rows)
}

/// One puzzle on the clock.
fn clock(
    job: &Job,
    runner: &mut dyn Runner,
    givens: &Givens,
    kept: &mut Kept,
    watchdog: &Watchdog,
) -> (model::solve::Outcome, u64) {
    kept.number = 0;
    watchdog.arm();
    let mut probe = Limits::new(None, watchdog.flag());
    let start = Instant::now();
    let outcome = runner.run(givens, job.ask, AnyProbe::Limits(&mut probe), &mut |grid| {
        kept.keep(grid);
        ControlFlow::Continue(())
    });
    (outcome, start.elapsed().as_nanos() as u64)
}

/// Solves puzzles from the end of the block, which come last on the record, for up to a millisecond.
fn warm_up(job: &Job, runner: &mut dyn Runner, givens: &mut Givens, given_up: &[bool], watchdog: &Watchdog) {
    let begin = Instant::now();
    for at in (1..job.numbers.len()).rev().filter(|&at| !given_up[at]) {
        givens.values_mut().copy_from_slice(job.givens(at));
        watchdog.arm();
        // A long search is cut short by steps, not by the clock: they are the same everywhere.
        let mut probe = Limits::new(Some(10_000), watchdog.flag());
        let solve = || runner.run(givens, job.ask, AnyProbe::Limits(&mut probe), &mut |_| ControlFlow::Continue(()));
        let solved = catch_unwind(AssertUnwindSafe(solve));
        if solved.is_err() || begin.elapsed() >= WARM_UP {
            break;
        }
    }
    watchdog.disarm();
}

/// Of an ask for more than two, only two grids are kept and judged here; the counted pass judges them all.
fn ask_of_two(ask: model::solve::Ask) -> model::solve::Ask {
    match ask {
        model::solve::Ask::First => model::solve::Ask::First,
        _ => model::solve::Ask::Unique,
    }
}

/// Memory for two grids.
struct Kept {
    grids: [Grid; 2],
    number: usize,
}

impl Kept {
    fn new(cells: usize) -> Self {
        Self { grids: [Grid::blank(cells), Grid::blank(cells)], number: 0 }
    }

    #[inline]
    fn keep(&mut self, grid: &Grid) {
        if let Some(place) = self.grids.get_mut(self.number) {
            place.values_mut().copy_from_slice(grid.values());
            self.number += 1;
        }
    }

    fn each(&self, mut see: impl FnMut(&Grid)) {
        self.grids[..self.number].iter().for_each(&mut see);
    }
}
