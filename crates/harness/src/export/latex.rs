//! The summary as a table for LaTeX, with rules of the package booktabs.
//!
//! The figures are those of the table that `run` prints, rounded alike, and a bound has its sign wherever it stands.

use std::fmt::Write as _;

use crate::manifest::Manifest;
use crate::ranking::quantity::{Bounded, count, time};
use crate::ranking::{Entry, Ranking, Standing};
use crate::results::Status;

/// Counters that get a column where a strategy has them: their medians.
const COUNTERS: [&str; 3] = ["guesses", "steps", "conflicts"];

/// A `table` with a `tabular` in it; needs `\usepackage{booktabs}` and nothing else.
pub fn latex(manifest: &Manifest, ranking: &Ranking) -> String {
    let has = |name: &&str| ranking.entries.iter().any(|entry| entry.counter(name).is_some());
    let counters: Vec<&str> = COUNTERS.into_iter().filter(has).collect();
    let mut head = vec!["strategy".to_owned(), "solved".to_owned()];
    if ranking.is_timed() {
        head.extend(["total", "ratio (range)", "geo. mean", "median"].map(str::to_owned));
    }
    head.extend(counters.iter().map(|name| (*name).to_owned()));
    let mut text = format!(
        "% {} on {}, harness {} at {}; needs \\usepackage{{booktabs}}\n",
        one_line(&manifest.campaign.name),
        manifest.started,
        manifest.harness,
        manifest.build.git
    );
    text += "\\begin{table}\n\\centering\n";
    let _ = writeln!(text, "\\caption{{{}}}", escape(&caption(manifest, ranking)));
    let _ = writeln!(text, "\\label{{tab:{}}}", label(&manifest.campaign.name));
    let _ = writeln!(text, "\\begin{{tabular}}{{l{}}}\n\\toprule", "r".repeat(head.len() - 1));
    row(&mut text, &head);
    text += "\\midrule\n";
    for entry in &ranking.entries {
        row(&mut text, &cells(entry, ranking, &counters));
    }
    text += "\\bottomrule\n\\end{tabular}\n\\end{table}\n";
    text
}

fn cells(entry: &Entry, ranking: &Ranking, counters: &[&str]) -> Vec<String> {
    let wrong = if entry.standing == Standing::Wrong { " (wrong)" } else { "" };
    let solved = format!("{}/{}", count(entry.count(Status::Ok) as u64), count(ranking.puzzles as u64));
    let mut cells = vec![format!("{}{wrong}", entry.id), solved];
    if let Some(all) = &entry.all {
        cells.extend([
            all.total_ns.time(),
            all.ratio.map_or_else(none, |spread| spread.text()),
            all.geometric.map_or_else(none, Bounded::ratio),
            all.median_ns.time(),
        ]);
    } else if ranking.is_timed() {
        cells.extend([none(), none(), none(), none()]);
    }
    cells.extend(counters.iter().map(|name| entry.counter(name).map_or_else(none, |counter| counter.median.count())));
    cells
}

fn none() -> String {
    "–".to_owned()
}

fn caption(manifest: &Manifest, ranking: &Ranking) -> String {
    let campaign = &manifest.campaign;
    let mut caption = campaign.name.clone();
    if !campaign.description.is_empty() {
        let _ = write!(caption, ": {}", campaign.description.trim_end_matches('.'));
    }
    if !caption.ends_with(['?', '!']) {
        caption.push('.');
    }
    let _ = write!(caption, " {} puzzles of {}, ask {}", count(manifest.puzzles), manifest.rules, campaign.ask);
    if let Some(limit) = ranking.time_limit_ns {
        let passes = if ranking.passes == 1 { "pass" } else { "passes" };
        let _ = write!(caption, ", {} timed {passes}, {} a puzzle at most", ranking.passes, time(limit as f64));
        caption += "; what did not finish enters the total as twice that, and what it touches is a bound (>, <, or ~ for neither)";
        if let Some(reference) = &ranking.reference {
            let _ = write!(caption, ". Ratios are to {reference}");
        }
    }
    if ranking.entries.iter().any(|entry| !entry.counters.is_empty()) {
        caption += ". Counters are medians";
    }
    caption + "."
}

fn row(text: &mut String, cells: &[String]) {
    let cells: Vec<String> = cells.iter().map(|cell| escape(cell)).collect();
    let _ = writeln!(text, "{} \\\\", cells.join(" & "));
}

fn label(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect()
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Text as LaTeX takes it, on one line.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in one_line(text).chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => escaped.extend(['\\', c]),
            '\\' => escaped.push_str("\\textbackslash{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '~' => escaped.push_str("$\\sim$"),
            '<' => escaped.push_str("$<$"),
            '>' => escaped.push_str("$>$"),
            '|' => escaped.push_str("$|$"),
            '×' => escaped.push_str("$\\times$"),
            'µ' | 'μ' => escaped.push_str("$\\mu$"),
            '–' => escaped.push_str("--"),
            '—' => escaped.push_str("---"),
            '…' => escaped.push_str("\\dots{}"),
            '"' => escaped.push_str("''"),
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_that_latex_reads_is_escaped() {
        for (text, expected) in [
            (r"a_b & 5 % of $x #1 {y}", r"a\_b \& 5 \% of \$x \#1 \{y\}"),
            (r"\input{x}^~", r"\textbackslash{}input\{x\}\textasciicircum{}$\sim$"),
            ("> 1.48× (1.45–1.52)", r"$>$ 1.48$\times$ (1.45--1.52)"),
            ("12.3 µs", r"12.3 $\mu$s"),
            ("two\nlines", "two lines"),
        ] {
            assert_eq!(escape(text), expected);
        }
        assert_eq!(label("a b_c"), "a-b-c");
    }
}
