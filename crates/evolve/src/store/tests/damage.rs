//! Programs whose text is no longer what their hash says.

use super::*;
use crate::drive::read_program;
use crate::error::EvolveError;
use crate::export::export;
use crate::store::{Damaged, Problem, StoreError};

/// A store with 5 programs for a task, of which the third has got another body.
fn damaged(folder: &Folder, body: &str) -> Store {
    let mut store = folder.store("a.db");
    let run = start(&mut store, 1, &[0, 3]);
    let added = (1..6).map(|n| kept("a", n, 5, if n == 4 { &[3] } else { &[] })).collect();
    store.commit(run, &generation(0, added)).unwrap();
    store.add_differ(&super::runs::differ("same")).unwrap();
    let sql = format!("UPDATE programs SET body = {body} WHERE hash = ?1");
    let changed = store.conn.execute(&sql, [crate::store::sql::blob(hash(3))]);
    assert_eq!(changed, Ok(1));
    store
}

/// A byte of the text flipped; a text of another program; no text at all.
const BODIES: [&str; 3] = [
    "replace(body, 'tophalf', 'topham')",
    "'    x1 = rot180(I)\n    return x1\n'",
    "CAST(x'20202020ff' AS TEXT)",
];

fn problem<T: std::fmt::Debug>(read: Result<T, StoreError>) -> Damaged {
    match read.unwrap_err().problem {
        Problem::Damaged(damaged) => damaged,
        other => panic!("{other}"),
    }
}

#[test]
fn damaged_programs_are_handed_out_nowhere() {
    for (n, body) in BODIES.into_iter().enumerate() {
        let folder = Folder::new(&format!("damaged-{n}"));
        let mut store = damaged(&folder, body);
        let run = store.last_run_id().unwrap().unwrap();
        let found = [
            problem(store.kept("a")),
            problem(store.kept_all()),
            problem(store.kept_of(hash(3))),
            problem(store.program(hash(3))),
            problem(store.pool(run)),
        ];
        assert!(found.iter().all(|damaged| damaged.hash == hash(3)), "{body}: {found:?}");
        let line = store.ancestors("a", hash(4)).unwrap();
        assert!(matches!(&line[0].program, Some(Ok(program)) if program.hash == hash(4)));
        assert!(matches!(&line[1].program, Some(Err(damaged)) if damaged.hash == hash(3)));
        assert!(export(&store, &["a"], &folder.path("out")).is_err(), "{body}");
        assert!(!folder.path("out/a_01.py").exists(), "nothing half done is left");
        let into = folder.store("b.db").merge_from(&store).unwrap_err();
        assert!(into.path.ends_with("a.db") && matches!(into.problem, Problem::Damaged(_)));
        let report = store.check().unwrap();
        assert_eq!(report.wrong, 1, "{report:?}");
        store.forget_tasks(&["a"]).unwrap();
        assert_eq!(store.kept("a"), Ok(Vec::new()), "it can be thrown away");
    }
}

#[test]
fn what_is_not_damaged_is_still_read() {
    let folder = Folder::new("damaged-rest");
    let store = damaged(&folder, BODIES[0]);
    let sound = store.kept_sound("a").unwrap();
    assert_eq!(sound.rows.len(), 4);
    assert_eq!(sound.damaged.len(), 1);
    assert_eq!(sound.damaged[0].hash, hash(3));
    let read: Result<Vec<Code>, EvolveError> =
        sound.rows.iter().map(|row| read_program(&row.program)).collect();
    assert_eq!(read.unwrap().len(), 4);
    assert_eq!(store.program(hash(2)).unwrap().unwrap(), kept("a", 2, 5, &[]).program);
    assert_eq!(store.differs().unwrap().len(), 1);
}

#[test]
fn damaged_differs_are_handed_out_nowhere() {
    let (_folder, mut store) = fresh("damaged-differ");
    store.add_differ(&super::runs::differ("same")).unwrap();
    store.conn.execute("UPDATE differs SET text = replace(text, '(I, C)', '(C, I)')", []).unwrap();
    problem(store.differs());
    let sound = store.differs_sound().unwrap();
    assert_eq!((sound.rows.len(), sound.damaged.len()), (0, 1));
    assert_eq!(store.check().unwrap().wrong, 1);
}
