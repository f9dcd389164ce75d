//! How fast the core was on which a shard was timed.

use std::hint::black_box;
use std::time::Instant;

use model::solve::Random;

use crate::pin;

/// Nanoseconds of a fixed piece of work on a core, the median of several: a slow or busy core shows.
pub(super) fn calibrate(core: Option<u32>) -> u64 {
    let measure = move || {
        core.into_iter().for_each(pin::stay_on);
        let mut times: Vec<u64> = (0..31).map(|_| timed_ns(work)).collect();
        times.sort_unstable();
        times[times.len() / 2]
    };
    std::thread::spawn(measure).join().expect("it only counts")
}

fn timed_ns(work: impl Fn()) -> u64 {
    let start = Instant::now();
    work();
    start.elapsed().as_nanos() as u64
}

/// Shuffles: integers, branches, and the nearest cache.
fn work() {
    let mut numbers: Vec<u32> = (0..2048).collect();
    let mut random = Random::new(1);
    (0..16).for_each(|_| random.shuffle(&mut numbers));
    black_box(numbers);
}
