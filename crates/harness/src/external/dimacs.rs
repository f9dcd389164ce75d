//! The protocol `dimacs`: a CNF file in, the result of a SAT solver out, a process a question.
//!
//! Solvers answer in one of two ways: the `s` and `v` lines of the SAT competition on standard output, or a file of their
//! own whose first line is `SAT` or `UNSAT` (minisat), for a command that holds `{result}`. Whether a solution is the only one
//! is asked by a second run, with a clause more that forbids the first grid. The clock is ours and around the processes:
//! writing and reading files is not on it, starting the solver and its reading of the file are.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use model::{Givens, Grid, Rules};

use super::process::{Failure, run};
use crate::cnf::{Clauses, Source};
use crate::dimacs::{write_clause, write_header};

/// Stands in a command for the file that the solver reads.
pub(super) const CNF: &str = "{cnf}";
/// Stands in a command for the file that the solver writes, where it does.
pub(super) const RESULT: &str = "{result}";

/// The least work that there is, for what starting a solver costs.
const TRIVIAL: &[u8] = b"p cnf 1 1\n1 0\n";
/// How often it is tried.
const STARTS: usize = 7;
/// How long one of them may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// A solver and a folder for its files, which goes when this is dropped.
pub(super) struct Solver {
    words: Vec<String>,
    input: PathBuf,
    output: Option<PathBuf>,
    source: Source,
    clauses: Vec<u8>,
    stop: &'static AtomicBool,
    _folder: tempfile::TempDir,
}

/// What a solver says of a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It has a model: these literals hold.
    Satisfiable(Vec<i32>),
    /// It has none.
    Unsatisfiable,
}

/// What came of a puzzle.
pub(super) struct Solved {
    /// The grids, as many as were asked for and there are.
    pub(super) grids: Vec<Grid>,
    /// The time of the processes.
    pub(super) took: Duration,
}

impl Solver {
    /// A solver by the words of its command, and the clauses that it is given.
    ///
    /// # Errors
    /// When there is no room for its files.
    pub(super) fn new(
        words: &[String],
        rules: &Rules,
        encoding: Clauses,
        stop: &'static AtomicBool,
    ) -> std::io::Result<Self> {
        let folder = tempfile::Builder::new().prefix("harness-cnf-").tempdir()?;
        let (input, output) = (folder.path().join("puzzle.cnf"), folder.path().join("result"));
        let output = words.iter().any(|word| word.contains(RESULT)).then_some(output);
        let mut filled: Vec<String> = words.to_vec();
        if !words.iter().any(|word| word.contains(CNF)) {
            filled.push(CNF.to_owned());
        }
        for word in &mut filled {
            *word = word.replace(CNF, &input.display().to_string());
            if let Some(output) = &output {
                *word = word.replace(RESULT, &output.display().to_string());
            }
        }
        let source = Source::new(rules, encoding);
        Ok(Self { words: filled, input, output, source, clauses: Vec::new(), stop, _folder: folder })
    }

    /// Looks for up to `enough` grids, one or two, within `patience` for all runs.
    pub(super) fn solve(&mut self, givens: &Givens, enough: u64, patience: Duration) -> Result<Solved, Failure> {
        self.clauses.clear();
        let (mut number, text) = (0, &mut self.clauses);
        self.source.each(givens, |clause| {
            number += 1;
            let written = write_clause(text, clause.iter().map(|lit| lit.to_dimacs() as i32));
            written.expect("memory takes every clause");
        });
        let variables = self.source.variables();
        let mut solved = Solved { grids: Vec::new(), took: Duration::ZERO };
        loop {
            let verdict = self.ask(variables.len(), number, patience.saturating_sub(solved.took), &mut solved.took)?;
            let Verdict::Satisfiable(literals) = verdict else { return Ok(solved) };
            let mut is_true = vec![false; variables.len() + 1];
            for literal in literals {
                let known = is_true.get_mut(literal.unsigned_abs() as usize);
                *known.ok_or_else(|| Failure::Died(format!("literal {literal} is of no variable of the formula")))? =
                    literal > 0;
            }
            let (grid, other) = self.source.grid(givens, &variables, |variable| is_true[variable]);
            solved.grids.push(grid);
            if solved.grids.len() as u64 >= enough {
                return Ok(solved);
            }
            write_clause(&mut self.clauses, other.into_iter()).expect("memory takes every clause");
            number += 1;
        }
    }

    /// One run on the clauses as they stand.
    fn ask(
        &self,
        variables: usize,
        clauses: usize,
        patience: Duration,
        took: &mut Duration,
    ) -> Result<Verdict, Failure> {
        let mut text = Vec::with_capacity(self.clauses.len() + 32);
        write_header(&mut text, variables, clauses).expect("memory takes every header");
        text.extend_from_slice(&self.clauses);
        self.run(&text, patience, took)
    }

    fn run(&self, text: &[u8], patience: Duration, took: &mut Duration) -> Result<Verdict, Failure> {
        let no_room = |error: std::io::Error| Failure::Died(format!("cannot write the CNF file: {error}"));
        std::fs::write(&self.input, text).map_err(no_room)?;
        if let Some(output) = &self.output {
            // What an earlier run left is no answer to this one.
            let _ = std::fs::remove_file(output);
        }
        let ran = run(&self.words, patience, self.stop)?;
        *took += ran.took;
        let verdict = match &self.output {
            None => competition(&ran.said),
            Some(output) => match std::fs::read(output) {
                Ok(said) => result_file(&said),
                Err(error) => Err(format!("there is no result file: {error}")),
            },
        };
        let verdict = verdict
            .map_err(|fault| Failure::Died(format!("malformed result of a SAT solver (exit {}): {fault}", ran.code)))?;
        match (&verdict, ran.code) {
            (Verdict::Satisfiable(_), 0 | 10) | (Verdict::Unsatisfiable, 0 | 20) => Ok(verdict),
            (_, code) => Err(Failure::Died(format!("the solver's exit code {code} is not that of its result"))),
        }
    }
}

/// Nanoseconds that a solver needs for next to nothing, start included: the median of a few runs.
pub(super) fn startup_ns(words: &[String], stop: &'static AtomicBool) -> Option<u64> {
    let rules = Arc::new(Rules::sudoku(2));
    let solver = Solver::new(words, &rules, Clauses::Extended, stop).ok()?;
    let mut times = Vec::new();
    for _ in 0..STARTS {
        let mut took = Duration::ZERO;
        solver.run(TRIVIAL, PATIENCE, &mut took).ok()?;
        times.push(took.as_nanos() as u64);
    }
    times.sort_unstable();
    Some(times[STARTS / 2])
}

/// Reads the lines of the SAT competition; those that begin otherwise are talk.
fn competition(said: &[u8]) -> Result<Verdict, String> {
    let text = String::from_utf8_lossy(said);
    let (mut status, mut literals) = (None, Vec::new());
    for line in text.lines() {
        let mut words = line.split_ascii_whitespace();
        match words.next() {
            Some("s") => {
                let word = words.collect::<Vec<_>>().join(" ");
                if status.replace(word).is_some() {
                    return Err("there is a second `s` line".to_owned());
                }
            }
            Some("v") => literals_of(words, &mut literals)?,
            _ => {}
        }
    }
    match status.as_deref() {
        Some("SATISFIABLE") => whole(literals),
        Some("UNSATISFIABLE") => Ok(Verdict::Unsatisfiable),
        Some(other) => Err(format!("`s {}`", shown(other))),
        None => Err(format!("there is no `s` line in `{}`", shown(text.trim()))),
    }
}

/// Reads minisat's file: `SAT` and the literals, or `UNSAT`.
fn result_file(said: &[u8]) -> Result<Verdict, String> {
    let text = String::from_utf8_lossy(said);
    let mut words = text.split_ascii_whitespace();
    match words.next() {
        Some("SAT") => {
            let mut literals = Vec::new();
            literals_of(words, &mut literals)?;
            whole(literals)
        }
        Some("UNSAT") => Ok(Verdict::Unsatisfiable),
        other => Err(format!("`{}`, not SAT or UNSAT", shown(other.unwrap_or_default()))),
    }
}

fn literals_of<'a>(words: impl Iterator<Item = &'a str>, into: &mut Vec<i32>) -> Result<(), String> {
    for word in words {
        let literal: i32 = word.parse().map_err(|_| format!("`{}` is no literal", shown(word)))?;
        if into.last() == Some(&0) {
            return Err("there are literals after the final 0".to_owned());
        }
        into.push(literal);
    }
    Ok(())
}

/// A model ends with 0: one that does not was cut.
fn whole(mut literals: Vec<i32>) -> Result<Verdict, String> {
    match literals.pop() {
        Some(0) if !literals.contains(&0) => Ok(Verdict::Satisfiable(literals)),
        _ => Err("the model does not end with 0".to_owned()),
    }
}

fn shown(text: &str) -> String {
    text.chars().take(80).map(|c| if c.is_control() { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_of_the_competition_are_read() {
        let read = |text: &str| competition(text.as_bytes());
        assert_eq!(read("c hello\ns SATISFIABLE\nv 1 -2\nv 3 0\n"), Ok(Verdict::Satisfiable(vec![1, -2, 3])));
        assert_eq!(read("s UNSATISFIABLE\n"), Ok(Verdict::Unsatisfiable));
        for (text, fault) in [
            ("SATISFIABLE\n", "no `s` line"),
            ("s UNKNOWN\n", "UNKNOWN"),
            ("s SATISFIABLE\nv 1 2\n", "end with 0"),
            ("s SATISFIABLE\nv 1 x 0\n", "`x` is no literal"),
            ("s SATISFIABLE\nv 1 0\nv 2 0\n", "after the final 0"),
            ("s SATISFIABLE\ns SATISFIABLE\nv 0\n", "second `s`"),
        ] {
            assert!(read(text).expect_err(text).contains(fault), "{text}");
        }
    }

    #[test]
    fn the_file_of_minisat_is_read() {
        let read = |text: &str| result_file(text.as_bytes());
        assert_eq!(read("SAT\n1 -2 0\n"), Ok(Verdict::Satisfiable(vec![1, -2])));
        assert_eq!(read("SAT\n 0\n"), Ok(Verdict::Satisfiable(vec![])));
        assert_eq!(read("UNSAT\n"), Ok(Verdict::Unsatisfiable));
        assert!(read("INDET\n").is_err() && read("").is_err() && read("SAT\n1 2").is_err());
    }
}
