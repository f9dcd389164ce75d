//! A solve, step by step.
//!
//! Owns the translation of a search's events into what a reader follows: numbered [steps](generic) for any strategy, the
//! paper's table for [dancing links](dlx), the table of branches of [PS-1-2](ps12), the [lesson's trace](lesson) of
//! Algorithm X on a small matrix, a page that [plays](player) any of them, and puzzles worth [looking at](examples). It searches nothing itself: every figure comes
//! from the events and counters of the strategy that is explained. Tables are made by a second run of the same search,
//! which keeps what the table needs and no events, so that a cap on events never cuts a table of dancing links.

pub mod dlx;
mod document;
pub mod examples;
pub mod generic;
pub mod lesson;
pub mod player;
pub mod ps12;

pub use document::{Explanation, Table, explain};

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use model::solve::{Counter, Event, Halt, Probe, Tally};

/// What may stop a search that is explained, and how much of it is kept.
#[derive(Clone, Copy, Debug)]
pub struct Bounds<'a> {
    /// Steps at most.
    pub step_limit: Option<u64>,
    /// Stops the search once it is set.
    pub stop: &'a AtomicBool,
    /// Events kept at most, and rows of a table of branches.
    pub most: usize,
}

impl<'a> Bounds<'a> {
    /// No limit but the flag; `most` events.
    pub fn new(stop: &'a AtomicBool, most: usize) -> Self {
        Self { step_limit: None, stop, most }
    }
}

/// Hands every event to a closure and keeps none.
struct Watch<'a, F> {
    tally: Tally<'a>,
    each: F,
}

impl<'a, F: FnMut(&Event)> Watch<'a, F> {
    fn new(bounds: Bounds<'a>, each: F) -> Self {
        Self { tally: Tally::new(bounds.step_limit, bounds.stop), each }
    }
}

impl<F: FnMut(&Event)> Probe for Watch<'_, F> {
    const COUNTS: bool = true;
    const TRACES: bool = true;

    fn step(&mut self) -> ControlFlow<Halt> {
        self.tally.step()
    }

    fn count(&mut self, counter: Counter, n: u64) {
        self.tally.count(counter, n);
    }

    fn depth(&mut self, standing: u32) {
        self.tally.depth(standing);
    }

    fn trace(&mut self, event: impl FnOnce() -> Event) {
        (self.each)(&event());
    }
}
