//! Puzzles made by chance: a grid, then clues taken away in random order as long as the solution stays the only one.
//!
//! A puzzle depends on the rules, what is wished for, the seed and its number alone. Grids are not drawn evenly from all that
//! there are: a few random clues are completed by whatever the solver finds first, and that is rearranged at random.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result, bail};
use model::solve::erased::{AnyProbe, Runner, Strategies};
use model::solve::{Ask, End, Limits, Options, Outcome, Random, Tally, counters};
use model::symmetry::Symmetry;
use model::{Cell, Domain, Givens, Grid, Rules};

use crate::candidates::Candidates;
use crate::registry::{fastest, suggestion};

/// How many solutions a puzzle is to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Solutions {
    /// One clue more than a puzzle with one solution has, which contradicts that solution but clashes with no clue.
    None,
    One,
    /// One clue less: two solutions or more.
    Many,
}

/// Which clues are taken away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reduction {
    /// One after the other, until one is needed.
    UntilNeeded,
    /// All that can go: of the clues that are left, each is needed.
    Minimal,
}

/// What is wished for.
#[derive(Clone, Debug)]
pub(crate) struct Wish {
    pub(crate) reduction: Reduction,
    pub(crate) solutions: Solutions,
    /// Guesses at least, and the strategy that makes them, to settle whether there is exactly one solution.
    pub(crate) guesses: Option<(u64, String)>,
    /// How often a puzzle is begun anew before it is given up.
    pub(crate) tries: u64,
}

/// Why there is no puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NoPuzzle {
    #[error("no such puzzle in {0} tries")]
    Tries(u64),
    #[error("it was told to stop")]
    Stopped,
}

/// Makes one puzzle after the other.
pub(crate) struct Generator<'a> {
    rules: &'a Rules,
    wish: &'a Wish,
    stop: &'a AtomicBool,
    symmetry: Symmetry,
    candidates: Candidates,
    solver: Box<dyn Runner>,
    guesser: Option<Box<dyn Runner>>,
}

impl<'a> Generator<'a> {
    /// # Errors
    /// When no strategy takes the rules, or the one whose guesses count does not, is unknown, or counts none.
    pub(crate) fn new(rules: &'a Rules, wish: &'a Wish, strategies: &Strategies, stop: &'a AtomicBool) -> Result<Self> {
        let options = Options::default();
        let guesser = |id: &str| -> Result<Box<dyn Runner>> {
            let ids = || strategies.iter().map(|strategy| strategy.info().id);
            let unknown = || format!("no strategy is called `{id}`{}", suggestion(id, ids()));
            let strategy = strategies.find(id).with_context(unknown)?;
            if !strategy.info().counters.iter().any(|counter| counter.name == counters::GUESSES.name) {
                bail!("{id} counts no guesses");
            }
            strategy.build(rules, &options).with_context(|| format!("{id} cannot do {}", rules.name()))
        };
        Ok(Self {
            rules,
            wish,
            stop,
            symmetry: Symmetry::of(rules),
            candidates: Candidates::new(rules),
            solver: fastest(strategies, rules, &options, Ask::Unique)?.1,
            guesser: wish.guesses.as_ref().map(|(_, id)| guesser(id)).transpose()?,
        })
    }

    /// How often the strategy that the wish names guesses to settle a puzzle; none where it names none.
    ///
    /// # Errors
    /// When told to stop.
    pub(crate) fn guesses(&mut self, puzzle: &Givens) -> Result<u64, NoPuzzle> {
        let Some(guesser) = &mut self.guesser else { return Ok(0) };
        let mut tally = Tally::new(None, self.stop);
        let outcome = guesser.run(puzzle, Ask::Unique, AnyProbe::Tally(&mut tally), &mut |_| ControlFlow::Continue(()));
        let is_halted = matches!(outcome.end, End::Halted(_));
        if is_halted { Err(NoPuzzle::Stopped) } else { Ok(tally.value(counters::GUESSES)) }
    }

    /// The puzzle of a number.
    ///
    /// # Errors
    /// When there is none.
    pub(crate) fn puzzle(&mut self, seed: u64, number: u64) -> Result<Givens, NoPuzzle> {
        let mut random = Random::new(seed.rotate_left(32) ^ number);
        for _ in 0..self.wish.tries {
            if let Some(puzzle) = self.attempt(&mut random)? {
                return Ok(puzzle);
            }
        }
        Err(NoPuzzle::Tries(self.wish.tries))
    }

    fn attempt(&mut self, random: &mut Random) -> Result<Option<Givens>, NoPuzzle> {
        let Some(grid) = self.grid(random)? else { return Ok(None) };
        let (mut puzzle, needed) = self.reduced(&grid, random)?;
        match self.wish.solutions {
            Solutions::One => {}
            Solutions::Many if needed.is_empty() => return Ok(None),
            Solutions::Many => puzzle.values_mut()[needed[random.below(needed.len() as u64) as usize]] = 0,
            Solutions::None => {
                let wrong = self.wrong_clues(&puzzle, &grid);
                if wrong.is_empty() {
                    return Ok(None);
                }
                let (cell, value) = wrong[random.below(wrong.len() as u64) as usize];
                puzzle.values_mut()[cell] = value;
            }
        }
        let least = self.wish.guesses.as_ref().map_or(0, |(least, _)| *least);
        Ok((least == 0 || self.guesses(&puzzle)? >= least).then_some(puzzle))
    }

    /// A grid; `None` where the clues that it was begun with have none.
    fn grid(&mut self, random: &mut Random) -> Result<Option<Grid>, NoPuzzle> {
        let mut givens = Givens::blank(self.rules.cells());
        for _ in 0..self.rules.values() {
            let domains = self.candidates.of(self.rules, &givens);
            let open: Vec<(usize, Domain)> =
                domains.iter().copied().enumerate().filter(|(_, domain)| domain.len() > 1).collect();
            if open.is_empty() {
                break;
            }
            let (cell, domain) = open[random.below(open.len() as u64) as usize];
            let value = domain.iter().nth(random.below(u64::from(domain.len())) as usize);
            givens.values_mut()[cell] = value.expect("below the number of candidates");
        }
        let mut found = None;
        self.solve(&givens, Ask::First, &mut |grid| {
            found = Some(grid.clone());
            ControlFlow::Break(())
        })?;
        Ok(found.map(|grid| self.symmetry.random(random).of_grid(&grid)))
    }

    /// The grid less clues, and the cells that turned out to be needed.
    fn reduced(&mut self, grid: &Grid, random: &mut Random) -> Result<(Givens, Vec<usize>), NoPuzzle> {
        let mut puzzle = Givens::from_values(grid.values());
        let mut needed = Vec::new();
        let mut order: Vec<usize> = (0..self.rules.cells()).collect();
        random.shuffle(&mut order);
        for cell in order {
            puzzle.values_mut()[cell] = 0;
            if !self.is_unique(&puzzle)? {
                puzzle.values_mut()[cell] = grid.values()[cell];
                needed.push(cell);
                if self.wish.reduction == Reduction::UntilNeeded {
                    break;
                }
            }
        }
        Ok((puzzle, needed))
    }

    /// Whether a puzzle that has a solution has no other.
    fn is_unique(&mut self, puzzle: &Givens) -> Result<bool, NoPuzzle> {
        if self.candidates.of(self.rules, puzzle).iter().all(|domain| domain.is_singleton()) {
            return Ok(true);
        }
        let outcome = self.solve(puzzle, Ask::Unique, &mut |_| ControlFlow::Continue(()))?;
        Ok(outcome == Outcome { solutions: 1, end: End::Exhausted })
    }

    /// Clues that are not of the grid and have no like in a unit.
    fn wrong_clues(&self, puzzle: &Givens, grid: &Grid) -> Vec<(usize, u8)> {
        let fits = |&(cell, value): &(usize, u8)| {
            let clashes = self.rules.peers(Cell::new(cell)).iter().any(|peer| puzzle.values()[peer.index()] == value);
            puzzle.values()[cell] == 0 && grid.values()[cell] != value && !clashes
        };
        let values = 1..=self.rules.values();
        (0..self.rules.cells()).flat_map(|cell| values.clone().map(move |value| (cell, value))).filter(fits).collect()
    }

    fn solve(
        &mut self,
        givens: &Givens,
        ask: Ask,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Result<Outcome, NoPuzzle> {
        let mut limits = Limits::new(None, self.stop);
        let outcome = self.solver.run(givens, ask, AnyProbe::Limits(&mut limits), found);
        if matches!(outcome.end, End::Halted(_)) { Err(NoPuzzle::Stopped) } else { Ok(outcome) }
    }
}

#[cfg(test)]
mod tests {
    use model::Puzzle;

    use super::*;
    use crate::registry::registry;

    const WISH: Wish = Wish { reduction: Reduction::Minimal, solutions: Solutions::One, guesses: None, tries: 100 };

    fn made(name: &str, wish: &Wish, count: u64) -> (Rules, Vec<Givens>) {
        let rules = Rules::parse(name).expect("a known name");
        let never = AtomicBool::new(false);
        let mut generator = Generator::new(&rules, wish, &registry(), &never).expect("any rules");
        let puzzles = (0..count).map(|number| generator.puzzle(7, number).expect("there are many")).collect();
        (rules, puzzles)
    }

    /// How many solutions dancing links find, up to two, and how often they guess.
    fn links(rules: &Rules, givens: &Givens) -> (u64, u64) {
        let (strategies, never) = (registry(), AtomicBool::new(false));
        let links = strategies.find("dlx/shortest").expect("always there");
        let mut runner = links.build(rules, &Options::default()).expect("any rules");
        let mut tally = Tally::new(None, &never);
        let outcome = runner.run(givens, Ask::Unique, AnyProbe::Tally(&mut tally), &mut |_| ControlFlow::Continue(()));
        (outcome.solutions, tally.value(counters::GUESSES))
    }

    #[test]
    fn puzzles_have_as_many_solutions_as_were_wished_for_and_no_clash() {
        for name in ["sudoku-3", "sudoku-2x3", "sudoku-2-diagonal", "latin-5"] {
            for (solutions, expected) in [(Solutions::None, 0), (Solutions::One, 1), (Solutions::Many, 2)] {
                for reduction in [Reduction::Minimal, Reduction::UntilNeeded] {
                    let (rules, puzzles) = made(name, &Wish { reduction, solutions, ..WISH }, 4);
                    for givens in puzzles {
                        assert_eq!(links(&rules, &givens).0, expected, "{name} {reduction:?}: {givens:?}");
                        assert!(Puzzle::new(rules.clone(), givens).conflicts().is_empty());
                    }
                }
            }
        }
    }

    #[test]
    fn of_a_minimal_puzzle_each_clue_is_needed() {
        for name in ["sudoku-3", "sudoku-2x3"] {
            let (rules, puzzles) = made(name, &WISH, 3);
            for puzzle in puzzles {
                for (cell, _) in puzzle.iter() {
                    let mut less = puzzle.clone();
                    less.values_mut()[cell.index()] = 0;
                    assert_eq!(links(&rules, &less).0, 2, "{name}: {puzzle:?}");
                }
            }
        }
    }

    #[test]
    fn hard_puzzles_take_as_many_guesses_and_what_is_too_hard_is_given_up() {
        let wish = |least| Wish { guesses: Some((least, "dlx/shortest".into())), ..WISH };
        let (rules, puzzles) = made("sudoku-3", &wish(3), 3);
        assert!(puzzles.iter().all(|puzzle| links(&rules, puzzle).1 >= 3));
        let never = AtomicBool::new(false);
        let wish = wish(u64::MAX);
        let mut generator = Generator::new(&rules, &wish, &registry(), &never).expect("any rules");
        assert_eq!(generator.puzzle(1, 0), Err(NoPuzzle::Tries(100)));
    }

    #[test]
    fn a_puzzle_depends_on_seed_and_number_alone() {
        let (rules, puzzles) = made("sudoku-3", &WISH, 3);
        let never = AtomicBool::new(false);
        let mut generator = Generator::new(&rules, &WISH, &registry(), &never).expect("any rules");
        assert_eq!(generator.puzzle(7, 2).as_ref(), Ok(&puzzles[2]));
        assert_ne!(generator.puzzle(8, 2).as_ref(), Ok(&puzzles[2]));
        assert_ne!(puzzles[0], puzzles[1]);
    }

    #[test]
    fn who_counts_no_guesses_is_refused() {
        let never = AtomicBool::new(false);
        for (id, said) in
            [("sat/propagated", "sat/propagated counts no guesses"), ("dlx/shortst", "no strategy is called")]
        {
            let wish = Wish { guesses: Some((1, id.into())), ..WISH };
            let error = Generator::new(&Rules::sudoku(2), &wish, &registry(), &never).err().expect("refused");
            assert!(error.to_string().starts_with(said), "{error}");
        }
    }
}
