//! The binary `harness-slow`: the harness with all its strategies slowed down by the per cent in the environment's SLOWER.

use std::process::ExitCode;

use bad_strategies::Slower;
use model::solve::erased::Strategies;

fn main() -> ExitCode {
    harness::cli::main_with(|| {
        let percent = std::env::var("SLOWER").ok().and_then(|text| text.parse().ok()).unwrap_or(0.0);
        Strategies::of(|into| harness::registry::register(&mut Slower { into, percent }))
    })
}
