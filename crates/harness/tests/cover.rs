//! `harness cover` and `harness permanent`: counts that the literature knows, degenerate problems, and what is refused.

use assert_cmd::Command;
use serde_json::{Value, json};

/// Runs `harness` on this standard input and returns exit code, standard output and standard error.
fn harness(arguments: &[&str], input: &str) -> (i32, String, String) {
    let mut command = Command::cargo_bin("harness").expect("the binary of this package");
    let output = command.args(arguments).write_stdin(input).output().expect("it runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().expect("no signal"), text(&output.stdout), text(&output.stderr))
}

fn json_of(command: &str, arguments: &[&str], input: &str) -> Value {
    let all: Vec<&str> =
        std::iter::once(command).chain(arguments.iter().copied()).chain(["--format", "json"]).collect();
    let (code, stdout, stderr) = harness(&all, input);
    assert_eq!(code, 0, "{arguments:?}: {stderr}");
    serde_json::from_str(&stdout).expect("JSON")
}

fn cover(arguments: &[&str]) -> Value {
    json_of("cover", arguments, "")
}

/// Covers a problem given on standard input, and lists all covers.
fn covers(problem: &str) -> (Value, Value) {
    let json = json_of("cover", &["-", "--list", "100"], problem);
    assert_eq!(json["exhausted"], true);
    (json["covers"].clone(), json["list"].clone())
}

fn refused(arguments: &[&str], input: &str, words: &[&str]) {
    let (code, stdout, stderr) = harness(arguments, input);
    assert_eq!((code, stdout.as_str()), (2, ""), "{arguments:?}: {stderr}");
    assert!(!stderr.contains("panicked"), "{stderr}");
    for word in words {
        assert!(stderr.contains(word), "{arguments:?} said {stderr:?}, which lacks {word:?}");
    }
}

#[test]
fn langford_takes_the_published_trees() {
    // docs/REPRODUCTION.md, OEIS A014552.
    for (n, count, nodes, updates) in [
        ("3", 2, 7, 49),
        ("4", 2, 18, 184),
        ("5", 0, 39, 551),
        ("6", 0, 126, 1968),
        ("7", 52, 607, 8339),
        ("8", 300, 2789, 37241),
    ] {
        let expected = json!({
            "covers": count, "exhausted": true, "nodes": nodes, "updates": updates, "list": [],
            "up_to_symmetry": count / 2
        });
        assert_eq!(cover(&["langford", n]), expected);
    }
    assert_eq!(cover(&["langford", "8", "--rule", "first"])["nodes"], 19647);
    let random = cover(&["langford", "7", "--rule", "random", "--seed", "3"]);
    assert_eq!(
        (&random["covers"], &random),
        (&json!(52), &cover(&["langford", "7", "--rule", "random", "--seed", "3"]))
    );
}

#[test]
fn boards_and_permutations_have_the_known_counts() {
    // OEIS A000170, A004003, A000166; Scott 1958 for the pentominoes of 8x8 without its centre.
    for (arguments, count, classes) in [
        (&["queens", "8"][..], 92, json!(12)),
        (&["pentominoes", "3x20"], 8, json!(2)),
        (&["pentominoes", "6x10"], 9356, json!(2339)),
        (&["pentominoes", "8x8", "--without", "4,4", "4,5", "--without", "5,4", "5,5"], 520, json!(65)),
        (&["dominoes", "6x6"], 6728, Value::Null),
        (&["dominoes", "6x6", "--without", "1,1", "6,6"], 0, Value::Null),
        (&["dominoes", "3x3"], 0, Value::Null),
        (&["permutation", "4"], 24, Value::Null),
        (&["derangements", "6"], 265, Value::Null),
    ] {
        let json = cover(arguments);
        assert_eq!((&json["covers"], &json["exhausted"]), (&json!(count), &json!(true)), "{arguments:?}");
        assert_eq!(json["up_to_symmetry"], classes, "{arguments:?}");
    }
    assert_eq!(cover(&["permutation", "7"])["nodes"], 13700);
}

#[test]
fn a_count_that_was_cut_says_so() {
    let json = cover(&["queens", "8", "--cap", "10", "--list", "2"]);
    assert_eq!((&json["covers"], &json["exhausted"]), (&json!(10), &json!(false)));
    assert_eq!((json["list"].as_array().map(Vec::len), &json["up_to_symmetry"]), (Some(2), &Value::Null));
    let json = cover(&["langford", "20", "--time-limit", "50ms"]);
    assert_eq!(json["exhausted"], false);
    let (_, text, _) = harness(&["cover", "queens", "8", "--cap", "10"], "");
    assert!(text.starts_with("queens 8: 10 covers; stopped at the cap, there may be more\n"), "{text}");
    let (_, text, _) = harness(&["cover", "langford", "3", "--list", "1"], "");
    assert!(text.starts_with("langford 3: 2 covers, 1 up to reversal; there are no more\n"), "{text}");
    assert!(text.contains("\n  [1, 6, 7] 1 at 2,4; 2 at 3,6; 3 at 1,5\n"), "{text}");
}

#[test]
fn degenerate_problems_are_right() {
    for (problem, list) in [
        (r#"{"primary": [], "secondary": [], "options": []}"#, json!([[]])),
        (r#"{"primary": [], "secondary": ["x", "y"], "options": [["x"], ["y"], ["x", "y"]]}"#, json!([[]])),
        (r#"{"primary": ["a"], "secondary": [], "options": []}"#, json!([])),
        (r#"{"primary": ["a"], "options": [["a"], ["a"]]}"#, json!([[0], [1]])),
        ("1\n0\n", json!([[0]])),
        (r#"{"primary": ["a"], "secondary": ["x"], "options": [["a", "x"], ["x"], ["a"]]}"#, json!([[0], [2]])),
        (r#"{"primary": [1, "b"], "secondary": ["x"], "options": [["1", "x"], ["b", "x"], ["b"]]}"#, json!([[0, 2]])),
        ("1010\n0011\n0100\n1011 # the matrix of the paper\n0001\n1100\n", json!([[0, 2, 4], [1, 5], [2, 3]])),
    ] {
        let (count, mut found) = covers(problem);
        found.as_array_mut().expect("a list").sort_by_key(ToString::to_string);
        assert_eq!((count, found), (json!(list.as_array().expect("a list").len()), list), "{problem}");
    }
    let (_, _, talk) = harness(&["cover", "-"], r#"{"primary": ["a"], "secondary": ["x"], "options": [["a"], ["x"]]}"#);
    assert_eq!(talk, "option 1 has no primary item: it is never used\n");
}

#[test]
fn what_is_no_problem_is_refused() {
    refused(&["cover", "langford", "0"], "", &["langford 0: sizes go from 1 to"]);
    refused(&["cover", "langford", "-3"], "", &["-3"]);
    refused(&["cover", "langford", "x"], "", &["`x` is no size of langford"]);
    refused(&["cover", "langford"], "", &["langford wants a size"]);
    refused(&["cover", "pentomino", "6x10"], "", &["`pentomino` is no problem that has a name"]);
    for board in ["6", "6x", "x6", "6x10x2", "6*10", "+6x10"] {
        refused(&["cover", "pentominoes", board], "", &["no board such as 6x10"]);
    }
    refused(&["cover", "dominoes", "0x4"], "", &["0x4"]);
    refused(&["cover", "dominoes", "99999x99999"], "", &["boards have 1 to 10000 cells"]);
    refused(&["cover", "dominoes", "4x4", "--without", "5,1"], "", &["hole 5,1 is not on a board of 4x4"]);
    refused(&["cover", "dominoes", "4x4", "--without", "1"], "", &["`1` is no square such as 1,8"]);
    refused(&["cover", "queens", "4", "--without", "1,1"], "", &["queens has none"]);
    refused(&["cover", "/nowhere/problem.json"], "", &["cannot read /nowhere/problem.json"]);
    refused(&["cover", "-"], "101\n10\n", &["standard input", "line 2"]);
    refused(&["cover", "-"], "{\"primary\": [\"a\"\n", &["line 2 column 0"]);
    refused(&["cover", "-"], r#"{"primary": ["a"], "options": [["a"], ["z"]]}"#, &["option 1 has item `z`"]);
    refused(&["cover", "-"], r#"{"primary": ["a"], "options": [["a"], []]}"#, &["option 1 is empty"]);
    refused(&["cover", "-"], r#"{"primary": ["a", "a"], "options": []}"#, &["item `a` is declared twice"]);
}

#[test]
fn permanents_come_with_their_bounds() {
    // docs/REPRODUCTION.md.
    let json = json_of("permanent", &["derangement", "4"], "");
    assert_eq!((&json["n"], &json["permanent"]), (&json!(4), &json!(9)));
    let bound = |key: &str| json[key].as_f64().expect("a bound");
    assert!((bound("minc_bregman") - 10.902_724).abs() < 1e-6 && (bound("van_der_waerden") - 7.59375).abs() < 1e-9);
    assert_eq!(json_of("permanent", &["i+j 5"], "")["permanent"], 326);
    assert_eq!(json_of("permanent", &["1 2; 3 4"], "")["permanent"], 10);
    assert_eq!(json_of("permanent", &["-1 2; 3 4"], "")["permanent"], 2);
    assert_eq!(json_of("permanent", &["-"], "1 1 # two rows\n\n0 1\n")["permanent"], 1);
    assert_eq!(json_of("permanent", &["-1 2; 3 4"], "")["minc_bregman"], Value::Null);
    let (_, text, _) = harness(&["permanent", "ones", "4"], "");
    for words in ["permanent 24", "at most 24.000000", "at least 24.000000", "at least 25.63, at most 1046.66"] {
        assert!(text.contains(words), "{text}");
    }
}

#[test]
fn matrices_without_a_permanent_are_refused() {
    refused(&["permanent", "1 2; 3"], "", &["row 2: expected 2 entries for a square matrix, found 1"]);
    refused(&["permanent", "1 x; 3 4"], "", &["`x` is no integer"]);
    refused(&["permanent", "ones"], "", &["ones wants a side"]);
    refused(&["permanent", "ones", "many"], "", &["a side is a number"]);
    refused(&["permanent", "ones", "64"], "", &["2^64 terms", "years"]);
    refused(&["permanent", "-"], "# nothing\n", &["there is no row"]);
    let huge = "9223372036854775807 9223372036854775807 9223372036854775807";
    refused(&["permanent", &[huge; 3].join(";")], "", &["does not fit in 128 bits"]);
}
