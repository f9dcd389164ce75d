//! Rules as JSON: any units, on rules that have a name or on none.
//!
//! `{"base": "sudoku-3", "units": [["r2c2", "r2c3", …], …]}` adds units to rules; `{"cells": 5, "values": 3, "units": [[1, 2, 3],
//! …]}` starts from bare cells. A cell is `r2c3` on a board of N × N, or its number from 1, row-major, as in our messages.

use model::{Rules, RulesBuilder};
use serde::Deserialize;

use crate::quote::cut;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// Rules to start from.
    base: Option<String>,
    /// Cells and values of rules that start from nothing.
    cells: Option<usize>,
    values: Option<usize>,
    units: Vec<Vec<Place>>,
    /// Whatever people note; nothing reads it.
    #[serde(rename = "about")]
    _about: Option<serde_json::Value>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Place {
    Number(usize),
    Name(String),
}

/// The rules of a text.
///
/// # Errors
/// With what is wrong, in one line.
pub(super) fn parse(text: &str) -> Result<Rules, String> {
    let text = text.trim_start_matches('\u{feff}');
    let file: File = serde_json::from_str(text).map_err(|error| cut(&error.to_string(), 160))?;
    let (builder, width) = match (&file.base, file.cells, file.values) {
        (Some(base), None, None) => {
            let rules = Rules::parse(base).map_err(|error| error.to_string())?;
            let width = rules.width();
            (RulesBuilder::from(rules), width)
        }
        (None, Some(cells), Some(values)) => {
            (Rules::builder("units", cells, values), (values.checked_mul(values) == Some(cells)).then_some(values))
        }
        _ => return Err("either `base` or `cells` and `values` must say what the units are put on".into()),
    };
    let mut builder = builder;
    for (number, unit) in (1..).zip(&file.units) {
        let cells = unit.iter().map(|place| cell(place, width)).collect::<Result<Vec<_>, _>>();
        builder = builder.unit(
            cells
                .map_err(|place| format!("unit {number} of the file names `{}`, which is no cell", cut(&place, 20)))?,
        );
    }
    builder.build().map_err(|error| error.to_string())
}

/// The cell from 0, or what was written.
fn cell(place: &Place, width: Option<usize>) -> Result<usize, String> {
    match place {
        Place::Number(number) => number.checked_sub(1).ok_or_else(|| number.to_string()),
        Place::Name(name) => named(name, width).ok_or_else(|| name.clone()),
    }
}

fn named(name: &str, width: Option<usize>) -> Option<usize> {
    let (row, column) = name.strip_prefix(['r', 'R'])?.split_once(['c', 'C'])?;
    let inside = |text: &str| text.parse::<usize>().ok()?.checked_sub(1).filter(|&at| Some(at) < width);
    Some(inside(row)? * width? + inside(column)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_put_on_a_board_or_on_bare_cells() {
        let window = parse(r#"{"base": "sudoku-2", "about": "a window", "units": [["r2c2", "r2c3", "R3C2", "r3c3"]]}"#)
            .expect("good");
        assert_eq!((window.units().len(), window.units()[12].cells()[1].index()), (13, 6));
        let path = parse(r#"{"cells": 5, "values": 3, "units": [[1, 2, 3], [3, 4, 5]]}"#).expect("good");
        assert_eq!((path.cells(), path.values(), path.units().len()), (5, 3, 2));
    }

    #[test]
    fn what_is_wrong_is_said_in_a_line() {
        let says = |text: &str, expected: &str| {
            let said = parse(text).expect_err("bad");
            assert!(said.contains(expected) && !said.contains('\n'), "{said}");
        };
        says(r#"{"units": []}"#, "either `base` or");
        says(r#"{"base": "sudoku-3", "values": 9, "units": []}"#, "either `base` or");
        says(r#"{"base": "chess", "units": []}"#, "no rules are called `chess`");
        says(r#"{"base": "sudoku-2", "units": [["r2c5"]]}"#, "unit 1 of the file names `r2c5`, which is no cell");
        says(r#"{"base": "sudoku-2", "units": [[1], [0]]}"#, "unit 2 of the file names `0`");
        says(r#"{"base": "sudoku-2", "units": [[17]]}"#, "names cell 17, there are 16");
        says(r#"{"base": "sudoku-2", "units": [[1, 2, 3, 4, 5]]}"#, "5 cells for 4 values");
        says(r#"{"cells": 5, "values": 3, "units": [["r1c1"]]}"#, "which is no cell");
        says(r#"{"base": "sudoku-2", "unit": []}"#, "unknown field `unit`");
        says("", "EOF");
    }
}
