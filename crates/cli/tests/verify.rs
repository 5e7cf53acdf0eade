//! `batt verify`: golden vectors, and the live comparison with Python.

#[path = "../../../testdata/needs.rs"]
mod needs;
#[allow(dead_code)]
#[path = "cli/support.rs"]
mod support;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::{Compression, write::GzEncoder};
use serde_json::Value;
use support::{Ended, Scratch, ended, finish, words};

const GOOD: &str = r#"{"op":"add","args":[1,2],"out":3}"#;
const WRONG: &str = r#"{"op":"double","args":[[2,3]],"out":[4,7]}"#;

/// One task with two samples.
const TASK: &str =
    r#"{"train":[{"input":[[1,8],[8,1]],"output":[[1]]}],"test":[{"input":[[8,8]]}]}"#;

/// A reference of our own with the few ops that the tests need.
const MINI_DSL: &str = "\
print('a reference may print')
UNITY = (1, 1)
ONE, EIGHT = 1, 8
def initset(value): return frozenset({value})
def insert(value, container): return container.union(frozenset({value}))
def first(container): return next(iter(container))
def canvas(value, dimensions): return tuple(tuple(value for _ in range(dimensions[1])) for _ in range(dimensions[0]))
def palette(element): return frozenset({v for r in element for v in r})
def hmirror(piece): return piece[::-1]
def index(grid, loc): return None
";

const MIRROR: &str = "def verify_aa(I):\n    x1 = hmirror(I)\n    return x1\n";

fn testdata(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/vectors").join(name)
}

fn gzipped(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn last_line(ended: &Ended) -> &str {
    ended.out.lines().last().unwrap_or("")
}

// ---- golden vectors

#[test]
fn all_vectors_pass() {
    let scratch = Scratch::new("vectors");
    for (file, dialect) in [
        ("arc.jsonl.gz", "arc"),
        ("extra_arc.jsonl", "arc"),
        ("batt.jsonl.gz", "batt"),
        ("extra_batt.jsonl", "batt"),
    ] {
        let path = testdata(file);
        let ended =
            scratch.batt(&["verify", "--vectors", path.to_str().unwrap(), "--dialect", dialect]);
        assert!(last_line(&ended).ends_with(" passed, 0 failed"), "{file}: {}", ended.out);
        assert_eq!(ended.code, 0, "{file}");
    }
}

#[test]
fn several_files_and_any_number_of_threads() {
    let scratch = Scratch::new("vectors-several");
    let many = format!("{GOOD}\n").repeat(500);
    scratch.write("a.jsonl", &many);
    scratch.write("b.jsonl.gz", gzipped(many.as_bytes()));
    for threads in ["1", "2", "7"] {
        let args = "verify --vectors a.jsonl --vectors b.jsonl.gz --dialect arc --threads";
        let ended = scratch.batt(&words(&format!("{args} {threads}")));
        assert_eq!((ended.code, last_line(&ended)), (0, "1000 passed, 0 failed"));
    }
}

#[test]
fn malformed_lines_fail_with_their_number() {
    let scratch = Scratch::new("vectors-malformed");
    let lines = [GOOD, "{", r#"{"op":"nope","args":[],"out":1}"#, r#"{"op":"add"}"#, "[1]"];
    let mut text = lines.join("\n").into_bytes();
    text.extend_from_slice(b"\n\xff\xfe\n");
    scratch.write("v.jsonl", text);
    let ended = scratch.batt(&["verify", "--vectors", "v.jsonl", "--dialect", "arc"]);
    assert_eq!((ended.code, last_line(&ended)), (1, "1 passed, 5 failed"));
    for word in ["v.jsonl:2:", "not JSON", "unknown op `nope`", "v.jsonl:6:", "not UTF-8"] {
        assert!(ended.out.contains(word), "{word}: {}", ended.out);
    }
}

#[test]
fn json_has_counts_by_op_and_the_first_failures() {
    let scratch = Scratch::new("vectors-json");
    scratch.write("v.jsonl", format!("{GOOD}\n{}", format!("{WRONG}\n").repeat(30)));
    let (json, ended) = scratch.json(&["verify", "--vectors", "v.jsonl", "--dialect", "arc"]);
    assert_eq!(ended.code, 1);
    assert_eq!((&json["passed"], &json["failed"]), (&1.into(), &30.into()));
    assert_eq!(json["stats"]["ops"]["double"]["failed"], 30);
    assert!(json["stats"]["seconds"].is_f64());
    let failures = json["failures"].as_array().unwrap();
    assert_eq!(failures.len(), 20);
    assert_eq!(failures[0]["line"], 2);
    assert_eq!(failures[0]["got"], "[4,6]");
}

#[test]
fn unusable_vector_files_are_refused() {
    let scratch = Scratch::new("vectors-bad");
    scratch.write("empty.jsonl", "\n \n");
    scratch.write("cut.gz", &gzipped(GOOD.repeat(100).as_bytes())[..20]);
    for (file, word) in [("empty.jsonl", "no vectors"), ("cut.gz", "cut.gz")] {
        let ended = scratch.batt(&["verify", "--vectors", file, "--dialect", "arc"]);
        assert_eq!(ended.code, 2, "{file}");
        assert!(ended.err.contains(word) && ended.out.is_empty(), "{file}: {}", ended.err);
    }
}

#[test]
fn a_file_that_unpacks_without_end_is_refused() {
    let scratch = Scratch::new("vectors-bomb");
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    let zeros = vec![b'\n'; 1 << 20];
    (0..257).for_each(|_| encoder.write_all(&zeros).unwrap());
    scratch.write("bomb.gz", encoder.finish().unwrap());
    let ended = scratch.batt(&["verify", "--vectors", "bomb.gz", "--dialect", "arc"]);
    assert!(ended.code == 2 && ended.err.contains("larger than 256 MiB"), "{}", ended.err);
}

// ---- live comparison, with references of our own

/// A folder with a reference, its programs and one task.
fn reference(test: &str, dsl: &str, programs: &str) -> Scratch {
    let scratch = Scratch::new(test);
    scratch.write("ref/dsl.py", dsl);
    scratch.write("ref/verifiers.py", programs);
    scratch.write("tasks/aa.json", TASK);
    scratch
}

const COMPARE: [&str; 7] = ["verify", "--reference", "ref", "--data", "tasks", "--calls", "0"];

#[test]
fn random_calls_find_a_wrong_op_and_name_missing_ones() {
    let dsl = format!("{MINI_DSL}def add(a, b): return 77\n");
    let scratch = reference("ref-calls", &dsl, MIRROR);
    let args = ["verify", "--reference", "ref", "--data", "tasks", "--calls", "40", "--seed", "3"];
    let (json, ended) = scratch.json(&args);
    let calls = &json["calls"];
    assert_eq!((ended.code, &calls["calls"]), (1, &40.into()));
    let different = calls["different"].as_array().unwrap();
    assert!(different.iter().any(|d| d["op"] == "add" && d["reference"] == "77"), "{calls}");
    assert!(calls["without_calls"].as_array().unwrap().contains(&"objects".into()));
    // What it reports is a golden vector, if the reference is right.
    let vector = different.iter().find(|d| d["op"] == "add").unwrap()["vector"].to_string();
    scratch.write("v.jsonl", vector);
    let again = scratch.batt(&["verify", "--vectors", "v.jsonl", "--dialect", "arc"]);
    assert_eq!(last_line(&again), "0 passed, 1 failed");
}

// ---- other Pythons

fn with_python(scratch: &Scratch, python: &Path) -> Ended {
    let mut command = scratch.command(&[&COMPARE[..], &["--timeout", "1"]].concat());
    command.env("PYTHON", python);
    finish(command)
}

#[test]
fn without_python_there_is_a_message() {
    let scratch = reference("no-python", MINI_DSL, MIRROR);
    let ended = with_python(&scratch, &scratch.path("nowhere/python3"));
    assert!(ended.code == 2 && ended.err.contains("cannot run"), "{}", ended.err);
    assert!(ended.err.contains("PYTHON="), "{}", ended.err);
}

#[cfg(unix)]
#[test]
fn a_python_that_misbehaves_is_an_error_and_never_a_hang() {
    use std::os::unix::fs::PermissionsExt;
    let scratch = reference("bad-python", MINI_DSL, MIRROR);
    for (name, script, word) in [
        ("chatty", "while :; do echo hello; done", "no reply: hello"),
        ("dying", "read line; echo 'out of luck' >&2; exit 3", "out of luck"),
        ("quiet", "exec sleep 100", "no reply for 6 seconds"),
        ("early", "exit 0", "stopped in the middle"),
        ("half", r#"echo '{"python":"3","ops":[]}'; read line; echo '{"id":99}'"#, "no reply: {"),
    ] {
        let path = scratch.write(name, format!("#!/bin/sh\n{script}\n"));
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        let ended = with_python(&scratch, &path);
        assert!(ended.code == 2 && ended.err.contains(word), "{name}: {}", ended.err);
    }
}

// ---- the fetched reference

/// Programs that depend on set order, with their samples and the step.
fn listed() -> Vec<[String; 3]> {
    let text = include_str!("set_order.txt");
    let rows = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let row = |line: &str| match line.split('\t').collect::<Vec<_>>()[..] {
        [program, samples, step, reason] if !reason.is_empty() => {
            [program, samples, step].map(String::from)
        }
        _ => panic!("set_order.txt: not four columns: {line}"),
    };
    rows.map(row).collect()
}

fn found(json: &Value) -> Vec<[String; 3]> {
    let text = |v: &Value| v.as_str().unwrap_or_default().to_string();
    let row = |s: &Value| {
        let samples: Vec<String> = s["samples"].as_array().unwrap().iter().map(text).collect();
        [text(&s["program"]), samples.join(", "), text(&s["step"])]
    };
    json["set_order"].as_array().unwrap().iter().map(row).collect()
}

/// Without the fetched files there is nothing to compare with: `make test` fetches them.
#[test]
fn live_reference() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_batt"));
    command.args(["verify", "--reference", "--data", "arc1-training", "--json"]);
    let ended = ended(command.output().unwrap());
    if ended.err.contains("not fetched yet") {
        return needs::missing("data", ended.err);
    }
    let json: Value =
        serde_json::from_str(&ended.out).unwrap_or_else(|e| panic!("{e}: {}", ended.err));
    assert_eq!((&json["programs"], &json["samples"]), (&400.into(), &1718.into()));
    for different in [&json["different"], &json["calls"]["different"]] {
        assert_eq!(different, &Value::Array(vec![]));
    }
    assert_eq!((&json["calls"]["calls"], &json["calls"]["ops"]), (&2000.into(), &160.into()));
    assert_eq!(json["calls"]["without_calls"], Value::Array(vec![]));
    assert_eq!(found(&json), listed());
    assert_eq!(ended.code, 0);
}
