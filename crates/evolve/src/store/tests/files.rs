//! Files that are no stores, damaged ones, several processes, full disks.

use std::fs;

use super::*;
use crate::store::{Problem, StoreError, VERSION};

fn problem(folder: &Folder, name: &str, access: Access) -> Problem {
    let error: StoreError = Store::open(&folder.path(name), access).unwrap_err();
    assert!(error.to_string().contains(name), "{error}");
    error.problem
}

/// Every way to open the file fails, and leaves it as it is.
fn refused(folder: &Folder, name: &str, content: &[u8]) -> Problem {
    fs::write(folder.path(name), content).unwrap();
    let problems = [Access::Read, Access::Write, Access::Create].map(|a| problem(folder, name, a));
    assert_eq!(problems[0], problems[1]);
    assert_eq!(problems[0], problems[2]);
    assert_eq!(fs::read(folder.path(name)).unwrap(), content);
    let [first, ..] = problems;
    first
}

fn bytes_of_a_store(folder: &Folder) -> Vec<u8> {
    let mut store = folder.store("good.db");
    let rows: Vec<Kept> = (0..200).map(|n| kept(&format!("t{}", n / 30), n, 5, &[])).collect();
    store.add(&rows, &made()).unwrap();
    drop(store);
    fs::read(folder.path("good.db")).unwrap()
}

#[test]
fn what_is_no_store_is_left_alone() {
    let folder = Folder::new("nostore");
    assert_eq!(refused(&folder, "text.db", b"def solve_a(I):\n"), Problem::NotADatabase);
    assert_eq!(refused(&folder, "noise.db", &[7; 5000]), Problem::NotADatabase);
    let other = folder.path("other.db");
    let conn = rusqlite::Connection::open(&other).unwrap();
    conn.execute_batch("CREATE TABLE songs (name TEXT)").unwrap();
    drop(conn);
    let content = fs::read(&other).unwrap();
    assert_eq!(refused(&folder, "other.db", &content), Problem::Foreign);
}

#[test]
fn later_versions_are_left_alone() {
    let folder = Folder::new("newer");
    let mut content = bytes_of_a_store(&folder);
    content[60..64].copy_from_slice(&(VERSION + 4).to_be_bytes());
    let newer = Problem::Newer { found: VERSION + 4, known: VERSION };
    assert_eq!(refused(&folder, "newer.db", &content), newer);
    assert!(newer.to_string().contains(&format!("version {}", VERSION + 4)));
}

#[test]
fn tables_that_are_not_of_the_version_that_is_said_are_told() {
    let folder = Folder::new("version");
    drop(folder.store("a.db"));
    for said in 0..VERSION {
        let conn = rusqlite::Connection::open(folder.path("a.db")).unwrap();
        conn.pragma_update(None, "user_version", said).unwrap();
        drop(conn);
        for access in [Access::Read, Access::Write, Access::Create] {
            let problem = problem(&folder, "a.db", access);
            assert!(matches!(problem, Problem::Corrupt(_)), "{said}: {problem}");
            assert!(problem.to_string().contains(&format!("of version {said}, and")), "{problem}");
        }
    }
}

#[test]
fn later_versions_whose_log_is_not_in_the_file_are_left_alone() {
    let folder = Folder::new("newerlog");
    bytes_of_a_store(&folder);
    let conn = rusqlite::Connection::open(folder.path("good.db")).unwrap();
    conn.pragma_update(None, "user_version", VERSION + 1).unwrap();
    // Copies of the files as a killed process would leave them.
    for end in ["", "-wal"] {
        let from = folder.path(&format!("good.db{end}"));
        fs::copy(from, folder.path(&format!("left.db{end}"))).unwrap();
    }
    let content = fs::read(folder.path("left.db")).unwrap();
    for access in [Access::Read, Access::Write] {
        let found = problem(&folder, "left.db", access);
        assert_eq!(found, Problem::Newer { found: VERSION + 1, known: VERSION });
        assert_eq!(fs::read(folder.path("left.db")).unwrap(), content);
    }
}

#[test]
fn damaged_stores_are_left_alone() {
    let folder = Folder::new("damaged");
    let content = bytes_of_a_store(&folder);
    let cut = &content[..content.len() - 4096];
    assert!(matches!(refused(&folder, "cut.db", cut), Problem::Corrupt(_)));
    // The schema itself is damaged: seen when it is opened.
    let mut holed = content.clone();
    holed[100..4096].fill(0xff);
    assert!(matches!(refused(&folder, "holed.db", &holed), Problem::Corrupt(_)));
    // Damage deep inside is seen when it is read, and when it is checked.
    let mut deep = content;
    let has_text = |page: &[u8]| page.windows(5).any(|bytes| bytes == b"x1 = ");
    deep.chunks_mut(4096).filter(|page| has_text(page)).for_each(|page| page.fill(0xa5));
    fs::write(folder.path("deep.db"), &deep).unwrap();
    let store = folder.read("deep.db");
    assert!(matches!(store.kept_all().unwrap_err().problem, Problem::Corrupt(_)));
    match store.check() {
        Ok(report) => assert!(report.wrong > 0),
        Err(error) => assert!(matches!(error.problem, Problem::Corrupt(_)), "{error}"),
    }
    drop(store);
    assert_eq!(fs::read(folder.path("deep.db")).unwrap(), deep);
}

#[test]
fn paths_that_lead_nowhere() {
    let folder = Folder::new("nowhere");
    fs::write(folder.path("empty.db"), b"").unwrap();
    fs::create_dir(folder.path("folder.db")).unwrap();
    assert_eq!(problem(&folder, "no.db", Access::Read), Problem::Missing);
    assert_eq!(problem(&folder, "no.db", Access::Write), Problem::Missing);
    assert_eq!(problem(&folder, "empty.db", Access::Read), Problem::Empty);
    assert_eq!(problem(&folder, "empty.db", Access::Write), Problem::Empty);
    assert_eq!(problem(&folder, "folder.db", Access::Create), Problem::Folder);
    assert!(matches!(problem(&folder, "no/no.db", Access::Create), Problem::Io(_)));
    assert!(!folder.path("no.db").exists());
    if cfg!(unix) {
        // Somebody who opens a pipe waits for the other end.
        let made = std::process::Command::new("mkfifo").arg(folder.path("pipe.db")).status();
        assert!(made.unwrap().success());
        assert_eq!(problem(&folder, "pipe.db", Access::Read), Problem::NotADatabase);
        assert_eq!(problem(&folder, "pipe.db", Access::Create), Problem::NotADatabase);
    }
    // What a process leaves that is killed while it makes a store.
    drop(folder.store("empty.db"));
    assert_eq!(folder.read("empty.db").tasks().unwrap(), []);
}

#[test]
fn names_that_mean_something_to_sqlite_are_just_names() {
    let folder = Folder::new("names");
    for name in ["file:a?mode=memory", ":memory:", "a b%20ü.db"] {
        drop(folder.store(name));
        assert!(folder.path(name).is_file(), "{name}");
        assert_eq!(folder.read(name).check().unwrap().wrong, 0);
    }
}

#[cfg(unix)]
#[test]
fn links_lead_to_one_lock() {
    use std::os::unix::fs::symlink;
    let folder = Folder::new("links");
    fs::create_dir(folder.path("there")).unwrap();
    // Relative, one after the other, and to nothing as yet.
    symlink("there/second.db", folder.path("first.db")).unwrap();
    symlink("../real.db", folder.path("there/second.db")).unwrap();
    symlink("loop.db", folder.path("loop.db")).unwrap();
    let pid = Some(std::process::id());
    let store = folder.store("first.db");
    for name in ["first.db", "there/second.db", "real.db"] {
        assert_eq!(problem(&folder, name, Access::Create), Problem::Locked { pid }, "{name}");
    }
    assert!(matches!(problem(&folder, "loop.db", Access::Create), Problem::Io(_)));
    drop(store);
    fs::hard_link(folder.path("real.db"), folder.path("hard.db")).unwrap();
    for name in ["first.db", "real.db", "hard.db"] {
        assert_eq!(problem(&folder, name, Access::Write), Problem::Linked, "{name}");
    }
    folder.read("hard.db");
    fs::remove_file(folder.path("hard.db")).unwrap();
    folder.store("first.db");
}

#[test]
fn one_writes_and_others_read() {
    let (folder, mut store) = fresh("two");
    store.add(&[kept("a", 1, 5, &[])], &made()).unwrap();
    let pid = Some(std::process::id());
    assert_eq!(problem(&folder, "a.db", Access::Write), Problem::Locked { pid });
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(folder.path("a.db"), folder.path("link.db")).unwrap();
        assert_eq!(problem(&folder, "link.db", Access::Create), Problem::Locked { pid });
    }
    let reader = folder.read("a.db");
    assert_eq!(reader.kept("a").unwrap().len(), 1);
    store.add(&[kept("a", 2, 5, &[])], &made()).unwrap();
    assert_eq!(reader.kept("a").unwrap().len(), 2, "a reader sees what was committed meanwhile");
    drop(store);
    Store::open(&folder.path("a.db"), Access::Write).unwrap();
}

#[test]
fn readers_cannot_write() {
    let folder = Folder::new("readers");
    drop(folder.store("a.db"));
    let error = folder.read("a.db").add(&[kept("a", 1, 5, &[])], &made()).unwrap_err();
    assert_eq!(error.problem, Problem::ReadOnly);
}

#[test]
fn stores_nobody_may_change_can_be_read() {
    let folder = Folder::new("immutable");
    let mut store = folder.store("a b.db");
    store.add(&[kept("a", 1, 5, &[])], &made()).unwrap();
    drop(store);
    let conn = super::super::file::immutable(&folder.path("a b.db")).unwrap();
    let count: u32 = conn.query_row("SELECT count(*) FROM results", [], |r| r.get(0)).unwrap();
    assert_eq!(count, 1);
    assert!(!folder.path("a b.db-shm").exists(), "nothing is written beside it");
}

#[test]
fn a_full_disk_loses_nothing_and_leaves_nothing_half_done() {
    let (folder, mut store, run) = started("full");
    store.commit(run, &generation(0, vec![kept("a", 1, 5, &[])])).unwrap();
    let before = store.kept_all().unwrap();
    let pages: u32 = store.conn.pragma_query_value(None, "page_count", |r| r.get(0)).unwrap();
    store.conn.pragma_update_and_check(None, "max_page_count", pages + 2, |_| Ok(())).unwrap();
    let many: Vec<Kept> = (2..500).map(|n| kept(&format!("t{n}"), n, 5, &[])).collect();
    let error = store.commit(run, &generation(1, many.clone())).unwrap_err();
    assert_eq!(error.problem, Problem::Full);
    assert_eq!(store.kept_all().unwrap(), before);
    assert_eq!(store.run(run).unwrap().generation, Some(0));
    drop(store);
    // With room again, the same generation goes in.
    let mut store = Store::open(&folder.path("a.db"), Access::Write).unwrap();
    assert_eq!(store.check().unwrap().wrong, 0);
    store.commit(run, &generation(1, many)).unwrap();
    assert_eq!(store.kept_all().unwrap().len(), 499);
}

/// The files as they are while a store is in use are all that a killed process leaves.
#[test]
fn what_a_killed_process_leaves_can_be_opened() {
    let (folder, mut store, run) = started("killed");
    for number in 0..5 {
        let added = (0..30).map(|n| kept("a", number * 30 + n, number as u32, &[])).collect();
        let mut generation = generation(number, added);
        if number > 0 {
            generation.evicted =
                (0..30).map(|n| ("a".to_string(), hash((number - 1) * 30 + n))).collect();
        }
        store.commit(run, &generation).unwrap();
        let name = format!("left{number}.db");
        for end in ["", "-wal"] {
            let from = folder.path(&format!("a.db{end}"));
            fs::copy(from, folder.path(&format!("{name}{end}"))).unwrap();
        }
        let left = Store::open(&folder.path(&name), Access::Write).unwrap();
        assert_eq!(left.kept_all().unwrap(), store.kept_all().unwrap());
        assert_eq!(left.last_run().unwrap(), store.last_run().unwrap());
        assert_eq!(left.check().unwrap().wrong, 0);
    }
}

/// A log that ends in the middle of a transaction: that transaction never happened.
#[test]
fn a_log_cut_anywhere_gives_a_whole_generation() {
    let (folder, mut store, run) = started("torn");
    let mut states = vec![store.kept_all().unwrap()];
    for number in 0..3 {
        let added = (0..20).map(|n| kept(&format!("t{number}"), n, 9, &[])).collect();
        store.commit(run, &generation(number, added)).unwrap();
        states.push(store.kept_all().unwrap());
    }
    let log = fs::read(folder.path("a.db-wal")).unwrap();
    for part in 0..=40 {
        fs::copy(folder.path("a.db"), folder.path("torn.db")).unwrap();
        let _ = fs::remove_file(folder.path("torn.db-shm"));
        fs::write(folder.path("torn.db-wal"), &log[..log.len() * part / 40]).unwrap();
        let found = Store::open(&folder.path("torn.db"), Access::Create).unwrap();
        assert!(states.contains(&found.kept_all().unwrap()));
        let generation = found.last_run().unwrap().and_then(|(_, run)| run.generation);
        let tasks = found.tasks().unwrap().len() as u64;
        assert_eq!(tasks, generation.map_or(0, |number| number + 1));
    }
}

/// Names the store that another process tries to write to.
const ASIDE: &str = "ARCBATT_TEST_STORE";

/// Fails to change the store that a variable names, where there is one.
#[test]
fn nobody_else_may_write() {
    let Some(path) = std::env::var_os(ASIDE) else { return };
    let conn = rusqlite::Connection::open(path).unwrap();
    conn.busy_timeout(std::time::Duration::ZERO).unwrap();
    conn.execute_batch("CREATE TABLE more (name TEXT)").unwrap_err();
}

/// With the old journal nobody writes while somebody reads. A reader keeps its lock when the
/// store is opened, looked at and closed in its process once more.
#[test]
fn looking_at_a_store_leaves_the_locks_of_others() {
    let folder = Folder::new("locks");
    drop(folder.store("a.db"));
    let conn = rusqlite::Connection::open(folder.path("a.db")).unwrap();
    conn.pragma_update_and_check(None, "journal_mode", "delete", |_| Ok(())).unwrap();
    drop(conn);
    let read = folder.read("a.db").snapshot(|store| {
        store.kept_all()?;
        assert!(Store::is_at(&folder.path("a.db")));
        drop(folder.read("a.db"));
        let ended = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "store::tests::files::nobody_else_may_write"])
            .env(ASIDE, folder.path("a.db"))
            .output()
            .unwrap();
        assert!(ended.status.success(), "{ended:?}");
        Ok::<_, StoreError>(())
    });
    read.unwrap();
}
