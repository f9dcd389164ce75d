//! A process that answers lines, under guard.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::guard::{Ended, Guarded};

/// The longest line that is taken for one.
const LONGEST: u64 = 4096;

/// Why there is no line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// It took longer than it may and was killed.
    Late,
    /// The run is to stop; it was killed.
    Stopped,
    /// It ended, or its pipes broke.
    Died(String),
}

/// A process with pipes to it. One that reads to the end of its input ends by itself when this is dropped; it is not waited
/// for.
pub(super) struct Process {
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    line: Vec<u8>,
    guarded: Guarded,
}

impl Process {
    /// Starts a command. It inherits the core of the calling thread where that one is pinned.
    ///
    /// # Errors
    /// When the system cannot start it.
    pub(super) fn start(words: &[String], stop: &'static AtomicBool) -> std::io::Result<Self> {
        let (name, arguments) = words.split_first().ok_or(std::io::ErrorKind::InvalidInput)?;
        let mut command = Command::new(name);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        let pipes = Guarded::start(&mut command, stop, |child| (child.stdin.take(), child.stdout.take()))?;
        let (guarded, (input, output)) = pipes;
        let output = BufReader::new(output.ok_or(std::io::ErrorKind::BrokenPipe)?);
        Ok(Self { input, output, line: Vec::new(), guarded })
    }

    /// Sends a line and waits for one, which is [`Self::line`] then; how long the round trip took.
    pub(super) fn exchange(&mut self, line: &[u8], patience: Duration) -> Result<Duration, Failure> {
        self.line.clear();
        let start = Instant::now();
        self.guarded.arm(start + patience);
        let sent = self.input.as_mut().map_or(Ok(()), |input| input.write_all(line));
        let received = sent.and_then(|()| (&mut self.output).take(LONGEST).read_until(b'\n', &mut self.line));
        let took = start.elapsed();
        self.guarded.disarm();
        match received {
            Ok(_) if self.line.ends_with(b"\n") || self.line.len() as u64 == LONGEST => Ok(took),
            Ok(_) => Err(self.post_mortem("no answer")),
            Err(error) => Err(self.post_mortem(&error.to_string())),
        }
    }

    /// The line that it said last.
    pub(super) fn line(&self) -> &[u8] {
        &self.line
    }

    /// Whether it can be asked: the guard may have struck just when an answer came.
    pub(super) fn is_alive(&self) -> bool {
        !self.guarded.is_struck()
    }

    /// Whether it said more than it was asked.
    pub(super) fn has_more(&self) -> bool {
        !self.output.buffer().is_empty()
    }

    /// Closes its input and takes all that it says.
    pub(super) fn read_all(mut self, patience: Duration) -> Result<String, Failure> {
        self.input = None;
        self.guarded.arm(Instant::now() + patience);
        let mut text = Vec::new();
        match (&mut self.output).take(LONGEST).read_to_end(&mut text) {
            Ok(_) if self.is_alive() => Ok(String::from_utf8_lossy(&text).into_owned()),
            Ok(_) => Err(self.post_mortem("no end")),
            Err(error) => Err(self.post_mortem(&error.to_string())),
        }
    }

    /// Why nothing came.
    fn post_mortem(&mut self, what: &str) -> Failure {
        match self.guarded.post_mortem() {
            Ended::Late => Failure::Late,
            Ended::Stopped => Failure::Stopped,
            Ended::Alone(status) => Failure::Died(format!("the program ended ({status}), {what}")),
            Ended::Mute => Failure::Died(format!("the program closed its output, {what}")),
        }
    }
}
