//! The end of a run: summary, charts and report, made from the files alone.

use anyhow::{Context, Result};

use crate::certificates::Certified;
use crate::charts;
use crate::manifest::Manifest;
use crate::ranking::Ranking;
use crate::read;
use crate::report;
use crate::resources;
use crate::results::{Results, Status, StrategyResults};
use crate::run_dir::{RESOURCES, RunDir};
use crate::summary;

/// What the files say.
pub struct Finished {
    /// Everything that was found out.
    pub results: Results,
    /// Who won.
    pub ranking: Ranking,
    /// What came of the certificates, where there are any.
    pub certificates: Option<Certified>,
}

impl Finished {
    /// Whether something is wrong: a wrong answer, a certificate that is refused, or a strategy of ours that died. A program that is missing or dies is no
    /// fault of the run.
    pub fn is_wrong(&self) -> bool {
        let bad = |strategy: &StrategyResults, status: &Status| match status {
            Status::Wrong => true,
            Status::Error => strategy.program.is_none(),
            _ => false,
        };
        !self.results.contradictions.is_empty()
            || self.certificates.as_ref().is_some_and(|certificates| !certificates.faults.is_empty())
            || self.results.deaths.iter().any(|death| death.status == Status::Error)
            // Wrong ones are contradictions.
            || self.results.strategies.iter().any(|each| each.variations.iter().any(|row| row.status == Status::Error))
            || self.results.strategies.iter().any(|each| each.status.iter().any(|status| bad(each, status)))
    }
}

/// The ranking of a run, from its files; nothing is written.
///
/// # Errors
/// When a file is missing or damaged.
pub fn ranking(dir: &RunDir, manifest: &Manifest) -> Result<Ranking> {
    Ok(Ranking::of(&read::results(dir, manifest)?))
}

/// Reads the run directory and writes summary, charts and report into it.
///
/// # Errors
/// When a file cannot be read or written.
pub fn finish(dir: &RunDir, manifest: &Manifest) -> Result<Finished> {
    let results = read::results(dir, manifest)?;
    let ranking = Ranking::of(&results);
    dir.replace(&dir.path().join("summary.csv"), summary::csv(&ranking).as_bytes())?;
    dir.replace(&dir.path().join("summary.json"), summary::json(&ranking).as_bytes())?;
    if let Some(text) = resources::csv(&results) {
        dir.replace(&dir.path().join(RESOURCES), text.as_bytes())?;
    }
    let drawn = charts::draw(&results);
    let folder = dir.path().join("charts");
    std::fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    for chart in &drawn {
        let path = folder.join(format!("{}.svg", chart.name));
        dir.replace(&path, chart.svg.as_bytes())?;
    }
    let html = report::html(&results, manifest, &ranking, &drawn);
    dir.replace(&dir.path().join("report.html"), html.as_bytes())?;
    let markdown = report::markdown(&results, manifest, &ranking, &drawn);
    dir.replace(&dir.path().join("report.md"), markdown.as_bytes())?;
    Ok(Finished { results, ranking, certificates: manifest.certificates.clone() })
}
