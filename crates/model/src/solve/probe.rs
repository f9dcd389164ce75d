//! What may watch a search: nothing, limits, a tally, a tracer.
//!
//! Probes are monomorphised: what a probe does not do compiles to nothing. The deadline is a flag that somebody with a
//! clock sets; here it is one relaxed load a step. The same flag serves to knock: whether a search still takes steps.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering, fence};

use super::{Counter, Event, Fold, Halt, SLOTS, counters};

/// Watches a search. Solvers call it at the event itself.
pub trait Probe {
    /// Whether counts are kept. A solver may search otherwise where nothing is counted, as long as it is the same search.
    const COUNTS: bool;
    /// Whether events are kept.
    const TRACES: bool;

    /// Once per value that the search is about to assign; `Break` refuses it.
    fn step(&mut self) -> ControlFlow<Halt>;

    /// Counts `n`.
    fn count(&mut self, counter: Counter, n: u64);

    /// `standing` search assignments stand now.
    fn depth(&mut self, standing: u32);

    /// Keeps an event, which is made only where somebody listens.
    fn trace(&mut self, event: impl FnOnce() -> Event);
}

/// Nobody watches.
#[derive(Clone, Copy, Debug, Default)]
pub struct Off;

impl Probe for Off {
    const COUNTS: bool = false;
    const TRACES: bool = false;

    #[inline(always)]
    fn step(&mut self) -> ControlFlow<Halt> {
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn count(&mut self, _: Counter, _: u64) {}

    #[inline(always)]
    fn depth(&mut self, _: u32) {}

    #[inline(always)]
    fn trace(&mut self, _: impl FnOnce() -> Event) {}
}

/// Steps are limited and the deadline is obeyed; nothing else is kept. The probe of the timed pass.
#[derive(Debug)]
pub struct Limits<'a> {
    steps: u64,
    step_limit: u64,
    deadline: &'a AtomicBool,
    knock: Option<&'a AtomicBool>,
}

impl<'a> Limits<'a> {
    /// At most `step_limit` steps (`None`: no limit), and none once `deadline` is set.
    pub fn new(step_limit: Option<u64>, deadline: &'a AtomicBool) -> Self {
        Self { steps: 0, step_limit: step_limit.unwrap_or(u64::MAX), deadline, knock: None }
    }

    /// Answers knocks: where `knock` is set when the deadline is, both are cleared and the search goes on.
    #[must_use]
    pub fn answering(self, knock: &'a AtomicBool) -> Self {
        Self { knock: Some(knock), ..self }
    }

    /// Whether the flag means what it says. Who knocks sets `knock` first, then the flag with release ordering.
    #[cold]
    fn is_over(&self) -> bool {
        fence(Ordering::Acquire);
        let knocked = self.knock.is_some_and(|knock| knock.swap(false, Ordering::Relaxed));
        if knocked {
            self.deadline.store(false, Ordering::Relaxed);
        }
        !knocked
    }

    /// Steps taken.
    pub fn steps(&self) -> u64 {
        self.steps
    }
}

impl Probe for Limits<'_> {
    const COUNTS: bool = false;
    const TRACES: bool = false;

    #[inline(always)]
    fn step(&mut self) -> ControlFlow<Halt> {
        if self.steps >= self.step_limit {
            return ControlFlow::Break(Halt::StepLimit);
        }
        if self.deadline.load(Ordering::Relaxed) && self.is_over() {
            return ControlFlow::Break(Halt::Deadline);
        }
        self.steps += 1;
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn count(&mut self, _: Counter, _: u64) {}

    #[inline(always)]
    fn depth(&mut self, _: u32) {}

    #[inline(always)]
    fn trace(&mut self, _: impl FnOnce() -> Event) {}
}

/// Counts everything, under the same limits. The probe of the counted pass and of `solve`.
#[derive(Debug)]
pub struct Tally<'a> {
    limits: Limits<'a>,
    counts: [u64; SLOTS],
}

impl<'a> Tally<'a> {
    /// Nothing counted yet; limits as for [`Limits::new`].
    pub fn new(step_limit: Option<u64>, deadline: &'a AtomicBool) -> Self {
        Self { limits: Limits::new(step_limit, deadline), counts: [0; SLOTS] }
    }

    /// As [`Limits::answering`].
    #[must_use]
    pub fn answering(self, knock: &'a AtomicBool) -> Self {
        Self { limits: self.limits.answering(knock), ..self }
    }

    /// What was counted. Steps are counted whether or not the strategy declares them.
    pub fn value(&self, counter: Counter) -> u64 {
        if counter.slot() == counters::STEPS.slot() { self.limits.steps() } else { self.counts[counter.slot()] }
    }

    /// All slots, steps too.
    fn slots(&self) -> [u64; SLOTS] {
        let mut slots = self.counts;
        slots[counters::STEPS.slot()] = self.limits.steps();
        slots
    }
}

impl Probe for Tally<'_> {
    const COUNTS: bool = true;
    const TRACES: bool = false;

    #[inline(always)]
    fn step(&mut self) -> ControlFlow<Halt> {
        self.limits.step()
    }

    #[inline(always)]
    fn count(&mut self, counter: Counter, n: u64) {
        let count = &mut self.counts[counter.slot()];
        *count = match counter.fold {
            Fold::Sum => *count + n,
            Fold::Maximum => n.max(*count),
        };
    }

    #[inline(always)]
    fn depth(&mut self, standing: u32) {
        self.count(counters::MAX_DEPTH, u64::from(standing));
    }

    #[inline(always)]
    fn trace(&mut self, _: impl FnOnce() -> Event) {}
}

/// Counts, limits, and keeps every event up to a number, with the counts at each.
#[derive(Debug)]
pub struct Trace<'a> {
    tally: Tally<'a>,
    events: Vec<Event>,
    counts: Vec<[u64; SLOTS]>,
    most: usize,
    dropped: u64,
}

impl<'a> Trace<'a> {
    /// Keeps the first `most` events, and says how many came after; limits as for [`Limits::new`].
    pub fn new(step_limit: Option<u64>, deadline: &'a AtomicBool, most: usize) -> Self {
        Self { tally: Tally::new(step_limit, deadline), events: Vec::new(), counts: Vec::new(), most, dropped: 0 }
    }

    /// The counts.
    pub fn tally(&self) -> &Tally<'a> {
        &self.tally
    }

    /// The events kept, in order.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// What was counted when an event (from 0) was kept: all before it, and what it was counted as itself.
    ///
    /// # Panics
    /// When there is no such event.
    pub fn value_at(&self, event: usize, counter: Counter) -> u64 {
        self.counts[event][counter.slot()]
    }

    /// How many events came after the last one kept.
    pub fn dropped(&self) -> u64 {
        self.dropped
    }
}

impl Probe for Trace<'_> {
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
        if self.events.len() < self.most {
            self.events.push(event());
            self.counts.push(self.tally.slots());
        } else {
            self.dropped += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exactly_the_limit_is_allowed() {
        let flag = AtomicBool::new(false);
        let mut probe = Tally::new(Some(2), &flag);
        assert!(probe.step().is_continue() && probe.step().is_continue());
        assert_eq!(probe.step(), ControlFlow::Break(Halt::StepLimit));
        assert_eq!(probe.value(counters::STEPS), 2);
    }

    #[test]
    fn a_deadline_that_has_passed_allows_no_step() {
        let flag = AtomicBool::new(true);
        assert_eq!(Limits::new(None, &flag).step(), ControlFlow::Break(Halt::Deadline));
    }

    #[test]
    fn a_knock_is_answered_and_the_search_goes_on() {
        let (flag, knock) = (AtomicBool::new(true), AtomicBool::new(true));
        let mut probe = Limits::new(Some(1), &flag).answering(&knock);
        assert!(probe.step().is_continue());
        assert!(!flag.load(Ordering::Relaxed) && !knock.load(Ordering::Relaxed), "answered");
        flag.store(true, Ordering::Relaxed);
        assert_eq!(probe.step(), ControlFlow::Break(Halt::StepLimit), "who was told to stop is not asked");
        let mut probe = Limits::new(None, &flag).answering(&knock);
        assert_eq!(probe.step(), ControlFlow::Break(Halt::Deadline), "no knock: the deadline");
    }

    #[test]
    fn sums_add_up_and_maxima_stay() {
        let flag = AtomicBool::new(false);
        let mut probe = Trace::new(None, &flag, 1);
        probe.count(counters::COVERS, 3);
        probe.count(counters::COVERS, 4);
        probe.depth(5);
        probe.depth(2);
        assert_eq!((probe.tally().value(counters::COVERS), probe.tally().value(counters::MAX_DEPTH)), (7, 5));
        probe.trace(|| Event::Solution { number: 1 });
        probe.trace(|| Event::Solution { number: 2 });
        assert_eq!((probe.events().len(), probe.dropped()), (1, 1));
    }

    #[test]
    fn an_event_has_the_counts_of_its_moment() {
        let flag = AtomicBool::new(false);
        let mut probe = Trace::new(None, &flag, 2);
        probe.count(counters::COVERS, 3);
        probe.trace(|| Event::Solution { number: 1 });
        assert!(probe.step().is_continue());
        probe.count(counters::COVERS, 4);
        probe.trace(|| Event::Solution { number: 2 });
        probe.count(counters::COVERS, 5);
        let at = |event| (probe.value_at(event, counters::STEPS), probe.value_at(event, counters::COVERS));
        assert_eq!((at(0), at(1)), ((0, 3), (1, 7)));
        assert_eq!(probe.tally().value(counters::COVERS), 12);
    }
}
