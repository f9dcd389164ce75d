//! Algorithm X on a matrix, iterative.
//!
//! The stack is a vector: a search 20,000 deep must not touch the machine's own. Which matrix it is, links or lanes, is
//! settled when the problem is known, and nothing that can be seen from outside depends on it. Whatever ends a search, the
//! matrix is made to stand as built, so it is built once. Where nobody counts, a search that no standing row has an
//! alternative for ends at once.

use std::borrow::Cow;
use std::ops::ControlFlow;

use model::solve::{End, Event, Off, Probe, Random, Subject, counters};

use crate::links::Links;
use crate::matrix::Matrix;
use crate::packed::Packed;
use crate::{ColumnRule, ExactCover, Naming};

/// The way from the root to a cover.
pub struct Path<'a> {
    options: &'a [u32],
    degrees: &'a [u32],
}

impl Path<'_> {
    /// The option chosen at each depth, from the root.
    pub fn options(&self) -> &[u32] {
        self.options
    }

    /// How many rows the column chosen at each depth had when it was chosen, from the root (the paper's degree).
    pub fn degrees(&self) -> impl ExactSizeIterator<Item = u32> {
        self.degrees.iter().copied()
    }
}

/// An exact-cover problem, ready to be searched again and again.
#[derive(Clone, Debug)]
pub struct Cover(Engine);

/// The search on the matrix that suits the problem.
#[derive(Clone, Debug)]
enum Engine {
    Narrow(Search<Packed<i16>>),
    Wide(Search<Packed<i32>>),
    Linked(Search<Links>),
}

/// Does the same with whichever search it is.
macro_rules! engine {
    ($cover:expr, $search:ident => $does:expr) => {
        match &mut $cover.0 {
            Engine::Narrow($search) => $does,
            Engine::Wide($search) => $does,
            Engine::Linked($search) => $does,
        }
    };
}

impl Cover {
    /// Builds the matrix of the problem.
    pub fn new(problem: &ExactCover) -> Self {
        let narrow = Packed::new(problem).map(|matrix| Engine::Narrow(Search::new(matrix)));
        let wide = || Packed::new(problem).map(|matrix| Engine::Wide(Search::new(matrix)));
        Self(narrow.or_else(wide).unwrap_or_else(|| Engine::Linked(Search::new(Links::new(problem)))))
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
        engine!(self, search => search.run(given, rule, names, probe, found))
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
        engine!(self, search => search.dive(given, rule, random, degrees))
    }
}

/// Algorithm X on one kind of matrix.
#[derive(Clone, Debug)]
struct Search<M: Matrix> {
    matrix: M,
    stack: Vec<M::Frame>,
    /// Standing rows that have another row below them in their column.
    open: u32,
    /// Scratch for handing out a cover.
    options: Vec<u32>,
    degrees: Vec<u32>,
}

impl<M: Matrix> Search<M> {
    fn new(matrix: M) -> Self {
        Self { matrix, stack: Vec::new(), open: 0, options: Vec::new(), degrees: Vec::new() }
    }

    fn run<P: Probe>(
        &mut self,
        given: &[u32],
        rule: &mut ColumnRule,
        names: &impl Naming,
        probe: &mut P,
        found: &mut dyn FnMut(&Path<'_>) -> ControlFlow<()>,
    ) -> End {
        let end = if self.give(given, names, probe) { self.search(rule, names, probe, found) } else { End::Exhausted };
        self.restore();
        end
    }

    fn dive(
        &mut self,
        given: &[u32],
        rule: &mut ColumnRule,
        random: &mut Random,
        degrees: &mut Vec<u32>,
    ) -> Option<bool> {
        let end = self.give(given, &Nameless, &mut Off).then(|| {
            while let Some(column) = rule.choose(&self.matrix) {
                let size = self.matrix.size(column);
                degrees.push(size);
                if size == 0 {
                    return false;
                }
                let (mut frame, _) = self.matrix.open::<Off>(column);
                for _ in 0..=random.below(u64::from(size)) {
                    self.matrix.advance(&mut frame);
                }
                self.matrix.take::<Off>(&frame);
                self.stack.push(frame);
            }
            true
        });
        self.restore();
        end
    }

    /// Makes the matrix stand as built.
    fn restore(&mut self) {
        self.open = 0;
        self.options.clear();
        self.degrees.clear();
        self.matrix.restore(&mut self.stack);
    }

    fn give<P: Probe>(&mut self, given: &[u32], names: &impl Naming, probe: &mut P) -> bool {
        for &option in given {
            let Some(updates) = self.matrix.give::<P>(option) else { return false };
            probe.count(counters::COVERS, updates);
            probe.trace(|| Event::Assign { what: Subject::Option(option, names.option(option)), chosen: false });
            probe.trace(|| covers(updates));
        }
        true
    }

    /// Searches; on return the stack holds the rows that still stand, all of them covered.
    fn search<P: Probe>(
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
            let mut frame = if let Some(column) = rule.choose(&self.matrix) {
                self.open(column, names, probe)
            } else {
                solutions += 1;
                probe.trace(|| Event::Solution { number: solutions });
                if self.hand_out(found).is_break() {
                    return End::Enough;
                }
                match self.withdraw(names, probe) {
                    Some(frame) => frame,
                    None => return End::Exhausted,
                }
            };
            // The next row of this column, or of the nearest one above that has rows left.
            while !self.matrix.advance(&mut frame) {
                match self.withdraw(names, probe) {
                    Some(above) => frame = above,
                    None => return End::Exhausted,
                }
            }
            if let ControlFlow::Break(halt) = probe.step() {
                self.matrix.close(&frame);
                return End::Halted(halt);
            }
            let updates = self.matrix.take::<P>(&frame);
            probe.count(counters::COVERS, updates);
            self.open += u32::from(self.matrix.has_more(&frame));
            self.stack.push(frame);
            probe.depth(self.stack.len() as u32);
            probe.trace(|| {
                let option = self.matrix.row(&frame);
                Event::Assign { what: Subject::Option(option, names.option(option)), chosen: true }
            });
            probe.trace(|| covers(updates));
        }
    }

    /// Covers the column chosen; no row is tried yet.
    fn open<P: Probe>(&mut self, column: u32, names: &impl Naming, probe: &mut P) -> M::Frame {
        let open = self.matrix.size(column);
        probe.count(counters::GUESSES, u64::from(open >= 2));
        probe.trace(|| {
            let on = Subject::Item(column, names.item(column));
            if open == 0 { Event::DeadEnd { on } } else { Event::Decide { on, open } }
        });
        let (frame, updates) = self.matrix.open::<P>(column);
        probe.count(counters::COVERS, updates);
        probe.trace(|| covers(updates));
        frame
    }

    /// Takes back the last row; its column stays covered. `None` when no row stands, or none that has an alternative and
    /// nobody counts how they are taken back.
    fn withdraw<P: Probe>(&mut self, names: &impl Naming, probe: &mut P) -> Option<M::Frame> {
        if self.open == 0 && !P::COUNTS && !P::TRACES {
            return None;
        }
        let frame = self.stack.pop()?;
        self.open -= u32::from(self.matrix.has_more(&frame));
        self.matrix.take_back(&frame);
        probe.count(counters::BACKTRACKS, 1);
        probe.trace(|| {
            let option = self.matrix.row(&frame);
            Event::Withdraw { what: Subject::Option(option, names.option(option)) }
        });
        Some(frame)
    }

    fn hand_out(&mut self, found: &mut dyn FnMut(&Path<'_>) -> ControlFlow<()>) -> ControlFlow<()> {
        self.options.clear();
        self.options.extend(self.stack.iter().map(|frame| self.matrix.row(frame)));
        self.degrees.clear();
        self.degrees.extend(self.stack.iter().map(|frame| self.matrix.degree(frame)));
        found(&Path { options: &self.options, degrees: &self.degrees })
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

    use model::solve::{Halt, Limits, Tally, Trace};
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::{Index, subsequence};

    use super::*;

    /// The problem on each matrix that takes it, the links first.
    fn engines(problem: &ExactCover) -> impl Iterator<Item = Cover> {
        let linked = Engine::Linked(Search::new(Links::new(problem)));
        let narrow = Packed::new(problem).map(|matrix| Engine::Narrow(Search::new(matrix)));
        let wide = Packed::new(problem).map(|matrix| Engine::Wide(Search::new(matrix)));
        [Some(linked), narrow, wide].into_iter().flatten().map(Cover)
    }

    fn count(problem: &ExactCover, given: &[u32], rule: &ColumnRule) -> (usize, [u64; 3]) {
        let flag = AtomicBool::new(false);
        let counts = engines(problem).map(|mut engine| {
            let mut probe = Tally::new(None, &flag);
            let mut covers = 0;
            engine.search(given, &mut rule.clone(), problem, &mut probe, &mut |_| {
                covers += 1;
                ControlFlow::Continue(())
            });
            (covers, [counters::NODES, counters::COVERS, counters::STEPS].map(|counter| probe.value(counter)))
        });
        let counts: Vec<_> = counts.collect();
        assert!(counts.iter().all(|one| *one == counts[0]), "{counts:?}");
        counts[0]
    }

    /// All that can be seen of a search: its end, its counts, its events, and each cover with its degrees, those of the
    /// search that nobody counts as well.
    fn seen(
        engine: &mut Cover,
        problem: &ExactCover,
        given: &[u32],
        rule: &ColumnRule,
        limit: u64,
        cap: usize,
    ) -> String {
        let flag = AtomicBool::new(false);
        let before = format!("{engine:?}");
        let keep = |ways: &mut Vec<_>, path: &Path<'_>| {
            ways.push((path.options().to_vec(), path.degrees().collect::<Vec<_>>()));
            if ways.len() == cap { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let (mut ways, mut again) = (Vec::new(), Vec::new());
        let mut trace = Trace::new(Some(limit), &flag, usize::MAX);
        let mut rules = [rule.clone(), rule.clone()];
        let traced = engine.search_paths(given, &mut rules[0], problem, &mut trace, &mut |path| keep(&mut ways, path));
        let mut limits = Limits::new(Some(limit), &flag);
        let bare = engine.search_paths(given, &mut rules[1], problem, &mut limits, &mut |path| keep(&mut again, path));
        assert_eq!((bare, limits.steps()), (traced, trace.tally().value(counters::STEPS)));
        assert_eq!(ways, again, "counting changes nothing");
        assert_eq!(format!("{engine:?}"), before, "the matrix stands as built");
        format!("{traced:?} {:?} {:?} {ways:?}", trace.tally(), trace.events())
    }

    fn all_engines_agree(problem: &ExactCover, given: &[u32], limit: u64, cap: usize) {
        use ColumnRule::{First, Shortest, ShortestLast};
        for rule in [Shortest, ShortestLast, First, ColumnRule::Random(Random::new(limit))] {
            let mut engines = engines(problem);
            let expected =
                seen(&mut engines.next().expect("links take every problem"), problem, given, &rule, limit, cap);
            for mut engine in engines {
                assert_eq!(seen(&mut engine, problem, given, &rule, limit, cap), expected, "{rule:?}");
            }
        }
    }

    proptest! {
        #[test]
        fn links_and_lanes_agree_on_any_problem(
            (primary, secondary, options) in (1u32..8, 0u32..4).prop_flat_map(|(primary, secondary)| {
                let items = (0..primary + secondary).collect::<Vec<_>>();
                let most = items.len().min(4);
                let option = subsequence(items, 0..=most).prop_shuffle();
                (Just(primary), Just(secondary), vec(option, 1..30))
            }),
            given in vec(any::<Index>(), 0..3),
            limit in prop_oneof![Just(10_000u64), 0..60u64],
            cap in 1usize..20,
        ) {
            let given: Vec<_> = given.iter().map(|index| index.index(options.len()) as u32).collect();
            let problem = ExactCover::new(primary, secondary, options).expect("items are in range");
            all_engines_agree(&problem, &given, limit, cap);
        }

        #[test]
        fn links_and_lanes_agree_on_sudoku(
            order in 2u8..4,
            values in Just((0..9u32).collect::<Vec<_>>()).prop_shuffle(),
            kept in vec(0u32..100, 81),
            share in 15u32..60,
            wrong in 0u32..40,
        ) {
            let (n, side) = (u32::from(order), u32::from(order) * u32::from(order));
            let values: Vec<_> = values.into_iter().filter(|&value| value < side).collect();
            // A pattern that is a solution, some of its cells, and now and then a value that may clash.
            let solved = |cell: u32| values[((cell / side * n + cell / side / n + cell % side) % side) as usize];
            let cells = (0..side * side).filter(|&cell| kept[cell as usize] < share);
            let given: Vec<_> = cells
                .map(|cell| cell * side + if kept[cell as usize] == wrong { cell % side } else { solved(cell) })
                .collect();
            all_engines_agree(&crate::rules_problem(&model::Rules::sudoku(order.into())), &given, 300, 3);
        }
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
            let (found, [shortest_nodes, shortest_updates, steps]) = count(&problem, &[], &ColumnRule::Shortest);
            assert_eq!((found, shortest_nodes, shortest_updates), (covers, nodes, updates), "n = {n}");
            assert_eq!(steps, nodes - 1);
            assert_eq!(count(&problem, &[], &ColumnRule::First).1[0], first, "n = {n}");
        }
    }

    #[test]
    fn one_permutation_has_n_factorial_covers_and_per_i_plus_j_nodes() {
        for (n, covers, nodes) in [(1, 1, 2), (2, 2, 5), (3, 6, 16), (4, 24, 65), (5, 120, 326)] {
            let options = (0..n).flat_map(|i| (0..n).map(move |v| vec![i, n + v])).collect();
            let problem = ExactCover::new(2 * n, 0, options).expect("items are in range");
            let (found, [visited, ..]) = count(&problem, &[], &ColumnRule::Shortest);
            assert_eq!((found, visited), (covers, nodes), "n = {n}");
        }
    }

    #[test]
    fn the_degenerate_problems_are_right() {
        let of = |primary, secondary, options: &[&[u32]]| {
            let options = options.iter().map(|option| option.to_vec()).collect();
            count(
                &ExactCover::new(primary, secondary, options).expect("items are in range"),
                &[],
                &ColumnRule::Shortest,
            )
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
        assert_eq!(count(&problem, &[1], &ColumnRule::Shortest).0, 1);
        assert_eq!(count(&problem, &[0], &ColumnRule::Shortest).0, 0);
        assert_eq!(
            count(&problem, &[0, 1], &ColumnRule::Shortest),
            (0, [0, count(&problem, &[0, 1], &ColumnRule::First).1[1], 0])
        );
    }

    #[test]
    fn a_search_twenty_thousand_deep_does_not_touch_the_stack() {
        let n = 20_000;
        let problem = ExactCover::new(n, 0, (0..n).map(|i| vec![i]).collect()).expect("items are in range");
        for rule in [ColumnRule::Shortest, ColumnRule::First] {
            let (covers, [nodes, updates, _]) = count(&problem, &[], &rule);
            assert_eq!((covers, nodes, updates), (1, u64::from(n) + 1, u64::from(n)));
        }
    }

    #[test]
    fn after_any_end_the_matrix_stands_as_built() {
        let problem = langford(7);
        let flag = AtomicBool::new(false);
        for mut cover in engines(&problem) {
            let fresh = format!("{cover:?}");
            for limit in [0, 1, 5, 100] {
                let mut probe = Tally::new(Some(limit), &flag);
                let mut go_on = |_: &[u32]| ControlFlow::Continue(());
                let end = cover.search(&[], &mut ColumnRule::Shortest, &problem, &mut probe, &mut go_on);
                assert_eq!((end, probe.value(counters::STEPS)), (End::Halted(Halt::StepLimit), limit));
                assert_eq!(format!("{cover:?}"), fresh);
            }
            let end = cover.search(&[], &mut ColumnRule::Shortest, &problem, &mut Off, &mut |_| ControlFlow::Break(()));
            assert_eq!((end, format!("{cover:?}")), (End::Enough, fresh));
        }
    }

    #[test]
    fn degrees_on_the_way_are_the_sizes_that_a_trace_saw() {
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
        for mut cover in engines(&problem) {
            let fresh = format!("{cover:?}");
            let (mut random, mut degrees, mut covers) = (Random::new(1), Vec::new(), 0);
            for _ in 0..200 {
                let end = cover.dive(&[], &mut ColumnRule::First, &mut random, &mut degrees).expect("nothing is given");
                assert_eq!(end, degrees.iter().all(|&degree| degree > 0));
                assert_eq!((end, format!("{cover:?}")), (degrees.last() != Some(&0), fresh.clone()));
                covers += u32::from(end);
            }
            assert!((1..200).contains(&covers), "{covers}");
            assert_eq!(cover.dive(&[0, 1], &mut ColumnRule::First, &mut random, &mut degrees), None);
            assert_eq!(format!("{cover:?}"), fresh);
        }
    }
}
