//! Events as the steps of a player: neutral fields, a sentence, counts and depth.
//!
//! Subjects are found by their names: `r1c2`, `r1c2=3`, `3 in row 1`. An option or an item of an exact cover has the
//! same names, so that a board needs to know no family. Depth is that after the event, which is what the board shows.
//! Counters are those that the strategy declares, as they stood when it told the event: here nothing is counted.

use std::collections::HashMap;

use model::solve::{Event, Subject};
use model::{Givens, Value};
use serde::Serialize;

use super::Board;

/// One step. Its keys are letters: a page holds thousands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Step {
    /// `start`, `given`, `decide`, `assign`, `force`, `remove`, `withdraw`, `dead-end`, `solution`, `note` or `end`.
    #[serde(rename = "k")]
    pub kind: &'static str,
    /// What happens, a sentence.
    #[serde(rename = "t")]
    pub text: String,
    /// The name of what it is about.
    #[serde(rename = "w", skip_serializing_if = "Option::is_none")]
    pub what: Option<String>,
    /// Search assignments that stand after it.
    #[serde(rename = "d")]
    pub depth: u32,
    /// The cell.
    #[serde(rename = "a", skip_serializing_if = "Option::is_none")]
    pub cell: Option<usize>,
    /// The value.
    #[serde(rename = "v", skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// The unit, by number.
    #[serde(rename = "u", skip_serializing_if = "Option::is_none")]
    pub unit: Option<usize>,
    /// The value that the rest of a domain is without.
    #[serde(rename = "x", skip_serializing_if = "Option::is_none")]
    pub without: Option<Value>,
    /// The option of an exact cover.
    #[serde(rename = "o", skip_serializing_if = "Option::is_none")]
    pub option: Option<u32>,
    /// The item of an exact cover.
    #[serde(rename = "i", skip_serializing_if = "Option::is_none")]
    pub item: Option<u32>,
    /// Open alternatives, or the number of a solution or of a note.
    #[serde(rename = "n", skip_serializing_if = "Option::is_none")]
    pub number: Option<u64>,
    /// The counters that changed since the step before, by their place in [`Play::counters`](super::Play::counters), and
    /// what they are now.
    #[serde(rename = "c", skip_serializing_if = "Vec::is_empty")]
    pub counts: Vec<(usize, u64)>,
}

/// Tells events one after the other.
pub(super) struct Teller {
    pub(super) steps: Vec<Step>,
    names: Vec<String>,
    cells: HashMap<String, usize>,
    units: HashMap<String, usize>,
    givens: Vec<Value>,
    is_matrix: bool,
    /// The counters as the last step left them; none yet are 0.
    counts: Vec<u64>,
    depth: u32,
    /// Cell and candidates of the last decision on each cell.
    candidates: HashMap<usize, Vec<u64>>,
    decided: Option<usize>,
    withdrawn: Option<(usize, Value)>,
}

impl Teller {
    pub(super) fn of_board(board: &Board, givens: &Givens) -> Self {
        let numbered = |names: &mut dyn Iterator<Item = &String>| names.cloned().zip(0..).collect();
        Self {
            names: board.names.clone(),
            cells: numbered(&mut board.names.iter()),
            units: numbered(&mut board.units.iter().map(|(name, _)| name)),
            givens: givens.values().to_vec(),
            is_matrix: false,
            ..Self::of_matrix()
        }
    }

    pub(super) fn of_matrix() -> Self {
        Self {
            steps: Vec::new(),
            names: Vec::new(),
            cells: HashMap::new(),
            units: HashMap::new(),
            givens: Vec::new(),
            is_matrix: true,
            counts: Vec::new(),
            depth: 0,
            candidates: HashMap::new(),
            decided: None,
            withdrawn: None,
        }
    }

    pub(super) fn begin(&mut self, text: String) {
        self.steps.push(Step { kind: "start", text, ..Step::default() });
    }

    /// The last step: what came of it, how many events are not shown, and what was counted in the whole.
    pub(super) fn end(&mut self, status: &str, solutions: u64, dropped: u64, totals: impl IntoIterator<Item = u64>) {
        let found = match solutions {
            0 => "no solution".to_owned(),
            1 => "one solution".to_owned(),
            n => format!("{n} solutions"),
        };
        let text = if dropped > 0 {
            format!("Cut here: {dropped} more events are left out. In the end: {status}, {found} found.")
        } else {
            format!("The end: {status}, {found} found.")
        };
        let counts = self.changed(totals);
        self.steps.push(Step { kind: "end", text, depth: self.depth, counts, ..Step::default() });
    }

    /// The counters that are not what they were.
    fn changed(&mut self, counts: impl IntoIterator<Item = u64>) -> Vec<(usize, u64)> {
        let before = std::mem::replace(&mut self.counts, counts.into_iter().collect());
        let now = self.counts.iter().copied().enumerate();
        now.filter(|&(at, count)| before.get(at).copied().unwrap_or(0) != count).collect()
    }

    /// An event, and what was counted up to it.
    pub(super) fn tell(&mut self, event: &Event, counts: impl IntoIterator<Item = u64>) {
        let mut step = match event {
            Event::Decide { on, open } => self.decide(on, *open),
            Event::Assign { what, chosen: true } => self.assign(what),
            Event::Assign { what, chosen: false } => self.force(what),
            Event::Remove { what } => {
                let step = self.about("remove", what);
                let text = match (step.cell, step.value) {
                    (Some(cell), Some(value)) => format!("{} cannot be {value}.", self.cell_name(cell)),
                    _ => format!("{} is struck out.", self.named(what)),
                };
                Step { text, ..step }
            }
            Event::Withdraw { what } => self.withdraw(what),
            Event::DeadEnd { on } => {
                let text = format!("Dead end: nothing is left for {}.", self.named(on));
                Step { text, ..self.about("dead-end", on) }
            }
            Event::Solution { number } => Step {
                kind: "solution",
                text: format!("Solution {number} is found."),
                number: Some(*number),
                ..Step::default()
            },
            Event::Note { text, number } => self.note(text, *number),
            other => Step { kind: "note", text: format!("{other:?}"), ..Step::default() },
        };
        step.depth = self.depth;
        step.counts = self.changed(counts);
        self.steps.push(step);
    }

    fn decide(&mut self, on: &Subject, open: u32) -> Step {
        let step = self.about("decide", on);
        self.decided = step.cell;
        if let Some(cell) = step.cell {
            self.candidates.insert(cell, Vec::new());
        }
        let name = self.named(on);
        let text = match (on, open, self.is_matrix) {
            (Subject::Item(..), 1, false) => format!("Choose {name}: one option is left for it."),
            (Subject::Item(..), _, false) => format!("Choose {name}: {open} options can cover it, a guess."),
            (Subject::Item(..), 1, true) => format!("Choose {name}: one row is left for it."),
            (Subject::Item(..), _, true) => format!("Choose {name}: {open} rows can cover it, a guess."),
            (_, 1, _) => format!("Decide {name}: one value is open."),
            _ => format!("Decide {name}: {open} values are open, a guess."),
        };
        Step { text, number: Some(open.into()), ..step }
    }

    fn assign(&mut self, what: &Subject) -> Step {
        self.depth += 1;
        let mut step = self.about("assign", what);
        step.text = match (step.cell, step.value, self.withdrawn) {
            (Some(cell), None, Some((other, without))) if cell == other => {
                step.without = Some(without);
                format!("Try the rest of {}, without {without}.", self.cell_name(cell))
            }
            (Some(cell), Some(value), _) => match self.candidates.get(&cell).map(Vec::as_slice) {
                Some([.., high]) if u64::from(value) == *high => {
                    format!("Try the high value: {}.", self.named(what))
                }
                Some([low, ..]) if u64::from(value) == *low => format!("Try the low value: {}.", self.named(what)),
                _ => format!("Try {}.", self.named(what)),
            },
            _ => format!("Try {}.", self.named(what)),
        };
        step
    }

    fn force(&self, what: &Subject) -> Step {
        let step = self.about("force", what);
        let name = self.named(what);
        match (step.cell, step.value) {
            (Some(cell), Some(value)) if self.givens[cell] == value => {
                Step { kind: "given", text: format!("Given: {name}."), ..step }
            }
            _ => Step { text: format!("{name} is forced."), ..step },
        }
    }

    fn withdraw(&mut self, what: &Subject) -> Step {
        self.depth = self.depth.saturating_sub(1);
        let step = self.about("withdraw", what);
        self.withdrawn = step.cell.zip(step.value);
        let text = match (self.is_matrix, step.cell, step.value) {
            (true, ..) => {
                format!("Take {} back: its columns and the rows deleted with it return.", self.named(what))
            }
            (_, Some(cell), None) => format!("Withdraw the rest of {}.", self.cell_name(cell)),
            _ => format!("Withdraw {}.", self.named(what)),
        };
        Step { text, ..step }
    }

    fn note(&mut self, text: &str, number: u64) -> Step {
        let words = match text {
            "covers" if number == 1 => "That took one update of the links.".to_owned(),
            "covers" => format!("That took {number} updates of the links."),
            "candidate" => {
                if let Some(values) = self.decided.and_then(|cell| self.candidates.get_mut(&cell)) {
                    values.push(number);
                }
                format!("One of its values is {number}.")
            }
            _ => format!("{}: {number}.", capital(text)),
        };
        Step { kind: "note", text: words, number: Some(number), ..Step::default() }
    }

    /// The fields that a subject fills.
    fn about(&self, kind: &'static str, subject: &Subject) -> Step {
        let mut step = Step { kind, what: Some(self.named(subject)), ..Step::default() };
        match subject {
            Subject::Cell(cell) => step.cell = Some(cell.index()),
            Subject::CellValue(cell, value) => (step.cell, step.value) = (Some(cell.index()), Some(*value)),
            Subject::Item(item, name) => {
                step.item = Some(*item);
                self.place(&mut step, name);
            }
            Subject::Option(option, name) => {
                step.option = Some(*option);
                self.place(&mut step, name);
            }
            Subject::Named(name) => self.place(&mut step, name),
        }
        step
    }

    /// Cell, value and unit of a name.
    fn place(&self, step: &mut Step, name: &str) {
        if let Some((cell, value)) = name.split_once('=') {
            (step.cell, step.value) = (self.cells.get(cell).copied(), value.parse().ok());
        } else if let Some((value, unit)) = name.split_once(" in ") {
            (step.unit, step.value) = (self.units.get(unit).copied(), value.parse().ok());
        } else {
            (step.cell, step.unit) = (self.cells.get(name).copied(), self.units.get(name).copied());
        }
    }

    fn named(&self, subject: &Subject) -> String {
        match subject {
            Subject::Cell(cell) => self.cell_name(cell.index()),
            Subject::CellValue(cell, value) => format!("{}={value}", self.cell_name(cell.index())),
            Subject::Item(_, name) if self.is_matrix => format!("column {name}"),
            Subject::Option(_, name) if self.is_matrix => format!("row {name}"),
            Subject::Item(_, name) | Subject::Option(_, name) | Subject::Named(name) => name.to_string(),
        }
    }

    fn cell_name(&self, cell: usize) -> String {
        self.names.get(cell).cloned().unwrap_or_else(|| format!("cell {cell}"))
    }
}

/// The words with a capital letter first.
fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
