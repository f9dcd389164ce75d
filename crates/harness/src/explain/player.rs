//! A page that plays a solve: one file, nothing loaded from anywhere.
//!
//! Owns what the page is made of: the steps of one or several searches ([`Play`]) as JSON, and the [`page`] around them. What
//! is drawn follows from the events alone, not from the strategy's name: a board where there are rules, candidates where
//! removals are told or options are covered, a matrix where it is small. A strategy that is new needs nothing here. The
//! script keeps a snapshot every so many steps, so that any step is near; here no state is kept at all.

mod scene;
mod steps;

use std::ops::ControlFlow;

use askama::Template;
use model::Puzzle;
use model::solve::erased::{AnyProbe, AnyStrategy};
use model::solve::{Ask, Event, Options, Trace, Unsupported, counters};
use model::{Grid, check};
use serde::Serialize;
use serde_json::{Map, Value};
use solver_dlx::{ExactCover, Naming};

pub use self::scene::{Board, Marks, Matrix};
pub use self::steps::Step;
use super::{Bounds, document, lesson};

/// Steps that the page shows without its script.
const UNSCRIPTED: usize = 200;

/// One search, to be played.
#[derive(Clone, Debug, Serialize)]
pub struct Play {
    /// Id of the strategy.
    pub strategy: String,
    /// What is solved: the rules, or the name of a matrix.
    pub problem: String,
    /// `ok`, `none`, `stuck`, `halted`, `timeout` or `wrong`.
    pub status: &'static str,
    /// Solutions found.
    pub solutions: u64,
    /// What was counted in the whole search, by column; [`Step::counts`] goes by this order.
    pub counters: Map<String, Value>,
    /// What this strategy does not tell, where that leaves the board bare.
    pub remark: Option<&'static str>,
    /// The board, where there are rules.
    pub board: Option<Board>,
    /// The matrix, where it is an exact cover that is small enough.
    pub matrix: Option<Matrix>,
    /// The grids of the solutions that the steps tell of, in their order.
    pub grids: Vec<Vec<model::Value>>,
    /// A step an event, in order, between a first one and a last one.
    pub steps: Vec<Step>,
    /// Events that came after the last one kept.
    pub dropped: u64,
}

/// Solves a puzzle whose givens do not clash, and keeps what plays it.
///
/// # Errors
/// When the strategy refuses the rules or the options.
pub fn record(
    strategy: &dyn AnyStrategy,
    options: &Options,
    puzzle: &Puzzle,
    ask: Ask,
    bounds: Bounds<'_>,
) -> Result<Play, Unsupported> {
    let info = strategy.info();
    let (rules, givens) = (puzzle.rules(), puzzle.givens());
    let mut probe = Trace::new(bounds.step_limit, bounds.stop, bounds.most);
    let (mut grids, mut wrong) = (Vec::new(), false);
    let outcome =
        strategy.build_for(rules, options, ask)?.run(givens, ask, AnyProbe::Trace(&mut probe), &mut |found: &Grid| {
            wrong |= check(puzzle, found).is_err();
            if grids.len() < bounds.most {
                grids.push(found.values().to_vec());
            }
            ControlFlow::Continue(())
        });
    let events = probe.events();
    grids.truncate(events.iter().filter(|event| matches!(event, Event::Solution { .. })).count());
    let status = document::status(&outcome, wrong);
    let counted = info.counters.iter().map(|&one| (one.name.to_owned(), probe.tally().value(one).into()));
    let board = Board::new(rules, givens, Marks::of(events));
    let open = rules.cells() - givens.clues();
    let mut steps = steps::Teller::of_board(&board, givens);
    steps.begin(format!("{} on {}: {} cells given, {open} open.", info.id, rules.name(), givens.clues()));
    for (at, event) in events.iter().enumerate() {
        steps.tell(event, info.counters.iter().map(|&one| probe.value_at(at, one)));
    }
    steps.end(status, outcome.solutions, probe.dropped(), info.counters.iter().map(|&one| probe.tally().value(one)));
    Ok(Play {
        strategy: info.id.to_owned(),
        problem: rules.name().to_owned(),
        status,
        solutions: outcome.solutions,
        counters: counted.collect(),
        remark: scene::remark(events, info.counters.contains(&counters::STEPS)),
        matrix: Matrix::of_rules(rules, events),
        board: Some(board),
        grids,
        steps: steps.steps,
        dropped: probe.dropped(),
    })
}

impl Play {
    /// Searches a matrix for all its covers, and keeps what plays it.
    pub fn of_matrix(name: &str, problem: &ExactCover, names: &impl Naming, bounds: Bounds<'_>) -> Self {
        let lesson = lesson::trace(problem, names, bounds);
        let solutions = lesson.covers.len() as u64;
        let status = document::matrix_status(lesson.exhausted, solutions);
        let (rows, columns) = (problem.options().len(), problem.primary());
        let mut steps = steps::Teller::of_matrix();
        steps.begin(format!(
            "{rows} rows and {columns} columns: find rows that together have a 1 in each column exactly once."
        ));
        for (event, counts) in lesson.events.iter().zip(&lesson.counts) {
            steps.tell(event, *counts);
        }
        steps.end(status, solutions, lesson.dropped, lesson.counters.iter().map(|&(_, total)| total));
        Self {
            strategy: "dlx/shortest".to_owned(),
            problem: name.to_owned(),
            status,
            solutions,
            counters: lesson.counters.iter().map(|&(name, n)| (name.to_owned(), n.into())).collect(),
            remark: None,
            board: None,
            matrix: Matrix::new(problem, names),
            grids: Vec::new(),
            steps: steps.steps,
            dropped: lesson.dropped,
        }
    }
}

#[derive(Template)]
#[template(path = "player.html")]
struct Page<'a> {
    title: String,
    plays: &'a [Play],
    data: String,
    style: &'static str,
    script: &'static str,
}

/// The page: one search, or several side by side, which are then stepped by guess.
pub fn page(plays: &[Play]) -> String {
    let strategies: Vec<&str> = plays.iter().map(|play| play.strategy.as_str()).collect();
    let problem = plays.first().map_or("", |play| play.problem.as_str());
    let page = Page {
        title: format!("{} on {problem}", strategies.join(" and ")),
        plays,
        data: data(plays),
        style: include_str!("../../assets/player/player.css"),
        script: include_str!("../../assets/player/player.js"),
    };
    page.render().expect("a template over text")
}

/// The searches as JSON that can stand in a script element: no `<`, whatever a name holds.
fn data(plays: &[Play]) -> String {
    serde_json::json!({ "plays": plays }).to_string().replace('<', "\\u003c")
}

#[cfg(test)]
mod tests;
