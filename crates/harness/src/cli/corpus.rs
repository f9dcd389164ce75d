//! `harness corpus`: what a file of puzzles holds, what is wrong with it, the same puzzles in another form, and new ones.

mod canon;
mod check;
mod convert;
mod generate;
mod grow;
mod info;
mod input;
mod profile;
mod sample;
mod seen;

use anyhow::Result;

use super::Found;

#[derive(clap::Subcommand)]
pub(super) enum Command {
    /// What a file holds: its format, rules, puzzles and clues; nothing is solved.
    Info(info::Args),
    /// What is wrong with a file: bad lines, clashes, wrong solutions, duplicates, puzzles without a single solution.
    Check(check::Args),
    /// Write the puzzles of a file in another format.
    Convert(convert::Args),
    /// Write the least of all rearrangements of each puzzle.
    Canon(canon::Args),
    /// Make puzzles by chance: minimal ones, hard ones, and some with no or several solutions.
    Generate(generate::Args),
    /// Find other puzzles with as many clues, from a few that have one solution.
    Grow(grow::Args),
    /// What kind of puzzles a file holds: how much falls to propagation, and how large the trees are. Solves all of them.
    Profile(profile::Args),
    /// Draw puzzles from a file with a seed.
    Sample(sample::Args),
}

pub(super) fn main(command: &Command) -> Result<Found> {
    match command {
        Command::Info(args) => info::main(args),
        Command::Check(args) => check::main(args),
        Command::Convert(args) => convert::main(args),
        Command::Canon(args) => canon::main(args),
        Command::Generate(args) => generate::main(args),
        Command::Grow(args) => grow::main(args),
        Command::Profile(args) => profile::main(args),
        Command::Sample(args) => sample::main(args),
    }
}
