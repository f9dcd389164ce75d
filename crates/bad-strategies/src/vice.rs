//! The vices and their names.

/// What a bad strategy does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vice {
    /// Never comes back and looks at no probe.
    Hangs,
    /// The same, only where nothing is counted.
    HangsOnTheClock,
    /// Panics.
    Panics,
    /// Panics when it is built.
    PanicsWhenBuilt,
    /// Aborts the process.
    Aborts,
    /// The same when it is built.
    AbortsWhenBuilt,
    /// Ends the process as if all were well.
    Exits,
    /// Fills the stack.
    Overflows,
    /// Dies by a signal.
    Segfaults,
    /// Takes memory and never gives it back.
    Leaks,
    /// Stops at the first grid and claims that it is the only one.
    ClaimsUniqueness,
    /// Says that there is no solution.
    SaysNone,
    /// Gives a grid that breaks the rules.
    GivesAWrongGrid,
    /// Gives a sound grid of another puzzle.
    AnswersAnotherPuzzle,
    /// Claims a solution more than it gives.
    ClaimsMore,
    /// Gives the same grid twice.
    Repeats,
    /// Counts otherwise in each process.
    CountsOtherwise,
    /// Gives no grids on the clock.
    CheatsTheClock,
    /// Prints to standard output and reads from standard input.
    Prints,
}

impl Vice {
    /// All.
    pub const ALL: [Self; 19] = [
        Self::Hangs,
        Self::HangsOnTheClock,
        Self::Panics,
        Self::PanicsWhenBuilt,
        Self::Aborts,
        Self::AbortsWhenBuilt,
        Self::Exits,
        Self::Overflows,
        Self::Segfaults,
        Self::Leaks,
        Self::ClaimsUniqueness,
        Self::SaysNone,
        Self::GivesAWrongGrid,
        Self::AnswersAnotherPuzzle,
        Self::ClaimsMore,
        Self::Repeats,
        Self::CountsOtherwise,
        Self::CheatsTheClock,
        Self::Prints,
    ];

    /// The strategy's id.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Hangs => "bad/hangs",
            Self::HangsOnTheClock => "bad/hangs-on-the-clock",
            Self::Panics => "bad/panics",
            Self::PanicsWhenBuilt => "bad/panics-when-built",
            Self::Aborts => "bad/aborts",
            Self::AbortsWhenBuilt => "bad/aborts-when-built",
            Self::Exits => "bad/exits",
            Self::Overflows => "bad/overflows",
            Self::Segfaults => "bad/segfaults",
            Self::Leaks => "bad/leaks",
            Self::ClaimsUniqueness => "bad/claims-uniqueness",
            Self::SaysNone => "bad/says-none",
            Self::GivesAWrongGrid => "bad/gives-a-wrong-grid",
            Self::AnswersAnotherPuzzle => "bad/answers-another-puzzle",
            Self::ClaimsMore => "bad/claims-more",
            Self::Repeats => "bad/repeats",
            Self::CountsOtherwise => "bad/counts-otherwise",
            Self::CheatsTheClock => "bad/cheats-the-clock",
            Self::Prints => "bad/prints",
        }
    }
}
