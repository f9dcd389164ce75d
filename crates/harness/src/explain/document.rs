//! A whole explanation, and its three forms: text for people, CSV for spreadsheets, JSON for programs.
//!
//! CSV is the table of the strategy: the paper's for `dlx`, the branches for `ps12`, the lesson's steps for a matrix, the
//! numbered steps for the rest. The JSON holds the table and the events.

use std::fmt::Write as _;
use std::ops::ControlFlow;

use model::solve::erased::{AnyProbe, AnyStrategy};
use model::solve::{Ask, End, Event, Halt, Options, Outcome, Trace, Unsupported};
use model::text::board_text;
use model::{Grid, Puzzle, check};
use serde::Serialize;
use serde_json::{Map, Value};
use solver_dlx::{ExactCover, Naming};

use super::dlx::{Depth, DlxTable};
use super::generic::Step;
use super::ps12::{Branch, Ps12Table};
use super::{Bounds, dlx, generic, lesson, ps12};
use crate::run_dir::csv_line;

/// What is said of one solve. Its JSON has these keys and no others.
#[derive(Clone, Debug, Serialize)]
pub struct Explanation {
    /// Id of the strategy.
    pub strategy: String,
    /// Name of the rules; none for a matrix.
    pub rules: Option<String>,
    /// The givens in one line, or the name of the matrix.
    pub puzzle: String,
    /// `ok`, `none`, `stuck`, `halted`, `timeout` or `wrong`.
    pub status: &'static str,
    /// Solutions found.
    pub solutions: u64,
    /// The first of them.
    pub grid: Option<String>,
    /// What was counted, by column.
    pub counters: Map<String, Value>,
    /// The first events.
    pub events: Vec<Event>,
    /// Events that came after the last one kept.
    pub dropped: u64,
    /// The table of the strategy.
    pub table: Table,
    /// Sums under the table of dancing links.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<Summary>,
    #[serde(skip)]
    givens: Vec<String>,
    #[serde(skip)]
    steps: Vec<Step>,
}

/// A table, in the strategy's own columns.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Table {
    /// The path of the first solution; empty when there is none.
    Dlx(Vec<Depth>),
    /// Root and branches.
    Ps12(Vec<Branch>),
    /// The trace of a matrix.
    Lesson(Vec<lesson::Step>),
    /// Any other strategy's steps.
    Steps(Vec<Step>),
}

/// What the table of dancing links adds up to.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// Updates of covering the givens' rows.
    pub givens: u64,
    /// Updates along the path.
    pub covers: u64,
    /// Rows tried in the nodes of the path.
    pub backtracks: u64,
    /// The paper's estimate; none beyond 128 bits.
    pub estimate: Option<u128>,
}

impl From<&DlxTable> for Summary {
    fn from(table: &DlxTable) -> Self {
        Self {
            givens: table.givens,
            covers: table.covers(),
            backtracks: table.backtracks(),
            estimate: table.estimate(),
        }
    }
}

/// Solves a puzzle whose givens do not clash, and tells how.
///
/// # Errors
/// When the strategy refuses the rules or the options.
pub fn explain(
    strategy: &dyn AnyStrategy,
    options: &Options,
    puzzle: &Puzzle,
    ask: Ask,
    bounds: Bounds<'_>,
) -> Result<Explanation, Unsupported> {
    let info = strategy.info();
    let (rules, givens) = (puzzle.rules(), puzzle.givens());
    let mut probe = Trace::new(bounds.step_limit, bounds.stop, bounds.most);
    let (mut grid, mut wrong) = (None, false);
    let outcome =
        strategy.build_for(rules, options, ask)?.run(givens, ask, AnyProbe::Trace(&mut probe), &mut |found: &Grid| {
            wrong |= check(puzzle, found).is_err();
            grid.get_or_insert_with(|| board_text(found.values(), rules.values()));
            ControlFlow::Continue(())
        });
    let status = status(&outcome, wrong);
    let steps = generic::steps(rules, givens, probe.events());
    let mut summary = None;
    let table = if let Some(variant) = dlx::variant(info.id) {
        let path = dlx::table(variant, options, rules, givens, bounds)?;
        summary = path.as_ref().map(Summary::from);
        Table::Dlx(path.map(|table| table.depths).unwrap_or_default())
    } else if let Some(variant) = ps12::variant(info.id) {
        let Ps12Table { branches, .. } = ps12::table(variant, options, rules, givens, ask, bounds)?;
        Table::Ps12(branches)
    } else {
        Table::Steps(steps.clone())
    };
    let counters = info.counters.iter().map(|&one| (one.name.to_owned(), probe.tally().value(one).into()));
    Ok(Explanation {
        strategy: info.id.to_owned(),
        rules: Some(rules.name().to_owned()),
        puzzle: board_text(givens.values(), rules.values()),
        status,
        solutions: outcome.solutions,
        grid,
        counters: counters.collect(),
        events: probe.events().to_vec(),
        dropped: probe.dropped(),
        table,
        summary,
        givens: givens.iter().map(|(cell, value)| format!("{}={value}", rules.cell_name(cell))).collect(),
        steps,
    })
}

/// What came of a search; `wrong` when a grid of it was.
pub(super) fn status(outcome: &Outcome, wrong: bool) -> &'static str {
    match outcome.end {
        _ if wrong => "wrong",
        End::Exhausted if outcome.solutions == 0 => "none",
        End::Exhausted | End::Enough => "ok",
        End::Stuck => "stuck",
        End::Halted(Halt::StepLimit) => "halted",
        End::Halted(Halt::Deadline) => "timeout",
    }
}

/// What came of a matrix.
pub(super) fn matrix_status(exhausted: bool, solutions: u64) -> &'static str {
    match (exhausted, solutions) {
        (false, _) => "halted",
        (true, 0) => "none",
        (true, _) => "ok",
    }
}

impl Explanation {
    /// Searches a matrix for all its covers, and tells how.
    pub fn of_matrix(name: &str, problem: &ExactCover, names: &impl Naming, bounds: Bounds<'_>) -> Self {
        let lesson = lesson::trace(problem, names, bounds);
        let solutions = lesson.covers.len() as u64;
        Self {
            strategy: "dlx/shortest".to_owned(),
            rules: None,
            puzzle: name.to_owned(),
            status: matrix_status(lesson.exhausted, solutions),
            solutions,
            grid: None,
            counters: lesson.counters.iter().map(|&(name, n)| (name.to_owned(), n.into())).collect(),
            events: lesson.events,
            dropped: lesson.dropped,
            table: Table::Lesson(lesson.steps),
            summary: None,
            givens: Vec::new(),
            steps: Vec::new(),
        }
    }

    /// One JSON object, a line.
    pub fn json(&self) -> String {
        serde_json::to_string(self).expect("names and numbers are JSON") + "\n"
    }

    /// The table as CSV. That of dancing links ends with rows whose depth is `total` and `estimate`; the estimate stands
    /// in the column `covers`, whose unit it has.
    pub fn csv(&self) -> String {
        match &self.table {
            Table::Dlx(depths) => self.dlx_csv(depths),
            Table::Ps12(branches) => branches_csv(branches),
            Table::Lesson(steps) => lesson::csv(steps),
            Table::Steps(steps) => generic::csv(steps),
        }
    }

    fn dlx_csv(&self, depths: &[Depth]) -> String {
        let mut bytes = csv_line(&["depth", "covers", "backtracks", "degrees"]);
        for one in depths {
            bytes.extend(csv_line(&[u64::from(one.depth), one.covers, one.backtracks, one.degree.into()].map(text)));
        }
        if let Some(sums) = &self.summary {
            let estimate = sums.estimate.map(text).unwrap_or_default();
            bytes.extend(csv_line(&["total", &text(sums.covers), &text(sums.backtracks), ""]));
            bytes.extend(csv_line(&["estimate", &estimate, "", ""]));
        }
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// For people.
    pub fn text(&self) -> String {
        let mut out = match &self.rules {
            Some(rules) => format!("{} on {rules}: {}\n", self.strategy, self.puzzle),
            None => format!("{} on a matrix: {}\n", self.strategy, self.puzzle),
        };
        if !self.givens.is_empty() {
            let _ = writeln!(out, "given: {}", self.givens.join(", "));
        }
        match &self.table {
            Table::Dlx(depths) => self.path(&mut out, depths),
            Table::Ps12(branches) => tree(&mut out, branches),
            Table::Lesson(steps) => {
                for step in steps {
                    let _ =
                        writeln!(out, "{:>4}  {:<3}  {}\n           {}", step.step, step.line, step.what, step.state);
                }
            }
            Table::Steps(_) => {}
        }
        if !self.steps.is_empty() {
            out.push_str("\nstep by step\n");
            out.push_str(&generic::text(&self.steps));
        }
        if self.dropped > 0 {
            let _ = writeln!(out, "        and {} more events (--events N keeps more)", self.dropped);
        }
        let counts: Vec<String> = self.counters.iter().map(|(name, n)| format!("{name} {n}")).collect();
        let _ = writeln!(out, "\n{}, {} found; {}", self.status, solutions(self.solutions), counts.join(", "));
        if let Some(grid) = &self.grid {
            let _ = writeln!(out, "{grid}");
        }
        out
    }

    fn path(&self, out: &mut String, depths: &[Depth]) {
        let Some(sums) = &self.summary else { return };
        out.push_str("\nthe path of the first solution\n   depth  covers  backtracks  degree  item -> option\n");
        if sums.givens > 0 {
            let _ = writeln!(out, "{:>8}{:>8}", "givens", sums.givens);
        }
        for Depth { depth, covers, backtracks, degree, item, option } in depths {
            let _ = writeln!(out, "{depth:>8}{covers:>8}{backtracks:>12}{degree:>8}  {item} -> {option}");
        }
        let _ = writeln!(out, "{:>8}{:>8}{:>12}", "total", sums.covers, sums.backtracks);
        let estimate = sums.estimate.map_or_else(|| "beyond 128 bits".to_owned(), text);
        let _ = writeln!(out, "estimate  {estimate}");
    }
}

fn text(number: impl Into<u128>) -> String {
    number.into().to_string()
}

fn solutions(n: u64) -> String {
    if n == 1 { "one solution".to_owned() } else { format!("{n} solutions") }
}

/// Values with a slash between them: `3/7`.
fn values(branch: &Branch) -> String {
    branch.values.iter().map(ToString::to_string).collect::<Vec<_>>().join("/")
}

fn branches_csv(branches: &[Branch]) -> String {
    let mut bytes = csv_line(&[
        "branch",
        "depth",
        "cell",
        "values",
        "side",
        "passes",
        "rounds",
        "reductions",
        "propagations",
        "outcome",
    ]);
    for one in branches {
        bytes.extend(csv_line(&[
            text(one.branch),
            text(one.depth),
            one.cell.clone().unwrap_or_default(),
            values(one),
            one.side.map(|side| side.letter().to_owned()).unwrap_or_default(),
            text(one.passes),
            text(one.rounds),
            text(one.reductions),
            text(one.propagations),
            one.outcome.word().to_owned(),
        ]));
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn tree(out: &mut String, branches: &[Branch]) {
    out.push_str("\nroot and branches (h: the high value, l: the low one)\n");
    out.push_str("  branch  depth    cell  values  side  passes  rounds  reductions  propagations  outcome\n");
    for one in branches {
        let cell = one.cell.as_deref().unwrap_or("root");
        let side = one.side.map_or("", ps12::Side::letter);
        let _ = writeln!(
            out,
            "{:>8}{:>7}{cell:>8}{:>8}{side:>6}{:>8}{:>8}{:>12}{:>14}  {}",
            one.branch,
            one.depth,
            values(one),
            one.passes,
            one.rounds,
            one.reductions,
            one.propagations,
            one.outcome.word(),
        );
    }
}
