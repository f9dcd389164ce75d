//! What is printed into a pipe, and what on a terminal.
#![cfg(unix)]

use std::fs::File;
use std::io::Read as _;
use std::process::{Command, Stdio};

use nix::pty::{Winsize, openpty};

const RUN: [&str; 6] = ["run", "--counts-only", "--limit", "5", "--strategies", "dlx/shortest,ps12/paper"];
const SOLVE: [&str; 2] = ["solve", "1..4.4.1.1..4..2"];

/// The harness with these arguments; runs go into a folder of its own, and the variables about colours are what is said.
fn harness(arguments: &[&str], folder: &tempfile::TempDir) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_harness"));
    command.args(arguments).current_dir(folder).stderr(Stdio::null());
    command.env_remove("NO_COLOR").env_remove("CLICOLOR").env_remove("CLICOLOR_FORCE");
    // clap colours a dumb terminal where this is set.
    command.env("CI", "true").env("TERM", "xterm");
    command
}

fn piped(arguments: &[&str]) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let output = harness(arguments, &folder).env("CLICOLOR_FORCE", "1").output().expect("it runs");
    String::from_utf8(output.stdout).expect("text")
}

/// What comes out at the other end of a terminal of a hundred columns, with this in the environment.
fn on_terminal(arguments: &[&str], environment: &[(&str, &str)]) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let size = Winsize { ws_row: 50, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0 };
    let ends = openpty(&size, None).expect("a terminal");
    let mut command = harness(arguments, &folder);
    command.envs(environment.iter().copied()).stdin(Stdio::null()).stdout(ends.slave);
    let mut child = command.spawn().expect("it runs");
    // Nobody else holds the terminal open.
    drop(command);
    let mut bytes = Vec::new();
    // On Linux the end of a terminal is an error.
    let _ = File::from(ends.master).read_to_end(&mut bytes);
    assert!(child.wait().expect("it ends").success());
    String::from_utf8(bytes).expect("text").replace("\r\n", "\n")
}

#[test]
fn a_pipe_gets_plain_text_and_so_does_plain() {
    for arguments in [&RUN[..], &SOLVE[..]] {
        let pipe = piped(arguments);
        assert!(!pipe.is_empty() && !pipe.contains(['\x1b', '│']), "{pipe:?}");
        let plain: Vec<&str> = arguments.iter().copied().chain(["--plain"]).collect();
        assert_eq!(piped(&plain), pipe);
        assert_eq!(on_terminal(&plain, &[]), pipe);
    }
}

#[test]
fn a_terminal_gets_tables_and_colours_unless_it_wants_none() {
    let drawn = on_terminal(&RUN, &[]);
    assert!(drawn.contains('│') && drawn.contains('\x1b'), "{drawn:?}");
    assert!(on_terminal(&SOLVE, &[]).contains('\x1b'));
    for none in [("NO_COLOR", "1"), ("CLICOLOR", "0"), ("TERM", "dumb")] {
        let drawn = on_terminal(&RUN, &[none]);
        assert!(drawn.contains('│') && !drawn.contains('\x1b'), "{none:?}: {drawn:?}");
        assert!(!on_terminal(&["solve", "--help"], &[none]).contains('\x1b'), "{none:?}");
        assert_eq!(on_terminal(&SOLVE, &[none]), piped(&SOLVE));
    }
    assert!(on_terminal(&SOLVE, &[("NO_COLOR", "")]).contains('\x1b'), "an empty NO_COLOR says nothing");
}
