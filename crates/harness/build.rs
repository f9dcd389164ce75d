//! Puts into the binary where it was built from: git revision, Cargo.lock and its text, how to cite it, compiler and flags.

use std::path::Path;
use std::process::Command;

use sha2::{Digest, Sha256};

fn main() {
    let root = Path::new("../..");
    println!("cargo:rustc-env=HARNESS_GIT={}", git(root));
    let lock = embedded(root, "Cargo.lock");
    let lock = lock.map_or_else(|| "unknown".into(), |bytes| format!("{:x}", Sha256::digest(bytes)));
    println!("cargo:rustc-env=HARNESS_CARGO_LOCK={lock}");
    embedded(root, "CITATION.cff");
    println!("cargo:rustc-env=HARNESS_RUSTC={}", rustc());
    let variable = |name| std::env::var(name).unwrap_or_default();
    let flags = variable("CARGO_ENCODED_RUSTFLAGS").replace('\u{1f}', " ");
    let flags = if flags.is_empty() { "no extra flags".to_owned() } else { format!("RUSTFLAGS {flags}") };
    let (target, profile, level) = (variable("TARGET"), variable("PROFILE"), variable("OPT_LEVEL"));
    println!("cargo:rustc-env=HARNESS_FLAGS={target}, {profile}, opt-level {level}, {flags}");
    for watched in ["Cargo.lock", "CITATION.cff", "crates"] {
        println!("cargo:rerun-if-changed={}", root.join(watched).display());
    }
    // In a worktree they are elsewhere; outside a checkout nowhere, and what is not there would be built again each time.
    for watched in ["HEAD", "index"] {
        let path = output(Command::new("git").arg("-C").arg(root).args(["rev-parse", "--git-path", watched]));
        if let Some(path) = path.map(|path| root.join(path)).filter(|path| path.exists()) {
            println!("cargo:rerun-if-changed={}", path.display());
        }
    }
}

fn output(command: &mut Command) -> Option<String> {
    let output = command.output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn git(root: &Path) -> String {
    let Some(revision) = output(Command::new("git").arg("-C").arg(root).args(["rev-parse", "HEAD"])) else {
        return "unknown".into();
    };
    let changes =
        output(Command::new("git").arg("-C").arg(root).args(["status", "--porcelain", "--untracked-files=no"]));
    let dirty = if changes.is_some_and(|changes| !changes.is_empty()) { "-dirty" } else { "" };
    format!("{revision}{dirty}")
}

fn rustc() -> String {
    let compiler = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    output(Command::new(compiler).arg("--version")).unwrap_or_else(|| "unknown".into())
}

/// Copies a file to where the sources include it from, empty where there is none, and hands it back.
fn embedded(root: &Path, name: &str) -> Option<Vec<u8>> {
    let bytes = std::fs::read(root.join(name)).ok();
    let folder = std::env::var_os("OUT_DIR").expect("Cargo names a folder");
    std::fs::write(Path::new(&folder).join(name), bytes.as_deref().unwrap_or_default())
        .expect("Cargo's folder takes files");
    bytes
}
