//! Where a result comes from: the build and the machine.

use std::fs::{File, read_to_string};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use anyhow::{Context, Result};
use sysinfo::System;

use crate::corpus::Hashing;
use crate::manifest::{BuildRecord, Machine};

/// The Cargo.lock that this binary was built from.
pub(crate) const LOCK: &str = include_str!(concat!(env!("OUT_DIR"), "/Cargo.lock"));

/// How the laboratory is cited.
pub(crate) const CITATION: &str = include_str!(concat!(env!("OUT_DIR"), "/CITATION.cff"));

/// What the build script found out, and which binary came of it.
pub(crate) fn build() -> BuildRecord {
    BuildRecord {
        git: env!("HARNESS_GIT").to_owned(),
        cargo_lock: env!("HARNESS_CARGO_LOCK").to_owned(),
        rustc: env!("HARNESS_RUSTC").to_owned(),
        flags: env!("HARNESS_FLAGS").to_owned(),
        binary: binary_sha256().ok(),
    }
}

/// SHA-256 of the running program, read once.
///
/// # Errors
/// When its file cannot be read.
pub(crate) fn binary_sha256() -> Result<String> {
    static READ: OnceLock<String> = OnceLock::new();
    if let Some(known) = READ.get() {
        return Ok(known.clone());
    }
    let hex = sha256_of(&own_binary().context("cannot find the harness itself")?)?;
    Ok(READ.get_or_init(|| hex).clone())
}

/// The file of the running program, even where it was replaced meanwhile.
///
/// # Errors
/// When the system does not say.
pub(crate) fn own_binary() -> std::io::Result<PathBuf> {
    if cfg!(target_os = "linux") { Ok("/proc/self/exe".into()) } else { std::env::current_exe() }
}

/// This machine, as far as it can be seen.
pub(crate) fn machine() -> Machine {
    let mut system = System::new();
    system.refresh_memory();
    system.refresh_cpu_all();
    let cpu = system.cpus().first().map(|cpu| cpu.brand().trim().to_owned()).filter(|brand| !brand.is_empty());
    let governor = read_to_string("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor").ok();
    Machine {
        host: System::host_name().unwrap_or_else(|| "unknown".into()),
        cpu: cpu.unwrap_or_else(|| "unknown".into()),
        cores: std::thread::available_parallelism().map_or(1, |cores| cores.get() as u32),
        memory_bytes: system.total_memory(),
        os: System::long_os_version().unwrap_or_else(|| std::env::consts::OS.into())
            + &System::kernel_version().map(|kernel| format!(", kernel {kernel}")).unwrap_or_default(),
        governor: governor.map(|governor| governor.trim().to_owned()),
    }
}

/// The one-minute load average, where the system has one.
pub(crate) fn load() -> Option<f64> {
    let load = System::load_average().one;
    (!cfg!(windows)).then_some(load)
}

/// Now, UTC, to the second.
pub(crate) fn now() -> String {
    jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

/// Now as it stands in a folder's name.
pub(crate) fn stamp() -> String {
    jiff::Timestamp::now().strftime("%Y%m%dT%H%M%SZ").to_string()
}

/// SHA-256 of a file, in hexadecimal.
///
/// # Errors
/// When it cannot be read.
pub(crate) fn sha256_of(path: &Path) -> Result<String> {
    let context = || format!("cannot read {}", path.display());
    let mut hashing = Hashing::new(File::open(path).with_context(context)?);
    std::io::copy(&mut hashing, &mut std::io::sink()).with_context(context)?;
    Ok(hashing.hex())
}
