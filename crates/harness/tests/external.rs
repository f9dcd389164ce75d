//! Programs of other people in a campaign: right, lying, dying, hanging, talking nonsense, missing, without a clock.

#![cfg(unix)]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::atomic::AtomicBool;

use harness::campaign::Campaign;
use harness::external::{External, Protocol, TimedBy};
use harness::registry::registry;
use harness::results::Status;
use harness::run::{self, Binaries, Ended, Extent, Finished, Plan, Talk};
use harness::run_dir::RunDir;
use model::Givens;
use model::solve::Ask;
use model::solve::erased::AnyProbe;
use model::text::board_text;

static GO_ON: AtomicBool = AtomicBool::new(false);

/// Answers from a table; `$2` says what it does to the puzzle `$3`, or to all.
const SCRIPT: &str = r#"#!/bin/sh
answers=$1 mode=$2 special=$3
while read -r puzzle; do
    answer=$(grep -F -e "$puzzle" "$answers" | cut -d ' ' -f 2-)
    if [ "$puzzle" = "$special" ]; then
        case $mode in
        dies) exit 3 ;;
        hangs) sleep 60 ;;
        talks) echo "solved it!"; continue ;;
        chats) echo "thinking"; echo "$answer 7"; continue ;;
        lies) answer=$(echo "$answer" | tr 12 21) ;;
        denies) answer="0 -" ;;
        esac
    fi
    case $mode in
    clockless) echo "$answer" ;;
    *) echo "$answer 1234" ;;
    esac
done
"#;

/// A campaign of a few puzzles with a strategy of ours, and the table and the script of a program.
struct Lab {
    folder: tempfile::TempDir,
    campaign: Campaign,
    puzzles: Vec<String>,
}

impl Lab {
    fn new() -> Self {
        let mut campaign = Campaign::read("default", &BTreeMap::new()).expect("the default campaign");
        campaign.strata.clear();
        // The programs of these tests know the stored puzzles by heart.
        campaign.symmetry = false;
        campaign.strategies = vec!["dlx/shortest".into()];
        campaign.sample = Some(4);
        campaign.reps = 2;
        let plan = Plan::new(campaign.clone(), registry()).expect("a plan");
        let folder = tempfile::tempdir().expect("a folder");
        let (mut puzzles, mut table) = (Vec::new(), String::new());
        for index in 0..plan.puzzles.len() {
            let text = board_text(plan.puzzles.givens(index), 9);
            writeln!(table, "{text} {}", solve(&plan, index)).expect("memory");
            puzzles.push(text);
        }
        std::fs::write(folder.path().join("answers"), table).expect("room");
        std::fs::write(folder.path().join("program.sh"), SCRIPT).expect("room");
        Self { folder, campaign, puzzles }
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).display().to_string()
    }

    /// A program that does this to the second puzzle.
    fn with(mut self, mode: &str) -> Self {
        let (script, answers, special) = (self.path("program.sh"), self.path("answers"), &self.puzzles[1]);
        let command = format!("sh {script} {answers} {mode} {special}");
        self.campaign.external.push(External {
            version_command: Some("echo version 7".into()),
            ..External::new(format!("peer/{mode}"), command, Protocol::Lines)
        });
        self
    }

    fn run(&self) -> (RunDir, Finished) {
        let out = self.folder.path().join("reports");
        let (plan, dir, mut manifest) =
            run::begin(self.campaign.clone(), registry(), &out, Vec::new()).expect("a plan");
        let ended = run::make_rows(&plan, &dir, &mut manifest, Extent::Campaign, &GO_ON, Talk::Silent).expect("rows");
        assert_eq!(ended, Ended::Complete);
        let finished = run::complete(&dir, &mut manifest).expect("a report");
        (dir, finished)
    }

    /// Statuses of the program in this mode, why it failed, and whether the run is wrong.
    fn outcome(mode: &str) -> (Vec<Status>, Option<String>, bool) {
        let (_, finished) = Self::new().with(mode).run();
        let program = &finished.results.strategies[1];
        let trouble = program.program.as_ref().expect("a program").trouble.clone();
        (program.status.clone(), trouble, finished.is_wrong())
    }

    /// The campaign as a file, run by the binary.
    fn by_binary(&self, more: &[&str]) -> Output {
        let file = self.folder.path().join("campaign.toml");
        std::fs::write(&file, toml::to_string(&self.campaign).expect("plain data")).expect("room");
        let mut command = Command::new(env!("CARGO_BIN_EXE_harness"));
        command.arg("run").arg(&file).args(more).arg("--out").arg(self.folder.path().join("reports"));
        command.output().expect("it runs")
    }
}

/// `SOLUTIONS GRID` of a puzzle of the plan.
fn solve(plan: &Plan, index: usize) -> String {
    let rules = &plan.puzzles.rules;
    let strategy = plan.strategies.find("dlx/shortest").expect("registered");
    let mut runner = strategy.build(rules, &model::solve::Options::default()).expect("any rules");
    let mut givens = Givens::blank(rules.cells());
    givens.values_mut().copy_from_slice(plan.puzzles.givens(index));
    let mut first = None;
    let outcome = runner.run(&givens, Ask::Unique, AnyProbe::Off, &mut |grid| {
        first.get_or_insert_with(|| board_text(grid.values(), 9));
        ControlFlow::Continue(())
    });
    format!("{} {}", outcome.solutions, first.unwrap_or_else(|| "-".into()))
}

fn only_run(reports: &Path) -> std::path::PathBuf {
    let only = |path: &Path| std::fs::read_dir(path).expect("a folder").next().expect("an entry").expect("it").path();
    only(&only(reports))
}

#[test]
fn a_right_program_is_a_member_like_any_other_and_times_itself() {
    let mut lab = Lab::new().with("right");
    lab.campaign.reference = Some("peer/right".into());
    let (dir, finished) = lab.run();
    let program = &finished.results.strategies[1];
    assert_eq!((program.id.as_str(), &program.status[..]), ("peer/right", &[Status::Ok; 4][..]));
    assert!(!finished.is_wrong());
    for pass in &program.solve_ns {
        assert_eq!(pass.iter().collect::<Vec<_>>(), [Some(1234); 4], "its own clock");
    }
    let entry = finished.ranking.entry("dlx/shortest").expect("ranked");
    let all = entry.all.as_ref().expect("timed");
    assert_eq!((finished.ranking.reference.as_deref(), all.geometric_pairs), (Some("peer/right"), 4));
    assert_eq!(all.paired, all.ratio, "both finished everything");
    let counts = std::fs::read_to_string(dir.counts("peer/right")).expect("counts");
    assert!(counts.starts_with("puzzle,status,solutions,reason\n1,ok,1,\n"), "{counts}");
    let times = std::fs::read_to_string(dir.times("peer/right")).expect("times");
    assert!(
        times.starts_with("puzzle,pass,solve_ns,status,solutions,timed_by,reason\n1,1,1234,ok,1,itself,\n"),
        "{times}"
    );
    let (_, manifest) = RunDir::open(dir.path()).expect("a manifest");
    let record = manifest.strategies[1].external.as_ref().expect("a program");
    assert_eq!((record.version.as_deref(), record.timed_by), (Some("version 7"), Some(TimedBy::Itself)));
    assert_eq!(record.sha256.as_ref().map(String::len), Some(64), "of sh");
    let summary = std::fs::read_to_string(dir.path().join("summary.csv")).expect("a summary");
    assert!(summary.lines().next().is_some_and(|head| head.contains("paired_puzzles,timed_by")), "{summary}");
}

#[test]
fn a_program_without_a_clock_is_timed_from_outside_and_marked() {
    let lab = Lab::new().with("clockless");
    let (dir, finished) = lab.run();
    let program = &finished.results.strategies[1];
    assert_eq!(program.status, [Status::Ok; 4]);
    assert!(program.solve_ns[0].iter().all(|ns| ns.is_some_and(|ns| ns > 1000)), "a round trip");
    assert_eq!(program.program.as_ref().and_then(|program| program.timed_by), Some(TimedBy::RoundTrip));
    assert!(finished.ranking.notes.iter().any(|note| note.starts_with("Timed from outside: peer/clockless.")));
    let page = std::fs::read_to_string(dir.path().join("report.md")).expect("a report");
    assert!(page.contains("Timed from outside"), "{page}");
}

#[test]
fn a_program_that_lies_is_wrong() {
    let (status, _, is_wrong) = Lab::outcome("lies");
    assert_eq!((status, is_wrong), (vec![Status::Ok, Status::Wrong, Status::Ok, Status::Ok], true));
    let (status, _, is_wrong) = Lab::outcome("denies");
    assert_eq!((status[1], is_wrong), (Status::Wrong, true), "by the grid of another");
}

#[test]
fn a_program_that_dies_is_started_again() {
    let (status, trouble, is_wrong) = Lab::outcome("dies");
    assert_eq!((status, is_wrong), (vec![Status::Ok, Status::Error, Status::Ok, Status::Ok], false));
    assert!(trouble.as_ref().is_some_and(|reason| reason.contains("exit status: 3")), "{trouble:?}");
}

#[test]
fn a_program_that_hangs_is_killed_and_started_again() {
    let (status, _, is_wrong) = Lab::outcome("hangs");
    assert_eq!((status, is_wrong), (vec![Status::Ok, Status::Timeout, Status::Ok, Status::Ok], false));
}

#[test]
fn nonsense_is_named_by_its_line() {
    let (status, trouble, is_wrong) = Lab::outcome("talks");
    assert_eq!((status, is_wrong), (vec![Status::Ok, Status::Error, Status::Ok, Status::Ok], false));
    assert!(trouble.as_ref().is_some_and(|reason| reason.contains("`solved it!`")), "{trouble:?}");
    let (status, trouble, _) = Lab::outcome("chats");
    assert_eq!(status, [Status::Ok, Status::Error, Status::Ok, Status::Ok]);
    assert!(trouble.as_ref().is_some_and(|reason| reason.contains("`thinking`")), "{trouble:?}");
}

#[test]
fn a_missing_program_makes_errors_and_the_run_is_fine() {
    let mut lab = Lab::new();
    lab.campaign.external.push(External::new("peer/ghost", "/nowhere/ghost {ask}", Protocol::Lines));
    let output = lab.by_binary(&[]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.contains("peer/ghost is missing") && said.contains("did not answer 4 of 4 puzzles"), "{said}");
    let run = only_run(&lab.folder.path().join("reports"));
    let counts = std::fs::read_to_string(run.join("counts/peer.ghost.csv")).expect("counts");
    assert!(counts.contains("1,error,0,cannot start `/nowhere/ghost`"), "{counts}");
    let page = std::fs::read_to_string(run.join("report.md")).expect("a report");
    assert!(page.contains("peer/ghost did not answer 4 of 4 puzzles"), "{page}");
}

#[test]
fn a_lie_ends_with_1_and_a_rerun_compares_our_own() {
    let lab = Lab::new().with("lies");
    let output = lab.by_binary(&["--counts-only"]);
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    let run = only_run(&lab.folder.path().join("reports"));
    let rerun = Command::new(env!("CARGO_BIN_EXE_harness")).arg("rerun").arg(&run).output().expect("it runs");
    assert_eq!(String::from_utf8_lossy(&rerun.stdout), "dlx/shortest: identical\nidentical\n");
}

#[test]
fn a_run_with_programs_can_be_resumed() {
    let lab = Lab::new().with("clockless").with("dies");
    let (held, finished) = lab.run();
    let (dir, mut manifest) = RunDir::open(held.path()).expect("a manifest");
    drop(held);
    let whole = |id: &str| std::fs::read_to_string(dir.counts(id)).expect("counts");
    let expected = [whole("peer/clockless"), whole("peer/dies")];
    // As if it had been killed in the second timed pass, the clock of the first one known by its rows alone.
    manifest.finished = None;
    manifest.passes = None;
    manifest.strategies.iter_mut().filter_map(|each| each.external.as_mut()).for_each(|each| each.timed_by = None);
    dir.write_manifest(&manifest).expect("room");
    let times = std::fs::read_to_string(dir.times("peer/clockless")).expect("times");
    let half = times.len() * 3 / 4;
    std::fs::write(dir.times("peer/clockless"), &times[..half]).expect("room");
    std::fs::remove_file(dir.times("peer/dies")).expect("it is there");
    std::fs::write(dir.counts("peer/dies"), &expected[1][..40]).expect("room");
    let (plan, dir, mut manifest) =
        run::reopen(dir.path(), registry(), Binaries::Same).expect("a run").expect("not finished");
    run::make_rows(&plan, &dir, &mut manifest, Extent::Campaign, &GO_ON, Talk::Silent).expect("rows");
    let again = run::complete(&dir, &mut manifest).expect("a report");
    assert_eq!([whole("peer/clockless"), whole("peer/dies")], expected);
    let statuses =
        |finished: &Finished| finished.results.strategies.iter().map(|each| each.status.clone()).collect::<Vec<_>>();
    assert_eq!(statuses(&again), statuses(&finished));
    assert_eq!(manifest.strategies[1].external.as_ref().and_then(|each| each.timed_by), Some(TimedBy::RoundTrip));
}

#[test]
fn a_question_that_programs_do_not_know_is_unsupported() {
    let mut lab = Lab::new().with("right");
    lab.campaign.ask = "count:3".parse().expect("an ask");
    lab.campaign.pin = true;
    let (dir, finished) = lab.run();
    assert_eq!(finished.results.strategies[1].status, [Status::Unsupported; 4]);
    assert!(!finished.is_wrong());
    let (_, manifest) = RunDir::open(dir.path()).expect("a manifest");
    assert_eq!(manifest.pinned_core.is_some(), cfg!(target_os = "linux"));
}

#[test]
fn the_selection_may_name_programs() {
    let ids = |strategies: &[&str]| {
        let mut campaign = Lab::new().with("right").with("dies").campaign;
        campaign.strategies = strategies.iter().map(ToString::to_string).collect();
        Plan::new(campaign, registry()).map(|plan| plan.ids()).map_err(|error| error.to_string())
    };
    assert_eq!(ids(&["dlx/first"]).expect("known"), ["dlx/first", "peer/right", "peer/dies"], "all take part");
    assert_eq!(ids(&["dlx/first", "peer/dies"]).expect("known"), ["dlx/first", "peer/dies"], "those that are named");
    assert_eq!(ids(&["peer"]).expect("known"), ["peer/right", "peer/dies"]);
    assert!(ids(&["peers/dies"]).expect_err("unknown").contains("no strategy is called"));
}

#[test]
fn what_a_campaign_cannot_hold_is_refused() {
    let refused = |external: External| {
        let mut campaign = Lab::new().campaign;
        campaign.external.push(external);
        let Err(error) = Plan::new(campaign, registry()) else { panic!("it was taken") };
        error.to_string()
    };
    let bare = External::new("peer", "true", Protocol::Lines);
    assert!(refused(bare).contains("family/variant"));
    let idle = External { configuration: Some(1), ..External::new("peer/x", "true", Protocol::Dimacs) };
    assert!(refused(idle).contains("`configuration`"));
    let known = External::new("dlx/shortest", "true", Protocol::Lines);
    assert!(refused(known).contains("two strategies are called dlx/shortest"));
}
