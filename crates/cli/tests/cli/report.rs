//! `batt report`: the file, what is in it, and pictures.

#[path = "report/pictures.rs"]
mod pictures;
#[path = "report/unpack.rs"]
mod unpack;

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;

use evolve::store::record::{RunRow, RunSettings};
use evolve::store::{Access, Store};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use crate::support::{Scratch, files_below, start, words};
use unpack::{base64, between, views};

const EVOLVE: &str =
    "evolve --data embedded --generations 2 --population 16 --store found.db --seed";

/// A store with two runs of a real search.
fn searched(test: &str) -> Scratch {
    let scratch = Scratch::new(test);
    for seed in ["3", "4"] {
        let ended = scratch.batt(&words(&format!("{EVOLVE} {seed}")));
        assert_eq!(ended.code, 0, "{}", ended.err);
    }
    scratch
}

/// Makes a report; the page and what was printed about it.
fn report(scratch: &Scratch, more: &[&str]) -> (String, Value) {
    let args = ["report", "--store", "found.db", "-o", "report.html"];
    let (json, ended) = scratch.json(&[&args, more].concat());
    assert_eq!(ended.code, 0, "{}", ended.err);
    (fs::read_to_string(scratch.path("report.html")).unwrap(), json)
}

fn tasks(scratch: &Scratch) -> Vec<String> {
    let store = Store::open(&scratch.path("found.db"), Access::Read).unwrap();
    store.tasks().unwrap().into_iter().map(|summary| summary.task).collect()
}

/// The best program of a task, as the store says.
fn best(scratch: &Scratch, task: &str) -> String {
    let store = Store::open(&scratch.path("found.db"), Access::Read).unwrap();
    store.kept(task).unwrap()[0].program.hash.to_string()
}

#[test]
fn every_view_is_there() {
    let scratch = searched("report-views");
    let (page, json) = report(&scratch, &[]);
    let views = views(&page);
    let mut expected: BTreeSet<String> = ["/api/stores".to_string()].into();
    for view in ["overview", "engine"] {
        expected.extend(["", "?run=1", "?run=2"].map(|run| format!("/api/0/{view}{run}")));
    }
    expected.insert("/api/0/overview?run=-".to_string());
    expected.extend(["a=0%3A1&b=0%3A2", "a=0%3A2&b=0%3A1"].map(|q| format!("/api/compare?{q}")));
    let tasks = tasks(&scratch);
    assert!(tasks.len() > 5, "{tasks:?}");
    for task in &tasks {
        let (hash, at) = (best(&scratch, task), format!("/api/0/task/{task}"));
        let demo = views[&at]["demo"].as_array().unwrap().len();
        expected.insert(at);
        for view in ["program", "outputs", "trace"] {
            expected.insert(format!("/api/0/{view}/{hash}?task={task}"));
        }
        let sample = |at| format!("/api/0/trace/{hash}?task={task}&sample={at}");
        expected.extend((1..demo).map(sample));
    }
    assert_eq!(views.keys().cloned().collect::<BTreeSet<_>>(), expected);
    assert_eq!(json["views"], expected.len());
    assert_eq!((&json["tasks"], &json["programs"]), (&tasks.len().into(), &tasks.len().into()));
    assert_eq!((&json["bytes"], &json["file"]), (&page.len().into(), &"report.html".into()));
    assert_eq!(views["/api/stores"]["live"], false);
}

/// What a server answers to an address.
fn answer(address: &str, target: &str) -> Value {
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "GET {target} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n")
        .unwrap();
    let mut reply = String::new();
    stream.read_to_string(&mut reply).unwrap();
    let (_, body) = reply.split_once("\r\n\r\n").unwrap();
    serde_json::from_str(body).unwrap_or_else(|error| panic!("{target}: {error} in {reply}"))
}

/// Only the server knows the time of day.
fn without_time(mut view: Value) -> Value {
    if let Some(view) = view.as_object_mut() {
        view.insert("live".into(), false.into());
        if let Some(run) = view.get_mut("run").and_then(Value::as_object_mut) {
            for timed in ["changed_seconds_ago", "left", "state"] {
                run.remove(timed);
            }
        }
    }
    view
}

#[test]
fn views_are_those_of_the_server() {
    let scratch = searched("report-server");
    let (page, _) = report(&scratch, &["--test", "--programs", "2"]);
    let views = views(&page);
    assert!(views.keys().any(|address| address.contains("test=1")));
    let serve = ["serve", "--store", "found.db", "--addr", "127.0.0.1:0", "--json"];
    let mut server = start(scratch.command(&serve));
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let told: Value = serde_json::from_str(&line).unwrap();
    let address = told["address"].as_str().unwrap();
    for (path, view) in &views {
        assert_eq!(without_time(view.clone()), without_time(answer(address, path)), "{path}");
    }
    server.kill().unwrap();
    server.wait().unwrap();
}

#[test]
fn nothing_else_can_run_or_load() {
    let scratch = searched("report-policy");
    let (page, _) = report(&scratch, &[]);
    let (script, style) =
        (between(&page, "<script>", "</script>"), between(&page, "<style>", "</style>"));
    assert!(script.len() > 100 && style.len() > 100);
    let hash = |text: &str| format!("'sha256-{}'", base64(&Sha256::digest(text)));
    let policy = between(&page, "<meta http-equiv=\"Content-Security-Policy\" content=\"", "\">");
    let rules: Vec<&str> = policy.split("; ").collect();
    assert_eq!(rules[0], "default-src 'none'");
    assert!(rules.contains(&format!("script-src {}", hash(script)).as_str()), "{policy}");
    assert!(rules.contains(&format!("style-src {}", hash(style)).as_str()), "{policy}");
    assert!(!policy.contains("unsafe") && !policy.contains("http"), "{policy}");
    let elements = page.replace(script, "").replace(style, "");
    assert_eq!(elements.matches("<script").count(), 2, "the views and the program");
    for outside in ["src=", "http://", "https://", "@import", "onload", "onerror", "onclick"] {
        assert!(
            !elements.replace(between(&page, "id=\"views\">", "<"), "").contains(outside),
            "{outside}"
        );
    }
    for fetched in ["@import", "url(http", "url(//"] {
        assert!(!style.contains(fetched), "{fetched}");
    }
}

#[test]
fn the_same_store_gives_the_same_file() {
    let scratch = searched("report-same");
    let (first, _) = report(&scratch, &["--test"]);
    let (second, _) = report(&scratch, &["--test"]);
    assert!(first == second);
}

/// The expected test outputs of a task of the embedded set, as views write them.
fn test_outputs(scratch: &Scratch, task: &str) -> Vec<Value> {
    let (shown, _) = scratch.json(&["show", task, "--data", "embedded"]);
    let row = |row: &Value| {
        let digits = row.as_array().unwrap().iter().map(Value::to_string);
        digits.collect::<String>()
    };
    let rows = |sample: &Value| {
        let rows = sample["output"].as_array().unwrap().iter().map(row);
        Value::from(rows.collect::<Vec<String>>())
    };
    shown["test"].as_array().unwrap().iter().map(rows).collect()
}

/// Whether a value occurs anywhere in another.
fn holds(value: &Value, wanted: &Value) -> bool {
    value == wanted
        || match value {
            Value::Array(items) => items.iter().any(|item| holds(item, wanted)),
            Value::Object(fields) => fields.values().any(|field| holds(field, wanted)),
            _ => false,
        }
}

#[test]
fn test_outputs_are_there_on_demand_only() {
    let scratch = searched("report-tests");
    let (hidden, shown) =
        (views(&report(&scratch, &[]).0), views(&report(&scratch, &["--test"]).0));
    let of = |views: &Map<String, Value>, task: &str| -> Value {
        views.iter().filter(|(at, _)| at.contains(task)).map(|(_, view)| view.clone()).collect()
    };
    let mut looked_at = 0;
    for task in tasks(&scratch) {
        for output in test_outputs(&scratch, &task) {
            assert!(!holds(&of(&hidden, &task), &output), "{task} {output}");
            assert!(holds(&of(&shown, &task), &output), "{task} {output}");
            looked_at += 1;
        }
    }
    assert!(looked_at > 5);
    assert!(!hidden.keys().any(|at| at.contains("test=1")));
    let samples = |views: &Map<String, Value>| {
        views.values().filter_map(|view| view["name"].as_str()).collect::<BTreeSet<_>>().len()
    };
    assert!(samples(&shown) > samples(&hidden), "traces on test samples");
    let ended = scratch.batt(&["report", "--store", "found.db", "--test"]);
    assert!(!ended.out.contains("not to be had"), "{}", ended.out);
}

#[test]
fn tasks_and_programs_can_be_chosen() {
    let scratch = searched("report-choice");
    let all = tasks(&scratch);
    let (page, json) = report(&scratch, &["--tasks", &all[0], "--programs", "3"]);
    assert_eq!((&json["tasks"], &json["programs"]), (&1.into(), &3.into()));
    let shown = views(&page);
    assert!(!shown.keys().any(|at| at.contains(&all[1])));
    let (_, json) = report(&scratch, &["--all", "--programs", "0"]);
    assert_eq!((&json["tasks"], &json["programs"]), (&all.len().into(), &0.into()));
    let args = ["report", "--store", "found.db", "-o", "other.html"];
    let unknown = scratch.batt(&[&args[..], &["--tasks", "nosuch"]].concat());
    assert_eq!(unknown.code, 2);
    assert!(unknown.err.contains("no task nosuch") && unknown.err.contains("batt store ls"));
    assert!(!scratch.path("other.html").exists());
    let subject = format!("task={}x", all[0]);
    let unknown =
        scratch.batt(&["report", "--store", "found.db", "-o", "x.png", "--png", &subject]);
    let hint = format!("did you mean {}", all[0]);
    assert!(unknown.code == 2 && unknown.err.contains(&hint), "{}", unknown.err);
}

#[test]
fn the_line_says_what_was_left_out() {
    let scratch = searched("report-line");
    let ended = scratch.batt(&["report", "--store", "found.db"]);
    assert_eq!(ended.code, 0, "{}", ended.err);
    assert!(ended.out.starts_with("wrote report.html: "), "{}", ended.out);
    assert!(ended.out.contains("test outputs (--test)"), "{}", ended.out);
    assert!(ended.out.contains("(--programs N)") && !ended.out.contains("--all"), "{}", ended.out);
}

/// A run that ended before it did anything.
fn idle_run() -> RunRow {
    RunRow {
        seed: 1,
        settings: RunSettings {
            engine: "e".into(),
            data: "embedded".into(),
            data_version: "v".into(),
            tasks: Vec::new(),
            population: 1,
            mutation_rate: 0.5,
            ..RunSettings::default()
        },
        finished: true,
        ..RunRow::default()
    }
}

#[test]
fn all_older_runs_are_counted() {
    let scratch = Scratch::new("report-runs");
    let mut store = Store::open(&scratch.path("found.db"), Access::Create).unwrap();
    for (runs, said) in [(20, None), (21, Some("1 older run")), (125, Some("105 older runs"))] {
        while store.size().unwrap().runs < runs {
            store.start_run(&idle_run()).unwrap();
        }
        let ended = scratch.batt(&["report", "--store", "found.db"]);
        assert_eq!(ended.code, 0, "{}", ended.err);
        let line = ended.out.lines().find(|line| line.contains("older run"));
        let expected = said.map(|said| format!("left out: {said}"));
        assert_eq!(line, expected.as_deref(), "{}", ended.out);
    }
}

#[test]
fn two_stores_are_compared() {
    let scratch = searched("report-two");
    fs::copy(scratch.path("found.db"), scratch.path("b.db")).unwrap();
    let (page, _) = report(&scratch, &["--store", "b.db", "--programs", "0"]);
    let views = views(&page);
    for address in ["a=0%3A-&b=1%3A-", "a=1%3A-&b=0%3A-", "a=0%3A2&b=1%3A2", "a=1%3A1&b=1%3A2"] {
        assert!(views.contains_key(&format!("/api/compare?{address}")), "{address}");
    }
    assert!(views.contains_key("/api/1/overview"));
    let stores = views["/api/stores"]["stores"].as_array().unwrap();
    assert_eq!([&stores[0]["name"], &stores[1]["name"]], ["found.db", "b.db"]);
    assert!(page.contains("<title>batt: found.db, b.db</title>"));
}

#[test]
fn what_cannot_be_written_leaves_nothing() {
    let scratch = searched("report-unwritable");
    let before = files_below(&scratch.folder);
    let write = |to: &str| scratch.batt(&["report", "--store", "found.db", "-o", to]);
    let nowhere = write("no/such/folder/r.html");
    assert!(nowhere.code == 2 && nowhere.err.contains("cannot write no/such"), "{}", nowhere.err);
    fs::create_dir(scratch.path("taken")).unwrap();
    let taken = write("taken");
    assert!(taken.code == 2 && taken.err.contains("cannot write taken"), "{}", taken.err);
    let known = |path: &std::path::PathBuf| before.contains(path);
    let left: Vec<_> = files_below(&scratch.folder).into_iter().filter(|p| !known(p)).collect();
    assert!(left.iter().all(|path| path.to_string_lossy().contains("found.db")), "{left:?}");
    let missing = scratch.batt(&["report", "--store", "nothing.db"]);
    assert!(missing.code == 2 && missing.err.contains("nothing.db"), "{}", missing.err);
    assert!(!scratch.path("report.html").exists());
}

#[test]
fn an_empty_store_has_a_report() {
    let scratch = Scratch::new("report-empty");
    Store::open(&scratch.path("found.db"), Access::Create).unwrap();
    let (page, json) = report(&scratch, &[]);
    assert_eq!((&json["tasks"], &json["programs"]), (&0.into(), &0.into()));
    let keys: Vec<String> = views(&page).keys().cloned().collect();
    assert_eq!(keys, ["/api/0/engine", "/api/0/overview", "/api/stores"]);
    for subject in ["map", "scores"] {
        let ended =
            scratch.batt(&["report", "--store", "found.db", "--png", subject, "-o", "p.png"]);
        assert_eq!(ended.code, 0, "{subject}: {}", ended.err);
    }
}

/// Names as somebody would choose them who wants their script to run in our page.
#[cfg(unix)]
const HOSTILE: &str = "</script><img src=x onerror=alert(1)>";

#[cfg(unix)]
#[test]
fn names_are_data() {
    let scratch = Scratch::new("report-hostile");
    let pair = json!({ "input": [[1, 2]], "output": [[2, 1]] });
    let mut set = Map::new();
    set.insert(HOSTILE.into(), json!({ "train": [pair], "test": [{ "input": [[3, 4]] }] }));
    scratch.write("set_challenges.json", Value::from(set).to_string());
    scratch.write("p.py", "def solve_x(I):\n    return vmirror(I)\n");
    let store = "<b> &amp; \"c\".db";
    let data = ["--data", "set_challenges.json", "--store", store];
    let evolve = ["evolve", "p.py", "--generations", "1", "--population", "4"];
    let ended = scratch.batt(&[&evolve[..], &data].concat());
    assert_eq!(ended.code, 0, "{}", ended.err);
    let ended = scratch.batt(&[&["report", "-o", "r.html"][..], &data].concat());
    assert_eq!(ended.code, 0, "{}", ended.err);
    let page = fs::read_to_string(scratch.path("r.html")).unwrap();
    assert!(!page.contains("<img") && !page.contains("alert(1)") && !page.contains("<b> "));
    assert!(page.contains("<title>batt: &lt;b&gt; &amp;amp; &quot;c&quot;.db</title>"));
    let views = views(&page);
    assert!(holds(&Value::from(views.clone()), &HOSTILE.into()), "the name is there as data");
    let subject = format!("task={HOSTILE}");
    let png = ["report", "--png", &subject, "-o", "p.svg"];
    let ended = scratch.batt(&[&png[..], &data].concat());
    assert_eq!(ended.code, 0, "{}", ended.err);
    let svg = fs::read_to_string(scratch.path("p.svg")).unwrap();
    assert!(svg.contains("&lt;/script&gt;") && !svg.contains("<img"), "{svg}");
}
