//! What found best programs, and tasks with nothing.

use super::*;

#[test]
fn the_best_program_of_a_task_says_what_found_it() {
    let (_folder, mut store) = fresh("finders");
    assert!(store.finders().unwrap().is_empty());
    let (mut solver, mut file) = (kept("a", 1, 3000, &[2]), kept("c", 5, 9, &[]));
    solver.standing.solved = true;
    file.origin.strategy = None;
    // Of b's tests the outputs are not known.
    let mut hidden = kept("b", 4, 8, &[]);
    hidden.standing.test_count = 0;
    solver.standing.test_right = solver.standing.test_count;
    let mut repaired = kept("d", 6, 9, &[1]);
    repaired.origin.strategy = Some("repair".into());
    // Cheaper and as good, but no solution.
    let cheap = kept("a", 0, 3000, &[]);
    let rows = [solver, cheap, kept("b", 3, 7, &[1]), hidden, file, repaired];
    store.add(&rows, &made()).unwrap();
    let found = store.finders().unwrap();
    let found: Vec<(&str, &str)> = found.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    assert_eq!(found, [("a", "mutation"), ("b", "layers"), ("c", "file"), ("d", "repair")]);
    let right = store.right_on_tests().unwrap();
    let right: Vec<(&str, Option<bool>)> = right.iter().map(|(a, b)| (a.as_str(), *b)).collect();
    assert_eq!(right, [("a", Some(true)), ("b", None), ("c", Some(false)), ("d", Some(false))]);
    let tasks: Vec<String> = store.tasks().unwrap().into_iter().map(|row| row.task).collect();
    assert_eq!(tasks, found.iter().map(|(task, _)| task.to_string()).collect::<Vec<_>>());
}

#[test]
fn tasks_that_were_met_are_known_without_programs() {
    let (_folder, mut store) = fresh("bare");
    let task = |id: &str| Task { id: id.into(), demo: Vec::new(), test: Vec::new() };
    let (b, a, c) = (task("b"), task("a"), task("c"));
    store.settle_tasks("set@1", &[&b, &a], false).unwrap();
    store.settle_tasks("set@2", &[&c], false).unwrap();
    assert_eq!(store.bare_tasks().unwrap(), ["a", "b", "c"]);
    assert_eq!(store.met_in("a").unwrap(), Some(("set@1".into(), "set@1".into())));
    store.add(&[kept("b", 1, 5, &[])], &made()).unwrap();
    assert_eq!(store.bare_tasks().unwrap(), ["a", "c"]);
    assert_eq!(store.met_in("a").unwrap(), Some(("set".into(), "set@1".into())));
    assert_eq!(store.met_in("c").unwrap(), Some(("set@2".into(), "set@2".into())));
    assert_eq!(store.met_in("z").unwrap(), None);
}
