//! Nothing that depends on expected test outputs shows before it is asked for.

use std::collections::BTreeSet;

use serde_json::json;

use super::*;

/// Every address of a store that shows a task or a program, with and without tests.
fn addresses(store: &Store) -> Vec<(String, String)> {
    let mut all = Vec::new();
    let mut add = |address: String, sign: char| {
        all.push((address.clone(), format!("{address}{sign}test=1")));
    };
    for summary in store.tasks().unwrap() {
        let task = summary.task;
        add(format!("/api/0/task/{task}"), '?');
        for row in store.kept(&task).unwrap().iter().step_by(8) {
            let hash = row.program.hash;
            add(format!("/api/0/outputs/{hash}?task={task}"), '&');
            for sample in 0..8 {
                add(format!("/api/0/trace/{hash}?task={task}&sample={sample}"), '&');
            }
        }
    }
    all
}

/// The same tasks with other test outputs.
fn changed(data: &Dataset) -> Dataset {
    let mut data = data.clone();
    for sample in data.tasks.iter_mut().flat_map(|task| &mut task.test) {
        sample.output = exec::data::TaskGrid::new(1, 30, vec![7; 30]);
    }
    data
}

fn as_file(data: &Dataset) -> String {
    let grid = |grid: &exec::data::TaskGrid| json!(grid.rows().collect::<Vec<_>>());
    let pair = |s: &exec::data::Sample| json!({ "input": grid(&s.input), "output": grid(s.output.as_ref().unwrap()) });
    let pairs = |samples: &[exec::data::Sample]| samples.iter().map(pair).collect::<Vec<_>>();
    let task =
        |t: &Task| (t.id.clone(), json!({ "train": pairs(&t.demo), "test": pairs(&t.test) }));
    Json::Object(data.tasks.iter().map(task).collect()).to_string()
}

#[test]
fn answers_do_not_depend_on_hidden_outputs() {
    let folder = folder();
    let (path, file) = (folder.join("a.db"), folder.join("other.json"));
    evolve(&path, 2, 2);
    std::fs::write(&file, as_file(&changed(&data()))).unwrap();
    let plain = library(&path);
    let other = Library::open(vec![path.clone()], file.to_str().map(str::to_string)).unwrap();
    let (mut compared, mut differing) = (0, BTreeSet::new());
    for (hidden, shown) in addresses(&open(&path)) {
        let (a, b) = (asked(&plain, &hidden), asked(&other, &hidden));
        assert!(a == b, "{hidden}");
        compared += usize::from(a.is_ok());
        if asked(&plain, &shown) != asked(&other, &shown) {
            differing.insert(shown.split('/').nth(3).unwrap().to_string());
        }
    }
    assert!(compared > 50, "{compared}");
    // Asked for, they show in each of these views.
    let views = ["outputs", "task", "trace"].map(str::to_string);
    assert_eq!(differing, BTreeSet::from(views));
}

#[test]
fn results_on_tests_are_hidden_too() {
    let (_folder, path) = fresh();
    evolve(&path, 2, 1);
    let (library, data) = (library(&path), data());
    let task = &data.tasks[0];
    let hidden = get(&library, &format!("/api/0/task/{}", task.id));
    assert_eq!(hidden["tests_hidden"], json!(true));
    assert!(
        list(&hidden["programs"])
            .iter()
            .all(|p| p["test_right"].is_null() && p["test_count"].is_null())
    );
    assert!(
        list(&hidden["test"])
            .iter()
            .all(|pair| pair["output"].is_null() && pair["input"].is_array())
    );
    for outputs in list(&hidden["outputs"]) {
        assert_eq!(list(&outputs["samples"]).len(), task.demo.len());
    }
    let steps = format!(
        "/api/0/trace/{}?sample={}&task={}",
        list(&hidden["programs"])[0]["hash"].as_str().unwrap(),
        task.demo.len(),
        task.id
    );
    let Err(ViewError::Missing(what, hint)) = asked(&library, &steps) else {
        panic!("steps on a test input without being asked: {steps}");
    };
    assert!(what.contains("test 1"), "{what}");
    assert!(hint.page.contains("test=1") && hint.terminal.contains("--test"), "{hint:?}");
    assert_eq!(get(&library, &format!("{steps}&test=1"))["name"], "test 1");
    let shown = get(&library, &format!("/api/0/task/{}?test=1", task.id));
    assert!(list(&shown["programs"]).iter().all(|p| p["test_right"].is_u64()));
    assert!(list(&shown["test"]).iter().all(|pair| pair["output"].is_array()));
}
