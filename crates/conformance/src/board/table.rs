//! The board table: plain strings, the number of grids, and where that number comes from.
//!
//! The boards are full enough for row-major backtracking, save those marked [`Hard`], which are there so that strategies
//! with strong inference have something to search; those marked [`Uneven`] are too much for random choice alone. Where no source is named, the number was counted by a script of its
//! own with a smallest-domain search, and a test counts it again with the brute force of this crate.

use model::{Puzzle, Rules, text};

use super::Effort::{Any, Hard, Uneven};
use super::Known::{AtLeast, Exactly};
use super::Layout::{Jigsaw, Named, Units};
use super::{Board, Effort, Group, Known, Layout};

type Row = (&'static str, &'static str, Known, Effort);

const ORDER_1: &[Row] = &[("empty", ".", Exactly(1), Any), ("full", "1", Exactly(1), Any)];

const ORDER_2: &[Row] = &[
    // OEIS A107739.
    ("empty", "................", Exactly(288), Any),
    ("full", "1234341221434321", Exactly(1), Any),
    ("one", "12..3.122143...1", Exactly(1), Any),
    ("six clues", "21...32....41...", Exactly(1), Any),
    ("two", "..34...2..4343.1", Exactly(2), Any),
    ("five", ".2.4...2.1......", Exactly(5), Any),
    ("none, without a clash", "13...4.2...3...1", Exactly(0), Any),
    ("clash in a row", "11..............", Exactly(0), Any),
    ("clash in a block", "3.........4....4", Exactly(0), Any),
    ("full, with clashes", "1234341221434322", Exactly(0), Any),
];

const ORDER_2_DIAGONAL: &[Row] = &[
    ("empty", "................", Exactly(48), Any),
    ("one", "..3.3..2...1..4.", Exactly(1), Any),
    ("none, without a clash", ".....3......214.", Exactly(0), Any),
    ("clash on a diagonal", "1..............1", Exactly(0), Any),
];

const ORDER_2_BY_3: &[Row] = &[
    // OEIS A107739 has 28,200,960.
    ("empty", "....................................", AtLeast(100), Uneven),
    ("one", ".234..45.1...3..6.5.4...3.....645.12", Exactly(1), Any),
    ("two", "..3.5.4..1..23..6.....3.3..6..645.1.", Exactly(2), Any),
    ("seven", "..3.5...6.....1..4.6.....1.....4.312", Exactly(7), Any),
    ("none, without a clash", "1.34.645.1.3...3.....2...12...645.1.", Exactly(0), Any),
];

const ORDER_3: &[Row] = &[
    ("59 clues", "123.567.9.5718..368692731..271.48.9334..2157898.6.741251..94..76.871234...486.921", Exactly(1), Any),
    ("62 clues", ".2..56789..7.8923.869.731542715486.33469.15789.563.412512.94..76.8.12..5734865921", Exactly(2), Any),
    // Random columns lead an exact cover astray even here.
    ("empty", ".................................................................................", AtLeast(100), Hard),
    ("many", ".2.....8.45.1...3..69273..42....86.3....215.8.85..7...512.9...76..7..34....8.....", Exactly(34), Uneven),
    ("full", "123456789457189236869273154271548693346921578985637412512394867698712345734865921", Exactly(1), Any),
    // Reported as having two solutions (01-edu/public#1057); there are four.
    (
        "deadly pattern",
        "42719583653168294786934721535427618921693875497845162319256..787438.956.6857...9.",
        Exactly(4),
        Any,
    ),
    // DHancock/SudokuSolver#413 and #417.
    (
        "38 clues",
        "139..564872..9..1.4....1792..16..9.7..3..8..1.7...2.3..84...179..2..7.....7..9254",
        Exactly(1),
        Uneven,
    ),
    (
        "34 clues",
        "139..56.872..9..1.4....1.9...16..9....3..8..1.7...2.3..84...179..2..7.....7..9254",
        Exactly(1),
        Uneven,
    ),
    // Emerentius/sudoku, invalid_sudokus.txt line 4.
    (
        "a cell without a candidate",
        "..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3..",
        Exactly(0),
        Uneven,
    ),
    // freeCodeCamp/freeCodeCamp#48307 and JarneT-2159795/sudoku-solver-pds.
    (
        "clashing 33 clues",
        ".99..5.1.85.4....2432......1...69.83.9.....6.62.71...9......1945....4.37.4.3..6..",
        Exactly(0),
        Any,
    ),
    (
        "clashing 77 clues",
        "2957438614318659..8761925433874592166123874955492167387635341899286713541549386..",
        Exactly(0),
        Any,
    ),
    // From forum lists of the hardest.
    (
        "Golden Nugget",
        ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
        Exactly(1),
        Hard,
    ),
    (
        "Easter Monster",
        "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
        Exactly(1),
        Hard,
    ),
];

const ORDER_3_DIAGONAL: &[Row] = &[
    ("65 clues", "4817.6.952.51.967867925.1341.356.78954.92731.96738.452716495823.9487256...26.394.", Exactly(1), Any),
    (
        "40 clues",
        "....362...35..96.867..5813.123..4.89...92.31696....45.7..4..82.......56.85...394.",
        Exactly(1),
        Uneven,
    ),
    (
        "36 clues",
        "4..7..2..2.5...6.......8.3.1.3.647895..927...9.738.....1.4....3.9.8.256.85.613...",
        Exactly(1),
        Uneven,
    ),
];

const ORDER_4: &[Row] = &[
    (
        "231 clues",
        "D92B.CA1G6E743.54CFA3.G89.1276EB3E71462DF58BC9G.G56897EBA3C4FD21C7G5A8BF3261..9D2D84C31E.B79AF6G1BAE.964DFG8375C6F935D7G4CAE.218F3EG.2957.BA6CD4.ABCGF87645.213E.842.A36E1..GB7F761DBE4C2G3F58A9B..97G528AD3.EF68256E1F9C74GDAB.E13F.4DAB.258GC7AG.78BC31EF69542",
        Exactly(1),
        Any,
    ),
    (
        "158 clues",
        "D9.B..A1..E.438....A35..9D12.6.....146.DF.8BC9G...6897.BA3.....1.7G5.8BF3.61E.9D...4C...5B79.F.G\
         .BA..96.DFG837.C6F.35D.G4CAE.21.F3E.1295..BA.CD.9.B.GF87..5.213E5.42..36..9C.B...6.DB..C2G3F58..B4.9\
         .G52.AD31.F68.56..F9C74GDAB3.1..64DA.9....C.A..7..C3.E.6.54.",
        Exactly(2),
        Uneven,
    ),
];

const JIGSAW_4: &[Row] =
    &[("empty", "................", Exactly(144), Any), ("clash in a region", "...1......1.....", Exactly(0), Any)];

const JIGSAW_9: &[Row] = &[
    ("66 clues", "3648915271893742.554.1687.9.25..984...39874.6.3745618287652.914498235.71751..2398", Exactly(1), Any),
    (
        "37 clues",
        "36..9.5.7....742...4...8739...........3.8.456...4...82876..3.14...235...751.4239.",
        Exactly(1),
        Uneven,
    ),
    (
        "46 clues",
        "..489152.1893742.5...168.396..71984.213..745.....5.1828.......4498..56...5..4.39.",
        Exactly(2),
        Uneven,
    ),
];

// OEIS A002860: 12, 576, 161280.
const LATIN_3: &[Row] = &[("empty", ".........", Exactly(12), Any), ("clash", "1..1.....", Exactly(0), Any)];
const LATIN_4: &[Row] = &[
    ("empty", "................", Exactly(576), Any),
    // Gomes and Shmoys, page 7.
    ("two", ".1....2..3.....4", Exactly(2), Any),
];
const LATIN_5: &[Row] = &[("empty", ".........................", AtLeast(100), Any)];

/// Three cells of a row and a column that cross, over four values, and a cell that stands alone: 4 · 3 · 2 · (3 · 2) · 4.
const CROSS: &[Row] = &[
    ("empty", "......", Exactly(576), Any),
    ("given", "12.3.4", Exactly(4), Any),
    ("clash in a short unit", "1.1...", Exactly(0), Any),
];

pub(super) fn groups() -> Vec<Group> {
    let jigsaw_9 = "000000021453303021453333221453322221455566121445666111445566667488887777888887777";
    let cross = Units { cells: 6, values: 4, units: &[&[0, 1, 2], &[1, 3, 4]] };
    [
        (Named("sudoku-1"), ORDER_1),
        (Named("sudoku-2"), ORDER_2),
        (Named("sudoku-2-diagonal"), ORDER_2_DIAGONAL),
        (Named("sudoku-2x3"), ORDER_2_BY_3),
        (Named("sudoku-3"), ORDER_3),
        (Named("sudoku-3-diagonal"), ORDER_3_DIAGONAL),
        (Named("sudoku-4"), ORDER_4),
        (Jigsaw("aabbaabcddbcddcc"), JIGSAW_4),
        // sigh/Interactive-Sudoku-Solver, example_puzzles.js (MIT); its solution with other cells blank.
        (Jigsaw(jigsaw_9), JIGSAW_9),
        (Named("latin-3"), LATIN_3),
        (Named("latin-4"), LATIN_4),
        (Named("latin-5"), LATIN_5),
        (cross, CROSS),
    ]
    .map(|(layout, rows): (Layout, &[Row])| {
        let rules = layout.rules();
        let boards = rows.iter().map(|&row| board(&rules, row)).collect();
        Group { rules, boards }
    })
    .into()
}

fn board(rules: &Rules, (name, givens, known, effort): Row) -> Board {
    let givens = text::parse_board(givens, rules).expect("the table's boards can be read");
    Board { name, puzzle: Puzzle::new(rules.clone(), givens), known, effort }
}
