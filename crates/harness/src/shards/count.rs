//! A count on many machines: the values of the first blank cells make a list of prefixes, and a shard counts below every N-th.
//!
//! Two prefixes give the same cells different values, so no solution lies below both; and every way to fill those cells that does not
//! clash at once is in the list, so each solution lies below one. The list follows from rules and puzzle: every step makes it
//! again, and the merge adds up only what stands in it, each once.

mod prefixes;

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result, bail, ensure};
use model::solve::erased::{AnyProbe, Runner};
use model::solve::{Ask, End, Limits, Options};
use model::text::{board_text, parse_board};
use model::{Puzzle, Rules, check};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use self::prefixes::Prefixes;
use super::attempt::{Made, is_there};
use super::conditions::calibrate;
use super::file::{self, Outcome, ShardFile, Writer};
use super::plan::{SCHEMA, id_of};
use super::share::{self, Shard};
use super::survey::Survey;
use crate::doctor::has_smt;
use crate::manifest::ShardRecord;
use crate::provenance::{self, binary_sha256};
use crate::{pin, registry};

/// Prefixes a shard at least, where there are so many: some have more below them than others.
const PREFIXES: usize = 16;

/// The one section of a shard file.
const SECTION: &str = "prefixes.csv";

/// The header of its rows.
const HEADER: &str = "prefix,values,solutions";

/// What `harness plan --count` writes.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CountPlan {
    /// Number of the format.
    pub schema: u32,
    /// SHA-256 of the work, as compact JSON.
    pub campaign_id: String,
    /// The work.
    pub work: CountWork,
}

/// Everything that decides what the shards hold.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CountWork {
    /// What is counted.
    pub count: Counted,
    /// How many shards.
    pub shards: u32,
    /// Shards that are made once more, as control; those follow the shards in number.
    pub controls: Vec<u32>,
    /// SHA-256 of the harness.
    pub binary_sha256: String,
}

/// What is counted, and how it is cut.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counted {
    /// Name of the rules.
    pub rules: String,
    /// SHA-256 of their units, which may be of a file.
    pub rules_sha256: String,
    /// Canonical text of the givens.
    pub givens: String,
    /// Id of the strategy.
    pub strategy: String,
    /// Its version.
    pub version: String,
    /// Cells that a prefix fills.
    pub cells: u64,
    /// How many prefixes.
    pub prefixes: u64,
    /// SHA-256 of the list.
    pub prefixes_sha256: String,
}

/// What the shards add up to.
pub enum Sum {
    /// All solutions that there are.
    Solutions(u128),
    /// Nothing: why not, a sentence each.
    Refused(Vec<String>),
}

impl CountPlan {
    /// Settles a count for so many shards.
    ///
    /// # Errors
    /// When the strategy is unknown, the givens clash, or there are fewer prefixes than shards.
    pub fn of(puzzle: &Puzzle, strategy: &str, shards: u32, controls: f64) -> Result<Self> {
        if let Some(conflict) = puzzle.conflicts().first() {
            bail!("{conflict}: there is nothing to count");
        }
        let (count, prefixes) = settle(puzzle, strategy, shards)?;
        ensure!(shards as usize <= prefixes.len(), "there are {} prefixes: no more than {0} shards", prefixes.len());
        let work =
            CountWork { count, shards, controls: share::controls(shards, controls), binary_sha256: binary_sha256()? };
        Ok(Self { schema: SCHEMA, campaign_id: id_of(&work)?, work })
    }

    /// Writes it.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, path: &Path) -> Result<()> {
        let text = serde_json::to_string_pretty(self).context("a plan is plain data")? + "\n";
        std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
    }

    /// How many files there are to be: shards, then their controls.
    pub fn parts(&self) -> u32 {
        self.work.shards + self.work.controls.len() as u32
    }

    /// The puzzle and its prefixes, made again and held against the plan.
    fn again(&self) -> Result<(Puzzle, Prefixes)> {
        let work = &self.work;
        let binary = binary_sha256()?;
        let planned = &work.binary_sha256;
        ensure!(binary == *planned, "this harness (SHA-256 {binary}) is not the one that made the plan ({planned})");
        let rules = Arc::new(crate::rules::resolve(&work.count.rules, None)?);
        let givens = parse_board(&work.count.givens, &rules).context("in the givens of the plan")?;
        let puzzle = Puzzle::new(rules, givens);
        let (count, prefixes) = settle(&puzzle, &work.count.strategy, work.shards)?;
        ensure!(count == work.count, "this is not what was planned: the rules of {} are others", count.rules);
        Ok((puzzle, prefixes))
    }

    /// The rows that a part is to hold, without their solutions.
    fn rows(&self, part: u32, prefixes: &Prefixes) -> Vec<(usize, String)> {
        let shard = share::shard_of(part, self.work.shards, &self.work.controls) as usize;
        let own = (shard..prefixes.len()).step_by(self.work.shards as usize);
        own.map(|at| (at, format!("{},{}", at + 1, prefixes.text(at)))).collect()
    }
}

/// What is counted, and its prefixes.
fn settle(puzzle: &Puzzle, strategy: &str, shards: u32) -> Result<(Counted, Prefixes)> {
    let strategies = registry::registry();
    let known = strategies.find(strategy).with_context(|| format!("no strategy is called `{strategy}`"))?;
    let prefixes = Prefixes::of(puzzle, PREFIXES * shards as usize);
    let rules = puzzle.rules();
    let count = Counted {
        rules: rules.name().to_owned(),
        rules_sha256: rules_sha256(rules),
        givens: board_text(puzzle.givens().values(), rules.values()),
        strategy: known.info().id.to_owned(),
        version: known.info().version.to_string(),
        cells: prefixes.cells() as u64,
        prefixes: prefixes.len() as u64,
        prefixes_sha256: prefixes.sha256(),
    };
    Ok((count, prefixes))
}

fn rules_sha256(rules: &Rules) -> String {
    let units: Vec<Vec<usize>> =
        rules.units().iter().map(|unit| unit.cells().iter().map(|cell| cell.index()).collect()).collect();
    format!("{:x}", Sha256::digest(format!("{} {} {units:?}", rules.cells(), rules.values())))
}

/// Counts below the prefixes of a shard, into the folder of shard files.
///
/// # Errors
/// When harness or rules are not those of the plan, the strategy does not get to the end or finds what is no solution, or files cannot
/// be read or written.
pub fn make_count(plan: &CountPlan, shard: Shard, out: &Path, stop: &'static AtomicBool) -> Result<Made> {
    let (planned, parts) = (plan.work.shards, plan.parts());
    ensure!(
        shard.of == planned && shard.index < parts,
        "{shard} is no shard of a plan with {planned} and {} controls",
        plan.work.controls.len()
    );
    std::fs::create_dir_all(out).with_context(|| format!("cannot make {}", out.display()))?;
    if is_there(&plan.campaign_id, shard, out)? {
        return Ok(Made::There);
    }
    let (puzzle, prefixes) = plan.again()?;
    let (started, load) = (provenance::now(), provenance::load());
    let mut lines = vec![HEADER.to_owned()];
    let strategies = registry::registry();
    let (id, rules) = (plan.work.count.strategy.as_str(), puzzle.rules());
    let strategy = strategies.find(id).with_context(|| format!("no strategy is called `{id}`"))?;
    let built = strategy.build_for(rules, &Options::default(), Ask::Count { cap: None });
    let mut runner = built.with_context(|| format!("{id} cannot do {}", rules.name()))?;
    for (at, row) in plan.rows(shard.index, &prefixes) {
        let Some(solutions) = below(&puzzle, &prefixes, at, id, &mut *runner, stop)? else {
            return Ok(Made::Interrupted);
        };
        lines.push(format!("{row},{solutions}"));
    }
    let record = ShardRecord {
        shard: shard.index,
        machine: provenance::machine(),
        affinity: pin::allowed(),
        smt: has_smt(Path::new("/")),
        pinned_core: None,
        load: [load, provenance::load()],
        calibration_ns: calibrate(None),
        clock: None,
        timed_blocks: None,
        passes: None,
        timed_by: Vec::new(),
        startup_ns: Vec::new(),
        clocks: Vec::new(),
        examinations: Vec::new(),
        started,
        finished: provenance::now(),
    };
    let published = file::publish(out, shard.index, |to| {
        let mut writer = Writer::new(to, &plan.campaign_id, &record)?;
        writer.section(SECTION, &lines)?;
        writer.end()
    })?;
    match published {
        Outcome::Published => Ok(Made::Published),
        Outcome::Late if is_there(&plan.campaign_id, shard, out)? => Ok(Made::Late),
        Outcome::Late => bail!("what took the place of shard {shard} was damaged, and is gone: make it again"),
    }
}

/// How many solutions lie below a prefix, each of them judged; `None` when it was stopped.
fn below(
    puzzle: &Puzzle,
    prefixes: &Prefixes,
    at: usize,
    id: &str,
    runner: &mut dyn Runner,
    stop: &'static AtomicBool,
) -> Result<Option<u64>> {
    let mut below = puzzle.clone();
    below.take_givens(&prefixes.givens(puzzle, at));
    let (mut solutions, mut wrong) = (0, None);
    let mut judged = |grid: &model::Grid| match check(&below, grid) {
        Ok(()) => {
            solutions += 1;
            ControlFlow::Continue(())
        }
        Err(violation) => {
            wrong = Some(violation);
            ControlFlow::Break(())
        }
    };
    let mut probe = Limits::new(None, stop);
    let outcome = runner.run(below.givens(), Ask::Count { cap: None }, AnyProbe::Limits(&mut probe), &mut judged);
    let place = || format!("below prefix {} ({})", at + 1, prefixes.text(at));
    if let Some(violation) = wrong {
        bail!("{id} gave a wrong grid {}: {violation}", place());
    }
    if stop.load(Ordering::Relaxed) {
        return Ok(None);
    }
    ensure!(outcome.end == End::Exhausted, "{id} does not get to the end {}", place());
    ensure!(outcome.solutions == solutions, "{id} says {} and showed {solutions} {}", outcome.solutions, place());
    Ok(Some(solutions))
}

/// Adds up the shards of a count, once it is proved that each prefix is there once.
///
/// # Errors
/// When harness or rules are not those of the plan, or files cannot be read.
pub fn add_up(plan: &CountPlan, dir: &Path) -> Result<Sum> {
    let survey = Survey::of(&plan.campaign_id, plan.parts(), dir)?;
    let mut troubles = survey.complaints(plan.work.shards, &plan.work.controls);
    let (_, prefixes) = plan.again()?;
    let files: Vec<ShardFile> = survey.files.into_iter().flatten().collect();
    let mut counts: Vec<Option<u64>> = vec![None; prefixes.len()];
    for file in &files {
        let part = file.header.record.shard;
        match read(file, &plan.rows(part, &prefixes))? {
            Err(trouble) => troubles.push(format!("shard {part}: {trouble}")),
            Ok(read) => {
                for (at, solutions) in read {
                    // Controls come after what they are held against.
                    match counts[at].replace(solutions) {
                        Some(before) if before != solutions => troubles.push(format!(
                            "shard {} and its control {part} differ: {before} and {solutions} solutions below prefix {} ({})",
                            share::shard_of(part, plan.work.shards, &plan.work.controls),
                            at + 1,
                            prefixes.text(at)
                        )),
                        _ => {}
                    }
                }
            }
        }
    }
    if troubles.is_empty() && counts.iter().any(Option::is_none) {
        troubles.push("a prefix was not counted".to_owned());
    }
    if troubles.is_empty() {
        return Ok(Sum::Solutions(counts.into_iter().flatten().map(u128::from).sum()));
    }
    Ok(Sum::Refused(troubles))
}

/// The solutions below each prefix of a file, or why they are not those that were planned.
fn read(file: &ShardFile, planned: &[(usize, String)]) -> Result<Result<Vec<(usize, u64)>, String>> {
    let lines = file.lines(SECTION)?;
    let rows = match lines.split_first() {
        Some((header, rows)) if header == HEADER => rows,
        _ => return Ok(Err("it holds no prefixes".to_owned())),
    };
    if rows.len() != planned.len() {
        return Ok(Err(format!("{} prefixes, planned are {}", rows.len(), planned.len())));
    }
    let pairs = rows.iter().zip(planned);
    Ok(pairs
        .map(|(row, (at, prefix))| {
            let solutions = row.rsplit_once(',').filter(|(before, _)| before == prefix);
            let solutions = solutions.and_then(|(_, solutions)| solutions.parse().ok());
            solutions.map(|solutions| (*at, solutions)).ok_or_else(|| format!("`{row}` is not of prefix {prefix}"))
        })
        .collect())
}
