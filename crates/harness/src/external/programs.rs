//! The programs of a pass: started when first needed, kept, started again when they fail.
//!
//! As many processes of a program run as there are threads that ask it at once: one in the timed pass. Dropping them ends
//! all processes, so that the timed pass begins with fresh ones, on the core of its thread.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use model::Givens;

use super::lines::{self, Answer, Malformed};
use super::process::{Failure, Process};
use super::{External, Protocol};

/// What a program may take beyond the time limit before it is killed: the limit is its own to keep, on its own clock.
const GRACE: Duration = Duration::from_secs(2);
/// The same for the first answer, which includes its start.
const FIRST_GRACE: Duration = Duration::from_secs(10);
/// Failures without an answer between them after which a program is not started again.
const TRIES: u32 = 10;

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

/// The programs of a pass.
#[derive(Default)]
pub struct Programs(Vec<Program>);

struct Program {
    id: String,
    words: Vec<String>,
    patience: Duration,
    stop: &'static AtomicBool,
    idle: Mutex<Vec<Process>>,
    failures: AtomicU32,
    last: Mutex<String>,
}

impl Programs {
    /// These programs, asked `first` or `unique`, with this time limit; none is started yet.
    pub fn new(externals: &[External], ask: &str, limit: Duration, stop: &'static AtomicBool) -> Self {
        let program = |external: &External| Program {
            id: external.id.clone(),
            words: match external.protocol {
                Protocol::Lines => external.words(ask),
                Protocol::Dimacs => unreachable!("a campaign does not take it"),
            },
            patience: limit,
            stop,
            idle: Mutex::default(),
            failures: AtomicU32::new(0),
            last: Mutex::default(),
        };
        Self(externals.iter().map(program).collect())
    }

    /// One with this id, for one thread.
    pub fn lease(&self, id: &str) -> Option<Lease<'_>> {
        let program = self.0.iter().find(|program| program.id == id)?;
        Some(Lease { program, process: program.idle().pop(), question: Vec::new() })
    }
}

impl Program {
    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Process>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn last(&self) -> std::sync::MutexGuard<'_, String> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn start(&self) -> Result<Process, Trouble> {
        if self.failures.load(Ordering::Relaxed) >= TRIES {
            let said = format!("not started again after {TRIES} failures in a row, the last: {}", self.last());
            return Err(Trouble::Failed(said));
        }
        Process::start(&self.words, self.stop)
            .map_err(|error| self.failed(format!("cannot start `{}`: {error}", self.words[0])))
    }

    fn failed(&self, reason: String) -> Trouble {
        self.failures.fetch_add(1, Ordering::Relaxed);
        self.last().clone_from(&reason);
        Trouble::Failed(reason)
    }
}

/// A program in the hands of one thread; its process goes back when it is dropped.
pub struct Lease<'a> {
    program: &'a Program,
    process: Option<Process>,
    question: Vec<u8>,
}

impl Lease<'_> {
    /// Asks; the answer, and the nanoseconds of the round trip.
    ///
    /// # Errors
    /// When there is no answer; the program is started anew for the next question then.
    pub fn ask(&mut self, givens: &Givens) -> Result<(Answer, u64), Trouble> {
        let grace = if self.process.is_some() { GRACE } else { FIRST_GRACE };
        let mut process = match self.process.take().filter(Process::is_alive) {
            Some(process) => process,
            None => self.program.start()?,
        };
        lines::question(givens, &mut self.question);
        let answered = match process.exchange(&self.question, self.program.patience.saturating_add(grace)) {
            // What it says beyond its answer would be taken for the next one.
            Ok(_) if process.has_more() => Err(Malformed::new(process.line(), "there is more than one line")),
            Ok(took) => lines::answer(process.line()).map(|answer| (answer, took.as_nanos() as u64)),
            Err(Failure::Stopped) => return Err(Trouble::Stopped),
            Err(Failure::Late) => {
                self.program.failed("it took too long".to_owned());
                return Err(Trouble::Late);
            }
            Err(Failure::Died(reason)) => return Err(self.program.failed(reason)),
        };
        match answered {
            Ok(answer) => {
                self.program.failures.store(0, Ordering::Relaxed);
                self.process = Some(process);
                Ok(answer)
            }
            Err(malformed) => Err(self.program.failed(malformed.to_string())),
        }
    }
}

impl Drop for Lease<'_> {
    fn drop(&mut self) {
        self.program.idle().extend(self.process.take());
    }
}
