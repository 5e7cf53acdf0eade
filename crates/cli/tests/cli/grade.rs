//! `batt grade`.

use crate::support::Scratch;

const SET: &str = r#"{
    "a": {"train": [{"input": [[1]], "output": [[1]]}],
          "test": [{"input": [[1]], "output": [[1]]}, {"input": [[2]], "output": [[2, 2]]}]},
    "b": {"train": [{"input": [[1]], "output": [[1]]}], "test": [{"input": [[1]], "output": [[5]]}]}}"#;

fn pair(first: &str, second: &str) -> String {
    format!(r#"{{"attempt_1": {first}, "attempt_2": {second}}}"#)
}

fn scratch(test: &str) -> Scratch {
    let scratch = Scratch::new(test);
    scratch.write("set.json", SET);
    scratch
}

#[test]
fn the_share_of_solved_outputs() {
    let scratch = scratch("grade");
    let (right, wrong) = (pair("[[0]]", "[[1]]"), pair("[[2]]", "[[2], [2]]"));
    scratch.write(
        "s.json",
        format!(r#"{{"b": [{}], "a": [{right}, {wrong}]}}"#, pair("[[5]]", "[[5]]")),
    );
    let (json, ended) = scratch.json(&["grade", "s.json", "--data", "set.json"]);
    assert_eq!(ended.code, 0, "{}", ended.err);
    assert_eq!((&json["solved_outputs"], &json["outputs"]), (&2.into(), &3.into()));
    assert_eq!((&json["solved_tasks"], &json["tasks"]), (&1.into(), &2.into()));
    assert!((json["score"].as_f64().unwrap() - 2.0 / 3.0).abs() < 1e-12);
    assert_eq!(json["results"][0], serde_json::json!({"task": "a", "solved": [true, false]}));
    let plain = scratch.batt(&["grade", "s.json", "--data", "set.json", "--all"]);
    assert!(
        plain.out.contains("score 66.67 %: solved 2 of 3 test outputs, 1 of 2 tasks in full"),
        "{}",
        plain.out
    );
    assert!(plain.out.contains("a     1/2"), "{}", plain.out);
}

#[test]
fn what_does_not_fit_is_not_graded() {
    let scratch = scratch("gradebad");
    let good = pair("[[0]]", "[[1]]");
    let cases = [
        (format!(r#"{{"a": [{good}, {good}]}}"#), "task b: no attempts"),
        (
            format!(r#"{{"a": [{good}], "b": [{good}]}}"#),
            "task a: attempts for 1 test inputs, it has 2",
        ),
        (
            format!(r#"{{"a": [{good}, {good}], "b": [{good}], "c": []}}"#),
            "\"c\": no task of this id",
        ),
        (
            format!(r#"{{"a": [{good}, {good}], "b": [{}]}}"#, pair("[[1, 77]]", "[[1]]")),
            "task \"b\": test[0]: attempt_1: row 0: column 1: 77 is not a colour 0-9 at line 1",
        ),
        (format!(r#"{{"a": [{good}], "a": [{good}]}}"#), "task \"a\": occurs twice"),
        ("{\"a\": [{\"attempt_1\": ".into(), "EOF while parsing"),
        ("\u{7}".into(), "expected value"),
    ];
    for (text, message) in cases {
        scratch.write("s.json", &text);
        let ended = scratch.batt(&["grade", "s.json", "--data", "set.json"]);
        assert!(ended.code == 2 && ended.err.contains(message), "{text}: {}", ended.err);
        assert!(ended.err.contains("s.json"), "{}", ended.err);
    }
    let missing = scratch.batt(&["grade", "nothing.json", "--data", "set.json"]);
    assert!(missing.code == 2 && missing.err.contains("nothing.json"), "{}", missing.err);
}

#[test]
fn without_right_outputs_there_is_nothing_to_grade_by() {
    let scratch = Scratch::new("gradeblind");
    let task = r#"{"train": [{"input": [[1]], "output": [[1]]}], "test": [{"input": [[1]]}]}"#;
    scratch.write("set.json", format!(r#"{{"a": {task}}}"#));
    scratch.write("s.json", format!(r#"{{"a": [{}]}}"#, pair("[[0]]", "[[1]]")));
    let ended = scratch.batt(&["grade", "s.json", "--data", "set.json"]);
    assert!(ended.code == 2 && ended.err.contains("no test outputs to grade by"), "{}", ended.err);
}
