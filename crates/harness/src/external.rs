//! Programs of other people that take part in a campaign.
//!
//! A program is started once a pass and kept; what it is told and what it answers is the business of its protocol. It
//! becomes a subject of jobs like any strategy of ours, so that nothing after a job knows the difference but by its record.
//! Nothing that a program does can stop a run: one that is missing, dies, hangs or talks nonsense makes rows that say so.

mod lines;
mod process;
mod programs;
mod record;

use model::Rules;
use model::solve::Ask;
use serde::{Deserialize, Serialize};

pub use self::lines::{Answer, Malformed};
pub use self::programs::{Lease, Programs, Trouble};
pub use self::record::{ExternalRecord, TimedBy};

/// A program, as a campaign names it in `[[external]]`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct External {
    /// `family/variant`, such as `peer/sudoku`.
    pub id: String,
    /// Words as for a shell, which runs none of it; `{ask}` becomes `first` or `unique`.
    pub command: String,
    /// How it is talked to.
    pub protocol: Protocol,
    /// Prints a line that says which version it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version_command: Option<String>,
}

/// How a program is talked to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Protocol {
    /// A puzzle a line in, `SOLUTIONS GRID [NANOSECONDS]` a line out.
    Lines,
    /// A CNF file in, the lines of the SAT competition out.
    Dimacs,
}

impl External {
    /// Whether a campaign can hold it.
    ///
    /// # Errors
    /// When the id cannot name a file, the command has no word or an open quote, or the protocol is not spoken yet.
    pub fn check(&self) -> Result<(), Unusable> {
        let plain =
            |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b));
        if !self.id.split_once('/').is_some_and(|(family, variant)| plain(family) && plain(variant)) {
            return Err(Unusable::Id(self.id.clone()));
        }
        if self.protocol == Protocol::Dimacs {
            return Err(Unusable::Dimacs(self.id.clone()));
        }
        for command in std::iter::once(&self.command).chain(&self.version_command) {
            if words(command, "first").is_empty() {
                return Err(Unusable::Command { id: self.id.clone(), command: command.clone() });
            }
        }
        Ok(())
    }

    /// The command's words for a question.
    pub fn words(&self, ask: &str) -> Vec<String> {
        words(&self.command, ask)
    }
}

/// Whether programs can be asked that of puzzles of these rules: `first` or `unique` of nine by nine cells.
pub(crate) fn supports(rules: &Rules, ask: Ask) -> bool {
    rules.name() == "sudoku-3" && question(ask).is_some()
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
    /// The protocol is for later.
    #[error("{0} wants the protocol `dimacs`, which this version does not speak: use `lines`")]
    Dimacs(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn external(id: &str, command: &str, protocol: Protocol) -> External {
        External { id: id.into(), command: command.into(), protocol, version_command: None }
    }

    #[test]
    fn commands_are_split_as_a_shell_does() {
        let program = external("peer/x", "run 'a b' {ask} --ask={ask}", Protocol::Lines);
        assert!(program.check().is_ok());
        assert_eq!(program.words("unique"), ["run", "a b", "unique", "--ask=unique"]);
    }

    #[test]
    fn what_cannot_be_used_is_refused_with_its_reason() {
        let says = |id, command, protocol| external(id, command, protocol).check().expect_err("unusable").to_string();
        assert!(says("peer", "x", Protocol::Lines).contains("family/variant"));
        assert!(says("peer/../x", "x", Protocol::Lines).contains("family/variant"));
        assert!(says("peer/x", " ", Protocol::Lines).contains("no word"));
        assert!(says("peer/x", "run 'x", Protocol::Lines).contains("quote"));
        assert!(says("peer/x", "x", Protocol::Dimacs).contains("dimacs"));
    }
}
