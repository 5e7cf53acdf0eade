//! Adding from outside and merging.

use super::*;
use crate::store::{Added, Problem};

/// What a store holds, whatever the numbers of its rows.
fn content(store: &Store) -> impl PartialEq + std::fmt::Debug + use<> {
    let runs = store.runs().unwrap();
    let mut histories: Vec<String> = runs
        .iter()
        .map(|(id, row)| {
            let (statistics, progress) = (store.statistics(*id), store.progress(*id));
            format!("{row:?} {:?} {:?}", statistics.unwrap(), progress.unwrap())
        })
        .collect();
    histories.sort();
    let lines: Vec<_> = (0..80).map(|n| store.ancestors("a", hash(n)).unwrap()).collect();
    let made: Vec<_> = (0..80).map(|n| store.made("a", hash(n)).unwrap()).collect();
    (store.kept_all().unwrap(), store.differs().unwrap(), histories, lines, made)
}

/// A store of one machine: its tasks, its run, some lineage, a differ.
fn machine(folder: &Folder, name: &str, seed: u64, tasks: &[&str], numbers: &[u64]) {
    let mut store = folder.store(name);
    let run = start(&mut store, seed, &[0]);
    for (number, task) in tasks.iter().enumerate() {
        let added =
            numbers.iter().map(|&n| kept(task, n, (n * 37 % 50) as u32, &[n / 2])).collect();
        store.commit(run, &generation(number as u64, added)).unwrap();
    }
    store.add_differ(&runs::differ(name.trim_end_matches(".db"))).unwrap();
    let hash = runs::differ(name.trim_end_matches(".db")).hash;
    store.note_differs(run, &[DifferNote { hash, runs: seed, improvement: 5 }]).unwrap();
}

fn merged(folder: &Folder, name: &str, from: &[&str]) -> Store {
    let mut store = folder.store(name);
    for other in from {
        store.merge_from(&folder.read(other)).unwrap();
    }
    assert_eq!(store.check().unwrap().wrong, 0);
    store
}

#[test]
fn adding_keeps_the_best() {
    let (_folder, mut store) = fresh("add");
    let rows: Vec<Kept> = (0..40).map(|n| kept("a", n, n as u32, &[])).collect();
    let added = store.add(&rows, &made()).unwrap();
    assert_eq!(added, Added { new: 32, known: 0, refused: 8, evicted: 0 });
    let scores: Vec<u32> = store.kept("a").unwrap().iter().map(|k| k.standing.demo_score).collect();
    assert_eq!(scores, (8..40).rev().collect::<Vec<_>>());
    let added = store.add(&rows, &made()).unwrap();
    assert_eq!(added, Added { new: 0, known: 32, refused: 8, evicted: 0 });
    let added = store.add(&[kept("a", 50, 99, &[])], &made()).unwrap();
    assert_eq!(added, Added { new: 1, known: 0, refused: 0, evicted: 1 });
    assert_eq!(store.check().unwrap().results, 32);
}

#[test]
fn adding_again_takes_the_new_numbers() {
    let (_folder, mut store) = fresh("rescore");
    store.add(&[kept("a", 1, 5, &[])], &made()).unwrap();
    let later = Made { engine: "2".into(), ..made() };
    store.add(&[kept("a", 1, 9, &[])], &later).unwrap();
    assert_eq!(store.kept("a").unwrap()[0].standing.demo_score, 9);
    assert_eq!(store.made("a", hash(1)).unwrap(), Some(later));
}

#[test]
fn shards_join_to_their_union() {
    let folder = Folder::new("shards");
    let numbers: Vec<u64> = (0..20).collect();
    machine(&folder, "one.db", 1, &["a", "c"], &numbers);
    machine(&folder, "two.db", 1, &["b", "d"], &numbers);
    let store = merged(&folder, "all.db", &["one.db", "two.db"]);
    let mut expected = folder.read("one.db").kept_all().unwrap();
    expected.extend(folder.read("two.db").kept_all().unwrap());
    expected.sort_by(|a, b| a.task.cmp(&b.task));
    assert_eq!(store.kept_all().unwrap(), expected);
}

#[test]
fn merging_does_not_depend_on_order_and_happens_once() {
    let folder = Folder::new("merge");
    machine(&folder, "one.db", 1, &["a", "b"], &(0..30).collect::<Vec<_>>());
    machine(&folder, "two.db", 2, &["a", "c"], &(20..60).collect::<Vec<_>>());
    machine(&folder, "three.db", 1, &["a"], &(10..30).collect::<Vec<_>>());
    let forward = merged(&folder, "forward.db", &["one.db", "two.db", "three.db"]);
    let backward = merged(&folder, "backward.db", &["three.db", "two.db", "one.db"]);
    assert_eq!(content(&forward), content(&backward));
    assert!(forward.tasks().unwrap().iter().all(|task| task.programs <= 32));
    assert_eq!(forward.runs().unwrap().len(), 2, "runs that start alike are one run");
    let before = content(&forward);
    drop((forward, backward));
    let again = merged(&folder, "forward.db", &["two.db", "backward.db", "forward.db", "one.db"]);
    assert_eq!(content(&again), before);
    // One into the other, in both directions.
    merged(&folder, "one.db", &["two.db", "three.db"]);
    let other = merged(&folder, "two.db", &["three.db", "one.db"]);
    assert_eq!(content(&other), before);
    assert_eq!(content(&folder.read("one.db")), before);
}

#[test]
fn what_a_merge_brought() {
    let folder = Folder::new("merged");
    machine(&folder, "one.db", 1, &["a"], &[1, 2, 3]);
    let other = folder.read("one.db");
    let mut store = folder.store("all.db");
    let merged = store.merge_from(&other).unwrap();
    assert_eq!((merged.programs, merged.results, merged.runs), (4, 3, 1));
    let merged = store.merge_from(&other).unwrap();
    assert_eq!((merged.programs, merged.results, merged.runs), (0, 0, 0));
}

#[test]
fn own_runs_stay_the_last_ones() {
    let folder = Folder::new("own");
    machine(&folder, "one.db", 1, &["a"], &[1]);
    machine(&folder, "two.db", 2, &["a"], &[2]);
    let store = merged(&folder, "one.db", &["two.db"]);
    assert_eq!(store.last_run().unwrap().map(|(_, run)| run.seed), Some(1));
}

#[test]
fn stores_on_different_data_do_not_mix() {
    let folder = Folder::new("differing");
    machine(&folder, "one.db", 1, &["a", "b"], &[1]);
    machine(&folder, "two.db", 2, &["a", "b"], &[2]);
    for (name, cell) in [("one.db", 0), ("two.db", 9)] {
        let mut store = folder.store(name);
        store.check_tasks("set", [&task("a", cell), &task("b", 0)]).unwrap();
    }
    let mut store = folder.store("one.db");
    let before = content(&store);
    let error = store.merge_from(&folder.read("two.db")).unwrap_err();
    assert_eq!(error.problem, Problem::TasksDiffer(vec!["a".into()]));
    assert_eq!(content(&store), before);
}
