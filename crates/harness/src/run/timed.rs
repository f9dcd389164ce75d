//! The timed pass: one thread, every pair that may finish, in blocks that are interleaved.
//!
//! A pass goes through all blocks of all strategies once. Each strategy's blocks keep their order and are spread evenly
//! over the pass, with a seeded offset, so that slow moments of the machine fall on all alike. A pair that timed out is
//! not tried again: its later rows are `timeout` without a time.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::{Context, Result};
use model::Givens;
use model::solve::Random;

use super::errors::Errors;
use super::plan::Plan;
use super::progress::Talk;
use super::witnesses::Journal;
use crate::doctor::Examination;
use crate::executor::Crew;
use crate::external::{BATCH, Programs, TimedBy};
use crate::jobs::{AtHand, Done, Pass, Row, TimeRow};
use crate::ledger::{Claim, Ledger};
use crate::manifest::Manifest;
use crate::pin;
use crate::resources::Resources;
use crate::results::Status;
use crate::run_dir::{CsvLines, RowFile, RunDir};

const COLUMNS: [&str; 5] = ["puzzle", "pass", "solve_ns", "status", "solutions"];

/// Columns more of a strategy of ours: what its block took, in the last row of the block.
const OF_OURS: [&str; 5] =
    ["block_puzzles", "block_wall_ns", "block_cpu_ns", "block_instructions", "block_peak_memory_bytes"];

/// Columns more of a program.
const OF_PROGRAMS: [&str; 2] = ["timed_by", "reason"];

/// One strategy's part.
struct Part {
    /// Indices of the puzzles that are timed, from 0, ascending.
    puzzles: Vec<usize>,
    /// Puzzles a block.
    size: usize,
    /// By puzzle: whether it timed out.
    given_up: Vec<bool>,
    /// Whose clock it was; ours once it was ours.
    timed_by: Option<TimedBy>,
    file: RowFile,
}

impl Part {
    fn blocks(&self) -> usize {
        self.puzzles.len().div_ceil(self.size)
    }

    /// The puzzles of a block that is counted on through all passes.
    fn block(&self, block: usize) -> &[usize] {
        let from = block % self.blocks() * self.size;
        &self.puzzles[from..(from + self.size).min(self.puzzles.len())]
    }
}

/// Makes the rows of times/ that are missing. Returns how many passes there are, and whose clock the times of each
/// program are from.
pub(super) fn passes(
    plan: &Plan,
    dir: &RunDir,
    manifest: &mut Manifest,
    ledger: &mut Ledger,
    begin: Instant,
    stop: &'static AtomicBool,
    talk: Talk,
) -> Result<(u32, Vec<Option<TimedBy>>)> {
    let sizes = manifest.timed_blocks.clone().context("the counted pass settles the blocks")?;
    // What the timed pass itself finds changes nothing of what is timed: a run that is resumed times the same pairs.
    let decoys: Vec<u64> = plan.decoys.iter().map(|decoy| decoy.expected).collect();
    let wrong = ledger.refuted(&decoys);
    let mut parts = Vec::new();
    for (slot, &size) in sizes.iter().enumerate() {
        parts.push(part(plan, dir, ledger, &wrong, slot, size as usize)?);
    }
    let mut journal = Journal::open(plan, dir, ledger)?;
    let mut errors = Errors::open(dir)?;
    let crew = Crew { threads: 1, core: manifest.pinned_core, stop };
    let mut made = plan.campaign.reps;
    for pass in 0..plan.campaign.reps {
        let spent = plan.campaign.time_budget.is_some_and(|budget| begin.elapsed() >= budget.0);
        let begun =
            parts.iter().any(|part| part.blocks() > 0 && part.file.next_block() > pass as usize * part.blocks());
        if pass > 0 && spent && !begun {
            talk.say(&format!("the time budget is spent after {pass} of {} passes", plan.campaign.reps));
            made = pass;
            break;
        }
        // Each pass has processes of its own: they, and not the puzzles, are what is repeated.
        let programs = plan.programs(stop);
        let order = order(plan, &parts, pass);
        if !order.is_empty() {
            manifest.examinations.push(Examination::of_this_machine(Some(pass + 1)));
            heed_programs(plan, &parts, manifest, &programs, stop);
            dir.write_manifest(manifest)?;
        }
        let total: usize = order.iter().map(|&(slot, block)| parts[slot].block(block).len()).sum();
        let mut bar = talk.bar(&format!("timed pass {} of {}", pass + 1, plan.campaign.reps), total as u64, "pairs");
        let jobs: Vec<_> = order
            .into_iter()
            .map(|(slot, block)| {
                let puzzles = parts[slot].block(block);
                let given_up = puzzles.iter().map(|&puzzle| parts[slot].given_up[puzzle]).collect();
                plan.job(slot, block, puzzles.iter().copied(), Pass::Timed { given_up })
            })
            .collect();
        let at_hand = AtHand { strategies: &plan.strategies, programs: &programs };
        let executor = plan.executor(at_hand, crew, Some(plan.campaign.time_limit.0));
        let mut failed = Ok(());
        executor.execute(&mut jobs.into_iter(), &mut |done| {
            failed =
                keep(plan, ledger, &mut journal, &mut errors, &mut parts, pass, &done).map(|rows| bar.advance(rows));
            if failed.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        bar.finish();
        failed?;
        for part in &mut parts {
            part.file.sync()?;
        }
        if stop.load(Ordering::Relaxed) {
            made = pass;
            break;
        }
    }
    Ok((made, parts.iter().map(|part| part.timed_by).collect()))
}

/// Looks at the clocks of the programs, on the core of the pass: what starting costs, and whether their own clocks go right.
fn heed_programs(plan: &Plan, parts: &[Part], manifest: &mut Manifest, programs: &Programs, stop: &'static AtomicBool) {
    let core = manifest.pinned_core;
    let mut heed = || {
        core.into_iter().for_each(pin::stay_on);
        for (slot, record) in manifest.strategies.iter_mut().enumerate() {
            let Some(external) = &mut record.external else { continue };
            let open = parts[slot].puzzles.iter().copied().filter(|&puzzle| !parts[slot].given_up[puzzle]);
            let job = plan.job(slot, 0, open.take(BATCH), Pass::Timed { given_up: Vec::new() });
            let cells = job.rules.cells();
            let puzzles: Vec<Givens> =
                job.givens.chunks(cells).map(|givens| Givens::from_values(givens.to_vec())).collect();
            external.heed(programs.audit(&record.id, &puzzles));
            if external.startup_ns.is_none() && external.binary.is_some() {
                let named = plan.campaign.external.iter().find(|external| external.id == record.id);
                external.startup_ns = named.and_then(|named| named.startup_ns(plan.campaign.ask.0, stop));
            }
        }
    };
    // A thread of its own: what it starts stays on its core, and nothing else does.
    std::thread::scope(|scope| scope.spawn(&mut heed).join()).expect("the clocks are looked at without a panic");
}

/// Who is timed on what, and what is there already.
fn part(
    plan: &Plan,
    dir: &RunDir,
    ledger: &mut Ledger,
    wrong: &[(usize, usize)],
    slot: usize,
    size: usize,
) -> Result<Part> {
    let record = &plan.entries[slot].record;
    let status = |puzzle| ledger.claim(slot, puzzle).map(|claim| claim.status);
    let timed = |&puzzle: &usize| {
        matches!(status(puzzle), Some(Status::Ok | Status::Halted)) && !wrong.contains(&(slot, puzzle))
    };
    let puzzles: Vec<usize> = (0..plan.puzzles.len()).filter(timed).collect();
    // Where nobody can stop it, and the counted pass had to, it enters as timed out.
    let is_endless = !record.interruptible && !plan.has_workers();
    let mut given_up: Vec<bool> =
        (0..plan.puzzles.len()).map(|puzzle| is_endless && status(puzzle) == Some(Status::Halted)).collect();
    let more = if record.external.is_some() { &OF_PROGRAMS[..] } else { &OF_OURS[..] };
    let header: Vec<String> = COLUMNS.iter().chain(more).map(|&name| name.to_owned()).collect();
    let (file, rows) = RowFile::resume(&dir.times(&record.id), &header, |rows| whole(rows, &puzzles, size))?;
    let mut timed_by = None;
    for row in &rows {
        if record.external.is_some() {
            timed_by = timed_by.max(row.get(5).and_then(|word| TimedBy::parse(word)));
        }
        let puzzle: usize =
            row[0].parse().with_context(|| format!("{} is damaged", dir.times(&record.id).display()))?;
        match Status::parse(&row[3]) {
            Some(Status::Timeout) => given_up[puzzle - 1] = true,
            Some(Status::Ok) => settle(ledger, slot, puzzle - 1, row[4].parse().unwrap_or(0)),
            _ => {}
        }
    }
    Ok(Part { puzzles, size, given_up, timed_by, file })
}

/// How many whole blocks the rows make, and how many rows those are.
fn whole(rows: &[Vec<String>], puzzles: &[usize], size: usize) -> (usize, usize) {
    let (mut blocks, mut kept) = (0, 0);
    for pass in 1_usize.. {
        for block in puzzles.chunks(size) {
            let expected = block.iter().map(|puzzle| ((puzzle + 1).to_string(), pass.to_string()));
            let found = rows.get(kept..kept + block.len());
            let same = found.is_some_and(|rows| rows.iter().map(|row| (row[0].clone(), row[1].clone())).eq(expected));
            if !same {
                return (blocks, kept);
            }
            blocks += 1;
            kept += block.len();
        }
        if puzzles.is_empty() {
            break;
        }
    }
    (blocks, kept)
}

/// Enters in the ledger what timed passes settled, where there were any.
pub(super) fn recall(plan: &Plan, dir: &RunDir, ledger: &mut Ledger) -> Result<()> {
    for (slot, id) in plan.ids().iter().enumerate() {
        let path = dir.times(id);
        if !path.exists() {
            continue;
        }
        let damaged = || format!("{} is damaged", path.display());
        for row in csv::Reader::from_path(&path).with_context(damaged)?.records() {
            let row = row.with_context(damaged)?;
            if Status::parse(&row[3]) == Some(Status::Ok) {
                let puzzle: usize = row[0].parse().with_context(damaged)?;
                settle(ledger, slot, puzzle - 1, row[4].parse().with_context(damaged)?);
            }
        }
    }
    Ok(())
}

/// What the timed pass finished though the counted pass was halted is a claim like any other.
fn settle(ledger: &mut Ledger, slot: usize, puzzle: usize, solutions: u64) {
    if ledger.claim(slot, puzzle).is_some_and(|claim| claim.status == Status::Halted) {
        ledger.recall(slot, puzzle, Claim { status: Status::Ok, solutions });
    }
}

/// The blocks of a pass that are missing, in a seeded balanced order.
fn order(plan: &Plan, parts: &[Part], pass: u32) -> Vec<(usize, usize)> {
    let mut random = Random::new(plan.campaign.seed.wrapping_add(u64::from(pass)));
    let mut places = Vec::new();
    for (slot, part) in parts.iter().enumerate() {
        let offset = random.below(1 << 20) as f64 / f64::from(1 << 20);
        let blocks = part.blocks();
        for block in 0..blocks {
            let place = (block as f64 + offset) / blocks as f64;
            places.push((place, slot, pass as usize * blocks + block));
        }
    }
    places.sort_by(|a, b| a.0.total_cmp(&b.0));
    let missing = |&(_, slot, block): &(f64, usize, usize)| block >= parts[slot].file.next_block();
    places.into_iter().filter(missing).map(|(_, slot, block)| (slot, block)).collect()
}

fn keep(
    plan: &Plan,
    ledger: &mut Ledger,
    journal: &mut Journal,
    errors: &mut Errors,
    parts: &mut [Part],
    pass: u32,
    done: &Done,
) -> Result<usize> {
    let is_program = plan.entries[done.slot].record.external.is_some();
    let part = &mut parts[done.slot];
    let mut lines = CsvLines::default();
    let last = done.rows.len() - 1;
    for (at, row) in done.rows.iter().filter_map(Row::timed).enumerate() {
        let puzzle = row.puzzle as usize - 1;
        let status = judge(plan, ledger, journal, done.slot, row)?;
        errors.enter(plan, done.slot, row.puzzle, Some(pass + 1), status, row.reason.as_deref())?;
        part.given_up[puzzle] |= status == Status::Timeout;
        part.timed_by = part.timed_by.max(row.timed_by);
        lines.number(Some(row.puzzle));
        lines.number(Some(u64::from(pass) + 1));
        lines.number(row.solve_ns.filter(|_| status == Status::Ok));
        lines.word(status.word());
        lines.number(Some(row.solutions));
        if is_program {
            lines.word(row.timed_by.map_or("", TimedBy::word));
            lines.word(row.reason.as_deref().unwrap_or_default());
        } else {
            write_resources(&mut lines, done.resources.filter(|_| at == last));
        }
        lines.end();
    }
    part.file.add(done.block, lines.into_bytes())?;
    Ok(done.rows.len())
}

fn write_resources(lines: &mut CsvLines, taken: Option<Resources>) {
    lines.number(taken.map(|taken| taken.puzzles));
    lines.number(taken.map(|taken| taken.wall_ns));
    lines.number(taken.and_then(|taken| taken.cpu_ns));
    lines.number(taken.and_then(|taken| taken.instructions));
    lines.number(taken.and_then(|taken| taken.peak_memory_bytes));
}

/// Holds a timed answer against the counted one.
fn judge(plan: &Plan, ledger: &mut Ledger, journal: &mut Journal, slot: usize, row: &TimeRow) -> Result<Status> {
    let puzzle = row.puzzle as usize - 1;
    let counted = ledger.claim(slot, puzzle).context("only pairs of the counted pass are timed")?;
    match (counted.status, row.status) {
        (Status::Halted, Status::Ok) => settle(ledger, slot, puzzle, row.solutions),
        (Status::Ok, Status::Ok) if counted.solutions != row.solutions => {
            let reason = format!("{} solutions when counted, {} when timed", counted.solutions, row.solutions);
            journal.fault(plan, slot, puzzle, &reason, ledger)?;
            return Ok(Status::Wrong);
        }
        (_, Status::Wrong) => {
            journal.fault(plan, slot, puzzle, "a wrong grid in the timed pass", ledger)?;
        }
        _ => {}
    }
    Ok(row.status)
}
