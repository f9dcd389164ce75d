//! `harness explain`: the published tables and totals, the examples, and docs/TEACHING.md held against the program.

use assert_cmd::Command;
use serde_json::Value;

fn explain(arguments: &[&str]) -> (String, String, i32) {
    let mut command = Command::cargo_bin("harness").expect("the binary of this package");
    let output = command.arg("explain").args(arguments).output().expect("it runs");
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
    (text(&output.stdout), text(&output.stderr), output.status.code().expect("no signal"))
}

fn json(arguments: &[&str]) -> Value {
    let (out, err, code) = explain(&[arguments, &["--format", "json"]].concat());
    assert_eq!(code, 0, "{arguments:?}: {err}");
    serde_json::from_str(&out).expect("JSON")
}

fn csv(arguments: &[&str]) -> Vec<String> {
    let (out, err, code) = explain(&[arguments, &["--format", "csv"]].concat());
    assert_eq!(code, 0, "{arguments:?}: {err}");
    out.lines().map(str::to_owned).collect()
}

const L5: &str = "000000012008030000000000040120500000000004700060000000507000300000620000000100000";
const L599: &str = "000000071300800000080000000005041000020000300000070000601000040000200600700000000";

#[test]
fn the_papers_sixteen_rows() {
    // docs/REPRODUCTION.md.
    let expected = "depth,covers,backtracks,degrees 0,37,1,4 1,25,1,2 2,22,1,2 3,16,1,1 4,28,1,3 5,16,1,1 6,19,1,2 \
                    7,10,1,1 8,10,1,1 9,16,1,2 10,10,1,1 11,7,1,1 12,16,1,2 13,10,1,1 14,7,1,1 15,7,1,1 total,256,16, \
                    estimate,7620,,";
    let arguments = ["--strategy", "dlx/shortest", "--rules", "sudoku-2", "................"];
    assert_eq!(csv(&arguments).join(" "), expected);
    // A cap on events does not cut the table.
    assert_eq!(csv(&[&arguments[..], &["--events", "0"]].concat()).join(" "), expected);
}

#[test]
fn the_diagonal_board_and_the_empty_one_of_order_three() {
    // docs/REPRODUCTION.md.
    let rows = csv(&["--rules", "sudoku-2-diagonal", "................"]);
    let covers: Vec<&str> = rows.iter().filter_map(|row| row.split(',').nth(1)).collect();
    assert_eq!(covers[1..].join(" "), "53 31 16 16 31 17 23 17 17 17 16 12 7 7 7 9 296 1524");
    let rows = csv(&[&".".repeat(81)]);
    assert_eq!(rows.len(), 84);
    assert_eq!(
        rows[1..10].join(" "),
        "0,91,1,9 1,73,1,6 2,55,1,3 3,67,1,6 4,49,1,3 5,52,1,4 6,40,1,2 7,37,1,2 8,31,1,1"
    );
    assert_eq!(rows[82..], ["total,2511,81,", "estimate,61463918046811879868355,,"]);
    let (out, ..) = explain(&[&".".repeat(81), "--format", "json", "--events", "0"]);
    assert!(out.contains("\"estimate\":61463918046811879868355"), "an exact integer, however large");
}

#[test]
fn the_covers_of_givens_stand_apart_and_complete_the_matrix() {
    // docs/REPRODUCTION.md: line 5 takes 1352 updates for its givens.
    let json = json(&[L5, "--strategy", "dlx/shortest"]);
    let [givens, covers] = ["givens", "covers"].map(|name| json["summary"][name].as_u64().expect("a number"));
    assert_eq!((givens, givens + covers), (1352, 2511));
    let (text, ..) = explain(&[L5]);
    let line = text.lines().find(|line| line.trim_start().starts_with("givens  ")).expect("a row of the givens");
    assert!(line.ends_with("1352"), "{line}");
    assert!(text.contains("given r1c8=1") && text.contains("dead end") && text.contains("withdraw"));
}

#[test]
fn the_branches_of_ps12_add_up_to_the_papers_totals() {
    // docs/REPRODUCTION.md: steps, passes, rounds, reductions, propagations.
    for (board, status, [steps, passes, rounds, reductions, propagations]) in
        [(L5, "ok", [3, 43, 16, 43, 102]), (L599, "stuck", [46, 236, 97, 167, 500])]
    {
        let json = json(&[board, "--strategy", "ps12/paper", "--ask", "first"]);
        let table = json["table"].as_array().expect("a table");
        let sum = |name: &str| table.iter().map(|row| row[name].as_u64().expect("a number")).sum::<u64>();
        assert_eq!((json["status"].as_str(), table.len() as u64), (Some(status), steps + 1));
        assert_eq!(
            [sum("passes"), sum("rounds"), sum("reductions"), sum("propagations")],
            [passes, rounds, reductions, propagations]
        );
        assert_eq!(json["counters"]["propagations"], propagations);
    }
    let rows = csv(&[L5, "--strategy", "ps12/paper"]);
    assert_eq!(rows[0], "branch,depth,cell,values,side,passes,rounds,reductions,propagations,outcome");
    assert!(rows[1].starts_with("0,0,,,,") && rows[1].ends_with(",40,open"), "{}", rows[1]);
    assert!(rows[2].starts_with("1,1,r1c1,3/4,h,") && rows[2].ends_with(",blocked"), "{}", rows[2]);
}

#[test]
fn the_lessons_fifteen_steps() {
    // docs/REPRODUCTION.md: the lines in order.
    let rows = csv(&["--example", "lesson"]);
    assert_eq!((rows.len(), rows[0].as_str()), (16, "step,line,state,what"));
    let lines: Vec<&str> = rows[1..].iter().filter_map(|row| row.split(',').nth(1)).collect();
    assert_eq!(lines.join(" "), "L1 L3 L6 L3 L8 L6 L3 L6 L3 L6 L2 L8 L8 L8 L11");
    let json = json(&["--example", "lesson"]);
    assert_eq!(json["table"][14]["state"], "solutions=1 return=[[B, D, F]]");
    assert_eq!((&json["rules"], &json["solutions"]), (&Value::Null, &1.into()));
}

#[test]
fn a_matrix_comes_from_a_file() {
    // docs/REPRODUCTION.md: {1,3,5}, {2,6}, {3,4}.
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("matrix.txt");
    std::fs::write(&file, "1010\n0011\n0100\n1011\n0001\n1100\n").expect("a file");
    let file = file.to_str().expect("a plain name");
    let table = json(&["--matrix", file])["table"].clone();
    let end = table.as_array().and_then(|steps| steps.last()).expect("an end");
    let state = end["state"].as_str().expect("a state");
    assert!(state.starts_with("solutions=3 "), "{state}");
    std::fs::write(file, "10\n12\n").expect("a file");
    let (_, err, code) = explain(&["--matrix", file]);
    assert!(code == 2 && err.contains("line 2: `2` is neither 0 nor 1"), "{err}");
}

#[test]
fn any_strategy_is_told_in_steps_and_a_cap_says_what_it_dropped() {
    for strategy in ["naive/row-major", "naive/forward-checking", "sat/minimal"] {
        let rows = csv(&["12........4..3..", "--strategy", strategy, "--ask", "count"]);
        assert_eq!(rows[0], "step,depth,event,what,number");
        assert_eq!(rows.iter().filter(|row| row.contains(",solution,,")).count(), 2, "{strategy}");
    }
    let json = json(&["12........4..3..", "--strategy", "naive/row-major", "--events", "3"]);
    assert_eq!(json["events"].as_array().map(Vec::len), Some(3));
    assert!(json["dropped"].as_u64().expect("a number") > 0);
    let (text, err, _) = explain(&["12........4..3..", "--strategy", "naive/row-major", "--events", "3"]);
    assert!(text.contains("more events") && err.contains("were dropped"), "{text}{err}");
}

#[test]
fn examples_are_listed_and_what_cannot_be_used_is_refused() {
    let names = ["easy", "wrong-guess", "stuck", "anti-brute-force", "two-solutions", "enumeration", "lesson"];
    for arguments in [&["--example"][..], &["--example", "list"]] {
        let (out, _, code) = explain(arguments);
        let listed: Vec<&str> = out.lines().filter_map(|line| line.split_whitespace().next()).collect();
        assert_eq!((code, listed), (0, names.to_vec()));
    }
    for (arguments, said) in [
        (&["--example", "eazy"][..], "did you mean `easy`?"),
        (&["11.............."], "the givens clash: 1 is given twice"),
        (&["12........4..3..", "--strategy", "naive"], "are several strategies"),
        (&["--example", "lesson", "--strategy", "dlx/first"], "is a matrix"),
        (&[], "<PUZZLE>"),
    ] {
        let (out, err, code) = explain(arguments);
        assert!(code == 2 && out.is_empty() && err.contains(said), "{arguments:?}: {err}");
    }
}

#[test]
fn a_page_is_written_and_says_what_it_leaves_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("play.html");
    let file = file.to_str().expect("a plain name");
    let (out, err, code) = explain(&[L5, "--strategy", "dlx/shortest,ps12/paper", "--events", "300", "--html", file]);
    assert!(code == 0 && out.is_empty() && err.contains("dlx/shortest: the first 300 events are in the page"), "{err}");
    let page = std::fs::read_to_string(file).expect("a page");
    assert!(page.contains("<title>dlx/shortest and ps12/paper on sudoku-3</title>") && page.contains("are left out"));
    let (out, ..) = explain(&["--example", "lesson", "--html", "-"]);
    assert!(out.starts_with("<!doctype html>") && out.contains("Try row A."));
    let (out, err, code) = explain(&[L5, "--strategy", "dlx/shortest,dlx", "--html", "-"]);
    assert!(code == 2 && out.is_empty() && err.contains("are several strategies"), "{err}");
}

/// The arguments of a command, and the figures quoted of it.
type Lesson = (Vec<String>, Vec<(String, u64)>);

/// Each command of the page, with the figures quoted after it: a name in backticks and a number.
fn lessons(page: &str) -> Vec<Lesson> {
    let mut all: Vec<Lesson> = Vec::new();
    for line in page.lines() {
        if let Some(arguments) = line.strip_prefix("harness explain ") {
            all.push((arguments.split_whitespace().map(str::to_owned).collect(), Vec::new()));
            continue;
        }
        let Some((_, quoted)) = all.last_mut() else { continue };
        let mut parts = line.split('`');
        parts.next();
        while let (Some(name), Some(after)) = (parts.next(), parts.next()) {
            let digits: String = after.trim_start().chars().take_while(|c| c.is_ascii_digit() || *c == ',').collect();
            if let Ok(number) = digits.replace(',', "").parse() {
                quoted.push((name.to_owned(), number));
            }
        }
    }
    all
}

#[test]
fn every_figure_of_the_teaching_page_is_what_its_command_says() {
    let page = include_str!("../../../docs/TEACHING.md");
    let lessons = lessons(page);
    for name in ["easy", "wrong-guess", "stuck", "anti-brute-force", "two-solutions", "enumeration", "lesson"] {
        let asked =
            lessons.iter().any(|(arguments, figures)| arguments.contains(&name.to_owned()) && !figures.is_empty());
        assert!(asked, "the page quotes nothing of `{name}`");
    }
    for (arguments, figures) in &lessons {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        if arguments.contains(&"--html") {
            assert!(figures.is_empty(), "{arguments:?}: a page prints no figure");
            continue;
        }
        let json = json(&[&arguments[..], &["--events", "100000"]].concat());
        for (name, figure) in figures {
            let said = match name.as_str() {
                "solutions" => &json["solutions"],
                "table rows" => &Value::from(json["table"].as_array().map_or(0, Vec::len)),
                counter => &json["counters"][counter],
            };
            assert_eq!(said.as_u64(), Some(*figure), "{arguments:?}: {name}");
        }
    }
}
