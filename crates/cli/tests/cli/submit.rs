//! `batt submit`.

use std::fs;

use serde_json::{Value, json};

use crate::support::{Scratch, files_below};

const CHALLENGES: &str = r#"{
    "known": {"train": [{"input": [[1, 2]], "output": [[2, 1]]}, {"input": [[3, 3, 4]], "output": [[4, 3, 3]]}],
              "test": [{"input": [[5, 6]]}, {"input": [[7, 7]]}]},
    "strange": {"train": [{"input": [[1]], "output": [[0, 0]]}], "test": [{"input": [[0]]}]}}"#;
const SOLUTIONS: &str = r#"{"known": [[[6, 5]], [[7, 7]]], "strange": [[[0, 0]]]}"#;
const PROGRAM: &str = "def solve_known(I):\n    return vmirror(I)\n";

fn with_store(test: &str) -> Scratch {
    let scratch = Scratch::new(test);
    scratch.write("set_challenges.json", CHALLENGES);
    scratch.write("p.py", PROGRAM);
    let args = ["score", "p.py", "--data", "set_challenges.json", "--store", "found.db"];
    let ended = scratch.batt(&args);
    assert_eq!(ended.code, 0, "{}", ended.err);
    scratch
}

fn submit(scratch: &Scratch, more: &[&str]) -> (Value, Value) {
    let args = ["submit", "--data", "set_challenges.json", "--store", "found.db"];
    let (json, ended) = scratch.json(&[&args, more].concat());
    assert_eq!(ended.code, 0, "{}", ended.err);
    let text = fs::read_to_string(scratch.path("submission.json")).unwrap();
    (json, serde_json::from_str(&text).unwrap())
}

#[test]
fn programs_answer_and_guesses_fill_up() {
    let scratch = with_store("submit");
    let (json, submission) = submit(&scratch, &[]);
    assert_eq!(submission["known"][0], json!({"attempt_1": [[6, 5]], "attempt_2": [[5, 6]]}));
    // The program gives the input back: the guess is another one.
    assert_eq!(submission["known"][1], json!({"attempt_1": [[7, 7]], "attempt_2": [[2, 1]]}));
    assert_eq!(submission["strange"], json!([{"attempt_1": [[0]], "attempt_2": [[0, 0]]}]));
    assert_eq!((&json["tasks"], &json["test_inputs"]), (&2.into(), &3.into()));
    assert_eq!(
        (&json["tasks_with_programs"], &json["attempts_from_programs"]),
        (&1.into(), &2.into())
    );
    let left: Vec<_> = files_below(&scratch.folder)
        .into_iter()
        .filter(|path| path.to_string_lossy().contains(".submission"))
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn a_submission_can_be_graded() {
    let scratch = with_store("submitgrade");
    submit(&scratch, &[]);
    scratch.write("set_solutions.json", SOLUTIONS);
    let (json, ended) =
        scratch.json(&["grade", "submission.json", "--data", "set_challenges.json"]);
    assert_eq!(ended.code, 0, "{}", ended.err);
    assert_eq!((&json["solved_outputs"], &json["outputs"]), (&3.into(), &3.into()));
}

#[test]
fn programs_of_other_tasks_may_help() {
    let scratch = with_store("submitothers");
    let (alone, _) = submit(&scratch, &[]);
    let (json, submission) = submit(&scratch, &["--others"]);
    assert_eq!(
        (&alone["tasks_with_programs"], &json["tasks_with_programs"]),
        (&1.into(), &1.into())
    );
    let guesses = |json: &serde_json::Value| json["guesses"].as_u64().unwrap();
    assert!(guesses(&json) < guesses(&alone), "{json} {alone}");
    assert_eq!(submission["strange"][0]["attempt_1"], json!([[0]]));
    assert_ne!(submission["strange"][0]["attempt_1"], submission["strange"][0]["attempt_2"]);
}

#[test]
fn what_cannot_be_done_is_said() {
    let scratch = with_store("submitbad");
    let args = ["submit", "--data", "set_challenges.json", "--store"];
    let missing = scratch.batt(&[&args[..], &["nothing.db"]].concat());
    assert!(missing.code == 2 && missing.err.contains("nothing.db"), "{}", missing.err);
    let folder = scratch.batt(&[&args[..], &["found.db", "-o", "no/such/folder/s.json"]].concat());
    assert!(
        folder.code == 2 && folder.err.contains("cannot write no/such/folder/s.json"),
        "{}",
        folder.err
    );
    fs::create_dir(scratch.path("taken")).unwrap();
    let taken = scratch.batt(&[&args[..], &["found.db", "-o", "taken"]].concat());
    assert!(taken.code == 2 && taken.err.contains("cannot write taken"), "{}", taken.err);
}

/// What leads to a device is written to; a file put in its place would be the end of the device.
#[cfg(unix)]
#[test]
fn devices_are_not_replaced() {
    let scratch = with_store("submitdevice");
    std::os::unix::fs::symlink("/dev/null", scratch.path("out.py")).unwrap();
    let args = ["submit", "--data", "set_challenges.json", "--store", "found.db", "-o", "out.py"];
    let ended = scratch.batt(&args);
    assert_eq!(ended.code, 0, "{ended:?}");
    let ended = scratch.batt(&["card", "p.py", "--data", "set_challenges.json", "-o", "out.py"]);
    assert_eq!(ended.code, 0, "{ended:?}");
    assert!(fs::symlink_metadata(scratch.path("out.py")).unwrap().is_symlink());
}

#[test]
fn changed_tasks_are_told() {
    let scratch = with_store("submitchanged");
    scratch.write("set_challenges.json", CHALLENGES.replace("[[1, 2]]", "[[2, 2]]"));
    let ended = scratch.batt(&["submit", "--data", "set_challenges.json", "--store", "found.db"]);
    assert_eq!(ended.code, 0, "{ended:?}");
    assert!(ended.err.contains("1 tasks changed") && ended.err.contains("known"), "{ended:?}");
}
