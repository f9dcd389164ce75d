//! How much of what a strategy does is the form of the puzzle, or its seed.
//!
//! A puzzle takes part where the strategy was halted in no worse way than by its limit in every variation; there the largest count
//! over the smallest says how much the form or the seed decides. A count that the limit cut makes that a bound. A count of 0 is
//! taken for 1: a puzzle that takes no step in one form and nine in another differs ninefold.

use super::quantity::{Bound, Bounded, nearest_rank};
use crate::results::{Status, StrategyResults, Variation, VariedRow};

/// Changes by more than this are counted.
pub const TENFOLD: f64 = 10.0;

/// One strategy over its variations of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct VariedFigures {
    /// Forms or seeds.
    pub kind: Variation,
    /// How many of them.
    pub numbers: usize,
    /// Puzzles that take part.
    pub puzzles: usize,
    /// The counter that is compared.
    pub counter: &'static str,
    /// Median over the puzzles of the largest count over the smallest.
    pub median_spread: Bounded<f64>,
    /// The largest of these ratios.
    pub max_spread: Bounded<f64>,
    /// Share of the puzzles with a ratio above [`TENFOLD`].
    pub tenfold: Bounded<f64>,
    /// The counter summed up over the puzzles.
    pub total: Totals,
    /// The same of the guesses, where they are counted too.
    pub guesses: Option<Totals>,
    /// Best and worst place in its family by the total, over the forms; `None` of seeds, and where there is nobody to compare with.
    pub places: Option<(usize, usize)>,
}

/// Sums over puzzles, one a variation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Totals {
    /// Their mean.
    pub mean: Bounded<f64>,
    /// Their nearest-rank median.
    pub median: Bounded<u64>,
    /// The smallest.
    pub min: Bounded<u64>,
    /// The largest.
    pub max: Bounded<u64>,
}

/// Counts by variation and puzzle, of the puzzles that take part.
struct Grid {
    /// Outermost the variations.
    counts: Vec<Vec<(u64, bool)>>,
    puzzles: Vec<usize>,
}

impl Grid {
    /// The counts that `of` takes from the rows of a kind; a pair is cut where the limit halted it.
    fn of(rows: &[&VariedRow], of: &dyn Fn(&VariedRow) -> Option<u64>) -> Self {
        let numbers = rows.iter().map(|row| row.number).max().unwrap_or(0) as usize;
        let last = rows.iter().map(|row| row.puzzle + 1).max().unwrap_or(0);
        let mut all = vec![vec![None; last]; numbers];
        for row in rows {
            let is_cut = row.status == Status::Halted;
            if is_cut || row.status == Status::Ok {
                all[row.number as usize - 1][row.puzzle] = of(row).map(|count| (count, is_cut));
            }
        }
        let puzzles: Vec<usize> = (0..last).filter(|&puzzle| all.iter().all(|row| row[puzzle].is_some())).collect();
        let counts = all.iter().map(|row| puzzles.iter().filter_map(|&puzzle| row[puzzle]).collect()).collect();
        Self { counts, puzzles }
    }

    /// The ratio of each puzzle, ascending, and whether it is a bound.
    fn spreads(&self) -> Vec<(f64, bool)> {
        let spread = |puzzle: usize| {
            let counts = || self.counts.iter().map(|row| row[puzzle]);
            let [least, most] = [counts().map(|each| each.0).min(), counts().map(|each| each.0).max()];
            let ratio = most.unwrap_or(0).max(1) as f64 / least.unwrap_or(0).max(1) as f64;
            (ratio, counts().any(|each| each.1))
        };
        let mut spreads: Vec<(f64, bool)> = (0..self.puzzles.len()).map(spread).collect();
        spreads.sort_by(|a, b| a.0.total_cmp(&b.0));
        spreads
    }

    /// Sums over the puzzles, a variation each, ascending.
    fn totals(&self) -> Totals {
        let sum = |row: &Vec<(u64, bool)>| (row.iter().map(|each| each.0).sum::<u64>(), row.iter().any(|each| each.1));
        let mut sums: Vec<(u64, bool)> = self.counts.iter().map(sum).collect();
        sums.sort_unstable();
        // A sum that was cut may be larger than it says, and then stand elsewhere.
        let at = |p: f64| {
            let (value, _) = nearest_rank(&sums, p).unwrap_or_default();
            bounded(value, sums.iter().any(|&(sum, is_cut)| is_cut && sum <= value))
        };
        let mean = sums.iter().map(|sum| sum.0 as f64).sum::<f64>() / sums.len().max(1) as f64;
        Totals {
            mean: bounded(mean, sums.iter().any(|sum| sum.1)),
            median: at(0.5),
            min: at(0.0),
            max: bounded(sums.last().map_or(0, |sum| sum.0), sums.iter().any(|sum| sum.1)),
        }
    }
}

fn bounded<T>(value: T, is_cut: bool) -> Bounded<T> {
    Bounded::new(value, Bound::of_sum(usize::from(is_cut)))
}

/// The counter by which the variations of a strategy are compared.
fn counter(strategy: &StrategyResults) -> Option<&'static str> {
    let has = |of: fn(&VariedRow) -> Option<u64>| strategy.variations.iter().any(|row| of(row).is_some());
    match () {
        () if has(|row| row.steps) => Some("steps"),
        () if has(|row| row.conflicts) => Some("conflicts"),
        () if has(|row| row.guesses) => Some("guesses"),
        () => None,
    }
}

fn count_of(counter: &str) -> fn(&VariedRow) -> Option<u64> {
    match counter {
        "steps" => |row| row.steps,
        "conflicts" => |row| row.conflicts,
        _ => |row| row.guesses,
    }
}

/// The figures of each strategy, forms first.
pub(super) fn figures(strategies: &[StrategyResults]) -> Vec<Vec<VariedFigures>> {
    let places = places(strategies);
    let of = |(index, strategy): (usize, &StrategyResults)| {
        let Some(counter) = counter(strategy) else { return Vec::new() };
        let figures = |kind| {
            let rows: Vec<&VariedRow> = strategy.variations.iter().filter(|row| row.kind == kind).collect();
            let grid = Grid::of(&rows, &count_of(counter));
            let spreads = grid.spreads();
            let (median, _) = nearest_rank(&spreads, 0.5)?;
            let &(most, _) = spreads.last()?;
            let above = spreads.iter().filter(|each| each.0 > TENFOLD).count();
            let guesses = Grid::of(&rows, &count_of("guesses"));
            Some(VariedFigures {
                kind,
                numbers: grid.counts.len(),
                puzzles: grid.puzzles.len(),
                counter,
                median_spread: bounded(median, spreads.iter().any(|&(ratio, is_cut)| is_cut && ratio <= median)),
                max_spread: bounded(most, spreads.iter().any(|each| each.1)),
                tenfold: bounded(
                    above as f64 / spreads.len() as f64,
                    spreads.iter().any(|&(ratio, is_cut)| is_cut && ratio <= TENFOLD),
                ),
                total: grid.totals(),
                guesses: (counter != "guesses" && !guesses.puzzles.is_empty()).then(|| guesses.totals()),
                places: places[index].filter(|_| kind == Variation::Form),
            })
        };
        [Variation::Form, Variation::Seed].into_iter().filter_map(figures).collect()
    };
    strategies.iter().enumerate().map(of).collect()
}

/// Best and worst place of each strategy among those of its family with the same counter, over the forms: by the sum over the
/// puzzles in which all of them take part.
fn places(strategies: &[StrategyResults]) -> Vec<Option<(usize, usize)>> {
    let family = |strategy: &StrategyResults| strategy.id.split('/').next().unwrap_or_default().to_owned();
    let group = |strategy: &StrategyResults| Some((family(strategy), counter(strategy)?));
    let mut places = vec![None; strategies.len()];
    for (index, strategy) in strategies.iter().enumerate() {
        let Some(own) = group(strategy) else { continue };
        let members: Vec<usize> =
            (0..strategies.len()).filter(|&each| group(&strategies[each]).as_ref() == Some(&own)).collect();
        let grids: Vec<Grid> = members
            .iter()
            .map(|&member| {
                let forms = strategies[member].variations.iter().filter(|row| row.kind == Variation::Form);
                Grid::of(&forms.collect::<Vec<_>>(), &count_of(own.1))
            })
            .collect();
        let shared = |puzzle: &usize| grids.iter().all(|grid| grid.puzzles.contains(puzzle));
        let puzzles: Vec<usize> = grids[0].puzzles.iter().copied().filter(shared).collect();
        let numbers = grids.iter().map(|grid| grid.counts.len()).min().unwrap_or(0);
        if members.len() < 2 || puzzles.is_empty() || numbers == 0 {
            continue;
        }
        let total = |grid: &Grid, number: usize| -> u64 {
            let counts = grid.puzzles.iter().zip(&grid.counts[number]);
            counts.filter(|(puzzle, _)| puzzles.contains(puzzle)).map(|(_, count)| count.0).sum()
        };
        let at = members.iter().position(|&member| member == index).expect("it is one of its family");
        let place = |number: usize| {
            let own = total(&grids[at], number);
            1 + grids.iter().filter(|grid| total(grid, number) < own).count()
        };
        let all: Vec<usize> = (0..numbers).map(place).collect();
        places[index] = all.iter().min().copied().zip(all.iter().max().copied());
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strategy(id: &str, kind: Variation, counts: &[&[(u64, Status)]]) -> StrategyResults {
        let mut variations = Vec::new();
        for (number, row) in counts.iter().enumerate() {
            for (puzzle, &(steps, status)) in row.iter().enumerate() {
                let number = number as u32 + 1;
                let steps = Some(steps);
                variations.push(VariedRow { kind, number, puzzle, status, steps, guesses: None, conflicts: None });
            }
        }
        StrategyResults { id: id.to_owned(), variations, ..StrategyResults::default() }
    }

    #[test]
    fn the_largest_over_the_smallest_and_bounds_where_the_limit_cut() {
        use Status::{Halted, Ok, Stuck};
        let forms: [&[(u64, Status)]; 2] =
            [&[(0, Ok), (5, Ok), (100, Ok), (7, Stuck)], &[(9, Ok), (100, Ok), (200, Halted), (8, Ok)]];
        let found = &figures(&[strategy("a/x", Variation::Form, &forms)])[0][0];
        assert_eq!((found.numbers, found.puzzles, found.counter), (2, 3, "steps"), "who was stuck counts nothing");
        assert_eq!(found.median_spread, Bounded::new(9.0, Bound::AtLeast));
        assert_eq!(found.max_spread.value.to_bits(), 20.0_f64.to_bits());
        assert_eq!(found.tenfold, Bounded::new(1.0 / 3.0, Bound::AtLeast));
        assert_eq!((found.total.min, found.total.max.value), (Bounded::new(105, Bound::Exact), 309));
        assert_eq!(found.total.mean, Bounded::new(207.0, Bound::AtLeast));
        assert_eq!(found.places, None, "alone in its family");
    }

    #[test]
    fn places_are_those_of_each_form_within_a_family() {
        let of = |id, counts: [u64; 3]| {
            let rows = counts.map(|count| [(count, Status::Ok)]);
            strategy(id, Variation::Form, &rows.each_ref().map(<[_; 1]>::as_slice))
        };
        let all = [of("a/x", [1, 5, 5]), of("a/y", [2, 2, 9]), of("b/z", [1, 1, 1]), of("a/slow", [50, 50, 50])];
        let places: Vec<_> = figures(&all).iter().map(|figures| figures[0].places).collect();
        assert_eq!(places, [Some((1, 2)), Some((1, 2)), None, Some((3, 3))]);
    }

    #[test]
    fn seeds_have_totals_and_no_places() {
        let seeds: [&[(u64, Status)]; 3] = [&[(10, Status::Ok)], &[(30, Status::Ok)], &[(20, Status::Ok)]];
        let found = &figures(&[strategy("a/x", Variation::Seed, &seeds)])[0];
        assert_eq!(found.len(), 1);
        let total = found[0].total;
        assert_eq!((total.min.value, total.median.value, total.max.value), (10, 20, 30));
        assert_eq!((found[0].kind, found[0].places, found[0].guesses), (Variation::Seed, None, None));
    }
}
