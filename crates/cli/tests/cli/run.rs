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
    let keys = ["programs", "tasks", "samples", "solved_tasks", "solved_samples", "steps_shared"];
    let counts = keys.map(|key| json[key].as_u64().unwrap());
    let [programs, tasks, samples, solved_tasks, solved_samples, _] = counts;
    assert!(tasks >= 12 && programs == 2 * tasks, "{counts:?}");
    assert_eq!((solved_tasks, solved_samples), (tasks, samples));
    assert!(json["steps"].as_u64().unwrap() > 0);
    for key in ["parse_seconds", "exec_seconds"] {
        assert!(json[key].as_f64().unwrap() > 0.0, "{key}");
    }
    assert!(json["data_version"].as_str().unwrap().starts_with("embedded@"));
    assert_eq!(json["backend"], "cpu");
    let plain = scratch.batt(&["run"]);
    let solved = format!("solved {tasks} of {tasks} tasks, {samples} of {samples} samples");
    assert!(plain.code == 0 && plain.out.contains(&solved), "{}", plain.out);
}

/// Right, after sums of all pairs of 900 numbers: more than programs of a search may take.
const DEAR: &str = "def solve_e4d14648(I):
    x1 = interval(0, 900, 1)
    x2 = rbind(apply, x1)
    x3 = lbind(lbind, add)
    x4 = chain(maximum, x2, x3)
    x5 = apply(x4, x1)
    x6 = size(x5)
    x7 = equality(x6, 900)
    x8 = branch(x7, cmirror, identity)
    return x8(I)
";

#[test]
fn a_named_program_runs_to_its_end_unless_told_otherwise() {
    let scratch = Scratch::new("budget");
    scratch.write("p.py", DEAR);
    let run = ["run", "p.py", "--data", "embedded"];
    let (json, ended) = scratch.json(&run);
    assert_eq!((ended.code, reasons(&json)), (0, vec![]));
    let (json, ended) = scratch.json(&[&run[..], &["--budget", "4194304"]].concat());
    assert!(ended.code == 1 && reasons(&json)[0].1.contains("budget in step x5"), "{json}");
    let score = ["score", "p.py", "--data", "embedded"];
    let solved = |args: &[&str]| scratch.json(args).0["solved_tasks"].as_u64();
    assert_eq!(solved(&score), Some(0));
    assert_eq!(solved(&[&score[..], &["--budget", "134217728"]].concat()), Some(1));
    for bad in ["0", "-1", "much"] {
        let ended = scratch.batt(&[&run[..], &["--budget", bad]].concat());
        assert!(ended.code == 2 && ended.err.contains("--budget"), "{bad}: {}", ended.err);
    }
}

#[test]
fn a_bad_function_is_reported_and_the_others_run() {
    let scratch = Scratch::new("badfn");
    scratch.write("p.py", format!("def solve_{VICTIM}(I):\n    return flll(I)\n\n\n{GOOD}"));
    let (json, ended) = scratch.json(&["run", "p.py", "--data", "embedded"]);
    assert_eq!(ended.code, 1);
    let reasons = reasons(&json);
    assert_eq!(reasons.len(), 1, "{reasons:?}");
    assert_eq!(reasons[0].0, VICTIM);
    assert!(reasons[0].1.starts_with("p.py:2:12: ") && reasons[0].1.contains("flll"));
    assert!(ended.err.contains("fill"), "suggests an op: {}", ended.err);
    assert_eq!((&json["programs"], &json["solved_tasks"]), (&1.into(), &1.into()));
}

#[test]
fn files_that_hold_no_programs() {
    let scratch = Scratch::new("nofiles");
    let contents: [(&str, &[u8]); 4] = [
        ("empty.py", b""),
        ("latin.py", b"\xe9\xff"),
        ("prose.py", b"not python ("),
        ("z.py", b"\0\0"),
    ];
    for (name, content) in contents {
        scratch.write(name, content);
        let (json, ended) = scratch.json(&["run", name, "--data", "embedded"]);
        assert_eq!(ended.code, 1, "{name}: {ended:?}");
        assert!(reasons(&json)[0].1.starts_with(name), "{json}");
    }
    let missing = scratch.batt(&["run", "missing.py"]);
    assert!(missing.code == 2 && missing.err.contains("missing.py"), "{}", missing.err);
}

#[test]
fn only_the_tasks_asked_for() {
    let scratch = Scratch::new("tasks");
    let programs = |tasks: &str| {
        let (json, ended) = scratch.json(&["run", "--data", "embedded", "--tasks", tasks]);
        (json["programs"].as_u64().unwrap(), reasons(&json), ended.code)
    };
    assert_eq!(programs("e4d14648"), (2, vec![], 0));
    assert_eq!(programs("e4d14648,0478b356"), (4, vec![], 0));
    scratch.write("ids.txt", "e4d14648\n0478b356, 856c9ea2\n");
    assert_eq!(programs("ids.txt"), (6, vec![], 0));
    let (count, reasons, code) = programs("e4d14648,nosuch");
    assert_eq!((count, code, reasons.len()), (2, 1, 1));
    assert!(reasons[0].0 == "nosuch" && reasons[0].1.contains("no task of this name"));
    assert_eq!(scratch.batt(&["run", "--tasks", ","]).code, 2);
    scratch.write("p.py", GOOD);
    let (json, ended) = scratch.json(&["run", "p.py", "--tasks", VICTIM]);
    assert_eq!(ended.code, 1);
    assert!(json["failed"][0]["reason"].as_str().unwrap().contains("no program for this task"));
}

#[test]
fn errors_of_other_tasks_do_not_matter() {
    let scratch = Scratch::new("others");
    scratch.write("p.py", format!("{GOOD}\n\ndef solve_{VICTIM}(I):\n    return nosuch(I)\n"));
    let (json, ended) = scratch.json(&["run", "p.py", "--tasks", "e4d14648"]);
    assert_eq!((ended.code, reasons(&json), ended.err.as_str()), (0, vec![], ""));
    let (json, _) = scratch.json(&["run", "p.py", "--tasks", VICTIM]);
    assert_eq!(reasons(&json).len(), 1, "{json}");
}

#[test]
fn bad_tasks_are_failures_and_spare_the_others() {
    let scratch = Scratch::new("badtask");
    let task = r#"{"train":[{"input":[[1,2]],"output":[[2,1]]}],"test":[{"input":[[3]]}]}"#;
    scratch.write("set.json", format!(r#"{{"good":{task},"ragged":{{"train":7}}}}"#));
    let program = |id| format!("def solve_{id}(I):\n    return vmirror(I)\n\n\n");
    scratch.write("p.py", ["good", "ragged", "absent"].map(program).concat());
    let (json, ended) = scratch.json(&["run", "p.py", "--data", "set.json"]);
    let tasks: Vec<String> = reasons(&json).into_iter().map(|(task, _)| task).collect();
    assert_eq!((ended.code, tasks), (1, vec!["ragged".to_string(), "absent".to_string()]));
    assert_eq!((&json["solved_samples"], &json["samples"]), (&1.into(), &2.into()));
    assert_eq!((&json["solved_tasks"], &json["tasks"]), (&1.into(), &1.into()));
}

#[test]
fn any_number_of_threads_and_repetitions_gives_the_same() {
    let scratch = Scratch::new("threads");
    for policy in ["strict", "safe", "pile"] {
        let run = |more: &[&str]| {
            let args = [&["run", "--data", "embedded", "--policy", policy], more].concat();
            let (json, ended) = scratch.json(&args);
            assert_eq!((ended.code, &json["solved_tasks"]), (0, &json["tasks"]), "{policy}");
            timeless(json)
        };
        let one = run(&["--threads", "1"]);
        assert_eq!(one, run(&["--threads", "2"]), "{policy}");
        assert_eq!(one, run(&["--threads", "7", "--repeat", "3"]), "{policy}");
    }
}

#[test]
fn policies_differ_where_steps_fail() {
    let scratch = Scratch::new("policies");
    let lines = "x1 = colorfilter(objects(I, T, F, T), 9)\n    x2 = first(x1)";
    scratch
        .write("p.py", format!("def solve_{VICTIM}(I):\n    {lines}\n    return paint(I, x2)\n"));
    let reason = |policy: &str| {
        let (json, ended) = scratch.json(&["run", "p.py", "--policy", policy]);
        assert_eq!(ended.code, 1);
        reasons(&json).remove(0).1
    };
    assert!(reason("strict").contains("empty in step x3 (first)"), "{}", reason("strict"));
    assert!(reason("safe").contains("wrong output on train[0]"), "{}", reason("safe"));
    assert!(reason("pile").contains("empty"), "{}", reason("pile"));
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
        assert!(reason.contains(": budget in step x"), "{reason}");
    }
    assert_eq!(json["solved_tasks"], 1);
}

/// A set of two tasks whose ids are no names of functions, and a third one.
const ODD: &str = r#"{"my-task":{"train":[{"input":[[0,1]],"output":[[1,0]]}],"test":[]},
    "my task":{"train":[{"input":[[0,1]],"output":[[0,1]]}],"test":[]},
    "plain":{"train":[{"input":[[0,1]],"output":[[1,0]]}],"test":[]}}"#;

#[test]
fn programs_find_tasks_whose_ids_are_no_names() {
    let scratch = Scratch::new("oddids");
    scratch.write("odd.json", ODD);
    scratch.write("p.py", "def solve_my_task(I):\n    return vmirror(I)\n");
    let (json, ended) = scratch.json(&["run", "p.py", "--data", "odd.json"]);
    assert_eq!((ended.code, &json["tasks"]), (1, &2.into()), "both are meant: {json}");
    let (json, ended) = scratch.json(&["run", "p.py", "--data", "odd.json", "--tasks", "my-task"]);
    assert_eq!((ended.code, &json["solved_tasks"]), (0, &1.into()), "{json}");
    let (json, _) = scratch.json(&["score", "p.py", "--data", "odd.json", "--tasks", "my-task"]);
    assert_eq!(json["tasks_without_program"], 0, "{json}");
    assert!(scratch.batt(&["trace", "p.py", "--data", "odd.json"]).code < 2);
    let traced = scratch.batt(&["trace", "p.py", "my-task", "--data", "odd.json"]);
    assert!(traced.code == 0 && traced.out.contains("of task my-task"), "{traced:?}");
    // What was exported from a store, and batts of it, run as they came.
    let import = ["store", "import", "p.py", "--data", "odd.json"];
    assert_eq!(scratch.batt(&import).code, 0);
    assert_eq!(scratch.batt(&["store", "export", "out", "--tasks", "my-task"]).code, 0);
    let (json, _) = scratch.json(&["run", "out/my_task_01.py", "--data", "odd.json"]);
    assert_eq!(json["solved_tasks"], 1, "{json}");
    let card = ["card", "p.py", "--data", "odd.json", "--tasks", "my-task", "-o", "batt.py"];
    assert_eq!(scratch.batt(&[&card[..], &["--freeze-solvers"]].concat()).code, 0);
    let (json, ended) = scratch.json(&["run", "batt.py", "--data", "odd.json"]);
    assert_eq!((ended.code, &json["solved_tasks"]), (0, &1.into()), "{json}");
    scratch.write("bad.py", "def solve_my_task(I):\n    return vmirro(I)\n");
    let (json, _) = scratch.json(&["run", "bad.py", "--data", "odd.json", "--tasks", "my-task"]);
    assert_eq!(reasons(&json).len(), 1, "{json}");
}

#[test]
fn ids_come_from_any_kind_of_file() {
    let scratch = Scratch::new("idfiles");
    let run = |tasks: &str| scratch.json(&["run", "--data", "embedded", "--tasks", tasks]).0;
    scratch.write("ids.txt", "\u{feff}e4d14648\n");
    assert_eq!(run("ids.txt")["solved_tasks"], 1, "{}", run("ids.txt"));
    let missing = scratch.batt(&["run", "--tasks", "no/ids.txt"]);
    assert!(missing.code == 2 && missing.err.contains("no such file"), "{}", missing.err);
    scratch.write("binary", b"\xff\xfe");
    let binary = scratch.batt(&["run", "--tasks", "binary"]);
    assert!(binary.code == 2 && binary.err.contains("not UTF-8"), "{}", binary.err);
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
