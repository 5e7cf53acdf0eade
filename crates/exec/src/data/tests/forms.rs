//! The forms that tasks come in, and those that they do not.

use super::{GOOD, folder};
use crate::data::{Dataset, MAX_BYTES, READ};

const PAIRS: &str = r#"[{"input":[[0,1],[2,3]],"output":[[9]]},{"input":[[4]],"output":[[5]],"seed":3},{"input":[[6]]}]"#;

fn line(id: &str) -> String {
    format!("{{\"id\": {id}, {}", GOOD.replace('\n', " ").trim_start().trim_start_matches('{'))
}

fn ids(set: &Dataset) -> Vec<&str> {
    set.tasks.iter().map(|task| task.id.as_str()).collect()
}

/// What both forms say of the same task.
fn same(set: &Dataset, id: &str) {
    let good = Dataset::parse("good", GOOD.as_bytes()).unwrap();
    let (task, good) = (set.get(id).unwrap(), &good.tasks[0]);
    assert_eq!((&task.demo, &task.test), (&good.demo, &good.test), "{id}");
}

#[test]
fn reads_lists_of_pairs() {
    let single = Dataset::parse("abc", PAIRS.as_bytes()).unwrap();
    same(&single, "abc");
    let text = format!(r#"{{"a": {PAIRS}, "b": {GOOD}, "c": {{"pairs": {PAIRS}}}}}"#);
    let many = Dataset::parse("many", text.as_bytes()).unwrap();
    assert_eq!(ids(&many), ["a", "b", "c"]);
    ["a", "b", "c"].iter().for_each(|id| same(&many, id));
    let marked = r#"[{"input":[[1]],"output":[[2]],"test":true},{"input":[[3]],"output":[[4]],"test":false}]"#;
    let marked = Dataset::parse("m", marked.as_bytes()).unwrap();
    let cell = |sample: &crate::data::Sample| sample.input.cells()[0];
    assert_eq!((cell(&marked.tasks[0].demo[0]), cell(&marked.tasks[0].test[0])), (3, 1));
}

#[test]
fn reads_lines_and_lists_of_tasks() {
    let lines = [line("\"b\""), line("7"), String::new(), line("null"), "{".into()];
    let set = Dataset::parse("set", lines.join("\n").as_bytes()).unwrap();
    assert_eq!(ids(&set), ["7", "b", "set-4"]);
    assert_eq!(set.bad.iter().map(|bad| bad.id.as_str()).collect::<Vec<_>>(), ["set-5"]);
    ids(&set).iter().for_each(|id| same(&set, id));
    let list = format!("[{},\n {}]", line("\"x\""), line("\"y\"").replace("\"id\"", "\"task_id\""));
    assert_eq!(ids(&Dataset::parse("set", list.as_bytes()).unwrap()), ["x", "y"]);
    let only = Dataset::parse_lines("set", line("\"o\"").as_bytes()).unwrap();
    assert_eq!(ids(&only), ["o"], "its own id, not the file's");
}

#[test]
fn folders_hold_files_of_lines_pairs_and_other_folders() {
    let (one, two) = (line("\"l1\"") + "\n" + &line("\"l2\""), line("\"l3\""));
    let files = [("p.json", PAIRS), ("t.json", GOOD), ("0.jsonl", &one), ("1.jsonl", &two)];
    let flat = folder("mixed", &files);
    assert_eq!(ids(&Dataset::load(&flat).unwrap()), ["l1", "l2", "l3", "p", "t"]);
    let many = format!(r#"{{"a":{GOOD}}}"#);
    std::fs::write(flat.join("many.json"), &many).unwrap();
    let set = Dataset::load(&flat).unwrap();
    assert_eq!(set.bad[0].id, "many");
    assert!(set.bad[0].reason.starts_with("found tasks by id in a folder"), "{:?}", set.bad);

    let deep = folder("deep", &[]);
    for inner in ["training/hard", "training/easy", "evaluation", ".git", "none"] {
        std::fs::create_dir_all(deep.join(inner)).unwrap();
    }
    for file in ["training/hard/a", "training/easy/a", "evaluation/a", ".git/a"] {
        std::fs::write(deep.join(format!("{file}.json")), GOOD).unwrap();
    }
    let set = Dataset::load(&deep).unwrap();
    assert_eq!(ids(&set), ["evaluation/a", "training/easy/a", "training/hard/a"]);
    std::fs::rename(deep.join("evaluation"), deep.join("eval")).unwrap();
    assert_ne!(Dataset::load(&deep).unwrap().version, set.version, "ids are part of the data");
}

#[cfg(unix)]
#[test]
fn circles_of_folders_end() {
    let deep = folder("circle", &[]);
    std::fs::create_dir(deep.join("inner")).unwrap();
    std::os::unix::fs::symlink(&*deep, deep.join("inner/again")).unwrap();
    assert!(Dataset::load(&deep).unwrap_err().reason.starts_with("no .json"));
}

#[test]
fn what_is_not_read_is_named() {
    let chat = r#"{"id": "a", "messages": [{"role": "user", "content": "x"}]}"#;
    let chats = format!("{chat}\n{chat}\n");
    let cases: [(&[u8], &str); 12] = [
        (b"PAR1\x15\x04", "found Parquet, which is not read: the command has no reader"),
        (b"\x93NUMPY\x01\x00", "found a numpy array"),
        (b"\x1f\x8b\x08", "found gzip, which is not read: unpack it first"),
        (b"PK\x03\x04", "found a zip archive"),
        (b"SQLite format 3\0", "found an SQLite database"),
        (b"ARROW1\0\0", "found Arrow"),
        (chat.as_bytes(), "found chat messages"),
        (chats.as_bytes(), "found chat messages"),
        (br#"{"a": [{"attempt_1": [[1]], "attempt_2": [[1]]}]}"#, "found a submission"),
        (br#"{"a": [[[1, 2]]]}"#, "found outputs without their inputs"),
        (b"id,train,test", "found text that is no JSON"),
        (b"[1, 2]", "found JSON without tasks"),
    ];
    for (bytes, expected) in cases {
        let reason = Dataset::parse("set", bytes).unwrap_err().reason;
        assert!(reason.starts_with(expected) && reason.ends_with(READ), "{reason}");
    }
    let columns = "{\"prompt\": \"a\", \"completion\": 1}\n{\"prompt\": \"b\"}";
    let reason = Dataset::parse("set", columns.as_bytes()).unwrap_err().reason;
    assert!(
        reason.starts_with("found records with the keys \"prompt\", \"completion\": a task has")
    );
}

/// A line of many megabytes, brackets thousands deep, keys without end: each costs itself alone,
/// and what is said of it is short.
#[test]
fn hostile_lines_cost_themselves_alone() {
    let long = format!("{{\"train\": \"{}\"}}", "x".repeat(8 << 20));
    let deep = format!("{{\"train\": {}{}}}", "[".repeat(1 << 20), "]".repeat(1 << 20));
    let open = format!("{{\"train\": {}", "[{\"a\":".repeat(1 << 18));
    let key = format!("{{\"{}\": 1, \"train\": []}}", "k\\u0000".repeat(1 << 18));
    let wide =
        format!("{{\"x\": {}1{}, \"train\": [], \"test\": []}}", "[".repeat(500), "]".repeat(500));
    let text = [line("\"good\""), long, deep, open, key, wide].join("\n");
    assert!(text.len() as u64 <= MAX_BYTES);
    let set = Dataset::parse("set", text.as_bytes()).unwrap();
    assert_eq!((ids(&set), set.bad.len()), (vec!["good"], 5));
    assert!(set.bad.iter().all(|bad| bad.reason.len() < 300), "{:?}", set.bad);
}
