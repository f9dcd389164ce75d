//! Runs as wholes: interrupted and resumed, on one thread and on two, made again, and against golden counts.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use harness::campaign::Campaign;
use harness::registry::registry;
use harness::run::{self, Extent, Talk};
use model::Rules;
use model::symmetry::Rearrangement;

static GO_ON: AtomicBool = AtomicBool::new(false);

fn command(arguments: &[&str], out: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_harness"));
    command.arg("run").args(arguments).arg("--out").arg(out).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// The one run directory below `out`.
fn run_dir(out: &Path) -> Option<PathBuf> {
    let only = |path: &Path| Some(std::fs::read_dir(path).ok()?.next()?.ok()?.path());
    only(&only(out)?)
}

/// Name and bytes of every file of a folder of the run.
fn files(run: &Path, folder: &str) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(run.join(folder)).expect("the folder");
    let read = |path: PathBuf| {
        (path.file_name().expect("a file").to_string_lossy().into_owned(), std::fs::read(&path).expect("its bytes"))
    };
    entries.map(|entry| read(entry.expect("an entry").path())).collect()
}

/// Two blocks and a rest of puzzles, enough work to be killed in.
const COUNTED: [&str; 7] =
    ["--limit", "700", "--counts-only", "--strategies", "ps12,dlx/shortest,dlx/first,naive", "--step-limit", "3000"];

/// The default campaign draws a hundred puzzles; these want the whole corpus.
fn whole_corpus(folder: &Path) -> String {
    let path = folder.join("corpus.txt");
    std::fs::copy(concat!(env!("CARGO_MANIFEST_DIR"), "/../../bench-data/corpora/seventeen_10068.txt"), &path)
        .expect("room");
    path.to_str().expect("a plain path").to_owned()
}

#[test]
fn a_run_that_was_killed_ends_with_the_same_bytes() {
    let folder = tempfile::tempdir().expect("a folder");
    let corpus = whole_corpus(folder.path());
    let arguments: Vec<&str> = COUNTED.into_iter().chain(["--corpus", &corpus]).collect();
    let whole = folder.path().join("whole");
    assert!(command(&arguments, &whole).args(["--threads", "1"]).status().expect("it runs").success());
    let expected = files(&run_dir(&whole).expect("a run"), "counts");
    assert_eq!(expected.len(), 9);
    // Killed at several moments, again and again, until it gets through.
    for pause in [40, 150, 400] {
        let out = folder.path().join(format!("killed-{pause}"));
        let mut child = command(&arguments, &out).spawn().expect("it starts");
        let begin = Instant::now();
        while run_dir(&out).is_none_or(|run| !run.join("manifest.json").exists())
            && begin.elapsed() < Duration::from_secs(60)
        {
            std::thread::sleep(Duration::from_millis(2));
        }
        std::thread::sleep(Duration::from_millis(pause));
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        let run = run_dir(&out).expect("a run");
        let resume = || {
            let mut resume = Command::new(env!("CARGO_BIN_EXE_harness"));
            resume.args(["run", "--resume"]).arg(&run).stdout(Stdio::null()).stderr(Stdio::null());
            resume
        };
        let mut again = resume().spawn().expect("it starts");
        std::thread::sleep(Duration::from_millis(pause));
        again.kill().expect("it can be killed");
        again.wait().expect("it ends");
        assert!(resume().status().expect("it runs").success());
        assert_eq!(files(&run, "counts"), expected, "killed after {pause} ms");
        // Finished: resuming changes nothing.
        let before = std::fs::read(run.join("manifest.json")).expect("a manifest");
        assert!(resume().status().expect("it runs").success());
        assert_eq!(std::fs::read(run.join("manifest.json")).expect("a manifest"), before);
    }
    let rerun = Command::new(env!("CARGO_BIN_EXE_harness")).arg("rerun").arg(run_dir(&whole).expect("a run")).output();
    let rerun = rerun.expect("it runs");
    assert!(rerun.status.success());
    assert!(String::from_utf8_lossy(&rerun.stdout).ends_with("\nidentical\n"));
}

#[test]
fn a_timed_run_that_was_killed_has_every_row_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("reports");
    let arguments =
        ["--strategies", "dlx/shortest,ps12/paper,naive/smallest-domain", "--reps", "3", "--time-limit", "5ms"];
    let mut child = command(&arguments, &out).spawn().expect("it starts");
    let begin = Instant::now();
    let times = |run: PathBuf| run.join("times/dlx.shortest.csv").metadata().map_or(0, |meta| meta.len());
    while run_dir(&out).is_none_or(|run| times(run) < 100) && begin.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    let run = run_dir(&out).expect("a run");
    // What there is can be reported, and says what it is.
    let mut report = Command::new(env!("CARGO_BIN_EXE_harness"));
    report.arg("report").arg(&run).stderr(Stdio::null());
    assert!(report.status().expect("it runs").success());
    let page = std::fs::read_to_string(run.join("report.md")).expect("a report");
    assert!(page.contains("incomplete"), "{page}");
    let mut resume = Command::new(env!("CARGO_BIN_EXE_harness"));
    resume.args(["run", "--resume"]).arg(&run).stdout(Stdio::null()).stderr(Stdio::null());
    assert!(resume.status().expect("it runs").success());
    for (name, bytes) in files(&run, "times") {
        let text = String::from_utf8(bytes).expect("text");
        let mut keys: Vec<(u32, u32)> = text
            .lines()
            .skip(1)
            .map(|line| {
                let fields: Vec<&str> = line.split(',').collect();
                (fields[1].parse().expect("a pass"), fields[0].parse().expect("a puzzle"))
            })
            .collect();
        assert!(keys.is_sorted(), "{name}");
        let rows = keys.len();
        keys.dedup();
        assert_eq!((keys.len(), rows % 3), (rows, 0), "{name}");
    }
}

#[test]
fn worker_processes_make_the_golden_counts_too() {
    let golden = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../bench-data/golden/smoke"));
    let folder = tempfile::tempdir().expect("a folder");
    let arguments = ["--sample", "20", "--reps", "1", "--time-limit", "1ms", "--executor", "workers"];
    assert!(command(&arguments, folder.path()).status().expect("it runs").success());
    let run = run_dir(folder.path()).expect("a run");
    assert_eq!(files(&run, "counts"), files(golden, "counts"));
    assert!(!run.join("errors.csv").exists());
}

/// Counts of the default campaign on twenty puzzles, as `scripts/smoke` keeps them from a release build.
#[test]
fn counts_are_the_golden_ones_whatever_the_build_and_the_threads() {
    let golden = files(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../bench-data/golden/smoke")), "counts");
    for threads in [1, 2] {
        let mut campaign = Campaign::read("default", &BTreeMap::new()).expect("the default campaign");
        campaign.strata.clear();
        campaign.sample = Some(20);
        campaign.threads = Some(threads);
        let folder = tempfile::tempdir().expect("a folder");
        let (plan, dir, mut manifest) = run::begin(campaign, registry(), folder.path(), Vec::new()).expect("a plan");
        run::make_rows(&plan, &dir, &mut manifest, Extent::CountsOfIt, &GO_ON, Talk::Silent).expect("rows");
        for (name, bytes) in files(dir.path(), "counts") {
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            assert_eq!(text(&bytes), text(&golden[&name]), "{name} on {threads} threads");
        }
    }
}

#[test]
fn puzzles_are_timed_in_the_form_that_is_recorded_and_counted_as_they_are_stored() {
    let folder = tempfile::tempdir().expect("a folder");
    let runs = [true, false].map(|symmetry| {
        let out = folder.path().join(symmetry.to_string());
        let flag = format!("--symmetry={symmetry}");
        let few = ["--sample", "12", "--reps", "1", "--decoys", "10", "--strategies", "dlx/shortest,ps12/bitboard"];
        assert!(command(&few, &out).arg(&flag).status().expect("it runs").success());
        run_dir(&out).expect("a run")
    });
    assert_eq!(files(&runs[0], "counts"), files(&runs[1], "counts"));
    let rules = Rules::sudoku(3);
    let mut rows = csv::Reader::from_path(runs[0].join("puzzles.csv")).expect("a file");
    let forms: Vec<Rearrangement> =
        rows.records().map(|row| row.expect("a row")[6].parse().expect("a rearrangement")).collect();
    assert!(forms.len() > 12 && forms.iter().all(|form| form.keeps(&rules)));
    assert!(forms.windows(2).all(|two| two[0] != two[1]));
    for (_, text) in files(&runs[0], "times") {
        let text = String::from_utf8(text).expect("text");
        assert!(text.lines().skip(1).all(|row| row.contains(",ok,")), "{text}");
    }
}
