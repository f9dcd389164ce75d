//! `harness compare` of saved runs and of builds, from outside.

use std::path::{Path, PathBuf};

use assert_cmd::Command;
use predicates::prelude::*;
use serde_json::Value;

const STRATEGIES: &str = "dlx/shortest,ps12/paper,ps12/random";

fn harness() -> Command {
    Command::new(env!("CARGO_BIN_EXE_harness"))
}

/// A run of twenty puzzles below `out`.
fn run(out: &Path, more: &[&str]) -> PathBuf {
    let mut command = harness();
    command.args(["run", "--limit", "20", "--strategies", STRATEGIES, "--out"]).arg(out).args(more);
    command.assert().success();
    let only = |path: &Path| std::fs::read_dir(path).expect("a folder").next().expect("one").expect("one").path();
    only(&only(out))
}

fn json(command: &mut Command) -> Value {
    let said = command.args(["--format", "json"]).assert().success();
    serde_json::from_slice(&said.get_output().stdout).expect("JSON")
}

#[test]
fn two_runs_have_the_same_counts_and_times_in_one_table() {
    let folder = tempfile::tempdir().expect("a folder");
    let [a, b] = ["a", "b"].map(|name| run(&folder.path().join(name), &["--reps", "2"]));
    let found = json(harness().arg("compare").args([&a, &b]));
    assert_eq!(found["kind"], "runs");
    assert_eq!(found["counters"]["compared"], 60);
    assert_eq!(found["counters"]["differences"], Value::Array(Vec::new()));
    let contests = found["contests"].as_array().expect("contests");
    assert_eq!(contests.len(), 3);
    for contest in contests {
        assert_eq!(contest["processes"], serde_json::json!([2, 2]));
        let number = |name: &str| contest[name].as_f64().unwrap_or_else(|| panic!("{name} of {contest}"));
        assert!(number("ratio") > 0.0 && number("p") <= 1.0);
        // Two processes a side are few: nothing below a quarter is told.
        assert!(number("detectable") >= 1.25, "{contest}");
    }
    assert!(found["notes"].to_string().contains("Fewer than 10 processes"));
    let text = harness().arg("compare").args([&a, &b]).assert().success();
    text.stdout(predicate::str::contains("counts: identical on 60 pairs"));
}

#[test]
fn other_seeds_give_other_counts_and_a_rise_fails_where_it_is_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../../bench-data/corpora/seventeen_10068.txt");
    let [c, d] = [("c", "1"), ("d", "2")]
        .map(|(name, seed)| run(&folder.path().join(name), &["--corpus", corpus, "--counts-only", "--seed", seed]));
    let found = json(harness().arg("compare").args([&c, &d]));
    let differences = found["counters"]["differences"].as_array().expect("a list");
    assert!(!differences.is_empty());
    assert!(differences.iter().all(|one| one["strategy"] == "ps12/random"), "{differences:?}");
    assert!(found["notes"].to_string().contains("One of the runs has no times"));
    // More steps one way are fewer the other way.
    let exits: Vec<_> = [[&c, &d], [&d, &c]]
        .map(|pair| {
            let said = harness().arg("compare").args(pair).args(["--fail-above", "0"]).assert();
            said.get_output().status.code()
        })
        .to_vec();
    assert!(exits.contains(&Some(1)), "{exits:?}");
}

#[test]
fn runs_that_have_nothing_in_common_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../../bench-data/corpora/seventeen_10068.txt");
    let a = run(&folder.path().join("a"), &["--corpus", corpus, "--counts-only"]);
    let b = run(&folder.path().join("b"), &["--corpus", corpus, "--counts-only", "--offset", "20"]);
    let c = run(&folder.path().join("c"), &["--corpus", corpus, "--counts-only", "--ask", "first"]);
    for (other, why) in [(&b, "no puzzle in common"), (&c, "asked different things: unique of sudoku-3 and first")] {
        let said = harness().arg("compare").args([&a, other]).assert().code(2);
        said.stderr(predicate::str::contains(why));
    }
    harness().arg("compare").arg(&a).assert().code(2).stderr(predicate::str::contains("two run directories"));
    harness().arg("compare").args([&a, &folder.path().join("nowhere")]).assert().code(2);
}

#[test]
fn runs_of_different_machines_are_compared_by_ratios_to_the_reference() {
    let folder = tempfile::tempdir().expect("a folder");
    let [a, b] = ["a", "b"].map(|name| run(&folder.path().join(name), &["--reps", "2"]));
    let path = b.join("manifest.json");
    let text = std::fs::read_to_string(&path).expect("a manifest");
    let mut manifest: Value = serde_json::from_str(&text).expect("JSON");
    manifest["machine"]["host"] = "elsewhere".into();
    std::fs::write(&path, manifest.to_string()).expect("room");
    let found = json(harness().arg("compare").args([&a, &b]));
    assert_eq!((&found["kind"], &found["reference"]), (&"ratios".into(), &"dlx/shortest".into()));
    let contests = found["contests"].as_array().expect("contests");
    assert!(contests.iter().all(|contest| contest["strategy"] != "dlx/shortest"));
    assert_eq!(contests.len(), 2);
    let text = harness().arg("compare").args([&a, &b]).assert().success();
    text.stdout(predicate::str::contains("as a multiple of dlx/shortest"));
}

/// A session that is over in a moment.
const QUICK: [&str; 8] = ["--live", "--pairs", "10", "--process-time", "1ms", "--reps", "1", "--limit=20"];

#[test]
fn a_build_beside_itself_has_the_same_counts_and_a_contest_a_strategy() {
    let myself = env!("CARGO_BIN_EXE_harness");
    let found = json(harness().arg("compare").args([myself, myself]).args(QUICK).args(["--strategies", STRATEGIES]));
    assert_eq!((&found["kind"], found["contests"].as_array().map(Vec::len)), (&"builds".into(), Some(3)));
    assert_eq!(found["a"]["sha256"], found["b"]["sha256"]);
    assert_eq!(found["counters"]["differences"], Value::Array(Vec::new()));
    for contest in found["contests"].as_array().expect("contests") {
        assert_eq!(contest["pairs"].as_array().map(Vec::len), Some(10));
        assert_eq!(contest["processes"], serde_json::json!([10, 10]));
        assert!(contest["interval"].is_array() && contest["band"].is_number(), "{contest}");
    }
}

#[test]
fn strategies_of_one_build_are_compared_with_the_reference() {
    let myself = env!("CARGO_BIN_EXE_harness");
    let more = ["--strategies", STRATEGIES, "--reference", "ps12/paper"];
    let said = harness().args(["compare", myself]).args(QUICK).args(more).assert().success();
    said.stdout(predicate::str::contains("the time of ps12/paper").and(predicate::str::contains("fastest")));
    let found = json(harness().args(["compare", myself]).args(QUICK).args(more));
    assert_eq!((&found["kind"], &found["reference"]), (&"strategies".into(), &"ps12/paper".into()));
    assert!(found["counters"].is_null());
}

#[test]
fn what_is_no_harness_is_refused() {
    let myself = env!("CARGO_BIN_EXE_harness");
    let said = harness().args(["compare", myself, "/bin/sh"]).args(QUICK).args(["--strategies", "dlx"]).assert();
    said.code(2).stderr(predicate::str::contains("is no harness"));
    let said = harness().args(["compare", myself, "/no/such"]).args(QUICK).assert().code(2);
    said.stderr(predicate::str::contains("cannot find /no/such"));
    let few = harness().args(["compare", myself, "--live", "--pairs", "9"]).assert().code(2);
    few.stderr(predicate::str::contains("9"));
    // A worker of another language says so.
    harness().args(["worker", "0"]).assert().code(2).stderr(predicate::str::contains("language"));
}
