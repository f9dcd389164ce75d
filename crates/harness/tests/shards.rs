//! Shards: merged they are the run on one machine; what is missing, damaged, foreign or double is named and refused.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use harness::campaign::Campaign;
use harness::run::{self, Extent, Talk};
use harness::shards::{self, Made, Merged, Shard, ShardPlan, Wanted};
use model::solve::erased::Strategies;
use model::solve::{Ask, End, Info, Options, Outcome, Probe, Register, Solver, Strategy, Unsupported};
use model::{Givens, Grid, Rules};
use sha2::{Digest, Sha256};

static GO_ON: AtomicBool = AtomicBool::new(false);

const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../bench-data/corpora/seventeen_10068.txt");

/// Five blocks and a rest with the decoys; one strategy learns from puzzle to puzzle of a block.
const CAMPAIGN: [&str; 11] = [
    "--limit",
    "1300",
    "--strategies",
    "ps12/bitboard,dlx/shortest,sat/propagated",
    "--step-limit",
    "60",
    "--reps",
    "2",
    "--time-limit",
    "2ms",
    "--seed=5",
];

/// A plan, its six shards, and the same campaign on one machine: made once, and never changed.
struct Lab {
    folder: tempfile::TempDir,
}

static LAB: LazyLock<Lab> = LazyLock::new(|| {
    let lab = Lab { folder: tempfile::tempdir().expect("a folder") };
    std::fs::copy(CORPUS, lab.path("corpus.txt")).expect("room");
    lab.plan("plan.json", &[]);
    for shard in 0..6 {
        assert!(lab.make("plan.json", &format!("{shard}/6"), "shards").status.success());
    }
    let mut run = harness();
    run.arg("run").arg("--corpus").arg(lab.path("corpus.txt")).args(CAMPAIGN).arg("--out").arg(lab.path("one"));
    let run = run.output().expect("it runs");
    assert!(run.status.success(), "{}", said(&run));
    lab
});

impl Lab {
    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn plan(&self, name: &str, more: &[&str]) {
        let mut plan = harness();
        plan.arg("plan").arg("--corpus").arg(self.path("corpus.txt")).args(CAMPAIGN).args(more);
        let plan =
            plan.args(["--shards", "6", "--controls", "0", "--out"]).arg(self.path(name)).output().expect("it runs");
        assert!(plan.status.success(), "{}", said(&plan));
    }

    fn make(&self, plan: &str, shard: &str, into: &str) -> Output {
        make(&self.path(plan), shard, &self.path(into)).output().expect("it runs")
    }

    /// A folder with all shards, to be spoilt.
    fn copy(&self) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, bytes) in files(&self.path("shards")) {
            std::fs::write(folder.path().join(name), bytes).expect("room");
        }
        folder
    }

    /// Exit code and words of a merge, and the run directory where there is one.
    fn merge(&self, dir: &Path, more: &[&str]) -> (Option<i32>, String, Option<PathBuf>) {
        let reports = tempfile::tempdir_in(self.folder.path()).expect("a folder").keep();
        let mut merge = harness();
        merge.arg("merge").arg(self.path("plan.json")).arg(dir).arg("--out").arg(&reports).args(more);
        let merge = merge.output().expect("it runs");
        (merge.status.code(), said(&merge), run_dir(&reports))
    }

    /// Exit code and output of `missing`.
    fn missing(&self, dir: &Path) -> (Option<i32>, String) {
        let missing = harness().arg("missing").arg(self.path("plan.json")).arg(dir).output().expect("it runs");
        (missing.status.code(), String::from_utf8(missing.stdout).expect("text"))
    }

    /// What is wrong with these shards; nothing was merged.
    fn refused(&self, dir: &Path) -> String {
        let (exit, said, run) = self.merge(dir, &[]);
        assert_eq!((exit, run), (Some(1), None), "{said}");
        said
    }
}

fn harness() -> Command {
    Command::new(env!("CARGO_BIN_EXE_harness"))
}

fn make(plan: &Path, shard: &str, into: &Path) -> Command {
    let mut make = harness();
    make.args(["run", "--shard", shard, "--plan"]).arg(plan).arg("--out").arg(into);
    make
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The one run directory below `reports`.
fn run_dir(reports: &Path) -> Option<PathBuf> {
    let only = |path: &Path| Some(std::fs::read_dir(path).ok()?.next()?.ok()?.path());
    only(&only(reports)?)
}

/// Name and bytes of every file of a folder.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(folder).expect("the folder");
    let read = |path: PathBuf| {
        (path.file_name().expect("a file").to_string_lossy().into_owned(), std::fs::read(&path).expect("its bytes"))
    };
    entries.map(|entry| read(entry.expect("an entry").path())).collect()
}

/// Puzzle and pass of every row of times/.
fn timed(run: &Path) -> BTreeMap<String, Vec<String>> {
    let keys = |bytes: Vec<u8>| {
        let text = String::from_utf8(bytes).expect("text");
        text.lines().map(|line| line.split(',').take(2).collect::<Vec<_>>().join(",")).collect()
    };
    files(&run.join("times")).into_iter().map(|(name, bytes)| (name, keys(bytes))).collect()
}

/// Changes a shard file and makes its footer anew.
fn forge(path: &Path, from: &str, to: &str) {
    let text = std::fs::read_to_string(path).expect("a shard");
    let (body, footer) = text.trim_end().rsplit_once('\n').expect("a footer");
    let old = format!("{:x}", Sha256::digest(format!("{body}\n")));
    assert!(body.contains(from) && footer.contains(&old));
    let body = body.replace(from, to) + "\n";
    let footer = footer.replace(&old, &format!("{:x}", Sha256::digest(&body)));
    std::fs::write(path, format!("{body}{footer}\n")).expect("room");
}

#[test]
fn six_shards_merged_are_the_run_on_one_machine() {
    let lab = &*LAB;
    let one = run_dir(&lab.path("one")).expect("a run");
    let (exit, said, merged) = lab.merge(&lab.path("shards"), &[]);
    let merged = merged.expect("a run");
    assert_eq!(exit, Some(0), "{said}");
    assert_eq!(files(&merged.join("counts")), files(&one.join("counts")));
    assert_eq!(timed(&merged), timed(&one));
    let read = |run: &Path, name: &str| std::fs::read_to_string(run.join(name)).expect("a file");
    assert_eq!(read(&merged, "puzzles.csv"), read(&one, "puzzles.csv"));
    let report = read(&merged, "report.md");
    assert!(report.contains("6 of campaign ") && !report.contains("incomplete"), "{report}");
    let manifest: serde_json::Value = serde_json::from_str(&read(&merged, "manifest.json")).expect("JSON");
    for shard in manifest["sharded"]["shards"].as_array().expect("shards") {
        assert_eq!(shard["examinations"].as_array().map(Vec::len), Some(2), "one a pass: {shard}");
    }
    assert!(report.contains("Machines: ") && report.contains(" passes of shards)"), "{report}");
    // An ordinary run: its report can be made again.
    assert!(harness().arg("report").arg(&merged).status().expect("it runs").success());
    assert_eq!(lab.missing(&lab.path("shards")), (Some(0), String::new()));
}

#[test]
fn what_is_missing_is_listed_as_an_array() {
    let lab = &*LAB;
    let folder = lab.copy();
    for shard in [1, 2, 4] {
        std::fs::remove_file(shards::path(folder.path(), shard)).expect("it is there");
    }
    assert_eq!(lab.missing(folder.path()), (Some(1), "1-2,4\n".to_owned()));
    let said = lab.refused(folder.path());
    for shard in [1, 2, 4] {
        assert!(said.contains(&format!("shard {shard} is missing")), "{said}");
    }
    assert_eq!(lab.missing(&folder.path().join("none yet")), (Some(1), "0-5\n".to_owned()));
}

#[test]
fn a_shard_that_is_cut_short_or_changed_is_refused_and_made_again() {
    let lab = &*LAB;
    let folder = lab.copy();
    let path = shards::path(folder.path(), 3);
    let whole = std::fs::read(&path).expect("a shard");
    for length in [0, 1, whole.len() / 2, whole.len() - 1] {
        std::fs::write(&path, &whole[..length]).expect("room");
        let said = lab.refused(folder.path());
        assert!(said.contains("shard-00003.txt: damaged: it is cut short"), "{length}: {said}");
        assert!(said.contains("shard 3 is missing"), "{said}");
    }
    let mut changed = whole.clone();
    changed[whole.len() / 2] ^= 1;
    std::fs::write(&path, changed).expect("room");
    assert!(lab.refused(folder.path()).contains("shard-00003.txt: damaged"));
    assert_eq!(lab.missing(folder.path()), (Some(1), "3\n".to_owned()));
    let again = make(&lab.path("plan.json"), "3/6", folder.path()).output().expect("it runs");
    assert!(again.status.success() && said(&again).contains("is damaged and is made again"), "{}", said(&again));
    assert_eq!(lab.missing(folder.path()), (Some(0), String::new()));
}

#[test]
fn rows_that_are_not_the_planned_ones_are_refused_whatever_the_footer_says() {
    let lab = &*LAB;
    let folder = lab.copy();
    forge(&shards::path(folder.path(), 1), "\n300,ok,", "\n1,ok,");
    let said = lab.refused(folder.path());
    assert!(said.contains("shard 1: ps12/bitboard: counts: the row of puzzle 300 is missing"), "{said}");
}

#[test]
fn a_foreign_shard_and_a_double_one_are_named() {
    let lab = &*LAB;
    let folder = lab.copy();
    lab.plan("other.json", &["--offset", "7"]);
    std::fs::remove_file(shards::path(folder.path(), 2)).expect("it is there");
    let other = make(&lab.path("other.json"), "2/6", folder.path()).output().expect("it runs");
    assert!(other.status.success(), "{}", said(&other));
    assert!(lab.refused(folder.path()).contains("shard-00002.txt: foreign: it is of campaign "));
    // Neither plan takes the place of the other's shard.
    let ours = make(&lab.path("plan.json"), "2/6", folder.path()).output().expect("it runs");
    assert_eq!(ours.status.code(), Some(2));
    assert!(said(&ours).contains("is of another plan"), "{}", said(&ours));
    std::fs::copy(shards::path(&lab.path("shards"), 1), folder.path().join("shard-copy.txt")).expect("room");
    assert!(lab.refused(folder.path()).contains("shard-copy.txt: double: shard 1 is also "));
}

#[test]
fn of_two_attempts_one_is_published_and_both_are_content() {
    let lab = &*LAB;
    let folder = tempfile::tempdir().expect("a folder");
    let attempts: Vec<_> = (0..2).map(|_| make(&lab.path("plan.json"), "5/6", folder.path()).spawn()).collect();
    for attempt in attempts {
        assert!(attempt.expect("it starts").wait().expect("it ends").success());
    }
    let published = files(folder.path());
    assert_eq!(published.keys().collect::<Vec<_>>(), ["shard-00005.txt"], "nothing is left behind");
    let third = make(&lab.path("plan.json"), "5/6", folder.path()).output().expect("it runs");
    assert!(third.status.success() && said(&third).contains("is there"), "{}", said(&third));
    assert_eq!(files(folder.path()), published);
}

#[test]
fn another_corpus_binary_or_plan_is_refused_by_its_name() {
    let lab = &*LAB;
    let folder = tempfile::tempdir().expect("a folder");
    let refused = |mut command: Command| {
        let output = command.output().expect("it runs");
        assert_eq!(output.status.code(), Some(2));
        assert!(!shards::path(folder.path(), 0).exists());
        said(&output)
    };
    let corpus = folder.path().join("changed.txt");
    std::fs::copy(CORPUS, &corpus).expect("room");
    let plan = folder.path().join("plan.json");
    let mut make_plan = harness();
    make_plan.args(["plan", "--counts-only", "--shards", "2", "--corpus"]).arg(&corpus).arg("--out").arg(&plan);
    assert!(make_plan.status().expect("it runs").success());
    let text = std::fs::read_to_string(&corpus).expect("a corpus");
    std::fs::write(&corpus, text.lines().rev().collect::<Vec<_>>().join("\n")).expect("room");
    let said = refused(make(&plan, "0/2", folder.path()));
    assert!(said.contains("changed.txt is not what it was"), "{said}");

    let said = refused(make(&lab.path("plan.json"), "0/5", folder.path()));
    assert!(said.contains("0/5 is no shard of a plan with 6"), "{said}");

    let changed = std::fs::read_to_string(lab.path("plan.json")).expect("a plan").replace("\"seed\": 5", "\"seed\": 6");
    std::fs::write(&plan, changed).expect("room");
    let said = refused(make(&plan, "0/6", folder.path()));
    assert!(said.contains("plan.json was changed since it was made"), "{said}");

    let binary = folder.path().join("harness-other");
    std::fs::copy(env!("CARGO_BIN_EXE_harness"), &binary).expect("room");
    let mut file = std::fs::OpenOptions::new().append(true).open(&binary).expect("the copy");
    std::io::Write::write_all(&mut file, b"another build").expect("room");
    drop(file);
    let mut other = Command::new(&binary);
    other.args(["run", "--shard", "0/6", "--plan"]).arg(lab.path("plan.json")).arg("--out").arg(folder.path());
    let said = refused(other);
    assert!(said.contains("is not the one that made the plan"), "{said}");
}

#[test]
fn times_of_several_cpu_models_are_left_out_and_counts_are_not() {
    let lab = &*LAB;
    let folder = lab.copy();
    forge(&shards::path(folder.path(), 4), "\"cpu\":\"", "\"cpu\":\"Another ");
    let counts = files(&run_dir(&lab.path("one")).expect("a run").join("counts"));
    for (flags, code) in [(&[][..], 1), (&["--counts-only"][..], 0)] {
        let (exit, said, merged) = lab.merge(folder.path(), flags);
        let merged = merged.expect("a run");
        assert_eq!((exit, said.contains("under several conditions")), (Some(code), code == 1), "{said}");
        assert!(said.contains("on 1 host, 2 CPU models; their times do not go together"), "{said}");
        // Of each model the ratios, and who made them how fast.
        let manifest = std::fs::read(merged.join("manifest.json")).expect("a manifest");
        let manifest: serde_json::Value = serde_json::from_slice(&manifest).expect("JSON");
        let groups = manifest["sharded"]["groups"].as_array().expect("groups");
        let shards = |group: &serde_json::Value| group["hosts"][0]["shards"].as_array().map_or(0, Vec::len);
        assert_eq!(groups.iter().map(shards).sum::<usize>(), 6);
        for group in groups.iter().filter(|_| code == 1) {
            let ratios = group["ratios"].as_array().expect("ratios");
            let reference = ratios.iter().find(|ratio| ratio["strategy"] == manifest["campaign"]["reference"]);
            let reference = reference.expect("the reference");
            assert_eq!(reference["ratio"], 1.0);
            assert!(reference["puzzles"].as_u64().expect("a number") <= 256 * shards(group) as u64);
            assert!(ratios.len() == 3 && group["hosts"][0]["calibration_ns"].as_u64() > Some(0), "{group}");
        }
        assert_eq!(files(&merged.join("counts")), counts);
        assert!(files(&merged.join("times")).is_empty());
    }
}

#[test]
fn more_shards_than_blocks_and_flags_beside_a_plan_are_refused() {
    let lab = &*LAB;
    let mut plan = harness();
    plan.args(["plan", "--shards", "2", "--sample", "20", "--counts-only", "--out"]).arg(lab.path("small.json"));
    let output = plan.output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains("20 puzzles are 1 blocks of 256: no more than 1 shards"), "{}", said(&output));
    let mut make = make(&lab.path("plan.json"), "0/6", &lab.path("shards"));
    assert_eq!(make.args(["--seed", "3"]).output().expect("it runs").status.code(), Some(2));
}

/// Says of every puzzle whose last clue is 1 that it has no solution, and panics where it is 2.
struct Liar;

struct LyingSolver(<solver_dlx::Dlx as Strategy>::Solver);

impl Strategy for Liar {
    type Solver = LyingSolver;

    fn info(&self) -> Info {
        Info { id: "liar/sometimes", ..solver_dlx::Dlx::Shortest.info() }
    }

    fn build(&self, rules: &Rules, options: &Options) -> Result<LyingSolver, Unsupported> {
        Strategy::build(&solver_dlx::Dlx::Shortest, rules, options).map(LyingSolver)
    }
}

impl Solver for LyingSolver {
    fn solve<P: Probe>(
        &mut self,
        givens: &Givens,
        ask: Ask,
        probe: &mut P,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Outcome {
        let clue = givens.iter().last().map(|(_, value)| value);
        assert_ne!(clue, Some(2), "it cannot stand a two");
        let lies = clue == Some(1) || (clue == Some(3) && !P::COUNTS);
        if lies { Outcome { solutions: 0, end: End::Exhausted } } else { self.0.solve(givens, ask, probe, found) }
    }
}

fn liars() -> Strategies {
    Strategies::of(|into| {
        into.add(solver_dlx::Dlx::Shortest);
        into.add(Liar);
    })
}

#[test]
fn lies_and_deaths_are_told_of_shards_as_of_one_machine() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut campaign = Campaign::read("default", &BTreeMap::new()).expect("the default campaign");
    campaign.strata.clear();
    // Shards have none, and one who lies is caught by them too.
    (campaign.forms, campaign.seeds) = (0, 0);
    campaign.sample = Some(600);
    campaign.reps = 1;
    campaign.threads = Some(1);
    campaign.time_budget = None;
    let one = {
        let reports = folder.path().join("one");
        let (plan, dir, mut manifest) = run::begin(campaign.clone(), liars(), &reports, Vec::new()).expect("a plan");
        run::make_rows(&plan, &dir, &mut manifest, Extent::Campaign, &GO_ON, Talk::Silent).expect("rows");
        (run::complete(&dir, &mut manifest).expect("a report"), dir)
    };
    let plan = ShardPlan::of(campaign, liars(), 3, 0.0).expect("a plan");
    for index in [2, 0, 1] {
        let shard = Shard { index, of: 3 };
        assert_eq!(shards::make(&plan, shard, folder.path(), liars(), None, &GO_ON).expect("a shard"), Made::Published);
    }
    let reports = folder.path().join("merged");
    let merged = shards::merge(&plan, folder.path(), &reports, liars(), Vec::new(), Wanted::All).expect("a merge");
    let Merged::Run { dir, finished, .. } = merged else { panic!("all shards are there") };
    assert!(finished.is_wrong());
    let read = |dir: &Path, name: &str| std::fs::read_to_string(dir.join(name)).expect("a file");
    let sorted = |text: String| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(files(&dir.path().join("counts")), files(&one.1.path().join("counts")));
    assert_eq!(read(dir.path(), "contradictions.csv"), read(one.1.path(), "contradictions.csv"));
    for name in ["errors.csv", "witnesses.csv"] {
        let lines = sorted(read(dir.path(), name));
        assert!(lines.len() > 10, "{name}: {lines:?}");
        assert_eq!(lines, sorted(read(one.1.path(), name)), "{name}");
    }
    assert_eq!(timed(dir.path()), timed(one.1.path()));
    let status = |finished: &run::Finished| finished.results.strategies[1].status.clone();
    assert_eq!(status(&finished), status(&one.0));
}
