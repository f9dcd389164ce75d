//! The command line: arguments in, exit code out.
//!
//! stdout is data, stderr is talk. Exit codes: 0 fine, 1 the run found something wrong, 2 the user or the system.

mod building;
mod compare;
mod corpus;
mod count;
mod cover;
mod doctor;
mod encode;
mod enumerate;
mod estimate;
mod explain;
mod export;
mod external;
mod manifest;
mod merge;
mod missing;
mod new_strategy;
mod performance;
mod permanent;
mod plan;
mod problem;
mod puzzles;
mod race;
mod report;
mod reproduce;
mod rerun;
mod run;
mod sat;
#[cfg(feature = "serve")]
mod serve;
mod signals;
mod solve;
mod strategies;
mod verify_certificate;
mod worker;

use std::io::Write;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result};
use clap::error::{ContextKind, ErrorKind};
use clap::{ColorChoice, CommandFactory as _, FromArgMatches as _, Parser, Subcommand, ValueEnum};
use model::solve::erased::Strategies;

use self::signals::stop_on_signals;
use crate::registry::registry;
use crate::terminal;

/// Set by the first Ctrl-C or SIGTERM.
static STOP: AtomicBool = AtomicBool::new(false);

/// Compares strategies for alldifferent problems: runs them on the same puzzles, checks, counts, times, and draws.
#[derive(Parser)]
#[command(name = "harness", version, max_term_width = 100)]
struct Line {
    /// Print plain columns without colours, and no progress bar, as where the output is no terminal.
    #[arg(long, global = true)]
    plain: bool,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run a campaign: every strategy on every puzzle, then the report. Without arguments, the default one.
    Run(Box<run::Args>),
    /// Settle a campaign for many machines: what harness run --plan makes shards of.
    Plan(Box<plan::Args>),
    /// Put shards together to a run; exit 1 unless every row is there once.
    Merge(merge::Args),
    /// Print the shards that are still to be made, as sbatch --array takes them; exit 1 when there are any.
    Missing(missing::Args),
    /// Make charts and report again from the files of a run.
    Report(report::Args),
    /// Make one archive of a run for other people, or a table of its summary for a paper.
    Export(export::Args),
    /// Print what a run was made of and by; --verify works out its hashes again.
    Manifest(manifest::Args),
    /// Run the same campaign again; exit 1 unless its counts are the same to the byte.
    Rerun(rerun::Args),
    /// Say whether one run, one build or one strategy takes longer than another, how much, and how sure that is.
    Compare(Box<compare::Args>),
    /// Print the tables of runs for docs/PERFORMANCE.md.
    Performance(performance::Args),
    /// Solve puzzles: a string, a file, or - for standard input.
    Solve(solve::Args),
    /// Check certificates of solve --certify; exit 1 unless all hold.
    VerifyCertificate(verify_certificate::Args),
    /// Let every strategy solve one puzzle.
    Race(race::Args),
    /// A page in the browser: reports, races of all strategies on a puzzle, the player.
    #[cfg(feature = "serve")]
    Serve(serve::Args),
    /// Show a solve step by step.
    Explain(explain::Args),
    /// Count the solutions of rules or of a puzzle.
    Count(count::Args),
    /// List the solutions one by one, in the strategy's order.
    Enumerate(enumerate::Args),
    /// Estimate the size of a search tree by random dives.
    Estimate(estimate::Args),
    /// Solve an exact cover problem: a file, or a named one.
    Cover(cover::Args),
    /// Decide a DIMACS file, or count its models.
    Sat(sat::Args),
    /// Write a puzzle as a CNF or as an exact cover matrix.
    Encode(encode::Args),
    /// The permanent of a matrix, with its bounds.
    Permanent(permanent::Args),
    /// Work out every number of the paper and say what agrees.
    Reproduce(reproduce::Args),
    /// Make a crate for a new strategy: it compiles, keeps the contract, and is in campaigns and charts.
    NewStrategy(new_strategy::Args),
    /// List the strategies and what they can do.
    Strategies(strategies::Args),
    /// Say whether this machine is fit to time on.
    Doctor(doctor::Args),
    /// Look at a corpus.
    #[command(subcommand)]
    Corpus(corpus::Command),
    /// Look at programs that take part in campaigns.
    #[command(subcommand)]
    External(external::Command),
    /// Answer every line of standard input at once: what talking costs.
    #[command(hide = true)]
    Echo,
    /// Answer puzzles by a function of a shared library.
    #[command(hide = true)]
    Library(external::Library),
    /// Make a page for harness serve.
    #[cfg(feature = "serve")]
    #[command(hide = true)]
    Page(Box<serve::Page>),
    /// Do jobs that the harness writes to standard input.
    #[command(hide = true)]
    Worker(worker::Args),
}

/// How data is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
    /// For spreadsheets.
    Csv,
}

/// What a command found, when nothing went wrong with the command itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Found {
    /// Nothing to complain of.
    Fine,
    /// Something is wrong with what was looked at: exit 1.
    Wrong,
    /// The input cannot be used, or the user stopped it: exit 2.
    Unusable,
}

impl Found {
    /// What two findings come to: an input that cannot be used outweighs a wrong answer, and that outweighs nothing.
    fn worse(self, other: Self) -> Self {
        let weight = |found: Self| match found {
            Self::Fine => 0,
            Self::Wrong => 1,
            Self::Unusable => 2,
        };
        if weight(other) > weight(self) { other } else { self }
    }
}

/// The program `harness`, with strategies of your own beside the laboratory's, or in their place.
///
/// All of it works with them: campaigns and their worker processes, reports, `solve`, `race`, `explain`, `serve`.
///
/// ```no_run
/// # mod mine { pub fn register(_: &mut impl model::solve::Register) {} }
/// fn main() -> std::process::ExitCode {
///     harness::Cli::new().strategies(mine::register).run()
/// }
/// ```
#[derive(Default)]
pub struct Cli {
    strategies: Strategies,
}

impl Cli {
    /// With the strategies of the laboratory.
    pub fn new() -> Self {
        Self { strategies: registry() }
    }

    /// Without any.
    pub fn empty() -> Self {
        Self::default()
    }

    /// With what a crate registers, too.
    pub fn strategies(mut self, register: impl FnOnce(&mut Strategies)) -> Self {
        register(&mut self.strategies);
        self
    }

    /// Does what the command line says. Worker processes are this very program, begun again.
    pub fn run(self) -> ExitCode {
        let line = parsed().unwrap_or_else(|error| refuse(&error));
        if let Some(id) = doubled(&self.strategies) {
            say!("harness: two strategies are called {id}");
            return ExitCode::from(2);
        }
        do_command(line, &self.strategies)
    }
}

/// The arguments, by clap, in colours where there are any.
fn parsed() -> Result<Line, clap::Error> {
    let colours = if terminal::takes_colours() { ColorChoice::Auto } else { ColorChoice::Never };
    let mut command = Line::command().color(colours);
    let matches = command.try_get_matches_from_mut(std::env::args_os())?;
    Line::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

/// An id that two strategies have.
fn doubled(strategies: &Strategies) -> Option<&'static str> {
    let mut ids = std::collections::HashSet::new();
    strategies.iter().map(|strategy| strategy.info().id).find(|id| !ids.insert(*id))
}

fn do_command(line: Line, strategies: &Strategies) -> ExitCode {
    crate::external::own::set();
    if line.plain {
        terminal::be_plain();
    }
    let found = match line.command {
        Command::Run(args) => run::main(*args, strategies),
        Command::Plan(args) => plan::main(*args, strategies),
        Command::Merge(args) => merge::main(&args, strategies),
        Command::Missing(args) => missing::main(&args),
        Command::Report(args) => report::main(&args),
        Command::Export(args) => export::main(&args),
        Command::Manifest(args) => manifest::main(&args),
        Command::Rerun(args) => rerun::main(&args, strategies),
        Command::Compare(args) => compare::main(*args, strategies),
        Command::Performance(args) => performance::main(&args),
        Command::Solve(args) => solve::main(&args, strategies),
        Command::VerifyCertificate(args) => verify_certificate::main(&args),
        Command::Race(args) => race::main(&args, strategies),
        #[cfg(feature = "serve")]
        Command::Serve(args) => serve::main(args, strategies),
        #[cfg(feature = "serve")]
        Command::Page(args) => serve::page(&args, strategies),
        Command::Explain(args) => explain::main(&args, strategies),
        Command::Count(args) => count::main(&args, strategies),
        Command::Enumerate(args) => enumerate::main(&args, strategies),
        Command::Estimate(args) => estimate::main(&args),
        Command::Cover(args) => cover::main(&args),
        Command::Sat(args) => sat::main(&args),
        Command::Encode(args) => encode::main(&args),
        Command::Permanent(args) => permanent::main(&args),
        Command::Reproduce(args) => reproduce::main(&args),
        Command::Strategies(args) => strategies::main(&args, strategies),
        Command::NewStrategy(args) => new_strategy::main(&args, strategies),
        Command::Doctor(args) => doctor::main(&args),
        Command::Corpus(command) => corpus::main(&command),
        Command::External(command) => external::main(&command),
        Command::Echo => external::echo(),
        Command::Library(args) => external::library(&args),
        Command::Worker(args) => worker::main(&args, strategies),
    };
    match found {
        Ok(Found::Fine) => ExitCode::SUCCESS,
        Ok(Found::Wrong) => ExitCode::from(1),
        Ok(Found::Unusable) => ExitCode::from(2),
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            say!("harness: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Ends with what clap says of the command line.
fn refuse(error: &clap::Error) -> ! {
    let _ = error.print();
    let is_resume = |kind| error.get(kind).is_some_and(|named| named.to_string().contains("--resume"));
    if error.kind() == ErrorKind::ArgumentConflict
        && (is_resume(ContextKind::InvalidArg) || is_resume(ContextKind::PriorArg))
    {
        say!("a run is resumed as it was begun: its campaign is in its manifest.json");
    }
    std::process::exit(error.exit_code())
}

/// Prints data. Unlike `println!`, a reader who has gone is an error that ends the program quietly.
///
/// # Errors
/// When standard output cannot take it.
fn print(text: &str) -> Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).context("cannot write to standard output")
}

/// Whoever reads our output may stop reading: that is no error of ours.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause.downcast_ref::<std::io::Error>().is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
    })
}
