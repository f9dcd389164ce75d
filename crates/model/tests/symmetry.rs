//! Symmetries of rules and least forms: against brute force, and against numbers that others have published.

use std::collections::BTreeSet;

use model::solve::Random;
use model::symmetry::{Rearrangement, Symmetry};
use model::text::{board_text, parse_board};
use model::{Givens, Rules};
use proptest::prelude::*;

const NAMES: [&str; 12] = [
    "sudoku-2",
    "sudoku-3",
    "sudoku-4",
    "sudoku-2x3",
    "sudoku-3x2",
    "sudoku-3x4",
    "sudoku-2x5",
    "sudoku-5",
    "latin-5",
    "latin-9",
    "sudoku-2-diagonal",
    "sudoku-3-diagonal",
];

fn rules(name: &str) -> Rules {
    Rules::parse(name).expect("a known name")
}

/// Some givens of which no two clash, about as many as asked for.
fn some_givens(rules: &Rules, clues: usize, random: &mut Random) -> Givens {
    let mut givens = Givens::blank(rules.cells());
    for _ in 0..clues {
        let cell = random.below(rules.cells() as u64) as usize;
        let value = random.below(u64::from(rules.values())) as u8 + 1;
        let free = |peer: &model::Cell| givens.values()[peer.index()] != value;
        if rules.peers(model::Cell::new(cell)).iter().all(free) {
            givens.values_mut()[cell] = value;
        }
    }
    givens
}

/// All grids with this beginning.
fn grids(rules: &Rules, board: &mut Vec<u8>, each: &mut dyn FnMut(&[u8])) {
    let cell = board.len();
    if cell == rules.cells() {
        return each(board);
    }
    for value in 1..=rules.values() {
        let peers = rules.peers(model::Cell::new(cell)).iter().take_while(|peer| peer.index() < cell);
        if peers.into_iter().all(|peer| board[peer.index()] != value) {
            board.push(value);
            grids(rules, board, each);
            board.pop();
        }
    }
}

/// How many classes the grids that begin with 1, 2, 3, … fall into: every class has one of those.
fn classes(name: &str) -> (u64, usize) {
    let rules = rules(name);
    let symmetry = Symmetry::of(&rules);
    let (mut count, mut classes) = (0, BTreeSet::new());
    grids(&rules, &mut (1..=rules.values()).collect(), &mut |grid| {
        count += 1;
        let canonical = symmetry.canonical(&Givens::from_values(grid)).expect("a small grid");
        classes.insert(canonical.givens.values().to_vec());
    });
    (count, classes.len())
}

/// Every order of `count` things.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let mut all = vec![vec![]];
    for _ in 0..count {
        let longer = |order: &Vec<usize>| {
            let order = order.clone();
            (0..count)
                .filter(|next| !order.contains(next))
                .map(|next| [order.clone(), vec![next]].concat())
                .collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// Every symmetry of rules of side 4 that moves lines, by trying all of them.
fn all_of(rules: &Rules) -> Vec<Rearrangement> {
    let text = |order: &Vec<usize>| order.iter().map(|at| (at + 1).to_string()).collect::<Vec<_>>().join("-");
    let orders: Vec<String> = orders(4).iter().map(text).collect();
    let mut all = Vec::new();
    for turn in ["", "t "] {
        for rows in &orders {
            for columns in &orders {
                let one = format!("{turn}r={rows} c={columns} v=1-2-3-4").parse::<Rearrangement>().expect("well made");
                if one.keeps(rules) {
                    all.push(one);
                }
            }
        }
    }
    all
}

fn renamed(values: &[u8]) -> Vec<u8> {
    let mut names = Vec::new();
    let mut name = |&value: &u8| {
        if value == 0 {
            return 0;
        }
        if !names.contains(&value) {
            names.push(value);
        }
        names.iter().position(|&known| known == value).expect("just put there") as u8 + 1
    };
    values.iter().map(&mut name).collect()
}

#[test]
fn the_least_form_is_the_least_of_all() {
    for (name, order) in [("sudoku-2", 128), ("latin-4", 1152), ("sudoku-2-diagonal", 8)] {
        let rules = rules(name);
        let symmetry = Symmetry::of(&rules);
        let all: Vec<Rearrangement> = all_of(&rules);
        // The diagonal rules have more symmetries of lines than turns and reflections: these alone are used.
        let all: Vec<Rearrangement> = if order == 8 {
            let of_square = |one: &Rearrangement| {
                let text = one.to_string();
                ["r=1-2-3-4", "r=4-3-2-1"].iter().any(|rows| text.contains(rows))
                    && ["c=1-2-3-4", "c=4-3-2-1"].iter().any(|columns| text.contains(columns))
            };
            all.into_iter().filter(of_square).collect()
        } else {
            all
        };
        assert_eq!(all.len(), order, "{name}");
        let mut random = Random::new(7);
        for round in 0..300 {
            let givens = some_givens(&rules, round % 40, &mut random);
            let brute = all.iter().map(|one| renamed(one.of_givens(&givens).values())).min().expect("the identity");
            let canonical = symmetry.canonical(&givens).expect("a small board");
            assert_eq!(canonical.givens.values(), brute, "{name}: {}", board_text(givens.values(), 4));
        }
    }
}

#[test]
fn classes_of_small_grids_are_as_published() {
    // Mathematics of Sudoku, Wikipedia: 288 grids in 2 classes; 288 / 4! of them begin with 1234.
    assert_eq!(classes("sudoku-2"), (12, 2));
    // The same: 28,200,960 grids in 49 classes; divided by 6!.
    assert_eq!(classes("sudoku-2x3"), (39_168, 49));
    // Orders 3, 4 and 5 have 1, 2 and 2 isotopy classes and as many main classes (OEIS A040082, A003090); with
    // transposition these lie between the two.
    assert_eq!([classes("latin-3").1, classes("latin-4").1, classes("latin-5").1], [1, 2, 2]);
}

#[test]
fn boards_that_are_blank_or_nearly_so_are_answered_at_once() {
    for name in NAMES {
        let rules = rules(name);
        let symmetry = Symmetry::of(&rules);
        let blank = Givens::blank(rules.cells());
        assert_eq!(symmetry.canonical(&blank).expect("nothing to follow").givens, blank);
        let mut one = blank.clone();
        one.values_mut()[rules.cells() / 3] = 2;
        assert_eq!(symmetry.canonical(&one).expect("little to follow").givens.clues(), 1, "{name}");
    }
}

/// A grid of sixteen that has many symmetries: rows shifted by the width of a block.
fn shifted() -> Vec<u8> {
    (0..256).map(|cell| ((cell / 16 % 4 * 4 + cell / 64 + cell % 16) % 16) as u8 + 1).collect()
}

#[test]
fn a_clash_in_a_line_and_a_board_of_too_many_symmetries_have_no_least_form() {
    let rules = rules("sudoku-4");
    let symmetry = Symmetry::of(&rules);
    let mut givens = Givens::blank(256);
    givens.values_mut()[..2].copy_from_slice(&[1, 1]);
    assert_eq!(symmetry.canonical(&givens), None);
    // 16 · 16 · 20,160 symmetries.
    let table: Vec<u8> = (0..256).map(|cell| ((cell / 16) ^ (cell % 16)) as u8 + 1).collect();
    assert_eq!(Symmetry::of(&self::rules("latin-16")).canonical(&Givens::from_values(table)), None);
}

#[test]
fn grids_of_sixteen_have_a_least_form() {
    let rules = rules("sudoku-4");
    let symmetry = Symmetry::of(&rules);
    let mut random = Random::new(3);
    // Full, then with a blank a row, and more.
    for last in [16, 15, 12, 8] {
        let kept = |value: u8| if value <= last { value } else { 0 };
        let grid = Givens::from_values(shifted().into_iter().map(kept).collect::<Vec<_>>());
        let least = symmetry.canonical(&grid).expect("not too many");
        assert_eq!(
            symmetry.canonical(&symmetry.random(&mut random).of_givens(&grid)).expect("the same").givens,
            least.givens
        );
    }
}

#[test]
fn jigsaws_keep_what_their_regions_keep() {
    let moves = |labels: &str| {
        let symmetry = Symmetry::of(&Rules::jigsaw(labels).expect("good regions"));
        let mut random = Random::new(1);
        let moves = |one: Rearrangement| one.to_string().split(" v=").next().map(str::to_owned);
        (0..200).map(|_| moves(symmetry.random(&mut random))).collect::<BTreeSet<_>>().len()
    };
    assert_eq!(moves("aab abb ccc"), 1);
    assert_eq!(moves("aaab abbb cddd cccd"), 2);
    assert!(moves("aabb aabb ccdd ccdd") > 90, "128 of sudoku-2, whatever the rules are called");
}

#[test]
fn free_units_keep_the_names_of_values_free() {
    let rules = Rules::builder("three", 3, 3).unit([0, 1]).unit([1, 2]).build().expect("good units");
    let canonical = Symmetry::of(&rules).canonical(&Givens::from_values(vec![3, 0, 3])).expect("few");
    assert_eq!((canonical.givens.values(), canonical.by.to_string().as_str()), (&[1, 0, 1][..], "v=2-3-1"));
}

proptest! {
    #[test]
    fn all_rearrangements_of_a_puzzle_have_one_least_form(name in proptest::sample::select(&NAMES), seed: u64, clues in 0_usize..60) {
        let rules = rules(name);
        let (symmetry, mut random) = (Symmetry::of(&rules), Random::new(seed));
        let givens = some_givens(&rules, clues, &mut random);
        let (one, other) = (symmetry.random(&mut random), symmetry.random(&mut random));
        prop_assert!(one.keeps(&rules) && other.keeps(&rules));
        prop_assert_eq!(&one.to_string().parse::<Rearrangement>().expect("its own text"), &one);
        let moved = one.of_givens(&givens);
        prop_assert_eq!(&one.inverse().of_givens(&moved), &givens);
        prop_assert_eq!(one.then(&other).of_givens(&givens), other.of_givens(&moved));
        if let Some(least) = symmetry.canonical(&givens) {
            prop_assert!(least.by.keeps(&rules));
            prop_assert_eq!(&least.by.of_givens(&givens), &least.givens);
            prop_assert!(least.givens.values() <= moved.values());
            prop_assert_eq!(symmetry.canonical(&moved).expect("as its like").givens, least.givens);
        }
    }
}

#[test]
fn one_of_a_class_each_is_what_the_embedded_corpus_holds() {
    let corpus = include_str!("../../../bench-data/corpora/seventeen_10068.txt");
    let rules = rules("sudoku-3");
    let symmetry = Symmetry::of(&rules);
    let lines: Vec<&str> = corpus.lines().filter(|line| !line.starts_with('#')).collect();
    let least = |line: &&str| {
        let givens = parse_board(line, &rules).expect("a board");
        symmetry.canonical(&givens).expect("few look alike").givens.values().to_vec()
    };
    let classes: BTreeSet<Vec<u8>> = lines.iter().map(least).collect();
    assert_eq!((lines.len(), classes.len()), (10_068, 10_068));
}
