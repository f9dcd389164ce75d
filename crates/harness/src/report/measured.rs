//! How it was measured and how to make it again, from the manifest.

use std::fmt::Write as _;

use serde_json::Value;

use super::cluster;
use super::table::{Accent, Table};
use super::tables::none;
use crate::doctor::{Examination, Finding, State};
use crate::external::{ExternalRecord, TimedBy};
use crate::manifest::{Manifest, StrategyRecord, StratumRecord};
use crate::ranking::Ranking;
use crate::ranking::quantity::{count, time};

/// Names with values.
pub(super) type Facts = Vec<(String, String)>;

/// The worst of all examinations before timed passes in one line, for the head of the report; `None` where there was none.
pub(super) fn fitness(manifest: &Manifest) -> Option<String> {
    let all: Vec<&Examination> = manifest.examinations().collect();
    let grade = all.iter().map(|one| one.grade()).max()?;
    let what = match grade {
        State::Ok => "nothing seen that disturbs times".to_owned(),
        State::Unknown | State::Warn => worst(&all, grade).join(", "),
    };
    if manifest.sharded.is_none() {
        return Some(format!("Machine: {} — {what} (details below)", grade.word()));
    }
    // Of shards there may be hundreds.
    let disturbed = all.iter().filter(|one| one.grade() == grade).count();
    Some(format!("Machines: {} — {what} (in {disturbed} of {} passes of shards)", grade.word(), all.len()))
}

/// The facts that were ever in a state, each once; those with a figure with the largest that was found.
fn worst<'a>(all: &[&'a Examination], state: State) -> Vec<String> {
    let figure = |found: &str| found.split_whitespace().next().and_then(|word| word.parse::<f64>().ok());
    let mut facts: Vec<&'a Finding> = Vec::new();
    for finding in all.iter().flat_map(|one| &one.findings).filter(|finding| finding.state == state) {
        match facts.iter_mut().find(|fact| fact.name == finding.name) {
            Some(fact) if figure(&finding.found) > figure(&fact.found) => *fact = finding,
            Some(_) => {}
            None => facts.push(finding),
        }
    }
    let text = |fact: &&Finding| match figure(&fact.found) {
        Some(_) => format!("{} {}", fact.name, fact.found),
        None => fact.name.clone(),
    };
    facts.iter().map(text).collect()
}

/// What every examination found that is not ok.
fn examined(manifest: &Manifest) -> Facts {
    let line = |one: &Examination| {
        let name = one.pass.map_or_else(|| "machine".to_owned(), |pass| format!("machine before pass {pass}"));
        (name, one.faults().unwrap_or_else(|| "ok".to_owned()))
    };
    manifest.examinations.iter().map(line).collect()
}

/// Corpus, passes, clock, machine and build.
pub(super) fn facts(manifest: &Manifest, ranking: &Ranking) -> Facts {
    let machine = &manifest.machine;
    let build = &manifest.build;
    let load = manifest.load.map(|load| load.map_or_else(none, |load| format!("{load:.2}")));
    let optional = |text: &Option<String>| text.clone().unwrap_or_else(|| "not known".to_owned());
    let mut facts = vec![
        ("corpus", manifest.corpus.path.clone()),
        ("corpus SHA-256", manifest.corpus.sha256.clone()),
        ("puzzles", format!("{} of the {} in the corpus", count(manifest.puzzles), count(manifest.corpus.puzzles))),
        ("rules", manifest.rules.clone()),
        ("decoys", count(manifest.decoys)),
    ];
    for StratumRecord { name, corpus, puzzles } in &manifest.strata {
        let (all, path, sha256) = (count(corpus.puzzles), &corpus.path, &corpus.sha256);
        facts.push(("stratum", format!("{name}: {} of the {all} of {path}, SHA-256 {sha256}", count(*puzzles))));
    }
    if let Some(certificates) = &manifest.certificates {
        facts.push(("certificates", format!("{} (certificates/)", certificates.sentence())));
    }
    if manifest.skipped_lines > 0 {
        facts.push(("lines skipped", count(manifest.skipped_lines)));
    }
    if let Some(limit) = ranking.time_limit_ns {
        facts.push(("time limit", format!("{} a puzzle, the same for all", time(limit as f64))));
        facts.push(("timed passes", ranking.passes.to_string()));
        if manifest.campaign.symmetry {
            facts.push((
                "timed form",
                "a random equivalent one of each puzzle, the same for all (puzzles.csv)".to_owned(),
            ));
        }
    } else {
        facts.push(("timed passes", "none: only counters".to_owned()));
    }
    if let Some(clock) = manifest.clock {
        let text = format!("{} a reading, grain {}", time(clock.cost_ns as f64), time(clock.grain_ns as f64));
        facts.push(("clock", text));
    }
    if let Some(core) = manifest.pinned_core {
        facts.push(("pinned", format!("the timed pass and its programs to core {core}")));
    }
    for strategy in &manifest.strategies {
        if let Some(external) = &strategy.external {
            facts.push(("program", program(&strategy.id, external)));
        }
    }
    facts.extend([
        ("machine", format!("{}, {} logical cores, {}", machine.cpu, machine.cores, memory(machine.memory_bytes))),
        ("host", machine.host.clone()),
        ("operating system", machine.os.clone()),
        ("frequency governor", optional(&machine.governor)),
        ("load average", format!("{} at the start, {} at the end", load[0], load[1])),
        ("started", manifest.started.clone()),
        ("finished", manifest.finished.clone().unwrap_or_else(|| "not finished".to_owned())),
    ]);
    if manifest.resumed > 0 {
        facts.push(("resumed", format!("{} times", manifest.resumed)));
    }
    facts.extend([
        ("harness", format!("{} at revision {}", manifest.harness, build.git)),
        ("compiler", build.rustc.clone()),
        ("build", build.flags.clone()),
        ("Cargo.lock SHA-256", build.cargo_lock.clone()),
        ("binary SHA-256", optional(&build.binary)),
        ("format", format!("schema {}", manifest.schema)),
    ]);
    let reference = manifest.campaign.reference.as_deref().unwrap_or("the reference");
    let shards = manifest.sharded.iter().flat_map(|sharded| cluster::facts(sharded, reference));
    facts.into_iter().map(|(name, value)| (name.to_owned(), value)).chain(shards).chain(examined(manifest)).collect()
}

fn program(id: &str, external: &ExternalRecord) -> String {
    let hash = external.sha256.as_ref().map_or_else(|| "no such file".to_owned(), |hash| format!("SHA-256 {hash}"));
    let clock = match external.timed_by {
        Some(TimedBy::Itself) => ", timed by itself",
        Some(TimedBy::Call) => ", its call timed by the harness",
        Some(TimedBy::Process) => ", timed as a process, start included",
        Some(TimedBy::RoundTrip) => ", timed from outside",
        None => "",
    };
    let mut text = format!("{id} is {} ({hash}){clock}", external.command);
    if let Some(audit) = &external.clock {
        let _ = write!(
            text,
            "; its clock {}: {} of its own, {} from outside less {} of talk, {} answers",
            audit.finding(),
            time(audit.own_ns as f64),
            time(audit.outside_ns as f64),
            time(audit.echo_ns as f64),
            count(audit.puzzles)
        );
    }
    if let Some(ns) = external.startup_ns {
        let _ = write!(text, "; its start alone takes {}", time(ns as f64));
    }
    let encoding = external.encoding.and_then(|encoding| serde_json::to_value(encoding).ok());
    if let Some(encoding) = encoding.as_ref().and_then(Value::as_str) {
        let _ = write!(text, "; {encoding} encoding");
    }
    if let Some(configuration) = external.configuration {
        let _ = write!(text, "; configuration {configuration}");
    }
    for (what, told) in [("version", &external.version), ("built by", &external.build), ("flags", &external.flags)] {
        if let Some(told) = told {
            let _ = write!(text, "; {what} {told}");
        }
    }
    text
}

/// Every key of the campaign with its value, as it would stand in its file; nested keys are joined by dots.
pub(super) fn campaign(manifest: &Manifest) -> Facts {
    let mut facts = Vec::new();
    flatten("", &serde_json::to_value(&manifest.campaign).unwrap_or(Value::Null), &mut facts);
    facts
}

fn flatten(name: &str, value: &Value, facts: &mut Facts) {
    match value {
        Value::Null => {}
        Value::Object(map) => {
            for (key, value) in map {
                let name = if name.is_empty() { key.clone() } else { format!("{name}.{key}") };
                flatten(&name, value, facts);
            }
        }
        Value::Array(values) if values.iter().all(Value::is_string) => {
            let words: Vec<&str> = values.iter().filter_map(Value::as_str).collect();
            if !words.is_empty() {
                facts.push((name.to_owned(), words.join(", ")));
            }
        }
        Value::String(text) => facts.push((name.to_owned(), text.clone())),
        Value::Array(values) => {
            values.iter().enumerate().for_each(|(at, value)| flatten(&format!("{name}.{at}"), value, facts));
        }
        other => facts.push((name.to_owned(), other.to_string())),
    }
}

/// Name of the campaign.
pub(super) fn campaign_name(manifest: &Manifest) -> String {
    let value = serde_json::to_value(&manifest.campaign).unwrap_or(Value::Null);
    value.get("name").and_then(Value::as_str).filter(|name| !name.is_empty()).unwrap_or("campaign").to_owned()
}

/// Versions and what each strategy does.
pub(super) fn strategies(manifest: &Manifest) -> Table {
    let mut table = Table::new(&["strategy", "<version", "<back end", "<obeys the deadline", "block", "<what it does"]);
    for (index, strategy) in manifest.strategies.iter().enumerate() {
        let block = manifest.timed_blocks.as_ref().and_then(|blocks| blocks.get(index));
        table.push(
            Accent::Plain,
            vec![
                strategy.id.clone(),
                strategy.version.clone(),
                strategy.back_end.clone().unwrap_or_else(none),
                if strategy.interruptible { "yes" } else { "no" }.to_owned(),
                block.map_or_else(none, ToString::to_string),
                summary(strategy),
            ],
        );
    }
    table
}

/// What a strategy does, what it was told, and what must be known of it.
fn summary(strategy: &StrategyRecord) -> String {
    let options: Vec<String> = strategy.options.iter().map(|(name, value)| format!("{name} {value}")).collect();
    let told = if options.is_empty() { String::new() } else { format!(" ({})", options.join(", ")) };
    let parts: Vec<String> =
        std::iter::once(format!("{}{told}", strategy.summary)).chain(strategy.notes.iter().cloned()).collect();
    parts.join("; ")
}

/// The command that made the run, ready for a shell.
pub(crate) fn command(manifest: &Manifest) -> String {
    command_of(manifest.command.iter().cloned())
}

/// The same of any words; of the first only the name of the program.
pub(crate) fn command_of(words: impl Iterator<Item = String>) -> String {
    let words = words.enumerate().map(|(index, word)| {
        let word = if index == 0 { word.rsplit(['/', '\\']).next().unwrap_or(&word) } else { &word };
        quoted(word)
    });
    words.collect::<Vec<_>>().join(" ")
}

fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,@%+".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// Strategies whose median is so short that reading the clock is part of it.
pub(super) fn too_short(manifest: &Manifest, ranking: &Ranking) -> Vec<String> {
    let Some(clock) = manifest.clock else { return Vec::new() };
    let short = |entry: &&crate::ranking::Entry| {
        entry.all.as_ref().is_some_and(|all| all.median_ns.value < clock.cost_ns.saturating_mul(100))
    };
    ranking.entries.iter().filter(short).map(|entry| entry.id.clone()).collect()
}

fn memory(bytes: u64) -> String {
    format!("{:.1} GiB", bytes as f64 / f64::from(1 << 30))
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn words_are_quoted_for_a_shell() {
        assert_eq!(
            [quoted("--limit=5"), quoted("a b"), quoted("it's"), quoted("")],
            ["--limit=5", "'a b'", r"'it'\''s'", "''"]
        );
    }
}
