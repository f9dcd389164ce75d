//! Which pair to branch on.
//!
//! The best pair is one that many other pairs of its units share a value with, and whose values have many places left in
//! them: a wrong value then soon leaves a cell or a unit with nothing, and a right one settles much. Found by trying weights on
//! the even lines of two corpora, where the first pair took more than twice as many guesses.

use super::board::{Board, CELL_LANES, Lanes, column, load, store};
use crate::simd::{LANES, Task, Vector};

/// What a shared value, a third place and a fourth place of a value count, in each unit.
const WEIGHTS: [u32; 3] = [3, 2, 2];

/// The place of the best pair, or of the first of the smallest domains where there is none, among the 144 lanes.
pub(super) struct Choose<'a>(pub(super) &'a Lanes);

impl Task for Choose<'_> {
    type Output = usize;

    #[inline(always)]
    fn run<V: Vector>(self) -> usize {
        best_pair::<V>(self.0).unwrap_or_else(|| smallest(self.0))
    }
}

/// The place of the first pair from a place on, round about; or as above.
#[inline(always)]
pub(super) fn pair_from(lanes: &Lanes, from: usize) -> usize {
    let domains = lanes.as_flattened();
    let is_pair = |&place: &usize| domains[place].count_ones() == 2;
    (from..domains.len()).chain(0..from).find(is_pair).unwrap_or_else(|| smallest(lanes))
}

/// How many have a bit, up to four.
#[derive(Clone, Copy)]
struct Count<V>([V; 4]);

impl<V: Vector> Count<V> {
    #[inline(always)]
    fn one(bits: V) -> Self {
        Self([bits, V::zero(), V::zero(), V::zero()])
    }

    #[inline(always)]
    fn of(three: [V; 3]) -> Self {
        Self::one(three[0]).plus(Self::one(three[1])).plus(Self::one(three[2]))
    }

    #[inline(always)]
    fn over_cells(self) -> Self {
        let [a, b, c, d] = self.0;
        let next = Self([a.next_pair(), b.next_pair(), c.next_pair(), d.next_pair()]);
        let previous = Self([a.previous_pair(), b.previous_pair(), c.previous_pair(), d.previous_pair()]);
        self.plus(next).plus(previous)
    }

    #[inline(always)]
    fn over_bands(self) -> Self {
        let [a, b, c, d] = self.0;
        let pair = self.plus(Self([a.swap_lanes(), b.swap_lanes(), c.swap_lanes(), d.swap_lanes()]));
        let [a, b, c, d] = pair.0;
        pair.plus(Self([a.swap_halves(), b.swap_halves(), c.swap_halves(), d.swap_halves()]))
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        let ([a1, a2, a3, a4], [b1, b2, b3, b4]) = (self.0, other.0);
        Self([
            a1.or(b1),
            a2.or(b2).or(a1.and(b1)),
            a3.or(b3).or(a2.and(b1)).or(a1.and(b2)),
            a4.or(b4).or(a3.and(b1)).or(a2.and(b2)).or(a1.and(b3)),
        ])
    }
}

/// Values of units, at each of their cells: those that two pairs have, and those with three places, and with four.
type Crowds = [[u16; LANES]; 3];

#[inline(always)]
fn crowds<V: Vector>(pairs: Count<V>, places: Count<V>) -> Crowds {
    let mut crowds = [[0; LANES]; 3];
    for (values, lanes) in [pairs.0[1], places.0[2], places.0[3]].into_iter().zip(&mut crowds) {
        values.store(lanes);
    }
    crowds
}

#[inline(always)]
fn best_pair<V: Vector>(lanes: &Lanes) -> Option<usize> {
    let board: Board<V> = load(lanes);
    let mut pairs = board;
    for row in 0..3 {
        for stack in 0..3 {
            let cell = board[row][stack];
            let more = cell.and(cell.less_one());
            pairs[row][stack] = cell.and(more.and(more.less_one()).zero_lanes()).without(more.zero_lanes());
        }
    }
    let mut rows = [[[0; LANES]; 3]; 3];
    let (mut blocks, mut columns) = (rows, rows);
    for at in 0..3 {
        rows[at] = crowds(Count::of(pairs[at]).over_cells(), Count::of(board[at]).over_cells());
        let (of_pairs, of_places) = (Count::of(column(&pairs, at)), Count::of(column(&board, at)));
        blocks[at] = crowds(of_pairs.over_cells(), of_places.over_cells());
        columns[at] = crowds(of_pairs.over_bands(), of_places.over_bands());
    }
    let mut pair_lanes = [[0; LANES]; 9];
    store(&pairs, &mut pair_lanes);
    let mut best = None;
    for (vector, lanes) in pair_lanes.iter().enumerate() {
        let units = [&rows[vector / 3], &blocks[vector % 3], &columns[vector % 3]];
        for lane in CELL_LANES {
            let pair = lanes[lane];
            if pair != 0 {
                let score = score(pair, units, lane);
                // The first of equals.
                if best.is_none_or(|(most, _)| score > most) {
                    best = Some((score, vector * LANES + lane));
                }
            }
        }
    }
    best.map(|(_, place)| place)
}

#[inline(always)]
fn score(pair: u16, units: [&Crowds; 3], lane: usize) -> u32 {
    let mut score = 0;
    for (kind, weight) in WEIGHTS.into_iter().enumerate() {
        let [row, block, column] = units.map(|crowds| u64::from(crowds[kind][lane] & pair));
        score += weight * (row | block << 16 | column << 32).count_ones();
    }
    score
}

fn smallest(lanes: &Lanes) -> usize {
    let open = lanes.as_flattened().iter().enumerate().filter(|(_, domain)| domain.count_ones() > 1);
    open.min_by_key(|(_, domain)| domain.count_ones()).expect("an open position has an open cell").0
}
