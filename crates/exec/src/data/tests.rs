mod forms;

use judge::{Random, Scratch};

use super::*;

const GOOD: &str = r#"{"train":[{"input":[[0,1],[2,3]],"output":[[9]]},{"input":[[4]],"output":[[5]]}],
    "test":[{"input":[[6]]}]}"#;

fn reason(task: &str) -> String {
    let set = Dataset::parse("set", format!(r#"{{"a":{GOOD},"b":{task}}}"#).as_bytes()).unwrap();
    assert_eq!(set.tasks.len(), 1, "the good task survives {task}");
    assert_eq!((set.bad.len(), set.bad[0].id.as_str()), (1, "b"));
    set.bad[0].reason.clone()
}

/// The reason for a bad input grid in the second demo sample.
fn grid_reason(grid: &str) -> String {
    let reason = reason(&GOOD.replace("[[4]]", grid));
    reason.strip_prefix("demo 2, input: ").expect(&reason).to_string()
}

#[test]
fn reads_a_combined_file() {
    let set = Dataset::parse("set", format!(r#"{{"b":{GOOD},"a":{GOOD}}}"#).as_bytes()).unwrap();
    let ids: Vec<_> = set.tasks.iter().map(|t| t.id.as_str()).collect();
    assert_eq!(ids, ["a", "b"]);
    assert_eq!((set.demo_samples(), set.test_samples()), (4, 2));
    let grid = &set.get("b").unwrap().demo[0].input;
    assert_eq!(
        (grid.height(), grid.width(), grid.get(1, 0), grid.get(2, 0)),
        (2, 2, Some(2), None)
    );
    assert_eq!(grid.rows().map(<[i8]>::to_vec).collect::<Vec<_>>(), [[0, 1], [2, 3]]);
    assert!(set.get("c").is_none());
    assert!(set.version.starts_with("set@") && set.version.len() == 16, "{}", set.version);
}

#[test]
fn reads_a_single_task_and_splits() {
    let single = Dataset::parse("abc", GOOD.as_bytes()).unwrap();
    assert_eq!(single.tasks[0].id, "abc");
    let text = format!(r#"{{"train":{{"a":{GOOD}}},"eval":{{"b":{GOOD}}}}}"#);
    assert_eq!(Dataset::parse("both", text.as_bytes()).unwrap().tasks.len(), 2);
    let eval = Dataset::parse_split("one", text.as_bytes(), Split::Eval).unwrap();
    assert_eq!((eval.tasks.len(), eval.tasks[0].id.as_str()), (1, "b"));
    let none = Dataset::parse_split("one", GOOD.as_bytes(), Split::Eval).unwrap_err();
    assert_eq!(none.to_string(), "one: no split \"eval\" in it");
}

#[test]
fn says_what_is_wrong_with_a_grid() {
    let wide = format!("[[{}0]]", "0,".repeat(30));
    let high = format!("[{}[0]]", "[0],".repeat(30));
    let cases = [
        ("[[1,2],[3]]", "row 1 has 1 cells, row 0 has 2"),
        ("[[1,10]]", "row 0, column 1: 10 is not a colour 0-9"),
        ("[[1],[-1]]", "row 1, column 0: -1 is not a colour 0-9"),
        ("[[99999999999999999999]]", "row 0, column 0: 99999999999999999999 is not a colour 0-9"),
        ("[[1.0]]", "row 0, column 0: expected a colour 0-9, found 1.0"),
        ("[[1e0]]", "row 0, column 0: 1e0 is not a colour 0-9"),
        ("[[NaN]]", "row 0, column 0: expected a colour 0-9, found `NaN`"),
        ("[[1,\"2\"]]", "row 0, column 1: expected a colour 0-9, found a string"),
        ("[[true]]", "row 0, column 0: expected a colour 0-9, found `true`"),
        ("[[1,]]", "row 0, column 1: expected a colour 0-9, found `]`"),
        ("[[1 2]]", "row 0, column 0: expected `,` or `]`, found `2`"),
        ("[]", "a grid without rows"),
        ("[[]]", "row 0 is empty"),
        ("[[1],[]]", "row 1 is empty"),
        ("[1,2]", "row 0: expected a list of colours, found `1`"),
        ("7", "expected a list, found `7`"),
        (&wide, "row 0 has more than 30 cells"),
        (&high, "more than 30 rows"),
    ];
    for (grid, expected) in cases {
        assert_eq!(grid_reason(grid), expected, "{grid}");
    }
}

#[test]
fn says_what_is_wrong_with_a_task() {
    let cases = [
        (r#"{"train":[]}"#, "no key \"test\""),
        (r#"{"test":[]}"#, "no key \"train\""),
        (r#"{"train":[],"test":[]}"#, "train: no samples"),
        (r#"{"train":{},"test":[]}"#, "train: expected a list, found an object"),
        (r#"{"train":[{"output":[[1]]}],"test":[]}"#, "demo 1: no key \"input\""),
        (r#"{"train":[{"input":[[1]]}],"test":[]}"#, "demo 1: no key \"output\""),
        (r#"{"train":[1],"test":[]}"#, "demo 1: expected an object, found `1`"),
        (r#"{"train":[],"train":[]}"#, "key \"train\" occurs twice"),
        (r#"{"train":[],"test":[],"x":NaN}"#, "key \"x\": expected value at line 1 column 1"),
        ("[1]", "pair 1: expected an object, found `1`"),
        ("[]", "train: no samples"),
        (
            r#"[{"input":[[1]]}]"#,
            "pairs: none that shows the rule, with an output and not of the test",
        ),
        (r#"[{"input":[[1]],"output":[[1],[]]}]"#, "pair 1, output: row 1 is empty"),
        ("null", "expected an object, found `null`"),
    ];
    for (task, expected) in cases {
        assert_eq!(reason(task), expected, "{task}");
    }
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    assert_eq!(reason(&deep), "pair 1: expected an object, found a list");
    assert!(grid_reason(&deep).starts_with("row 0, column 0: "));
}

#[test]
fn test_inputs_of_bad_tasks_are_kept_as_far_as_they_can_be_read() {
    let tests = |task: &str| {
        let text = format!("{{\"b\": {task}}}");
        let set = Dataset::parse("set", text.as_bytes()).unwrap();
        assert_eq!((set.tasks.len(), set.bad.len()), (0, 1), "{task}");
        let sizes =
            set.bad[0].tests.iter().map(|test| test.as_ref().map(|grid| grid.cells().len()));
        sizes.collect::<Vec<_>>()
    };
    let pairs = r#"[{"input": [[1, 2]]}, {"input": [[3]], "output": [[3]]}]"#;
    assert_eq!(tests(&format!(r#"{{"train": [], "test": {pairs}}}"#)), [Some(2), Some(1)]);
    assert_eq!(tests(&format!(r#"{{"test": {pairs}}}"#)), [Some(2), Some(1)]);
    assert_eq!(tests(&format!(r#"{{"train": [{{"input": 7}}], "test": {pairs}}}"#)).len(), 2);
    let broken = r#"{"train": [], "test": [{"input": [[10]]}, {"input": [[1]]}, 5]}"#;
    assert_eq!(tests(broken), [None, Some(1), None]);
    for nothing in ["7", "{}", r#"{"train": [], "test": 7}"#, r#"{"train": []}"#] {
        assert!(tests(nothing).is_empty(), "{nothing}");
    }
}

#[test]
fn keeps_the_first_of_equal_ids() {
    let text = format!(r#"{{"a":{GOOD},"a":{GOOD}}}"#);
    let set = Dataset::parse("set", text.as_bytes()).unwrap();
    assert_eq!((set.tasks.len(), set.bad.len()), (1, 1));
    assert!(set.bad[0].reason.contains("more than once"));
}

#[test]
fn refuses_what_is_no_data_set() {
    let long = format!("{{\"{}\":1,", "k".repeat(5000));
    let cases: [(&[u8], &str); 9] = [
        (b"", "the file is empty"),
        (b" \n", "the file is empty"),
        (b"{}", "no tasks in it"),
        (b"{\"a\": \xff}", "not UTF-8 text: bad byte at 6"),
        (b"{\"a\": \0}", "not text: a null byte at 6"),
        (
            b"[{\"train\": 1}, {\"x\": [}",
            "not a JSON list of tasks: line 1, column 16: a bracket is not closed",
        ),
        (b"{\n \"a\": [[", "line 2, column 7: a bracket is not closed"),
        (b"{\"a\": {}} x", "line 1, column 11: `x` after the end"),
        (long.as_bytes(), "expected a key, found the end of the text"),
    ];
    for (bytes, expected) in cases {
        let error = Dataset::parse("set", bytes).unwrap_err();
        assert!(error.reason.contains(expected), "{error}");
        assert!(error.reason.len() < 300);
    }
}

#[test]
fn accepts_a_byte_order_mark() {
    let text = format!("\u{feff}{{\"a\":{GOOD}}}");
    assert_eq!(Dataset::parse("set", text.as_bytes()).unwrap().tasks.len(), 1);
}

fn folder(test: &str, files: &[(&str, &str)]) -> Scratch {
    let folder = Scratch::new(&format!("data-{test}"));
    for (name, text) in files {
        std::fs::write(folder.join(name), text).unwrap();
    }
    folder
}

#[test]
fn reads_a_folder() {
    let folder = folder("folder", &[("b.json", GOOD), ("a.json", "{"), ("x.txt", "no")]);
    let set = Dataset::load(&folder).unwrap();
    assert_eq!((set.tasks.len(), set.bad.len()), (1, 1));
    assert_eq!(set.bad[0].id, "a");
    let again = Dataset::load(&folder).unwrap();
    assert_eq!(set.version, again.version);
    std::fs::write(folder.join("a.json"), GOOD).unwrap();
    assert_ne!(set.version, Dataset::load(&folder).unwrap().version);
}

#[test]
fn refuses_folders_without_tasks_and_missing_files() {
    let folder = folder("empty", &[]);
    std::fs::create_dir(folder.join("training")).unwrap();
    let error = Dataset::load(&folder).unwrap_err();
    assert_eq!(error.reason, "no .json or .jsonl files in the folder, nor in folders in it");
    let error = Dataset::load(&folder.join("none.json")).unwrap_err();
    assert_eq!(error.reason, "no such file or folder");
}

#[test]
fn joins_kaggle_solutions() {
    let two = GOOD.replace(r#"{"input":[[6]]}"#, r#"{"input":[[6]]},{"input":[[7]]}"#);
    let challenges = format!(r#"{{"a":{GOOD},"b":{two},"c":{GOOD},"d":{GOOD}}}"#);
    let solutions = r#"{"a":[[[1,2]]],"b":[[[1]]],"c":[[[1],[]]]}"#;
    let files = [("x_challenges.json", challenges.as_str()), ("x_solutions.json", solutions)];
    let folder = folder("kaggle", &files);
    let set = Dataset::load(&folder.join("x_challenges.json")).unwrap();
    assert_eq!(set.name, "x");
    assert_eq!(set.get("a").unwrap().test[0].output.as_ref().unwrap().cells(), [1, 2]);
    let reasons: Vec<_> = set.bad.iter().map(|bad| bad.reason.as_str()).collect();
    assert!(set.bad.iter().all(|bad| !bad.tests.is_empty()), "inputs are there all the same");
    let ragged = "solutions[0]: row 1 is empty";
    assert_eq!(reasons, ["1 solutions for 2 test inputs", ragged, "no solutions for this task"]);
    std::fs::remove_file(folder.join("x_solutions.json")).unwrap();
    let alone = Dataset::load(&folder.join("x_challenges.json")).unwrap();
    assert!(alone.bad.is_empty() && alone.get("a").unwrap().test[0].output.is_none());
}

#[test]
fn task_data_is_small_and_can_be_sent() {
    fn sendable<T: Send + Sync>() {}
    sendable::<Dataset>();
    assert_eq!(size_of::<TaskGrid>(), 24);
}

fn mutate(bytes: &mut Vec<u8>, random: &mut Random) {
    const PIECES: &[&[u8]] = &[
        b"[",
        b"]",
        b"{",
        b"}",
        b",",
        b":",
        b"\"",
        b"\\",
        b"NaN",
        b"-1",
        b"1.5",
        b"[]",
        b"\xff",
        b"\"train\"",
    ];
    let at = random.below(bytes.len() + 1);
    let piece = random.pick(PIECES);
    let end = (at + random.below(4)).min(bytes.len());
    match random.below(3) {
        0 => drop(bytes.splice(at..end, [])),
        1 => drop(bytes.splice(at..at, piece.iter().copied())),
        _ => drop(bytes.splice(at..end, piece.iter().copied())),
    }
}

#[test]
fn mutated_text_never_panics_and_what_is_accepted_is_json() {
    let good = format!(r#"{{"a":{GOOD},"b":{GOOD}}}"#).into_bytes();
    let mut random = Random::new(1);
    let mut accepted = 0;
    for _ in 0..20_000 {
        let mut bytes = good.clone();
        for _ in 0..=random.below(4) {
            mutate(&mut bytes, &mut random);
        }
        let Ok(set) = Dataset::parse("fuzz", &bytes) else { continue };
        if set.bad.is_empty() {
            accepted += 1;
            let json = serde_json::from_slice::<serde::de::IgnoredAny>(&bytes);
            assert!(json.is_ok(), "{}", String::from_utf8_lossy(&bytes));
        }
    }
    assert!(accepted > 100, "the mutations are too wild to tell: {accepted}");
}

#[cfg(unix)]
#[test]
fn pipes_that_nobody_named_are_not_waited_for() {
    let challenges = format!(r#"{{"a":{GOOD}}}"#);
    let folder = folder("pipe", &[("a.json", GOOD), ("k_challenges.json", &challenges)]);
    for name in ["b.json", "k_solutions.json"] {
        let made = std::process::Command::new("mkfifo").arg(folder.join(name)).status();
        assert!(made.expect("mkfifo is a standard command").success());
    }
    let set = Dataset::load(&folder).unwrap();
    let bad: Vec<_> = set.bad.iter().filter(|bad| bad.reason.contains("pipe")).collect();
    assert_eq!(bad.iter().map(|bad| bad.id.as_str()).collect::<Vec<_>>(), ["b", "k_solutions"]);
    assert!(set.get("a").is_some(), "the others are read");
    let error = Dataset::load(&folder.join("k_challenges.json")).unwrap_err();
    assert!(error.place.ends_with("k_solutions.json"), "{error}");
    assert!(error.reason.contains("pipe"), "{error}");
}
