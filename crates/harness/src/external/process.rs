//! A process that answers lines, and the guard that ends it when it takes too long.
//!
//! The thread that asks blocks on the pipe and nothing stands between: a second thread that read would add a switch to
//! every answer. So the deadline is kept from outside: the guard kills, the pipe closes, the reader wakes. A process is the
//! head of a group of its own, so that what a wrapper script started ends with it, and Ctrl-C reaches only the harness.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The longest line that is taken for one.
const LONGEST: u64 = 4096;
/// How often the guard looks: seldom, since it may share the one core of a pinned pass.
const TICK: Duration = Duration::from_millis(100);
/// No deadline.
const NEVER: u64 = u64::MAX;

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

struct Watched {
    origin: Instant,
    child: Mutex<Child>,
    deadline_ns: AtomicU64,
    late: AtomicBool,
    quit: AtomicBool,
    /// Its end was taken note of: its number may be another's by now.
    reaped: AtomicBool,
    stop: &'static AtomicBool,
}

impl Watched {
    fn kill(&self) {
        let mut child = self.child.lock().unwrap_or_else(PoisonError::into_inner);
        if !self.reaped.load(Ordering::Relaxed) {
            kill_group(&child);
        }
        let _ = child.kill();
    }

    /// How it ended, when it did; what it left behind ends too.
    fn ended(&self) -> Option<ExitStatus> {
        let mut child = self.child.lock().unwrap_or_else(PoisonError::into_inner);
        let status = child.try_wait().ok().flatten()?;
        if !self.reaped.swap(true, Ordering::Relaxed) {
            kill_group(&child);
        }
        Some(status)
    }

    fn watch(&self) {
        while !self.quit.load(Ordering::Relaxed) {
            std::thread::park_timeout(TICK);
            let deadline = self.deadline_ns.load(Ordering::Relaxed);
            if deadline == NEVER {
                continue;
            }
            let late = self.origin.elapsed().as_nanos() as u64 >= deadline;
            if late || self.stop.load(Ordering::Relaxed) {
                self.late.store(late, Ordering::Relaxed);
                self.kill();
                return;
            }
        }
    }
}

/// Kills a process and what it started. One that is gone needs no killing.
fn kill_group(child: &Child) {
    #[cfg(unix)]
    {
        let group = nix::unistd::Pid::from_raw(child.id().cast_signed());
        let _ = nix::sys::signal::killpg(group, nix::sys::signal::Signal::SIGKILL);
    }
    #[cfg(not(unix))]
    let _ = child;
}

/// A process with pipes to it.
pub(super) struct Process {
    watched: Arc<Watched>,
    guard: Option<JoinHandle<()>>,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    line: Vec<u8>,
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
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().ok_or(std::io::ErrorKind::BrokenPipe)?);
        let watched = Arc::new(Watched {
            origin: Instant::now(),
            child: Mutex::new(child),
            deadline_ns: AtomicU64::new(NEVER),
            late: AtomicBool::new(false),
            quit: AtomicBool::new(false),
            reaped: AtomicBool::new(false),
            stop,
        });
        let guarded = watched.clone();
        let guard = Some(std::thread::spawn(move || guarded.watch()));
        Ok(Self { watched, guard, input, output, line: Vec::new() })
    }

    /// Sends a line and waits for one, which is [`Self::line`] then; how long the round trip took.
    pub(super) fn exchange(&mut self, line: &[u8], patience: Duration) -> Result<Duration, Failure> {
        self.line.clear();
        let start = Instant::now();
        self.arm(start + patience);
        let sent = self.input.as_mut().map_or(Ok(()), |input| input.write_all(line));
        let received = sent.and_then(|()| (&mut self.output).take(LONGEST).read_until(b'\n', &mut self.line));
        let took = start.elapsed();
        self.watched.deadline_ns.store(NEVER, Ordering::Relaxed);
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
        !self.guard_struck()
    }

    /// Whether it said more than it was asked.
    pub(super) fn has_more(&self) -> bool {
        !self.output.buffer().is_empty()
    }

    /// Closes its input and takes all that it says.
    pub(super) fn read_all(mut self, patience: Duration) -> Result<String, Failure> {
        self.input = None;
        self.arm(Instant::now() + patience);
        let mut text = Vec::new();
        match (&mut self.output).take(LONGEST).read_to_end(&mut text) {
            Ok(_) if !self.guard_struck() => Ok(String::from_utf8_lossy(&text).into_owned()),
            Ok(_) => Err(self.post_mortem("no end")),
            Err(error) => Err(self.post_mortem(&error.to_string())),
        }
    }

    fn arm(&self, deadline: Instant) {
        let ns = deadline.duration_since(self.watched.origin).as_nanos();
        self.watched.deadline_ns.store(u64::try_from(ns).unwrap_or(NEVER), Ordering::Relaxed);
    }

    fn guard_struck(&self) -> bool {
        self.guard.as_ref().is_some_and(JoinHandle::is_finished)
    }

    fn dismiss_guard(&mut self) {
        self.watched.quit.store(true, Ordering::Relaxed);
        if let Some(guard) = self.guard.take() {
            guard.thread().unpark();
            guard.join().expect("the guard only sleeps and kills");
        }
    }

    /// Why nothing came.
    fn post_mortem(&mut self, what: &str) -> Failure {
        self.dismiss_guard();
        if self.watched.late.load(Ordering::Relaxed) {
            return Failure::Late;
        }
        if self.watched.stop.load(Ordering::Relaxed) {
            return Failure::Stopped;
        }
        // Its pipe may close a moment before it ends.
        for _ in 0..40 {
            if let Some(status) = self.watched.ended() {
                return Failure::Died(format!("the program ended ({status}), {what}"));
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        Failure::Died(format!("the program closed its output, {what}"))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.dismiss_guard();
        // A program that reads to the end of its input ends by itself; it is not waited for.
        self.input = None;
        self.watched.kill();
        let _ = self.watched.child.lock().unwrap_or_else(PoisonError::into_inner).wait();
    }
}
