//! Bad strategies in a race: each costs its own lane, and lies are told.

#![cfg(unix)]

use std::process::Command;

use serde_json::Value;

/// A board with one solution that the vices are struck on.
fn struck() -> String {
    // The same board under the rearrangements of its values: a third of them is struck.
    let board = "1.....3..2.....4";
    let all = ["1234", "1243", "1324", "1342", "2134", "2143", "3412", "4321", "4312", "3421"];
    let renamed = all.map(|to| {
        let rename = |c: char| c.to_digit(10).map_or(c, |digit| to.as_bytes()[digit as usize - 1].into());
        board.chars().map(rename).collect::<String>()
    });
    let values = |text: &str| text.bytes().map(|c| if c == b'.' { 0 } else { c - b'0' }).collect::<Vec<_>>();
    renamed.into_iter().find(|text| bad_strategies::is_struck(&values(text))).expect("one of ten")
}

#[test]
fn each_vice_costs_its_own_lane() {
    let vices = [
        ("panics", "error", "panicked: a third of all puzzles is too much"),
        ("aborts", "error", "killed by SIGABRT"),
        ("overflows", "error", "stack overflow"),
        ("hangs-on-the-clock", "timeout", "killed after"),
        ("aborts-when-built", "error", "killed by SIGABRT"),
        ("says-none", "wrong", "it claims"),
        ("gives-a-wrong-grid", "wrong", ""),
        ("prints", "ok", ""),
    ];
    let ids: Vec<String> = vices.iter().map(|(vice, ..)| format!("bad/{vice}")).collect();
    let mut race = Command::new(env!("CARGO_BIN_EXE_harness-bad"));
    race.args(["race", &struck(), "--format", "json", "--time-limit", "200ms", "--strategies"]);
    let race = race.arg(format!("dlx/shortest,{}", ids.join(","))).output().expect("it runs");
    assert_eq!(race.status.code(), Some(1), "{}", String::from_utf8_lossy(&race.stderr));
    let lanes: Vec<Value> = serde_json::from_slice(&race.stdout).expect("JSON");
    let lane = |id: &str| lanes.iter().find(|lane| lane["strategy"] == id).expect("a lane");
    for (vice, status, reason) in vices {
        let lane = lane(&format!("bad/{vice}"));
        assert_eq!(lane["status"], status, "{vice}: {lane}");
        assert!(lane["reason"].as_str().unwrap_or_default().contains(reason), "{vice}: {lane}");
        assert_eq!(lane["solve_ns"].is_null(), status != "ok", "{vice}: {lane}");
    }
    let honest = lane("dlx/shortest");
    assert_eq!((&honest["status"], &honest["solutions"]), (&"ok".into(), &1.into()));
}
