//! Whether this machine is fit to time on: what can be read of it, each fact ok, warn or unknown.
//!
//! What cannot be read is never ok. Everything is read below a root, so that tests can have machines of their own; what only
//! shows over time (stolen time, swapping, involuntary switches) is watched while this thread keeps a core busy.

use std::path::Path;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

/// How long the machine is watched.
pub const WATCH: Duration = Duration::from_millis(200);

/// What a fact says of times that are taken now; the worst comes last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// It does not disturb them.
    Ok,
    /// It cannot be read.
    Unknown,
    /// It may disturb them.
    Warn,
}

impl State {
    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Unknown => "unknown",
            Self::Warn => "warn",
        }
    }
}

/// A fact about the machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// What was looked at.
    pub name: String,
    /// What it means.
    pub state: State,
    /// What was found.
    pub found: String,
}

/// All facts at one time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Examination {
    /// The timed pass before which it was, from 1; `None` outside a run.
    pub pass: Option<u32>,
    /// The facts.
    pub findings: Vec<Finding>,
}

impl Examination {
    /// Examines this machine.
    pub fn of_this_machine(pass: Option<u32>) -> Self {
        Self { pass, findings: examine(Path::new("/"), WATCH) }
    }

    /// The worst of the facts.
    pub fn grade(&self) -> State {
        self.findings.iter().map(|finding| finding.state).max().unwrap_or(State::Unknown)
    }

    /// What is not ok: `warn: load (2.93 on 2 cores); unknown: turbo (cannot be read)`. `None` where all is.
    pub fn faults(&self) -> Option<String> {
        let list = |state: State| {
            let named = self.named(state);
            (!named.is_empty()).then(|| format!("{}: {}", state.word(), named.join(", ")))
        };
        let found: Vec<String> = [State::Warn, State::Unknown].into_iter().filter_map(list).collect();
        (!found.is_empty()).then(|| found.join("; "))
    }

    /// The names of the facts in a state, with what was found.
    pub fn named(&self, state: State) -> Vec<String> {
        let those = self.findings.iter().filter(|finding| finding.state == state);
        those.map(|finding| format!("{} ({})", finding.name, finding.found)).collect()
    }
}

/// What a reading is: a state and what was found, or `None` where it cannot be read.
type Reading = Option<(State, String)>;

fn examine(root: &Path, watch: Duration) -> Vec<Finding> {
    let before = Moment::of(root);
    let begin = Instant::now();
    while begin.elapsed() < watch {
        std::hint::spin_loop();
    }
    let after = Moment::of(root);
    let per_second = 1.0 / watch.as_secs_f64();
    let all: [(&str, Reading); 8] = [
        ("frequency governor", governor(root)),
        ("turbo", turbo(root)),
        ("SMT", smt(root)),
        ("virtual machine", hypervisor(root)),
        ("load", load(root)),
        ("swapping", swapping(&before, &after)),
        ("stolen time", steal(&before, &after)),
        ("involuntary switches", switches(&before, &after, per_second)),
    ];
    let finding = |(name, reading): (&str, Reading)| {
        let (state, found) = reading.unwrap_or((State::Unknown, "cannot be read".into()));
        Finding { name: name.to_owned(), state, found }
    };
    all.into_iter().map(finding).collect()
}

fn judged(disturbs: bool, found: String) -> (State, String) {
    (if disturbs { State::Warn } else { State::Ok }, found)
}

fn read(root: &Path, file: &str) -> Option<String> {
    std::fs::read_to_string(root.join(file)).ok().map(|text| text.trim().to_owned())
}

/// All cores' governors, each named once.
fn governor(root: &Path) -> Reading {
    let cores = std::fs::read_dir(root.join("sys/devices/system/cpu")).ok()?;
    let mut governors: Vec<String> = cores
        .filter_map(|core| std::fs::read_to_string(core.ok()?.path().join("cpufreq/scaling_governor")).ok())
        .map(|text| text.trim().to_owned())
        .collect();
    governors.sort_unstable();
    governors.dedup();
    let found = governors.join(", ");
    if governors.is_empty() { None } else { Some(judged(found != "performance", found)) }
}

fn turbo(root: &Path) -> Reading {
    let boost = read(root, "sys/devices/system/cpu/cpufreq/boost").map(|text| text == "1");
    let intel = read(root, "sys/devices/system/cpu/intel_pstate/no_turbo").map(|text| text == "0");
    let on = boost.or(intel)?;
    Some(judged(on, if on { "on: the clock rate follows heat and neighbours" } else { "off" }.into()))
}

fn smt(root: &Path) -> Reading {
    let active = has_smt(root)?;
    Some(judged(active, if active { "on: a sibling may share the core" } else { "off" }.into()))
}

/// Whether cores share their units with others; `None` where that cannot be read.
pub(crate) fn has_smt(root: &Path) -> Option<bool> {
    Some(read(root, "sys/devices/system/cpu/smt/active")? == "1")
}

fn hypervisor(root: &Path) -> Reading {
    let text = read(root, "proc/cpuinfo")?;
    let flags = text.lines().find_map(|line| line.strip_prefix("flags")?.split_once(':'))?.1;
    let virtual_one = flags.split_whitespace().any(|flag| flag == "hypervisor");
    Some(judged(virtual_one, if virtual_one { "yes: neighbours cannot be seen" } else { "no" }.into()))
}

/// One other busy process on a machine of two cores is much, on one of sixty-four it is little.
fn load(root: &Path) -> Reading {
    let one: f64 = read(root, "proc/loadavg")?.split_whitespace().next()?.parse().ok()?;
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get) as f64;
    Some(judged(one > cores / 4.0, format!("{one:.2} on {cores} cores")))
}

/// What the system counts, at one moment.
struct Moment {
    /// Pages swapped in and out.
    swapped: Option<u64>,
    /// Time stolen by the host, and time of any kind, in ticks.
    steal: Option<(u64, u64)>,
    /// Times this thread was put off its core.
    switches: Option<u64>,
}

impl Moment {
    fn of(root: &Path) -> Self {
        let number = |text: &str, key: &str| -> Option<u64> {
            text.lines().find_map(|line| line.strip_prefix(key)?.trim().parse().ok())
        };
        let swapped =
            read(root, "proc/vmstat").and_then(|text| Some(number(&text, "pswpin ")? + number(&text, "pswpout ")?));
        let ticks = |text: String| -> Option<Vec<u64>> {
            let all = text.lines().find_map(|line| line.strip_prefix("cpu "))?;
            all.split_whitespace().map(|tick| tick.parse().ok()).collect()
        };
        // user nice system idle iowait irq softirq steal; guests are in user.
        let steal = read(root, "proc/stat").and_then(ticks).and_then(|t| Some((*t.get(7)?, t.iter().take(8).sum())));
        let switches =
            read(root, "proc/thread-self/status").and_then(|text| number(&text, "nonvoluntary_ctxt_switches:"));
        Self { swapped, steal, switches }
    }
}

fn swapping(before: &Moment, after: &Moment) -> Reading {
    let pages = after.swapped?.saturating_sub(before.swapped?);
    Some(judged(pages > 0, if pages > 0 { format!("{pages} pages while watched") } else { "none".into() }))
}

fn steal(before: &Moment, after: &Moment) -> Reading {
    let (stolen, all) =
        (after.steal?.0.saturating_sub(before.steal?.0), after.steal?.1.saturating_sub(before.steal?.1));
    let share = if all == 0 { 0.0 } else { stolen as f64 / all as f64 };
    Some(judged(share > 0.01, format!("{:.0} %", share * 100.0)))
}

fn switches(before: &Moment, after: &Moment, per_second: f64) -> Reading {
    let rate = after.switches?.saturating_sub(before.switches?) as f64 * per_second;
    Some(judged(rate > 20.0, format!("{rate:.0} a second")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn machine(files: &[(&str, &str)]) -> Examination {
        let root = tempfile::tempdir().expect("a folder");
        for (file, text) in files {
            let path = root.path().join(file);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(path, text).expect("a file");
        }
        Examination { pass: None, findings: examine(root.path(), Duration::from_millis(1)) }
    }

    fn states(examination: &Examination) -> Vec<State> {
        examination.findings.iter().map(|finding| finding.state).collect()
    }

    #[test]
    fn what_cannot_be_read_is_never_ok() {
        let nothing = machine(&[]);
        assert_eq!(states(&nothing), [State::Unknown; 8]);
        assert_eq!(nothing.grade(), State::Unknown);
        let garbled = ["proc/loadavg", "proc/vmstat", "proc/stat", "proc/cpuinfo", "proc/thread-self/status"];
        let garbled = machine(&garbled.map(|file| (file, "what is this")));
        assert_eq!(states(&garbled), [State::Unknown; 8]);
    }

    #[test]
    fn a_quiet_machine_is_ok_and_a_busy_one_is_not() {
        let rest = [
            ("proc/vmstat", "nr_free_pages 5\npswpin 3\npswpout 4\n"),
            ("proc/stat", "cpu  10 0 5 100 0 0 0 0 0 0\ncpu0 10 0 5 100 0 0 0 0 0 0\n"),
            ("proc/thread-self/status", "Name:\tx\nnonvoluntary_ctxt_switches:\t7\n"),
        ];
        let quiet = [
            ("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance\n"),
            ("sys/devices/system/cpu/intel_pstate/no_turbo", "1\n"),
            ("sys/devices/system/cpu/smt/active", "0\n"),
            ("proc/cpuinfo", "processor : 0\nflags\t\t: fpu avx2\n"),
            ("proc/loadavg", "0.01 0.02 0.03 1/100 5\n"),
        ];
        let quiet = machine(&[&quiet[..], &rest].concat());
        assert_eq!((states(&quiet), quiet.grade()), (vec![State::Ok; 8], State::Ok));
        let busy = [
            ("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance\n"),
            ("sys/devices/system/cpu/cpu1/cpufreq/scaling_governor", "powersave\n"),
            ("sys/devices/system/cpu/cpufreq/boost", "1\n"),
            ("sys/devices/system/cpu/smt/active", "1\n"),
            ("proc/cpuinfo", "processor : 0\nflags\t\t: fpu hypervisor\n"),
            ("proc/loadavg", "900.5 0.02 0.03 1/100 5\n"),
        ];
        let busy = machine(&[&busy[..], &rest].concat());
        assert_eq!((busy.named(State::Warn).len(), busy.grade()), (5, State::Warn));
        assert_eq!(busy.named(State::Warn)[0], "frequency governor (performance, powersave)");
    }
}
