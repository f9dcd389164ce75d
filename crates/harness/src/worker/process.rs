//! The harness's side: a worker process under guard.

use std::collections::VecDeque;
use std::io::{BufReader, Read, Write};
use std::path::Path;
use std::process::{ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::{Care, Order, Terms, WIRE, Word, cause, wire};
use crate::guard::{Ended, Guarded};
use crate::jobs::{Job, Row};
use crate::provenance::own_binary;
use crate::resources::Resources;
use crate::results::Status;

/// What the start of a worker and the making of a solver may take beside.
const START: Duration = Duration::from_secs(10);
/// How much of a worker's last words is kept.
const KEPT: usize = 4096;

/// Why a worker did not finish a job.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Failure {
    /// It gave no sign of life for so long and was killed.
    #[error("killed after {} without a sign of life", humantime::format_duration(*.0))]
    Late(Duration),
    /// The run is to stop; it was killed.
    #[error("stopped")]
    Stopped,
    /// It ended.
    #[error("{0}")]
    Died(String),
}

impl Failure {
    /// Whether it took too long.
    pub(crate) fn is_late(&self) -> bool {
        matches!(self, Self::Late(_))
    }

    /// The status of the puzzle that it failed on.
    pub(crate) fn status(&self) -> Status {
        if self.is_late() { Status::Timeout } else { Status::Error }
    }
}

/// A worker and the pipes to it.
pub(crate) struct Worker {
    terms: Terms,
    orders: ChildStdin,
    post: BufReader<ChildStdout>,
    guarded: Guarded,
    last_words: Option<JoinHandle<String>>,
}

/// What a worker has told of a job.
#[derive(Default)]
pub(crate) struct Told {
    /// Rows, in order.
    pub(crate) rows: Vec<Row>,
    /// The place in the block of the puzzle under way.
    pub(crate) under_way: Option<usize>,
    /// Nanoseconds that finished jobs took.
    pub(crate) busy_ns: u64,
    /// What the puzzles took that the last of them did, on the record.
    pub(crate) resources: Option<Resources>,
}

impl Worker {
    /// Starts one. It stays on the core of the calling thread where that one is pinned.
    ///
    /// # Errors
    /// When the system cannot start it.
    pub(crate) fn start(terms: &Terms, stop: &'static AtomicBool) -> std::io::Result<Self> {
        Self::start_of(&own_binary()?, terms, stop)
    }

    /// Starts one of another build.
    ///
    /// # Errors
    /// When the system cannot start it.
    pub(crate) fn start_of(binary: &Path, terms: &Terms, stop: &'static AtomicBool) -> std::io::Result<Self> {
        let mut command = Command::new(binary);
        #[cfg(unix)]
        std::os::unix::process::CommandExt::arg0(&mut command, "harness");
        // A backtrace takes memory: of one who has none left it would never come to an end.
        command
            .env("RUST_BACKTRACE", "0")
            .args(["worker", &WIRE.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let pipes =
            Guarded::start(&mut command, stop, |child| (child.stdin.take(), child.stdout.take(), child.stderr.take()))?;
        let (guarded, (Some(mut orders), Some(post), Some(errors))) = pipes else {
            return Err(std::io::ErrorKind::BrokenPipe.into());
        };
        // One that is dead already is found out when it has a job.
        let _ = wire::send(&mut orders, terms);
        let last_words = Some(std::thread::spawn(move || pass_on(errors)));
        Ok(Self { terms: terms.clone(), orders, post: BufReader::new(post), guarded, last_words })
    }

    /// Has a job done. What it tells is entered as it comes, failure or not.
    pub(crate) fn run(&mut self, job: Job, care: Care, told: &mut Told) -> Result<(), Failure> {
        self.guarded.arm(Instant::now() + self.terms.patience + START);
        let mut word = wire::send(&mut self.orders, &Order { job, care }).and_then(|()| wire::receive(&mut self.post));
        loop {
            match word {
                Ok(Word::News { rows, under_way }) => {
                    self.guarded.arm(Instant::now() + self.terms.patience);
                    told.rows.extend(rows);
                    told.under_way = under_way;
                }
                Ok(Word::Done { rows, spent }) => {
                    self.guarded.disarm();
                    told.rows.extend(rows);
                    told.busy_ns += spent.busy_ns;
                    told.resources = spent.resources;
                    return Ok(());
                }
                Err(error) => return Err(self.post_mortem(&error)),
            }
            word = wire::receive(&mut self.post);
        }
    }

    /// Whether it can have another job: the guard may have struck just when it was done.
    pub(crate) fn is_alive(&self) -> bool {
        !self.guarded.is_struck()
    }

    fn post_mortem(&mut self, error: &std::io::Error) -> Failure {
        match self.guarded.post_mortem() {
            Ended::Late => Failure::Late(self.terms.patience),
            Ended::Stopped => Failure::Stopped,
            Ended::Alone(status) => {
                let last_words = self.last_words.take().and_then(|thread| thread.join().ok()).unwrap_or_default();
                Failure::Died(cause::of(status, &last_words, self.terms.memory_limit))
            }
            Ended::Mute => Failure::Died(format!("talked nonsense to the harness: {error}")),
        }
    }
}

/// Passes on what a worker says on standard error, and keeps the end of it.
fn pass_on(mut errors: ChildStderr) -> String {
    let mut end = VecDeque::with_capacity(2 * KEPT);
    let mut buffer = [0; KEPT];
    while let Ok(length @ 1..) = errors.read(&mut buffer) {
        let _ = std::io::stderr().write_all(&buffer[..length]);
        end.extend(&buffer[..length]);
        end.drain(..end.len().saturating_sub(KEPT));
    }
    String::from_utf8_lossy(end.make_contiguous()).into_owned()
}
