//! `harness external`: programs of other people, looked at before they take part; and the hidden commands of the protocols.

use anyhow::{Context, Result};

use super::{Found, STOP, print, stop_on_signals};
use crate::campaign::Time;
use crate::external::{check, echo, library as protocol};

#[derive(clap::Subcommand)]
pub(super) enum Command {
    /// Send twenty puzzles to a program that answers lines, and say which rule of the protocol it breaks first.
    Check(Check),
}

#[derive(clap::Args)]
pub(super) struct Check {
    /// Its command; `{ask}` becomes first or unique. Or FILE.so:FUNCTION.
    command: String,
    /// How long an answer may take, the start of the program included.
    #[arg(long, value_name = "D", default_value = "30s")]
    patience: Time,
}

#[derive(clap::Args)]
pub(super) struct Library {
    /// The shared library.
    file: String,
    /// The function.
    function: String,
    /// What it is told.
    configuration: u32,
    /// first or unique.
    ask: String,
}

pub(super) fn main(command: &Command) -> Result<Found> {
    let Command::Check(args) = command;
    stop_on_signals()?;
    let program = format!("program/checked={}", args.command).parse().map_err(anyhow::Error::msg)?;
    match check::program(&program, args.patience.0, &STOP)? {
        Ok(passed) => {
            print(&format!("{passed}\n"))?;
            Ok(Found::Fine)
        }
        Err(broken) => {
            print(&format!("{broken}\n"))?;
            Ok(Found::Wrong)
        }
    }
}

pub(super) fn echo() -> Result<Found> {
    echo::serve().context("the pipes broke")?;
    Ok(Found::Fine)
}

pub(super) fn library(args: &Library) -> Result<Found> {
    let limit = if args.ask == "unique" { 2 } else { 1 };
    protocol::serve(&args.file, &args.function, args.configuration, limit)?;
    Ok(Found::Fine)
}
