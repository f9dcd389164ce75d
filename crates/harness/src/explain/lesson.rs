//! Algorithm X on a small matrix, step by step, as a lesson's trace.
//!
//! The steps are those of the engine of `dlx/shortest`: the column is the first of those with the fewest rows, rows are
//! tried in their order. Lines are numbered as in the classic eleven-line program: L1 the start, L2 a cover, L3 the choice
//! of a column, L6 a row is chosen, L8 it is taken back, L11 the end. What a row deletes is read off the matrix and the
//! rows that stand; nothing is searched twice.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::ControlFlow;

use model::solve::{Counter, Event, Subject, Trace, counters};
use serde::Serialize;
use solver_dlx::{ColumnRule, Cover, ExactCover, Naming, ProblemError};

use super::Bounds;
use crate::run_dir::csv_line;

/// One line of the trace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Step {
    /// From 1.
    pub step: u64,
    /// The line of the program: L1, L2, L3, L6, L8 or L11.
    pub line: &'static str,
    /// `chosen=[A] columns left=4 solutions=0`; at the end `solutions=1 return=[[A, B]]`.
    pub state: String,
    /// What happens.
    pub what: String,
}

/// A matrix searched to the end, or to the bounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// The trace; without its end where events were dropped or a bound stopped the search.
    pub steps: Vec<Step>,
    /// The covers: options in the order in which they were chosen.
    pub covers: Vec<Vec<u32>>,
    /// What was counted, by column.
    pub counters: Vec<(&'static str, u64)>,
    /// The engine's events.
    pub events: Vec<Event>,
    /// What was counted up to each event, in the order of `counters`.
    pub counts: Vec<[u64; COUNTERS.len()]>,
    /// Events that came after the last one kept.
    pub dropped: u64,
    /// Whether the whole tree was searched.
    pub exhausted: bool,
}

/// What is counted.
const COUNTERS: [Counter; 6] =
    [counters::GUESSES, counters::STEPS, counters::BACKTRACKS, counters::MAX_DEPTH, counters::NODES, counters::COVERS];

/// Searches all covers of a problem and tells the steps.
pub fn trace(problem: &ExactCover, names: &impl Naming, bounds: Bounds<'_>) -> Lesson {
    let mut probe = Trace::new(bounds.step_limit, bounds.stop, bounds.most);
    let mut covers = Vec::new();
    let end = Cover::new(problem).search(&[], &mut ColumnRule::Shortest, names, &mut probe, &mut |options| {
        covers.push(options.to_vec());
        ControlFlow::Continue(())
    });
    let exhausted = end == model::solve::End::Exhausted;
    let mut teller = Teller::new(problem, names);
    teller.begin();
    probe.events().iter().for_each(|event| teller.tell(event));
    if exhausted && probe.dropped() == 0 {
        teller.end();
    }
    Lesson {
        steps: teller.steps,
        covers,
        counters: COUNTERS.iter().map(|&counter| (counter.name, probe.tally().value(counter))).collect(),
        events: probe.events().to_vec(),
        counts: (0..probe.events().len()).map(|at| COUNTERS.map(|counter| probe.value_at(at, counter))).collect(),
        dropped: probe.dropped(),
        exhausted,
    }
}

/// The steps alone.
pub fn steps(problem: &ExactCover, names: &impl Naming, bounds: Bounds<'_>) -> Vec<Step> {
    trace(problem, names, bounds).steps
}

/// The steps as CSV, `step,line,state,what`.
pub fn csv(steps: &[Step]) -> String {
    let mut bytes = csv_line(&["step", "line", "state", "what"]);
    for Step { step, line, state, what } in steps {
        bytes.extend(csv_line(&[&step.to_string(), *line, state, what]));
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Names of items and options, by number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names {
    items: Vec<String>,
    options: Vec<String>,
}

impl Names {
    /// Items by their number from 1, options by these names.
    pub fn new(problem: &ExactCover, options: &[&str]) -> Self {
        let items = (1..=problem.primary() + problem.secondary()).map(|item| item.to_string()).collect();
        Self { items, options: options.iter().map(ToString::to_string).collect() }
    }

    /// Items and options by their number from 1.
    pub fn numbered(problem: &ExactCover) -> Self {
        let options: Vec<String> = (1..=problem.options().len()).map(|option| option.to_string()).collect();
        Self::new(problem, &options.iter().map(String::as_str).collect::<Vec<_>>())
    }
}

impl Naming for Names {
    fn item(&self, item: u32) -> Cow<'static, str> {
        self.items[item as usize].clone().into()
    }

    fn option(&self, option: u32) -> Cow<'static, str> {
        self.options[option as usize].clone().into()
    }
}

/// Why a text is no matrix.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MatrixError {
    /// A character that is neither 0 nor 1.
    #[error("line {line}: `{found}` is neither 0 nor 1")]
    Entry {
        /// From 1.
        line: usize,
        /// The character.
        found: char,
    },
    /// Rows of different lengths.
    #[error("line {line}: expected {expected} columns, found {found}")]
    Width {
        /// From 1.
        line: usize,
        /// Columns of the first row.
        expected: usize,
        /// Columns of this one.
        found: usize,
    },
    /// The rows make no problem.
    #[error(transparent)]
    Problem(#[from] ProblemError),
}

/// A 0/1 matrix, a row a line; white space between entries, blank lines and lines that begin with `#` do not count.
///
/// # Errors
/// When an entry is neither 0 nor 1, or rows differ in length.
pub fn matrix(text: &str) -> Result<ExactCover, MatrixError> {
    let mut width = None;
    let mut options = Vec::new();
    for (row, line) in text.lines().zip(1..) {
        let row = row.trim();
        if row.is_empty() || row.starts_with('#') {
            continue;
        }
        let entries: Vec<char> = row.chars().filter(|entry| !entry.is_whitespace()).collect();
        if let Some(&found) = entries.iter().find(|entry| !matches!(entry, '0' | '1')) {
            return Err(MatrixError::Entry { line, found });
        }
        let expected = *width.get_or_insert(entries.len());
        if entries.len() != expected {
            return Err(MatrixError::Width { line, expected, found: entries.len() });
        }
        options.push(entries.iter().zip(0..).filter(|(entry, _)| **entry == '1').map(|(_, item)| item).collect());
    }
    Ok(ExactCover::new(width.unwrap_or(0) as u32, 0, options)?)
}

/// Tells what the events mean on the matrix.
struct Teller<'p, N> {
    problem: &'p ExactCover,
    names: &'p N,
    chosen: Vec<u32>,
    covers: Vec<Vec<u32>>,
    steps: Vec<Step>,
}

impl<'p, N: Naming> Teller<'p, N> {
    fn new(problem: &'p ExactCover, names: &'p N) -> Self {
        Self { problem, names, chosen: Vec::new(), covers: Vec::new(), steps: Vec::new() }
    }

    fn begin(&mut self) {
        let (rows, columns) = (self.problem.options().len(), self.problem.primary());
        self.say(
            "L1",
            format!(
                "{rows} rows and {columns} columns: find the rows that together have a 1 in each column exactly once, \
                 branching on the column that the fewest rows can still cover."
            ),
        );
    }

    fn tell(&mut self, event: &Event) {
        match event {
            Event::Decide { on: Subject::Item(item, name), open } => {
                let rows = self.list(self.live().filter(|&row| self.covered(row).contains(item)));
                let one = if *open == 1 { "the only row left for it" } else { "one of them is in the cover" };
                self.say("L3", format!("Fewest rows: column {name}, with {open} ({rows}); {one}."));
            }
            Event::DeadEnd { on: Subject::Item(_, name) } => {
                self.say("L3", format!("Fewest rows: column {name}, with none: no row can cover it, a dead end."));
            }
            Event::Assign { what: Subject::Option(row, name), .. } => {
                let before: Vec<u32> = self.live().collect();
                self.chosen.push(*row);
                let kept: HashSet<u32> = self.live().collect();
                let gone: Vec<u32> = before.into_iter().filter(|other| other != row && !kept.contains(other)).collect();
                let gone = if gone.is_empty() { "none".to_owned() } else { self.list(gone.into_iter()) };
                let columns: Vec<_> = self.covered(*row).iter().map(|&item| self.names.item(item)).collect();
                let columns = columns.join(", ");
                self.say(
                    "L6",
                    format!("Try row {name}: columns [{columns}] are covered; rows deleted with it: {gone}."),
                );
            }
            Event::Solution { number } => {
                self.covers.push(self.chosen.clone());
                let rows = self.list(self.chosen.iter().copied());
                self.say("L2", format!("No column is left to cover: {rows} is cover {number}."));
            }
            Event::Withdraw { what: Subject::Option(_, name) } => {
                self.chosen.pop();
                self.say("L8", format!("Take row {name} back: its columns and the rows deleted with it return."));
            }
            _ => {}
        }
    }

    fn end(&mut self) {
        let covers: Vec<String> = self.covers.iter().map(|cover| self.list(cover.iter().copied())).collect();
        let state = format!("solutions={} return=[{}]", covers.len(), covers.join(", "));
        let what = match &covers[..] {
            [] => "Every way was tried: there is no exact cover.".to_owned(),
            [one] => format!("Every way was tried: {one} is the only exact cover."),
            many => format!("Every way was tried: there are {} exact covers.", many.len()),
        };
        self.push("L11", state, what);
    }

    fn say(&mut self, line: &'static str, what: String) {
        let settled: HashSet<u32> = self.chosen.iter().flat_map(|&row| self.covered(row)).copied().collect();
        let left = (0..self.problem.primary()).filter(|item| !settled.contains(item)).count();
        let chosen = self.list(self.chosen.iter().copied());
        self.push(line, format!("chosen={chosen} columns left={left} solutions={}", self.covers.len()), what);
    }

    fn push(&mut self, line: &'static str, state: String, what: String) {
        self.steps.push(Step { step: self.steps.len() as u64 + 1, line, state, what });
    }

    fn covered(&self, row: u32) -> &'p [u32] {
        &self.problem.options()[row as usize]
    }

    /// The rows that share no column with a chosen one.
    fn live(&self) -> impl Iterator<Item = u32> {
        let settled: HashSet<u32> = self.chosen.iter().flat_map(|&row| self.covered(row)).copied().collect();
        let problem = self.problem;
        let rows = problem.options().iter().zip(0..);
        rows.filter(move |(covered, _)| covered.iter().all(|item| !settled.contains(item))).map(|(_, row)| row)
    }

    fn list(&self, rows: impl Iterator<Item = u32>) -> String {
        format!("[{}]", rows.map(|row| self.names.option(row)).collect::<Vec<_>>().join(", "))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::explain::examples::lesson_matrix;

    fn all(problem: &ExactCover, names: &Names) -> Lesson {
        trace(problem, names, Bounds::new(&AtomicBool::new(false), usize::MAX))
    }

    #[test]
    fn knuths_example_takes_the_lessons_fifteen_steps() {
        // docs/REPRODUCTION.md: line, chosen, columns left, solutions.
        let (problem, names) = lesson_matrix();
        let lesson = all(&problem, &names);
        let expected = [
            ("L1", "chosen=[] columns left=7 solutions=0"),
            ("L3", "chosen=[] columns left=7 solutions=0"),
            ("L6", "chosen=[A] columns left=4 solutions=0"),
            ("L3", "chosen=[A] columns left=4 solutions=0"),
            ("L8", "chosen=[] columns left=7 solutions=0"),
            ("L6", "chosen=[B] columns left=5 solutions=0"),
            ("L3", "chosen=[B] columns left=5 solutions=0"),
            ("L6", "chosen=[B, D] columns left=2 solutions=0"),
            ("L3", "chosen=[B, D] columns left=2 solutions=0"),
            ("L6", "chosen=[B, D, F] columns left=0 solutions=0"),
            ("L2", "chosen=[B, D, F] columns left=0 solutions=1"),
            ("L8", "chosen=[B, D] columns left=2 solutions=1"),
            ("L8", "chosen=[B] columns left=5 solutions=1"),
            ("L8", "chosen=[] columns left=7 solutions=1"),
            ("L11", "solutions=1 return=[[B, D, F]]"),
        ];
        let found: Vec<(&str, &str)> = lesson.steps.iter().map(|step| (step.line, step.state.as_str())).collect();
        assert_eq!(found, expected);
        // docs/REPRODUCTION.md: the columns chosen with their rows, and the rows that each choice deletes.
        for (step, words) in [
            (2, "column 1, with 2 ([A, B])"),
            (3, "deleted with it: [B, C, E, F]"),
            (4, "column 2, with none"),
            (6, "deleted with it: [A, C]"),
            (7, "column 5, with 1 ([D])"),
            (8, "deleted with it: [E]"),
            (9, "column 2, with 1 ([F])"),
            (10, "deleted with it: none"),
        ] {
            assert!(lesson.steps[step - 1].what.contains(words), "{:?}", lesson.steps[step - 1]);
        }
    }

    #[test]
    fn the_papers_matrix_has_three_covers() {
        // docs/REPRODUCTION.md, rows counted from 1.
        let problem = matrix("1010\n0011\n0100\n1011\n0001\n1100\n").expect("a matrix");
        let mut covers = all(&problem, &Names::numbered(&problem)).covers;
        for cover in &mut covers {
            cover.sort_unstable();
        }
        covers.sort();
        assert_eq!(covers, [vec![0, 2, 4], vec![1, 5], vec![2, 3]]);
    }

    #[test]
    fn a_matrix_is_refused_by_line() {
        let said = |text: &str| matrix(text).expect_err("no matrix").to_string();
        assert_eq!(said("# rows\n10\n1x"), "line 3: `x` is neither 0 nor 1");
        assert_eq!(said("1 0\n\n100"), "line 3: expected 2 columns, found 3");
    }

    #[test]
    fn what_was_cut_short_has_no_end() {
        let (problem, names) = lesson_matrix();
        let stop = AtomicBool::new(false);
        let lesson = trace(&problem, &names, Bounds::new(&stop, 2));
        assert!(lesson.dropped > 0 && lesson.steps.last().expect("the start").line != "L11");
    }
}
