//! Row files cut at every byte of their last row, emptied or removed, as a kill or a lost power leaves them: a run that is resumed ends
//! with what it had, and nothing twice.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use harness::campaign::Campaign;
use harness::executor::Hands;
use harness::run::{self, Binaries, Ended, Extent, Talk};
use model::solve::erased::Strategies;

static GO_ON: AtomicBool = AtomicBool::new(false);

/// One is honest, one dies, one is wrong as long as it is counted, one only when it is timed.
const STRATEGIES: [&str; 4] = ["dlx/shortest", "bad/panics", "bad/gives-a-wrong-grid", "bad/cheats-the-clock"];
/// A whole block and the beginning of another.
const PUZZLES: usize = 259;

fn strategies() -> Strategies {
    let mut strategies = Strategies::default();
    solver_dlx::register(&mut strategies);
    bad_strategies::register(&mut strategies);
    strategies
}

/// A run that has all its rows and is not finished.
struct Lab {
    _folder: tempfile::TempDir,
    run: PathBuf,
    extent: Extent,
}

/// Lines by file; those of a file whose order is that of the work are sorted.
type Rows = BTreeMap<String, Vec<String>>;

impl Lab {
    fn new(extent: Extent) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let embedded = concat!(env!("CARGO_MANIFEST_DIR"), "/../../bench-data/corpora/seventeen_10068.txt");
        let text = std::fs::read_to_string(embedded).expect("the corpus");
        let few: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).take(PUZZLES).collect();
        let corpus = folder.path().join("corpus.txt");
        std::fs::write(&corpus, few.join("\n")).expect("room");
        let mut campaign = Campaign::read("default", &BTreeMap::new()).expect("the default campaign");
        campaign.strata.clear();
        campaign.corpus = Some(corpus.display().to_string());
        campaign.sample = None;
        campaign.strategies = STRATEGIES.map(str::to_owned).to_vec();
        campaign.executor = Some(Hands::Threads);
        campaign.threads = Some(1);
        campaign.decoys = 0.0;
        campaign.reps = 2;
        // However busy the machine is, nobody is late.
        campaign.time_limit = "1m".parse().expect("a time");
        campaign.time_budget = None;
        let reports = folder.path().join("reports");
        let (plan, dir, mut manifest) = run::begin(campaign, strategies(), &reports, Vec::new()).expect("a plan");
        let ended = run::make_rows(&plan, &dir, &mut manifest, extent, &GO_ON, Talk::Silent).expect("rows");
        assert_eq!(ended, Ended::Complete);
        Self { run: dir.path().to_owned(), _folder: folder, extent }
    }

    fn resume(&self) {
        let opened = run::reopen(&self.run, strategies(), Binaries::Same).expect("a run");
        let (plan, dir, mut manifest) = opened.expect("it is not finished");
        let ended = run::make_rows(&plan, &dir, &mut manifest, self.extent, &GO_ON, Talk::Silent).expect("rows");
        assert_eq!(ended, Ended::Complete);
    }

    fn rows(&self) -> Rows {
        let mut files: Vec<PathBuf> = ["counts", "times"]
            .iter()
            .flat_map(|folder| std::fs::read_dir(self.run.join(folder)).expect("a folder"))
            .map(|entry| entry.expect("an entry").path())
            .collect();
        files.extend(["witnesses.csv", "errors.csv", "contradictions.csv"].map(|name| self.run.join(name)));
        let lines = |path: &PathBuf| {
            let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            match path.parent().and_then(Path::file_name).and_then(|folder| folder.to_str()) {
                Some("counts") => {}
                // Times are never the same twice.
                Some("times") => lines.iter_mut().for_each(|line| *line = without_time(line)),
                _ => lines.sort(),
            }
            (path.strip_prefix(&self.run).expect("below").display().to_string(), lines)
        };
        files.iter().map(lines).collect()
    }

    /// Cuts a file at every byte of its last row, empties it, takes it away, and resumes each time.
    fn torture(&self, name: &str, expected: &Rows) {
        let path = self.run.join(name);
        let whole = std::fs::read(&path).expect("a file");
        let last = whole[..whole.len() - 1].iter().rposition(|&byte| byte == b'\n').expect("rows") + 1;
        for length in (last..=whole.len()).chain([0]) {
            std::fs::write(&path, &whole[..length]).expect("room");
            self.resume();
            self.has(expected, &format!("{name} cut at {length} of {}", whole.len()));
        }
        std::fs::remove_file(&path).expect("it is there");
        self.resume();
        self.has(expected, &format!("{name} removed"));
    }

    fn has(&self, expected: &Rows, after: &str) {
        let rows = self.rows();
        assert!(rows.keys().eq(expected.keys()), "{after}: {:?}", rows.keys());
        for (name, lines) in &rows {
            let differs = lines.iter().zip(&expected[name]).find(|(now, then)| now != then);
            assert_eq!((differs, lines.len()), (None, expected[name].len()), "{after}: {name}");
        }
    }
}

fn without_time(line: &str) -> String {
    let fields: Vec<&str> = line.split(',').collect();
    format!("{},{},{},{}", fields[0], fields[1], fields[3], fields[4])
}

#[test]
fn counts_and_their_evidence_can_be_cut_anywhere() {
    let lab = Lab::new(Extent::CountsOfIt);
    let expected = lab.rows();
    assert!(expected["errors.csv"].len() > 10 && expected["contradictions.csv"].len() > PUZZLES);
    for name in expected.keys().filter(|name| *name != "contradictions.csv") {
        lab.torture(name, &expected);
    }
}

#[test]
fn times_can_be_cut_anywhere_and_what_was_found_on_the_clock_stays() {
    let lab = Lab::new(Extent::Campaign);
    let expected = lab.rows();
    let found = "cheats-the-clock";
    assert!(expected["contradictions.csv"].iter().any(|line| line.contains(found)), "it was caught on the clock");
    for name in ["times/bad.cheats-the-clock.csv", "times/dlx.shortest.csv"] {
        lab.torture(name, &expected);
    }
}
