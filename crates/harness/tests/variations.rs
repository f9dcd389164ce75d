//! Puzzles counted again in other forms and with other seeds.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn harness(arguments: &[&str]) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_harness"));
    let status = command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).status();
    assert!(status.expect("it runs").success(), "{arguments:?}");
}

const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../bench-data/corpora/seventeen_10068.txt");
const STRATEGIES: &str = "dlx/shortest,ps12/random,ps12/paper,naive/smallest-domain,sat/extended-fresh";

/// A run that counts nine puzzles, and the first eight again in four forms and with three seeds.
fn run(out: &Path, more: &[&str]) -> PathBuf {
    let out = out.to_str().expect("a plain path");
    let few = ["--corpus", CORPUS, "--limit", "9", "--strategies", STRATEGIES, "--step-limit", "20000"];
    let varied = ["--counts-only", "--forms", "4", "--seeds", "3", "--varied", "8", "--out", out];
    harness(&[&["run"], &few[..], &varied, more].concat());
    let campaign = std::fs::read_dir(out).expect("a folder").next().expect("a campaign").expect("an entry");
    std::fs::read_dir(campaign.path()).expect("a folder").next().expect("a run").expect("an entry").path()
}

fn bytes(run: &Path) -> String {
    std::fs::read_to_string(run.join("variations.csv")).expect("the file")
}

fn rows(path: &Path) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_path(path).expect("a file");
    reader.deserialize().map(|row| row.expect("a row")).collect()
}

#[test]
fn rows_depend_on_no_thread_and_no_process_and_survive_a_kill() {
    let folder = tempfile::tempdir().expect("a folder");
    let one = run(&folder.path().join("one"), &["--threads", "1"]);
    let text = bytes(&one);
    assert_eq!(bytes(&run(&folder.path().join("two"), &["--threads", "2"])), text);
    assert_eq!(bytes(&run(&folder.path().join("threads"), &["--executor", "threads"])), text);
    // As a process leaves it that was killed: at a line's end, within a line, before the first row, before the file.
    for length in [Some(text.len() * 2 / 3), Some(text.len() - 1), Some(100), Some(3), None] {
        let manifest = std::fs::read_to_string(one.join("manifest.json")).expect("a manifest");
        let mut manifest: serde_json::Value = serde_json::from_str(&manifest).expect("JSON");
        manifest["finished"] = serde_json::Value::Null;
        std::fs::write(one.join("manifest.json"), manifest.to_string()).expect("room");
        match length {
            Some(length) => std::fs::write(one.join("variations.csv"), &text[..length]).expect("room"),
            None => std::fs::remove_file(one.join("variations.csv")).expect("it is there"),
        }
        harness(&["run", "--resume", one.to_str().expect("a plain path")]);
        assert_eq!(bytes(&one), text, "cut at {length:?}");
        harness(&["manifest", one.to_str().expect("a plain path"), "--verify"]);
    }
}

#[test]
fn forms_and_seeds_leave_the_answers_and_are_those_of_other_campaign_seeds() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = run(&folder.path().join("first"), &["--seed", "5"]);
    let varied = rows(&first.join("variations.csv"));
    let mut kinds = BTreeMap::new();
    for row in &varied {
        let file = format!("counts/{}.csv", row["strategy"].replace('/', "."));
        let puzzle: usize = row["puzzle"].parse().expect("a number");
        let counted = &rows(&first.join(file))[puzzle - 1];
        assert_eq!(counted["status"], "ok", "others are not asked again");
        assert!(["ok", "halted", "stuck"].contains(&row["status"].as_str()), "{row:?}");
        if row["status"] == "ok" {
            assert_eq!(row["solutions"], counted["solutions"], "{row:?}");
        }
        assert_eq!(row["steps"].is_empty(), row["strategy"].starts_with("sat/"), "{row:?}");
        kinds.entry((row["kind"].clone(), row["strategy"].clone())).and_modify(|n| *n += 1).or_insert(1);
    }
    assert_eq!(kinds[&("form".to_owned(), "dlx/shortest".to_owned())], 4 * 8);
    let seeded: Vec<&str> = kinds.keys().filter(|key| key.0 == "seed").map(|key| key.1.as_str()).collect();
    assert_eq!(seeded, ["ps12/random"]);
    // The second seed of a campaign with seed 5 is that of a campaign with seed 7.
    let other = rows(&run(&folder.path().join("other"), &["--seed", "7"]).join("counts/ps12.random.csv"));
    let second = varied.iter().filter(|row| row["kind"] == "seed" && row["number"] == "2");
    let mut differ = false;
    for row in second {
        let puzzle: usize = row["puzzle"].parse().expect("a number");
        assert_eq!((&row["steps"], &row["guesses"]), (&other[puzzle - 1]["steps"], &other[puzzle - 1]["guesses"]));
        let here =
            varied.iter().find(|one| one["kind"] == "seed" && one["number"] == "1" && one["puzzle"] == row["puzzle"]);
        differ |= here.is_some_and(|one| one["steps"] != row["steps"]);
    }
    assert!(differ, "another seed is another search");
}

#[test]
fn the_report_says_how_much_is_the_form_and_how_much_the_seed() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = run(folder.path(), &[]);
    let page = std::fs::read_to_string(run.join("report.md")).expect("a report");
    for said in ["Over 4 equivalent forms of each of 8 puzzles", "in the mean of 3 seeds", "### Forms", "### Seeds"] {
        assert!(page.contains(said), "{said}");
    }
    let summary = rows(&run.join("summary.csv"));
    for row in &summary {
        let is_random = row["strategy"] == "ps12/random";
        assert_eq!(row["seed_total_mean"].is_empty(), !is_random, "{row:?}");
        assert!(
            row["form_spread"].parse().is_ok_and(|ratio: f64| ratio >= 1.0) || row["strategy"].starts_with("naive")
        );
    }
    assert_eq!(summary.len(), 5);
}
