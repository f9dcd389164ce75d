//! Both forms say what the results say, in the right order, and let no text become markup.

use std::collections::BTreeMap;

use super::{html, markdown, performance};
use crate::charts;
use crate::doctor::{Examination, Finding, State};
use crate::manifest::{BuildRecord, CorpusRecord, Machine, Manifest, SCHEMA, StrategyRecord};
use crate::ranking::Ranking;
use crate::results::{Column, Contradiction, DecoyRow, PuzzleRow, Results, Status, StrategyResults};

const EVIL: &str = "<script>alert('x')</script>|`*";

fn results(passes: usize) -> Results {
    let strategy = |id: &str, status: Status, ns: u64| StrategyResults {
        id: id.to_owned(),
        summary: String::new(),
        status: vec![Status::Ok, status],
        counted: vec![Status::Ok, status],
        solve_ns: vec![Column::from_iter([Some(ns), Some(ns).filter(|_| status == Status::Ok)]); passes],
        counters: BTreeMap::from([("guesses".to_owned(), Column::from_iter([Some(0), Some(3)]))]),
        ..StrategyResults::default()
    };
    let row = |puzzle| PuzzleRow { puzzle, line: puzzle, clues: 1, givens: "1...............".to_owned() };
    Results {
        puzzles: vec![row(1), row(2)],
        strata: vec![],
        decoys: vec![DecoyRow { puzzle: 3, expected: 2, fooled: vec![] }],
        strategies: vec![strategy("dlx/shortest", Status::Ok, 1000), strategy(EVIL, Status::Timeout, 2000)],
        contradictions: vec![],
        deaths: vec![],
        reference: "dlx/shortest".to_owned(),
        time_limit_ns: (passes > 0).then_some(1_000_000),
        complete: true,
        processes: false,
    }
}

/// Reading a campaign is not this module's affair: the default one is what an empty table gives.
fn manifest() -> Manifest {
    let text = |text: &str| text.to_owned();
    Manifest {
        schema: SCHEMA,
        harness: text("0.1.0"),
        command: vec![text("/somewhere/harness"), text("run"), text("--set"), text("A=b c")],
        campaign: crate::campaign::Campaign::default(),
        corpus: CorpusRecord { path: format!("/data/{EVIL}"), sha256: "ab".repeat(32), puzzles: 9 },
        rules: text("sudoku-2"),
        puzzles: 2,
        strata: vec![],
        decoys: 1,
        skipped_lines: 0,
        strategies: vec![StrategyRecord {
            id: text(EVIL),
            version: text("1"),
            back_end: None,
            summary: text(EVIL),
            counters: vec![],
            external: None,
            interruptible: true,
            options: BTreeMap::new(),
            notes: vec!["a note of it".into()],
        }],
        build: BuildRecord {
            git: text("abc"),
            cargo_lock: text("cd"),
            rustc: text("rustc 1"),
            flags: text("release"),
            binary: None,
        },
        other_builds: Vec::new(),
        campaign_sha256: None,
        machine: Machine {
            host: text("host"),
            cpu: text("cpu"),
            cores: 2,
            memory_bytes: 1 << 30,
            os: text("os"),
            governor: None,
        },
        clock: None,
        timed_blocks: None,
        passes: Some(1),
        pinned_core: None,
        started: text("2000-01-01T00:00:00Z"),
        finished: None,
        load: [None, Some(0.5)],
        resumed: 0,
        examinations: Vec::new(),
        files: BTreeMap::new(),
        certificates: None,
        sharded: None,
    }
}

fn both(results: &Results) -> [String; 2] {
    let ranking = Ranking::of(results);
    let charts = charts::draw(results);
    let passes = Some(results.passes() as u32).filter(|&passes| passes > 0);
    let manifest = Manifest { passes, ..manifest() };
    [html(results, &manifest, &ranking, &charts), markdown(results, &manifest, &ranking, &charts)]
}

#[test]
fn no_text_becomes_markup() {
    let mut run = results(2);
    let evil = || EVIL.to_owned();
    run.contradictions.push(Contradiction { puzzle: 2, strategy: evil(), claim: evil(), witness: evil() });
    run.decoys[0].fooled.push(evil());
    let [html, markdown] = both(&run);
    assert!(!html.contains("<script>alert") && html.matches("<script").count() == 1, "only the page's own");
    assert!(html.contains("&#60;script&#62;"), "escaped");
    assert!(!markdown.contains("<script"), "{markdown}");
}

#[test]
fn notes_of_strategies_are_told() {
    assert!(both(&results(2)).iter().all(|page| page.contains("a note of it")));
}

#[test]
fn the_set_up_says_what_the_manifest_says() {
    let mut manifest = manifest();
    manifest.build.git = "abc-dirty".to_owned();
    manifest.campaign.executor = Some(crate::executor::Hands::Workers);
    manifest.passes = Some(12);
    let said = super::setup::paragraph(&manifest);
    for expected in [
        "1 strategy was asked of each whether it has exactly one solution, on 2 of the 9 puzzles",
        "timed 12 times by a fresh process of each strategy",
        "one that was not solved in 1.00 s as twice that time",
        "cpu (2 logical cores, 1 GiB, os).",
        "revision abc, with changes that are in no revision",
        &"ab".repeat(32),
    ] {
        assert!(said.contains(expected), "{expected} is not in: {said}");
    }
    manifest.passes = None;
    assert!(!super::setup::paragraph(&manifest).contains("timed 12"));
}

#[test]
fn what_is_wrong_comes_first_then_the_winner_then_the_rest() {
    let mut run = results(2);
    run.complete = false;
    run.contradictions.push(Contradiction {
        puzzle: 2,
        strategy: EVIL.to_owned(),
        claim: "none".to_owned(),
        witness: "a grid".to_owned(),
    });
    for (text, marks) in both(&run).iter().zip([
        [
            "Wrong answers",
            "incomplete",
            "shortest</span> won",
            "id=\"ranking\"",
            "<figure",
            "id=\"hardest\"",
            "harness rerun",
        ],
        [
            "Wrong answers",
            "incomplete",
            "only strategy in the",
            "## Ranking",
            "## Charts",
            "## Hardest",
            "harness rerun",
        ],
    ]) {
        let places: Vec<Option<usize>> = marks.iter().map(|mark| text.find(mark)).collect();
        assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{marks:?} at {places:?}");
    }
}

#[test]
fn the_page_needs_nothing_but_itself() {
    let [html, markdown] = both(&results(3));
    for outside in ["src=", "@import", "url(", "<link", "fetch(", "XMLHttp", "import("] {
        assert!(!html.contains(outside), "{outside}");
    }
    assert_eq!(html.matches("role=\"img\" font-family").count(), charts::draw(&results(3)).len());
    assert!(markdown.contains("(charts/statuses.svg)"));
    assert!(html.contains("harness run --set &#39;A=b c&#39;") && markdown.contains("harness run --set 'A=b c'"));
    assert!(!html.contains("NaN") && !markdown.contains("NaN"));
}

#[test]
fn counts_alone_rank_nobody() {
    let [html, markdown] = both(&results(0));
    assert!(html.contains("Nothing was timed") && !html.contains("PAR-2"), "{markdown}");
    assert!(markdown.contains("## How the puzzles ended") && markdown.contains("0 · 3 · 3"));
}

#[test]
fn an_empty_run_has_a_report() {
    let mut run = results(1);
    run.puzzles.clear();
    for strategy in &mut run.strategies {
        strategy.status.clear();
        strategy.solve_ns = vec![Column::default()];
        strategy.counters.clear();
    }
    let [html, _] = both(&run);
    assert!(html.contains("No strategy solved anything"));
}

#[test]
fn a_section_of_the_performance_page_has_figures_and_the_command() {
    let run = results(3);
    let text = performance(&run, &manifest(), &Ranking::of(&run));
    assert!(
        text.contains("\n| dlx/shortest | 1.00 | 1,000,000 | 1.00 | 1.00 | 1.00 | – | 2 | 0 | harness |\n"),
        "{text}"
    );
    assert!(text.ends_with("\n```\nharness run --set 'A=b c'\n```\n"), "{text}");
    assert!(!text.contains("<script") && !text.contains("/data"), "{text}");
}

#[test]
fn the_worst_that_was_seen_of_the_machine_stands_under_the_verdict() {
    let finding = |name: &str, state, found: &str| Finding { name: name.to_owned(), state, found: found.to_owned() };
    let examination = |pass, load, state| Examination {
        pass: Some(pass),
        findings: vec![
            finding("turbo", State::Unknown, "cannot be read"),
            finding("virtual machine", State::Warn, "yes: neighbours cannot be seen"),
            finding("load", state, load),
        ],
    };
    let run = results(2);
    let (ranking, charts) = (Ranking::of(&run), charts::draw(&run));
    let mut manifest = manifest();
    assert!(!html(&run, &manifest, &ranking, &charts).contains("Machine: "), "nobody looked");
    manifest.examinations = vec![
        examination(1, "0.10 on 2 cores", State::Ok),
        examination(2, "2.91 on 2 cores", State::Warn),
        examination(3, "1.20 on 2 cores", State::Warn),
    ];
    let line = "Machine: warn — virtual machine, load 2.91 on 2 cores (details below)";
    for text in [html(&run, &manifest, &ranking, &charts), markdown(&run, &manifest, &ranking, &charts)] {
        let places = ["took more than", line, "2 strategies on", "machine before pass 2"].map(|mark| text.find(mark));
        assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?}");
    }
    manifest.examinations = vec![Examination { pass: Some(1), findings: vec![finding("turbo", State::Unknown, "?")] }];
    assert!(markdown(&run, &manifest, &ranking, &charts).contains("Machine: unknown — turbo (details below)"));
}

/// A run of as many puzzles and strategies, with what happens to each pair.
fn made(ids: &[String], puzzles: usize, passes: usize, pair: impl Fn(usize, usize) -> (Status, u64, u64)) -> Results {
    let strategy = |(index, id): (usize, &String)| {
        let pairs: Vec<(Status, u64, u64)> = (0..puzzles).map(|puzzle| pair(index, puzzle)).collect();
        let status: Vec<Status> = pairs.iter().map(|pair| pair.0).collect();
        let timed = |pass: usize| {
            pairs.iter().map(|&(status, ns, _)| Some(ns + pass as u64).filter(|_| status == Status::Ok)).collect()
        };
        let counted: Column =
            pairs.iter().map(|&(status, _, count)| Some(count).filter(|_| status != Status::Missing)).collect();
        StrategyResults {
            id: id.clone(),
            status: status.clone(),
            counted: status,
            solve_ns: (0..passes).map(timed).collect(),
            counters: ["guesses", "steps", "covers"].map(|name| (name.to_owned(), counted.clone())).into(),
            ..StrategyResults::default()
        }
    };
    let row = |puzzle: usize| PuzzleRow {
        puzzle: puzzle as u64 + 1,
        line: puzzle as u64 + 1,
        clues: 17 + (puzzle % 9) as u32,
        givens: "123456789".repeat(9),
    };
    Results {
        puzzles: (0..puzzles).map(row).collect(),
        strategies: ids.iter().enumerate().map(strategy).collect(),
        reference: ids[0].clone(),
        strata: vec![],
        decoys: vec![],
        ..results(passes)
    }
}

fn ids(number: usize) -> Vec<String> {
    (0..number).map(|index| format!("family-{}/variant-{index}", index / 4)).collect()
}

#[test]
fn ten_thousand_puzzles_by_twenty_strategies_stay_under_five_megabytes() {
    let pair = |strategy: usize, puzzle: usize| {
        let mixed = (puzzle * 7919 + strategy * 104_729) % 9973;
        let ns = 1 << (10 + (mixed + strategy) % 11);
        let status = if mixed.is_multiple_of(97) { Status::ALL[1 + mixed % 3] } else { Status::Ok };
        (status, ns + mixed as u64, mixed as u64 * 13 % 5000)
    };
    let run = made(&ids(20), 10_000, 3, pair);
    let [html, _] = both(&run);
    assert!(html.len() < 5_000_000, "{} bytes", html.len());
    assert!(html.contains("points are drawn"), "the caption says that points were left out");
}

#[test]
fn odd_runs_have_sensible_reports() {
    let ok = (Status::Ok, 1000, 7);
    let of_first = |status: Status| move |strategy: usize, _: usize| if strategy == 0 { (status, 500, 9) } else { ok };
    let one_status = |status| made(&ids(3), 12, 2, of_first(status));
    for (name, run, expected) in [
        ("halted", one_status(Status::Halted), "12 halted"),
        ("stuck", one_status(Status::Stuck), "12 stuck"),
        ("missing", one_status(Status::Missing), "12 not reached"),
        ("timeout", one_status(Status::Timeout), "12 timeout"),
        ("one puzzle", made(&ids(3), 1, 2, |_, _| ok), "every puzzle has 17"),
        ("one strategy", made(&ids(1), 12, 2, |_, _| ok), "No comparison with the reference"),
        ("one of each", made(&ids(1), 1, 1, |_, _| ok), "No comparison of passes: there was one only"),
        ("zero counters", made(&ids(3), 12, 2, |_, _| (Status::Ok, 1000, 0)), "Puzzles with no guesses at all"),
        ("zero times", made(&ids(3), 12, 2, |_, _| (Status::Ok, 0, 0)), "won"),
        ("nothing solved", made(&ids(2), 5, 1, |_, _| (Status::Halted, 0, 3)), "No strategy solved anything"),
    ] {
        for text in both(&run) {
            assert!(text.contains(expected), "{name}: {expected}");
            for bad in ["NaN", "inf×", ">inf", "18446744073709551615", "18,446,744"] {
                assert!(!text.contains(bad), "{name}: {bad} in the report");
            }
        }
        let drawn = charts::draw(&run);
        assert!(drawn.iter().all(|chart| !chart.data.rows.is_empty()), "{name}: a chart without figures");
        assert!(drawn.iter().all(|chart| chart.data.rows.iter().all(|row| row.len() == chart.data.columns.len())));
    }
}

/// The value of an attribute in a tag.
fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    tag.split_once(&format!(" {name}=\""))?.1.split('"').next()
}

#[test]
fn the_figures_of_the_page_are_those_of_the_summary() {
    let pair = |strategy: usize, puzzle: usize| match (strategy, puzzle) {
        (1, 3) => (Status::Timeout, 0, 40),
        _ => (Status::Ok, 1000 * (strategy as u64 + 1) + 37 * puzzle as u64, 3 * puzzle as u64),
    };
    for passes in [0, 3] {
        let run = made(&ids(4), 20, passes, pair);
        let [html, _] = both(&run);
        let summary: serde_json::Value = serde_json::from_str(&crate::summary::json(&Ranking::of(&run))).expect("JSON");
        let strategies = summary["strategies"].as_array().expect("a list");
        let mut keys = std::collections::BTreeSet::new();
        for tag in html.split('<').filter(|tag| tag.contains(" data-key=")) {
            let tag = tag.split('>').next().expect("a tag");
            let [id, key, value] = ["data-strategy", "data-key", "data-value"].map(|name| attribute(tag, name));
            let (id, key) = (id.expect("whose"), key.expect("which"));
            let row = strategies.iter().find(|row| row["strategy"] == id).expect("a strategy of the run");
            let there = key.split('/').fold(row, |at, part| &at[part]);
            assert_eq!(value, Some(there.to_string().as_str()), "{id} {key}");
            keys.insert(key.to_owned());
        }
        let wanted: &[&str] = if passes == 0 {
            &["ok", "timeout", "counters/guesses/median/value"]
        } else {
            &["total_par2_ns", "ratio", "median_ns", "common_total_ns", "wins_share", "counters/steps/median/value"]
        };
        assert!(wanted.iter().all(|key| keys.contains(*key)), "{keys:?}");
    }
}
