//! `batt store`.

use std::fs;

use evolve::code::Hash128Text;
use evolve::kept::Origin;
use evolve::store::record::Made;
use evolve::store::{Access, Store};

use crate::support::{Scratch, TASK, files_below};

const EMBEDDED: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/embedded/programs_arc.py");

/// Two programs for one task, a third for another, and a differ.
const PROGRAMS: &str = "\
def solve_a(I):
    return vmirror(I)


def solve_b(I):
    return hmirror(I)


def differ_same(S, I, C):
    x1 = equality(I, C)
    x2 = multiply(x1, 1000)
    x3 = astuple(x2, x1)
    return x3
";

/// A set of two tasks: mirrored left to right, and top to bottom.
fn tasks() -> String {
    let task = |output: &str| {
        format!(
            r#"{{"train":[{{"input":[[0,1],[2,3]],"output":{output}}}],
            "test":[{{"input":[[6]],"output":[[6]]}}]}}"#
        )
    };
    format!(r#"{{"a":{},"b":{}}}"#, task("[[1,0],[3,2]]"), task("[[2,3],[0,1]]"))
}

/// A scratch folder with a store of the programs above.
fn with_store(test: &str) -> Scratch {
    let scratch = Scratch::new(test);
    scratch.write("set.json", tasks());
    scratch.write("p.py", PROGRAMS);
    scratch.write("more.py", "def solve_a(I):\n    return rot180(I)\n");
    let ended = scratch.batt(&["store", "import", "p.py", "more.py", "--data", "set.json"]);
    assert_eq!(ended.code, 0, "{ended:?}");
    assert!(ended.out.contains("3 programs: 3 new") && ended.out.contains("1 differ\n"));
    scratch
}

/// Gives the best program of task `a` a child.
fn with_child(scratch: &Scratch) -> (String, String) {
    let mut store = Store::open(&scratch.path("arcbatt.db"), Access::Write).unwrap();
    let kept = store.kept("a").unwrap();
    let (parent, mut child) = (kept[0].program.hash, kept[1].clone());
    let edit =
        r#"[{"operator":"explained_colour","line":1,"argument":0,"before":"I","after":"x1"}]"#;
    child.task = "c".into();
    child.origin = Origin {
        parents: vec![Hash128Text(parent)],
        mutations: serde_json::from_str(edit).unwrap(),
        seed: 9,
        generation: 4,
        candidate: 17,
        simplified: false,
        strategy: None,
    };
    let made = Made { engine: "e".into(), data: "d".into(), data_version: "v".into() };
    store.add(std::slice::from_ref(&child), &made).unwrap();
    (parent.to_string(), child.program.hash.to_string())
}

#[test]
fn tasks_are_listed_by_what_found_them() {
    let scratch = with_store("storefrom");
    with_child(&scratch);
    let mut store = Store::open(&scratch.path("arcbatt.db"), Access::Write).unwrap();
    let mut row = store.kept("b").unwrap()[0].clone();
    row.task = "d".into();
    row.origin.strategy = Some("layers, colours\u{7}".into());
    let made = Made { engine: "e".into(), data: "d".into(), data_version: "v".into() };
    store.add(std::slice::from_ref(&row), &made).unwrap();
    drop(store);
    let listed = scratch.batt(&["store", "ls"]).out;
    let from = |task: &str| {
        let line = listed.lines().find(|line| line.starts_with(&format!("{task} "))).unwrap();
        line.rsplit_once("  ").map_or("", |(_, from)| from).trim().to_string()
    };
    assert!(listed.lines().next().unwrap().ends_with("from"), "{listed}");
    assert_eq!((from("a"), from("b")), ("file".into(), "file".into()));
    assert!(from("d").starts_with("layers, colours") && !listed.contains('\u{7}'), "{listed}");
    let ids = |strategy: &str| {
        let (json, _) = scratch.json(&["store", "ls", "--strategy", strategy]);
        let tasks = json["tasks"].as_array().unwrap().clone();
        assert!(tasks.iter().all(|task| task["from"] == strategy), "{json}");
        tasks.iter().map(|task| task["task"].as_str().unwrap().to_string()).collect::<Vec<_>>()
    };
    assert_eq!((ids("file"), ids("mutation")), (vec!["a".into(), "b".into()], vec!["c".into()]));
    assert_eq!(ids("layers, colours\u{7}"), ["d"]);
    let (json, _) = scratch.json(&["store", "ls", "--strategy", "file", "--tasks", "a,c"]);
    assert_eq!(json["tasks"].as_array().unwrap().len(), 1, "{json}");
    let none = scratch.batt(&["store", "ls", "--strategy", "objects"]);
    assert!(none.code == 2 && none.err.contains("found by objects"), "{none:?}");
    assert!(none.err.contains("file; layers, colours"), "{none:?}");
    let shown = scratch.batt(&["store", "show", "d"]).out;
    assert!(shown.lines().nth(1).unwrap().contains("layers, colours"), "{shown}");
}

#[test]
fn shows_tasks_and_programs() {
    let scratch = with_store("storeshow");
    let (parent, child) = with_child(&scratch);
    let task = scratch.batt(&["store", "show", "a"]);
    let first = task.out.lines().nth(1).unwrap();
    assert!(first.starts_with(&parent[..12]) && first.contains("1/1   1/1"), "{}", task.out);
    let shown = scratch.batt(&["store", "show", &child[..6]]);
    assert_eq!(shown.code, 0, "{shown:?}");
    for part in ["def solve_c(I):", "generation 4, candidate 17, seed 9", "explained colour"] {
        assert!(shown.out.contains(part), "{part}: {}", shown.out);
    }
    let (json, _) = scratch.json(&["store", "show", &child]);
    assert_eq!(json["results"].as_array().unwrap().len(), 2);
    assert_eq!(json["results"][1]["made_with"]["data_version"], "v");
    // As a program of task a it came from a file; its longer history is shown.
    assert_eq!(json["lineage"].as_array().unwrap().len(), 2);
    assert_eq!(json["lineage"][1]["hash"], parent);
    let (json, _) = scratch.json(&["store", "show", "c"]);
    assert_eq!(json["programs"][0]["origin"]["parents"][0], parent);
}

#[test]
fn exported_files_come_back() {
    let scratch = Scratch::new("storeexport");
    let import = |store: &str, files: &[&str]| {
        let rest = ["--data", "embedded", "--store", store];
        scratch.json(&[&["store", "import"], files, &rest[..]].concat())
    };
    let (json, ended) = import("one.db", &[EMBEDDED]);
    assert!(ended.code == 0 && json["added"].as_u64().unwrap() >= 12, "{json}");
    let export = |store: &str, folder: &str| {
        let ended = scratch.batt(&["store", "export", folder, "--store", store]);
        assert_eq!(ended.code, 0, "{ended:?}");
        let mut files = files_below(&scratch.path(folder));
        files.sort();
        let content = |file: &std::path::PathBuf| {
            let text = fs::read_to_string(file).unwrap();
            // What was simplified is plain when it comes back.
            let text = text.replace(",\n      \"simplified\": true", "");
            (file.file_name().unwrap().to_owned(), text)
        };
        files.iter().map(content).collect::<Vec<_>>()
    };
    let exported = export("one.db", "out");
    assert_eq!(exported.len() as u64, json["added"].as_u64().unwrap() + 1);
    let names: Vec<String> = files_below(&scratch.path("out"))
        .iter()
        .map(|file| file.display().to_string())
        .filter(|name| name.ends_with("_01.py"))
        .collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let (again, ended) = import("two.db", &names);
    assert_eq!((ended.code, &again["added"]), (0, &json["added"]));
    assert_eq!(export("two.db", "out2"), exported);
    let (known, _) = import("two.db", &names);
    assert_eq!((&known["added"], &known["known"]), (&0.into(), &json["added"]));
}

#[test]
fn merging_in_any_order_exports_the_same() {
    let scratch = with_store("storemerge");
    scratch.write("other.py", "def solve_a(I):\n    return identity(I)\n");
    let import = ["store", "import", "other.py", "--data", "set.json", "--store", "other.db"];
    assert_eq!(scratch.batt(&import).code, 0);
    for (all, order) in [("x.db", ["arcbatt.db", "other.db"]), ("y.db", ["other.db", "arcbatt.db"])]
    {
        let args = ["store", "merge", order[0], order[1], "--store", all];
        assert_eq!(scratch.batt(&args).code, 0);
        let folder = format!("{all}.out");
        assert_eq!(scratch.batt(&["store", "export", &folder, "--store", all]).code, 0);
    }
    for file in ["index.json", "a_01.py", "a_02.py", "a_03.py", "b_01.py"] {
        let read = |all: &str| fs::read(scratch.path(&format!("{all}.out/{file}"))).unwrap();
        assert_eq!(read("x.db"), read("y.db"), "{file}");
    }
    let (json, _) = scratch.json(&["store", "merge", "other.db", "--store", "x.db"]);
    assert_eq!(json["merged"][0]["results"], 0, "the second time brings nothing");
}

#[test]
fn checks_and_collects() {
    let scratch = with_store("storecheck");
    let checked = scratch.batt(&["store", "check"]);
    assert!(checked.code == 0 && checked.out.contains("3 programs: all in order"), "{checked:?}");
    let mut store = Store::open(&scratch.path("arcbatt.db"), Access::Write).unwrap();
    store.forget_tasks(&["b"]).unwrap();
    drop(store);
    let (json, _) = scratch.json(&["store", "gc"]);
    assert_eq!(json["programs"], 1);
    assert_eq!(scratch.json(&["store", "check"]).0["programs"], 2);
}

#[test]
fn the_store_is_named_by_argument_environment_or_place() {
    let scratch = with_store("storenames");
    fs::rename(scratch.path("arcbatt.db"), scratch.path("mine.db")).unwrap();
    let missing = scratch.batt(&["store", "ls"]);
    assert!(missing.code == 2 && missing.err.contains("arcbatt.db: there is no such store"));
    let mut command = scratch.command(&["store", "ls"]);
    command.env("ARCBATT_STORE", "mine.db");
    assert_eq!(crate::support::finish(command).code, 0);
    let mut command = scratch.command(&["store", "ls", "--store", "no.db"]);
    command.env("ARCBATT_STORE", "mine.db");
    assert_eq!(crate::support::finish(command).code, 2);
}

#[test]
fn one_process_writes_and_others_read() {
    let scratch = with_store("storelock");
    let writer = Store::open(&scratch.path("arcbatt.db"), Access::Write).unwrap();
    let refused = scratch.batt(&["store", "gc"]);
    assert_eq!(refused.code, 2);
    let pid = format!("(pid {})", std::process::id());
    assert!(refused.err.contains(&pid) && refused.err.contains("wait for it"), "{}", refused.err);
    assert_eq!(scratch.batt(&["store", "ls"]).code, 0);
    drop(writer);
    assert_eq!(scratch.batt(&["store", "gc"]).code, 0);
}

#[test]
fn files_that_are_no_stores_stay_as_they_are() {
    let scratch = with_store("storebad");
    let good = fs::read(scratch.path("arcbatt.db")).unwrap();
    let mut newer = good.clone();
    newer[60..64].copy_from_slice(&7u32.to_be_bytes());
    let cases = [
        ("text.db", TASK.as_bytes(), "not a store"),
        ("cut.db", &good[..good.len() / 2], "damaged"),
        ("newer.db", &newer, "version 7"),
    ];
    for (name, content, words) in cases {
        scratch.write(name, content);
        for command in [&["ls"][..], &["gc"], &["check"], &["merge", "arcbatt.db"]] {
            let ended = scratch.batt(&[&["store"], command, &["--store", name]].concat());
            assert_eq!(ended.code, 2, "{ended:?}");
            assert!(ended.err.contains(name) && ended.err.contains(words), "{}", ended.err);
            assert_eq!(fs::read(scratch.path(name)).unwrap(), content, "{name} {command:?}");
        }
    }
    let folder = scratch.batt(&["store", "ls", "--store", "."]);
    assert!(folder.code == 2 && folder.err.contains("folder"), "{folder:?}");
}

#[test]
fn programs_that_were_changed_in_the_file_are_not_handed_out() {
    let scratch = with_store("storeflip");
    let store = scratch.path("arcbatt.db");
    let hash = Store::open(&store, Access::Read).unwrap().kept("b").unwrap()[0].program.hash;
    let mut bytes = fs::read(&store).unwrap();
    let places = bytes.windows(10).enumerate().filter(|(_, text)| text == b"hmirror(I)");
    let places: Vec<usize> = places.map(|(at, _)| at).collect();
    assert!(!places.is_empty());
    places.into_iter().for_each(|at| bytes[at] = b'v');
    fs::write(&store, bytes).unwrap();
    let hash = hash.to_string();
    let commands: [(&[&str], i32); 7] = [
        (&["store", "export", "out"], 2),
        (&["store", "show", "b"], 2),
        (&["store", "show", &hash], 2),
        (&["submit", "--data", "set.json", "-o", "out.json"], 2),
        (&["evolve", "--data", "set.json", "--generations", "0"], 2),
        (&["store", "merge", "arcbatt.db", "--store", "new.db"], 2),
        (&["store", "check"], 1),
    ];
    for (args, code) in commands {
        let ended = scratch.batt(args);
        assert_eq!(ended.code, code, "{args:?}: {ended:?}");
        let said = format!("program {hash} is damaged: its text is that of another program");
        assert!(format!("{}{}", ended.out, ended.err).contains(&said), "{args:?}: {ended:?}");
    }
    assert!(files_below(&scratch.path("out")).is_empty() && !scratch.path("out.json").exists());
    let report = scratch.batt(&["report", "--data", "set.json"]);
    assert_eq!(report.code, 1, "{report:?}");
    assert!(report.out.contains("not in it: 1 damaged program"), "{report:?}");
    assert!(report.out.contains("2 tasks, 1 program,"), "the others are in it: {report:?}");
    assert_eq!(scratch.batt(&["store", "show", "a"]).code, 0);
}

#[test]
fn a_wrong_version_is_told_in_words() {
    let scratch = with_store("storeversion");
    let store = scratch.path("arcbatt.db");
    let mut bytes = fs::read(&store).unwrap();
    bytes[60..64].fill(0);
    fs::write(&store, bytes).unwrap();
    for command in ["ls", "gc", "check"] {
        let ended = scratch.batt(&["store", command]);
        assert_eq!(ended.code, 2, "{ended:?}");
        assert!(ended.err.contains("says that its tables are of version 0"), "{}", ended.err);
        assert!(!ended.err.contains("CREATE") && !ended.err.contains("internal"), "{}", ended.err);
    }
}

#[test]
fn no_command_writes_over_a_store() {
    let scratch = with_store("over");
    let store = scratch.path("arcbatt.db");
    let bytes = fs::read(&store).unwrap();
    let link = "link.db";
    #[cfg(unix)]
    std::os::unix::fs::symlink(&store, scratch.path(link)).unwrap();
    let commands: [&[&str]; 6] = [
        &["report", "-o", "arcbatt.db"],
        &["report", "--png", "map", "-o", "arcbatt.db"],
        &["submit", "--data", "set.json", "-o", "arcbatt.db"],
        &["card", "p.py", "--data", "set.json", "-o", "arcbatt.db"],
        &["show", "a", "--data", "set.json", "--png", "new.png", "--svg", "arcbatt.db"],
        &["show", "a", "--data", "set.json", "--png", if cfg!(unix) { link } else { "arcbatt.db" }],
    ];
    for args in commands {
        let ended = scratch.batt(args);
        assert_eq!(ended.code, 2, "{args:?}: {ended:?}");
        assert!(ended.err.contains("is a store: it is not overwritten"), "{args:?}: {}", ended.err);
        assert_eq!(fs::read(&store).unwrap(), bytes, "{args:?}");
    }
    assert!(!scratch.path("new.png").exists(), "all files or none");
}

#[test]
fn results_name_their_data() {
    let scratch = with_store("storedata");
    let again = scratch.batt(&["store", "import", "p.py", "--data", "set.json"]);
    assert!(again.out.ends_with(&format!("\ndata {}\n", version(&again.out))), "{}", again.out);
    let (json, _) = scratch.json(&["store", "import", "p.py", "--data", "set.json"]);
    assert_eq!(json["data_version"], version(&again.out));
    for args in [&["report"][..], &["report", "--png", "map", "-o", "map.png"]] {
        let told = scratch.batt(args);
        assert_eq!((told.code, version(&told.out)), (0, version(&again.out)), "{told:?}");
        assert_eq!(scratch.json(args).0["data_version"], version(&again.out), "{args:?}");
    }
}

/// The version in the last line.
fn version(out: &str) -> &str {
    let version = out.lines().last().and_then(|line| line.strip_prefix("data ")).unwrap_or(out);
    assert!(version.starts_with("set@"), "{out}");
    version
}
