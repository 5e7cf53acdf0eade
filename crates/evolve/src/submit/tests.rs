//! Attempts and the file they go into.

use exec::data::{Dataset, Sample};

use super::*;
use crate::score::{Entry, rules};

fn grid(rows: &[&[i8]]) -> TaskGrid {
    TaskGrid::new(rows.len() as u16, rows[0].len() as u16, rows.concat()).expect("a rectangle")
}

fn task(input: TaskGrid) -> Task {
    let demo = vec![Sample { input: grid(&[&[3]]), output: Some(grid(&[&[4, 4]])) }];
    Task { id: "t".into(), demo, test: vec![Sample { input, output: None }] }
}

fn codes(bodies: &[&str]) -> Vec<Code> {
    if bodies.is_empty() {
        return Vec::new();
    }
    let text: String = bodies
        .iter()
        .enumerate()
        .map(|(i, body)| format!("def solve_{i}(I):\n    return {body}\n"))
        .collect();
    let parsed = lang::parse(text.as_bytes(), "t.py", None);
    assert!(parsed.errors.is_empty(), "{:?}", parsed.errors);
    parsed.programs.iter().filter_map(Entry::of_program).map(|entry| entry.code).collect()
}

fn one(input: TaskGrid, bodies: &[&str]) -> Attempts {
    let codes = codes(bodies);
    let mut all = attempts((&[&task(input)], &[&codes]), rules(), 1, || {});
    assert_eq!((all.len(), all[0].len()), (1, 1));
    all[0].remove(0)
}

#[test]
fn the_first_two_different_outputs_are_taken() {
    let input = grid(&[&[1, 2]]);
    let mirrored = grid(&[&[2, 1]]);
    let bodies = ["first(())", "vmirror(I)", "rot180(I)", "upscale(I, 40)", "vconcat(I, I)", "I"];
    let taken = one(input.clone(), &bodies[..5]);
    assert_eq!(taken.grids, [mirrored.clone(), grid(&[&[1, 2], &[1, 2]])]);
    assert_eq!(taken.from_programs, 2);
    // Programs that fail, repeat themselves or give what is no output leave room for a guess.
    let guessed = one(input.clone(), &bodies[..4]);
    assert_eq!((guessed.grids, guessed.from_programs), ([mirrored, input], 1));
}

#[test]
fn what_could_be_no_output_is_not_offered() {
    for body in [
        "first(I)",
        "canvas(10, (2, 2))",
        "canvas(-1, (2, 2))",
        "canvas(0, (31, 1))",
        "ofcolor(I, 1)",
        "()",
        "canvas(0, (1, 0))",
    ] {
        assert_eq!(one(grid(&[&[1, 2]]), &[body]).from_programs, 0, "{body}");
    }
    assert_eq!(one(grid(&[&[1, 2]]), &["canvas(9, (30, 30))"]).from_programs, 1);
}

#[test]
fn guesses_always_differ() {
    let inputs =
        [grid(&[&[1, 2]]), grid(&[&[0]]), grid(&[&[1]]), grid(&[&[4, 4]]), grid(&[&[0, 0]])];
    for input in inputs {
        for bodies in [&[][..], &["canvas(0, (1, 1))"], &["canvas(1, (1, 1))"], &["I"]] {
            let Attempts { grids, .. } = one(input.clone(), bodies);
            assert_ne!(grids[0], grids[1], "{input:?} {bodies:?}");
        }
    }
    let none = one(grid(&[&[1, 2]]), &[]);
    assert_eq!((none.grids, none.from_programs), ([grid(&[&[1, 2]]), grid(&[&[4, 4]])], 0));
}

#[test]
fn a_written_submission_reads_the_same() {
    let pair = |n: i8| [grid(&[&[n, 2], &[3, 4]]), grid(&[&[n]])];
    let tasks = vec![
        ("a".to_string(), vec![pair(0), pair(9)]),
        ("quote \" and é".to_string(), vec![pair(5)]),
        ("none".to_string(), vec![]),
    ];
    let submission = Submission { tasks };
    assert_eq!(Submission::parse(submission.to_json().as_bytes()), Ok(submission));
    assert_eq!(Submission::parse(b"{}"), Ok(Submission::default()));
    assert_eq!(Submission::default().to_json(), "{}\n");
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let attempt = |grid: &str| format!(r#"{{"t": [{{"attempt_1": [[1]], "attempt_2": {grid}}}]}}"#);
    let place = "task \"t\": test 1: attempt_2: ";
    let cases = [
        (attempt("[[1, 12]]"), format!("{place}row 0: column 1: 12 is not a colour 0-9 at line 1")),
        (attempt("[[-1]]"), format!("{place}row 0: column 0: -1 is not a colour 0-9")),
        (attempt("[[1.5]]"), format!("{place}row 0: column 0: invalid type: floating point")),
        (attempt("[[1], [1, 2]]"), format!("{place}row 1: 2 cells, row 0 has 1")),
        (attempt("[[]]"), format!("{place}row 0: no cells")),
        (attempt("[]"), format!("{place}a grid without rows")),
        (attempt("7"), format!("{place}invalid type: integer `7`, expected a grid")),
        (attempt("null"), format!("{place}invalid type: null, expected a grid")),
        (
            attempt(&format!("[{}[1]]", "[1],".repeat(30))),
            format!("{place}row 30: more than 30 rows"),
        ),
        (
            attempt(&format!("[[{}1]]", "1,".repeat(30))),
            format!("{place}row 0: more than 30 cells"),
        ),
        (attempt(&"[".repeat(1000)), "task \"t\"".into()),
        (r#"{"t": [{"attempt_1": [[1]]}]}"#.into(), "task \"t\": test 1: no attempt_2".into()),
        (r#"{"t": [{"attempt_2": [[1]]}]}"#.into(), "task \"t\": test 1: no attempt_1".into()),
        (
            r#"{"t": [{"attempt_1": [[1]], "attempt_1": [[1]]}]}"#.into(),
            "task \"t\": test 1: attempt_1: occurs twice".into(),
        ),
        (r#"{"t": [{"attempt_3": [[1]]}]}"#.into(), "task \"t\": test 1: key \"attempt_3\"".into()),
        (r#"{"t": [], "t": []}"#.into(), "task \"t\": occurs twice".into()),
        (r#"{"t": {}}"#.into(), "task \"t\": invalid type: map, expected a list".into()),
        ("[]".into(), "invalid type: sequence, expected an object".into()),
        ("{} {}".into(), "trailing characters at line 1 column 4".into()),
        ("".into(), "EOF while parsing".into()),
        ("{\"t\": [".into(), "task \"t\": test 1: EOF while parsing".into()),
    ];
    for (text, message) in cases {
        let error = Submission::parse(text.as_bytes()).expect_err(&text);
        assert!(error.starts_with(&message), "{text}: {error}");
    }
    assert!(Submission::parse(b"\xff{}").is_err());
}

#[test]
fn submissions_are_held_against_their_tasks() {
    let text = r#"{"a": {"train": [{"input": [[1]], "output": [[1]]}], "test": [{"input": [[1]]}]},
        "b": {"train": [{"input": [[1]], "output": [[1]]}], "test": [{"input": [[1]]}, {"input": [[2]]}]},
        "bad": 7}"#;
    let data = Dataset::parse("set", text.as_bytes()).expect("a set");
    let pair = [grid(&[&[1]]), grid(&[&[2]])];
    let submission = |tasks: &[(&str, usize)]| Submission {
        tasks: tasks.iter().map(|(id, n)| (id.to_string(), vec![pair.clone(); *n])).collect(),
    };
    assert!(submission(&[("a", 1), ("b", 2)]).problems(&data).is_empty());
    assert!(submission(&[("a", 1), ("b", 2), ("bad", 5)]).problems(&data).is_empty());
    let problems = submission(&[("b", 1), ("c", 1)]).problems(&data);
    let wanted = [
        "task a: no attempts",
        "task b: attempts for 1 test inputs, it has 2",
        "\"c\": no task of this id",
    ];
    assert_eq!(problems, wanted);
}

#[test]
fn tasks_that_cannot_be_read_have_guesses() {
    let text = r#"{
        "bare": {"train": [], "test": [{"input": [[1, 2]]}, {"input": [[99]]}]},
        "good": {"train": [{"input": [[1]], "output": [[2]]}], "test": [{"input": [[1]]}]},
        "lost": {"train": []}}"#;
    let data = Dataset::parse("set", text.as_bytes()).expect("a set");
    let answers = Answerers::of_programs(&[], &data, false, 1).answer(&data, 1, || {});
    let ids: Vec<&str> = answers.submission.tasks.iter().map(|(id, _)| id.as_str()).collect();
    assert_eq!(ids, ["bare", "good"]);
    let bare = answers.submission.get("bare").expect("it is there");
    assert_eq!(bare[0], [grid(&[&[1, 2]]), grid(&[&[0, 0]])]);
    assert_eq!(bare[1], [grid(&[&[0]]), grid(&[&[1]])]);
    assert!(answers.submission.problems(&data).is_empty());
    assert_eq!(answers.attempts.len(), 1, "counted are tasks that were read");
}
