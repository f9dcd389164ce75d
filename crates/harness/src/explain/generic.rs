//! Any strategy's events as numbered steps.
//!
//! The depth of a step is the number of search assignments that stand: after an assignment, before a withdrawal. A forced
//! assignment of what the puzzle gives is called `given`, so that the two are told apart.

use std::collections::HashSet;
use std::fmt::Write as _;

use model::solve::{Event, Subject};
use model::{Givens, Rules};
use serde::Serialize;

use crate::run_dir::csv_line;

/// One event, in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Step {
    /// From 1.
    pub step: u64,
    /// Search assignments that stand.
    pub depth: u32,
    /// `given`, `decide`, `assign`, `force`, `remove`, `withdraw`, `dead-end`, `solution` or `note`.
    pub event: &'static str,
    /// What it is about, by name; the words of a note.
    pub what: String,
    /// Open alternatives, the number of a solution or of a note.
    pub number: Option<u64>,
}

/// The steps of the events.
pub fn steps(rules: &Rules, givens: &Givens, events: &[Event]) -> Vec<Step> {
    let given: HashSet<String> =
        givens.iter().map(|(cell, value)| format!("{}={value}", rules.cell_name(cell))).collect();
    let name = |subject: &Subject| match subject {
        Subject::Cell(cell) => rules.cell_name(*cell),
        Subject::CellValue(cell, value) => format!("{}={value}", rules.cell_name(*cell)),
        Subject::Item(_, name) | Subject::Option(_, name) | Subject::Named(name) => name.to_string(),
    };
    let mut depth = 0_u32;
    let mut all = Vec::with_capacity(events.len());
    for (event, step) in events.iter().zip(1..) {
        let (kind, what, number) = match event {
            Event::Decide { on, open } => ("decide", name(on), Some(u64::from(*open))),
            Event::Assign { what, chosen: true } => {
                depth += 1;
                ("assign", name(what), None)
            }
            Event::Assign { what, chosen: false } => {
                let what = name(what);
                (if given.contains(&what) { "given" } else { "force" }, what, None)
            }
            Event::Remove { what } => ("remove", name(what), None),
            Event::Withdraw { what } => ("withdraw", name(what), None),
            Event::DeadEnd { on } => ("dead-end", name(on), None),
            Event::Solution { number } => ("solution", String::new(), Some(*number)),
            Event::Note { text, number } => ("note", text.to_string(), Some(*number)),
            other => ("note", format!("{other:?}"), None),
        };
        all.push(Step { step, depth, event: kind, what, number });
        if kind == "withdraw" {
            depth = depth.saturating_sub(1);
        }
    }
    all
}

/// The steps as CSV, `step,depth,event,what,number`.
pub fn csv(steps: &[Step]) -> String {
    let mut bytes = csv_line(&["step", "depth", "event", "what", "number"]);
    for step in steps {
        let number = step.number.map(|n| n.to_string()).unwrap_or_default();
        let fields = [&step.step.to_string(), &step.depth.to_string(), step.event, &step.what, &number];
        bytes.extend(csv_line(&fields));
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// How many candidates removed one after the other are named on a line.
const NAMED: u32 = 8;

/// How deep a line is indented at most.
const DEEPEST: u32 = 24;

/// The steps as lines: the number of the first event of a line, indented by depth. Candidates removed one after the other
/// share a line, and a note that belongs to the event before it stands on that event's line.
pub fn text(steps: &[Step]) -> String {
    let mut text = String::new();
    let mut line = Line::default();
    for step in steps {
        if !line.takes(step) {
            line.end(&mut text);
            line = Line::of(step);
        }
    }
    line.end(&mut text);
    text
}

/// A line that may still grow.
#[derive(Default)]
struct Line {
    text: String,
    event: &'static str,
    note: String,
    removed: u32,
}

impl Line {
    fn of(step: &Step) -> Self {
        let number = step.number.unwrap_or_default();
        let words = match step.event {
            "decide" if number == 1 => format!("decide {}, one way open", step.what),
            "decide" => format!("decide {}, {number} ways open", step.what),
            "force" => format!("{} is forced", step.what),
            "dead-end" => format!("dead end: nothing is left for {}", step.what),
            "solution" => format!("solution {number}"),
            "note" => format!("{} {number}", step.what),
            event => format!("{event} {}", step.what),
        };
        let indent = 2 * step.depth.min(DEEPEST) as usize;
        Self {
            text: format!("{:>6}  {:indent$}{words}", step.step, ""),
            event: step.event,
            note: step.what.clone(),
            removed: 1,
        }
    }

    /// Whether the step stands on this line, which then has it.
    fn takes(&mut self, step: &Step) -> bool {
        let number = step.number.unwrap_or_default();
        match (self.event, step.event, step.what.as_str()) {
            ("remove", "remove", what) => {
                self.removed += 1;
                if self.removed <= NAMED {
                    let _ = write!(self.text, ", {what}");
                }
            }
            ("decide", "note", "candidate") => {
                let comma = if self.note == "candidate" { "," } else { ":" };
                let _ = write!(self.text, "{comma} {number}");
                "candidate".clone_into(&mut self.note);
            }
            ("decide" | "assign" | "given" | "dead-end", "note", "covers") => {
                let _ = write!(self.text, " ({number} updates)");
            }
            ("note", "note", what) if ["passes", "rounds"].contains(&self.note.as_str()) => {
                let _ = write!(self.text, ", {what} {number}");
                what.clone_into(&mut self.note);
            }
            _ => return false,
        }
        true
    }

    fn end(&self, text: &mut String) {
        if self.event.is_empty() {
            return;
        }
        text.push_str(&self.text);
        if self.event == "remove" && self.removed > NAMED {
            let _ = write!(text, " and {} more", self.removed - NAMED);
        }
        text.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use model::Cell;
    use model::text::parse_board;

    use super::*;

    fn note(text: &'static str, number: u64) -> Event {
        Event::Note { text: text.into(), number }
    }

    #[test]
    fn depth_follows_assignments_and_lines_gather_what_belongs_together() {
        let rules = Rules::sudoku(2);
        let givens = parse_board("1...............", &rules).expect("a board");
        let value = |cell, value| Subject::CellValue(Cell::new(cell), value);
        let events = [
            Event::Assign { what: value(0, 1), chosen: false },
            note("covers", 37),
            Event::Decide { on: Subject::Cell(Cell::new(1)), open: 2 },
            note("candidate", 2),
            note("candidate", 3),
            Event::Assign { what: value(1, 2), chosen: true },
            Event::Remove { what: value(2, 2) },
            Event::Remove { what: value(3, 2) },
            Event::Assign { what: value(4, 3), chosen: false },
            note("passes", 2),
            note("rounds", 1),
            note("reductions", 0),
            Event::DeadEnd { on: Subject::Cell(Cell::new(5)) },
            Event::Withdraw { what: value(1, 2) },
            Event::Solution { number: 1 },
        ];
        let steps = steps(&rules, &givens, &events);
        let lines: Vec<String> = text(&steps).lines().map(str::to_owned).collect();
        assert_eq!(
            lines,
            [
                "     1  given r1c1=1 (37 updates)",
                "     3  decide r1c2, 2 ways open: 2, 3",
                "     6    assign r1c2=2",
                "     7    remove r1c3=2, r1c4=2",
                "     9    r2c1=3 is forced",
                "    10    passes 2, rounds 1, reductions 0",
                "    13    dead end: nothing is left for r2c2",
                "    14    withdraw r1c2=2",
                "    15  solution 1",
            ]
        );
        assert!(csv(&steps).starts_with("step,depth,event,what,number\n1,0,given,r1c1=1,\n2,0,note,covers,37\n"));
    }
}
