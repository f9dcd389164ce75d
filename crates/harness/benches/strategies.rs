//! Every registered strategy on three fixed sets, a group a family: `cargo bench -p harness --bench strategies`.
//!
//! A strategy that is added to the registry appears here by itself. An iteration solves a whole set of 1,024 distinct puzzles,
//! asking whether the solution is unique, under the probe of the timed pass. What would take too long is cut by rules that count and
//! do not look at a clock, so that two machines measure the same work: see [`limits`]. Names after `--` select as usual.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use criterion::{Criterion, SamplingMode, Throughput};
use harness::registry::registry;
use harness::sets::Set;
use model::solve::erased::{AnyProbe, AnyStrategy, Runner};
use model::solve::{Ask, End, Limits, Options};

/// Steps a puzzle that nobody needs more of.
const STEPS: u64 = 10_000;
/// Steps a puzzle for those that reach that too often.
const FEW_STEPS: u64 = 1_000;
/// Puzzles for those whose steps cannot be limited.
const FEW_PUZZLES: usize = 64;

static NEVER: AtomicBool = AtomicBool::new(false);

/// Solves all puzzles of a set; how many were cut by the limit.
fn solve(runner: &mut dyn Runner, set: &Set, step_limit: u64) -> usize {
    let mut cut = 0;
    for givens in &set.puzzles {
        let mut probe = Limits::new(Some(step_limit), &NEVER);
        let probe = AnyProbe::Limits(&mut probe);
        let outcome = runner.run(givens, Ask::Unique, probe, &mut |_| ControlFlow::Continue(()));
        cut += usize::from(matches!(outcome.end, End::Halted(_)));
    }
    cut
}

/// The part of a set and the steps that a strategy gets: all and 10,000; 64 puzzles where steps cannot be limited; 1,000 steps
/// where more than a quarter of 64 puzzles take more than 10,000.
fn limits(strategy: &dyn AnyStrategy, runner: &mut dyn Runner, set: &Set) -> (Set, u64) {
    if !strategy.info().interruptible {
        return (set.sample(FEW_PUZZLES), u64::MAX);
    }
    let few = set.sample(FEW_PUZZLES);
    let cut = solve(runner, &few, STEPS);
    (set.clone(), if cut > few.puzzles.len() / 4 { FEW_STEPS } else { STEPS })
}

fn strategies(criterion: &mut Criterion) {
    let registry = registry();
    let sets = Set::all(&registry);
    let mut families: Vec<&str> = registry.iter().map(|strategy| strategy.info().family()).collect();
    families.dedup();
    for family in families {
        let mut group = criterion.benchmark_group(family);
        group.sampling_mode(SamplingMode::Flat).sample_size(10);
        group.warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(2));
        for strategy in registry.iter().filter(|strategy| strategy.info().family() == family) {
            let id = strategy.info().id;
            let variant = id.split_once('/').map_or(id, |(_, variant)| variant);
            for set in &sets {
                // Made when first needed: what is not selected costs nothing.
                let mut made = None;
                group.throughput(Throughput::Elements(if strategy.info().interruptible {
                    set.puzzles.len()
                } else {
                    FEW_PUZZLES
                } as u64));
                group.bench_function(format!("{variant}/{}", set.name), |bencher| {
                    let (runner, set, step_limit) = made.get_or_insert_with(|| {
                        let mut runner = strategy.build(&set.rules, &Options::default()).expect("order-3 Sudoku");
                        let (part, step_limit) = limits(strategy, runner.as_mut(), set);
                        let cut = solve(runner.as_mut(), &part, step_limit);
                        if cut > 0 {
                            eprintln!(
                                "{id} on {}: {cut} of {} cut at {step_limit} steps",
                                set.name,
                                part.puzzles.len()
                            );
                        }
                        (runner, part, step_limit)
                    });
                    bencher.iter(|| solve(runner.as_mut(), set, *step_limit));
                });
            }
        }
        group.finish();
    }
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    strategies(&mut criterion);
    criterion.final_summary();
}
