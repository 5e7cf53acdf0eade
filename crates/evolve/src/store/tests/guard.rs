//! Files that are taken away from under a writer.

use std::fs::{self, OpenOptions};

use super::*;
use crate::store::{Checked, Lost, Problem};

/// What a writer says to its next commit after something happened to the files.
fn commit_after(test: &str, happens: impl FnOnce(&Folder)) -> Checked {
    let (folder, mut store, run) = started(test);
    store.commit(run, &generation(0, vec![kept("a", 1, 5, &[])])).unwrap();
    happens(&folder);
    let next = store.commit(run, &generation(1, vec![kept("a", 2, 6, &[])]));
    let finished = store.finish_run(run, &Counters::default());
    assert_eq!(next.is_err(), finished.is_err(), "the end of a run says it too");
    next.map_err(|error| error.problem)
}

#[test]
fn a_store_that_is_gone_is_noticed() {
    let lost = |lost| Err(Problem::Lost(lost));
    let removed = commit_after("guard-removed", |folder| {
        fs::remove_file(folder.path("a.db")).unwrap();
    });
    assert_eq!(removed, lost(Lost::Removed));
    let all = commit_after("guard-folder", |folder| fs::remove_dir_all(folder.path("")).unwrap());
    assert_eq!(all, lost(Lost::Removed));
    let cut = commit_after("guard-cut", |folder| {
        let file = OpenOptions::new().write(true).open(folder.path("a.db")).unwrap();
        file.set_len(4096).unwrap();
    });
    assert_eq!(cut, lost(Lost::Cut));
    let emptied = commit_after("guard-empty", |folder| {
        fs::write(folder.path("a.db"), "").unwrap();
    });
    assert_eq!(emptied, lost(Lost::Cut));
    assert_eq!(commit_after("guard-fine", |_| {}), Ok(()));
}

#[cfg(unix)]
#[test]
fn another_file_at_the_path_is_noticed() {
    let replaced = commit_after("guard-replaced", |folder| {
        fs::copy(folder.path("a.db"), folder.path("copy.db")).unwrap();
        fs::rename(folder.path("copy.db"), folder.path("a.db")).unwrap();
    });
    assert_eq!(replaced, Err(Problem::Lost(Lost::Replaced)));
}

#[cfg(unix)]
#[test]
fn of_two_writers_without_a_lock_file_the_first_stops() {
    let folder = Folder::new("guard-lock");
    let mut first = folder.store("a.db");
    first.save_pool(&[program(0)]).unwrap();
    fs::remove_file(folder.path("a.db.lock")).unwrap();
    let mut second = folder.store("a.db");
    second.save_pool(&[program(1)]).unwrap();
    let error = first.save_pool(&[program(2)]).unwrap_err();
    assert_eq!(error.problem, Problem::Lost(Lost::Lock));
    second.save_pool(&[program(3)]).unwrap();
    assert!(second.program(hash(2)).unwrap().is_none());
    drop(second);
    let error = first.save_pool(&[program(2)]).unwrap_err();
    assert_eq!(error.problem, Problem::Lost(Lost::Lock), "the other one may be done by now");
}

#[test]
fn a_store_that_gets_smaller_by_itself_is_not_cut_off() {
    let (folder, mut store) = fresh("guard-gc");
    store.save_pool(&(0..2000).map(program).collect::<Vec<_>>()).unwrap();
    let reader = folder.read("a.db");
    reader
        .snapshot(|reader| {
            reader.size()?;
            // As [`Store::gc`], which would wait for the reader: the file gets smaller later.
            store.sweep()?;
            store.conn.execute_batch("VACUUM").unwrap();
            store.save_pool(&[program(1)])
        })
        .unwrap();
    store.gc().unwrap();
    store.save_pool(&[program(2)]).unwrap();
}
