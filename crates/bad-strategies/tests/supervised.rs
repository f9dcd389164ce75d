//! Each bad strategy in a campaign beside an honest one: what its rows say, that nobody else's are touched, how `run` exits.

#![cfg(unix)]

mod lab;

/// Those that die on the struck puzzles: what they say, with which memory limit.
const DEADLY: [(&str, &str); 6] = [
    ("panics", "panicked: a third of all puzzles is too much"),
    ("aborts", "killed by SIGABRT"),
    ("exits", "the process ended (exit status: 0)"),
    ("overflows", "stack overflow"),
    ("segfaults", "killed by SIGSEGV"),
    ("leaks", "memory limit of 64 MiB exceeded"),
];

#[test]
fn who_dies_is_an_error_with_its_reason_on_that_puzzle_alone() {
    for (vice, reason) in DEADLY {
        // Filling memory takes its time on a busy machine.
        let run = lab::run(vice, &["--memory-limit", "64M", "--grace", "1m", "--reps", "1"]);
        assert_eq!(run.exit, Some(1), "{vice}: a crash of ours");
        assert_eq!(run.counted(), run.expected("error"), "{vice}");
        let deaths = run.errors();
        assert_eq!(deaths.len(), run.struck(), "{vice}: {deaths:?}");
        for death in deaths {
            assert_eq!(death[1..], [format!("bad/{vice}"), String::new(), "error".into(), reason.into()], "{vice}");
        }
        assert!(run.said.contains(&format!("bad/{vice} died or was killed")), "{}", run.said);
        assert!(!run.has("contradictions.csv"), "{vice} claimed nothing");
        run.honest_is_untouched();
    }
}

#[test]
fn who_cannot_be_built_is_an_error_on_every_puzzle() {
    for (vice, reason) in
        [("panics-when-built", "panicked: cannot be built"), ("aborts-when-built", "killed by SIGABRT")]
    {
        let run = lab::run(vice, &["--counts-only"]);
        assert_eq!(run.exit, Some(1), "{vice}");
        assert!(run.counted().iter().all(|status| status == "error"), "{vice}");
        assert!(run.errors().iter().all(|death| death[4] == reason), "{vice}: {:?}", run.errors());
        run.honest_is_untouched();
    }
}

#[test]
fn who_hangs_is_killed_and_the_rest_goes_on() {
    let run = lab::run("hangs", &["--reps", "1"]);
    assert_eq!(run.exit, Some(0), "slow is not wrong");
    assert_eq!(run.counted(), run.expected("timeout"));
    assert_eq!(run.errors().len(), run.struck());
    assert_eq!(run.errors()[0][4], "killed after 400ms without a sign of life");
    run.honest_is_untouched();
}

#[test]
fn who_hangs_on_the_clock_is_killed_once_and_not_tried_again() {
    let run = lab::run("hangs-on-the-clock", &["--reps", "2"]);
    assert_eq!(run.exit, Some(0));
    assert!(run.counted().iter().all(|status| status == "ok"));
    assert_eq!(run.timed(), [run.expected("timeout"), run.expected("timeout")].concat());
    let deaths = run.errors();
    assert_eq!(deaths.len(), run.struck(), "{deaths:?}");
    assert!(deaths.iter().all(|death| death[2] == "1" && death[3] == "timeout"), "{deaths:?}");
    run.honest_is_untouched();
}

#[test]
fn who_lies_is_wrong_and_nobody_dies() {
    for vice in [
        "claims-uniqueness",
        "says-none",
        "gives-a-wrong-grid",
        "answers-another-puzzle",
        "claims-more",
        "repeats",
        "cheats-the-clock",
    ] {
        let run = lab::run(vice, &["--reps", "1"]);
        assert_eq!(run.exit, Some(1), "{vice}");
        assert!(run.contradicted(&format!("bad/{vice}")), "{vice}");
        assert!(!run.contradicted("dlx/shortest"), "{vice}");
        assert!(!run.has("errors.csv"), "{vice}");
        run.honest_is_untouched();
    }
}

#[test]
fn who_prints_disturbs_nobody() {
    let run = lab::run("prints", &["--reps", "1"]);
    assert_eq!(run.exit, Some(0), "{}", run.said);
    assert!(run.counted().iter().chain(&run.timed()).all(|status| status == "ok"));
    assert!(!run.printed.contains("rows, rows") && run.said.contains("rows, rows"), "it goes where errors go");
    run.honest_is_untouched();
}

#[test]
fn who_counts_otherwise_each_time_is_told_by_rerun() {
    let run = lab::run("counts-otherwise", &["--counts-only"]);
    assert_eq!(run.exit, Some(0));
    let rerun = run.rerun();
    assert_eq!(rerun.status.code(), Some(1));
    let said = String::from_utf8_lossy(&rerun.stdout).into_owned();
    assert!(said.contains("dlx/shortest: identical") && said.contains("bad/counts-otherwise: differs"), "{said}");
}

#[test]
fn threads_and_workers_make_the_same_rows_of_whoever_both_survive() {
    let strategies = "dlx,bad/panics,bad/claims-uniqueness,bad/gives-a-wrong-grid,bad/repeats,bad/says-none";
    let rows = |executor| {
        let run = lab::run_all(strategies, &["--counts-only", "--executor", executor]);
        assert_eq!(run.exit, Some(1));
        (run.files("counts"), run.errors())
    };
    let (threads, mut threads_errors) = rows("threads");
    let (workers, mut workers_errors) = rows("workers");
    assert_eq!(threads, workers);
    assert_eq!(threads.len(), 7);
    threads_errors.sort();
    workers_errors.sort();
    assert_eq!(threads_errors, workers_errors);
}

#[test]
#[cfg(target_os = "linux")]
fn workers_do_not_outlive_a_harness_that_is_stopped_or_killed() {
    use nix::sys::signal::{Signal, kill};
    for (signal, exit) in [(Signal::SIGINT, Some(2)), (Signal::SIGKILL, None)] {
        let mut run = lab::start("dlx/shortest,bad/hangs", &["--grace", "1h"], "counts/bad.hangs.csv");
        let workers = lab::children(run.harness.0.id());
        kill(nix::unistd::Pid::from_raw(run.harness.0.id().cast_signed()), signal).expect("it runs");
        assert_eq!(run.harness.0.wait().expect("it ends").code(), exit, "{signal}");
        lab::wait_for_end(&workers);
    }
}

#[test]
fn a_run_that_was_killed_goes_on_and_tells_no_death_twice() {
    let more = ["--counts-only", "--sample", "600", "--threads", "1"];
    let whole = lab::run("aborts", &more);
    let mut run = lab::start("dlx/shortest,bad/aborts", &more, "errors.csv");
    run.harness.0.kill().expect("it runs");
    run.harness.0.wait().expect("it ends");
    let resumed = run.resume();
    assert_eq!(resumed.exit, Some(1), "{}", resumed.said);
    assert_eq!(resumed.files("counts"), whole.files("counts"));
    let sorted = |run: &lab::Run| {
        let mut errors = run.errors();
        errors.sort();
        errors
    };
    assert_eq!(sorted(&resumed), sorted(&whole));
    assert_eq!(whole.errors().len(), whole.struck());
}
