//! The laws: each a name, what it says, and a check.
//!
//! There is one list of them, in the macro below, from which both [`ALL`] and the tests of [`crate::suite!`] are made, so
//! that no law can be left out of either.

mod agreement;
mod answers;
mod books;
mod building;
mod counting;
mod limits;
mod probes;
mod reuse;
mod seeds;

use model::solve::erased::Strategies;

use crate::failure::{Failure, Failures, Fault};
use crate::subject::Subject;

/// A law.
#[derive(Clone, Copy, Debug)]
pub struct Law {
    /// Its name, and that of its test.
    pub name: &'static str,
    /// What it says, as a sentence.
    pub meaning: &'static str,
    scope: Scope,
}

#[derive(Clone, Copy, Debug)]
enum Scope {
    Each(fn(&Subject<'_>) -> Result<(), Fault>),
    All(fn(&Strategies) -> Result<(), Fault>),
}

impl Law {
    /// Tries the law on all strategies.
    ///
    /// # Errors
    /// The first failure of each strategy that breaks it.
    pub fn check(&self, strategies: &Strategies) -> Result<(), Failures> {
        let named =
            |strategy: &str, Fault { on, what }| Failure { strategy: strategy.into(), law: self.name, on, what };
        let failures: Vec<Failure> = match self.scope {
            Scope::Each(law) => strategies
                .iter()
                .map(Subject::new)
                .filter_map(|subject| law(&subject).err().map(|fault| named(subject.info.id, fault)))
                .collect(),
            Scope::All(law) => law(strategies).err().map(|fault| named("register", fault)).into_iter().collect(),
        };
        if failures.is_empty() { Ok(()) } else { Err(Failures(failures)) }
    }
}

/// The law of that name.
pub fn find(name: &str) -> Option<&'static Law> {
    ALL.iter().find(|law| law.name == name)
}

/// Checks one law on what `register` registers; the tests of [`crate::suite!`] call it.
///
/// # Panics
/// When the law is broken, with a line for each strategy that breaks it.
pub fn obeys(law: &str, register: impl FnOnce(&mut Strategies)) {
    let law = find(law).expect("the name comes from the list of laws");
    if let Err(failures) = law.check(&Strategies::of(register)) {
        panic!("{failures}\n(the law: {})", law.meaning);
    }
}

/// The list of laws, made into a table (`@table none`) or into tests (`@tests PATH`).
#[doc(hidden)]
#[macro_export]
macro_rules! __laws {
    (@$form:ident $register:tt) => {
        $crate::__laws! { $form $register
            Each answers first_is_right "ask First finds a solution where there is one, and else says that there is none",
            Each answers unique_is_right "ask Unique tells no, one and several solutions apart",
            Each answers count_is_right "ask Count finds all solutions, or as many as its cap",
            Each answers clashing_givens_have_no_solution "givens that clash in any unit have no solution, and nothing panics",
            Each answers claims_hold "Enough is said of as many as were asked for, and Exhausted of all there are",
            Each answers complete_strategies_never_stick "a strategy that calls itself complete never ends as Stuck",
            Each books every_grid_passes_the_check "every grid handed out answers the puzzle",
            Each books grids_differ "no grid is handed out twice",
            Each books solutions_are_the_grids_found "the outcome's number is the number of calls of found",
            Each books break_ends_the_search "Break from found ends the search as Enough, with the number found so far",
            Each agreement random_problems_agree "random small problems have the grids that brute force finds",
            Each agreement random_boards_agree "random Sudoku boards have the grids that brute force finds",
            Each reuse fresh_solvers_agree "two solvers built alike do the same",
            Each reuse the_same_again "a puzzle put twice to one solver is solved twice alike",
            Each reuse order_leaves_no_trace "counts do not depend on the puzzles before, nor on who counted them",
            Each reuse a_halt_leaves_no_trace "counts do not depend on a halt before, at the step limit or the deadline",
            Each reuse a_stuck_puzzle_leaves_no_trace "counts do not depend on a stuck puzzle before",
            Each reuse a_break_leaves_no_trace "counts do not depend on a search before that found stopped",
            Each probes counting_changes_nothing "counted, traced, limited and unwatched searches are the same search",
            Each probes limits_count_the_same_steps "Limits and Tally take the same steps",
            Each limits the_step_limit_is_exact "exactly the limit is allowed, and not a step more",
            Each limits the_deadline_is_obeyed "nothing is searched once the deadline has passed",
            Each counting declared_counters_move "every declared counter moves on some board",
            Each counting undeclared_counters_rest "no other counter ever moves",
            Each counting counts_are_bounded "depth and backtracks are at most steps; without steps, conflicts are the steps",
            Each seeds unseeded_strategies_ignore_the_seed "the seed changes nothing where Info says so",
            Each seeds seeded_strategies_obey_the_seed "some seed changes something where Info says so, and each can be repeated",
            Each building descriptions_are_complete "Info has an id of the form family/variant, a summary and distinct counters",
            All building ids_are_unique "something is registered, and no id twice",
            Each building supports_is_what_it_says "it takes the rules that Info names, and no others",
            Each building unknown_options_are_refused "an option that nobody knows is refused when the solver is built",
            Each building options_are_what_they_say "an option takes what it says and nothing else, and its default is what is done without it",
            Each building odd_rules_are_solved_or_refused "odd rules are refused when the solver is built, or solved rightly",
        }
    };
    (table none $($scope:ident $module:ident $name:ident $meaning:literal,)*) => {
        &[$(Law { name: stringify!($name), meaning: $meaning, scope: Scope::$scope($module::$name) }),*]
    };
    (tests $register:tt $($scope:ident $module:ident $name:ident $meaning:literal,)*) => {
        $(
            #[doc = $meaning]
            #[test]
            fn $name() {
                $crate::obeys(stringify!($name), |into| $register(into));
            }
        )*
    };
}

/// All laws, in the order of the suite.
pub const ALL: &[Law] = __laws!(@table none);
