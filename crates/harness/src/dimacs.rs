//! The DIMACS format of CNF files, read strictly and written.
//!
//! Pure: text in, clauses out. What is wrong is an error, never a guess: a file whose header and clauses disagree was cut
//! or made wrongly, and to solve half of it would be a wrong answer. Taken in their stride: comments anywhere, tabs, CRLF,
//! several clauses on a line, a clause over several lines, and the `%` that ends the files of SATLIB.

use std::io::{self, BufRead, Write};

use crate::quote::shown;

/// The most variables that a header may declare.
pub const MOST_VARIABLES: u32 = (1 << 28) - 1;

/// A formula in conjunctive normal form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cnf {
    /// Variables declared; they are numbered from 1.
    pub variables: u32,
    /// Clauses; a literal is a variable or its negative, and an empty clause cannot hold.
    pub clauses: Vec<Vec<i32>>,
}

/// Why a text is no CNF file.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct DimacsError {
    /// Line, counted from 1.
    pub line: u64,
    /// What is wrong there.
    pub problem: Problem,
}

/// What is wrong with a line.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// Something stands before the header, or there is none.
    #[error("expected the header `p cnf VARIABLES CLAUSES`, found {0}")]
    Header(String),
    /// A second header.
    #[error("`{0}` is a second header")]
    SecondHeader(String),
    /// Neither a literal nor 0.
    #[error("`{0}` is not a literal")]
    Token(String),
    /// A literal of a variable that the header does not declare.
    #[error("literal `{0}` is beyond the {1} declared variables")]
    Beyond(String, u32),
    /// A clause more than the header declares.
    #[error("the clause that starts with `{0}` is one more than the {1} that the header declares")]
    TooMany(String, u64),
    /// The clauses end before there are as many as the header declares.
    #[error("the input ends after {0} clauses, the header declares {1}")]
    TooFew(u64, u64),
    /// The last clause has no final 0.
    #[error("the last clause has no final 0 after `{0}`")]
    Unfinished(i32),
    /// The input cannot be read.
    #[error("{0}")]
    Io(#[from] io::Error),
}

/// Reads a CNF file.
///
/// ```
/// let cnf = harness::dimacs::read(&b"c two clauses\np cnf 3 2\n1 -3 0\n2 3 -1 0\n"[..])?;
/// assert_eq!((cnf.variables, cnf.clauses), (3, vec![vec![1, -3], vec![2, 3, -1]]));
/// # Ok::<(), harness::dimacs::DimacsError>(())
/// ```
///
/// # Errors
/// With the line and the token that is wrong.
pub fn read(mut input: impl BufRead) -> Result<Cnf, DimacsError> {
    let mut reader = Reader::default();
    let mut buffer = Vec::new();
    let mut line = 0;
    loop {
        buffer.clear();
        let at = |problem| DimacsError { line: line + 1, problem };
        if input.read_until(b'\n', &mut buffer).map_err(|error| at(error.into()))? == 0 {
            // What is missing at the end is missing on the last line.
            let last = line.max(1);
            return reader.end().map_err(|problem| DimacsError { line: last, problem });
        }
        line += 1;
        let at = |problem| DimacsError { line, problem };
        if reader.line(&String::from_utf8_lossy(&buffer)).map_err(at)? == Go::End {
            return reader.end().map_err(at);
        }
    }
}

/// Whether lines are still to be read.
#[derive(PartialEq, Eq)]
enum Go {
    On,
    End,
}

#[derive(Default)]
struct Reader {
    /// Clauses declared, once there was a header.
    declared: Option<u64>,
    cnf: Cnf,
    clause: Vec<i32>,
}

impl Reader {
    fn line(&mut self, text: &str) -> Result<Go, Problem> {
        let text = text.trim_start_matches('\u{feff}');
        let mut tokens = text.split_whitespace();
        let Some(first) = tokens.clone().next() else { return Ok(Go::On) };
        match first {
            "%" if self.declared.is_some() => return Ok(Go::End),
            "p" if self.declared.is_some() => return Err(Problem::SecondHeader(shown(text.trim()))),
            "p" => self.header(text)?,
            _ if first.starts_with('c') => {}
            _ if self.declared.is_none() => return Err(Problem::Header(format!("`{}`", shown(first)))),
            _ => tokens.try_for_each(|token| self.token(token))?,
        }
        Ok(Go::On)
    }

    fn header(&mut self, text: &str) -> Result<(), Problem> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let numbers = match fields[..] {
            [_, "cnf", variables, clauses] => variables.parse().ok().zip(clauses.parse().ok()),
            _ => None,
        };
        match numbers {
            Some((variables, clauses)) if variables <= MOST_VARIABLES => {
                self.cnf.variables = variables;
                self.declared = Some(clauses);
                Ok(())
            }
            Some((variables, _)) => {
                Err(Problem::Header(format!("{variables} variables, more than the {MOST_VARIABLES} that can be had")))
            }
            None => Err(Problem::Header(format!("`{}`", shown(text.trim())))),
        }
    }

    fn token(&mut self, token: &str) -> Result<(), Problem> {
        let declared = self.declared.expect("there was a header");
        let number = token.strip_prefix('-').unwrap_or(token);
        if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(Problem::Token(shown(token)));
        }
        if self.clause.is_empty() && self.cnf.clauses.len() as u64 == declared {
            return Err(Problem::TooMany(shown(token), declared));
        }
        match token.parse::<i32>() {
            Ok(0) => self.cnf.clauses.push(std::mem::take(&mut self.clause)),
            Ok(literal) if literal.unsigned_abs() <= self.cnf.variables => self.clause.push(literal),
            _ => return Err(Problem::Beyond(shown(token), self.cnf.variables)),
        }
        Ok(())
    }

    fn end(self) -> Result<Cnf, Problem> {
        let declared = self.declared.ok_or_else(|| Problem::Header("the end of the input".into()))?;
        if let Some(&last) = self.clause.last() {
            return Err(Problem::Unfinished(last));
        }
        let found = self.cnf.clauses.len() as u64;
        if found < declared { Err(Problem::TooFew(found, declared)) } else { Ok(self.cnf) }
    }
}

/// Writes the header: what comes after must hold to it.
///
/// # Errors
/// When `out` cannot take it.
pub fn write_header(out: &mut impl Write, variables: usize, clauses: usize) -> io::Result<()> {
    writeln!(out, "p cnf {variables} {clauses}")
}

/// Writes a clause on a line of its own.
///
/// # Errors
/// When `out` cannot take it.
pub fn write_clause(out: &mut impl Write, literals: impl Iterator<Item = i32>) -> io::Result<()> {
    for literal in literals {
        write!(out, "{literal} ")?;
    }
    writeln!(out, "0")
}

/// Writes a whole formula.
///
/// # Errors
/// When `out` cannot take it.
pub fn write(out: &mut impl Write, cnf: &Cnf) -> io::Result<()> {
    write_header(out, cnf.variables as usize, cnf.clauses.len())?;
    cnf.clauses.iter().try_for_each(|clause| write_clause(out, clause.iter().copied()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(text: &str, expected: Result<(u32, &[&[i32]]), &str>) {
        let found = read(text.as_bytes()).map_err(|error| error.to_string());
        let expected = expected.map(|(variables, clauses)| Cnf {
            variables,
            clauses: clauses.iter().map(|clause| clause.to_vec()).collect(),
        });
        assert_eq!(found, expected.map_err(str::to_owned), "{text:?}");
    }

    #[test]
    fn layout_does_not_matter() {
        let expected: Result<(u32, &[&[i32]]), &str> = Ok((3, &[&[1, -2], &[3], &[]]));
        check("p cnf 3 3\n1 -2 0\n3 0\n0\n", expected);
        check("c a\r\np\tcnf  3 3\r\n1\t-2 0 3 0\r\nc 1 0\r\n0", expected);
        check("\u{feff}c\n\np cnf 3 3\n 1\n-2\ncomment\n0 3 0 0\n%\n0\n\n", expected);
        check("p cnf 0 0\n", Ok((0, &[])));
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        check("p cnf 2 1\n1 x 0\n", Err("line 2: `x` is not a literal"));
        check("p cnf 2 1\n1 2.5 0\n", Err("line 2: `2.5` is not a literal"));
        check("p cnf 2 1\n1 -- 0\n", Err("line 2: `--` is not a literal"));
        check("p cnf 2 1\n1 +2 0\n", Err("line 2: `+2` is not a literal"));
        check("c\n1 2 0\n", Err("line 2: expected the header `p cnf VARIABLES CLAUSES`, found `1`"));
        check("", Err("line 1: expected the header `p cnf VARIABLES CLAUSES`, found the end of the input"));
        check("p dnf 2 1\n", Err("line 1: expected the header `p cnf VARIABLES CLAUSES`, found `p dnf 2 1`"));
        check("p cnf 2 -1\n", Err("line 1: expected the header `p cnf VARIABLES CLAUSES`, found `p cnf 2 -1`"));
        check("p cnf 2 1\np cnf 2 1\n", Err("line 2: `p cnf 2 1` is a second header"));
        check("p cnf 2 1\n1 -3 0\n", Err("line 2: literal `-3` is beyond the 2 declared variables"));
        let huge = "p cnf 2 1\n\n99999999999 0\n";
        check(huge, Err("line 3: literal `99999999999` is beyond the 2 declared variables"));
        check("p cnf 2 1\n1\n\n2\n", Err("line 4: the last clause has no final 0 after `2`"));
        check("p cnf 2 1\n1\n%\n0\n", Err("line 3: the last clause has no final 0 after `1`"));
        let more = "line 3: the clause that starts with `2` is one more than the 1 that the header declares";
        check("p cnf 2 1\n1 0\n2 0\n", Err(more));
        check("p cnf 2 5\n1 0\n", Err("line 2: the input ends after 1 clauses, the header declares 5"));
        let many = "expected the header `p cnf VARIABLES CLAUSES`, found 268435456 variables, more than the 268435455";
        check("p cnf 268435456 0\n", Err(&format!("line 1: {many} that can be had")));
    }

    #[test]
    fn a_bad_byte_spoils_its_line_only() {
        let said = read(&b"c \xff\np cnf 1 1\n1 \xfe 0\n"[..]).expect_err("no literal").to_string();
        assert_eq!(said, "line 3: `\u{fffd}` is not a literal");
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_again(
            clauses in prop::collection::vec(prop::collection::vec((1..=50i32, any::<bool>()), 0..6), 0..20)
        ) {
            let signed = |&(variable, sign): &(i32, bool)| if sign { variable } else { -variable };
            let clauses = clauses.iter().map(|clause| clause.iter().map(signed).collect()).collect();
            let cnf = Cnf { variables: 50, clauses };
            let mut text = Vec::new();
            write(&mut text, &cnf).expect("memory takes it");
            prop_assert_eq!(read(&text[..]).expect("it was just written"), cnf);
        }

        #[test]
        fn no_bytes_make_the_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..200), lead in any::<bool>()) {
            let text = if lead { [&b"p cnf 9 9\n"[..], &bytes].concat() } else { bytes };
            let _ = read(&text[..]);
        }

        #[test]
        fn no_words_make_the_reader_panic(text in "(p cnf [0-9]{1,3} [0-9]{1,3}\n)?([-0-9c%p \t\r\n]{0,80})") {
            let _ = read(text.as_bytes());
        }
    }
}
