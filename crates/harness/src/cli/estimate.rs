//! `harness estimate`: two estimates of a search tree, side by side.

use std::fmt::Write as _;
use std::num::NonZeroU64;

use anyhow::Result;
use clap::ValueEnum;
use serde::Serialize;
use solver_dlx::Dlx;

use super::problem::{Problem, clash};
use super::{Format, Found, STOP, print, stop_on_signals};
use crate::campaign::Time;
use crate::clock::Watchdog;
use crate::estimate::{Dives, Reach, Tree, Uniform, inner_covers};
use crate::run_dir::csv_line;

#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    problem: Problem,
    /// Column rule of the tree.
    #[arg(long, alias = "strategy", value_enum, default_value_t = Rule::Shortest)]
    rule: Rule,
    /// Random dives.
    #[arg(long, value_name = "N", default_value = "10000")]
    dives: NonZeroU64,
    /// Seed of the dives, and of the random rule.
    #[arg(long, value_name = "S", default_value_t = model::solve::OPTION_SEED_DEFAULT)]
    seed: u64,
    /// Solutions at most for the paper's average; 0 leaves it out.
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    solutions: u64,
    /// Branches at most in the search for those solutions.
    #[arg(long, value_name = "N", default_value_t = 5_000_000)]
    step_limit: u64,
    /// Time at most for the search for those solutions, such as 10s.
    #[arg(long, value_name = "D")]
    time_limit: Option<Time>,
    /// How the estimates are printed.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Rule {
    /// The smallest column, ties to the left.
    #[value(alias = "dlx/shortest")]
    Shortest,
    /// Any live column.
    #[value(alias = "dlx/random")]
    Random,
    /// The leftmost column.
    #[value(alias = "dlx/first")]
    First,
}

#[derive(Serialize)]
struct Answer<'a> {
    rules: &'a str,
    strategy: &'static str,
    seed: u64,
    /// Inner covers a branch: the paper's factor.
    inner: u32,
    /// Knuth's estimate, in branches.
    knuth: Dives,
    /// The paper's average, in branches.
    uniform: Uniform,
    /// Both and the tree in the paper's unit, inner covers.
    inner_covers: InnerCovers,
    /// How far the paper's average is from the tree, in per cent; from Knuth's estimate where the tree is not known.
    bias_percent: Option<f64>,
    /// What `bias_percent` is against: `tree` or `knuth`.
    bias_against: Option<&'static str>,
}

#[derive(Serialize)]
struct InnerCovers {
    knuth: f64,
    uniform: Option<f64>,
    tree: Option<u64>,
}

pub(super) fn main(args: &Args) -> Result<Found> {
    stop_on_signals()?;
    let puzzle = args.problem.read()?;
    if let Some(ended) = clash(&puzzle) {
        return Ok(ended.found());
    }
    let (rules, inner) = (puzzle.rules(), inner_covers(puzzle.rules()));
    let (variant, strategy) = match args.rule {
        Rule::Shortest => (Dlx::Shortest, "dlx/shortest"),
        Rule::Random => (Dlx::Random, "dlx/random"),
        Rule::First => (Dlx::First, "dlx/first"),
    };
    let mut tree = Tree::new(rules, puzzle.givens(), variant);
    let knuth = tree.dives(args.dives.get(), args.seed);
    let watchdog = Watchdog::new(args.time_limit.map(|time| time.0), &STOP);
    watchdog.arm();
    let reach = Reach { solutions: args.solutions, branches: args.step_limit };
    let uniform = tree.uniform(reach, args.seed, watchdog.flag());
    let (against, truth) = match uniform.branches {
        Some(branches) => ("tree", branches as f64),
        None => ("knuth", knuth.mean),
    };
    let bias_percent = uniform.mean.filter(|_| truth > 0.0).map(|mean| (mean / truth - 1.0) * 100.0);
    let answer = Answer {
        rules: rules.name(),
        strategy,
        seed: args.seed,
        inner,
        knuth,
        uniform,
        inner_covers: InnerCovers {
            knuth: knuth.mean * f64::from(inner),
            uniform: uniform.mean.map(|mean| mean * f64::from(inner)),
            tree: uniform.branches.map(|branches| branches * u64::from(inner)),
        },
        bias_percent,
        bias_against: bias_percent.map(|_| against),
    };
    print(&answer.text(args.format)?)?;
    Ok(Found::Fine)
}

impl Answer<'_> {
    fn text(&self, format: Format) -> Result<String> {
        Ok(match format {
            Format::Json => format!("{}\n", serde_json::to_string(self)?),
            Format::Csv => self.csv(),
            Format::Text => self.prose(),
        })
    }

    fn csv(&self) -> String {
        let number = |value: Option<f64>| value.map(|value| value.to_string()).unwrap_or_default();
        let mut bytes = csv_line(&["estimator", "samples", "branches", "low", "high", "inner_covers"]);
        let Dives { dives, mean, low, high, .. } = self.knuth;
        let (dives, inner) = (dives.to_string(), self.inner_covers.knuth.to_string());
        bytes.extend(csv_line(&["knuth", &dives, &mean.to_string(), &number(low), &number(high), &inner]));
        let (solutions, inner) = (self.uniform.solutions.to_string(), number(self.inner_covers.uniform));
        bytes.extend(csv_line(&["uniform", &solutions, &number(self.uniform.mean), "", "", &inner]));
        if let (Some(branches), Some(inner)) = (self.uniform.branches, self.inner_covers.tree) {
            bytes.extend(csv_line(&["tree", "", &branches.to_string(), "", "", &inner.to_string()]));
        }
        String::from_utf8_lossy(&bytes).into_owned()
    }

    fn prose(&self) -> String {
        let mut text = format!("{}, {}, in branches (rows tried)\n", self.rules, self.strategy);
        let knuth = &self.knuth;
        let _ = write!(text, "  {} random dives (Knuth)         {}", knuth.dives, rounded(knuth.mean));
        if let (Some(low), Some(high)) = (knuth.low, knuth.high) {
            let _ = write!(text, ", 95 % interval {} to {}", rounded(low), rounded(high));
        }
        let _ = writeln!(text, "; {} ended at a solution", knuth.at_solutions);
        let all = if self.uniform.exhausted { "all" } else { "the first" };
        match self.uniform.mean {
            Some(mean) => {
                let solutions = self.uniform.solutions;
                let _ = writeln!(
                    text,
                    "  average over {all} {solutions} solutions (the paper's)  {}, times {} inner covers {}",
                    rounded(mean),
                    self.inner,
                    rounded(mean * f64::from(self.inner))
                );
            }
            None => text.push_str("  no solution was met to average over\n"),
        }
        if let Some(branches) = self.uniform.branches {
            let inner = branches * u64::from(self.inner);
            let _ = writeln!(text, "  the tree itself  {branches}, times {} inner covers {inner}", self.inner);
        }
        if let (Some(percent), Some(against)) = (self.bias_percent, self.bias_against) {
            let against = if against == "tree" { "the tree" } else { "Knuth's estimate" };
            let _ = writeln!(text, "  the average over solutions is {percent:+.2} % off {against}");
        }
        text
    }
}

/// A number for people: two decimals while that says something, else its magnitude.
fn rounded(value: f64) -> String {
    if value.abs() < 1e9 { format!("{value:.2}") } else { format!("{value:.4e}") }
}
