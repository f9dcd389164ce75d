//! `harness enumerate`, `count` and `estimate` against the published enumerations.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use assert_cmd::Command;
use serde_json::Value;

fn harness(arguments: &[&str]) -> (String, String, i32) {
    let mut command = Command::cargo_bin("harness").expect("the binary of this package");
    let output = command.args(arguments).output().expect("it runs");
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("text");
    (text(&output.stdout), text(&output.stderr), output.status.code().expect("no signal"))
}

fn json(arguments: &[&str]) -> Value {
    let (out, err, code) = harness(&[arguments, &["--format", "json"]].concat());
    assert_eq!(code, 0, "{err}");
    serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out}"))
}

#[test]
fn the_288_grids_come_with_the_papers_estimates_in_its_order() {
    let (out, err, code) = harness(&["enumerate", "sudoku-2", "--format", "csv"]);
    assert_eq!(code, 0);
    let mut lines = out.lines();
    assert_eq!(lines.next(), Some("solution,depth,estimate,cumulative,grid"));
    let rows: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len(), 288);
    // docs/REPRODUCTION.md: ((aabbaa)^6 (baaaab)^6)^4 with a = 7620 and b = 5316.
    let period = ["aabbaa".repeat(6), "baaaab".repeat(6)].concat().repeat(4);
    let mut sum = 0;
    for (at, (row, letter)) in rows.iter().zip(period.chars()).enumerate() {
        let estimate = if letter == 'a' { 7620 } else { 5316 };
        sum += estimate;
        assert_eq!(row[..4], [(at + 1).to_string(), "16".into(), estimate.to_string(), sum.to_string()]);
    }
    assert_eq!(sum, 1_973_376);
    assert_eq!((rows[0][4], rows[287][4]), ("1234341221434321", "4321213412433412"));
    // docs/REPRODUCTION.md.
    let last = err.lines().last().expect("a closing line");
    assert!(last.contains("average estimate 6852;") && last.contains("6468") && last.contains("+5.94 %"), "{last}");
}

#[test]
fn the_diagonal_grids_all_have_the_same_estimate_and_no_bias() {
    // docs/REPRODUCTION.md.
    let (out, err, _) = harness(&["enumerate", "sudoku-2-diagonal", "--format", "json"]);
    let rows: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).expect("a JSON line")).collect();
    assert_eq!(rows.len(), 48);
    for row in &rows {
        assert_eq!(row["estimate"], 1524);
        assert_eq!(row["degrees"], serde_json::json!([4, 2, 1, 1, 3, 1, 1, 1, 2, 1, 1, 1, 1, 1, 1, 1]));
    }
    assert!(err.contains("average estimate 1524; the tree took 1524 inner covers") && err.contains("+0.00 %"), "{err}");
}

#[test]
fn the_estimate_of_the_empty_board_needs_more_than_64_bits() {
    // docs/REPRODUCTION.md.
    let (out, err, _) = harness(&["enumerate", "sudoku-3", "--limit", "1", "--format", "csv"]);
    let row = out.lines().nth(1).expect("a solution");
    assert!(row.starts_with("1,81,61463918046811879868355,61463918046811879868355,123456789789123456"), "{row}");
    assert!(err.contains("not the whole tree was searched"), "{err}");
}

#[test]
fn givens_narrow_the_enumeration_and_other_strategies_list_the_same_grids() {
    let sorted = |strategy: &str| {
        let (out, ..) = harness(&["enumerate", "sudoku-2", "1..............2", "--strategy", strategy]);
        let mut grids: Vec<String> = out.lines().map(str::to_owned).collect();
        grids.sort_unstable();
        grids
    };
    let expected = sorted("dlx/shortest");
    assert_eq!(expected.len(), 18, "docs/REPRODUCTION.md");
    for strategy in ["dlx/random", "dlx/first", "naive/row-major", "sat/extended"] {
        assert_eq!(sorted(strategy), expected, "{strategy}");
    }
    let (out, ..) =
        harness(&["enumerate", "sudoku-2", "--strategy", "naive/row-major", "--limit", "2", "--format", "csv"]);
    assert_eq!(out, "solution,grid\n1,1234341221434321\n2,1234341223414123\n");
}

#[test]
fn a_reader_who_has_gone_ends_it_quietly() {
    let program = assert_cmd::cargo::cargo_bin("harness");
    let mut child = std::process::Command::new(program)
        .args(["enumerate", "sudoku-3"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut first = String::new();
    let mut lines = BufReader::new(child.stdout.take().expect("it is piped"));
    lines.read_line(&mut first).expect("a line comes at once");
    drop(lines);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((first.trim_end().len(), output.status.code()), (81, Some(0)));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn counts_are_the_known_ones() {
    // docs/REPRODUCTION.md; OEIS A002860; the 2×3 count of a fixed first row times 720 is 28,200,960.
    let first_row = format!("123456{}", ".".repeat(30));
    for (arguments, solutions) in [
        (&["count", "sudoku-2"][..], 288),
        (&["count", "sudoku-2-diagonal"], 48),
        (&["count", "latin-4"], 576),
        (&["count", "latin-5"], 161_280),
        (&["count", "sudoku-2x3", &first_row], 39_168),
        (&["count", "sudoku-2", "--strategy", "naive/forward-checking"], 288),
        (&["count", "sudoku-2", "--strategy", "sat/minimal", "--time-limit", "10m"], 288),
    ] {
        let answer = json(arguments);
        assert_eq!((&answer["solutions"], &answer["exhausted"]), (&solutions.into(), &true.into()), "{arguments:?}");
    }
    let none = json(&["count", "sudoku-2", "123....4........"]);
    assert_eq!((&none["solutions"], &none["status"], &none["exhausted"]), (&0.into(), &"none".into(), &true.into()));
}

#[test]
fn a_count_says_where_it_stopped() {
    let capped = json(&["count", "sudoku-2", "--cap", "10"]);
    assert_eq!((&capped["solutions"], &capped["exhausted"]), (&10.into(), &false.into()));
    let late = json(&["count", "sudoku-3", "--time-limit", "50ms"]);
    assert_eq!((&late["status"], &late["exhausted"]), (&"timeout".into(), &false.into()));
    let (out, err, code) = harness(&["count", "sudoku-2", "11..............", "--format", "json"]);
    assert_eq!(code, 2);
    assert!(out.contains("\"status\":\"invalid\"") && err.contains("1 is given twice in row 1"), "{out}{err}");
    assert_eq!(harness(&["count", "sudoku-two"]).2, 2);
}

#[test]
fn dives_estimate_the_tree_and_the_average_over_solutions_does_not() {
    // docs/REPRODUCTION.md: 2156 branches, 6468 inner covers, 6852 on the average over solutions.
    let answer = json(&["estimate", "sudoku-2", "--dives", "20000", "--seed", "4"]);
    let number = |value: &Value| value.as_f64().expect("a number");
    assert_eq!(answer["uniform"]["branches"], 2156);
    assert_eq!(answer["inner_covers"]["tree"], 6468);
    assert!((number(&answer["inner_covers"]["uniform"]) - 6852.0).abs() < 1e-6);
    assert!((number(&answer["bias_percent"]) - 5.94).abs() < 0.005);
    let (low, high) = (number(&answer["knuth"]["low"]), number(&answer["knuth"]["high"]));
    assert!((low..=high).contains(&2156.0) && high - low < 20.0, "{low} {high}");
    assert_eq!(
        answer,
        json(&["estimate", "sudoku-2", "--dives", "20000", "--seed", "4"]),
        "the seed is all that counts"
    );
}

#[test]
fn an_estimate_of_what_is_too_large_says_what_it_is_against() {
    let answer = json(&["estimate", "sudoku-3", "--dives", "50", "--solutions", "20", "--rule", "shortest"]);
    assert_eq!((&answer["uniform"]["branches"], &answer["bias_against"]), (&Value::Null, &"knuth".into()));
    assert_eq!(answer["uniform"]["solutions"], 20);
    for format in ["text", "csv"] {
        let (out, _, code) =
            harness(&["estimate", "sudoku-2", "--rule", "random", "--dives", "10", "--format", format]);
        assert!(code == 0 && out.lines().count() >= 4, "{out}");
    }
}
