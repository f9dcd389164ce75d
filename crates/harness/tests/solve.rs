//! `harness solve`: every single-puzzle vector that was published or worked out independently, and what is refused.

use assert_cmd::Command;
use serde_json::Value;

fn harness() -> Command {
    Command::cargo_bin("harness").expect("the binary of this package")
}

/// One JSON object and the exit code.
fn solve(puzzle: &str, arguments: &[&str]) -> (Value, i32) {
    let output = harness().args(["solve", puzzle, "--format", "json"]).args(arguments).output().expect("it runs");
    let json = serde_json::from_slice(&output.stdout).unwrap_or(Value::Null);
    (json, output.status.code().expect("no signal"))
}

fn counters(puzzle: &str, strategy: &str, ask: &str) -> (String, Value) {
    let (json, code) = solve(puzzle, &["--strategy", strategy, "--ask", ask]);
    assert_eq!(code, 0, "{json}");
    (json["status"].as_str().expect("a status").to_owned(), json["counters"].clone())
}

const ROYLE: [(u32, &str); 8] = [
    (1, "000000010400000000020000000000050407008000300001090000300400200050100000000806000"),
    (2, "000000010400000000020000000000050604008000300001090000300400200050100000000807000"),
    (3, "000000012000035000000600070700000300000400800100000000000120000080000040050000600"),
    (4, "000000012003600000000007000410020000000500300700000600280000040000300500000000000"),
    (5, "000000012008030000000000040120500000000004700060000000507000300000620000000100000"),
    (197, "000000031000602000000700000007000600010080000400030000000500270140000000800000000"),
    (599, "000000071300800000080000000005041000020000300000070000601000040000200600700000000"),
    (42837, "670500300052000000000000010083200000400000090000800000100090000000040000000000200"),
];

fn royle(line: u32) -> &'static str {
    ROYLE.iter().find(|(number, _)| *number == line).expect("a line of the table").1
}

#[test]
fn ps12_counts_what_paper_f_says() {
    // line, status, search branch back nopair maxdepth passes rounds reds, ms0 + ms
    for (line, status, figures) in [
        (1, "ok", [0, 0, 0, 0, 0, 20, 4, 20, 44]),
        (2, "ok", [0, 0, 0, 0, 0, 19, 4, 23, 46]),
        (3, "ok", [0, 0, 0, 0, 0, 19, 6, 34, 59]),
        (4, "ok", [0, 0, 0, 0, 0, 23, 8, 33, 64]),
        (5, "ok", [2, 3, 1, 0, 2, 43, 16, 43, 102]),
        (197, "stuck", [1, 0, 0, 1, 0, 6, 3, 3, 12]),
        (599, "stuck", [24, 46, 23, 1, 9, 236, 97, 167, 500]),
        (42837, "ok", [4374, 8740, 4369, 3, 21, 47408, 17358, 28443, 93209]),
    ] {
        let (said, counters) = counters(royle(line), "ps12/paper", "first");
        let names = [
            "searches",
            "steps",
            "low_branches",
            "no_pair",
            "max_depth",
            "passes",
            "rounds",
            "reductions",
            "propagations",
        ];
        let found = names.map(|name| counters[name].as_u64().expect("a count"));
        assert_eq!((said.as_str(), found), (status, figures), "line {line}");
    }
    for (line, backtracks) in [(5, 1), (599, 46), (42837, 8735)] {
        assert_eq!(counters(royle(line), "ps12/paper", "first").1["backtracks"], backtracks, "line {line}");
    }
}

#[test]
fn dlx_counts_what_paper_g_says() {
    // line, updates of the givens, nodes and updates at the first solution, nodes and updates of the whole tree
    for (line, given, first, full) in [
        (1, 1346, (65, 1165), (65, 1165)),
        (2, 1343, (65, 1168), (65, 1168)),
        (3, 1343, (65, 1168), (65, 1168)),
        (4, 1346, (65, 1165), (65, 1165)),
        (5, 1352, (85, 1491), (118, 1995)),
    ] {
        for (ask, (nodes, updates)) in [("first", first), ("unique", full)] {
            let (status, counters) = counters(royle(line), "dlx/shortest", ask);
            assert_eq!(status, "ok");
            assert_eq!(
                (&counters["nodes"], &counters["covers"]),
                (&nodes.into(), &(given + updates).into()),
                "line {line}"
            );
            assert_eq!(counters["max_depth"], 64);
        }
    }
    let (_, counters) = counters(royle(5), "dlx/shortest", "unique");
    assert_eq!(
        (&counters["steps"], &counters["guesses"], &counters["backtracks"]),
        (&117.into(), &2.into(), &117.into())
    );
}

#[test]
fn the_empty_board_and_the_famous_hard_ones() {
    let (json, _) = solve(&".".repeat(81), &["--strategy", "dlx/shortest", "--ask", "first"]);
    let grid = "123456789789123456456789123312845967697312845845697312231574698968231574574968231";
    assert_eq!(json["grid"], grid);
    assert_eq!((&json["counters"]["nodes"], &json["counters"]["covers"]), (&82.into(), &2511.into()));
    for puzzle in [
        "000000039000001005003050800008090006070002000100400000009080050020000600400700000",
        "100000002090400050006000700050903000000070000000850040700000600030009080002000001",
    ] {
        let (json, code) = solve(puzzle, &["--strategy", "ps12/paper", "--ask", "first"]);
        assert_eq!((json["status"].as_str(), code), (Some("stuck"), 0));
        assert_eq!((&json["counters"]["searches"], &json["counters"]["no_pair"]), (&1.into(), &1.into()));
        let (json, _) = solve(puzzle, &["--strategy", "dlx/shortest"]);
        assert_eq!((&json["solutions"], &json["exhausted"]), (&1.into(), &true.into()));
    }
}

#[test]
fn every_status_has_its_json_and_exit_code() {
    let (json, code) = solve("11..............", &[]);
    assert_eq!((json["status"].as_str(), code), (Some("invalid"), 2));
    assert_eq!(json["conflicts"][0]["cells"], serde_json::json!(["r1c1", "r1c2"]));
    assert_eq!(json["conflicts"][0]["value"], 1);
    let (json, code) = solve("12..34..........", &["--strategy", "dlx/first", "--step-limit", "3"]);
    assert_eq!((json["status"].as_str(), &json["counters"]["steps"], code), (Some("halted"), &3.into(), 0));
    // A row that leaves no value for its last cell: no solution, though no givens clash.
    let (json, code) = solve("123....4........", &[]);
    assert_eq!((json["status"].as_str(), &json["solutions"], code), (Some("none"), &0.into(), 0));
    assert_eq!((&json["exhausted"], &json["grid"]), (&true.into(), &Value::Null));
    let (json, _) =
        solve(&".".repeat(81), &["--strategy", "naive/row-major", "--ask", "count", "--time-limit", "50ms"]);
    assert_eq!(json["status"], "timeout");
    let (json, _) = solve("................", &["--ask", "count"]);
    assert_eq!((&json["solutions"], &json["exhausted"]), (&288.into(), &true.into()));
}

#[test]
fn several_puzzles_are_json_lines() {
    let corpus = "1..............1\n# no puzzle\n2..............2\n";
    let output = harness().args(["solve", "-", "--format", "json"]).write_stdin(corpus).output().expect("it runs");
    let lines: Vec<Value> =
        String::from_utf8_lossy(&output.stdout).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.iter().map(|json| json["line"].as_u64()).collect::<Vec<_>>(), [Some(1), Some(3)]);
}

#[test]
fn larger_boards_and_other_rules_are_solved_by_default() {
    let (json, _) = solve(&".".repeat(256), &["--ask", "first"]);
    assert_eq!((json["status"].as_str(), json["strategy"].as_str()), (Some("ok"), Some("sat/propagated")));
    let (json, _) = solve(&".".repeat(36), &["--ask", "first"]);
    assert_eq!((json["status"].as_str(), json["strategy"].as_str()), (Some("ok"), Some("sat/propagated")));
    let (json, _) = solve(&".".repeat(36), &["--ask", "count:1000"]);
    assert_eq!((&json["solutions"], json["strategy"].as_str()), (&1000.into(), Some("dlx/shortest")));
    let (json, _) = solve("1...", &["--rules", "latin-2"]);
    assert_eq!((json["grid"].as_str(), &json["exhausted"]), (Some("1221"), &true.into()));
}

#[test]
fn a_jigsaw_that_no_grid_fits_is_proved_so() {
    // An empty board: dancing links go on for minutes.
    let folder = tempfile::tempdir().expect("a folder");
    let layout = folder.path().join("layout.txt");
    let regions = "000000001222304111222344111222344411555333444665553777666553777666583777688888888";
    std::fs::write(&layout, regions).expect("room");
    let (json, code) = solve(&".".repeat(81), &["--rules", &format!("jigsaw:{}", layout.display())]);
    assert_eq!((json["status"].as_str(), &json["exhausted"], code), (Some("none"), &true.into(), 0));
}

#[test]
fn answers_come_in_order_however_many_jobs() {
    let lines: String = (0..40).flat_map(|_| ROYLE.iter().map(|(_, puzzle)| format!("{puzzle}\n"))).collect();
    let with = |jobs: &str| {
        let output =
            harness().args(["solve", "-", "--format", "json", "--jobs", jobs]).write_stdin(lines.clone()).output();
        String::from_utf8(output.expect("it runs").stdout).expect("text")
    };
    let alone = with("1");
    assert_eq!(alone.lines().count(), 320);
    assert_eq!(alone, with("3"));
}

#[test]
fn a_puzzle_in_a_pipe_gets_its_answer_before_the_next_one_comes() {
    use std::io::{BufRead, BufReader, Write};
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin!("harness"))
        .args(["solve", "-", "--format", "line", "--jobs", "2"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut input = child.stdin.take().expect("a pipe");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    for (_, puzzle) in ROYLE {
        writeln!(input, "{puzzle}").expect("it reads");
        let mut answer = String::new();
        output.read_line(&mut answer).expect("it answers");
        assert!(answer.trim_end().len() == 81 && answer.starts_with(|c: char| c.is_ascii_digit()), "{answer}");
    }
    drop(input);
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn a_grid_a_line_and_what_there_is_when_there_is_none() {
    let print = |puzzles: &str, form: &str| {
        let output = harness().args(["solve", "-", "--format", form]).write_stdin(puzzles.to_owned()).output();
        String::from_utf8(output.expect("it runs").stdout).expect("text")
    };
    let three = "1..4.4.1.1..4..2\n1...............\n12.3...4........\n";
    let lines = print(three, "line");
    let lines: Vec<&str> = lines.lines().collect();
    assert_eq!((lines[0], lines[2]), ("1234342121434312", "no solution"));
    assert!(lines[1].len() > 16 && lines[1].ends_with("  2 solutions or more"), "{}", lines[1]);
    let grid =
        "+-----+-----+\n| 1 2 | 3 4 |\n| 3 4 | 2 1 |\n+-----+-----+\n| 2 1 | 4 3 |\n| 4 3 | 1 2 |\n+-----+-----+\n\n";
    assert_eq!(print("1..4.4.1.1..4..2\n", "grid"), grid);
    assert_eq!(print("12.3...4........\n", "grid"), "# line 1: no solution\n\n");
    assert_eq!(print("11..............\n", "line"), "the givens clash\n");
}

#[test]
fn what_was_read_before_a_bad_line_is_answered() {
    let output = harness().args(["solve", "-", "--format", "line"]).write_stdin("1..4.4.1.1..4..2\n1..5\n").output();
    let output = output.expect("it runs");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 17));
    assert!(String::from_utf8_lossy(&output.stderr).contains("line 2: expected 16 cells"));
}
