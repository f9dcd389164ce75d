//! What must hold for any bytes, whatever reads them.

use std::io::{BufReader, Read};
use std::sync::Arc;

use model::Rules;
use model::text::{InputFormat, Reader, board_text, parse_board};

thread_local! {
    static KNOWN: Vec<Arc<Rules>> = ["sudoku-2", "sudoku-2x3", "sudoku-3", "sudoku-4", "latin-7", "sudoku-6"]
        .map(|name| Arc::new(Rules::parse(name).expect("a known name")))
        .into();
}

/// Reads the bytes as puzzles of one format, or of the one that the detector sees.
///
/// The first byte picks the rules, or none. Complaints are one short line each; boards are as long as their rules say and
/// survive being written and read; and a pipe that gives a few bytes at a time reads like a file.
pub fn read(data: &[u8], format: Option<&str>) {
    let Some((&first, text)) = data.split_first() else { return };
    let rules = KNOWN.with(|known| known.get(usize::from(first)).cloned());
    let format = format.map(|name| InputFormat::parse(name).expect("a known format"));
    let whole = said(text, rules.clone(), format);
    let dripping = BufReader::with_capacity(7, text);
    assert_eq!(whole, said(dripping, rules, format), "by seven bytes at a time");
}

fn said(input: impl std::io::BufRead, rules: Option<Arc<Rules>>, format: Option<InputFormat>) -> Vec<String> {
    let mut reader = Reader::new(input, rules).with_format(format).with_solutions();
    let mut said = Vec::new();
    while let Some(entry) = reader.next() {
        said.push(match entry {
            Ok(entry) => {
                let rules = reader.rules().expect("an entry has rules");
                assert_eq!(entry.givens.values().len(), rules.cells());
                assert!(entry.givens.values().iter().all(|&value| value <= rules.values()));
                let text = board_text(entry.givens.values(), rules.values());
                assert_eq!(parse_board(&text, rules).expect("a board as we write it"), entry.givens);
                format!("{} {text}", entry.line)
            }
            Err(error) => {
                let complaint = error.to_string();
                short(&complaint);
                complaint
            }
        });
    }
    said
}

/// Reads the bytes as a CNF file; what is read is written and read again as the same.
pub fn dimacs(data: &[u8]) {
    match harness::dimacs::read(data) {
        Ok(cnf) => {
            let mut text = Vec::new();
            harness::dimacs::write(&mut text, &cnf).expect("writing to memory");
            let again = harness::dimacs::read(&text[..]).expect("a file as we write it");
            assert_eq!((again.variables, again.clauses), (cnf.variables, cnf.clauses));
        }
        Err(error) => short(&error.to_string()),
    }
}

/// Reads the bytes as an exact cover problem.
pub fn cover_file(data: &[u8]) {
    let mut text = String::new();
    if { data }.read_to_string(&mut text).is_ok()
        && let Err(error) = harness::cover_file::parse(&text)
    {
        short(&error.to_string());
    }
}

fn short(complaint: &str) {
    assert!(complaint.chars().count() < 300 && !complaint.contains('\n'), "{complaint}");
}
