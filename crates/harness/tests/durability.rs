//! What a run does when it cannot go on, and what it refuses to go on with: a clear word, exit 2, nothing lost, no panic.

#![cfg(unix)]

use std::fs::read_to_string;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::Value;

const HARNESS: &str = env!("CARGO_BIN_EXE_harness");
/// Longer than any test: it is to be interrupted.
const ENDLESS: [&str; 6] = ["--strategies", "dlx/shortest,ps12/paper", "--reps", "100000", "--time-limit", "5ms"];
/// Over in a moment.
const SHORT: [&str; 5] = ["--sample", "5", "--counts-only", "--strategies", "dlx/shortest,ps12/paper"];

struct Lab(tempfile::TempDir);

/// A process that does not outlive the test.
struct Killed(Child);

impl Drop for Killed {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Killed {
    fn send(&self, signal: Signal) {
        kill(Pid::from_raw(self.0.id().cast_signed()), signal).expect("it runs");
    }

    /// Its exit code, and what it said.
    fn end(mut self) -> (Option<i32>, String) {
        let code = self.0.wait().expect("it ends").code();
        let mut said = String::new();
        self.0.stderr.take().expect("a pipe").read_to_string(&mut said).expect("text");
        (code, said)
    }
}

impl Lab {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn out(&self) -> PathBuf {
        self.0.path().join("reports")
    }

    /// The one run directory.
    fn run(&self) -> PathBuf {
        self.find().expect("a run")
    }

    fn find(&self) -> Option<PathBuf> {
        let only = |path: &Path| Some(std::fs::read_dir(path).ok()?.next()?.ok()?.path());
        only(&only(&self.out())?)
    }

    /// Starts a run and waits until it times.
    fn start(&self, mut command: Command) -> Killed {
        command.arg("run").args(ENDLESS).arg("--out").arg(self.out());
        let child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn();
        let child = Killed(child.expect("it starts"));
        let begin = Instant::now();
        let times = |run: PathBuf| run.join("times/dlx.shortest.csv").metadata().map_or(0, |meta| meta.len());
        while self.find().is_none_or(|run| times(run) < 1000) {
            assert!(begin.elapsed() < Duration::from_secs(120), "it does not come to time");
            std::thread::sleep(Duration::from_millis(2));
        }
        child
    }

    /// A short run that looks as if it had been killed at its end.
    fn unfinished(&self) -> PathBuf {
        let mut command = harness(&["run", "--out"]);
        assert!(command.arg(self.out()).args(SHORT).output().expect("it runs").status.success());
        let run = self.run();
        edit(&run, |manifest| manifest["finished"] = Value::Null);
        run
    }
}

fn harness(arguments: &[&str]) -> Command {
    let mut command = Command::new(HARNESS);
    command.args(arguments);
    command
}

fn manifest(run: &Path) -> Value {
    serde_json::from_str(&read_to_string(run.join("manifest.json")).expect("a manifest")).expect("JSON")
}

fn edit(run: &Path, change: impl FnOnce(&mut Value)) {
    let mut value = manifest(run);
    change(&mut value);
    std::fs::write(run.join("manifest.json"), value.to_string()).expect("room");
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The command is refused with all these words.
fn refused(command: &mut Command, words: &[&str]) {
    let output = command.output().expect("it runs");
    let said = said(&output);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(!said.contains("panicked"), "{said}");
    for word in words {
        assert!(said.contains(word), "{said:?} lacks {word:?}");
    }
}

fn resume(run: &Path, more: &[&str]) -> Command {
    let mut command = harness(&["run", "--resume"]);
    command.arg(run).args(more);
    command
}

fn report(run: &Path) -> Command {
    let mut command = harness(&["report"]);
    command.arg(run);
    command
}

#[test]
fn a_run_under_way_has_its_directory_to_itself() {
    let lab = Lab::new();
    let child = lab.start(harness(&[]));
    let run = lab.run();
    let holder = format!("{} is in use by process {} on ", run.display(), child.0.id());
    refused(&mut resume(&run, &[]), &[&holder]);
    refused(&mut report(&run), &[&holder, "a copy of a run that is under way can be reported"]);
    assert!(!run.join("report.html").exists());
    drop(child);
    // The lock of a process that was killed is gone, its file is in nobody's way.
    assert!(run.join(".lock").exists());
    assert!(report(&run).output().expect("it runs").status.success());
    assert!(!run.join(".lock").exists());
}

#[test]
fn every_signal_that_asks_for_an_end_is_a_stop() {
    for signal in [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP] {
        let lab = Lab::new();
        let child = lab.start(harness(&[]));
        child.send(signal);
        let (code, said) = child.end();
        assert_eq!(code, Some(2), "{signal}: {said}");
        assert!(said.contains("once more to end at once"), "{signal}: {said}");
        let go_on = format!("interrupted; go on with: harness run --resume {}", lab.run().display());
        assert!(said.contains(&go_on), "{signal}: {said}");
        let times = read_to_string(lab.run().join("times/dlx.shortest.csv")).expect("rows");
        assert!(times.ends_with('\n'), "{signal}");
        assert!(!lab.run().join(".lock").exists());
    }
}

#[test]
fn under_nohup_a_terminal_may_go() {
    let lab = Lab::new();
    let mut shell = Command::new("sh");
    shell.args(["-c", "trap '' HUP; exec \"$0\" \"$@\"", HARNESS]);
    let child = lab.start(shell);
    let times = || lab.run().join("times/ps12.paper.csv").metadata().expect("rows").len();
    child.send(Signal::SIGHUP);
    let before = times();
    let begin = Instant::now();
    while times() <= before + 2000 {
        assert!(begin.elapsed() < Duration::from_secs(60), "it does not go on");
        std::thread::sleep(Duration::from_millis(2));
    }
    child.send(Signal::SIGTERM);
    assert_eq!(child.end().0, Some(2));
}

#[test]
fn nobody_need_listen() {
    let lab = Lab::new();
    let mut command = harness(&["run", "--out"]);
    let child = command.arg(lab.out()).args(SHORT).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = Killed(child.expect("it starts"));
    drop(child.0.stdout.take());
    drop(child.0.stderr.take());
    assert_eq!(child.0.wait().expect("it ends").code(), Some(0));
    assert!(manifest(&lab.run())["finished"].is_string());
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full");
    if let Ok(full) = full {
        // The run is whole all the same.
        let lab = Lab::new();
        let mut command = harness(&["run", "--out"]);
        refused(command.arg(lab.out()).args(SHORT).stdout(full), &["cannot write to standard output"]);
        assert!(manifest(&lab.run())["finished"].is_string());
    }
}

#[test]
fn a_file_that_can_grow_no_more_ends_the_run_with_a_word_and_it_goes_on() {
    let lab = Lab::new();
    let corpus = lab.0.path().join("corpus.txt");
    let embedded = concat!(env!("CARGO_MANIFEST_DIR"), "/../../bench-data/corpora/seventeen_10068.txt");
    std::fs::copy(embedded, &corpus).expect("room");
    let campaign = ["--limit", "700", "--counts-only", "--strategies", "ps12/complete,ps12/bitboard", "--corpus"];
    let whole = Lab::new();
    let mut command = harness(&["run", "--out"]);
    let all = command.arg(whole.out()).args(campaign).arg(&corpus).output().expect("it runs");
    assert!(all.status.success(), "{}", said(&all));
    // In blocks of 512 bytes: puzzles.csv does not fit; the evidence does not; what is known of the puzzles at the end does not.
    let limited = |blocks: &str, command: &Command| {
        let mut shell = Command::new("sh");
        shell.args(["-c", "ulimit -f \"$0\"; exec \"$@\"", blocks]).arg(HARNESS).args(command.get_args());
        shell
    };
    let mut command = harness(&["run", "--out"]);
    command.arg(lab.out()).args(campaign).arg(&corpus);
    for (blocks, file) in [("40", "puzzles.csv"), ("135", "witnesses.csv"), ("160", "puzzles.csv")] {
        let words = ["cannot write /", &format!("/{file}: File too large"), "go on with: harness run --resume"];
        refused(&mut limited(blocks, &command), &words);
        command = resume(&lab.run(), &[]);
    }
    assert!(command.output().expect("it runs").status.success());
    for name in ["ps12.complete", "ps12.bitboard"] {
        let counts = |lab: &Lab| read_to_string(lab.run().join(format!("counts/{name}.csv"))).expect("counts");
        assert!(counts(&lab) == counts(&whole), "{name}");
    }
}

#[test]
fn where_nothing_can_be_written_the_path_is_named() {
    let lab = Lab::new();
    let file = lab.0.path().join("file");
    std::fs::write(&file, "").expect("room");
    let below = file.join("reports");
    refused(harness(&["run", "--out"]).arg(&below).args(SHORT), &[&format!("cannot make {}", below.display())]);
}

#[test]
fn a_run_is_resumed_as_it_was_begun() {
    let lab = Lab::new();
    let run = lab.unfinished();
    let before = manifest(&run);
    for flag in [
        &["other.toml"][..],
        &["--corpus", "x"],
        &["--rules", "sudoku-2"],
        &["--seed", "7"],
        &["--reps", "9"],
        &["--step-limit", "9"],
        &["--counts-only"],
        &["--symmetry"],
        &["--in-process"],
        &["--set", "a=b"],
        &["--out", "x"],
    ] {
        refused(&mut resume(&run, flag), &["--resume", "a run is resumed as it was begun"]);
    }
    let cannot = format!("cannot resume {}", run.display());
    // Each is undone by the next.
    let refused_with = |change: &dyn Fn(&mut Value), words: &[&str]| {
        std::fs::write(run.join("manifest.json"), before.to_string()).expect("room");
        edit(&run, change);
        let edited = read_to_string(run.join("manifest.json")).expect("a manifest");
        refused(&mut resume(&run, &[]), &[&[cannot.as_str()], words].concat());
        assert_eq!(read_to_string(run.join("manifest.json")).expect("a manifest"), edited, "it is left alone");
    };
    refused_with(&|manifest| manifest["campaign"]["seed"] = 7.into(), &["the campaign in manifest.json was changed"]);
    refused_with(&|manifest| manifest["puzzles"] = 6.into(), &["puzzles: then 6, now 5"]);
    refused_with(&|manifest| manifest["decoys"] = 1.into(), &["decoys: then 1, now 0"]);
    refused_with(&|manifest| manifest["rules"] = "latin-9".into(), &["then latin-9, now sudoku-3"]);
    refused_with(&|manifest| manifest["strategies"][1]["version"] = "0".into(), &["strategies differ", "version 0"]);
    refused_with(&|manifest| manifest["corpus"]["sha256"] = "0".into(), &["is not what it was (SHA-256 0)"]);
    let now = before["build"]["binary"].as_str().expect("a hash");
    let binary = ["then git elsewhere, SHA-256 abc", &format!("SHA-256 {now}"), "--other-binary"];
    let other = |manifest: &mut Value| {
        manifest["build"]["binary"] = "abc".into();
        manifest["build"]["git"] = "elsewhere".into();
    };
    refused_with(&other, &binary);
    // Puzzles that are not the campaign's.
    std::fs::write(run.join("manifest.json"), before.to_string()).expect("room");
    let puzzles = read_to_string(run.join("puzzles.csv")).expect("puzzles");
    std::fs::write(run.join("puzzles.csv"), puzzles.replacen("\n2,", "\n22,", 1)).expect("room");
    refused(&mut resume(&run, &[]), &["puzzle 2 of", "puzzles.csv is not that of the campaign"]);
    std::fs::write(run.join("puzzles.csv"), puzzles).expect("room");
    // Another binary, on demand.
    edit(&run, other);
    assert!(resume(&run, &["--other-binary"]).output().expect("it runs").status.success());
    let after = manifest(&run);
    assert_eq!((&after["build"]["binary"], &after["other_builds"][0]["binary"]), (&"abc".into(), &now.into()));
    // It is finished now: nothing is changed any more, whoever asks.
    let bytes = read_to_string(run.join("manifest.json")).expect("a manifest");
    assert!(resume(&run, &[]).output().expect("it runs").status.success());
    assert_eq!(read_to_string(run.join("manifest.json")).expect("a manifest"), bytes);
}

#[test]
fn a_corpus_that_has_gone_is_named() {
    let lab = Lab::new();
    let corpus = lab.0.path().join("corpus.txt");
    std::fs::write(&corpus, "1...............\n2...............\n").expect("room");
    let mut command = harness(&["run", "--counts-only", "--strategies", "dlx/shortest", "--corpus"]);
    assert!(command.arg(&corpus).arg("--out").arg(lab.out()).output().expect("it runs").status.success());
    let run = lab.run();
    edit(&run, |manifest| manifest["finished"] = Value::Null);
    let before = read_to_string(&corpus).expect("puzzles");
    std::fs::write(&corpus, before.replace('2', "3")).expect("room");
    let path = corpus.canonicalize().expect("it is there").display().to_string();
    refused(&mut resume(&run, &[]), &["cannot resume", &path, "is not what it was"]);
    std::fs::remove_file(&corpus).expect("it is there");
    refused(&mut resume(&run, &[]), &["cannot resume", &path]);
}

#[test]
fn a_report_says_what_is_missing() {
    let lab = Lab::new();
    let run = lab.unfinished();
    // The clock was set back meanwhile: stamps are only shown.
    edit(&run, |manifest| manifest["started"] = "2999-01-01T00:00:00Z".into());
    let output = report(&run).output().expect("it runs");
    assert!(
        output.status.success() && said(&output).contains("the run is not complete; go on with"),
        "{}",
        said(&output)
    );
    assert!(read_to_string(run.join("report.md")).expect("a report").contains("This run is incomplete"));
    assert!(resume(&run, &[]).output().expect("it runs").status.success());
    assert!(report(&run).output().expect("it runs").status.success());
    // Killed between the manifest and the first rows.
    edit(&run, |manifest| manifest["finished"] = Value::Null);
    std::fs::remove_file(run.join("counts/ps12.paper.csv")).expect("it is there");
    assert!(report(&run).output().expect("it runs").status.success());
    std::fs::remove_file(run.join("puzzles.csv")).expect("it is there");
    refused(&mut report(&run), &["has no rows yet; go on with: harness run --resume"]);
    assert!(resume(&run, &[]).output().expect("it runs").status.success());
}
