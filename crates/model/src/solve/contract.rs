//! Strategy, solver, question and outcome.

use std::collections::BTreeMap;
use std::fmt;
use std::num::NonZeroU64;
use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use super::{Counter, Probe};
use crate::{Givens, Grid, Rules};

/// The seed where nobody names one.
pub const OPTION_SEED_DEFAULT: u64 = 1;

/// A named way to solve: one value a variant (`dlx/shortest`, `dlx/random`).
pub trait Strategy: Send + Sync {
    /// What it builds.
    type Solver: Solver;

    /// What it is and what it promises.
    fn info(&self) -> Info;

    /// Makes a solver for these rules: everything that does not depend on a puzzle happens here, off the clock.
    ///
    /// # Errors
    /// [`Unsupported`] when the strategy cannot do these rules, or an option is not one of its own.
    fn build(&self, rules: &Rules, options: &Options) -> Result<Self::Solver, Unsupported>;
}

/// Owns all memory that it needs: solving allocates nothing where that can be had.
pub trait Solver {
    /// Loads the givens and searches (both on the clock); ready for the next puzzle afterwards, whatever happened.
    ///
    /// `givens` are of the rules the solver was built for; they may clash, and then there is no solution. Each grid goes
    /// to `found`, which may ask to stop. [`Finds`] keeps the books of that.
    fn solve<P: Probe>(
        &mut self,
        givens: &Givens,
        ask: Ask,
        probe: &mut P,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Outcome;
}

/// What is asked of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ask {
    /// A solution.
    First,
    /// Whether there is exactly one: stops at the second.
    Unique,
    /// How many there are, at most `cap`.
    Count {
        /// Where to stop.
        cap: Option<NonZeroU64>,
    },
}

impl Ask {
    /// Which of the questions it is.
    pub const fn kind(self) -> Answers {
        match self {
            Self::First => Answers::First,
            Self::Unique => Answers::Unique,
            Self::Count { .. } => Answers::Count,
        }
    }

    /// How many solutions are enough.
    pub const fn enough(self) -> u64 {
        match self {
            Self::First => 1,
            Self::Unique => 2,
            Self::Count { cap: Some(cap) } => cap.get(),
            Self::Count { cap: None } => u64::MAX,
        }
    }
}

/// How a search ended and what it found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Grids found and handed to `found`.
    pub solutions: u64,
    /// Why the search ended.
    pub end: End,
}

/// Why a search ended. Only [`End::Exhausted`] says that there are no more solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The whole space was searched.
    Exhausted,
    /// As many solutions as were asked for, or `found` asked to stop.
    Enough,
    /// The strategy knows no way on, though the space is not exhausted.
    Stuck,
    /// The probe stopped it.
    Halted(Halt),
}

/// Which limit stopped a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// One step more than the limit was asked for and refused.
    StepLimit,
    /// The deadline has passed, or the run was interrupted.
    Deadline,
}

/// The books of one search: counts the solutions, hands them out and says when they are enough.
pub struct Finds<'a> {
    enough: u64,
    solutions: u64,
    found: &'a mut dyn FnMut(&Grid) -> ControlFlow<()>,
}

impl<'a> Finds<'a> {
    /// Opens the books for one call of [`Solver::solve`].
    pub fn new(ask: Ask, found: &'a mut dyn FnMut(&Grid) -> ControlFlow<()>) -> Self {
        Self { enough: ask.enough(), solutions: 0, found }
    }

    /// Enters a solution; `Break` when the search should end as [`End::Enough`].
    pub fn add(&mut self, grid: &Grid) -> ControlFlow<()> {
        self.solutions += 1;
        (self.found)(grid)?;
        if self.solutions == self.enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// How many were entered.
    pub fn solutions(&self) -> u64 {
        self.solutions
    }

    /// Closes the books.
    pub fn outcome(&self, end: End) -> Outcome {
        Outcome { solutions: self.solutions, end }
    }
}

/// What a strategy is and promises.
#[derive(Clone, Debug)]
pub struct Info {
    /// `family/variant`, the same string everywhere.
    pub id: &'static str,
    /// A line for people: what it does.
    pub summary: &'static str,
    /// Changes whenever any counter can come out otherwise.
    pub version: &'static str,
    /// The library that does the work, where it is not ours.
    pub back_end: Option<BackEnd>,
    /// The counters it moves, in column order.
    pub counters: &'static [Counter],
    /// What it can be told besides the seed.
    pub options: &'static [Setting],
    /// Which rules `build` takes.
    pub supports: Supports,
    /// The hardest question that it answers; the harness asks it none beyond.
    pub answers: Answers,
    /// Whether it settles every puzzle when nothing halts it; one that does not may end [`End::Stuck`].
    pub complete: bool,
    /// Whether it obeys a deadline while nothing is counted.
    pub interruptible: bool,
    /// Whether the seed changes what it does.
    pub seeded: bool,
    /// What a reader of its figures must know, a line each: they stand in the report.
    pub notes: &'static [&'static str],
}

impl Info {
    /// A strategy of our own making, without options, that takes any rules, answers all questions, settles every puzzle, obeys
    /// deadlines and draws nothing. What is not so is said beside: `Info { seeded: true, ..Info::new(…) }`.
    pub const fn new(id: &'static str, summary: &'static str, counters: &'static [Counter]) -> Self {
        Self {
            id,
            summary,
            version: "1",
            back_end: None,
            counters,
            options: &[],
            supports: Supports::Any,
            answers: Answers::Count,
            complete: true,
            interruptible: true,
            seeded: false,
            notes: &[],
        }
    }

    /// Whether it answers this.
    pub fn takes(&self, ask: Ask) -> bool {
        ask.kind() <= self.answers
    }

    /// The part of the id before the slash.
    pub fn family(&self) -> &'static str {
        self.id.split_once('/').map_or(self.id, |(family, _)| family)
    }
}

/// Which rules a strategy takes: those, and no others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "rules")]
pub enum Supports {
    /// Whatever rules there are.
    Any,
    /// Sudoku with square blocks, without further units, whatever its name.
    Sudoku {
        /// Of these orders, each 1 to 6.
        orders: &'static [usize],
    },
}

impl Supports {
    /// Whether these are among them.
    ///
    /// ```
    /// use model::{Rules, solve::Supports};
    /// let classic = Supports::Sudoku { orders: &[3] };
    /// assert!(classic.takes(&Rules::sudoku(3)) && !classic.takes(&Rules::sudoku(2)));
    /// assert!(!classic.takes(&Rules::parse("sudoku-3-diagonal")?));
    /// assert_eq!((classic.to_string(), Supports::Any.to_string()), ("sudoku-3".into(), "any rules".into()));
    /// # Ok::<(), model::RulesError>(())
    /// ```
    pub fn takes(self, rules: &Rules) -> bool {
        match self {
            Self::Any => true,
            Self::Sudoku { orders } => orders.iter().any(|&order| rules.units() == Rules::sudoku(order).units()),
        }
    }
}

impl fmt::Display for Supports {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Any => f.write_str("any rules"),
            Self::Sudoku { orders } => {
                let names: Vec<String> = orders.iter().map(|order| format!("sudoku-{order}")).collect();
                f.write_str(&names.join(", "))
            }
        }
    }
}

/// The questions that a strategy answers: one, and those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answers {
    /// [`Ask::First`] alone.
    First,
    /// [`Ask::Unique`], too.
    Unique,
    /// [`Ask::Count`], too.
    Count,
}

impl Answers {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::First, Self::Unique, Self::Count];

    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Unique => "unique",
            Self::Count => "count",
        }
    }

    /// The questions by their words.
    pub fn words(self) -> Vec<&'static str> {
        Self::ALL.into_iter().filter(|&question| question <= self).map(Self::word).collect()
    }
}

/// A library behind a strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct BackEnd {
    /// Its name.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
}

/// What a solver is built with, besides the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {
    /// Where a strategy draws, it draws from this and the puzzle alone.
    pub seed: u64,
    /// A strategy's own options by name.
    pub named: BTreeMap<String, String>,
}

impl Default for Options {
    fn default() -> Self {
        Self { seed: OPTION_SEED_DEFAULT, named: BTreeMap::new() }
    }
}

impl Options {
    /// Refuses what a strategy does not know, or cannot take: a misspelt option must not pass unheard.
    ///
    /// ```
    /// # use model::solve::{Setting, Options, Takes};
    /// let depth = Setting { name: "depth", takes: Takes::Number { least: 1, most: 9 }, default: "3", meaning: "how deep" };
    /// let mut options = Options::default();
    /// assert_eq!(options.number(&depth), 3);
    /// options.named.insert("depth".into(), "7".into());
    /// assert!(options.check("mine/plain", &[depth]).is_ok());
    /// assert_eq!(options.number(&depth), 7);
    /// options.named.insert("depth".into(), "10".into());
    /// let said = options.check("mine/plain", &[depth]).unwrap_err().to_string();
    /// assert_eq!(said, "mine/plain takes for `depth` a number from 1 to 9, not `10`");
    /// let said = options.check("dlx/first", &[]).unwrap_err().to_string();
    /// assert_eq!(said, "dlx/first has no option `depth`");
    /// ```
    ///
    /// # Errors
    /// Names the first option that is not known, or what it takes.
    pub fn check(&self, id: &str, known: &[Setting]) -> Result<(), Unsupported> {
        for (name, value) in &self.named {
            let Some(setting) = known.iter().find(|setting| setting.name == name) else {
                return Err(Unsupported::new(format!("{id} has no option `{name}`")));
            };
            if !setting.takes.has(value) {
                return Err(Unsupported::new(format!("{id} takes for `{name}` {}, not `{value}`", setting.takes)));
            }
        }
        Ok(())
    }

    /// What was chosen, or the default.
    pub fn text(&self, setting: &Setting) -> &str {
        self.named.get(setting.name).map_or(setting.default, String::as_str)
    }

    /// The same of an option that takes numbers.
    ///
    /// # Panics
    /// When it is none: ask [`check`](Self::check) first.
    pub fn number(&self, setting: &Setting) -> u64 {
        self.text(setting).parse().expect("the options were checked")
    }
}

/// An option of a strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Setting {
    /// Its name: small letters.
    pub name: &'static str,
    /// What it can be.
    pub takes: Takes,
    /// What it is when nobody says.
    pub default: &'static str,
    /// A line for people: what it decides.
    pub meaning: &'static str,
}

/// What an option can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Takes {
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// A whole number.
    Number {
        /// From this one.
        least: u64,
        /// To this one.
        most: u64,
    },
}

impl Takes {
    /// Whether a value is among them.
    pub fn has(self, value: &str) -> bool {
        match self {
            Self::OneOf(words) => words.contains(&value),
            Self::Number { least, most } => value.parse().is_ok_and(|number| (least..=most).contains(&number)),
        }
    }
}

impl fmt::Display for Takes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OneOf(words) => f.write_str(&words.join(" or ")),
            Self::Number { least, most } => write!(f, "a number from {least} to {most}"),
        }
    }
}

/// A strategy cannot do what it was asked to build.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct Unsupported {
    /// Why not: a lower-case fragment.
    pub reason: String,
}

impl Unsupported {
    /// A refusal with its reason.
    pub fn new(reason: impl Into<String>) -> Self {
        Self { reason: reason.into() }
    }
}

/// Takes the strategies of a crate; each solver crate has `pub fn register(into: &mut impl Register)`.
pub trait Register {
    /// Takes one strategy.
    fn add<S>(&mut self, strategy: S)
    where
        S: Strategy + 'static,
        S::Solver: Send + 'static;
}
