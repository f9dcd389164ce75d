//! docs/ADDING-A-STRATEGY.md builds this crate: what it shows is what is compiled, and it shows all of it.

const PAGE: &str = include_str!("../../../docs/ADDING-A-STRATEGY.md");
const BUILT: [&str; 3] =
    [include_str!("../src/lib.rs"), include_str!("../src/board.rs"), include_str!("../src/search.rs")];
const TESTS: &str = include_str!("../src/tests.rs");
/// What `new-strategy --standalone` writes; `scripts/new-strategy` compiles it.
const MAIN: &str = include_str!("../../harness/templates/new-strategy/main.rs.txt");

/// The lines, indentation apart, with a break at either end, so that only whole lines are found.
fn lines(text: &str) -> String {
    text.lines().fold("\n".to_owned(), |all, line| all + line.trim() + "\n")
}

/// The pieces of Rust on the page.
fn pieces() -> impl Iterator<Item = String> {
    PAGE.split("```rust\n").skip(1).map(|piece| lines(piece.split_once("```").expect("the end of the piece").0))
}

#[test]
fn what_the_page_shows_is_compiled() {
    let main = MAIN.replace("{{ krate }}", "solver_mine");
    let compiled: Vec<String> = BUILT.into_iter().chain([TESTS, &main]).map(lines).collect();
    for piece in pieces() {
        assert!(compiled.iter().any(|source| source.contains(&piece)), "on the page and in no source:{piece}");
    }
}

#[test]
fn what_is_compiled_is_on_the_page() {
    let shown = pieces().collect::<String>();
    for line in BUILT.iter().flat_map(|source| source.lines()).filter(|line| !line.starts_with("//!")) {
        assert!(shown.contains(&lines(line)), "in the source and not on the page: {line}");
    }
}
