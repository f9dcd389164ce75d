//! The defects, and what the search does otherwise because of each.

use std::ops::ControlFlow;

use model::solve::{Ask, End, Finds, Halt, Outcome, Probe, counters};

use super::Search;

/// The five kinds of strategy that the suite tells apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Complete, counted in steps.
    Plain,
    /// Draws the order of values from the seed.
    Random,
    /// Knows no way on where every cell has three values or more.
    Timid,
    /// Counts conflicts, cannot be interrupted, and searches otherwise where nothing is counted.
    BackEnd,
    /// Answers `first` alone, and panics when it is asked more.
    Brief,
}

/// What is wrong with a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Defect {
    None,
    BadId,
    ChangesAGiven,
    ClaimsEnough,
    CountsDoubleBacktracks,
    CountsDoubleDepth,
    DeclaresIdle,
    DrawsByBuild,
    DrawsBySeed,
    ForgetsBlocks,
    ForgetsShortUnits,
    GoesOnAfterBreak,
    HandsOutTwice,
    IgnoresTheDeadline,
    IgnoresTheStepLimit,
    LeaksAfterBreak,
    LeaksAfterHalt,
    LeaksAfterStuck,
    LeaksAlways,
    Miscounts,
    MissesClashes,
    MistakesTheDeadline,
    MovesUndeclared,
    OneStepTooMany,
    OtherOrderTraced,
    OtherOrderUncounted,
    PanicsOnClash,
    PanicsOnOddRules,
    RefusesEverything,
    SaysNone,
    SeedIdle,
    SeedNotRepeatable,
    StepsTwiceUncounted,
    Sticks,
    StopsAtFirst,
    StopsAtSecond,
    TakesAnyOption,
    /// Declares an option and refuses it.
    RefusesItsOption,
    /// The default of its option is not what that takes.
    BadDefault,
}

impl Search {
    pub(super) fn asked(&self, ask: Ask) -> Ask {
        match (self.defect, ask) {
            (Defect::StopsAtFirst, _) => Ask::First,
            (Defect::StopsAtSecond, Ask::Count { .. }) => Ask::Unique,
            _ => ask,
        }
    }

    pub(super) fn misses_clashes(&self) -> bool {
        assert!(self.defect != Defect::PanicsOnClash, "two givens clash");
        self.defect == Defect::MissesClashes
    }

    /// Whether values come in descending order.
    pub(super) fn turns_round<P: Probe>(&self) -> bool {
        let uncounted = self.kind == Kind::BackEnd || self.defect == Defect::OtherOrderUncounted;
        let by_defect = match self.defect {
            Defect::OtherOrderTraced => P::TRACES,
            Defect::DrawsByBuild => self.builds % 2 == 1,
            Defect::DrawsBySeed => self.seed % 2 == 1,
            Defect::LeaksAlways => self.solved % 2 == 1,
            _ => self.leaked,
        };
        (uncounted && !P::COUNTS) || by_defect
    }

    /// The most values of a cell that it dares to decide on.
    pub(super) fn courage(&self) -> u32 {
        if self.kind == Kind::Timid || self.defect == Defect::Sticks { 2 } else { u32::MAX }
    }

    pub(super) fn step<P: Probe>(&mut self, probe: &mut P) -> ControlFlow<End> {
        if self.defect == Defect::StepsTwiceUncounted && !P::COUNTS {
            let _ = probe.step();
        }
        let ControlFlow::Break(halt) = probe.step() else { return ControlFlow::Continue(()) };
        match (self.defect, halt) {
            (Defect::IgnoresTheStepLimit, Halt::StepLimit) | (Defect::IgnoresTheDeadline, Halt::Deadline) => {}
            (Defect::OneStepTooMany, Halt::StepLimit) if !self.refused => self.refused = true,
            (Defect::MistakesTheDeadline, Halt::Deadline) => return ControlFlow::Break(End::Halted(Halt::StepLimit)),
            _ => return ControlFlow::Break(End::Halted(halt)),
        }
        ControlFlow::Continue(())
    }

    pub(super) fn depth(&self) -> u32 {
        if self.defect == Defect::CountsDoubleDepth { 2 * self.standing } else { self.standing }
    }

    pub(super) fn backtracks(&self) -> u64 {
        if self.defect == Defect::CountsDoubleBacktracks { 2 } else { 1 }
    }

    pub(super) fn hand_out(&self, finds: &mut Finds<'_>) -> ControlFlow<End> {
        let mut grid = self.grid.clone();
        if self.defect == Defect::ChangesAGiven {
            let values = self.rules.values();
            grid.values_mut().iter_mut().for_each(|value| *value = *value % values + 1);
        }
        let mut wish = finds.add(&grid);
        if self.defect == Defect::HandsOutTwice && wish.is_continue() {
            wish = finds.add(&grid);
        }
        if wish.is_continue() || self.defect == Defect::GoesOnAfterBreak {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(End::Enough)
        }
    }

    pub(super) fn close<P: Probe>(&mut self, ask: Ask, probe: &mut P, outcome: Outcome) -> Outcome {
        let Outcome { solutions, end } = outcome;
        self.leaked |= match self.defect {
            Defect::LeaksAfterHalt => matches!(end, End::Halted(_)),
            Defect::LeaksAfterStuck => end == End::Stuck,
            Defect::LeaksAfterBreak => end == End::Enough && solutions < ask.enough(),
            _ => false,
        };
        if self.defect == Defect::MovesUndeclared {
            probe.count(counters::COVERS, 1);
        }
        match self.defect {
            Defect::SaysNone => Outcome { solutions: 0, end: End::Exhausted },
            Defect::Miscounts => Outcome { solutions: solutions + 1, end },
            Defect::ClaimsEnough if end == End::Exhausted => Outcome { solutions, end: End::Enough },
            Defect::StopsAtFirst | Defect::StopsAtSecond => Outcome { solutions, end: End::Exhausted },
            _ => outcome,
        }
    }
}
