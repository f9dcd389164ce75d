//! What talking costs: a program of ours that answers every line at once.
//!
//! Its round trip for a batch is what the same batch costs any program beside its own work: two pipes, the switches between
//! processes, reading and writing lines.

use std::collections::BTreeMap;
use std::io::{BufRead, Write};
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::lines::CELLS;
use super::own;
use super::process::Process;

/// What it answers.
const ANSWER: &[u8] = b"0 - 0\n";
/// Batches measured, the first of them off the record.
const ROUNDS: usize = 12;
/// It answers at once or not at all.
const PATIENCE: Duration = Duration::from_secs(2);

/// Answers each line of standard input, until there is no more.
///
/// # Errors
/// When the pipes break.
pub(crate) fn serve() -> std::io::Result<()> {
    let (mut input, mut output) = (std::io::stdin().lock(), std::io::stdout().lock());
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        output.write_all(ANSWER)?;
        output.flush()?;
        line.clear();
    }
    Ok(())
}

/// Round trips of the echo program by the size of the batch, each measured once.
#[derive(Default)]
pub(super) struct Echo(Mutex<BTreeMap<usize, Option<u64>>>);

impl Echo {
    /// Nanoseconds that a batch of so many puzzles takes there and back, the median; `None` where there is no echo program.
    /// It runs on the core of the calling thread where that one is pinned.
    pub(super) fn batch_ns(&self, puzzles: usize, stop: &'static AtomicBool) -> Option<u64> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *known.entry(puzzles).or_insert_with(|| measure(puzzles, stop))
    }
}

fn measure(puzzles: usize, stop: &'static AtomicBool) -> Option<u64> {
    let mut process = Process::start(&own::words(&["echo"])?, stop).ok()?;
    let mut lines = vec![b'.'; (CELLS + 1) * puzzles];
    lines.chunks_mut(CELLS + 1).for_each(|line| line[CELLS] = b'\n');
    let mut times = Vec::new();
    for _ in 0..ROUNDS {
        let mut is_echo = true;
        let (took, _) = process.exchange_batch(&lines, puzzles, PATIENCE, |line| is_echo &= line == ANSWER).ok()?;
        if !is_echo {
            return None;
        }
        times.push(took.as_nanos() as u64);
    }
    let times = &mut times[1..];
    times.sort_unstable();
    Some(times[times.len() / 2])
}
