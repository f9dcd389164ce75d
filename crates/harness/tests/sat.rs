//! `harness sat` and `harness encode`: formulas from elsewhere, and puzzles as formulas and matrices.

use assert_cmd::Command;
use serde_json::Value;

fn harness(arguments: &[&str], input: &str) -> (String, String, i32) {
    let mut command = Command::cargo_bin("harness").expect("the binary of this package");
    let output = command.args(arguments).write_stdin(input).output().expect("it runs");
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("text");
    (text(&output.stdout), text(&output.stderr), output.status.code().expect("no signal"))
}

fn json(arguments: &[&str], input: &str) -> Value {
    let (out, err, code) = harness(arguments, input);
    assert_eq!(code, 0, "{err}");
    serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out}"))
}

fn count(cnf: &str, more: &[&str]) -> Value {
    json(&[&["sat", "-", "--ask", "count", "--format", "json"], more].concat(), cnf)
}

#[test]
fn models_are_counted_over_the_declared_variables() {
    for (cnf, status, models) in [
        ("p cnf 0 0\n", "sat", 1),
        ("p cnf 2 0\n", "sat", 4),
        ("p cnf 3 1\n1 0\n", "sat", 4),
        ("p cnf 2 2\n1 -1 0\n2 2 0\n", "sat", 2),
        ("p cnf 2 2\n-1 2 0\n-1 -2 0\n", "sat", 2),
        ("p cnf 2 1\n0\n", "unsat", 0),
        ("p cnf 9 2\n1 0 -1 0\n", "unsat", 0),
        ("c SATLIB\np cnf 2 1\n1 2 0\n%\n0\n\n", "sat", 3),
    ] {
        let answer = count(cnf, &[]);
        assert_eq!((answer["status"].as_str(), answer["models"].as_u64()), (Some(status), Some(models)), "{cnf}");
        assert_eq!(answer["exhausted"], true, "{cnf}");
    }
}

#[test]
fn a_count_is_exact_beyond_64_bits_and_refused_beyond_128() {
    let (out, ..) = harness(&["sat", "-", "--ask", "count", "--format", "json"], "p cnf 101 1\n1 0\n");
    // 2^100.
    assert!(out.contains("\"models\":1267650600228229401496703205376,"), "{out}");
    let (out, err, code) = harness(&["sat", "-", "--ask", "count"], "p cnf 200 1\n1 0\n");
    assert_eq!((out.as_str(), code), ("", 2));
    assert!(err.contains("199 declared variables are in no clause"), "{err}");
    assert_eq!(count("p cnf 200 1\n1 0\n", &["--cap", "7"])["models"], 7);
}

#[test]
fn a_cap_says_that_there_may_be_more() {
    let answer = count("p cnf 3 1\n1 2 3 0\n", &["--cap", "5"]);
    assert_eq!((answer["models"].as_u64(), answer["exhausted"].as_bool()), (Some(5), Some(false)));
    let answer = count("p cnf 3 1\n1 2 3 0\n", &["--cap", "9"]);
    assert_eq!((answer["models"].as_u64(), answer["exhausted"].as_bool()), (Some(7), Some(true)));
}

#[test]
fn the_first_model_is_printed_as_the_competition_prints_it() {
    let (out, _, code) = harness(&["sat", "-"], "p cnf 3 3\n1 0\n-1 2 0\n-2 -3 0\n");
    assert_eq!((out.as_str(), code), ("s SATISFIABLE\nv 1 2 -3 0\n", 0));
    let (out, _, code) = harness(&["sat", "-"], "p cnf 1 2\n1 0\n-1 0\n");
    assert_eq!((out.as_str(), code), ("s UNSATISFIABLE\n", 0));
}

#[test]
fn what_is_no_formula_is_named_by_line_and_token() {
    for (cnf, said) in [
        ("p cnf 2 1\n1 x 0\n", "line 2: `x` is not a literal"),
        ("1 0\n", "line 1: expected the header"),
        ("p cnf 2 1\n1 2\n", "line 2: the last clause has no final 0"),
        ("p cnf 2 1\n1 0\n2 0\n", "line 3: the clause that starts with `2` is one more than"),
        ("p cnf 2 1\n3 0\n", "line 2: literal `3` is beyond"),
    ] {
        let (out, err, code) = harness(&["sat", "-"], cnf);
        assert_eq!((out.as_str(), code, err.lines().count()), ("", 2, 1), "{cnf}");
        assert!(err.contains(said), "{err}");
    }
    assert_eq!(harness(&["sat", "/nowhere.cnf"], "").2, 2);
}

/// Sizes that `encode --format json` says of a board.
fn sizes(board: &str, encoding: &str) -> [u64; 2] {
    let answer = json(&["encode", board, "--to", "dimacs", "--encoding", encoding, "--format", "json"], "");
    ["variables", "clauses"].map(|key| answer[key].as_u64().expect("a number"))
}

#[test]
fn the_empty_board_has_the_published_clauses() {
    // Lynce & Ouaknine 2006, 10,530 of them distinct; the naive encoding is 27 alldifferents of 9 domains and 36 × 9
    // binary clauses.
    let empty = ".".repeat(81);
    let published =
        [("minimal", 8829), ("extended", 11_988), ("naive", 8991), ("optimized", 11_988), ("propagated", 10_530)];
    for (encoding, clauses) in published {
        assert_eq!(sizes(&empty, encoding), [729, clauses], "{encoding}");
        let (text, ..) =
            harness(&["encode", &empty, "--to", "dimacs", "--encoding", encoding, "--rules", "sudoku-3"], "");
        assert!(text.contains(&format!("\np cnf 729 {clauses}\n")), "{encoding}");
        assert_eq!(text.lines().filter(|line| line.ends_with(" 0")).count() as u64, clauses, "{encoding}");
    }
    let (text, ..) = harness(&["encode", &empty, "--to", "dimacs"], "");
    assert!(text.contains("\nc 1 is r1c1=1\n") && text.contains("\nc 729 is r9c9=9\n"));
    assert!(text.contains("\nc as constraints (domains and disequalities): 1215, 45 a unit, 891 distinct\n"), "{text}");
}

#[test]
fn givens_are_clauses_or_settle_variables() {
    let royle = "000000010400000000020000000000050407008000300001090000300400200050100000000806000";
    assert_eq!(sizes(royle, "extended"), [729, 11_988 + 17]);
    assert_eq!(sizes(royle, "optimized"), [303, 2843], "docs/REPRODUCTION.md, Royle's line 1");
    let easy = "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
    assert_eq!(sizes(easy, "propagated"), [0, 0], "singles solve it: Wikipedia's example");
}

#[test]
fn what_is_encoded_has_as_many_models_as_the_puzzle_solutions() {
    // docs/REPRODUCTION.md; 288 grids, shared out among the 12 pairs of values that the first two cells can hold; none.
    for (board, solutions) in [("1..............2", 18), ("12..............", 24), ("11..............", 0)] {
        let expected = if solutions == 0 { "unsat" } else { "sat" };
        for encoding in ["naive", "minimal", "extended", "optimized", "propagated"] {
            let (cnf, ..) = harness(&["encode", board, "--to", "dimacs", "--encoding", encoding], "");
            let answer = count(&cnf, &[]);
            assert_eq!((&answer["models"], &answer["status"]), (&solutions.into(), &expected.into()), "{encoding}");
        }
    }
}

#[test]
fn a_matrix_has_an_option_a_row_that_the_givens_leave() {
    let (text, _, code) = harness(&["encode", &".".repeat(16), "--to", "matrix"], "");
    let rows: Vec<&str> = text.lines().collect();
    assert_eq!((rows.len(), rows[0].len(), code), (64, 64, 0));
    assert!(rows.iter().all(|row| row.bytes().filter(|&byte| byte == b'1').count() == 4));
    // docs/REPRODUCTION.md: two givens leave 42 open and settle 20; the givens' own options stay.
    let problem = json(&["encode", "1000000000000002", "--to", "matrix", "--format", "json"], "");
    let length = |key: &str| problem[key].as_array().expect("a list").len();
    assert_eq!(["primary", "secondary", "options"].map(length), [64, 0, 44]);
    assert_eq!(problem["options"][0], serde_json::json!(["r1c1", "1 in row 1", "1 in column 1", "1 in block 1"]));
}

#[test]
fn encode_takes_one_puzzle() {
    let (_, err, code) = harness(&["encode", "-", "--to", "matrix"], "1..............2\n\n2..............1\n");
    assert_eq!(code, 2);
    assert!(err.contains("one on line 1 and one on line 3"), "{err}");
    assert_eq!(harness(&["encode", "-", "--to", "matrix"], "# nothing\n").2, 2);
}
