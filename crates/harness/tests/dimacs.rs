//! SAT solvers of other people in a campaign, and functions of shared libraries: right, wrong, hanging, missing, dying.

#![cfg(unix)]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The harness itself is a SAT solver that speaks the lines of the competition.
const HARNESS: &str = env!("CARGO_BIN_EXE_harness");

/// A folder for scripts and runs.
struct Lab(tempfile::TempDir);

impl Lab {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    /// Writes a file; its path.
    fn file(&self, name: &str, text: &str) -> String {
        let path = self.0.path().join(name);
        std::fs::write(&path, text).expect("room");
        path.display().to_string()
    }

    /// A program `sh SCRIPT {cnf}`.
    fn script(&self, name: &str, text: &str) -> String {
        format!("sh {} {{cnf}}", self.file(name, text))
    }

    /// A shared library of this C.
    fn library(&self, name: &str, text: &str) -> String {
        let source = self.file(&format!("{name}.c"), text);
        let library = self.0.path().join(format!("{name}.so"));
        let built = Command::new("cc").args(["-O1", "-shared", "-fPIC", "-o"]).arg(&library).arg(source).status();
        assert!(built.expect("a C compiler").success());
        library.display().to_string()
    }

    fn run(&self, externals: &[String], more: &[&str]) -> (Output, PathBuf) {
        let mut command = Command::new(HARNESS);
        command.args(["run", "--strategies", "dlx/shortest", "--sample", "3", "--reps", "1", "--in-process"]);
        for external in externals {
            command.args(["--external", external]);
        }
        command.args(more).arg("--out").arg(self.0.path().join("reports"));
        let output = command.output().expect("it runs");
        let only =
            |path: PathBuf| std::fs::read_dir(path).expect("a folder").next().expect("an entry").expect("it").path();
        (output, only(only(self.0.path().join("reports"))))
    }
}

/// Status and solutions of each row, sorted by puzzle.
fn rows(run: &Path, id: &str) -> Vec<(String, u64)> {
    let text = std::fs::read_to_string(run.join("counts").join(format!("{id}.csv"))).expect("counts");
    let row = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        (fields[1].to_owned(), fields[2].parse().expect("a number"))
    };
    text.lines().skip(1).map(row).collect()
}

fn manifest(run: &Path) -> serde_json::Value {
    let text = std::fs::read_to_string(run.join("manifest.json")).expect("a manifest");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn a_sat_solver_is_asked_by_files_and_both_its_grids_are_judged() {
    let lab = Lab::new();
    // minisat's way: the result in a file, another word on standard output.
    let other = lab.file(
        "other.sh",
        &format!(
            "{HARNESS} sat $1 > $2.s\necho talk\nif grep -q '^s SAT' $2.s; then echo SAT > $2; grep '^v' $2.s | cut -c 3- >> $2; \
             exit 10; else echo UNSAT > $2; exit 20; fi\n"
        ),
    );
    let externals = [format!("own/sat={HARNESS} sat {{cnf}}"), format!("own/file=sh {other} {{cnf}} {{result}}")];
    let (output, run) = lab.run(&externals, &["--decoys", "40", "--time-limit", "20s"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let expected = rows(&run, "dlx.shortest");
    assert!(expected.iter().any(|row| row.1 != 1), "decoys have none or two");
    assert_eq!(rows(&run, "own.sat"), expected);
    assert_eq!(rows(&run, "own.file"), expected);
    let times = std::fs::read_to_string(run.join("times/own.sat.csv")).expect("times");
    assert!(times.lines().nth(1).is_some_and(|row| row.contains(",ok,1,process,")), "{times}");
    let record = &manifest(&run)["strategies"][1]["external"];
    assert_eq!((record["protocol"].as_str(), record["encoding"].as_str()), (Some("dimacs"), Some("extended")));
    assert!(record["startup_ns"].as_u64().is_some_and(|ns| ns > 0), "{record}");
    let page = std::fs::read_to_string(run.join("report.md")).expect("a report");
    assert!(page.contains("Timed as processes: own/sat (a start alone") && page.contains("its start alone takes"));
}

#[test]
fn every_encoding_and_other_rules_go_through_a_sat_solver() {
    let lab = Lab::new();
    let corpus = lab.file("small.txt", "12.4.4..2.......\n1..............2\n11..............\n1234341221434321\n");
    let mut campaign = format!(
        "corpus = {corpus:?}\nrules = \"sudoku-2\"\nstrategies = [\"dlx/shortest\"]\nreps = 1\nskip_bad = true\n"
    );
    let encodings = ["naive", "minimal", "extended", "optimized", "propagated"];
    for encoding in encodings {
        let _ = write!(
            campaign,
            "[[external]]\nid = \"sat/own-{encoding}\"\ncommand = \"{HARNESS} sat\"\nprotocol = \"dimacs\"\n\
             encoding = \"{encoding}\"\nbuild = \"make\"\nflags = \"-O3\"\n"
        );
    }
    let file = lab.file("campaign.toml", &campaign);
    let output = Command::new(HARNESS).args(["run", &file, "--out"]).arg(lab.0.path().join("reports")).output();
    let output = output.expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let only = |path: PathBuf| std::fs::read_dir(path).expect("a folder").next().expect("one").expect("it").path();
    let run = only(only(lab.0.path().join("reports")));
    let expected = rows(&run, "dlx.shortest");
    assert_eq!(expected.iter().map(|row| row.1).collect::<Vec<_>>(), [2, 2, 1]);
    for encoding in encodings {
        assert_eq!(rows(&run, &format!("sat.own-{encoding}")), expected, "{encoding}");
    }
    let record = &manifest(&run)["strategies"][1]["external"];
    assert_eq!((record["build"].as_str(), record["flags"].as_str()), (Some("make"), Some("-O3")));
}

#[test]
fn a_solver_that_is_wrong_hangs_or_talks_nonsense_costs_its_rows() {
    let lab = Lab::new();
    let wrong = lab.script("wrong.sh", "echo s SATISFIABLE\necho v 1 2 3 0\n");
    let denies = lab.script("denies.sh", "echo s UNSATISFIABLE\nexit 20\n");
    let talks = lab.script("talks.sh", "echo hello\n");
    let contradicts = lab.script("contradicts.sh", "echo s UNSATISFIABLE\nexit 10\n");
    let hangs = lab.script("hangs.sh", "sleep 60\n");
    let externals = [
        format!("bad/wrong={wrong}"),
        format!("bad/talks={talks}"),
        format!("bad/contradicts={contradicts}"),
        format!("bad/hangs={hangs}"),
        "bad/missing=/nowhere/solver {cnf}".to_owned(),
    ];
    let (output, run) = lab.run(&externals, &["--time-limit", "10ms", "--limit", "1", "--ask", "first"]);
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    let status = |id: &str| rows(&run, id)[0].0.clone();
    assert_eq!(status("dlx.shortest"), "ok");
    assert_eq!(status("bad.wrong"), "wrong", "a grid that is none");
    assert_eq!(status("bad.hangs"), "timeout");
    for id in ["bad.talks", "bad.contradicts", "bad.missing"] {
        assert_eq!(status(id), "error", "{id}");
    }
    let said = std::fs::read_to_string(run.join("counts/bad.talks.csv")).expect("counts");
    assert!(said.contains("no `s` line in `hello`"), "{said}");
    let lab = Lab::new();
    let (output, run) = lab.run(&[format!("bad/denies={denies}")], &[]);
    assert_eq!(output.status.code(), Some(1));
    let found = std::fs::read_to_string(run.join("contradictions.csv")).expect("contradictions");
    assert!(found.contains("bad/denies"), "{found}");
}

/// A backtracker of a few lines, with room for a vice before it searches.
fn c_solver(vice: &str) -> String {
    format!(
        r"#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <stdlib.h>
static size_t found, limit_;
static char grid[81], *out;
static int fits(int cell, char digit) {{
    for (int other = 0; other < 81; other++)
        if (other != cell && grid[other] == digit && (other / 9 == cell / 9 || other % 9 == cell % 9
            || (other / 27 == cell / 27 && other % 9 / 3 == cell % 9 / 3))) return 0;
    return 1;
}}
static void search(void) {{
    int best = -1, least = 10;
    for (int cell = 0; cell < 81; cell++) {{
        if (grid[cell] != '.') continue;
        int open = 0;
        for (char digit = '1'; digit <= '9'; digit++) open += fits(cell, digit);
        if (open < least) {{ least = open; best = cell; }}
    }}
    if (best < 0) {{ if (found++ == 0) memcpy(out, grid, 81); return; }}
    for (char digit = '1'; digit <= '9' && found < limit_; digit++)
        if (fits(best, digit)) {{ grid[best] = digit; search(); grid[best] = '.'; }}
}}
size_t solve(const char *input, size_t limit, uint32_t configuration, char *solution, size_t *guesses) {{
    memcpy(grid, input, 81); found = 0; limit_ = limit; out = solution; *guesses = configuration;
    for (int cell = 0; cell < 81; cell++) if (grid[cell] != '.' && !fits(cell, grid[cell])) return 0;
    {vice}
    search();
    return found;
}}
"
    )
}

#[test]
fn a_function_of_a_library_takes_part_and_its_crash_costs_its_rows() {
    let lab = Lab::new();
    let good = lab.library("good", &c_solver(""));
    let crashes = lab.library("crashes", &c_solver("abort();"));
    let externals = [
        format!("lib/good={good}:solve"),
        format!("lib/crashes={crashes}:solve"),
        format!("lib/none={good}:solved"),
        "lib/missing=/nowhere/x.so:solve".to_owned(),
    ];
    let (output, run) = lab.run(&externals, &["--time-limit", "20s"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(rows(&run, "lib.good"), rows(&run, "dlx.shortest"));
    for id in ["lib.crashes", "lib.none", "lib.missing"] {
        assert!(rows(&run, id).iter().all(|row| row.0 == "error"), "{id}");
    }
    let said = std::fs::read_to_string(run.join("counts/lib.crashes.csv")).expect("counts");
    assert!(said.contains("signal: 6"), "{said}");
    let times = std::fs::read_to_string(run.join("times/lib.good.csv")).expect("times");
    assert!(times.lines().nth(1).is_some_and(|row| row.contains(",ok,1,call,")), "{times}");
    let record = &manifest(&run)["strategies"][1]["external"];
    assert_eq!(record["sha256"].as_str().map(str::len), Some(64), "of the library");
    let check = Command::new(HARNESS).args(["external", "check", &format!("{good}:solve")]).output().expect("it runs");
    assert!(check.status.success(), "{}", String::from_utf8_lossy(&check.stdout));
}
