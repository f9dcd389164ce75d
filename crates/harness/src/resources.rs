//! What solving takes beside time on the clock: CPU time, instructions and memory.
//!
//! Read before the first and after the last puzzle of a timed block and never between, where it would show beside a puzzle of three
//! microseconds. So what it says is of all that happens in between, the judging of grids included; a wall clock over the same
//! span stands beside it. What the system does not tell is unknown, never 0.

use std::fmt::Write as _;
use std::time::Instant;

use serde::{Deserialize, Serialize};

use crate::results::Results;

/// What one or more spans took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Resources {
    /// Puzzles in it.
    pub puzzles: u64,
    /// Nanoseconds by the wall clock.
    pub wall_ns: u64,
    /// Nanoseconds that the thread had a core.
    pub cpu_ns: Option<u64>,
    /// Instructions of the thread in user space.
    pub instructions: Option<u64>,
    /// The most memory that the process ever had, up to the end of the span; only where it worked for one strategy alone.
    pub peak_memory_bytes: Option<u64>,
}

impl Resources {
    /// Both together: sums, and the larger peak. What is not known of one of them is not known of both.
    pub fn and(self, other: Self) -> Self {
        let both = |a: Option<u64>, b: Option<u64>, of: fn(u64, u64) -> u64| Some(of(a?, b?));
        Self {
            puzzles: self.puzzles + other.puzzles,
            wall_ns: self.wall_ns + other.wall_ns,
            cpu_ns: both(self.cpu_ns, other.cpu_ns, |a, b| a + b),
            instructions: both(self.instructions, other.instructions, |a, b| a + b),
            peak_memory_bytes: both(self.peak_memory_bytes, other.peak_memory_bytes, u64::max),
        }
    }

    /// How much of the time the thread had a core: less than 1 where others had it.
    pub fn cpu_share(self) -> Option<f64> {
        self.cpu_ns.filter(|_| self.wall_ns > 0).map(|cpu| cpu as f64 / self.wall_ns as f64)
    }

    /// Instructions over puzzles, judging included.
    pub fn instructions_per_puzzle(self) -> Option<f64> {
        self.instructions.filter(|_| self.puzzles > 0).map(|all| all as f64 / self.puzzles as f64)
    }
}

/// Reads clocks and counters at the start of a span; [`Meter::stop`] at its end, on the same thread.
pub(crate) struct Meter {
    instructions: Option<system::Instructions>,
    begin: Instant,
    cpu_ns: Option<u64>,
}

impl Meter {
    /// The span begins.
    pub(crate) fn start() -> Self {
        let instructions = system::Instructions::start();
        // The wall outermost: no thread has a core for longer than it took.
        let begin = Instant::now();
        Self { instructions, begin, cpu_ns: system::thread_cpu_ns() }
    }

    /// The span is over. The peak of memory is for the process to say.
    pub(crate) fn stop(self, puzzles: u64) -> Resources {
        let cpu_ns = system::thread_cpu_ns();
        let wall_ns = self.begin.elapsed().as_nanos() as u64;
        Resources {
            puzzles,
            wall_ns,
            cpu_ns: cpu_ns.zip(self.cpu_ns).map(|(end, begin)| end.saturating_sub(begin)),
            instructions: self.instructions.and_then(system::Instructions::stop),
            peak_memory_bytes: None,
        }
    }
}

/// The most memory that this process ever had, in bytes.
pub(crate) fn peak_memory() -> Option<u64> {
    system::peak_memory()
}

/// `resources.csv`: a row a strategy and pass; `None` where nothing is known of any.
pub(crate) fn csv(results: &Results) -> Option<String> {
    let mut text = "strategy,pass,puzzles,wall_ns,cpu_ns,instructions,peak_memory_bytes\n".to_owned();
    let head = text.len();
    let number = |number: Option<u64>| number.map(|number| number.to_string()).unwrap_or_default();
    for strategy in &results.strategies {
        for (pass, taken) in strategy.resources.iter().enumerate() {
            let Some(taken) = taken else { continue };
            let Resources { puzzles, wall_ns, cpu_ns, instructions, peak_memory_bytes } = *taken;
            let [cpu_ns, instructions, peak] = [cpu_ns, instructions, peak_memory_bytes].map(number);
            let _ = writeln!(text, "{},{},{puzzles},{wall_ns},{cpu_ns},{instructions},{peak}", strategy.id, pass + 1);
        }
    }
    (text.len() > head).then_some(text)
}

#[cfg(target_os = "linux")]
mod system {
    use nix::time::{ClockId, clock_gettime};
    use perf_event::events::Hardware;
    use perf_event::{Builder, Counter};

    /// A counter of the processor.
    pub(super) struct Instructions(Counter);

    impl Instructions {
        /// Begins to count; `None` where there is no such counter, or nobody may have it.
        pub(super) fn start() -> Option<Self> {
            let mut counter = Builder::new(Hardware::INSTRUCTIONS).build().ok()?;
            counter.enable().ok()?;
            Some(Self(counter))
        }

        /// What was counted; `None` where others had the counter for part of the time, or it counts nothing, as in some virtual
        /// machines.
        pub(super) fn stop(mut self) -> Option<u64> {
            self.0.disable().ok()?;
            let read = self.0.read_full().ok()?;
            let is_whole = read.time_running().is_some() && read.time_running() == read.time_enabled();
            Some(read.count()).filter(|&count| is_whole && count > 0)
        }
    }

    pub(super) fn thread_cpu_ns() -> Option<u64> {
        let time = clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).ok()?;
        u64::try_from(std::time::Duration::from(time).as_nanos()).ok()
    }

    /// Not by getrusage: what that calls a process's own began as its parent's, which holds the corpus.
    pub(super) fn peak_memory() -> Option<u64> {
        let status = std::fs::read_to_string("/proc/self/status").ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024).filter(|&bytes| bytes > 0)
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    pub(super) enum Instructions {}

    impl Instructions {
        pub(super) fn start() -> Option<Self> {
            None
        }

        pub(super) fn stop(self) -> Option<u64> {
            match self {}
        }
    }

    pub(super) fn thread_cpu_ns() -> Option<u64> {
        None
    }

    pub(super) fn peak_memory() -> Option<u64> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_known_of_a_part_is_not_known_of_the_whole() {
        let part =
            Resources { puzzles: 2, wall_ns: 100, cpu_ns: Some(90), instructions: None, peak_memory_bytes: Some(7) };
        let other = Resources { cpu_ns: Some(50), instructions: Some(1000), peak_memory_bytes: Some(5), ..part };
        let both = part.and(other);
        assert_eq!((both.puzzles, both.wall_ns, both.cpu_ns, both.peak_memory_bytes), (4, 200, Some(140), Some(7)));
        assert_eq!((both.cpu_share(), both.instructions_per_puzzle()), (Some(0.7), None));
        assert_eq!(other.instructions_per_puzzle(), Some(500.0));
        assert_eq!(part.and(Resources { cpu_ns: None, ..part }).cpu_share(), None);
    }

    #[test]
    fn a_machine_tells_what_it_knows_and_never_0() {
        let meter = Meter::start();
        let mut work = 1_u64;
        (0..100_000_u64).for_each(|n| work = std::hint::black_box(work.wrapping_mul(n | 1)));
        let taken = meter.stop(1);
        assert_eq!(taken.puzzles, 1);
        assert!(taken.wall_ns > 0 && taken.instructions != Some(0) && peak_memory() != Some(0));
    }
}
