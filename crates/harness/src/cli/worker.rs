//! `harness worker`: what the harness starts, and nobody else.

use anyhow::Result;

use super::{Found, Registry};
use crate::worker;

pub(super) fn main(registry: Registry) -> Result<Found> {
    worker::serve(&registry())?;
    Ok(Found::Fine)
}
