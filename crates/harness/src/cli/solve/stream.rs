//! Puzzles in, answers out, in order, while both go on.
//!
//! One thread reads and sends batches, `--jobs` threads solve, and the caller prints. A batch goes off when it is full or
//! when reading must wait, so that whoever writes a puzzle into a pipe gets its answer. A batch needs a ticket, which comes
//! back when it is printed: however long one puzzle takes, no more than [`TICKETS`] batches a worker are in memory.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use std::thread;

use anyhow::Result;
use crossbeam_channel::{Receiver, Sender, bounded, unbounded};
use model::solve::erased::Strategies;
use model::{Givens, Rules};

use super::answer::csv_header;
use super::session::Session;
use super::{Args, Form};
use crate::cli::puzzles::{Input, named_rules};
use crate::cli::{Found, is_broken_pipe};
use crate::terminal::Paint;

/// Batches on the way for each worker.
const TICKETS: usize = 16;
/// Cells of the puzzles of a batch: sixteen classic boards, or one that is large.
const BATCH: usize = 16 * 81;

struct Batch {
    number: u64,
    rules: Arc<Rules>,
    /// Number of its first puzzle, from 1.
    first: u64,
    puzzles: Vec<(u64, Givens)>,
}

/// Text of a batch and the worst of it.
type Answers = Result<(String, Found)>;

/// Prints the answers to all puzzles.
///
/// # Errors
/// At the first puzzle that cannot be read, after the answers to all before it, and when no solver can be built.
pub(super) fn stream(args: &Args, strategies: &Strategies) -> Result<Found> {
    let jobs = args.jobs.get();
    let args = Arc::new(args.clone());
    let (tickets, ticket) = bounded(TICKETS * jobs);
    (0..TICKETS * jobs).try_for_each(|_| tickets.send(()))?;
    let (batches, batch) = unbounded::<Batch>();
    let (answers, answer) = unbounded::<(u64, Answers)>();
    for _ in 0..jobs {
        let (args, strategies, batch, answers) = (args.clone(), strategies.clone(), batch.clone(), answers.clone());
        thread::spawn(move || work(&args, &strategies, &batch, &answers));
    }
    // Not joined: when printing fails, it may be waiting for input that never comes.
    thread::spawn(move || {
        let outbox = Rc::new(RefCell::new(Outbox { batches, ticket, number: 0, puzzles: 0, waiting: None }));
        let read = read(&args, &outbox);
        let mut outbox = outbox.borrow_mut();
        outbox.send();
        if let Err(error) = read {
            _ = answers.send((outbox.number, Err(error)));
        }
    });
    print_all(&answer, &tickets)
}

fn read(args: &Args, outbox: &Rc<RefCell<Outbox>>) -> Result<()> {
    let rules = named_rules(args.rules.as_deref())?;
    let input = Input { argument: &args.puzzle, rules, format: args.input_format };
    input.each_tied(|| outbox.borrow_mut().send(), &mut |line, rules, givens| {
        outbox.borrow_mut().push(line, rules, givens);
        Ok(())
    })
}

/// The batch that is being filled, and where it goes.
struct Outbox {
    batches: Sender<Batch>,
    ticket: Receiver<()>,
    number: u64,
    puzzles: u64,
    waiting: Option<Batch>,
}

impl Outbox {
    fn push(&mut self, line: u64, rules: &Arc<Rules>, givens: Givens) {
        self.puzzles += 1;
        let fresh = || Batch { number: self.number, rules: rules.clone(), first: self.puzzles, puzzles: Vec::new() };
        let batch = self.waiting.get_or_insert_with(fresh);
        batch.puzzles.push((line, givens));
        if batch.puzzles.len() * rules.cells() >= BATCH {
            self.send();
        }
    }

    /// Sends what is there. When nobody takes it any more, the program is about to end.
    fn send(&mut self) {
        if let Some(batch) = self.waiting.take() {
            self.number += 1;
            if self.ticket.recv().is_ok() {
                _ = self.batches.send(batch);
            }
        }
    }
}

fn work(args: &Args, strategies: &Strategies, batches: &Receiver<Batch>, answers: &Sender<(u64, Answers)>) {
    let mut session: Option<Session> = None;
    for batch in batches {
        let number = batch.number;
        if answers.send((number, answered(args, strategies, &mut session, batch))).is_err() {
            return;
        }
    }
}

fn answered(args: &Args, strategies: &Strategies, session: &mut Option<Session>, batch: Batch) -> Answers {
    let session = match session {
        Some(session) => session,
        None => session.insert(Session::new(args, strategies, batch.rules)?),
    };
    let (mut text, paint) = (String::new(), Paint::of_stdout());
    if batch.number == 0 && args.format == Form::Csv {
        text.push_str(&csv_header(session.counters()));
    }
    let mut found = Found::Fine;
    for (number, (line, givens)) in (batch.first..).zip(batch.puzzles) {
        let mut answer = session.solve(args, line, givens);
        if let Some(folder) = &args.certify {
            session.certify(&mut answer, &folder.join(format!("{number:06}")))?;
        }
        found = found.worse(match answer.status {
            "invalid" => Found::Unusable,
            "wrong" => Found::Wrong,
            _ => Found::Fine,
        });
        answer.print(args.format, &session.rules, paint, &mut text);
    }
    Ok((text, found))
}

fn print_all(answers: &Receiver<(u64, Answers)>, tickets: &Sender<()>) -> Result<Found> {
    use std::io::Write as _;
    let mut out = std::io::BufWriter::with_capacity(1 << 16, std::io::stdout().lock());
    let mut early = BTreeMap::new();
    let mut next = 0;
    let mut found = Found::Fine;
    for (number, batch) in answers {
        early.insert(number, batch);
        while let Some(batch) = early.remove(&next) {
            let printed = batch.and_then(|(text, of_batch)| {
                out.write_all(text.as_bytes())?;
                found = found.worse(of_batch);
                Ok(())
            });
            if let Err(error) = printed {
                // A reader who has gone does not want the rest.
                if is_broken_pipe(&error) {
                    std::mem::forget(out);
                } else {
                    out.flush()?;
                }
                return Err(error);
            }
            // There is room: as many tickets came back as were given.
            _ = tickets.try_send(());
            next += 1;
        }
        if answers.is_empty() {
            out.flush()?;
        }
    }
    out.flush()?;
    Ok(found)
}
