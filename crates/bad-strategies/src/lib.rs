//! Strategies that hang, die and lie.
//!
//! Each is honest `dlx/shortest` but for one vice. Those that die or hang do so on every third puzzle, told by its givens and not
//! by a count: which puzzles are struck does not depend on the block, the worker, or what was solved before.

mod slow;
mod vice;

use std::ops::ControlFlow;

use model::solve::{
    Ask, Counter, End, Info, Options, Outcome, Probe, Register, Solver, Strategy, Unsupported, counters,
};
use model::{Cell, Givens, Grid, Rules};

pub use slow::Slower;
pub use vice::Vice;

/// Registers one strategy a vice.
pub fn register(into: &mut impl Register) {
    for vice in Vice::ALL {
        into.add(Bad(vice));
    }
}

/// Whether a puzzle is one of the third that the worst are struck on.
pub fn is_struck(givens: &[u8]) -> bool {
    let sum =
        givens.iter().enumerate().fold(0_u32, |sum, (cell, &value)| sum.wrapping_add(cell as u32 * u32::from(value)));
    sum.is_multiple_of(3)
}

/// A strategy with a vice.
struct Bad(Vice);

/// An honest solver, and what is done to it.
struct BadSolver {
    vice: Vice,
    honest: <solver_dlx::Dlx as Strategy>::Solver,
    leaked: Vec<Vec<u8>>,
}

impl Strategy for Bad {
    type Solver = BadSolver;

    fn info(&self) -> Info {
        const COUNTERS: &[Counter] = &[counters::GUESSES, counters::STEPS];
        let interruptible = self.0 != Vice::HangsOnTheClock;
        Info { id: self.0.id(), counters: COUNTERS, interruptible, ..solver_dlx::Dlx::Shortest.info() }
    }

    fn build(&self, rules: &Rules, options: &Options) -> Result<BadSolver, Unsupported> {
        match self.0 {
            Vice::PanicsWhenBuilt => panic!("cannot be built"),
            Vice::AbortsWhenBuilt => std::process::abort(),
            _ => {}
        }
        let honest = Strategy::build(&solver_dlx::Dlx::Shortest, rules, options)?;
        Ok(BadSolver { vice: self.0, honest, leaked: Vec::new() })
    }
}

impl Solver for BadSolver {
    fn solve<P: Probe>(
        &mut self,
        givens: &Givens,
        ask: Ask,
        probe: &mut P,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Outcome {
        if is_struck(givens.values()) {
            self.strike(P::COUNTS);
        }
        let nobody = &mut |_: &Grid| ControlFlow::Continue(());
        match self.vice {
            Vice::ClaimsUniqueness => {
                let first = self.honest.solve(givens, Ask::First, probe, found);
                Outcome { end: End::Exhausted, ..first }
            }
            Vice::SaysNone => Outcome { solutions: 0, end: End::Exhausted },
            Vice::GivesAWrongGrid => self.honest.solve(givens, ask, probe, &mut |grid| {
                let free = givens.values().iter().position(|&value| value == 0).expect("a blank");
                let mut wrong = grid.clone();
                wrong.set(Cell::new(free), grid.values()[free] % 9 + 1);
                found(&wrong)
            }),
            Vice::AnswersAnotherPuzzle => {
                let mut other = givens.clone();
                // Every value by the next one: a puzzle and a grid as good as this one's.
                other.values_mut().iter_mut().filter(|value| **value != 0).for_each(|value| *value = *value % 9 + 1);
                self.honest.solve(&other, ask, probe, found)
            }
            Vice::ClaimsMore => {
                let outcome = self.honest.solve(givens, ask, probe, found);
                Outcome { solutions: outcome.solutions + 1, ..outcome }
            }
            Vice::Repeats => {
                let outcome = self.honest.solve(givens, Ask::First, probe, &mut |grid| {
                    let _ = found(grid);
                    found(grid)
                });
                let end = if outcome.solutions == 0 { outcome.end } else { End::Enough };
                Outcome { solutions: 2 * outcome.solutions, end }
            }
            Vice::CountsOtherwise => {
                probe.count(counters::GUESSES, u64::from(std::process::id()));
                self.honest.solve(givens, ask, probe, found)
            }
            Vice::CheatsTheClock if !P::COUNTS => self.honest.solve(givens, ask, probe, nobody),
            Vice::Prints => {
                println!("{}", "rows, rows, rows\n".repeat(100));
                eprintln!("and words");
                let mut line = String::new();
                let read = std::io::stdin().read_line(&mut line).unwrap_or(0);
                assert_eq!(read, 0, "the jobs are not for a strategy to read");
                self.honest.solve(givens, ask, probe, found)
            }
            _ => self.honest.solve(givens, ask, probe, found),
        }
    }
}

impl BadSolver {
    /// What is done to a puzzle that is struck, before it is solved.
    fn strike(&mut self, counting: bool) {
        match self.vice {
            Vice::Hangs => hang(),
            Vice::HangsOnTheClock if !counting => hang(),
            Vice::Panics => panic!("a third of all puzzles is too much"),
            Vice::Aborts => std::process::abort(),
            Vice::Exits => std::process::exit(0),
            Vice::Overflows => {
                descend(0);
            }
            Vice::Segfaults => kill_myself(),
            Vice::Leaks => loop {
                self.leaked.push(vec![1; 1 << 20]);
            },
            _ => {}
        }
    }
}

/// Looks at no probe.
fn hang() -> ! {
    loop {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
}

/// Calls itself until the stack is full.
fn descend(depth: u64) -> u64 {
    let frame = std::hint::black_box([depth; 64]);
    if depth == u64::MAX { 0 } else { descend(depth + 1) + frame[3] }
}

/// Ends by the signal of a bad pointer, without one.
fn kill_myself() -> ! {
    loop {
        // The runtime takes the first one for a full stack and looks into it.
        #[cfg(unix)]
        let _ = nix::sys::signal::raise(nix::sys::signal::Signal::SIGSEGV);
    }
}
