//! A child process and the guard that ends it when it takes too long.
//!
//! The thread that talks to the child blocks on its pipe and nothing stands between: a second thread that read would add a
//! switch to every answer. So the deadline is kept from outside: the guard kills, the pipe closes, the reader wakes. A child is
//! the head of a group of its own, so that what it started ends with it, and Ctrl-C reaches only the harness.

use std::process::{Child, Command, ExitStatus};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How often the guard looks: seldom, since it may share the one core of a pinned pass.
const TICK: Duration = Duration::from_millis(100);
/// No deadline.
const NEVER: u64 = u64::MAX;

/// Why a child is no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// It took longer than it may and was killed.
    Late,
    /// The run is to stop; it was killed.
    Stopped,
    /// By itself.
    Alone(ExitStatus),
    /// It closed its pipe and lives on.
    Mute,
}

/// A child under guard; it is killed when this is dropped.
pub(crate) struct Guarded {
    watched: Arc<Watched>,
    guard: Option<JoinHandle<()>>,
}

struct Watched {
    origin: Instant,
    child: Mutex<Child>,
    deadline_ns: AtomicU64,
    late: AtomicBool,
    /// The guard kills it, or did.
    struck: AtomicBool,
    quit: AtomicBool,
    /// Its end was taken note of: its number may be another's by now.
    reaped: AtomicBool,
    stop: &'static AtomicBool,
}

impl Guarded {
    /// Starts a command. It inherits the core of the calling thread where that one is pinned. `take` takes its pipes.
    ///
    /// # Errors
    /// When the system cannot start it.
    pub(crate) fn start<T>(
        command: &mut Command,
        stop: &'static AtomicBool,
        take: impl FnOnce(&mut Child) -> T,
    ) -> std::io::Result<(Self, T)> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let mut child = command.spawn()?;
        let pipes = take(&mut child);
        let watched = Arc::new(Watched {
            origin: Instant::now(),
            child: Mutex::new(child),
            deadline_ns: AtomicU64::new(NEVER),
            late: AtomicBool::new(false),
            struck: AtomicBool::new(false),
            quit: AtomicBool::new(false),
            reaped: AtomicBool::new(false),
            stop,
        });
        let guarded = watched.clone();
        let guard = Some(std::thread::spawn(move || guarded.watch()));
        Ok((Self { watched, guard }, pipes))
    }

    /// From now on it has until then; and the run may stop it.
    pub(crate) fn arm(&self, deadline: Instant) {
        let ns = deadline.duration_since(self.watched.origin).as_nanos();
        self.watched.deadline_ns.store(u64::try_from(ns).unwrap_or(NEVER), Ordering::Relaxed);
    }

    /// It has all the time in the world.
    pub(crate) fn disarm(&self) {
        self.watched.deadline_ns.store(NEVER, Ordering::Relaxed);
    }

    /// Whether the guard has killed it, which it may do just when an answer comes. It is told before the pipe closes.
    pub(crate) fn is_struck(&self) -> bool {
        self.watched.struck.load(Ordering::Acquire)
    }

    /// Why it says no more.
    pub(crate) fn post_mortem(&mut self) -> Ended {
        self.dismiss();
        if self.watched.late.load(Ordering::Relaxed) {
            return Ended::Late;
        }
        if self.watched.stop.load(Ordering::Relaxed) {
            return Ended::Stopped;
        }
        // Its pipe may close a moment before it ends: mostly a very short one.
        for attempt in 0..60 {
            if let Some(status) = self.watched.ended() {
                return Ended::Alone(status);
            }
            std::thread::sleep(if attempt < 20 { Duration::from_micros(50) } else { Duration::from_millis(5) });
        }
        Ended::Mute
    }

    fn dismiss(&mut self) {
        self.watched.quit.store(true, Ordering::Relaxed);
        if let Some(guard) = self.guard.take() {
            guard.thread().unpark();
            guard.join().expect("the guard only sleeps and kills");
        }
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        self.dismiss();
        self.watched.kill();
        let _ = self.watched.child.lock().unwrap_or_else(PoisonError::into_inner).wait();
    }
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
        let mut passed = NEVER;
        while !self.quit.load(Ordering::Relaxed) {
            std::thread::park_timeout(TICK);
            let deadline = self.deadline_ns.load(Ordering::Relaxed);
            if deadline == NEVER {
                continue;
            }
            // A machine that slept wakes with its deadlines passed: it is late who is so at the next look still.
            let is_past = self.origin.elapsed().as_nanos() as u64 >= deadline;
            let late = is_past && passed == deadline;
            passed = if is_past { deadline } else { NEVER };
            if late || self.stop.load(Ordering::Relaxed) {
                self.late.store(late, Ordering::Relaxed);
                self.struck.store(true, Ordering::Release);
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
