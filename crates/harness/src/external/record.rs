//! What the manifest says of a program: which one it was.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::process::Process;
use super::{External, Protocol, words};

/// How long a program may take to say which version it is.
const PATIENCE: Duration = Duration::from_secs(10);

/// A program of the run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExternalRecord {
    /// Its command, `{ask}` filled in.
    pub command: String,
    /// How it is talked to.
    pub protocol: Protocol,
    /// What `version_command` printed first.
    pub version: Option<String>,
    /// The file that the command's first word stands for; `None` when there is none.
    pub binary: Option<String>,
    /// SHA-256 of that file.
    pub sha256: Option<String>,
    /// Whose clock its times are from; `None` before there are any.
    pub timed_by: Option<TimedBy>,
}

/// Whose clock the times of a program are from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TimedBy {
    /// Its own: loading the givens and the search.
    Itself,
    /// Ours, around the whole round trip through two pipes.
    RoundTrip,
}

impl TimedBy {
    /// The word in files.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Itself => "itself",
            Self::RoundTrip => "round-trip",
        }
    }

    /// The clock of a word in a file.
    pub fn parse(word: &str) -> Option<Self> {
        [Self::Itself, Self::RoundTrip].into_iter().find(|clock| clock.word() == word)
    }
}

impl ExternalRecord {
    /// Looks a program up. One that is missing has a record that says so.
    pub(crate) fn of(external: &External, ask: &str) -> Self {
        static GO_ON: AtomicBool = AtomicBool::new(false);
        let command = external.words(ask);
        let binary = command.first().and_then(|word| resolve(word));
        let bytes = binary.as_ref().and_then(|path| std::fs::read(path).ok());
        let version = external.version_command.as_ref().and_then(|command| {
            let process = Process::start(&words(command, ask), &GO_ON).ok()?;
            let said = process.read_all(PATIENCE).ok()?;
            said.lines().map(str::trim).find(|line| !line.is_empty()).map(str::to_owned)
        });
        Self {
            command: external.command.replace("{ask}", ask),
            protocol: external.protocol,
            version,
            binary: binary.map(|path| path.display().to_string()),
            sha256: bytes.map(|bytes| format!("{:x}", Sha256::digest(bytes))),
            timed_by: None,
        }
    }

    /// Whether it is the same program, whatever is known of its clock.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        Self { timed_by: other.timed_by, ..self.clone() } == *other
    }
}

/// The file that a command's first word stands for.
fn resolve(word: &str) -> Option<PathBuf> {
    let path = PathBuf::from(word);
    if path.components().count() > 1 {
        return path.is_file().then_some(path);
    }
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(word)).find(|path| path.is_file())
}
