//! The one list of strategies.
//!
//! A new family is a line here. A test fails when a `crates/solver-*` is missing.

use anyhow::{Context, Result, bail};
use model::Rules;
use model::solve::erased::{AnyStrategy, Runner, Strategies};
use model::solve::{Ask, Options, Register};

/// Every strategy of the laboratory, families and variants in the order in which tables and charts show them.
pub fn registry() -> Strategies {
    Strategies::of(register)
}

/// Registers every strategy of the laboratory.
pub fn register(into: &mut impl Register) {
    solver_naive::register(into);
    solver_dlx::register(into);
    solver_ps12::register(into);
    solver_sat::register(into);
    solver_gac::register(into);
    solver_lds::register(into);
}

/// The fastest strategy that takes the rules, and a solver of it.
///
/// SAT is never far behind, and proves in a moment what searches do not end on. To count many grids it blocks one after the
/// other, though.
///
/// # Errors
/// When none takes them.
pub fn fastest<'a>(
    strategies: &'a Strategies,
    rules: &Rules,
    options: &Options,
    ask: Ask,
) -> Result<(&'a dyn AnyStrategy, Box<dyn Runner>)> {
    let many = matches!(ask, Ask::Count { .. }) && rules.values() <= 9;
    let usual = ["ps12/bitboard", if many { "dlx/shortest" } else { "sat/propagated" }];
    let usual = usual.into_iter().filter_map(|id| strategies.find(id));
    let mut refused = None;
    for strategy in usual.chain(strategies.iter()) {
        match strategy.build_for(rules, options, ask) {
            Ok(runner) => return Ok((strategy, runner)),
            Err(why) => refused = Some((strategy.info().id, why)),
        }
    }
    let (id, why) = refused.context("there is no strategy")?;
    Err(why).with_context(|| format!("{id} cannot do {}", rules.name()))
}

/// The ids that `patterns` select, in registry order, each once: `all`, a family, a glob, or an id.
///
/// # Errors
/// When a pattern selects nothing; the nearest id is suggested.
pub fn select(strategies: &Strategies, patterns: &[String]) -> Result<Vec<&'static str>> {
    let ids: Vec<&'static str> = strategies.iter().map(|strategy| strategy.info().id).collect();
    for pattern in patterns {
        if !ids.iter().any(|id| is_selected(pattern, id)) {
            bail!("no strategy is called `{pattern}`{}", suggestion(pattern, ids.iter().copied()));
        }
    }
    Ok(ids.into_iter().filter(|id| patterns.iter().any(|pattern| is_selected(pattern, id))).collect())
}

/// The only strategy that a pattern selects.
///
/// # Errors
/// When it selects none, or several.
pub fn select_one(strategies: &Strategies, pattern: &str) -> Result<&'static str> {
    let chosen = select(strategies, &[pattern.to_owned()])?;
    match chosen[..] {
        [id] => Ok(id),
        _ => bail!("`{pattern}` are several strategies: {}", chosen.join(", ")),
    }
}

/// Whether a pattern selects an id.
pub fn is_selected(pattern: &str, id: &str) -> bool {
    pattern == "all" || glob_match::glob_match(pattern, id) || id.split('/').next() == Some(pattern)
}

/// `; did you mean ...?` with the nearest of `known`, or nothing when none is near.
pub fn suggestion<'a>(asked: &str, known: impl Iterator<Item = &'a str>) -> String {
    let nearest = known.map(|name| (strsim::normalized_damerau_levenshtein(asked, name), name));
    match nearest.max_by(|a, b| a.0.total_cmp(&b.0)) {
        Some((likeness, name)) if likeness > 0.3 => format!("; did you mean `{name}`?"),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(patterns: &[&str]) -> Result<Vec<&'static str>> {
        select(&registry(), &patterns.iter().map(ToString::to_string).collect::<Vec<_>>())
    }

    #[test]
    fn every_solver_crate_is_registered() {
        let crates = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let ids: Vec<&str> = registry().iter().map(|strategy| strategy.info().family()).collect();
        for entry in std::fs::read_dir(crates).expect("the crates folder") {
            let name = entry.expect("an entry").file_name().into_string().expect("a plain name");
            if let Some(family) = name.strip_prefix("solver-") {
                assert!(ids.contains(&family), "{name} is missing in the registry");
            }
        }
    }

    #[test]
    fn families_globs_and_ids_select_in_registry_order() {
        assert_eq!(chosen(&["ps12/paper", "dlx/f*"]).expect("known"), ["dlx/first", "ps12/paper"]);
        assert_eq!(chosen(&["dlx"]).expect("known"), ["dlx/shortest", "dlx/random", "dlx/first"]);
        assert_eq!(chosen(&["all"]).expect("known").len(), registry().iter().count());
    }

    #[test]
    fn an_unknown_name_gets_the_nearest_one() {
        let said = chosen(&["dlx/shortst"]).expect_err("unknown").to_string();
        assert_eq!(said, "no strategy is called `dlx/shortst`; did you mean `dlx/shortest`?");
    }
}
