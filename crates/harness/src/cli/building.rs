//! What a solver is built with, on the command line.

use model::solve::Options;

/// Seed and options of one strategy.
#[derive(Clone, clap::Args)]
pub(super) struct Building {
    /// Seed of random strategies.
    #[arg(long, value_name = "S", default_value_t = model::solve::OPTION_SEED_DEFAULT)]
    pub(super) seed: u64,
    /// An option of the strategy (harness strategies lists them). More than one may be given.
    #[arg(long, value_name = "NAME=VALUE", value_parser = assignment)]
    option: Vec<(String, String)>,
}

impl Building {
    pub(super) fn options(&self) -> Options {
        Options { seed: self.seed, named: self.option.iter().cloned().collect() }
    }
}

/// `NAME=VALUE`.
pub(super) fn assignment(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err(format!("`{text}` is not NAME=VALUE")),
    }
}
