//! Seeds do what `Info` says of them.

use model::solve::Ask;

use crate::board::small_groups;
use crate::failure::Fault;
use crate::judge;
use crate::subject::{Call, Run, Subject};

pub(super) fn unseeded_strategies_ignore_the_seed(subject: &Subject<'_>) -> Result<(), Fault> {
    if subject.info.seeded {
        return Ok(());
    }
    for_each_seed(subject, &[1, 2, u64::MAX], |runs| {
        runs[1..]
            .iter()
            .try_for_each(|run| judge::same(&runs[0], run).map_err(|what| format!("for another seed {what}")))
    })
}

pub(super) fn seeded_strategies_obey_the_seed(subject: &Subject<'_>) -> Result<(), Fault> {
    if !subject.info.seeded {
        return Ok(());
    }
    let mut differs = false;
    for_each_seed(subject, &[1, 2, 3, 4, 1], |runs| {
        differs |= runs[1..4].iter().any(|run| run != &runs[0]);
        judge::same(&runs[0], &runs[4]).map_err(|what| format!("for the same seed {what}"))
    })?;
    if differs { Ok(()) } else { Err(Fault::new("all boards", "it calls itself seeded, but no seed changes anything")) }
}

/// Runs every board by a solver of each seed and hands the runs of a board to `law`.
fn for_each_seed(
    subject: &Subject<'_>,
    seeds: &[u64],
    mut law: impl FnMut(&[Run]) -> Result<(), String>,
) -> Result<(), Fault> {
    for group in small_groups() {
        let mut benches = Vec::new();
        for &seed in seeds {
            benches.extend(subject.build(&group.rules, seed)?);
        }
        if benches.is_empty() {
            continue;
        }
        for board in &group.boards {
            for ask in subject.asks([Ask::First, Ask::Unique]) {
                let call = Call::counted(ask);
                let runs: Result<Vec<Run>, String> =
                    benches.iter_mut().map(|bench| bench.run(board.puzzle.givens(), call)).collect();
                let verdict = runs.and_then(|runs| law(&runs));
                verdict.map_err(|what| Fault::new(board.to_string(), format!("asked {ask:?}, {what}")))?;
            }
        }
    }
    Ok(())
}
