//! Tasks, outputs, programs and traces.

use evolve::points::Scorer;
use evolve::score::{Entry, rules, standing};
use exec::plan::Plan;
use exec::run::{Inputs, Rules, Worker, is_grid};
use serde_json::json;

use super::*;

/// A store after some generations.
fn evolved() -> (Scratch, PathBuf) {
    let (folder, path) = fresh();
    evolve(&path, 4, 6);
    (folder, path)
}

#[test]
fn a_task_shows_what_is_kept_and_drawn() {
    let (_folder, path) = evolved();
    let (library, store, data) = (library(&path), open(&path), data());
    for task in data.tasks.iter().take(6) {
        let view = get(&library, &format!("/api/0/task/{}?test=1", task.id));
        let kept = store.kept(&task.id).unwrap();
        assert_eq!((&view["remark"], &view["data"]), (&Json::Null, &json!("embedded")));
        assert_eq!(number(&view["best"]), u64::from(kept[0].standing.demo_score));
        let hashes: Vec<String> = kept.iter().map(|row| row.program.hash.to_string()).collect();
        let shown: Vec<_> =
            list(&view["programs"]).iter().map(|p| p["hash"].as_str().unwrap()).collect();
        assert_eq!(shown, hashes);
        assert_eq!(list(&view["demo"]).len(), task.demo.len());
        let first = task.demo[0].input.rows().next().unwrap();
        let row: String = first.iter().map(|cell| cell.to_string()).collect();
        assert_eq!(view["demo"][0]["input"][0], row);
        let growth = store.progress_of(&task.id).unwrap();
        assert_eq!(list(&view["growth"]).len(), growth.len());
        let last = growth.len() - 1;
        assert_eq!(number(&view["growth"][last]["best"]), u64::from(growth[last].1.best));
        assert!(view["growth"][last]["seconds"].as_f64().unwrap() > 0.0);
        outputs_are_those_of_the_engine(&view, task, &kept);
    }
}

/// Runs the programs by hand.
fn outputs_are_those_of_the_engine(view: &Json, task: &Task, kept: &[Kept]) {
    assert_eq!(list(&view["outputs"]).len(), kept.len().min(3));
    for (outputs, row) in list(&view["outputs"]).iter().zip(kept) {
        let samples = list(&outputs["samples"]);
        let parsed = lang::parse(row.program.text.as_bytes(), "t", Some(row.program.dialect));
        let plan = Plan::new(&parsed.programs[0].dag);
        let known = task.samples().filter(|sample| sample.output.is_some());
        assert_eq!(samples.len(), task.demo.len() + task.test.len());
        for (shown, sample) in samples.iter().zip(known) {
            let target = sample.output.as_ref().unwrap();
            let inputs = Inputs { demo: &task.demo, input: &sample.input, target: None };
            let scorer = Scorer::new(row.program.dialect, target);
            Worker::default().run(&plan, inputs, Rules::default(), |run| {
                let outcome = run.outcomes()[0];
                let right = outcome.result.is_ok_and(|v| is_grid(v, target));
                assert_eq!(shown["right"], json!(right));
                assert_eq!(number(&shown["cost"]), outcome.cost);
                assert_eq!(shown["fault"]["kind"].as_str(), outcome.result.err().map(|f| f.name()));
                let points = outcome.result.map(|v| scorer.points(v)).unwrap_or_default();
                assert_eq!(number(&shown["points"]), u64::from(points.points));
                if right {
                    assert_eq!(
                        (&shown["wrong"], &shown["output"]["kind"]),
                        (&json!(0), &json!("grid"))
                    );
                }
                let scores = list(&shown["differs"]).iter().take(7).map(|d| d["score"].as_u64());
                let expected = points.differs.map(|score| Some(u64::from(score)));
                if outcome.result.is_ok() && points.failed_differs == 0 {
                    assert_eq!(scores.collect::<Vec<_>>(), expected);
                }
            });
        }
        let demo = &samples[..task.demo.len()];
        let score: u64 = demo.iter().map(|sample| number(&sample["points"])).sum();
        assert_eq!(score, u64::from(row.standing.demo_score));
    }
}

#[test]
fn wrong_cells_are_those_that_differ() {
    let (_folder, path) = evolved();
    let (library, data) = (library(&path), data());
    let mut seen = 0;
    for task in data.tasks.iter().take(6) {
        let view = get(&library, &format!("/api/0/task/{}", task.id));
        for outputs in list(&view["outputs"]) {
            for (shown, sample) in list(&outputs["samples"]).iter().zip(&task.demo) {
                let Some(wrong) = shown["wrong"].as_u64() else { continue };
                let target: Vec<String> =
                    super::super::drawn::rows(sample.output.as_ref().unwrap());
                let rows = texts(&shown["output"]["picture"]["rows"]);
                let differing = rows.iter().zip(&target).map(|(row, target)| {
                    row.chars().zip(target.chars()).filter(|(a, b)| a != b).count() as u64
                });
                assert_eq!(differing.sum::<u64>(), wrong);
                seen += wrong;
            }
        }
    }
    assert!(seen > 0, "some output must be wrong somewhere");
}

#[test]
fn a_program_shows_where_it_came_from() {
    let (_folder, path) = evolved();
    let (library, store) = (library(&path), open(&path));
    let all = store.kept_all().unwrap();
    let bred = all.iter().filter(|row| !row.origin.parents.is_empty());
    let row = bred.max_by_key(|row| row.origin.generation).expect("some mutant was kept");
    let hash = row.program.hash.to_string();
    let view = get(&library, &format!("/api/0/program/{hash}?task={}", row.task));
    assert_eq!(
        (view["text"].as_str(), view["hash"].as_str()),
        (Some(row.program.text.as_str()), Some(hash.as_str()))
    );
    let line = store.ancestors(&row.task, row.program.hash).unwrap();
    let lineage = list(&view["lineage"]);
    assert_eq!(lineage.len(), line.len());
    assert!(lineage.len() > 1);
    for (shown, ancestor) in lineage.iter().zip(&line) {
        assert_eq!(shown["hash"], ancestor.hash.to_string());
        assert_eq!(shown["known"], json!(ancestor.program.is_some()));
        assert_eq!(number(&shown["generation"]), ancestor.origin.generation);
        assert_eq!(list(&shown["mutations"]).len(), ancestor.origin.mutations.len());
    }
    let (edit, mutation) = (&lineage[0]["mutations"][0], &row.origin.mutations[0]);
    let place = match mutation.argument {
        Some(n) => format!("line {}, argument {}", mutation.line, n + 1),
        None => format!("line {}, function", mutation.line),
    };
    assert_eq!(
        edit,
        &json!({ "line": mutation.line, "place": place,
        "operator": mutation.operator.name().replace('_', " "),
        "before": mutation.before, "after": mutation.after })
    );
    let tasks: Vec<_> =
        list(&view["kept"]).iter().map(|row| row["task"].as_str().unwrap()).collect();
    let expected = store.kept_of(row.program.hash).unwrap();
    assert_eq!(tasks, expected.iter().map(|row| row.task.as_str()).collect::<Vec<_>>());
    assert_eq!(view["samples"][0], "demo 1");
    // The first digits are enough.
    assert_eq!(get(&library, &format!("/api/0/program/{}?task={}", &hash[..12], row.task)), view);
}

#[test]
fn without_a_task_it_is_the_best_one() {
    let (_folder, path) = evolved();
    let (library, store) = (library(&path), open(&path));
    for row in store.kept_all().unwrap() {
        let view = get(&library, &format!("/api/0/program/{}", row.program.hash));
        let chosen = view["task"].as_str().unwrap();
        let share = |row: &Kept| row.standing.demo_score * 1000 / row.standing.demo_count;
        let kept = store.kept_of(row.program.hash).unwrap();
        let best = kept.iter().map(|row| (row.standing.solved, share(row))).max().unwrap();
        let it = kept.iter().find(|row| row.task == chosen).unwrap();
        assert_eq!((it.standing.solved, share(it)), best);
    }
}

#[test]
fn a_trace_ends_in_the_output() {
    let (_folder, path) = evolved();
    let (library, store, data) = (library(&path), open(&path), data());
    for task in data.tasks.iter().take(6) {
        let row = &store.kept(&task.id).unwrap()[0];
        let address = format!("/api/0/trace/{}?task={}", row.program.hash, task.id);
        let (view, second) =
            (get(&library, &address), get(&library, &(address.clone() + "&sample=1")));
        assert_eq!((&view["name"], &second["name"]), (&json!("demo 1"), &json!("demo 2")));
        let steps = list(&view["steps"]);
        let lines: Vec<&str> = row.program.text.lines().skip(1).map(str::trim).collect();
        let shown: Vec<_> = steps.iter().map(|step| step["text"].as_str().unwrap()).collect();
        assert_eq!(shown, lines[..lines.len() - 1]);
        let cost: u64 = steps.iter().map(|step| number(&step["cost"])).sum();
        assert_eq!(cost, number(&view["result"]["cost"]));
        if view["result"]["fault"].is_null() && !steps.is_empty() {
            assert_eq!(steps[steps.len() - 1]["value"], view["result"]["value"]);
            assert!(steps.iter().all(|step| step["state"] == "done" && step["op"] != ""));
        }
        let outputs =
            get(&library, &format!("/api/0/outputs/{}?task={}", row.program.hash, task.id));
        assert_eq!(outputs["samples"][0]["right"], view["result"]["right"]);
        assert_eq!(outputs["samples"][0]["output"], view["result"]["value"]);
        assert_eq!(outputs["samples"][0]["wrong"], view["result"]["wrong"]);
        let (input, output) = (&task.demo[0].input, task.demo[0].output.as_ref().unwrap());
        assert_eq!(number(&view["frame"][0]) as usize, input.height().max(output.height()));
    }
}

/// A store with one program of our own on the first embedded task.
fn with_program(path: &Path, text: &str, dialect: Dialect) -> Hash128 {
    let data = data();
    let task = &data.tasks[0];
    let parsed = lang::parse(text.as_bytes(), "t.py", Some(dialect));
    let code = Entry::of_program(&parsed.programs[0]).expect("a solver").code;
    let mut store = Store::open(path, Access::Create).unwrap();
    let row = Kept {
        task: task.id.clone(),
        program: ProgramRow::new(&code, code.text("solve_x")),
        standing: standing(&code, task, rules(), &mut Worker::default()),
        origin: Origin::default(),
    };
    let made = evolve::store::record::Made {
        engine: "e".into(),
        data: data.name.clone(),
        data_version: data.version.clone(),
    };
    store.add(&[row], &made).unwrap();
    code.hash()
}

#[test]
fn failing_steps_say_why() {
    let (_folder, path) = fresh();
    let text = "def solve_x(I):\n    x1 = rot90(I)\n    x2 = first(ONE)\n    x3 = fill(x1, x2, x2)\n    return x3\n";
    let hash = with_program(&path, text, Dialect::Arc);
    let view = get(&library(&path), &format!("/api/0/trace/{hash}"));
    let states: Vec<_> =
        list(&view["steps"]).iter().map(|s| s["state"].as_str().unwrap()).collect();
    assert_eq!(states.iter().filter(|state| **state == "failed").count(), 1, "{states:?}");
    let failed = list(&view["steps"]).iter().find(|s| s["state"] == "failed").unwrap();
    assert_eq!(failed["fault"]["kind"], "type");
    assert_eq!(view["result"]["fault"]["kind"], "type");
    assert_eq!((&view["result"]["right"], &view["result"]["value"]), (&json!(false), &Json::Null));
    let outputs = get(&library(&path), &format!("/api/0/outputs/{hash}"));
    let sample = &outputs["samples"][0];
    assert_eq!((&sample["output"], number(&sample["points"])), (&Json::Null, 0));
    let differ = &sample["differs"][0];
    assert_eq!((&differ["score"], &differ["improvement"]), (&Json::Null, &Json::Null));
    assert!(differ["input_score"].is_u64());
}

#[test]
fn long_programs_are_cut() {
    let (_folder, path) = fresh();
    let line = |i: usize| format!("    x{i} = fill(x{}, {}, x1)\n", i - 1, i % 9);
    let lines: String = (3..=600).map(line).collect();
    let start = "    x1 = asindices(I)\n    x2 = fill(I, 1, x1)\n";
    let text = format!("def solve_x(I):\n{start}{lines}    return x600\n");
    let hash = with_program(&path, &text, Dialect::Arc);
    let view = get(&library(&path), &format!("/api/0/trace/{hash}"));
    assert_eq!((list(&view["steps"]).len(), number(&view["steps_more"])), (400, 200));
    assert!(list(&view["steps"]).iter().all(|step| step["state"] == "done"));
    assert_eq!(view["steps"][399]["value"]["kind"], "grid");
}

#[test]
fn stored_differs_are_asked_too() {
    let (_folder, path) = fresh();
    let hash = with_program(&path, "def solve_x(I):\n    return rot90(I)\n", Dialect::Arc);
    let text = "def differ_ours(S, I, C):\n    x1 = astuple(SEVEN, I)\n    return x1\n";
    let parsed = lang::parse(text.as_bytes(), "d.py", Some(Dialect::Arc));
    let code = Code::of_program(&parsed.programs[0]);
    let mut store = Store::open(&path, Access::Write).unwrap();
    let differ = evolve::store::record::DifferRow {
        name: "ours".into(),
        hash: code.hash(),
        dialect: Dialect::Arc,
        text: text.into(),
        runs: 0,
        improvement: 0,
    };
    store.add_differ(&differ).unwrap();
    let view = get(&library(&path), &format!("/api/0/outputs/{hash}"));
    let differs = list(&view["samples"][0]["differs"]);
    assert_eq!(differs.len(), 8);
    assert_eq!(
        differs[7],
        json!({ "name": "ours", "score": 7, "input_score": 7,
        "improvement": 0, "fault": null })
    );
    assert_eq!(differs[4]["name"], "equal_cells");
}

#[test]
fn damaged_programs_are_said_to_be_damaged_and_the_rest_is_shown() {
    let (_folder, path) = fresh();
    let mut store = Store::open(&path, Access::Create).unwrap();
    let run = store.start_run(&run_row(&["a"])).unwrap();
    let (mut child, other, broken) = (kept("a", 1, 3000), kept("a", 2, 2000), kept("a", 3, 1000));
    child.origin.parents = vec![Hash128Text(broken.program.hash)];
    let rows = vec![child.clone(), other, broken.clone()];
    commit(&mut store, run, 0, rows, Counters::default());
    drop(store);
    let mut bytes = std::fs::read(&path).unwrap();
    let text = b"canvas(3, UNITY)";
    let at = bytes.windows(text.len()).position(|part| part == text).unwrap();
    bytes[at + 7] = b'4';
    std::fs::write(&path, bytes).unwrap();
    let library = library(&path);
    let task = get(&library, "/api/0/task/a");
    assert_eq!(list(&task["programs"]).len(), 2);
    assert_eq!((number(&task["damaged"]), number(&task["best"])), (1, 3000));
    let said = format!("program {} is damaged", broken.program.hash);
    assert!(task["remark"].as_str().unwrap().contains(&said), "{}", task["remark"]);
    let shown = get(&library, &format!("/api/0/program/{}", child.program.hash));
    let line = list(&shown["lineage"]);
    assert_eq!((&line[0]["damage"], &line[1]["text"]), (&Json::Null, &Json::Null));
    assert!(line[1]["damage"].as_str().unwrap().contains("another program"), "{line:?}");
    let refused = asked(&library, &format!("/api/0/program/{}", broken.program.hash));
    assert!(matches!(refused, Err(ViewError::Trouble(what, _)) if what.contains("is damaged")));
}
