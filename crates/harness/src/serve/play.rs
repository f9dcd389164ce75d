//! The player's page, made by a child of its own: a search that hangs or fills the memory is killed, and nobody else notices.

use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::Desk;
use super::pages::Trouble;
use super::pasted::Pasted;
use crate::guard::{Ended, Guarded};
use crate::provenance::own_binary;

/// Bytes of a page at most.
const PAGE: u64 = 48 << 20;
/// Events of a strategy at most.
const EVENTS: &str = "10000";
/// Strategies side by side at most.
pub(super) const SIDES: usize = 4;
/// What a child may take beside its searches.
const START: Duration = Duration::from_secs(5);

/// The page that plays these strategies on a puzzle.
///
/// # Errors
/// In words, when none comes.
pub(super) fn page(desk: &Desk, pasted: &Pasted, strategies: &[&str]) -> Result<Vec<u8>, Trouble> {
    let limits = desk.settings.limits;
    let time = humantime::format_duration(limits.time).to_string();
    let rules = format!("--rules={}", pasted.puzzle.rules().name());
    let mut command = Command::new(own_binary().map_err(|_| Trouble::broken())?);
    #[cfg(unix)]
    std::os::unix::process::CommandExt::arg0(&mut command, "harness");
    if let Some(memory) = limits.memory {
        command.arg("page").arg("--memory-limit").arg(memory.to_string());
    } else {
        command.arg("page");
    }
    command.args(["-", &rules, "--ask", pasted.ask_word(), "--events", EVENTS, "--time-limit", &time, "--html", "-"]);
    command.arg("--strategy").arg(strategies.join(","));
    command.env("RUST_BACKTRACE", "0").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let started =
        Guarded::start(&mut command, desk.stop, |child| (child.stdin.take(), child.stdout.take(), child.stderr.take()));
    let Ok((mut guarded, (Some(mut orders), Some(page), Some(mut errors)))) = started else {
        return Err(Trouble::broken());
    };
    guarded.arm(Instant::now() + START + limits.time * strategies.len() as u32);
    // What it says is a line or two: it fits in the pipe.
    let _ = writeln!(orders, "{}", pasted.text());
    drop(orders);
    let mut bytes = Vec::new();
    let _ = page.take(PAGE + 1).read_to_end(&mut bytes);
    if bytes.len() as u64 > PAGE {
        return Err(Trouble::refused("That page would be too large; harness explain --html writes it to a file."));
    }
    let mut said = String::new();
    match guarded.post_mortem() {
        Ended::Alone(status) if status.success() && !bytes.is_empty() => Ok(bytes),
        Ended::Alone(_) => {
            let _ = errors.by_ref().take(2000).read_to_string(&mut said);
            Err(Trouble::refused(&format!("It cannot be played. {}", said.trim())))
        }
        Ended::Late => Err(Trouble::refused("It took too long and was ended.")),
        Ended::Stopped | Ended::Mute => Err(Trouble::broken()),
    }
}
