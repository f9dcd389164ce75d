//! The report: one page that needs nothing but itself, and the same in Markdown.
//!
//! The page has one script, which only moves what is there: it works out no figure.
//! Both are filled from one `Page`, so that they cannot say different things, and every number in it comes from
//! the results, the ranking or the manifest. The order is for someone in a hurry: what was wrong, who won and by how much,
//! where each loses, the pictures, the counters, the hardest puzzles, how it was measured, how to make it again.

pub(crate) mod board;
mod cluster;
mod hardest;
mod losses;
mod measured;
mod page;
mod performance;
mod populations;
pub mod rank;
pub(crate) mod setup;
mod table;
mod tables;
mod varied;

use askama::Template;

pub(crate) use self::cluster::facts as shard_facts;
pub(crate) use self::measured::{command, command_of};
use self::page::Page;
pub use self::performance::performance;
use crate::charts::Chart;
use crate::manifest::Manifest;
use crate::ranking::Ranking;
use crate::results::Results;

#[derive(Template)]
#[template(path = "report.html")]
struct Html<'a> {
    page: Page<'a>,
}

#[derive(Template)]
#[template(path = "report.md", escape = "none")]
struct Markdown<'a> {
    page: Page<'a>,
}

/// `report.html`: one file with its charts and its one script inside; everything is there where scripts are off.
pub fn html(results: &Results, manifest: &Manifest, ranking: &Ranking, charts: &[Chart]) -> String {
    let page = Html { page: Page::of(results, manifest, ranking, charts) };
    page.render().expect("a template over text")
}

/// `report.md`: the same; its charts are the files `charts/NAME.svg` beside it.
pub fn markdown(results: &Results, manifest: &Manifest, ranking: &Ranking, charts: &[Chart]) -> String {
    let page = Markdown { page: Page::of(results, manifest, ranking, charts) };
    page.render().expect("a template over text")
}

#[cfg(test)]
mod tests;
