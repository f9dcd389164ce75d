//! Campaigns on many machines: a plan, shards that anything may start, and a merge that proves that nothing is missing.
//!
//! A shard is a run of its own on a share of the blocks, published as one file or not at all; nothing here knows which
//! cluster it is. All claims on a puzzle stand in one shard, so the shards need not know of each other.

mod attempt;
mod conditions;
mod control;
mod count;
mod file;
mod groups;
mod merge;
mod plan;
mod proof;
mod share;
mod survey;

pub use self::attempt::{Made, make};
pub use self::count::{CountPlan, Sum, add_up, make_count};
pub use self::file::path;
pub use self::merge::{Merged, Wanted, merge};
pub use self::plan::{Planned, ShardPlan, Work};
pub use self::share::{Shard, array};
pub use self::survey::Survey;
