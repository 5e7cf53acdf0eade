//! `batt score`.

use serde_json::Value;

use crate::support::{Scratch, words};

/// Solves one embedded task; the second is named after another task and wrong there.
const PROGRAMS: &str = "\
def solve_e4d14648(I):
    return cmirror(I)


def solve_0478b356(I):
    return rot90(I)
";

fn timeless(mut json: Value) -> Value {
    for key in ["seconds", "threads"] {
        json.as_object_mut().unwrap().remove(key);
    }
    json
}

#[test]
fn every_embedded_program_on_every_embedded_task() {
    let scratch = Scratch::new("score");
    let (json, ended) = scratch.json(&["score", "--data", "embedded"]);
    assert_eq!((ended.code, &json["failed"]), (0, &Value::from(Vec::<Value>::new())));
    let count = |key: &str| json[key].as_u64().unwrap() as usize;
    let (programs, tasks) = (count("programs"), count("tasks"));
    assert_eq!(programs, 2 * tasks);
    assert_eq!((count("fits_demos"), count("right_on_tests")), (tasks, tasks));
    let results = json["results"].as_array().unwrap();
    assert_eq!(results.len(), programs * tasks);
    for result in results {
        let own = result["program"].as_str().unwrap().ends_with(result["task"].as_str().unwrap());
        assert_eq!(result["fits_demos"], own, "{result}");
        let points = result["demo_points"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap());
        assert!(points.clone().all(|n| n <= 500 || n == 1000), "{result}");
        assert_eq!(points.sum::<u64>(), result["demo_score"].as_u64().unwrap());
    }
    for key in ["parse", "merge", "run", "compare", "trace", "store"] {
        assert!(json["seconds"][key].as_f64().unwrap() >= 0.0, "{key}");
    }
    assert!(count("traced") >= programs && json["stored"].is_null());
    let plain = scratch.batt(&["score", "--data", "embedded"]);
    let total = format!(
        "fits the demos: {tasks} of {tasks} tasks; right on the tests: {tasks} of {tasks}; {programs} programs"
    );
    assert!(plain.code == 0 && plain.out.contains(&total), "{}", plain.out);
    assert!(plain.out.contains("parse ") && plain.out.contains(", trace "), "{}", plain.out);
}

#[test]
fn a_batt_scores_like_its_programs() {
    let scratch = Scratch::new("scorebatt");
    scratch.write("p.py", PROGRAMS);
    let card = words("card p.py --data embedded --freeze-solvers --freeze-differs -o batt.py");
    assert_eq!(scratch.batt(&card).code, 0);
    let results = |file: &str| {
        let (json, ended) = scratch.json(&["score", file, "--data", "embedded"]);
        assert_eq!(ended.code, 0, "{}", ended.err);
        let mut rows = json["results"].as_array().unwrap().clone();
        rows.sort_by_key(|row| (row["task"].to_string(), row["program"].to_string()));
        (rows, json["differs"].clone())
    };
    assert_eq!(results("p.py"), results("batt.py"));
}

#[test]
fn threads_change_nothing_and_shards_share_out_the_tasks() {
    let scratch = Scratch::new("scoreshards");
    let run = |more: &[&str]| {
        let args = [&["score", "--data", "embedded"], more].concat();
        let (json, ended) = scratch.json(&args);
        assert_eq!(ended.code, 0, "{}", ended.err);
        timeless(json)
    };
    let whole = run(&["--threads", "1"]);
    assert_eq!(whole, run(&["--threads", "5"]));
    let mut rows: Vec<Value> = Vec::new();
    for shard in ["1/3", "2/3", "3/3"] {
        rows.extend(run(&["--shard", shard])["results"].as_array().unwrap().clone());
    }
    let key = |row: &Value| {
        (
            row["task"].to_string(),
            row["demo_score"].to_string(),
            row["program"].to_string(),
            row["dialect"].to_string(),
        )
    };
    rows.sort_by_key(key);
    let mut all = whole["results"].as_array().unwrap().clone();
    all.sort_by_key(key);
    assert_eq!(rows, all);
    let refused = scratch.batt(&["score", "--shard", "4/3"]);
    assert!(refused.code == 2 && refused.err.contains("1 to 3"), "{}", refused.err);
}
