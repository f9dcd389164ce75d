//! `harness worker`: what the harness starts, and nobody else.

use anyhow::Result;
use model::solve::erased::Strategies;

use super::Found;
use crate::worker;

#[derive(clap::Args)]
pub(super) struct Args {
    /// Number of the language that the harness speaks.
    language: u32,
}

pub(super) fn main(args: &Args, registry: &Strategies) -> Result<Found> {
    worker::serve(registry, args.language)?;
    Ok(Found::Fine)
}
