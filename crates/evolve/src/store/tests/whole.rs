//! Checks of whole stores.

use super::*;

fn with_damage(test: &str, sql: &str) -> Vec<String> {
    let (_folder, mut store, run) = started(test);
    let added = (1..32).map(|n| kept("a", n, 5, &[0])).collect();
    store.commit(run, &generation(0, added)).unwrap();
    assert_eq!(store.check().unwrap().wrong, 0);
    store.conn.pragma_update(None, "foreign_keys", false).unwrap();
    store.conn.execute_batch(sql).unwrap();
    let report = store.check().unwrap();
    assert_eq!(report.wrong, report.problems.len() as u64);
    report.problems
}

#[test]
fn damaged_rows_are_found() {
    let cases = [
        ("text", "UPDATE programs SET body = '    x1 = vmirror(I' WHERE id = 2", "cannot be read"),
        (
            "other",
            "UPDATE programs SET body = '    x1 = fill(I, TWO, I)\n    return x1\n' WHERE id = 2",
            "another program",
        ),
        ("size", "UPDATE programs SET size = 99 WHERE id = 2", "lines, not 99"),
        ("dangling", "DELETE FROM programs WHERE id = 2", "not there"),
        ("orphan", "DELETE FROM lineage WHERE program = 3", "has no lineage"),
        ("numbers", "UPDATE results SET demo_right = 4 WHERE program = 2", "contradict"),
        ("sums", "UPDATE tasks SET best = 6", "is not what its results come to"),
        ("gone", "DELETE FROM results", "is not what its results come to"),
        ("solved", "UPDATE results SET solved = 1 WHERE program = 2", "contradict"),
        (
            "mutations",
            "UPDATE lineage SET mutations = 'x' WHERE program = 2",
            "mutations of program",
        ),
        (
            "settings",
            "UPDATE runs SET settings = replace(settings, '[', '')",
            "run 1: the store is",
        ),
        (
            "counters",
            "UPDATE statistics SET counters = '{\"candidates\":-1}'",
            "generation 0 cannot",
        ),
        ("generation", "UPDATE runs SET generation = NULL", "is not the last one that was counted"),
        ("best", "UPDATE progress SET best = 3001", "run 1: a best score is not between"),
        (
            "many",
            "INSERT INTO results SELECT task, 1, demo_score, demo_right, demo_count, solved, cost,
                outputs, test_right, test_count, version, run, generation FROM results LIMIT 1;
             INSERT INTO programs SELECT 1000, x'00112233445566778899aabbccddeeff', dialect, name,
                body, size FROM programs WHERE id = 2;
             INSERT INTO results SELECT task, 1000, demo_score, demo_right, demo_count, solved,
                cost, outputs, test_right, test_count, version, run, generation FROM results
                LIMIT 1;",
            "33 programs are more than 32",
        ),
    ];
    for (test, sql, expected) in cases {
        let problems = with_damage(test, sql);
        assert!(problems.iter().any(|p| p.contains(expected)), "{test}: {problems:?}");
    }
}

#[test]
fn collecting_makes_the_file_smaller() {
    let (_folder, mut store) = fresh("gc");
    store.save_pool(&(0..2000).map(program).collect::<Vec<_>>()).unwrap();
    store.add(&[kept("a", 5, 1, &[6])], &made()).unwrap();
    let collected = store.gc().unwrap();
    assert_eq!(collected.programs, 1998, "a kept program and its parent stay");
    assert!(collected.bytes_after < collected.bytes_before / 2, "{collected:?}");
    assert_eq!(store.gc().unwrap().programs, 0);
    assert_eq!(store.kept("a").unwrap().len(), 1);
}
