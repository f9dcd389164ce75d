//! Two runs that were made at different times: what their files say of each other.
//!
//! Between sessions a machine changes by more than processes of one session are apart, and two runs cannot tell how much. So times
//! are held against a band: five per cent at least, and more where the strategies moved against each other. Runs of different
//! machines are compared by ratios to the reference alone.

use std::collections::BTreeMap;

use anyhow::{Result, bail};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::counters::{Counted, Counters};
use super::{Comparison, Contest, Kind, Side, judge_all};
use crate::manifest::Manifest;
use crate::ranking::troubles;
use crate::read;
use crate::replication::{Estimate, PROCESSES, median};
use crate::results::{Column, PuzzleRow, Results, Status, StrategyResults};
use crate::run_dir::RunDir;

/// What two sessions of one machine are taken to be apart, whatever they say.
const SESSIONS: f64 = 0.05;
/// The same where there is no other strategy to see it by.
const ALONE: f64 = 0.10;
/// The same where fewer processes than [`PROCESSES`] ran.
const COARSE: f64 = 0.25;
/// So many times the median distance of the other strategies may one be off for no reason of its own.
const FAR: f64 = 3.0;

/// A run, read.
struct Run<'a> {
    manifest: &'a Manifest,
    results: Results,
}

/// Compares two runs.
///
/// # Errors
/// When one cannot be read, or they did not ask the same of any common puzzle.
pub(crate) fn saved(a: &(RunDir, Manifest), b: &(RunDir, Manifest)) -> Result<Comparison> {
    let mut notes = Vec::new();
    let [a, b] = [a, b].map(|(dir, manifest)| {
        let results = read::results(dir, manifest)?;
        anyhow::Ok((side(dir, manifest), Run { manifest, results }))
    });
    let ((side_a, a), (side_b, b)) = (a?, b?);
    if a.manifest.rules != b.manifest.rules || a.manifest.campaign.ask != b.manifest.campaign.ask {
        bail!(
            "the runs asked different things: {} of {} and {} of {}",
            a.manifest.campaign.ask,
            a.manifest.rules,
            b.manifest.campaign.ask,
            b.manifest.rules
        );
    }
    let common = common_puzzles(&a.results, &b.results);
    if common.is_empty() {
        bail!("the runs have no puzzle in common");
    }
    let sizes = [&a, &b].map(|run| run.results.puzzles.len());
    if sizes != [common.len(); 2] {
        notes.push(format!(
            "Compared on the {} puzzles that both have; A has {}, B has {}.",
            common.len(),
            sizes[0],
            sizes[1]
        ));
    }
    for (name, run) in [("A", &a), ("B", &b)] {
        if !run.results.complete {
            notes.push(format!("{name} is not finished."));
        }
        if run.manifest.build.git.ends_with("-dirty") {
            notes.push(format!("{name} was made by a build from a tree with changes ({}).", run.manifest.build.git));
        }
        notes.extend(troubles(&run.results).into_iter().map(|trouble| format!("{name}: {trouble}")));
    }
    let only = |run: &Run<'_>, other: &Run<'_>| -> Vec<String> {
        let ids = run.results.strategies.iter().map(|strategy| strategy.id.clone());
        ids.filter(|id| other.strategy(id).is_none()).collect()
    };
    for (name, ids) in [("A", only(&a, &b)), ("B", only(&b, &a))] {
        if !ids.is_empty() {
            notes.push(format!("Only in {name}: {}.", ids.join(", ")));
        }
    }
    let same_machine =
        (&a.manifest.machine.host, &a.manifest.machine.cpu) == (&b.manifest.machine.host, &b.manifest.machine.cpu);
    let kind = if same_machine { Kind::Runs } else { Kind::Ratios };
    let reference = (kind == Kind::Ratios).then(|| a.results.reference.clone());
    let contests = contests(&a, &b, &common, reference.as_deref(), &mut notes)?;
    Ok(Comparison {
        kind,
        a: side_a,
        b: side_b,
        reference,
        contests,
        counters: Some(counters(&a, &b, &common, &mut notes)),
        notes,
    })
}

fn side(dir: &RunDir, manifest: &Manifest) -> Side {
    let (build, machine) = (&manifest.build, &manifest.machine);
    Side {
        path: dir.path().display().to_string(),
        what: format!("harness {} of {}, {} on {}", manifest.harness, build.git, machine.cpu, machine.host),
        sha256: None,
    }
}

impl Run<'_> {
    fn strategy(&self, id: &str) -> Option<&StrategyResults> {
        self.results.strategies.iter().find(|strategy| strategy.id == id)
    }

    /// Times by process and puzzle; a pass that did not finish what most did enters as twice the time limit.
    fn times(&self, strategy: &StrategyResults, puzzles: &[usize]) -> Vec<Vec<f64>> {
        let penalty = self.results.time_limit_ns.unwrap_or(0).saturating_mul(2);
        let pass = |column: &Column| puzzles.iter().map(|&at| column.at(at).unwrap_or(penalty).max(1) as f64).collect();
        strategy.solve_ns.iter().map(pass).collect()
    }
}

/// Places of the puzzles that both runs have, in the order of A.
fn common_puzzles(a: &Results, b: &Results) -> Vec<(usize, usize)> {
    let places: BTreeMap<&str, usize> =
        b.puzzles.iter().enumerate().map(|(place, puzzle)| (puzzle.givens.as_str(), place)).collect();
    let place = |(at, puzzle): (usize, &PuzzleRow)| Some((at, *places.get(puzzle.givens.as_str())?));
    a.puzzles.iter().enumerate().filter_map(place).collect()
}

/// Counts of the strategies that both runs have, on the puzzles that both counted.
fn counters(a: &Run<'_>, b: &Run<'_>, common: &[(usize, usize)], notes: &mut Vec<String>) -> Counters {
    let mut counters = Counters::default();
    let limits = [a, b].map(|run| &run.manifest.campaign.step_limit);
    if limits[0] != limits[1] {
        notes.push("The step limits differ: what one run halted the other may have finished.".to_owned());
    }
    if a.manifest.campaign.seed != b.manifest.campaign.seed {
        notes.push("The seeds differ, and with them the counts of random strategies.".to_owned());
    }
    let counted = |strategy: &StrategyResults, place: usize| Counted {
        status: strategy.counted[place],
        counters: strategy
            .counters
            .iter()
            .filter_map(|(name, column)| Some((name.clone(), column.at(place)?)))
            .collect(),
    };
    for strategy in &a.results.strategies {
        let Some(other) = b.strategy(&strategy.id) else { continue };
        let is_counted = |counted: &Counted| counted.status != Status::Missing;
        let pairs: Vec<_> = common
            .iter()
            .map(|&(at, bt)| (a.results.puzzles[at].puzzle, counted(strategy, at), counted(other, bt)))
            .filter(|(_, one, other)| is_counted(one) && is_counted(other))
            .collect();
        counters.enter(&strategy.id, &pairs);
    }
    counters
}

/// Times of the strategies that both runs timed.
fn contests(
    a: &Run<'_>,
    b: &Run<'_>,
    common: &[(usize, usize)],
    reference: Option<&str>,
    notes: &mut Vec<String>,
) -> Result<Vec<Contest>> {
    let limits = [a, b].map(|run| run.results.time_limit_ns);
    if limits.contains(&None) {
        notes.push("One of the runs has no times: only counts are compared.".to_owned());
        return Ok(Vec::new());
    }
    if limits[0] != limits[1] {
        notes.push("The time limits differ: what was not finished enters as twice the run's own limit.".to_owned());
    }
    if a.manifest.campaign.symmetry != b.manifest.campaign.symmetry
        || (a.manifest.campaign.symmetry && a.manifest.campaign.seed != b.manifest.campaign.seed)
    {
        notes.push("The puzzles were not timed in the same equivalent forms.".to_owned());
    }
    let both: Vec<(&StrategyResults, &StrategyResults)> =
        a.results.strategies.iter().filter_map(|one| Some((one, b.strategy(&one.id)?))).collect();
    let mut all: Vec<_> = both.into_par_iter().map(|(one, other)| contest(a, b, common, one, other)).collect();
    if let Some(reference) = reference {
        let place = all.iter().position(|(contest, _)| contest.strategy == reference);
        let Some(base) = place.and_then(|place| all.remove(place).1) else {
            bail!("the runs are of different machines, and have no times of a common reference to refer to");
        };
        for (_, estimate) in &mut all {
            *estimate = estimate.map(|estimate| estimate.minus(base));
        }
    }
    let logs: Vec<Option<f64>> = all.iter().map(|(_, estimate)| estimate.map(|e| e.log_ratio.abs())).collect();
    let with_band = |(at, (contest, estimate)): (usize, (Contest, Option<Estimate>))| {
        let band = band(at, &logs, contest.processes);
        (contest, estimate, band)
    };
    let mut contests: Vec<_> = all.into_iter().enumerate().map(with_band).collect();
    judge_all(&mut contests);
    if contests
        .iter()
        .any(|(contest, estimate, _)| estimate.is_some() && contest.processes.iter().any(|&n| n < PROCESSES))
    {
        notes.push(format!(
            "Fewer than {PROCESSES} processes a side: only differences of more than {:.0} % are told. Run with --reps {PROCESSES}, or \
             compare --live.",
            100.0 * COARSE
        ));
    }
    Ok(contests.into_iter().map(|(contest, ..)| contest).collect())
}

/// Times of one strategy in both runs, on the puzzles that it finished in both.
fn contest(
    a: &Run<'_>,
    b: &Run<'_>,
    common: &[(usize, usize)],
    one: &StrategyResults,
    other: &StrategyResults,
) -> (Contest, Option<Estimate>) {
    let finished = |&(at, bt): &(usize, usize)| [one.status[at] == Status::Ok, other.status[bt] == Status::Ok];
    let unfinished = |side: usize| common.iter().filter(|places| !finished(places)[side]).count();
    let (below, above): (Vec<usize>, Vec<usize>) =
        common.iter().filter(|places| finished(places) == [true; 2]).copied().unzip();
    let (puzzles, times) = (below.len(), [a.times(one, &below), b.times(other, &above)]);
    let alone = !a.results.has_processes(one) || !b.results.has_processes(other);
    let estimate = if alone { None } else { Estimate::of_samples(&times[1], &times[0], a.manifest.campaign.seed) };
    let why = if puzzles == 0 {
        "no puzzle that both finished"
    } else {
        "one process alone: run with worker processes and ten passes"
    };
    let contest = Contest {
        puzzles,
        processes: [times[0].len(), times[1].len()],
        unfinished: [unfinished(0), unfinished(1)],
        ..Contest::incomparable(&one.id, why)
    };
    (contest, estimate)
}

/// How far apart two sessions may be for one strategy, on the scale of logarithms.
fn band(at: usize, logs: &[Option<f64>], processes: [usize; 2]) -> f64 {
    let mut others: Vec<f64> =
        logs.iter().enumerate().filter(|&(other, _)| other != at).filter_map(|(_, log)| *log).collect();
    let floor = if processes.iter().any(|&count| count < PROCESSES) { COARSE } else { SESSIONS };
    let seen = if others.is_empty() { ALONE } else { FAR * median(&mut others) };
    floor.max(seen).ln_1p()
}
