//! What a broken law says.

use std::fmt;

/// A strategy broke a law.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{strategy} breaks the law {law} on {on}: {what}")]
pub struct Failure {
    /// Id of the strategy.
    pub strategy: String,
    /// Name of the law.
    pub law: &'static str,
    /// The board and the question, or what else was tried.
    pub on: String,
    /// What was expected and what happened.
    pub what: String,
}

/// All strategies that broke one law, the first failure of each.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Failures(pub Vec<Failure>);

impl fmt::Display for Failures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, failure) in self.0.iter().enumerate() {
            let line_break = if at == 0 { "" } else { "\n" };
            write!(f, "{line_break}{failure}")?;
        }
        Ok(())
    }
}

/// A failure before strategy and law are named.
#[derive(Debug)]
pub(crate) struct Fault {
    /// What was tried.
    pub(crate) on: String,
    /// What was wrong.
    pub(crate) what: String,
}

impl Fault {
    pub(crate) fn new(on: impl Into<String>, what: impl Into<String>) -> Self {
        Self { on: on.into(), what: what.into() }
    }
}

/// `Err` with a message unless `holds`.
pub(crate) fn ensure(holds: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what()) }
}
