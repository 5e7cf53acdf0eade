//! Overview, engine, comparison.

use evolve::generation::{Counters, OpCount};
use evolve::store::record::RunPlan;
use serde_json::json;

use super::super::head::rounded;
use super::super::series::{RunInStore, Standing as Stands, Tasks, Tracks};
use super::*;

#[test]
fn an_overview_says_what_the_store_says() {
    let (_folder, path) = fresh();
    evolve(&path, 1, 5);
    let (library, store) = (library(&path), open(&path));
    let view = get(&library, "/api/0/overview");
    let (id, row) = store.last_run().unwrap().unwrap();
    let (run, c) = (&view["run"], &row.counters);
    assert_eq!((number(&run["id"]), &run["finished"]), (id.0 as u64, &json!(true)));
    assert_eq!(run["state"], "finished");
    assert_eq!((&run["left"], number(&run["generation"])), (&Json::Null, 5));
    assert_eq!(number(&run["counts"]["candidates"]), c.candidates);
    assert_eq!(number(&run["counts"]["steps_known"]), c.steps_known);
    assert_eq!(run["data_version"], row.settings.data_version);
    let faults: u64 = list(&run["errors"]).iter().map(|row| number(&row["count"])).sum();
    assert_eq!(faults, c.faults.values().sum::<u64>());
    assert!(faults > 0 && list(&run["errors"]).iter().all(|row| row["explain"] != ""));
    let size = store.size().unwrap();
    assert_eq!(number(&view["store"]["results"]), size.results);
    assert_eq!(
        (&view["store"]["name"], number(&view["store"]["bytes"])),
        (&json!("a.db"), size.bytes)
    );
    map_is_that_of_the_store(&view, &store);
}

fn map_is_that_of_the_store(view: &Json, store: &Store) {
    let (map, kept) = (&view["map"], store.tasks().unwrap());
    assert_eq!(texts(&map["task"]), kept.iter().map(|t| t.task.as_str()).collect::<Vec<_>>());
    for (at, row) in kept.iter().enumerate() {
        assert_eq!(number(&map["best"][at]), u64::from(row.best_score));
        assert_eq!(number(&map["perfect"][at]), u64::from(row.demo_count) * 1000);
        assert_eq!(number(&map["fits_demos"][at]), u64::from(row.solved > 0));
        assert_eq!(number(&map["programs"][at]), u64::from(row.programs));
    }
    let solved = kept.iter().filter(|row| row.solved > 0).count() as u64;
    assert_eq!(number(&view["run"]["fits_demos"]), solved);
    let share =
        |t: &evolve::store::TaskSummary| f64::from(t.best_score) / f64::from(t.demo_count) / 1000.0;
    let score = 100.0 * kept.iter().map(share).sum::<f64>() / kept.len() as f64;
    assert!((view["run"]["score_percent"].as_f64().unwrap() - score).abs() < 0.001);
}

#[test]
fn a_series_ends_where_the_run_does() {
    let (_folder, path) = fresh();
    evolve(&path, 1, 5);
    let view = get(&library(&path), "/api/0/overview");
    let (run, series) = (&view["run"], &view["run"]["series"]);
    assert_eq!(series["generation"], json!([0, 1, 2, 3, 4, 5]));
    assert_eq!(series["fits_demos"][5], run["fits_demos"]);
    assert_eq!(series["score_percent"][5], run["score_percent"]);
    assert_eq!(series["seconds"][5], run["seconds"]);
    let store = open(&path);
    let (id, row) = store.last_run().unwrap().unwrap();
    let steps = store.statistics_after(id, None, 100).unwrap();
    let sum: u64 = steps.iter().map(|(_, step)| step.candidates).sum();
    assert_eq!((steps.len(), sum), (6, row.counters.candidates));
    for (at, (_, step)) in steps.iter().enumerate() {
        let rate = |count: u64| json!(rounded(count as f64 / step.seconds));
        assert_eq!(series["candidates_per_second"][at], rate(step.candidates));
        assert_eq!(series["samples_per_second"][at], rate(step.candidate_samples));
    }
    // The last rises are those of the store.
    let recent = list(&view["recent"]);
    let progress = store.progress(id).unwrap();
    let last = progress.last().unwrap();
    assert_eq!(
        (number(&recent[0]["generation"]), number(&recent[0]["best"])),
        (last.generation, last.best.into())
    );
    assert_eq!(recent.len(), progress.len().min(20));
}

/// A store of one run with hand-made generations.
fn made(path: &Path, tasks: &[&str]) -> (Store, RunId) {
    let mut store = Store::open(path, Access::Create).unwrap();
    let run = store.start_run(&run_row(tasks)).unwrap();
    (store, run)
}

fn counters(candidates: u64, seconds: f64) -> Counters {
    Counters { candidates, candidate_samples: 2 * candidates, seconds, ..Counters::default() }
}

#[test]
fn long_runs_are_thinned_and_keep_their_totals() {
    let (_folder, path) = fresh();
    let (mut store, run) = made(&path, &["t", "u"]);
    let library = library(&path);
    let mut total = 0;
    for number in 0..2100 {
        let added =
            if number % 700 == 0 { vec![kept("t", number, 1000 + number as u32)] } else { vec![] };
        total += 10 + number;
        commit(&mut store, run, number, added, counters(10 + number, 0.5));
        if number % 300 == 0 {
            get(&library, "/api/0/overview");
        }
    }
    let series = get(&library, "/api/0/overview")["run"]["series"].clone();
    let seconds: Vec<f64> = list(&series["seconds"]).iter().map(|s| s.as_f64().unwrap()).collect();
    assert!((200..=400).contains(&seconds.len()), "{}", seconds.len());
    assert_eq!(seconds.last(), Some(&1050.0));
    assert!(seconds.is_sorted());
    let mut sum = 0.0;
    for (at, rate) in list(&series["candidates_per_second"]).iter().enumerate() {
        let before = if at > 0 { seconds[at - 1] } else { 0.0 };
        sum += rate.as_f64().unwrap() * (seconds[at] - before);
    }
    assert!((sum - total as f64).abs() < 1.0, "{sum} {total}");
    // Read in one go it is the same.
    let afresh = super::library(&path);
    assert_eq!(get(&afresh, "/api/0/overview")["run"]["series"], series);
    assert_eq!(series["score_percent"][seconds.len() - 1], json!(40.0));
}

#[test]
fn a_map_has_all_tasks_of_the_run_in_order() {
    let (_folder, path) = fresh();
    let names: Vec<String> = (0..3000).map(|n| format!("{:08x}", n * 7919 % 3001)).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let (mut store, run) = made(&path, &names);
    let with = &names[..2900];
    let added = with.iter().enumerate().flat_map(|(at, task)| {
        (0..4).map(move |i| kept(task, (at * 4 + i) as u64, (at % 31 * 100) as u32 + i as u32))
    });
    commit(&mut store, run, 0, added.collect(), counters(12_000, 2.0));
    let view = get(&library(&path), "/api/0/overview");
    let map = &view["map"];
    let tasks = texts(&map["task"]);
    assert_eq!((tasks.len(), number(&view["map_more"])), (3000, 0));
    assert!(tasks.windows(2).all(|pair| pair[0] < pair[1]));
    let programs: u64 = list(&map["programs"]).iter().map(number).sum();
    assert_eq!((programs, number(&view["store"]["results"])), (11_600, 11_600));
    let empty = tasks.iter().position(|task| *task == names[2950]).unwrap();
    assert_eq!((number(&map["best"][empty]), number(&map["programs"][empty])), (0, 0));
    let at = tasks.iter().position(|task| *task == names[45]).unwrap();
    assert_eq!(number(&map["best"][at]), 1403);
    // Tasks with 3000 points are solved here.
    let closest = list(&view["closest"]);
    let best: Vec<u64> = closest.iter().map(|row| number(&row["best"])).collect();
    assert_eq!((best.len(), best[0]), (12, 2903));
    assert!(best.is_sorted_by(|a, b| a >= b));
}

#[test]
fn tasks_that_files_fit_are_counted_apart() {
    let (_folder, path) = fresh();
    let (mut store, first) = made(&path, &["t", "u", "w"]);
    let mutant = |task, number, test_right| {
        let mut row = kept(task, number, 3000);
        row.origin.strategy = Some("growth".into());
        row.standing.test_right = test_right;
        row
    };
    // The cheapest is the best: what was found for t, which a file's program fits as well.
    let rows = vec![kept("t", 9, 3000), mutant("t", 2, 1), mutant("u", 3, 0), kept("w", 4, 9)];
    commit(&mut store, first, 0, rows, counters(5, 1.0));
    let counts = |address: &str| get(&library(&path), address)["totals"]["fitted"].clone();
    let fitted = json!({ "from_files": 1, "right_on_tests": 1, "tests_known": 2 });
    assert_eq!(counts("/api/0/overview"), fitted);
    assert_eq!(counts("/api/0/overview?run=-"), fitted);
    // Tasks of other runs do not count, and what an earlier run knew is not known.
    let second = store.start_run(&run_row(&["u"])).unwrap();
    commit(&mut store, second, 0, Vec::new(), counters(1, 1.0));
    let fitted = json!({ "from_files": 0, "right_on_tests": 0, "tests_known": 1 });
    assert_eq!(counts("/api/0/overview"), fitted);
    assert_eq!(counts(&format!("/api/0/overview?run={}", first.0)), Json::Null);
}

#[test]
fn a_later_run_begins_where_the_earlier_one_ended() {
    let (_folder, path) = fresh();
    let (mut store, first) = made(&path, &["t", "u"]);
    commit(&mut store, first, 0, vec![kept("t", 1, 3000), kept("u", 2, 300)], counters(5, 1.0));
    let second = store.start_run(&run_row(&["t", "u", "w"])).unwrap();
    commit(&mut store, second, 0, vec![kept("u", 3, 600)], counters(7, 1.0));
    commit(&mut store, second, 1, vec![kept("u", 4, 900), kept("w", 5, 1500)], counters(7, 900.0));
    let library = library(&path);
    let last = get(&library, "/api/0/overview");
    assert_eq!(
        (number(&last["run"]["id"]), number(&last["run"]["fits_demos"])),
        (second.0 as u64, 1)
    );
    assert_eq!(last["map"]["best"], json!([3000, 900, 1500]));
    assert_eq!(last["run"]["series"]["fits_demos"], json!([1, 1]));
    assert_eq!(last["run"]["series"]["score_percent"], json!([40.0, 60.0]));
    let rises: Vec<_> = list(&last["recent"]).iter().map(|r| (&r["task"], &r["from"])).collect();
    assert_eq!(
        rises,
        [(&json!("w"), &json!(0)), (&json!("u"), &json!(600)), (&json!("u"), &json!(300))]
    );
    // The first run is shown as it ended, and is not under way although the file changed.
    let early = get(&library, &format!("/api/0/overview?run={}", first.0));
    assert_eq!(early["map"]["best"], json!([3000, 300]));
    assert_eq!(
        (&early["run"]["state"], &last["run"]["state"]),
        (&json!("stopped"), &json!("running"))
    );
}

#[test]
fn results_from_files_count_from_the_start() {
    let (_folder, path) = fresh();
    let mut store = Store::open(&path, Access::Create).unwrap();
    let made = evolve::store::record::Made {
        engine: "e".into(),
        data: "d".into(),
        data_version: "v".into(),
    };
    store.add(&[kept("t", 1, 3000)], &made).unwrap();
    let library = library(&path);
    let bare = get(&library, "/api/0/overview");
    assert_eq!((&bare["run"], &bare["map"]["task"]), (&Json::Null, &json!(["t"])));
    let run = store.start_run(&run_row(&["t", "u"])).unwrap();
    commit(&mut store, run, 0, vec![kept("u", 2, 1500)], counters(5, 1.0));
    let view = get(&library, "/api/0/overview");
    assert_eq!(view["run"]["series"]["fits_demos"], json!([1]));
    assert_eq!(view["run"]["score_percent"], json!(75.0));
}

#[test]
fn what_comes_in_between_counts_at_once() {
    let (_folder, path) = fresh();
    let (mut store, run) = made(&path, &["t", "u"]);
    commit(&mut store, run, 0, vec![kept("u", 1, 600)], counters(5, 1.0));
    let library = library(&path);
    assert_eq!(get(&library, "/api/0/overview")["map"]["best"], json!([0, 600]));
    store.add(&[kept("t", 2, 1500), kept("u", 3, 3000)], &run_row(&[]).settings.made()).unwrap();
    let view = get(&library, "/api/0/overview");
    assert_eq!(view["map"]["best"], json!([1500, 3000]));
    assert_eq!(view["map"]["fits_demos"], json!([0, 1]));
    assert_eq!(
        (&view["run"]["fits_demos"], &view["run"]["score_percent"]),
        (&json!(1), &json!(75.0))
    );
    // Of u the run had noted something; t may have been there before it.
    assert_eq!(view["run"]["series"]["score_percent"], json!([35.0]));
    let afresh = get(&super::library(&path), "/api/0/overview");
    assert_eq!((&view["map"], &view["closest"]), (&afresh["map"], &afresh["closest"]));
    assert_eq!(view["run"]["series"], afresh["run"]["series"]);
}

#[test]
fn a_changed_task_is_another_one_to_later_runs() {
    let (_folder, path) = fresh();
    let of_samples = |number, demo_count: u32| {
        let mut kept = kept("t", number, 1000 * demo_count);
        (kept.standing.demo_count, kept.standing.solved) = (demo_count, true);
        kept
    };
    let (mut store, first) = made(&path, &["t"]);
    commit(&mut store, first, 0, vec![of_samples(1, 4)], counters(5, 1.0));
    let between = store.start_run(&run_row(&["t"])).unwrap();
    commit(&mut store, between, 0, vec![], counters(5, 1.0));
    store.forget_tasks(&["t"]).unwrap();
    let second = store.start_run(&run_row(&["t"])).unwrap();
    commit(&mut store, second, 0, vec![], counters(5, 1.0));
    commit(&mut store, second, 1, vec![of_samples(2, 2)], counters(5, 1.0));
    let library = library(&path);
    let overview = |run: RunId| get(&library, &format!("/api/0/overview?run={}", run.0));
    for (run, perfect, course) in [
        (first, 4000, json!([100.0])),
        (between, 4000, json!([100.0])),
        (second, 2000, json!([0.0, 100.0])),
    ] {
        let view = overview(run);
        assert_eq!(view["run"]["series"]["score_percent"], course);
        assert_eq!(view["run"]["score_percent"], json!(100.0));
        assert_eq!(
            (&view["map"]["best"], &view["map"]["perfect"]),
            (&json!([perfect]), &json!([perfect]))
        );
    }
    let rises = &overview(second)["recent"];
    assert_eq!(
        (list(rises).len(), &rises[0]["from"], &rises[0]["best"]),
        (1, &json!(0), &json!(2000))
    );
    let sides = get(&library, &format!("/api/compare?a=0:{}&b=0:{}", first.0, second.0));
    assert_eq!(
        (&sides["only_a"], &sides["only_b"], &sides["tasks"]),
        (&json!(1), &json!(1), &json!([]))
    );
}

#[test]
fn a_store_that_was_overwritten_has_another_course() {
    let folder = folder();
    let (mut one, of_one) = made(&folder.join("one.db"), &["t"]);
    commit(&mut one, of_one, 0, vec![kept("t", 1, 3000)], counters(5, 1.0));
    let (mut other, of_other) = made(&folder.join("other.db"), &["u"]);
    commit(&mut other, of_other, 0, vec![kept("u", 1, 600)], counters(50, 1.0));
    assert_eq!(of_one, of_other);
    let mut tracks = Tracks::default();
    for (store, rate) in [(&one, 5.0), (&other, 50.0), (&one, 5.0)] {
        let row = store.run_head(of_one).unwrap();
        let run = RunInStore { id: of_one, row: &row, is_last: false };
        let tasks = store.tasks().unwrap();
        let course = tracks.follow(store, &run, &Tasks::new(&row, &tasks)).unwrap();
        assert_eq!(course.series().candidates_per_second, [rate]);
        assert_eq!(course.standings, [Some(Stands::of(&tasks[0]))]);
    }
}

#[test]
fn time_left_is_that_of_what_ends_first() {
    let (_folder, path) = fresh();
    let (mut store, run) = made(&path, &["t"]);
    for number in 0..=10 {
        // So slow that the file counts as new however slow the test is.
        commit(&mut store, run, number, vec![], counters(5, 200.0));
    }
    let library = library(&path);
    let mut left = |generations, seconds| {
        store.plan_run(run, &RunPlan { generations, seconds }).unwrap();
        get(&library, "/api/0/overview")["run"]["left"].clone()
    };
    assert_eq!(left(None, None), Json::Null);
    assert_eq!(left(Some(40), None), json!({"seconds": 6000.0, "by": "generations"}));
    assert_eq!(left(Some(40), Some(2210.0)), json!({"seconds": 10.0, "by": "time"}));
    assert_eq!(left(None, Some(1.0)), json!({"seconds": 0.0, "by": "time"}));
}

#[test]
fn the_engine_view_sums_what_was_counted() {
    let (_folder, path) = fresh();
    let (mut store, run) = made(&path, &["t"]);
    let count = |calls, nanos| OpCount { calls, nanos };
    let ops = [("arc.fill", count(30, 1_000_000)), ("batt.fill", count(10, 3_000_000))];
    let mut counters = counters(5, 2.0);
    counters.ops = ops.map(|(name, count)| (name.to_string(), count)).into();
    counters.patterns.insert("object types".into(), count(40, 4_000_000));
    counters.fallbacks.insert("memory".into(), 3);
    counters.devices = [("gpu_ops", 30), ("cpu_ops", 10), ("device_micros", 1_500_000)]
        .map(|(name, count)| (name.to_string(), count))
        .into();
    counters.operators = [("op".into(), 2), ("explained_colour".into(), 7)].into();
    (counters.steps_run, counters.steps_known, counters.values_high) = (25, 75, 99);
    commit(&mut store, run, 0, vec![], counters);
    let view = get(&library(&path), "/api/0/engine");
    assert_eq!(view["shared_percent"], json!(75.0));
    let op = json!({ "name": "fill", "dialect": "batt", "calls": 10, "seconds": 0.003,
        "calls_percent": 25.0, "seconds_percent": 75.0 });
    assert_eq!((view["ops"].as_array().unwrap().len(), &view["ops"][0]), (2, &op));
    assert_eq!(
        view["patterns"],
        json!([{ "name": "object types", "calls": 40, "seconds": 0.004 }])
    );
    assert_eq!(view["devices"]["coverage_percent"], json!(75.0));
    assert_eq!(view["devices"]["device_seconds"], json!(1.5));
    assert_eq!(view["fallbacks"], json!([{ "reason": "memory", "count": 3 }]));
    assert_eq!(view["operators"][0], json!({ "name": "explained colour", "count": 7 }));
    assert_eq!((number(&view["values_high_bytes"]), number(&view["run"]["id"])), (99, 1));
}

#[test]
fn comparisons_are_symmetric() {
    let folder = folder();
    let (a, b) = (folder.join("a.db"), folder.join("b.db"));
    evolve(&a, 1, 2);
    let (mut store, run) = made(&b, &["t"]);
    let data = data();
    let ids: Vec<&str> = data.tasks.iter().take(2).map(|task| task.id.as_str()).collect();
    let added = vec![kept("t", 1, 500), kept(ids[0], 2, 1), kept(ids[1], 3, 2)];
    commit(&mut store, run, 0, added, counters(5, 2.0));
    let library = Library::open(vec![a.clone(), b], None).unwrap();
    let ab = get(&library, "/api/compare?a=0:1&b=1:-");
    let ba = get(&library, "/api/compare?a=1:-&b=0:1");
    assert_eq!((&ab["a"], &ab["b"]), (&ba["b"], &ba["a"]));
    assert_eq!(
        (&ab["only_a"], &ab["only_b"], &ab["same"]),
        (&ba["only_b"], &ba["only_a"], &ba["same"])
    );
    assert_eq!((number(&ab["only_a"]), number(&ab["only_b"]), number(&ab["same"])), (4, 1, 0));
    for (x, y) in list(&ab["tasks"]).iter().zip(list(&ba["tasks"])) {
        assert_eq!(
            (&x["task"], &x["a_best"], &x["b_best"]),
            (&y["task"], &y["b_best"], &y["a_best"])
        );
        assert_eq!(
            (&x["a_fits_demos"], &x["b_fits_demos"]),
            (&y["b_fits_demos"], &y["a_fits_demos"])
        );
    }
    assert_eq!(
        list(&ab["tasks"]).iter().map(|row| number(&row["b_best"])).collect::<Vec<_>>(),
        [1, 2]
    );
    assert_eq!(
        (&ab["b"]["run"], &ab["b"]["series"], &ab["b"]["seed"]),
        (&Json::Null, &Json::Null, &Json::Null)
    );
    assert_eq!((number(&ab["b"]["results"]), number(&ab["b"]["candidates"])), (3, 5));
    let overview = get(&library, "/api/0/overview");
    assert_eq!(ab["a"]["series"], overview["run"]["series"]);
    assert_eq!(ab["a"]["results"], overview["store"]["results"]);
    let with_itself = get(&library, "/api/compare?a=0:1&b=0:-");
    assert_eq!((number(&with_itself["same"]), list(&with_itself["tasks"]).len()), (6, 0));
}
