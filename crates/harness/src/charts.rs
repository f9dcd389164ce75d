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
mod ratios;
mod rows;
mod scatter;
mod shares;
mod style;
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
    charts.extend(passes::chart(&view));
    charts.extend(COUNTERS.iter().filter_map(|counter| distribution::counter(&view, counter)));
    charts.extend(scatter::chart(&view));
    charts.push(shares::statuses(&view));
    charts
}

#[cfg(test)]
mod tests;
