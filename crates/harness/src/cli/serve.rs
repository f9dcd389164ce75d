//! `harness serve`, and the hidden command that makes its players.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use anyhow::{Context, Result};
use model::solve::erased::Strategies;

use super::{Found, STOP, explain, stop_on_signals};
use crate::campaign::{Memory, Time, default_reports};
use crate::race::Limits;
use crate::serve::{Settings, serve};
use crate::worker;

#[derive(clap::Args)]
pub(super) struct Args {
    /// Where run directories lie.
    #[arg(value_name = "REPORTS")]
    reports: Option<PathBuf>,
    /// Where it listens. Another address than this machine's own lets others have work done here.
    #[arg(long, value_name = "IP", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,
    /// Port; 0 for any that is free.
    #[arg(long, value_name = "N", default_value_t = 8017)]
    port: u16,
    /// A name that the page may be called by, beside localhost and addresses. More than one may be given.
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,
    /// Time of a strategy in a race, and in a player.
    #[arg(long, value_name = "D", default_value = "500ms")]
    time_limit: Time,
    /// Time of a race after which no further strategy is begun.
    #[arg(long, value_name = "D", default_value = "5s")]
    race_time: Time,
    /// Memory that a process may take which solves what was asked (Unix).
    #[arg(long, value_name = "SIZE", default_value = "1G")]
    memory_limit: Memory,
}

pub(super) fn main(args: Args, registry: &Strategies) -> Result<Found> {
    stop_on_signals()?;
    let reports = args.reports.unwrap_or_else(default_reports);
    // There may be none yet: the page says so.
    let reports = match reports.canonicalize() {
        Ok(path) => path,
        Err(_) => std::path::absolute(&reports).with_context(|| format!("cannot use {}", reports.display()))?,
    };
    let limits = Limits { time: args.time_limit.0, race: Some(args.race_time.0), memory: Some(args.memory_limit) };
    let address = SocketAddr::new(args.address, args.port);
    if !address.ip().is_loopback() {
        say!("whoever reaches {} reads the reports and has work done here", address.ip());
    }
    let settings = Settings { address, hosts: args.host, reports, limits };
    serve(settings, registry.clone(), &STOP, |address| say!("http://{address}/ (Ctrl-C ends it)"))?;
    Ok(Found::Fine)
}

/// A page of the player, made under a memory limit.
#[derive(clap::Args)]
pub(super) struct Page {
    #[arg(long)]
    memory_limit: Option<Memory>,
    #[command(flatten)]
    explain: explain::Args,
}

pub(super) fn page(page: &Page, strategies: &Strategies) -> Result<Found> {
    worker::limit(page.memory_limit).context("cannot limit the memory")?;
    explain::main(&page.explain, strategies)
}
