//! The binary `harness-slow`: the harness with all its strategies slowed down by the per cent in the environment's SLOWER.

use std::process::ExitCode;

use bad_strategies::Slower;

fn main() -> ExitCode {
    let percent = std::env::var("SLOWER").ok().and_then(|text| text.parse().ok()).unwrap_or(0.0);
    harness::Cli::empty().strategies(|into| harness::registry::register(&mut Slower { into, percent })).run()
}
