//! PS-1-2 as a table: the root and each branch of the search, with what settling it took and what came of it.

use std::ops::ControlFlow;

use model::solve::{Ask, Event, Options, Solver, Strategy, Subject, Unsupported};
use model::{Cell, Givens, Rules, Value};
use serde::Serialize;
use solver_ps12::Ps12;

use super::{Bounds, Watch};

/// Which part of a domain a branch takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Side {
    /// The highest value.
    #[serde(rename = "h")]
    High,
    /// The lowest value, or all but the highest.
    #[serde(rename = "l")]
    Low,
}

impl Side {
    /// `h` or `l`.
    pub fn letter(self) -> &'static str {
        match self {
            Self::High => "h",
            Self::Low => "l",
        }
    }
}

/// What a branch settled to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// Every domain has one value.
    Solved,
    /// Some domain is empty.
    Blocked,
    /// There is a cell to decide.
    Open,
    /// Cells are open, and the strategy finds none that it may decide.
    NoPair,
}

impl End {
    /// In words.
    pub fn word(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Blocked => "blocked",
            Self::Open => "open",
            Self::NoPair => "no pair",
        }
    }
}

/// The root, or a branch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Branch {
    /// In the order of the search; 0 is the root.
    pub branch: u64,
    /// Decisions that stand, this one included; 0 at the root.
    pub depth: u32,
    /// The cell decided; none at the root.
    pub cell: Option<String>,
    /// The values of that cell before the decision, ascending: two, or more where the domain was split.
    pub values: Vec<Value>,
    /// Which of them the branch takes.
    pub side: Option<Side>,
    /// Passes of propagation.
    pub passes: u64,
    /// Rounds of passes and dual reductions.
    pub rounds: u64,
    /// Cells reduced by the dual step.
    pub reductions: u64,
    /// The three added up.
    pub propagations: u64,
    /// What came of it.
    pub outcome: End,
}

/// The branches in the order of the search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ps12Table {
    /// Root and branches.
    pub branches: Vec<Branch>,
    /// Branches that came after the last one kept.
    pub dropped: u64,
}

/// The table of one search; at most `bounds.most` branches are kept.
///
/// # Errors
/// When the strategy refuses the rules or the options.
pub fn table(
    strategy: Ps12,
    options: &Options,
    rules: &Rules,
    givens: &Givens,
    ask: Ask,
    bounds: Bounds<'_>,
) -> Result<Ps12Table, Unsupported> {
    let mut rows =
        Rows { rules, most: bounds.most, next: 0, stack: Vec::new(), row: None, table: Ps12Table::default() };
    rows.start(None);
    let mut probe = Watch::new(bounds, |event: &Event| rows.take(event));
    strategy.build(rules, options)?.solve(givens, ask, &mut probe, &mut |_| ControlFlow::Continue(()));
    rows.close();
    Ok(rows.table)
}

/// The variant of an id.
pub fn variant(id: &str) -> Option<Ps12> {
    [Ps12::Paper, Ps12::Random, Ps12::Complete].into_iter().find(|variant| Strategy::info(variant).id == id)
}

/// A decision that stands.
struct Decision {
    cell: Cell,
    values: Vec<Value>,
    first_withdrawn: bool,
}

struct Rows<'r> {
    rules: &'r Rules,
    most: usize,
    next: u64,
    stack: Vec<Decision>,
    /// The row being filled; whole once an outcome is known.
    row: Option<(Branch, bool)>,
    table: Ps12Table,
}

impl Rows<'_> {
    fn take(&mut self, event: &Event) {
        match event {
            Event::Decide { on: Subject::Cell(cell), .. } => {
                self.ends(End::Open);
                self.stack.push(Decision { cell: *cell, values: Vec::new(), first_withdrawn: false });
            }
            Event::Assign { what, chosen: true } => self.start(Some(what)),
            Event::Withdraw { .. } => match self.stack.last_mut() {
                Some(decision) if !decision.first_withdrawn => decision.first_withdrawn = true,
                _ => {
                    self.stack.pop();
                }
            },
            Event::DeadEnd { .. } => self.ends(End::Blocked),
            Event::Solution { .. } => self.ends(End::Solved),
            Event::Note { text, number } => self.note(text, *number),
            _ => {}
        }
    }

    fn note(&mut self, text: &str, number: u64) {
        if text == "candidate" {
            let decision = self.stack.last_mut().expect("a candidate is of the cell that was just decided");
            decision.values.push(number as Value);
        }
        if text.starts_with("no pair") {
            self.ends(End::NoPair);
        }
        let Some((row, _)) = &mut self.row else { return };
        match text {
            "passes" => row.passes = number,
            "rounds" => row.rounds = number,
            "reductions" => row.reductions = number,
            _ => return,
        }
        row.propagations += number;
    }

    /// Begins the root's row, or that of an assignment.
    fn start(&mut self, what: Option<&Subject>) {
        self.close();
        let decision = self.stack.last().filter(|_| what.is_some());
        let values = decision.map(|decision| decision.values.clone()).unwrap_or_default();
        let side = what.map(|what| match what {
            Subject::CellValue(_, value) if Some(value) == values.last() => Side::High,
            _ => Side::Low,
        });
        let row = Branch {
            branch: self.next,
            depth: self.stack.len() as u32,
            cell: decision.map(|decision| self.rules.cell_name(decision.cell)),
            values,
            side,
            passes: 0,
            rounds: 0,
            reductions: 0,
            propagations: 0,
            outcome: End::Open,
        };
        self.next += 1;
        self.row = Some((row, false));
    }

    fn ends(&mut self, outcome: End) {
        if let Some((row, whole)) = &mut self.row {
            (row.outcome, *whole) = (outcome, true);
        }
    }

    /// Enters the row, when it is whole.
    fn close(&mut self) {
        if let Some((row, true)) = self.row.take() {
            if self.table.branches.len() < self.most {
                self.table.branches.push(row);
            } else {
                self.table.dropped += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use model::text::parse_board;

    use super::*;

    fn branches(strategy: Ps12, board: &str) -> Vec<Branch> {
        let stop = AtomicBool::new(false);
        let rules = Rules::sudoku(3);
        let givens = parse_board(board, &rules).expect("a board");
        let bounds = Bounds::new(&stop, usize::MAX);
        table(strategy, &Options::default(), &rules, &givens, Ask::First, bounds).expect("any rules").branches
    }

    const L5: &str = "000000012008030000000000040120500000000004700060000000507000300000620000000100000";
    const L599: &str = "000000071300800000080000000005041000020000300000070000601000040000200600700000000";
    const NUGGET: &str = "000000039000001005003050800008090006070002000100400000009080050020000600400700000";

    #[test]
    fn branches_add_up_to_the_papers_totals() {
        // docs/REPRODUCTION.md: branch, back, max depth, passes, rounds, reductions, ms0, ms0 + ms.
        for (board, [branch, back, depth, passes, rounds, reductions, root, all]) in
            [(L5, [3, 1, 2, 43, 16, 43, 40, 102]), (L599, [46, 23, 9, 236, 97, 167, 9, 500])]
        {
            let rows = branches(Ps12::Paper, board);
            let sum = |of: fn(&Branch) -> u64| rows.iter().map(of).sum::<u64>();
            assert_eq!(rows.len() as u64 - 1, branch);
            assert_eq!(rows.iter().filter(|row| row.side == Some(Side::Low)).count() as u64, back);
            assert_eq!(rows.iter().map(|row| u64::from(row.depth)).max(), Some(depth));
            let sums = [sum(|row| row.passes), sum(|row| row.rounds), sum(|row| row.reductions)];
            assert_eq!(sums, [passes, rounds, reductions]);
            assert_eq!((rows[0].propagations, sum(|row| row.propagations)), (root, all));
        }
    }

    #[test]
    fn the_sides_and_outcomes_of_a_wrong_guess() {
        let rows = branches(Ps12::Paper, L5);
        let seen: Vec<_> = rows.iter().map(|row| (row.depth, row.side.map(Side::letter), row.outcome)).collect();
        assert_eq!(seen.len(), 4);
        assert_eq!(seen[0], (0, None, End::Open));
        assert_eq!(seen.iter().filter(|row| row.2 == End::Blocked).count(), 1);
        assert_eq!(seen[3].2, End::Solved);
        assert!(rows[1..].iter().all(|row| row.values.len() == 2 && row.cell.is_some()));
    }

    #[test]
    fn where_there_is_no_pair_one_is_stuck_and_the_other_splits() {
        let stuck = branches(Ps12::Paper, NUGGET);
        assert_eq!((stuck.len(), stuck[0].outcome), (1, End::NoPair));
        let split = branches(Ps12::Complete, NUGGET);
        assert_eq!(split[0].outcome, End::Open);
        assert!(split[1].values.len() > 2 && split[1].side == Some(Side::High));
    }
}
