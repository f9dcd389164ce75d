//! `harness plan`.

use std::path::PathBuf;

use anyhow::Result;
use model::solve::erased::Strategies;

use super::Found;
use super::problem::Problem;
use super::run::{Changes, percent};
use crate::shards::{CountPlan, ShardPlan};

#[derive(clap::Args)]
pub(super) struct Args {
    /// `default`, or a campaign's TOML file.
    #[arg(default_value = "default")]
    campaign: String,
    #[command(flatten)]
    changes: Changes,
    /// Not a campaign, but the number of solutions of rules, such as latin-7.
    #[arg(long, value_name = "RULES", conflicts_with_all = ["campaign", "changes"])]
    count: Option<String>,
    /// Of these rules a puzzle, or a file with one; the empty board by default.
    #[arg(long, value_name = "PUZZLE", requires = "count")]
    puzzle: Option<String>,
    /// Who counts.
    #[arg(long, value_name = "ID", requires = "count", default_value = "dlx/shortest")]
    strategy: String,
    /// How many shards; at most one a block of 256 puzzles.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    shards: u32,
    /// Shards that are made twice, in per cent, one at least; 0 for none. They have the numbers after the shards, and are to run on other hosts.
    #[arg(long, value_name = "PCT", value_parser = percent, default_value_t = 5.0)]
    controls: f64,
    /// The file to write.
    #[arg(long, value_name = "PLAN")]
    out: PathBuf,
}

pub(super) fn main(args: Args, registry: &Strategies) -> Result<Found> {
    if let Some(rules) = &args.count {
        return plan_count(rules, &args);
    }
    let mut campaign = args.changes.campaign(&args.campaign)?;
    if campaign.time_budget.take().is_some() {
        say!("shards have no time budget: all make every pass");
    }
    let plan = ShardPlan::of(campaign, registry.clone(), args.shards, args.controls)?;
    plan.write(&args.out)?;
    let work = &plan.work;
    let strata = if work.strata == 0 { String::new() } else { format!(", {} of strata", work.strata) };
    let decoys = if work.decoys == 0 { String::new() } else { format!(" and {} decoys", work.decoys) };
    let (strategies, puzzles, shards) = (work.strategies.len(), work.puzzles, work.shards);
    say!("{}: {puzzles} puzzles{strata}{decoys} × {strategies} strategies in {shards} shards", work.campaign.name);
    say_controls(shards, &work.controls);
    say!("{} is campaign {}", args.out.display(), plan.campaign_id);
    Ok(Found::Fine)
}

fn plan_count(rules: &str, args: &Args) -> Result<Found> {
    let puzzle = Problem::new(rules, args.puzzle.as_deref()).read()?;
    let plan = CountPlan::of(&puzzle, &args.strategy, args.shards, args.controls)?;
    plan.write(&args.out)?;
    let (count, shards) = (&plan.work.count, plan.work.shards);
    say!("{}: {} prefixes of {} cells in {shards} shards", count.rules, count.prefixes, count.cells);
    say_controls(shards, &plan.work.controls);
    say!("{} is campaign {}", args.out.display(), plan.campaign_id);
    Ok(Found::Fine)
}

fn say_controls(shards: u32, controls: &[u32]) {
    for (part, control) in (shards..).zip(controls) {
        say!("{part}/{shards} is the control of shard {control}: make it on another host");
    }
}
