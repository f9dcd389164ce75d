//! Judges what a subject hands out, off the clock.

use std::sync::Arc;

use model::solve::{Ask, End, Halt, Outcome};
use model::{Givens, Grid, Puzzle, Rules, check};

use crate::results::Status;

/// How many of its solutions a subject hands out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Telling {
    /// Every one.
    Every,
    /// The first.
    First,
}

/// Checks every grid of one puzzle after the other and keeps the first two that are right.
pub(super) struct Judge {
    puzzle: Puzzle,
    telling: Telling,
    handed_out: u64,
    grids: Vec<Vec<u8>>,
    pub(super) reason: Option<String>,
}

impl Judge {
    pub(super) fn new(rules: &Arc<Rules>, telling: Telling) -> Self {
        Self { puzzle: Puzzle::blank(rules.clone()), telling, handed_out: 0, grids: Vec::new(), reason: None }
    }

    /// The next puzzle; nothing of the one before counts.
    pub(super) fn begin(&mut self, givens: &Givens) {
        self.puzzle.take_givens(givens);
        self.handed_out = 0;
        self.grids.clear();
        self.reason = None;
    }

    /// Looks at one grid.
    pub(super) fn see(&mut self, grid: &Grid) {
        self.handed_out += 1;
        if let Err(violation) = check(&self.puzzle, grid) {
            self.blame(violation.to_string());
        } else if self.grids.len() < 2 {
            if self.grids.first().is_some_and(|first| first == grid.values()) {
                self.blame("the same grid was handed out twice".to_owned());
            } else {
                self.grids.push(grid.values().to_vec());
            }
        }
    }

    /// The checked grids of this puzzle.
    pub(super) fn take_grids(&mut self) -> Vec<Vec<u8>> {
        std::mem::take(&mut self.grids)
    }

    /// The status of an outcome, given what was seen.
    pub(super) fn verdict(&mut self, ask: Ask, outcome: Outcome) -> Status {
        let told = match self.telling {
            Telling::Every => outcome.solutions,
            Telling::First => outcome.solutions.min(1),
        };
        if told != self.handed_out {
            self.blame(format!("{} solutions claimed, {} handed out", outcome.solutions, self.handed_out));
        }
        if outcome.end == End::Enough && outcome.solutions < ask.enough() {
            self.blame(format!("{} solutions were called enough of {}", outcome.solutions, ask.enough()));
        }
        match outcome.end {
            _ if self.reason.is_some() => Status::Wrong,
            End::Exhausted | End::Enough => Status::Ok,
            End::Stuck => Status::Stuck,
            End::Halted(Halt::StepLimit) => Status::Halted,
            End::Halted(Halt::Deadline) => Status::Timeout,
        }
    }

    fn blame(&mut self, reason: String) {
        self.reason.get_or_insert(reason);
    }
}
