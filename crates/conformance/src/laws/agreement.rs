//! Agreement with brute force on random problems.
//!
//! The seed is fixed: a failure is the same on every machine, and proptest shrinks it to a problem that fits on a line.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::num::NonZeroU64;

use model::solve::{Ask, End, OPTION_SEED_DEFAULT};
use proptest::strategy::Strategy;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};

use crate::brute::{self, Truth};
use crate::failure::{Fault, ensure};
use crate::judge;
use crate::random::{Problem, boards, problems};
use crate::subject::{Bench, Call, Subject, Watch};

/// Beyond this, only the first few grids are asked for.
const MOST: usize = 200;

pub(super) fn random_problems_agree(subject: &Subject<'_>) -> Result<(), Fault> {
    // A strategy for one kind of board is tried on boards instead.
    if try_all(subject, 160, &problems())? > 0 { Ok(()) } else { random_boards_agree(subject) }
}

pub(super) fn random_boards_agree(subject: &Subject<'_>) -> Result<(), Fault> {
    if try_all(subject, 60, &boards())? > 0 {
        return Ok(());
    }
    Err(Fault::new("random boards", "supports none of sudoku-2, sudoku-2x3 and sudoku-3"))
}

/// Tries random problems and says how many the strategy did not refuse.
fn try_all(subject: &Subject<'_>, cases: u32, problems: &impl Strategy<Value = Problem>) -> Result<u32, Fault> {
    let tried = Cell::new(0);
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let outcome = runner.run(problems, |problem| {
        tried.set(tried.get() + u32::from(agrees(subject, &problem).map_err(TestCaseError::fail)?));
        Ok(())
    });
    match outcome {
        Ok(()) => Ok(tried.get()),
        Err(TestError::Fail(what, problem)) => Err(Fault::new(format!("{problem:?}"), what.message())),
        Err(TestError::Abort(why)) => Err(Fault::new("random problems", why.message())),
    }
}

/// Whether the strategy took the problem; `Err` when its answers are not those of brute force.
fn agrees(subject: &Subject<'_>, problem: &Problem) -> Result<bool, String> {
    let puzzle = problem.puzzle();
    let Some(truth) = brute::grids(&puzzle, MOST, 500_000) else { return Ok(false) };
    let built = subject.build(puzzle.rules(), OPTION_SEED_DEFAULT).map_err(|fault| fault.what)?;
    let Some(mut bench) = built else { return Ok(false) };
    let caps = [1, 2, 3, truth.grids.len() as u64, if truth.all { truth.grids.len() as u64 + 1 } else { 5 }];
    let caps = caps.into_iter().filter_map(NonZeroU64::new).map(|cap| Ask::Count { cap: Some(cap) });
    let all = truth.all.then_some(Ask::Count { cap: None });
    for ask in subject.asks([Ask::First, Ask::Unique].into_iter().chain(caps).chain(all)) {
        for watch in [Watch::Tally, Watch::Off] {
            let on = |what| format!("asked {ask:?} under {watch:?}, {what}");
            let call = Call::counted(ask).watched(watch);
            answer_agrees(subject, &mut bench, puzzle.givens(), call, &truth).map_err(on)?;
        }
    }
    Ok(true)
}

fn answer_agrees(
    subject: &Subject<'_>,
    bench: &mut Bench,
    givens: &model::Givens,
    call: Call,
    truth: &Truth,
) -> Result<(), String> {
    let run = bench.run(givens, call)?;
    let expected = call.ask.enough().min(truth.grids.len() as u64);
    judge::number(&subject.info, expected, run.outcome)?;
    judge::claim(&subject.info, call.ask, expected, run.outcome)?;
    let found: BTreeSet<_> = run.grids.iter().collect();
    ensure(found.len() as u64 == run.outcome.solutions, || "the outcome miscounts the different grids".into())?;
    let real = !truth.all || found.iter().all(|grid| truth.grids.binary_search(grid).is_ok());
    ensure(real, || "a grid is none that brute force finds".into())?;
    let full = run.outcome.end != End::Exhausted || found.len() == truth.grids.len();
    ensure(full, || "it claims to have searched everything, but grids are missing".into())
}
