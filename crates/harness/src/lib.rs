//! The harness: corpora, campaigns, the clock, rows, statistics, charts, the report, and the command line.
//!
//! The way of a puzzle: [`corpus`] reads it, [`run::Plan`] puts it in a campaign, a [`jobs::Job`] carries it to a
//! strategy, the [`ledger`] holds the answer against all others, a row lies in the [`run_dir`], `read` brings it back
//! as a column of [`results::Results`], and [`ranking`], [`charts`] and [`report`] show it. Only this crate reads the
//! clock, the environment or files, or starts threads or processes.

// A closed terminal makes those panic: `say!` and `cli::print` do not.
#![deny(clippy::print_stderr, clippy::print_stdout)]

#[macro_use]
mod talk;

mod board;
pub mod campaign;
mod candidates;
pub mod certificates;
pub mod charts;
pub mod cli;
pub mod clock;
pub mod cnf;
mod compare;
pub mod corpus;
pub mod cover_file;
pub mod decoys;
pub mod dimacs;
pub mod doctor;
pub mod estimate;
pub mod executor;
pub mod explain;
pub mod export;
pub mod external;
mod generate;
mod grow;
mod guard;
pub mod jobs;
pub mod ledger;
pub mod manifest;
pub mod new_strategy;
pub mod permanent;
mod pin;
pub mod population;
mod provenance;
mod quote;
pub mod race;
pub mod ranking;
mod read;
pub mod registry;
mod replication;
pub mod report;
pub mod reproduce;
pub mod resources;
pub mod results;
pub mod rules;
pub mod run;
pub mod run_dir;
#[cfg(feature = "serve")]
pub mod serve;
pub mod sets;
pub mod shards;
pub mod summary;
mod table;
pub mod terminal;
pub mod verify;
mod worker;

pub use self::cli::Cli;
