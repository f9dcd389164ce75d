//! `harness encode`: a puzzle as a CNF, or as an exact cover matrix.

use std::io::{BufWriter, Write};
use std::sync::Arc;

use anyhow::{Result, bail};
use clap::ValueEnum;
use model::{Cell, Puzzle};
use serde::Serialize;
use solver_dlx::{Naming, RulesNaming, options_of, rules_problem};
use solver_sat::encode::csp_constraints;

use super::problem::one_puzzle;
use super::{Format, Found};
use crate::cnf::{Clauses, Source};
use crate::dimacs;

#[derive(clap::Args)]
pub(super) struct Args {
    /// A puzzle, a file with one, or - for standard input.
    puzzle: String,
    /// What is written.
    #[arg(long, value_enum)]
    to: Target,
    /// Clauses for the rules; the optimized and the propagated ones leave out what the givens settle, themselves
    /// included.
    #[arg(long, value_enum, default_value_t = Clauses::Extended)]
    encoding: Clauses,
    /// Rules, where neither length nor header says.
    #[arg(long)]
    rules: Option<String>,
    /// text: the CNF, or the matrix as rows of 0 and 1; json: sizes of the CNF, or the exact cover problem.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Target {
    /// A CNF in DIMACS format.
    Dimacs,
    /// An exact cover problem: an option a row, an item a column.
    Matrix,
}

/// Sizes of a CNF.
#[derive(Serialize)]
struct Summary<'a> {
    rules: &'a str,
    encoding: Clauses,
    variables: usize,
    clauses: usize,
    literals: usize,
    /// Unit clauses for givens, among `clauses`; 0 where they settle variables instead.
    given_clauses: usize,
    givens: usize,
    /// Variables that the givens make true, make false and leave open; only for the encodings that leave those
    /// out.
    #[serde(skip_serializing_if = "Option::is_none")]
    settled: Option<[usize; 3]>,
    csp: Csp,
}

/// The constraints before they are clauses, counted as arXiv:0803.4253 does.
#[derive(Serialize)]
struct Csp {
    per_unit: Option<u64>,
    constraints: u64,
    distinct: u64,
}

pub(super) fn main(args: &Args) -> Result<Found> {
    let rules = match &args.rules {
        Some(name) => Some(Arc::new(crate::rules::resolve(name, None)?)),
        None => None,
    };
    let puzzle = one_puzzle(&args.puzzle, rules)?;
    if args.format == Format::Csv {
        bail!("encode writes text or JSON");
    }
    for conflict in puzzle.conflicts() {
        say!("{conflict}: there will be no solution");
    }
    let mut out = BufWriter::new(std::io::stdout().lock());
    match args.to {
        Target::Dimacs => cnf(args, &puzzle, &mut out)?,
        Target::Matrix => matrix(args, &puzzle, &mut out)?,
    }
    out.flush()?;
    Ok(Found::Fine)
}

fn cnf(args: &Args, puzzle: &Puzzle, out: &mut impl Write) -> Result<()> {
    let rules = puzzle.rules();
    let mut source = Source::new(rules, args.encoding);
    let (mut clauses, mut literals) = (0, 0);
    source.each(puzzle.givens(), |clause| {
        clauses += 1;
        literals += clause.len();
    });
    let variables = source.variables();
    let settled = source.settled();
    let givens = puzzle.givens().clues();
    let csp = csp_constraints(rules);
    let summary = Summary {
        rules: rules.name(),
        encoding: args.encoding,
        variables: variables.len(),
        clauses,
        literals,
        given_clauses: if settled.is_some() { 0 } else { givens },
        givens,
        settled,
        csp: Csp { per_unit: csp.per_unit, constraints: csp.constraints, distinct: csp.distinct },
    };
    if args.format == Format::Json {
        return Ok(writeln!(out, "{}", serde_json::to_string(&summary)?)?);
    }
    summary.comments(out)?;
    let n = source.values();
    for (number, variable) in variables.iter().enumerate() {
        writeln!(out, "c {} is {}={}", number + 1, rules.cell_name(Cell::new(variable / n)), variable % n + 1)?;
    }
    dimacs::write_header(out, variables.len(), clauses)?;
    let mut written = Ok(());
    source.each(puzzle.givens(), |clause| {
        if written.is_ok() {
            written = dimacs::write_clause(out, clause.iter().map(|lit| lit.to_dimacs() as i32));
        }
    });
    Ok(written?)
}

impl Summary<'_> {
    fn comments(&self, out: &mut impl Write) -> std::io::Result<()> {
        let Self { rules, encoding, givens, csp, .. } = self;
        let encoding = format!("{encoding:?}").to_lowercase();
        writeln!(out, "c {rules}, {encoding} encoding, {givens} givens")?;
        match self.settled {
            Some([positive, negative, open]) => writeln!(
                out,
                "c the givens make {positive} variables true and {negative} false and are no clauses; {open} are open"
            )?,
            None => writeln!(out, "c the last {givens} clauses are the givens")?,
        }
        let each = csp.per_unit.map(|n| format!(", {n} a unit")).unwrap_or_default();
        let (constraints, distinct) = (csp.constraints, csp.distinct);
        writeln!(out, "c as constraints (domains and disequalities): {constraints}{each}, {distinct} distinct")
    }
}

/// An exact cover problem with named items, as `harness cover` reads it.
#[derive(Serialize)]
struct Problem<'a> {
    primary: Vec<String>,
    secondary: Vec<String>,
    options: Vec<Vec<&'a str>>,
}

/// Options that share an item with a given are left out: the covers of the rest are the solutions.
fn matrix(args: &Args, puzzle: &Puzzle, out: &mut impl Write) -> Result<()> {
    let rules = puzzle.rules();
    let problem = rules_problem(rules);
    let items = problem.primary() + problem.secondary();
    if args.format == Format::Text && problem.secondary() > 0 {
        bail!("{} has items that need not be covered, which a matrix cannot say: --format json can", rules.name());
    }
    let given: Vec<u32> = options_of(rules, puzzle.givens()).collect();
    // By item: the given option that takes it. Where two givens want one, neither can be had.
    let mut taken = vec![None; items as usize];
    let mut clashing = vec![false; items as usize];
    for &option in &given {
        for &item in &problem.options()[option as usize] {
            clashing[item as usize] |= taken[item as usize].replace(option).is_some();
        }
    }
    let open = |&(option, covered): &(usize, &Vec<u32>)| {
        covered.iter().all(|&item| match taken[item as usize] {
            Some(given) => given as usize == option && !clashing[item as usize],
            None => true,
        })
    };
    let options = problem.options().iter().enumerate().filter(open).map(|(_, covered)| covered);
    if args.format == Format::Json {
        let names = RulesNaming::new(rules);
        let names: Vec<String> = (0..items).map(|item| names.item(item).into_owned()).collect();
        let (primary, secondary) = names.split_at(problem.primary() as usize);
        let options = options.map(|covered| covered.iter().map(|&item| names[item as usize].as_str()).collect());
        let text = serde_json::to_string(&Problem {
            primary: primary.to_vec(),
            secondary: secondary.to_vec(),
            options: options.collect(),
        })?;
        return Ok(writeln!(out, "{text}")?);
    }
    let mut row = Vec::new();
    for covered in options {
        row.clear();
        row.resize(items as usize, b'0');
        for &item in covered {
            row[item as usize] = b'1';
        }
        row.push(b'\n');
        out.write_all(&row)?;
    }
    Ok(())
}
