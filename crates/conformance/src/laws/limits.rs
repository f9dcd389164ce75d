//! Limits are exact: the step limit to the step, the deadline before the first.
//!
//! The deadline is a flag that is set before the call, so that no clock and no thread takes part. What is limited is what
//! the probe is asked for: steps, or conflicts where a strategy declares no steps.

use model::solve::{Ask, End, Halt, counters};

use crate::board::{Board, STEP_LIMIT};
use crate::failure::{Fault, ensure};
use crate::judge;
use crate::subject::{Bench, Call, Run, Subject, Watch};

pub(super) fn the_step_limit_is_exact(subject: &Subject<'_>) -> Result<(), Fault> {
    let mut searched = false;
    subject.on_questions(|bench, board, ask| {
        if board.is_large() {
            return Ok(());
        }
        let free = bench.run(board.puzzle.givens(), Call::counted(ask))?;
        if free.outcome.end == End::Halted(Halt::StepLimit) {
            ensure(judge::excused(&subject.info, board, &free), || {
                format!("took {} steps of {STEP_LIMIT} at most", free.spent())
            })?;
        }
        searched |= free.spent() > 0;
        for watch in watches(subject) {
            let call = Call::counted(ask).watched(watch);
            limited(subject, bench, board, call, &free).map_err(|what| format!("under {watch:?}, {what}"))?;
        }
        Ok(())
    })?;
    if searched { Ok(()) } else { Err(never_searched()) }
}

/// Limits at, just below and far below what the free run spent.
fn limited(subject: &Subject<'_>, bench: &mut Bench, board: &Board, call: Call, free: &Run) -> Result<(), String> {
    let spent = free.spent();
    let at = bench.run(board.puzzle.givens(), call.limited(spent))?;
    judge::same_search(free, &at).map_err(|what| format!("all it needs is {spent} steps, and at that limit {what}"))?;
    if call.watch == Watch::Tally {
        judge::same(free, &at)?;
    }
    for limit in [spent.checked_sub(1), Some(spent / 2), Some(0)].into_iter().flatten().filter(|&limit| limit < spent) {
        let run = bench.run(board.puzzle.givens(), call.limited(limit))?;
        let halted = run.outcome.end == End::Halted(Halt::StepLimit);
        ensure(halted, || format!("limited to {limit} of {spent} steps, {}", judge::said(run.outcome)))?;
        let stood = if call.watch == Watch::Tally && subject.declares(counters::CONFLICTS) {
            run.count(counters::CONFLICTS)
        } else {
            run.spent()
        };
        ensure(stood == limit, || format!("limited to {limit} of {spent} steps, it took {stood}"))?;
        let before = free.grids.starts_with(&run.grids);
        ensure(before, || format!("limited to {limit} of {spent} steps, its grids are not the first of the free run"))?;
    }
    Ok(())
}

pub(super) fn the_deadline_is_obeyed(subject: &Subject<'_>) -> Result<(), Fault> {
    let mut searched = false;
    subject.on_boards(|bench, board| {
        for ask in subject.asks([Ask::First, Ask::Unique]) {
            let free = bench.run(board.puzzle.givens(), Call::counted(ask))?;
            if free.spent() == 0 {
                continue;
            }
            searched = true;
            for watch in watches(subject).into_iter().chain([Watch::Trace]) {
                let run = bench.run(board.puzzle.givens(), Call::counted(ask).watched(watch).late())?;
                let obeyed = run.outcome.end == End::Halted(Halt::Deadline) && run.spent() == 0;
                ensure(obeyed, || {
                    let said = judge::said(run.outcome);
                    format!("asked {ask:?} under {watch:?} after the deadline, {said} after {} steps", run.spent())
                })?;
            }
        }
        Ok(())
    })?;
    if searched { Ok(()) } else { Err(never_searched()) }
}

/// The probes that it obeys.
fn watches(subject: &Subject<'_>) -> Vec<Watch> {
    if subject.info.interruptible { vec![Watch::Tally, Watch::Limits] } else { vec![Watch::Tally] }
}

fn never_searched() -> Fault {
    Fault::new("the board table", "no board made it take a step, so no limit was tried")
}
