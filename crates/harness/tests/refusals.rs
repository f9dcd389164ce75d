//! What the command line refuses: one clear line on standard error, exit 2, no panic, nothing half-written.

use std::path::Path;

use assert_cmd::Command;

/// Runs `harness` and returns exit code, standard output and standard error.
fn harness(arguments: &[&str]) -> (i32, String, String) {
    let output = Command::cargo_bin("harness").expect("the binary").args(arguments).output().expect("it runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().expect("no signal"), text(&output.stdout), text(&output.stderr))
}

/// `harness run` with these arguments is refused with a message that has all the `words`, and leaves nothing.
fn refused(arguments: &[&str], words: &[&str]) {
    let out = tempfile::tempdir().expect("a folder");
    let out_dir = out.path().join("reports");
    let mut all = vec!["run", "--out", out_dir.to_str().expect("a plain path")];
    all.extend(arguments);
    let (code, stdout, stderr) = harness(&all);
    assert_eq!((code, stdout.as_str()), (2, ""), "{arguments:?}: {stderr}");
    assert!(!stderr.contains("panicked"), "{stderr}");
    for word in words {
        assert!(stderr.contains(word), "{arguments:?} said {stderr:?}, which lacks {word:?}");
    }
    assert!(!out_dir.exists(), "{arguments:?} left something behind");
}

fn file(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, text).expect("room");
    path.to_str().expect("a plain path").to_owned()
}

#[test]
fn a_corpus_that_cannot_be_used() {
    let folder = tempfile::tempdir().expect("a folder");
    let of = |name: &str, text: &str| file(folder.path(), name, text);
    refused(&["--corpus", "/nowhere/puzzles.txt"], &["cannot open /nowhere/puzzles.txt"]);
    refused(&["--corpus", folder.path().to_str().expect("a plain path")], &["is a directory"]);
    refused(&["--corpus", &of("empty", "")], &["holds no puzzle"]);
    refused(&["--corpus", &of("notes", "# only\n\n# notes\n")], &["holds no puzzle"]);
    refused(&["--corpus", &of("bad", "1...............\n1..z............\n")], &["line 2, column 4", "'z'"]);
    refused(&["--corpus", &of("clash", "1...............\n11..............\n")], &["line 2", "r1c1 and r1c2"]);
    refused(&["--corpus", &of("long", &".".repeat(82))], &["line 1", "82 cells"]);
    refused(
        &["--rules", "sudoku-2", "--corpus", &of("nine", &".".repeat(81))],
        &["expected 16 cells for sudoku-2, found 81"],
    );
    refused(
        &["--offset", "10", "--corpus", &of("two", "1...............\n2...............\n")],
        &["the selection is empty"],
    );
}

#[test]
fn a_name_that_nobody_has() {
    refused(&["--strategies", "dlx/shortst"], &["no strategy is called `dlx/shortst`", "did you mean `dlx/shortest`?"]);
    refused(&["--rules", "sodoku-3"], &["no rules are called `sodoku-3`", "did you mean `sudoku-3`"]);
    refused(&["--counters", "gueses"], &["no strategy counts `gueses`", "did you mean `guesses`?"]);
    refused(&["nowhere.toml"], &["cannot read the campaign nowhere.toml"]);
}

#[test]
fn numbers_that_make_no_sense() {
    for flag in ["--limit", "--sample", "--stride", "--reps", "--threads"] {
        refused(&[flag, "0"], &[flag]);
    }
    refused(&["--time-limit", "0s"], &["--time-limit"]);
    refused(&["--time-limit", "soon"], &["--time-limit"]);
    refused(&["--ask", "two"], &["--ask"]);
    refused(&["--ask", "count:0"], &["--ask"]);
    refused(&["--decoys", "-1"], &[]);
}

#[test]
fn a_campaign_with_a_mistake_is_named_with_its_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = file(folder.path(), "c.toml", "name = \"c\"\nstrateges = [\"dlx\"]\n");
    refused(&[&path], &["c.toml", "strateges"]);
    let path = file(folder.path(), "d.toml", "name = \"d\"\ncorpus = \"{where}\"\n");
    refused(&[&path], &["--set where=VALUE"]);
    let path = file(folder.path(), "e.toml", "name = \"e\"\n");
    refused(&[&path], &["--corpus FILE"]);
}

#[test]
fn a_place_that_cannot_be_written() {
    let (code, _, stderr) = harness(&["run", "--limit", "1", "--out", "/dev/null/reports"]);
    assert_eq!(code, 2);
    assert!(stderr.contains("cannot make /dev/null/reports"), "{stderr}");
}

#[test]
fn bad_lines_are_skipped_and_counted_when_asked() {
    let folder = tempfile::tempdir().expect("a folder");
    let corpus = file(folder.path(), "mixed", "1...............\n11..............\n12\n2...............\n");
    let out = folder.path().join("reports");
    let out = out.to_str().expect("a plain path");
    let arguments = [
        "run",
        "--corpus",
        &corpus,
        "--skip-bad",
        "--counts-only",
        "--strategies",
        "dlx/shortest",
        "--ask",
        "first",
        "--out",
        out,
    ];
    let (code, _, stderr) = harness(&arguments);
    assert_eq!(code, 0, "{stderr}");
    assert!(stderr.contains("skipped 2 bad lines"), "{stderr}");
}

#[test]
fn what_is_no_run_directory() {
    for command in ["report", "rerun"] {
        let (code, _, stderr) = harness(&[command, "/tmp"]);
        assert_eq!(code, 2);
        assert!(stderr.contains("/tmp is no run directory"), "{stderr}");
    }
    let (code, _, stderr) = harness(&["run", "--resume", "/nowhere"]);
    assert_eq!(code, 2);
    assert!(stderr.contains("/nowhere is no run directory"), "{stderr}");
}

#[test]
fn what_is_neither_a_file_nor_a_puzzle() {
    for (puzzle, word) in [("puzzle.txt", "neither a file nor a puzzle"), ("", "there is no puzzle"), ("12", "2 cells")]
    {
        let (code, stdout, stderr) = harness(&["solve", puzzle]);
        assert_eq!((code, stdout.as_str()), (2, ""), "{puzzle:?}");
        assert!(stderr.contains(word), "{stderr}");
    }
    let (code, _, stderr) = harness(&["solve", "1...............", "--strategy", "ps12"]);
    assert_eq!(code, 2);
    assert!(stderr.contains("several strategies"), "{stderr}");
}
