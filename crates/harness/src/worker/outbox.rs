//! What a worker has to say, and when it says so.
//!
//! A write to the pipe wakes the harness, which would show beside a puzzle of three microseconds. So rows gather here, and a
//! second thread looks ten times a second whether there is news; only where the order asks for care each row goes at once.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::{Care, Word, wire};
use crate::clock::Watchdog;
use crate::jobs::{Desk, Row, Spent};

/// How often there is news at the most.
const TICK: Duration = Duration::from_millis(100);

/// Gathers rows of one job.
pub(super) struct Outbox<'a, W> {
    gathered: Mutex<Gathered<'a, W>>,
    care: Care,
}

struct Gathered<'a, W> {
    post: &'a mut W,
    rows: Vec<Row>,
    under_way: Option<usize>,
    is_news: bool,
}

impl<'a, W: Write> Outbox<'a, W> {
    /// An empty one that is emptied into `post`.
    pub(super) fn new(post: &'a mut W, care: Care) -> Self {
        Self { gathered: Mutex::new(Gathered { post, rows: Vec::new(), under_way: None, is_news: false }), care }
    }

    /// Tells news until the job is over, and that the search takes steps where it says so.
    pub(super) fn pulse(&self, watchdog: &Watchdog, over: &AtomicBool, harness: u32) {
        let mut knocked = false;
        loop {
            std::thread::park_timeout(TICK);
            if over.load(Ordering::Relaxed) {
                return;
            }
            let answered = knocked && watchdog.is_answered();
            let mut gathered = self.gathered();
            if gathered.is_news || answered {
                gathered.tell();
            }
            drop(gathered);
            // On the clock nobody is asked: there is a deadline.
            if !watchdog.has_limit() {
                watchdog.knock();
                knocked = true;
            }
            if is_orphan(harness) {
                std::process::exit(0);
            }
        }
    }

    /// Says the last word of the job.
    pub(super) fn close(self, spent: Spent) -> std::io::Result<()> {
        let gathered = self.gathered.into_inner().unwrap_or_else(PoisonError::into_inner);
        wire::send(gathered.post, &Word::Done { rows: gathered.rows, spent })
    }

    fn gathered(&self) -> MutexGuard<'_, Gathered<'a, W>> {
        self.gathered.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<W: Write> Gathered<'_, W> {
    fn tell(&mut self) {
        self.is_news = false;
        let word = Word::News { rows: std::mem::take(&mut self.rows), under_way: self.under_way };
        if wire::send(self.post, &word).is_err() {
            // Nobody listens any more.
            std::process::exit(0);
        }
    }
}

impl<W: Write> Desk for &Outbox<'_, W> {
    fn begin(&mut self, at: usize) {
        let mut gathered = self.gathered();
        gathered.under_way = Some(at);
        gathered.is_news = true;
        if self.care == Care::Each {
            gathered.tell();
        }
    }

    fn row(&mut self, row: Row) {
        let mut gathered = self.gathered();
        gathered.rows.push(row);
        gathered.under_way = None;
        gathered.is_news = true;
        if self.care == Care::Each {
            gathered.tell();
        }
    }

    fn warms_up(&self) -> bool {
        self.care == Care::Usual
    }
}

/// Whether the harness is gone: a worker without one is some other process's child.
#[cfg(unix)]
fn is_orphan(harness: u32) -> bool {
    std::os::unix::process::parent_id() != harness
}

#[cfg(not(unix))]
fn is_orphan(_: u32) -> bool {
    false
}
