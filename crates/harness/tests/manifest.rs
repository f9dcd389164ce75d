//! `harness manifest`: what a run was made of and by, and whether it still is.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn harness(arguments: &[&str], path: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_harness")).args(arguments).arg(path).output().expect("it runs")
}

fn printed(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A small finished run on a corpus of its own.
fn run(folder: &Path) -> PathBuf {
    let corpus = folder.join("corpus.txt");
    std::fs::write(&corpus, "1...............\n2...............\n").expect("room");
    let corpus = corpus.to_str().expect("a plain path");
    let few = ["run", "--strategies", "dlx/shortest", "--reps", "1", "--corpus", corpus, "--out"];
    assert!(harness(&few, &folder.join("reports")).status.success());
    let only =
        |path: PathBuf| std::fs::read_dir(path).expect("a folder").next().expect("an entry").expect("one").path();
    only(only(folder.join("reports")))
}

/// Exit code of `--verify`, and its lines.
fn verify(run: &Path) -> (Option<i32>, Vec<String>) {
    let output = harness(&["manifest", "--verify"], run);
    (output.status.code(), printed(&output).lines().map(str::to_owned).collect())
}

#[test]
fn every_hash_is_worked_out_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = run(folder.path());
    let names = [
        "corpus",
        "Cargo.lock",
        "harness",
        "puzzles.csv",
        "variations.csv",
        "summary.csv",
        "summary.json",
        "resources.csv",
        "witnesses.csv",
        "counts/dlx.shortest.csv",
        "times/dlx.shortest.csv",
    ];
    let (code, lines) = verify(&run);
    assert_eq!((code, lines), (Some(0), names.map(|name| format!("ok      {name}")).to_vec()));
    // Charts and report are made again and are no data; the summary comes out the same.
    assert!(harness(&["report"], &run).status.success());
    assert_eq!(verify(&run).0, Some(0));
    // What lies elsewhere may go or be another's by now.
    std::fs::write(folder.path().join("corpus.txt"), "3...............\n").expect("room");
    let (code, lines) = verify(&run);
    assert_eq!((code, lines[0].as_str()), (Some(0), "differs corpus"));
    std::fs::remove_file(folder.path().join("corpus.txt")).expect("it is there");
    let (code, lines) = verify(&run);
    assert_eq!((code, lines[0].as_str()), (Some(0), "unknown corpus"));
    // What is of the run may not.
    let times = run.join("times/dlx.shortest.csv");
    let rows = std::fs::read_to_string(&times).expect("times");
    std::fs::write(&times, rows.replacen(",ok,", ",timeout,", 1)).expect("room");
    let (code, lines) = verify(&run);
    assert!(code == Some(1) && lines.contains(&"differs times/dlx.shortest.csv".to_owned()), "{lines:?}");
    std::fs::remove_file(&times).expect("it is there");
    let (code, lines) = verify(&run);
    assert!(code == Some(1) && lines.contains(&"missing times/dlx.shortest.csv".to_owned()), "{lines:?}");
    std::fs::write(&times, rows).expect("room");
    std::fs::write(run.join("errors.csv"), "puzzle,strategy,pass,status,reason\n").expect("room");
    let (code, lines) = verify(&run);
    assert!(code == Some(0) && lines.contains(&"unknown errors.csv".to_owned()), "{lines:?}");
}

#[test]
fn what_matters_is_printed_and_a_dirty_tree_is_said() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = run(folder.path());
    let path = run.join("manifest.json");
    let text = std::fs::read_to_string(&path).expect("a manifest");
    let mut manifest: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let warning = "built with changes that are in no commit (abc-dirty)";
    for (git, is_dirty) in [("abc", false), ("abc-dirty", true)] {
        manifest["build"]["git"] = git.into();
        std::fs::write(&path, manifest.to_string()).expect("room");
        let printed = printed(&harness(&["manifest"], &run));
        assert!(printed.contains(&format!("harness     git {git}, SHA-256 ")), "{printed}");
        assert!(printed.contains("strategy    dlx/shortest version "), "{printed}");
        assert_eq!(printed.contains(warning), is_dirty, "{printed}");
        assert!(harness(&["report"], &run).status.success());
        let report = std::fs::read_to_string(run.join("report.md")).expect("a report");
        let first: Vec<&str> = report.lines().take(6).collect();
        assert_eq!(first.join("\n").contains("abc-dirty"), is_dirty, "{first:?}");
    }
    let json = harness(&["manifest", "--format", "json"], &run);
    let json: serde_json::Value = serde_json::from_slice(&json.stdout).expect("JSON");
    assert_eq!(json["build"]["git"], "abc-dirty");
}
