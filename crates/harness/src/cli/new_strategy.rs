//! `harness new-strategy`.

use std::path::PathBuf;

use anyhow::{Context, Result};
use model::solve::erased::Strategies;

use super::{Found, print};
use crate::new_strategy::{checkout, in_checkout, standalone};

#[derive(clap::Args)]
pub(super) struct Args {
    /// Name of the family: small letters and digits.
    name: String,
    /// Make a crate with a harness of its own there, instead of one of the laboratory's.
    #[arg(long, value_name = "DIR")]
    standalone: Option<PathBuf>,
    /// The checkout of the laboratory [default: the one around this folder]; without any, a standalone crate depends on the
    /// repository.
    #[arg(long, value_name = "DIR")]
    checkout: Option<PathBuf>,
}

/// What is said of the command that comes next.
const SOON: &str = "(times that count want cargo run --release, which takes the compiler longer)\n";

pub(super) fn main(args: &Args, strategies: &Strategies) -> Result<Found> {
    let from = match &args.checkout {
        Some(folder) => folder.clone(),
        None => std::env::current_dir().context("there is no folder to be in")?,
    };
    let from = from.canonicalize().with_context(|| format!("cannot read {}", from.display()))?;
    let root = checkout(&from);
    let name = &args.name;
    let text = if let Some(folder) = &args.standalone {
        let made = standalone(name, folder, root, strategies)?;
        let folder = made.folder.display();
        format!(
            "{folder} has {name}/plain, a strategy to change: {folder}/src/lib.rs\nthen, in {folder}:\n  cargo test\n  \
             cargo run -- run --strategies {name},dlx/shortest\n{SOON}"
        )
    } else {
        let root = root.with_context(|| {
            format!("{} is in no checkout of the laboratory; --standalone DIR makes a crate anywhere", from.display())
        })?;
        let made = in_checkout(name, root, strategies)?;
        let shown = |path: &PathBuf| path.strip_prefix(root).unwrap_or(path).display().to_string();
        let changed: Vec<String> = made.changed.iter().map(shown).collect();
        format!(
            "{folder} has {name}/plain, a strategy to change: {folder}/src/lib.rs\nchanged: {}\nthen:\n  cargo test -p solver-{name}\n  \
             cargo run -p harness -- run --strategies {name},dlx/shortest\n{SOON}docs/ADDING-A-STRATEGY.md goes on from there\n",
            changed.join(", "),
            folder = shown(&made.folder),
        )
    };
    print(&text)?;
    Ok(Found::Fine)
}
