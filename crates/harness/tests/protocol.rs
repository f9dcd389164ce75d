//! What `harness external check` says of programs, and the clock of one that lies about its time.

#![cfg(unix)]

use std::process::{Command, Output};

const HARNESS: &str = env!("CARGO_BIN_EXE_harness");

/// Runs the check.
fn check(command: &str) -> Output {
    Command::new(HARNESS).args(["external", "check", command]).output().expect("it runs")
}

/// A program that answers right, an adapter of the documentation; the bad ones are it behind a filter.
struct Lab(tempfile::TempDir);

impl Lab {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let solver = folder.path().join("solver");
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/external/adapter.rs");
        let built = Command::new("rustc").args(["-O", "--edition", "2024", "-o"]).arg(&solver).arg(source).status();
        assert!(built.expect("the compiler of this test").success());
        Self(folder)
    }

    /// The good program with this done to each line of its answers, by sed, line by line.
    fn filtered(&self, sed: &str) -> String {
        let solver = self.0.path().join("solver").display().to_string();
        let script = self.0.path().join("filter.sh");
        std::fs::write(&script, format!("{solver} $1 | sed -u '{sed}'\n")).expect("room");
        format!("sh {} {{ask}}", script.display())
    }

    fn broken(&self, sed: &str) -> String {
        let output = check(&self.filtered(sed));
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!((output.status.code(), said.lines().count()), (Some(1), 1), "{said}");
        said
    }
}

#[test]
fn a_good_program_passes_and_one_that_cannot_be_started_is_2() {
    let lab = Lab::new();
    let output = check(&lab.filtered(""));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && said.starts_with("ok: 80 answers, all right; it times itself"), "{said}");
    let output = check(&lab.filtered("s/ [0-9]*$//"));
    assert!(String::from_utf8_lossy(&output.stdout).contains("has no clock of its own"));
    assert_eq!(check("/nowhere/program {ask}").status.code(), Some(2));
    assert_eq!(check("minisat {cnf}").status.code(), Some(2), "no program that answers lines");
}

#[test]
fn the_first_broken_rule_is_named_with_puzzle_and_answer() {
    let lab = Lab::new();
    for (sed, rule) in [
        ("s/^1 .*/solved it/", "an answer has its form"),
        ("s/^0 .*/1 & 7/", "an answer has its form"),
        ("s/$/ 7/", "an answer has its form"),
        ("s/^1 /0 - 5 #/;s/ #.*//", "first says 1 where there is a solution"),
        ("s/^2 /1 /", "unique says 2 where there are more than one"),
        ("s/^\\(. .........\\)../\\112/", "the grid is a solution of the puzzle"),
        ("s/$/\\nthinking/", "a line is answered by one line"),
        ("25s/^1 .*/0 -/", "first says 1 where there is a solution"),
    ] {
        let said = lab.broken(sed);
        assert!(said.contains(rule), "{sed}: {said}");
        assert!(said.contains("asked "), "{said}");
    }
}

#[test]
fn a_program_that_is_silent_dies_wavers_or_does_not_end_is_found_out() {
    let lab = Lab::new();
    let solver = lab.0.path().join("solver").display().to_string();
    let script = lab.0.path().join("lingers.sh");
    let said = |text: &str, more: &[&str]| {
        std::fs::write(&script, text).expect("room");
        let mut command = Command::new(HARNESS);
        command.args(["external", "check", &format!("sh {} {{ask}}", script.display())]).args(more);
        let output = command.output().expect("it runs");
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let lingers = said(&format!("{solver} $1\nsleep 60\n"), &[]);
    assert!(lingers.contains("it must end when its input does"), "{lingers}");
    let silent = said("cat > /dev/null\n", &["--patience", "300ms"]);
    assert!(silent.contains("each line must be answered before the next comes"), "{silent}");
    let dies = said(&format!("{{ read -r one; echo $one; read -r two; echo $two; }} | {solver} $1\n"), &[]);
    assert!(dies.contains("it must survive every puzzle") && dies.contains("exit status: 0"), "{dies}");
    let forgets = said(&format!("{solver} $1 | sed -u '21,40s/^1 .*/0 -/'\n"), &[]);
    assert!(forgets.contains("first says 1 where there is a solution"), "{forgets}");
    // Right both times, and yet not the same: the empty board, which is the thirteenth.
    let swaps = "33y/12/21/;33s/^2 /1 /";
    let wavers = said(&format!("{solver} $1 | sed -u '{swaps}'\n"), &[]);
    assert!(wavers.contains("the same puzzle must get the same answer"), "{wavers}");
}

#[test]
fn a_clock_that_lies_is_flagged_in_record_and_report() {
    let lab = Lab::new();
    // Slow enough to be told from the talk: each answer is held for a while.
    let script = lab.0.path().join("slow.sh");
    let solver = lab.0.path().join("solver").display().to_string();
    let lies = "while read -r solutions grid ns; do sleep 0.005; echo $solutions $grid 10; done";
    std::fs::write(&script, format!("{solver} $1 | {lies}\n")).expect("room");
    let reports = lab.0.path().join("reports");
    let output = Command::new(HARNESS)
        .args(["run", "--strategies", "dlx/shortest", "--sample", "20", "--reps", "1", "--time-limit", "20s", "--rank"])
        .args(["--external", &format!("peer/liar=sh {} {{ask}}", script.display())])
        .arg("--out")
        .arg(&reports)
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && said.contains("Clocks that differ from ours"), "{said}");
    assert!(said.contains("place") && said.contains("beaten on"), "{said}");
    let only =
        |path: std::path::PathBuf| std::fs::read_dir(path).expect("a folder").next().expect("one").expect("it").path();
    let run = only(only(reports));
    let manifest = std::fs::read_to_string(run.join("manifest.json")).expect("a manifest");
    let manifest: serde_json::Value = serde_json::from_str(&manifest).expect("JSON");
    let clock = &manifest["strategies"][1]["external"]["clock"];
    assert!(clock["own_ns"].as_u64() < clock["outside_ns"].as_u64().map(|ns| ns / 10), "{clock}");
    let page = std::fs::read_to_string(run.join("report.md")).expect("a report");
    assert!(page.contains("its clock differs by"), "{page}");
}
