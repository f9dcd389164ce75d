//! What the ranking says in words.
//!
//! Every sentence is made from the figures, so that prose cannot go stale. "Took 1.48× as long" is the only form of a
//! comparison: "faster by 48 %" can be read in two ways.

use super::figures::{Figures, Spread, range};
use super::quantity::{Bound, Bounded, count, ratio, time};
use super::{Entry, Ranking, Standing};
use crate::external::{Finding, TimedBy};
use crate::results::{Death, Results, Status, StrategyResults};

/// Summaries further apart than this are pointed out.
pub const DISAGREEMENT: f64 = 1.5;

/// Who won, and by how much.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// The strategy with the least total.
    pub winner: String,
    /// The next one, and its total over the winner's.
    pub second: Option<(String, Spread)>,
}

impl Verdict {
    /// One or two sentences: the second's ratio, its range, and whether the passes agree.
    pub fn sentence(&self, passes: usize) -> String {
        let Some((second, spread)) = &self.second else {
            return format!("{} is the only strategy in the ranking.", self.winner);
        };
        let took = match spread.ratio.bound {
            Bound::Exact => format!("took {} as long", ratio(spread.ratio.value)),
            Bound::AtLeast => format!("took more than {} as long", ratio(spread.ratio.value)),
            Bound::AtMost => format!("took less than {} as long", ratio(spread.ratio.value)),
            Bound::Open => format!("scores about {} (both left puzzles unfinished)", ratio(spread.ratio.value)),
        };
        let sure = match (spread.interval, spread.range) {
            (Some((low, high)), _) => {
                format!("{} with 95 % confidence, by {passes} processes of each", range(low, high))
            }
            (None, Some((low, high))) => format!("{} over {passes} passes", range(low, high)),
            (None, None) => "one pass, so no range".to_owned(),
        };
        let settled = match spread.interval {
            _ if spread.about().is_none() || spread.is_settled() => "",
            Some(_) => " That is no difference that this run can tell.",
            None => " The passes do not agree on the order of the two.",
        };
        format!("{second}, the next, {took} ({sure}).{settled}")
    }
}

/// The sentences about summaries that disagree.
pub(super) fn disagreements(ranking: &Ranking) -> Vec<String> {
    let mut notes = Vec::new();
    let apart = listed(ranking, |_, all| Some((all.ratio?.ratio, all.geometric?)));
    if !apart.is_empty() {
        notes.push(format!(
            "Total time and the geometric mean of paired ratios disagree by more than {} on {}. The total is carried by \
             the long puzzles, the geometric mean counts each puzzle alike.",
            ratio(DISAGREEMENT),
            apart.join("; ")
        ));
    }
    if let Some(note) = other_order(ranking) {
        notes.push(note);
    }
    let apart = listed(ranking, |entry, all| Some((all.ratio?.ratio, entry.common.as_ref()?.ratio?.ratio)));
    if let (false, Some(common)) = (apart.is_empty(), &ranking.common) {
        notes.push(format!(
            "Ratios over all {} puzzles and over the {} that all finished disagree by more than {} on {}. What a \
             strategy did not finish enters the first as twice the time limit and is not in the second.",
            count(ranking.puzzles as u64),
            count(common.puzzles as u64),
            ratio(DISAGREEMENT),
            apart.join("; ")
        ));
    }
    notes
}

/// What went wrong and is no wrong answer: who died or was killed, and what there is to say of programs.
pub fn troubles(results: &Results) -> Vec<String> {
    let mut notes = deaths(results);
    notes.extend(programs(results));
    notes
}

/// Who died or was killed, on how many pairs, and why the first time.
fn deaths(results: &Results) -> Vec<String> {
    let note = |strategy: &StrategyResults| {
        let mine: Vec<&Death> = results.deaths.iter().filter(|death| death.strategy == strategy.id).collect();
        let first = mine.first()?;
        let times = if mine.len() == 1 { "once".to_owned() } else { format!("{} times", count(mine.len() as u64)) };
        let (id, puzzle, reason) = (&strategy.id, first.puzzle, &first.reason);
        Some(format!("{id} died or was killed {times}, first on puzzle {puzzle}: {reason} (all in errors.csv)."))
    };
    results.strategies.iter().filter_map(note).collect()
}

/// What there is to say of programs of other people: who did not answer and why, and whose times are of another kind.
fn programs(results: &Results) -> Vec<String> {
    let programs: Vec<_> =
        results.strategies.iter().filter_map(|strategy| Some((strategy, strategy.program.as_ref()?))).collect();
    let mut notes: Vec<String> = programs
        .iter()
        .filter_map(|(strategy, program)| {
            let reason = program.trouble.as_ref()?;
            let errors = strategy.status.iter().filter(|&&status| status == Status::Error).count() as u64;
            let of = count(results.puzzles.len() as u64);
            Some(format!("The program {} did not answer {} of {of} puzzles: {reason}.", strategy.id, count(errors)))
        })
        .collect();
    let mut apart = Vec::new();
    for (strategy, program) in &programs {
        if let Some((audit, Finding::Differs(percent))) = program.clock.map(|audit| (audit, audit.finding())) {
            apart.push(format!(
                "{} ({percent:+.0} %: {} on its clock, {} from outside)",
                strategy.id,
                time(audit.own_ns as f64),
                time(audit.net_ns() as f64)
            ));
        }
    }
    if !apart.is_empty() {
        notes.push(format!("Clocks that differ from ours by more than a tenth: {}.", apart.join(", ")));
    }
    let timed_by = |clock| {
        let such = programs.iter().filter(move |(_, program)| program.timed_by == Some(clock));
        such.map(|(strategy, program)| match program.startup_ns {
            Some(ns) => format!("{} (a start alone {})", strategy.id, time(ns as f64)),
            None => strategy.id.clone(),
        })
    };
    let processes: Vec<String> = timed_by(TimedBy::Process).collect();
    if !processes.is_empty() {
        notes.push(format!(
            "Timed as processes: {}. Such a time holds the start of the program and its reading of a file, for each \
             question anew, and is not of one kind with the times of the others.",
            processes.join(", ")
        ));
    }
    let outside: Vec<String> = timed_by(TimedBy::RoundTrip).collect();
    if !outside.is_empty() {
        notes.push(format!(
            "Timed from outside: {}. Such a time is a share of a round trip through two pipes, reading and writing of text \
             included, and not of one kind with the times of the others.",
            outside.join(", ")
        ));
    }
    notes
}

fn listed(ranking: &Ranking, both: impl Fn(&Entry, &Figures) -> Option<(Bounded<f64>, Bounded<f64>)>) -> Vec<String> {
    let apart = |one: f64, other: f64| one > other * DISAGREEMENT || other > one * DISAGREEMENT;
    ranking
        .entries
        .iter()
        .filter_map(|entry| {
            let (one, other) = both(entry, entry.all.as_ref()?).filter(|pair| apart(pair.0.value, pair.1.value))?;
            Some(format!("{} ({} against {})", entry.id, one.ratio(), other.ratio()))
        })
        .collect()
}

fn other_order(ranking: &Ranking) -> Option<String> {
    let mean = |entry: &Entry| entry.all.as_ref().and_then(|all| all.geometric);
    let ranked = || ranking.entries.iter().filter(|entry| matches!(entry.standing, Standing::Rank(_)));
    let first = ranked().next()?;
    let (best, least) =
        ranked().filter_map(|entry| Some((entry, mean(entry)?))).min_by(|a, b| a.1.value.total_cmp(&b.1.value))?;
    let own = mean(first)?;
    (own.value > least.value * DISAGREEMENT).then(|| {
        format!(
            "{} has the least total, but puzzle by puzzle, where both finished, {} is ahead: geometric means of {} and {} \
             of the reference.",
            first.id,
            best.id,
            own.ratio(),
            least.ratio(),
        )
    })
}
