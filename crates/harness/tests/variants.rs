//! Rules beyond the classic ones, from a name, a header or a file, by every strategy.

use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;

fn harness() -> Command {
    Command::cargo_bin("harness").expect("the binary")
}

fn json(arguments: &[&str]) -> Value {
    let output = harness().args(arguments).args(["--format", "json"]).output().expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn write(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, text).expect("a file");
    path.to_str().expect("text").to_owned()
}

#[test]
fn a_window_leaves_the_grids_that_have_four_values_in_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let window =
        write(folder.path(), "window.json", r#"{"base": "sudoku-2", "units": [["r2c2", "r2c3", "r3c2", "r3c3"]]}"#);
    let all = harness().args(["enumerate", "sudoku-2", "--format", "csv"]).output().expect("it runs").stdout;
    let grids = String::from_utf8(all).expect("text");
    let differ = |grid: &str| {
        let mut middle: Vec<u8> = [5, 6, 9, 10].map(|cell| grid.as_bytes()[cell]).to_vec();
        middle.sort_unstable();
        middle == b"1234"
    };
    let fields = grids.lines().flat_map(|line| line.split(','));
    let grids: Vec<&str> = fields.filter(|f| f.len() == 16 && f.bytes().all(|b| matches!(b, b'1'..=b'4'))).collect();
    assert_eq!(grids.len(), 288);
    let expected = grids.into_iter().filter(|grid| differ(grid)).count();
    let counted = json(&["count", &format!("units:{window}")]);
    assert_eq!(counted["solutions"], expected);
}

#[test]
fn a_corpus_carries_its_rules() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "window.json", r#"{"base": "sudoku-2", "units": [[6, 7, 10, 11]]}"#);
    // 1 in the middle twice is right in a classic board and wrong with a window.
    let board = "....\n.1..\n..1.\n....\n".replace('\n', "");
    for (header, solutions) in [("sudoku-2", true), ("units:window.json", false)] {
        let corpus = write(folder.path(), "corpus.txt", &format!("# rules: {header}\n{board}\n"));
        let output = harness().args(["solve", &corpus, "--format", "json"]).output().expect("it runs");
        let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!((answer["status"] == "ok", answer["status"] == "invalid"), (solutions, !solutions), "{answer}");
    }
    let corpus = write(folder.path(), "jigsaw.txt", "# rules: jigsaw:aababbccc\n1........\n");
    assert_eq!(json(&["solve", &corpus, "--ask", "count"])["solutions"], 2);
    let corpus = write(folder.path(), "latin.txt", "# rules: latin-3\n1........\n");
    assert_eq!(json(&["solve", &corpus, "--ask", "count"])["solutions"], 4);
}

#[test]
fn every_strategy_does_windoku_or_says_that_it_cannot() {
    let folder = tempfile::tempdir().expect("a folder");
    let rules = concat!("units:", env!("CARGO_MANIFEST_DIR"), "/../../bench-data/rules/windoku.json");
    let blank = ".".repeat(81);
    let grid =
        json(&["solve", &blank, "--rules", rules, "--ask", "first"])["grid"].as_str().expect("a grid").to_owned();
    // Every third cell is taken out: few solutions, found and proved by all.
    let puzzle: String = grid.chars().enumerate().map(|(at, c)| if at % 3 == 0 { '.' } else { c }).collect();
    let corpus = write(folder.path(), "windoku.txt", &format!("{puzzle}\n"));
    let out = folder.path().join("runs");
    let arguments =
        ["run", "--corpus", &corpus, "--rules", rules, "--strategies", "all", "--counts-only", "--decoys", "0"];
    let run = harness().args(arguments).arg("--out").arg(&out).output().expect("it runs");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let mut seen = Vec::new();
    for entry in walk(&out).into_iter().filter(|path| path.parent().is_some_and(|folder| folder.ends_with("counts"))) {
        let text = std::fs::read_to_string(&entry).expect("a file");
        let row = text.lines().nth(1).expect("a row").to_owned();
        let status = row.split(',').nth(1).expect("a status").to_owned();
        seen.push((entry.file_stem().expect("a name").to_string_lossy().into_owned(), status));
    }
    assert!(seen.len() > 10, "{seen:?}");
    let not_ok: Vec<_> = seen.iter().filter(|(_, status)| !matches!(status.as_str(), "ok" | "stuck")).collect();
    assert_eq!(not_ok, [&("ps12.bitboard".to_owned(), "unsupported".to_owned())]);
}

fn walk(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() { files.extend(walk(&path)) } else { files.push(path) }
    }
    files
}
