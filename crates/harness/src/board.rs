//! Boards as people draw them, with walls where blocks meet.

use model::text::{MAX_SYMBOLS, board_text, symbol};
use model::{Rules, UnitKind, Value};

use crate::terminal::{Paint, Tone};

/// A board with walls between its blocks or regions; values that have no symbol are numbers. Rules without rows give a line.
pub(crate) fn drawn(rules: &Rules, values: &[Value]) -> String {
    painted(rules, values, values, Paint::Plain)
}

/// The same; where there are colours they tell what is given from what was found.
pub(crate) fn painted(rules: &Rules, values: &[Value], givens: &[Value], paint: Paint) -> String {
    let Some(n) = rules.width() else { return board_text(values, rules.values()) + "\n" };
    let tone = |given| if given == 0 { Tone::Found } else { Tone::Given };
    let cells = values.iter().zip(givens).map(|(&value, &given)| paint.tint(tone(given), &cell(rules, value)));
    let cells: Vec<String> = cells.collect();
    match block(rules, n) {
        Some(block) => ruled(rules, &cells, block, &GRID),
        None => walled(rules, &cells, n),
    }
}

/// A board as the program Simple Sudoku writes it.
pub(crate) fn simple(rules: &Rules, values: &[Value]) -> String {
    let Some(n) = rules.width() else { return board_text(values, rules.values()) + "\n" };
    let cells: Vec<String> = values.iter().map(|&value| cell(rules, value)).collect();
    ruled(rules, &cells, block(rules, n).unwrap_or((n, n)), &SIMPLE)
}

/// How a board of rectangular blocks is drawn.
struct Pen {
    indent: &'static str,
    corner: char,
    edge: char,
    spaced: bool,
}

const GRID: Pen = Pen { indent: "", corner: '+', edge: '+', spaced: true };
const SIMPLE: Pen = Pen { indent: " ", corner: '*', edge: '|', spaced: false };

fn ruled(rules: &Rules, cells: &[String], (height, width): (usize, usize), pen: &Pen) -> String {
    let n = usize::from(rules.values());
    let (between, around) = if pen.spaced { (" ", " ") } else { ("", "") };
    let line = |row: &[String]| {
        let blocks = row.chunks(width).map(|part| part.join(between));
        format!("{}|{around}{}{around}|\n", pen.indent, blocks.collect::<Vec<_>>().join(&format!("{around}|{around}")))
    };
    let dashes = "-".repeat(width * cell(rules, 0).len() + if pen.spaced { width + 1 } else { 0 });
    let rule =
        |end: char, cross: &str| format!("{}{end}{}{end}\n", pen.indent, vec![dashes.as_str(); n / width].join(cross));
    let outer = rule(pen.corner, if pen.corner == '*' { "-" } else { "+" });
    let inner = rule(pen.edge, "+");
    let bands: Vec<String> = cells.chunks(n * height).map(|band| band.chunks(n).map(line).collect()).collect();
    format!("{outer}{}{outer}", bands.join(&inner))
}

/// A board of regions of any shape: a wall wherever two of them meet.
fn walled(rules: &Rules, cells: &[String], n: usize) -> String {
    let regions = regions(rules);
    // Rows and columns from 1; 0 and n + 1 are outside the board, where there is no region.
    let region = |row: usize, column: usize| {
        let inside = (1..=n).contains(&row) && (1..=n).contains(&column);
        inside.then(|| regions[(row - 1) * n + column - 1])
    };
    let width = cell(rules, 0).len();
    let below = |row: usize, column: usize| region(row, column) != region(row + 1, column);
    let right = |row: usize, column: usize| region(row, column) != region(row, column + 1);
    let mut text = String::new();
    for row in 0..=n {
        if row > 0 {
            text.push('|');
            for column in 1..=n {
                text.push_str(&cells[(row - 1) * n + column - 1]);
                text.push(if right(row, column) { '|' } else { ' ' });
            }
            text.push('\n');
        }
        if (1..=n).any(|column| below(row, column)) {
            for column in 0..=n {
                let across = below(row, column) || below(row, column + 1);
                let upright = right(row, column) || right(row + 1, column);
                text.push(match (across, upright) {
                    (true, true) => '+',
                    (true, false) => '-',
                    (false, true) => '|',
                    (false, false) => ' ',
                });
                if column < n {
                    let wall = if below(row, column + 1) { "-" } else { " " };
                    text.push_str(&wall.repeat(width));
                }
            }
            text.push('\n');
        }
    }
    text
}

/// The block of each cell, from 1; 0 where it has none.
pub(crate) fn regions(rules: &Rules) -> Vec<usize> {
    let mut regions = vec![0; rules.cells()];
    let blocks = rules.units().iter().filter(|unit| unit.kind() == UnitKind::Block);
    for (number, block) in (1..).zip(blocks) {
        block.cells().iter().for_each(|cell| regions[cell.index()] = number);
    }
    regions
}

pub(crate) fn cell(rules: &Rules, value: Value) -> String {
    match (rules.values() > MAX_SYMBOLS, value) {
        (true, 0) => " .".to_owned(),
        (true, _) => format!("{value:2}"),
        (false, _) => symbol(value).to_string(),
    }
}

/// Rows and columns of a block where blocks are equal rectangles in a grid; a board without blocks is one.
fn block(rules: &Rules, n: usize) -> Option<(usize, usize)> {
    let regions = regions(rules);
    let width = regions[..n].iter().take_while(|&&region| region == regions[0]).count();
    let height = regions.iter().step_by(n).take_while(|&&region| region == regions[0]).count();
    let corner = |cell: usize| cell / n / height * height * n + cell % n / width * width;
    let even = n.is_multiple_of(width) && n.is_multiple_of(height);
    (even && (0..regions.len()).all(|cell| regions[cell] == regions[corner(cell)])).then_some((height, width))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_with_crooked_walls_is_read_again() {
        let labels = "112222222112333332111133334551666644555564444556666744588887777988888977999999977";
        let rules = Rules::jigsaw(labels).expect("nine regions");
        let values: Vec<u8> = (0..81).map(|cell| (cell / 9 * 3 + cell / 27 + cell) as u8 % 9 + 1).collect();
        let text = drawn(&rules, &values);
        let mut reader = model::text::Reader::new(text.as_bytes(), None);
        let entry = reader.next().expect("a board").expect("a good one");
        assert_eq!(entry.givens.values(), values, "{text}");
        assert!(reader.next().is_none());
    }

    #[test]
    fn colours_tell_givens_from_what_was_found() {
        crossterm::style::force_color_output(true);
        let rules = Rules::sudoku(2);
        let values: Vec<Value> = (0..16).map(|cell| cell % 4 + 1).collect();
        let givens: Vec<Value> = (0..16).map(|cell| if cell == 5 { 2 } else { 0 }).collect();
        let coloured = painted(&rules, &values, &givens, Paint::Coloured(80));
        let given = Paint::Coloured(80).tint(Tone::Given, "2");
        assert_eq!(coloured.matches(given.as_str()).count(), 1, "{coloured:?}");
        let found = (1..=4).map(|value| Paint::Coloured(80).tint(Tone::Found, &value.to_string()));
        assert_eq!(found.map(|found| coloured.matches(found.as_str()).count()).sum::<usize>(), 15, "{coloured:?}");
        assert_eq!(painted(&rules, &values, &givens, Paint::Drawn(80)), drawn(&rules, &values));
    }

    #[test]
    fn blocks_and_regions_have_walls_around_them() {
        let six = Rules::parse("sudoku-2x3").expect("a known name");
        let values: Vec<u8> = (0..36).map(|cell| cell % 7).collect();
        let text = drawn(&six, &values);
        assert!(
            text.starts_with("+-------+-------+\n| . 1 2 | 3 4 5 |\n| 6 . 1 | 2 3 4 |\n+-------+-------+\n"),
            "{text}"
        );
        let jigsaw = Rules::jigsaw("aab abb ccc").expect("three regions");
        let expected = "+---+-+\n|1 2|3|\n| +-+ |\n|2|3 1|\n+-+---+\n|3 1 2|\n+-----+\n";
        assert_eq!(drawn(&jigsaw, &[1, 2, 3, 2, 3, 1, 3, 1, 2]), expected);
        assert_eq!(drawn(&Rules::latin(2).expect("small"), &[1, 2, 2, 1]), "+-----+\n| 1 2 |\n| 2 1 |\n+-----+\n");
    }
}
