//! A strategy is asked no more than it says that it answers.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use harness::campaign::Campaign;
use harness::results::Status;
use harness::run::{self, Extent, Talk};
use model::solve::erased::{AnyStrategy, Strategies};
use model::solve::{Answers, Ask, Info, Options, Outcome, Probe, Register, Solver, Strategy, Unsupported};
use model::{Givens, Grid, Rules};

/// Dancing links that find a solution, and panic when they are asked for two.
struct Brief;

struct BriefSolver(<solver_dlx::Dlx as Strategy>::Solver);

impl Strategy for Brief {
    type Solver = BriefSolver;

    fn info(&self) -> Info {
        Info { id: "brief/first", answers: Answers::First, ..Strategy::info(&solver_dlx::Dlx::Shortest) }
    }

    fn build(&self, rules: &Rules, options: &Options) -> Result<BriefSolver, Unsupported> {
        Strategy::build(&solver_dlx::Dlx::Shortest, rules, options).map(BriefSolver)
    }
}

impl Solver for BriefSolver {
    fn solve<P: Probe>(
        &mut self,
        givens: &Givens,
        ask: Ask,
        probe: &mut P,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Outcome {
        assert_eq!(ask, Ask::First);
        self.0.solve(givens, ask, probe, found)
    }
}

fn statuses(ask: &str) -> Vec<Status> {
    static GO_ON: AtomicBool = AtomicBool::new(false);
    let strategies = Strategies::of(|into| {
        into.add(solver_dlx::Dlx::Shortest);
        into.add(Brief);
    });
    let mut campaign = Campaign::read("default", &BTreeMap::new()).expect("the default campaign");
    campaign.strata.clear();
    campaign.limit = Some(3);
    campaign.reps = 1;
    campaign.ask = ask.parse().expect("an ask");
    let folder = tempfile::tempdir().expect("a folder");
    let (plan, dir, mut manifest) = run::begin(campaign, strategies, folder.path(), Vec::new()).expect("a plan");
    run::make_rows(&plan, &dir, &mut manifest, Extent::Campaign, &GO_ON, Talk::Silent).expect("rows");
    let finished = run::complete(&dir, &mut manifest).expect("a report");
    assert!(!finished.is_wrong(), "{ask}");
    finished.results.strategies[1].status.clone()
}

#[test]
fn what_it_does_not_answer_is_unsupported_and_no_fault() {
    assert_eq!(statuses("first"), [Status::Ok; 3]);
    assert_eq!(statuses("unique"), [Status::Unsupported; 3]);
    assert_eq!(statuses("count:5"), [Status::Unsupported; 3]);
}

#[test]
fn who_builds_it_for_more_is_told() {
    let build = |ask| AnyStrategy::build_for(&Brief, &Rules::sudoku(2), &Options::default(), ask).map(drop);
    assert!(build(Ask::First).is_ok());
    assert_eq!(build(Ask::Unique).unwrap_err().to_string(), "it answers first, not unique");
}
