//! `harness worker`: what the harness starts, and nobody else.

use anyhow::Result;

use super::{Found, Registry};
use crate::worker;

#[derive(clap::Args)]
pub(super) struct Args {
    /// Number of the language that the harness speaks.
    language: u32,
}

pub(super) fn main(args: &Args, registry: Registry) -> Result<Found> {
    worker::serve(&registry(), args.language)?;
    Ok(Found::Fine)
}
