//! Controls, and counts on many machines.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use harness::shards;
use sha2::{Digest, Sha256};

const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../bench-data/corpora/seventeen_10068.txt");

fn harness(here: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_harness")).current_dir(here).args(arguments).output().expect("it runs")
}

fn fine(here: &Path, arguments: &[&str]) -> Output {
    let output = harness(here, arguments);
    assert!(output.status.success(), "{arguments:?}: {}", said(&output));
    output
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn printed(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn make_all(here: &Path, parts: u32, shards: u32) {
    for part in 0..parts {
        fine(here, &["run", "--plan", "plan.json", "--shard", &format!("{part}/{shards}"), "--out", "shards"]);
    }
}

/// What a merge says that is to fail.
fn refused(here: &Path) -> String {
    let merge = harness(here, &["merge", "plan.json", "shards", "--out", "reports"]);
    assert_eq!(merge.status.code(), Some(1), "{}", said(&merge));
    assert!(said(&merge).contains("nothing was merged"), "{}", said(&merge));
    said(&merge)
}

/// Changes a line of a shard file by the number of its row and makes its footer anew; hands back how it was.
fn forge(path: &Path, begin: &str, change: impl Fn(&str) -> String) -> String {
    let text = std::fs::read_to_string(path).expect("a shard");
    let (body, footer) = text.trim_end().rsplit_once('\n').expect("a footer");
    let old = format!("{:x}", Sha256::digest(format!("{body}\n")));
    let line = body.lines().find(|line| line.starts_with(begin)).expect("the row");
    let body = body.replacen(line, &change(line), 1) + "\n";
    let footer = footer.replace(&old, &format!("{:x}", Sha256::digest(&body)));
    std::fs::write(path, format!("{body}{footer}\n")).expect("room");
    text
}

#[test]
fn controls_are_held_against_their_shards() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    let plan = ["plan", "--corpus", CORPUS, "--limit", "512", "--strategies", "dlx/shortest,ps12/bitboard", "--reps=1"];
    let planned = fine(here, &[&plan[..], &["--decoys=0", "--shards", "2", "--out", "plan.json"]].concat());
    assert!(said(&planned).contains("2/2 is the control of shard 1"), "{}", said(&planned));
    assert_eq!(printed(&harness(here, &["missing", "plan.json", "shards"])), "0-2\n");
    let beyond = harness(here, &["run", "--plan", "plan.json", "--shard", "3/2", "--out", "shards"]);
    assert_eq!(beyond.status.code(), Some(2));
    make_all(here, 3, 2);
    let merge = fine(here, &["merge", "plan.json", "shards", "--out", "reports"]);
    assert!(said(&merge).contains("control of shard 1: made twice on "), "{}", said(&merge));
    let run = std::fs::read_dir(here.join("reports")).expect("reports").next().expect("one").expect("an entry").path();
    let run = std::fs::read_dir(run).expect("runs").next().expect("one").expect("an entry").path();
    let manifest = std::fs::read(run.join("manifest.json")).expect("a manifest");
    let manifest: serde_json::Value = serde_json::from_slice(&manifest).expect("JSON");
    let controls = manifest["sharded"]["controls"].as_array().expect("controls");
    assert_eq!((controls.len(), &controls[0]["of"], &controls[0]["record"]["shard"]), (1, &1.into(), &2.into()));
    assert!(controls[0]["time_ratio"].as_f64().expect("a ratio") > 0.0);
    let rows = std::fs::read_to_string(run.join("counts/dlx.shortest.csv")).expect("counts");
    assert_eq!(rows.lines().count(), 513, "what was made twice is there once");

    // Another count on another host: somebody is wrong.
    let control: PathBuf = shards::path(&here.join("shards"), 2);
    let whole = forge(&control, "300,ok,1,", |row| format!("{row}0"));
    let told = refused(here);
    assert!(told.contains("and its control 2 on ") && told.contains("differ: dlx/shortest: `300,ok,1,"), "{told}");
    std::fs::write(&control, &whole).expect("room");
    std::fs::remove_file(&control).expect("it is there");
    assert!(refused(here).contains("shard 2, the control of 1, is missing"));
}

#[test]
fn a_count_in_shards_is_the_count() {
    // OEIS A002860 and A107739.
    for (rules, shards, solutions) in [("latin-5", 4, 161_280), ("sudoku-2", 3, 288), ("latin-2", 2, 2)] {
        let folder = tempfile::tempdir().expect("a folder");
        let here = folder.path();
        fine(here, &["plan", "--count", rules, "--shards", &shards.to_string(), "--out", "plan.json"]);
        assert_eq!(printed(&harness(here, &["missing", "plan.json", "shards"])), format!("0-{shards}\n"));
        make_all(here, shards + 1, shards);
        let merge = fine(here, &["merge", "plan.json", "shards"]);
        assert_eq!(printed(&merge), format!("{solutions} solutions, all there are\n"));
        let json: serde_json::Value =
            serde_json::from_str(&printed(&fine(here, &["merge", "plan.json", "shards", "--format", "json"])))
                .expect("JSON");
        let count = fine(here, &["count", rules, "--format", "json"]);
        assert_eq!(json, serde_json::from_str::<serde_json::Value>(&printed(&count)).expect("JSON"));
    }
}

#[test]
fn a_count_that_is_not_proved_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    let board = "12..............";
    fine(here, &["plan", "--count=latin-4", "--puzzle", board, "--shards=3", "--controls=1", "--out=plan.json"]);
    make_all(here, 4, 3);
    let right = printed(&fine(here, &["merge", "plan.json", "shards"]));
    assert_eq!(right, printed(&fine(here, &["count", "latin-4", board])));
    let shard = |part| shards::path(&here.join("shards"), part);
    // A prefix that is another's, one too few, a number that its control does not have, a shard that is not there.
    let whole = forge(&shard(0), "1,", |row| row.replacen("1,", "2,", 1));
    assert!(refused(here).contains("shard 0: `2,"), "{}", refused(here));
    std::fs::write(shard(0), &whole).expect("room");
    let whole = forge(&shard(3), "2,", |row| format!("{row}7"));
    let told = refused(here);
    assert!(told.contains("shard 1 and its control 3 differ: "), "{told}");
    std::fs::write(shard(3), &whole).expect("room");
    std::fs::remove_file(shard(2)).expect("it is there");
    assert!(refused(here).contains("shard 2 is missing"));
    let plan = std::fs::read_to_string(here.join("plan.json")).expect("a plan");
    std::fs::write(here.join("plan.json"), plan.replace("latin-4", "sudoku-2")).expect("room");
    let changed = harness(here, &["merge", "plan.json", "shards"]);
    assert!(said(&changed).contains("plan.json was changed since it was made"), "{}", said(&changed));
    let few = harness(here, &["plan", "--count=latin-2", "--shards=9", "--out=few.json"]);
    assert!(said(&few).contains("there are 2 prefixes: no more than 2 shards"), "{}", said(&few));
    let clash = harness(here, &["plan", "--count=latin-2", "--puzzle", "11..", "--shards=1", "--out=few.json"]);
    assert!(said(&clash).contains("there is nothing to count"), "{}", said(&clash));
}
