//! Algorithm X on the links, iterative.
//!
//! The stack is a vector: a search 20,000 deep must not touch the machine's own. Whatever ends a search, every cover is
//! undone, so the matrix is built once and stands as built before each search. Restoring costs less than copying, since
//! most searches end with few rows standing.

use std::ops::ControlFlow;

use model::solve::{End, Event, Probe, Subject, counters};

use crate::links::Links;
use crate::{ColumnRule, ExactCover, Naming};

/// A column chosen and the row that is tried in it.
#[derive(Clone, Copy, Debug)]
struct Frame {
    header: u32,
    node: u32,
}

/// An exact-cover problem, linked and ready to be searched again and again.
#[derive(Clone, Debug)]
pub struct Cover {
    links: Links,
    stack: Vec<Frame>,
    /// Headers that the givens cover, in order.
    given: Vec<u32>,
    /// By header: whether a given covers it.
    is_given: Vec<bool>,
    /// Scratch for handing out a cover.
    options: Vec<u32>,
}

impl Cover {
    /// Links the problem.
    pub fn new(problem: &ExactCover) -> Self {
        let items = (problem.primary() + problem.secondary()) as usize;
        Self {
            links: Links::new(problem),
            stack: Vec::new(),
            given: Vec::new(),
            is_given: vec![false; items + 1],
            options: Vec::new(),
        }
    }

    /// Covers the `given` options first, in order, then searches; each cover goes to `found` as the option numbers in the
    /// order in which they were chosen, the given ones not among them. `found` may ask to stop: the end is then
    /// [`End::Enough`].
    ///
    /// Two given options that share an item have no cover, and neither has one without a primary item: it is never used.
    pub fn search<P: Probe>(
        &mut self,
        given: &[u32],
        rule: &mut ColumnRule,
        names: &impl Naming,
        probe: &mut P,
        found: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
    ) -> End {
        let end = if self.cover_given(given, probe) { self.run(rule, names, probe, found) } else { End::Exhausted };
        while let Some(frame) = self.stack.pop() {
            self.links.uncover_others(frame.node);
            self.links.uncover(frame.header);
        }
        while let Some(header) = self.given.pop() {
            self.links.uncover(header);
            self.is_given[header as usize] = false;
        }
        end
    }

    fn cover_given<P: Probe>(&mut self, given: &[u32], probe: &mut P) -> bool {
        for &option in given {
            let from = self.given.len();
            self.given.extend(self.links.headers_of(option));
            let row = from..self.given.len();
            let fits = !row.is_empty() && row.clone().all(|at| !self.is_given[self.given[at] as usize]);
            if !fits {
                self.given.truncate(from);
                return false;
            }
            for at in row {
                let header = self.given[at];
                self.is_given[header as usize] = true;
                let updates = self.links.cover(header);
                probe.count(counters::COVERS, updates);
            }
        }
        true
    }

    /// Searches; on return the stack holds the rows that still stand, all of them covered.
    fn run<P: Probe>(
        &mut self,
        rule: &mut ColumnRule,
        names: &impl Naming,
        probe: &mut P,
        found: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
    ) -> End {
        let mut solutions = 0;
        loop {
            // search() is entered.
            probe.count(counters::NODES, 1);
            let mut frame = if self.links.first() == 0 {
                solutions += 1;
                probe.trace(|| Event::Solution { number: solutions });
                if self.hand_out(found).is_break() {
                    return End::Enough;
                }
                match self.withdraw(names, probe) {
                    Some(frame) => frame,
                    None => return End::Exhausted,
                }
            } else {
                self.open(rule, names, probe)
            };
            // The next row of this column, or of the nearest one above that has rows left.
            loop {
                frame.node = self.links.down(frame.node);
                if frame.node != frame.header {
                    break;
                }
                self.links.uncover(frame.header);
                match self.withdraw(names, probe) {
                    Some(above) => frame = above,
                    None => return End::Exhausted,
                }
            }
            if let ControlFlow::Break(halt) = probe.step() {
                self.links.uncover(frame.header);
                return End::Halted(halt);
            }
            let updates = self.links.cover_others(frame.node);
            probe.count(counters::COVERS, updates);
            self.stack.push(frame);
            probe.depth(self.stack.len() as u32);
            probe.trace(|| {
                let option = self.links.option_at(frame.node);
                Event::Assign { what: Subject::Option(option, names.option(option)), chosen: true }
            });
        }
    }

    /// Chooses a column and covers it; no row is tried yet.
    fn open<P: Probe>(&mut self, rule: &mut ColumnRule, names: &impl Naming, probe: &mut P) -> Frame {
        let header = rule.choose(&self.links);
        let open = self.links.size(header);
        probe.count(counters::GUESSES, u64::from(open >= 2));
        probe.trace(|| {
            let on = Subject::Item(header - 1, names.item(header - 1));
            if open == 0 { Event::DeadEnd { on } } else { Event::Decide { on, open } }
        });
        let updates = self.links.cover(header);
        probe.count(counters::COVERS, updates);
        Frame { header, node: header }
    }

    /// Takes back the last row; its column stays covered.
    fn withdraw<P: Probe>(&mut self, names: &impl Naming, probe: &mut P) -> Option<Frame> {
        let frame = self.stack.pop()?;
        self.links.uncover_others(frame.node);
        probe.count(counters::BACKTRACKS, 1);
        probe.trace(|| {
            let option = self.links.option_at(frame.node);
            Event::Withdraw { what: Subject::Option(option, names.option(option)) }
        });
        Some(frame)
    }

    fn hand_out(&mut self, found: &mut dyn FnMut(&[u32]) -> ControlFlow<()>) -> ControlFlow<()> {
        self.options.clear();
        self.options.extend(self.stack.iter().map(|frame| self.links.option_at(frame.node)));
        found(&self.options)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use model::solve::{Halt, Off, Tally};

    use super::*;

    fn count(problem: &ExactCover, given: &[u32], rule: ColumnRule) -> (usize, [u64; 3]) {
        let flag = AtomicBool::new(false);
        let mut probe = Tally::new(None, &flag);
        let mut covers = 0;
        let mut rule = rule;
        Cover::new(problem).search(given, &mut rule, problem, &mut probe, &mut |_| {
            covers += 1;
            ControlFlow::Continue(())
        });
        (covers, [counters::NODES, counters::COVERS, counters::STEPS].map(|counter| probe.value(counter)))
    }

    /// Numbers 1..=n at two places each, d + 1 apart (PAPER.md C).
    fn langford(n: u32) -> ExactCover {
        let options = (1..=n).flat_map(|d| (1..2 * n - d).map(move |i| vec![d - 1, n + i - 1, n + i + d]));
        ExactCover::new(3 * n, 0, options.collect()).expect("items are in range")
    }

    #[test]
    fn langford_pairings_and_trees_are_the_known_ones() {
        // Davies 1959 / OEIS A014552 doubled; nodes and updates from an independent program.
        for (n, covers, nodes, updates, first) in [
            (3, 2, 7, 49, 11),
            (4, 2, 18, 184, 37),
            (5, 0, 39, 551, 141),
            (7, 52, 607, 8339, 3283),
            (8, 300, 2789, 37241, 19647),
        ] {
            let problem = langford(n);
            let (found, [shortest_nodes, shortest_updates, steps]) = count(&problem, &[], ColumnRule::Shortest);
            assert_eq!((found, shortest_nodes, shortest_updates), (covers, nodes, updates), "n = {n}");
            assert_eq!(steps, nodes - 1);
            assert_eq!(count(&problem, &[], ColumnRule::First).1[0], first, "n = {n}");
        }
    }

    #[test]
    fn one_permutation_has_n_factorial_covers_and_per_i_plus_j_nodes() {
        for (n, covers, nodes) in [(1, 1, 2), (2, 2, 5), (3, 6, 16), (4, 24, 65), (5, 120, 326)] {
            let options = (0..n).flat_map(|i| (0..n).map(move |v| vec![i, n + v])).collect();
            let problem = ExactCover::new(2 * n, 0, options).expect("items are in range");
            let (found, [visited, ..]) = count(&problem, &[], ColumnRule::Shortest);
            assert_eq!((found, visited), (covers, nodes), "n = {n}");
        }
    }

    #[test]
    fn the_degenerate_problems_are_right() {
        let of = |primary, secondary, options: &[&[u32]]| {
            let options = options.iter().map(|option| option.to_vec()).collect();
            count(&ExactCover::new(primary, secondary, options).expect("items are in range"), &[], ColumnRule::Shortest)
                .0
        };
        assert_eq!(of(0, 0, &[]), 1, "nothing to cover is covered by nothing");
        assert_eq!(of(0, 2, &[&[0], &[1]]), 1, "options without a primary item are never used");
        assert_eq!(of(1, 0, &[]), 0);
        assert_eq!(of(1, 0, &[&[0], &[0]]), 2, "equal options are different covers");
        assert_eq!(of(1, 0, &[&[], &[0]]), 1, "an empty option is never used");
        assert_eq!(of(2, 1, &[&[0, 2], &[1, 2], &[1]]), 1, "a secondary item is covered at most once");
    }

    #[test]
    fn given_options_are_covered_first() {
        let problem = langford(3);
        // The pairings are 2 3 1 2 1 3 and its mirror image: the 1s stand at places 3 and 5, or 2 and 4 (option 1).
        assert_eq!(count(&problem, &[1], ColumnRule::Shortest).0, 1);
        assert_eq!(count(&problem, &[0], ColumnRule::Shortest).0, 0);
        assert_eq!(
            count(&problem, &[0, 1], ColumnRule::Shortest),
            (0, [0, count(&problem, &[0, 1], ColumnRule::First).1[1], 0])
        );
    }

    #[test]
    fn a_search_twenty_thousand_deep_does_not_touch_the_stack() {
        let n = 20_000;
        let problem = ExactCover::new(n, 0, (0..n).map(|i| vec![i]).collect()).expect("items are in range");
        for rule in [ColumnRule::Shortest, ColumnRule::First] {
            let (covers, [nodes, updates, _]) = count(&problem, &[], rule);
            assert_eq!((covers, nodes, updates), (1, u64::from(n) + 1, u64::from(n)));
        }
    }

    #[test]
    fn after_any_end_the_matrix_stands_as_built() {
        let problem = langford(7);
        let mut cover = Cover::new(&problem);
        let fresh = format!("{:?}", cover.links);
        let flag = AtomicBool::new(false);
        for limit in [0, 1, 5, 100] {
            let mut probe = Tally::new(Some(limit), &flag);
            let end =
                cover.search(&[], &mut ColumnRule::Shortest, &problem, &mut probe, &mut |_| ControlFlow::Continue(()));
            assert_eq!((end, probe.value(counters::STEPS)), (End::Halted(Halt::StepLimit), limit));
            assert_eq!(format!("{:?}", cover.links), fresh);
        }
        let end = cover.search(&[], &mut ColumnRule::Shortest, &problem, &mut Off, &mut |_| ControlFlow::Break(()));
        assert_eq!((end, format!("{:?}", cover.links)), (End::Enough, fresh));
    }
}
