//! What is shown.

use std::sync::Arc;

use askama::Template;
use axum::extract::rejection::FormRejection;
use axum::extract::{Form, Path, Query, Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{Html, IntoResponse, Response};
use model::solve::Options;
use tower::ServiceExt;
use tower_http::services::ServeFile;

use super::pasted::Pasted;
use super::{Desk, gate, play, runs};
use crate::compare::{self, Comparison, Contest, Side};
use crate::race::{Lane, by_time};
use crate::ranking::quantity::{ratio, time};
use crate::report::board;
use crate::results::Status;
use crate::run_dir::RunDir;

type Shared = State<Arc<Desk>>;
type Answer = Result<Response, Trouble>;
/// Fields by name; a name may come more than once.
type Fields = Vec<(String, String)>;

/// Runs that are listed.
const LISTED: usize = 200;
/// A puzzle to begin with, when the page is opened.
const PUZZLE: &str = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........";
const STYLE: &str = concat!(include_str!("../../templates/report.css"), include_str!("../../assets/serve/page.css"));
const SCRIPT: &str = include_str!("../../assets/serve/race.js");

/// Why there is no such page.
#[derive(Debug)]
pub(super) struct Trouble {
    status: StatusCode,
    text: String,
    /// What was asked, to be mended.
    form: Option<AskForm>,
}

/// The form, as somebody filled it in.
#[derive(Debug)]
struct AskForm {
    puzzle: String,
    rules: String,
    ask: String,
}

impl AskForm {
    fn of(fields: &Fields) -> Self {
        let text = |name| field(fields, name).to_owned();
        Self { puzzle: text("puzzle"), rules: text("rules"), ask: text("ask") }
    }
}

impl Trouble {
    pub(super) fn new(status: StatusCode, text: &str) -> Self {
        Self { status, text: text.to_owned(), form: None }
    }

    /// What was asked cannot be done.
    pub(super) fn refused(text: &str) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, text)
    }

    /// Too much waits already.
    pub(super) fn busy() -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "Too much is under way; try again in a moment.")
    }

    /// It is not the asker's fault.
    pub(super) fn broken() -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "Something went wrong here.")
    }

    fn missing() -> Self {
        Self::new(StatusCode::NOT_FOUND, "There is nothing of that name.")
    }
}

#[derive(Template)]
#[template(path = "serve/trouble.html")]
struct TroublePage<'a> {
    text: &'a str,
    form: &'a Option<AskForm>,
}

impl IntoResponse for Trouble {
    fn into_response(self) -> Response {
        let retry = (self.status == StatusCode::SERVICE_UNAVAILABLE).then_some([(RETRY_AFTER, "1")]);
        (self.status, retry, html(&TroublePage { text: &self.text, form: &self.form })).into_response()
    }
}

fn html(page: &impl Template) -> Response {
    Html(page.render().expect("a template over text")).into_response()
}

#[derive(Template)]
#[template(path = "serve/index.html")]
struct Index {
    runs: Vec<runs::Run>,
    more: bool,
    reports: String,
    form: AskForm,
    strategies: usize,
}

/// The form and the list of runs.
pub(super) async fn index(State(desk): Shared) -> Answer {
    let page = tokio::task::spawn_blocking(move || {
        let (mut runs, more) = runs::all(&desk.settings.reports);
        let more = more || runs.len() > LISTED;
        runs.truncate(LISTED);
        let reports = desk.settings.reports.display().to_string();
        let form = AskForm { puzzle: PUZZLE.to_owned(), rules: String::new(), ask: String::new() };
        Index { runs, more, reports, form, strategies: desk.track.strategies().iter().count() }
    });
    Ok(html(&page.await.map_err(|_| Trouble::broken())?))
}

/// A report, or another file of a run.
pub(super) async fn file(State(desk): Shared, Path(path): Path<String>, request: Request) -> Answer {
    let shared = desk.clone();
    let found = tokio::task::spawn_blocking(move || runs::file(&shared.settings.reports, &path)).await;
    let Some(file) = found.map_err(|_| Trouble::broken())? else { return Err(Trouble::missing()) };
    let is_text = file.extension().is_some_and(|extension| extension == "md");
    let Ok(mut response) = ServeFile::new(file).oneshot(request).await.map(IntoResponse::into_response);
    let headers = response.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, gate::SANDBOX);
    if is_text {
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    }
    Ok(response)
}

#[derive(Template)]
#[template(path = "serve/compare.html")]
struct ComparePage {
    a: Side,
    b: Side,
    contests: Vec<ContestRow>,
    /// What else is said, by line.
    rest: Vec<String>,
}

/// A contest as the page shows it.
struct ContestRow {
    strategy: String,
    sentence: String,
    interval: Option<Interval>,
}

/// Where a ratio and the ends of its interval are drawn: from 0 to 100, and 50 is 1.
struct Interval {
    low: String,
    ratio: String,
    high: String,
}

impl ComparePage {
    fn of(comparison: Comparison) -> Self {
        let bounds = comparison.contests.iter().filter_map(|one| one.interval).flatten();
        let reach = bounds.map(|bound| bound.max(1e-9).ln().abs()).fold(0.05, f64::max);
        let place = |ratio: f64| format!("{:.1}", 50.0 + 48.0 * (ratio.max(1e-9).ln() / reach).clamp(-1.0, 1.0));
        let row = |one: &Contest| ContestRow {
            strategy: one.strategy.clone(),
            sentence: compare::sentence(&comparison, one),
            interval: one.ratio.zip(one.interval).map(|(ratio, [low, high])| Interval {
                low: place(low),
                ratio: place(ratio),
                high: place(high),
            }),
        };
        let contests = comparison.contests.iter().map(row).collect();
        let rest = compare::rest(&comparison);
        Self { contests, rest, a: comparison.a, b: comparison.b }
    }
}

#[derive(serde::Deserialize)]
pub(super) struct Pair {
    #[serde(default)]
    a: String,
    #[serde(default)]
    b: String,
}

/// Two runs.
pub(super) async fn compare(State(desk): Shared, Query(pair): Query<Pair>) -> Answer {
    let page = desk.work(move |desk| {
        if pair.a.is_empty() || pair.b.is_empty() {
            return Err(Trouble::refused("Two runs are compared: choose an A and a B."));
        }
        let open = |id: &str| {
            let folder = runs::folder(&desk.settings.reports, id).ok_or_else(Trouble::missing)?;
            RunDir::open(&folder).map_err(|error| Trouble::refused(&format!("{error:#}")))
        };
        let comparison = compare::saved(&open(&pair.a)?, &open(&pair.b)?);
        let mut comparison =
            comparison.map_err(|error| Trouble::refused(&format!("They cannot be compared: {error:#}.")))?;
        (comparison.a.path, comparison.b.path) = (pair.a, pair.b);
        Ok(html(&ComparePage::of(comparison)))
    });
    page.await?
}

#[derive(Template)]
#[template(path = "serve/race.html")]
struct RacePage {
    board: Option<String>,
    givens: String,
    rules: String,
    ask: &'static str,
    headline: String,
    said: String,
    lanes: Vec<Shown>,
    limit: String,
}

/// A lane as the page shows it.
struct Shown {
    lane: Lane,
    answer: String,
    time: String,
    times: String,
    /// Share of the width, from 0 to 100, on a scale of logarithms.
    width: String,
    counters: String,
}

/// All strategies on a pasted puzzle.
pub(super) async fn race(State(desk): Shared, fields: Result<Form<Fields>, FormRejection>) -> Answer {
    let fields = form(fields)?;
    let page = desk.work(move |desk| {
        let pasted = pasted(&fields)?;
        let ids: Vec<&'static str> = desk.track.strategies().iter().map(|strategy| strategy.info().id).collect();
        let lanes = desk.track.race(&pasted.puzzle, pasted.ask, &ids, &Options::default());
        let lanes = lanes.map_err(|_| Trouble::broken())?.ok_or_else(Trouble::busy)?;
        Ok(html(&RacePage::of(desk, &pasted, by_time(lanes))))
    });
    page.await?
}

impl RacePage {
    fn of(desk: &Desk, pasted: &Pasted, lanes: Vec<Lane>) -> Self {
        let rules = pasted.puzzle.rules();
        let givens = pasted.text();
        let grid = lanes.iter().find_map(|lane| lane.grid.as_deref());
        let grid = grid.map(|grid| model::text::board_text(grid, rules.values()));
        let times: Vec<f64> = lanes.iter().filter_map(|lane| lane.solve_ns).map(|ns| ns.max(1) as f64).collect();
        let (first, last) = (times.first().copied().unwrap_or(1.0), times.last().copied().unwrap_or(1.0));
        let answers = |of: &Lane| (of.status == Status::Ok).then(|| of.answer(pasted.ask));
        let answer = lanes.iter().find_map(answers);
        let agreed = lanes.iter().filter(|lane| lane.status == Status::Ok).count();
        let headline = match (&answer, lanes.first().filter(|lane| lane.solve_ns.is_some())) {
            (Some(_), Some(winner)) => format!("{} was first, in {}", winner.strategy, time(first)),
            _ => "Nobody answered".to_owned(),
        };
        let is_wrong = lanes.iter().any(|lane| lane.status == Status::Wrong);
        let said = match answer {
            _ if is_wrong => "The strategies contradict each other: see below.".to_owned(),
            Some(answer) => format!("{agreed} of {} answered, and all say the same: {answer}.", lanes.len()),
            None => format!("None of {} ended in time.", lanes.len()),
        };
        let width = |ns: f64| 4.0 + 96.0 * (ns / first).ln() / (last / first).ln().max(1e-9);
        let shown = lanes.into_iter().map(|lane| {
            let ns = lane.solve_ns.map(|ns| ns.max(1) as f64);
            let counters: Vec<String> = lane.counters.iter().map(|(name, n)| format!("{name} {n}")).collect();
            Shown {
                answer: lane.answer(pasted.ask),
                time: ns.map(time).unwrap_or_default(),
                times: ns.map(|ns| ratio(ns / first)).unwrap_or_default(),
                width: format!("{:.1}", ns.map_or(0.0, width)),
                counters: counters.join(" · "),
                lane,
            }
        });
        Self {
            board: board::solved(&givens, grid.as_deref(), rules.name()),
            rules: rules.name().to_owned(),
            ask: pasted.ask_word(),
            headline,
            said,
            lanes: shown.collect(),
            limit: humantime::format_duration(desk.settings.limits.time).to_string(),
            givens,
        }
    }
}

/// The player of one strategy or several side by side.
pub(super) async fn play(State(desk): Shared, fields: Result<Form<Fields>, FormRejection>) -> Answer {
    let fields = form(fields)?;
    let page = desk.work(move |desk| {
        let pasted = pasted(&fields)?;
        let known = desk.track.strategies();
        let mut ids: Vec<&'static str> = Vec::new();
        for (_, id) in fields.iter().filter(|(name, _)| name == "strategy") {
            let Some(strategy) = known.find(id) else { return Err(Trouble::refused("There is no such strategy.")) };
            if !ids.contains(&strategy.info().id) {
                ids.push(strategy.info().id);
            }
        }
        match ids.len() {
            0 => Err(Trouble::refused("Choose a strategy to play.")),
            1..=play::SIDES => play::page(desk, &pasted, &ids),
            _ => Err(Trouble::refused(&format!("{} strategies side by side are the most.", play::SIDES))),
        }
    });
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (CONTENT_SECURITY_POLICY, gate::SANDBOX),
    ];
    Ok((headers, page.await??).into_response())
}

/// The fields of a form; what is too large is told so by the one who counts the bytes.
fn form(fields: Result<Form<Fields>, FormRejection>) -> Result<Fields, Trouble> {
    fields.map(|Form(fields)| fields).map_err(|refused| Trouble::new(refused.status(), &refused.body_text()))
}

fn pasted(fields: &Fields) -> Result<Pasted, Trouble> {
    let [puzzle, rules, ask] = ["puzzle", "rules", "ask"].map(|name| field(fields, name));
    let form = || Some(AskForm::of(fields));
    Pasted::read(puzzle, rules, ask).map_err(|said| Trouble { form: form(), ..Trouble::refused(&said) })
}

fn field<'a>(fields: &'a Fields, wanted: &str) -> &'a str {
    fields.iter().find(|(name, _)| name == wanted).map_or("", |(_, value)| value)
}

/// Style and script.
pub(super) async fn asset(Path(name): Path<String>) -> Answer {
    let (kind, text) = match name.as_str() {
        "page.css" => ("text/css; charset=utf-8", STYLE),
        "race.js" => ("text/javascript; charset=utf-8", SCRIPT),
        _ => return Err(Trouble::missing()),
    };
    Ok(([(CONTENT_TYPE, kind), (CACHE_CONTROL, "no-cache")], text).into_response())
}

/// Everything else.
pub(super) async fn nothing() -> Trouble {
    Trouble::missing()
}

/// A page that is asked for in another way.
pub(super) async fn not_so() -> Trouble {
    Trouble::new(StatusCode::METHOD_NOT_ALLOWED, "That is not asked for in this way.")
}
