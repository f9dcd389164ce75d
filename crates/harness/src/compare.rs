//! Whether one thing takes longer than another, how much, and how sure that is.
//!
//! The unit of replication is the process and not the puzzle: where a process's pages fall moves all its times alike, so that
//! among puzzles of one process pair a difference is always "significant". An estimate therefore comes from several fresh
//! processes of each side, and what a session cannot tell from its own noise it does not call a difference.

mod counters;
mod live;
mod saved;
mod words;

use serde::Serialize;

use crate::replication::{ALPHA, Estimate, holm};

pub(crate) use self::counters::Counters;
pub(crate) use self::live::{Session, builds, strategies};
pub(crate) use self::saved::saved;
pub(crate) use self::words::{csv, json, text};
#[cfg(feature = "serve")]
pub(crate) use self::words::{rest, sentence};

/// What is compared with what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Kind {
    /// Two builds in one session, each strategy with itself.
    Builds,
    /// Strategies of one build in one session, each with the reference.
    Strategies,
    /// Two runs of one machine, each strategy with itself.
    Runs,
    /// Two runs of different machines: each strategy's ratio to the reference with the same.
    Ratios,
}

/// A side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Side {
    /// The binary or the run directory.
    pub(crate) path: String,
    /// Its version, revision, machine: what tells it apart.
    pub(crate) what: String,
    /// SHA-256 of the binary, where it is known.
    pub(crate) sha256: Option<String>,
}

/// What was found out.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Comparison {
    /// Of what.
    pub(crate) kind: Kind,
    /// The side that ratios refer to.
    pub(crate) a: Side,
    /// The other one; the same where strategies of one build are compared.
    pub(crate) b: Side,
    /// The strategy that others are compared with, where they are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) reference: Option<String>,
    /// Times.
    pub(crate) contests: Vec<Contest>,
    /// Counts, exactly; `None` where strategies are compared with each other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) counters: Option<Counters>,
    /// What else must be known.
    pub(crate) notes: Vec<String>,
}

/// One strategy's times on the two sides.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Contest {
    /// `family/variant`.
    pub(crate) strategy: String,
    /// Puzzles that it finished on both sides: those whose times are compared.
    pub(crate) puzzles: usize,
    /// Processes of each side.
    pub(crate) processes: [usize; 2],
    /// Puzzles that a side did not finish.
    pub(crate) unfinished: [usize; 2],
    /// The time of B over that of A; `None` where there is none.
    pub(crate) ratio: Option<f64>,
    /// Its interval, adjusted for the number of contests (Holm); `None` with fewer than two processes.
    pub(crate) interval: Option<[f64; 2]>,
    /// The adjusted probability of a ratio as far from 1 where there is no difference.
    pub(crate) p: Option<f64>,
    /// How far from 1 a ratio of equals may be here: A over A in the same session, or what sessions are apart.
    pub(crate) band: Option<f64>,
    /// The smallest ratio above 1 that would have been called a difference.
    pub(crate) detectable: Option<f64>,
    /// What it comes to.
    pub(crate) verdict: Verdict,
    /// The ratio of each pair of processes, where they come in pairs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) pairs: Vec<f64>,
}

/// What a contest comes to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Verdict {
    /// B takes longer.
    Slower,
    /// B takes less.
    Faster,
    /// What there may be is smaller than can be told.
    CannotTell,
    /// There are no two times to compare, and why.
    Incomparable(String),
}

impl Comparison {
    /// The contests in which B takes longer by more than this many per cent, surely.
    pub(crate) fn regressions(&self, percent: f64) -> Vec<&Contest> {
        let most = 1.0 + percent / 100.0;
        let is_worse =
            |contest: &&Contest| contest.verdict == Verdict::Slower && contest.ratio.is_some_and(|ratio| ratio > most);
        self.contests.iter().filter(is_worse).collect()
    }
}

impl Contest {
    /// One of which no times are known.
    fn incomparable(strategy: &str, why: impl Into<String>) -> Self {
        Self {
            strategy: strategy.to_owned(),
            puzzles: 0,
            processes: [0; 2],
            unfinished: [0; 2],
            ratio: None,
            interval: None,
            p: None,
            band: None,
            detectable: None,
            verdict: Verdict::Incomparable(why.into()),
            pairs: Vec::new(),
        }
    }
}

/// Enters intervals and verdicts of contests that are looked at together. `band` is how far equals may be apart, on the scale of
/// logarithms.
fn judge_all(contests: &mut [(Contest, Option<Estimate>, f64)]) {
    let (mut known, mut estimates) = (Vec::new(), Vec::new());
    for (contest, estimate, band) in contests {
        if let Some(estimate) = estimate {
            known.push((contest, *band));
            estimates.push(*estimate);
        }
    }
    for (((contest, band), estimate), (alpha, p)) in known.into_iter().zip(&estimates).zip(holm(&estimates)) {
        contest.ratio = Some(estimate.ratio());
        contest.interval = Some(estimate.interval(alpha));
        contest.p = Some(p);
        contest.band = Some(band.exp());
        contest.detectable = Some(estimate.half_width(alpha).max(band).exp());
        contest.verdict = match estimate.log_ratio {
            log_ratio if p >= ALPHA || log_ratio.abs() <= band => Verdict::CannotTell,
            log_ratio if log_ratio > 0.0 => Verdict::Slower,
            _ => Verdict::Faster,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_equals_may_differ_by_is_no_difference() {
        let judged = |log_ratio: f64| {
            let estimate = Estimate { log_ratio, error: 0.001, freedom: 11.0 };
            let mut contests = [(Contest::incomparable("x/y", ""), Some(estimate), 0.04)];
            judge_all(&mut contests);
            let [(contest, ..)] = contests;
            assert!((contest.detectable.expect("an estimate") - 0.04_f64.exp()).abs() < 1e-12);
            contest.verdict
        };
        assert_eq!([0.03, -0.03].map(judged), [Verdict::CannotTell, Verdict::CannotTell]);
        assert_eq!([0.05, -0.05].map(judged), [Verdict::Slower, Verdict::Faster]);
    }
}
