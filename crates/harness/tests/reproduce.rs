//! The table of the paper's numbers: whole, without a difference, and telling when an engine is broken.

use harness::reproduce::{Engines, Section, Sheet, Verdict};
use solver_dlx::ColumnRule;

fn of(sections: &[Section], engines: &Engines) -> Sheet {
    let mut sheet = Sheet::default();
    for section in sections {
        section.items(engines, &mut sheet);
    }
    sheet
}

fn differing(sheet: &Sheet) -> Vec<&str> {
    sheet.items.iter().filter(|item| item.verdict == Verdict::Differs).map(|item| item.item.as_str()).collect()
}

#[test]
fn everything_that_is_expected_comes_out() {
    let sheet = of(&Section::ALL, &Engines::default());
    assert_eq!(differing(&sheet), [""; 0]);
    assert!(sheet.items.len() >= 90, "{} items", sheet.items.len());
    // The list of what is lost or undecided, and nothing else.
    assert_eq!(sheet.count(Verdict::NotReproduced), 6);
}

#[test]
fn another_tie_rule_is_told() {
    let engines = Engines { shortest: ColumnRule::ShortestLast, ..Engines::default() };
    let sheet = of(&[Section::Dancing, Section::Puzzles], &engines);
    let told = differing(&sheet);
    assert!(told.contains(&"estimates of the 288 solutions, in their order"), "{told:?}");
    assert!(told.len() >= 3, "{told:?}");
}

#[test]
fn the_low_branch_first_is_told() {
    let sheet = of(&[Section::Puzzles], &Engines { branch: "low", ..Engines::default() });
    let told = differing(&sheet);
    assert!(told.iter().any(|item| item.starts_with("PS-1-2 on Royle's line 5:")), "{told:?}");
}
