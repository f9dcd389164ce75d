//! What the harness adds to a solver: `cargo bench -p harness --bench overhead`.
//!
//! - `timed pass/clock alone` and `timed pass/no-op`: nanoseconds that the timed pass reads for a solver that does nothing, beside
//!   what an empty pair of readings costs. The difference is what is measured too much.
//! - `counted pass/ID` beside `bare loop/ID`: the job of the counted pass and a plain loop over the same puzzles with the same tally.
//! - `reading` and `checking`: a line of a corpus, a grid.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput};
use harness::clock::Watchdog;
use harness::external::Programs;
use harness::jobs::{AtHand, Job, Pass, Row, run};
use harness::registry::registry;
use harness::sets::Set;
use model::solve::erased::{AnyProbe, Strategies};
use model::solve::{Ask, Counter, End, Info, Options, Outcome, Probe, Register, Solver, Strategy, Tally, Unsupported};
use model::text::{board_text, parse_board};
use model::{Givens, Grid, Puzzle, Rules, check};

static NEVER: AtomicBool = AtomicBool::new(false);

/// Puzzles a block, as in a run.
const BLOCK: usize = 256;

/// Answers at once that there is no solution.
struct Nothing;

impl Strategy for Nothing {
    type Solver = Self;

    fn info(&self) -> Info {
        const NO_COUNTERS: &[Counter] = &[];
        Info { id: "nothing/at-all", counters: NO_COUNTERS, ..solver_dlx::Dlx::Shortest.info() }
    }

    fn build(&self, _: &Rules, _: &Options) -> Result<Self, Unsupported> {
        Ok(Self)
    }
}

impl Solver for Nothing {
    fn solve<P: Probe>(
        &mut self,
        _: &Givens,
        _: Ask,
        _: &mut P,
        _: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Outcome {
        Outcome { solutions: 0, end: End::Exhausted }
    }
}

/// Jobs on all puzzles of a set.
fn jobs(set: &Set, id: &str, pass: impl Fn(usize) -> Pass) -> Vec<Job> {
    let blocks = set.puzzles.chunks(BLOCK).enumerate();
    let job = |(block, puzzles): (usize, &[Givens])| Job {
        slot: 0,
        strategy: id.to_owned(),
        options: Options::default(),
        rules: set.rules.clone(),
        ask: Ask::Unique,
        pass: pass(puzzles.len()),
        block,
        numbers: (0..puzzles.len()).map(|at| (block * BLOCK + at + 1) as u64).collect(),
        givens: puzzles.iter().map(Givens::values).collect::<Vec<_>>().concat(),
    };
    blocks.map(job).collect()
}

fn timed(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("timed pass");
    group.warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(3));
    group.bench_function("clock alone", |bencher| {
        bencher.iter_custom(|pairs| (0..pairs).map(|_| Instant::now().elapsed()).sum());
    });
    let strategies = Strategies::of(|into| into.add(Nothing));
    let programs = Programs::default();
    let at_hand = AtHand { strategies: &strategies, programs: &programs };
    let watchdog = Watchdog::new(Some(Duration::from_secs(1)), &NEVER);
    let jobs = jobs(&Set::seventeen(), "nothing/at-all", |size| Pass::Timed { given_up: vec![false; size] });
    group.bench_function("no-op", |bencher| {
        bencher.iter_custom(|puzzles| {
            let (mut ns, mut rows) = (0, 0);
            for job in jobs.iter().cycle() {
                let Some(timed) = run(job, at_hand, &watchdog).map(|done| done.rows) else { break };
                let left = (puzzles - rows) as usize;
                ns += timed.iter().filter_map(Row::timed).take(left).filter_map(|row| row.solve_ns).sum::<u64>();
                rows += timed.len().min(left) as u64;
                if rows == puzzles {
                    break;
                }
            }
            Duration::from_nanos(ns)
        });
    });
    group.finish();
}

fn counted(criterion: &mut Criterion) {
    let strategies = registry();
    let programs = Programs::default();
    let at_hand = AtHand { strategies: &strategies, programs: &programs };
    let watchdog = Watchdog::new(None, &NEVER);
    let set = Set::seventeen();
    let mut group = criterion.benchmark_group("counting");
    group.throughput(Throughput::Elements(set.puzzles.len() as u64)).sample_size(30);
    group.warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(5));
    for id in ["dlx/shortest", "ps12/paper", "ps12/complete", "ps12/bitboard"] {
        let Some(strategy) = strategies.find(id) else { continue };
        let counters = strategy.info().counters;
        let names: Vec<String> = counters.iter().map(|counter| counter.name.to_owned()).collect();
        let jobs = jobs(&set, id, |_| Pass::Counted { step_limit: Some(100_000), counters: names.clone() });
        group.bench_function(format!("bare loop/{id}"), |bencher| {
            let mut runner = strategy.build(&set.rules, &Options::default()).expect("order-3 Sudoku");
            bencher.iter(|| {
                for givens in &set.puzzles {
                    let mut tally = Tally::new(Some(100_000), &NEVER);
                    let probe = AnyProbe::Tally(&mut tally);
                    runner.run(givens, Ask::Unique, probe, &mut |_| ControlFlow::Continue(()));
                    black_box(&tally);
                }
            });
        });
        group.bench_function(format!("counted pass/{id}"), |bencher| {
            bencher.iter(|| {
                for job in &jobs {
                    black_box(run(job, at_hand, &watchdog));
                }
            });
        });
    }
    group.finish();
}

fn text_and_judge(criterion: &mut Criterion) {
    let set = Set::seventeen();
    let lines: Vec<String> = set.puzzles.iter().map(|givens| board_text(givens.values(), 9)).collect();
    let mut group = criterion.benchmark_group("text and judge");
    group.throughput(Throughput::Elements(set.puzzles.len() as u64)).sample_size(30);
    group.warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(2));
    group.bench_function("reading", |bencher| {
        bencher
            .iter(|| lines.iter().map(|line| parse_board(line, &set.rules)).for_each(|board| drop(black_box(board))));
    });
    let strategies = registry();
    let strategy = strategies.find("dlx/shortest").expect("registered");
    let mut runner = strategy.build(&set.rules, &Options::default()).expect("order-3 Sudoku");
    let mut answered: Vec<(Puzzle, Grid)> = Vec::new();
    for givens in &set.puzzles {
        runner.run(givens, Ask::First, AnyProbe::Off, &mut |grid| {
            answered.push((Puzzle::new(Arc::clone(&set.rules), givens.clone()), grid.clone()));
            ControlFlow::Break(())
        });
    }
    group.bench_function("checking", |bencher| {
        bencher.iter(|| answered.iter().filter(|(puzzle, grid)| check(puzzle, grid).is_ok()).count());
    });
    group.finish();
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    timed(&mut criterion);
    counted(&mut criterion);
    text_and_judge(&mut criterion);
    criterion.final_summary();
}
