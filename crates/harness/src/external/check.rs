//! Does a program keep to the protocol `lines`? Twenty puzzles, two questions, the first broken rule in one sentence.
//!
//! What is right is known from dancing links and the judge, never from the program. Each puzzle is sent when the one before
//! is answered, so that a program that reads ahead or does not flush is found out by its silence.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use model::solve::erased::AnyProbe;
use model::solve::{Ask, Options};
use model::text::board_text;
use model::{Givens, Grid, Puzzle, Rules, check as judge};

use super::lines::{self, Answer};
use super::process::{Failure, Process};
use super::{External, Protocol, question};
use crate::corpus::{BadLines, Selection, Source, load};
use crate::registry::registry;

/// Puzzles of 17 clues among the twenty.
const SPARSE: usize = 10;

/// A solved board: the rows are shifts of the first.
fn solved() -> Vec<u8> {
    (0..81).map(|cell| ((cell / 9 * 3 + cell / 27 + cell % 9) % 9 + 1) as u8).collect()
}

/// A puzzle and what is true of it.
struct Case {
    what: &'static str,
    givens: Givens,
    /// Solutions, 2 for two or more.
    solutions: u64,
}

/// What a program that keeps the rules is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Passed {
    asked: usize,
    has_clock: bool,
    takes_zeros: bool,
}

impl std::fmt::Display for Passed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let clock = if self.has_clock { "times itself" } else { "has no clock of its own" };
        let zeros = if self.takes_zeros { "takes 0 for a blank too" } else { "takes only . for a blank" };
        write!(f, "ok: {} answers, all right; it {clock} and {zeros}", self.asked)
    }
}

/// The rule that is broken first.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{rule}: asked {ask} of {puzzle} ({what}), {said}")]
pub(crate) struct Broken {
    rule: &'static str,
    ask: &'static str,
    what: &'static str,
    puzzle: String,
    said: String,
}

/// Checks a program that answers lines, or a function of a library. An answer may take `patience`, the start of the program
/// included.
///
/// # Errors
/// When it cannot be started, or is no such program.
pub(crate) fn program(
    external: &External,
    patience: Duration,
    stop: &'static AtomicBool,
) -> Result<Result<Passed, Broken>> {
    if external.protocol == Protocol::Dimacs {
        bail!("a SAT solver is checked by the campaign that it takes part in");
    }
    let cases = cases()?;
    let mut passed = Passed { asked: 0, has_clock: true, takes_zeros: true };
    for ask in [Ask::First, Ask::Unique] {
        let word = question(ask).context("programs know both")?;
        let words = external.words(word);
        let start = || Process::start(&words, stop).with_context(|| format!("cannot start `{}`", words[0]));
        let mut talk = Talk { process: start()?, ask: word, enough: ask.enough(), patience };
        let mut before: Vec<Answer> = Vec::new();
        // Again from the start, in the same process: whatever it keeps must not show.
        for (round, case) in cases.iter().map(|case| (1, case)).chain(cases.iter().map(|case| (2, case))) {
            let answer = match talk.ask(case, &line(&case.givens)) {
                Ok(answer) => answer,
                Err(broken) => return Ok(Err(broken)),
            };
            passed.has_clock &= answer.own_ns.is_some();
            let at = passed.asked % cases.len();
            passed.asked += 1;
            if round == 1 {
                before.push(answer);
            } else if (before[at].solutions, &before[at].grid) != (answer.solutions, &answer.grid) {
                let said = format!("it said {} first and {} when asked again", told(&before[at]), told(&answer));
                return Ok(Err(talk.broken("the same puzzle must get the same answer", case, said)));
            }
        }
        if let Err(said) = talk.end() {
            let last = &cases[cases.len() - 1];
            let ended = Broken {
                rule: "it must end when its input does",
                ask: word,
                what: last.what,
                puzzle: board_text(last.givens.values(), 9),
                said,
            };
            return Ok(Err(ended));
        }
        // Nobody asks for this one: it is only told.
        let mut talk = Talk { process: start()?, ask: word, enough: ask.enough(), patience };
        let zeros = |case: &Case| String::from_utf8_lossy(&line(&case.givens)).replace('.', "0").into_bytes();
        passed.takes_zeros &= cases.iter().take(3).all(|case| talk.ask(case, &zeros(case)).is_ok());
    }
    Ok(Ok(passed))
}

/// A process and what it is asked.
struct Talk {
    process: Process,
    ask: &'static str,
    enough: u64,
    patience: Duration,
}

impl Talk {
    /// Asks one puzzle, and holds the answer against what is true.
    fn ask(&mut self, case: &Case, line: &[u8]) -> Result<Answer, Broken> {
        match self.process.exchange(line, self.patience) {
            Ok(_) => {}
            Err(Failure::Late) => {
                let said = format!("there was no line within {}", humantime::format_duration(self.patience));
                return Err(self.broken("each line must be answered before the next comes (flush it)", case, said));
            }
            Err(Failure::Stopped) => return Err(self.broken("the check was stopped", case, "nothing".to_owned())),
            Err(Failure::Died(reason)) => return Err(self.broken("it must survive every puzzle", case, reason)),
        }
        if self.process.has_more() {
            return Err(self.broken(
                "a line is answered by one line",
                case,
                format!("it said more than {}", self.said()),
            ));
        }
        let answer = lines::answer(self.process.line());
        let answer = answer.map_err(|fault| self.broken("an answer has its form", case, fault.to_string()))?;
        let expected = case.solutions.min(self.enough);
        if answer.solutions != expected {
            let said = format!("it said {}", self.said());
            let rule = match (self.enough, expected) {
                (_, 0) => "a puzzle without a solution has 0",
                (1, _) => "first says 1 where there is a solution",
                (_, 1) => "unique says 1 where there is one solution",
                _ => "unique says 2 where there are more than one",
            };
            return Err(self.broken(rule, case, said));
        }
        if let Some(grid) = &answer.grid {
            let puzzle = Puzzle::new(Arc::new(Rules::sudoku(3)), case.givens.clone());
            if let Err(violation) = judge(&puzzle, grid) {
                let said = format!("it said {}: {violation}", self.said());
                return Err(self.broken("the grid is a solution of the puzzle", case, said));
            }
        }
        Ok(answer)
    }

    /// Closes its input; what went wrong then.
    fn end(self) -> Result<(), String> {
        match self.process.read_all(Duration::from_secs(5)) {
            Ok(rest) if rest.trim().is_empty() => Ok(()),
            Ok(rest) => Err(format!("it went on with `{}`", rest.lines().next().unwrap_or_default())),
            Err(Failure::Late) => Err("it was still there after 5 seconds".to_owned()),
            Err(Failure::Died(reason)) => Err(reason),
            Err(Failure::Stopped) => Err("the check was stopped".to_owned()),
        }
    }

    fn said(&self) -> String {
        format!("`{}`", String::from_utf8_lossy(self.process.line()).trim_end())
    }

    fn broken(&self, rule: &'static str, case: &Case, said: String) -> Broken {
        Broken { rule, ask: self.ask, what: case.what, puzzle: board_text(case.givens.values(), 9), said }
    }
}

fn told(answer: &Answer) -> String {
    let grid = answer.grid.as_ref().map_or_else(|| "-".to_owned(), |grid: &Grid| board_text(grid.values(), 9));
    format!("`{} {grid}`", answer.solutions)
}

fn line(givens: &Givens) -> Vec<u8> {
    let mut line = Vec::new();
    lines::question(givens, &mut line);
    line
}

/// The twenty: sparse ones first, then those of which something is odd, with right ones after each of them.
fn cases() -> Result<Vec<Case>> {
    let selection = Selection { offset: 0, stride: 900, sample: None, seed: 1, limit: Some(SPARSE as u64) };
    let loaded = load(&Source::SEVENTEEN, None, &selection, BadLines::Refuse)?;
    let sparse: Vec<Vec<u8>> = (0..SPARSE).map(|index| loaded.puzzles.givens(index).to_vec()).collect();
    let solved = solved();
    let edit = |from: &[u8], changes: &[(usize, u8)]| {
        let mut values = from.to_vec();
        for &(cell, value) in changes {
            values[cell] = value;
        }
        values
    };
    let first_clue = |board: &[u8]| board.iter().position(|&value| value != 0).unwrap_or(0);
    let less_one = |board: &[u8]| edit(board, &[(first_clue(board), 0)]);
    // A blank of the puzzle with a value that is not its solution's, and that no clue that it sees has.
    let spoilt = |board: &[u8]| -> Result<Vec<u8>> {
        let unsolvable = |cell: usize, value: u8| {
            let values = edit(board, &[(cell, value)]);
            let puzzle = Puzzle::new(Arc::new(Rules::sudoku(3)), Givens::from_values(values.clone()));
            (board[cell] == 0 && puzzle.conflicts().is_empty() && count(&puzzle) == 0).then_some(values)
        };
        let mut tries = (0..81).flat_map(|cell| (1..=9).map(move |value| (cell, value)));
        tries.find_map(|(cell, value)| unsolvable(cell, value)).context("every puzzle can be spoilt")
    };
    let clash = |board: &[u8]| {
        let cell = first_clue(board);
        let other = cell / 9 * 9 + (cell + 1) % 9;
        edit(board, &[(other, board[cell])])
    };
    let mut boards: Vec<(&str, Vec<u8>)> = vec![
        ("17 clues", sparse[0].clone()),
        ("17 clues", sparse[1].clone()),
        ("one blank", edit(&solved, &[(40, 0)])),
        ("no solution", spoilt(&sparse[2])?),
        ("17 clues", sparse[2].clone()),
        ("more than one solution", less_one(&sparse[3])),
        ("17 clues", sparse[3].clone()),
        ("clashing givens", clash(&sparse[4])),
        ("17 clues", sparse[4].clone()),
        ("a solved board", solved.clone()),
        ("a solved board with one wrong digit", edit(&solved, &[(0, solved[1])])),
        ("17 clues", sparse[5].clone()),
        ("an empty board", vec![0; 81]),
        ("17 clues", sparse[6].clone()),
        ("no solution", spoilt(&sparse[7])?),
        ("more than one solution", less_one(&sparse[7])),
        ("17 clues", sparse[7].clone()),
    ];
    boards.extend(sparse[8..].iter().map(|board| ("17 clues", board.clone())));
    boards.push(("the first puzzle again", sparse[0].clone()));
    let case = |(what, values): (&'static str, Vec<u8>)| {
        let givens = Givens::from_values(values);
        let puzzle = Puzzle::new(Arc::new(Rules::sudoku(3)), givens.clone());
        let solutions = if puzzle.conflicts().is_empty() { count(&puzzle) } else { 0 };
        Case { what, givens, solutions }
    };
    Ok(boards.into_iter().map(case).collect())
}

/// Solutions up to two, by dancing links.
fn count(puzzle: &Puzzle) -> u64 {
    let strategies = registry();
    let strategy = strategies.find("dlx/shortest").expect("it is registered");
    let mut runner = strategy.build(puzzle.rules(), &Options::default()).expect("it takes any rules");
    runner.run(puzzle.givens(), Ask::Unique, AnyProbe::Off, &mut |_| ControlFlow::Continue(())).solutions
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_twenty_puzzles_of_every_kind() {
        let cases = cases().expect("the embedded corpus");
        assert_eq!(cases.len(), 20);
        let with = |solutions| cases.iter().filter(|case| case.solutions == solutions).count();
        assert_eq!([with(0), with(1), with(2)], [4, 13, 3]);
    }
}
