//! Everything that a report says, as text and tables; the templates only set it.

use super::hardest::{Hardest, hardest};
use super::losses;
use super::measured::{self, Facts};
use super::populations::{Populations, drawn, populations};
use super::setup;
use super::table::{Table, plain};
use super::tables;
use super::varied::{Varied, varied};
use crate::charts::{self, Chart, Look};
use crate::manifest::Manifest;
use crate::ranking::quantity::{count, things, time};
use crate::ranking::{Entry, Ranking, Standing};
use crate::results::{Contradiction, Results, Status};

/// What stands in a report, from top to bottom.
pub(super) struct Page<'a> {
    pub(super) campaign: String,
    pub(super) started: &'a str,
    pub(super) host: &'a str,
    /// Set when the run did not come to its end.
    pub(super) incomplete: Option<String>,
    pub(super) dirty: Option<String>,
    /// Strategies that were wrong.
    pub(super) wrong: Vec<String>,
    pub(super) contradictions: &'a [Contradiction],
    /// Id of the winner.
    pub(super) winner: Option<&'a str>,
    pub(super) headline: String,
    pub(super) lead: String,
    /// Whether the machine was fit to time on.
    pub(super) machine: Option<String>,
    pub(super) scope: String,
    pub(super) tiles: Vec<(String, String)>,
    /// A line a strategy that left something unsolved.
    pub(super) unsolved: Vec<String>,
    pub(super) notes: Vec<String>,
    pub(super) is_timed: bool,
    pub(super) reference: &'a str,
    pub(super) penalty: String,
    pub(super) ranking: Table,
    pub(super) times: Option<Table>,
    pub(super) common: Option<(String, Table)>,
    pub(super) losses: Option<Table>,
    /// Each with the table behind it.
    pub(super) charts: Vec<(&'a Chart, Table)>,
    /// Why others are not there.
    pub(super) absent: Vec<String>,
    /// How each strategy looks in them.
    pub(super) looks: Vec<Look>,
    /// What makes the page answer to pointer and keys.
    pub(super) script: &'static str,
    pub(super) counters: Vec<(String, Table)>,
    pub(super) varied: Option<Varied>,
    pub(super) populations: Option<Populations>,
    pub(super) hardest: Hardest,
    pub(super) decoys: Option<String>,
    pub(super) decoy_rows: Vec<(String, String, String)>,
    pub(super) facts: Facts,
    /// What the timed passes took.
    pub(super) resources: Option<Table>,
    pub(super) settings: Facts,
    pub(super) strategies: Table,
    pub(super) command: String,
    pub(super) setup: String,
}

impl<'a> Page<'a> {
    /// Collects it.
    pub(super) fn of(results: &'a Results, manifest: &'a Manifest, ranking: &'a Ranking, charts: &'a [Chart]) -> Self {
        let winner = ranking.verdict.as_ref().map(|verdict| verdict.winner.as_str());
        let mut notes = ranking.notes.clone();
        let short = measured::too_short(manifest, ranking);
        if !short.is_empty() {
            notes.push(format!("The median puzzle of {} takes less than 100 readings of the clock.", short.join(", ")));
        }
        notes.extend(manifest.certificates.iter().flat_map(|certificates| certificates.faults.clone()));
        notes.extend(manifest.dirty());
        Self {
            campaign: measured::campaign_name(manifest),
            started: &manifest.started,
            host: &manifest.machine.host,
            incomplete: incomplete(results, manifest),
            dirty: manifest.dirty(),
            wrong: wrong(ranking),
            contradictions: &results.contradictions,
            winner,
            headline: headline(ranking, winner),
            lead: lead(ranking),
            machine: measured::fitness(manifest),
            scope: scope(manifest, ranking),
            tiles: tiles(results, ranking),
            unsolved: unsolved(ranking),
            notes,
            is_timed: ranking.is_timed(),
            reference: ranking.reference.as_deref().unwrap_or("–"),
            penalty: ranking.time_limit_ns.map_or_else(tables::none, |limit| time(limit.saturating_mul(2) as f64)),
            ranking: tables::ranking(ranking),
            times: tables::times(ranking),
            common: common(ranking),
            losses: losses::table(results, ranking),
            charts: charts.iter().map(|chart| (chart, Table::of(&chart.data))).collect(),
            absent: charts::absent(results, charts),
            looks: charts::looks(results, ranking),
            script: include_str!("../../assets/report.js"),
            counters: tables::counters(ranking),
            varied: varied(ranking),
            populations: populations(manifest, ranking),
            hardest: hardest(results, ranking, &manifest.rules),
            decoys: decoys(results),
            decoy_rows: decoy_rows(results),
            facts: measured::facts(manifest, ranking),
            resources: tables::resources(ranking),
            settings: measured::campaign(manifest),
            strategies: measured::strategies(manifest),
            command: measured::command(manifest),
            setup: setup::paragraph(manifest),
        }
    }

    /// Whether the red box is needed.
    pub(super) fn is_wrong(&self) -> bool {
        !self.wrong.is_empty() || !self.contradictions.is_empty()
    }

    /// Text that means nothing to Markdown.
    #[expect(clippy::unused_self, reason = "templates reach functions through the page")]
    pub(super) fn md(&self, text: &str) -> String {
        plain(text)
    }
}

fn incomplete(results: &Results, manifest: &Manifest) -> Option<String> {
    (!results.complete).then(|| {
        let when = if manifest.finished.is_none() { "it was interrupted or is still running" } else { "rows are missing" };
        format!("This run is incomplete: {when}. What follows is of the rows that were written; harness run --resume completes it.")
    })
}

fn wrong(ranking: &Ranking) -> Vec<String> {
    let is_wrong = |entry: &&Entry| entry.standing == Standing::Wrong;
    ranking.entries.iter().filter(is_wrong).map(|entry| entry.id.clone()).collect()
}

fn headline(ranking: &Ranking, winner: Option<&str>) -> String {
    match winner {
        Some(winner) => format!("{winner} won"),
        None if ranking.is_timed() => "No strategy solved anything".to_owned(),
        None => format!("What {} did", things(ranking.entries.len() as u64, "strategy")),
    }
}

fn lead(ranking: &Ranking) -> String {
    match &ranking.verdict {
        Some(verdict) => verdict.sentence(ranking.passes),
        None if ranking.is_timed() => "No pair of strategy and puzzle finished within the limits.".to_owned(),
        None => "Nothing was timed: this run counts, and ranks nobody.".to_owned(),
    }
}

fn scope(manifest: &Manifest, ranking: &Ranking) -> String {
    let passes = match ranking.passes {
        0 => String::new(),
        passes => format!(", {}", things(passes as u64, "timed pass")),
    };
    let selection = drawn(manifest.puzzles, &manifest.corpus);
    let strategies = things(ranking.entries.len() as u64, "strategy");
    let strata: Vec<String> = ranking.strata.iter().map(|stratum| stratum.name.clone()).collect();
    let apart =
        if strata.is_empty() { String::new() } else { format!(" Other populations, apart: {}.", strata.join(", ")) };
    format!("{strategies} on {selection} ({}){passes}.{apart}", manifest.rules)
}

fn tiles(results: &Results, ranking: &Ranking) -> Vec<(String, String)> {
    let pairs = ranking.entries.len() * ranking.puzzles;
    let tile = |number: usize, one: &str| {
        let text = things(number as u64, one);
        let (number, name) = text.split_once(' ').expect("a number and a name");
        (number.to_owned(), name.to_owned())
    };
    let mut tiles = vec![tile(ranking.puzzles, "puzzle"), tile(ranking.entries.len(), "strategy")];
    if ranking.is_timed() {
        tiles.push(tile(ranking.passes, "timed pass"));
    }
    let ok = ranking.count(Status::Ok);
    tiles.push((count((pairs.saturating_sub(ok)) as u64), format!("of {} pairs not solved", count(pairs as u64))));
    let wrong = ranking.count(Status::Wrong).max(results.contradictions.len());
    tiles.push(tile(wrong, "wrong answer"));
    tiles
}

fn unsolved(ranking: &Ranking) -> Vec<String> {
    let line = |entry: &Entry| format!("{}: {}", entry.id, tables::unsolved(entry));
    let short = |entry: &&Entry| entry.count(Status::Ok) < ranking.puzzles;
    ranking.entries.iter().filter(short).map(line).collect()
}

fn common(ranking: &Ranking) -> Option<(String, Table)> {
    let common = ranking.common.as_ref()?;
    let left_out = if common.excluded.is_empty() {
        String::new()
    } else {
        format!(" Left out, because they finished nothing: {}.", common.excluded.join(", "))
    };
    let n = count(common.puzzles as u64);
    let of = things(ranking.puzzles as u64, "puzzle");
    let text = if common.puzzles == 0 {
        format!("No puzzle was finished by all strategies.{left_out}")
    } else {
        format!("The {n} of {of} that all strategies finished.{left_out}")
    };
    Some((text, tables::common(ranking).unwrap_or_else(|| Table::new(&["strategy"]))))
}

fn decoys(results: &Results) -> Option<String> {
    let total = results.decoys.len();
    if total == 0 {
        return None;
    }
    let fooled: Vec<&str> = results.decoys.iter().flat_map(|decoy| &decoy.fooled).map(String::as_str).collect();
    let mut names = fooled.clone();
    names.sort_unstable();
    names.dedup();
    Some(if names.is_empty() {
        format!(
            "No strategy was fooled by any of the {} puzzles whose answer is known by construction.",
            count(total as u64)
        )
    } else {
        format!(
            "Of {} puzzles whose answer is known by construction, these were fooled: {}.",
            count(total as u64),
            names.join(", ")
        )
    })
}

fn decoy_rows(results: &Results) -> Vec<(String, String, String)> {
    let expected = |solutions: u64| {
        if solutions >= 2 { "two or more solutions".to_owned() } else { format!("{solutions} solutions") }
    };
    let row = |decoy: &crate::results::DecoyRow| {
        let fooled = if decoy.fooled.is_empty() { "nobody".to_owned() } else { decoy.fooled.join(", ") };
        (count(decoy.puzzle), expected(decoy.expected), fooled)
    };
    results.decoys.iter().map(row).collect()
}
