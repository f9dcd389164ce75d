//! The named rules: `sudoku-3`, `sudoku-2x3`, `sudoku-2-diagonal`, `latin-7`, jigsaws, and what a length stands for.

use super::{Rules, RulesBuilder, RulesError, UnitKind};

impl Rules {
    /// Sudoku of order n: N = n² values on n² × n² cells, blocks of n × n.
    ///
    /// # Panics
    /// Unless `order` is 1 to 6; [`Rules::parse`] refuses instead.
    pub fn sudoku(order: usize) -> Self {
        assert!((1..=6).contains(&order), "orders 1 to 6 are supported, not {order}");
        Self::blocks(format!("sudoku-{order}"), order, order).build().expect("the units of Sudoku fit")
    }

    /// Sudoku with blocks of `rows` × `columns` cells: N = rows · columns.
    ///
    /// # Errors
    /// When N is not in 1 to 64.
    pub fn sudoku_blocks(rows: usize, columns: usize) -> Result<Self, RulesError> {
        let name = if rows == columns { format!("sudoku-{rows}") } else { format!("sudoku-{rows}x{columns}") };
        let fits = rows.checked_mul(columns).is_some_and(|n| (1..=64).contains(&n));
        if !fits {
            return Err(RulesError::Size { name, limit: "rows times columns of a block is 1 to 64" });
        }
        Self::blocks(name, rows, columns).build()
    }

    /// Latin squares of order N: rows and columns only.
    ///
    /// # Errors
    /// When N is not in 1 to 64.
    pub fn latin(n: usize) -> Result<Self, RulesError> {
        if !(1..=64).contains(&n) {
            return Err(RulesError::Size { name: format!("latin-{n}"), limit: "orders 1 to 64 are possible" });
        }
        Self::builder(format!("latin-{n}"), n * n, n).rows_and_columns(n).build()
    }

    /// Rows, columns and regions of any shape: one label a cell, row-major, white space ignored, N labels N times each.
    ///
    /// # Errors
    /// When the labels do not make a square, or a region has not N cells.
    pub fn jigsaw(labels: &str) -> Result<Self, RulesError> {
        let labels: Vec<char> = labels.chars().filter(|c| !c.is_whitespace()).collect();
        let n = labels.len().isqrt();
        if n * n != labels.len() || n == 0 {
            return Err(RulesError::NoSquare { labels: labels.len() });
        }
        if n > 64 {
            return Err(RulesError::Size { name: "jigsaw".into(), limit: "boards up to 64 × 64 are possible" });
        }
        let mut builder = Self::builder("jigsaw", n * n, n).rows_and_columns(n);
        let mut order: Vec<char> = Vec::new();
        for &label in &labels {
            if !order.contains(&label) {
                order.push(label);
            }
        }
        for label in order {
            let region: Vec<usize> = (0..labels.len()).filter(|&cell| labels[cell] == label).collect();
            if region.len() != n {
                return Err(RulesError::Region { label, found: region.len(), expected: n });
            }
            builder = builder.unit_of(UnitKind::Block, region);
        }
        builder.build()
    }

    /// Any units: `cells` variables over `1..=values`.
    pub fn builder(name: impl Into<String>, cells: usize, values: usize) -> RulesBuilder {
        RulesBuilder::new(name, cells, values)
    }

    /// The same rules with both diagonals as units more.
    ///
    /// # Panics
    /// Unless the board is a square of N × N.
    pub fn with_diagonals(self) -> Self {
        let side = self.width().expect("only a board of N × N has diagonals");
        let name = format!("{}-diagonal", self.name);
        let mut builder = RulesBuilder::from(self)
            .unit_of(UnitKind::Diagonal, (0..side).map(|i| i * side + i))
            .unit_of(UnitKind::Diagonal, (0..side).map(|i| i * side + side - 1 - i));
        builder.rename(name);
        builder.build().expect("a diagonal of a board has N cells")
    }

    /// The rules of a name, such as `sudoku-3`, `latin-7`, `sudoku-2x3-diagonal` or `jigsaw:aabb…` with a label for each cell.
    /// `jigsaw:FILE` and `units:FILE` need a file and are left to who can read one.
    ///
    /// # Errors
    /// When no rules have that name, or their size is out of range.
    pub fn parse(name: &str) -> Result<Self, RulesError> {
        let unknown = || RulesError::Unknown { name: unknown_name(name) };
        let (plain, diagonal) = match name.strip_suffix("-diagonal") {
            Some(plain) => (plain, true),
            None => (name, false),
        };
        let with = |rules: Self| if diagonal { rules.with_diagonals() } else { rules };
        if let Some(labels) = plain.strip_prefix("jigsaw:") {
            // One label alone is no board but the name of a file.
            let inline = Self::jigsaw(labels).ok().filter(|rules| rules.values() > 1);
            let rules = inline.ok_or_else(|| RulesError::NeedsFile { name: unknown_name(name) })?;
            return Ok(with(rules.named(plain)));
        }
        if plain.starts_with("units:") {
            return Err(RulesError::NeedsFile { name: unknown_name(name) });
        }
        let (family, size) = plain.split_once('-').ok_or_else(unknown)?;
        let number = |text: &str| text.parse::<usize>().map_err(|_| unknown());
        let rules = match (family, size.split_once('x')) {
            ("latin", None) => Self::latin(number(size)?)?,
            ("sudoku", Some((rows, columns))) => Self::sudoku_blocks(number(rows)?, number(columns)?)?,
            ("sudoku", None) => match number(size)? {
                order @ 1..=6 => Self::sudoku(order),
                _ => return Err(RulesError::Size { name: name.to_owned(), limit: "orders 1 to 6 are supported" }),
            },
            _ => return Err(unknown()),
        };
        Ok(with(rules))
    }

    /// What a board of `cells` cells is where nobody says: orders 2 to 6, and 2×3 blocks for 36 cells.
    pub fn of_length(cells: usize) -> Option<Self> {
        match cells {
            16 => Some(Self::sudoku(2)),
            36 => Self::sudoku_blocks(2, 3).ok(),
            81 => Some(Self::sudoku(3)),
            256 => Some(Self::sudoku(4)),
            625 => Some(Self::sudoku(5)),
            1296 => Some(Self::sudoku(6)),
            _ => None,
        }
    }

    fn blocks(name: String, rows: usize, columns: usize) -> RulesBuilder {
        let n = rows * columns;
        let mut builder = Self::builder(name, n * n, n).rows_and_columns(n);
        for block in 0..n {
            let (top, left) = (block / rows * rows, block % rows * columns);
            let cells = (0..n).map(|k| (top + k / columns) * n + left + k % columns);
            builder = builder.unit_of(UnitKind::Block, cells);
        }
        builder
    }
}

/// A name, cut to what a message can hold.
fn unknown_name(name: &str) -> String {
    name.chars().take(40).filter(|c| !c.is_control()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Cell;

    fn block(rules: &Rules, number: usize) -> Vec<usize> {
        let blocks: Vec<_> = rules.units().iter().filter(|unit| unit.kind() == UnitKind::Block).collect();
        blocks[number].cells().iter().map(|cell: &Cell| cell.index()).collect()
    }

    #[test]
    fn blocks_lie_where_they_should() {
        assert_eq!(block(&Rules::sudoku(3), 4), [30, 31, 32, 39, 40, 41, 48, 49, 50]);
        let six = Rules::parse("sudoku-2x3").expect("a known name");
        assert_eq!(block(&six, 0), [0, 1, 2, 6, 7, 8]);
        assert_eq!(block(&six, 3), [15, 16, 17, 21, 22, 23]);
        let ten = Rules::parse("sudoku-2x5").expect("a known name");
        assert_eq!((ten.cells(), ten.units().len(), block(&ten, 1)[0]), (100, 30, 5));
    }

    #[test]
    fn a_jigsaw_names_what_is_wrong_with_its_regions() {
        let says = |labels: &str| Rules::jigsaw(labels).map(|rules| rules.cells()).map_err(|error| error.to_string());
        assert_eq!(says("aab abb ccc"), Ok(9));
        assert_eq!(says("aaaabbccc"), Err("region `a` has 4 cells, expected 3".into()));
        assert_eq!(says("aabb c"), Err("5 region labels do not make a square board".into()));
    }

    #[test]
    fn names_go_there_and_back() {
        let jigsaws = ["jigsaw:aabbaabbccddccdd", "jigsaw:111222333-diagonal"];
        for name in ["sudoku-1", "sudoku-6", "sudoku-2x3", "latin-1", "latin-64", "sudoku-2-diagonal"]
            .into_iter()
            .chain(jigsaws)
        {
            assert_eq!(Rules::parse(name).expect("a known name").name(), name);
        }
    }

    #[test]
    fn bad_names_are_refused() {
        for name in ["", "sudoku", "sudoku-7", "sudoku-0", "sudoku-9x9", "latin-65", "latin-x", "latin-2x3", "jigsaw:f"]
        {
            assert!(Rules::parse(name).is_err(), "{name} was taken");
        }
    }
}
