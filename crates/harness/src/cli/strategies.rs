//! `harness strategies`.

use anyhow::Result;
use model::solve::erased::{AnyStrategy, Strategies};
use model::solve::{Answers, Setting};
use serde_json::json;

use super::{Format, Found, print};
use crate::run_dir::csv_line;

#[derive(clap::Args)]
pub(super) struct Args {
    /// How the list is printed.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub(super) fn main(args: &Args, registry: &Strategies) -> Result<Found> {
    let strategies = registry;
    let infos: Vec<_> = strategies.iter().map(AnyStrategy::info).collect();
    match args.format {
        Format::Json => {
            let list: Vec<_> = infos
                .iter()
                .map(|info| {
                    json!({
                        "id": info.id, "summary": info.summary, "version": info.version, "back_end": info.back_end,
                        "supports": info.supports.to_string(), "rules": info.supports, "asks": info.answers.words(),
                        "complete": info.complete, "interruptible": info.interruptible,
                        "seeded": info.seeded, "counters": info.counters, "options": info.options, "notes": info.notes,
                    })
                })
                .collect();
            print(&(serde_json::to_string_pretty(&list)? + "\n"))?;
        }
        Format::Csv => {
            let mut bytes = csv_line(&[
                "id",
                "version",
                "back_end",
                "supports",
                "asks",
                "complete",
                "interruptible",
                "seeded",
                "counters",
                "options",
            ]);
            for info in &infos {
                let counters: Vec<&str> = info.counters.iter().map(|counter| counter.name).collect();
                let back_end = info.back_end.map(|b| format!("{} {}", b.name, b.version)).unwrap_or_default();
                let flags = [info.complete, info.interruptible, info.seeded].map(|flag| flag.to_string());
                let [complete, interruptible, seeded] = &flags;
                let counters = counters.join(" ");
                let options: Vec<String> =
                    info.options.iter().map(|one| format!("{}={}", one.name, one.default)).collect();
                let options = options.join(" ");
                bytes.extend(csv_line(&[
                    info.id,
                    info.version,
                    &back_end,
                    &info.supports.to_string(),
                    &info.answers.words().join(" "),
                    complete,
                    interruptible,
                    seeded,
                    &counters,
                    &options,
                ]));
            }
            print(&String::from_utf8_lossy(&bytes))?;
        }
        Format::Text => {
            let width = infos.iter().map(|info| info.id.len()).max().unwrap_or(0);
            for info in &infos {
                let mut notes = vec![info.supports.to_string()];
                let asks = info.answers.words().join(" and ");
                notes.extend((info.answers < Answers::Count).then(|| format!("answers {asks} alone")));
                notes.extend((!info.complete).then(|| "may be stuck".to_owned()));
                notes.extend(info.seeded.then(|| "seeded".to_owned()));
                notes.extend((!info.interruptible).then(|| "cannot be interrupted while timed".to_owned()));
                notes.extend(info.back_end.map(|b| format!("{} {}", b.name, b.version)));
                let counters: Vec<&str> = info.counters.iter().map(|counter| counter.name).collect();
                print(&format!("{:width$}  {}\n", info.id, info.summary))?;
                print(&format!("{:width$}    {}; counts {}\n", "", notes.join(", "), counters.join(", ")))?;
                for note in info.notes {
                    print(&format!("{:width$}    {note}\n", ""))?;
                }
                for one in info.options {
                    let Setting { name, takes, default, meaning } = one;
                    print(&format!("{:width$}    option {name}: {meaning}; {takes} [{default}]\n", ""))?;
                }
            }
        }
    }
    Ok(Found::Fine)
}
