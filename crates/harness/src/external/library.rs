//! The protocol `library`: a solver in a shared library, behind a C function.
//!
//! The function has the signature that the solvers of tdoku's benchmark share,
//! `size_t NAME(const char *input, size_t limit, uint32_t configuration, char *solution, size_t *num_guesses)`: 81 characters
//! in, `.` for a blank, solutions counted up to `limit`, 81 digits out. It is loaded only here, in a process of its own that
//! speaks the protocol `lines` and clocks the call alone; what it does to that process, it does to no other.

#![expect(unsafe_code, reason = "a function of a shared library is what its user says it is")]

use std::ffi::c_char;
use std::io::{BufRead, Write};
use std::time::Instant;

use anyhow::{Context, Result};
use libloading::{Library, Symbol};

use super::lines::CELLS;

/// The signature.
type Solve = unsafe extern "C" fn(*const c_char, usize, u32, *mut c_char, *mut usize) -> usize;

/// More than a solution needs, for those that end it with a 0.
const ROOM: usize = 2 * CELLS;

/// Answers puzzles of standard input until there are no more.
///
/// # Errors
/// When the library or the function cannot be found, or the pipes break.
pub(crate) fn serve(path: &str, symbol: &str, configuration: u32, limit: usize) -> Result<()> {
    // A name without a slash would be looked for in the system's folders.
    let file = std::path::absolute(path).with_context(|| format!("cannot find {path}"))?;
    // SAFETY: The library's initialisers run here, in a process that has no other task and no other thread.
    let library = unsafe { Library::new(&file) }.with_context(|| format!("cannot load {path}"))?;
    // SAFETY: Whoever names the symbol in a campaign says that it has this signature. If it has not, this process dies.
    let solve: Symbol<'_, Solve> =
        unsafe { library.get(symbol.as_bytes()) }.with_context(|| format!("there is no {symbol} in {path}"))?;
    let call = |input: &[u8; CELLS + 1], limit: usize, solution: &mut [u8; ROOM]| {
        let mut guesses = 0;
        // SAFETY: `input` is 81 characters and a final 0, `solution` has room for more than 81, both outlive the call.
        unsafe { solve(input.as_ptr().cast(), limit, configuration, solution.as_mut_ptr().cast(), &raw mut guesses) }
    };
    let (mut lines, mut output) = (std::io::stdin().lock(), std::io::stdout().lock());
    let mut line = Vec::new();
    while lines.read_until(b'\n', &mut line)? > 0 {
        let puzzle = line.trim_ascii_end();
        if puzzle.len() == CELLS {
            let mut input = [0; CELLS + 1];
            input[..CELLS].copy_from_slice(puzzle);
            let mut solution = [0; ROOM];
            let start = Instant::now();
            let solutions = call(&input, limit, &mut solution);
            let took = start.elapsed().as_nanos();
            if solutions > 0 && !is_grid(&solution) {
                // Some only count where more than one is asked for: the grid is fetched off the clock.
                call(&input, 1, &mut solution);
            }
            let grid = if solutions == 0 { "-".into() } else { String::from_utf8_lossy(&solution[..CELLS]) };
            writeln!(output, "{solutions} {} {took}", grid.replace(['\0', ' '], "."))?;
        } else {
            writeln!(output, "expected a puzzle of {CELLS} characters, found {}", puzzle.len())?;
        }
        output.flush()?;
        line.clear();
    }
    Ok(())
}

fn is_grid(solution: &[u8; ROOM]) -> bool {
    solution[..CELLS].iter().all(|byte| (b'1'..=b'9').contains(byte))
}
