//! Other forms and seeds: how much of the counts is the form of a puzzle, or a seed.

use super::table::{Accent, Table};
use super::tables::none;
use crate::ranking::quantity::{Bound, Bounded, count, digits, ratio, share};
use crate::ranking::{Entry, Ranking, TENFOLD, Totals, VariedFigures};
use crate::results::Variation;

/// A paragraph and two tables, of which one may be missing.
pub(super) struct Varied {
    pub(super) text: String,
    pub(super) forms: Option<Table>,
    pub(super) seeds: Option<Table>,
}

/// `None` where nothing was varied.
pub(super) fn varied(ranking: &Ranking) -> Option<Varied> {
    let of = |kind| ranking.entries.iter().filter_map(|entry| Some((entry, entry.varied(kind)?))).collect::<Vec<_>>();
    let (forms, seeds) = (of(Variation::Form), of(Variation::Seed));
    if forms.is_empty() && seeds.is_empty() {
        return None;
    }
    let text = [form_words(&forms), place_words(&forms), seed_words(&seeds)];
    Some(Varied {
        text: text.into_iter().flatten().collect::<Vec<_>>().join(" "),
        forms: table(&forms, Variation::Form),
        seeds: table(&seeds, Variation::Seed),
    })
}

type Varying<'a> = (&'a Entry, &'a VariedFigures);

fn form_words(forms: &[Varying<'_>]) -> Option<String> {
    let numbers = forms.iter().map(|(_, figures)| figures.numbers).max()?;
    let puzzles = forms.iter().map(|(_, figures)| figures.puzzles).max()?;
    let mut changed: Vec<&Varying<'_>> = forms.iter().filter(|(_, figures)| figures.tenfold.value > 0.0).collect();
    changed.sort_by(|a, b| b.1.tenfold.value.total_cmp(&a.1.tenfold.value));
    let list: Vec<String> = changed
        .iter()
        .map(|(entry, figures)| {
            format!("the {} of {} on {} of the puzzles", figures.counter, entry.id, at_least(figures.tenfold))
        })
        .collect();
    let others = if changed.len() < forms.len() && !list.is_empty() { ", and of no other strategy" } else { "" };
    let found = if list.is_empty() {
        format!("changes no count more than {}", times())
    } else {
        format!("changes more than {}: {}{others}", times(), list.join("; "))
    };
    Some(format!(
        "Over {numbers} equivalent forms of each of {} puzzles, the form alone {found}.",
        count(puzzles as u64)
    ))
}

fn times() -> String {
    if TENFOLD.to_bits() == 10.0_f64.to_bits() { "tenfold".to_owned() } else { ratio(TENFOLD) }
}

fn at_least(part: Bounded<f64>) -> String {
    if part.bound == Bound::Exact { share(part.value) } else { format!("at least {}", share(part.value)) }
}

fn place_words(forms: &[Varying<'_>]) -> Option<String> {
    let placed: Vec<(&str, (usize, usize))> =
        forms.iter().filter_map(|(entry, figures)| Some((entry.id.as_str(), figures.places?))).collect();
    let moved: Vec<String> = placed
        .iter()
        .filter(|(_, (best, worst))| best != worst)
        .map(|(id, (best, worst))| format!("{id} from {best} to {worst}"))
        .collect();
    match (placed.is_empty(), moved.is_empty()) {
        (true, _) => None,
        (_, true) => Some("No place within a family by the total depends on the form.".to_owned()),
        _ => Some(format!(
            "Places within a family by the total that depend on the form: {}; {} of {} do not.",
            moved.join(", "),
            placed.len() - moved.len(),
            placed.len()
        )),
    }
}

fn seed_words(seeds: &[Varying<'_>]) -> Option<String> {
    let words = |(entry, figures): &Varying<'_>| {
        let total = figures.total;
        let range = format!("{} to {}", total.min.count(), total.max.count());
        let mean = mean(total);
        format!("{} takes {mean} {} in the mean of {} seeds ({range})", entry.id, figures.counter, figures.numbers)
    };
    (!seeds.is_empty()).then(|| format!("{}.", seeds.iter().map(words).collect::<Vec<_>>().join("; ")))
}

fn mean(total: Totals) -> String {
    format!("{}{}", total.mean.bound.sign(), digits(total.mean.value))
}

fn table(rows: &[Varying<'_>], kind: Variation) -> Option<Table> {
    let mut names = vec![
        "strategy",
        "<counter",
        "puzzles",
        "largest over smallest, median",
        "largest",
        "more than tenfold",
        "total, median",
        "its range",
    ];
    match kind {
        Variation::Form => names.push("place in its family"),
        Variation::Seed => names.extend(["its mean", "guesses, mean", "their range"]),
    }
    let mut table = Table::new(&names);
    let range = |total: Totals| format!("{} – {}", total.min.count(), total.max.count());
    for (entry, figures) in rows {
        let mut cells = vec![
            entry.id.clone(),
            figures.counter.to_owned(),
            count(figures.puzzles as u64),
            figures.median_spread.ratio(),
            figures.max_spread.ratio(),
            at_least(figures.tenfold),
            figures.total.median.count(),
            range(figures.total),
        ];
        match kind {
            Variation::Form => cells.push(figures.places.map_or_else(none, |(best, worst)| {
                if best == worst { best.to_string() } else { format!("{best}–{worst}") }
            })),
            Variation::Seed => cells.extend([
                mean(figures.total),
                figures.guesses.map_or_else(none, mean),
                figures.guesses.map_or_else(none, range),
            ]),
        }
        table.push(Accent::Plain, cells);
    }
    (!table.rows.is_empty()).then_some(table)
}
