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
fn fitted_tasks_say_who_fits_them_and_whether_tests_are_right() {
    let (_folder, mut store) = fresh("fitted");
    assert!(store.fitted().unwrap().is_empty());
    let fits = |task: &str, number: u64, parents: &[u64], tests: (u32, u32)| {
        let mut row = kept(task, number, 3000, parents);
        row.origin.strategy = None;
        (row.standing.solved, row.standing.cost) = (true, number);
        (row.standing.test_right, row.standing.test_count) = tests;
        row
    };
    let mut layers = fits("b", 3, &[], (0, 0));
    layers.origin.strategy = Some("layers".into());
    let mut only_near = fits("c", 4, &[], (1, 1));
    only_near.standing.solved = false;
    // The mutant is cheaper, and so the best; the file's program fits all the same.
    let rows = [fits("a", 1, &[2], (1, 2)), fits("a", 2, &[], (2, 2)), layers, only_near];
    let more = [fits("d", 5, &[1], (1, 1)), kept("d", 6, 9, &[])];
    store.add(&rows, &made()).unwrap();
    store.add(&more, &made()).unwrap();
    let fitted = store.fitted().unwrap();
    let seen: Vec<_> =
        fitted.iter().map(|f| (f.task.as_str(), f.from_file, f.right_on_tests)).collect();
    assert_eq!(seen, [("a", true, Some(false)), ("b", false, None), ("d", false, Some(true))]);
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
