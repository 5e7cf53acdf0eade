//! Stores that come, go and change; what is not there; names of any kind.

use std::fs;

use serde_json::json;

use super::super::StoreNo;
use super::*;

fn missing(library: &Library, address: &str) -> String {
    match asked(library, address) {
        Err(ViewError::Missing(what, _)) => what,
        other => panic!("{address}: {other:?}"),
    }
}

#[test]
fn threads_may_share_a_library() {
    fn shared<T: Send + Sync>() {}
    shared::<Library>();
}

#[test]
fn what_is_not_there_is_said() {
    let (_folder, path) = fresh();
    evolve(&path, 1, 1);
    let library = library(&path);
    assert_eq!(missing(&library, "/api/1/overview"), "there is no store 1");
    assert_eq!(missing(&library, "/api/0/overview?run=9"), "there is no run 9");
    assert_eq!(missing(&library, "/api/0/engine?run=9"), "there is no run 9");
    assert_eq!(missing(&library, "/api/compare?a=0:9&b=0:-"), "there is no run 9");
    assert_eq!(missing(&library, "/api/0/task/nothing"), "the store knows no task nothing");
    let hash = open(&path).kept_all().unwrap()[0].program.hash;
    assert_eq!(
        missing(&library, &format!("/api/0/program/{hash}?task=no")),
        "the store knows no task no"
    );
    let absent = format!("{:032x}", hash.0 ^ 1);
    let said = format!("no program begins with {absent}");
    for view in ["program", "outputs", "trace"] {
        assert_eq!(missing(&library, &format!("/api/0/{view}/{absent}")), said);
    }
    let task = open(&path).kept_of(hash).unwrap()[0].task.clone();
    let far = format!("/api/0/trace/{hash}?task={task}&sample=99");
    assert_eq!(missing(&library, &far), format!("task {task} has no sample 99"));
}

#[test]
fn digits_must_tell_one_program() {
    let (_folder, path) = fresh();
    let mut store = Store::open(&path, Access::Create).unwrap();
    let run = store.start_run(&run_row(&["t"])).unwrap();
    let mut seen = std::collections::HashMap::new();
    let alike = (0..).find_map(|number| {
        let row = kept("t", number, 100);
        let digits = row.program.hash.to_string()[..4].to_string();
        Some([seen.insert(digits, row.clone())?, row])
    });
    let alike = alike.unwrap();
    let digits = alike[0].program.hash.to_string()[..4].to_string();
    commit(&mut store, run, 0, alike.to_vec(), Counters::default());
    let said = missing(&library(&path), &format!("/api/0/program/{digits}"));
    let expected = format!("several programs begin with {digits}: {digits}");
    assert!(said.starts_with(&expected), "{said}");
    let whole = get(&library(&path), &format!("/api/0/program/{}", alike[1].program.hash));
    assert_eq!(whole["size"], 1);
}

#[test]
fn stores_are_listed_and_broken_ones_say_why() {
    let folder = folder();
    let (a, b) = (folder.join("a.db"), folder.join("b <b>.db"));
    evolve(&a, 1, 1);
    evolve(&b, 2, 1);
    let library = Library::open(vec![a.clone(), b.clone()], None).unwrap();
    let stores = get(&library, "/api/stores");
    assert_eq!((&stores["live"], &stores["stores"][1]["name"]), (&json!(true), &json!("b <b>.db")));
    let size = open(&a).size().unwrap();
    assert_eq!(number(&stores["stores"][0]["results"]), size.results);
    assert_eq!(number(&stores["stores"][0]["runs"][0]["tasks"]), 6);
    fs::rename(&b, folder.join("away.db")).unwrap();
    let stores = get(&library, "/api/stores");
    assert_eq!(stores["stores"][0]["error"], Json::Null);
    let error = stores["stores"][1]["error"].as_str().unwrap();
    assert_eq!(error, "b <b>.db: there is no such store");
    let gone = asked(&library, "/api/1/overview");
    assert!(matches!(gone, Err(ViewError::Trouble(..))), "{gone:?}");
    fs::rename(folder.join("away.db"), &b).unwrap();
    assert_eq!(get(&library, "/api/1/overview")["run"]["seed"], "2");
}

#[test]
fn a_still_library_does_not_know_the_time() {
    let (_folder, path) = fresh();
    let mut store = Store::open(&path, Access::Create).unwrap();
    let run = store.start_run(&run_row(&["t"])).unwrap();
    // So slow that the file counts as new however slow the test is.
    let counters = Counters { seconds: 900.0, ..Counters::default() };
    commit(&mut store, run, 0, vec![kept("t", 0, 1)], counters);
    let run = |library: &Library| get(library, "/api/0/overview")["run"].clone();
    let live = run(&library(&path));
    assert_eq!(live["state"], "running");
    assert!(live["changed_seconds_ago"].is_f64());
    let still = library(&path).still();
    assert_eq!(run(&still)["state"], "stopped");
    assert_eq!(
        (&run(&still)["changed_seconds_ago"], &run(&still)["left"]),
        (&Json::Null, &Json::Null)
    );
    assert_eq!(get(&still, "/api/stores")["live"], json!(false));
}

#[test]
fn a_replaced_store_is_read_anew() {
    let folder = folder();
    let (path, other) = (folder.join("a.db"), folder.join("b.db"));
    evolve(&path, 1, 3);
    evolve(&other, 1, 4);
    let expected = get(&library(&other), "/api/0/overview");
    let library = library(&path);
    let mut watch = library.watch(StoreNo(0)).unwrap();
    let (before, first) = (get(&library, "/api/0/overview"), watch.changes().unwrap());
    assert_eq!(watch.changes().unwrap(), first);
    for end in ["", "-wal", "-shm"] {
        let name = |path: &Path| PathBuf::from(format!("{}{end}", path.display()));
        let _ = fs::remove_file(name(&path));
        let _ = fs::rename(name(&other), name(&path));
    }
    let after = get(&library, "/api/0/overview");
    assert_ne!(before["run"]["series"], after["run"]["series"]);
    assert_eq!(after["run"]["series"], expected["run"]["series"]);
    assert_eq!(after["map"], expected["map"]);
    assert_ne!(watch.changes().unwrap(), first);
}

#[test]
fn changes_are_seen_and_answers_are_new() {
    let (_folder, path) = fresh();
    let mut store = Store::open(&path, Access::Create).unwrap();
    let run = store.start_run(&run_row(&["t"])).unwrap();
    let library = library(&path);
    let mut watch = library.watch(StoreNo(0)).unwrap();
    let mut last = watch.changes().unwrap();
    for generation in 0..5 {
        let added = vec![kept("t", generation, generation as u32 + 1)];
        commit(&mut store, run, generation, added, Counters::default());
        let now = watch.changes().unwrap();
        assert_ne!(now, last);
        last = now;
        let view = get(&library, "/api/0/overview");
        assert_eq!(number(&view["run"]["generation"]), generation);
        assert_eq!(number(&view["map"]["best"][0]), generation + 1);
    }
}

#[test]
fn several_threads_may_ask_while_one_writes() {
    let (_folder, path) = fresh();
    let mut store = Store::open(&path, Access::Create).unwrap();
    let run = store.start_run(&run_row(&["t"])).unwrap();
    commit(&mut store, run, 0, vec![kept("t", 0, 1)], Counters::default());
    let library = library(&path);
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let reader = || {
            let mut last = 0;
            while !done.load(Ordering::Relaxed) {
                let view = get(&library, "/api/0/overview");
                let generation = number(&view["run"]["generation"]);
                assert!(generation >= last);
                last = generation;
                // All numbers of an answer are of one moment.
                assert_eq!(number(&view["map"]["best"][0]), generation + 1);
                let series = list(&view["run"]["series"]["generation"]);
                assert_eq!(series.last().map(number), Some(generation));
            }
        };
        let readers = [scope.spawn(reader), scope.spawn(reader), scope.spawn(reader)];
        for generation in 1..200 {
            let added = vec![kept("t", generation, generation as u32 + 1)];
            commit(&mut store, run, generation, added, Counters::default());
        }
        done.store(true, Ordering::Relaxed);
        readers.into_iter().for_each(|reader| reader.join().unwrap());
    });
}

#[test]
fn hostile_names_are_plain_text() {
    let (_folder, path) = fresh();
    let task = "<script>alert(\"1\")</script>\u{202e}\u{0} & é";
    let mut store = Store::open(&path, Access::Create).unwrap();
    let run = store.start_run(&run_row(&[task])).unwrap();
    let mut row = kept(task, 0, 1500);
    row.program.text = row.program.text.replace("UNITY)\n", "UNITY)  # </script> \u{7}\n");
    commit(&mut store, run, 0, vec![row.clone()], Counters::default());
    let library = library(&path);
    assert_eq!(texts(&get(&library, "/api/0/overview")["map"]["task"]), [task]);
    let view = View::Task { store: StoreNo(0), task: task.into(), test: false };
    let view = get(&library, &view.path());
    assert_eq!(view["task"], task);
    assert!(view["remark"].as_str().unwrap().contains("--data"), "{view}");
    assert_eq!(list(&view["programs"]).len(), 1);
    let program = get(&library, &format!("/api/0/program/{}", row.program.hash));
    assert!(program["text"].as_str().unwrap().contains("# </script> \u{7}"));
    assert_eq!(program["task"], task);
    let compare = get(&library, "/api/compare?a=0:1&b=0:-");
    assert_eq!(number(&compare["same"]), 1);
}

#[test]
fn changed_tasks_and_missing_data_are_remarked() {
    let (folder, path) = fresh();
    evolve(&path, 1, 1);
    let data = data();
    let task = &data.tasks[0].id;
    // The same id with another content.
    let file = folder.join("mine.json");
    let text = json!({ task: { "train": [{ "input": [[1]], "output": [[2]] }], "test": [] } });
    fs::write(&file, text.to_string()).unwrap();
    let library = Library::open(vec![path.clone()], file.to_str().map(str::to_string)).unwrap();
    let view = get(&library, &format!("/api/0/task/{task}"));
    assert!(view["remark"].as_str().unwrap().contains("another one"), "{}", view["remark"]);
    assert!(list(&view["demo"]).is_empty() && list(&view["outputs"]).is_empty());
    assert!(!list(&view["programs"]).is_empty() && !list(&view["growth"]).is_empty());
    let hash = view["programs"][0]["hash"].as_str().unwrap();
    let trace = asked(&library, &format!("/api/0/trace/{hash}?task={task}"));
    assert!(matches!(trace, Err(ViewError::Missing(..))), "{trace:?}");
    let other = get(&library, &format!("/api/0/task/{}", data.tasks[1].id));
    assert!(other["remark"].as_str().unwrap().contains("no such task"), "{}", other["remark"]);
    assert!(list(&get(&library, &format!("/api/0/program/{hash}"))["samples"]).is_empty());
}

#[test]
fn names_in_stores_are_no_paths() {
    let folder = folder();
    let (path, file) = (folder.join("a.db"), folder.join("mine.json"));
    let pair = json!([{ "input": [[1]], "output": [[2]] }]);
    fs::write(&file, json!({ "t": { "train": pair, "test": [] } }).to_string()).unwrap();
    let mut store = Store::open(&path, Access::Create).unwrap();
    let mut row = run_row(&["t"]);
    row.settings.data = file.to_str().unwrap().into();
    let run = store.start_run(&row).unwrap();
    commit(&mut store, run, 0, vec![kept("t", 0, 100)], Counters::default());
    let view = get(&library(&path), "/api/0/task/t");
    assert!(view["remark"].as_str().unwrap().contains("not a known one"), "{}", view["remark"]);
    assert!(list(&view["demo"]).is_empty());
}

#[test]
fn bad_stores_and_data_are_refused_at_once() {
    let (folder, path) = fresh();
    let refused = |path: &Path, data: Option<&str>| {
        let opened = Library::open(vec![path.to_path_buf()], data.map(str::to_string));
        opened.err().expect("refused").message
    };
    assert!(refused(&path, None).contains("there is no such store"));
    fs::write(&path, "no database").unwrap();
    assert!(refused(&path, None).contains("not a store"));
    let good = folder.join("good.db");
    evolve(&good, 1, 0);
    assert!(refused(&good, Some("no such data")).contains("no such data"));
    // A store of a later version, as its header says.
    let mut bytes = fs::read(&good).unwrap();
    bytes[60..64].copy_from_slice(&99u32.to_be_bytes());
    let later = folder.join("later.db");
    fs::write(&later, bytes).unwrap();
    assert!(refused(&later, None).contains("version 99"));
}
