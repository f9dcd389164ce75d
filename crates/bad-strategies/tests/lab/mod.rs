//! A folder to run `harness-bad` in, and what it left there.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Few puzzles, and little patience.
const USUAL: [[&str; 2]; 3] = [["--sample", "9"], ["--time-limit", "200ms"], ["--grace", "200ms"]];
/// Nothing here takes as long.
const PATIENCE: Duration = Duration::from_secs(60);

/// A run that ended.
pub(crate) struct Run {
    pub(crate) exit: Option<i32>,
    pub(crate) printed: String,
    pub(crate) said: String,
    vice: String,
    more: Vec<String>,
    path: PathBuf,
    _folder: tempfile::TempDir,
}

fn harness(command: &str) -> Command {
    let mut harness = Command::new(env!("CARGO_BIN_EXE_harness-bad"));
    harness.arg(command);
    harness
}

fn campaign(strategies: &str, more: &[&str], out: &Path) -> Command {
    // What is bad about a strategy hangs on the puzzle: it is timed as it is counted.
    let mut harness = harness("run");
    harness.arg("--symmetry=false");
    harness.args(["--strategies", strategies]).args(more).arg("--out").arg(out);
    harness.args(USUAL.iter().filter(|[flag, _]| !more.contains(flag)).flatten());
    harness
}

/// What a command says, unless it hangs.
fn output(command: &mut Command) -> Output {
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let id = nix::unistd::Pid::from_raw(child.id().cast_signed());
    let (over, is_over) = channel::<()>();
    let guard = std::thread::spawn(move || {
        let hangs = is_over.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout);
        hangs.then(|| nix::sys::signal::kill(id, nix::sys::signal::Signal::SIGKILL))
    });
    let output = child.wait_with_output().expect("it runs");
    drop(over);
    assert_eq!(guard.join().expect("it waits"), None, "it hung: {}", String::from_utf8_lossy(&output.stderr));
    output
}

/// A bad strategy beside an honest one.
pub(crate) fn run(vice: &str, more: &[&str]) -> Run {
    Run { vice: vice.to_owned(), ..run_all(&format!("dlx/shortest,bad/{vice}"), more) }
}

/// These strategies.
pub(crate) fn run_all(strategies: &str, more: &[&str]) -> Run {
    let folder = tempfile::tempdir().expect("a folder");
    let output = output(&mut campaign(strategies, more, folder.path()));
    Run::ended(&output, more, folder)
}

/// A campaign under way, killed when this is dropped.
pub(crate) struct UnderWay {
    pub(crate) harness: Killed,
    folder: tempfile::TempDir,
}

/// A process that does not outlive the test.
pub(crate) struct Killed(pub(crate) Child);

impl Drop for Killed {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts a campaign, and waits until it has written this file.
pub(crate) fn start(strategies: &str, more: &[&str], until: &str) -> UnderWay {
    let folder = tempfile::tempdir().expect("a folder");
    let harness = campaign(strategies, more, folder.path()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    let under_way = UnderWay { harness: Killed(harness.expect("it starts")), folder };
    wait_for(|| run_dir(under_way.folder.path()).is_some_and(|run| run.join(until).exists()));
    under_way
}

impl UnderWay {
    /// Goes on with it after its end.
    pub(crate) fn resume(self) -> Run {
        let path = run_dir(self.folder.path()).expect("a run");
        let output = output(harness("run").arg("--resume").arg(path));
        Run::ended(&output, &[], self.folder)
    }
}

fn wait_for(mut what: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !what() {
        assert!(begin.elapsed() < PATIENCE, "it does not come");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// The one run directory below `out`.
fn run_dir(out: &Path) -> Option<PathBuf> {
    let only = |path: &Path| Some(std::fs::read_dir(path).ok()?.next()?.ok()?.path());
    only(&only(out)?)
}

impl Run {
    fn ended(output: &Output, more: &[&str], folder: tempfile::TempDir) -> Self {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let said = text(&output.stderr);
        Self {
            exit: output.status.code(),
            printed: text(&output.stdout),
            vice: String::new(),
            more: more.iter().map(ToString::to_string).collect(),
            path: run_dir(folder.path()).unwrap_or_else(|| panic!("no run: {said}")),
            said,
            _folder: folder,
        }
    }

    /// Whether there is this file.
    pub(crate) fn has(&self, file: &str) -> bool {
        self.path.join(file).exists()
    }

    fn rows(&self, file: &str) -> Vec<Vec<String>> {
        let mut reader = csv::Reader::from_path(self.path.join(file)).expect("a file");
        reader.records().map(|row| row.expect("a row").iter().map(str::to_owned).collect()).collect()
    }

    /// Puzzles that are struck, decoys among them.
    fn is_struck(&self) -> Vec<bool> {
        let digit = |byte: u8| if byte == b'.' { 0 } else { byte - b'0' };
        let givens = self.rows("puzzles.csv").into_iter().map(|row| row[3].bytes().map(digit).collect::<Vec<_>>());
        givens.map(|givens| bad_strategies::is_struck(&givens)).collect()
    }

    /// How many are: some and not all.
    pub(crate) fn struck(&self) -> usize {
        let struck = self.is_struck();
        let number = struck.iter().filter(|struck| **struck).count();
        assert!((1..struck.len()).contains(&number));
        number
    }

    /// This status for the struck puzzles, and ok for the rest.
    pub(crate) fn expected(&self, status: &str) -> Vec<String> {
        self.is_struck().into_iter().map(|struck| if struck { status } else { "ok" }.to_owned()).collect()
    }

    /// Statuses of the bad one in the counted pass.
    pub(crate) fn counted(&self) -> Vec<String> {
        self.rows(&format!("counts/bad.{}.csv", self.vice)).into_iter().map(|mut row| row.swap_remove(1)).collect()
    }

    /// Statuses of the bad one in the timed passes.
    pub(crate) fn timed(&self) -> Vec<String> {
        self.rows(&format!("times/bad.{}.csv", self.vice)).into_iter().map(|mut row| row.swap_remove(3)).collect()
    }

    /// Rows of errors.csv: puzzle, strategy, pass, status, reason.
    pub(crate) fn errors(&self) -> Vec<Vec<String>> {
        if self.has("errors.csv") { self.rows("errors.csv") } else { Vec::new() }
    }

    /// Whether something contradicts a strategy.
    pub(crate) fn contradicted(&self, id: &str) -> bool {
        self.has("contradictions.csv") && self.rows("contradictions.csv").iter().any(|row| row[1] == id)
    }

    /// The honest neighbour's rows are those of a run of its own in threads.
    pub(crate) fn honest_is_untouched(&self) {
        const FILE: &str = "dlx.shortest.csv";
        let more: Vec<&str> = self.more.iter().map(String::as_str).chain(["--executor", "threads"]).collect();
        let alone = run_all("dlx/shortest", &more);
        assert_eq!(self.files("counts")[FILE], alone.files("counts")[FILE], "{}", self.vice);
        let keys = |run: &Self| {
            run.rows("times/dlx.shortest.csv").into_iter().map(|row| [0, 1, 3, 4].map(|at| row[at].clone()))
        };
        if alone.has("times/dlx.shortest.csv") {
            assert!(keys(self).eq(keys(&alone)), "{}", self.vice);
        }
    }

    /// Name and text of every file of a folder of the run.
    pub(crate) fn files(&self, folder: &str) -> BTreeMap<String, String> {
        let entries = std::fs::read_dir(self.path.join(folder)).expect("the folder");
        let read = |path: PathBuf| {
            let name = path.file_name().expect("a file").to_string_lossy().into_owned();
            (name, std::fs::read_to_string(&path).expect("its text"))
        };
        entries.map(|entry| read(entry.expect("an entry").path())).collect()
    }

    /// What `rerun` says of it.
    pub(crate) fn rerun(&self) -> Output {
        output(harness("rerun").arg(&self.path))
    }
}

/// State and parent of a process.
#[cfg(target_os = "linux")]
fn process(id: u32) -> Option<(String, u32)> {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace();
    Some((fields.next()?.to_owned(), fields.next()?.parse().ok()?))
}

/// What a process has started, once it has started something.
#[cfg(target_os = "linux")]
pub(crate) fn children(parent: u32) -> Vec<u32> {
    let mut found = Vec::new();
    wait_for(|| {
        let all = std::fs::read_dir("/proc").expect("the processes").filter_map(Result::ok);
        let ids = all.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        found = ids.filter(|&id| process(id).is_some_and(|(_, of)| of == parent)).collect();
        !found.is_empty()
    });
    found
}

/// Waits until all of them have ended.
#[cfg(target_os = "linux")]
pub(crate) fn wait_for_end(ids: &[u32]) {
    wait_for(|| ids.iter().all(|&id| process(id).is_none_or(|(state, _)| state == "Z")));
}
