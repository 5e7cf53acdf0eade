//! `batt solve`. What strategies find is not tested here: they get better.

use std::fs;

use serde_json::{Value, json};

use crate::support::{Scratch, TASK, ended, start};

/// A quick run on the tasks that are part of the binary.
const RUN: [&str; 5] = ["solve", "--data", "embedded", "--effort", "0.02"];

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&RUN[..], more].concat()
}

fn number(json: &Value, key: &str) -> u64 {
    json[key].as_u64().unwrap_or_else(|| panic!("{key}: {json}"))
}

/// Whether a value is a grid of a task.
fn is_grid(grid: &Value) -> bool {
    let rows = grid.as_array().filter(|rows| (1..=30).contains(&rows.len()));
    rows.is_some_and(|rows| {
        let row = |row: &Value| {
            let cells = row.as_array()?;
            let good = cells.iter().all(|cell| cell.as_u64().is_some_and(|colour| colour < 10));
            (good && (1..=30).contains(&cells.len())).then_some(cells.len())
        };
        let width = row(&rows[0]);
        width.is_some() && rows.iter().all(|r| row(r) == width)
    })
}

/// The submission of a run, after looking that there are two different grids everywhere.
fn submission(scratch: &Scratch, file: &str) -> Value {
    let text = fs::read_to_string(scratch.path(file)).unwrap();
    let json: Value = serde_json::from_str(&text).unwrap();
    for (task, inputs) in json.as_object().unwrap() {
        for pair in inputs.as_array().unwrap() {
            let (first, second) = (&pair["attempt_1"], &pair["attempt_2"]);
            assert!(is_grid(first) && is_grid(second) && first != second, "{task}: {pair}");
        }
    }
    json
}

#[test]
fn answers_and_says_what_it_did() {
    let scratch = Scratch::new("solve");
    let (json, ended) = scratch.json(&with(&["-o", "s.json", "--seed", "7"]));
    assert_eq!(ended.code, 0, "{ended:?}");
    assert_eq!((number(&json, "tasks"), number(&json, "test_inputs")), (20, 22));
    assert_eq!((number(&json, "known_outputs"), number(&json, "unreadable_tasks")), (22, 0));
    let (answered, right) = (number(&json, "answered"), number(&json, "right"));
    assert!(answered <= 22 && number(&json, "right_first") <= right && right <= 22, "{json}");
    assert!(number(&json, "fits_demos") <= 20 && number(&json, "guesses") <= 44);
    assert_eq!((&json["effort"], &json["seed"]), (&0.02.into(), &7.into()));
    assert_eq!((&json["cut"], &json["interrupted"]), (&json!([]), &false.into()));
    assert!(json["cpu_seconds"].as_f64().is_some_and(|seconds| seconds > 0.0), "{json}");
    assert!(json["data_version"].as_str().is_some_and(|v| v.starts_with("embedded")), "{json}");
    let strategies = json["by_strategy"].as_object().unwrap();
    assert!(!strategies.is_empty() && strategies.values().all(|s| s["units"].is_u64()), "{json}");
    let units: u64 = strategies.values().map(|s| number(s, "units")).sum();
    assert!(units > 0, "{json}");
    let (graded, ended) = scratch.json(&["grade", "s.json", "--data", "embedded"]);
    assert_eq!(ended.code, 0, "{ended:?}");
    assert_eq!(graded["right_outputs"], json["right"]);
    assert_eq!(submission(&scratch, "s.json").as_object().unwrap().len(), 20);
    compare(&json, &submission(&scratch, "s.json"));
}

/// The attempts of the report are those of the file, and guesses have no program.
fn compare(json: &Value, submission: &Value) {
    for result in json["results"].as_array().unwrap() {
        let written = submission[result["task"].as_str().unwrap()].as_array().unwrap();
        let tests = result["tests"].as_array().unwrap();
        assert_eq!(tests.len(), written.len());
        for (test, pair) in tests.iter().zip(written) {
            let attempts = &test["attempts"];
            assert_eq!(attempts[0]["grid"], pair["attempt_1"]);
            assert_eq!(attempts[1]["grid"], pair["attempt_2"]);
            for attempt in attempts.as_array().unwrap() {
                let program = attempt["program"].as_u64().map(|at| at as usize);
                assert_eq!(attempt["strategy"].is_null(), program.is_none(), "{attempt}");
                assert!(program.is_none_or(|at| result["programs"][at]["fits"].is_array()));
            }
        }
    }
}

/// A report without what depends on time and threads.
fn timeless(mut json: Value) -> Value {
    for key in ["cpu_seconds", "seconds", "threads"] {
        json.as_object_mut().unwrap().remove(key);
    }
    for result in json["results"].as_array_mut().unwrap() {
        result.as_object_mut().unwrap().remove("cpu_seconds");
    }
    json
}

#[test]
fn threads_change_nothing() {
    let scratch = Scratch::new("solvethreads");
    let (one, _) = scratch.json(&with(&["--threads", "1", "-o", "s.json"]));
    let first = fs::read(scratch.path("s.json")).unwrap();
    let (two, _) = scratch.json(&with(&["--threads", "2", "-o", "s.json"]));
    assert_eq!((number(&one, "threads"), number(&two, "threads")), (1, 2));
    assert_eq!(timeless(one), timeless(two));
    assert_eq!(first, fs::read(scratch.path("s.json")).unwrap());
}

#[test]
fn no_work_gives_guesses_and_says_so() {
    let scratch = Scratch::new("solvezero");
    for budget in [["--effort", "0"], ["--seconds-per-task", "0"]] {
        let args = [&["solve", "--data", "embedded", "-o", "s.json"][..], &budget].concat();
        let (json, ended) = scratch.json(&args);
        assert_eq!(ended.code, 0, "{ended:?}");
        assert!(ended.err.contains("every attempt is a guess"), "{ended:?}");
        assert_eq!((number(&json, "answered"), number(&json, "guesses")), (0, 44));
        assert_eq!(json["untried"].as_array().map(Vec::len), Some(20));
        assert_eq!(submission(&scratch, "s.json").as_object().unwrap().len(), 20);
    }
}

#[test]
fn seconds_end_the_run_and_cut_tasks_are_told() {
    let scratch = Scratch::new("solveseconds");
    let (json, ended) =
        scratch.json(&["solve", "--data", "embedded", "--seconds-per-task", "0.01"]);
    assert_eq!(ended.code, 0, "{ended:?}");
    assert_eq!((&json["effort"], &json["seconds_per_task"]), (&0.01.into(), &0.01.into()));
    let cut = json["cut"].as_array().unwrap();
    for result in json["results"].as_array().unwrap() {
        assert_eq!(cut.contains(&result["task"]), result["cut"] == true, "{result}");
    }
    // Work without end: only the clock cuts it.
    let limited = ["solve", "--data", "embedded", "--seconds-per-task", "0.01", "--effort", "1000"];
    let (json, _) = scratch.json(&limited);
    assert!(!json["cut"].as_array().unwrap().is_empty(), "{json}");
}

fn pair(input: &str, output: &str) -> String {
    format!(r#"{{"input": {input}, "output": {output}}}"#)
}

/// A grid of one size whose colours follow from a number.
fn patterned(side: usize, seed: usize) -> String {
    let row = |r: usize| (0..side).map(move |c| ((r * 7 + c * 3 + seed) % 10).to_string());
    let rows: Vec<String> =
        (0..side).map(|r| format!("[{}]", row(r).collect::<Vec<_>>().join(","))).collect();
    format!("[{}]", rows.join(","))
}

fn task(train: &[String], tests: &[&str]) -> String {
    let tests: Vec<String> = tests.iter().map(|t| format!(r#"{{"input": {t}}}"#)).collect();
    format!(r#"{{"train": [{}], "test": [{}]}}"#, train.join(","), tests.join(","))
}

/// Tasks that nobody would make, but somebody may hand in.
fn odd_tasks() -> Vec<(&'static str, String)> {
    let large = patterned(30, 1);
    let many: Vec<String> =
        (0..300).map(|i| pair(&patterned(2, i), &patterned(2, i + 1))).collect();
    let contradiction = [pair("[[1, 2]]", "[[2, 1]]"), pair("[[1, 2]]", "[[1, 1]]")];
    let one = [pair("[[0, 1]]", "[[1, 0]]")];
    vec![
        ("cells", task(&[pair("[[1]]", "[[2]]"), pair("[[3]]", "[[2]]")], &["[[0]]", "[[1]]"])),
        ("colours", task(&one, &["[[7, 8, 9]]"])),
        ("contradiction", task(&contradiction, &["[[1, 2]]"])),
        ("large", task(&[pair(&large, &large), pair(&patterned(30, 2), &large)], &[&large])),
        ("many", task(&many, &["[[5, 5], [5, 5]]"])),
        ("nodemos", task(&[], &["[[1, 2]]", "[[0]]"])),
        ("notests", task(&one, &[])),
        ("onedemo", task(&one, &["[[0, 2]]"])),
        ("sizes", task(&one, &[&large, "[[4]]"])),
    ]
}

#[test]
fn odd_tasks_have_two_attempts_each() {
    let scratch = Scratch::new("solveodd");
    let tasks: Vec<String> =
        odd_tasks().iter().map(|(id, task)| format!("\"{id}\": {task}")).collect();
    scratch.write("odd_challenges.json", format!("{{{}}}", tasks.join(",\n")));
    for budget in ["0", "0.02"] {
        let args = ["solve", "--data", "odd_challenges.json", "-o", "s.json", "--memory", "64"];
        let (json, ended) = scratch.json(&[&args[..], &["--effort", budget]].concat());
        // One of them cannot be read as a task.
        assert_eq!(ended.code, 1, "{ended:?}");
        assert!(ended.err.contains("nodemos cannot be read and gets guesses"), "{ended:?}");
        assert_eq!((&json["failed"], number(&json, "unreadable_tasks")), (&json!([]), 1));
        assert!(json["right"].is_null() && number(&json, "known_outputs") == 0, "{json}");
        let counts: Vec<(String, usize)> = submission(&scratch, "s.json")
            .as_object()
            .unwrap()
            .iter()
            .map(|(id, inputs)| (id.clone(), inputs.as_array().unwrap().len()))
            .collect();
        let expected = [2, 1, 1, 1, 1, 2, 0, 1, 2].into_iter();
        let ids = odd_tasks().into_iter().map(|(id, _)| id.to_string());
        assert_eq!(counts, ids.zip(expected).collect::<Vec<_>>());
    }
    let alone = scratch.batt(&["solve", "--data", "odd_challenges.json", "--tasks", "nodemos"]);
    assert!(alone.code == 1 && alone.out.contains("0 tasks, 0 test inputs"), "{alone:?}");
}

#[test]
fn a_task_of_its_own_is_drawn() {
    let scratch = Scratch::new("solveone");
    scratch.write("t.json", TASK);
    let plain = scratch.batt(&["solve", "--data", "t.json", "--effort", "0"]);
    assert_eq!(plain.code, 0, "{plain:?}");
    assert!(plain.out.contains("test 1    attempt 1: guess    attempt 2: guess\n6"), "{plain:?}");
    let known = scratch.batt(&with(&["--tasks", "e4d14648", "--test"]));
    assert_eq!(known.code, 0, "{known:?}");
    assert!(known.out.contains("expected"), "{}", known.out);
    assert!(known.out.contains(", right") || known.out.contains(", wrong"), "{}", known.out);
    let hidden = scratch.batt(&with(&["--tasks", "e4d14648"]));
    assert!(!hidden.out.contains("expected") && !hidden.out.contains(", wrong"), "{hidden:?}");
}

#[test]
fn candidates_are_explained() {
    let scratch = Scratch::new("solveexplain");
    let plain = scratch.batt(&with(&["--explain", "e4d14648"]));
    assert_eq!(plain.code, 0, "{plain:?}");
    for words in ["attempt 1: ", "different output", "candidates", "strategy", "1 task, "] {
        assert!(plain.out.contains(words), "{words}: {}", plain.out);
    }
    let (json, _) = scratch.json(&with(&["--explain", "e4d14648"]));
    let explained = &json["results"][0]["explained"];
    let candidates = explained["candidates"].as_array().unwrap();
    for answer in explained["answers"][0].as_array().unwrap() {
        assert!(is_grid(&answer["grid"]) && answer["chance"].is_number(), "{answer}");
        let of = answer["candidates"].as_array().unwrap();
        assert!(!of.is_empty() && of.iter().all(|n| n.as_u64().unwrap() < candidates.len() as u64));
    }
    let both = scratch.batt(&with(&["--explain", "e4d14648", "--tasks", "0478b356"]));
    assert!(both.code == 0 && both.out.contains("2 tasks, "), "{both:?}");
}

#[test]
fn programs_go_to_a_store() {
    let scratch = Scratch::new("solvestore");
    let (json, ended) = scratch.json(&with(&["--store", "found.db"]));
    assert_eq!(ended.code, 0, "{ended:?}");
    let new = number(&json["stored"], "new");
    let checked = scratch.batt(&["store", "check", "--store", "found.db"]);
    assert_eq!(checked.code, 0, "{checked:?}");
    let (listed, _) = scratch.json(&["store", "ls", "--store", "found.db"]);
    let kept = listed["tasks"].as_array().unwrap().iter().map(|task| number(task, "programs"));
    assert_eq!(kept.sum::<u64>(), new, "{listed}");
    let (again, _) = scratch.json(&with(&["--store", "found.db"]));
    assert_eq!((number(&again["stored"], "new"), number(&again["stored"], "known")), (0, new));
}

/// Ctrl-C once the store is there: by then it is caught.
#[cfg(unix)]
#[test]
fn ctrl_c_writes_what_there_is() {
    let scratch = Scratch::new("solvestop");
    let many: Vec<String> = (0..1000).map(|i| format!("\"t{i}\": {TASK}")).collect();
    scratch.write("many.json", format!("{{{}}}", many.join(",")));
    let args = ["solve", "--data", "many.json", "--effort", "50", "-o", "s.json", "--json"];
    let mut child = start(scratch.command(&[&args[..], &["--store", "found.db"]].concat()));
    while !scratch.path("found.db").exists() && child.try_wait().unwrap().is_none() {
        std::thread::yield_now();
    }
    let mut kill = std::process::Command::new("kill");
    kill.args(["-INT", &child.id().to_string()]).status().expect("kill is there");
    let ended = ended(child.wait_with_output().expect("it ends"));
    assert_eq!(ended.code, 0, "{ended:?}");
    let json: Value = serde_json::from_str(&ended.out).expect("a report");
    assert_eq!(number(&json, "tasks"), 1000);
    // It may have been faster than we were.
    let whole = |result: &Value| result["ended"] == "tried" || result["ended"] == "spent";
    let all = json["results"].as_array().unwrap().iter().all(whole);
    assert!(json["interrupted"] == true || all, "{}", json["interrupted"]);
    assert_eq!(submission(&scratch, "s.json").as_object().unwrap().len(), 1000);
}
