//! A comparison in words and in files. "B takes 0.81 × the time of A" is the only form: "faster by 19 %" can be read in two ways.

use anyhow::Result;

use super::counters::Counters;
use super::{Comparison, Contest, Kind, Verdict};
use crate::ranking::quantity::count;
use crate::run_dir::csv_line;

/// For people.
pub(crate) fn text(comparison: &Comparison) -> String {
    let mut lines = vec![format!("A: {} ({})", comparison.a.path, comparison.a.what)];
    if comparison.kind != Kind::Strategies {
        lines.push(format!("B: {} ({})", comparison.b.path, comparison.b.what));
    }
    lines.push(String::new());
    let width = comparison.contests.iter().map(|contest| contest.strategy.len()).max().unwrap_or(0);
    for contest in &comparison.contests {
        lines.push(format!("{:width$}  {}", contest.strategy, sentence(comparison, contest)));
    }
    lines.extend(fastest(comparison));
    if let Some(counters) = &comparison.counters {
        lines.push(String::new());
        lines.extend(of_counters(counters));
    }
    if !comparison.notes.is_empty() {
        lines.push(String::new());
        lines.extend(comparison.notes.iter().cloned());
    }
    lines.join("\n") + "\n"
}

/// What is said beside the contests: of counts, and what else must be known.
#[cfg(feature = "serve")]
pub(crate) fn rest(comparison: &Comparison) -> Vec<String> {
    let counters = comparison.counters.iter().flat_map(of_counters);
    counters.chain(comparison.notes.iter().cloned()).collect()
}

/// What a contest says.
pub(crate) fn sentence(comparison: &Comparison, contest: &Contest) -> String {
    if let Verdict::Incomparable(why) = &contest.verdict {
        return format!("not compared: {why}");
    }
    let (Some(ratio), Some([low, high]), Some(detectable)) = (contest.ratio, contest.interval, contest.detectable)
    else {
        return "not compared".to_owned();
    };
    let of = match (&comparison.kind, &comparison.reference) {
        (Kind::Strategies, Some(reference)) => format!("takes {} × the time of {reference}", factor(ratio)),
        (Kind::Ratios, Some(reference)) => {
            format!("takes, as a multiple of {reference}, {} × in B what it is in A", factor(ratio))
        }
        _ => format!("B takes {} × the time of A", factor(ratio)),
    };
    let interval = format!("{}–{}", factor(low), factor(high));
    let left_out = match contest.unfinished {
        [0, 0] => String::new(),
        [a, b] => format!("; on {} puzzles: A did not finish {a}, B {b}", contest.puzzles),
    };
    match contest.verdict {
        Verdict::CannotTell if comparison.kind == Kind::Builds => {
            format!(
                "no difference found: {of} ({interval}), and from {} × on it would have been told{left_out}",
                factor(detectable)
            )
        }
        Verdict::CannotTell => {
            format!("cannot tell: {of} ({interval}), and below {} × nothing is told{left_out}", factor(detectable))
        }
        _ => format!("{of} ({interval}){left_out}"),
    }
}

/// Who is fastest, where strategies are compared: all whose intervals meet the best one's.
fn fastest(comparison: &Comparison) -> Option<String> {
    let reference = comparison.reference.as_ref().filter(|_| comparison.kind == Kind::Strategies)?;
    let mut all: Vec<(&str, f64, [f64; 2])> = vec![(reference, 1.0, [1.0, 1.0])];
    all.extend(comparison.contests.iter().filter_map(|one| {
        let tie = one.verdict == Verdict::CannotTell;
        let [low, high] = one.interval?;
        Some((one.strategy.as_str(), one.ratio?, if tie { [low.min(1.0), high.max(1.0)] } else { [low, high] }))
    }));
    let best = all.iter().min_by(|a, b| a.1.total_cmp(&b.1))?;
    let mut those: Vec<&(&str, f64, [f64; 2])> = all.iter().filter(|one| one.2[0] <= best.2[1]).collect();
    those.sort_by(|a, b| a.1.total_cmp(&b.1));
    let names: Vec<&str> = those.iter().map(|one| one.0).collect();
    Some(match &names[..] {
        [one] => format!("\nfastest: {one}"),
        several => format!("\nfastest, not told apart: {}", several.join(", ")),
    })
}

fn of_counters(counters: &Counters) -> Vec<String> {
    let compared = count(counters.compared as u64);
    if counters.differences.is_empty() {
        return vec![format!("counts: identical on {compared} pairs of strategy and puzzle")];
    }
    let mut lines = vec![format!("counts differ ({compared} pairs of strategy and puzzle compared):")];
    for one in &counters.differences {
        let (puzzle, [a, b]) = &one.first;
        let [sum_a, sum_b] = one.sums.map(count);
        let (column, puzzles) = (&one.column, count(one.puzzles as u64));
        let sums = if column == "status" {
            format!("ok {sum_a} against {sum_b}")
        } else {
            format!("sums {sum_a} against {sum_b}")
        };
        lines.push(format!(
            "{} {column}: on {puzzles} puzzles, {sums}, first on puzzle {puzzle}: {a} against {b}",
            one.strategy
        ));
    }
    lines
}

/// Two decimals are not enough around 1, where differences are looked for.
fn factor(ratio: f64) -> String {
    if ratio < 9.995 { format!("{ratio:.3}") } else { crate::ranking::quantity::digits(ratio) }
}

/// For programs.
pub(crate) fn json(comparison: &Comparison) -> Result<String> {
    Ok(serde_json::to_string_pretty(comparison)? + "\n")
}

/// For spreadsheets: the contests.
pub(crate) fn csv(comparison: &Comparison) -> String {
    let header = [
        "strategy",
        "puzzles",
        "processes_a",
        "processes_b",
        "unfinished_a",
        "unfinished_b",
        "ratio",
        "low",
        "high",
        "p",
        "band",
        "detectable",
        "verdict",
    ];
    let mut bytes = csv_line(&header);
    let number = |value: Option<f64>| value.map(|value| value.to_string()).unwrap_or_default();
    for one in &comparison.contests {
        let verdict = match &one.verdict {
            Verdict::Slower => "slower".to_owned(),
            Verdict::Faster => "faster".to_owned(),
            Verdict::CannotTell => "cannot-tell".to_owned(),
            Verdict::Incomparable(why) => format!("incomparable: {why}"),
        };
        let [processes, unfinished] = [one.processes, one.unfinished];
        bytes.extend(csv_line(&[
            one.strategy.clone(),
            one.puzzles.to_string(),
            processes[0].to_string(),
            processes[1].to_string(),
            unfinished[0].to_string(),
            unfinished[1].to_string(),
            number(one.ratio),
            number(one.interval.map(|interval| interval[0])),
            number(one.interval.map(|interval| interval[1])),
            number(one.p),
            number(one.band),
            number(one.detectable),
            verdict,
        ]));
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
