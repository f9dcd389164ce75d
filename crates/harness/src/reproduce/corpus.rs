//! The items that need a whole corpus.

use anyhow::Result;
use model::Givens;
use model::solve::{Ask, End};

use super::pairs::Solvers;
use solver_sat::encode::{Encoder, Encoding, Reduced, Repeats};

use super::{Engines, Sheet};
use crate::corpus::{BadLines, Selection, Source, load};

/// Royle's 49,151 lines.
const ROYLE: &str = "71755fa5646701ae543b1435012492ec5b99f3d42b08da847e6d48d8b87676d7";

/// Sums over a corpus.
#[derive(Default)]
struct Totals {
    puzzles: u64,
    solved: u64,
    unsolved: u64,
    by_propagation: u64,
    no_pair_at_the_root: u64,
    met_a_leaf_without_a_pair: u64,
    met_one_and_solved: u64,
    least_nodes: u64,
    without_dead_ends: u64,
    full_tree_of_65: u64,
    agree: bool,
    /// Open variables after the givens, clauses of the minimal and of the extended encoding, added up.
    reduced: [u64; 3],
    /// Least and most open variables, least and most extended clauses.
    ranges: [u64; 4],
    first_unsolved: Vec<u64>,
}

pub(super) fn items(source: &Source, engines: &Engines, sheet: &mut Sheet) -> Result<()> {
    let all = Selection { offset: 0, stride: 1, sample: None, seed: 1, limit: None };
    let loaded = load(source, None, &all, BadLines::Refuse)?;
    let mut totals =
        Totals { agree: true, least_nodes: u64::MAX, ranges: [u64::MAX, 0, u64::MAX, 0], ..Totals::default() };
    anyhow::ensure!(loaded.puzzles.rules.name() == "sudoku-3", "the items of a corpus are about Sudoku of order 3");
    let mut solvers = Solvers::new(engines);
    let encoder = Encoder::new(&loaded.puzzles.rules);
    for index in 0..loaded.puzzles.len() {
        let givens = Givens::from_values(loaded.puzzles.givens(index));
        one(&mut solvers, &givens, loaded.puzzles.line(index), &mut totals);
        reduce(&encoder, &givens, &mut totals);
    }
    let known = loaded.record.sha256 == ROYLE;
    let name =
        if known { "Royle's corpus".to_owned() } else { format!("the corpus {}…", &loaded.record.sha256[..12]) };
    let mut item = |what: &str, expected: u64, measured: u64| {
        let item = format!("{name}: {what}");
        if known {
            sheet.check("independent", item, expected, measured);
        } else {
            sheet.measure("this corpus", item, measured);
        }
    };
    item("puzzles", 49_151, totals.puzzles);
    item("solved by PS-1-2", 48_428, totals.solved);
    item("not solved by PS-1-2", 723, totals.unsolved);
    item("solved by propagation alone", 21_905, totals.by_propagation);
    item("no pair at the very first search", 564, totals.no_pair_at_the_root);
    item("a call without a pair is met", 812, totals.met_a_leaf_without_a_pair);
    item("a call without a pair is met, and solved all the same", 89, totals.met_one_and_solved);
    item("least nodes of dancing links to the first solution", 65, totals.least_nodes);
    item("puzzles that take so few", 28_853, totals.without_dead_ends);
    item("puzzles whose whole tree has 65 nodes", 21_905, totals.full_tree_of_65);
    item("these are the ones solved by propagation alone (1 is yes)", 1, u64::from(totals.agree));
    let mut list = |what: &str, expected: &[u64], measured: &[u64]| {
        let item = format!("{name}: {what}");
        if known {
            sheet.check("independent", item, expected, measured);
        } else {
            sheet.measure("this corpus", item, measured);
        }
    };
    let sums = [15_138_782, 103_853_504, 144_156_313];
    list("sums of open variables, reduced minimal and reduced extended clauses", &sums, &totals.reduced);
    list("least and most open variables, least and most extended clauses", &[291, 330, 2590, 3347], &totals.ranges);
    let first_unsolved = [197, 506, 591, 599, 619];
    list("lines of the first five not solved by PS-1-2", &first_unsolved, &totals.first_unsolved);
    Ok(())
}

fn one(solvers: &mut Solvers, givens: &Givens, line: u64, totals: &mut Totals) {
    let (end, [searches, _, _, no_pair, ..]) = solvers.ps12(givens);
    let solved = end == End::Enough;
    totals.puzzles += 1;
    totals.solved += u64::from(solved);
    totals.unsolved += u64::from(!solved);
    totals.by_propagation += u64::from(searches == 0);
    totals.no_pair_at_the_root += u64::from(searches == 1 && no_pair == 1);
    totals.met_a_leaf_without_a_pair += u64::from(no_pair > 0);
    totals.met_one_and_solved += u64::from(no_pair > 0 && solved);
    if !solved && totals.first_unsolved.len() < 5 {
        totals.first_unsolved.push(line);
    }
    let (first, _) = solvers.dlx(givens, Ask::First);
    let (full, _) = solvers.dlx(givens, Ask::Unique);
    totals.least_nodes = totals.least_nodes.min(first);
    totals.without_dead_ends += u64::from(first == 65);
    totals.full_tree_of_65 += u64::from(full == 65);
    totals.agree &= (full == 65) == (searches == 0);
}

fn reduce(encoder: &Encoder, givens: &Givens, totals: &mut Totals) {
    let mut into = Reduced::default();
    let mut clauses = |encoding| {
        let mut count = 0;
        encoder.reduced(givens, encoding, Repeats::Keep, &mut into, |_| count += 1);
        count
    };
    let (minimal, extended) = (clauses(Encoding::Minimal), clauses(Encoding::Extended));
    let open = into.open().len() as u64;
    for (sum, value) in totals.reduced.iter_mut().zip([open, minimal, extended]) {
        *sum += value;
    }
    let [least_open, most_open, least, most] = totals.ranges;
    totals.ranges = [least_open.min(open), most_open.max(open), least.min(extended), most.max(extended)];
}
