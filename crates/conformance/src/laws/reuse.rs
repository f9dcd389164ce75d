//! Reuse leaves no trace: counts are a function of the puzzle and the question, whatever the solver did before.

use model::solve::{Ask, End, OPTION_SEED_DEFAULT};

use crate::board::{Board, Group, small_groups};
use crate::failure::Fault;
use crate::judge;
use crate::subject::{Bench, Call, Run, Subject, Watch};

pub(super) fn fresh_solvers_agree(subject: &Subject<'_>) -> Result<(), Fault> {
    on_baselines(subject, |baselines| {
        for base in baselines {
            let mut bench = subject.build_again(base.board.puzzle.rules(), OPTION_SEED_DEFAULT)?;
            base.repeats(&mut bench, "by another solver")?;
        }
        Ok(())
    })
}

pub(super) fn the_same_again(subject: &Subject<'_>) -> Result<(), Fault> {
    on_baselines(subject, |baselines| {
        for base in baselines {
            let mut bench = subject.build_again(base.board.puzzle.rules(), OPTION_SEED_DEFAULT)?;
            base.repeats(&mut bench, "first")?;
            base.repeats(&mut bench, "again")?;
        }
        Ok(())
    })
}

pub(super) fn order_leaves_no_trace(subject: &Subject<'_>) -> Result<(), Fault> {
    on_baselines(subject, |baselines| {
        let mut bench = subject.build_again(baselines[0].board.puzzle.rules(), OPTION_SEED_DEFAULT)?;
        for base in baselines {
            base.repeats(&mut bench, "in the table's order")?;
        }
        for base in baselines.iter().rev() {
            base.repeats(&mut bench, "in the opposite order")?;
        }
        for (base, other) in baselines.iter().zip(baselines.iter().skip(1)) {
            if !base.halted() {
                base.ask(&mut bench, Call::counted(base.ask).watched(Watch::Off))?;
                base.ask(&mut bench, Call::counted(base.ask).watched(Watch::Limits))?;
                other.repeats(&mut bench, "after an uncounted puzzle")?;
            }
        }
        Ok(())
    })
}

pub(super) fn a_halt_leaves_no_trace(subject: &Subject<'_>) -> Result<(), Fault> {
    let mut halts = 0;
    on_baselines(subject, |baselines| {
        let mut bench = subject.build_again(baselines[0].board.puzzle.rules(), OPTION_SEED_DEFAULT)?;
        for (base, other) in ring(baselines) {
            let call = Call::counted(base.ask).limited(base.run.spent() / 2);
            for (call, after) in [(call, "after a step limit"), (call.late(), "after a deadline")] {
                for watch in [Watch::Tally, Watch::Limits] {
                    // Without a bound, a search that nothing interrupts might not end.
                    if base.halted() && watch == Watch::Limits && !subject.info.interruptible {
                        continue;
                    }
                    let end = base.ask(&mut bench, call.watched(watch))?.outcome.end;
                    halts += u32::from(matches!(end, End::Halted(_)));
                    other.repeats(&mut bench, after)?;
                    base.repeats(&mut bench, after)?;
                }
            }
        }
        Ok(())
    })?;
    if halts > 0 { Ok(()) } else { Err(Fault::new("the board table", "no limit and no deadline halted it anywhere")) }
}

pub(super) fn a_stuck_puzzle_leaves_no_trace(subject: &Subject<'_>) -> Result<(), Fault> {
    on_baselines(subject, |baselines| {
        let mut bench = subject.build_again(baselines[0].board.puzzle.rules(), OPTION_SEED_DEFAULT)?;
        for stuck in baselines.iter().filter(|base| base.run.outcome.end == End::Stuck) {
            for base in baselines {
                stuck.ask(&mut bench, Call::counted(stuck.ask))?;
                base.repeats(&mut bench, "after a stuck puzzle")?;
            }
        }
        Ok(())
    })
}

pub(super) fn a_break_leaves_no_trace(subject: &Subject<'_>) -> Result<(), Fault> {
    on_baselines(subject, |baselines| {
        let mut bench = subject.build_again(baselines[0].board.puzzle.rules(), OPTION_SEED_DEFAULT)?;
        for (base, other) in ring(baselines).filter(|(base, _)| !base.run.grids.is_empty()) {
            let all = if subject.info.takes(ALL) { ALL } else { Ask::First };
            for watch in [Watch::Tally, Watch::Limits] {
                base.ask(&mut bench, Call::counted(all).watched(watch).stopped_at(1))?;
                other.repeats(&mut bench, "after a search that found stopped")?;
            }
        }
        Ok(())
    })
}

const ALL: Ask = Ask::Count { cap: None };

/// A board, a question, and what a solver of its own made of them, counted.
struct Baseline<'a> {
    board: &'a Board,
    ask: Ask,
    run: Run,
}

impl Baseline<'_> {
    fn halted(&self) -> bool {
        matches!(self.run.outcome.end, End::Halted(_))
    }

    fn ask(&self, bench: &mut Bench, call: Call) -> Result<Run, Fault> {
        bench.run(self.board.puzzle.givens(), call).map_err(|what| Fault::new(self.board.to_string(), what))
    }

    /// Puts the question again and compares. What only the step limit ended is costly, and tells nothing new.
    fn repeats(&self, bench: &mut Bench, after: &str) -> Result<(), Fault> {
        if self.halted() {
            return Ok(());
        }
        let now = self.ask(bench, Call::counted(self.ask))?;
        let on = |what| Fault::new(self.board.to_string(), format!("asked {:?} {after}, {what}", self.ask));
        judge::same(&self.run, &now).map_err(on)
    }
}

/// Each with the one after it, the last with the first.
fn ring<'a, 'b>(baselines: &'a [Baseline<'b>]) -> impl Iterator<Item = (&'a Baseline<'b>, &'a Baseline<'b>)> {
    baselines.iter().zip(baselines.iter().cycle().skip(1))
}

/// Tries `law` on the baselines of each group whose rules are supported.
fn on_baselines(subject: &Subject<'_>, mut law: impl FnMut(&[Baseline<'_>]) -> Result<(), Fault>) -> Result<(), Fault> {
    let mut tried = false;
    for group in small_groups() {
        if subject.build(&group.rules, OPTION_SEED_DEFAULT)?.is_some() {
            tried = true;
            law(&baselines(subject, group)?)?;
        }
    }
    if tried { Ok(()) } else { Err(Fault::new("the board table", "supports none of the rules")) }
}

fn baselines<'a>(subject: &Subject<'_>, group: &'a Group) -> Result<Vec<Baseline<'a>>, Fault> {
    let mut baselines = Vec::new();
    for board in &group.boards {
        for ask in subject.asks(board.asks()).filter(|ask| matches!(ask, Ask::First | Ask::Unique)) {
            let mut bench = subject.build_again(&group.rules, OPTION_SEED_DEFAULT)?;
            let run = bench.run(board.puzzle.givens(), Call::counted(ask));
            let run = run.map_err(|what| Fault::new(board.to_string(), what))?;
            baselines.push(Baseline { board, ask, run });
        }
    }
    Ok(baselines)
}
