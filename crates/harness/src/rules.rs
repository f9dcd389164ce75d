//! Rules by name, files included.

use std::path::{Path, PathBuf};

use model::{Rules, RulesError};

use crate::registry::suggestion;

/// The rules of a name; `jigsaw:FILE` reads its labels, a relative FILE from `folder` (where the naming file lies).
///
/// # Errors
/// When there are no such rules (the nearest name is suggested), or the file cannot be read or used.
pub fn resolve(name: &str, folder: Option<&Path>) -> Result<Rules, RulesError> {
    let Some(file) = name.strip_prefix("jigsaw:") else {
        return Rules::parse(name).map_err(|error| match error {
            RulesError::Unknown { name } => RulesError::Unknown { name: hinted(&name) },
            other => other,
        });
    };
    let path = folder.map_or_else(|| PathBuf::from(file), |folder| folder.join(file));
    let failed = |reason: String| RulesError::File { path: path.display().to_string(), reason };
    let labels = std::fs::read_to_string(&path).map_err(|error| failed(error.to_string()))?;
    let rules = Rules::jigsaw(&labels).map_err(|error| failed(error.to_string()))?;
    let absolute = path.canonicalize().unwrap_or(path);
    Ok(rules.named(format!("jigsaw:{}", absolute.display())))
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
        assert!(resolve("jigsaw:none.txt", Some(folder.path())).is_err());
    }

    #[test]
    fn an_unknown_name_gets_the_nearest_one() {
        let said = resolve("sodoku-3", None).expect_err("unknown").to_string();
        assert!(said.starts_with("no rules are called `sodoku-3`; did you mean `sudoku-3`; try"), "{said}");
    }
}
