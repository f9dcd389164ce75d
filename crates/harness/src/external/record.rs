//! What the manifest says of a program: which one it was.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::audit::ClockAudit;
use super::process::Process;
use super::{External, Protocol, words};
use crate::cnf::Clauses;

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
    /// The clauses that a SAT solver is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub encoding: Option<Clauses>,
    /// What a function of a shared library is told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub configuration: Option<u32>,
    /// The command that built it, as the campaign says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub build: Option<String>,
    /// The flags that it was built with, as the campaign says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flags: Option<String>,
    /// Nanoseconds that a SAT solver takes for next to nothing, its start included: median of a few runs before it was timed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub startup_ns: Option<u64>,
    /// Its own clock beside ours, in the pass in which they were closest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockAudit>,
}

/// Whose clock the times of a program are from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TimedBy {
    /// Its own: loading the givens and the search.
    Itself,
    /// Ours, around the call of a function of a shared library.
    Call,
    /// Ours, around a process a question, its start included.
    Process,
    /// Ours, around the round trip of a batch through two pipes, less that of the echo program.
    RoundTrip,
}

impl TimedBy {
    const ALL: [Self; 4] = [Self::Itself, Self::Call, Self::Process, Self::RoundTrip];

    /// The word in files.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Itself => "itself",
            Self::Call => "call",
            Self::Process => "process",
            Self::RoundTrip => "round-trip",
        }
    }

    /// The clock of a word in a file.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|clock| clock.word() == word)
    }
}

impl ExternalRecord {
    /// Looks a program up. One that is missing has a record that says so.
    pub(crate) fn of(external: &External, ask: &str) -> Self {
        static GO_ON: AtomicBool = AtomicBool::new(false);
        let binary = external.file(ask).and_then(|word| resolve(&word));
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
            encoding: (external.protocol == Protocol::Dimacs).then(|| external.encoding.unwrap_or_default()),
            configuration: external.configuration,
            build: external.build.clone(),
            flags: external.flags.clone(),
            startup_ns: None,
            clock: None,
        }
    }

    /// Whether it is the same program, whatever is known of its times.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        let Self { timed_by, startup_ns, clock, .. } = *other;
        Self { timed_by, startup_ns, clock, ..self.clone() } == *other
    }

    /// Enters the clocks of a timed pass: of two audits the one in which they are closer.
    pub(crate) fn heed(&mut self, audit: Option<ClockAudit>) {
        self.clock = match (self.clock, audit) {
            (Some(before), Some(audit)) => Some(before.closer(audit)),
            (before, audit) => before.or(audit),
        };
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
