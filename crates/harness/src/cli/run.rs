//! `harness run`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use clap::builder::RangedU64ValueParser;
use model::solve::erased::Strategies;

use super::building::assignment;
use super::signals::{set_last_word, stop_on_signals};
use super::{Format, Found, STOP, is_broken_pipe};
use crate::campaign::{AskText, Campaign, Memory, StepLimits, Stratum, Time, Told, default_reports};
use crate::executor::Hands;
use crate::external::External;
use crate::manifest::{Manifest, and_strata};
use crate::ranking::troubles;
use crate::report::rank;
use crate::run::{self, Binaries, Ended, Extent, Finished, Plan, Talk};
use crate::run_dir::RunDir;
use crate::shards::{self, Made, Planned, Shard};
use crate::summary;
use crate::terminal::Paint;

/// A number of at least 1.
fn positive() -> RangedU64ValueParser {
    RangedU64ValueParser::new().range(1..)
}

/// What is changed of a campaign.
#[derive(clap::Args)]
#[group(id = "changes", multiple = true)]
#[expect(clippy::struct_excessive_bools, reason = "flags of the command line")]
pub(super) struct Changes {
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
    /// Another population, judged by itself and never pooled with the selection. More than one may be given.
    #[arg(long, value_name = "NAME=CORPUS")]
    stratum: Vec<Stratum>,
    /// Of each stratum, draw N.
    #[arg(long, value_name = "N", value_parser = positive())]
    stratum_sample: Option<u64>,
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
    /// Pass over lines that cannot be read or clash, and count them.
    #[arg(long)]
    skip_bad: bool,
    /// Decoys in per cent of the selection; 0 for none.
    #[arg(long, value_name = "PCT", value_parser = percent)]
    decoys: Option<f64>,
    /// Time each puzzle in a seeded equivalent form: rows, columns, bands, values rearranged. Counts are of puzzles as stored.
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    symmetry: Option<bool>,
    /// Count the first puzzles again in N seeded equivalent forms; 0 for none.
    #[arg(long, value_name = "N")]
    forms: Option<u32>,
    /// Let random strategies count them again with N other seeds; 0 for none.
    #[arg(long, value_name = "N")]
    seeds: Option<u32>,
    /// How many puzzles are counted again in other forms and with other seeds.
    #[arg(long, value_name = "N", value_parser = positive())]
    varied: Option<u64>,
    /// What strategies are told (harness strategies lists options). More than one may be given.
    #[arg(long, value_name = "STRATEGY:NAME=VALUE", value_parser = told)]
    option: Vec<(String, String, Told)>,
    /// Certify a seeded sample of the puzzles that have no solution or one, by all strategies that answered.
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    certify: Option<bool>,
    /// How many puzzles are certified.
    #[arg(long, value_name = "N", value_parser = positive())]
    certified: Option<u64>,
    /// A program that takes part too: one that answers lines, a SAT solver (its command holds {cnf}), or FILE.so:FUNCTION;
    /// `{ask}` becomes first or unique. More than one may be given.
    #[arg(long, value_name = "ID=COMMAND")]
    external: Vec<External>,
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
}

#[derive(clap::Args)]
pub(super) struct Args {
    /// `default`, or a campaign's TOML file.
    #[arg(default_value = "default")]
    campaign: String,
    #[command(flatten)]
    changes: Changes,
    /// Threads of the counted pass; all cores by default.
    #[arg(long, value_name = "N", value_parser = positive())]
    threads: Option<u64>,
    /// Run directories go below this, and shard files into it.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Go on with a run that was interrupted.
    #[arg(long, value_name = "RUN_DIR", conflicts_with_all = ["campaign", "changes", "out"])]
    resume: Option<PathBuf>,
    /// Go on although the run was begun by another binary: its times may be others. The manifest lists both.
    #[arg(long, requires = "resume")]
    other_binary: bool,
    /// Make a shard of what harness plan wrote.
    #[arg(long, value_name = "PLAN", requires_all = ["shard", "out"], conflicts_with_all = ["campaign", "changes", "resume"])]
    plan: Option<PathBuf>,
    /// Which shard, from 0, of how many: 3/100; from 100/100 on they are the controls.
    #[arg(long, value_name = "I/N", requires = "plan")]
    shard: Option<Shard>,
    /// Print the places too: ratios, ties, and where each loses; with --format json or csv in the place of the summary.
    #[arg(long, conflicts_with = "plan")]
    rank: bool,
    /// How the summary is printed.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

impl Changes {
    /// Whether it says which puzzles.
    fn selects(&self) -> bool {
        let numbers = [self.offset, self.stride, self.sample, self.limit];
        self.corpus.is_some() || self.rules.is_some() || numbers.iter().any(Option::is_some)
    }

    /// The campaign of this name with what the command line changes.
    pub(super) fn campaign(self, name: &str) -> Result<Campaign> {
        // Whoever selects puzzles means those.
        let selects = self.selects();
        let set: BTreeMap<String, String> = self.set.into_iter().collect();
        let mut campaign = Campaign::read(name, &set)?;
        if selects {
            campaign.strata.clear();
        }
        if let Some(corpus) = self.corpus {
            // Another corpus than the campaign's: its draw and its rules do not go with it.
            if name == "default" {
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
        put(&mut campaign.ask, self.ask);
        put(&mut campaign.strategies, self.strategies);
        put(&mut campaign.offset, self.offset);
        put(&mut campaign.stride, self.stride);
        put(&mut campaign.seed, self.seed);
        put(&mut campaign.step_limit, self.step_limit.map(StepLimits::One));
        put(&mut campaign.time_limit, self.time_limit);
        put(&mut campaign.reps, self.reps);
        put(&mut campaign.decoys, self.decoys);
        put(&mut campaign.forms, self.forms);
        put(&mut campaign.seeds, self.seeds);
        put(&mut campaign.varied, self.varied);
        put(&mut campaign.certify, self.certify);
        put(&mut campaign.certified, self.certified);
        put(&mut campaign.grace, self.grace);
        let hands = if self.in_process { Some(Hands::Threads) } else { self.executor };
        campaign.executor = hands.or(campaign.executor).or(Some(Hands::Workers));
        campaign.memory_limit = self.memory_limit.or(campaign.memory_limit);
        campaign.rules = self.rules.or(campaign.rules);
        campaign.sample = self.sample.or(campaign.sample);
        campaign.limit = self.limit.or(campaign.limit);
        campaign.counters = self.counters.or(campaign.counters);
        campaign.time_budget = self.time_budget.or(campaign.time_budget);
        campaign.reference = self.reference.or(campaign.reference);
        campaign.external.extend(self.external);
        if !self.stratum.is_empty() {
            campaign.strata = self.stratum;
            campaign.stratum_sample = None;
        }
        campaign.stratum_sample = self.stratum_sample.or(campaign.stratum_sample);
        for (pattern, name, value) in self.option {
            campaign.options.entry(pattern).or_default().insert(name, value);
        }
        campaign.counts_only |= self.counts_only;
        campaign.skip_bad |= self.skip_bad;
        campaign.symmetry = self.symmetry.unwrap_or(campaign.symmetry);
        campaign.pin |= self.pin;
        Ok(campaign)
    }
}

pub(super) fn percent(text: &str) -> Result<f64, String> {
    let percent: f64 = text.parse().map_err(|_| format!("`{text}` is no number"))?;
    if (0.0..=100.0).contains(&percent) { Ok(percent) } else { Err("per cent are 0 to 100".into()) }
}

/// What strategies are told: `ps12/paper:branch=low`.
fn told(text: &str) -> Result<(String, String, Told), String> {
    let (name, value) = assignment(text)?;
    match name.rsplit_once(':') {
        Some((pattern, name)) if !pattern.is_empty() => {
            let Ok(value) = value.parse();
            Ok((pattern.to_owned(), name.to_owned(), value))
        }
        _ => Err(format!("`{text}` is not STRATEGY:NAME=VALUE")),
    }
}

pub(super) fn main(args: Args, registry: &Strategies) -> Result<Found> {
    let format = args.format;
    let threads = args.threads.map(|threads| threads as usize);
    if let Args { plan: Some(plan), shard: Some(shard), out: Some(out), .. } = &args {
        return make_shard(plan, *shard, out, threads, registry);
    }
    stop_on_signals()?;
    let (plan, dir, mut manifest) = if let Some(path) = &args.resume {
        let binaries = if args.other_binary { Binaries::Other } else { Binaries::Same };
        let Some((mut plan, dir, manifest)) = run::reopen(path, registry.clone(), binaries)? else {
            say!("{} is finished; nothing to resume", path.display());
            return Ok(Found::Fine);
        };
        plan.campaign.threads = threads.or(plan.campaign.threads);
        (plan, dir, manifest)
    } else {
        let reports = args.out.clone().unwrap_or_else(default_reports);
        let mut campaign = args.changes.campaign(&args.campaign)?;
        campaign.threads = threads.or(campaign.threads);
        run::begin(campaign, registry.clone(), &reports, std::env::args().collect())?
    };
    let go_on = format!("go on with: harness run --resume {}", dir.path().display());
    set_last_word(go_on.clone());
    // In one string: no cause within is that of a reader who has gone.
    let rows =
        make(plan, &dir, &mut manifest).map_err(|error| anyhow!("{error:#}\nwhat was written stays; {go_on}"))?;
    let Some(finished) = rows else {
        say!("interrupted; {go_on}");
        return Ok(Found::Unusable);
    };
    show(&dir, &manifest, &finished, args.rank, format)?;
    Ok(if finished.is_wrong() { Found::Wrong } else { Found::Fine })
}

/// Makes everything that is missing. `None` when it was stopped.
fn make(plan: Plan, dir: &RunDir, manifest: &mut Manifest) -> Result<Option<Finished>> {
    say_plan(&plan, dir)?;
    manifest.dirty().into_iter().for_each(|text| say!("{text}"));
    if run::make_rows(&plan, dir, manifest, Extent::Campaign, &STOP, Talk::Usual)? == Ended::Interrupted {
        return Ok(None);
    }
    // The puzzles are in the files now; the report reads them from there.
    drop(plan);
    run::complete(dir, manifest).map(Some)
}

/// Makes a shard, unless it is there.
fn make_shard(plan: &Path, shard: Shard, out: &Path, threads: Option<usize>, registry: &Strategies) -> Result<Found> {
    stop_on_signals()?;
    let begin = Instant::now();
    let made = match Planned::read(plan)? {
        Planned::Campaign(plan) => shards::make(&plan, shard, out, registry.clone(), threads, &STOP)?,
        Planned::Count(plan) => shards::make_count(&plan, shard, out, &STOP)?,
    };
    let file = shards::path(out, shard.index);
    match made {
        Made::Published => say!("shard {shard}: {} in {:.1?}", file.display(), begin.elapsed()),
        Made::Late => say!("shard {shard}: another attempt was first; this one is discarded"),
        Made::There => say!("shard {shard}: {} is there", file.display()),
        Made::Interrupted => {
            say!("interrupted: shard {shard} is still to be made");
            return Ok(Found::Unusable);
        }
    }
    Ok(Found::Fine)
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
    say!("{}: {puzzles} puzzles of {} ({})", campaign.name, plan.puzzles.rules.name(), plan.corpus.path);
    if !plan.skipped.is_empty() {
        say!("skipped {} bad lines, the first: {}", plan.skipped.len(), plan.skipped[0]);
    }
    let strata = and_strata(&plan.strata);
    let decoys = if plan.decoys.is_empty() { String::new() } else { format!(" and {} decoys", plan.decoys.len()) };
    say!(
        "{puzzles} puzzles{strata}{decoys} × {strategies} strategies × (1 counted + {passes} timed) passes, ask {}: roughly {about}",
        campaign.ask
    );
    for entry in &plan.entries {
        if entry.record.external.as_ref().is_some_and(|external| external.binary.is_none()) {
            say!("{} is missing: there is no program ({})", entry.record.id, entry.record.summary);
        }
    }
    say!("into {} (planned in {:.1?})", dir.path().display(), begin.elapsed());
    Ok(())
}

/// Shows what came of a run; with `places` the summary and the places for people, the places alone for programs.
pub(super) fn show(dir: &RunDir, manifest: &Manifest, finished: &Finished, places: bool, format: Format) -> Result<()> {
    let Finished { results, ranking, .. } = finished;
    let paint = Paint::of_stdout();
    let table = || summary::table(ranking, &rank::leaders(results, ranking), paint);
    tell(&match (format, places) {
        (Format::Text, false) => table(),
        (Format::Text, true) => format!("{}\n{}", table(), rank::text(results, ranking, paint)),
        (Format::Json, false) => summary::json(ranking),
        (Format::Json, true) => rank::json(results, ranking),
        (Format::Csv, false) => summary::csv(ranking),
        (Format::Csv, true) => rank::csv(results, ranking),
    })?;
    // Whoever looks at the table has read it there.
    if format != Format::Text || paint == Paint::Plain {
        for note in troubles(results) {
            say!("{note}");
        }
    }
    if manifest.skipped_lines > 0 {
        say!("{} bad lines of the corpus were skipped", manifest.skipped_lines);
    }
    say!("report: {}", dir.path().join("report.html").display());
    Ok(())
}

/// Prints what was found out. Whoever read it may be gone: what is said beside it is said all the same.
fn tell(text: &str) -> Result<()> {
    super::print(text).or_else(|error| if is_broken_pipe(&error) { Ok(()) } else { Err(error) })
}
