//! `batt serve`: a real server, asked over real connections.

mod client;
mod load;
mod rude;
mod token;

use std::fs;
use std::io::Read;
use std::process::{Child, Command};

use serde_json::Value;

use crate::devices::with_opencl;
use crate::support::{Scratch, start, words};
use client::{Reply, Server, security};

/// A store with a few generations of a search on our own tasks.
fn searched(test: &str) -> Scratch {
    let scratch = Scratch::new(test);
    evolve(&scratch, "2");
    scratch
}

/// Such a store, served.
fn served(test: &str) -> (Scratch, Server) {
    let scratch = searched(test);
    let server = serving(&scratch);
    (scratch, server)
}

fn evolve(scratch: &Scratch, generations: &str) {
    let args = ["evolve", "--data", "embedded", "--population", "16", "--threads", "1"];
    let more = ["--store", "found.db", "--generations", generations];
    let ended = scratch.batt(&[&args[..], &more[..]].concat());
    assert_eq!(ended.code, 0, "{}", ended.err);
}

fn serving(scratch: &Scratch) -> Server {
    let serve = "serve --store found.db --data embedded --addr 127.0.0.1:0 --json";
    Server::start(scratch.command(&words(serve)))
}

#[test]
fn the_engine_view_says_what_a_device_did() {
    let Some(scratch) = with_opencl("serve-device") else { return };
    let args = ["evolve", "--data", "embedded", "--population", "16", "--backend", "opencl"];
    let more = ["--store", "found.db", "--generations", "1", "--json"];
    let ended = scratch.batt(&[&args[..], &more[..]].concat());
    assert_eq!(ended.code, 0, "{}", ended.err);
    let told: Value = serde_json::from_str(&ended.out).unwrap();
    let engine = serving(&scratch).get("/api/0/engine").json(200);
    let devices = &engine["devices"];
    for count in ["gpu_ops", "launches", "transfers_up", "transfers_down", "bytes_up", "bytes_down"]
    {
        assert!(devices[count].as_u64() > Some(0), "{count}: {devices}");
        assert_eq!(devices[count], told["stats"][count], "{count}");
    }
    assert!(devices["memory_high_bytes"].as_u64() > Some(0), "{devices}");
    assert!(devices["coverage_percent"].as_f64() > Some(50.0), "{devices}");
    let fallbacks = engine["fallbacks"].as_array().unwrap().iter();
    let sum: u64 = fallbacks.map(|row| row["count"].as_u64().unwrap()).sum();
    assert_eq!(Some(sum), told["stats"]["fallbacks"].as_u64());
}

#[test]
fn all_views_answer() {
    let (_scratch, server) = served("serve-views");

    let stores = server.get("/api/stores").json(200);
    assert_eq!(stores["stores"][0]["name"], "found.db");
    assert_eq!(stores["live"], true);
    let overview = server.get("/api/0/overview").json(200);
    let task = overview["map"]["task"][0].as_str().unwrap().to_string();
    let with_programs = overview["map"]["programs"].as_array().unwrap();
    let place = with_programs.iter().position(|n| n.as_u64() > Some(0)).unwrap();
    let kept = overview["map"]["task"][place].as_str().unwrap();
    assert_eq!(server.get(&format!("/api/0/task/{task}")).json(200)["task"], *task);
    let shown = server.get(&format!("/api/0/task/{kept}?test=1")).json(200);
    let hash = shown["programs"][0]["hash"].as_str().unwrap();
    let run = overview["run"]["id"].as_i64().unwrap();
    // An overview says how long ago something happened, so it alone may be another one later.
    assert_eq!(server.get(&format!("/api/0/overview?run={run}")).json(200)["run"]["id"], run);
    for address in [
        format!("/api/0/outputs/{hash}?task={kept}&test=1"),
        format!("/api/0/program/{hash}?task={kept}"),
        format!("/api/0/program/{}", &hash[..12]),
        format!("/api/0/trace/{hash}?task={kept}&sample=1"),
        format!("/api/0/engine?run={run}"),
        "/api/0/engine".to_string(),
        format!("/api/compare?a=0%3A{run}&b=0%3A-"),
    ] {
        let first = server.get(&address);
        assert!(first.json(200).is_object(), "{address}");
        let second = server.get(&address);
        assert_eq!(first.body, second.body, "{address}");
        assert_eq!(first.header("etag"), second.header("etag"), "{address}");
    }
    for (address, status) in [
        ("/api/1/overview", 404),
        ("/api/0/overview?run=99", 404),
        ("/api/0/task/none", 404),
        ("/api/0/program/00000000000000000000000000000000", 404),
        ("/api/0/overview?run=x", 400),
        ("/api/0/overview?other=1", 400),
        ("/api/compare", 400),
        ("/api/0", 404),
        ("/api", 404),
        ("/api/", 404),
    ] {
        let value = server.get(address).json(status);
        assert!(value["error"].is_string(), "{address}");
    }
    for no_hash in ["/api/0/program/abc", "/api/0/trace/ABCDE?test=1"] {
        let hint = server.get(no_hash).json(400)["hint"].to_string();
        assert!(hint.contains("four hexadecimal digits in lower case"), "{no_hash}: {hint}");
    }
    let hint = |address: &str| server.get(address).json(404)["hint"].to_string();
    assert!(hint("/api/0/overview?run=99").contains("/api/stores"));
    assert!(hint("/api/0/task/none").contains("map of all tasks"));
    assert_eq!(server.stop(), 0);
}

#[test]
fn the_page_and_its_files() {
    let (_scratch, server) = served("serve-files");
    for (path, kind) in [
        ("/", "text/html; charset=utf-8"),
        ("/app.js", "text/javascript; charset=utf-8"),
        ("/app.css", "text/css; charset=utf-8"),
        ("/icon.svg", "image/svg+xml"),
    ] {
        let reply = server.get(path);
        assert_eq!((reply.status, reply.header("content-type")), (200, Some(kind)), "{path}");
        security(&reply);
        let tag = reply.header("etag").unwrap();
        let again = server.ask(&format!("GET {path}"), &[("if-none-match", tag)]);
        assert_eq!((again.status, again.body.len()), (304, 0), "{path}");
        let head = server.ask(&format!("HEAD {path}"), &[]);
        assert_eq!((head.status, head.body.len()), (200, 0), "{path}");
        assert_eq!(head.header("content-length"), reply.header("content-length"), "{path}");
        let packed = server.ask(&format!("GET {path}"), &[("accept-encoding", "gzip")]);
        assert_eq!(packed.header("content-encoding"), Some("gzip"), "{path}");
        let mut unpacked = Vec::new();
        let mut reader = flate2::read::GzDecoder::new(&packed.body[..]);
        reader.read_to_end(&mut unpacked).unwrap();
        assert_eq!(unpacked, reply.body, "{path}");
    }
    // The page loads nothing from elsewhere, and has no code or style of its own in it.
    let page = server.get("/").text();
    assert!(!page.contains("http://") && !page.contains("https://") && !page.contains("<style"));
    assert!(server.get("/nothing").text().contains("<a href=\"/\">"));
    assert_eq!(server.get("/nothing").status, 404);
}

#[test]
fn a_view_is_packed_and_known_again() {
    let (_scratch, server) = served("serve-packed");
    let plain = server.get("/api/0/engine");
    let packed = server.ask("GET /api/0/engine", &[("accept-encoding", "br, gzip")]);
    assert_eq!(packed.header("content-encoding"), Some("gzip"));
    let mut unpacked = Vec::new();
    flate2::read::GzDecoder::new(&packed.body[..]).read_to_end(&mut unpacked).unwrap();
    assert_eq!(unpacked, plain.body);
    let tag = plain.header("etag").unwrap();
    let known = server.ask("GET /api/0/engine", &[("if-none-match", tag)]);
    assert_eq!((known.status, known.body.len()), (304, 0));
    security(&known);
    let head = server.ask("HEAD /api/0/engine", &[]);
    assert_eq!((head.status, head.body.len()), (200, 0));
    assert_eq!(head.header("content-length"), Some(plain.body.len().to_string().as_str()));
}

#[test]
fn a_commit_is_told() {
    let (scratch, server) = served("serve-events");
    let mut stream = server.stream();
    assert_eq!(stream.status, 200);
    let first = stream.event();
    assert_eq!(first["store"], 0);
    let before = server.get("/api/0/overview").json(200);
    evolve(&scratch, "1");
    let second = stream.event();
    assert_eq!(second["store"], 0);
    assert!(second["change"].as_u64() > first["change"].as_u64(), "{first} {second}");
    // The first event may be of the run's beginning; whoever asks after one sees what it told.
    let after = server.get("/api/0/overview").json(200);
    let runs = |overview: &Value| overview["runs"].as_array().unwrap().len();
    assert_eq!((runs(&before), runs(&after)), (1, 2));
}

#[test]
fn a_store_that_goes_away_is_told_and_harms_nobody() {
    let (scratch, server) = served("serve-deleted");
    assert_eq!(server.get("/api/0/overview").status, 200);
    for name in ["found.db", "found.db-wal", "found.db-shm"] {
        let _ = fs::remove_file(scratch.path(name));
    }
    // What was just made is shown for a moment longer.
    let reply = server.until("/api/0/overview", |reply| reply.status != 200);
    let value = reply.json(503);
    assert!(value["error"].as_str().unwrap().contains("found.db"), "{value}");
    assert!(reply.header("retry-after").is_some());
    assert_eq!(server.get("/").status, 200);
    assert_eq!(server.get("/api/stores").status, 200);
    evolve(&scratch, "2");
    server.until("/api/0/overview", |reply| reply.status == 200);
    assert_eq!(server.stop(), 0);
}

#[test]
fn wrong_wishes_are_explained() {
    let scratch = Scratch::new("serve-usage");
    let none = scratch.batt(&["serve", "--store", "none.db", "--addr", "127.0.0.1:0"]);
    assert_eq!(none.code, 2, "{}", none.err);
    assert!(none.err.contains("none.db"), "{}", none.err);
    assert!(!scratch.path("none.db").exists());

    evolve(&scratch, "2");
    let server = serving(&scratch);
    let address = server.address.to_string();
    let taken = scratch.batt(&["serve", "--store", "found.db", "--addr", &address]);
    assert_eq!(taken.code, 1, "{}", taken.err);
    assert!(taken.err.contains(&format!("cannot listen on {address}")), "{}", taken.err);
    assert!(taken.err.contains("a free port: --addr 127.0.0.1:0"), "{}", taken.err);
    for odd in ["localhost", "localhost:8517", "8517", "127.0.0.1"] {
        let ended = scratch.batt(&["serve", "--addr", odd]);
        assert_eq!(ended.code, 2);
        assert!(ended.err.contains("such as 127.0.0.1:8517"), "{}", ended.err);
    }
}

#[test]
fn people_are_told_where_it_is() {
    let scratch = searched("serve-told");
    let command = scratch.command(&["serve", "--store", "found.db", "--addr", "127.0.0.1:0"]);
    let mut child = start(command);
    let lines = client::lines(&mut child, 2);
    assert!(lines[0].starts_with("dashboard of found.db: http://127.0.0.1:"), "{lines:?}");
    assert!(lines[0].ends_with('/') && lines[1] == "Ctrl-C ends it", "{lines:?}");
    signal(&child, "-INT");
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

/// Sends a signal by name.
fn signal(child: &Child, name: &str) {
    let status = Command::new("kill").args([name, &child.id().to_string()]).status().unwrap();
    assert!(status.success());
}

/// The JSON of an answer, whose status is the expected one.
impl Reply {
    fn json(&self, status: u16) -> Value {
        let text = self.text();
        assert_eq!(self.status, status, "{text}");
        assert_eq!(self.header("content-type"), Some("application/json"));
        security(self);
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
    }
}
