//! Right answers: how many solutions there are, and what the end of a search claims.

use model::Givens;
use model::solve::{Ask, End};

use crate::board::{Effort, Known};
use crate::failure::{Fault, ensure};
use crate::judge;
use crate::subject::{Call, Subject};

pub(super) fn first_is_right(subject: &Subject<'_>) -> Result<(), Fault> {
    numbers(subject, |ask| ask == Ask::First)
}

pub(super) fn unique_is_right(subject: &Subject<'_>) -> Result<(), Fault> {
    numbers(subject, |ask| ask == Ask::Unique)
}

pub(super) fn count_is_right(subject: &Subject<'_>) -> Result<(), Fault> {
    numbers(subject, |ask| matches!(ask, Ask::Count { .. }))
}

fn numbers(subject: &Subject<'_>, wanted: fn(Ask) -> bool) -> Result<(), Fault> {
    subject.on_questions(|bench, board, ask| {
        if !wanted(ask) {
            return Ok(());
        }
        let run = bench.run(board.puzzle.givens(), Call::counted(ask))?;
        if judge::excused(&subject.info, board, &run) {
            return Ok(());
        }
        judge::number(&subject.info, board.expected(ask), run.outcome)
    })
}

/// Units of every board that has a solution get a pair of equal givens, each in turn: all on small boards, a few on others.
pub(super) fn clashing_givens_have_no_solution(subject: &Subject<'_>) -> Result<(), Fault> {
    subject.on_boards(|bench, board| {
        if board.known == Known::Exactly(0) || board.effort == Effort::Hard {
            return Ok(());
        }
        let units = board.puzzle.rules().units().iter().filter(|unit| unit.cells().len() > 1);
        for unit in units.step_by(board.puzzle.rules().cells().div_ceil(16)) {
            let mut givens: Vec<u8> = board.puzzle.givens().values().to_vec();
            let (first, last) = (unit.cells()[0].index(), unit.cells()[unit.cells().len() - 1].index());
            let value = givens[first].max(givens[last]).max(1);
            (givens[first], givens[last]) = (value, value);
            let givens = Givens::from_values(givens);
            for ask in subject.asks([Ask::First, Ask::Count { cap: None }]) {
                let on = |what| format!("with {value} given twice in {}, asked {ask:?}, {what}", unit.name());
                let run = bench.run(&givens, Call::counted(ask)).map_err(on)?;
                judge::number(&subject.info, 0, run.outcome).map_err(on)?;
            }
        }
        Ok(())
    })
}

pub(super) fn claims_hold(subject: &Subject<'_>) -> Result<(), Fault> {
    subject.on_questions(|bench, board, ask| {
        let run = bench.run(board.puzzle.givens(), Call::counted(ask))?;
        if judge::excused(&subject.info, board, &run) {
            return Ok(());
        }
        judge::claim(&subject.info, ask, board.expected(ask), run.outcome)
    })
}

pub(super) fn complete_strategies_never_stick(subject: &Subject<'_>) -> Result<(), Fault> {
    subject.on_questions(|bench, board, ask| {
        let run = bench.run(board.puzzle.givens(), Call::counted(ask))?;
        ensure(!subject.info.complete || run.outcome.end != End::Stuck, || judge::said(run.outcome))
    })
}
