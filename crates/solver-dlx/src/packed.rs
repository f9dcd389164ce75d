//! A matrix of few rows a column, packed: a lane of 16 or 32 bits a column.
//!
//! A lane holds which rows of its column are live and, above them, how many. To take a row out is one subtraction in each
//! of its other columns, the shortest column is the least lane, found by vector instructions, and a state is so small
//! (0.7 kB for Sudoku of order 3) that to go back is to copy it, once for a row that had an alternative. Nothing is
//! linked, so a chain of forced rows is never undone link by link. The paper's `updates` follow from the rows taken out.
//!
//! Left to [`Links`](crate::links::Links) are columns of more than 25 rows, rows of more than [`WIDTH`] columns, and more
//! than [`COLUMNS`] columns, where to look at all of them and to copy them costs more than a walk along links.

use std::fmt::{self, Debug};
use std::ops::{AddAssign, BitAnd, BitOr, SubAssign};

use model::solve::Probe;

use crate::ExactCover;
use crate::matrix::Matrix;

/// From the least bit: a bit for each row of the column, set while the row is live; their number; [`Lane::OUT`].
pub(crate) trait Lane: Copy + Debug + Ord + AddAssign + SubAssign + BitOr<Output = Self> {
    /// The most rows that a column may have.
    const ROWS: u32;
    /// No row is live.
    const EMPTY: Self;
    /// Set where the column is covered, secondary or a filling: it is beyond all sizes, and never chosen.
    const OUT: Self;
    /// The greatest lane without it.
    const LIVE: Self;
    /// Four lanes side by side, the first at the low end.
    type Four: Copy + Debug + BitAnd<Output = Self::Four>;

    /// The bit of the row at this place of the column.
    fn bit(place: u32) -> Self;
    /// What that row adds to the lane.
    fn part(place: u32) -> Self;
    /// The rows that are live.
    fn rows(self) -> u32;
    /// How many rows are live.
    fn size(self) -> u32;
    /// The greatest lane of the size of this one.
    fn last_of_size(self) -> Self;
    /// Puts four lanes side by side.
    fn four(lanes: [Self; 4]) -> Self::Four;
    /// The least bit that is set, which is cleared: its lane, and its place there.
    fn pop(four: &mut Self::Four) -> Option<(usize, usize)>;
    /// Which of these four lanes is the first within the bound; 4 when none is.
    fn first_of_four(lanes: [Self; 4], bound: Self) -> usize;
}

macro_rules! lane {
    ($int:ident, $unsigned:ident, $four:ident, $rows:literal) => {
        impl Lane for $int {
            const ROWS: u32 = $rows;
            const EMPTY: Self = 0;
            const OUT: Self = 1 << ($int::BITS - 2);
            const LIVE: Self = Self::OUT - 1;
            type Four = $four;

            #[inline]
            fn bit(place: u32) -> Self {
                1 << place
            }

            #[inline]
            fn part(place: u32) -> Self {
                (1 << $rows) | (1 << place)
            }

            #[inline]
            fn rows(self) -> u32 {
                (self & ((1 << $rows) - 1)) as u32
            }

            #[inline]
            fn size(self) -> u32 {
                ((self & Self::LIVE) >> $rows) as u32
            }

            #[inline]
            fn last_of_size(self) -> Self {
                self | ((1 << $rows) - 1)
            }

            #[inline]
            fn four(lanes: [Self; 4]) -> $four {
                lanes.iter().rev().fold(0, |four, &lane| (four << Self::BITS) | lane as $unsigned as $four)
            }

            #[inline]
            fn pop(four: &mut $four) -> Option<(usize, usize)> {
                if *four == 0 {
                    return None;
                }
                let bit = four.trailing_zeros() as usize;
                *four &= *four - 1;
                Some((bit / Self::BITS as usize, bit % Self::BITS as usize))
            }

            #[inline]
            fn first_of_four(lanes: [Self; 4], bound: Self) -> usize {
                // A sign set beforehand is not borrowed where the lane is within the bound.
                let signs = Self::four([Self::MIN; 4]);
                let within = ((Self::four([bound; 4]) | signs) - Self::four(lanes)) & signs;
                (within.trailing_zeros() / Self::BITS) as usize
            }
        }
    };
}

lane!(i16, u16, u64, 10);
lane!(i32, u32, u128, 25);

/// The most columns that a row may have.
const WIDTH: usize = 4;

/// The most columns: those of Sudoku of order 4.
const COLUMNS: usize = 1024;

/// How many lanes are looked at in one go.
const CHUNK: usize = 16;

/// As many lanes as 16 bits can number, so that no column needs a check; what lies beyond the columns is never touched.
const LANES: usize = 1 << 16;

/// Stands where a row has no more columns: out of reach, and of no row.
const NONE: u16 = u16::MAX;

/// A row in one of its columns.
#[derive(Clone, Copy, Debug)]
struct Node<L> {
    column: u16,
    /// What it adds to the lane of that column.
    part: L,
}

/// A row as one of its columns sees it.
#[derive(Clone, Copy, Debug)]
struct Row<L> {
    others: [Node<L>; WIDTH - 1],
    number: u16,
    /// The nodes that are unlinked when it is taken out through this column: one for each other column.
    updates: u16,
}

/// The matrix as lanes.
#[derive(Clone)]
pub(crate) struct Packed<L: Lane> {
    lanes: Box<[L; LANES]>,
    /// How many of them are columns and, to a whole chunk, fillings.
    len: usize,
    /// Those as built, and then as they stood at each open column that has rows left to try.
    saved: Vec<L>,
    /// By row: its columns.
    nodes: Vec<[Node<L>; WIDTH]>,
    /// By row: for each of its columns, the rows that are in none of its columns before.
    fresh: Vec<L::Four>,
    /// By column and place, `height` for each column.
    rows: Vec<Row<L>>,
    height: usize,
}

/// An open column. What covers it is done when a row is taken.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    column: u32,
    row: u32,
    /// Places of the rows that are not tried yet.
    rest: u32,
    degree: u32,
    /// The nodes that covering it unlinks; 0 where nobody counts.
    updates: u32,
}

impl<L: Lane> Packed<L> {
    /// Packs the problem; `None` where columns have too many rows, or rows too many columns.
    pub(crate) fn new(problem: &ExactCover) -> Option<Self> {
        let (items, options) = ((problem.primary() + problem.secondary()) as usize, problem.options());
        let len = items.next_multiple_of(CHUNK);
        if items > COLUMNS || options.len() >= LANES || options.iter().any(|covered| covered.len() > WIDTH) {
            return None;
        }
        let mut built = vec![L::OUT; len];
        built[..problem.primary() as usize].fill(L::EMPTY);
        let none = Node { column: NONE, part: L::EMPTY };
        let mut nodes = vec![[none; WIDTH]; options.len()];
        for (nodes, covered) in nodes.iter_mut().zip(options) {
            // An option without a primary item is never used.
            if covered.iter().all(|&item| item >= problem.primary()) {
                continue;
            }
            for (node, &item) in nodes.iter_mut().zip(covered) {
                let lane = &mut built[item as usize];
                if lane.size() == L::ROWS {
                    return None;
                }
                *node = Node { column: item as u16, part: L::part(lane.size()) };
                *lane += node.part;
            }
        }
        let height = built.iter().map(|lane| lane.size()).max().unwrap_or(0) as usize;
        let mut rows = vec![Row { others: [none; WIDTH - 1], number: 0, updates: 0 }; items * height];
        for (number, (nodes, covered)) in nodes.iter().zip(options).enumerate() {
            for (at, node) in nodes.iter().enumerate().filter(|(_, node)| node.column != NONE) {
                let mut others = *nodes;
                others[at..].rotate_left(1);
                rows[usize::from(node.column) * height + node.part.rows().trailing_zeros() as usize] = Row {
                    others: [others[0], others[1], others[2]],
                    number: number as u16,
                    updates: covered.len() as u16 - 1,
                };
            }
        }
        let mut lanes: Box<[L; LANES]> =
            vec![L::EMPTY; LANES].into_boxed_slice().try_into().expect("the length is right");
        lanes[..len].copy_from_slice(&built);
        lanes[usize::from(NONE)] = L::OUT;
        let fresh = fresh(&nodes, &rows, height, &built);
        Some(Self { lanes, len, saved: built, nodes, fresh, rows, height })
    }

    /// Makes the last state saved the present one.
    #[inline]
    fn go_back(&mut self) {
        self.lanes[..self.len].copy_from_slice(&self.saved[self.saved.len() - self.len..]);
    }

    /// Puts the columns of a row out of reach and takes every live row in them, itself included, out of all others.
    /// Returns the nodes unlinked.
    #[inline]
    fn cover<P: Probe>(&mut self, row: u32) -> u64 {
        let lanes = &mut self.lanes;
        let (mut first, mut four) = ([0; WIDTH], [L::EMPTY; WIDTH]);
        for ((first, lane), node) in first.iter_mut().zip(&mut four).zip(&self.nodes[row as usize]) {
            let column = usize::from(node.column);
            *first = column * self.height;
            *lane = lanes[column];
            lanes[column] = *lane | L::OUT;
        }
        // One loop over the rows of all columns: its end is guessed wrong once, not four times.
        let mut left = L::four(four) & self.fresh[row as usize];
        let mut updates = 0;
        while let Some((which, place)) = L::pop(&mut left) {
            let row = &self.rows[first[which] + place];
            for node in &row.others {
                lanes[usize::from(node.column)] -= node.part;
            }
            if P::COUNTS {
                updates += u64::from(row.updates);
            }
        }
        updates
    }

    /// How many columns a row has.
    fn columns(&self, row: u32) -> u64 {
        self.nodes[row as usize].iter().filter(|node| node.column != NONE).count() as u64
    }

    /// The row at a place of a column.
    #[inline]
    fn at(&self, column: u32, place: u32) -> &Row<L> {
        &self.rows[column as usize * self.height + place as usize]
    }

    /// The first column whose lane is within the bound.
    #[inline]
    #[expect(clippy::needless_bitwise_bool, reason = "a chunk is looked at by vectors, not lane by lane")]
    fn first_upto(&self, bound: L) -> Option<u32> {
        let chunks = self.lanes[..self.len].as_chunks::<CHUNK>().0;
        let at = chunks.iter().position(|chunk| chunk.iter().fold(false, |any, &lane| any | (lane <= bound)))?;
        let mut within = 0;
        for (group, &lanes) in chunks[at].as_chunks::<4>().0.iter().enumerate().rev() {
            let first = L::first_of_four(lanes, bound);
            if first < 4 {
                within = group * 4 + first;
            }
        }
        Some((at * CHUNK + within) as u32)
    }

    /// The first column of the size of this lane, which is the least.
    #[cold]
    fn first_of(&self, least: L) -> Option<u32> {
        self.first_upto(least.last_of_size())
    }

    /// The least lane of a live primary column.
    #[inline]
    fn least(&self) -> Option<L> {
        let mut least = [L::OUT; CHUNK];
        for chunk in self.lanes[..self.len].as_chunks::<CHUNK>().0 {
            for (least, &lane) in least.iter_mut().zip(chunk) {
                *least = lane.min(*least);
            }
        }
        let least = least.into_iter().fold(L::OUT, L::min);
        (least < L::OUT).then_some(least)
    }

    /// Chunk by chunk: how many columns are live, counted by vectors.
    fn live_by_chunk(&self) -> impl Iterator<Item = u32> {
        let chunks = self.lanes[..self.len].as_chunks::<CHUNK>().0;
        chunks.iter().map(|chunk| chunk.iter().map(|&lane| u32::from(lane < L::OUT)).sum())
    }
}

/// What a search changes.
impl<L: Lane> Debug for Packed<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lanes = &self.lanes[..self.len];
        f.debug_struct("Packed").field("lanes", &lanes).field("saved", &self.saved).finish_non_exhaustive()
    }
}

/// What [`Packed::fresh`] holds.
fn fresh<L: Lane>(nodes: &[[Node<L>; WIDTH]], rows: &[Row<L>], height: usize, built: &[L]) -> Vec<L::Four> {
    let mut met_by = vec![usize::MAX; nodes.len()];
    let of_row = |(row, nodes): (usize, &[Node<L>; WIDTH])| {
        L::four(nodes.map(|node| {
            let column = usize::from(node.column);
            let places = (0..built.get(column).map_or(0, |lane| lane.size())).filter(|&place| {
                let other = &rows[column * height + place as usize];
                std::mem::replace(&mut met_by[usize::from(other.number)], row) != row
            });
            places.fold(L::EMPTY, |lane, place| lane | L::bit(place))
        }))
    };
    nodes.iter().enumerate().map(of_row).collect()
}

impl<L: Lane> Matrix for Packed<L> {
    type Frame = Frame;

    #[inline]
    fn first(&self) -> Option<u32> {
        self.first_upto(L::LIVE)
    }

    #[inline]
    fn shortest(&self) -> Option<u32> {
        // Most columns that are chosen have one row. As the processor guesses that, it looks for the first of one row
        // while it still looks for the least size: neither waits for the other.
        let least = self.least()?;
        if least.size() == 1 { self.first_upto(L::part(0).last_of_size()) } else { self.first_of(least) }
    }

    fn shortest_last(&self) -> Option<u32> {
        let bound = self.least()?.last_of_size();
        self.lanes[..self.len].iter().rposition(|&lane| lane <= bound).map(|column| column as u32)
    }

    fn nth(&self, mut before: u32) -> u32 {
        for (at, live) in self.live_by_chunk().enumerate() {
            if before < live {
                let columns = at * CHUNK..(at + 1) * CHUNK;
                let mut live = columns.filter(|&column| self.lanes[column] < L::OUT);
                return live.nth(before as usize).expect("the chunk has so many") as u32;
            }
            before -= live;
        }
        unreachable!("so many are live")
    }

    fn live(&self) -> u32 {
        self.live_by_chunk().sum()
    }

    #[inline]
    fn size(&self, column: u32) -> u32 {
        self.lanes[column as usize].size()
    }

    #[inline]
    fn give<P: Probe>(&mut self, row: u32) -> Option<u64> {
        // A row that was taken out keeps its bit in one column, which is covered, and in no other.
        let nodes = &self.nodes[row as usize];
        let lane = |node: &Node<L>| self.lanes[usize::from(node.column)];
        let reached = nodes.iter().any(|node| lane(node) < L::OUT);
        if !reached || nodes.iter().any(|node| node.part.rows() & !lane(node).rows() != 0) {
            return None;
        }
        let updates = self.cover::<P>(row);
        Some(if P::COUNTS { self.columns(row) + updates } else { 0 })
    }

    #[inline]
    fn open<P: Probe>(&mut self, column: u32) -> (Frame, u64) {
        let lane = self.lanes[column as usize];
        let (rest, degree) = (lane.rows(), lane.size());
        let mut updates = 0;
        if P::COUNTS {
            let mut left = rest;
            while left != 0 {
                updates += u32::from(self.at(column, left.trailing_zeros()).updates);
                left &= left - 1;
            }
        }
        if degree >= 2 {
            self.saved.extend_from_slice(&self.lanes[..self.len]);
        }
        (Frame { column, row: 0, rest, degree, updates }, 1 + u64::from(updates))
    }

    #[inline]
    fn advance(&mut self, frame: &mut Frame) -> bool {
        if frame.rest == 0 {
            return false;
        }
        frame.row = self.at(frame.column, frame.rest.trailing_zeros()).number.into();
        frame.rest &= frame.rest - 1;
        if frame.rest == 0 && frame.degree >= 2 {
            self.saved.truncate(self.saved.len() - self.len);
        }
        true
    }

    fn close(&mut self, _: &Frame) {}

    #[inline]
    fn take<P: Probe>(&mut self, frame: &Frame) -> u64 {
        let updates = self.cover::<P>(frame.row);
        if P::COUNTS { self.columns(frame.row) - 1 + updates - u64::from(frame.updates) } else { 0 }
    }

    #[inline]
    fn take_back(&mut self, frame: &Frame) {
        // Where no row is left, nothing is looked at before a frame above that has one goes back.
        if frame.rest != 0 {
            self.go_back();
        }
    }

    #[inline]
    fn has_more(&self, frame: &Frame) -> bool {
        frame.rest != 0
    }

    #[inline]
    fn row(&self, frame: &Frame) -> u32 {
        frame.row
    }

    #[inline]
    fn degree(&self, frame: &Frame) -> u32 {
        frame.degree
    }

    fn restore(&mut self, stack: &mut Vec<Frame>) {
        stack.clear();
        self.saved.truncate(self.len);
        self.go_back();
    }
}
