//! Comparing builds of which one is not what it should be.

#![cfg(unix)]

use std::process::{Command, Output};

const SLOW: &str = env!("CARGO_BIN_EXE_harness-slow");
const BAD: &str = env!("CARGO_BIN_EXE_harness-bad");

fn compare(harness: &str, binaries: [&str; 2], strategies: &str) -> Output {
    let mut command = Command::new(harness);
    command.args(["compare", "--live"]).args(binaries).args(["--strategies", strategies, "--limit", "12"]);
    command.args([
        "--pairs",
        "10",
        "--process-time",
        "1ms",
        "--reps",
        "1",
        "--time-limit",
        "200ms",
        "--grace",
        "200ms",
    ]);
    command.output().expect("it starts")
}

#[test]
fn a_strategy_that_one_build_lacks_or_that_dies_is_not_compared() {
    let said = compare(BAD, [BAD, SLOW], "dlx/shortest,bad/aborts");
    let text = String::from_utf8_lossy(&said.stdout);
    assert!(said.status.success(), "{said:?}");
    assert!(text.contains("bad/aborts    not compared:") && text.contains("has no such strategy"), "{text}");
    assert!(text.contains("dlx/shortest") && text.contains("the time of A"), "{text}");
    let said = compare(BAD, [BAD, BAD], "bad/aborts");
    let text = String::from_utf8_lossy(&said.stdout);
    assert!(text.contains("not compared: A failed: killed by SIGABRT"), "{text}");
}

#[test]
fn what_is_slowed_down_counts_the_same() {
    let said = compare(SLOW, [SLOW, SLOW], "dlx/shortest,naive/forward-checking");
    let text = String::from_utf8_lossy(&said.stdout);
    assert!(text.contains("counts: identical on 24 pairs"), "{text}");
}
