//! `harness compare`.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, bail};
use model::solve::erased::Strategies;

use super::run::Changes;
use super::{Format, Found, STOP, print, stop_on_signals};
use crate::campaign::Time;
use crate::compare::{self, Comparison, Session};
use crate::replication::PROCESSES;
use crate::run::{Plan, Talk};
use crate::run_dir::RunDir;

#[derive(clap::Args)]
pub(super) struct Args {
    /// A run directory; with --live a binary of the harness.
    a: PathBuf,
    /// Another one. With --live and without it, strategies of A are compared with the campaign's reference.
    b: Option<PathBuf>,
    /// Time both now, their worker processes side by side.
    #[arg(long)]
    live: bool,
    /// With --live: `default`, or a campaign's TOML file.
    #[arg(long, value_name = "CAMPAIGN", default_value = "default", requires = "live")]
    campaign: String,
    /// With --live: pairs of fresh processes, ten or more.
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u32).range(PROCESSES as i64..), requires = "live")]
    pairs: u32,
    /// With --live: about how long a process is timed. A fast strategy makes more passes, a slow one takes fewer puzzles, thirty at
    /// least.
    #[arg(long, value_name = "D", default_value = "100ms", requires = "live")]
    process_time: Time,
    #[command(flatten, next_help_heading = "With --live, what is changed of the campaign")]
    changes: Changes,
    /// Exit 1 when B surely takes longer than A by more than this many per cent, or a counter rose by more.
    #[arg(long, value_name = "PCT", value_parser = above)]
    fail_above: Option<f64>,
    /// How it is printed.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

fn above(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|percent| *percent >= 0.0).ok_or_else(|| format!("`{text}` are no per cent of 0 or more"))
}

pub(super) fn main(args: Args, registry: &Strategies) -> Result<Found> {
    let (fail_above, format) = (args.fail_above, args.format);
    let comparison = if args.live {
        let Some(comparison) = live(args, registry)? else {
            say!("interrupted; nothing was compared");
            return Ok(Found::Unusable);
        };
        comparison
    } else {
        let Some(b) = &args.b else { bail!("two run directories are compared, or binaries with --live") };
        compare::saved(&RunDir::open(&args.a)?, &RunDir::open(b)?)?
    };
    print(&match format {
        Format::Text => compare::text(&comparison),
        Format::Json => compare::json(&comparison)?,
        Format::Csv => compare::csv(&comparison),
    })?;
    Ok(fail_above.map_or(Found::Fine, |percent| judge(&comparison, percent)))
}

fn live(args: Args, registry: &Strategies) -> Result<Option<Comparison>> {
    let process_time = args.process_time.0;
    let mut campaign = args.changes.campaign(&args.campaign)?;
    campaign.external.clear();
    campaign.counts_only = false;
    campaign.decoys = 0.0;
    campaign.strata.clear();
    let plan = Plan::new(campaign, registry.clone())?;
    stop_on_signals()?;
    let session = Session { pairs: args.pairs as usize, process_time, stop: &STOP, talk: Talk::Usual };
    let contestants = if args.b.is_some() { plan.entries.len() } else { plan.entries.len().saturating_sub(1) };
    let processes = 3 * contestants as u32 * args.pairs;
    say!(
        "{contestants} contests × {} pairs of processes, up to {} puzzles, ask {}: roughly {}",
        args.pairs,
        plan.selected(),
        plan.campaign.ask,
        humantime::format_duration(Duration::from_secs((process_time * processes).as_secs().max(1)))
    );
    match &args.b {
        Some(b) => compare::builds(&plan, &args.a, b, session),
        None => compare::strategies(&plan, &args.a, session),
    }
}

/// Names what got worse by more than it may.
fn judge(comparison: &Comparison, percent: f64) -> Found {
    let slower =
        comparison.regressions(percent).into_iter().map(|contest| format!("{} takes longer", contest.strategy));
    let counters = comparison.counters.iter().flat_map(|counters| &counters.differences);
    let counters = counters.filter(|one| one.is_above(percent)).map(|one| format!("{} {}", one.strategy, one.column));
    let all: Vec<String> = slower.chain(counters).collect();
    if all.is_empty() {
        return Found::Fine;
    }
    say!("worse by more than {percent} %: {}", all.join(", "));
    Found::Wrong
}
