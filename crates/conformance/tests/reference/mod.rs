//! A small correct strategy, and every way to break it.
//!
//! Smallest-domain search that looks each domain up anew: slow, short, and honest. [`Defect`] names what a broken variant
//! does otherwise; the hooks for that are the only reason why the code is not shorter still.

mod defect;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use model::solve::{
    Answers, Ask, BackEnd, Counter, End, Event, Finds, Fold, Info, Options, Outcome, Probe, Random, Register, Setting,
    Solver, Strategy, Subject, Takes, Unsupported, counters,
};
use model::{Cell, Domain, Givens, Grid, Rules, UnitKind};

pub(crate) use defect::{Defect, Kind};

const DEAD_ENDS: Counter = Counter::own(0, "reference.dead_ends", "cells", "a cell has no value left", Fold::Sum);
const IDLE: Counter = Counter::own(1, "reference.idle", "nothing", "never", Fold::Sum);

/// The strategy: one of five kinds, whole or with one defect.
pub(crate) struct Reference {
    kind: Kind,
    defect: Defect,
    builds: AtomicU64,
}

impl Reference {
    pub(crate) fn new(kind: Kind, defect: Defect) -> Self {
        Self { kind, defect, builds: AtomicU64::new(0) }
    }
}

/// Registers all five kinds without a defect.
pub(crate) fn register(into: &mut impl Register) {
    for kind in [Kind::Plain, Kind::Random, Kind::Timid, Kind::BackEnd, Kind::Brief] {
        into.add(Reference::new(kind, Defect::None));
    }
}

/// An option that changes nothing.
const PATIENCE: Setting =
    Setting { name: "patience", takes: Takes::Number { least: 1, most: 9 }, default: "3", meaning: "nothing" };
const OPTIONS: &[Setting] = &[PATIENCE];
const BAD_OPTIONS: &[Setting] = &[Setting { default: "30", ..PATIENCE }];

impl Strategy for Reference {
    type Solver = Search;

    fn info(&self) -> Info {
        use counters::{BACKTRACKS, CONFLICTS, GUESSES, MAX_DEPTH, STEPS};
        let id = match (self.defect, self.kind) {
            (Defect::BadId, _) => "Reference",
            (_, Kind::Plain) => "reference/plain",
            (_, Kind::Random) => "reference/random",
            (_, Kind::Timid) => "reference/timid",
            (_, Kind::BackEnd) => "reference/back-end",
            (_, Kind::Brief) => "reference/brief",
        };
        let counters: &[Counter] = match (self.defect, self.kind) {
            (Defect::DeclaresIdle, _) => &[GUESSES, STEPS, BACKTRACKS, MAX_DEPTH, DEAD_ENDS, IDLE],
            (_, Kind::BackEnd) => &[CONFLICTS],
            _ => &[GUESSES, STEPS, BACKTRACKS, MAX_DEPTH, DEAD_ENDS],
        };
        Info {
            back_end: (self.kind == Kind::BackEnd).then_some(BackEnd { name: "itself", version: "1" }),
            options: if self.defect == Defect::BadDefault { BAD_OPTIONS } else { OPTIONS },
            answers: if self.kind == Kind::Brief { Answers::First } else { Answers::Count },
            complete: self.kind != Kind::Timid,
            interruptible: self.kind != Kind::BackEnd,
            seeded: self.kind == Kind::Random || self.defect == Defect::SeedIdle,
            ..Info::new(id, "next cell by fewest values left", counters)
        }
    }

    fn build(&self, rules: &Rules, options: &Options) -> Result<Search, Unsupported> {
        if self.defect == Defect::RefusesEverything {
            return Err(Unsupported::new("no rules are supported"));
        }
        match self.defect {
            Defect::TakesAnyOption => {}
            Defect::RefusesItsOption => options.check("reference", &[])?,
            _ => options.check("reference", OPTIONS)?,
        }
        assert!(self.defect != Defect::PanicsOnOddRules || rules.values() < 64, "a shift by 64");
        Ok(Search {
            kind: self.kind,
            defect: self.defect,
            rules: rules.clone(),
            grid: Grid::blank(rules.cells()),
            random: Random::new(options.seed),
            seed: options.seed,
            builds: self.builds.fetch_add(1, Ordering::Relaxed),
            solved: 0,
            standing: 0,
            leaked: false,
            refused: false,
        })
    }
}

/// The solver.
pub(crate) struct Search {
    kind: Kind,
    defect: Defect,
    rules: Rules,
    grid: Grid,
    random: Random,
    seed: u64,
    /// How many solvers were built before this one.
    builds: u64,
    /// How many puzzles this one has solved.
    solved: u64,
    /// What a leaking variant remembers.
    leaked: bool,
    refused: bool,
    standing: u32,
}

impl Search {
    /// Loads the givens; whether no two of them clash.
    fn load(&mut self, givens: &Givens) -> bool {
        self.grid.values_mut().copy_from_slice(givens.values());
        (self.standing, self.refused) = (0, false);
        let seed = if self.defect == Defect::SeedNotRepeatable { self.seed + self.builds } else { self.seed };
        self.random = Random::for_puzzle(seed, givens);
        givens.iter().all(|(cell, value)| self.domain(cell).contains(value))
    }

    /// The values that no assigned peer has.
    fn domain(&self, cell: Cell) -> Domain {
        let without = |domain: Domain, &peer: &Cell| match self.grid.values()[peer.index()] {
            0 => domain,
            value => domain.without(value),
        };
        let full = Domain::full(self.rules.values());
        let kept = |unit: &&u16| match self.defect {
            Defect::ForgetsShortUnits => self.long(**unit),
            _ => self.rules.units()[usize::from(**unit)].kind() != UnitKind::Block,
        };
        if !matches!(self.defect, Defect::ForgetsShortUnits | Defect::ForgetsBlocks) {
            return self.rules.peers(cell).iter().fold(full, without);
        }
        let units = self.rules.units_of(cell).iter().filter(kept);
        let peers = units.flat_map(|&unit| self.rules.units()[usize::from(unit)].cells());
        peers.filter(|&&peer| peer != cell).fold(full, without)
    }

    fn long(&self, unit: u16) -> bool {
        self.rules.is_permutation(&self.rules.units()[usize::from(unit)])
    }

    /// The first blank cell of the smallest domain.
    fn smallest(&self) -> Option<(Cell, Domain)> {
        let mut best: Option<(Cell, Domain)> = None;
        for cell in (0..self.rules.cells()).map(Cell::new).filter(|cell| self.grid.values()[cell.index()] == 0) {
            let domain = self.domain(cell);
            if domain.is_empty() {
                return Some((cell, domain));
            }
            if best.is_none_or(|(_, smallest)| domain.len() < smallest.len()) {
                best = Some((cell, domain));
            }
        }
        best
    }

    fn values<P: Probe>(&mut self, domain: Domain) -> Vec<u8> {
        let mut values: Vec<u8> = domain.iter().collect();
        if self.kind == Kind::Random {
            self.random.shuffle(&mut values);
        }
        if self.turns_round::<P>() {
            values.reverse();
        }
        values
    }

    fn search<P: Probe>(&mut self, probe: &mut P, finds: &mut Finds<'_>) -> ControlFlow<End> {
        let Some((cell, domain)) = self.smallest() else { return self.hand_out(finds) };
        if domain.is_empty() {
            return self.dead_end(probe);
        }
        if domain.len() > self.courage() {
            return ControlFlow::Break(End::Stuck);
        }
        if domain.len() > 1 {
            self.count(probe, counters::GUESSES, 1);
        }
        for value in self.values::<P>(domain) {
            if self.kind != Kind::BackEnd {
                self.step(probe)?;
            }
            self.grid.set(cell, value);
            self.standing += 1;
            if self.kind != Kind::BackEnd {
                probe.depth(self.depth());
            }
            probe.trace(|| Event::Assign { what: Subject::CellValue(cell, value), chosen: true });
            self.search(probe, finds)?;
            self.grid.set(cell, 0);
            self.standing -= 1;
            self.count(probe, counters::BACKTRACKS, self.backtracks());
        }
        ControlFlow::Continue(())
    }

    fn dead_end<P: Probe>(&mut self, probe: &mut P) -> ControlFlow<End> {
        if self.kind == Kind::BackEnd {
            // Uncounted, this back end cannot be interrupted.
            if P::COUNTS {
                self.step(probe)?;
                probe.count(counters::CONFLICTS, 1);
            }
            return ControlFlow::Continue(());
        }
        self.count(probe, DEAD_ENDS, 1);
        ControlFlow::Continue(())
    }

    fn count<P: Probe>(&self, probe: &mut P, counter: Counter, n: u64) {
        if self.kind != Kind::BackEnd {
            probe.count(counter, n);
        }
    }
}

impl Solver for Search {
    fn solve<P: Probe>(
        &mut self,
        givens: &Givens,
        ask: Ask,
        probe: &mut P,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Outcome {
        assert!(self.kind != Kind::Brief || ask == Ask::First, "it does not answer this");
        let mut finds = Finds::new(self.asked(ask), found);
        let clean = self.load(givens) || self.misses_clashes();
        let end = match if clean { self.search(probe, &mut finds) } else { ControlFlow::Continue(()) } {
            ControlFlow::Break(end) => end,
            ControlFlow::Continue(()) => End::Exhausted,
        };
        self.solved += 1;
        self.close(ask, probe, finds.outcome(end))
    }
}
