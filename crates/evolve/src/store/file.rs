//! Opening the file: what is in it is looked at before SQLite may touch it.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_encode};
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use super::error::{Checked, Problem};
use super::held::Held;
use super::schema::{self, APPLICATION_ID, VERSION};

/// How long to wait for another process that works on the same file.
const PATIENCE: Duration = Duration::from_secs(10);
/// Length of the header of an SQLite file.
const HEADER: usize = 100;

/// What is at a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found {
    /// No file.
    Nothing,
    /// A file of length 0.
    Empty,
    /// A store, as far as its header tells.
    Store,
}

/// Looks at a file without changing anything and without SQLite, which would tidy up after a
/// crash even in a file that is none of our business. From then on the file is held.
pub fn inspect(path: &Path) -> Checked<(Found, Held)> {
    let meta = match std::fs::metadata(path) {
        Ok(meta) => meta,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Ok((Found::Nothing, Held::default()));
        }
        Err(error) => return Err(error.into()),
    };
    if meta.is_dir() {
        return Err(Problem::Folder);
    }
    // Reading a pipe waits for somebody to write to it.
    if !meta.is_file() {
        return Err(Problem::NotADatabase);
    }
    let (held, looked) = Held::first(&meta, || look(path, meta.len()));
    // Where this process has it open, SQLite is asked what is in it ([`check_owner`]).
    Ok((looked.unwrap_or(Ok(Found::Store))?, held))
}

fn look(path: &Path, length: u64) -> Checked<Found> {
    let mut header = Vec::with_capacity(HEADER);
    let file = File::open(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::PermissionDenied => Problem::Io("it may not be read".into()),
        _ => error.into(),
    })?;
    file.take(HEADER as u64).read_to_end(&mut header)?;
    match header.as_slice() {
        [] => Ok(Found::Empty),
        header => check_header(header, length, path).map(|()| Found::Store),
    }
}

/// Sees that nobody can write to the file under another name, where lock and log are others.
pub fn check_names(path: &Path) -> Checked {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        if std::fs::metadata(path).is_ok_and(|meta| meta.nlink() > 1) {
            return Err(Problem::Linked);
        }
    }
    Ok(())
}

fn check_header(header: &[u8], length: u64, path: &Path) -> Checked {
    if header.len() < HEADER || !header.starts_with(b"SQLite format 3\0") {
        return Err(Problem::NotADatabase);
    }
    let word = |at: usize| u32::from_be_bytes([0, 1, 2, 3].map(|i| header[at + i]));
    if word(68) != APPLICATION_ID {
        return Err(Problem::Foreign);
    }
    let found = word(60);
    if found > VERSION {
        return Err(Problem::Newer { found, known: VERSION });
    }
    let page = match u16::from_be_bytes([header[16], header[17]]) {
        1 => 65_536,
        bytes => u64::from(bytes),
    };
    // While there is a log, the file may be behind it. The count is only valid if its two
    // change counters agree.
    let expected = page * u64::from(word(28));
    if !has_log(path) && word(24) == word(92) && length < expected {
        let words = format!("cut off: {length} bytes are left of {expected}");
        return Err(Problem::Corrupt(words));
    }
    Ok(())
}

/// Whether there are changes beside the file that are not in it yet.
fn has_log(path: &Path) -> bool {
    ["-wal", "-journal"].iter().any(|end| {
        let mut log = path.as_os_str().to_owned();
        log.push(end);
        std::fs::metadata(PathBuf::from(log)).is_ok_and(|meta| meta.len() > 0)
    })
}

/// Opens a store for writing; makes an empty one if `create`.
pub fn writable(path: &Path, create: bool) -> Checked<Connection> {
    let mut flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    flags.set(OpenFlags::SQLITE_OPEN_CREATE, create);
    let mut conn = connect(path, flags)?;
    if conn.is_readonly("main")? {
        return Err(Problem::ReadOnly);
    }
    match check_owner(&conn)? {
        Found::Store => {}
        _ if create => {}
        _ => return Err(Problem::Empty),
    }
    schema::migrate(&mut conn, schema::STEPS)?;
    // Where the file system cannot do it (shared memory), the old journal is as safe.
    conn.pragma_update_and_check(None, "journal_mode", "wal", |_| Ok(()))?;
    conn.pragma_update(None, "synchronous", "normal")?;
    // Pages of the log before they go to the file: a generation often changes the same ones as
    // the one before (programs are found by hash, all over the file), and 64 MB are still read in
    // a moment after a crash.
    conn.pragma_update(None, "wal_autocheckpoint", 16_000)?;
    check_references(&conn, true)?;
    Ok(conn)
}

/// Whether SQLite refuses rows that point to no row. Has no effect inside of a transaction.
pub fn check_references(conn: &Connection, refuse: bool) -> Checked {
    Ok(conn.pragma_update(None, "foreign_keys", refuse)?)
}

/// Opens a store for reading, beside any writer. Nothing if its tables are of an older version,
/// which cannot be read before they were brought up to date.
pub fn readable(path: &Path) -> Checked<Option<Connection>> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let opened = connect(path, flags).and_then(|conn| Ok((check_owner(&conn)?, conn)));
    let (found, conn) = match opened {
        Err(Problem::Io(_) | Problem::ReadOnly) if !has_log(path) => {
            let conn = immutable(path)?;
            (check_owner(&conn)?, conn)
        }
        opened => opened?,
    };
    if found != Found::Store {
        return Err(Problem::Empty);
    }
    conn.pragma_update(None, "query_only", true)?;
    Ok((schema::version(&conn)? == VERSION).then_some(conn))
}

/// For folders that cannot be written: SQLite makes files beside a store even to read it, unless
/// it is told that nobody will change it.
pub fn immutable(path: &Path) -> Checked<Connection> {
    const ENCODED: &AsciiSet =
        &NON_ALPHANUMERIC.remove(b'/').remove(b'.').remove(b'-').remove(b'_');
    let name = percent_encode(path.as_os_str().as_encoded_bytes(), ENCODED);
    let uri = format!("file:{name}?immutable=1");
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
        | OpenFlags::SQLITE_OPEN_NO_MUTEX
        | OpenFlags::SQLITE_OPEN_URI;
    connect(Path::new(&uri), flags)
}

fn connect(path: &Path, flags: OpenFlags) -> Checked<Connection> {
    let conn = Connection::open_with_flags(path, flags)?;
    conn.busy_timeout(PATIENCE)?;
    conn.set_prepared_statement_cache_capacity(64);
    // 64 MB of pages: programs are looked up by hash, all over the file.
    conn.pragma_update(None, "cache_size", -65_536)?;
    Ok(conn)
}

/// Checks again what [`inspect`] saw, now with the changes that are not in the file yet.
fn check_owner(conn: &Connection) -> Checked<Found> {
    let found = schema::version(conn)?;
    if found > VERSION {
        // Closing would bring the log into the file.
        conn.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
        return Err(Problem::Newer { found, known: VERSION });
    }
    let owner: u32 = conn.pragma_query_value(None, "application_id", |row| row.get(0))?;
    let tables: u32 = conn.query_row("SELECT count(*) FROM sqlite_schema", [], |r| r.get(0))?;
    match (owner, tables) {
        (_, 0) => Ok(Found::Empty),
        (APPLICATION_ID, _) => Ok(Found::Store),
        _ => Err(Problem::Foreign),
    }
}
