//! A process that answers lines, under guard.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::guard::{Ended, Guarded};

/// The longest line that is taken for one.
const LONGEST: u64 = 4096;
/// The most that a program is heard out which says all that it has to say and ends.
const MOST: u64 = 1 << 26;

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

    /// Sends lines, all at once, and waits for as many, each within `patience` of the one before; `take` sees each of them.
    /// How long that took from the first byte sent to the last line received, and the longest wait for one.
    ///
    /// Neither lines nor answers may be more than a pipe holds: nobody reads while this writes.
    pub(super) fn exchange_batch(
        &mut self,
        lines: &[u8],
        number: usize,
        patience: Duration,
        mut take: impl FnMut(&[u8]),
    ) -> Result<(Duration, Duration), Failure> {
        let start = Instant::now();
        self.guarded.arm(start + patience);
        let (mut before, mut longest) = (start, Duration::ZERO);
        let mut failed = self.input.as_mut().map_or(Ok(()), |input| input.write_all(lines)).err();
        for _ in 0..number {
            self.line.clear();
            if let Err(error) = (&mut self.output).take(LONGEST).read_until(b'\n', &mut self.line) {
                failed = failed.or(Some(error));
            }
            if failed.is_some() || !self.line.ends_with(b"\n") {
                self.guarded.disarm();
                let what = failed.map_or_else(|| "no answer".to_owned(), |error| error.to_string());
                return Err(self.post_mortem(&what));
            }
            let now = Instant::now();
            longest = longest.max(now - before);
            before = now;
            self.guarded.arm(now + patience);
            take(&self.line);
        }
        self.guarded.disarm();
        Ok((before - start, longest))
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

/// What a program did that was run to its end.
pub(super) struct Ran {
    /// All that it wrote to standard output.
    pub(super) said: Vec<u8>,
    /// Its exit code.
    pub(super) code: i32,
    /// From before its start to the end of its output.
    pub(super) took: Duration,
}

/// Runs a program to its end without input. What it writes to standard error is dropped: it is run once a question.
pub(super) fn run(words: &[String], patience: Duration, stop: &'static AtomicBool) -> Result<Ran, Failure> {
    let (name, arguments) = words.split_first().ok_or_else(|| Failure::Died("a command without words".to_owned()))?;
    let mut command = Command::new(name);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let start = Instant::now();
    let (mut guarded, output) = Guarded::start(&mut command, stop, |child| child.stdout.take())
        .map_err(|error| Failure::Died(format!("cannot start `{name}`: {error}")))?;
    guarded.arm(start + patience);
    let mut said = Vec::new();
    let heard = output.map_or(Ok(0), |output| output.take(MOST).read_to_end(&mut said));
    let took = start.elapsed();
    match (guarded.post_mortem(), heard) {
        (Ended::Late, _) => Err(Failure::Late),
        (Ended::Stopped, _) => Err(Failure::Stopped),
        (Ended::Mute, _) => Err(Failure::Died("the program closed its output and went on".to_owned())),
        (Ended::Alone(_), Err(error)) => Err(Failure::Died(error.to_string())),
        (Ended::Alone(status), Ok(_)) => match status.code() {
            Some(code) => Ok(Ran { said, code, took }),
            None => Err(Failure::Died(format!("the program ended ({status})"))),
        },
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn who_is_killed_while_it_lingers_is_late_every_time() {
        static NEVER: AtomicBool = AtomicBool::new(false);
        // What the shell has started closes the pipe when it dies, while the guard is still at its work.
        let words = ["sh", "-c", "cat; sleep 60; :"].map(str::to_owned);
        for _ in 0..10 {
            let process = Process::start(&words, &NEVER).expect("every system has it");
            assert_eq!(process.read_all(Duration::ZERO), Err(Failure::Late));
        }
    }
}
