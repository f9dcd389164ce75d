//! The classic board of order 3 by value: the same propagation as in `state`, with the same counts, on sets of cells.
//!
//! A set of cells is two words; nine of them say where the values may be. Cells with no, one or more values
//! come out of these with a few operations, a singleton is deleted from its peers by one mask, and the dual step looks
//! at all units and values together. What it finds is gone through in the paper's order; what becomes the only place of a
//! value on the way is seen if it lies ahead. The order matters, and not only to the counts: in a position without a solution
//! it decides which cell is seen to be empty, and whether one is.
//!
//! Where nothing is counted, all singletons of a pass are deleted at once: the end is the same.
#![expect(clippy::needless_range_loop, reason = "several arrays run along, and vectors come of it")]

use model::solve::{Probe, Subject, counters};
use model::{Cell, Domain, Givens, Rules, Value};

use crate::choice::{Choice, Sizes, choose};
use crate::layout::CLASSIC;
use crate::search::{Branch, Position, Standing};

/// A set of cells: rows 1 to 6 in one word, 7 to 9 in the other, bit `10 * row + column` from the word's first row. Each tenth
/// bit is kept free.
type Cells = [u64; 2];

const NONE: Cells = [0; 2];
/// A row.
const ROW: u64 = 0x1FF;
/// The first cell of each row of a band.
const FIRST_COLUMN: u64 = 1 | 1 << 10 | 1 << 20;
/// The first cell of each row of a word.
const FIRST_COLUMNS: u64 = FIRST_COLUMN | FIRST_COLUMN << 30;
/// All cells of a word.
const FULL: u64 = ROW * FIRST_COLUMNS;
const ALL: Cells = [FULL, ROW * FIRST_COLUMN];
/// The bit that is kept free behind each row.
const GUARDS: u64 = FIRST_COLUMNS << 9;
/// The first row of each band.
const FIRST_ROWS: u64 = ROW | ROW << 30;
/// The first cell of each block.
const FIRST_OF_BLOCKS: u64 = 0b001_001_001 | 0b001_001_001 << 30;
/// The block in the first band and stack.
const BLOCK: u64 = 0b111 * FIRST_COLUMN;

/// A cell: its word and bit.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    word: u8,
    bit: u8,
}

/// By cell: where it is.
const PLACES: [Place; 81] = {
    let mut places = [Place { word: 0, bit: 0 }; 81];
    let mut cell = 0;
    while cell < 81 {
        places[cell] = Place { word: cell as u8 / 54, bit: cell as u8 % 54 / 9 * 10 + cell as u8 % 9 };
        cell += 1;
    }
    places
};

/// Everything about a place.
#[derive(Clone, Copy)]
struct Here {
    cell: u8,
    /// Row, column and block among the 27 units: rows first, then columns, then blocks.
    units: [u8; 3],
    /// All cells but the 20 that must differ.
    keep: Cells,
    /// All cells but this one.
    others: Cells,
}

/// The cells of a unit.
const UNITS: [Cells; 27] = {
    let mut units = [NONE; 27];
    let mut unit = 0;
    while unit < 9 {
        units[unit][unit / 6] = ROW << (unit % 6 * 10);
        units[9 + unit] = [FIRST_COLUMNS << unit, FIRST_COLUMN << unit];
        units[18 + unit][unit / 6] = BLOCK << (unit / 3 % 2 * 30 + unit % 3 * 3);
        unit += 1;
    }
    units
};

/// By word and bit.
static HERE: [[Here; 64]; 2] = {
    let mut all = [[Here { cell: 0, units: [0; 3], keep: NONE, others: NONE }; 64]; 2];
    let mut cell = 0;
    while cell < 81 {
        let Place { word, bit } = PLACES[cell];
        let (row, column) = (cell / 9, cell % 9);
        let units = [row, 9 + column, 18 + row / 3 * 3 + column / 3];
        let mut keep = ALL;
        let mut at = 0;
        while at < 2 {
            keep[at] &= !(UNITS[units[0]][at] | UNITS[units[1]][at] | UNITS[units[2]][at]);
            at += 1;
        }
        keep[word as usize] |= 1 << bit;
        let mut others = ALL;
        others[word as usize] &= !(1 << bit);
        let units = [units[0] as u8, units[1] as u8, units[2] as u8];
        all[word as usize][bit as usize] = Here { cell: cell as u8, units, keep, others };
        cell += 1;
    }
    all
};

impl Place {
    /// The first cell of a set that has one.
    #[inline(always)]
    fn first(cells: Cells) -> Self {
        let word = usize::from(cells[0] == 0);
        Self { word: word as u8, bit: cells[word].trailing_zeros() as u8 }
    }

    #[inline(always)]
    fn word(self) -> usize {
        usize::from(self.word & 1)
    }

    #[inline(always)]
    fn mask(self) -> u64 {
        1 << self.bit
    }

    #[inline(always)]
    fn here(self) -> &'static Here {
        &HERE[self.word()][usize::from(self.bit % 64)]
    }

    #[inline(always)]
    fn cell(self) -> usize {
        usize::from(self.here().cell)
    }
}

/// Takes the first cell out of a set.
#[inline(always)]
fn take_first(cells: &mut Cells) -> Option<Place> {
    if cells[0] | cells[1] == 0 {
        return None;
    }
    let place = Place::first(*cells);
    cells[place.word()] &= cells[place.word()] - 1;
    Some(place)
}

/// What of a board is kept and restored.
#[derive(Clone, Copy, Debug)]
struct Boards {
    /// By value from 0: where it may be.
    values: [Cells; 9],
    /// Singletons that were deleted from their peers.
    propagated: Cells,
}

const BLANK: Boards = Boards { values: [ALL; 9], propagated: NONE };

/// Cells by how many values they have.
#[derive(Clone, Copy)]
struct Filled {
    /// One at least.
    once: Cells,
    /// Two at least.
    twice: Cells,
}

impl Filled {
    #[inline(always)]
    fn singles(&self, word: usize) -> u64 {
        self.once[word] & !self.twice[word]
    }

    #[inline(always)]
    fn blocked(&self) -> bool {
        self.once != ALL
    }

    #[inline(always)]
    fn settled(&self) -> bool {
        self.once == ALL && self.twice == NONE
    }
}

/// The domains of one classic puzzle, by value.
#[derive(Clone, Debug)]
pub(crate) struct Digits {
    boards: Boards,
    saved: Vec<Boards>,
}

impl Digits {
    /// `None` where the rules are not the classic ones of order 3.
    pub(crate) fn new(rules: &Rules) -> Option<Self> {
        CLASSIC.takes(rules).then(|| Self { boards: BLANK, saved: Vec::with_capacity(81) })
    }
}

impl Boards {
    #[inline(always)]
    fn filled(&self) -> Filled {
        // Three by three: a chain of nine would be waited for.
        let of_three = |[a, b, c]: [u64; 3]| (a | b | c, a & b | c & (a | b));
        let mut filled = Filled { once: NONE, twice: NONE };
        for word in 0..2 {
            let [a, b, c, d, e, f, g, h, i] = self.values.map(|cells| cells[word]);
            let (first, second, third) = (of_three([a, b, c]), of_three([d, e, f]), of_three([g, h, i]));
            let (once, twice) = of_three([first.0, second.0, third.0]);
            filled.once[word] = once;
            filled.twice[word] = twice | first.1 | second.1 | third.1;
        }
        filled
    }

    /// Cells with so many values.
    #[inline(always)]
    fn of_size(&self, size: u32) -> Cells {
        let add = |[a, b, c]: [u64; 3]| (a ^ b ^ c, a & b | c & (a ^ b));
        std::array::from_fn(|word| {
            let [a, b, c, d, e, f, g, h, i] = self.values.map(|cells| cells[word]);
            let (first, second, third) = (add([a, b, c]), add([d, e, f]), add([g, h, i]));
            let (ones, more) = add([first.0, second.0, third.0]);
            let (twos, fours) = add([first.1, second.1, third.1]);
            let planes = [ones, twos ^ more, fours ^ (twos & more), fours & twos & more];
            let all = if size < 16 { ALL[word] } else { 0 };
            planes
                .iter()
                .enumerate()
                .fold(all, |all, (bit, plane)| all & if size >> bit & 1 == 1 { *plane } else { !plane })
        })
    }

    #[inline(always)]
    fn domain(&self, place: Place) -> u32 {
        let word = place.word();
        (0..9).fold(0, |domain, value| domain | (self.values[value][word] >> place.bit & 1) << value) as u32
    }

    /// Where a unit may have a value.
    #[inline(always)]
    fn of_unit(&self, unit: usize, value: usize) -> Cells {
        std::array::from_fn(|word| self.values[value][word] & UNITS[unit][word])
    }

    /// Leaves a value in these cells alone. Always both words: they are loaded together, which waits for stores of one.
    #[inline(always)]
    fn keep(&mut self, value: usize, cells: &Cells) {
        for word in 0..2 {
            self.values[value][word] &= cells[word];
        }
    }

    /// Takes values from a cell.
    #[inline(always)]
    fn remove(&mut self, place: Place, mut values: u32) {
        while values != 0 {
            self.keep(values.trailing_zeros() as usize, &place.here().others);
            values &= values - 1;
        }
    }

    /// By bit of the value: the cells that have a value with it. For singletons, that is their value.
    #[inline(always)]
    fn digits(&self) -> [Cells; 4] {
        let by_word = |word: usize| {
            let [_, b, c, d, e, f, g, h, i] = self.values.map(|cells| cells[word]);
            [b | d | f | h, c | d | g | h, e | f | g | h, i]
        };
        let (low, high) = (by_word(0), by_word(1));
        std::array::from_fn(|bit| [low[bit], high[bit]])
    }

    /// Takes the value of a singleton, which stands in `digits`, from its peers.
    #[inline(always)]
    fn delete_from_peers(&mut self, place: Place, digits: &[Cells; 4]) {
        let digit = |bit: usize| (digits[bit][place.word()] >> place.bit & 1) << bit;
        let value = (digit(0) | digit(1) | digit(2) | digit(3)) as usize % 16;
        self.keep(value, &place.here().keep);
    }

    /// One row-major pass over the singletons that were not propagated yet, in place. Whether there was one.
    #[inline(always)]
    fn propagate(&mut self) -> bool {
        let mut any = false;
        for word in 0..2 {
            let mut ahead = u64::MAX;
            loop {
                let pending = self.filled().singles(word) & !self.propagated[word] & ahead;
                if pending == 0 {
                    break;
                }
                let place = Place { word: word as u8, bit: pending.trailing_zeros() as u8 };
                self.propagated[word] |= place.mask();
                ahead = !(pending ^ (pending - 1));
                any = true;
                self.delete_from_peers(place, &self.digits());
            }
        }
        any
    }

    /// Pass after pass over all that are singletons by then, until there are none or a cell is empty.
    #[inline(always)]
    fn propagate_at_once(&mut self) -> Filled {
        loop {
            let filled = self.filled();
            let mut pending: Cells = std::array::from_fn(|word| filled.singles(word) & !self.propagated[word]);
            if pending == NONE || filled.blocked() {
                return filled;
            }
            self.propagated[0] |= pending[0];
            self.propagated[1] |= pending[1];
            let digits = self.digits();
            while let Some(place) = take_first(&mut pending) {
                self.delete_from_peers(place, &digits);
            }
        }
    }

    /// The dual step on every unit in order, values ascending on live domains. How many cells were reduced.
    #[inline(always)]
    fn reduce(&mut self, filled: &Filled) -> u64 {
        let Some(mut alone) = Alone::find(self, filled) else { return 0 };
        let mut reduced = 0;
        while let Some((unit, value)) = alone.next() {
            let cells = self.of_unit(unit, value);
            if cells == NONE {
                // It went when another value took the cell.
                continue;
            }
            let place = Place::first(cells);
            let here = place.here();
            alone.settle(here, value);
            let mut gone = self.domain(place) & !(1 << value);
            // Where other cells lost the value, it may be left to one that had nothing else.
            reduced += u64::from(gone != 0);
            while gone != 0 {
                let other = gone.trailing_zeros() as usize;
                gone &= gone - 1;
                self.keep(other, &here.others);
                for unit in here.units {
                    let left = self.of_unit(usize::from(unit), other);
                    alone.add(left[0].count_ones() + left[1].count_ones() == 1, unit, other);
                }
            }
        }
        reduced
    }
}

/// Values that one cell of a unit alone has, and not alone; they are gone through once, units and values ascending.
struct Alone {
    /// Units that have some.
    units: u32,
    /// Which, by unit.
    values: [u16; 32],
    /// The unit and the values of it that are still ahead.
    unit: usize,
    ahead: u16,
}

impl Alone {
    /// What the boards show. `None` if that is nothing.
    #[inline(always)]
    fn find(boards: &Boards, filled: &Filled) -> Option<Self> {
        let hidden = Hidden::of(&boards.values);
        let mut hits = [NONE; 9];
        for value in 0..9 {
            for word in 0..2 {
                let any = hidden.rows[value][word] | hidden.columns[value][word] | hidden.blocks[value][word];
                hits[value][word] = any & filled.twice[word];
            }
        }
        let mut values =
            (0..9).fold(0_u32, |values, value| values | u32::from(hits[value][0] | hits[value][1] != 0) << value);
        if values == 0 {
            return None;
        }
        let mut alone = Self { units: 0, values: [0; 32], unit: 0, ahead: u16::MAX };
        while values != 0 {
            let value = values.trailing_zeros() as usize;
            values &= values - 1;
            let mut cells = hits[value];
            while let Some(place) = take_first(&mut cells) {
                let [row, column, block] = place.here().units;
                let there = |by: &[Cells; 9]| by[value][place.word()] & place.mask() != 0;
                alone.add(there(&hidden.rows), row, value);
                alone.add(there(&hidden.columns), column, value);
                alone.add(there(&hidden.blocks), block, value);
            }
        }
        Some(alone)
    }

    /// Without a branch: what is not `there` is not entered.
    #[inline(always)]
    fn add(&mut self, there: bool, unit: u8, value: usize) {
        self.units |= u32::from(there) << unit;
        self.values[usize::from(unit % 32)] |= u16::from(there) << value;
    }

    /// A cell has the value for good: it is alone with it in all its units.
    #[inline(always)]
    fn settle(&mut self, here: &Here, value: usize) {
        for unit in here.units {
            self.values[usize::from(unit % 32)] &= !(1 << value);
        }
    }

    /// The next unit and value.
    #[inline(always)]
    fn next(&mut self) -> Option<(usize, usize)> {
        loop {
            let values = self.values[self.unit % 32] & self.ahead;
            if values != 0 {
                let value = values.trailing_zeros() as usize;
                self.ahead = !0 << value << 1;
                return Some((self.unit, value));
            }
            let ahead = self.units & !0 << self.unit & !(1 << self.unit);
            if ahead == 0 {
                return None;
            }
            self.unit = ahead.trailing_zeros() as usize;
            self.ahead = u16::MAX;
        }
    }
}

/// By value: the cells that alone have it in their row, column, block.
struct Hidden {
    rows: [Cells; 9],
    columns: [Cells; 9],
    blocks: [Cells; 9],
}

impl Hidden {
    /// No branch depends on a cell, so that the compiler makes vectors of it.
    #[inline(always)]
    fn of(values: &[Cells; 9]) -> Self {
        let mut hidden = Self { rows: *values, columns: *values, blocks: *values };
        let [mut once, mut twice] = [[NONE; 9]; 2];
        for value in 0..9 {
            for word in 0..2 {
                let cells = values[value][word];
                // Each row less its lowest cell; the guard lends.
                let more = cells & (cells | GUARDS).wrapping_sub(FIRST_COLUMNS);
                let crowded = more.wrapping_add(FULL) & GUARDS;
                hidden.rows[value][word] = cells & !crowded.wrapping_sub(crowded >> 9);
                let (first, second, third) = (cells & FIRST_ROWS, cells >> 10 & FIRST_ROWS, cells >> 20 & FIRST_ROWS);
                let one = first | second | third;
                let two = first & second | third & (first | second);
                let crowded =
                    (two | two >> 1 | two >> 2 | one & one >> 1 | one >> 2 & (one | one >> 1)) & FIRST_OF_BLOCKS;
                let crowded = crowded | crowded << 1 | crowded << 2;
                hidden.blocks[value][word] = cells & !(crowded | crowded << 10 | crowded << 20);
                once[value][word] = one;
                twice[value][word] = two;
            }
        }
        for value in 0..9 {
            let ([a, c], [d, e]) = (once[value], twice[value]);
            let b = a >> 30;
            let crowded = (d | d >> 30 | e | a & b | c & (a | b)) & ROW;
            let crowded = crowded | crowded << 10 | crowded << 20;
            for word in 0..2 {
                hidden.columns[value][word] = values[value][word] & !(crowded | crowded << 30);
            }
        }
        hidden
    }
}

impl Position for Digits {
    type Choice = Choice;

    #[inline(always)]
    fn load(&mut self, givens: &Givens) {
        self.saved.clear();
        self.boards = BLANK;
        let mut given = NONE;
        for (place, &value) in PLACES.iter().zip(givens.values()) {
            given[place.word()] |= u64::from(value != 0) << place.bit;
        }
        for cells in &mut self.boards.values {
            for word in 0..2 {
                cells[word] &= !given[word];
            }
        }
        while let Some(place) = take_first(&mut given) {
            let value = usize::from(givens.values()[place.cell()]) - 1;
            self.boards.values[value][place.word()] |= place.mask();
        }
    }

    #[inline(always)]
    fn settle<P: Probe>(&mut self, probe: &mut P) -> Standing {
        let (mut passes, mut rounds, mut reductions) = (0, 0, 0);
        let filled = loop {
            let filled = if P::COUNTS {
                passes += 1;
                while self.boards.propagate() {
                    passes += 1;
                }
                self.boards.filled()
            } else {
                self.boards.propagate_at_once()
            };
            rounds += 1;
            if !P::COUNTS && filled.blocked() {
                break filled;
            }
            let reduced = if filled.settled() { 0 } else { self.boards.reduce(&filled) };
            reductions += reduced;
            if reduced == 0 {
                break filled;
            }
        };
        probe.count(counters::PASSES, passes);
        probe.count(counters::ROUNDS, rounds);
        probe.count(counters::REDUCTIONS, reductions);
        probe.count(counters::PROPAGATIONS, passes + rounds + reductions);
        if filled.blocked() {
            Standing::Blocked
        } else if filled.settled() {
            Standing::Solved
        } else {
            Standing::Open
        }
    }

    #[inline(always)]
    fn save(&mut self) {
        self.saved.push(self.boards);
    }

    #[inline(always)]
    fn restore(&mut self) {
        self.boards = self.saved.pop().expect("what is restored was saved");
    }

    #[inline(always)]
    fn narrow(&mut self, cell: usize, to: Domain) {
        let place = PLACES[cell];
        self.boards.remove(place, self.boards.domain(place) & !(to.0 as u32));
    }

    #[inline(always)]
    fn domain(&self, cell: usize) -> Domain {
        Sizes::domain(self, cell)
    }

    #[inline(always)]
    fn choose<P: Probe>(&mut self, choice: &mut Choice, probe: &mut P) -> Option<Branch> {
        choose(self, choice, probe)
    }

    fn dead_end(&self) -> Subject {
        Subject::Cell(Cell::new(self.nth_of_size(0, 0).expect("some cell is empty")))
    }

    #[inline(always)]
    fn read(&self, grid: &mut [Value]) {
        for value in 0..9 {
            let mut cells = self.boards.values[value];
            while let Some(place) = take_first(&mut cells) {
                grid[place.cell()] = value as Value + 1;
            }
        }
    }
}

impl Sizes for Digits {
    #[inline(always)]
    fn domain(&self, cell: usize) -> Domain {
        Domain(u64::from(self.boards.domain(PLACES[cell])))
    }

    #[inline(always)]
    fn how_many_of_size(&self, size: u32) -> usize {
        self.boards.of_size(size).iter().map(|word| word.count_ones() as usize).sum()
    }

    #[inline(always)]
    fn nth_of_size(&self, size: u32, nth: usize) -> Option<usize> {
        let mut cells = self.boards.of_size(size);
        (0..nth).try_for_each(|_| take_first(&mut cells).map(drop))?;
        take_first(&mut cells).map(Place::cell)
    }
}
