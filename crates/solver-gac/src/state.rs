//! The domains of a puzzle, their trail, and filtering of all units to a fixed point.
//!
//! Owns the queue, and with it what `propagations` counts: one each time a unit is taken out of the queue and filtered,
//! a unit that turns out unfillable included. At the root all units wait in order. After that, each time that the search
//! assigns a value or that a unit was filtered, the units of all cells whose domains this has narrowed go to the end of
//! the queue in ascending order, except those that wait already and the unit just filtered: filtering it again would find
//! nothing, so that it waits again only once something else narrows one of its cells. A unit that cannot be filled ends
//! the propagation, and the queue is emptied. Cells are not looked at: a unit waits even if all of its cells have values.

use model::solve::{Event, Probe, Subject, counters};
use model::{Cell, Domain, Givens, Value};

use crate::bits::{at_most_one, members};
use crate::filter::Filter;
use crate::layout::Layout;
use crate::queue::Queue;

/// A place in the trail to go back to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark(usize);

/// The domains of one puzzle.
///
/// # Invariants
/// No domain is empty: a filtering that would empty one finds the unit unfillable and changes nothing. The trail never
/// grows beyond its first capacity: before it is undone, each value leaves a cell at most once, and one stays.
#[derive(Clone, Debug)]
pub(crate) struct State {
    layout: Layout,
    domains: Vec<u64>,
    trail: Vec<(u16, u64)>,
    queue: Queue,
    /// The last matching of each unit, place by place as the members stand in the layout.
    matched: Vec<u64>,
    filter: Filter,
}

impl State {
    pub(crate) fn new(layout: Layout) -> Self {
        Self {
            domains: vec![0; layout.cells],
            trail: Vec::with_capacity(layout.cells * usize::from(layout.values - 1)),
            queue: Queue::new(layout.units),
            matched: vec![0; layout.members.items()],
            filter: Filter::new(),
            layout,
        }
    }

    /// Every domain full but for the givens, and every unit enqueued.
    pub(crate) fn load(&mut self, givens: &Givens) {
        let full = Domain::full(self.layout.values);
        for (domain, &value) in self.domains.iter_mut().zip(givens.values()) {
            *domain = if value == 0 { full.0 } else { Domain::only(value).0 };
        }
        self.trail.clear();
        self.queue.fill();
    }

    /// The domain of a cell.
    #[inline]
    pub(crate) fn domain(&self, cell: usize) -> Domain {
        Domain(self.domains[cell])
    }

    /// The lowest value of each cell, in cell order.
    pub(crate) fn lowest(&self) -> impl Iterator<Item = Value> {
        self.domains.iter().map(|&domain| Domain(domain).lowest())
    }

    /// The first cell, row-major, of those with the fewest values, two at least.
    pub(crate) fn smallest(&self) -> Option<usize> {
        let (mut fewest, mut smallest) = (u32::MAX, None);
        for (cell, &domain) in self.domains.iter().enumerate() {
            let all_but_one = domain & (domain - 1);
            if all_but_one == 0 {
                continue;
            }
            if at_most_one(all_but_one) {
                return Some(cell);
            }
            let size = domain.count_ones();
            if size < fewest {
                (fewest, smallest) = (size, Some(cell));
            }
        }
        smallest
    }

    /// Where the trail stands.
    #[inline]
    pub(crate) fn mark(&self) -> Mark {
        Mark(self.trail.len())
    }

    /// Takes back every change since `mark`.
    #[inline]
    pub(crate) fn undo_to(&mut self, mark: Mark) {
        for &(cell, domain) in self.trail[mark.0..].iter().rev() {
            self.domains[usize::from(cell)] = domain;
        }
        self.trail.truncate(mark.0);
    }

    /// Leaves a cell that has others this one value.
    #[inline]
    pub(crate) fn assign(&mut self, cell: usize, value: Value) {
        self.narrow(cell, Domain::only(value).0);
        self.queue.push_touched();
    }

    /// Replaces a domain by a smaller one and touches the units of the cell.
    #[inline(always)]
    fn narrow(&mut self, cell: usize, to: u64) {
        let from = std::mem::replace(&mut self.domains[cell], to);
        self.trail.push((cell as u16, from));
        for &unit in self.layout.units_of.of(cell) {
            self.queue.touch(unit);
        }
    }

    /// Filters the units that wait until none does; `false` when one cannot be filled.
    pub(crate) fn propagate<P: Probe>(&mut self, probe: &mut P) -> bool {
        let mut propagations = 0;
        let mut fillable = true;
        while let Some(unit) = self.queue.pop() {
            propagations += 1;
            if !self.filter(unit, probe) {
                probe.trace(|| Event::DeadEnd { on: Subject::Named(self.layout.names[unit].clone().into()) });
                self.queue.clear();
                fillable = false;
                break;
            }
            self.queue.release(unit);
        }
        probe.count(counters::PROPAGATIONS, propagations);
        fillable
    }

    /// Filters one unit; whether it can be filled.
    #[inline(always)]
    fn filter<P: Probe>(&mut self, unit: usize, probe: &mut P) -> bool {
        let range = self.layout.members.range(unit);
        let matched = &mut self.matched[range];
        let domains = self.layout.members.of(unit).iter().map(|&cell| self.domains[usize::from(cell)]);
        let Ok(open) = self.filter.run(domains, matched) else { return false };
        for place in members(open) {
            let cell = usize::from(self.layout.members.of(unit)[place]);
            let (before, after) = (self.domains[cell], self.filter.domain(place));
            if before != after {
                self.narrow(cell, after);
                if P::TRACES {
                    tell(cell, before, after, probe);
                }
            }
        }
        self.queue.push_touched();
        true
    }
}

/// What filtering did to one cell, as events.
fn tell<P: Probe>(cell: usize, before: u64, after: u64, probe: &mut P) {
    let at = |value| Subject::CellValue(Cell::new(cell), value);
    for value in Domain(before & !after).iter() {
        probe.trace(|| Event::Remove { what: at(value) });
    }
    if Domain(after).is_singleton() {
        probe.trace(|| Event::Assign { what: at(Domain(after).lowest()), chosen: false });
    }
}
