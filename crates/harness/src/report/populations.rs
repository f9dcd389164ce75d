//! What kinds of puzzles a run was made on: the selection and the strata, beside whole corpora.

use std::fmt::Write as _;

use super::table::{Accent, Table};
use super::tables;
use crate::manifest::{CorpusRecord, Manifest};
use crate::population::{PROPAGATOR, Population, Profile, SEARCHER};
use crate::ranking::quantity::{count, things};
use crate::ranking::{Ranking, StratumRanking};

/// What the report calls Royle's list, the yardstick of 17 clues; its row in `populations.csv` has the same name.
const YARDSTICK: &str = "Royle's list";

/// The section.
pub(super) struct Populations {
    pub(super) text: String,
    pub(super) traits: Table,
    /// The strata.
    pub(super) strata: Vec<Stratum>,
}

/// What came of a stratum.
pub(super) struct Stratum {
    pub(super) name: String,
    pub(super) text: String,
    pub(super) ranking: Table,
}

/// `None` where there is no puzzle, or nothing is known of what kind they are.
pub(super) fn populations(manifest: &Manifest, ranking: &Ranking) -> Option<Populations> {
    let own = ranking.population.as_ref()?;
    if ranking.strata.is_empty() && own.propagation.is_none() && own.nodes.is_none() {
        return None;
    }
    let known = Profile::known();
    let corpora = || std::iter::once(&manifest.corpus).chain(manifest.strata.iter().map(|stratum| &stratum.corpus));
    let mut traits =
        Table::new(&["puzzles", "number", "clues", "by propagation", "stuck", "nodes (median)", "nodes (mean)"]);
    let mut row = |name: String, population: &Population| {
        traits.push(Accent::Plain, std::iter::once(name).chain(population.cells()).collect());
    };
    row("the selection".to_owned(), own);
    for StratumRanking { name, ranking } in &ranking.strata {
        if let Some(population) = &ranking.population {
            row(name.clone(), population);
        }
    }
    let is_here = |profile: &&Profile| corpora().any(|corpus| corpus.sha256 == profile.sha256);
    let is_yardstick = |profile: &&Profile| manifest.rules == "sudoku-3" && profile.corpus == YARDSTICK;
    for profile in known.iter().filter(|profile| is_here(profile) || is_yardstick(profile)) {
        row(format!("all of {}", short(&profile.corpus)), &profile.population());
    }
    Some(Populations {
        text: text(manifest, &known),
        traits,
        strata: ranking.strata.iter().map(|stratum| part(stratum, manifest)).collect(),
    })
}

fn text(manifest: &Manifest, known: &[Profile]) -> String {
    let mut text = format!(
        "The ranking is of the selection: {}. Nothing in it, and in no chart but one, is of other puzzles.",
        drawn(manifest.puzzles, &manifest.corpus)
    );
    let named = |is: &dyn Fn(&Profile) -> bool| known.iter().find(|profile| is(profile));
    let whole = named(&|profile| profile.sha256 == manifest.corpus.sha256);
    if let (Some(whole), Some(all)) = (whole, named(&|profile| profile.corpus == YARDSTICK))
        && whole.clues_max == all.clues_max
        && whole.sha256 != all.sha256
    {
        let [_, _, settled, stuck, _, nodes] = whole.population().cells();
        let [_, _, settled_there, stuck_there, _, nodes_there] = all.population().cells();
        _ = write!(
            text,
            " The {} of that corpus are not a fair draw of all puzzles of {} clues: propagation alone settles {settled} of them, and \
             {settled_there} of the {} of {YARDSTICK}; {PROPAGATOR} is stuck on {stuck} ({stuck_there} there); {SEARCHER} needs \
             {nodes} nodes on average ({nodes_there} there).",
            count(whole.puzzles),
            whole.clues_max,
            count(all.puzzles)
        );
    }
    text
}

fn part(stratum: &StratumRanking, manifest: &Manifest) -> Stratum {
    let StratumRanking { name, ranking } = stratum;
    let record = manifest.strata.iter().find(|record| record.name == *name);
    let mut text = record.map_or_else(String::new, |record| format!("{}.", drawn(record.puzzles, &record.corpus)));
    if let Some(verdict) = &ranking.verdict {
        _ = write!(text, " {} won. {}", verdict.winner, verdict.sentence(ranking.passes));
    }
    Stratum { name: name.clone(), text, ranking: tables::stratum(ranking) }
}

/// `25 of the 1,000 puzzles of minimal_1000`.
pub(super) fn drawn(puzzles: u64, corpus: &CorpusRecord) -> String {
    let (all, name) = (things(corpus.puzzles, "puzzle"), short(&corpus.path));
    match (puzzles, corpus.puzzles) {
        (1, 1) => format!("the {all} of {name}"),
        (some, every) if some == every => format!("all {all} of {name}"),
        (some, _) => format!("{} of the {all} of {name}", count(some)),
    }
}

/// A corpus without its folder.
fn short(path: &str) -> &str {
    path.rsplit(['/', '\\', ':']).next().unwrap_or(path)
}
