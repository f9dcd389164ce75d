//! What a page holds, of every strategy.

use std::sync::atomic::AtomicBool;

use model::solve::Tally;
use model::text::parse_board;
use model::{Givens, Rules};

use super::*;
use crate::explain::examples;
use crate::registry::registry;

fn played(id: &str, rules: &Rules, board: &str, ask: Ask, most: usize) -> Play {
    let stop = AtomicBool::new(false);
    let givens: Givens = parse_board(board, rules).expect("a board");
    let puzzle = Puzzle::new(rules.clone(), givens);
    let strategies = registry();
    let strategy = strategies.find(id).expect("it is in the registry");
    record(strategy, &Options::default(), &puzzle, ask, Bounds::new(&stop, most)).expect("it takes the rules")
}

/// What `solve` counts, which traces nothing.
fn tallied(strategy: &dyn AnyStrategy, rules: &Rules, board: &str, ask: Ask) -> Map<String, Value> {
    let stop = AtomicBool::new(false);
    let mut tally = Tally::new(None, &stop);
    let givens: Givens = parse_board(board, rules).expect("a board");
    let mut solver = strategy.build(rules, &Options::default()).expect("it takes the rules");
    solver.run(&givens, ask, AnyProbe::Tally(&mut tally), &mut |_: &Grid| ControlFlow::Continue(()));
    strategy.info().counters.iter().map(|&one| (one.name.to_owned(), tally.value(one).into())).collect()
}

/// The counters at each step, as the script of the page makes them.
fn counts(play: &Play) -> Vec<Map<String, Value>> {
    let mut now = vec![0; play.counters.len()];
    let at = |step: &Step| {
        step.counts.iter().for_each(|&(which, n)| now[which] = n);
        play.counters.keys().cloned().zip(now.iter().map(|&n| n.into())).collect()
    };
    play.steps.iter().map(at).collect()
}

/// The JSON of a page.
fn json(page: &str) -> Value {
    let (_, rest) = page.split_once("id=\"data\">").expect("an element for the data");
    let (data, _) = rest.split_once("</script>").expect("its end");
    serde_json::from_str(data).expect("JSON")
}

const L5: &str = "000000012008030000000000040120500000000004700060000000507000300000620000000100000";
const ALL: Ask = Ask::Count { cap: None };

#[test]
fn every_strategy_has_its_events_and_the_counts_of_the_tally() {
    let (small, great) = (Rules::sudoku(2), Rules::sudoku(3));
    for strategy in registry().iter() {
        let id = strategy.info().id;
        // What takes millions of steps on the great board has the small one.
        let plain = id.starts_with("naive/") || ["dlx/first", "dlx/random"].contains(&id);
        let (rules, board, ask) = if plain { (&small, "12........4..3..", ALL) } else { (&great, L5, Ask::First) };
        let play = played(id, rules, board, ask, usize::MAX);
        assert_eq!((play.dropped, play.grids.len() as u64), (0, play.solutions), "{id}");
        assert_eq!(counts(&play).last(), Some(&play.counters), "{id}");
        assert_eq!(play.counters, tallied(strategy, rules, board, ask), "{id}");
        let [first, .., last] = &play.steps[..] else { panic!("{id}: a first and a last step") };
        assert_eq!((first.kind, last.kind), ("start", "end"));
        assert!(play.steps.iter().all(|step| !step.text.is_empty()), "{id}");
        let value = json(&page(std::slice::from_ref(&play)));
        assert_eq!(value["plays"][0]["steps"].as_array().map(Vec::len), Some(play.steps.len()), "{id}");
    }
}

#[test]
fn every_event_is_a_step_in_its_place() {
    let rules = Rules::sudoku(2);
    let board = "12........4..3..";
    for id in ["naive/row-major", "dlx/shortest", "ps12/complete", "gac/most-constrained", "sat/minimal"] {
        let stop = AtomicBool::new(false);
        let strategies = registry();
        let strategy = strategies.find(id).expect("it is in the registry");
        let puzzle = Puzzle::new(rules.clone(), parse_board(board, &rules).expect("a board"));
        let told = crate::explain::explain(strategy, &Options::default(), &puzzle, ALL, Bounds::new(&stop, 1000))
            .expect("any rules");
        let play = played(id, &rules, board, ALL, 1000);
        assert_eq!(play.steps.len(), told.events.len() + 2, "{id}");
        let kinds = play.steps[1..].iter().map(|step| step.kind);
        for (kind, event) in kinds.zip(&told.events) {
            let same = match event {
                Event::Decide { .. } => kind == "decide",
                Event::Assign { chosen: true, .. } => kind == "assign",
                Event::Assign { .. } => kind == "given" || kind == "force",
                Event::Remove { .. } => kind == "remove",
                Event::Withdraw { .. } => kind == "withdraw",
                Event::DeadEnd { .. } => kind == "dead-end",
                Event::Solution { .. } => kind == "solution",
                _ => kind == "note",
            };
            assert!(same, "{id}: {kind} for {event:?}");
        }
    }
}

#[test]
fn what_is_drawn_follows_from_the_events() {
    let (small, great) = (Rules::sudoku(2), Rules::sudoku(3));
    let scene = |play: &Play| {
        let marks = play.board.as_ref().map(|board| board.marks);
        (marks, play.matrix.as_ref().map(|matrix| matrix.rows.len()), play.remark.is_some())
    };
    let four = played("dlx/shortest", &small, "12........4..3..", ALL, 1000);
    assert_eq!(scene(&four), (Some(Marks::Options), Some(64), false));
    let nine = played("dlx/shortest", &great, L5, Ask::First, 1000);
    assert_eq!(scene(&nine), (Some(Marks::Options), None, false), "a matrix of 729 rows is not drawn");
    let item = nine.steps.iter().find(|step| step.kind == "decide" && step.unit.is_some()).expect("a value of a unit");
    assert!(item.value.is_some() && item.item.is_some() && item.text.contains(" in "), "{item:?}");
    let pairs = played("ps12/paper", &great, L5, Ask::First, 1000);
    assert_eq!(scene(&pairs), (Some(Marks::Domains), None, false));
    let texts: Vec<&str> = pairs.steps.iter().map(|step| step.text.as_str()).collect();
    assert!(texts.contains(&"Try the high value: r1c1=4.") && texts.contains(&"Try the low value: r1c1=3."));
    assert_eq!(scene(&played("sat/minimal", &great, L5, Ask::First, 1000)), (Some(Marks::None), None, true));
}

#[test]
fn the_lesson_is_a_matrix_of_six_rows() {
    let stop = AtomicBool::new(false);
    let (problem, names) = examples::lesson_matrix();
    let play = Play::of_matrix("lesson", &problem, &names, Bounds::new(&stop, 1000));
    let matrix = play.matrix.as_ref().expect("it is small");
    assert_eq!((matrix.columns.len(), matrix.names.join("")), (7, "ABCDEF".to_owned()));
    let counts = counts(&play);
    let end = counts.last().expect("a last step");
    assert_eq!(end, &play.counters);
    assert_eq!(["steps", "guesses", "backtracks", "max_depth"].map(|name| end[name].as_u64()), [4, 1, 4, 3].map(Some));
    assert!(play.steps.iter().any(|step| step.text == "Dead end: nothing is left for column 2."));
}

#[test]
fn updates_of_the_links_add_up_step_by_step() {
    let play = played("dlx/shortest", &Rules::sudoku(3), L5, Ask::First, 1000);
    let mut updates = 0;
    for (step, counts) in play.steps.iter().zip(counts(&play)) {
        if step.text.starts_with("That took ") {
            updates += step.number.expect("how many");
            assert_eq!(counts["covers"], updates, "{}", step.text);
        }
    }
    assert_eq!(play.counters["covers"], updates);
}

#[test]
fn a_cut_is_told_and_the_counters_are_those_of_the_whole() {
    let play = played("dlx/shortest", &Rules::sudoku(3), L5, Ask::First, 50);
    assert_eq!(play.steps.len(), 52);
    assert!(play.dropped > 0 && play.solutions == 1 && play.grids.is_empty());
    let counts = counts(&play);
    assert!(counts[50] != counts[51] && counts[51] == play.counters);
    let page = page(std::slice::from_ref(&play));
    assert!(page.contains(&format!("the first 50 events are shown; {} more are left out", play.dropped)));
    assert!(play.steps[51].text.starts_with(&format!("Cut here: {} more events", play.dropped)));
}

#[test]
fn a_page_is_one_file_and_no_name_breaks_out_of_it() {
    let mut play = played("ps12/paper", &Rules::sudoku(3), L5, Ask::First, 1000);
    play.problem = "</script><b>&amp;".to_owned();
    let both = [play, played("dlx/shortest", &Rules::sudoku(3), L5, Ask::First, 1000)];
    let page = page(&both);
    for outside in ["http:", "https:", "src=", "<link", "@import", "url(", "fetch(", "XMLHttpRequest", "import("] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert!(page.contains("default-src 'none'") && page.contains("<noscript>"));
    assert_eq!(page.matches("</script>").count(), 2, "the data and the script end once each");
    let value = json(&page);
    assert_eq!(value["plays"][0]["problem"], "</script><b>&amp;");
    assert_eq!(value["plays"].as_array().map(Vec::len), Some(2));
}
