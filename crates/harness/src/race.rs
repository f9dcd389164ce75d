//! A race: every strategy on one puzzle, one after the other, each in a worker process that can be killed.
//!
//! One puzzle is no campaign: who wins here need not win on another. What a race shows is the order of magnitude, what each
//! counted, and whether all agree.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::Result;
use model::solve::erased::{AnyStrategy, Strategies};
use model::solve::{Ask, Options};
use model::{Puzzle, Rules};
use serde::Serialize;

use crate::campaign::Memory;
use crate::executor::Pool;
use crate::jobs::{CountRow, Job, Pass, Row, TimeRow};
use crate::ledger::Ledger;
use crate::ranking::quantity::solutions;
use crate::replication::median;
use crate::results::Status;
use crate::worker::Terms;

/// A strategy is timed again and again for about this long.
const REPEATED: Duration = Duration::from_millis(20);
/// And no more often than this.
const REPEATS: usize = 25;
/// How long beyond its limit a strategy may give no sign of life before its worker is killed.
const GRACE: Duration = Duration::from_secs(1);

/// What holds for all races on a track.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Time of a strategy.
    pub time: Duration,
    /// Time after which no further strategy is begun; `None` for all of them.
    pub race: Option<Duration>,
    /// Memory of a worker process (Unix).
    pub memory: Option<Memory>,
}

/// Where races are held. Worker processes are kept from race to race.
pub struct Track {
    strategies: Strategies,
    limits: Limits,
    pool: Pool,
}

/// What came of one strategy.
#[derive(Clone, Debug, Serialize)]
pub struct Lane {
    /// `family/variant`.
    pub strategy: &'static str,
    /// How it ended; [`Status::Missing`] when the race was over before its turn.
    pub status: Status,
    /// Solutions found, up to what was asked for.
    pub solutions: u64,
    /// Nanoseconds, loading and search: the median of `repeats`; `None` unless it finished.
    pub solve_ns: Option<u64>,
    /// How often it was timed.
    pub repeats: usize,
    /// What it counted, where it finished.
    pub counters: Vec<(&'static str, u64)>,
    /// Its first grid, checked; a value a cell.
    #[serde(skip)]
    pub grid: Option<Vec<u8>>,
    /// Why it is wrong, or died.
    pub reason: Option<String>,
}

impl Track {
    /// A track for these strategies. `stop` ends what is under way.
    pub fn new(strategies: Strategies, limits: Limits, stop: &'static AtomicBool) -> Self {
        let patience = limits.time.saturating_add(GRACE);
        let (time_limit, memory_limit) = (Some(limits.time), limits.memory);
        let terms = Terms { harness: std::process::id(), time_limit, patience, memory_limit };
        Self { strategies, limits, pool: Pool::new(terms, stop) }
    }

    /// The strategies, in order.
    pub fn strategies(&self) -> &Strategies {
        &self.strategies
    }

    /// Has strategies solve a puzzle whose givens do not clash; the lanes come in the order of `ids`. `None` when it was stopped.
    ///
    /// # Errors
    /// When no worker can be started.
    pub fn race(
        &self,
        puzzle: &Puzzle,
        ask: Ask,
        ids: &[&'static str],
        options: &Options,
    ) -> Result<Option<Vec<Lane>>> {
        let begin = Instant::now();
        let rules = Arc::new(puzzle.rules().clone());
        let mut ledger = Ledger::new(ask, ids.len(), 1, rules.cells(), rules.values());
        let mut lanes = Vec::new();
        for (slot, &strategy) in ids.iter().enumerate() {
            let heat = Heat { track: self, rules: &rules, puzzle, ask, strategy, slot, options };
            let is_over = self.limits.race.is_some_and(|limit| begin.elapsed() >= limit);
            let lane =
                if is_over { Some(Lane::unanswered(strategy, Status::Missing)) } else { heat.lane(&mut ledger)? };
            let Some(lane) = lane else { return Ok(None) };
            lanes.push(lane);
        }
        // What one proved another may have claimed otherwise.
        let names: Vec<String> = ids.iter().map(ToString::to_string).collect();
        for one in ledger.contradictions(&names, &[]) {
            for lane in lanes.iter_mut().filter(|lane| lane.strategy == one.strategy) {
                (lane.status, lane.solve_ns) = (Status::Wrong, None);
                lane.reason.get_or_insert(format!("it claims {}, against {}", one.claim, one.witness));
            }
        }
        Ok(Some(lanes))
    }
}

/// One strategy's part of a race.
struct Heat<'a> {
    track: &'a Track,
    rules: &'a Arc<Rules>,
    puzzle: &'a Puzzle,
    ask: Ask,
    strategy: &'static str,
    slot: usize,
    options: &'a Options,
}

impl Heat<'_> {
    /// `None` when it was stopped.
    fn lane(&self, ledger: &mut Ledger) -> Result<Option<Lane>> {
        let begin = Instant::now();
        let Some(first) = self.timed()? else { return Ok(None) };
        let mut lane = Lane {
            solutions: first.solutions,
            solve_ns: first.solve_ns,
            repeats: 1,
            reason: first.reason,
            ..Lane::unanswered(self.strategy, first.status)
        };
        if !matches!(lane.status, Status::Ok | Status::Stuck) {
            return Ok(Some(lane));
        }
        // Each time by a fresh solver: one that keeps what it learned would be asked what it knows.
        let mut times: Vec<f64> = Vec::from_iter(first.solve_ns.map(|ns| ns as f64));
        while !times.is_empty() && times.len() < REPEATS && begin.elapsed() < REPEATED {
            let Some(again) = self.timed()? else { return Ok(None) };
            times.extend(again.solve_ns.map(|ns| ns as f64));
        }
        if !times.is_empty() {
            (lane.repeats, lane.solve_ns) = (times.len(), Some(median(&mut times) as u64));
        }
        // It ends: it did so in time when nothing was counted.
        let Some(counted) = self.counted()? else { return Ok(None) };
        ledger.enter(self.slot, &counted);
        match counted.status {
            Status::Ok if counted.solutions != lane.solutions => {
                lane.status = Status::Wrong;
                let (timed, counted) = (lane.solutions, counted.solutions);
                lane.reason = Some(format!("{timed} solutions when it was timed, {counted} when it was counted"));
            }
            Status::Ok | Status::Stuck => {
                let names = self.counters();
                lane.counters = names.zip(&counted.counters).filter_map(|(name, n)| Some((name, (*n)?))).collect();
                lane.grid = counted.grids.into_iter().next();
            }
            // Counting took too long: the times stand.
            Status::Timeout => {}
            status => (lane.status, lane.reason) = (status, counted.reason),
        }
        if lane.status != Status::Ok {
            lane.solve_ns = None;
        }
        Ok(Some(lane))
    }

    fn counters(&self) -> impl Iterator<Item = &'static str> + use<> {
        let info = self.track.strategies.find(self.strategy).map(AnyStrategy::info);
        info.into_iter().flat_map(|info| info.counters.iter().map(|counter| counter.name))
    }

    fn timed(&self) -> Result<Option<TimeRow>> {
        let row = self.row(Pass::Timed { given_up: vec![false] })?;
        Ok(row.and_then(|row| row.timed().cloned()))
    }

    fn counted(&self) -> Result<Option<CountRow>> {
        let counters = self.counters().map(str::to_owned).collect();
        let row = self.row(Pass::Counted { step_limit: None, counters })?;
        Ok(row.and_then(|row| row.counted().cloned()))
    }

    fn row(&self, pass: Pass) -> Result<Option<Row>> {
        let job = Job {
            slot: self.slot,
            strategy: self.strategy.to_owned(),
            options: self.options.clone(),
            rules: self.rules.clone(),
            ask: self.ask,
            pass,
            block: 0,
            numbers: vec![1],
            givens: self.puzzle.givens().values().to_vec(),
        };
        Ok(self.track.pool.supervise(&job)?.and_then(|done| done.rows.into_iter().next()))
    }
}

impl Lane {
    fn unanswered(strategy: &'static str, status: Status) -> Self {
        Self {
            strategy,
            status,
            solutions: 0,
            solve_ns: None,
            repeats: 0,
            counters: Vec::new(),
            grid: None,
            reason: None,
        }
    }

    /// What it says of the solutions, or how it ended.
    pub fn answer(&self, ask: Ask) -> String {
        match self.status {
            Status::Ok => solutions(self.solutions, self.solutions < ask.enough()),
            status => status.word().to_owned(),
        }
    }
}

/// The lanes that finished by their times, then those that did not.
pub fn by_time(mut lanes: Vec<Lane>) -> Vec<Lane> {
    lanes.sort_by_key(|lane| lane.solve_ns.unwrap_or(u64::MAX));
    lanes
}
