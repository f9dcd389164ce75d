//! Programs of other people that take part in a campaign.
//!
//! A program is started once a pass and kept; what it is told and what it answers is the business of its protocol. It
//! becomes a subject of jobs like any strategy of ours, so that nothing after a job knows the difference but by its record.
//! Nothing that a program does can stop a run: one that is missing, dies, hangs or talks nonsense makes rows that say so.

mod audit;
pub(crate) mod check;
mod dimacs;
pub(crate) mod echo;
pub(crate) mod library;
mod lines;
pub(crate) mod own;
mod process;
mod programs;
mod record;

use std::sync::atomic::AtomicBool;

use model::solve::Ask;
use serde::{Deserialize, Serialize};

pub use self::audit::{ClockAudit, Finding};
pub use self::lines::{Answer, Malformed};
pub(crate) use self::programs::BATCH;
pub use self::programs::{Lease, Programs, Told, Trouble};
pub use self::record::{ExternalRecord, TimedBy};
use crate::cnf::Clauses;

/// A program, as a campaign names it in `[[external]]`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct External {
    /// `family/variant`, such as `peer/sudoku`.
    pub id: String,
    /// Words as for a shell, which runs none of it; `{ask}` becomes `first` or `unique`. Of a library `FILE:FUNCTION`.
    pub command: String,
    /// How it is talked to.
    pub protocol: Protocol,
    /// Prints a line that says which version it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version_command: Option<String>,
    /// The clauses that a SAT solver is given; extended where nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub encoding: Option<Clauses>,
    /// What the function of a library is told; 0 where nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub configuration: Option<u32>,
    /// The command that built it, for the record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub build: Option<String>,
    /// The flags that it was built with, for the record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flags: Option<String>,
}

/// How a program is talked to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Protocol {
    /// A puzzle a line in, `SOLUTIONS GRID [NANOSECONDS]` a line out.
    Lines,
    /// A CNF file in, the lines of the SAT competition out.
    Dimacs,
    /// A function of a shared library.
    Library,
}

impl External {
    /// A program of which nothing more is known.
    pub fn new(id: impl Into<String>, command: impl Into<String>, protocol: Protocol) -> Self {
        Self {
            id: id.into(),
            command: command.into(),
            protocol,
            version_command: None,
            encoding: None,
            configuration: None,
            build: None,
            flags: None,
        }
    }

    /// Whether a campaign can hold it.
    ///
    /// # Errors
    /// When the id cannot name a file, the command is none of its protocol, or it has keys of another protocol.
    pub fn check(&self) -> Result<(), Unusable> {
        let plain =
            |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b));
        if !self.id.split_once('/').is_some_and(|(family, variant)| plain(family) && plain(variant)) {
            return Err(Unusable::Id(self.id.clone()));
        }
        let idle = |key, protocol| Err(Unusable::Idle { id: self.id.clone(), key, protocol });
        if self.encoding.is_some() && self.protocol != Protocol::Dimacs {
            return idle("encoding", "dimacs");
        }
        if self.configuration.is_some() && self.protocol != Protocol::Library {
            return idle("configuration", "library");
        }
        let command = (self.protocol != Protocol::Library).then_some(&self.command);
        for command in command.into_iter().chain(&self.version_command) {
            if words(command, "first").is_empty() {
                return Err(Unusable::Command { id: self.id.clone(), command: command.clone() });
            }
        }
        if self.protocol == Protocol::Library && self.function().is_none() {
            return Err(Unusable::Library { id: self.id.clone(), command: self.command.clone() });
        }
        Ok(())
    }

    /// The words of the process that answers a question.
    pub fn words(&self, ask: &str) -> Vec<String> {
        if self.protocol != Protocol::Library {
            return words(&self.command, ask);
        }
        let (file, function) = self.function().unwrap_or_default();
        let configuration = self.configuration.unwrap_or(0).to_string();
        let arguments = ["library", file, function, &configuration, ask];
        // Who uses the library of the harness has no such command at hand, but may have the harness.
        own::words(&arguments)
            .unwrap_or_else(|| std::iter::once("harness").chain(arguments).map(str::to_owned).collect())
    }

    /// File and function of a library.
    fn function(&self) -> Option<(&str, &str)> {
        self.command.rsplit_once(':').filter(|(file, function)| !file.is_empty() && !function.is_empty())
    }

    /// The file that it lives in, as the command names it.
    fn file(&self, ask: &str) -> Option<String> {
        match self.protocol {
            // As it is loaded: a name alone is a file here, none of a folder of the system.
            Protocol::Library => {
                let file = self.function()?.0;
                Some(if file.starts_with('/') { file.to_owned() } else { format!("./{file}") })
            }
            Protocol::Lines | Protocol::Dimacs => self.words(ask).into_iter().next(),
        }
    }

    /// What starting it costs, where it is started for every question; on the core of the calling thread.
    pub(crate) fn startup_ns(&self, ask: Ask, stop: &'static AtomicBool) -> Option<u64> {
        let words = self.words(question(ask)?);
        (self.protocol == Protocol::Dimacs).then(|| dimacs::startup_ns(&words, stop)).flatten()
    }
}

/// `ID=COMMAND`, as the command line has it: a library where the command is `FILE.so:FUNCTION`, a SAT solver where it holds
/// `{cnf}`, else a program that answers lines.
impl std::str::FromStr for External {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (id, command) = text.split_once('=').ok_or_else(|| format!("`{text}` is not ID=COMMAND"))?;
        let is_library = command
            .rsplit_once(':')
            .is_some_and(|(file, _)| [".so", ".dylib", ".dll"].iter().any(|ending| file.ends_with(ending)));
        let protocol = match () {
            () if is_library => Protocol::Library,
            () if command.contains(dimacs::CNF) => Protocol::Dimacs,
            () => Protocol::Lines,
        };
        let external = Self::new(id, command, protocol);
        external.check().map_err(|error| error.to_string())?;
        Ok(external)
    }
}

/// The word for a question, where programs know it.
pub(crate) fn question(ask: Ask) -> Option<&'static str> {
    match ask {
        Ask::First => Some("first"),
        Ask::Unique => Some("unique"),
        Ask::Count { .. } => None,
    }
}

/// Words of a command with `{ask}` filled in; none where a quote is open.
fn words(command: &str, ask: &str) -> Vec<String> {
    let words = shlex::split(command).unwrap_or_default();
    words.into_iter().map(|word| word.replace("{ask}", ask)).collect()
}

/// Why an `[[external]]` cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Unusable {
    /// The id is no `family/variant`.
    #[error("`{0}` is no id of an external program: expected family/variant of letters, digits, - and _")]
    Id(String),
    /// The command has no words.
    #[error("`{command}` is no command for {id}: it has no word, or a quote is open")]
    Command {
        /// The program.
        id: String,
        /// Its command.
        command: String,
    },
    /// The command names no function.
    #[error("`{command}` is no library for {id}: expected FILE:FUNCTION")]
    Library {
        /// The program.
        id: String,
        /// Its command.
        command: String,
    },
    /// A key that its protocol does not know.
    #[error("{id} has the key `{key}`, which is for the protocol `{protocol}`")]
    Idle {
        /// The program.
        id: String,
        /// The key.
        key: &'static str,
        /// Who knows it.
        protocol: &'static str,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_as_a_shell_does() {
        let program = External::new("peer/x", "run 'a b' {ask} --ask={ask}", Protocol::Lines);
        assert!(program.check().is_ok());
        assert_eq!(program.words("unique"), ["run", "a b", "unique", "--ask=unique"]);
    }

    #[test]
    fn what_cannot_be_used_is_refused_with_its_reason() {
        let says =
            |id, command, protocol| External::new(id, command, protocol).check().expect_err("unusable").to_string();
        assert!(says("peer", "x", Protocol::Lines).contains("family/variant"));
        assert!(says("peer/../x", "x", Protocol::Lines).contains("family/variant"));
        assert!(says("peer/x", " ", Protocol::Lines).contains("no word"));
        assert!(says("peer/x", "run 'x", Protocol::Lines).contains("quote"));
        assert!(says("peer/x", "lib.so", Protocol::Library).contains("FILE:FUNCTION"));
        let idle = External { encoding: Some(Clauses::Minimal), ..External::new("peer/x", "x", Protocol::Lines) };
        assert!(idle.check().expect_err("unusable").to_string().contains("`encoding`"));
    }

    #[test]
    fn the_protocol_shows_in_the_command() {
        let read = |text: &str| text.parse::<External>().map(|external| (external.id, external.protocol));
        assert_eq!(read("peer/x=run {ask}"), Ok(("peer/x".into(), Protocol::Lines)));
        assert_eq!(read("peer/x=run a=b {cnf}"), Ok(("peer/x".into(), Protocol::Dimacs)));
        assert_eq!(read("peer/x=lib/solve.so:solve"), Ok(("peer/x".into(), Protocol::Library)));
        assert!(read("peer/x").is_err() && read("x=run").is_err() && read("peer/x=").is_err());
    }
}
