//! `harness corpus grow`: other puzzles with as many clues, from a few that have one solution.

mod file;

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use anyhow::{Context, Result, bail};
use model::text::board_text;
use model::{Givens, Rules};

use super::super::puzzles::{Input, named_rules};
use super::super::{Found, STOP, print, stop_on_signals};
use crate::corpus::Source;
use crate::grow::{Frontier, Grower};
use crate::registry::registry;
use crate::run::Talk;
use file::GrownFile;

#[derive(clap::Args)]
#[command(
    after_help = "Takes away one or two clues, adds as many, and keeps what has one solution, one puzzle of a class; then \
    the same with what it found. What it writes depends on the seeds alone, not on the number of threads. With --out it goes \
    on where it was stopped. Exit code: 1 where a class is not in the file of --check, or dancing links find another number \
    of solutions."
)]
pub(in crate::cli) struct Args {
    /// Puzzles to start from, each with one solution: a puzzle, a file, or - for standard input. What was begun with --out has
    /// its own.
    #[arg(long, value_name = "PUZZLE|FILE", required_unless_present = "out")]
    seeds: Option<String>,
    /// Rules, where neither length nor header says.
    #[arg(long)]
    rules: Option<String>,
    /// Stop at so many classes; what the last batch found beyond is kept.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    target: usize,
    /// File to write, and to go on with where it is there; standard output by default.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Say which classes are not among those of this file.
    #[arg(long, value_name = "FILE")]
    check: Option<String>,
    /// Threads; all cores by default.
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
}

pub(in crate::cli) fn main(args: &Args) -> Result<Found> {
    stop_on_signals()?;
    let mut file = args.out.as_deref().map(GrownFile::open).transpose()?;
    let begun = file.as_mut().and_then(GrownFile::take_begun);
    let (rules, seeds) = match (&begun, args.seeds.as_deref()) {
        (Some(begun), _) => (begun.rules.clone(), begun.seeds.clone()),
        (None, Some(seeds)) => args.read(seeds)?,
        (None, None) => bail!("--seeds: there is nothing to go on with yet"),
    };
    let mut frontier = Frontier::new(rules.clone());
    frontier.add(seeds.iter().cloned());
    if let (Some(_), Some(asked)) = (&begun, args.seeds.as_deref()) {
        let asked: Vec<Givens> = args.read(asked)?.1.iter().map(|seed| frontier.form(seed)).collect();
        if !asked.iter().all(|seed| frontier.classes().contains(seed)) {
            bail!("what is in the file was grown from other seeds");
        }
    }
    let wanted = args.check.as_deref().map(|file| classes(file, &rules, &frontier)).transpose()?;
    let grower = Grower::new(rules.clone(), registry())?;
    let jobs = args.jobs.map_or(0, NonZeroUsize::get);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build().context("cannot start threads")?;
    let mut told = Told { rules: &rules, wanted, wrong: 0 };
    let doubted = |puzzles: &[Givens]| pool.install(|| grower.doubted(puzzles).len());
    if doubted(frontier.classes()) > 0 {
        bail!("a seed has no solution, or several");
    }
    match begun {
        None => told.batch(file.as_mut(), frontier.classes())?,
        Some(begun) => {
            told.known(frontier.classes());
            for batch in begun.batches {
                let before = frontier.classes().len();
                frontier.batch();
                frontier.add(batch);
                told.known(&frontier.classes()[before..]);
            }
            say!("going on with {} classes", frontier.classes().len());
        }
    }
    let missing = args.target.saturating_sub(frontier.classes().len());
    let mut bar = Talk::Usual.bar("growing", missing as u64, "classes more");
    while frontier.classes().len() < args.target {
        let batch = frontier.batch();
        if batch.is_empty() {
            break;
        }
        let Some(found) = pool.install(|| grower.grow(&batch, &STOP)) else { break };
        let before = frontier.classes().len();
        frontier.add(found);
        let new = &frontier.classes()[before..];
        let doubted = doubted(new);
        if doubted > 0 {
            say!("dancing links doubt that {doubted} of {} puzzles have one solution", new.len());
            told.wrong += doubted;
        }
        told.batch(file.as_mut(), new)?;
        bar.advance(new.len());
    }
    bar.finish();
    told.end(args, &frontier);
    Ok(match (told.wrong, STOP.load(Ordering::Relaxed)) {
        (1.., _) => Found::Wrong,
        (0, true) => Found::Unusable,
        (0, false) => Found::Fine,
    })
}

impl Args {
    fn read(&self, seeds: &str) -> Result<(Arc<Rules>, Vec<Givens>)> {
        let (mut read, mut rules) = (Vec::new(), None);
        let input = Input { argument: seeds, rules: named_rules(self.rules.as_deref())?, format: None };
        input.each(&mut |_, its, givens| {
            rules = Some(its.clone());
            read.push(givens);
            Ok(())
        })?;
        Ok((rules.context("a file without puzzles was refused")?, read))
    }
}

/// The classes of a file.
fn classes(file: &str, rules: &Arc<Rules>, frontier: &Frontier) -> Result<HashSet<Givens>> {
    let source = Source::parse(file);
    let reader = model::text::Reader::new(source.open()?, Some(rules.clone()));
    reader
        .map(|entry| Ok(frontier.form(&entry.map_err(|error| anyhow::anyhow!("{}: {error}", source.name()))?.givens)))
        .collect()
}

/// What is written of classes, and what is wrong with them.
struct Told<'a> {
    rules: &'a Arc<Rules>,
    wanted: Option<HashSet<Givens>>,
    wrong: usize,
}

impl Told<'_> {
    /// Writes a batch of classes.
    fn batch(&mut self, file: Option<&mut GrownFile>, classes: &[Givens]) -> Result<()> {
        self.known(classes);
        if let Some(file) = file {
            return file.add(self.rules, classes);
        }
        let lines = classes.iter().map(|class| board_text(class.values(), self.rules.values()) + "\n");
        print(&lines.collect::<String>())
    }

    /// Holds classes against those that are wanted.
    fn known(&mut self, classes: &[Givens]) {
        let Some(wanted) = &self.wanted else { return };
        for class in classes.iter().filter(|class| !wanted.contains(class)) {
            say!("not in the file: {}", board_text(class.values(), self.rules.values()));
            self.wrong += 1;
        }
    }

    fn end(&self, args: &Args, frontier: &Frontier) {
        let (classes, looked_at, left) = (frontier.classes().len(), frontier.looked_at(), frontier.left());
        say!("{classes} classes; {looked_at} remainders looked at, {left} left");
        if let (Some(wanted), Some(file)) = (&self.wanted, &args.check) {
            let among = frontier.classes().iter().filter(|class| wanted.contains(class)).count();
            say!("{among} of them are among the {} classes of {file}", wanted.len());
        }
        if let (Some(out), true) = (&args.out, left > 0) {
            let command = if classes < args.target { "the same command" } else { "a higher --target" };
            say!("{command} goes on with {}", out.display());
        }
    }
}
