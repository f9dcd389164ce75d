//! The plan file: what all shards of a campaign have in common, and its hash, by which they know each other.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use model::solve::erased::Strategies;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::Shard;
use super::count::CountPlan;
use super::share;
use crate::campaign::Campaign;
use crate::jobs::COUNTED_BLOCK;
use crate::manifest::{CorpusRecord, StrategyRecord};
use crate::provenance::binary_sha256;
use crate::run::{self, Plan};

/// The number of the format of plans and shard files.
pub(super) const SCHEMA: u32 = 1;

/// What `harness plan` writes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ShardPlan {
    /// Number of the format.
    pub schema: u32,
    /// SHA-256 of the work, as compact JSON.
    pub campaign_id: String,
    /// The work.
    pub work: Work,
}

/// Everything that decides what the shards hold.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Work {
    /// The campaign with everything that the command line changed.
    pub campaign: Campaign,
    /// The corpus.
    pub corpus: CorpusRecord,
    /// Puzzles selected.
    pub puzzles: u64,
    /// Puzzles of the strata after them.
    pub strata: u64,
    /// Decoys after those.
    pub decoys: u64,
    /// The strategies, in order.
    pub strategies: Vec<StrategyRecord>,
    /// How many shards.
    pub shards: u32,
    /// Shards that are made once more, as control; those follow the shards in number.
    pub controls: Vec<u32>,
    /// Puzzles a block; blocks are dealt to the shards in turn.
    pub block: u32,
    /// SHA-256 of the harness.
    pub binary_sha256: String,
}

impl ShardPlan {
    /// Settles a campaign for so many shards.
    ///
    /// # Errors
    /// When it cannot be planned, or has fewer blocks than there are to be shards.
    pub fn of(campaign: Campaign, strategies: Strategies, shards: u32, controls: f64) -> Result<Self> {
        ensure!(campaign.corpus.as_deref() != Some("-"), "shards cannot read standard input: name a corpus file");
        let plan = Plan::new(campaign, strategies)?;
        let blocks = plan.counted_blocks();
        ensure!(
            shards as usize <= blocks,
            "{} puzzles are {blocks} blocks of {COUNTED_BLOCK}: no more than {blocks} shards",
            plan.puzzles.len()
        );
        let work = Work {
            puzzles: plan.selected() as u64,
            strata: plan.strata.iter().map(|stratum| stratum.puzzles).sum(),
            decoys: plan.decoys.len() as u64,
            strategies: plan.entries.into_iter().map(|entry| entry.record).collect(),
            campaign: plan.campaign,
            corpus: plan.corpus,
            shards,
            controls: share::controls(shards, controls),
            block: COUNTED_BLOCK as u32,
            binary_sha256: binary_sha256()?,
        };
        Ok(Self { schema: SCHEMA, campaign_id: id_of(&work)?, work })
    }

    /// Writes it.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, path: &Path) -> Result<()> {
        let text = serde_json::to_string_pretty(self).context("a plan is plain data")? + "\n";
        std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
    }

    /// The whole campaign, planned again with these strategies.
    ///
    /// # Errors
    /// When harness, corpus or strategies are not what they were.
    pub(super) fn plan(&self, strategies: Strategies) -> Result<Plan> {
        let binary = binary_sha256()?;
        let planned = &self.work.binary_sha256;
        ensure!(binary == *planned, "this harness (SHA-256 {binary}) is not the one that made the plan ({planned})");
        let plan = Plan::new(self.work.campaign.clone(), strategies)?;
        run::same_work(&plan, &self.work.corpus, &self.work.strategies).context("this is not what was planned")?;
        Ok(plan)
    }

    /// How many files there are to be: shards, then their controls.
    pub fn parts(&self) -> u32 {
        self.work.shards + self.work.controls.len() as u32
    }

    /// The shard that a part is, or is the control of.
    pub(super) fn shard_of(&self, part: u32) -> u32 {
        share::shard_of(part, self.work.shards, &self.work.controls)
    }

    /// Whether there is a timed pass.
    pub(super) fn is_timed(&self) -> bool {
        !self.work.campaign.counts_only
    }

    /// The numbers of a shard's or a control's puzzles, of strata and decoys too, ascending.
    pub(super) fn numbers(&self, index: u32) -> Vec<u64> {
        let shard = Shard { index: self.shard_of(index), of: self.work.shards };
        let all = (self.work.puzzles + self.work.strata + self.work.decoys) as usize;
        shard.puzzles(all).into_iter().map(|puzzle| puzzle as u64 + 1).collect()
    }
}

/// A plan of either kind.
pub enum Planned {
    /// Of a campaign.
    Campaign(Box<ShardPlan>),
    /// Of a count.
    Count(Box<CountPlan>),
}

impl Planned {
    /// Reads a plan.
    ///
    /// # Errors
    /// When it is none, or was changed since it was made.
    pub fn read(path: &Path) -> Result<Self> {
        let text = std::fs::read_to_string(path).with_context(|| format!("cannot read the plan {}", path.display()))?;
        let none = || format!("{} is no plan of harness plan", path.display());
        let value: serde_json::Value = serde_json::from_str(&text).with_context(none)?;
        let schema = value["schema"].as_u64().with_context(none)?;
        ensure!(schema == u64::from(SCHEMA), "{} has schema {schema}, this harness reads {SCHEMA}", path.display());
        let (plan, id) = if value["work"].get("count").is_some() {
            let plan: CountPlan = serde_json::from_str(&text).with_context(none)?;
            let id = id_of(&plan.work)?;
            (Self::Count(Box::new(plan)), id)
        } else {
            let plan: ShardPlan = serde_json::from_str(&text).with_context(none)?;
            let id = id_of(&plan.work)?;
            (Self::Campaign(Box::new(plan)), id)
        };
        ensure!(id == plan.campaign_id(), "{} was changed since it was made", path.display());
        Ok(plan)
    }

    /// SHA-256 of the work.
    pub fn campaign_id(&self) -> &str {
        match self {
            Self::Campaign(plan) => &plan.campaign_id,
            Self::Count(plan) => &plan.campaign_id,
        }
    }

    /// How many files there are to be: shards, then their controls.
    pub fn parts(&self) -> u32 {
        match self {
            Self::Campaign(plan) => plan.parts(),
            Self::Count(plan) => plan.parts(),
        }
    }
}

/// SHA-256 of the work of a plan, as compact JSON.
pub(super) fn id_of(work: &impl Serialize) -> Result<String> {
    let text = serde_json::to_string(work).context("a plan is plain data")?;
    Ok(format!("{:x}", Sha256::digest(text)))
}
