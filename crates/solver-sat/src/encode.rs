//! The encodings: alldifferent rules as clauses.
//!
//! Pure functions from rules (and givens) to clauses, for the strategies of this crate and for whoever writes a DIMACS
//! file. Nothing here decides or learns; [`Encoder::propagated`] alone propagates, and only units. Clauses are handed to
//! a sink one by one and never collected: the extended encoding of order 6 has more than three million. Literals are the
//! back end's own [`Lit`], so that nothing is converted while a clock runs; [`Lit::to_dimacs`] writes one.
//!
//! Variable `cell * N + (value - 1)`, from 0, says that a cell holds a value.

mod clause;
mod csp;
mod propagated;
mod reduced;
#[cfg(test)]
mod tests;

use model::{Cell, Givens, Rules};

pub use csp::{CspCount, csp_constraints};
pub use propagated::Propagated;
pub use reduced::Reduced;
pub use varisat::{Lit, Var};

/// Which clauses stand for the rules. "At most one" is always one binary clause a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// Each alldifferent by itself, as arXiv:0803.4253 counts constraints: its cells' domains (at least one value) and
    /// the binary clauses of its disequalities, so that a cell's domain is said once a unit.
    Naive,
    /// At least one value a cell; at most one place a unit and value (Lynce & Ouaknine, "Sudoku as a SAT problem", 2006).
    Minimal,
    /// The minimal clauses, at most one value a cell, and at least one place a value and unit of N cells (ibid.).
    Extended,
}

/// What becomes of a clause that another unit has given already.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Repeats {
    /// It is given again, as published counts have it.
    Keep,
    /// It is dropped: the same models, fewer clauses.
    Drop,
}

/// The rules as the encodings need them: made once, then clauses come without looking anything up.
///
/// ```
/// use model::Rules;
/// use solver_sat::encode::{Encoder, Encoding, Repeats};
///
/// let mut clauses = 0;
/// Encoder::new(&Rules::sudoku(3)).full(Encoding::Extended, Repeats::Keep, |_| clauses += 1);
/// assert_eq!(clauses, 11_988);
/// ```
#[derive(Clone, Debug)]
pub struct Encoder {
    cells: usize,
    values: usize,
    units: Vec<UnitPlan>,
    /// By cell: the others that share a unit with it.
    peers: Vec<Vec<usize>>,
    /// Whether a cell lies in no unit.
    loose: Vec<bool>,
}

/// A unit and which of its clauses no unit before it has given.
#[derive(Clone, Debug)]
struct UnitPlan {
    cells: Vec<usize>,
    /// Whether it must hold every value.
    permutation: bool,
    /// Whether no unit before it has the same cells (and N is not 1, where a cell's clause says the same).
    places_are_new: bool,
    /// By position: whether no unit before it holds the cell.
    cell_is_new: Vec<bool>,
    /// By `position * length + later position`: whether no unit before it holds both cells.
    pair_is_new: Vec<bool>,
}

impl Encoder {
    /// Works out which pairs of cells meet in more than one unit. Time and memory are those of the pairs, whatever N is.
    pub fn new(rules: &Rules) -> Self {
        let units = (0..rules.units().len()).map(|index| UnitPlan::new(rules, index)).collect();
        let loose = (0..rules.cells()).map(|cell| rules.units_of(Cell::new(cell)).is_empty()).collect();
        let peers_of = |cell| rules.peers(Cell::new(cell)).iter().map(|peer| peer.index()).collect();
        let peers = (0..rules.cells()).map(peers_of).collect();
        Self { cells: rules.cells(), values: usize::from(rules.values()), units, peers, loose }
    }

    /// How many variables there are: V · N.
    pub fn variables(&self) -> usize {
        self.cells * self.values
    }

    /// N.
    pub fn values(&self) -> usize {
        self.values
    }

    /// Gives the clauses of the rules without a given: a family after the other, units in their order.
    pub fn full(&self, encoding: Encoding, repeats: Repeats, sink: impl FnMut(&[Lit])) {
        clause::emit(self, encoding, repeats, &clause::Every, sink);
    }

    /// Gives the clauses that the givens leave, over the variables that they leave open (the "optimised" encoding of
    /// Kwon & Jain, "Optimized CNF encoding for Sudoku puzzles", 2006), which `into` then names.
    ///
    /// V⁺ are the given triples, V⁻ those that share a cell, or a unit and the value, with a given; the rest is V⁰ and is
    /// numbered anew in order. A clause with a literal that V⁺ or V⁻ make true is left out, a literal that they make
    /// false is deleted. That is one step from the givens: units that come out of it stay clauses, and no clause is given
    /// for a given. Where nothing is left of a clause it is given empty, and givens that clash make one empty clause.
    /// [`Repeats::Drop`] goes by the full encoding: what becomes equal by the deletion of literals stays.
    ///
    /// # Panics
    /// If the givens are not of these rules.
    pub fn reduced(
        &self,
        givens: &Givens,
        encoding: Encoding,
        repeats: Repeats,
        into: &mut Reduced,
        mut sink: impl FnMut(&[Lit]),
    ) {
        if into.settle(self, givens) {
            clause::emit(self, encoding, repeats, &*into, sink);
        } else {
            sink(&[]);
        }
    }

    /// Gives the clauses that unit propagation from the givens leaves of the extended encoding, over the variables that
    /// it leaves open, which `into` then names.
    ///
    /// As [`reduced`](Self::reduced), but the step from what is settled is repeated until nothing more comes of it, so
    /// that no clause has fewer than two literals. Where a clause becomes empty, the empty clause is given and no other.
    /// What another unit has given already is dropped; what becomes equal by the deletion of literals stays.
    ///
    /// ```
    /// use model::{Rules, text};
    /// use solver_sat::encode::{Encoder, Propagated};
    ///
    /// let rules = Rules::sudoku(2);
    /// let givens = text::parse_board("12.4.4..2.......", &rules)?;
    /// let (mut left, mut clauses) = (Propagated::default(), 0);
    /// Encoder::new(&rules).propagated(&givens, &mut left, |_| clauses += 1);
    /// assert_eq!(left.values(), [1, 2, 3, 4, 3, 4, 0, 0, 2, 0, 4, 0, 4, 0, 0, 0]);
    /// assert_eq!((left.open().len(), clauses), (15, 56));
    /// # Ok::<(), model::text::TextError>(())
    /// ```
    ///
    /// # Panics
    /// If the givens are not of these rules.
    pub fn propagated(&self, givens: &Givens, into: &mut Propagated, sink: impl FnMut(&[Lit])) {
        into.write(self, givens, sink);
    }
}

impl UnitPlan {
    fn new(rules: &Rules, index: usize) -> Self {
        let unit = &rules.units()[index];
        let cells = unit.cells();
        let earlier = |cell: Cell| rules.units_of(cell).iter().copied().filter(|&other| usize::from(other) < index);
        let met = |a: Cell, b: Cell| earlier(a).any(|other| rules.units_of(b).contains(&other));
        let pair_is_new = cells.iter().flat_map(|&a| cells.iter().map(move |&b| !met(a, b))).collect();
        let same = |other: u16| {
            let other = rules.units()[usize::from(other)].cells();
            other.len() == cells.len() && cells.iter().all(|cell| other.contains(cell))
        };
        let repeated = rules.values() == 1 || cells.first().is_some_and(|&cell| earlier(cell).any(same));
        Self {
            cells: cells.iter().map(|cell| cell.index()).collect(),
            permutation: rules.is_permutation(unit),
            places_are_new: !repeated,
            cell_is_new: cells.iter().map(|&cell| earlier(cell).next().is_none()).collect(),
            pair_is_new,
        }
    }

    fn pairs(&self) -> impl Iterator<Item = (usize, usize, bool)> {
        let length = self.cells.len();
        (0..length).flat_map(move |i| (i + 1..length).map(move |j| (i, j, self.pair_is_new[i * length + j])))
    }
}
