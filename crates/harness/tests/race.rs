//! `harness race`: one puzzle by all strategies.

use assert_cmd::Command;
use serde_json::Value;

const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn race(arguments: &[&str]) -> Command {
    let mut race = Command::cargo_bin("harness").expect("the binary");
    race.arg("race").args(arguments);
    race
}

#[test]
fn everybody_says_the_same_and_has_its_counters() {
    let output = race(&[PUZZLE, "--format", "json", "--time-limit", "20s"]).assert().success().get_output().clone();
    let lanes: Vec<Value> = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(lanes.len(), harness::registry::registry().iter().count());
    for lane in &lanes {
        assert_eq!((&lane["status"], &lane["solutions"]), (&"ok".into(), &1.into()), "{lane}");
        assert!(
            lane["repeats"].as_u64() >= Some(1) && !lane["counters"].as_array().expect("a list").is_empty(),
            "{lane}"
        );
    }
    let times: Vec<u64> = lanes.iter().map(|lane| lane["solve_ns"].as_u64().expect("a time")).collect();
    assert!(times.is_sorted(), "{times:?}");
}

#[test]
fn who_cannot_do_the_rules_or_gets_no_further_says_so() {
    // Nobody of ours gets through this in a millisecond but by chance: the last line is the slowest.
    let output = race(&["..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"])
        .args(["--time-limit", "1ms", "--strategies", "naive/row-major", "--format", "csv"])
        .assert()
        .success()
        .get_output()
        .clone();
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.contains("naive/row-major,timeout,0,,1,,"), "{text}");
    let output =
        race(&["1........", "--rules", "latin-3", "--strategies", "ps12/bitboard,dlx/shortest"]).assert().success();
    let text = String::from_utf8(output.get_output().stdout.clone()).expect("text");
    assert!(text.contains("unsupported") && text.contains("2 solutions or more"), "{text}");
}

#[test]
fn what_is_no_race_is_refused() {
    race(&["11.............."]).assert().code(2).stderr(predicates::str::contains("clash"));
    race(&["-"])
        .write_stdin("1...............\n2...............\n")
        .assert()
        .code(2)
        .stderr(predicates::str::contains("one puzzle"));
    race(&[PUZZLE, "--strategies", "dlx/shortst"]).assert().code(2).stderr(predicates::str::contains("did you mean"));
}
