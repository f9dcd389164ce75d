//! The binary `harness-bad`: the harness with bad strategies beside two honest ones.

use std::process::ExitCode;

use model::solve::Register;
use model::solve::erased::Strategies;

fn main() -> ExitCode {
    harness::cli::main_with(|| {
        Strategies::of(|into| {
            into.add(solver_dlx::Dlx::Shortest);
            into.add(solver_dlx::Dlx::First);
            bad_strategies::register(into);
        })
    })
}
