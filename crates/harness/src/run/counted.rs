//! The counted pass: every strategy on every puzzle, answers checked, counts kept.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use anyhow::{Result, ensure};

use super::errors::Errors;
use super::plan::{Entry, Plan};
use super::progress::Talk;
use super::witnesses::Journal;
use crate::executor::Crew;
use crate::jobs::{AtHand, COUNTED_BLOCK, CountRow, Done, Pass, Row};
use crate::ledger::{Claim, Ledger};
use crate::results::Status;
use crate::run_dir::{CsvLines, RowFile, RunDir};

/// Makes the rows of counts/ that are missing. Returns nanoseconds a puzzle by strategy, where something was solved.
pub(super) fn pass(
    plan: &Plan,
    dir: &RunDir,
    ledger: &mut Ledger,
    stop: &'static AtomicBool,
    talk: Talk,
) -> Result<Vec<Option<f64>>> {
    let mut journal = Journal::open(plan, dir, ledger)?;
    let mut errors = Errors::open(dir)?;
    let mut files = Vec::new();
    for (slot, entry) in plan.entries.iter().enumerate() {
        files.push(reopen(plan, dir, slot, entry, ledger, &errors)?);
    }
    if !dir.puzzles().exists() {
        plan.write_puzzles(dir, None)?;
    }
    let missing: Vec<(usize, usize)> = (0..plan.counted_blocks())
        .flat_map(|block| (0..files.len()).map(move |slot| (slot, block)))
        .filter(|&(slot, block)| block >= files[slot].next_block())
        .collect();
    let total: usize = missing.iter().map(|&(_, block)| range(plan, block).len()).sum();
    let mut bar = talk.bar("counted pass", total as u64, "pairs");
    let mut jobs = missing.iter().map(|&(slot, block)| {
        let entry = &plan.entries[slot];
        let pass = Pass::Counted { step_limit: entry.step_limit, counters: entry.record.counters.clone() };
        plan.job(slot, block, range(plan, block), pass)
    });
    let programs = plan.programs(stop);
    let at_hand = AtHand { strategies: &plan.strategies, programs: &programs };
    let executor = plan.executor(at_hand, Crew { threads: plan.threads(), core: None, stop }, None);
    let mut paces = vec![(0_u64, 0_u64); files.len()];
    let mut failed = Ok(());
    executor.execute(&mut jobs, &mut |done| {
        let pace = &mut paces[done.slot];
        pace.0 += done.busy_ns;
        failed = keep(plan, ledger, &mut journal, &mut errors, &mut files, &done).map(|rows| {
            pace.1 += rows as u64;
            bar.advance(rows);
        });
        if failed.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    bar.finish();
    failed?;
    files.iter_mut().try_for_each(RowFile::sync)?;
    Ok(paces.iter().map(|&(ns, rows)| (rows > 0).then(|| ns as f64 / rows as f64)).collect())
}

fn range(plan: &Plan, block: usize) -> std::ops::Range<usize> {
    block * COUNTED_BLOCK..((block + 1) * COUNTED_BLOCK).min(plan.puzzles.len())
}

/// Enters in the ledger what a counted pass found that is all there.
pub(super) fn recall(plan: &Plan, dir: &RunDir, ledger: &mut Ledger) -> Result<()> {
    Journal::open(plan, dir, ledger)?;
    let errors = Errors::open(dir)?;
    for (slot, entry) in plan.entries.iter().enumerate() {
        let file = reopen(plan, dir, slot, entry, ledger, &errors)?;
        ensure!(file.next_block() == plan.counted_blocks(), "counts of {} are missing", entry.record.id);
    }
    Ok(())
}

/// Opens a file of counts/ and enters its claims in the ledger. A row whose evidence was lost is made again, with all after it.
fn reopen(
    plan: &Plan,
    dir: &RunDir,
    slot: usize,
    entry: &Entry,
    ledger: &mut Ledger,
    errors: &Errors,
) -> Result<RowFile> {
    let record = &entry.record;
    let counters = record.counters.iter().map(String::as_str);
    let reason = record.external.is_some().then_some("reason");
    let header: Vec<String> =
        ["puzzle", "status", "solutions"].into_iter().chain(counters).chain(reason).map(str::to_owned).collect();
    let total = plan.puzzles.len();
    // A program hands out its first grid only.
    let told = if record.external.is_some() { 1 } else { 2 };
    let mut claims = Vec::new();
    let (file, _) = RowFile::resume(&dir.counts(&record.id), &header, |rows| {
        let sound = rows.iter().take(total).enumerate().map_while(|(puzzle, row)| {
            let claim = claim(row).filter(|_| row[0] == (puzzle + 1).to_string())?;
            let died = record.external.is_none() && matches!(claim.status, Status::Error | Status::Timeout);
            let has_evidence =
                ledger.has_evidence(slot, puzzle, claim, told) && (!died || errors.knows(record, puzzle));
            has_evidence.then_some(claim)
        });
        claims.extend(sound);
        let blocks = if claims.len() == total { plan.counted_blocks() } else { claims.len() / COUNTED_BLOCK };
        claims.truncate(blocks * COUNTED_BLOCK);
        (blocks, claims.len())
    })?;
    for (puzzle, claim) in claims.into_iter().enumerate() {
        ledger.recall(slot, puzzle, claim);
    }
    Ok(file)
}

fn claim(row: &[String]) -> Option<Claim> {
    Some(Claim { status: Status::parse(&row[1])?, solutions: row[2].parse().ok()? })
}

/// Enters what a job found, evidence first, then its rows.
fn keep(
    plan: &Plan,
    ledger: &mut Ledger,
    journal: &mut Journal,
    errors: &mut Errors,
    files: &mut [RowFile],
    done: &Done,
) -> Result<usize> {
    let is_program = plan.entries[done.slot].record.external.is_some();
    let mut lines = CsvLines::default();
    for row in done.rows.iter().filter_map(Row::counted) {
        journal.enter(plan, done.slot, row, ledger);
        errors.enter(plan, done.slot, row.puzzle, None, row.status, row.reason.as_deref())?;
        write(&mut lines, row, is_program);
    }
    journal.flush()?;
    files[done.slot].add(done.block, lines.into_bytes())?;
    Ok(done.rows.len())
}

/// The line of a row; that of a program has a reason at its end.
fn write(lines: &mut CsvLines, row: &CountRow, is_program: bool) {
    lines.number(Some(row.puzzle));
    lines.word(row.status.word());
    lines.number(Some(row.solutions));
    row.counters.iter().for_each(|&count| lines.number(count));
    if is_program {
        lines.word(row.reason.as_deref().unwrap_or_default());
    }
    lines.end();
}
