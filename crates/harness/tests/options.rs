//! What strategies are told: on the command line, in a campaign, and what is kept of it.

use assert_cmd::Command;
use serde_json::Value;

/// A puzzle on which the branch makes a difference.
const PUZZLE: &str = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........";

fn harness(arguments: &[&str]) -> Command {
    let mut harness = Command::cargo_bin("harness").expect("the binary");
    harness.args(arguments);
    harness
}

fn steps(options: &[&str]) -> u64 {
    // A search that goes on to the end meets the same whichever comes first.
    let solve = ["solve", PUZZLE, "--strategy", "ps12/paper", "--ask", "first", "--format", "json"];
    let output = harness(&[&solve[..], options].concat()).assert().success().get_output().clone();
    let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    answer["counters"]["steps"].as_u64().expect("a count")
}

#[test]
fn a_solver_is_told_and_refuses_what_it_does_not_know() {
    assert_eq!(steps(&[]), steps(&["--option", "branch=high"]));
    assert_ne!(steps(&[]), steps(&["--option", "branch=low"]));
    for (option, said) in [
        ("branch=both", "ps12/paper takes for `branch` high or low, not `both`"),
        ("brunch=low", "ps12/paper has no option `brunch`"),
        ("branch", "is not NAME=VALUE"),
    ] {
        let solve = ["solve", PUZZLE, "--strategy", "ps12/paper", "--option", option];
        harness(&solve).assert().code(2).stderr(predicates::str::contains(said));
    }
    harness(&["strategies"]).assert().stdout(predicates::str::contains("option branch: which value"));
}

#[test]
fn a_campaign_keeps_what_was_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |name: &str, options: &[&str]| {
        let out = folder.path().join(name);
        let mut run = harness(&[
            "run",
            "--limit",
            "40",
            "--counts-only",
            "--ask",
            "first",
            "--strategies",
            "ps12/paper,dlx/shortest",
        ]);
        run.args(options).arg("--out").arg(&out).assert().success();
        let campaign = std::fs::read_dir(out).expect("a campaign").next().expect("one").expect("it is there").path();
        std::fs::read_dir(campaign).expect("a run").next().expect("one").expect("it is there").path()
    };
    let (usual, low) = (run("usual", &[]), run("low", &["--option", "ps12/paper:branch=low"]));
    let file = |run: &std::path::Path, name: &str| std::fs::read_to_string(run.join(name)).expect("a file");
    let told = |run: &std::path::Path| {
        let manifest: Value = serde_json::from_str(&file(run, "manifest.json")).expect("JSON");
        let strategies = manifest["strategies"].as_array().expect("a list").clone();
        strategies.into_iter().map(|one| one["options"].clone()).collect::<Vec<_>>()
    };
    let is_kept = |run: &std::path::Path, value: &str| told(run).iter().any(|options| options["branch"] == value);
    assert!(is_kept(&usual, "high") && is_kept(&low, "low"), "{:?} {:?}", told(&usual), told(&low));
    assert_ne!(file(&usual, "counts/ps12.paper.csv"), file(&low, "counts/ps12.paper.csv"));
    assert_eq!(file(&usual, "counts/dlx.shortest.csv"), file(&low, "counts/dlx.shortest.csv"));
    assert!(file(&low, "report.html").contains("branch low"));
    harness(&["rerun"]).arg(&low).assert().success();
    for (option, said) in [
        ("ps12/paper:brunch=low", "ps12/paper has no option `brunch`"),
        ("sat:branch=low", "options are given for `sat`, which is no strategy of this campaign"),
        ("branch=low", "is not STRATEGY:NAME=VALUE"),
    ] {
        let run = ["run", "--limit", "1", "--strategies", "ps12/paper", "--option", option];
        harness(&run).assert().code(2).stderr(predicates::str::contains(said));
    }
}
