//! `harness export`: an archive that stands alone, and a table for a paper.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use flate2::read::GzDecoder;

fn harness(here: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_harness")).current_dir(here).args(arguments).output().expect("it runs")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A small finished run on a corpus of its own, and the name of its directory.
fn run(folder: &Path) -> (PathBuf, String) {
    std::fs::write(folder.join("corpus.txt"), "1...............\n2...............\n").expect("room");
    let few = ["run", "--strategies", "dlx,sat/minimal", "--reps", "2", "--corpus", "corpus.txt", "--out", "reports"];
    let output = harness(folder, &few);
    assert!(output.status.success(), "{}", said(&output));
    let only =
        |path: PathBuf| std::fs::read_dir(path).expect("a folder").next().expect("an entry").expect("one").path();
    let run = only(only(folder.join("reports")));
    let name = run.file_name().expect("a name").to_string_lossy().into_owned();
    (run, name)
}

/// Every entry by its name, in the order of the archive.
fn entries(archive: &Path) -> Vec<(String, tar::Header, Vec<u8>)> {
    let mut tar = tar::Archive::new(GzDecoder::new(std::fs::File::open(archive).expect("the archive")));
    let read = |entry: std::io::Result<tar::Entry<'_, _>>| {
        let mut entry = entry.expect("an entry");
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).expect("its bytes");
        (entry.path().expect("a name").display().to_string(), entry.header().clone(), bytes)
    };
    tar.entries().expect("entries").map(read).collect()
}

#[test]
fn an_archive_stands_alone_and_is_the_same_each_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    let (run, name) = run(here);
    std::fs::write(run.join("half.tmp"), "x").expect("room");
    std::fs::write(run.join(".lock"), "x").expect("room");
    let path = run.to_str().expect("a plain path");
    let export = |more: &[&str]| harness(here, &[&["export", path, "--format", "archive"], more].concat());
    let first = export(&[]);
    assert!(first.status.success(), "{}", said(&first));
    assert!(!said(&first).contains("Cargo.lock"), "{}", said(&first));
    let archive = here.join(format!("{name}.tar.gz"));
    let bytes = std::fs::read(&archive).expect("the archive");

    // What is there is left alone, unless one says so; and the same run makes the same bytes.
    let again = export(&[]);
    assert_eq!(again.status.code(), Some(2));
    assert!(said(&again).contains("is there: --force writes over it"), "{}", said(&again));
    std::fs::write(&archive, "another").expect("room");
    assert!(export(&["--force"]).status.success());
    assert_eq!(std::fs::read(&archive).expect("the archive"), bytes);

    let entries = entries(&archive);
    let names: Vec<&str> = entries.iter().map(|(name, ..)| name.as_str()).collect();
    assert!(names.is_sorted() && names.iter().all(|entry| entry.starts_with(&format!("{name}/"))), "{names:?}");
    assert!(!names.iter().any(|entry| [".lock", "half.tmp"].contains(&&entry[name.len() + 1..])), "{names:?}");
    let stamps: Vec<u64> = entries.iter().map(|(_, header, _)| header.mtime().expect("a time")).collect();
    assert!(stamps[0] > 0 && stamps.iter().all(|stamp| *stamp == stamps[0]));
    assert!(entries.iter().all(|(_, header, _)| header.uid().expect("an owner") == 0));
    let texts: BTreeMap<&str, String> = entries
        .iter()
        .map(|(entry, _, bytes)| (&entry[name.len() + 1..], String::from_utf8_lossy(bytes).into_owned()))
        .collect();
    for wanted in ["manifest.json", "puzzles.csv", "summary.csv", "report.html", "counts/dlx.first.csv", "CITATION.cff"]
    {
        assert!(texts.contains_key(wanted), "{wanted} of {names:?}");
    }
    let manifest: serde_json::Value = serde_json::from_str(&texts["manifest.json"]).expect("JSON");
    let readme = &texts["README.txt"];
    for hash in [&manifest["corpus"]["sha256"], &manifest["build"]["cargo_lock"], &manifest["files"]["summary.csv"]] {
        assert!(readme.contains(hash.as_str().expect("a hash")), "{hash} in {readme}");
    }
    assert!(readme.contains("harness run campaign.toml --corpus CORPUS") && !readme.contains("ANOTHER"), "{readme}");
    assert!(texts["Cargo.lock"].contains("name = \"harness\""));

    // Unpacked it is a run: its hashes hold, it makes the same archive, and its campaign can be run.
    let elsewhere = here.join("elsewhere");
    tar::Archive::new(GzDecoder::new(bytes.as_slice())).unpack(&elsewhere).expect("room");
    let unpacked = elsewhere.join(&name);
    let verified = harness(&unpacked, &["manifest", ".", "--verify"]);
    let verdicts = String::from_utf8_lossy(&verified.stdout).into_owned();
    assert!(verified.status.success() && verdicts.lines().all(|line| line.starts_with("ok ")), "{verdicts}");
    let repacked = harness(&elsewhere, &["export", &name, "--format=archive"]);
    assert!(repacked.status.success(), "{}", said(&repacked));
    assert_eq!(std::fs::read(elsewhere.join(format!("{name}.tar.gz"))).expect("the archive"), bytes);
    let corpus = here.join("corpus.txt");
    let corpus = corpus.to_str().expect("a plain path");
    let rerun = harness(&unpacked, &["run", "campaign.toml", "--corpus", corpus, "--out", "../again"]);
    assert!(rerun.status.success(), "{}", said(&rerun));
    std::fs::write(here.join("other.txt"), "3...............\n").expect("room");
    let other = harness(&unpacked, &["run", "campaign.toml", "--corpus", "../../other.txt", "--out", "../again"]);
    assert_eq!(other.status.code(), Some(2), "its campaign wants the corpus of the run");
}

#[test]
fn what_is_unfinished_or_changed_is_refused_and_another_lock_is_said() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    let (run, name) = run(here);
    let path = run.join("manifest.json");
    let whole = std::fs::read_to_string(&path).expect("a manifest");
    let mut manifest: serde_json::Value = serde_json::from_str(&whole).expect("JSON");
    let export = |format: &str| harness(here, &["export", run.to_str().expect("plain"), "--format", format, "--force"]);
    let finished = std::mem::take(&mut manifest["finished"]);
    std::fs::write(&path, manifest.to_string()).expect("room");
    for format in ["archive", "latex"] {
        let refused = export(format);
        assert_eq!(refused.status.code(), Some(2));
        assert!(said(&refused).contains("is not finished"), "{}", said(&refused));
    }
    manifest["finished"] = finished;
    manifest["build"]["cargo_lock"] = "0".into();
    std::fs::write(&path, manifest.to_string()).expect("room");
    let told = export("archive");
    assert!(told.status.success() && said(&told).contains("the one of the run was another"), "{}", said(&told));
    let archive = here.join(format!("{name}.tar.gz"));
    let entries = entries(&archive);
    let readme = entries.iter().find(|(name, ..)| name.ends_with("/README.txt")).expect("a README");
    assert!(String::from_utf8_lossy(&readme.2).contains("is ANOTHER one"));
    std::fs::remove_file(&archive).expect("it is there");
    std::fs::write(run.join("puzzles.csv"), "puzzle\n").expect("room");
    let refused = export("archive");
    assert_eq!(refused.status.code(), Some(2));
    assert!(said(&refused).contains("is not what its manifest says: puzzles.csv"), "{}", said(&refused));
    assert!(!archive.exists(), "nothing is left behind");
}

#[test]
fn a_table_for_latex_has_a_row_a_strategy() {
    let folder = tempfile::tempdir().expect("a folder");
    let (run, _) = run(folder.path());
    let output = harness(folder.path(), &["export", run.to_str().expect("plain"), "--format", "latex"]);
    assert!(output.status.success(), "{}", said(&output));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let rows: Vec<&str> = text.lines().filter(|line| line.ends_with(" \\\\")).collect();
    assert!(rows[0].starts_with("strategy & solved & total & ratio (range) & geo. mean & median & guesses"), "{text}");
    assert_eq!(rows.len(), 5, "{text}");
    let columns = rows[0].matches(" & ").count();
    assert!(rows.iter().all(|row| row.matches(" & ").count() == columns), "{text}");
    assert!(text.contains(&format!("\\begin{{tabular}}{{l{}}}", "r".repeat(columns))), "{text}");
    assert!(text.contains("\\caption{custom. 2 puzzles of sudoku-2, ask unique, 2 timed passes, "), "{text}");
    assert!(text.contains("dlx/shortest & 2/2 & ") && text.contains("$\\mu$s") && text.is_ascii(), "{text}");
}
