//! The charts: what the results look like.
//!
//! Each chart is an SVG of its own with a caption made from the same data. Strategies keep one colour, marker and dash in
//! all of them, so that they can be told apart without colour; pairs that did not finish have a place in every chart that
//! they concern. Coordinates are worked out here and drawn by plotters' SVG backend: its own axes know neither a column
//! for zero nor a place for what has no value.

mod axis;
mod cactus;
mod canvas;
mod distribution;
mod paired;
mod passes;
mod populations;
mod portfolio;
mod ratios;
mod rows;
mod scatter;
mod shares;
mod style;
mod trend;
mod view;

use self::view::View;
use crate::ranking::Ranking;
use crate::results::Results;

/// One chart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chart {
    /// Stem of its file name.
    pub name: String,
    /// Its heading.
    pub title: String,
    /// What kind of chart it is, in a sentence for who cannot see it.
    pub description: String,
    /// What it shows of these results.
    pub caption: String,
    /// The whole SVG document.
    pub svg: String,
    /// The figures that it is drawn from.
    pub data: Data,
}

impl Chart {
    fn new(name: &str, title: &str, description: &str, caption: String, svg: String, data: Data) -> Self {
        let [name, title, description] = [name, title, description].map(str::to_owned);
        Self { name, title, description, caption, svg, data }
    }
}

/// The figures behind a chart: a table for who cannot see it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Data {
    /// Names of the columns; the first one says what a row is.
    pub columns: Vec<String>,
    /// Rows of as many cells.
    pub rows: Vec<Vec<String>>,
}

impl Data {
    fn new(columns: &[&str], rows: impl Iterator<Item = Vec<String>>) -> Self {
        Self { columns: columns.iter().map(|&name| name.to_owned()).collect(), rows: rows.collect() }
    }
}

/// What a strategy looks like in all charts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Look {
    /// Its id.
    pub id: String,
    /// A small SVG of its marker on its line.
    pub svg: String,
}

/// Counters that have a chart where a strategy declares them, in the order of the charts.
const COUNTERS: [&str; 5] = ["guesses", "steps", "covers", "propagations", "conflicts"];

/// Draws every chart that the results have data for; none of an empty run.
pub fn draw(results: &Results) -> Vec<Chart> {
    let ranking = Ranking::of(results);
    let view = View::of(results, &ranking);
    if results.puzzles.is_empty() || results.strategies.is_empty() {
        return Vec::new();
    }
    let mut charts: Vec<Chart> = Vec::new();
    charts.extend(ratios::chart(&view));
    charts.extend(cactus::chart(&view));
    charts.extend(distribution::times(&view));
    charts.extend(paired::chart(&view));
    charts.extend(shares::wins(&view));
    charts.extend(portfolio::chart(&view));
    charts.extend(populations::chart(&view));
    charts.extend(passes::chart(&view));
    charts.extend(COUNTERS.iter().filter_map(|counter| distribution::counter(&view, counter)));
    charts.extend(scatter::chart(&view));
    charts.extend(trend::by_clues(&view));
    charts.extend(trend::by_guesses(&view));
    charts.push(shares::statuses(&view));
    charts
}

/// How each strategy looks, best first.
pub fn looks(results: &Results, ranking: &Ranking) -> Vec<Look> {
    let styles = style::styles(results.strategies.iter().map(|strategy| strategy.id.as_str()));
    let look = |entry: &crate::ranking::Entry| {
        let style = &styles[entry.index];
        let svg = canvas::swatch(34.0, 16.0, |canvas| {
            canvas.path(&[(1.0, 8.0), (33.0, 8.0)], style.color, 1.8, style.dash);
            canvas.marker((17.0, 8.0), style, 4.5, 1.0);
        });
        Look { id: entry.id.clone(), svg }
    };
    ranking.entries.iter().map(look).collect()
}

/// A sentence for each chart that these results have no data for, with the reason.
pub fn absent(results: &Results, charts: &[Chart]) -> Vec<String> {
    let (strategies, puzzles) = (results.strategies.len(), results.puzzles.len());
    if strategies == 0 || puzzles == 0 {
        return vec!["There is no chart: no puzzle or no strategy is in the run.".to_owned()];
    }
    let has = |name: &str| charts.iter().any(|chart| chart.name == name);
    let mut reasons = Vec::new();
    if results.time_limit_ns.is_none() || results.passes() == 0 {
        reasons.push("Nothing was timed: there is no chart of times.".to_owned());
    } else {
        if !has("time-against-reference") {
            reasons.push("No comparison with the reference: there is no other strategy beside it.".to_owned());
        }
        if !has("portfolio") {
            reasons.push("No portfolio: fewer than two strategies solved anything.".to_owned());
        }
        if !has("passes") {
            reasons.push(match results.passes() {
                1 => "No comparison of passes: there was one only.".to_owned(),
                _ => "No comparison of passes: fewer than two are whole, or nobody finished anything.".to_owned(),
            });
        }
        if !has("time-against-steps") {
            reasons.push("No chart of time against steps: no strategy counts steps.".to_owned());
        }
        if !has("time-by-clues") {
            let clues = results.puzzles[0].clues;
            reasons.push(format!("No chart of time by clues: every puzzle has {clues}."));
        }
        if !has("time-by-guesses") {
            reasons
                .push("No chart of time by guesses: no strategy has guesses that were counted to the end.".to_owned());
        }
    }
    for counter in &COUNTERS[..3] {
        if !has(&format!("{counter}-distribution")) {
            reasons.push(format!("No distribution of {counter}: no strategy counted any."));
        }
    }
    reasons
}

#[cfg(test)]
mod tests;
