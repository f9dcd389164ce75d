//! A puzzle as somebody pasted it.

use std::sync::Arc;

use model::solve::Ask;
use model::text::{Reader, board_text};
use model::{Puzzle, Rules};

/// A puzzle and what is asked of it.
pub(super) struct Pasted {
    pub(super) puzzle: Puzzle,
    pub(super) ask: Ask,
}

impl Pasted {
    /// Reads the fields of a form.
    ///
    /// # Errors
    /// In words, when there is no puzzle, more than one, or one that cannot be used.
    pub(super) fn read(puzzle: &str, rules: &str, ask: &str) -> Result<Self, String> {
        let ask = match ask {
            "first" => Ask::First,
            "" | "unique" => Ask::Unique,
            other => return Err(format!("`{other}` cannot be asked here; first and unique can.")),
        };
        if puzzle.trim().is_empty() {
            return Err("There is no puzzle: paste one.".to_owned());
        }
        // Rules by name, but of no file: whoever asks from outside reads nothing of this machine.
        let named = match rules.trim() {
            "" => None,
            name => Some(Arc::new(Rules::parse(name).map_err(|error| error.to_string())?)),
        };
        let mut reader = Reader::with_resolver(puzzle.as_bytes(), named, Box::new(Rules::parse));
        let Some(first) = reader.next() else { return Err("There is no puzzle in that.".to_owned()) };
        let entry = first.map_err(|error| error.to_string())?;
        if reader.next().is_some() {
            return Err("There is more than one puzzle: paste one.".to_owned());
        }
        let rules = reader.rules().expect("an entry has rules");
        let puzzle = Puzzle::new(rules.clone(), entry.givens);
        match puzzle.conflicts().first() {
            Some(conflict) => Err(format!("The givens clash: {conflict}.")),
            None => Ok(Self { puzzle, ask }),
        }
    }

    /// The name of what is asked.
    pub(super) fn ask_word(&self) -> &'static str {
        if self.ask == Ask::First { "first" } else { "unique" }
    }

    /// The givens in one line.
    pub(super) fn text(&self) -> String {
        board_text(self.puzzle.givens().values(), self.puzzle.rules().values())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(puzzle: &str, rules: &str, ask: &str) -> String {
        match Pasted::read(puzzle, rules, ask) {
            Ok(pasted) => format!("{} {}", pasted.puzzle.rules().name(), pasted.text()),
            Err(said) => said,
        }
    }

    #[test]
    fn any_format_is_read() {
        assert_eq!(said("1...............", "", "first"), "sudoku-2 1...............");
        assert_eq!(said("1 0 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 2\n", "", ""), "sudoku-2 1..............2");
        assert_eq!(said("1........", "latin-3", ""), "latin-3 1........");
        assert_eq!(said("# rules: jigsaw:aababbccc\n1........", "", ""), "jigsaw:aababbccc 1........");
    }

    #[test]
    fn what_cannot_be_raced_is_told() {
        assert!(said("", "", "").contains("no puzzle"));
        assert!(said("11..............", "", "").contains("clash"), "{}", said("11..............", "", ""));
        assert!(said("1...............\n2...............", "", "").contains("more than one"));
        assert!(said("1...............", "", "count").contains("cannot be asked"));
        assert!(said("what is this", "", "").contains("line 1"), "{}", said("what is this", "", ""));
    }

    #[test]
    fn no_file_is_read() {
        for name in ["jigsaw:/etc/passwd", "units:/etc/passwd", "jigsaw:../regions.txt"] {
            assert!(said("1...............", name, "").contains("file"), "{}", said("1...............", name, ""));
            let header = format!("# rules: {name}\n1...............");
            assert!(said(&header, "", "").contains("file"), "{}", said(&header, "", ""));
        }
    }
}
