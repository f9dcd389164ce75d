//! Counters: those declared move, the others rest, and they fit together.

use model::solve::{SLOTS, counters};

use crate::failure::{Fault, ensure};
use crate::subject::{Call, Subject, all_counters};

pub(super) fn declared_counters_move(subject: &Subject<'_>) -> Result<(), Fault> {
    let mut moved = [false; SLOTS];
    subject.on_questions(|bench, board, ask| {
        let run = bench.run(board.puzzle.givens(), Call::counted(ask))?;
        for counter in subject.info.counters {
            moved[counter.slot()] |= run.count(*counter) > 0;
        }
        Ok(())
    })?;
    match subject.info.counters.iter().find(|counter| !moved[counter.slot()]) {
        None => Ok(()),
        Some(idle) => Err(Fault::new("all boards", format!("{} is declared and always 0", idle.name))),
    }
}

/// The probe counts steps by itself, so they are passed over.
pub(super) fn undeclared_counters_rest(subject: &Subject<'_>) -> Result<(), Fault> {
    subject.on_questions(|bench, board, ask| {
        let run = bench.run(board.puzzle.givens(), Call::counted(ask))?;
        let undeclared = |slot: usize| subject.info.counters.iter().all(|declared| declared.slot() != slot);
        for counter in all_counters().filter(|counter| undeclared(counter.slot())) {
            let rests = run.count(counter) == 0 || counter.slot() == counters::STEPS.slot();
            ensure(rests, || format!("{} (slot {}) is not declared and moves", counter.name, counter.slot()))?;
        }
        Ok(())
    })
}

pub(super) fn counts_are_bounded(subject: &Subject<'_>) -> Result<(), Fault> {
    subject.on_questions(|bench, board, ask| {
        let run = bench.run(board.puzzle.givens(), Call::counted(ask))?;
        let steps = run.spent();
        if subject.declares(counters::STEPS) {
            for counter in [counters::MAX_DEPTH, counters::BACKTRACKS] {
                let count = run.count(counter);
                ensure(count <= steps, || format!("{} is {count}, more than the {steps} steps", counter.name))?;
            }
        } else if subject.declares(counters::CONFLICTS) {
            let conflicts = run.count(counters::CONFLICTS);
            ensure(conflicts == steps, || format!("{conflicts} conflicts, but the probe was asked for {steps} steps"))?;
        }
        Ok(())
    })
}
