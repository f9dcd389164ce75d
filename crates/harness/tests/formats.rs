//! Formats of puzzles: docs/FORMATS.md is what the reader does, and what is written is read again.

use assert_cmd::Command;
use model::text::{Reader, board_text};

const BOARD: &str = "1..4..2..3..4..1";

fn first(text: &str) -> String {
    let mut reader = Reader::new(text.as_bytes(), None);
    match reader.next() {
        None => "nothing".into(),
        Some(Err(error)) => format!("refused: {error}"),
        Some(Ok(entry)) => {
            let format = reader.format().expect("reading has begun");
            let n = reader.rules().expect("an entry has rules").values();
            let alphabet = format.alphabet.expect("settled").name();
            format!("{}, {alphabet}: {}", format.layout.name(), board_text(entry.givens.values(), n))
        }
    }
}

#[test]
fn the_examples_of_the_page_are_read_as_it_says() {
    let page = include_str!("../../../docs/FORMATS.md");
    let parts: Vec<&str> = page.split("```\n").collect();
    assert!(parts.len() > 30, "the page has {} parts", parts.len());
    for pair in parts[1..].chunks(2) {
        let [example, after] = pair else { panic!("an example without an end") };
        assert_eq!(first(example), after.lines().next().unwrap_or_default(), "{example}");
    }
}

#[test]
fn what_is_written_is_read_again_in_every_format() {
    let harness = || Command::cargo_bin("harness").expect("the binary");
    let formats = "line sdm numbers csv json grid rows sdk ss candidates braces opensudoku";
    let source = format!("{BOARD}\n.{}\n", &BOARD[1..]);
    for to in formats.split(' ') {
        let written =
            harness().args(["corpus", "convert", "-", "--to", to]).write_stdin(source.clone()).assert().success();
        let written = written.get_output().stdout.clone();
        let again = harness().args(["corpus", "convert", "-"]).write_stdin(written).assert().success();
        assert_eq!(String::from_utf8_lossy(&again.get_output().stdout), source, "{to}");
    }
}
