//! The programs of a pass: started when first needed, kept, started again when they fail.
//!
//! As many processes of a program run as there are threads that ask it at once: one in the timed pass. Dropping them ends
//! all processes, so that the timed pass begins with fresh ones, on the core of its thread. A SAT solver is a process a
//! question and is never kept.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use model::solve::Ask;
use model::{Givens, Grid, Rules};

use super::audit::ClockAudit;
use super::dimacs::Solver;
use super::echo::Echo;
use super::lines::{self, Answer, Malformed};
use super::process::{Failure, Process};
use super::{External, Protocol, TimedBy, question};
use crate::cnf::Clauses;

/// What a program may take beyond the time limit before it is killed: the limit is its own to keep, on its own clock.
const GRACE: Duration = Duration::from_secs(2);
/// The same for the first answer, which includes its start.
const FIRST_GRACE: Duration = Duration::from_secs(10);
/// Failures without an answer between them after which a program is not started again.
const TRIES: u32 = 10;
/// Puzzles a batch: their lines, and the answers to them, fit into a pipe many times over.
pub(crate) const BATCH: usize = 64;
/// How long, and how often, an audit sends its batch.
const AUDITED: Duration = Duration::from_millis(200);
const AUDITED_BATCHES: usize = 40;

/// Why a program did not answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// It took too long.
    Late,
    /// The run is to stop.
    Stopped,
    /// It is missing, died, or said what is no answer.
    Failed(String),
}

/// What a program says of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// Solutions claimed.
    pub solutions: u64,
    /// Those that it showed.
    pub grids: Vec<Grid>,
    /// Nanoseconds that it took.
    pub ns: u64,
    /// On whose clock.
    pub timed_by: TimedBy,
}

/// The programs of a pass.
#[derive(Default)]
pub struct Programs {
    programs: Vec<Program>,
    echo: Arc<Echo>,
}

struct Program {
    id: String,
    way: Way,
    patience: Duration,
    stop: &'static AtomicBool,
    echo: Arc<Echo>,
    idle: Mutex<Vec<Process>>,
    failures: AtomicU32,
    last: Mutex<String>,
    /// Whether its answers had a clock of its own, once there was one.
    clock: AtomicU8,
}

/// How a program is talked to.
enum Way {
    /// A process that answers lines, and whose clock the third field is from.
    Lines { words: Vec<String>, clock: TimedBy },
    /// A process a question, and how many grids are enough.
    Dimacs { words: Vec<String>, rules: Arc<Rules>, encoding: Clauses, enough: u64 },
}

/// Values of [`Program::clock`].
const HAS_NONE: u8 = 1;
const HAS_ITS_OWN: u8 = 2;

impl Programs {
    /// These programs, asked this of puzzles of these rules, with this time limit; none is started yet.
    pub fn new(
        externals: &[External],
        rules: &Arc<Rules>,
        ask: Ask,
        limit: Duration,
        stop: &'static AtomicBool,
    ) -> Self {
        let echo = Arc::new(Echo::default());
        let word = question(ask).unwrap_or_default();
        let program = |external: &External| Program {
            id: external.id.clone(),
            way: match external.protocol {
                Protocol::Lines => Way::Lines { words: external.words(word), clock: TimedBy::Itself },
                Protocol::Library => Way::Lines { words: external.words(word), clock: TimedBy::Call },
                Protocol::Dimacs => Way::Dimacs {
                    words: external.words(word),
                    rules: rules.clone(),
                    encoding: external.encoding.unwrap_or_default(),
                    enough: ask.enough(),
                },
            },
            patience: limit,
            stop,
            echo: echo.clone(),
            idle: Mutex::default(),
            failures: AtomicU32::new(0),
            last: Mutex::default(),
            clock: AtomicU8::new(0),
        };
        Self { programs: externals.iter().map(program).collect(), echo: echo.clone() }
    }

    fn find(&self, id: &str) -> Option<&Program> {
        self.programs.iter().find(|program| program.id == id)
    }

    /// One with this id, for one thread.
    pub fn lease(&self, id: &str) -> Option<Lease<'_>> {
        let program = self.find(id)?;
        Some(Lease { program, process: program.idle().pop(), solver: None, question: Vec::new() })
    }

    /// Holds a program's own clock against ours on a batch of these puzzles. By a process of its own, on the core of the
    /// calling thread. `None` where the program has no clock, does not answer, or there is no echo program.
    pub fn audit(&self, id: &str, puzzles: &[Givens]) -> Option<ClockAudit> {
        let program = self.find(id)?;
        let Way::Lines { words, clock: TimedBy::Itself } = &program.way else { return None };
        let puzzles = &puzzles[..puzzles.len().min(BATCH)];
        let mut process = Process::start(words, program.stop).ok()?;
        let patience = program.patience.saturating_add(FIRST_GRACE);
        let mut batch = Vec::new();
        lines::question(puzzles.first()?, &mut batch);
        process.exchange(&batch, patience).ok()?;
        lines::answer(process.line()).ok()?.own_ns?;
        batch.clear();
        lines::questions(puzzles, &mut batch);
        let echo_ns = self.echo.batch_ns(puzzles.len(), program.stop)?;
        let begin = Instant::now();
        let mut rounds = Vec::new();
        while rounds.len() < AUDITED_BATCHES && (rounds.is_empty() || begin.elapsed() < AUDITED) {
            let mut own_ns = Some(0);
            let (took, _) = process
                .exchange_batch(&batch, puzzles.len(), patience, |line| {
                    own_ns = own_ns.zip(lines::answer(line).ok().and_then(|answer| answer.own_ns)).map(|(a, b)| a + b);
                })
                .ok()?;
            rounds.push((took.as_nanos() as u64, own_ns?));
        }
        // Who else wants the core makes some of them long: the shorter half says what the program does.
        rounds.sort_unstable();
        rounds.truncate(rounds.len().div_ceil(2));
        let number = rounds.len() as u64;
        let audit = ClockAudit {
            puzzles: number * puzzles.len() as u64,
            own_ns: rounds.iter().map(|round| round.1).sum(),
            outside_ns: rounds.iter().map(|round| round.0).sum(),
            echo_ns: number * echo_ns,
        };
        Some(audit)
    }
}

impl Program {
    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Process>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn last(&self) -> std::sync::MutexGuard<'_, String> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_given_up(&self) -> Result<(), Trouble> {
        if self.failures.load(Ordering::Relaxed) >= TRIES {
            let said = format!("not started again after {TRIES} failures in a row, the last: {}", self.last());
            return Err(Trouble::Failed(said));
        }
        Ok(())
    }

    fn start(&self, words: &[String]) -> Result<Process, Trouble> {
        self.is_given_up()?;
        Process::start(words, self.stop).map_err(|error| self.failed(format!("cannot start `{}`: {error}", words[0])))
    }

    fn failed(&self, reason: String) -> Trouble {
        self.failures.fetch_add(1, Ordering::Relaxed);
        self.last().clone_from(&reason);
        Trouble::Failed(reason)
    }

    /// What a failure comes to.
    fn trouble(&self, failure: Failure) -> Trouble {
        match failure {
            Failure::Stopped => Trouble::Stopped,
            Failure::Late => {
                self.failed("it took too long".to_owned());
                Trouble::Late
            }
            Failure::Died(reason) => self.failed(reason),
        }
    }

    fn answered(&self) {
        self.failures.store(0, Ordering::Relaxed);
    }

    /// An answer with its time: the program's, or the outside one less that of the echo program, a share of a batch.
    fn told(&self, answer: Answer, outside_ns: u64, batch: usize, clock: TimedBy) -> Told {
        let has_clock = if answer.own_ns.is_some() { HAS_ITS_OWN } else { HAS_NONE };
        self.clock.store(has_clock, Ordering::Relaxed);
        let (ns, timed_by) = if let Some(own_ns) = answer.own_ns {
            (own_ns, clock)
        } else {
            let echo_ns = self.echo.batch_ns(batch, self.stop).unwrap_or(0);
            ((outside_ns.saturating_sub(echo_ns) / batch as u64).max(1), TimedBy::RoundTrip)
        };
        Told { solutions: answer.solutions, grids: answer.grid.into_iter().collect(), ns, timed_by }
    }
}

/// A program in the hands of one thread; its process goes back when it is dropped.
pub struct Lease<'a> {
    program: &'a Program,
    process: Option<Process>,
    solver: Option<Solver>,
    question: Vec<u8>,
}

impl Lease<'_> {
    /// Whether it can be asked that of puzzles of these rules: `first` or `unique`, of nine by nine cells where it reads
    /// boards, of any rules where it reads clauses.
    pub(crate) fn supports(&self, rules: &Rules, ask: Ask) -> bool {
        let is_known = matches!(self.program.way, Way::Dimacs { .. }) || rules.name() == "sudoku-3";
        is_known && question(ask).is_some()
    }

    /// Whether it shows every grid that it claims, and not only the first.
    pub fn shows_all(&self) -> bool {
        matches!(self.program.way, Way::Dimacs { .. })
    }

    /// Asks.
    ///
    /// # Errors
    /// When there is no answer; the program is started anew for the next question then.
    pub fn ask(&mut self, givens: &Givens) -> Result<Told, Trouble> {
        let program = self.program;
        match &program.way {
            Way::Lines { words, clock } => self.ask_line(words, *clock, givens),
            Way::Dimacs { words, rules, encoding, enough } => {
                program.is_given_up()?;
                let solver = match &mut self.solver {
                    Some(solver) => solver,
                    none => {
                        let made = Solver::new(words, rules, *encoding, program.stop);
                        let made = made.map_err(|error| program.failed(format!("no room for CNF files: {error}")))?;
                        none.insert(made)
                    }
                };
                let solved = solver.solve(givens, *enough, program.patience.saturating_add(GRACE));
                let solved = solved.map_err(|failure| program.trouble(failure))?;
                program.answered();
                Ok(Told {
                    solutions: solved.grids.len() as u64,
                    grids: solved.grids,
                    ns: solved.took.as_nanos() as u64,
                    timed_by: TimedBy::Process,
                })
            }
        }
    }

    fn ask_line(&mut self, words: &[String], clock: TimedBy, givens: &Givens) -> Result<Told, Trouble> {
        let grace = if self.process.is_some() { GRACE } else { FIRST_GRACE };
        let mut process = match self.process.take().filter(Process::is_alive) {
            Some(process) => process,
            None => self.program.start(words)?,
        };
        lines::question(givens, &mut self.question);
        let answered = match process.exchange(&self.question, self.program.patience.saturating_add(grace)) {
            // What it says beyond its answer would be taken for the next one.
            Ok(_) if process.has_more() => Err(Malformed::new(process.line(), "there is more than one line")),
            Ok(took) => lines::answer(process.line()).map(|answer| (answer, took.as_nanos() as u64)),
            Err(failure) => return Err(self.program.trouble(failure)),
        };
        match answered {
            Ok((answer, round_trip_ns)) => {
                self.program.answered();
                self.process = Some(process);
                Ok(self.program.told(answer, round_trip_ns, 1, clock))
            }
            Err(malformed) => Err(self.program.failed(malformed.to_string())),
        }
    }

    /// Whether it is better asked in batches: it is known to have no clock.
    pub fn wants_batches(&self) -> bool {
        matches!(self.program.way, Way::Lines { .. }) && self.program.clock.load(Ordering::Relaxed) == HAS_NONE
    }

    /// Asks up to [`BATCH`] puzzles at once; the time of each is its share of the batch. `None` where one of them was not
    /// answered, or not within the time limit: who that was is found out by asking one by one.
    pub(crate) fn ask_batch(&mut self, puzzles: &[Givens]) -> Option<Vec<Told>> {
        let Way::Lines { words, clock } = &self.program.way else { return None };
        let mut process = match self.process.take().filter(Process::is_alive) {
            Some(process) => process,
            None => self.program.start(words).ok()?,
        };
        self.question.clear();
        lines::questions(puzzles, &mut self.question);
        let mut answers = Vec::with_capacity(puzzles.len());
        let patience = self.program.patience.saturating_add(FIRST_GRACE);
        let exchanged =
            process.exchange_batch(&self.question, puzzles.len(), patience, |line| answers.push(lines::answer(line)));
        let (took, longest) = exchanged.ok()?;
        let answers = answers.into_iter().collect::<Result<Vec<_>, _>>().ok()?;
        if process.has_more() || longest > self.program.patience {
            return None;
        }
        self.process = Some(process);
        let ns = took.as_nanos() as u64;
        Some(answers.into_iter().map(|answer| self.program.told(answer, ns, puzzles.len(), *clock)).collect())
    }
}

impl Drop for Lease<'_> {
    fn drop(&mut self) {
        self.program.idle().extend(self.process.take());
    }
}
