//! `harness enumerate`: solutions as they are found, in the strategy's own order.
//!
//! Nothing is collected: a line is written and flushed before the search goes on, and a reader who has gone ends the
//! search. For Algorithm X each solution comes with the degrees of its way from the root and the estimate of the paper
//! (arXiv:0803.4253): E = 3 (P_0 + P_1 + …), P_k the product of the degrees down to depth k.

use std::num::NonZeroU64;
use std::ops::ControlFlow;

use anyhow::{Result, anyhow};
use model::solve::erased::Strategies;
use model::solve::{End, Limits, Outcome};
use model::text::board_text;
use model::{Cell, Grid, Puzzle, Rules, check};
use serde::Serialize;
use solver_dlx::{Cover, Dlx, RulesNaming, options_of, rules_problem};

use super::problem::{Ended, Problem, Searcher, clash};
use super::{Format, Found, print, stop_on_signals};
use crate::estimate::{branches_of, inner_covers};
use crate::run_dir::csv_line;

#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    problem: Problem,
    #[command(flatten)]
    searcher: Searcher,
    /// Solutions at most.
    #[arg(long, value_name = "N")]
    limit: Option<NonZeroU64>,
    /// How solutions are printed: grids, JSON lines, or CSV.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// A solution, and its way from the root where the strategy is Algorithm X.
#[derive(Serialize)]
struct Row {
    solution: u64,
    grid: String,
    #[serde(flatten)]
    way: Option<Way>,
}

#[derive(Serialize)]
struct Way {
    depth: usize,
    degrees: Vec<u32>,
    /// `None` where it outgrows 128 bits.
    estimate: Option<u128>,
    /// Sum of the estimates so far.
    cumulative: Option<u128>,
}

impl Row {
    fn text(&self, format: Format) -> Result<String> {
        let number = |value: Option<u128>| value.map(|value| value.to_string()).unwrap_or_default();
        Ok(match format {
            Format::Text => format!("{}\n", self.grid),
            Format::Json => format!("{}\n", serde_json::to_string(self)?),
            Format::Csv => {
                let solution = self.solution.to_string();
                let fields = match &self.way {
                    None => vec![solution, self.grid.clone()],
                    Some(way) => {
                        let (estimate, cumulative) = (number(way.estimate), number(way.cumulative));
                        vec![solution, way.depth.to_string(), estimate, cumulative, self.grid.clone()]
                    }
                };
                String::from_utf8_lossy(&csv_line(&fields)).into_owned()
            }
        })
    }
}

pub(super) fn main(args: &Args, strategies: &Strategies) -> Result<Found> {
    stop_on_signals()?;
    let puzzle = args.problem.read()?;
    let variant = match args.searcher.id(strategies)? {
        "dlx/shortest" => Some(Dlx::Shortest),
        "dlx/random" => Some(Dlx::Random),
        "dlx/first" => Some(Dlx::First),
        _ => None,
    };
    if args.format == Format::Csv {
        print(if variant.is_some() { "solution,depth,estimate,cumulative,grid\n" } else { "solution,grid\n" })?;
    }
    let ended = match variant {
        Some(variant) => with_ways(args, &puzzle, variant)?,
        None => plain(args, strategies, &puzzle)?,
    };
    if !matches!(ended.status, "ok" | "none" | "invalid" | "wrong") {
        say!("{} after {} solutions", ended.status, ended.solutions);
    }
    Ok(ended.found())
}

fn plain(args: &Args, strategies: &Strategies, puzzle: &Puzzle) -> Result<Ended> {
    let mut failed = None;
    let mut solution = 0;
    let ended = args.searcher.search(strategies, puzzle, args.limit, &mut |grid| {
        solution += 1;
        let grid = board_text(grid.values(), puzzle.rules().values());
        emit(&Row { solution, grid, way: None }, args.format, &mut failed)
    })?;
    failed.map_or(Ok(ended), Err)
}

/// Writes a row; where that fails the search need not go on.
fn emit(row: &Row, format: Format, failed: &mut Option<anyhow::Error>) -> ControlFlow<()> {
    match row.text(format).and_then(|text| print(&text)) {
        Ok(()) => ControlFlow::Continue(()),
        Err(error) => {
            *failed = Some(error);
            ControlFlow::Break(())
        }
    }
}

fn with_ways(args: &Args, puzzle: &Puzzle, variant: Dlx) -> Result<Ended> {
    if let Some(ended) = clash(puzzle) {
        return Ok(ended);
    }
    let rules = puzzle.rules();
    let inner = u128::from(inner_covers(rules));
    let given: Vec<u32> = options_of(rules, puzzle.givens()).collect();
    let mut rule = variant.rule(args.searcher.building.seed, puzzle.givens());
    let watchdog = args.searcher.watchdog();
    let mut probe = Limits::new(None, watchdog.flag());
    let mut failed = None;
    let (mut solution, mut cumulative) = (0, Some(0u128));
    let mut wrong = false;
    let mut grid = Grid::blank(rules.cells());
    let mut cover = Cover::new(&rules_problem(rules));
    let end = cover.search_paths(&given, &mut rule, &RulesNaming::new(rules), &mut probe, &mut |path| {
        read(rules, puzzle, path.options(), &mut grid);
        if let Err(violation) = check(puzzle, &grid) {
            say!("Algorithm X gave a wrong grid: {violation}");
            wrong = true;
            return ControlFlow::Break(());
        }
        solution += 1;
        let degrees: Vec<u32> = path.degrees().collect();
        let estimate = branches_of(degrees.iter().copied()).and_then(|branches| branches.checked_mul(inner));
        cumulative = cumulative.zip(estimate).and_then(|(sum, estimate)| sum.checked_add(estimate));
        let way = Way { depth: degrees.len(), degrees, estimate, cumulative };
        let row = Row { solution, grid: board_text(grid.values(), rules.values()), way: Some(way) };
        emit(&row, args.format, &mut failed)?;
        if args.limit.is_some_and(|limit| limit.get() == solution) {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    if let Some(error) = failed {
        return Err(error);
    }
    let ended = Ended::of(Outcome { solutions: solution, end }, wrong);
    if solution > 0 && !wrong {
        let tree = (end == End::Exhausted).then(|| u128::from(probe.steps()) * inner);
        say!("{}", closing(solution, cumulative, tree).ok_or_else(|| anyhow!("no solution was found"))?);
    }
    Ok(ended)
}

/// The grid of a cover.
fn read(rules: &Rules, puzzle: &Puzzle, options: &[u32], grid: &mut Grid) {
    let values = u32::from(rules.values());
    grid.values_mut().copy_from_slice(puzzle.givens().values());
    for option in options {
        grid.set(Cell::new((option / values) as usize), (option % values + 1) as u8);
    }
}

/// The average estimate over the solutions and, where the whole tree was searched, how far it is from the tree.
fn closing(solutions: u64, cumulative: Option<u128>, tree: Option<u128>) -> Option<String> {
    if solutions == 0 {
        return None;
    }
    let n = u128::from(solutions);
    let noun = if n == 1 { "solution" } else { "solutions" };
    let Some(sum) = cumulative else { return Some(format!("{n} {noun}; the estimates outgrow 128 bits")) };
    let average = if sum.is_multiple_of(n) { (sum / n).to_string() } else { format!("{:.3}", sum as f64 / n as f64) };
    let bias = match tree {
        Some(tree) if tree > 0 => {
            let percent = (sum as f64 / n as f64 / tree as f64 - 1.0) * 100.0;
            format!(
                "; the tree took {tree} inner covers: the average, each solution of equal weight, is {percent:+.2} % off"
            )
        }
        _ => "; not the whole tree was searched, so how far that is from it is not known".to_owned(),
    };
    Some(format!("{n} {noun}, average estimate {average}{bias}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_closing_line_is_worked_out() {
        let says = |solutions, cumulative, tree, expected: &str| {
            assert_eq!(closing(solutions, cumulative, tree).as_deref().unwrap_or("nothing"), expected);
        };
        says(
            288,
            Some(1_973_376),
            Some(6468),
            "288 solutions, average estimate 6852; the tree took 6468 inner covers: the average, each solution of equal \
             weight, is +5.94 % off",
        );
        says(
            3,
            Some(10),
            None,
            "3 solutions, average estimate 3.333; not the whole tree was searched, so how far that is from it is not \
             known",
        );
        says(1, None, Some(4), "1 solution; the estimates outgrow 128 bits");
        says(0, Some(0), Some(4), "nothing");
    }
}
