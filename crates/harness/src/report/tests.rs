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
    assert!(!html.contains("<script") && html.contains("&#60;script&#62;"), "escaped");
    assert!(!markdown.contains("<script"), "{markdown}");
}

#[test]
fn the_set_up_says_what_the_manifest_says() {
    let mut manifest = manifest();
    manifest.build.git = "abc-dirty".to_owned();
    manifest.campaign.executor = Some(crate::executor::Hands::Workers);
    manifest.passes = Some(12);
    let said = super::setup::paragraph(&manifest);
    for expected in [
        "1 strategies were asked of each whether it has exactly one solution, on 2 of the 9 puzzles",
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
    for outside in ["src=", "<script", "@import", "url(", "<link"] {
        assert!(!html.contains(outside), "{outside}");
    }
    assert_eq!(html.matches("<svg width=").count(), charts::draw(&results(3)).len());
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
