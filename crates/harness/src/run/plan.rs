//! Everything that is settled before the first row.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use model::Givens;
use model::solve::erased::Strategies;
use model::solve::{Options, Random};
use model::symmetry::{Rearrangement, Symmetry};
use model::text::board_text;

use crate::campaign::Campaign;
use crate::corpus::{Puzzles, Selection, Source, load};
use crate::decoys::{self, Decoy};
use crate::executor::{Crew, Executor, Hands, Threads, Workers};
use crate::external::{self, External, ExternalRecord, Programs};
use crate::jobs::{AtHand, COUNTED_BLOCK, Job, Pass};
use crate::ledger::Ledger;
use crate::manifest::{CorpusRecord, StrategyRecord, StratumRecord};
use crate::registry::{is_selected, select, suggestion};
use crate::run_dir::{RunDir, csv_line};
use crate::worker::Terms;

/// A timed block takes about this long.
const TIMED_BLOCK: Duration = Duration::from_millis(20);

/// What a program is taken to need for a puzzle before it was asked, for the plan that is shown.
const PROGRAM_NS: f64 = 100_000.0;

/// A strategy that takes part.
pub struct Entry {
    /// What the manifest says of it.
    pub record: StrategyRecord,
    /// Its step limit.
    pub step_limit: Option<u64>,
    /// What it is built with.
    pub options: Options,
}

/// A campaign with its corpus read, its strategies found and its decoys made.
pub struct Plan {
    /// The campaign.
    pub campaign: Campaign,
    /// The strategies at hand.
    pub strategies: Strategies,
    /// Those that take part.
    pub entries: Vec<Entry>,
    /// The corpus.
    pub corpus: CorpusRecord,
    /// The selection, then the strata, then the decoys.
    pub puzzles: Puzzles,
    /// The strata, in order.
    pub strata: Vec<StratumRecord>,
    /// The decoys alone.
    pub decoys: Vec<Decoy>,
    /// The form in which each puzzle is timed, where that is not the stored one.
    pub forms: Option<Vec<Rearrangement>>,
    /// Bad lines that were passed over.
    pub skipped: Vec<String>,
}

impl Plan {
    /// Plans a campaign with these strategies.
    ///
    /// # Errors
    /// When a name is unknown, or the corpus cannot be used.
    pub fn new(mut campaign: Campaign, strategies: Strategies) -> Result<Self> {
        let ids = choose(&mut campaign, &strategies)?;
        check_counters(&strategies, campaign.counters.as_deref())?;
        settle_reference(&mut campaign, &ids)?;
        let rules = match &campaign.rules {
            Some(name) => Some(Arc::new(crate::rules::resolve(name, None)?)),
            None => None,
        };
        let loaded = load(&campaign.source()?, rules, &campaign.selection(), campaign.bad_lines())?;
        expect_sha256(&loaded.record, campaign.corpus_sha256.as_deref(), &campaign.name)?;
        campaign.corpus = Some(loaded.record.path.clone());
        let mut puzzles = loaded.puzzles;
        let selected = puzzles.len();
        let strata = strata(&mut campaign, &mut puzzles)?;
        let unique = campaign.ask.0 == model::solve::Ask::Unique;
        let decoyed = unique && !campaign.counts_only && puzzles.rules.name() == "sudoku-3";
        let count = if decoyed { decoys::number(selected, campaign.decoys) } else { 0 };
        let decoys = if count == 0 { Vec::new() } else { decoys::make(count, campaign.seed) };
        for decoy in &decoys {
            puzzles.push(0, &decoy.givens);
        }
        let ours: Vec<&str> = ids.iter().map(String::as_str).filter(|id| strategies.find(id).is_some()).collect();
        if let Some(pattern) = campaign.options.keys().find(|pattern| !ours.iter().any(|id| is_selected(pattern, id))) {
            bail!("options are given for `{pattern}`, which is no strategy of this campaign");
        }
        let ours = ours.into_iter().map(|id| entry(&campaign, &strategies, id));
        let programs = campaign.external.iter().map(|external| Ok(program(&campaign, external)));
        let entries = ours.chain(programs).collect::<Result<_>>()?;
        let forms = (campaign.symmetry && !campaign.counts_only).then(|| forms(&puzzles, campaign.seed));
        let (corpus, skipped) = (loaded.record, loaded.skipped);
        Ok(Self { campaign, strategies, entries, corpus, puzzles, strata, decoys, forms, skipped })
    }

    /// Puzzles of the selection, strata and decoys not among them.
    pub fn selected(&self) -> usize {
        let strata: u64 = self.strata.iter().map(|stratum| stratum.puzzles).sum();
        self.before_decoys() - strata as usize
    }

    /// Puzzles of the selection and the strata.
    fn before_decoys(&self) -> usize {
        self.puzzles.len() - self.decoys.len()
    }

    /// The stratum of the puzzle at an index, from 0, if it is of one.
    fn stratum(&self, index: usize) -> Option<&str> {
        let mut rest = index.checked_sub(self.selected())? as u64;
        self.strata.iter().find_map(|stratum| {
            let (is_here, after) = (rest < stratum.puzzles, rest.saturating_sub(stratum.puzzles));
            rest = after;
            is_here.then_some(stratum.name.as_str())
        })
    }

    /// Keeps the puzzles, of the strata and decoys too, at these indices, ascending from 0; they are numbered anew.
    pub(crate) fn keep(&mut self, indices: &[usize]) {
        let decoys = indices.iter().filter_map(|index| index.checked_sub(self.before_decoys()));
        let decoys = decoys.map(|decoy| self.decoys[decoy].clone()).collect();
        let mut end = self.selected();
        for stratum in &mut self.strata {
            let all = end..end + stratum.puzzles as usize;
            end = all.end;
            stratum.puzzles = indices.iter().filter(|index| all.contains(index)).count() as u64;
        }
        self.decoys = decoys;
        self.puzzles.keep(indices);
        // A form hangs on its puzzle and the seed, not on the place.
        self.forms = self.forms.take().map(|_| forms(&self.puzzles, self.campaign.seed));
    }

    /// Ids in order.
    pub fn ids(&self) -> Vec<String> {
        self.entries.iter().map(|entry| entry.record.id.clone()).collect()
    }

    /// The programs that take part, for one pass; none is started yet.
    pub fn programs(&self, stop: &'static AtomicBool) -> Programs {
        let Campaign { external, ask, time_limit, .. } = &self.campaign;
        Programs::new(external, &self.puzzles.rules, ask.0, time_limit.0, stop)
    }

    /// Who runs the jobs of one pass.
    pub(super) fn executor<'a>(
        &self,
        at_hand: AtHand<'a>,
        crew: Crew,
        time_limit: Option<Duration>,
    ) -> Box<dyn Executor + 'a> {
        self.executor_on(self.terms(time_limit), at_hand, crew)
    }

    fn executor_on<'a>(&self, terms: Terms, at_hand: AtHand<'a>, crew: Crew) -> Box<dyn Executor + 'a> {
        if self.has_workers() {
            Box::new(Workers::new(at_hand, crew, terms))
        } else {
            Box::new(Threads { at_hand, crew, time_limit: terms.time_limit })
        }
    }

    /// What holds for a worker of this campaign.
    pub(crate) fn terms(&self, time_limit: Option<Duration>) -> Terms {
        let Campaign { grace, memory_limit, .. } = self.campaign;
        let patience = self.campaign.time_limit.0.saturating_add(grace.0);
        Terms { harness: std::process::id(), time_limit, patience, memory_limit }
    }

    /// Whether strategies of ours run in processes of their own, which can be killed.
    pub fn has_workers(&self) -> bool {
        self.campaign.executor == Some(Hands::Workers)
    }

    /// Threads of the counted pass.
    pub fn threads(&self) -> usize {
        self.campaign.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, std::num::NonZero::get))
    }

    /// An empty ledger of this plan.
    pub fn ledger(&self) -> Ledger {
        let rules = &self.puzzles.rules;
        Ledger::new(self.campaign.ask.0, self.entries.len(), self.puzzles.len(), rules.cells(), rules.values())
    }

    /// A job on the puzzles at these indices, from 0.
    pub fn job(&self, slot: usize, block: usize, indices: impl Iterator<Item = usize>, pass: Pass) -> Job {
        let is_timed = matches!(pass, Pass::Timed { .. });
        let mut numbers = Vec::new();
        let mut givens = Vec::new();
        for index in indices {
            numbers.push(index as u64 + 1);
            let stored = self.puzzles.givens(index);
            match self.forms.as_ref().filter(|_| is_timed) {
                Some(forms) => givens.extend(forms[index].of_givens(&Givens::from_values(stored.to_vec())).values()),
                None => givens.extend_from_slice(stored),
            }
        }
        Job {
            slot,
            strategy: self.entries[slot].record.id.clone(),
            options: self.entries[slot].options.clone(),
            rules: self.puzzles.rules.clone(),
            ask: self.campaign.ask.0,
            pass,
            block,
            numbers,
            givens,
        }
    }

    /// Blocks of the counted pass.
    pub fn counted_blocks(&self) -> usize {
        self.puzzles.len().div_ceil(COUNTED_BLOCK)
    }

    /// Puzzles a block of the timed pass, by strategy, from the nanoseconds a puzzle that the counted pass took.
    pub fn timed_blocks(&self, paces: &[Option<f64>]) -> Vec<u32> {
        let size = |(entry, pace): (&Entry, &Option<f64>)| match pace {
            // A solver that is loaded for a block of puzzles is timed on the whole block.
            _ if !entry.record.interruptible => 256,
            Some(pace) => (TIMED_BLOCK.as_nanos() as f64 / pace).clamp(16.0, 256.0) as u32,
            None => 64,
        };
        self.entries.iter().zip(paces).map(size).collect()
    }

    /// Nanoseconds a puzzle that each strategy may take, from the first few: for the plan that is shown, nothing else.
    ///
    /// # Errors
    /// When nobody can be started.
    pub fn sample_paces(&self, stop: &'static AtomicBool) -> Result<Vec<f64>> {
        const TRY: Duration = Duration::from_millis(25);
        let programs = Programs::default();
        let at_hand = AtHand { strategies: &self.strategies, programs: &programs };
        // Who has not come back by then is slow: that is all there is to know.
        let patience = Duration::from_secs(1);
        let terms = Terms { patience, ..self.terms(Some(TRY)) };
        let executor = self.executor_on(terms, at_hand, Crew { threads: 1, core: None, stop });
        let is_ours = |slot: &usize| self.entries[*slot].record.external.is_none();
        let mut paces: Vec<f64> = (0..self.entries.len())
            .map(|slot| if is_ours(&slot) { TRY.as_nanos() as f64 } else { PROGRAM_NS })
            .collect();
        let few = self.selected().min(COUNTED_BLOCK);
        let mut jobs =
            (0..self.entries.len()).filter(is_ours).map(|slot| self.job(slot, 0, 0..few, Pass::Tried { within: TRY }));
        executor.execute(&mut jobs, &mut |done| {
            if !done.rows.is_empty() && done.busy_ns > 0 {
                paces[done.slot] = done.busy_ns as f64 / done.rows.len() as f64;
            }
            ControlFlow::Continue(())
        })?;
        Ok(paces)
    }

    /// Writes `puzzles.csv`; the column `solution` is filled once a ledger knows.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write_puzzles(&self, dir: &RunDir, ledger: Option<&Ledger>) -> Result<()> {
        dir.replace_by(&dir.puzzles(), |out| {
            out.write_all(&csv_line(&["puzzle", "line", "clues", "givens", "solution", "decoy", "form", "stratum"]))?;
            for index in 0..self.puzzles.len() {
                out.write_all(&csv_line(&self.puzzle_row(index, ledger)))?;
            }
            Ok(())
        })
    }

    /// Where `solution` stands in a row of puzzles.csv.
    pub(super) const SOLUTION: usize = 4;

    /// The row of the puzzle at an index, from 0, in puzzles.csv.
    pub(super) fn puzzle_row(&self, index: usize, ledger: Option<&Ledger>) -> [String; 8] {
        let values = self.puzzles.rules.values();
        let givens = self.puzzles.givens(index);
        let line = self.puzzles.line(index);
        let decoy = index.checked_sub(self.before_decoys()).map(|decoy| self.decoys[decoy].expected);
        let solution = ledger.and_then(|ledger| ledger.solution(index));
        [
            (index + 1).to_string(),
            if line == 0 { String::new() } else { line.to_string() },
            self.puzzles.clues(index).to_string(),
            board_text(givens, values),
            solution.map(|grid| board_text(grid, values)).unwrap_or_default(),
            decoy.map(|expected| expected.to_string()).unwrap_or_default(),
            self.forms.as_ref().map(|forms| forms[index].to_string()).unwrap_or_default(),
            self.stratum(index).unwrap_or_default().to_owned(),
        ]
    }
}

/// Refuses a corpus that is not the one that was named.
fn expect_sha256(corpus: &CorpusRecord, expected: Option<&str>, campaign: &str) -> Result<()> {
    match expected.filter(|expected| *expected != corpus.sha256) {
        Some(expected) => {
            bail!("{} has SHA-256 {}, the campaign {campaign} wants {expected}", corpus.path, corpus.sha256)
        }
        None => Ok(()),
    }
}

/// Reads the strata of a campaign and adds their puzzles; from now on it names their corpora by hash.
fn strata(campaign: &mut Campaign, puzzles: &mut Puzzles) -> Result<Vec<StratumRecord>> {
    let selection =
        Selection { offset: 0, stride: 1, sample: campaign.stratum_sample, seed: campaign.seed, limit: None };
    let (rules, bad) = (puzzles.rules.clone(), campaign.bad_lines());
    let mut records: Vec<StratumRecord> = Vec::new();
    for stratum in &mut campaign.strata {
        let name = &stratum.name;
        ensure!(records.iter().all(|record| record.name != *name), "two strata are called `{name}`");
        ensure!(stratum.corpus != "-", "the stratum `{name}` cannot be standard input");
        let loaded = load(&Source::parse(&stratum.corpus), Some(rules.clone()), &selection, bad)
            .with_context(|| format!("in the stratum `{name}`"))?;
        expect_sha256(&loaded.record, stratum.corpus_sha256.as_deref(), &campaign.name)?;
        puzzles.append(&loaded.puzzles);
        stratum.corpus.clone_from(&loaded.record.path);
        stratum.corpus_sha256 = Some(loaded.record.sha256.clone());
        let count = loaded.puzzles.len() as u64;
        records.push(StratumRecord { name: name.clone(), corpus: loaded.record, puzzles: count });
    }
    Ok(records)
}

/// An equivalent form of each puzzle, drawn from the seed and the puzzle alone.
fn forms(puzzles: &Puzzles, seed: u64) -> Vec<Rearrangement> {
    let symmetry = Symmetry::of(&puzzles.rules);
    let form = |index| {
        let givens = Givens::from_values(puzzles.givens(index).to_vec());
        symmetry.random(&mut Random::for_puzzle(seed, &givens))
    };
    (0..puzzles.len()).map(form).collect()
}

fn entry(campaign: &Campaign, strategies: &Strategies, id: &str) -> Result<Entry> {
    let info = strategies.find(id).expect("it was selected from the list").info();
    let wanted = |name: &str| campaign.counters.as_ref().is_none_or(|kept| kept.iter().any(|kept| kept == name));
    let counters = info.counters.iter().map(|counter| counter.name).filter(|name| wanted(name));
    let told = campaign.options.iter().filter(|(pattern, _)| is_selected(pattern, id)).flat_map(|(_, told)| told);
    let named = told.map(|(name, value)| (name.clone(), value.to_string())).collect();
    let options = Options { seed: campaign.seed, named };
    options.check(id, info.options)?;
    Ok(Entry {
        record: StrategyRecord {
            id: id.to_owned(),
            version: info.version.to_owned(),
            back_end: info.back_end.map(|back_end| format!("{} {}", back_end.name, back_end.version)),
            summary: info.summary.to_owned(),
            counters: counters.map(str::to_owned).collect(),
            interruptible: info.interruptible,
            notes: info.notes.iter().map(ToString::to_string).collect(),
            options: info.options.iter().map(|one| (one.name.to_owned(), options.text(one).to_owned())).collect(),
            external: None,
        },
        step_limit: campaign.step_limit.of(id),
        options,
    })
}

fn program(campaign: &Campaign, external: &External) -> Entry {
    let record = ExternalRecord::of(external, external::question(campaign.ask.0).unwrap_or_default());
    Entry {
        record: StrategyRecord {
            id: external.id.clone(),
            version: record.version.clone().unwrap_or_else(|| "not told".to_owned()),
            back_end: None,
            summary: format!("a program: {}", record.command),
            counters: Vec::new(),
            // It is killed at the deadline.
            interruptible: true,
            options: BTreeMap::new(),
            notes: Vec::new(),
            external: Some(record),
        },
        step_limit: None,
        options: Options::default(),
    }
}

/// Ids that take part: those of ours that are selected, then the programs. All of a campaign's programs do, unless the
/// selection names some of them: then those.
fn choose(campaign: &mut Campaign, strategies: &Strategies) -> Result<Vec<String>> {
    let mut programs: Vec<&str> = Vec::new();
    for external in &campaign.external {
        external.check()?;
        if programs.contains(&external.id.as_str()) || strategies.find(&external.id).is_some() {
            bail!("two strategies are called {}", external.id);
        }
        programs.push(&external.id);
    }
    let is_named = |pattern: &str, id: &str| pattern != "all" && is_selected(pattern, id);
    let names_program = |pattern: &&String| programs.iter().any(|id| is_named(pattern, id));
    let (named, ours): (Vec<&String>, Vec<&String>) = campaign.strategies.iter().partition(names_program);
    let ours: Vec<String> = ours.into_iter().cloned().collect();
    let mut ids: Vec<String> = select(strategies, &ours)?.into_iter().map(str::to_owned).collect();
    let kept = |external: &External| named.is_empty() || named.iter().any(|pattern| is_named(pattern, &external.id));
    let kept: Vec<External> = campaign.external.iter().filter(|external| kept(external)).cloned().collect();
    ids.extend(kept.iter().map(|external| external.id.clone()));
    campaign.external = kept;
    Ok(ids)
}

fn check_counters(strategies: &Strategies, wanted: Option<&[String]>) -> Result<()> {
    let known: Vec<&str> = strategies.iter().flat_map(|strategy| strategy.info().counters).map(|c| c.name).collect();
    for name in wanted.unwrap_or_default() {
        if !known.contains(&name.as_str()) {
            bail!("no strategy counts `{name}`{}", suggestion(name, known.iter().copied()));
        }
    }
    Ok(())
}

/// The reference that ratios refer to: the one asked for, else the best known that takes part.
fn settle_reference(campaign: &mut Campaign, ids: &[String]) -> Result<()> {
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    match &campaign.reference {
        Some(asked) if ids.contains(&asked.as_str()) => {}
        // The campaign's own reference may have been deselected on the command line.
        Some(_) | None => {
            let usual = ["ps12/bitboard", "dlx/shortest"].into_iter().find(|id| ids.contains(id));
            let first = usual.or(ids.first().copied()).context("no strategy is selected")?;
            campaign.reference = Some(first.to_owned());
        }
    }
    Ok(())
}
