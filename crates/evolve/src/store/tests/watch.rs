//! Reading beside a writer, and the sums that make it cheap.

use super::*;
use crate::store::{Problem, ProgressRow, Result, Size, StepRow, StoreError, TaskSummary};

/// By task: programs, best score, demo samples and solvers, counted from the results.
fn counted(store: &Store) -> Vec<TaskSummary> {
    let kept = store.kept_all().unwrap();
    let of_task = |kept: &[Kept]| TaskSummary {
        task: kept[0].task.clone(),
        programs: kept.len() as u32,
        best_score: kept.iter().map(|k| k.standing.demo_score).max().unwrap(),
        demo_count: kept.iter().map(|k| k.standing.demo_count).max().unwrap(),
        solved: kept.iter().filter(|k| k.standing.solved).count() as u32,
    };
    kept.chunk_by(|a, b| a.task == b.task).map(of_task).collect()
}

/// The sums of tasks are what is kept, and the check says so too.
#[track_caller]
fn agrees(store: &Store) {
    assert_eq!(store.tasks().unwrap(), counted(store));
    assert_eq!(store.check().unwrap().problems, Vec::<String>::new());
    let size = store.size().unwrap();
    assert_eq!(size.results as usize, store.kept_all().unwrap().len());
    assert_eq!(size.tasks as usize, store.tasks().unwrap().len());
}

fn solver(task: &str, number: u64) -> Kept {
    let mut solver = kept(task, number, 3000, &[]);
    (solver.standing.solved, solver.standing.demo_right) = (true, 3);
    solver
}

#[test]
fn every_writer_keeps_the_sums_of_tasks() {
    let (folder, mut store, run) = started("sums");
    agrees(&store);
    let first = vec![kept("a", 1, 10, &[]), solver("a", 2), solver("a", 3), kept("b", 1, 3, &[])];
    store.commit(run, &generation(0, first)).unwrap();
    agrees(&store);
    assert_eq!(store.tasks().unwrap()[0].solved, 2);
    // The best leaves, and b loses all it has.
    let mut second = generation(1, vec![kept("c", 4, 5, &[])]);
    second.evicted = vec![("a".into(), hash(2)), ("a".into(), hash(3)), ("b".into(), hash(1))];
    store.commit(run, &second).unwrap();
    agrees(&store);
    assert_eq!(store.tasks().unwrap().iter().map(|t| &*t.task).collect::<Vec<_>>(), ["a", "c"]);
    // More than there is room for.
    let many: Vec<Kept> = (0..40).map(|n| kept("a", n, 20 + n as u32, &[])).collect();
    store.add(&many, &made()).unwrap();
    agrees(&store);
    let mut other = folder.store("b.db");
    other.add(&[solver("a", 90), kept("d", 91, 7, &[])], &made()).unwrap();
    store.merge_from(&other).unwrap();
    agrees(&store);
    assert_eq!((store.tasks().unwrap().len(), store.tasks().unwrap()[0].solved), (3, 1));
    store.forget_tasks(&["a"]).unwrap();
    agrees(&store);
    store.gc().unwrap();
    agrees(&store);
    let mut large = kept("c", 5, 6, &[]);
    large.standing.demo_count = 4;
    store.commit(run, &generation(2, vec![large])).unwrap();
    agrees(&store);
}

#[test]
fn stores_of_the_first_version_are_brought_up_to_date_when_they_are_opened() {
    let (folder, mut store, run) = started("firstversion");
    store.commit(run, &generation(0, vec![solver("a", 1), kept("b", 2, 5, &[])])).unwrap();
    let (mut kept, tasks) = (store.kept_all().unwrap(), store.tasks().unwrap());
    let progress = store.progress(run).unwrap();
    // Back to what the first version had.
    for Kept { origin, .. } in &mut kept {
        (origin.strategy, origin.simplified) = (None, false);
    }
    let sql = "ALTER TABLE progress DROP COLUMN demo_count; ALTER TABLE progress DROP COLUMN until;
        DROP INDEX progress_by_generation; ALTER TABLE runs DROP COLUMN plan;
        ALTER TABLE tasks DROP COLUMN programs; ALTER TABLE tasks DROP COLUMN best;
        ALTER TABLE tasks DROP COLUMN demo_count; ALTER TABLE tasks DROP COLUMN solvers;
        ALTER TABLE lineage DROP COLUMN strategy;
        ALTER TABLE lineage DROP COLUMN simplified; PRAGMA user_version = 1;";
    store.conn.execute_batch(sql).unwrap();
    drop(store);
    let store = folder.read("a.db");
    assert_eq!((store.kept_all().unwrap(), store.tasks().unwrap()), (kept, tasks));
    assert_eq!(store.run(run).unwrap().plan, None);
    assert_eq!(store.progress(run).unwrap(), progress);
    agrees(&store);
}

#[test]
fn a_plan_is_kept_with_its_run_and_stays_in_its_store() {
    let (folder, mut store, run) = started("plan");
    assert_eq!(store.run(run).unwrap().plan, None);
    for plan in [
        RunPlan { generations: Some(u64::MAX), seconds: Some(12.5) },
        RunPlan { generations: None, seconds: Some(0.0) },
        RunPlan::default(),
    ] {
        store.plan_run(run, &plan).unwrap();
        assert_eq!(store.run(run).unwrap().plan, Some(plan));
    }
    store.plan_run(run, &RunPlan { generations: None, seconds: Some(f64::INFINITY) }).unwrap();
    assert_eq!(store.run(run).unwrap().plan, Some(RunPlan::default()), "never is no time");
    let error = store.plan_run(RunId(99), &RunPlan::default()).unwrap_err();
    assert_eq!(error.problem, Problem::UnknownRun(99));
    let mut other = folder.store("b.db");
    other.merge_from(&store).unwrap();
    assert_eq!(other.last_run().unwrap().unwrap().1.plan, None);
    // It is the same run, planned or not.
    store.merge_from(&other).unwrap();
    assert_eq!(store.runs().unwrap().len(), 1);
    assert!(store.run(run).unwrap().plan.is_some());
}

#[test]
fn short_reads_say_what_the_long_ones_say() {
    let (_folder, mut store) = fresh("short");
    assert_eq!((store.last_run_id().unwrap(), store.made_for("a").unwrap()), (None, None));
    let first = start(&mut store, 1, &[0, 1]);
    let second = start(&mut store, 2, &[0, 1]);
    assert_eq!(store.last_run_id().unwrap(), Some(second));
    let whole = store.run(first).unwrap();
    assert_eq!(whole.pool.len(), 2);
    assert_eq!(store.run_head(first).unwrap(), RunRow { pool: Vec::new(), ..whole });
    assert_eq!(store.run_head(RunId(99)).unwrap_err().problem, Problem::UnknownRun(99));
    // Two versions: that of the best program counts.
    let older = Made { engine: "older".into(), ..made() };
    store.add(&[kept("a", 1, 5, &[]), kept("b", 2, 9, &[])], &older).unwrap();
    store.add(&[kept("a", 3, 7, &[]), kept("b", 4, 8, &[])], &made()).unwrap();
    for task in ["a", "b"] {
        let best = store.kept(task).unwrap()[0].program.hash;
        assert_eq!(store.made_for(task).unwrap(), store.made(task, best).unwrap());
    }
    assert_eq!(store.made_for("a").unwrap(), Some(made()));
    assert_eq!(store.made_for("b").unwrap(), Some(older));
}

#[test]
fn changes_of_others_are_noticed() {
    let (folder, mut store) = fresh("changes");
    let reader = folder.read("a.db");
    let first = reader.changes().unwrap();
    assert_eq!(reader.changes().unwrap(), first);
    store.add(&[kept("a", 1, 5, &[])], &made()).unwrap();
    let second = reader.changes().unwrap();
    assert_ne!(second, first);
    assert_eq!(reader.changes().unwrap(), second);
    store.forget_tasks(&["a"]).unwrap();
    assert_ne!(reader.changes().unwrap(), second);
}

#[test]
fn a_store_knows_its_size() {
    let (_folder, mut store) = fresh("size");
    let empty = store.size().unwrap();
    assert_eq!(empty, Size { bytes: empty.bytes, ..Size::default() });
    start(&mut store, 1, &[0]);
    store
        .add(&[kept("a", 1, 5, &[]), kept("b", 1, 5, &[]), kept("b", 2, 5, &[])], &made())
        .unwrap();
    let size = store.size().unwrap();
    assert_eq!((size.results, size.tasks, size.runs), (3, 2, 1));
    assert_eq!(size.bytes, store.bytes().unwrap());
}

#[test]
fn a_smaller_cache_reads_the_same() {
    let (_folder, mut store) = fresh("cache");
    let rows: Vec<Kept> = (0..300).map(|n| kept(&format!("t{}", n / 30), n, 5, &[])).collect();
    store.add(&rows, &made()).unwrap();
    let all = store.kept_all().unwrap();
    for (bytes, kilobytes) in [(4 << 20, -4096), (0, -1), (u64::MAX, -i32::MAX)] {
        store.limit_cache(bytes).unwrap();
        let set: i32 = store.conn.pragma_query_value(None, "cache_size", |r| r.get(0)).unwrap();
        assert_eq!(set, kilobytes);
        assert_eq!(store.kept_all().unwrap(), all);
    }
}

#[test]
fn a_snapshot_sees_one_state_and_ends_in_any_case() {
    let (folder, mut store) = fresh("snapshot");
    store.add(&[kept("a", 1, 5, &[])], &made()).unwrap();
    let reader = folder.read("a.db");
    let seen: Result<(usize, usize, usize)> = reader.snapshot(|reader| {
        let before = reader.kept_all()?.len();
        store.add(&[kept("b", 1, 5, &[])], &made())?;
        let inner = reader.snapshot(|reader| -> Result<usize> { Ok(reader.tasks()?.len()) })?;
        Ok((before, inner, reader.kept_all()?.len()))
    });
    assert_eq!(seen.unwrap(), (1, 1, 1), "one state, also inside of another snapshot");
    assert_eq!(reader.kept_all().unwrap().len(), 2);
    let failed: Result<()> = reader.snapshot(|reader| {
        reader.tasks()?;
        reader.run(RunId(7)).map(drop)
    });
    assert_eq!(failed.unwrap_err().problem, Problem::UnknownRun(7));
    store.add(&[kept("c", 1, 5, &[])], &made()).unwrap();
    assert_eq!(reader.tasks().unwrap().len(), 3, "the failed snapshot is over");
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let _: Result<()> = reader.snapshot(|reader| {
            reader.tasks()?;
            panic!("in a view")
        });
    }));
    assert!(panicked.is_err());
    store.add(&[kept("d", 1, 5, &[])], &made()).unwrap();
    assert_eq!(reader.tasks().unwrap().len(), 4);
}

#[test]
fn a_snapshot_passes_other_errors_on() {
    #[derive(Debug, PartialEq)]
    enum Mine {
        Store,
        Own,
    }
    impl From<StoreError> for Mine {
        fn from(_: StoreError) -> Mine {
            Mine::Store
        }
    }
    let (_folder, store) = fresh("snapshoterrors");
    assert_eq!(store.snapshot(|_| Err::<(), _>(Mine::Own)), Err(Mine::Own));
    assert_eq!(
        store.snapshot(|s| -> std::result::Result<_, Mine> { Ok(s.run(RunId(1))?) }).err(),
        Some(Mine::Store)
    );
}

/// A run of five generations; a task rises in each, and two in the third.
fn run_of_five(store: &mut Store, seed: u64) -> RunId {
    let run = start(store, seed, &[0]);
    for number in 0..5 {
        let mut added = vec![kept("a", 10 * seed + number, 10 + number as u32, &[])];
        if number == 2 {
            added.push(kept("b", seed, 4, &[]));
        }
        let mut generation = generation(number, added);
        generation.counters = Counters {
            candidates: 10 + number,
            candidate_samples: 20,
            mutants: 9,
            mutants_ok: 8,
            mutants_changed: 7,
            new_programs: 6,
            seconds: 0.25,
            ..Counters::default()
        };
        store.commit(run, &generation).unwrap();
    }
    run
}

#[test]
fn statistics_are_read_a_few_at_a_time() {
    let (_folder, mut store) = fresh("steps");
    let run = run_of_five(&mut store, 1);
    run_of_five(&mut store, 2);
    let step = |number| StepRow {
        candidates: 10 + number,
        candidate_samples: 20,
        mutants: 9,
        mutants_ok: 8,
        mutants_changed: 7,
        new_programs: 6,
        seconds: 0.25,
    };
    let read = |after, limit| store.statistics_after(run, after, limit).unwrap();
    let steps = |range: std::ops::Range<u64>| range.map(|n| (n, step(n))).collect::<Vec<_>>();
    assert_eq!(read(None, 100), steps(0..5));
    assert_eq!(read(None, 2), steps(0..2));
    assert_eq!(read(Some(1), 2), steps(2..4));
    assert_eq!(read(Some(3), u32::MAX), steps(4..5));
    for (after, limit) in [(Some(4), 9), (Some(u64::MAX), 9), (None, 0)] {
        assert_eq!(read(after, limit), []);
    }
    assert_eq!(store.statistics_after(RunId(99), None, 9).unwrap(), []);
}

#[test]
fn progress_is_read_in_whole_generations() {
    let (_folder, mut store) = fresh("rises");
    let run = run_of_five(&mut store, 1);
    let other = run_of_five(&mut store, 2);
    let all = store.progress(run).unwrap();
    assert_eq!(all.len(), 6);
    let read = |after, limit| store.progress_after(run, after, limit).unwrap();
    assert_eq!(read(None, 100), all);
    assert_eq!(read(None, 2), all[..2]);
    assert_eq!(read(None, 3), all[..4], "generation 2 has two rows");
    assert_eq!(read(Some(1), 1), all[2..4]);
    assert_eq!(read(Some(2), u32::MAX), all[4..]);
    for (after, limit) in [(Some(4), 9), (Some(u64::MAX), 9), (None, 0)] {
        assert_eq!(read(after, limit), []);
    }
    // Of one task, in all runs.
    let of_task = |run: RunId, rows: &[ProgressRow]| {
        let rows = rows.iter().filter(|row| row.task == "a").cloned();
        rows.map(|row| (run, row)).collect::<Vec<_>>()
    };
    let expected = [of_task(run, &all), of_task(other, &store.progress(other).unwrap())].concat();
    assert_eq!(store.progress_of("a").unwrap(), expected);
    assert!(expected.iter().any(|(id, _)| *id == other));
    assert_eq!(store.progress_of("never seen").unwrap(), []);
}

#[test]
fn progress_is_found_by_indexes() {
    let (_folder, store) = fresh("plans");
    let plan = |sql: &str| {
        let mut statement = store.conn.prepare(&format!("EXPLAIN QUERY PLAN {sql}")).unwrap();
        let rows = statement.query_map([], |row| row.get::<_, String>(3)).unwrap();
        rows.collect::<rusqlite::Result<Vec<_>>>().unwrap().join("; ")
    };
    let sql = "SELECT generation FROM progress WHERE run = 1 AND generation > 5
        ORDER BY generation LIMIT 1 OFFSET 3";
    let found = plan(sql);
    assert!(found.contains("progress_by_generation (run=? AND generation>?)"), "{found}");
    assert!(!found.contains("TEMP"), "{found}");
}

#[test]
fn the_last_runs_come_without_their_pools() {
    let (_folder, mut store) = fresh("heads");
    assert_eq!(store.run_heads(5).unwrap(), []);
    let runs = [1, 2, 3].map(|seed| run_of_five(&mut store, seed));
    store.plan_run(runs[2], &RunPlan { generations: Some(9), seconds: None }).unwrap();
    let head = |run: RunId| (run, RunRow { pool: Vec::new(), ..store.run(run).unwrap() });
    assert_eq!(store.run_heads(2).unwrap(), [head(runs[2]), head(runs[1])]);
    assert_eq!(store.run_heads(u32::MAX).unwrap().len(), 3);
    assert_eq!(store.run_heads(0).unwrap(), []);
    assert_eq!(store.run(runs[0]).unwrap().pool.len(), 1);
}

#[test]
fn what_takes_kilobytes_is_kept_once_for_each_run() {
    let (_folder, mut store, run) = started("brief");
    let count = OpCount { calls: 5, nanos: 700 };
    let full = Counters {
        candidates: 3,
        ops: [("arc.fill".to_string(), count)].into(),
        patterns: [("other".to_string(), count)].into(),
        fallbacks: [("no device".to_string(), 2)].into(),
        values_high: 1000,
        device_memory_high: 50,
        ..Counters::default()
    };
    for (number, high) in [(0, 1000), (1, 400)] {
        let counters = Counters { values_high: high, ..full.clone() };
        store.commit(run, &Generation { number, counters, ..Generation::default() }).unwrap();
    }
    let brief = Counters { candidates: 3, ..Counters::default() };
    assert_eq!(store.statistics(run).unwrap(), [(0, brief.clone()), (1, brief)]);
    let total = store.run(run).unwrap().counters;
    let twice = OpCount { calls: 10, nanos: 1400 };
    assert_eq!((total.ops["arc.fill"], total.patterns["other"]), (twice, twice));
    assert_eq!((total.fallbacks["no device"], total.candidates), (4, 6));
    assert_eq!((total.values_high, total.device_memory_high), (1000, 50));
    assert_eq!(total.comparable(), Counters { candidates: 6, ..Counters::default() });
}
