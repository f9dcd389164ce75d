//! `harness corpus generate`: puzzles made by chance, in the order of their numbers.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::num::{NonZeroU64, NonZeroUsize};

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use model::Givens;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::super::{Found, STOP, stop_on_signals};
use super::convert::{To, Writer};
use crate::generate::{Generator, NoPuzzle, Reduction, Solutions, Wish};
use crate::registry::registry;
use crate::run::Talk;

/// Puzzles that are made at once.
const BATCH: u64 = 64;

#[derive(clap::Args)]
#[command(
    group(clap::ArgGroup::new("hard").multiple(true)),
    after_help = "The puzzles depend on rules, seed and wishes alone: the same for any number of threads, and the first ten of a \
    hundred are those of ten. Grids are not drawn evenly from all that there are."
)]
pub(in crate::cli) struct Args {
    /// Rules by name.
    #[arg(long, value_name = "NAME", default_value = "sudoku-3")]
    rules: String,
    /// How many.
    #[arg(long, value_name = "N", default_value_t = 10)]
    count: u64,
    /// What chance is seeded with.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Take away every clue that can go; by default they go one after the other until one is needed.
    #[arg(long)]
    minimal: bool,
    /// Solutions: none by a clue that contradicts the only one, or two and more by a clue less.
    #[arg(long, value_enum, default_value_t = How::One)]
    solutions: How,
    /// Only puzzles that take so many guesses to settle.
    #[arg(long, value_name = "K", group = "hard")]
    min_guesses: Option<u64>,
    /// Print only the N of all that take the most guesses, in the order of their numbers.
    #[arg(long, value_name = "N", group = "hard")]
    hardest: Option<NonZeroUsize>,
    /// Whose guesses. [default: dlx/shortest]
    #[arg(long, value_name = "ID", requires = "hard")]
    strategy: Option<String>,
    /// Tries a puzzle, before it is given up.
    #[arg(long, value_name = "N", default_value = "100000")]
    tries: NonZeroU64,
    /// Threads; all cores by default.
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Format to write.
    #[arg(long, visible_alias = "format", value_enum, default_value_t = To::Line)]
    to: To,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum How {
    #[value(name = "0")]
    None,
    #[value(name = "1")]
    One,
    #[value(name = "2+")]
    Many,
}

pub(in crate::cli) fn main(args: &Args) -> Result<Found> {
    stop_on_signals()?;
    let rules = crate::rules::resolve(&args.rules, None)?;
    let wish = args.wish();
    let strategies = registry();
    let generator = || Generator::new(&rules, &wish, &strategies, &STOP);
    generator()?;
    let jobs = args.jobs.map_or(0, NonZeroUsize::get);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build().context("cannot start threads")?;
    let mut writer = Writer::new(args.to);
    let mut hardest = args.hardest.map(|most| Hardest { most: most.get(), kept: BTreeMap::new() });
    let mut bar = Talk::Usual.bar("generating", args.count, "puzzles");
    for start in (0..args.count).step_by(BATCH as usize) {
        let batch = start..args.count.min(start + BATCH);
        let make = |generator: &mut Generator<'_>, number| {
            let puzzle = generator.puzzle(args.seed, number)?;
            let guesses = if args.hardest.is_some() { generator.guesses(&puzzle)? } else { 0 };
            Ok((puzzle, guesses))
        };
        let made: Vec<Result<(Givens, u64), NoPuzzle>> = pool
            .install(|| batch.into_par_iter().map_init(|| generator().expect("it was made before"), make).collect());
        bar.advance(made.len());
        for (number, puzzle) in (start + 1..).zip(made) {
            match puzzle {
                Ok((puzzle, guesses)) => match &mut hardest {
                    Some(hardest) => hardest.see(guesses, number, puzzle),
                    None => writer.put(&rules, number, puzzle.values())?,
                },
                Err(NoPuzzle::Stopped) => {
                    writer.end()?;
                    return Ok(Found::Unusable);
                }
                Err(error) => {
                    writer.end()?;
                    bail!("puzzle {number}: {error}");
                }
            }
        }
    }
    bar.finish();
    for (number, puzzle) in hardest.map(Hardest::ascending).unwrap_or_default() {
        writer.put(&rules, number, puzzle.values())?;
    }
    writer.end()?;
    Ok(Found::Fine)
}

/// The puzzles that take the most guesses; of those that take as many, the first.
struct Hardest {
    most: usize,
    /// By guesses, then by number, the lower of which goes before.
    kept: BTreeMap<(u64, Reverse<u64>), Givens>,
}

impl Hardest {
    fn see(&mut self, guesses: u64, number: u64, puzzle: Givens) {
        self.kept.insert((guesses, Reverse(number)), puzzle);
        if self.kept.len() > self.most {
            self.kept.pop_first();
        }
    }

    /// Those that are left, with their numbers, in the order of these.
    fn ascending(self) -> BTreeMap<u64, Givens> {
        self.kept.into_iter().map(|((_, Reverse(number)), puzzle)| (number, puzzle)).collect()
    }
}

impl Args {
    fn wish(&self) -> Wish {
        Wish {
            reduction: if self.minimal { Reduction::Minimal } else { Reduction::UntilNeeded },
            solutions: match self.solutions {
                How::None => Solutions::None,
                How::One => Solutions::One,
                How::Many => Solutions::Many,
            },
            guesses: (self.min_guesses.is_some() || self.hardest.is_some()).then(|| {
                let strategy = self.strategy.as_deref().unwrap_or("dlx/shortest");
                (self.min_guesses.unwrap_or(0), strategy.to_owned())
            }),
            tries: self.tries.get(),
        }
    }
}
