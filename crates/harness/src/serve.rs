//! A local page: runs and their reports, two runs compared, a race of all strategies on a pasted puzzle, and the player.
//!
//! Nothing that is asked here is solved in this process: races are held by worker processes, the player is made by a child, each
//! with its time and its memory. So the worst that a puzzle can do is to cost its own answer. `gate` says who may ask at all,
//! `runs` which files there are, `pages` what is shown.

mod gate;
mod pages;
mod pasted;
mod play;
mod runs;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, Result};
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{get, post};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use model::solve::erased::Strategies;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use crate::race::{Limits, Track};

/// Bytes of a request's body at most: a pasted puzzle of 64 × 64 cells has a quarter of it.
const BODY: usize = 64 * 1024;
/// Connections at a time; more wait to be accepted.
const CONNECTIONS: usize = 256;
/// Pieces of work that may wait for their turn; more are refused.
const WAITING: usize = 128;
/// How long a client may take to send the head of a request.
const HEAD: Duration = Duration::from_secs(10);
/// How often it is looked whether it is time to end.
const TICK: Duration = Duration::from_millis(100);

/// What the page is made of.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where it listens.
    pub address: SocketAddr,
    /// Names beside addresses and `localhost` that it may be called by.
    pub hosts: Vec<String>,
    /// Where run directories lie.
    pub reports: PathBuf,
    /// Of a race; the memory is that of the player's child too.
    pub limits: Limits,
}

/// What all requests share.
struct Desk {
    settings: Settings,
    track: Track,
    stop: &'static AtomicBool,
    /// Work that is under way.
    work: Semaphore,
    /// Work that is under way or waits.
    queue: Semaphore,
}

/// Listens until `stop` is set. `ready` is told the address, in which the port is the real one.
///
/// # Errors
/// When the reports cannot be read, or the address cannot be had.
pub fn serve(
    settings: Settings,
    strategies: Strategies,
    stop: &'static AtomicBool,
    ready: impl FnOnce(SocketAddr),
) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().context("cannot start threads")?;
    runtime.block_on(async {
        let address = settings.address;
        let listener = TcpListener::bind(address).await.with_context(|| format!("cannot listen on {address}"))?;
        ready(listener.local_addr()?);
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let desk = Arc::new(Desk {
            track: Track::new(strategies, settings.limits, stop),
            settings,
            stop,
            work: Semaphore::new(cores),
            queue: Semaphore::new(WAITING),
        });
        let router = router(desk);
        tokio::select! {
            () = accept(&listener, &router) => Ok(()),
            () = stopped(stop) => Ok(()),
        }
    })
}

async fn stopped(stop: &AtomicBool) {
    while !stop.load(Ordering::Relaxed) {
        tokio::time::sleep(TICK).await;
    }
}

fn router(desk: Arc<Desk>) -> Router {
    Router::new()
        .route("/", get(pages::index))
        .route("/runs/{*path}", get(pages::file))
        .route("/compare", get(pages::compare))
        .route("/race", post(pages::race))
        .route("/play", post(pages::play))
        .route("/assets/{name}", get(pages::asset))
        .fallback(pages::nothing)
        .method_not_allowed_fallback(pages::not_so)
        .layer(DefaultBodyLimit::max(BODY))
        .layer(axum::middleware::from_fn_with_state(desk.clone(), gate::pass))
        .with_state(desk)
}

/// Takes connections for ever.
async fn accept(listener: &TcpListener, router: &Router) {
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    loop {
        let place = places.clone().acquire_owned().await.expect("it is never closed");
        // No more files, say: the next moment may be a better one.
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(TICK).await;
            continue;
        };
        let service = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            let mut builder = http1::Builder::new();
            builder.timer(TokioTimer::new()).header_read_timeout(HEAD);
            // Who hangs up is no error of ours.
            let _ = builder.serve_connection(TokioIo::new(stream), service).await;
            drop(place);
        });
    }
}

impl Desk {
    /// Does work that takes its time, when it is its turn.
    ///
    /// # Errors
    /// When too much waits already, or the work panicked.
    async fn work<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Self) -> T + Send + 'static,
    ) -> Result<T, pages::Trouble> {
        let _queued = self.queue.try_acquire().map_err(|_| pages::Trouble::busy())?;
        let _turn = self.work.acquire().await.expect("it is never closed");
        let desk = self.clone();
        tokio::task::spawn_blocking(move || work(&desk)).await.map_err(|_| pages::Trouble::broken())
    }
}
