//! `harness run`.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::builder::RangedU64ValueParser;

use super::{Format, Found, Registry, STOP, stop_on_signals};
use crate::campaign::{AskText, Campaign, Memory, StepLimits, Time, default_reports};
use crate::executor::Hands;
use crate::manifest::Manifest;
use crate::ranking::troubles;
use crate::run::{self, Ended, Extent, Finished, Plan, Talk};
use crate::run_dir::RunDir;
use crate::summary;

/// A number of at least 1.
fn positive() -> RangedU64ValueParser {
    RangedU64ValueParser::new().range(1..)
}

#[derive(clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "flags of the command line")]
pub(super) struct Args {
    /// `default`, or a campaign's TOML file.
    #[arg(default_value = "default")]
    campaign: String,
    /// A file of puzzles, one a line.
    #[arg(long, value_name = "FILE")]
    corpus: Option<String>,
    /// Rules of the puzzles where neither their length nor a header says: sudoku-3, latin-7, jigsaw:FILE, units:FILE …
    #[arg(long)]
    rules: Option<String>,
    /// `all`, families, globs or ids, separated by commas.
    #[arg(long, value_delimiter = ',', value_name = "LIST")]
    strategies: Option<Vec<String>>,
    /// What is asked of each puzzle: first, unique, count or count:CAP.
    #[arg(long)]
    ask: Option<AskText>,
    /// Skip the first O puzzles.
    #[arg(long, value_name = "O")]
    offset: Option<u64>,
    /// Then take every K-th puzzle, the first included.
    #[arg(long, value_name = "K", value_parser = positive())]
    stride: Option<u64>,
    /// Of those, draw N.
    #[arg(long, value_name = "N", value_parser = positive())]
    sample: Option<u64>,
    /// Of those, take N at most.
    #[arg(long, value_name = "N", value_parser = positive())]
    limit: Option<u64>,
    /// Seed of the draw, the order, the decoys and the random strategies.
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Steps (conflicts for SAT) a puzzle in the counted pass.
    #[arg(long, value_name = "N")]
    step_limit: Option<u64>,
    /// Time a puzzle in the timed pass, such as 100ms.
    #[arg(long, value_name = "D")]
    time_limit: Option<Time>,
    /// Timed passes.
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..))]
    reps: Option<u32>,
    /// Answers and counts only: no timed pass, no decoys.
    #[arg(long)]
    counts_only: bool,
    /// Counter columns to keep, separated by commas.
    #[arg(long, value_delimiter = ',', value_name = "LIST")]
    counters: Option<Vec<String>>,
    /// Threads of the counted pass; all cores by default.
    #[arg(long, value_name = "N", value_parser = positive())]
    threads: Option<u64>,
    /// Pass over lines that cannot be read or clash, and count them.
    #[arg(long)]
    skip_bad: bool,
    /// Decoys in per cent of the selection; 0 for none.
    #[arg(long, value_name = "PCT", value_parser = percent)]
    decoys: Option<f64>,
    /// Time each puzzle in a seeded equivalent form: rows, columns, bands, values rearranged. Counts are of puzzles as stored.
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    symmetry: Option<bool>,
    /// Fill {NAME} in the campaign's strings.
    #[arg(long, value_name = "NAME=VALUE", value_parser = assignment)]
    set: Vec<(String, String)>,
    /// Start no new timed pass once this is spent.
    #[arg(long, value_name = "D")]
    time_budget: Option<Time>,
    /// Strategy that ratios refer to.
    #[arg(long, value_name = "ID")]
    reference: Option<String>,
    /// Keep the timed pass, and the programs that it asks, on one core (Linux).
    #[arg(long)]
    pin: bool,
    /// Who runs the strategies: processes under supervision, which can be killed, or threads of the harness. [default: workers]
    #[arg(long, value_enum, value_name = "WHO")]
    executor: Option<Hands>,
    /// As --executor threads.
    #[arg(long, conflicts_with_all = ["executor", "memory_limit", "grace"])]
    in_process: bool,
    /// Memory that a worker process may take, such as 2G (Unix).
    #[arg(long, value_name = "SIZE")]
    memory_limit: Option<Memory>,
    /// How long beyond the time limit a strategy may give no sign of life before its worker is killed.
    #[arg(long, value_name = "D")]
    grace: Option<Time>,
    /// Run directories go below this.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Go on with a run that was interrupted.
    #[arg(long, value_name = "RUN_DIR", conflicts_with_all = ["campaign", "corpus", "strategies", "out"])]
    resume: Option<PathBuf>,
    /// How the summary is printed.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

fn percent(text: &str) -> Result<f64, String> {
    let percent: f64 = text.parse().map_err(|_| format!("`{text}` is no number"))?;
    if (0.0..=100.0).contains(&percent) { Ok(percent) } else { Err("per cent are 0 to 100".into()) }
}

fn assignment(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err(format!("`{text}` is not NAME=VALUE")),
    }
}

pub(super) fn main(args: Args, registry: Registry) -> Result<Found> {
    let format = args.format;
    let (plan, dir, mut manifest) = if let Some(path) = &args.resume {
        let Some(opened) = run::reopen(path, registry())? else {
            eprintln!("{} is finished; nothing to resume", path.display());
            return Ok(Found::Fine);
        };
        opened
    } else {
        let reports = args.out.clone().unwrap_or_else(default_reports);
        run::begin(campaign(args)?, registry(), &reports, std::env::args().collect())?
    };
    stop_on_signals()?;
    say_plan(&plan, &dir)?;
    match run::make_rows(&plan, &dir, &mut manifest, Extent::Campaign, &STOP, Talk::Usual)? {
        Ended::Complete => {
            // The puzzles are in the files now; the report reads them from there.
            drop(plan);
            let finished = run::complete(&dir, &mut manifest)?;
            show(&dir, &manifest, &finished, format)?;
            Ok(if finished.is_wrong() { Found::Wrong } else { Found::Fine })
        }
        Ended::Interrupted => {
            eprintln!("interrupted; go on with: harness run --resume {}", dir.path().display());
            Ok(Found::Unusable)
        }
    }
}

/// The campaign with what the command line changes.
fn campaign(args: Args) -> Result<Campaign> {
    let set: BTreeMap<String, String> = args.set.into_iter().collect();
    let mut campaign = Campaign::read(&args.campaign, &set)?;
    if let Some(corpus) = args.corpus {
        // Another corpus than the campaign's: its draw and its rules do not go with it.
        if args.campaign == "default" {
            campaign.name = "custom".into();
            campaign.description = String::new();
            campaign.sample = None;
        }
        campaign.corpus = Some(corpus);
    }
    fn put<T>(into: &mut T, value: Option<T>) {
        if let Some(value) = value {
            *into = value;
        }
    }
    put(&mut campaign.ask, args.ask);
    put(&mut campaign.strategies, args.strategies);
    put(&mut campaign.offset, args.offset);
    put(&mut campaign.stride, args.stride);
    put(&mut campaign.seed, args.seed);
    put(&mut campaign.step_limit, args.step_limit.map(StepLimits::One));
    put(&mut campaign.time_limit, args.time_limit);
    put(&mut campaign.reps, args.reps);
    put(&mut campaign.decoys, args.decoys);
    put(&mut campaign.grace, args.grace);
    let hands = if args.in_process { Some(Hands::Threads) } else { args.executor };
    campaign.executor = hands.or(campaign.executor).or(Some(Hands::Workers));
    campaign.memory_limit = args.memory_limit.or(campaign.memory_limit);
    campaign.rules = args.rules.or(campaign.rules);
    campaign.sample = args.sample.or(campaign.sample);
    campaign.limit = args.limit.or(campaign.limit);
    campaign.counters = args.counters.or(campaign.counters);
    campaign.threads = args.threads.map(|threads| threads as usize).or(campaign.threads);
    campaign.time_budget = args.time_budget.or(campaign.time_budget);
    campaign.reference = args.reference.or(campaign.reference);
    campaign.counts_only |= args.counts_only;
    campaign.skip_bad |= args.skip_bad;
    campaign.symmetry = args.symmetry.unwrap_or(campaign.symmetry);
    campaign.pin |= args.pin;
    Ok(campaign)
}

fn say_plan(plan: &Plan, dir: &RunDir) -> Result<()> {
    let campaign = &plan.campaign;
    let (puzzles, strategies) = (plan.selected(), plan.entries.len());
    let passes = if campaign.counts_only { 0 } else { campaign.reps };
    let begin = Instant::now();
    let paces = plan.sample_paces(&STOP)?;
    let limit = campaign.time_limit.ns() as f64;
    let all = plan.puzzles.len() as f64;
    // Counting is taken to cost a half more; a pair that the first try did not finish is taken to go to its limit.
    let counted: f64 = paces.iter().map(|pace| 1.5 * pace * all).sum::<f64>() / plan.threads() as f64;
    let timed: f64 = paces.iter().map(|pace| pace.min(limit) * all * f64::from(passes)).sum();
    let mut estimate = Duration::from_nanos((counted + timed) as u64);
    if let Some(budget) = campaign.time_budget.filter(|budget| passes > 1 && estimate > budget.0) {
        estimate = budget.0;
    }
    let about = humantime::format_duration(Duration::from_secs(estimate.as_secs().max(1)));
    eprintln!("{}: {puzzles} puzzles of {} ({})", campaign.name, plan.puzzles.rules.name(), plan.corpus.path);
    if !plan.skipped.is_empty() {
        eprintln!("skipped {} bad lines, the first: {}", plan.skipped.len(), plan.skipped[0]);
    }
    let decoys = if plan.decoys.is_empty() { String::new() } else { format!(" and {} decoys", plan.decoys.len()) };
    eprintln!(
        "{puzzles} puzzles{decoys} × {strategies} strategies × (1 counted + {passes} timed) passes, ask {}: roughly {about}",
        campaign.ask
    );
    for entry in &plan.entries {
        if entry.record.external.as_ref().is_some_and(|external| external.binary.is_none()) {
            eprintln!("{} is missing: there is no program ({})", entry.record.id, entry.record.summary);
        }
    }
    eprintln!("into {} (planned in {:.1?})", dir.path().display(), begin.elapsed());
    Ok(())
}

fn show(dir: &RunDir, manifest: &Manifest, finished: &Finished, format: Format) -> Result<()> {
    let ranking = &finished.ranking;
    let text = match format {
        Format::Text => summary::table(ranking),
        Format::Json => summary::json(ranking),
        Format::Csv => summary::csv(ranking),
    };
    super::print(&text)?;
    for note in troubles(&finished.results) {
        eprintln!("{note}");
    }
    if manifest.skipped_lines > 0 {
        eprintln!("{} bad lines of the corpus were skipped", manifest.skipped_lines);
    }
    eprintln!("report: {}", dir.path().join("report.html").display());
    Ok(())
}
