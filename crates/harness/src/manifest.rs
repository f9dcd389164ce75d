//! The manifest: what was run, with what, on what machine.
//!
//! Written and fsynced before the first row with all that `--resume` needs, completed at the end. Unknown fields are kept
//! out, new ones get a default, so that an older manifest can still be read; `schema` changes when a meaning does.

mod sharded;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use self::sharded::{ControlRecord, GroupRecord, HostRecord, RatioRecord, ShardRecord, Sharded};
use crate::campaign::Campaign;
use crate::certificates::Certified;
use crate::doctor::Examination;
use crate::external::ExternalRecord;

/// The number of the format described in docs/FORMAT.md.
pub const SCHEMA: u32 = 1;

/// `manifest.json`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Manifest {
    /// [`SCHEMA`].
    pub schema: u32,
    /// Version of the harness.
    pub harness: String,
    /// The command line, program name first.
    pub command: Vec<String>,
    /// The campaign with everything that the command line changed.
    pub campaign: Campaign,
    /// SHA-256 of the campaign as compact JSON: a campaign that was edited is no longer that of the rows.
    #[serde(default)]
    pub campaign_sha256: Option<String>,
    /// The corpus.
    pub corpus: CorpusRecord,
    /// Name of the rules.
    pub rules: String,
    /// Puzzles selected.
    pub puzzles: u64,
    /// The strata after them, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub strata: Vec<StratumRecord>,
    /// Decoys after those.
    pub decoys: u64,
    /// Lines that were skipped under `--skip-bad`.
    pub skipped_lines: u64,
    /// The strategies, in order.
    pub strategies: Vec<StrategyRecord>,
    /// Where it was built from.
    pub build: BuildRecord,
    /// Other binaries that went on with the run, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub other_builds: Vec<BuildRecord>,
    /// Where it ran.
    pub machine: Machine,
    /// Cost and grain of the clock.
    pub clock: Option<ClockRecord>,
    /// Puzzles a block of the timed pass, in the order of the strategies; settled when the counted pass is done.
    pub timed_blocks: Option<Vec<u32>>,
    /// Timed passes that were planned, and then made.
    pub passes: Option<u32>,
    /// The core that the timed pass stays on; `None` where it is not pinned.
    #[serde(default)]
    pub pinned_core: Option<u32>,
    /// Start, UTC, ISO 8601.
    pub started: String,
    /// End; `None` while it runs, and for ever when it was interrupted.
    pub finished: Option<String>,
    /// One-minute load average at the start and at the end.
    pub load: [Option<f64>; 2],
    /// How many times the run was resumed.
    pub resumed: u32,
    /// What was seen of the machine before each timed pass.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub examinations: Vec<Examination>,
    /// SHA-256 of each file of data by its path in the run directory; empty until the run is finished, and in older runs.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub files: BTreeMap<String, String>,
    /// What came of its certificates, where it has any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificates: Option<Certified>,
    /// Where its rows come from, when it was merged from shards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sharded: Option<Sharded>,
}

impl Manifest {
    /// What was seen of the machines before the timed passes whose times are in the run.
    pub fn examinations(&self) -> impl Iterator<Item = &Examination> {
        let shards = self.sharded.iter().filter(|_| self.passes.is_some()).flat_map(|sharded| &sharded.shards);
        self.examinations.iter().chain(shards.flat_map(|shard| &shard.examinations))
    }

    /// What is to be said when a binary that made rows was built from a tree with changes; `None` when none was.
    pub fn dirty(&self) -> Option<String> {
        let builds = std::iter::once(&self.build).chain(&self.other_builds);
        let dirty: Vec<&str> = builds.map(|build| build.git.as_str()).filter(|git| git.ends_with("-dirty")).collect();
        let revisions = dirty.join(", ");
        (!dirty.is_empty()).then(|| {
            format!("The harness was built with changes that are in no commit ({revisions}): nobody else can build it.")
        })
    }
}

/// The strata after the puzzles of the selection: `, 25 of minimal, 25 of hard`.
pub(crate) fn and_strata(strata: &[StratumRecord]) -> String {
    strata.iter().fold(String::new(), |text, stratum| format!("{text}, {} of {}", stratum.puzzles, stratum.name))
}

/// A stratum of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StratumRecord {
    /// What it is called.
    pub name: String,
    /// Where it is from.
    pub corpus: CorpusRecord,
    /// Puzzles drawn.
    pub puzzles: u64,
}

/// Which corpus, exactly.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CorpusRecord {
    /// Its absolute path, or `embedded:NAME`.
    pub path: String,
    /// SHA-256 of its bytes, in hexadecimal.
    pub sha256: String,
    /// Puzzles in the whole file.
    pub puzzles: u64,
}

/// A strategy of the run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StrategyRecord {
    /// `family/variant`.
    pub id: String,
    /// Its version.
    pub version: String,
    /// Its back end and that one's version.
    pub back_end: Option<String>,
    /// What it does, in a line.
    pub summary: String,
    /// Counters that it has a column for.
    pub counters: Vec<String>,
    /// Whether it obeys a deadline while it is timed.
    pub interruptible: bool,
    /// Its options, each with its value: as told, or the default.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
    /// What a reader of its figures must know.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Which program it is, where it is none of ours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub external: Option<ExternalRecord>,
}

/// Where the binary came from.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BuildRecord {
    /// Git revision, with `-dirty` where the tree had changes; `unknown` outside a checkout.
    pub git: String,
    /// SHA-256 of Cargo.lock.
    pub cargo_lock: String,
    /// `rustc --version`.
    pub rustc: String,
    /// Target, profile and flags.
    pub flags: String,
    /// SHA-256 of the binary; `None` where it cannot be read, and in older runs.
    #[serde(default)]
    pub binary: Option<String>,
}

/// Where it ran.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Machine {
    /// Host name.
    pub host: String,
    /// CPU model.
    pub cpu: String,
    /// Logical cores.
    pub cores: u32,
    /// Memory in bytes.
    pub memory_bytes: u64,
    /// Operating system and kernel.
    pub os: String,
    /// Frequency governor, where it can be read.
    pub governor: Option<String>,
}

/// What the clock can do.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct ClockRecord {
    /// Median nanoseconds between two readings with nothing between them.
    pub cost_ns: u64,
    /// Smallest difference seen that is not 0, in nanoseconds.
    pub grain_ns: u64,
}
