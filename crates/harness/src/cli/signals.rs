//! Signals: the first one that asks for an end stops the work, a second one ends the process at once.
//!
//! Ctrl-C, SIGTERM and SIGHUP are one and the same. Under nohup SIGHUP stays ignored: a run is left alone with it so that it outlives
//! its terminal. SIGXFSZ, which would kill whoever writes more than it may, becomes an error of that write.

use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result};

use super::STOP;

/// What is said at the very end, when the work has no chance to say it.
static LAST_WORD: Mutex<Option<String>> = Mutex::new(None);

/// Sets what a second signal says.
pub(super) fn set_last_word(text: String) {
    *LAST_WORD.lock().unwrap_or_else(PoisonError::into_inner) = Some(text);
}

/// Stops at the first signal that asks for it; a second one ends the process at once.
///
/// # Errors
/// When the system allows no handler.
pub(super) fn stop_on_signals() -> Result<()> {
    listen().context("cannot listen for Ctrl-C")
}

fn told() {
    if !STOP.swap(true, Ordering::Relaxed) {
        say!("stopping; what was written stays (once more to end at once)");
        return;
    }
    if let Some(text) = LAST_WORD.lock().unwrap_or_else(PoisonError::into_inner).take() {
        say!("{text}");
    }
    std::process::exit(2);
}

#[cfg(unix)]
fn listen() -> std::io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
    use signal_hook::iterator::Signals;
    let mut wanted = vec![SIGINT, SIGTERM];
    wanted.extend((!is_ignored(SIGHUP)).then_some(SIGHUP));
    let mut signals = Signals::new(wanted)?;
    signal_hook::flag::register(SIGXFSZ, std::sync::Arc::default())?;
    std::thread::Builder::new().name("signals".into()).spawn(move || signals.forever().for_each(|_| told()))?;
    Ok(())
}

/// Whether whoever started us had a signal ignored, where the system says so.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).map(str::trim);
    mask.and_then(|mask| u64::from_str_radix(mask, 16).ok()).is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

#[cfg(not(unix))]
fn listen() -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(told)
}
