//! A campaign: everything that decides what a run does, in one value.
//!
//! Read from TOML, changed by the command line, kept in the manifest: a run can be made again from it alone. Field names
//! are the long flags with `_` for `-`.

mod memory;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use model::solve::Ask;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

pub use self::memory::Memory;
use crate::corpus::{BadLines, Selection, Source, is_embedded};
use crate::executor::Hands;
use crate::external::External;

/// The default campaign, which needs no file.
const DEFAULT: &str = include_str!("../assets/default.toml");

/// What to run, on what, how long.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub struct Campaign {
    /// Names the folder below the reports.
    pub name: String,
    /// A line for people.
    pub description: String,
    /// A file (relative to the campaign's), or the embedded corpus; `None` asks for `--corpus`.
    pub corpus: Option<String>,
    /// SHA-256 that the corpus must have.
    pub corpus_sha256: Option<String>,
    /// Rules; `None` leaves it to the corpus.
    pub rules: Option<String>,
    /// `first`, `unique`, `count` or `count:CAP`.
    pub ask: AskText,
    /// `all`, families, globs or ids.
    pub strategies: Vec<String>,
    /// Puzzles passed over at the start.
    pub offset: u64,
    /// Every how many-th puzzle is taken.
    pub stride: u64,
    /// How many of those are drawn.
    pub sample: Option<u64>,
    /// How many of those at most.
    pub limit: Option<u64>,
    /// Other populations, each judged by itself and never pooled with the selection.
    #[serde(rename = "stratum", skip_serializing_if = "Vec::is_empty")]
    pub strata: Vec<Stratum>,
    /// How many puzzles of each stratum are drawn; `None` takes all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stratum_sample: Option<u64>,
    /// Seeds the draw, the order of the timed pass, the decoys, and random strategies.
    pub seed: u64,
    /// Steps (conflicts for SAT) in the counted pass.
    pub step_limit: StepLimits,
    /// Time a puzzle in the timed pass.
    pub time_limit: Time,
    /// Timed passes.
    pub reps: u32,
    /// No timed pass.
    pub counts_only: bool,
    /// Counter columns kept; `None` keeps all.
    pub counters: Option<Vec<String>>,
    /// Threads of the counted pass; `None` takes all cores.
    pub threads: Option<usize>,
    /// Whether bad lines are counted and passed over.
    pub skip_bad: bool,
    /// Decoys in per cent of the selection.
    pub decoys: f64,
    /// Whether the timed pass gives each puzzle in a seeded equivalent form.
    pub symmetry: bool,
    /// Equivalent forms in which the first puzzles are counted again.
    pub forms: u32,
    /// Seeds with which random strategies count them again.
    pub seeds: u32,
    /// How many puzzles that are.
    pub varied: u64,
    /// Whether a sample of the puzzles on whose answer all agree gets certificates.
    pub certify: bool,
    /// How many those are.
    pub certified: u64,
    /// No new timed pass starts once it is spent.
    pub time_budget: Option<Time>,
    /// Strategy that ratios refer to; `None` takes the fastest known that takes part.
    pub reference: Option<String>,
    /// Whether the thread of the timed pass, and the programs that it starts, stay on one core.
    pub pin: bool,
    /// Who runs strategies of ours; `None` leaves it to the caller: the command line takes workers, the library threads. Workers
    /// are this binary with the command `worker` ([`crate::Cli::run`]).
    pub executor: Option<Hands>,
    /// Memory that a worker process may take.
    pub memory_limit: Option<Memory>,
    /// How long beyond the time limit a strategy may give no sign of life before its worker is killed.
    pub grace: Time,
    /// What strategies are told: by glob or id, then by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, BTreeMap<String, Told>>,
    /// Programs of other people.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub external: Vec<External>,
}

impl Default for Campaign {
    fn default() -> Self {
        Self {
            name: "campaign".into(),
            description: String::new(),
            corpus: None,
            corpus_sha256: None,
            rules: None,
            ask: AskText(Ask::Unique),
            strategies: vec!["all".into()],
            offset: 0,
            stride: 1,
            sample: None,
            limit: None,
            strata: Vec::new(),
            stratum_sample: None,
            seed: 1,
            step_limit: StepLimits::One(2_000_000),
            time_limit: Time(Duration::from_secs(1)),
            reps: 5,
            counts_only: false,
            counters: None,
            threads: None,
            skip_bad: false,
            decoys: 2.0,
            symmetry: false,
            forms: 0,
            seeds: 0,
            varied: 50,
            certify: false,
            certified: 20,
            time_budget: None,
            reference: None,
            pin: false,
            executor: None,
            memory_limit: None,
            grace: Time(Duration::from_secs(5)),
            options: BTreeMap::new(),
            external: Vec::new(),
        }
    }
}

impl Campaign {
    /// The embedded campaign `default`, or one from a TOML file; `{NAME}` in its strings becomes what `set` says.
    ///
    /// # Errors
    /// When the file cannot be read, is no campaign, or names something that is not set.
    pub fn read(name: &str, set: &BTreeMap<String, String>) -> Result<Self> {
        let (text, folder) = if name == "default" {
            (DEFAULT.to_owned(), None)
        } else {
            let path = Path::new(name);
            let text = std::fs::read_to_string(path).with_context(|| {
                format!("cannot read the campaign {name} (`default` is built in, others are TOML files)")
            })?;
            (text, path.parent())
        };
        let text = fill(&text, set).with_context(|| format!("in the campaign {name}"))?;
        let mut campaign: Self = toml::from_str(&text).with_context(|| format!("in the campaign {name}"))?;
        let strata = campaign.strata.iter_mut().map(|stratum| &mut stratum.corpus);
        for corpus in campaign.corpus.iter_mut().chain(strata).filter(|corpus| !is_embedded(corpus)) {
            if let Some(folder) = folder {
                *corpus = folder.join(&*corpus).display().to_string();
            }
        }
        Ok(campaign)
    }

    /// Where the puzzles come from.
    ///
    /// # Errors
    /// When neither the campaign nor the command line names a corpus.
    pub fn source(&self) -> Result<Source> {
        let Some(corpus) = &self.corpus else {
            bail!("the campaign {} wants a corpus: add --corpus FILE", self.name);
        };
        Ok(Source::parse(corpus))
    }

    /// What becomes of bad lines.
    pub fn bad_lines(&self) -> BadLines {
        if self.skip_bad { BadLines::Skip } else { BadLines::Refuse }
    }

    /// Which puzzles.
    pub fn selection(&self) -> Selection {
        Selection {
            offset: self.offset,
            stride: self.stride.max(1),
            sample: self.sample,
            seed: self.seed,
            limit: self.limit,
        }
    }

    /// SHA-256 of the campaign as compact JSON, in hexadecimal.
    ///
    /// # Errors
    /// Never: a campaign is plain data.
    pub fn sha256(&self) -> Result<String> {
        let text = serde_json::to_string(self).context("a campaign is plain data")?;
        Ok(format!("{:x}", Sha256::digest(text)))
    }
}

/// A population beside the selection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stratum {
    /// What it is called.
    pub name: String,
    /// A file (relative to the campaign's), or an embedded corpus.
    pub corpus: String,
    /// SHA-256 that it must have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corpus_sha256: Option<String>,
}

impl std::str::FromStr for Stratum {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once('=') {
            Some((name, corpus)) if !name.is_empty() && !corpus.is_empty() => {
                Ok(Self { name: name.to_owned(), corpus: corpus.to_owned(), corpus_sha256: None })
            }
            _ => Err(format!("`{text}` is not NAME=CORPUS")),
        }
    }
}

/// Replaces `{NAME}`; braces around anything but an upper- or lower-case name are left alone.
fn fill(text: &str, set: &BTreeMap<String, String>) -> Result<String> {
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = rest.find('{') {
        let (before, after) = rest.split_at(open);
        filled.push_str(before);
        let name = after[1..].split('}').next().unwrap_or("");
        let is_name = !name.is_empty()
            && name.len() + 2 <= after.len()
            && name.bytes().all(|b| b.is_ascii_alphabetic() || b == b'_');
        match (is_name, set.get(name)) {
            (true, Some(value)) => filled.push_str(value),
            // What an external program is told is filled in later.
            (true, None) if matches!(name, "ask" | "cnf" | "result") => filled.push_str(&after[..name.len() + 2]),
            (true, None) => bail!("{{{name}}} is not set: add --set {name}=VALUE"),
            (false, _) => filled.push('{'),
        }
        rest = &after[if is_name { name.len() + 2 } else { 1 }..];
    }
    filled.push_str(rest);
    Ok(filled)
}

/// One step limit for all, or one a strategy.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum StepLimits {
    /// For all.
    One(u64),
    /// By glob or id, the longest pattern that fits; `default` for the rest.
    Each(BTreeMap<String, u64>),
}

impl StepLimits {
    /// The limit of a strategy; `None` where nothing limits it.
    pub fn of(&self, id: &str) -> Option<u64> {
        match self {
            Self::One(limit) => Some(*limit),
            Self::Each(limits) => {
                let fits = limits.iter().filter(|(pattern, _)| glob_match::glob_match(pattern, id));
                let longest = fits.max_by_key(|(pattern, _)| pattern.len()).map(|(_, limit)| *limit);
                longest.or_else(|| limits.get("default").copied())
            }
        }
    }
}

/// The value of an option, as people write it: a word or a number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Told {
    /// A number.
    Number(u64),
    /// A word.
    Word(String),
}

impl std::str::FromStr for Told {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(text.parse().map_or_else(|_| Self::Word(text.to_owned()), Self::Number))
    }
}

impl std::fmt::Display for Told {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Word(word) => f.write_str(word),
        }
    }
}

/// An [`Ask`] as people write it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct AskText(pub Ask);

impl std::str::FromStr for AskText {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let ask = match text.split_once(':') {
            None if text == "first" => Ask::First,
            None if text == "unique" => Ask::Unique,
            None if text == "count" => Ask::Count { cap: None },
            Some(("count", cap)) => match cap.parse() {
                Ok(cap) => Ask::Count { cap: Some(cap) },
                Err(_) => return Err(format!("`{cap}` is no number of solutions of at least 1")),
            },
            _ => return Err(format!("`{text}` is none of first, unique, count and count:CAP")),
        };
        Ok(Self(ask))
    }
}

impl std::fmt::Display for AskText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            Ask::First => f.write_str("first"),
            Ask::Unique => f.write_str("unique"),
            Ask::Count { cap: None } => f.write_str("count"),
            Ask::Count { cap: Some(cap) } => write!(f, "count:{cap}"),
        }
    }
}

impl TryFrom<String> for AskText {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<AskText> for String {
    fn from(ask: AskText) -> Self {
        ask.to_string()
    }
}

/// A duration as people write it (`100ms`, `1m 30s`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Time(pub Duration);

impl Time {
    /// In nanoseconds; 584 years are the most.
    pub fn ns(self) -> u64 {
        u64::try_from(self.0.as_nanos()).unwrap_or(u64::MAX)
    }
}

impl std::str::FromStr for Time {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match humantime::parse_duration(text) {
            Ok(duration) if duration.is_zero() => Err("a time of 0 leaves no time for anything".into()),
            Ok(duration) => Ok(Self(duration)),
            Err(error) => Err(format!("`{text}` is no duration such as 100ms or 2m: {error}")),
        }
    }
}

impl std::fmt::Display for Time {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        humantime::format_duration(self.0).fmt(f)
    }
}

impl TryFrom<String> for Time {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Time> for String {
    fn from(time: Time) -> Self {
        time.to_string()
    }
}

/// Where run directories go unless told otherwise.
pub fn default_reports() -> PathBuf {
    PathBuf::from("reports")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_campaign_needs_nothing() {
        let campaign = Campaign::read("default", &BTreeMap::new()).expect("the embedded campaign");
        assert_eq!((campaign.name.as_str(), campaign.ask.0), ("default", Ask::Unique));
        assert_eq!(campaign.source().expect("a corpus"), Source::SEVENTEEN);
    }

    #[test]
    fn a_campaign_survives_its_manifest() {
        let campaign = Campaign::read("default", &BTreeMap::new()).expect("the embedded campaign");
        let json = serde_json::to_string(&campaign).expect("plain data");
        assert_eq!(serde_json::from_str::<Campaign>(&json).expect("what was written"), campaign);
    }

    #[test]
    fn names_in_braces_are_filled_in_or_asked_for() {
        let set = BTreeMap::from([("peers".to_owned(), "/opt/peers".to_owned())]);
        assert_eq!(fill("run {peers} {ask} {\"a\": 1} {", &set).expect("set"), "run /opt/peers {ask} {\"a\": 1} {");
        assert!(fill("{other}", &set).expect_err("not set").to_string().contains("--set other=VALUE"));
    }

    #[test]
    fn the_longest_pattern_limits_a_strategy() {
        let limits = StepLimits::Each(
            [("naive/*", 5), ("naive/row-major", 9), ("default", 7)].map(|(k, v)| (k.to_owned(), v)).into(),
        );
        assert_eq!(["naive/row-major", "naive/x", "dlx/first"].map(|id| limits.of(id)), [Some(9), Some(5), Some(7)]);
    }

    #[test]
    fn asks_and_times_are_read_as_people_write_them() {
        assert_eq!("count:5".parse::<AskText>().map(|ask| ask.to_string()), Ok("count:5".into()));
        assert!("count:0".parse::<AskText>().is_err() && "two".parse::<AskText>().is_err());
        assert_eq!("1m 30s".parse::<Time>().map(Time::ns), Ok(90_000_000_000));
        assert!("0s".parse::<Time>().is_err() && "soon".parse::<Time>().is_err());
    }
}
