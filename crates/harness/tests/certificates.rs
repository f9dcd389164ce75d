//! `harness solve --certify` and `harness verify-certificate`: what holds is certified, what was changed is refused.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use harness::certificates::{Certificate, Unproved};
use model::solve::Off;
use model::{Grid, Puzzle, Rules, text};
use serde_json::Value;
use sha2::{Digest, Sha256};
use tempfile::TempDir;

/// Line 5 of Royle's corpus, which needs guesses; a clue more, which its solution has not; a clue less, and it has others.
const UNIQUE: &str = "000000012008030000000000040120500000000004700060000000507000300000620000000100000";
const NONE: &str = "400000012008030000000000040120500000000004700060000000507000300000620000000100000";
const MANY: &str = "000000012008030000000000040120500000000004700060000000507000300000620000000000000";

/// Standard output, standard error and exit code.
fn harness(arguments: &[&str]) -> (String, String, i32) {
    let mut command = Command::cargo_bin("harness").expect("the binary of this package");
    let output = command.args(arguments).output().expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("it writes UTF-8");
    (text(output.stdout), text(output.stderr), output.status.code().expect("no signal"))
}

fn path(folder: &Path) -> &str {
    folder.to_str().expect("a temporary folder's name is text")
}

/// Solves puzzles, a line each, and certifies them in the folder `certificates`.
fn certify(puzzles: &[&str], more: &[&str]) -> (TempDir, String, String, i32) {
    let work = tempfile::tempdir().expect("a folder");
    let corpus = work.path().join("corpus.txt");
    fs::write(&corpus, puzzles.join("\n") + "\n").expect("a file");
    let to = work.path().join("certificates");
    let (out, error, code) = harness(&[&["solve", path(&corpus), "--certify", path(&to)], more].concat());
    (work, out, error, code)
}

fn verify(folder: &Path) -> (String, i32) {
    let (out, error, code) = harness(&["verify-certificate", path(folder)]);
    assert_eq!(error, "");
    (out, code)
}

#[test]
fn unique_and_unsolvable_puzzles_are_certified_and_check() {
    for (puzzles, more) in [
        (&["12343412214.....", "123....4........"][..], &["--format", "json"][..]),
        (&[UNIQUE, NONE], &["--format", "json", "--strategy", "ps12/complete", "--jobs", "2"]),
        (&["14232314........", "123....4........"], &["--format", "json", "--rules", "sudoku-2-diagonal"]),
    ] {
        let (work, out, error, code) = certify(puzzles, more);
        assert_eq!((error.as_str(), code), ("", 0), "{out}");
        let answers: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        for (answer, number) in answers.iter().zip(["000001", "000002"]) {
            let folder = PathBuf::from(answer["certificate"].as_str().expect("a certificate"));
            assert!(folder.ends_with(number), "{answer}");
            let record = fs::read(folder.join("certificate.json")).expect("a record");
            let record: Value = serde_json::from_slice(&record).expect("JSON");
            assert_eq!((&record["grid"], &record["strategy"]), (&answer["grid"], &answer["strategy"]));
            assert_eq!(record["claim"], if answer["status"] == "ok" { "unique" } else { "none" });
        }
        let folder = work.path().join("certificates");
        let (said, code) = verify(&folder);
        assert!(said.ends_with("2 of 2 certificates check\n") && code == 0, "{said}");
        let (json, _, _) = harness(&["verify-certificate", path(&folder.join("000001")), "--format", "json"]);
        let json: Value = serde_json::from_str(&json).expect("JSON");
        assert_eq!((json.as_array().map(Vec::len), &json[0]["flaw"]), (Some(1), &Value::Null));
        assert!(work.path().join("certificates/000002").exists());
    }
}

#[test]
fn rules_of_a_file_go_with_the_certificate() {
    let work = tempfile::tempdir().expect("a folder");
    let rules = work.path().join("units.json");
    fs::write(&rules, r#"{"cells": 5, "values": 3, "units": [[1, 2, 3], [3, 4, 5], [1, 5]]}"#).expect("a file");
    let to = work.path().join("certificates");
    let named = format!("units:{}", path(&rules));
    let (out, error, code) = harness(&["solve", "12.1.", "--rules", &named, "--certify", path(&to)]);
    assert!(out.contains("exactly one solution") && code == 0, "{out}{error}");
    fs::remove_file(&rules).expect("it was there");
    assert_eq!(verify(&to), (format!("unique  {}\n1 of 1 certificates check\n", path(&to.join("000001"))), 0));
}

#[test]
fn what_has_more_solutions_or_clashes_has_no_certificate_and_that_is_said() {
    let (work, out, error, code) = certify(&[MANY, UNIQUE], &[]);
    assert!(out.contains("solutions or more") && code == 0, "{out}");
    assert_eq!(error, "line 1: no certificate: 2 solutions or more\n");
    let folder = |number: &str| work.path().join("certificates").join(number);
    assert!(!folder("000001").exists() && folder("000002").exists());

    let clash = format!("11{}", &UNIQUE[2..]);
    let (_, _, error, code) = certify(&[&clash], &[]);
    assert_eq!((error.as_str(), code), ("line 1: no certificate: the givens clash\n", 2));
    let (_, _, error, _) = certify(&[UNIQUE], &["--ask", "first"]);
    assert_eq!(error, "line 1: no certificate: a solution\n");
}

#[test]
fn a_certificate_is_not_written_over() {
    let (work, _, _, _) = certify(&[UNIQUE], &[]);
    let to = work.path().join("certificates");
    let before = fs::read(to.join("000001/certificate.json")).expect("a record");
    let (_, error, code) = harness(&["solve", NONE, "--certify", path(&to)]);
    assert!(error.ends_with("000001 is there already\n") && code == 2, "{error}");
    assert_eq!(fs::read(to.join("000001/certificate.json")).expect("a record"), before);
}

#[test]
fn a_wrong_claim_is_refuted() {
    let rules = Rules::sudoku(3);
    let puzzle = |board| Puzzle::new(rules.clone(), text::parse_board(board, &rules).expect("a board"));
    let (unique, many, none) = (puzzle(UNIQUE), puzzle(MANY), puzzle(NONE));
    let said = |puzzle, grid: Option<&Grid>| Certificate::new(puzzle, grid, &mut Off).expect_err("a wrong claim");
    let Unproved::Solution(grid) = said(&unique, None) else { panic!("it has a solution") };
    let grid = Grid::from_values(text::parse_board(&grid, &rules).expect("a board").values());
    assert!(matches!(said(&many, Some(&grid)), Unproved::Another(_)));
    let refused = said(&none, Some(&grid)).to_string();
    assert!(refused.starts_with("the grid does not answer the puzzle: cell r1c1 is given as 4"), "{refused}");
}

/// What a certificate was made into, and what is said of it.
type Tampering = (fn(&Path), &'static str);

/// Changes a file, and its hash in the record with it.
fn change(folder: &Path, name: &str, change: impl FnOnce(Vec<u8>) -> Vec<u8>) {
    let before = fs::read(folder.join(name)).expect("a file of the certificate");
    let after = change(before.clone());
    assert!(before != after, "{name} is as it was");
    let hash = |bytes: &[u8]| format!("{:x}", Sha256::digest(bytes));
    edit(folder, &hash(&before), &hash(&after));
    fs::write(folder.join(name), after).expect("it can be written");
}

/// Changes the record.
fn edit(folder: &Path, from: &str, to: &str) {
    let record = fs::read_to_string(folder.join("certificate.json")).expect("a record");
    assert!(record.contains(from), "{record}");
    fs::write(folder.join("certificate.json"), record.replacen(from, to, 1)).expect("it can be written");
}

/// Changes the text of the formula.
fn reword(folder: &Path, from: &str, to: &str) {
    change(folder, "formula.cnf", |bytes| {
        String::from_utf8(bytes).expect("DIMACS is text").replacen(from, to, 1).into_bytes()
    });
}

/// The grid of [`UNIQUE`] in the record.
const GRID: &str = "\"346795812258431697971862543129576438835214769764389251517948326493627185682153974\"";

const TAMPERINGS: [Tampering; 21] = [
    (
        |at| edit(at, &format!("\"unique\",\n  \"grid\": {GRID}"), "\"none\",\n  \"grid\": null"),
        "clause 10548 of the formula, `-724 -718 -711 -696 … 0`, is none of the puzzle's",
    ),
    (|at| edit(at, "\"grid\": \"3", "\"grid\": \"7"), "the grid does not answer the puzzle: row 1 holds 7 in both"),
    (|at| edit(at, "\"grid\": \"3", "\"grid\": \"33"), "certificate.json: the grid is none of these rules: "),
    (|at| edit(at, "\"grid\": \"3", "\"grid\": \"."), "the grid does not answer the puzzle: cell r1c1 holds 0"),
    (|at| edit(at, "\"puzzle\": \".", "\"puzzle\": \"3"), "the formula lacks the puzzle's clause `3 0`"),
    (|at| edit(at, "12..8.3", "1...8.3"), "clause 10532 of the formula, `74 0`, is none of the puzzle's"),
    (|at| edit(at, "\"unique\"", "\"none\""), "certificate.json: the claim does not go with the grid"),
    (|at| edit(at, "\"sudoku-3\"", "\"latin-9\""), "clause "),
    (|at| edit(at, "\"sudoku-3\"", "\"chess\""), "certificate.json: no rules are called `chess`"),
    (|at| edit(at, "\"schema\": 1", "\"schema\": 2"), "certificate.json: schema 2 is not known, 1 is"),
    (|at| edit(at, "\"formula.cnf\": \"", "\"formula.cnf\": \"0"), "formula.cnf: its SHA-256 is not the one in "),
    (|at| fs::remove_file(at.join("certificate.json")).expect("it was there"), "certificate.json: No such file"),
    (|at| fs::remove_file(at.join("proof.varisat")).expect("it was there"), "proof.varisat: No such file"),
    (|at| fs::write(at.join("proof.varisat"), "").expect("it can be"), "proof.varisat: its SHA-256 is not"),
    (|at| change(at, "proof.varisat", |_| Vec::new()), "the proof does not hold: step 1: Unexpected end"),
    (|at| change(at, "proof.varisat", |all| all[..all.len() / 2].to_vec()), "the proof does not hold: step "),
    (
        |at| change(at, "proof.drat", |all| [b"1 0\n", &all[..]].concat()),
        "proof.drat: it is not what proof.varisat says",
    ),
    (|at| change(at, "proof.drat", |_| Vec::new()), "proof.drat: it is not what proof.varisat says"),
    (|at| reword(at, "\n-1 -2 0\n", "\n"), "formula.cnf: line 10548: the input ends after 10547 clauses"),
    (|at| reword(at, "\n-1 -2 0\n", "\n-1 -3 0\n"), "the formula lacks the puzzle's clause `-2 -1 0`"),
    (|at| reword(at, "10548\n", "10549\n1 0\n"), "clause 1 of the formula, `1 0`, is none of the puzzle's"),
];

#[test]
fn what_was_changed_is_refused_with_the_reason() {
    let (work, _, _, _) = certify(&[UNIQUE; TAMPERINGS.len()], &["--format", "line"]);
    let all = work.path().join("certificates");
    for (number, (tamper, _)) in (1..).zip(TAMPERINGS) {
        tamper(&all.join(format!("{number:06}")));
    }
    let (said, code) = verify(&all);
    assert_eq!((said.lines().last(), code), (Some("0 of 21 certificates check"), 1));
    for (number, ((_, reason), line)) in (1..).zip(TAMPERINGS.iter().zip(said.lines())) {
        let expected = format!("refused {}: {reason}", path(&all.join(format!("{number:06}"))));
        assert!(line.starts_with(&expected), "{line}\nexpected\n{expected}");
    }
}

/// The manifest of a run.
fn manifest(run: &Path) -> Value {
    serde_json::from_slice(&fs::read(run.join("manifest.json")).expect("a manifest")).expect("JSON")
}

/// Runs a campaign that certifies two puzzles of three that it can, and gives its directory.
fn campaign(work: &Path) -> PathBuf {
    let corpus = work.join("corpus.txt");
    fs::write(&corpus, [MANY, UNIQUE, NONE, UNIQUE].join("\n") + "\n").expect("a file");
    let out = work.join("reports");
    let wants = ["--certify", "--certified", "2", "--strategies", "dlx/shortest,ps12/paper", "--counts-only"];
    let (_, error, code) = harness(&[&["run", "--corpus", path(&corpus), "--out", path(&out)], &wants[..]].concat());
    assert!(error.contains("2 of 2 certificates check\n") && code == 0, "{error}");
    let runs = fs::read_dir(out.join("custom")).expect("a run").map(|run| run.expect("an entry").path());
    runs.max().expect("a run")
}

#[test]
fn a_campaign_certifies_a_sample_that_the_seed_decides() {
    let work = tempfile::tempdir().expect("a folder");
    let (first, second) = (campaign(work.path()), campaign(work.path()));
    let names = |run: &Path| {
        let entries = fs::read_dir(run.join("certificates")).expect("certificates");
        let mut names: Vec<_> = entries.map(|entry| entry.expect("an entry").file_name()).collect();
        names.sort();
        names
    };
    assert_ne!(first, second);
    assert_eq!((names(&first).len(), names(&first)), (2, names(&second)));
    assert!(!first.join("certificates/000001").exists(), "it has more solutions than one");
    assert!(verify(&first.join("certificates")).0.ends_with("2 of 2 certificates check\n"));
    for report in ["report.md", "report.html"] {
        let text = fs::read_to_string(first.join(report)).expect("a report");
        assert!(text.contains("2 of 2 certificates check"), "{report}");
    }
    let known = manifest(&first);
    assert_eq!(known["certificates"], serde_json::json!({ "drawn": 2, "check": 2, "faults": [] }));
    let hashed = known["files"].as_object().expect("hashes").keys().filter(|name| name.starts_with("certificates/"));
    assert_eq!(hashed.count(), 8);
    let (said, _, code) = harness(&["manifest", path(&first), "--verify"]);
    assert!(said.lines().filter(|line| line.starts_with("ok      certificates/")).count() == 8 && code == 0, "{said}");
}

#[test]
fn a_resumed_run_makes_the_certificates_that_are_missing_and_believes_none() {
    let work = tempfile::tempdir().expect("a folder");
    let run = campaign(work.path());
    let unfinish = || {
        let mut manifest = manifest(&run);
        manifest["finished"] = Value::Null;
        fs::write(run.join("manifest.json"), manifest.to_string()).expect("it can be written");
    };
    let mut folders: Vec<PathBuf> =
        fs::read_dir(run.join("certificates")).expect("two").map(|entry| entry.expect("an entry").path()).collect();
    folders.sort();
    let stamp =
        |folder: &Path| fs::metadata(folder.join("certificate.json")).and_then(|meta| meta.modified()).expect("a time");
    let kept = stamp(&folders[0]);
    unfinish();
    fs::remove_dir_all(&folders[1]).expect("it was there");
    let (_, error, code) = harness(&["run", "--resume", path(&run)]);
    assert!(error.contains("2 of 2 certificates check\n") && code == 0, "{error}");
    assert_eq!(stamp(&folders[0]), kept);

    unfinish();
    change(&folders[0], "proof.varisat", |_| Vec::new());
    let (_, error, code) = harness(&["run", "--resume", path(&run)]);
    assert!(error.contains("1 of 2 certificates check\n") && code == 1, "{error}");
    let fault = manifest(&run)["certificates"]["faults"][0].as_str().expect("a fault").to_owned();
    assert!(fault.ends_with(": the proof does not hold: step 1: Unexpected end of proof file"), "{fault}");
    assert!(fs::read_to_string(run.join("report.md")).expect("a report").contains("the proof does not hold"));
}

#[test]
fn what_is_no_folder_is_an_error() {
    let (_, error, code) = harness(&["verify-certificate", "no-such-folder"]);
    assert!(error.contains("cannot read no-such-folder") && code == 2, "{error}");
}
