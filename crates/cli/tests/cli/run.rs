//! `batt run`.

use std::io::Write;
use std::process::Stdio;
use std::time::Instant;

use serde_json::Value;

use crate::support::{Scratch, ended, start};

/// An embedded task and a program that solves it.
const GOOD: &str = "def solve_e4d14648(I):\n    return cmirror(I)\n";
/// Another embedded task, for programs that do not.
const VICTIM: &str = "0478b356";

/// What a run says, without times.
fn timeless(mut json: Value) -> Value {
    for key in ["parse_seconds", "exec_seconds", "threads"] {
        json.as_object_mut().unwrap().remove(key);
    }
    json["stats"].as_object_mut().unwrap().remove("peak_value_bytes");
    for op in json["stats"]["ops"].as_object_mut().unwrap().values_mut() {
        op.as_object_mut().unwrap().remove("seconds");
    }
    json
}

fn reasons(json: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_string();
    let failed = json["failed"].as_array().unwrap().iter();
    failed.map(|failed| (text(&failed["task"]), text(&failed["reason"]))).collect()
}

#[test]
fn every_embedded_program_solves_its_task() {
    let scratch = Scratch::new("run");
    let (json, ended) = scratch.json(&["run", "--data", "embedded"]);
    assert_eq!((ended.code, reasons(&json)), (0, vec![]));
    let keys = ["programs", "tasks", "samples", "fits_demos", "right_samples", "steps_shared"];
    let counts = keys.map(|key| json[key].as_u64().unwrap());
    let [programs, tasks, samples, fits, right_samples, _] = counts;
    assert!(tasks >= 12 && programs == 2 * tasks, "{counts:?}");
    assert_eq!((fits, right_samples), (tasks, samples));
    assert!(json["steps"].as_u64().unwrap() > 0);
    for key in ["parse_seconds", "exec_seconds"] {
        assert!(json[key].as_f64().unwrap() > 0.0, "{key}");
    }
    assert!(json["data_version"].as_str().unwrap().starts_with("embedded@"));
    assert_eq!(json["backend"], "cpu");
    let plain = scratch.batt(&["run"]);
    let fits =
        format!("fits the demos: {tasks} of {tasks} tasks; right on the tests: {tasks} of {tasks}");
    assert!(plain.code == 0 && plain.out.contains(&fits), "{}", plain.out);
}

#[test]
fn any_number_of_threads_and_repetitions_gives_the_same() {
    let scratch = Scratch::new("threads");
    for policy in ["strict", "safe", "pile"] {
        let run = |more: &[&str]| {
            let args = [&["run", "--data", "embedded", "--policy", policy], more].concat();
            let (json, ended) = scratch.json(&args);
            assert_eq!((ended.code, &json["fits_demos"]), (0, &json["tasks"]), "{policy}");
            timeless(json)
        };
        let one = run(&["--threads", "1"]);
        assert_eq!(one, run(&["--threads", "2"]), "{policy}");
        assert_eq!(one, run(&["--threads", "7", "--repeat", "3"]), "{policy}");
    }
}

/// Lines that each build on the one before, 10,000 of them.
fn ladder(first: &str, next: &str) -> String {
    let mut lines = vec![format!("x0 = {first}")];
    lines.extend(
        (1..10_000).map(|i| format!("x{i} = {}", next.replace('$', &format!("x{}", i - 1)))),
    );
    lines.join("\n    ")
}

#[test]
fn programs_that_blow_up_end_with_budget_and_harm_nobody() {
    let scratch = Scratch::new("blowup");
    let mut bodies = vec![
        ("x1 = upscale(I, 1000)\n    x2 = upscale(x1, 1000)\n    x3 = upscale(x2, 1000)", "x3"),
        ("x1 = power(increment, 1000000)\n    x2 = x1(1)", "x2"),
        ("x1 = interval(0, 1000000000, 1)", "x1"),
        ("x1 = repeat(I, 1000000000)", "x1"),
        ("x1 = canvas(0, (100000, 100000))", "x1"),
        ("f = fork(apply, identity, initset)\n    x1 = f(f)", "x1"),
        ("f = fork(rapply, initset, identity)\n    x1 = f(f)", "x1"),
        ("f = power(fork(astuple, identity, identity), 99)\n    x1 = f(I)", "x1"),
        ("f = power(fork(combine, identity, identity), 99)\n    x1 = f(I)", "x1"),
        ("x1 = asindices(canvas(0, (1000, 1000)))\n    x2 = product(x1, x1)", "x2"),
    ];
    let nested = [
        ladder("initset(I)", "initset($)"),
        ladder("astuple(I, I)", "astuple($, $)"),
        ladder("compose(identity, identity)", "compose($, identity)"),
        ladder("compose(identity, identity)", "compose(identity, $)"),
    ];
    bodies.extend(nested.iter().map(|body| (body.as_str(), "x9999")));
    scratch.write("good.py", GOOD);
    let mut files = vec!["good.py".to_string()];
    for (at, (body, root)) in bodies.iter().enumerate() {
        files.push(format!("bad{at}.py"));
        let text = format!("def solve_{VICTIM}(I):\n    {body}\n    return {root}\n");
        scratch.write(&files[at + 1], text);
    }
    let mut args = vec!["run", "--data", "embedded"];
    args.extend(files.iter().map(String::as_str));
    let started = Instant::now();
    let (json, ended) = scratch.json(&args);
    // The budgets make this a matter of milliseconds; the bound only tells it from hanging.
    assert!(started.elapsed().as_secs() < 60);
    let reasons = reasons(&json);
    assert_eq!((ended.code, reasons.len()), (1, bodies.len()), "{reasons:?}");
    for (_, reason) in reasons {
        assert!(reason.contains(": budget in line "), "{reason}");
    }
    assert_eq!(json["fits_demos"], 1);
}

#[test]
fn files_need_not_be_text() {
    let scratch = Scratch::new("nofiles");
    for (name, content) in [("latin.py", &b"\xe9\xff"[..]), ("z.py", b"\0\0")] {
        scratch.write(name, content);
        let (json, ended) = scratch.json(&["run", name, "--data", "embedded"]);
        assert!(ended.code == 1 && reasons(&json)[0].1.starts_with(name), "{ended:?}");
    }
    scratch.write("bytes", b"\xff\xfe");
    for args in [["run", "--tasks", "bytes"], ["run", "--data", "bytes"]] {
        let ended = scratch.batt(&args);
        assert!(ended.code == 2 && ended.err.contains("not UTF-8"), "{ended:?}");
    }
    scratch.write("ids.txt", "\u{feff}e4d14648\n");
    let (json, _) = scratch.json(&["run", "--data", "embedded", "--tasks", "ids.txt"]);
    assert_eq!(json["fits_demos"], 1, "{json}");
}

#[test]
#[cfg(target_os = "linux")]
fn ids_come_through_pipes() {
    let scratch = Scratch::new("idpipes");
    let commands: [&[&str]; 3] = [
        &["run", "--data", "embedded"],
        &["evolve", "--data", "embedded", "--generations", "0"],
        &["report", "--data", "embedded"],
    ];
    for args in commands {
        let mut command = scratch.command(args);
        command.args(["--tasks", "/dev/stdin", "--json"]).stdin(Stdio::piped());
        let mut child = start(command);
        child.stdin.take().unwrap().write_all(b"e4d14648\n").unwrap();
        let ended = ended(child.wait_with_output().unwrap());
        let json: Value = serde_json::from_str(&ended.out).unwrap();
        assert_eq!((ended.code, &json["tasks"]), (0, &1.into()), "{args:?}: {ended:?}");
    }
}
