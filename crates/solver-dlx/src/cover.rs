//! Algorithm X on the links, iterative.
//!
//! The stack is a vector: a search 20,000 deep must not touch the machine's own. Whatever ends a search, every cover is
//! undone, so the matrix is built once and stands as built before each search: one cover after the other where few are
//! left, by a copy of the whole where many are. Where nobody counts, a search that no standing row has an alternative for
//! ends at once, and so the covers of a forced chain are taken back by that copy.

use std::borrow::Cow;
use std::ops::ControlFlow;

use model::solve::{End, Event, Off, Probe, Random, Subject, counters};

use crate::links::Links;
use crate::{ColumnRule, ExactCover, Naming};

/// A column chosen and the row that is tried in it.
#[derive(Clone, Copy, Debug)]
struct Frame {
    header: u32,
    node: u32,
}

/// The way from the root to a cover.
///
/// The degrees are read from the matrix as it stands: no other cover touches the size of a column that is covered, so
/// the search itself keeps nothing for them.
pub struct Path<'a> {
    options: &'a [u32],
    links: &'a Links,
    stack: &'a [Frame],
}

impl Path<'_> {
    /// The option chosen at each depth, from the root.
    pub fn options(&self) -> &[u32] {
        self.options
    }

    /// How many rows the column chosen at each depth had when it was chosen, from the root (the paper's degree).
    pub fn degrees(&self) -> impl ExactSizeIterator<Item = u32> {
        self.stack.iter().map(|frame| self.links.size(frame.header))
    }
}

/// An exact-cover problem, linked and ready to be searched again and again.
#[derive(Clone, Debug)]
pub struct Cover {
    links: Links,
    /// The links as built.
    pristine: Links,
    stack: Vec<Frame>,
    /// Standing rows that have another row below them in their column.
    open: u32,
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
        let links = Links::new(problem);
        Self {
            pristine: links.clone(),
            links,
            stack: Vec::new(),
            open: 0,
            given: Vec::new(),
            is_given: vec![false; items + 1],
            options: Vec::new(),
        }
    }

    /// Covers the `given` options first, in order, then searches; each cover goes to `found` as the option numbers in the
    /// order in which they were chosen, the given ones not among them. `found` may ask to stop: the end is then
    /// [`End::Enough`].
    ///
    /// A tracer hears of each given option as an assignment that was not chosen, and after each given, each column chosen
    /// and each row tried what it cost, as a note `covers`.
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
        self.search_paths(given, rule, names, probe, &mut |path| found(path.options()))
    }

    /// The same search; each cover comes with the way to it.
    ///
    /// ```
    /// use model::solve::Off;
    /// use solver_dlx::{ColumnRule, Cover, ExactCover};
    /// use std::ops::ControlFlow;
    ///
    /// let problem = ExactCover::new(2, 0, vec![vec![0], vec![1], vec![0, 1]]).expect("items are in range");
    /// let mut ways = Vec::new();
    /// Cover::new(&problem).search_paths(&[], &mut ColumnRule::First, &problem, &mut Off, &mut |path| {
    ///     ways.push((path.options().to_vec(), path.degrees().collect::<Vec<_>>()));
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(ways, [(vec![0, 1], vec![2, 1]), (vec![2], vec![2])]);
    /// ```
    pub fn search_paths<P: Probe>(
        &mut self,
        given: &[u32],
        rule: &mut ColumnRule,
        names: &impl Naming,
        probe: &mut P,
        found: &mut dyn FnMut(&Path<'_>) -> ControlFlow<()>,
    ) -> End {
        let end =
            if self.cover_given(given, names, probe) { self.run(rule, names, probe, found) } else { End::Exhausted };
        self.restore();
        end
    }

    /// Goes down from the root, at each column to one of its rows with equal chance, until a cover or a dead end; `true`
    /// for a cover. `degrees` becomes the degrees on the way, the 0 of a dead end included (Knuth, "Estimating the
    /// efficiency of backtrack programs", 1975). `None` when the given options have no cover: there is no tree.
    pub fn dive(
        &mut self,
        given: &[u32],
        rule: &mut ColumnRule,
        random: &mut Random,
        degrees: &mut Vec<u32>,
    ) -> Option<bool> {
        degrees.clear();
        let end = self.cover_given(given, &Nameless, &mut Off).then(|| {
            while self.links.first() != 0 {
                let header = rule.choose(&self.links);
                let size = self.links.size(header);
                degrees.push(size);
                if size == 0 {
                    return false;
                }
                let mut node = self.links.down(header);
                for _ in 0..random.below(u64::from(size)) {
                    node = self.links.down(node);
                }
                self.links.cover(header);
                self.links.cover_others(node);
                self.stack.push(Frame { header, node });
            }
            true
        });
        self.restore();
        end
    }

    /// Makes the matrix stand as built.
    fn restore(&mut self) {
        self.open = 0;
        for &header in &self.given {
            self.is_given[header as usize] = false;
        }
        // A row covers several columns, and a copy costs less than uncovering an eighth of them all.
        if (self.given.len() + 4 * self.stack.len()) * 8 > self.links.columns() {
            self.links.copy_from(&self.pristine);
            self.stack.clear();
            self.given.clear();
            return;
        }
        while let Some(frame) = self.stack.pop() {
            self.links.uncover_others(frame.node);
            self.links.uncover(frame.header);
        }
        while let Some(header) = self.given.pop() {
            self.links.uncover(header);
        }
    }

    fn cover_given<P: Probe>(&mut self, given: &[u32], names: &impl Naming, probe: &mut P) -> bool {
        for &option in given {
            let from = self.given.len();
            self.given.extend(self.links.headers_of(option));
            let row = from..self.given.len();
            let fits = !row.is_empty() && row.clone().all(|at| !self.is_given[self.given[at] as usize]);
            if !fits {
                self.given.truncate(from);
                return false;
            }
            let mut updates = 0;
            for at in row {
                let header = self.given[at];
                self.is_given[header as usize] = true;
                updates += self.links.cover(header);
            }
            probe.count(counters::COVERS, updates);
            probe.trace(|| Event::Assign { what: Subject::Option(option, names.option(option)), chosen: false });
            probe.trace(|| covers(updates));
        }
        true
    }

    /// Searches; on return the stack holds the rows that still stand, all of them covered.
    fn run<P: Probe>(
        &mut self,
        rule: &mut ColumnRule,
        names: &impl Naming,
        probe: &mut P,
        found: &mut dyn FnMut(&Path<'_>) -> ControlFlow<()>,
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
            self.open += u32::from(self.links.down(frame.node) != frame.header);
            self.stack.push(frame);
            probe.depth(self.stack.len() as u32);
            probe.trace(|| {
                let option = self.links.option_at(frame.node);
                Event::Assign { what: Subject::Option(option, names.option(option)), chosen: true }
            });
            probe.trace(|| covers(updates));
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
        probe.trace(|| covers(updates));
        Frame { header, node: header }
    }

    /// Takes back the last row; its column stays covered. `None` when no row stands, or none that has an alternative and
    /// nobody counts how they are taken back.
    fn withdraw<P: Probe>(&mut self, names: &impl Naming, probe: &mut P) -> Option<Frame> {
        if self.open == 0 && !P::COUNTS && !P::TRACES {
            return None;
        }
        let frame = self.stack.pop()?;
        self.open -= u32::from(self.links.down(frame.node) != frame.header);
        self.links.uncover_others(frame.node);
        probe.count(counters::BACKTRACKS, 1);
        probe.trace(|| {
            let option = self.links.option_at(frame.node);
            Event::Withdraw { what: Subject::Option(option, names.option(option)) }
        });
        Some(frame)
    }

    fn hand_out(&mut self, found: &mut dyn FnMut(&Path<'_>) -> ControlFlow<()>) -> ControlFlow<()> {
        self.options.clear();
        self.options.extend(self.stack.iter().map(|frame| self.links.option_at(frame.node)));
        found(&Path { options: &self.options, links: &self.links, stack: &self.stack })
    }
}

/// Names for a search that nobody traces.
struct Nameless;

impl Naming for Nameless {
    fn item(&self, _: u32) -> Cow<'static, str> {
        Cow::Borrowed("")
    }

    fn option(&self, _: u32) -> Cow<'static, str> {
        Cow::Borrowed("")
    }
}

/// What the event before it cost: the paper's `updates`, in a note called `covers`.
fn covers(updates: u64) -> Event {
    Event::Note { text: "covers".into(), number: updates }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use model::solve::{Halt, Tally};

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

    /// Numbers 1..=n at two places each, d + 1 apart (docs/REPRODUCTION.md).
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

    #[test]
    fn degrees_on_the_way_are_the_sizes_that_a_trace_saw() {
        use model::solve::Trace;
        let problem = langford(4);
        let flag = AtomicBool::new(false);
        let mut probe = Trace::new(None, &flag, usize::MAX);
        let mut ways = Vec::new();
        Cover::new(&problem).search_paths(&[], &mut ColumnRule::Shortest, &problem, &mut probe, &mut |path| {
            ways.push(path.degrees().collect::<Vec<_>>());
            ControlFlow::Continue(())
        });
        let (mut standing, mut expected) = (Vec::new(), Vec::new());
        let (mut depth, mut open_at) = (0, Vec::new());
        for event in probe.events() {
            match event {
                Event::Decide { open, .. } => {
                    open_at.truncate(depth);
                    open_at.push(*open);
                }
                Event::Assign { .. } => {
                    depth += 1;
                    standing.clone_from(&open_at);
                }
                Event::Withdraw { .. } => depth -= 1,
                Event::Solution { .. } => expected.push(standing.clone()),
                _ => {}
            }
        }
        assert_eq!((ways.len(), &ways), (2, &expected));
    }

    #[test]
    fn a_dive_ends_at_a_cover_or_a_dead_end_and_leaves_no_trace() {
        let problem = langford(3);
        let mut cover = Cover::new(&problem);
        let fresh = format!("{:?}", cover.links);
        let (mut random, mut degrees, mut covers) = (Random::new(1), Vec::new(), 0);
        for _ in 0..200 {
            let end = cover.dive(&[], &mut ColumnRule::First, &mut random, &mut degrees).expect("nothing is given");
            assert_eq!(end, degrees.iter().all(|&degree| degree > 0));
            assert_eq!((end, format!("{:?}", cover.links)), (degrees.last() != Some(&0), fresh.clone()));
            covers += u32::from(end);
        }
        assert!((1..200).contains(&covers), "{covers}");
        assert_eq!(cover.dive(&[0, 1], &mut ColumnRule::First, &mut random, &mut degrees), None);
        assert_eq!(format!("{:?}", cover.links), fresh);
    }
}
