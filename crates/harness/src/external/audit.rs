//! Whether the clock of a program that times itself goes as ours does.
//!
//! A batch of puzzles is sent at once and clocked from outside; what the echo program takes for the same batch is taken off.
//! The sum of what the program says it took must come to the same, within a tenth. Where the batches are over in less than a
//! millisecond net, or a difference is less than what reading and writing text and being woken may cost an answer, nothing
//! is concluded: the clock of a program leaves text out, and the echo program has next to none. (For an honest program of 2 µs
//! a puzzle that was 2 µs an answer on one core, 12 µs on two.) Noise only ever adds to the outside time, so that of several
//! passes the one where the two clocks are closest counts.

use serde::{Deserialize, Serialize};

/// Further apart than this share of the outside time, they differ.
const TOLERANCE: f64 = 0.1;
/// The least net outside time, in nanoseconds, that says anything.
const FLOOR_NS: u64 = 1_000_000;
/// Differences up to this, in nanoseconds an answer, say nothing.
const TEXT_NS: u64 = 20_000;

/// A program's clock beside ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockAudit {
    /// Puzzles that were answered, over all batches.
    pub puzzles: u64,
    /// What the program says it took for them.
    pub own_ns: u64,
    /// What the batches took from outside.
    pub outside_ns: u64,
    /// What the echo program took for as many batches.
    pub echo_ns: u64,
}

/// What comes of an audit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Finding {
    /// The clocks agree.
    Agrees,
    /// They differ by so many per cent of the outside time; below 0 where the program says less.
    Differs(f64),
    /// Too little passed to tell.
    Unknown,
}

impl ClockAudit {
    /// The outside time less what talking costs.
    pub fn net_ns(&self) -> u64 {
        self.outside_ns.saturating_sub(self.echo_ns)
    }

    /// What comes of it.
    pub fn finding(&self) -> Finding {
        let net = self.net_ns();
        if net < FLOOR_NS {
            // A clock that says far more than passed is wrong however short that was.
            return if self.own_ns > self.outside_ns.max(FLOOR_NS) {
                Finding::Differs(self.apart(self.outside_ns))
            } else {
                Finding::Unknown
            };
        }
        let apart = self.apart(net);
        if apart.abs() <= 100.0 * TOLERANCE {
            Finding::Agrees
        } else if self.own_ns.abs_diff(net) <= TEXT_NS * self.puzzles {
            Finding::Unknown
        } else {
            Finding::Differs(apart)
        }
    }

    fn apart(&self, outside_ns: u64) -> f64 {
        100.0 * (self.own_ns as f64 / outside_ns.max(1) as f64 - 1.0)
    }

    /// The one of two in which the clocks are closer; one that says something before one that does not.
    pub(crate) fn closer(self, other: Self) -> Self {
        let distance = |audit: &Self| match audit.finding() {
            Finding::Agrees => 0.0,
            Finding::Differs(apart) => apart.abs(),
            Finding::Unknown => f64::INFINITY,
        };
        if distance(&other) < distance(&self) { other } else { self }
    }
}

impl std::fmt::Display for Finding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Agrees => f.write_str("agrees"),
            Self::Differs(apart) => write!(f, "differs by {apart:+.0} %"),
            Self::Unknown => f.write_str("unknown"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn audit(own_ns: u64, outside_ns: u64, echo_ns: u64) -> ClockAudit {
        ClockAudit { puzzles: 64, own_ns, outside_ns, echo_ns }
    }

    #[test]
    fn clocks_are_compared_net_of_the_echo() {
        let found = |own, outside, echo| audit(own, outside, echo).finding().to_string();
        assert_eq!(found(9_500_000, 11_000_000, 1_000_000), "agrees");
        assert_eq!(found(5_000_000, 11_000_000, 1_000_000), "differs by -50 %");
        assert_eq!(found(20_000_000, 11_000_000, 1_000_000), "differs by +100 %");
        assert_eq!(found(100, 1_500_000, 1_000_000), "unknown", "half a millisecond is noise");
        assert_eq!(found(1_000_000, 3_200_000, 1_000_000), "unknown", "19 µs an answer may be text");
        assert_eq!(found(15_000_000, 1_500_000, 1_000_000), "differs by +900 %", "more than can have passed");
    }

    #[test]
    fn the_closer_of_two_passes_counts() {
        let (far, near, none) = (audit(1, 9_000_000, 0), audit(8_900_000, 9_000_000, 0), audit(1, 2, 0));
        assert_eq!(far.closer(near), near);
        assert_eq!(near.closer(far), near);
        assert_eq!(none.closer(far), far);
    }
}
