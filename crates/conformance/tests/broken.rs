//! A correct strategy of every kind obeys every law; every law catches the strategy that breaks it, and is broken by one.

mod reference;

/// The positive control.
mod control {
    conformance::suite!(crate::reference::register);
}

use std::collections::BTreeSet;

use conformance::laws;
use model::solve::Register;
use model::solve::erased::Strategies;
use reference::{Defect, Kind, Reference};

/// Kind and defect of a strategy, the law that must catch it, and a piece of the message.
type Case = (Kind, Defect, &'static str, &'static str);

const CASES: &[Case] = {
    use Defect as D;
    use Kind::{BackEnd, Plain, Random, Timid};
    &[
        (Plain, D::SaysNone, "first_is_right", "1 solutions were expected, it found 0 and ended as Exhausted"),
        (Timid, D::SaysNone, "first_is_right", "1 solutions were expected, it found 0 and ended as Exhausted"),
        (Plain, D::StopsAtFirst, "unique_is_right", "2 solutions were expected, it found 1"),
        (Plain, D::StopsAtSecond, "count_is_right", "288 solutions were expected, it found 2"),
        (Plain, D::RefusesEverything, "count_is_right", "supports none of the rules"),
        (Plain, D::PanicsOnClash, "clashing_givens_have_no_solution", "solve panicked: two givens clash"),
        (Plain, D::MissesClashes, "clashing_givens_have_no_solution", "given twice in row 1"),
        (Plain, D::ClaimsEnough, "claims_hold", "it claims otherwise: it found 1 and ended as Enough"),
        (Plain, D::StopsAtFirst, "claims_hold", "ended as Exhausted"),
        (Plain, D::Sticks, "complete_strategies_never_stick", "ended as Stuck"),
        (Plain, D::ChangesAGiven, "every_grid_passes_the_check", "is given as"),
        (Plain, D::HandsOutTwice, "grids_differ", "different ones"),
        (Plain, D::Miscounts, "solutions_are_the_grids_found", "1 grids were handed out, the outcome says 2"),
        (Plain, D::GoesOnAfterBreak, "break_ends_the_search", "stopped at grid 1"),
        (Plain, D::ForgetsShortUnits, "random_problems_agree", "a grid is none that brute force finds"),
        (Plain, D::MissesClashes, "random_problems_agree", "solutions were expected"),
        (Plain, D::RefusesEverything, "random_problems_agree", "supports none"),
        (Plain, D::ForgetsBlocks, "random_boards_agree", "solutions were expected"),
        (Plain, D::DrawsByBuild, "fresh_solvers_agree", "by another solver"),
        (Plain, D::LeaksAlways, "the_same_again", "again"),
        (Plain, D::LeaksAlways, "order_leaves_no_trace", "order"),
        (Plain, D::LeaksAfterHalt, "a_halt_leaves_no_trace", "after a step limit"),
        (Timid, D::LeaksAfterStuck, "a_stuck_puzzle_leaves_no_trace", "after a stuck puzzle"),
        (Plain, D::LeaksAfterBreak, "a_break_leaves_no_trace", "after a search that found stopped"),
        (Plain, D::OtherOrderUncounted, "counting_changes_nothing", "in another order"),
        (Plain, D::OtherOrderTraced, "counting_changes_nothing", "counted, then traced"),
        (BackEnd, D::OtherOrderTraced, "counting_changes_nothing", "counted, then traced"),
        (Plain, D::StepsTwiceUncounted, "limits_count_the_same_steps", "Limits"),
        (Plain, D::IgnoresTheStepLimit, "the_step_limit_is_exact", "limited to"),
        (Plain, D::OneStepTooMany, "the_step_limit_is_exact", "limited to"),
        (BackEnd, D::IgnoresTheStepLimit, "the_step_limit_is_exact", "limited to"),
        (Plain, D::IgnoresTheDeadline, "the_deadline_is_obeyed", "after the deadline"),
        (Plain, D::MistakesTheDeadline, "the_deadline_is_obeyed", "Halted(StepLimit)"),
        (BackEnd, D::IgnoresTheDeadline, "the_deadline_is_obeyed", "after the deadline"),
        (Plain, D::DeclaresIdle, "declared_counters_move", "reference.idle is declared and always 0"),
        (Plain, D::MovesUndeclared, "undeclared_counters_rest", "covers (slot 12) is not declared and moves"),
        (Plain, D::CountsDoubleDepth, "counts_are_bounded", "max_depth is"),
        (Plain, D::CountsDoubleBacktracks, "counts_are_bounded", "backtracks is"),
        (Plain, D::DrawsBySeed, "unseeded_strategies_ignore_the_seed", "for another seed"),
        (Plain, D::SeedIdle, "seeded_strategies_obey_the_seed", "no seed changes anything"),
        (Random, D::SeedNotRepeatable, "seeded_strategies_obey_the_seed", "for the same seed"),
        (Plain, D::BadId, "descriptions_are_complete", "the id `Reference` is not of the form"),
        (Plain, D::RefusesItsOption, "options_are_what_they_say", "its default is refused"),
        (Plain, D::BadDefault, "options_are_what_they_say", "its default `30` is not what it takes"),
        (Plain, D::RefusesEverything, "supports_is_what_it_says", "it refuses them, and supports any rules"),
        (Plain, D::TakesAnyOption, "unknown_options_are_refused", "the option `no-such-option` was taken"),
        (Plain, D::PanicsOnOddRules, "odd_rules_are_solved_or_refused", "build panicked: a shift by 64"),
    ]
};

fn message(law: &str, strategies: &Strategies) -> Result<(), String> {
    let law = laws::find(law).unwrap_or_else(|| panic!("no law is called {law}"));
    law.check(strategies).map_err(|failures| failures.to_string())
}

#[test]
fn every_defect_is_caught_by_its_law() {
    for &(kind, defect, law, expected) in CASES {
        let strategies = Strategies::of(|into| into.add(Reference::new(kind, defect)));
        let said = message(law, &strategies).expect_err(&format!("{law} lets {kind:?} {defect:?} pass"));
        assert!(said.contains(expected), "{law} says of {kind:?} {defect:?}: {said}");
        assert!(said.contains(law) && said.to_lowercase().contains("reference"), "no names in: {said}");
    }
}

#[test]
fn an_id_twice_and_no_strategy_at_all_are_caught() {
    let twice = Strategies::of(|into| {
        reference::register(into);
        into.add(Reference::new(Kind::Plain, Defect::None));
    });
    let said = message("ids_are_unique", &twice).expect_err("an id is there twice");
    assert!(said.contains("`reference/plain` is registered twice"), "{said}");
    assert!(message("ids_are_unique", &Strategies::default()).is_err());
}

#[test]
fn every_law_is_broken_by_some_defect() {
    let tried: BTreeSet<&str> = CASES.iter().map(|case| case.2).chain(["ids_are_unique"]).collect();
    let all: BTreeSet<&str> = laws::ALL.iter().map(|law| law.name).collect();
    assert_eq!(tried, all);
    assert_eq!(all.len(), laws::ALL.len(), "two laws have one name");
}

#[test]
#[should_panic(
    expected = "reference/plain breaks the law first_is_right on the board `empty` (sudoku-1, .): asked First, "
)]
fn a_test_of_the_suite_fails_with_strategy_law_and_board() {
    conformance::obeys("first_is_right", |into| into.add(Reference::new(Kind::Plain, Defect::SaysNone)));
}
