//! `harness serve`, spoken to byte by byte; a browser uses it in scripts/browser-page.

#![cfg(feature = "serve")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

/// A server on a port of its own, ended when this is dropped.
struct Server {
    child: Child,
    place: String,
    _reports: tempfile::TempDir,
}

impl Server {
    fn start() -> Self {
        let reports = tempfile::tempdir().expect("a folder");
        std::fs::write(reports.path().join("secret.html"), "nobody reads this").expect("room");
        let mut child = Command::new(env!("CARGO_BIN_EXE_harness"))
            .args(["serve", "--port", "0", "--time-limit", "2s", "--race-time", "60s"])
            .arg(reports.path())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut said = String::new();
        BufReader::new(child.stderr.take().expect("piped")).read_line(&mut said).expect("it says where");
        let place =
            said.strip_prefix("http://").and_then(|rest| rest.split_once('/')).expect("an address").0.to_owned();
        Self { child, place, _reports: reports }
    }

    /// Sends bytes and reads the whole answer.
    fn send(&self, bytes: &str) -> String {
        let mut stream = TcpStream::connect(&self.place).expect("it listens");
        stream.write_all(bytes.as_bytes()).expect("it reads");
        let mut answer = Vec::new();
        // Who was sent too much hangs up.
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    fn get(&self, path: &str) -> String {
        self.send(&format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.place))
    }

    fn post(&self, path: &str, body: &str) -> String {
        let head = "Content-Type: application/x-www-form-urlencoded\r\nConnection: close";
        let (place, length) = (&self.place, body.len());
        self.send(&format!("POST {path} HTTP/1.1\r\nHost: {place}\r\n{head}\r\nContent-Length: {length}\r\n\r\n{body}"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_puzzle_is_raced_and_played_and_nothing_else_is_had() {
    let server = Server::start();
    let index = server.get("/");
    assert!(index.starts_with("HTTP/1.1 200") && index.contains("Race the strategies"), "{index}");
    for header in
        ["content-security-policy: default-src 'none'", "x-content-type-options: nosniff", "x-frame-options: DENY"]
    {
        assert!(index.contains(header), "{index}");
    }
    let puzzle = "puzzle=1.....3..2.....4";
    let race = server.post("/race", puzzle);
    assert!(race.starts_with("HTTP/1.1 200") && race.contains("all say the same"), "{race}");
    let play = server.post("/play", &format!("{puzzle}&strategy=dlx/shortest&strategy=ps12/paper"));
    assert!(play.starts_with("HTTP/1.1 200") && play.contains("dlx/shortest and ps12/paper on sudoku-2"), "{play}");
    assert!(play.contains("content-security-policy: sandbox allow-scripts"), "{play}");
    // What was pasted stands in the form again, and as text.
    let pasted = server
        .post("/race", "puzzle=%3C/textarea%3E%3Cscript%3Ealert(1)%3C/script%3E&rules=%22%3E%3Cscript%3E&ask=first");
    assert!(pasted.starts_with("HTTP/1.1 422") && pasted.contains("alert(1)"), "{pasted}");
    assert!(!pasted.contains("<script") && !pasted.contains("\"><script"), "{pasted}");
    let refused = [
        (422, server.post("/race", "puzzle=11..............")),
        (422, server.post("/race", "puzzle=1...............&rules=jigsaw:/etc/passwd")),
        (422, server.post("/play", &format!("{puzzle}&strategy=no/such"))),
        (413, server.post("/race", &".".repeat(100_000))),
        (404, server.get("/runs/secret.html")),
        (404, server.get("/runs/../secret.html")),
        (404, server.get("/runs/%2e%2e/secret.html")),
        (422, server.get("/compare?a=&b=")),
        (404, server.get("/compare?a=..&b=..")),
        (405, server.get("/race")),
        (403, server.send("GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n")),
        (403, server.send(&format!(
            "POST /race HTTP/1.1\r\nHost: {}\r\nOrigin: http://evil.example\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
            server.place
        ))),
    ];
    for (status, answer) in refused {
        assert!(
            answer.starts_with(&format!("HTTP/1.1 {status}")) && !answer.contains("nobody reads"),
            "{status}: {answer}"
        );
    }
}

#[test]
fn an_address_that_is_taken_is_told() {
    let server = Server::start();
    let port = server.place.rsplit_once(':').expect("a port").1;
    let second = Command::new(env!("CARGO_BIN_EXE_harness")).args(["serve", "--port", port]).output().expect("it runs");
    assert_eq!(second.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&second.stderr).contains("cannot listen on"), "{second:?}");
}
