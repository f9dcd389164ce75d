//! The binary `harness-bad`: the harness with bad strategies beside two honest ones.

use std::process::ExitCode;

use model::solve::Register;

fn main() -> ExitCode {
    harness::Cli::empty()
        .strategies(|into| {
            into.add(solver_dlx::Dlx::Shortest);
            into.add(solver_dlx::Dlx::First);
        })
        .strategies(bad_strategies::register)
        .run()
}
