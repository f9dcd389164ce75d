//! What the timed passes took beside time: there where the system tells it, empty elsewhere, and whole after a resume.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn harness(arguments: &[&str]) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_harness"));
    let status = command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).status();
    assert!(status.expect("it runs").success(), "{arguments:?}");
}

/// A run of two strategies with forty puzzles and two decoys, in two passes.
fn run(out: &Path, how: &str) -> PathBuf {
    let out = out.to_str().expect("a plain path");
    let few = ["--sample", "40", "--reps", "2", "--decoys", "5", "--strategies", "dlx/shortest,ps12/bitboard"];
    harness(&[&["run"], &few[..], &["--executor", how, "--out", out]].concat());
    let campaign = std::fs::read_dir(out).expect("a folder").next().expect("a campaign").expect("an entry");
    std::fs::read_dir(campaign.path()).expect("a folder").next().expect("a run").expect("an entry").path()
}

/// The rows of resources.csv: strategy and pass, then the numbers.
fn rows(run: &Path) -> Vec<(String, Vec<Option<u64>>)> {
    let mut reader = csv::Reader::from_path(run.join("resources.csv")).expect("the file");
    let columns = ["puzzles", "wall_ns", "cpu_ns", "instructions", "peak_memory_bytes"];
    assert_eq!(reader.headers().expect("a head").iter().skip(2).collect::<Vec<_>>(), columns);
    let row = |row: csv::StringRecord| {
        (format!("{} {}", &row[0], &row[1]), row.iter().skip(2).map(|number| number.parse().ok()).collect())
    };
    reader.records().map(|found| row(found.expect("a row"))).collect()
}

#[test]
fn every_strategy_and_pass_has_what_the_system_tells_and_nothing_is_0() {
    let folder = tempfile::tempdir().expect("a folder");
    for how in ["workers", "threads"] {
        let run = run(&folder.path().join(how), how);
        let rows = rows(&run);
        let names: Vec<&str> = rows.iter().map(|row| row.0.as_str()).collect();
        assert_eq!(names, ["dlx/shortest 1", "dlx/shortest 2", "ps12/bitboard 1", "ps12/bitboard 2"]);
        for (name, row) in &rows {
            let [puzzles, wall, cpu, instructions, peak] = row[..] else { panic!("five columns") };
            assert_eq!(puzzles, Some(42), "{name}");
            assert!(wall > Some(0) && instructions != Some(0), "{name}: {row:?}");
            assert_eq!(cpu.is_some(), cfg!(target_os = "linux"), "{name}");
            // Threads share the memory of the harness: a peak of theirs would be everybody's.
            assert_eq!(peak.is_some(), cfg!(target_os = "linux") && how == "workers", "{name}");
            assert!(peak.is_none_or(|peak| peak > 100_000), "{name}: {row:?}");
        }
        let page = std::fs::read_to_string(run.join("report.md")).expect("a report");
        assert_eq!(page.contains("### What it took"), !rows.is_empty());
        harness(&["manifest", run.to_str().expect("a plain path"), "--verify"]);
        let manifest = std::fs::read_to_string(run.join("manifest.json")).expect("a manifest");
        assert!(manifest.contains("\"resources.csv\": \""), "hashed");
    }
}

/// As a process leaves it that was killed in the second pass.
#[test]
fn a_run_that_was_killed_has_every_block_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = run(folder.path(), "workers");
    let manifest = std::fs::read_to_string(run.join("manifest.json")).expect("a manifest");
    let mut manifest: serde_json::Value = serde_json::from_str(&manifest).expect("JSON");
    manifest["finished"] = serde_json::Value::Null;
    manifest["files"] = serde_json::json!({});
    std::fs::write(run.join("manifest.json"), manifest.to_string()).expect("room");
    for (name, share) in [("dlx.shortest", 2), ("ps12.bitboard", 3)] {
        let path = run.join(format!("times/{name}.csv"));
        let bytes = std::fs::read(&path).expect("its times");
        std::fs::write(&path, &bytes[..bytes.len() / share]).expect("room");
    }
    std::fs::remove_file(run.join("resources.csv")).expect("it was there");
    harness(&["run", "--resume", run.to_str().expect("a plain path")]);
    let puzzles: Vec<Option<u64>> = rows(&run).iter().map(|row| row.1[0]).collect();
    assert_eq!(puzzles, [Some(42); 4]);
}
