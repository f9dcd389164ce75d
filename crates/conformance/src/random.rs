//! Random problems, small enough for brute force.

use model::{Givens, Puzzle, Rules};
use proptest::prelude::*;
use proptest::sample::subsequence;

use crate::board::Layout;

/// A problem that prints short and can be built again by hand.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    rules: RulesText,
    givens: Vec<u8>,
}

#[derive(Clone, Debug)]
enum RulesText {
    Named(&'static str),
    Units { cells: usize, values: usize, units: Vec<Vec<usize>> },
}

impl Problem {
    pub(crate) fn puzzle(&self) -> Puzzle {
        let rules = match &self.rules {
            RulesText::Named(name) => Layout::Named(name).rules(),
            RulesText::Units { cells, values, units } => units
                .iter()
                .fold(Rules::builder("random", *cells, *values), |builder, unit| builder.unit(unit.iter().copied()))
                .build()
                .expect("units of different cells, no longer than there are values"),
        };
        Puzzle::new(rules, Givens::from_values(self.givens.clone()))
    }
}

/// Up to six cells, two to four values, up to five units of any length, every fourth cell given, clashes included.
pub(crate) fn problems() -> impl Strategy<Value = Problem> {
    (1..=6_usize, 2..=4_usize).prop_flat_map(|(cells, values)| {
        let unit = subsequence((0..cells).collect::<Vec<_>>(), 1..=cells.min(values));
        let given = prop_oneof![3 => Just(0), 1 => 1..=values as u8];
        let units = prop::collection::vec(unit, 0..=5);
        (units, prop::collection::vec(given, cells))
            .prop_map(move |(units, givens)| Problem { rules: RulesText::Units { cells, values, units }, givens })
    })
}

/// Sudoku of 4×4, 2×3 blocks and 9×9: a grid with its values renamed, some cells blank, and now and then a wrong clue.
pub(crate) fn boards() -> impl Strategy<Value = Problem> {
    const ORDER_2: &str = "1234341221434321";
    const ORDER_2_BY_3: &str = "123456456123231564564231312645645312";
    const ORDER_3: &str = "123456789457189236869273154271548693346921578985637412512394867698712345734865921";
    prop_oneof![
        board("sudoku-2", 4, ORDER_2, 0.6),
        board("sudoku-2x3", 6, ORDER_2_BY_3, 0.4),
        board("sudoku-3", 9, ORDER_3, 0.25),
    ]
}

fn board(name: &'static str, values: u8, grid: &'static str, blank: f64) -> impl Strategy<Value = Problem> {
    let names = Just((1..=values).collect::<Vec<_>>()).prop_shuffle();
    // `false` is what shrinking strives for: towards the fuller board.
    let blank = prop::collection::vec(prop::bool::weighted(blank), grid.len());
    let wrong = prop::option::weighted(0.4, (0..grid.len(), 1..=values));
    (names, blank, wrong).prop_map(move |(names, blank, wrong)| {
        let value = |(symbol, blank): (u8, bool)| if blank { 0 } else { names[usize::from(symbol - b'1')] };
        let mut givens: Vec<u8> = grid.bytes().zip(blank).map(value).collect();
        if let Some((cell, value)) = wrong {
            givens[cell] = value;
        }
        Problem { rules: RulesText::Named(name), givens }
    })
}
