//! The counted pass: answers, checked one by one, and counts.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;

use model::solve::erased::{AnyProbe, Runner};
use model::solve::{Ask, Counter, End, Halt, Info, Limits, Outcome, Tally, Unsupported, counters as common};
use model::{Givens, Grid};

use super::judge::Judge;
use super::{CountRow, Job, panic_text};
use crate::clock::Watchdog;
use crate::results::Status;

/// What is kept: all the declared counters that have a column, or steps alone, which need no counting.
enum Columns {
    StepsOnly,
    Declared(Vec<Counter>),
}

pub(super) fn rows(
    job: &Job,
    info: &Info,
    build: &dyn Fn() -> Result<Box<dyn Runner>, Unsupported>,
    step_limit: Option<u64>,
    names: &[String],
    watchdog: &Watchdog,
) -> Option<Vec<CountRow>> {
    let kept: Vec<Counter> =
        info.counters.iter().copied().filter(|counter| names.iter().any(|n| n == counter.name)).collect();
    let columns = if kept == [common::STEPS] { Columns::StepsOnly } else { Columns::Declared(kept) };
    let width = names.len();
    let Ok(mut runner) = build() else {
        let row = |&puzzle| CountRow { counters: vec![None; width], ..CountRow::empty(puzzle, Status::Unsupported) };
        return Some(job.numbers.iter().map(row).collect());
    };
    let mut givens = Givens::blank(job.rules.cells());
    let mut rows = Vec::with_capacity(job.numbers.len());
    for (at, &puzzle) in job.numbers.iter().enumerate() {
        givens.values_mut().copy_from_slice(job.givens(at));
        let mut judge = Judge::new(&job.rules, &givens);
        // No deadline here: the flag is only set when the whole run stops.
        let stop = watchdog.flag();
        let solved = catch_unwind(AssertUnwindSafe(|| {
            solve(runner.as_mut(), &columns, &givens, job.ask, step_limit, stop, &mut |grid| {
                judge.see(grid);
                ControlFlow::Continue(())
            })
        }));
        rows.push(match solved {
            Ok((outcome, _)) if outcome.end == End::Halted(Halt::Deadline) => return None,
            Ok((outcome, counters)) => CountRow {
                solutions: outcome.solutions,
                counters: counters.into_iter().map(Some).collect(),
                ..CountRow::empty(puzzle, judge.verdict(job.ask, outcome))
            },
            Err(payload) => {
                runner = build().ok()?;
                judge.reason = Some(panic_text(payload.as_ref()));
                CountRow { counters: vec![None; width], ..CountRow::empty(puzzle, Status::Error) }
            }
        });
        let row = rows.last_mut().expect("just pushed");
        row.grids = judge.grids;
        row.reason = judge.reason;
        if watchdog.is_stopped() {
            return None;
        }
    }
    Some(rows)
}

fn solve(
    runner: &mut dyn Runner,
    columns: &Columns,
    givens: &Givens,
    ask: Ask,
    step_limit: Option<u64>,
    stop: &AtomicBool,
    found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
) -> (Outcome, Vec<u64>) {
    match columns {
        Columns::StepsOnly => {
            let mut probe = Limits::new(step_limit, stop);
            let outcome = runner.run(givens, ask, AnyProbe::Limits(&mut probe), found);
            (outcome, vec![probe.steps()])
        }
        Columns::Declared(counters) => {
            let mut probe = Tally::new(step_limit, stop);
            let outcome = runner.run(givens, ask, AnyProbe::Tally(&mut probe), found);
            (outcome, counters.iter().map(|&counter| probe.value(counter)).collect())
        }
    }
}

impl CountRow {
    fn empty(puzzle: u64, status: Status) -> Self {
        Self { puzzle, status, solutions: 0, counters: Vec::new(), grids: Vec::new(), reason: None }
    }
}
