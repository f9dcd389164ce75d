//! The group of rules: what may be rearranged, judged by their units alone.
//!
//! Rows within bands, bands, columns within stacks and stacks where the units are those of Sudoku or of latin squares;
//! else the turns and reflections of the square that keep the units. Values can always be renamed. Rules of other kinds may
//! have more symmetries than that; what is here is a subgroup of all.

use std::collections::BTreeSet;

use super::{Canonical, Rearrangement, canonical, nine};
use crate::solve::Random;
use crate::{Givens, Rules, Value};

/// The rearrangements that keep some rules.
#[derive(Clone, Debug)]
pub struct Symmetry {
    values: usize,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    /// Lines change places with lines.
    Lines(Lines),
    /// These, and the names of values.
    Few(Vec<Rearrangement>),
}

/// How rows lie in bands and columns in stacks; one band and one stack for latin squares.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lines {
    pub(super) side: usize,
    /// Rows of a band.
    pub(super) band: usize,
    /// Columns of a stack.
    pub(super) stack: usize,
}

impl Rearrangement {
    /// Whether it takes the units of these rules to the units of these rules, and so solutions to solutions.
    pub fn keeps(&self, rules: &Rules) -> bool {
        if !self.is_of(rules.width().unwrap_or(0), usize::from(rules.values())) {
            return false;
        }
        let (units, inverse) = (units(rules), self.inverse());
        let image = |unit: &Vec<usize>| sorted(unit.iter().map(|&cell| inverse.source(cell)).collect());
        units.iter().all(|unit| units.contains(&image(unit)))
    }
}

type Units = BTreeSet<Vec<usize>>;

impl Symmetry {
    /// The group of these rules.
    pub fn of(rules: &Rules) -> Self {
        let values = usize::from(rules.values());
        let kind = Lines::of(rules).map_or_else(|| Kind::Few(few(rules)), Kind::Lines);
        Self { values, kind }
    }

    /// One of them, each as likely as another.
    pub fn random(&self, random: &mut Random) -> Rearrangement {
        let names = shuffled(self.values, random);
        match &self.kind {
            Kind::Lines(lines) => {
                let transposes = lines.transposes() && random.below(2) == 1;
                let rows = grouped(lines.side, lines.band, random);
                let columns = grouped(lines.side, lines.stack, random);
                Rearrangement::from_parts(transposes, rows, columns, names)
            }
            Kind::Few(few) => few[random.below(few.len() as u64) as usize].renamed(names),
        }
    }

    /// The least form of a puzzle: of all its rearrangements the one that comes first, read row by row, a blank before 1.
    ///
    /// `None` where a row or a column holds a value twice, or where so many rearrangements look alike that more than
    /// [`Symmetry::LIMIT`] of them would have to be followed: large boards with as many symmetries of their own, such as the
    /// table of exclusive or on 16 values.
    ///
    /// ```
    /// use model::symmetry::Symmetry;
    /// use model::{Rules, text};
    /// let rules = Rules::sudoku(2);
    /// let givens = text::parse_board("3......2........", &rules)?;
    /// let least = Symmetry::of(&rules).canonical(&givens).expect("few look alike");
    /// assert_eq!(text::board_text(least.givens.values(), 4), "...........1.2..");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn canonical(&self, givens: &Givens) -> Option<Canonical> {
        let by = match &self.kind {
            Kind::Lines(lines) if lines.is_order_3() && nine::is_sparse(givens.values()) => {
                nine::search(givens.values())?
            }
            Kind::Lines(lines) => canonical::search(*lines, givens.values())?,
            Kind::Few(few) => {
                let names = |one: &Rearrangement| by_appearance(one, givens.values(), self.values);
                let named = few.iter().map(|one| one.renamed(names(one)));
                named.min_by_key(|one| one.of_givens(givens).values().to_vec())?
            }
        };
        Some(Canonical { givens: by.of_givens(givens), by })
    }

    /// How many rearrangements that look alike so far are followed at once.
    pub const LIMIT: usize = 1 << 18;
}

impl Lines {
    pub(super) fn of(rules: &Rules) -> Option<Self> {
        let side = rules.width()?;
        let units = units(rules);
        let latin = Rules::latin(side).ok().map(|rules| (side, side, rules));
        let sudoku = (2..side).filter(|&band| side.is_multiple_of(band)).filter_map(|band| {
            let stack = side / band;
            Some((band, stack, Rules::sudoku_blocks(band, stack).ok()?))
        });
        let found = latin.into_iter().chain(sudoku).find(|(.., known)| self::units(known) == units)?;
        Some(Self { side, band: found.0, stack: found.1 })
    }

    pub(super) fn transposes(self) -> bool {
        self.band == self.stack
    }

    pub(super) fn is_order_3(self) -> bool {
        (self.side, self.band, self.stack) == (9, 3, 3)
    }

    /// The columns of a stack.
    pub(super) fn columns(self, stack: usize) -> std::ops::Range<usize> {
        stack * self.stack..(stack + 1) * self.stack
    }
}

/// The units as sets: neither their order nor that of their cells matters.
fn units(rules: &Rules) -> Units {
    rules.units().iter().map(|unit| sorted(unit.cells().iter().map(|cell| cell.index()).collect())).collect()
}

fn sorted(mut cells: Vec<usize>) -> Vec<usize> {
    cells.sort_unstable();
    cells
}

/// The turns and reflections of the square that keep the units; the identity alone where there is no square.
fn few(rules: &Rules) -> Vec<Rearrangement> {
    let (side, values) = (rules.width().unwrap_or(0), usize::from(rules.values()));
    let identity = Rearrangement::identity(side, values);
    if side == 0 {
        return vec![identity];
    }
    let straight: Vec<u8> = (0..side as u8).collect();
    let reversed: Vec<u8> = straight.iter().rev().copied().collect();
    let names: Vec<u8> = (0..values as u8).collect();
    let mut all = Vec::new();
    for transposes in [false, true] {
        for rows in [&straight, &reversed] {
            for columns in [&straight, &reversed] {
                all.push(Rearrangement::from_parts(transposes, rows.clone(), columns.clone(), names.clone()));
            }
        }
    }
    all.retain(|one| one.keeps(rules));
    all
}

/// Names by first appearance, which is the least way to name values where cells stand in this order.
fn by_appearance(one: &Rearrangement, givens: &[Value], values: usize) -> Vec<u8> {
    let mut order: Vec<Value> = Vec::with_capacity(values);
    for value in (0..givens.len()).map(|cell| givens[one.source(cell)]).filter(|&value| value != 0) {
        if !order.contains(&value) {
            order.push(value);
        }
    }
    order.extend((1..=values as Value).filter(|value| !order.contains(value)).collect::<Vec<_>>());
    let mut names = vec![0; values];
    order.into_iter().enumerate().for_each(|(name, value)| names[usize::from(value) - 1] = name as u8);
    names
}

fn shuffled(count: usize, random: &mut Random) -> Vec<u8> {
    let mut order: Vec<u8> = (0..count as u8).collect();
    random.shuffle(&mut order);
    order
}

/// A random order of lines that keeps groups of `size` together.
fn grouped(count: usize, size: usize, random: &mut Random) -> Vec<u8> {
    let groups = shuffled(count / size, random);
    groups
        .into_iter()
        .flat_map(|group| shuffled(size, random).into_iter().map(move |at| group * size as u8 + at))
        .collect()
}
