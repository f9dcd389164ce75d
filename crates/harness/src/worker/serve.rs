//! The worker's side: the command `worker`.

use std::fs::File;
use std::io::{BufReader, ErrorKind};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result, bail};
use model::solve::erased::Strategies;

use super::outbox::Outbox;
use super::{Order, Terms, WIRE, wire};
use crate::campaign::Memory;
use crate::clock::Watchdog;
use crate::external::Programs;
use crate::jobs::{AtHand, run_to};
use crate::resources::peak_memory;

/// Nobody but the harness stops a worker, and it does so by killing.
static GO_ON: AtomicBool = AtomicBool::new(false);

/// Does jobs until there are no more.
///
/// # Errors
/// When it is not spoken to as a worker is, or the harness is gone.
pub(crate) fn serve(strategies: &Strategies, language: u32) -> Result<()> {
    if language != WIRE {
        bail!("this build speaks language {WIRE} of workers, and is asked for {language}");
    }
    let (orders, mut post) = pipes().context("a worker has its orders from the harness")?;
    let mut orders = BufReader::new(orders);
    let terms: Terms = wire::receive(&mut orders).context("a worker has its orders from the harness")?;
    limit(terms.memory_limit).context("cannot limit the memory of a worker")?;
    let programs = Programs::default();
    let at_hand = AtHand { strategies, programs: &programs };
    loop {
        let order: Order = match wire::receive(&mut orders) {
            Ok(order) => order,
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Ok(()),
            Err(error) => return Err(error).context("no order"),
        };
        // A watchdog a job: a worker that waits for one is quiet.
        let watchdog = Watchdog::new(terms.time_limit, &GO_ON);
        let outbox = Outbox::new(&mut post, order.care);
        let over = AtomicBool::new(false);
        let spent = std::thread::scope(|scope| {
            let pulse = scope.spawn(|| outbox.pulse(&watchdog, &over, terms.harness));
            let run = || run_to(&order.job, at_hand, &watchdog, &mut &outbox);
            let spent = catch_unwind(AssertUnwindSafe(run));
            over.store(true, Ordering::Relaxed);
            pulse.thread().unpark();
            spent
        });
        let Ok(Some(mut spent)) = spent else { bail!("{} could not be built again", order.job.strategy) };
        if let Some(resources) = &mut spent.resources {
            // On the clock a process works for one strategy alone.
            resources.peak_memory_bytes = peak_memory();
        }
        outbox.close(spent)?;
    }
}

/// The pipes to the harness, out of reach of whatever a strategy reads or prints: its standard input is empty, its standard
/// output goes where errors go.
#[cfg(unix)]
fn pipes() -> Result<(File, File)> {
    use nix::unistd::{dup, dup2_stdin, dup2_stdout};
    let orders = dup(std::io::stdin())?;
    let post = dup(std::io::stdout())?;
    dup2_stdin(File::open("/dev/null")?)?;
    dup2_stdout(std::io::stderr())?;
    Ok((orders.into(), post.into()))
}

#[cfg(not(unix))]
fn pipes() -> Result<(std::io::Stdin, std::io::Stdout)> {
    Ok((std::io::stdin(), std::io::stdout()))
}

/// Limits the memory of this process, and keeps a death from leaving a core behind.
#[cfg(unix)]
pub(crate) fn limit(memory: Option<Memory>) -> Result<()> {
    use nix::sys::resource::{Resource, setrlimit};
    // On Linux this counts all that is written to and private, and not the mere address space, of which threads reserve plenty.
    #[cfg(target_os = "linux")]
    const MEMORY: Resource = Resource::RLIMIT_DATA;
    #[cfg(not(target_os = "linux"))]
    const MEMORY: Resource = Resource::RLIMIT_AS;
    setrlimit(Resource::RLIMIT_CORE, 0, 0)?;
    if let Some(limit) = memory {
        setrlimit(MEMORY, limit.0, limit.0)?;
    }
    Ok(())
}

#[cfg(not(unix))]
pub(crate) fn limit(_: Option<Memory>) -> Result<()> {
    Ok(())
}
