//! Honest books: every grid valid and new, as many as the outcome says, and `found` obeyed.

use std::collections::BTreeSet;

use model::check;
use model::solve::{Ask, End};

use crate::board::Effort;
use crate::failure::{Fault, ensure};
use crate::judge;
use crate::subject::{Call, Subject, Watch};

const WATCHES: [Watch; 2] = [Watch::Tally, Watch::Limits];

pub(super) fn every_grid_passes_the_check(subject: &Subject<'_>) -> Result<(), Fault> {
    subject.on_questions(|bench, board, ask| {
        for watch in WATCHES {
            let run = bench.run(board.puzzle.givens(), Call::counted(ask).watched(watch))?;
            for (at, grid) in run.grids.iter().enumerate() {
                check(&board.puzzle, grid).map_err(|wrong| format!("grid {} is wrong: {wrong}", at + 1))?;
            }
        }
        Ok(())
    })
}

pub(super) fn grids_differ(subject: &Subject<'_>) -> Result<(), Fault> {
    subject.on_questions(|bench, board, ask| {
        for watch in WATCHES {
            let run = bench.run(board.puzzle.givens(), Call::counted(ask).watched(watch))?;
            let distinct = run.grids.iter().collect::<BTreeSet<_>>().len();
            let all = run.grids.len();
            ensure(distinct == all, || format!("{all} grids were handed out, {distinct} different ones"))?;
        }
        Ok(())
    })
}

pub(super) fn solutions_are_the_grids_found(subject: &Subject<'_>) -> Result<(), Fault> {
    subject.on_questions(|bench, board, ask| {
        for watch in WATCHES {
            let run = bench.run(board.puzzle.givens(), Call::counted(ask).watched(watch))?;
            let (said, handed) = (run.outcome.solutions, run.grids.len() as u64);
            ensure(said == handed, || format!("{handed} grids were handed out, the outcome says {said}"))?;
        }
        Ok(())
    })
}

pub(super) fn break_ends_the_search(subject: &Subject<'_>) -> Result<(), Fault> {
    let mut stopped = 0;
    subject.on_boards(|bench, board| {
        if board.effort == Effort::Hard {
            return Ok(());
        }
        for (ask, at) in [(Ask::First, 1), (Ask::Unique, 1)].into_iter().chain((1..=3).map(|at| (ALL, at))) {
            if board.expected(ask) < at || !subject.info.takes(ask) {
                continue;
            }
            for watch in [Watch::Tally, Watch::Limits, Watch::Off] {
                let run = bench.run(board.puzzle.givens(), Call::counted(ask).watched(watch).stopped_at(at))?;
                if judge::excused(&subject.info, board, &run) {
                    break;
                }
                if run.outcome.end == End::Stuck && !subject.info.complete && run.outcome.solutions < at {
                    break;
                }
                stopped += 1;
                let obeyed = run.outcome.end == End::Enough && run.outcome.solutions == at;
                ensure(obeyed && run.grids.len() as u64 == at, || {
                    let said = judge::said(run.outcome);
                    format!(
                        "asked {ask:?} under {watch:?} and stopped at grid {at}, {said} after {} calls",
                        run.grids.len()
                    )
                })?;
            }
        }
        Ok(())
    })?;
    if stopped > 0 { Ok(()) } else { Err(Fault::new("the board table", "no grid was found to stop at")) }
}

const ALL: Ask = Ask::Count { cap: None };
