//! The strategies: what they are called and what they promise.
//!
//! One type with a variant, because they differ in encoding and in how long a loaded solver is kept, and in nothing else.

use model::Rules;
use model::solve::{BackEnd, Info, Options, Strategy, Unsupported, counters};

use crate::SatSolver;

/// Which strategy of the family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variant {
    /// `sat/minimal`: the minimal encoding, a solver a puzzle, givens as unit clauses.
    Minimal,
    /// `sat/extended`: the extended encoding, one solver over puzzles, givens as assumptions.
    Extended,
    /// `sat/extended-fresh`: the extended encoding, a solver a puzzle, givens as unit clauses.
    ExtendedFresh,
    /// `sat/optimized`: what the givens leave of the extended encoding, a solver a puzzle.
    Optimized,
    /// `sat/propagated`: what unit propagation leaves of the extended encoding, a solver a puzzle.
    Propagated,
}

impl Variant {
    /// All, in the order of registration.
    pub const ALL: [Self; 5] = [Self::Minimal, Self::Extended, Self::ExtendedFresh, Self::Optimized, Self::Propagated];
}

/// A strategy of the family `sat`, for any rules.
///
/// The step limit counts learned clauses. It and the deadline are obeyed where the probe counts, at each learned clause:
/// neither stops the loading, nor a puzzle that propagation alone settles. Where the probe does not count, the back end
/// cannot be stopped at all, and [`Info::interruptible`] says so. There, too, which of several solutions `sat/extended`
/// finds first can depend on the puzzles before; how many there are cannot.
#[derive(Clone, Copy, Debug)]
pub struct Sat {
    variant: Variant,
}

impl Sat {
    /// The strategy of this variant.
    pub const fn new(variant: Variant) -> Self {
        Self { variant }
    }
}

impl Strategy for Sat {
    type Solver = SatSolver;

    fn info(&self) -> Info {
        let (id, summary) = match self.variant {
            Variant::Minimal => ("sat/minimal", "varisat on the minimal encoding, loaded for each puzzle"),
            Variant::Extended => {
                ("sat/extended", "varisat on the extended encoding, kept over puzzles, givens assumed")
            }
            Variant::ExtendedFresh => {
                ("sat/extended-fresh", "varisat on the extended encoding, loaded for each puzzle")
            }
            Variant::Optimized => ("sat/optimized", "varisat on what the givens leave of the extended encoding"),
            Variant::Propagated => {
                ("sat/propagated", "varisat on what unit propagation leaves of the extended encoding")
            }
        };
        let notes: &[&str] = match self.variant {
            Variant::Extended => {
                &["it keeps what it learned from puzzle to puzzle: the first of a process cost it more"]
            }
            _ => &[],
        };
        Info {
            back_end: Some(BackEnd { name: "varisat", version: "0.2.2" }),
            interruptible: false,
            notes,
            ..Info::new(id, summary, &[counters::CONFLICTS])
        }
    }

    fn build(&self, rules: &Rules, options: &Options) -> Result<SatSolver, Unsupported> {
        options.check(self.info().id, &[])?;
        Ok(SatSolver::new(rules, self.variant))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_option_that_nobody_knows_is_named() {
        let mut options = Options::default();
        options.named.insert("restarts".into(), "luby".into());
        let refused = Sat::new(Variant::Optimized).build(&Rules::sudoku(2), &options).err().expect("an unknown option");
        assert_eq!(refused.to_string(), "sat/optimized has no option `restarts`");
    }
}
