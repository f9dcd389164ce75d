//! `harness reproduce`.

use anyhow::Result;
use clap::ValueEnum;
use indicatif::ProgressBar;

use super::{Found, print};
use crate::corpus::Source;
use crate::reproduce::{Engines, Verdict, corpus_items, items};
use crate::terminal::shown;

#[derive(clap::Args)]
pub(super) struct Args {
    /// A corpus to work out the corpus-wide items on.
    #[arg(long, value_name = "FILE")]
    corpus: Option<String>,
    /// How the table is printed.
    #[arg(long, value_enum, default_value_t = Style::Text)]
    format: Style,
}

/// How the table is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Style {
    /// For people.
    Text,
    /// For programs: sequences whole.
    Json,
    /// For pages.
    Markdown,
}

pub(super) fn main(args: &Args) -> Result<Found> {
    let engines = Engines::default();
    let spinner = shown(ProgressBar::new_spinner().with_message("working out every number"));
    spinner.enable_steady_tick(std::time::Duration::from_millis(200));
    let mut sheet = items(&engines);
    let embedded = Source::SEVENTEEN;
    let corpus = args.corpus.as_deref().map(Source::parse);
    corpus_items(corpus.as_ref().unwrap_or(&embedded), &engines, &mut sheet)?;
    spinner.finish_and_clear();
    print(&match args.format {
        Style::Text => sheet.text(),
        Style::Json => serde_json::to_string_pretty(&sheet)? + "\n",
        Style::Markdown => sheet.markdown(),
    })?;
    Ok(if sheet.count(Verdict::Differs) == 0 { Found::Fine } else { Found::Wrong })
}
