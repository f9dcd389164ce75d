//! `harness manifest`.

use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::Result;

use super::{Format, Found, print};
use crate::manifest::{Manifest, and_strata};
use crate::report::setup;
use crate::run_dir::{RunDir, csv_line};
use crate::verify::{self, Check};

#[derive(clap::Args)]
pub(super) struct Args {
    /// A run directory.
    dir: PathBuf,
    /// Work out every hash again: ok, differs, missing, or unknown; exit 1 when a file of the run differs or is missing.
    #[arg(long)]
    verify: bool,
    /// Print the experimental set-up as a paragraph for a paper.
    #[arg(long, conflicts_with = "verify")]
    setup: bool,
    /// How it is printed.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub(super) fn main(args: &Args) -> Result<Found> {
    let (dir, manifest) = RunDir::open(&args.dir)?;
    if args.setup {
        print(&(setup::paragraph(&manifest) + "\n"))?;
        return Ok(Found::Fine);
    }
    if !args.verify {
        print(&essentials(&manifest, args.format)?)?;
        return Ok(Found::Fine);
    }
    let checks = verify::checks(&dir, &manifest)?;
    print(&list(&checks, args.format)?)?;
    if manifest.finished.is_none() {
        say!("the run is not complete: its files have no hashes yet");
    }
    Ok(if checks.iter().any(Check::is_fault) { Found::Wrong } else { Found::Fine })
}

fn list(checks: &[Check], format: Format) -> Result<String> {
    Ok(match format {
        Format::Json => serde_json::to_string_pretty(checks)? + "\n",
        Format::Csv => {
            let rows = checks.iter().flat_map(|check| csv_line(&[check.name.as_str(), check.verdict.word()]));
            String::from_utf8(csv_line(&["name", "verdict"]).into_iter().chain(rows).collect())?
        }
        Format::Text => {
            let mut text = String::new();
            for check in checks {
                _ = writeln!(text, "{:<8}{}", check.verdict.word(), check.name);
            }
            text
        }
    })
}

fn essentials(manifest: &Manifest, format: Format) -> Result<String> {
    let facts = facts(manifest);
    Ok(match format {
        // All of it.
        Format::Json => serde_json::to_string_pretty(manifest)? + "\n",
        Format::Csv => {
            let rows = facts.iter().flat_map(|(name, value)| csv_line(&[name, value.as_str()]));
            String::from_utf8(csv_line(&["name", "value"]).into_iter().chain(rows).collect())?
        }
        Format::Text => {
            let mut text = String::new();
            for (name, value) in &facts {
                _ = writeln!(text, "{name:<12}{value}");
            }
            text
        }
    })
}

fn facts(manifest: &Manifest) -> Vec<(&'static str, String)> {
    let machine = &manifest.machine;
    let mut facts = vec![
        ("campaign", manifest.campaign.name.clone()),
        ("corpus", format!("{} (SHA-256 {})", manifest.corpus.path, manifest.corpus.sha256)),
        (
            "puzzles",
            format!(
                "{} of {}{}, and {} decoys",
                manifest.puzzles,
                manifest.rules,
                and_strata(&manifest.strata),
                manifest.decoys
            ),
        ),
        ("ask", manifest.campaign.ask.to_string()),
        ("seed", manifest.campaign.seed.to_string()),
        ("passes", manifest.passes.map_or_else(|| "none timed".to_owned(), |passes| format!("{passes} timed"))),
    ];
    for strategy in &manifest.strategies {
        let back_end = strategy.back_end.as_ref().map(|name| format!(" on {name}")).unwrap_or_default();
        let program = strategy.external.as_ref().map(|external| {
            let hash = external.sha256.as_deref().unwrap_or("not known");
            format!(", {} (SHA-256 {hash})", external.binary.as_deref().unwrap_or("no such program"))
        });
        let version = format!("{} version {}{back_end}", strategy.id, strategy.version);
        facts.push(("strategy", version + &program.unwrap_or_default()));
    }
    for build in std::iter::once(&manifest.build).chain(&manifest.other_builds) {
        let binary = build.binary.as_deref().unwrap_or("not recorded");
        facts.push(("harness", format!("git {}, SHA-256 {binary}", build.git)));
        facts.push(("built by", format!("{}, {}", build.rustc, build.flags)));
        facts.push(("Cargo.lock", format!("SHA-256 {}", build.cargo_lock)));
    }
    facts.extend(manifest.dirty().map(|text| ("note", text)));
    facts.extend([
        ("machine", format!("{}: {}, {} cores, {}", machine.host, machine.cpu, machine.cores, machine.os)),
        ("started", manifest.started.clone()),
        ("finished", manifest.finished.clone().unwrap_or_else(|| "not finished".to_owned())),
        ("resumed", manifest.resumed.to_string()),
        ("files", manifest.files.len().to_string()),
    ]);
    facts
}
