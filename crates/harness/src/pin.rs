//! Keeps a thread on one core, where the system can.
//!
//! What the thread starts stays there too: a question to a program and its answer then cost a switch on one core, and not
//! the waking of another.

/// The last core that this process may use: the first is where interrupts tend to go. `None` where the system cannot say.
pub(crate) fn choose() -> Option<u32> {
    choose_apart(0)
}

/// The same, another one for each `place` as long as there are cores: of processes that share a machine.
pub(crate) fn choose_apart(place: usize) -> Option<u32> {
    let allowed = allowed()?;
    allowed.iter().rev().nth(place % allowed.len().max(1)).copied()
}

/// The cores that this process may use.
#[cfg(target_os = "linux")]
pub(crate) fn allowed() -> Option<Vec<u32>> {
    let allowed = nix::sched::sched_getaffinity(nix::unistd::Pid::from_raw(0)).ok()?;
    let cores = (0..nix::sched::CpuSet::count()).filter(|&core| allowed.is_set(core).unwrap_or(false));
    Some(cores.map(|core| core as u32).collect())
}

/// Keeps the calling thread, and what it starts from now on, on a core. One that is gone by now is no reason to end a run.
#[cfg(target_os = "linux")]
pub(crate) fn stay_on(core: u32) {
    let mut only = nix::sched::CpuSet::new();
    if only.set(core as usize).is_ok() {
        let _ = nix::sched::sched_setaffinity(nix::unistd::Pid::from_raw(0), &only);
    }
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn allowed() -> Option<Vec<u32>> {
    None
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn stay_on(_: u32) {}
