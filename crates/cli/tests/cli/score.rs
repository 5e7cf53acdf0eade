//! `batt score`.

use serde_json::Value;

use crate::support::Scratch;

const TASK: &str = "e4d14648";
const OTHER: &str = "0478b356";
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

fn row<'j>(json: &'j Value, task: &str, program: &str) -> &'j Value {
    let rows = json["results"].as_array().unwrap().iter();
    let mut found = rows.filter(|row| row["task"] == task && row["program"] == program);
    found.next().unwrap_or_else(|| panic!("no {program} on {task}: {json}"))
}

#[test]
fn every_embedded_program_on_every_embedded_task() {
    let scratch = Scratch::new("score");
    let (json, ended) = scratch.json(&["score", "--data", "embedded"]);
    assert_eq!((ended.code, &json["failed"]), (0, &Value::from(Vec::<Value>::new())));
    let count = |key: &str| json[key].as_u64().unwrap() as usize;
    let (programs, tasks) = (count("programs"), count("tasks"));
    assert_eq!(programs, 2 * tasks);
    assert_eq!((count("solved_tasks"), count("test_solved_tasks")), (tasks, tasks));
    let results = json["results"].as_array().unwrap();
    assert_eq!(results.len(), programs * tasks);
    for result in results {
        let own = result["program"].as_str().unwrap().ends_with(result["task"].as_str().unwrap());
        assert_eq!(result["solved"], own, "{result}");
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
        "{programs} programs on {tasks} tasks: {tasks} solved on demo samples, {tasks} of them"
    );
    assert!(plain.code == 0 && plain.out.contains(&total), "{}", plain.out);
    assert!(plain.out.contains("parse ") && plain.out.contains(", trace "), "{}", plain.out);
}

#[test]
fn a_batt_scores_like_its_programs() {
    let scratch = Scratch::new("scorebatt");
    scratch.write("p.py", PROGRAMS);
    let card = [
        "card",
        "p.py",
        "--data",
        "embedded",
        "--freeze-solvers",
        "--freeze-differs",
        "-o",
        "batt.py",
    ];
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

#[test]
fn what_is_missing_is_said_and_counted() {
    let scratch = Scratch::new("scoremissing");
    scratch.write("p.py", format!("{PROGRAMS}\n\ndef solve_absent(I):\n    return I\n"));
    let (json, ended) = scratch.json(&["score", "p.py", "--data", "embedded"]);
    assert_eq!((ended.code, &json["tasks"], &json["programs"]), (0, &2.into(), &3.into()));
    assert_eq!(json["programs_without_task"], 1);
    assert_eq!(row(&json, TASK, "solve_e4d14648")["solved"], true);
    assert_eq!(row(&json, TASK, "solve_absent")["solved"], false);
    let ids = format!("{TASK},856c9ea2,nosuch");
    let (json, ended) = scratch.json(&["score", "p.py", "--data", "embedded", "--tasks", &ids]);
    assert_eq!(
        (ended.code, &json["tasks"], &json["tasks_without_program"]),
        (1, &2.into(), &1.into())
    );
    assert!(json["failed"][0].as_str().unwrap().contains("no task nosuch"), "{json}");
    scratch.write("q.py", "def solve_absent(I):\n    return I\n");
    let none = scratch.batt(&["score", "q.py", "--data", "embedded"]);
    assert!(none.code == 2 && none.err.contains("none of the programs has a task"), "{}", none.err);
    scratch.write(
        "broken.py",
        format!("{PROGRAMS}\n\ndef solve_856c9ea2(I):\n    return nosuch(I)\n"),
    );
    let (json, ended) = scratch.json(&["score", "broken.py", "--data", "embedded"]);
    assert_eq!((ended.code, &json["programs"]), (1, &2.into()));
    assert!(json["failed"][0].as_str().unwrap().starts_with("broken.py:"), "{json}");
}

#[test]
fn no_time_is_a_timeout_of_the_run_and_no_error_of_a_program() {
    let scratch = Scratch::new("scoretime");
    scratch.write("p.py", PROGRAMS);
    let (json, ended) = scratch.json(&["score", "p.py", "--data", "embedded", "--time", "0"]);
    assert_eq!(
        (ended.code, &json["timed_out"], &json["tasks_left_out"]),
        (1, &true.into(), &2.into())
    );
    assert_eq!((&json["tasks"], &json["failed"]), (&0.into(), &Value::from(Vec::<Value>::new())));
    let plain = scratch.batt(&["score", "p.py", "--data", "embedded", "--time", "0"]);
    assert!(
        plain.out.contains("the time limit ended the run: 2 tasks not scored"),
        "{}",
        plain.out
    );
    assert_eq!(scratch.batt(&["score", "--time", "-1"]).code, 2);
}

#[test]
fn differs_of_files_join_the_built_in_ones() {
    let scratch = Scratch::new("scorediffers");
    scratch.write("p.py", PROGRAMS);
    scratch.write("d.py", "def differ_same(S, I, C):\n    x1 = equality(I, C)\n    x2 = multiply(x1, 1000)\n    return astuple(x2, ())\n");
    let args = ["score", "p.py", "--data", "embedded", "--differs", "d.py", "--dialect", "arc"];
    let (json, ended) = scratch.json(&args);
    assert_eq!(ended.code, 0, "{}", ended.err);
    assert_eq!(json["differs"].as_array().unwrap().len(), 8);
    let good = row(&json, TASK, "solve_e4d14648");
    let samples = good["demo_samples"].as_i64().unwrap();
    assert_eq!(good["improvements"]["same"], 1000 * samples);
    assert_eq!(row(&json, OTHER, "solve_e4d14648")["improvements"]["same"], 0);
    let solvers = scratch.batt(&["score", "p.py", "--data", "embedded", "--differs", "p.py"]);
    assert!(solvers.code == 2 && solvers.err.contains("no differs"), "{}", solvers.err);
    let twice = scratch.batt(&[
        "score",
        "p.py",
        "--data",
        "embedded",
        "--differs",
        "d.py",
        "--differs",
        "d.py",
    ]);
    assert!(twice.code == 2 && twice.err.contains("two differs named same"), "{}", twice.err);
}

#[test]
fn results_are_kept_once() {
    let scratch = Scratch::new("scorestore");
    scratch.write("p.py", PROGRAMS);
    let args = ["score", "p.py", "--data", "embedded", "--store", "found.db"];
    let (json, ended) = scratch.json(&args);
    assert_eq!(ended.code, 0, "{}", ended.err);
    let stored = json["stored"]["new"].as_u64().unwrap();
    assert!((2..=4).contains(&stored), "{json}");
    let (json, _) = scratch.json(&args);
    assert_eq!((&json["stored"]["new"], &json["stored"]["known"]), (&0.into(), &stored.into()));
    scratch.write("not.db", "something else entirely, and long enough to be looked at twice");
    let foreign = scratch.batt(&["score", "p.py", "--data", "embedded", "--store", "not.db"]);
    assert!(foreign.code != 0 && foreign.err.contains("not.db"), "{}", foreign.err);
}
