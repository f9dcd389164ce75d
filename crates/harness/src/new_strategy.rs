//! A crate for a new strategy, made from templates: in a checkout, or on its own.
//!
//! What is made works at once and keeps the contract. Everything is worked out before the first byte is written; when
//! writing fails half-way, what was there before is there again.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use askama::Template;
use model::solve::erased::{AnyStrategy, Strategies};

/// Letters of a name at most: what is made is formatted as it stands.
const LONGEST: usize = 20;

macro_rules! template {
    ($name:ident, $path:literal { $($field:ident),* }) => {
        #[derive(Template)]
        #[template(path = $path, escape = "none")]
        struct $name<'a> {
            $($field: &'a str),*
        }
    };
}

template!(Library, "new-strategy/lib.rs.txt" { name, krate });
template!(Tests, "new-strategy/conformance.rs.txt" { krate });
template!(Member, "new-strategy/Cargo.toml.txt" { name });
template!(MemberReadme, "new-strategy/README.md.txt" { name });
template!(Alone, "new-strategy/standalone.toml.txt" { name, package, rust, harness, model, conformance });
template!(AloneReadme, "new-strategy/standalone.md.txt" { name, package });
template!(Main, "new-strategy/main.rs.txt" { name, krate });

/// That of all crates here.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// How the laboratory's code is formatted.
const RUSTFMT: &str = include_str!("../templates/new-strategy/rustfmt.toml.txt");

/// What was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// The folder of the crate.
    pub folder: PathBuf,
    /// Files that were changed.
    pub changed: Vec<PathBuf>,
}

/// Refuses what can be no family of strategies, or is one already.
fn check(name: &str, strategies: &Strategies) -> Result<()> {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    ensure!(
        name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(is_plain) && name.len() <= LONGEST,
        "`{name}` is no name for a family: small letters and digits, a letter first, {LONGEST} at most"
    );
    if let Some(strategy) = strategies.iter().map(AnyStrategy::info).find(|info| info.family() == name) {
        bail!("`{name}` is taken: there is {}", strategy.id);
    }
    Ok(())
}

/// The checkout of this laboratory that a folder lies in.
pub fn checkout(from: &Path) -> Option<&Path> {
    from.ancestors().find(|folder| folder.join(REGISTRY).is_file() && folder.join("Cargo.toml").is_file())
}

const REGISTRY: &str = "crates/harness/src/registry.rs";

/// Makes `crates/solver-NAME` in a checkout, its dependencies, and its line in the registry.
///
/// # Errors
/// When the name is bad or taken, the checkout is not as expected, or something cannot be written; nothing is changed then.
pub fn in_checkout(name: &str, root: &Path, strategies: &Strategies) -> Result<Made> {
    check(name, strategies)?;
    let (package, krate) = (format!("solver-{name}"), format!("solver_{name}"));
    let folder = root.join("crates").join(&package);
    ensure!(!folder.exists(), "`{name}` is taken: there is {}", folder.display());
    let edits = [
        ("Cargo.toml", "solver-", format!("{package} = {{ path = \"crates/{package}\", version = \"{VERSION}\" }}")),
        ("crates/harness/Cargo.toml", "solver-", format!("{package}.workspace = true")),
        (REGISTRY, "    solver_", format!("    {krate}::register(into);")),
    ];
    let mut changes = Vec::new();
    for (file, prefix, line) in edits {
        let path = root.join(file);
        let before = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let after = with_line(&before, prefix, &line)
            .with_context(|| format!("{} has no line that begins with `{}`", path.display(), prefix.trim()))?;
        changes.push(Change { path, before, after });
    }
    let files = [
        ("Cargo.toml", Member { name }.render()?),
        ("README.md", MemberReadme { name }.render()?),
        ("src/lib.rs", Library { name, krate: &krate }.render()?),
        ("tests/conformance.rs", Tests { krate: &krate }.render()?),
    ];
    write_crate(&folder, &files)?;
    if let Err(error) = apply(&changes) {
        let _ = std::fs::remove_dir_all(&folder);
        return Err(error);
    }
    Ok(Made { folder, changed: changes.into_iter().map(|change| change.path).collect() })
}

/// Makes a crate with a strategy and a harness of its own in a folder that is not there yet; it depends on a checkout, or on the
/// repository.
///
/// # Errors
/// As [`in_checkout`].
pub fn standalone(name: &str, folder: &Path, root: Option<&Path>, strategies: &Strategies) -> Result<Made> {
    check(name, strategies)?;
    ensure!(!folder.exists(), "{} is there already", folder.display());
    let (package, krate) = (format!("solver-{name}"), format!("solver_{name}"));
    let dependency = |of: &str| match root {
        Some(root) => format!("{{ path = {} }}", toml::Value::from(root.join("crates").join(of).display().to_string())),
        None => format!("{{ git = {} }}", toml::Value::from(env!("CARGO_PKG_REPOSITORY"))),
    };
    let [harness, model, conformance] = ["harness", "model", "conformance"].map(dependency);
    let manifest = Alone {
        name,
        package: &package,
        rust: env!("CARGO_PKG_RUST_VERSION"),
        harness: &harness,
        model: &model,
        conformance: &conformance,
    };
    let files = [
        ("Cargo.toml", manifest.render()?),
        ("README.md", AloneReadme { name, package: &package }.render()?),
        ("rustfmt.toml", RUSTFMT.to_owned()),
        (".gitignore", "/target\n/reports\n".to_owned()),
        ("src/lib.rs", Library { name, krate: &krate }.render()?),
        ("src/main.rs", Main { name, krate: &krate }.render()?),
        ("tests/conformance.rs", Tests { krate: &krate }.render()?),
    ];
    write_crate(folder, &files)?;
    Ok(Made { folder: folder.to_owned(), changed: Vec::new() })
}

/// The text with a line after the last one that begins so.
fn with_line(text: &str, prefix: &str, line: &str) -> Option<String> {
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    let last = lines.iter().rposition(|line| line.starts_with(prefix))?;
    let line = format!("{line}\n");
    lines.insert(last + 1, &line);
    Some(lines.concat())
}

/// A file that is to be changed.
struct Change {
    path: PathBuf,
    before: String,
    after: String,
}

/// Makes all changes or none.
fn apply(changes: &[Change]) -> Result<()> {
    for (at, change) in changes.iter().enumerate() {
        if let Err(error) = std::fs::write(&change.path, &change.after) {
            for done in &changes[..=at] {
                let _ = std::fs::write(&done.path, &done.before);
            }
            return Err(error).with_context(|| format!("cannot write {}; nothing was changed", change.path.display()));
        }
    }
    Ok(())
}

/// Makes a folder with these files, or none of it.
fn write_crate(folder: &Path, files: &[(&str, String)]) -> Result<()> {
    let write = |(file, text): &(&str, String)| -> std::io::Result<()> {
        let path = folder.join(file);
        std::fs::create_dir_all(path.parent().unwrap_or(folder))?;
        // Templates end without a line break.
        std::fs::write(path, text.trim_end().to_owned() + "\n")
    };
    files.iter().try_for_each(write).map_err(|error| {
        let _ = std::fs::remove_dir_all(folder);
        anyhow::Error::new(error).context(format!("cannot make {}", folder.display()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::registry;

    /// A checkout as far as it matters here.
    fn made_up() -> tempfile::TempDir {
        let root = tempfile::tempdir().expect("a folder");
        for (file, text) in [
            (
                "Cargo.toml",
                "[workspace.dependencies]\nsolver-dlx = { path = \"crates/solver-dlx\" }\n# Others.\nanyhow = \"1\"\n",
            ),
            ("crates/harness/Cargo.toml", "[dependencies]\nsolver-dlx.workspace = true\ntoml.workspace = true\n"),
            (REGISTRY, "pub fn register(into: &mut impl Register) {\n    solver_dlx::register(into);\n}\n"),
        ] {
            std::fs::create_dir_all(root.path().join(file).parent().expect("a folder")).expect("room");
            std::fs::write(root.path().join(file), text).expect("room");
        }
        root
    }

    fn all(root: &Path) -> Vec<(PathBuf, String)> {
        let mut files = Vec::new();
        let mut folders = vec![root.to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
                match std::fs::read_to_string(entry.path()) {
                    Ok(text) => files.push((entry.path(), text)),
                    Err(_) => folders.push(entry.path()),
                }
            }
        }
        files.sort();
        files
    }

    #[test]
    fn a_crate_is_made_and_entered_in_all_three_places() {
        let root = made_up();
        let inside = root.path().join("crates/harness/src");
        let made = in_checkout("demo", checkout(&inside).expect("a checkout"), &registry()).expect("it is made");
        assert_eq!((made.folder, made.changed.len()), (root.path().join("crates/solver-demo"), 3));
        let text = |file: &str| std::fs::read_to_string(root.path().join(file)).expect("a file");
        assert!(text("Cargo.toml").contains(&format!(
            "solver-dlx\" }}\nsolver-demo = {{ path = \"crates/solver-demo\", version = \"{VERSION}\" }}\n# Others."
        )));
        assert!(text("crates/harness/Cargo.toml").contains("solver-demo.workspace = true\ntoml"));
        assert!(text(REGISTRY).ends_with("    solver_dlx::register(into);\n    solver_demo::register(into);\n}\n"));
        assert!(text("crates/solver-demo/src/lib.rs").contains("Info::new(\"demo/plain\""));
        assert_eq!(
            text("crates/solver-demo/tests/conformance.rs").lines().last(),
            Some("conformance::suite!(solver_demo::register);")
        );
        let again = in_checkout("demo", root.path(), &registry()).expect_err("taken").to_string();
        assert!(again.contains("`demo` is taken"), "{again}");
    }

    #[test]
    fn bad_and_taken_names_change_nothing() {
        let root = made_up();
        let before = all(root.path());
        for name in [
            "",
            "Demo",
            "my-demo",
            "my_demo",
            "2demo",
            "dëmo",
            "demo/plain",
            "../demo",
            "abcdefghijklmnopqrstu",
            "dlx",
            "sat",
        ] {
            assert!(in_checkout(name, root.path(), &registry()).is_err(), "{name}");
            assert!(standalone(name, &root.path().join("alone"), None, &registry()).is_err(), "{name}");
        }
        assert_eq!(all(root.path()), before);
    }

    #[test]
    fn what_fails_half_way_leaves_nothing() {
        // The registry has no line to follow: found out before anything is written.
        let root = made_up();
        std::fs::write(root.path().join(REGISTRY), "pub fn register() {}\n").expect("room");
        let before = all(root.path());
        let said = in_checkout("demo", root.path(), &registry()).expect_err("no line").to_string();
        assert!(said.contains("has no line that begins with `solver_`"), "{said}");
        assert_eq!(all(root.path()), before);
        // The last of the changes cannot be made: those before it are taken back.
        let root = made_up();
        let change =
            |file: &str| Change { path: root.path().join(file), before: "before".into(), after: "after".into() };
        std::fs::write(root.path().join("one"), "before").expect("room");
        assert!(apply(&[change("one"), change("no/such/folder")]).is_err());
        assert_eq!(std::fs::read_to_string(root.path().join("one")).expect("a file"), "before");
    }

    #[test]
    fn a_standalone_crate_depends_on_a_checkout_or_on_the_repository() {
        let folder = tempfile::tempdir().expect("a folder");
        let manifest = |name: &str, root: Option<&Path>| {
            let made = standalone("demo", &folder.path().join(name), root, &registry()).expect("it is made");
            let text = std::fs::read_to_string(made.folder.join("Cargo.toml")).expect("a manifest");
            toml::from_str::<toml::Table>(&text).expect("TOML")
        };
        let near = manifest("near", Some(Path::new("/a \"b\"")));
        assert_eq!(near["dependencies"]["model"]["path"].as_str(), Some("/a \"b\"/crates/model"));
        let far = manifest("far", None);
        assert_eq!(far["dependencies"]["harness"]["git"].as_str(), Some(env!("CARGO_PKG_REPOSITORY")));
        assert!(standalone("demo", &folder.path().join("far"), None, &registry()).is_err(), "it is there");
    }
}
