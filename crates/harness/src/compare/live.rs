//! A session: all contestants on this machine now, their processes side by side.
//!
//! For each pair every contestant gets a fresh worker process. Blocks of puzzles go around among them, forwards and backwards, so
//! that a slow moment falls on all alike and nobody is always second. The first contestant runs twice, in two processes: what
//! the two differ by is what the session's noise comes to.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use super::counters::{Counted, Counters};
use super::{Comparison, Contest, Kind, Side, judge_all};
use crate::doctor::Examination;
use crate::jobs::{Job, Pass, Row};
use crate::pin;
use crate::provenance::sha256_of;
use crate::replication::{ALPHA, Estimate, Pair, median};
use crate::results::Status;
use crate::run::{Plan, Talk};
use crate::worker::{Care, Failure, Told, Worker};

/// A strategy is timed on this many puzzles at least, however slow it is.
const FEWEST: usize = 30;
/// Equals may be this far apart in any session, on the scale of logarithms: where files lie in memory lasts as long as it does.
const BAND: f64 = 0.005;
/// More passes than this make no median better.
const MOST: u128 = 200;

/// A binary that takes part.
pub(crate) struct Binary {
    path: PathBuf,
    side: Side,
    strategies: BTreeSet<String>,
}

/// How a session goes.
#[derive(Clone, Copy)]
pub(crate) struct Session {
    /// Pairs of processes.
    pub(crate) pairs: usize,
    /// About how long a process is timed.
    pub(crate) process_time: Duration,
    /// Set when it is to end.
    pub(crate) stop: &'static AtomicBool,
    /// Who is told how it goes.
    pub(crate) talk: Talk,
}

/// Who runs: a strategy of a binary.
#[derive(Clone, Copy)]
struct Contestant {
    binary: usize,
    slot: usize,
}

/// Both sides of a contest, and how they run.
struct Heat {
    /// A and B.
    sides: [Contestant; 2],
    /// Puzzles, the first of the selection.
    puzzles: usize,
    /// Puzzles a block.
    block: usize,
    /// Passes of each process: the campaign's repetitions, or more where there is time.
    passes: usize,
}

/// Processes of a pair: A, B, and A again.
const LINES: usize = 3;

/// What a heat came to, by process of a pair.
#[derive(Default)]
struct Times {
    /// By pair, process and puzzle, nanoseconds.
    pairs: Vec<[Vec<f64>; LINES]>,
    /// Puzzles that were not finished in some pair.
    unfinished: [BTreeSet<usize>; LINES],
    /// Why it ended before its time.
    died: [Option<String>; LINES],
}

impl Binary {
    /// Asks a binary what it is.
    ///
    /// # Errors
    /// When it is no harness.
    pub(crate) fn of(path: &Path) -> Result<Self> {
        let path = path.canonicalize().with_context(|| format!("cannot find {}", path.display()))?;
        let ask = |words: &[&str]| -> Result<String> {
            let said = Command::new(&path).args(words).output();
            let said = said.with_context(|| format!("cannot start {}", path.display()))?;
            if !said.status.success() {
                bail!("{} is no harness: `{}` failed", path.display(), words.join(" "));
            }
            Ok(String::from_utf8_lossy(&said.stdout).trim().to_owned())
        };
        #[derive(serde::Deserialize)]
        struct Listed {
            id: String,
        }
        let listed: Vec<Listed> = serde_json::from_str(&ask(&["strategies", "--format", "json"])?)
            .with_context(|| format!("{} is no harness: it lists no strategies", path.display()))?;
        let side =
            Side { path: path.display().to_string(), what: ask(&["--version"])?, sha256: Some(sha256_of(&path)?) };
        Ok(Self { path, side, strategies: listed.into_iter().map(|one| one.id).collect() })
    }
}

/// Compares two builds, each strategy with itself.
///
/// # Errors
/// When a binary is no harness, or nobody can be started. `None` when it was stopped.
pub(crate) fn builds(plan: &Plan, a: &Path, b: &Path, session: Session) -> Result<Option<Comparison>> {
    let binaries = [Binary::of(a)?, Binary::of(b)?];
    let sides = |slot| [0, 1].map(|binary| Contestant { binary, slot });
    let begun = begin(Kind::Builds, &binaries, None);
    compare(plan, &binaries, &mut (0..plan.entries.len()).map(sides), begun, session)
}

/// Compares strategies of one build with the campaign's reference.
///
/// # Errors
/// As [`builds`].
pub(crate) fn strategies(plan: &Plan, binary: &Path, session: Session) -> Result<Option<Comparison>> {
    let binaries = [Binary::of(binary)?];
    let reference = plan.campaign.reference.clone().context("a plan has a reference")?;
    let slot_of = plan.ids().iter().position(|id| *id == reference).context("the reference takes part")?;
    let others = (0..plan.entries.len()).filter(|&slot| slot != slot_of);
    let begun = begin(Kind::Strategies, &binaries, Some(reference));
    let mut all = others.map(|slot| [slot_of, slot].map(|slot| Contestant { binary: 0, slot }));
    compare(plan, &binaries, &mut all, begun, session)
}

/// Has both sides of each contest run, and enters what comes of it.
fn compare(
    plan: &Plan,
    binaries: &[Binary],
    contests: &mut dyn Iterator<Item = [Contestant; 2]>,
    begun: Comparison,
    session: Session,
) -> Result<Option<Comparison>> {
    let ids = plan.ids();
    let mut counters = (begun.kind == Kind::Builds).then(Counters::default);
    let (mut heats, mut incomparable) = (Vec::new(), Vec::new());
    for sides in contests {
        let id = &ids[sides[1].slot];
        if let Some(binary) = binaries.iter().find(|binary| !binary.strategies.contains(id)) {
            incomparable.push(Contest::incomparable(id, format!("{} has no such strategy", binary.side.path)));
            continue;
        }
        let heat = size(plan, binaries, sides, session)?;
        session.talk.say(&format!("{id}: {} puzzles × {} passes", heat.puzzles, heat.passes));
        if let Some(counters) = &mut counters {
            let [a, b] = sides.map(|side| count(plan, binaries, side, heat.puzzles, session));
            let pairs: Vec<_> = (1..).zip(a?.into_iter().zip(b?)).map(|(number, (a, b))| (number, a, b)).collect();
            counters.enter(id, &pairs);
        }
        if session.is_stopped() {
            return Ok(None);
        }
        heats.push(heat);
    }
    let Some(times) = run(plan, binaries, &heats, session)? else { return Ok(None) };
    let judged = heats.iter().zip(&times).map(|(heat, times)| contest(&ids[heat.sides[1].slot], plan, heat, times));
    let mut judged: Vec<_> = judged.collect();
    judge_all(&mut judged);
    let contests = judged.into_iter().map(|(contest, ..)| contest).chain(incomparable).collect();
    Ok(Some(Comparison { contests, counters, ..begun }))
}

/// A comparison of which only the sides and the state of the machine are known.
fn begin(kind: Kind, binaries: &[Binary], reference: Option<String>) -> Comparison {
    let mut notes = Vec::new();
    let examination = Examination::of_this_machine(None);
    if let Some(faults) = examination.faults() {
        notes.push(format!("The machine may disturb times. {faults}."));
    }
    let side = |at: usize| binaries[at.min(binaries.len() - 1)].side.clone();
    Comparison { kind, a: side(0), b: side(1), reference, contests: Vec::new(), counters: None, notes }
}

impl Session {
    fn is_stopped(self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn start(self, plan: &Plan, binary: &Binary, time_limit: Option<Duration>) -> Result<Worker> {
        Worker::start_of(&binary.path, &plan.terms(time_limit), self.stop)
            .with_context(|| format!("cannot start a worker of {}", binary.path.display()))
    }
}

/// Has a job done by one worker: rows, and why there are no more where it died.
fn done(worker: &mut Worker, job: Job) -> (Told, Option<Failure>) {
    let mut told = Told::default();
    let failure = worker.run(job, Care::Usual, &mut told).err();
    (told, failure)
}

/// As many puzzles as leave the slowest contestant time for the campaign's repetitions, and as many passes as it has time for.
fn size(plan: &Plan, binaries: &[Binary], sides: [Contestant; 2], session: Session) -> Result<Heat> {
    let limit = plan.campaign.time_limit.0;
    let reps = plan.campaign.reps;
    let (mut puzzles, mut slowest) = (plan.selected(), Duration::ZERO);
    for contestant in sides {
        let mut worker = session.start(plan, &binaries[contestant.binary], Some(limit))?;
        let begin = Instant::now();
        let job = plan.job(contestant.slot, 0, 0..plan.selected(), Pass::Tried { within: session.process_time / reps });
        let (told, _) = done(&mut worker, job);
        // A death here is told when it is counted or timed.
        let tried = told.rows.len().max(1);
        puzzles = puzzles.min(tried.max(FEWEST));
        let took = if told.busy_ns > 0 { Duration::from_nanos(told.busy_ns) } else { begin.elapsed() };
        slowest = slowest.max(took / tried as u32);
    }
    let block = Duration::from_millis(20).as_nanos() / slowest.as_nanos().max(1);
    let interruptible = sides.iter().all(|one| plan.entries[one.slot].record.interruptible);
    let block = if interruptible { block.clamp(16, 256) as usize } else { 256 };
    let passes = passes(session.process_time, slowest * puzzles as u32, reps);
    Ok(Heat { sides, puzzles, block: block.min(puzzles), passes })
}

/// As many passes as there is time for, but never fewer than the campaign's repetitions.
fn passes(time: Duration, pass: Duration, reps: u32) -> usize {
    (time.as_nanos() / pass.as_nanos().max(1)).min(MOST).max(u128::from(reps)) as usize
}

/// The counts of a contestant, by puzzle.
fn count(plan: &Plan, binaries: &[Binary], who: Contestant, puzzles: usize, session: Session) -> Result<Vec<Counted>> {
    let entry = &plan.entries[who.slot];
    let pass = Pass::Counted { step_limit: entry.step_limit, counters: entry.record.counters.clone() };
    let mut worker = session.start(plan, &binaries[who.binary], None)?;
    let (told, _) = done(&mut worker, plan.job(who.slot, 0, 0..puzzles, pass));
    let names = &entry.record.counters;
    let mut counted: Vec<Counted> = (told.rows.iter().filter_map(Row::counted))
        .map(|row| Counted {
            status: row.status,
            counters: names
                .iter()
                .zip(&row.counters)
                .filter_map(|(name, value)| Some((name.clone(), (*value)?)))
                .collect(),
        })
        .collect();
    // Where it died, nothing more was counted.
    counted.resize(puzzles, Counted { status: Status::Error, counters: BTreeMap::new() });
    Ok(counted)
}

/// Times all heats; `None` when the session was stopped.
fn run(plan: &Plan, binaries: &[Binary], heats: &[Heat], session: Session) -> Result<Option<Vec<Times>>> {
    let mut times: Vec<Times> = heats.iter().map(|_| Times::default()).collect();
    let total: usize = heats.iter().map(|heat| heat.puzzles * heat.passes * LINES).sum();
    let mut bar =
        session.talk.bar(&format!("{} pairs of processes", session.pairs), (total * session.pairs) as u64, "pairs");
    let core = plan.campaign.pin.then(pin::choose).flatten();
    let ended = std::thread::scope(|scope| {
        let alone = scope.spawn(|| -> Result<bool> {
            // The workers that it starts stay there too.
            core.into_iter().for_each(pin::stay_on);
            for pair in 0..session.pairs {
                for (heat, times) in heats.iter().zip(&mut times) {
                    heat.pair(plan, binaries, pair, session, times, &mut |pairs| bar.advance(pairs))?;
                    if session.is_stopped() {
                        return Ok(false);
                    }
                }
            }
            Ok(true)
        });
        alone.join().expect("it does not panic")
    })?;
    bar.finish();
    Ok(ended.then_some(times))
}

impl Heat {
    /// One process of B and two of A, on all puzzles.
    fn pair(
        &self,
        plan: &Plan,
        binaries: &[Binary],
        pair: usize,
        session: Session,
        times: &mut Times,
        advance: &mut dyn FnMut(usize),
    ) -> Result<()> {
        let limit = plan.campaign.time_limit;
        let penalty = 2.0 * limit.ns() as f64;
        let [a, b] = self.sides;
        let lines = [a, b, a];
        let mut workers = Vec::new();
        for line in &lines {
            workers.push(session.start(plan, &binaries[line.binary], Some(limit.0))?);
        }
        let mut taken = [(); LINES].map(|()| vec![vec![penalty; self.passes]; self.puzzles]);
        // A puzzle that timed out twice as a puzzle does, and not because the machine was elsewhere, is not tried again.
        let mut late = [(); LINES].map(|()| vec![0_usize; self.puzzles]);
        let blocks = self.puzzles.div_ceil(self.block);
        for turn in 0..self.passes * blocks {
            let (pass, block) = (turn / blocks, turn % blocks);
            let from = block * self.block;
            let puzzles = from..(from + self.block).min(self.puzzles);
            for at in order(pair * self.passes * blocks + turn, LINES) {
                if times.died[at].is_some() {
                    continue;
                }
                let late = &mut late[at];
                let given_up = puzzles.clone().map(|puzzle| late[puzzle] >= 2 && 2 * late[puzzle] > pass).collect();
                let timed = Pass::Timed { given_up };
                let job = plan.job(lines[at].slot, block, puzzles.clone(), timed);
                let (told, failure) = done(&mut workers[at], job);
                for (puzzle, row) in puzzles.clone().zip(told.rows.iter().filter_map(Row::timed)) {
                    match (row.status, row.solve_ns) {
                        (Status::Ok, Some(ns)) => taken[at][puzzle][pass] = ns.max(1) as f64,
                        (Status::Wrong | Status::Error | Status::Unsupported, _) => {
                            let why = row.reason.clone().unwrap_or_default();
                            times.died[at] = Some(format!("{} on puzzle {}: {why}", row.status.word(), puzzle + 1));
                        }
                        _ => late[puzzle] += 1,
                    }
                }
                match failure {
                    Some(Failure::Stopped) => return Ok(()),
                    Some(failure) => times.died[at] = Some(failure.to_string()),
                    None => {}
                }
                advance(puzzles.len());
            }
        }
        let medians = |by_puzzle: Vec<Vec<f64>>| by_puzzle.into_iter().map(|mut passes| median(&mut passes)).collect();
        let medians: [Vec<f64>; LINES] = taken.map(medians);
        for (unfinished, medians) in times.unfinished.iter_mut().zip(&medians) {
            unfinished.extend((0..self.puzzles).filter(|&puzzle| medians[puzzle] >= penalty / 2.0));
        }
        times.pairs.push(medians);
        Ok(())
    }
}

/// Who is when in a turn. Around by one every other turn, and back in those between: A B A', A' B A, B A' A, A A' B …
fn order(turn: usize, contestants: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..contestants).map(|at| (at + turn / 2) % contestants).collect();
    if turn % 2 == 1 {
        order.reverse();
    }
    order
}

/// B against A, the estimate, and how far apart the two processes of A were.
fn contest(id: &str, plan: &Plan, heat: &Heat, times: &Times) -> (Contest, Option<Estimate>, f64) {
    for (who, died) in ["A", "B", "A"].iter().zip(&times.died) {
        if let Some(why) = died {
            return (Contest::incomparable(id, format!("{who} failed: {why}")), None, 0.0);
        }
    }
    let finished = |puzzle: &usize| times.unfinished.iter().all(|unfinished| !unfinished.contains(puzzle));
    let finished: Vec<usize> = (0..heat.puzzles).filter(finished).collect();
    let pairs = |line: usize| -> Vec<Pair> {
        let those = |times: &[f64]| finished.iter().map(|&puzzle| times[puzzle]).collect();
        let pair = |lines: &[Vec<f64>; LINES]| Pair { above: those(&lines[line]), below: those(&lines[0]) };
        times.pairs.iter().map(pair).filter(|_| !finished.is_empty()).collect()
    };
    let (against, itself) = (pairs(1), pairs(2));
    let estimate = Estimate::of_pairs(&against, plan.campaign.seed);
    let band = Estimate::of_pairs(&itself, plan.campaign.seed).map_or(BAND, |itself| itself.reach(ALPHA).max(BAND));
    let contest = Contest {
        puzzles: finished.len(),
        processes: [times.pairs.len(); 2],
        unfinished: [0, 1].map(|side| times.unfinished[side].len()),
        pairs: against.iter().map(Pair::ratio).collect(),
        ..Contest::incomparable(id, "no puzzle that both finished")
    };
    (contest, estimate, band)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_passes_as_there_is_time_for_and_never_fewer_than_asked() {
        let [pass, second] = [1, 1000].map(Duration::from_millis);
        assert_eq!(passes(50 * pass, pass, 5), 50);
        assert_eq!(passes(second, pass, 5), 200);
        assert_eq!(passes(pass, second, 5), 5);
        assert_eq!(passes(second, pass, 300), 300);
        assert_eq!(passes(second, Duration::ZERO, 5), 200);
    }

    #[test]
    fn everyone_is_as_often_in_each_place() {
        let turns: Vec<Vec<usize>> = (0..6).map(|turn| order(turn, 3)).collect();
        for place in 0..3 {
            for who in 0..3 {
                assert_eq!(turns.iter().filter(|order| order[place] == who).count(), 2, "{who} in place {place}");
            }
        }
        // Forwards and back: who is last in one turn is first in the next.
        assert!(turns.chunks(2).all(|two| two[0].iter().eq(two[1].iter().rev())));
    }
}
