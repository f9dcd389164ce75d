//! What the README shows of the program is what it prints.

use assert_cmd::Command;

#[test]
fn every_command_that_the_readme_shows_prints_what_stands_below_it() {
    let page = include_str!("../../../README.md");
    let mut shown = 0;
    for block in page.split("```console\n").skip(1) {
        let (block, _) = block.split_once("```").expect("the end of the block");
        for example in block.split("$ harness ").skip(1) {
            let (arguments, below) = example.split_once('\n').expect("what it prints");
            let mut command = Command::cargo_bin("harness").expect("the binary of this package");
            let output = command.args(arguments.split_whitespace()).output().expect("it runs");
            let mut rest = String::from_utf8(output.stdout).expect("text");
            // A line of dots stands for lines left out.
            for part in below.split("…\n") {
                let at = rest.find(part).unwrap_or_else(|| panic!("{arguments}: not there:\n{part}"));
                rest.drain(..at + part.len());
            }
            shown += 1;
        }
    }
    assert_eq!(shown, 2);
}
