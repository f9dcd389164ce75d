//! The binary `harness`.

use std::process::ExitCode;

fn main() -> ExitCode {
    harness::Cli::new().run()
}
