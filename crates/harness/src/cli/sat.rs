//! `harness sat`: varisat on a DIMACS file.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::num::NonZeroU64;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use anyhow::{Context, Result};
use clap::ValueEnum;
use model::solve::{End, Limits};
use serde::Serialize;
use solver_sat::Formula;

use super::{Format, Found, STOP, print, stop_on_signals};
use crate::campaign::Time;
use crate::clock::Watchdog;
use crate::dimacs::{self, Cnf};
use crate::run_dir::csv_line;

#[derive(clap::Args)]
pub(super) struct Args {
    /// A CNF file in DIMACS format, or - for standard input.
    #[arg(value_name = "FILE")]
    file: String,
    /// What is asked.
    #[arg(long, value_enum, default_value_t = Question::First)]
    ask: Question,
    /// Count no further than so many models.
    #[arg(long, value_name = "N")]
    cap: Option<NonZeroU64>,
    /// Time at most, such as 10s; obeyed at conflicts and between models.
    #[arg(long, value_name = "D")]
    time_limit: Option<Time>,
    /// How the answer is printed; text is the s and v lines of the SAT competition.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Question {
    /// A model, if there is one.
    First,
    /// How many models there are over the declared variables.
    Count,
}

#[derive(Debug, Serialize)]
struct Answer {
    /// `sat`, `unsat`, or `timeout` when neither is known.
    status: &'static str,
    /// Models over the declared variables that were found.
    models: u128,
    /// Whether there are no others.
    exhausted: bool,
    variables: u32,
    clauses: usize,
    /// The model that was asked for, a literal for each declared variable.
    #[serde(skip_serializing_if = "Option::is_none")]
    model: Option<Vec<i32>>,
}

pub(super) fn main(args: &Args) -> Result<Found> {
    stop_on_signals()?;
    let (input, name): (Box<dyn BufRead>, _) = if args.file == "-" {
        (Box::new(std::io::stdin().lock()), "standard input")
    } else {
        let file = File::open(&args.file).with_context(|| format!("cannot open {}", args.file))?;
        (Box::new(BufReader::new(file)), args.file.as_str())
    };
    let cnf = dimacs::read(input).with_context(|| name.to_owned())?;
    let watchdog = Watchdog::new(args.time_limit.map(|time| time.0), &STOP);
    watchdog.arm();
    let answer = match args.ask {
        Question::First => first(&cnf, &watchdog),
        Question::Count => count(&cnf, args.cap, &watchdog)?,
    };
    print(&answer.text(args.format, args.ask)?)?;
    Ok(Found::Fine)
}

fn first(cnf: &Cnf, watchdog: &Watchdog) -> Answer {
    let formula = Formula::new(cnf.clauses.iter().map(Vec::as_slice));
    let mut model = None;
    let outcome = formula.models(&mut Limits::new(None, watchdog.flag()), &mut |holding| {
        let mut literals: Vec<i32> = (1..=cnf.variables).map(|variable| -variable.cast_signed()).collect();
        for &variable in holding {
            literals[variable as usize - 1] = variable.cast_signed();
        }
        model = Some(literals);
        ControlFlow::Break(())
    });
    let status = match outcome.end {
        End::Enough => "sat",
        End::Exhausted | End::Stuck => "unsat",
        End::Halted(_) => "timeout",
    };
    if let Some(literals) = &model {
        let holds = |clause: &Vec<i32>| clause.iter().any(|&lit| literals[lit.unsigned_abs() as usize - 1] == lit);
        assert!(cnf.clauses.iter().all(holds), "the back end's model satisfies every clause");
    }
    let models = u128::from(outcome.solutions);
    let exhausted = outcome.end == End::Exhausted;
    Answer { status, models, exhausted, variables: cnf.variables, clauses: cnf.clauses.len(), model }
}

/// Counts models of the constrained variables; each other declared variable doubles them.
fn count(cnf: &Cnf, cap: Option<NonZeroU64>, watchdog: &Watchdog) -> Result<Answer> {
    let formula = Formula::new(cnf.clauses.iter().map(Vec::as_slice));
    let free = cnf.variables - formula.constrained().len() as u32;
    let cap = cap.map_or(u128::MAX, |cap| u128::from(cap.get()));
    // 2^free, where 128 bits hold it; a cap is always reached below that.
    let each = 1u128.checked_shl(free);
    let mut models = Some(0u128);
    let mut stopped = false;
    let outcome = formula.models(&mut Limits::new(None, watchdog.flag()), &mut |_| {
        models = models.zip(each).and_then(|(models, each)| models.checked_add(each));
        stopped = watchdog.flag().load(Ordering::Relaxed);
        if stopped || models.is_none_or(|models| models >= cap) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    let found = match models {
        Some(models) => models,
        None if cap < u128::MAX => cap,
        None => anyhow::bail!("there are more models than 128 bits hold: {free} declared variables are in no clause"),
    };
    let status = match outcome.end {
        _ if outcome.solutions > 0 => "sat",
        End::Halted(_) => "timeout",
        End::Exhausted | End::Enough | End::Stuck => "unsat",
    };
    if stopped || matches!(outcome.end, End::Halted(_)) {
        say!("stopped before all models were counted");
    }
    Ok(Answer {
        status,
        models: found.min(cap),
        exhausted: outcome.end == End::Exhausted && found <= cap,
        variables: cnf.variables,
        clauses: cnf.clauses.len(),
        model: None,
    })
}

impl Answer {
    fn text(&self, format: Format, ask: Question) -> Result<String> {
        Ok(match format {
            Format::Json => format!("{}\n", serde_json::to_string(self)?),
            Format::Csv => {
                let header = csv_line(&["status", "models", "exhausted", "variables", "clauses"]);
                let numbers = [self.models.to_string(), self.exhausted.to_string()];
                let sizes = [self.variables.to_string(), self.clauses.to_string()];
                let row = csv_line(&[self.status, &numbers[0], &numbers[1], &sizes[0], &sizes[1]]);
                String::from_utf8_lossy(&[header, row].concat()).into_owned()
            }
            Format::Text => self.competition(ask),
        })
    }

    /// The lines of the SAT competition: `s`, then `v` lines of at most 78 columns.
    fn competition(&self, ask: Question) -> String {
        let mut text = String::new();
        if ask == Question::Count {
            let more = if self.exhausted { "" } else { " or more" };
            let _ = writeln!(text, "c models {}{more}", self.models);
        }
        text.push_str(match self.status {
            "sat" => "s SATISFIABLE\n",
            "unsat" => "s UNSATISFIABLE\n",
            _ => "s UNKNOWN\n",
        });
        if let Some(model) = &self.model {
            let mut width = 0;
            for literal in model.iter().chain([&0]).map(ToString::to_string) {
                if width == 0 || width + 1 + literal.len() > 78 {
                    text.push_str(if width == 0 { "v" } else { "\nv" });
                    width = 1;
                }
                text.push(' ');
                text.push_str(&literal);
                width += 1 + literal.len();
            }
            text.push('\n');
        }
        text
    }
}
