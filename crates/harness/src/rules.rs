//! Rules by name, files included.

mod units;

use std::path::{Path, PathBuf};

use model::{Rules, RulesError};

use crate::registry::suggestion;

/// The rules of a name, which may be of a file: `jigsaw:FILE` holds labels, `units:FILE` holds units in JSON. A relative FILE
/// is looked for from `folder` (where the naming file lies).
///
/// # Errors
/// When there are no such rules (the nearest name is suggested), or the file cannot be read or used.
pub fn resolve(name: &str, folder: Option<&Path>) -> Result<Rules, RulesError> {
    match Rules::parse(name) {
        Err(RulesError::NeedsFile { .. }) => of_file(name, folder),
        Err(RulesError::Unknown { name }) => Err(RulesError::Unknown { name: hinted(&name) }),
        other => other,
    }
}

fn of_file(name: &str, folder: Option<&Path>) -> Result<Rules, RulesError> {
    let (plain, diagonal) = name.strip_suffix("-diagonal").map_or((name, false), |plain| (plain, true));
    let (kind, file) = plain.split_once(':').expect("a kind and a file");
    let path = folder.map_or_else(|| PathBuf::from(file), |folder| folder.join(file));
    let failed = |reason: String| RulesError::File { path: path.display().to_string(), reason };
    let text = std::fs::read_to_string(&path).map_err(|error| failed(error.to_string()))?;
    let rules = match kind {
        "jigsaw" => Rules::jigsaw(&text).map_err(|error| error.to_string()),
        _ => units::parse(&text),
    };
    let rules = rules.map_err(failed)?;
    let absolute = path.canonicalize().unwrap_or_else(|_| path.clone());
    let rules = rules.named(format!("{kind}:{}", absolute.display()));
    match (diagonal, rules.width()) {
        (false, _) => Ok(rules),
        (true, Some(_)) => Ok(rules.with_diagonals()),
        (true, None) => Err(failed("a board that is no square of N × N has no diagonals".into())),
    }
}

/// The name as asked for, with the nearest one that exists.
fn hinted(name: &str) -> String {
    let known =
        ["sudoku-2", "sudoku-3", "sudoku-4", "sudoku-5", "sudoku-6", "sudoku-2x3", "sudoku-3-diagonal", "latin-9"];
    let hint = suggestion(name, known.into_iter());
    if hint.is_empty() { name.to_owned() } else { format!("{name}`{}", hint.trim_end_matches("`?")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_jigsaw_file_is_read_beside_the_file_that_names_it() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("regions.txt"), "aab\nabb\nccc\n").expect("a file");
        let rules = resolve("jigsaw:regions.txt", Some(folder.path())).expect("good regions");
        assert_eq!((rules.cells(), rules.units().len()), (9, 9));
        assert!(rules.name().starts_with("jigsaw:/") && rules.name().ends_with("regions.txt"), "{}", rules.name());
        let crossed = resolve("jigsaw:regions.txt-diagonal", Some(folder.path())).expect("good regions");
        assert_eq!(crossed.units().len(), 11);
        assert!(resolve("jigsaw:none.txt", Some(folder.path())).is_err());
    }

    #[test]
    fn labels_in_the_name_need_no_file() {
        let rules = resolve("jigsaw:aababbccc", None).expect("good regions");
        assert_eq!((rules.name(), rules.units().len()), ("jigsaw:aababbccc", 9));
        let said = resolve("jigsaw:aabbbbccc", None).expect_err("unequal regions").to_string();
        assert!(said.contains("aabbbbccc"), "{said}");
    }

    #[test]
    fn an_unknown_name_gets_the_nearest_one() {
        let said = resolve("sodoku-3", None).expect_err("unknown").to_string();
        assert!(said.starts_with("no rules are called `sodoku-3`; did you mean `sudoku-3`; try"), "{said}");
    }
}
