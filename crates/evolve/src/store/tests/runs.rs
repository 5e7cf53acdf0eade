//! Runs, generations, lineage.

use super::*;
use crate::store::{Problem, ProgressRow};

#[test]
fn a_run_comes_back_as_it_went_in() {
    let (_folder, mut store) = fresh("runs");
    assert_eq!(store.last_run().unwrap(), None);
    let run = start(&mut store, u64::MAX, &[3, 1, 3]);
    assert_eq!(store.last_run().unwrap(), Some((run, run_row(u64::MAX, &[3, 1, 3]))));
    let pool = store.pool(run).unwrap();
    assert_eq!(pool, [program(3), program(1), program(3)]);
    let rate = store.run(run).unwrap().settings.mutation_rate;
    assert_eq!(rate.to_bits(), (0.1f64 + 0.2).to_bits());
    let second = start(&mut store, u64::MAX, &[3, 1, 3]);
    assert_ne!(second, run);
    assert_eq!(store.last_run().unwrap().map(|(id, _)| id), Some(second));
    assert_eq!(store.runs().unwrap().len(), 2);
    let error = store.run(RunId(99)).unwrap_err();
    assert_eq!(error.problem, Problem::UnknownRun(99));
}

#[test]
fn programs_come_back_best_first_under_the_name_of_their_task() {
    let (_folder, mut store, run) = started("kept");
    let rows = [kept("b", 1, 5, &[]), kept("b", 2, 9, &[1, 0]), kept("a-x", 1, 7, &[0])];
    store.commit(run, &generation(0, rows.to_vec())).unwrap();
    assert_eq!(store.kept("b").unwrap(), [rows[1].clone(), rows[0].clone()]);
    assert_eq!(store.kept_all().unwrap(), [&rows[2], &rows[1], &rows[0]].map(Kept::clone));
    assert_eq!(store.kept_of(hash(1)).unwrap(), [&rows[2], &rows[0]].map(Kept::clone));
    assert_eq!(store.kept("none").unwrap(), []);
    assert_eq!(store.made("b", hash(2)).unwrap(), Some(made()));
    let tasks = store.tasks().unwrap();
    let numbers: Vec<_> = tasks.iter().map(|t| (&*t.task, t.programs, t.best_score)).collect();
    assert_eq!(numbers, [("a-x", 1, 7), ("b", 2, 9)]);
}

#[test]
fn generations_add_up() {
    let (_folder, mut store, run) = started("sums");
    for number in 0..3 {
        store.commit(run, &generation(number, vec![])).unwrap();
    }
    let row = store.run(run).unwrap();
    assert_eq!((row.generation, row.counters.candidates, row.finished), (Some(2), 30, false));
    assert_eq!(row.counters.seconds, 1.5);
    assert_eq!(store.statistics(run).unwrap().len(), 3);
    let error = store.commit(run, &generation(2, vec![kept("a", 1, 1, &[])])).unwrap_err();
    assert_eq!(error.problem, Problem::Repeated { generation: 2, last: 2 });
    assert_eq!(store.kept_all().unwrap(), []);
    store.finish_run(run, &Counters { candidates: 31, ..Counters::default() }).unwrap();
    let row = store.run(run).unwrap();
    assert!(row.finished && row.counters.candidates == 31);
}

#[test]
fn progress_has_a_row_for_each_change_of_the_best() {
    let (_folder, mut store, run) = started("progress");
    let mut solved = kept("a", 4, 30, &[]);
    (solved.standing.solved, solved.standing.demo_right) = (true, 3);
    let steps = [
        vec![kept("a", 1, 10, &[]), kept("b", 1, 3, &[])],
        vec![kept("a", 2, 8, &[])],
        vec![kept("a", 3, 30, &[])],
        vec![solved],
    ];
    for (number, added) in steps.into_iter().enumerate() {
        store.commit(run, &generation(number as u64, added)).unwrap();
    }
    let row = |generation, task: &str, best, solved| ProgressRow {
        generation,
        task: task.into(),
        best,
        solved,
        demo_count: 3,
        until: None,
    };
    let expected = [
        row(0, "a", 10, false),
        row(0, "b", 3, false),
        row(2, "a", 30, false),
        row(3, "a", 30, true),
    ];
    assert_eq!(store.progress(run).unwrap(), expected);
}

#[test]
fn what_was_noted_of_a_task_is_history_once_it_is_forgotten() {
    let (folder, mut store) = fresh("until");
    let first = start(&mut store, 1, &[0]);
    store.commit(first, &generation(0, vec![kept("a", 1, 9, &[]), kept("b", 2, 5, &[])])).unwrap();
    let second = start(&mut store, 2, &[0]);
    store.forget_tasks(&["a"]).unwrap();
    let third = start(&mut store, 3, &[0]);
    store.commit(third, &generation(0, vec![kept("a", 3, 4, &[])])).unwrap();
    let untils = |store: &Store, task: &str| -> Vec<_> {
        let rows = store.progress_of(task).unwrap();
        rows.into_iter().map(|(run, row)| (run, row.until)).collect()
    };
    assert_eq!(untils(&store, "a"), [(first, Some(second)), (third, None)]);
    assert_eq!(untils(&store, "b"), [(first, None)]);
    store.forget_tasks(&["a"]).unwrap();
    assert_eq!(untils(&store, "a"), [(first, Some(second)), (third, Some(third))]);
    // Runs have other numbers in another store.
    let mut other = folder.store("b.db");
    start(&mut other, 9, &[0]);
    for _ in 0..2 {
        other.merge_from(&store).unwrap();
        let there = |run: RunId| RunId(run.0 + 1);
        let expected = [(there(first), Some(there(second))), (there(third), Some(there(third)))];
        assert_eq!(untils(&other, "a"), expected);
    }
    assert_eq!(other.run_key(RunId(second.0 + 1)).unwrap(), store.run_key(second).unwrap());
}

#[test]
fn lineage_outlives_eviction_and_goes_with_the_last_descendant() {
    let (_folder, mut store, run) = started("lineage");
    // 1 → 2 → 3, and 4 and 5 that nothing descends from.
    let first = [kept("a", 1, 1, &[0]), kept("a", 2, 2, &[1, 0]), kept("a", 4, 1, &[5])];
    store.commit(run, &generation(0, first.to_vec())).unwrap();
    let mut next = generation(1, vec![kept("a", 3, 3, &[2])]);
    next.evicted = [1, 2, 4].map(|n| ("a".into(), hash(n))).to_vec();
    store.commit(run, &next).unwrap();
    assert_eq!(store.kept("a").unwrap(), [kept("a", 3, 3, &[2])]);
    let line = store.ancestors("a", hash(3)).unwrap();
    assert_eq!(line.iter().map(|a| a.hash).collect::<Vec<_>>(), [3, 2, 1, 0].map(hash));
    assert_eq!(line[1].origin, first[1].origin);
    assert!(line.iter().all(|ancestor| ancestor.program.is_some()));
    let collected = store.gc().unwrap();
    assert_eq!((collected.programs, collected.lineage), (1, 1), "only program 4 goes");
    assert_eq!(store.ancestors("a", hash(3)).unwrap(), line);
    assert_eq!(store.program(hash(4)).unwrap(), None);
    store.forget_tasks(&["a"]).unwrap();
    assert_eq!(store.gc().unwrap().programs, 3, "all but the pool");
    assert_eq!(store.pool(run).unwrap(), [program(0)]);
    assert_eq!(store.check().unwrap().wrong, 0);
}

#[test]
fn a_program_found_again_keeps_its_first_history() {
    let (_folder, mut store, run) = started("again");
    let first = [kept("a", 1, 1, &[]), kept("a", 2, 2, &[1])];
    store.commit(run, &generation(0, first.to_vec())).unwrap();
    let mut out = generation(1, vec![]);
    out.evicted = vec![("a".into(), hash(1))];
    store.commit(run, &out).unwrap();
    store.commit(run, &generation(2, vec![kept("a", 1, 1, &[2])])).unwrap();
    let line = store.ancestors("a", hash(2)).unwrap();
    assert_eq!(line.iter().map(|a| a.hash).collect::<Vec<_>>(), [2, 1].map(hash));
    assert_eq!(store.kept("a").unwrap().len(), 2);
}

#[test]
fn hashes_are_found_by_their_first_digits() {
    let (_folder, mut store) = fresh("find");
    store.save_pool(&(0..300).map(program).collect::<Vec<_>>()).unwrap();
    for number in [0, 17, 299] {
        let digits = hash(number).to_string();
        assert_eq!(store.find(&digits, 5).unwrap(), [hash(number)]);
        assert!(store.find(&digits[..1].to_uppercase(), 400).unwrap().contains(&hash(number)));
    }
    let all: usize =
        "0123456789abcdef".chars().map(|c| store.find(&c.to_string(), 400).unwrap().len()).sum();
    assert_eq!(all, 300);
    for bad in ["", "xyz", "+1", &"0".repeat(33)] {
        assert_eq!(store.find(bad, 5).unwrap(), []);
    }
}

#[test]
fn changed_tasks_are_noticed_until_they_are_forgotten() {
    let (_folder, mut store) = fresh("tasks");
    let (a, b) = (task("a", 0), task("b", 0));
    assert_eq!(store.check_tasks("set", [&a, &b]).unwrap(), Vec::<String>::new());
    store.add(&[kept("a", 1, 5, &[]), kept("b", 2, 5, &[])], &made()).unwrap();
    let changed = task("a", 9);
    assert_eq!(store.check_tasks("set", [&changed, &b]).unwrap(), ["a"]);
    assert_eq!(store.changed_tasks([&changed, &b]).unwrap(), ["a"]);
    assert_eq!(store.kept_all().unwrap().len(), 2, "nothing goes unasked");
    let mut known = a.clone();
    known.test[0].output = Some(a.demo[0].input.clone());
    assert_eq!(store.check_tasks("set", [&known]).unwrap(), Vec::<String>::new());
    store.forget_tasks(&["a", "never seen"]).unwrap();
    assert_eq!(store.kept("a").unwrap(), []);
    assert_eq!(store.kept("b").unwrap().len(), 1);
    assert_eq!(store.check_tasks("set", [&changed, &b]).unwrap(), Vec::<String>::new());
    assert_eq!(store.check_tasks("set", [&a]).unwrap(), ["a"]);
}

#[test]
fn differs_are_weighed_by_their_mean_improvement() {
    let (_folder, mut store) = fresh("differs");
    let run = start(&mut store, 1, &[]);
    let row = differ("shape");
    store.add_differ(&row).unwrap();
    assert_eq!(store.differs().unwrap(), std::slice::from_ref(&row));
    assert_eq!(row.weight(), 1);
    let note = |runs, improvement| DifferNote { hash: row.hash, runs, improvement };
    store.note_differs(run, &[note(2, 100)]).unwrap();
    let mut generation = generation(0, vec![]);
    generation.differs = vec![note(2, 300), DifferNote { hash: hash(77), runs: 1, improvement: 1 }];
    store.commit(run, &generation).unwrap();
    let stored = store.differs().unwrap().remove(0);
    assert_eq!((stored.runs, stored.improvement, stored.weight()), (4, 400, 101));
    let worse = DifferRow { improvement: -500, ..stored };
    assert_eq!(worse.weight(), 1);
}

pub fn differ(name: &str) -> DifferRow {
    let text = format!("def differ_{name}(S, I, C):\n    x1 = equality(I, C)\n    return x1\n");
    let parsed = lang::parse(text.as_bytes(), "", None);
    let code = Code::of_program(&parsed.programs[0]);
    DifferRow {
        name: name.into(),
        hash: code.hash(),
        dialect: code.dialect(),
        text,
        runs: 0,
        improvement: 0,
    }
}
