//! Who is in a run directory: one process at a time.
//!
//! The lock is the operating system's, on an open file, so that whoever dies, however that happens, leaves none behind. The
//! file only says who holds it; it goes when the lock is let go, and one that a killed process left there locks nothing.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use fs4::{FileExt, TryLockError};
use sysinfo::System;

const NAME: &str = ".lock";

/// A directory that is ours until this is dropped.
#[derive(Debug)]
pub(super) struct Lock {
    path: PathBuf,
    file: File,
}

impl Lock {
    /// Takes a directory.
    ///
    /// # Errors
    /// When somebody else is in it, by name where that is known, or nothing can be written there.
    pub(super) fn take(folder: &Path) -> Result<Self> {
        let path = folder.join(NAME);
        loop {
            let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
            let file = opened.with_context(|| format!("cannot write in {}", folder.display()))?;
            match FileExt::try_lock(&file) {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => bail!("{} is in use by {}", folder.display(), holder(&path)),
                Err(TryLockError::Error(error)) if has_no_locks(&error) => {
                    say!(
                        "{} is where files cannot be locked: see to it that one run at a time is in it",
                        folder.display()
                    );
                }
                Err(TryLockError::Error(error)) => {
                    return Err(error).with_context(|| format!("cannot lock {}", path.display()));
                }
            }
            // Whoever held it may have removed the file between the two.
            if !is_at(&file, &path) {
                continue;
            }
            let mut lock = Self { path, file };
            lock.sign();
            return Ok(lock);
        }
    }

    /// Says who we are. On a full disk nobody knows, and the lock holds all the same.
    fn sign(&mut self) {
        let host = System::host_name().unwrap_or_else(|| "an unknown host".into());
        let _ = self.file.set_len(0);
        let _ = writeln!(self.file, "process {} on {host}", std::process::id());
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Before it is unlocked: after that it may be another's.
        let _ = std::fs::remove_file(&self.path);
    }
}

fn holder(path: &Path) -> String {
    let said = std::fs::read_to_string(path).unwrap_or_default();
    let said = said.trim();
    if said.is_empty() { "another process".to_owned() } else { said.to_owned() }
}

/// Some network file systems have no locks, or nobody who keeps them.
fn has_no_locks(error: &std::io::Error) -> bool {
    #[cfg(unix)]
    if error.raw_os_error() == Some(nix::errno::Errno::ENOLCK as i32) {
        return true;
    }
    error.kind() == std::io::ErrorKind::Unsupported
}

#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let place = |meta: std::fs::Metadata| (meta.dev(), meta.ino());
    let (open, there) = (file.metadata().map(place), std::fs::metadata(path).map(place));
    open.is_ok_and(|open| there.is_ok_and(|there| open == there))
}

/// A file that is open cannot be removed here.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_at_a_time_and_the_other_is_told_who() {
        let folder = tempfile::tempdir().expect("a folder");
        let first = Lock::take(folder.path()).expect("nobody is there");
        let refused = Lock::take(folder.path()).expect_err("somebody is there").to_string();
        let who = format!("is in use by process {} on ", std::process::id());
        assert!(refused.contains(&who) && refused.contains(&folder.path().display().to_string()), "{refused}");
        drop(first);
        assert!(!folder.path().join(NAME).exists());
        Lock::take(folder.path()).expect("nobody is there any more");
    }

    #[test]
    fn what_a_killed_process_left_locks_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join(NAME), "process 1 on another\n").expect("room");
        let lock = Lock::take(folder.path()).expect("nobody is there");
        assert!(holder(&lock.path).starts_with(&format!("process {} on ", std::process::id())));
    }
}
