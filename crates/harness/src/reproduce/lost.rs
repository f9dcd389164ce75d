//! What is lost from every copy of the paper at hand, or does not come out. Nothing is asserted of it.

use serde_json::{Value, json};

use super::Sheet;

const SOURCE: &str = "paper";

pub(super) fn items(sheet: &mut Sheet) {
    sheet.lost(
        SOURCE,
        "average estimate over the 48 diagonal grids",
        json!(3666),
        "with all columns primary the sum of products is 508 for each grid, so that no constant weight gives 3666; thousands of other \
         definitions were tried without a hit",
    );
    sheet.lost(
        SOURCE,
        "the puzzle solved with 77 propagations and 11 searches, and the traces of the minimal puzzles",
        json!([77, 11]),
        "the puzzle and its trace are lost, so that neither it nor what \"77\" counts can be decided",
    );
    sheet.lost(
        SOURCE,
        "\"Backtracks\" beyond the first solution",
        Value::Null,
        "both readings give 1 at every depth of the first solution, and no second table is printed",
    );
    sheet.lost(
        SOURCE,
        "how propagate() counts exactly",
        Value::Null,
        "the function is not printed; solved and unsolved sets are the same under every reading tried, the counts are not",
    );
    sheet.lost(
        "Kwon and Jain 2006",
        "the published table of reduced encodings",
        Value::Null,
        "the table was not available; the reductions here follow the definition",
    );
    sheet.lost(
        SOURCE,
        "wall-clock times",
        Value::Null,
        "times of another machine and another century are not compared",
    );
}
