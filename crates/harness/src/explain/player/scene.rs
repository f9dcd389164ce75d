//! What stands still while a search is played: the board, the matrix, and what a strategy does not tell.

use model::solve::{Event, Subject};
use model::{Givens, Rules};
use serde::Serialize;
use solver_dlx::{ExactCover, Naming, RulesNaming, rules_problem};

use crate::board;

/// Entries that a matrix may have, rows times columns, to be drawn: as many as the one of Sudoku of order 2 has.
const ENTRIES: usize = 64 * 64;

/// Which candidates of a cell are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Marks {
    /// Those that no told removal has struck.
    Domains,
    /// Those whose option no chosen option excludes.
    Options,
    /// None: the events do not tell of any.
    None,
}

impl Marks {
    /// What the events tell of.
    pub fn of(events: &[Event]) -> Self {
        let any = |is: fn(&Event) -> bool| events.iter().any(is);
        if any(|event| matches!(event, Event::Remove { .. })) {
            Self::Domains
        } else if any(is_cover) {
            Self::Options
        } else {
            Self::None
        }
    }
}

/// Whether an event is of an exact cover.
fn is_cover(event: &Event) -> bool {
    let (Event::Assign { what: subject, .. } | Event::Decide { on: subject, .. } | Event::DeadEnd { on: subject }) =
        event
    else {
        return false;
    };
    matches!(subject, Subject::Item(..) | Subject::Option(..))
}

/// What is said where the events leave a board bare. `decides`: the strategy counts what it assigns, and tells it.
pub(super) fn remark(events: &[Event], decides: bool) -> Option<&'static str> {
    let forces = events.iter().any(|event| matches!(event, Event::Assign { chosen: false, .. }));
    if events.is_empty() || forces || Marks::of(events) != Marks::None {
        None
    } else if decides {
        Some(
            "This strategy tells what it decides; what it infers between decisions, if anything, it does not tell. \
              Solutions are shown whole.",
        )
    } else {
        Some(
            "This strategy tells neither its decisions nor what follows from them, only what the steps say; \
              the board shows the solutions that it found.",
        )
    }
}

/// A board as it is drawn.
#[derive(Clone, Debug, Serialize)]
pub struct Board {
    /// Cells in a row.
    pub width: usize,
    /// Values are 1 to this.
    pub values: u8,
    /// The symbol of each value, from 1.
    pub symbols: Vec<String>,
    /// The name of each cell.
    pub names: Vec<String>,
    /// The block of each cell; cells of different ones have a wall between them.
    pub regions: Vec<usize>,
    /// What is given, 0 where nothing is.
    pub givens: Vec<u8>,
    /// Name and cells of each unit.
    pub units: Vec<(String, Vec<usize>)>,
    /// The candidates that are drawn.
    pub marks: Marks,
}

impl Board {
    /// The board of the rules. Rules without rows are drawn nearly square, in the order of their cells.
    pub fn new(rules: &Rules, givens: &Givens, marks: Marks) -> Self {
        let square = (1..=rules.cells()).find(|side| side * side >= rules.cells()).unwrap_or(1);
        let cells = |unit: &model::Unit| unit.cells().iter().map(|cell| cell.index()).collect();
        Self {
            width: rules.width().unwrap_or(square),
            values: rules.values(),
            symbols: (1..=rules.values()).map(|value| board::cell(rules, value).trim().to_owned()).collect(),
            names: (0..rules.cells()).map(|cell| rules.cell_name(model::Cell::new(cell))).collect(),
            regions: board::regions(rules),
            givens: givens.values().to_vec(),
            units: rules.units().iter().map(|unit| (unit.name(), cells(unit))).collect(),
            marks,
        }
    }
}

/// A matrix as it is drawn.
#[derive(Clone, Debug, Serialize)]
pub struct Matrix {
    /// The name of each column.
    pub columns: Vec<String>,
    /// How many of them must be covered; the others may be.
    pub primary: u32,
    /// The name of each row.
    pub names: Vec<String>,
    /// The columns of each row.
    pub rows: Vec<Vec<u32>>,
}

impl Matrix {
    /// The matrix of a problem; `None` when it is too large to be drawn.
    pub fn new(problem: &ExactCover, names: &impl Naming) -> Option<Self> {
        let (rows, columns) = (problem.options().len(), problem.primary() + problem.secondary());
        (rows * columns as usize <= ENTRIES).then(|| Self {
            columns: (0..columns).map(|item| names.item(item).into_owned()).collect(),
            primary: problem.primary(),
            names: (0..rows as u32).map(|row| names.option(row).into_owned()).collect(),
            rows: problem.options().to_vec(),
        })
    }

    /// The matrix of the rules, where the events are of an exact cover.
    pub fn of_rules(rules: &Rules, events: &[Event]) -> Option<Self> {
        // Items and cells: no need to build a great matrix in order to find it great.
        let small = rules.cells() * usize::from(rules.values()) * rules.cells() <= ENTRIES;
        (small && events.iter().any(is_cover))
            .then(|| Self::new(&rules_problem(rules), &RulesNaming::new(rules)))
            .flatten()
    }
}
