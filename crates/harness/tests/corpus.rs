//! `harness corpus`: what check finds, and that canon, sample, grow and generate say what they should.

use assert_cmd::Command;
use serde_json::{Value, json};

const PUZZLE: &str = "123.........4..1";
const SOLUTION: &str = "1234341221434321";

/// Runs `harness corpus` on a text; exit code and standard output.
fn corpus(arguments: &[&str], text: &str) -> (i32, String) {
    let mut harness = Command::cargo_bin("harness").expect("the binary");
    let output = harness.arg("corpus").args(arguments).write_stdin(text).output().expect("it runs");
    let (code, out) = (output.status.code().expect("no signal"), String::from_utf8_lossy(&output.stdout).into_owned());
    assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked"), "{arguments:?}");
    (code, out)
}

/// `harness corpus check - --format json` with these flags more.
fn check(flags: &[&str], text: &str) -> (i32, Value) {
    let (code, out) = corpus(&[&["check", "-", "--format", "json"], flags].concat(), text);
    (code, serde_json::from_str(&out).expect("one JSON"))
}

#[test]
fn duplicates_are_told_whatever_their_blanks_and_rearrangements_where_they_are_asked_for() {
    // The second is the first again; the third its mirror image with 1 and 4 exchanged; the fourth another puzzle.
    let text = "1..4..2..3..4...\n1004002003004000\n1..4.2....3....1\n1...............\n";
    let (code, found) = check(&[], text);
    assert_eq!((code, &found["puzzles"], &found["distinct"]), (0, &json!(4), &json!(3)));
    assert_eq!(found["duplicates"], json!([{ "line": 1, "times": 2, "lines": [1, 2] }]));
    assert_eq!((&found["classes"], &found["equivalent"]), (&Value::Null, &json!([])));
    let (code, found) = check(&["--up-to-symmetry", "--jobs", "3"], text);
    assert_eq!((code, &found["distinct"], &found["classes"]), (0, &json!(3), &json!(2)));
    assert_eq!(found["equivalent"], json!([{ "line": 1, "times": 2, "lines": [1, 3] }]));
    let (_, told) = corpus(&["check", "-", "--up-to-symmetry"], text);
    assert!(told.contains("line 2: the same puzzle as in line 1\n"), "{told}");
    assert!(told.contains("line 3: a rearrangement of line 1\n"), "{told}");
    assert!(told.contains("puzzles    4 (3 distinct, 2 up to symmetry)\n"), "{told}");
}

#[test]
fn puzzles_without_a_single_solution_are_told_and_wrong_only_where_asked() {
    // The second sees 1 to 4 from r1c1.
    let text = format!("{PUZZLE}\n.23.4...1.......\n1...............\n");
    let (code, found) = check(&[], &text);
    assert_eq!(code, 0);
    assert_eq!(found["solutions"], json!({ "none": 1, "one": 1, "many": 1, "unknown": 0 }));
    assert_eq!(
        (&found["none"], &found["many"], &found["strategy"]),
        (&json!([2]), &json!([3]), &json!("sat/propagated"))
    );
    assert_eq!(check(&["--unique"], &text).0, 1);
    assert_eq!(check(&["--unique"], PUZZLE).0, 0);
    let (code, found) = check(&["--no-solve"], &text);
    assert_eq!((code, &found["solutions"], &found["none"]), (0, &Value::Null, &json!([])));
}

#[test]
fn a_solution_beside_a_puzzle_that_is_none_is_an_error_with_its_line() {
    let changed = SOLUTION.replace("3412", "4312");
    let other = format!("2{}", &SOLUTION[1..]);
    let text = format!(
        "quizzes,solutions\n{PUZZLE},{SOLUTION}\n{PUZZLE},{changed}\n{PUZZLE},{other}\n{PUZZLE},12\n{PUZZLE},123456\n"
    );
    let (code, found) = check(&["--no-solve"], &text);
    assert_eq!((code, &found["puzzles"], &found["input_format"]), (1, &json!(5), &json!("csv")));
    let said = |line: u64, why: &str| json!({ "line": line, "message": format!("line {line}: the solution beside it is none: {why}") });
    let expected = json!([
        said(3, "column 1 holds 4 in both r2c1 and r4c1"),
        said(4, "cell r1c1 is given as 1, the grid has 2"),
        said(6, "expected 16 cells for sudoku-2, found 6"),
    ]);
    assert_eq!((&found["mislabelled"], &found["errors"]), (&expected, &expected));
    let json = format!(
        "[{{\"puzzle\": \"{PUZZLE}\", \"solution\": \"{other}\"}},\n{{\"solution\": \"{SOLUTION}\", \"puzzle\": \"{PUZZLE}\"}}]"
    );
    let (code, found) = check(&[], &json);
    assert_eq!((code, &found["mislabelled"][0]["line"], &found["mislabelled"][1]), (1, &json!(1), &Value::Null));
    assert_eq!(check(&[], &format!("{PUZZLE} {SOLUTION}\n{PUZZLE} {PUZZLE}\n")).0, 0);
    assert_eq!(check(&[], &format!("{PUZZLE} {other}\n")).0, 1);
}

#[test]
fn bad_lines_and_clashes_are_named_and_the_rest_is_looked_at() {
    let text = format!("{PUZZLE}\n11..............\n1..z............\n123\n{PUZZLE}\n");
    let (code, found) = check(&[], &text);
    assert_eq!((code, &found["puzzles"], &found["distinct"]), (1, &json!(2), &json!(1)));
    let lines: Vec<&Value> = found["errors"].as_array().expect("a list").iter().map(|error| &error["line"]).collect();
    assert_eq!(lines, [2, 3, 4]);
    assert_eq!(found["solutions"]["one"], 2);
    let (code, csv) = corpus(&["check", "-", "--format", "csv"], &text);
    let rows: Vec<&str> = csv.lines().collect();
    assert_eq!((code, rows.len(), rows[0]), (1, 5, "line,message,kind"));
    assert_eq!(rows[1], "2,line 2: 1 is given twice in row 1: r1c1 and r1c2,error");
    assert_eq!(rows[4], "5,line 5: the same puzzle as in line 1,duplicate");
}

#[test]
fn what_is_not_settled_in_time_is_unknown() {
    // No search has looked at 625 cells before its watchdog wakes for the first time.
    let (code, found) = check(&["--time-limit", "1ns"], &".".repeat(625));
    assert_eq!((code, &found["unknown"], &found["none"]), (0, &json!([1]), &json!([])));
    assert_eq!(check(&["--time-limit", "1ns", "--unique"], &".".repeat(625)).0, 1);
}

#[test]
fn canon_writes_the_least_form_and_the_way_there() {
    let turned = "1...4.3..2......";
    let (code, out) = corpus(&["canon", "-"], "1..4..2..3..4...\n1..4.2....3....1\n");
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!((code, lines.len()), (0, 2));
    assert_eq!(lines[0], lines[1]);
    let (_, out) = corpus(&["canon", "-", "--format", "csv", "--with-map"], turned);
    let row: Vec<&str> = out.lines().nth(1).expect("a row").split(',').collect();
    let map: model::symmetry::Rearrangement = row[2].parse().expect("a rearrangement");
    let rules = model::Rules::sudoku(2);
    let board = |text: &str| model::text::parse_board(text, &rules).expect("a board");
    assert_eq!(map.of_givens(&board(turned)), board(row[1]));
    let (_, out) = corpus(&["canon", "-", "--to", "json"], "1...............");
    assert_eq!(out, "{\"puzzles\":[{\"givens\":\"...............1\",\"line\":1}]}\n");
}

#[test]
fn a_sample_is_drawn_by_its_seed_in_the_order_of_the_file() {
    let text: String = ["1", "2", "3", "4"]
        .iter()
        .flat_map(|a| (0..15).map(move |at| format!("{}{a}{}\n", ".".repeat(at), ".".repeat(15 - at))))
        .collect();
    let draw = |seed: &str| corpus(&["sample", "-", "7", "--seed", seed], &text);
    let (code, first) = draw("1");
    let places: Vec<usize> = first.lines().map(|line| text.find(line).expect("a line of the file")).collect();
    assert_eq!((code, places.len(), places.is_sorted()), (0, 7, true));
    assert_eq!(draw("1").1, first);
    assert_ne!(draw("2").1, first);
}

#[test]
fn growth_depends_on_the_seed_alone_and_goes_on_where_it_was_stopped() {
    let seeds = ["grow", "--rules", "sudoku-2", "--seeds", PUZZLE];
    let (code, grown) = corpus(&[&seeds[..], &["--jobs", "1"]].concat(), "");
    assert_eq!(code, 0);
    assert_eq!(corpus(&[&seeds[..], &["--jobs", "3"]].concat(), ""), (0, grown.clone()));
    let (code, found) = check(&["--up-to-symmetry", "--unique"], &grown);
    assert_eq!((code, &found["classes"], &found["clues"]), (0, &found["puzzles"], &json!({ "5": found["puzzles"] })));
    assert!(found["puzzles"].as_u64().expect("a number") > 20, "{grown}");

    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("grown.txt");
    let out = path.to_str().expect("a plain path");
    let classes = |text: &str| text.lines().filter(|line| !line.starts_with('#')).collect::<Vec<_>>().join("\n") + "\n";
    assert_eq!(corpus(&[&seeds[..], &["--out", out]].concat(), ""), (0, String::new()));
    let whole = std::fs::read_to_string(&path).expect("it was written");
    assert_eq!(classes(&whole), grown);
    std::fs::write(&path, &whole[..whole.len() - 20]).expect("room");
    assert_eq!(corpus(&["grow", "--out", out], "").0, 0, "it has its seeds");
    assert_eq!(std::fs::read_to_string(&path).expect("it was written"), whole);

    assert_eq!(corpus(&["grow", "--out", out, "--check", out], "").0, 0);
    let one = folder.path().join("one.txt");
    std::fs::write(&one, PUZZLE).expect("room");
    let one = one.to_str().expect("a plain path");
    assert_eq!(corpus(&["grow", "--out", out, "--check", one], "").0, 1, "there are others");
    assert_eq!(corpus(&["grow", "--out", one, "--seeds", PUZZLE], "").0, 2, "it is not ours");
    assert_eq!(corpus(&["grow", "--out", out, "--seeds", "12.............3"], "").0, 2, "other seeds");
    assert_eq!(corpus(&["grow", "--seeds", "1..............."], "").0, 2, "several solutions");
}

#[test]
fn seventeen_clues_grow_and_a_higher_target_goes_on() {
    let seed = "000100200000000300400050000000040006072006000001000000800000004003200000000000105";
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("grown.txt");
    let out = path.to_str().expect("a plain path");
    for target in ["2", "60"] {
        assert_eq!(corpus(&["grow", "--out", out, "--seeds", seed, "--target", target], ""), (0, String::new()));
    }
    let grown = std::fs::read_to_string(&path).expect("it was written");
    let (code, found) = check(&["--up-to-symmetry", "--unique"], &grown);
    assert_eq!((code, &found["classes"], &found["clues"]), (0, &found["puzzles"], &json!({ "17": found["puzzles"] })));
    assert!(found["puzzles"].as_u64().expect("a number") >= 60);
}

#[test]
fn generated_puzzles_depend_on_seed_and_number_and_are_what_was_asked_for() {
    let generate = |flags: &[&str]| {
        let (code, out) = corpus(&[&["generate", "--rules", "latin-6", "--seed", "5"], flags].concat(), "");
        assert_eq!(code, 0, "{flags:?}");
        out
    };
    let ten = generate(&["--count", "10", "--jobs", "1", "--minimal"]);
    let hundred = generate(&["--count", "100", "--jobs", "3", "--minimal"]);
    assert!(hundred.starts_with(&ten) && ten.starts_with("# rules: latin-6\n"));
    for (solutions, expected) in [("0", "none"), ("1", "one"), ("2+", "many")] {
        let (_, found) = check(&[], &generate(&["--solutions", solutions]));
        assert_eq!((&found["puzzles"], &found["solutions"][expected]), (&json!(10), &json!(10)), "{solutions}");
    }
    let hopeless = ["generate", "--min-guesses", "1000000", "--tries", "2"];
    assert_eq!(corpus(&hopeless, ""), (2, String::new()));
    assert_eq!(corpus(&["generate", "--strategy", "dlx/first"], "").0, 2, "nothing for it to count");
}
