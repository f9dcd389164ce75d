//! What is said before anything is solved: `Info`, and what `build` refuses.

use std::collections::{BTreeMap, BTreeSet};

use model::solve::erased::Strategies;
use model::solve::{Ask, Options, SLOTS, Setting, Takes, counters};
use model::{Givens, Puzzle, check};

use crate::board::{Layout, groups};
use crate::brute;
use crate::failure::{Fault, ensure};
use crate::judge;
use crate::subject::{Bench, Call, Subject};

pub(super) fn descriptions_are_complete(subject: &Subject<'_>) -> Result<(), Fault> {
    described(subject).map_err(|what| Fault::new("its Info", what))
}

fn described(subject: &Subject<'_>) -> Result<(), String> {
    let info = &subject.info;
    let parts: Vec<&str> = info.id.split('/').collect();
    let id = parts.len() == 2 && parts.iter().all(|part| is_kebab_case(part));
    ensure(id, || format!("the id `{}` is not of the form family/variant in kebab-case", info.id))?;
    for (field, text) in [("summary", info.summary), ("version", info.version)] {
        ensure(!text.trim().is_empty() && !text.contains('\n'), || format!("{field} is not a line of text"))?;
    }
    for note in info.notes {
        ensure(!note.trim().is_empty() && !note.contains('\n'), || "a note is not a line of text".into())?;
    }
    if let Some(back_end) = info.back_end {
        ensure(!back_end.name.is_empty() && !back_end.version.is_empty(), || "back_end has no name or version".into())?;
    }
    ensure(!info.counters.is_empty(), || "no counter is declared".into())?;
    let (mut names, mut slots) = (BTreeSet::new(), [false; SLOTS]);
    for counter in info.counters {
        let new = names.insert(counter.name) && !std::mem::replace(&mut slots[counter.slot()], true);
        ensure(new, || format!("the counter {} is declared twice, or its slot is", counter.name))?;
        let common = counters::ALL.contains(counter);
        let own = counter.name.strip_prefix(info.family()).is_some_and(|rest| rest.starts_with('.'));
        ensure(common || own, || {
            format!("the counter {} is neither the model's nor `{}.name`", counter.name, info.family())
        })?;
    }
    Ok(())
}

fn is_kebab_case(text: &str) -> bool {
    let word =
        |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    text.split('-').all(word)
}

pub(super) fn ids_are_unique(strategies: &Strategies) -> Result<(), Fault> {
    let mut ids = BTreeSet::new();
    for strategy in strategies.iter() {
        let id = strategy.info().id;
        if !ids.insert(id) {
            return Err(Fault::new("the ids", format!("`{id}` is registered twice")));
        }
    }
    if ids.is_empty() { Err(Fault::new("the ids", "nothing is registered")) } else { Ok(()) }
}

pub(super) fn unknown_options_are_refused(subject: &Subject<'_>) -> Result<(), Fault> {
    let option = ("no-such-option".to_owned(), "1".to_owned());
    let options = Options { named: BTreeMap::from([option]), ..Options::default() };
    for group in groups() {
        let on = |what: String| Fault::new(format!("the rules `{}`", group.rules.name()), what);
        let built = subject.build_with(&group.rules, &options).map_err(on)?;
        ensure(built.is_none(), || "the option `no-such-option` was taken".into()).map_err(on)?;
    }
    Ok(())
}

pub(super) fn options_are_what_they_say(subject: &Subject<'_>) -> Result<(), Fault> {
    subject.info.options.iter().try_for_each(|setting| {
        let on = |what: String| Fault::new(format!("the option `{}`", setting.name), what);
        described_option(subject, setting).and_then(|()| built_with(subject, setting)).map_err(on)
    })
}

fn described_option(subject: &Subject<'_>, setting: &Setting) -> Result<(), String> {
    let twice = subject.info.options.iter().filter(|other| other.name == setting.name).count() > 1;
    ensure(is_kebab_case(setting.name) && !twice, || "its name is not in kebab-case, or another's too".into())?;
    let is_line = !setting.meaning.trim().is_empty() && !setting.meaning.contains('\n');
    ensure(is_line, || "its meaning is not a line of text".into())?;
    ensure(setting.takes.has(setting.default), || format!("its default `{}` is not what it takes", setting.default))
}

fn built_with(subject: &Subject<'_>, setting: &Setting) -> Result<(), String> {
    for group in groups() {
        let with = |value: &str| {
            let named = BTreeMap::from([(setting.name.to_owned(), value.to_owned())]);
            subject.build_with(&group.rules, &Options { named, ..Options::default() })
        };
        let Some(mut usual) = subject.build_with(&group.rules, &Options::default())? else { continue };
        let mut told = with(setting.default)?.ok_or("its default is refused")?;
        for board in &group.boards {
            for ask in subject.asks([Ask::First, Ask::Unique]) {
                let call = || Call::counted(ask);
                let same = told.run(board.puzzle.givens(), call())? == usual.run(board.puzzle.givens(), call())?;
                ensure(same, || format!("its default changes what is done on {board}"))?;
            }
        }
        for value in taken(setting) {
            ensure(with(&value)?.is_some(), || format!("`{value}` is refused on {}", group.rules.name()))?;
        }
        ensure(with("no-such-value")?.is_none(), || "`no-such-value` is taken".into())?;
    }
    Ok(())
}

/// Some of what an option takes: all words, or the numbers at either end.
fn taken(setting: &Setting) -> Vec<String> {
    match setting.takes {
        Takes::OneOf(words) => words.iter().map(ToString::to_string).collect(),
        Takes::Number { least, most } => vec![least.to_string(), most.to_string()],
    }
}

/// What `supports` names is taken, and nothing else.
pub(super) fn supports_is_what_it_says(subject: &Subject<'_>) -> Result<(), Fault> {
    let odd = ODD.iter().map(|layout| layout.rules());
    for rules in groups().iter().map(|group| group.rules.clone()).chain(odd) {
        let on = |what: String| Fault::new(format!("the rules `{}`", rules.name()), what);
        let built = subject.build_with(&rules, &Options::default()).map_err(on)?.is_some();
        let said = subject.info.supports.takes(&rules);
        let does = if built { "takes them" } else { "refuses them" };
        ensure(built == said, || format!("it {does}, and supports {}", subject.info.supports)).map_err(on)?;
    }
    Ok(())
}

/// Rules at the edge of what can be built; boards are blank, save a row of 64 values, of which 61 are given.
pub(super) fn odd_rules_are_solved_or_refused(subject: &Subject<'_>) -> Result<(), Fault> {
    for layout in ODD {
        let puzzle = Puzzle::blank(layout.rules());
        solved_or_refused(subject, &puzzle).map_err(|what| Fault::new(format!("the rules {layout:?}"), what))?;
    }
    let wide = wide();
    solved_or_refused(subject, &wide).map_err(|what| Fault::new("a row of 64 values, the last three blank", what))
}

fn solved_or_refused(subject: &Subject<'_>, puzzle: &Puzzle) -> Result<(), String> {
    let truth = brute::grids(puzzle, 100, 100_000).ok_or("the brute force did not come to an end")?;
    match subject.build_with(puzzle.rules(), &Options::default())? {
        None => Ok(()),
        Some(mut bench) => subject.asks([Ask::First, Ask::Unique, Ask::Count { cap: None }]).try_for_each(|ask| {
            let right = solved(subject, &mut bench, puzzle, ask, truth.grids.len() as u64);
            right.map_err(|what| format!("asked {ask:?}, {what}"))
        }),
    }
}

fn solved(subject: &Subject<'_>, bench: &mut Bench, puzzle: &Puzzle, ask: Ask, all: u64) -> Result<(), String> {
    let run = bench.run(puzzle.givens(), Call::counted(ask))?;
    judge::number(&subject.info, all.min(ask.enough()), run.outcome)?;
    run.grids.iter().try_for_each(|grid| check(puzzle, grid).map_err(|wrong| wrong.to_string()))
}

const ODD: &[Layout] = &[
    // One cell: of one value, of several, in a unit of its own, of as many values as there can be.
    Layout::Units { cells: 1, values: 1, units: &[] },
    Layout::Units { cells: 1, values: 1, units: &[&[0]] },
    Layout::Units { cells: 1, values: 3, units: &[&[0]] },
    Layout::Units { cells: 1, values: 64, units: &[] },
    // Units that are empty, of one cell, short, the same twice, or none at all.
    Layout::Units { cells: 3, values: 3, units: &[&[], &[1], &[0, 2]] },
    Layout::Units { cells: 3, values: 3, units: &[&[0, 1, 2], &[2, 1, 0]] },
    Layout::Units { cells: 4, values: 3, units: &[&[0, 1], &[1, 2], &[2, 3], &[3, 0]] },
    Layout::Units { cells: 3, values: 4, units: &[] },
    // Three cells that all differ, over two values: nothing says so in one unit.
    Layout::Units { cells: 3, values: 2, units: &[&[0, 1], &[1, 2], &[2, 0]] },
    // One value for two cells, which need not differ.
    Layout::Units { cells: 2, values: 1, units: &[] },
    Layout::Units { cells: 2, values: 1, units: &[&[0], &[1]] },
    Layout::Named("latin-1"),
    Layout::Named("latin-2"),
    Layout::Named("sudoku-1x3"),
];

fn wide() -> Puzzle {
    let rules = model::Rules::builder("wide", 64, 64).unit(0..64).build().expect("64 values are possible");
    Puzzle::new(rules, Givens::from_values((1..=61).chain([0; 3]).collect::<Vec<u8>>()))
}
