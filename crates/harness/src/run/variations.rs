//! Variations: the first puzzles counted again in equivalent forms, and by random strategies with other seeds.
//!
//! What a strategy does on a corpus is one draw of what it could have done: of forms where it goes by the order of cells or
//! values, of seeds where it is random. Form n and seed n are those of a run whose seed is the campaign's plus n, so that each can be
//! made again. The rows depend on what counts depend on, and on nothing else. Programs of other people count nothing, and
//! have no part in it.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use anyhow::Result;
use model::Givens;
use model::solve::Random;
use model::symmetry::Symmetry;

use super::plan::Plan;
use super::progress::Talk;
use super::witnesses::Journal;
use crate::executor::Crew;
use crate::external::Programs;
use crate::jobs::{AtHand, CountRow, Done, Job, Pass, Row};
use crate::ledger::Ledger;
use crate::results::{EFFORTS, Status, Variation};
use crate::run_dir::{CsvLines, RowFile, RunDir};

const COLUMNS: [&str; 6] = ["kind", "number", "puzzle", "strategy", "status", "solutions"];

/// One strategy on the puzzles in one variation: a block of the file.
pub(super) struct Block {
    slot: usize,
    kind: Variation,
    /// From 1.
    number: u32,
    /// Those of [`EFFORTS`] that it counts.
    counters: Vec<String>,
    /// Indices of the puzzles, from 0, ascending; never none.
    puzzles: Vec<usize>,
}

/// Makes the rows of variations.csv that are missing, where the campaign wants any.
pub(super) fn pass(
    plan: &Plan,
    dir: &RunDir,
    blocks: &[Block],
    ledger: &mut Ledger,
    stop: &'static AtomicBool,
    talk: Talk,
) -> Result<()> {
    if blocks.is_empty() {
        return Ok(());
    }
    let ids = plan.ids();
    let header: Vec<String> = COLUMNS.into_iter().chain(EFFORTS).chain(["reason"]).map(str::to_owned).collect();
    let (mut file, _) = RowFile::resume(&dir.variations(), &header, |rows| whole(rows, blocks, &ids))?;
    let mut journal = Journal::open(plan, dir, ledger)?;
    let missing = file.next_block()..blocks.len();
    let total: usize = blocks[missing.clone()].iter().map(|block| block.puzzles.len()).sum();
    let mut bar = talk.bar("other forms and seeds", total as u64, "pairs");
    let mut jobs = missing.map(|at| job(plan, &blocks[at], at));
    let programs = Programs::default();
    let at_hand = AtHand { strategies: &plan.strategies, programs: &programs };
    let executor = plan.executor(at_hand, Crew { threads: plan.threads(), core: None, stop }, None);
    let mut failed = Ok(());
    executor.execute(&mut jobs, &mut |done| {
        failed = keep(plan, ledger, &mut journal, &mut file, &blocks[done.block], &done);
        bar.advance(done.rows.len());
        if failed.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    bar.finish();
    failed?;
    file.sync()
}

/// How many whole blocks the rows make, and how many rows those are.
fn whole(rows: &[Vec<String>], blocks: &[Block], ids: &[String]) -> (usize, usize) {
    let mut kept = 0;
    for (at, block) in blocks.iter().enumerate() {
        let key = [block.kind.word().to_owned(), block.number.to_string()];
        let expected = block.puzzles.iter().map(|puzzle| {
            let [kind, number] = key.clone();
            [kind, number, (puzzle + 1).to_string(), ids[block.slot].clone()]
        });
        let found = rows.get(kept..kept + block.puzzles.len());
        if !found.is_some_and(|rows| rows.iter().map(|row| &row[..4]).eq(expected)) {
            return (at, kept);
        }
        kept += block.puzzles.len();
    }
    (blocks.len(), kept)
}

/// All that the campaign wants, in the order of the file. A pair that the counted pass did not answer has no part in it: it would
/// take its limit in most variations, and say little.
pub(super) fn blocks(plan: &Plan, ledger: &Ledger) -> Vec<Block> {
    let mut blocks = Vec::new();
    let first = plan.selected().min(plan.campaign.varied as usize);
    for (slot, entry) in plan.entries.iter().enumerate() {
        let Some(strategy) = plan.strategies.find(&entry.record.id) else { continue };
        let counters: Vec<String> =
            entry.record.counters.iter().filter(|name| EFFORTS.contains(&name.as_str())).cloned().collect();
        let is_answered = |&puzzle: &usize| ledger.claim(slot, puzzle).is_some_and(|claim| claim.status == Status::Ok);
        let puzzles: Vec<usize> = (0..first).filter(is_answered).collect();
        if counters.is_empty() || puzzles.is_empty() {
            continue;
        }
        let seeds = if strategy.info().seeded { plan.campaign.seeds } else { 0 };
        for (kind, most) in [(Variation::Form, plan.campaign.forms), (Variation::Seed, seeds)] {
            blocks.extend((1..=most).map(|number| {
                let (counters, puzzles) = (counters.clone(), puzzles.clone());
                Block { slot, kind, number, counters, puzzles }
            }));
        }
    }
    blocks
}

fn job(plan: &Plan, block: &Block, at: usize) -> Job {
    let step_limit = plan.entries[block.slot].step_limit;
    let pass = Pass::Counted { step_limit, counters: block.counters.clone() };
    let mut job = plan.job(block.slot, at, block.puzzles.iter().copied(), pass);
    let seed = plan.campaign.seed.wrapping_add(u64::from(block.number));
    match block.kind {
        Variation::Seed => job.options.seed = seed,
        Variation::Form => {
            let symmetry = Symmetry::of(&plan.puzzles.rules);
            for stored in job.givens.chunks_mut(plan.puzzles.rules.cells()) {
                let givens = Givens::from_values(stored.to_vec());
                let form = symmetry.random(&mut Random::for_puzzle(seed, &givens));
                stored.copy_from_slice(form.of_givens(&givens).values());
            }
        }
    }
    job
}

/// Writes what a job found, faults first.
fn keep(
    plan: &Plan,
    ledger: &mut Ledger,
    journal: &mut Journal,
    file: &mut RowFile,
    block: &Block,
    done: &Done,
) -> Result<()> {
    let mut lines = CsvLines::default();
    for row in done.rows.iter().filter_map(Row::counted) {
        let fault = fault(ledger, block, row);
        if let Some(fault) = &fault {
            journal.fault(plan, block.slot, row.puzzle as usize - 1, fault, ledger)?;
        }
        let status = if fault.is_some() { Status::Wrong } else { row.status };
        lines.word(block.kind.word());
        lines.number(Some(u64::from(block.number)));
        lines.number(Some(row.puzzle));
        lines.word(&plan.entries[block.slot].record.id);
        lines.word(status.word());
        lines.number(Some(row.solutions));
        for name in EFFORTS {
            let column = block.counters.iter().position(|counter| counter == name);
            lines.number(column.and_then(|column| row.counters[column]));
        }
        lines.word(
            &fault.as_ref().or(row.reason.as_ref()).map(|text| text.replace(['\n', '\r'], " ")).unwrap_or_default(),
        );
        lines.end();
    }
    file.add(done.block, lines.into_bytes())
}

/// A wrong grid, or another number of solutions than the counted pass found: forms and seeds have no part in that.
fn fault(ledger: &Ledger, block: &Block, row: &CountRow) -> Option<String> {
    let what = || format!("{} {}", block.kind.word(), block.number);
    let counted = ledger.claim(block.slot, row.puzzle as usize - 1).filter(|claim| claim.status == Status::Ok);
    match (row.status, counted) {
        (Status::Wrong, _) => Some(format!("{}: {}", what(), row.reason.as_deref().unwrap_or("a wrong grid"))),
        (Status::Ok, Some(counted)) if counted.solutions != row.solutions => {
            Some(format!("{} solutions when counted, {} in {}", counted.solutions, row.solutions, what()))
        }
        _ => None,
    }
}
