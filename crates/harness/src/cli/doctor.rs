//! `harness doctor`.

use std::fmt::Write as _;

use anyhow::Result;

use super::{Format, Found, print};
use crate::clock;
use crate::doctor::{Examination, State};
use crate::run_dir::csv_line;
use crate::terminal::{Paint, Tone};

#[derive(clap::Args)]
pub(super) struct Args {
    /// How it is printed.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub(super) fn main(args: &Args) -> Result<Found> {
    let examination = Examination::of_this_machine(None);
    let clock = clock::measure();
    let text = match args.format {
        Format::Json => {
            let all = serde_json::json!({
                "grade": examination.grade(), "findings": examination.findings, "clock": clock,
            });
            format!("{all}\n")
        }
        Format::Csv => {
            let mut bytes = csv_line(&["name", "state", "found"]);
            for finding in &examination.findings {
                bytes.extend(csv_line(&[&finding.name, finding.state.word(), &finding.found]));
            }
            String::from_utf8(bytes)?
        }
        Format::Text => {
            let (mut text, paint) = (String::new(), Paint::of_stdout());
            for finding in &examination.findings {
                let tone = if finding.state == State::Ok { Tone::Usual } else { Tone::Doubtful };
                let state = paint.tint(tone, &format!("{:<8}", finding.state.word()));
                _ = writeln!(text, "{state}{:<22}{}", finding.name, finding.found);
            }
            _ = writeln!(text, "        {:<22}{} ns a reading, grain {} ns", "clock", clock.cost_ns, clock.grain_ns);
            _ = writeln!(text, "{}", verdict(examination.grade()));
            text
        }
    };
    print(&text)?;
    Ok(Found::Fine)
}

const fn verdict(grade: State) -> &'static str {
    match grade {
        State::Ok => "fit to time on",
        State::Unknown => "nothing seen that disturbs, but not everything can be seen",
        State::Warn => "counts are exact here; times may be disturbed, so trust ratios within one run and their ranges",
    }
}
