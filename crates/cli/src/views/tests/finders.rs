//! What found the programs: strategies, mutation, files; stores that `solve` filled.

use evolve::claim;
use evolve::score::rules;
use evolve::store::record::Made;
use exec::run::Worker;
use serde_json::json;

use super::*;

fn made(data: &Dataset) -> Made {
    Made { engine: "e".into(), data: data.name.clone(), data_version: data.version.clone() }
}

/// The embedded program of a task, or one that gives the input back.
fn code(task: &Task, solves: bool) -> Code {
    let name = evolve::code::solver_name(&task.id);
    let same = format!("def {name}(S, I, C):\n    O = I\n    return O\n");
    let mut texts = embedded_programs().into_iter().map(|source| source.bytes);
    let text = if solves { texts.next().unwrap() } else { same.into_bytes().into() };
    let programs = lang::parse(&text, "t", None).programs;
    Code::of_program(programs.iter().find(|program| program.name == name).expect("a program"))
}

/// A store as `solve` makes it: two tasks solved, one nearly, one with nothing.
fn solved(path: &Path, strategies: [&str; 3]) -> Vec<Task> {
    let data = data();
    let tasks: Vec<&Task> = data.tasks.iter().take(4).collect();
    let mut store = Store::open(path, Access::Create).unwrap();
    store.settle_tasks(&data.version, &tasks, false).unwrap();
    let row = |(at, strategy): (usize, &&str)| {
        let code = code(tasks[at], at < 2);
        claim::kept(strategy, &code, tasks[at], rules(), &mut Worker::default()).unwrap()
    };
    let rows: Vec<Kept> = strategies.iter().enumerate().map(row).collect();
    assert_eq!(rows.iter().map(|row| row.standing.solved).collect::<Vec<_>>(), [true, true, false]);
    store.add(&rows, &made(&data)).unwrap();
    tasks.into_iter().cloned().collect()
}

#[test]
fn a_store_of_solve_alone_has_an_overview() {
    let (_folder, path) = fresh();
    let tasks = solved(&path, ["layers", "cells, rows", "layers"]);
    let library = library(&path);
    let view = get(&library, "/api/0/overview");
    assert_eq!((&view["run"], &view["runs"]), (&Json::Null, &json!([])));
    let names: Vec<&str> = tasks.iter().map(|task| task.id.as_str()).collect();
    assert_eq!(texts(&view["map"]["task"]), names, "the one without programs is in it");
    assert_eq!(view["map"]["fits_demos"], json!([1, 1, 0, 0]));
    assert_eq!(view["map"]["programs"], json!([1, 1, 1, 0]));
    assert_eq!(view["map"]["from"], json!([1, 2, 1, 0]));
    assert_eq!(
        view["finders"],
        json!([{ "name": "layers", "tasks": 2, "fits_demos": 1 },
            { "name": "cells, rows", "tasks": 1, "fits_demos": 1 }])
    );
    let totals = &view["totals"];
    assert_eq!((number(&totals["tasks"]), number(&totals["fits_demos"])), (4, 2));
    let fitted = json!({ "from_files": 0, "right_on_tests": 2, "tests_known": 2 });
    assert_eq!(totals["fitted"], fitted);
    let score =
        view["map"]["best"][2].as_f64().unwrap() / view["map"]["perfect"][2].as_f64().unwrap();
    let percent = totals["score_percent"].as_f64().unwrap();
    assert!((percent - 25.0 * (2.0 + score)).abs() < 0.001, "{percent}");
    assert_eq!(view["closest"][0]["task"], names[2]);
    assert_eq!((&view["closest"][0]["from"], list(&view["closest"]).len()), (&json!("layers"), 1));
    // All other views have something to say as well.
    assert_eq!(get(&library, "/api/0/engine")["run"], Json::Null);
    let compare = get(&library, "/api/compare?a=0:-&b=0:-");
    assert_eq!((number(&compare["same"]), number(&compare["a"]["fits_demos"])), (3, 2));
}

#[test]
fn a_fitted_task_shows_its_program_first() {
    let (_folder, path) = fresh();
    let task = &solved(&path, ["layers", "cells", "layers"])[1];
    let view = get(&library(&path), &format!("/api/0/task/{}", task.id));
    assert_eq!((&view["fits_demos"], &view["remark"]), (&json!(true), &Json::Null));
    assert_eq!(
        (&view["programs"][0]["from"], &view["programs"][0]["fits_demos"]),
        (&json!("cells"), &json!(true))
    );
    let text = view["text"].as_str().unwrap();
    assert!(text.starts_with(&format!("def solve_{}(", task.id)), "{text}");
    assert!(list(&view["outputs"][0]["samples"]).iter().all(|sample| sample["right"] == true));
    let hash = view["programs"][0]["hash"].as_str().unwrap();
    let program = get(&library(&path), &format!("/api/0/program/{hash}"));
    assert_eq!(
        (&program["lineage"][0]["from"], &program["kept"][0]["from"]),
        (&json!("cells"), &json!("cells"))
    );
    assert_eq!(program["text"], text);
}

#[test]
fn a_task_that_nothing_fits_shows_how_near_the_best_candidate_comes() {
    let (_folder, path) = fresh();
    let tasks = solved(&path, ["layers", "cells", "objects"]);
    let library = library(&path);
    let view = get(&library, &format!("/api/0/task/{}", tasks[2].id));
    assert_eq!(
        (&view["fits_demos"], &view["programs"][0]["from"]),
        (&json!(false), &json!("objects"))
    );
    assert_eq!(view["outputs"][0]["hash"], view["programs"][0]["hash"]);
    for (at, sample) in tasks[2].demo.iter().enumerate() {
        let made = &view["outputs"][0]["samples"][at];
        assert_eq!(
            made["output"]["picture"]["rows"], view["demo"][at]["input"],
            "it gives its input"
        );
        let (input, output) = (&sample.input, sample.output.as_ref().unwrap());
        let differing = input.cells().iter().zip(output.cells()).filter(|(a, b)| a != b).count();
        let same_size = (input.height(), input.width()) == (output.height(), output.width());
        assert_eq!(made["wrong"].as_u64(), same_size.then_some(differing as u64));
        assert_eq!(made["right"], json!(false));
    }
    // Nothing was found for the last task: it is drawn all the same.
    let bare = get(&library, &format!("/api/0/task/{}", tasks[3].id));
    assert_eq!(
        (&bare["programs"], &bare["text"], &bare["outputs"]),
        (&json!([]), &Json::Null, &json!([]))
    );
    assert_eq!(
        (list(&bare["demo"]).len(), &bare["data"]),
        (tasks[3].demo.len(), &json!("embedded"))
    );
    assert_eq!(number(&bare["perfect"]), tasks[3].demo.len() as u64 * 1000);
}

#[test]
fn mutants_and_files_have_names_too() {
    let (_folder, path) = fresh();
    evolve(&path, 1, 3);
    let (library, store) = (library(&path), open(&path));
    let view = get(&library, "/api/0/overview");
    let (map, finders) = (&view["map"], list(&view["finders"]));
    let names: Vec<&str> = finders.iter().map(|finder| finder["name"].as_str().unwrap()).collect();
    assert!(
        !names.is_empty() && names.iter().all(|name| ["mutation", "file"].contains(name)),
        "{names:?}"
    );
    for (at, task) in texts(&map["task"]).into_iter().enumerate() {
        let mut kept = store.kept(task).unwrap();
        kept.sort_by_key(|row| !row.standing.solved);
        let origin = &kept[0].origin;
        let expected = if origin.parents.is_empty() { "file" } else { "mutation" };
        assert_eq!(names[number(&map["from"][at]) as usize - 1], expected, "{task}");
    }
    let sum = |of: &str| finders.iter().map(|finder| number(&finder[of])).sum::<u64>();
    assert_eq!((sum("fits_demos"), sum("tasks")), (number(&view["run"]["fits_demos"]), 6));
}

#[test]
fn what_solves_a_task_comes_before_what_is_cheaper() {
    let (_folder, path) = fresh();
    let mut store = Store::open(&path, Access::Create).unwrap();
    let by = |number: u64, strategy: &str, solved: bool| {
        let mut row = kept("t", number, 3000);
        row.standing.solved = solved;
        row.origin.strategy = Some(strategy.into());
        row
    };
    let (data, mut repaired) = (data(), by(7, "repair", true));
    repaired.origin.parents = vec![Hash128Text(Hash128(5))];
    store.add(&[by(1, "cheap", false), repaired, by(9, "dear", true)], &made(&data)).unwrap();
    let library = library(&path);
    assert_eq!(get(&library, "/api/0/overview")["finders"][0]["name"], "repair");
    let task = get(&library, "/api/0/task/t");
    let from: Vec<_> = list(&task["programs"]).iter().map(|row| &row["from"]).collect();
    assert_eq!(from, ["repair", "dear", "cheap"]);
    assert_eq!(number(&task["best"]), 3000);
}

#[test]
fn earlier_runs_do_not_say_who_found_what() {
    let (_folder, path) = fresh();
    let mut store = Store::open(&path, Access::Create).unwrap();
    let runs = [(); 2].map(|()| store.start_run(&run_row(&["t"])).unwrap());
    commit(&mut store, runs[0], 0, vec![kept("t", 1, 500)], Counters::default());
    commit(&mut store, runs[1], 0, vec![kept("t", 2, 900)], Counters::default());
    let library = library(&path);
    let early = get(&library, &format!("/api/0/overview?run={}", runs[0].0));
    assert_eq!((&early["finders"], &early["map"]["from"]), (&json!([]), &json!([])));
    assert_eq!(
        (&early["closest"][0]["from"], number(&early["map"]["best"][0])),
        (&Json::Null, 500)
    );
    let last = get(&library, "/api/0/overview");
    assert_eq!((&last["map"]["from"], &last["closest"][0]["from"]), (&json!([1]), &json!("file")));
}

#[test]
fn names_of_strategies_are_plain_text() {
    let (_folder, path) = fresh();
    let name = "<script>alert(\"1\")</script>\u{202e} & é";
    let task = &solved(&path, [name, "cells", "layers"])[0];
    let library = library(&path);
    let view = get(&library, "/api/0/overview");
    assert!(list(&view["finders"]).iter().any(|finder| finder["name"] == name));
    assert_eq!(get(&library, &format!("/api/0/task/{}", task.id))["programs"][0]["from"], name);
}

#[test]
fn a_store_with_runs_can_be_seen_as_a_whole() {
    let (_folder, path) = fresh();
    let tasks = solved(&path, ["layers", "cells", "layers"]);
    let mut store = Store::open(&path, Access::Write).unwrap();
    let run = store.start_run(&run_row(&[&tasks[2].id, "t"])).unwrap();
    commit(&mut store, run, 0, vec![kept("t", 1, 500)], Counters::default());
    let library = library(&path);
    let last = get(&library, "/api/0/overview");
    assert_eq!((list(&last["map"]["task"]).len(), number(&last["outside"])), (2, 2));
    let whole = get(&library, "/api/0/overview?run=-");
    assert_eq!((&whole["run"], list(&whole["runs"]).len()), (&Json::Null, 1));
    assert_eq!((list(&whole["map"]["task"]).len(), number(&whole["outside"])), (5, 0));
    assert_eq!((number(&whole["totals"]["fits_demos"]), list(&whole["finders"]).len()), (2, 3));
}
