//! Populations beside the selection, never pooled with it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const STRATEGIES: &str = "dlx/shortest,ps12/paper,ps12/bitboard";

fn harness(arguments: &[&str], folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_harness")).args(arguments).current_dir(folder).output().expect("it runs")
}

fn fine(arguments: &[&str], folder: &Path) -> Output {
    let output = harness(arguments, folder);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    output
}

/// The run directory below `reports` in a folder.
fn run_dir(folder: &Path) -> PathBuf {
    let below = |path: PathBuf| std::fs::read_dir(path).expect("a folder").next().expect("one").expect("it").path();
    below(below(folder.join("reports")))
}

/// A column of a file by name.
fn column(path: &Path, name: &str) -> Vec<String> {
    let mut reader = csv::Reader::from_path(path).expect("a file");
    let at = reader.headers().expect("a head").iter().position(|head| head == name).expect("the column");
    reader.records().map(|row| row.expect("a row")[at].to_owned()).collect()
}

fn json(path: &Path) -> serde_json::Value {
    serde_json::from_str(&std::fs::read_to_string(path).expect("a file")).expect("JSON")
}

/// The default campaign on few puzzles of each population.
fn run(folder: &Path) -> PathBuf {
    let campaign = "corpus = \"embedded:seventeen_10068\"\nlimit = 6\nstratum_sample = 4\nreps = 2\ndecoys = 2.0\n\
                    reference = \"dlx/shortest\"\n\
                    [[stratum]]\nname = \"minimal\"\ncorpus = \"embedded:minimal_1000\"\n\
                    [[stratum]]\nname = \"several\"\ncorpus = \"several.txt\"\n";
    std::fs::write(folder.join("strata.toml"), campaign).expect("room");
    let several =
        ["4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........", &".".repeat(81)];
    std::fs::write(folder.join("several.txt"), several.join("\n") + "\n").expect("room");
    fine(&["run", "strata.toml", "--strategies", STRATEGIES], folder);
    run_dir(folder)
}

#[test]
fn strata_stand_by_themselves_and_change_nothing_of_the_selection() {
    let folder = tempfile::tempdir().expect("a folder");
    let dir = run(folder.path());
    let strata = column(&dir.join("puzzles.csv"), "stratum");
    let expected = [vec![""; 6], vec!["minimal"; 4], vec!["several"; 2], vec![""; 2]].concat();
    assert_eq!(strata, expected, "the selection, the strata, the decoys");
    let decoys = column(&dir.join("puzzles.csv"), "decoy");
    assert!(decoys[..12].iter().all(String::is_empty) && decoys[12..].iter().all(|decoy| !decoy.is_empty()));

    let summary = json(&dir.join("summary.json"));
    assert_eq!(summary["puzzles"], 6);
    let names: Vec<&str> =
        summary["strata"].as_array().expect("a list").iter().filter_map(|one| one["name"].as_str()).collect();
    assert_eq!(names, ["minimal", "several"]);
    for (stratum, puzzles) in [(0, 4), (1, 2)] {
        let stratum = &summary["strata"][stratum];
        assert_eq!(stratum["puzzles"], puzzles);
        assert!(stratum["strategies"].as_array().is_some_and(|all| all.iter().all(|one| one["puzzles"] == puzzles)));
        assert!(stratum["winner"].is_string());
    }
    let counts = std::fs::read_to_string(dir.join("counts/dlx.shortest.csv")).expect("counts");
    let solutions = column(&dir.join("counts/dlx.shortest.csv"), "solutions");
    assert_eq!(solutions[10..12], ["1", "2"], "a famous hard one, and the empty board");

    let alone = tempfile::tempdir().expect("a folder");
    let limit =
        ["run", "--corpus", "embedded:seventeen_10068", "--limit", "6", "--reps", "1", "--strategies", STRATEGIES];
    fine(&limit, alone.path());
    let without = std::fs::read_to_string(run_dir(alone.path()).join("counts/dlx.shortest.csv")).expect("counts");
    assert_eq!(counts.lines().take(7).collect::<Vec<_>>(), without.lines().take(7).collect::<Vec<_>>());

    let page = std::fs::read_to_string(dir.join("report.md")).expect("a report");
    assert!(
        page.contains("## Populations") && page.contains("### several") && page.contains("2 puzzles of several.txt")
    );
    assert!(dir.join("charts/time-by-population.svg").exists());
    let manifest = json(&dir.join("manifest.json"));
    assert_eq!(manifest["strata"][0]["puzzles"], 4);
    assert!(manifest["campaign"]["stratum"][1]["corpus_sha256"].is_string(), "its corpus is known by its hash");
    fine(&["rerun", dir.to_str().expect("text")], folder.path());
}

#[test]
fn shards_make_the_same_counts() {
    let folder = tempfile::tempdir().expect("a folder");
    // More than one block, so that there can be shards.
    let changes =
        ["--corpus", "embedded:seventeen_10068", "--limit", "300", "--counts-only", "--strategies", STRATEGIES];
    let strata = ["--stratum", "minimal=embedded:minimal_1000", "--stratum-sample", "4"];
    let here = folder.path();
    let plan: Vec<&str> = ["plan", "--shards", "2", "--controls", "0", "--out", "plan.json"]
        .into_iter()
        .chain(changes)
        .chain(strata)
        .collect();
    fine(&plan, here);
    for shard in ["0/2", "1/2"] {
        fine(&["run", "--plan", "plan.json", "--shard", shard, "--out", "shards"], here);
    }
    fine(&["merge", "plan.json", "shards", "--out", "reports"], here);
    let merged = run_dir(here);
    let other = tempfile::tempdir().expect("a folder");
    fine(&["run"].into_iter().chain(changes).chain(strata).collect::<Vec<_>>(), other.path());
    let straight = run_dir(other.path());
    for file in ["counts/ps12.paper.csv", "puzzles.csv"] {
        let read = |dir: &Path| std::fs::read_to_string(dir.join(file)).expect("a file");
        assert_eq!(read(&merged), read(&straight), "{file}");
    }
    let counted: BTreeSet<String> = column(&merged.join("puzzles.csv"), "stratum").into_iter().collect();
    assert_eq!(counted, BTreeSet::from([String::new(), "minimal".to_owned()]));
}

#[test]
fn who_selects_puzzles_gets_those_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    fine(&["run", "--sample", "3", "--counts-only", "--strategies", "ps12/paper"], folder.path());
    assert_eq!(column(&run_dir(folder.path()).join("puzzles.csv"), "stratum"), ["", "", ""]);
}

#[test]
fn strata_that_cannot_be_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("small.txt"), "1..............1\n").expect("room");
    for (strata, said) in [
        (vec!["--stratum", "hard"], "is not NAME=CORPUS"),
        (vec!["--stratum", "gone=nowhere.txt"], "in the stratum `gone`: cannot open nowhere.txt"),
        (vec!["--stratum", "small=small.txt"], "in the stratum `small`"),
        (vec!["--stratum", "a=embedded:none_250", "--stratum", "a=embedded:none_250"], "two strata are called `a`"),
        (vec!["--stratum", "in=-"], "cannot be standard input"),
    ] {
        let output = harness(&["run", "--limit", "2"].into_iter().chain(strata).collect::<Vec<_>>(), folder.path());
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert!(told.contains(said), "{told}");
    }
    assert!(!folder.path().join("reports").exists(), "nothing is left behind");
}
