//! What a merged run says of its shards.

use serde::{Deserialize, Serialize};

use super::{ClockRecord, Machine};
use crate::doctor::Examination;
use crate::external::{ClockAudit, TimedBy};

/// Shards that a run was merged from.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Sharded {
    /// The plan's.
    pub campaign_id: String,
    /// What each says of itself, in order.
    pub shards: Vec<ShardRecord>,
    /// Shards that were made once more, and what came of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub controls: Vec<ControlRecord>,
    /// Shards whose times can be put together, and the hosts that made them; none in older runs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<GroupRecord>,
}

/// Where and how a shard was made.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ShardRecord {
    /// Its number, from 0.
    pub shard: u32,
    /// Where it ran.
    pub machine: Machine,
    /// Cores that it was allowed.
    pub affinity: Option<Vec<u32>>,
    /// Whether cores share their units with others (SMT).
    pub smt: Option<bool>,
    /// The core that its timed pass stayed on.
    pub pinned_core: Option<u32>,
    /// One-minute load average at the start and at the end.
    pub load: [Option<f64>; 2],
    /// Nanoseconds of a fixed piece of work: a slow or busy core shows.
    pub calibration_ns: u64,
    /// Cost and grain of the clock.
    pub clock: Option<ClockRecord>,
    /// Puzzles a block of its timed pass, in the order of the strategies.
    pub timed_blocks: Option<Vec<u32>>,
    /// Timed passes made.
    pub passes: Option<u32>,
    /// Whose clock the times of each program are from, in the order of the strategies.
    pub timed_by: Vec<Option<TimedBy>>,
    /// What starting each program takes, as in its record.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub startup_ns: Vec<Option<u64>>,
    /// The own clock of each program beside ours, as in its record.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clocks: Vec<Option<ClockAudit>>,
    /// What was seen of the machine before each timed pass.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub examinations: Vec<Examination>,
    /// Start, UTC, ISO 8601.
    pub started: String,
    /// End.
    pub finished: String,
}

/// A shard that was made once more: its counts were the same, or nothing was merged.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ControlRecord {
    /// The shard that it was made of.
    pub of: u32,
    /// Where and how it was made, its own number in it.
    pub record: ShardRecord,
    /// Its times over those of the shard, what both finished: the geometric mean over the strategies. `None` where nothing was
    /// timed.
    pub time_ratio: Option<f64>,
    /// The smallest and the largest of the strategies.
    pub time_ratio_range: Option<(f64, f64)>,
}

/// Shards under the same conditions: their times go together.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GroupRecord {
    /// CPU model.
    pub cpu: String,
    /// Whether cores share their units with others (SMT).
    pub smt: Option<bool>,
    /// Whether the timed pass stayed on one core.
    pub is_pinned: bool,
    /// Who made the shards, by name.
    pub hosts: Vec<HostRecord>,
    /// Times over those of the reference; empty in the only group, whose times are in the run itself.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ratios: Vec<RatioRecord>,
}

/// A host, and how fast it was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HostRecord {
    /// Its name.
    pub host: String,
    /// The shards that it made.
    pub shards: Vec<u32>,
    /// Nanoseconds of the same piece of work: the median over its shards.
    pub calibration_ns: u64,
}

/// The paired ratio of a strategy within a group, as `paired_ratio` in the summary.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RatioRecord {
    /// Its id.
    pub strategy: String,
    /// Puzzles that both it and the reference finished.
    pub puzzles: u64,
    /// Its time over the reference's.
    pub ratio: f64,
    /// Smallest and largest of a single pass.
    pub range: Option<(f64, f64)>,
}
