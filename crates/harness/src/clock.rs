//! The clock, what it costs, and the watchdog that turns a deadline into a flag.
//!
//! Solvers never read a clock: they load a flag at each step. One thread sleeps in short ticks and sets it when the time
//! of the puzzle is up, so that arming costs two stores. A flag that is set a moment too late, when the next puzzle has
//! begun, is recognised by the clock and that puzzle is solved again (`jobs`).

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use model::solve::{End, Halt};

use crate::manifest::ClockRecord;

/// No deadline.
const NEVER: u64 = u64::MAX;

/// Measures the clock: the median of many empty pairs, and the smallest step that it can show.
pub fn measure() -> ClockRecord {
    let mut pairs: Vec<u64> = (0..10_001)
        .map(|_| {
            let start = Instant::now();
            start.elapsed().as_nanos() as u64
        })
        .collect();
    pairs.sort_unstable();
    let grain_ns = pairs.iter().copied().find(|&ns| ns > 0).unwrap_or(0);
    ClockRecord { cost_ns: pairs[pairs.len() / 2], grain_ns }
}

struct Shared {
    origin: Instant,
    flag: AtomicBool,
    knock: AtomicBool,
    deadline_ns: AtomicU64,
    quit: AtomicBool,
    stop: &'static AtomicBool,
}

/// Sets a flag when a time limit has passed since it was last armed, or when the run is to stop.
pub struct Watchdog {
    shared: Arc<Shared>,
    limit_ns: u64,
    thread: Option<JoinHandle<()>>,
}

impl Watchdog {
    /// A watchdog with this limit; without one it only passes `stop` on.
    pub fn new(limit: Option<Duration>, stop: &'static AtomicBool) -> Self {
        let limit_ns = limit.map_or(NEVER, |limit| u64::try_from(limit.as_nanos()).unwrap_or(NEVER));
        let shared = Arc::new(Shared {
            origin: Instant::now(),
            flag: AtomicBool::new(false),
            knock: AtomicBool::new(false),
            deadline_ns: AtomicU64::new(NEVER),
            quit: AtomicBool::new(false),
            stop,
        });
        // At most 4 % late, and never busy.
        let tick = Duration::from_nanos((limit_ns / 25).clamp(200_000, 10_000_000));
        let watched = shared.clone();
        let thread = std::thread::spawn(move || {
            while !watched.quit.load(Ordering::Relaxed) {
                std::thread::park_timeout(tick);
                let deadline = watched.deadline_ns.load(Ordering::Relaxed);
                let late = deadline != NEVER && watched.origin.elapsed().as_nanos() as u64 >= deadline;
                if late || watched.stop.load(Ordering::Relaxed) {
                    watched.flag.store(true, Ordering::Relaxed);
                }
            }
        });
        Self { shared, limit_ns, thread: Some(thread) }
    }

    /// The flag that a probe loads.
    pub fn flag(&self) -> &AtomicBool {
        &self.shared.flag
    }

    /// Asks the search whether it takes steps: sets the flag, which a probe that answers [`Self::knocker`] clears again.
    pub fn knock(&self) {
        self.shared.knock.store(true, Ordering::Relaxed);
        self.shared.flag.store(true, Ordering::Release);
    }

    /// Whether the last knock was answered.
    pub fn is_answered(&self) -> bool {
        !self.shared.knock.load(Ordering::Relaxed)
    }

    /// What a probe clears to answer.
    pub fn knocker(&self) -> &AtomicBool {
        &self.shared.knock
    }

    /// Clears the flag and gives the limit again from now on.
    #[inline]
    pub fn arm(&self) {
        let now = self.shared.origin.elapsed().as_nanos() as u64;
        self.shared.flag.store(false, Ordering::Relaxed);
        self.shared.deadline_ns.store(now.saturating_add(self.limit_ns), Ordering::Relaxed);
    }

    /// The limit no longer runs.
    #[inline]
    pub fn disarm(&self) {
        self.shared.deadline_ns.store(NEVER, Ordering::Relaxed);
    }

    /// Whether a search was halted by the flag of the one before it, which came late: it had its time still, and nobody asked it to
    /// stop.
    pub fn is_premature(&self, end: End, took: Duration) -> bool {
        end == End::Halted(Halt::Deadline) && !self.is_stopped() && took.as_nanos() < u128::from(self.limit_ns)
    }

    /// The limit in nanoseconds; `u64::MAX` for none.
    pub fn limit_ns(&self) -> u64 {
        self.limit_ns
    }

    /// Whether there is a limit.
    pub fn has_limit(&self) -> bool {
        self.limit_ns != NEVER
    }

    /// Whether the whole run is to stop.
    pub fn is_stopped(&self) -> bool {
        self.shared.stop.load(Ordering::Relaxed)
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        self.shared.quit.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            thread.join().expect("the watchdog only sleeps");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static GO_ON: AtomicBool = AtomicBool::new(false);

    #[test]
    fn the_flag_is_set_after_the_limit_and_cleared_by_arming() {
        let dog = Watchdog::new(Some(Duration::from_millis(5)), &GO_ON);
        dog.arm();
        let start = Instant::now();
        while !dog.flag().load(Ordering::Relaxed) {
            std::thread::yield_now();
        }
        assert!(start.elapsed() >= Duration::from_millis(4), "never early");
        dog.disarm();
        dog.arm();
        assert!(!dog.flag().load(Ordering::Relaxed));
    }

    #[test]
    fn a_halt_before_its_time_is_the_fault_of_the_search_before() {
        let dog = Watchdog::new(Some(Duration::from_secs(60)), &GO_ON);
        let [early, late] = [59, 60].map(Duration::from_secs);
        assert!(dog.is_premature(End::Halted(Halt::Deadline), early));
        assert!(!dog.is_premature(End::Halted(Halt::Deadline), late));
        assert!(!dog.is_premature(End::Halted(Halt::StepLimit), early) && !dog.is_premature(End::Exhausted, early));
    }
}
