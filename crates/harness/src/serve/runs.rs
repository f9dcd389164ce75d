//! The run directories below the reports, and their files.

use std::path::{Component, Path, PathBuf};

use serde_json::Value;

use crate::ranking::quantity::{count, ratio};
use crate::run_dir::RunDir;

/// Directories that are looked into, and how deep: reports hold campaigns, which hold runs.
const DEPTH: usize = 3;
const MOST: usize = 2000;

/// A run as the list shows it.
pub(super) struct Run {
    /// Its path from the reports on.
    pub(super) id: String,
    pub(super) campaign: String,
    pub(super) started: String,
    pub(super) host: String,
    /// How much: puzzles and strategies.
    pub(super) size: String,
    /// Who won and by how much, or why nobody did.
    pub(super) answer: String,
    pub(super) has_report: bool,
}

/// All runs, the latest first; and whether there may be more.
pub(super) fn all(reports: &Path) -> (Vec<Run>, bool) {
    let (mut runs, mut seen) = (Vec::new(), 0);
    let mut folders = vec![(reports.to_owned(), 0)];
    while let Some((folder, depth)) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            // A link is not followed: it may lead anywhere.
            if !entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                continue;
            }
            seen += 1;
            if seen > MOST {
                break;
            }
            match run(reports, &entry.path()) {
                Some(run) => runs.push(run),
                None if depth + 1 < DEPTH => folders.push((entry.path(), depth + 1)),
                None => {}
            }
        }
    }
    runs.sort_by(|a, b| b.started.cmp(&a.started).then_with(|| a.id.cmp(&b.id)));
    (runs, seen > MOST)
}

fn run(reports: &Path, path: &Path) -> Option<Run> {
    let (_, manifest) = RunDir::open(path).ok()?;
    let names: Vec<&str> = path.strip_prefix(reports).ok()?.iter().map(|name| name.to_str()).collect::<Option<_>>()?;
    let answer = match &manifest.finished {
        Some(_) => answer(path).unwrap_or_else(|| "no times".to_owned()),
        None => "not finished".to_owned(),
    };
    Some(Run {
        id: names.join("/"),
        campaign: manifest.campaign.name.clone(),
        started: manifest.started.clone(),
        host: manifest.machine.host.clone(),
        size: format!("{} × {}", count(manifest.puzzles), manifest.strategies.len()),
        answer,
        has_report: path.join("report.html").is_file(),
    })
}

/// What the summary says.
fn answer(path: &Path) -> Option<String> {
    let summary: Value = serde_json::from_slice(&std::fs::read(path.join("summary.json")).ok()?).ok()?;
    let winner = summary["winner"].as_str()?;
    Some(match (summary["second"].as_str(), summary["second_over_winner"].as_f64()) {
        (Some(second), Some(over)) => format!("{winner} won; {second} took {} as long", ratio(over)),
        _ => format!("{winner} won"),
    })
}

/// The run of an id.
pub(super) fn folder(reports: &Path, id: &str) -> Option<PathBuf> {
    below(&reports.canonicalize().ok()?, id).filter(|path| path.join("manifest.json").is_file())
}

/// A file of a run by its path from the reports on; nothing else can be had, whatever the path says.
pub(super) fn file(reports: &Path, path: &str) -> Option<PathBuf> {
    // They may have been made since the page began.
    let reports = &reports.canonicalize().ok()?;
    let file = below(reports, path).filter(|file| file.is_file())?;
    let shown = ["csv", "html", "json", "md", "svg"];
    let is_shown = file.extension().and_then(|extension| extension.to_str()).is_some_and(|one| shown.contains(&one));
    let is_of_run = file
        .ancestors()
        .skip(1)
        .take_while(|folder| *folder != reports)
        .any(|folder| folder.join("manifest.json").is_file());
    (is_shown && is_of_run).then_some(file)
}

/// Where a path leads, links followed, when it stays below the reports, which are where they say.
fn below(reports: &Path, path: &str) -> Option<PathBuf> {
    let path = Path::new(path);
    if path.as_os_str().is_empty() || !path.components().all(|part| matches!(part, Component::Normal(_))) {
        return None;
    }
    let real = reports.join(path).canonicalize().ok()?;
    (real.starts_with(reports) && real != reports).then_some(real)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_but_files_of_runs_can_be_had() {
        let outside = tempfile::tempdir().expect("a folder");
        let reports = outside.path().canonicalize().expect("it is there").join("reports");
        let run = reports.join("custom/one");
        std::fs::create_dir_all(run.join("counts")).expect("room");
        for name in ["manifest.json", "report.html", "counts/a.b.csv", "lock", "secret.pem"] {
            std::fs::write(run.join(name), "{}").expect("room");
        }
        std::fs::write(outside.path().join("outside.html"), "").expect("room");
        std::fs::write(reports.join("stray.html"), "").expect("room");
        for path in ["custom/one/report.html", "custom/one/counts/a.b.csv", "custom/one/manifest.json"] {
            assert_eq!(file(&reports, path), Some(reports.join(path)), "{path}");
        }
        for path in [
            "",
            "/",
            ".",
            "custom",
            "custom/one",
            "custom/one/lock",
            "custom/one/secret.pem",
            "stray.html",
            "../outside.html",
            "custom/one/../../../outside.html",
            "custom/one/none.html",
            "/etc/passwd",
            "custom/one/report.html\0.csv",
        ] {
            assert_eq!(file(&reports, path), None, "{path}");
        }
        assert_eq!(folder(&reports, "custom/one"), Some(run.clone()));
        for path in ["", "..", "custom", "../reports/custom/one"] {
            assert_eq!(folder(&reports, path), None, "{path}");
        }
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(outside.path().join("outside.html"), run.join("link.html")).expect("room");
            assert_eq!(file(&reports, "custom/one/link.html"), None);
        }
    }
}
