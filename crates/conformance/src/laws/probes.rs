//! Who watches changes nothing.
//!
//! A strategy over a back end may use another solver while nothing is counted: there the answer must be the same, but not
//! the grids nor their order.

use model::solve::{End, counters};

use crate::failure::{Fault, ensure};
use crate::judge;
use crate::subject::{Call, Subject, Watch};

pub(super) fn counting_changes_nothing(subject: &Subject<'_>) -> Result<(), Fault> {
    subject.on_questions(|bench, board, ask| {
        if board.is_large() {
            return Ok(());
        }
        let call = Call::counted(ask);
        let tally = bench.run(board.puzzle.givens(), call)?;
        let trace = bench.run(board.puzzle.givens(), call.watched(Watch::Trace))?;
        judge::same(&tally, &trace).map_err(|what| format!("counted, then traced, {what}"))?;
        if matches!(tally.outcome.end, End::Halted(_)) {
            return Ok(());
        }
        for watch in [Watch::Off, Watch::Limits] {
            let uncounted = bench.run(board.puzzle.givens(), call.watched(watch))?;
            let same = match subject.info.back_end {
                None => judge::same_search(&tally, &uncounted),
                Some(_) => judge::same_answer(ask, &tally, &uncounted),
            };
            same.map_err(|what| format!("counted, then under {watch:?}, {what}"))?;
        }
        Ok(())
    })
}

pub(super) fn limits_count_the_same_steps(subject: &Subject<'_>) -> Result<(), Fault> {
    if !subject.declares(counters::STEPS) {
        return Ok(());
    }
    subject.on_questions(|bench, board, ask| {
        let steps = bench.run(board.puzzle.givens(), Call::counted(ask))?.spent();
        let limits = bench.run(board.puzzle.givens(), Call::counted(ask).watched(Watch::Limits))?.spent();
        ensure(steps == limits, || format!("Tally took {steps} steps, Limits {limits}"))
    })
}
