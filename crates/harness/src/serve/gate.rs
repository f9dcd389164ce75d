//! Who may ask, and what every answer says of itself.
//!
//! There is no password and no cookie, so that the only thing to steal is the machine's time, and what the reports say. Another
//! site must have neither: a name that was made to point here is refused by the Host header, a form or script of another
//! page by what the browser says of where it comes from.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HOST, HeaderName, HeaderValue, ORIGIN, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::Desk;
use super::pages::Trouble;

/// Longer takes nothing that is done here, waiting for its turn included.
const ANSWERED: Duration = Duration::from_secs(120);

/// What the pages of this program need: their own style and script.
const OURS: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; \
     frame-ancestors 'none'",
);
/// What a report or a player needs, which hold all they have. It may be anybody's file: it runs as of no site at all, and reaches
/// nothing.
pub(super) const SANDBOX: HeaderValue = HeaderValue::from_static(
    "sandbox allow-scripts; default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
);

/// Lets a request pass or not, and adds what every answer has.
pub(super) async fn pass(State(desk): State<Arc<Desk>>, request: Request, next: Next) -> Response {
    let mut response = match refusal(request.method(), request.headers(), &desk.settings.hosts) {
        Some(why) => Trouble::new(StatusCode::FORBIDDEN, why).into_response(),
        None => match tokio::time::timeout(ANSWERED, next.run(request)).await {
            Ok(response) => response,
            Err(_) => Trouble::new(StatusCode::REQUEST_TIMEOUT, "That took too long.").into_response(),
        },
    };
    let headers = response.headers_mut();
    headers.entry(CONTENT_SECURITY_POLICY).or_insert(OURS);
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    for (name, value) in [
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "DENY"),
        // Without a referrer at all a browser would not say either where a form comes from.
        (REFERRER_POLICY, "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Why a request is refused.
fn refusal(method: &Method, headers: &HeaderMap, hosts: &[String]) -> Option<&'static str> {
    let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or_default());
    let host = text(HOST).unwrap_or_default();
    if !is_known(host, hosts) {
        return Some("This page is not called by that name; --host NAME lets it be.");
    }
    if matches!(*method, Method::GET | Method::HEAD) {
        return None;
    }
    let is_ours = match (text(HeaderName::from_static("sec-fetch-site")), text(ORIGIN)) {
        (Some(site), _) => matches!(site, "same-origin" | "none"),
        (None, Some(origin)) => origin.strip_prefix("http://") == Some(host),
        // No browser: curl, say.
        (None, None) => true,
    };
    (!is_ours).then_some("Another site's page asked for that.")
}

/// Whether a Host header is an address, which no other site can have, or a name that it may be called by.
fn is_known(host: &str, hosts: &[String]) -> bool {
    // `[::1]:80`, `127.0.0.1:80`, `localhost`.
    let name = match host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((inside, _)) => inside,
        None => host.split_once(':').map_or(host, |(name, _)| name),
    };
    name.parse::<IpAddr>().is_ok()
        || name.eq_ignore_ascii_case("localhost")
        || hosts.iter().any(|known| known.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(method: &Method, headers: &[(&'static str, &str)]) -> bool {
        let headers = headers
            .iter()
            .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_str(value).expect("plain")));
        refusal(method, &headers.collect(), &["lab.example".to_owned()]).is_some()
    }

    #[test]
    fn a_name_that_was_made_to_point_here_is_refused() {
        for host in
            ["localhost", "localhost:80", "LOCALHOST:80", "127.0.0.1:8017", "[::1]:8017", "10.0.0.7", "lab.example:1"]
        {
            assert!(!refused(&Method::GET, &[("host", host)]), "{host}");
        }
        for host in
            ["evil.example", "evil.example:8017", "localhost.evil.example", "127.0.0.1.evil.example", "", "[::1"]
        {
            assert!(refused(&Method::GET, &[("host", host)]), "{host}");
        }
        assert!(refused(&Method::GET, &[]));
    }

    #[test]
    fn only_our_own_pages_may_have_work_done() {
        let post =
            |headers: &[(&'static str, &str)]| refused(&Method::POST, &[&[("host", "localhost:80")], headers].concat());
        for site in ["cross-site", "same-site", "", "nonsense"] {
            assert!(post(&[("sec-fetch-site", site)]), "{site}");
            assert!(post(&[("sec-fetch-site", site), ("origin", "http://localhost:80")]), "{site}");
        }
        for origin in ["http://evil.example", "null", "https://localhost:80", "http://localhost:81", "http://localhost"]
        {
            assert!(post(&[("origin", origin)]), "{origin}");
        }
        assert!(
            !post(&[]) && !post(&[("origin", "http://localhost:80")]) && !post(&[("sec-fetch-site", "same-origin")])
        );
    }
}
