//! Puzzles worth looking at, each with what it shows.
//!
//! Each has the strategy and the question under which it shows it; docs/TEACHING.md asks about each.

use solver_dlx::ExactCover;

use super::lesson::Names;

/// A puzzle by name.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// What it is called.
    pub name: &'static str,
    /// What it shows.
    pub shows: &'static str,
    /// Id of the strategy that shows it.
    pub strategy: &'static str,
    /// What is asked: `first`, `unique` or `count`.
    pub ask: &'static str,
    /// The board.
    pub board: Board,
}

/// What is solved.
#[derive(Clone, Copy, Debug)]
pub enum Board {
    /// Rules by name, and a board in one line.
    Puzzle(&'static str, &'static str),
    /// The matrix of [`lesson_matrix`].
    Lesson,
}

/// All of them.
pub const ALL: [Example; 7] = [
    Example {
        name: "easy",
        shows: "no guess is needed: propagation alone solves it",
        strategy: "ps12/paper",
        ask: "unique",
        board: Board::Puzzle(
            "sudoku-3",
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        ),
    },
    Example {
        name: "wrong-guess",
        shows: "one wrong guess: a high branch is blocked, and its low branch leads on",
        strategy: "ps12/paper",
        ask: "first",
        board: Board::Puzzle(
            "sudoku-3",
            ".......12..8.3...........4.12.5..........47...6.......5.7...3.....62.......1.....",
        ),
    },
    Example {
        name: "stuck",
        shows: "PS-1-2 is stuck at the root: no cell is left with exactly two values (Golden Nugget)",
        strategy: "ps12/paper",
        ask: "first",
        board: Board::Puzzle(
            "sudoku-3",
            ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
        ),
    },
    Example {
        name: "anti-brute-force",
        shows: "built against row-major search: the first row of its solution is 987654321",
        strategy: "naive/row-major",
        ask: "first",
        board: Board::Puzzle(
            "sudoku-3",
            "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
        ),
    },
    Example {
        name: "two-solutions",
        shows: "four clues of order 2 with two solutions: the search goes on after the first",
        strategy: "dlx/shortest",
        ask: "count",
        board: Board::Puzzle("sudoku-2", "12........4..3.."),
    },
    Example {
        name: "enumeration",
        shows: "the 288 grids of order 2, one after the other",
        strategy: "dlx/shortest",
        ask: "count",
        board: Board::Puzzle("sudoku-2", "................"),
    },
    Example {
        name: "lesson",
        shows: "Algorithm X on Knuth's 6 × 7 matrix in fifteen steps, a dead end among them",
        strategy: "dlx/shortest",
        ask: "count",
        board: Board::Lesson,
    },
];

/// The one of this name.
pub fn find(name: &str) -> Option<&'static Example> {
    ALL.iter().find(|example| example.name == name)
}

/// Knuth's small matrix: columns 1 to 7, rows A to F, one exact cover.
pub fn lesson_matrix() -> (ExactCover, Names) {
    let rows = [vec![0, 3, 6], vec![0, 3], vec![3, 4, 6], vec![2, 4, 5], vec![1, 2, 5, 6], vec![1, 6]];
    let problem = ExactCover::new(7, 0, rows.to_vec()).expect("items are in range");
    let names = Names::new(&problem, &["A", "B", "C", "D", "E", "F"]);
    (problem, names)
}
