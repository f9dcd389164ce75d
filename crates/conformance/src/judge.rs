//! What may be said of an outcome when the truth is known, and when two runs are the same.

use std::collections::BTreeSet;

use model::solve::{Ask, Counter, End, Halt, Info, Outcome};

use crate::board::{Board, Effort, STEP_LIMIT};
use crate::failure::ensure;
use crate::subject::{Run, all_counters};

/// Whether a run that only [`STEP_LIMIT`] may stop was stopped by it, and may be on this board.
pub(crate) fn excused(info: &Info, board: &Board, run: &Run) -> bool {
    let halted = run.outcome.end == End::Halted(Halt::StepLimit) && run.steps == Some(STEP_LIMIT);
    halted
        && match board.effort {
            Effort::Any => false,
            Effort::Uneven => info.seeded,
            Effort::Hard => true,
        }
}

/// Whether the number of solutions is right: `expected` of them, fewer only from a strategy that may be stuck and is.
pub(crate) fn number(info: &Info, expected: u64, outcome: Outcome) -> Result<(), String> {
    let right = match outcome.end {
        End::Exhausted | End::Enough => outcome.solutions == expected,
        End::Stuck => !info.complete && outcome.solutions <= expected,
        End::Halted(_) => false,
    };
    ensure(right, || format!("{expected} solutions were expected, {}", said(outcome)))
}

/// Whether the end is the one that goes with the number: as many as asked for are enough, fewer are all there are.
pub(crate) fn claim(info: &Info, ask: Ask, expected: u64, outcome: Outcome) -> Result<(), String> {
    let enough = outcome.solutions == ask.enough();
    let fits = match outcome.end {
        End::Enough => enough,
        End::Exhausted => !enough && outcome.solutions == expected,
        End::Stuck => !enough && !info.complete,
        End::Halted(_) => false,
    };
    ensure(fits, || {
        format!("{} are wanted and {expected} exist, but it claims otherwise: {}", wanted(ask), said(outcome))
    })
}

fn wanted(ask: Ask) -> String {
    if ask.enough() == u64::MAX { "all solutions".into() } else { format!("{} solutions", ask.enough()) }
}

/// An outcome in words.
pub(crate) fn said(outcome: Outcome) -> String {
    format!("it found {} and ended as {:?}", outcome.solutions, outcome.end)
}

/// Whether two runs of the same kind are the same to the last grid and counter.
pub(crate) fn same(before: &Run, now: &Run) -> Result<(), String> {
    same_search(before, now)?;
    for counter in all_counters().filter(|_| before.counts.is_some() && now.counts.is_some()) {
        same_count(counter, before, now)?;
    }
    Ok(())
}

fn same_count(counter: Counter, before: &Run, now: &Run) -> Result<(), String> {
    let (was, is) = (before.count(counter), now.count(counter));
    ensure(was == is, || format!("{} was {was} and is {is}", counter.name))
}

/// Whether two runs handed out the same grids in the same order and ended alike.
pub(crate) fn same_search(before: &Run, now: &Run) -> Result<(), String> {
    same_outcome(before, now)?;
    ensure(before.grids == now.grids, || "the same number of grids, but others or in another order".into())
}

/// Whether two runs, one by another solver, are two answers to the same question: the same number and end, and the same
/// set of grids where all were asked for.
pub(crate) fn same_answer(ask: Ask, before: &Run, now: &Run) -> Result<(), String> {
    same_outcome(before, now)?;
    let set = |run: &Run| run.grids.iter().cloned().collect::<BTreeSet<_>>();
    let all = ask.enough() == u64::MAX && now.outcome.end == End::Exhausted;
    ensure(!all || set(before) == set(now), || "the same number of grids, but others".into())
}

fn same_outcome(before: &Run, now: &Run) -> Result<(), String> {
    let (was, is) = (before.outcome, now.outcome);
    ensure(was == is, || format!("it found {} and ended as {:?}, then {}", was.solutions, was.end, said(is)))
}
