//! The events of a naive search, in one word each.
//!
//! Owns the translation into [`Event`]; decides nothing. Each takes the probe, so that the event is made only where
//! somebody listens.

use model::solve::{Event, Probe, Subject};
use model::{Cell, Value};

#[inline(always)]
pub(crate) fn decide(probe: &mut impl Probe, cell: usize, open: u32) {
    probe.trace(|| Event::Decide { on: Subject::Cell(Cell::new(cell)), open });
}

#[inline(always)]
pub(crate) fn assign(probe: &mut impl Probe, cell: usize, value: Value) {
    probe.trace(|| Event::Assign { what: Subject::CellValue(Cell::new(cell), value), chosen: true });
}

#[inline(always)]
pub(crate) fn force(probe: &mut impl Probe, cell: usize, value: Value) {
    probe.trace(|| Event::Assign { what: Subject::CellValue(Cell::new(cell), value), chosen: false });
}

#[inline(always)]
pub(crate) fn withdraw(probe: &mut impl Probe, cell: usize, value: Value) {
    probe.trace(|| Event::Withdraw { what: Subject::CellValue(Cell::new(cell), value) });
}

#[inline(always)]
pub(crate) fn dead_end(probe: &mut impl Probe, cell: usize) {
    probe.trace(|| Event::DeadEnd { on: Subject::Cell(Cell::new(cell)) });
}

/// `number` is that of the solution about to be entered, from 1.
#[inline(always)]
pub(crate) fn solution(probe: &mut impl Probe, number: u64) {
    probe.trace(|| Event::Solution { number });
}
