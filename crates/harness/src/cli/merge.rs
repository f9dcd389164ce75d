//! `harness merge`.

use std::path::PathBuf;

use anyhow::Result;
use model::solve::erased::Strategies;

use super::count::Answer;
use super::{Format, Found, print, run};
use crate::campaign::default_reports;
use crate::report::shard_facts;
use crate::shards::{self, CountPlan, Merged, Planned, Sum, Wanted};

#[derive(clap::Args)]
pub(super) struct Args {
    /// What harness plan wrote.
    plan: PathBuf,
    /// The folder of the shard files.
    dir: PathBuf,
    /// The run directory goes below this.
    #[arg(long, value_name = "REPORTS")]
    out: Option<PathBuf>,
    /// Leave the times out, as when they are of several CPU models.
    #[arg(long)]
    counts_only: bool,
    /// How the summary is printed.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub(super) fn main(args: &Args, registry: &Strategies) -> Result<Found> {
    let plan = match Planned::read(&args.plan)? {
        Planned::Campaign(plan) => plan,
        Planned::Count(plan) => return sum(&plan, args),
    };
    let reports = args.out.clone().unwrap_or_else(default_reports);
    let wanted = if args.counts_only { Wanted::Counts } else { Wanted::All };
    let command = std::env::args().collect();
    match shards::merge(&plan, &args.dir, &reports, registry.clone(), command, wanted)? {
        Merged::Run { dir, manifest, finished, is_split } => {
            run::show(&dir, &manifest, &finished, false, args.format)?;
            let reference = manifest.campaign.reference.as_deref().unwrap_or("the reference");
            for (name, value) in manifest.sharded.iter().flat_map(|sharded| shard_facts(sharded, reference)) {
                say!("{name}: {value}");
            }
            if !is_split {
                return Ok(if finished.is_wrong() { Found::Wrong } else { Found::Fine });
            }
            say!(
                "the shards ran under several conditions, and their times are not put together: --counts-only asks for no times"
            );
            Ok(Found::Wrong)
        }
        Merged::Refused(troubles) => Ok(refuse(troubles)),
    }
}

/// Prints what the shards of a count add up to, as `harness count` does.
fn sum(plan: &CountPlan, args: &Args) -> Result<Found> {
    match shards::add_up(plan, &args.dir)? {
        Sum::Solutions(solutions) => {
            let count = &plan.work.count;
            let status = if solutions == 0 { "none" } else { "ok" };
            let answer = Answer { solutions, exhausted: true, status, rules: &count.rules, strategy: &count.strategy };
            print(&answer.text(args.format)?)?;
            say!(
                "{} prefixes of {} cells, each counted once, in {} shards",
                count.prefixes,
                count.cells,
                plan.work.shards
            );
            Ok(Found::Fine)
        }
        Sum::Refused(troubles) => Ok(refuse(troubles)),
    }
}

fn refuse(troubles: Vec<String>) -> Found {
    for trouble in troubles {
        say!("{trouble}");
    }
    say!("nothing was merged");
    Found::Wrong
}
