//! `harness verify-certificate`.

use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::Result;
use serde::Serialize;

use super::{Format, Found, print};
use crate::certificates::{self, Claim};
use crate::run_dir::csv_line;

#[derive(clap::Args)]
pub(super) struct Args {
    /// Certificates, or folders of them.
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// How it is printed.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Serialize)]
struct Verdict {
    certificate: String,
    /// What it certifies; nothing where it was refused.
    claim: Option<Claim>,
    /// The first thing that is wrong.
    flaw: Option<String>,
}

pub(super) fn main(args: &Args) -> Result<Found> {
    let mut verdicts = Vec::new();
    for folder in &args.folders {
        verdicts.extend(certificates::list(folder)?.iter().map(|folder| {
            let verified = certificates::verify(folder);
            let flaw = verified.as_ref().err().map(ToString::to_string);
            Verdict { certificate: folder.display().to_string(), claim: verified.ok(), flaw }
        }));
    }
    print(&list(&verdicts, args.format)?)?;
    Ok(if verdicts.iter().all(|verdict| verdict.flaw.is_none()) { Found::Fine } else { Found::Wrong })
}

fn list(verdicts: &[Verdict], format: Format) -> Result<String> {
    Ok(match format {
        Format::Json => serde_json::to_string_pretty(verdicts)? + "\n",
        Format::Csv => {
            let rows = verdicts.iter().flat_map(|verdict| {
                let flaw = verdict.flaw.as_deref().unwrap_or_default();
                csv_line(&[verdict.certificate.as_str(), verdict.claim.map_or("", Claim::word), flaw])
            });
            String::from_utf8(csv_line(&["certificate", "claim", "flaw"]).into_iter().chain(rows).collect())?
        }
        Format::Text => {
            let mut text = String::new();
            for Verdict { certificate, claim, flaw } in verdicts {
                _ = match (claim, flaw) {
                    (Some(claim), _) => writeln!(text, "{:<8}{certificate}", claim.word()),
                    (None, flaw) => writeln!(text, "refused {certificate}: {}", flaw.as_deref().unwrap_or_default()),
                };
            }
            let good = verdicts.iter().filter(|verdict| verdict.flaw.is_none()).count();
            _ = writeln!(text, "{good} of {} certificates check", verdicts.len());
            text
        }
    })
}
