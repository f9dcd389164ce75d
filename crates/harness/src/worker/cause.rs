//! Why a worker died, in words.

use std::process::ExitStatus;

use crate::campaign::Memory;

/// The reason that stands in the row: how it ended, and what that means where its last words tell.
pub(super) fn of(status: ExitStatus, last_words: &str, memory_limit: Option<Memory>) -> String {
    // What the runtime of Rust says before it aborts.
    let said = |words: &str| last_words.contains(words);
    match memory_limit {
        _ if said("has overflowed its stack") => return "stack overflow".to_owned(),
        Some(limit) if said("memory allocation of") => return format!("memory limit of {limit} exceeded"),
        None if said("memory allocation of") => return "out of memory".to_owned(),
        _ => {}
    }
    let how = ending(status);
    match last_words.lines().rev().map(str::trim).find(|line| !line.is_empty()) {
        Some(line) => format!("{how}, after it said: {}", line.chars().take(120).collect::<String>()),
        None => how,
    }
}

#[cfg(unix)]
fn ending(status: ExitStatus) -> String {
    use nix::sys::signal::Signal;
    use std::os::unix::process::ExitStatusExt;
    match status.signal().map(Signal::try_from) {
        Some(Ok(signal)) => format!("killed by {signal}"),
        _ => format!("the process ended ({status})"),
    }
}

#[cfg(not(unix))]
fn ending(status: ExitStatus) -> String {
    format!("the process ended ({status})")
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::process::ExitStatusExt;

    #[test]
    fn last_words_are_understood() {
        let says = |status, words, limit| of(ExitStatus::from_raw(status), words, limit);
        let two = Some(Memory(2 << 30));
        assert_eq!(says(6, "memory allocation of 64 bytes failed\n", two), "memory limit of 2 GiB exceeded");
        assert_eq!(says(6, "memory allocation of 64 bytes failed\n", None), "out of memory");
        assert_eq!(says(6, "\nthread 'main' has overflowed its stack\nfatal", two), "stack overflow");
        assert_eq!(says(11, "", None), "killed by SIGSEGV");
        assert_eq!(says(6, "so long\n\n", None), "killed by SIGABRT, after it said: so long");
        assert_eq!(says(3 << 8, "", None), "the process ended (exit status: 3)");
    }
}
