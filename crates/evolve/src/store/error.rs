//! Why the store could not do something. What to do about it is for the front ends to say.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

use super::damage::Damaged;

/// What went wrong with which file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoreError {
    /// The store's file.
    pub path: PathBuf,
    /// What went wrong.
    pub problem: Problem,
}

/// What something done with a store gives.
pub type Checked<T = ()> = Result<T, Problem>;

/// What can go wrong with a store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// There is no such file.
    Missing,
    /// The path is a folder.
    Folder,
    /// The file is there, but nothing was ever written to it.
    Empty,
    /// The file is something else than a database.
    NotADatabase,
    /// A database of another program.
    Foreign,
    /// A store that is damaged, with the words of SQLite.
    Corrupt(String),
    /// A program whose text is not what its hash says.
    Damaged(Damaged),
    /// A store of a later version of this program.
    Newer {
        /// The version of its tables.
        found: u32,
        /// The latest version that is known here.
        known: u32,
    },
    /// Another process is writing to it.
    Locked {
        /// The process, where it could be read.
        pid: Option<u32>,
    },
    /// What was opened for writing is not there any more.
    Lost(Lost),
    /// It has several names, of which only one would have the lock and the log.
    Linked,
    /// It must be brought up to date to be read, and cannot be written.
    Outdated,
    /// The file or its folder cannot be written.
    ReadOnly,
    /// The disk is full.
    Full,
    /// Another process kept the file busy for too long.
    Busy,
    /// Some other trouble with the file.
    Io(String),
    /// A program whose text is not that of one function.
    BadProgram(String),
    /// A generation that is in the store already.
    Repeated {
        /// The generation.
        generation: u64,
        /// The last one in the store.
        last: u64,
    },
    /// A run that the store does not know.
    UnknownRun(i64),
    /// Tasks that two stores have with different content.
    TasksDiffer(Vec<String>),
    /// Tasks that are other ones than those the store met under their names.
    TasksChanged(Vec<String>),
    /// A defect of ours.
    Internal(String),
}

/// What happened to the files of a store while it was written to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lost {
    /// The store was removed.
    Removed,
    /// Another file is at its path.
    Replaced,
    /// It got shorter.
    Cut,
    /// The file that keeps other writers out was removed or replaced.
    Lock,
}

impl StoreError {
    /// A problem with a file.
    pub fn new(path: &Path, problem: Problem) -> StoreError {
        StoreError { path: path.to_path_buf(), problem }
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.problem)
    }
}

impl std::error::Error for StoreError {}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Missing => f.write_str("there is no such store"),
            Problem::Folder => f.write_str("this is a folder, not a store"),
            Problem::Empty => f.write_str("the file is empty: no store was made in it yet"),
            Problem::NotADatabase => f.write_str("this file is not a store"),
            Problem::Foreign => f.write_str("this is a database of another program"),
            Problem::Corrupt(words) => write!(f, "the store is damaged: {words}"),
            Problem::Damaged(damaged) => damaged.fmt(f),
            Problem::Newer { found, known } => write!(
                f,
                "the store has version {found}, this program knows versions up to {known}"
            ),
            Problem::Locked { pid: Some(pid) } => {
                write!(f, "another process (pid {pid}) is writing to this store")
            }
            Problem::Locked { pid: None } => {
                f.write_str("another process is writing to this store")
            }
            Problem::Lost(lost) => lost.fmt(f),
            Problem::Linked => f.write_str(
                "the file has several names (hard links), and others may write to it under theirs",
            ),
            Problem::Outdated => f.write_str(
                "the store is of an older version: it must be brought up to date and cannot be written",
            ),
            Problem::ReadOnly => f.write_str("the store or its folder cannot be written"),
            Problem::Full => f.write_str("the disk is full"),
            Problem::Busy => f.write_str("the store is busy for too long"),
            Problem::Io(words) => f.write_str(words),
            Problem::BadProgram(words) => write!(f, "a program cannot be stored: {words}"),
            Problem::Repeated { generation, last } => write!(
                f,
                "generation {generation} cannot follow generation {last}, which is in the store"
            ),
            Problem::UnknownRun(run) => write!(f, "there is no run {run}"),
            Problem::TasksDiffer(tasks) => {
                let some: Vec<&str> = tasks.iter().take(5).map(String::as_str).collect();
                let more = if tasks.len() > some.len() { ", …" } else { "" };
                let (n, some) = (tasks.len(), some.join(", "));
                write!(f, "{n} tasks have another content there: {some}{more}")
            }
            Problem::TasksChanged(tasks) => {
                let (n, first) = (tasks.len(), tasks.first().map_or("", String::as_str));
                write!(f, "{n} tasks changed since the store was made, {first} among them")
            }
            Problem::Internal(words) => write!(f, "internal error: {words}"),
        }
    }
}

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Lost::Removed => "the store was removed while it was written to",
            Lost::Replaced => "another file was put in the place of the store that was written to",
            Lost::Cut => "the store was cut off while it was written to",
            Lost::Lock => {
                "the lock file beside the store was removed: another process may have written to it"
            }
        })
    }
}

impl From<Damaged> for Problem {
    fn from(damaged: Damaged) -> Problem {
        Problem::Damaged(damaged)
    }
}

impl From<rusqlite::Error> for Problem {
    fn from(error: rusqlite::Error) -> Problem {
        use rusqlite::Error::*;
        match error {
            SqliteFailure(failure, words) => of_sqlite(failure.code, words, failure.to_string()),
            // What our own tables hold is checked when it is written, so somebody else wrote it.
            FromSqlConversionFailure(..)
            | IntegralValueOutOfRange(..)
            | InvalidColumnType(..)
            | Utf8Error(..) => Problem::Corrupt(error.to_string()),
            SqlInputError { msg, .. } if is_missing(&msg) => Problem::Corrupt(msg),
            other => Problem::Internal(other.to_string()),
        }
    }
}

/// Whether SQLite misses a table or column. The tables of every version are known, so somebody
/// else changed them.
fn is_missing(words: &str) -> bool {
    words.starts_with("no such ")
}

fn of_sqlite(code: ErrorCode, words: Option<String>, otherwise: String) -> Problem {
    let words = words.unwrap_or(otherwise);
    match code {
        // What we write agrees with what we wrote before, so somebody else changed that.
        ErrorCode::DatabaseCorrupt | ErrorCode::ConstraintViolation => Problem::Corrupt(words),
        ErrorCode::Unknown if is_missing(&words) => Problem::Corrupt(words),
        ErrorCode::NotADatabase => Problem::NotADatabase,
        ErrorCode::DiskFull => Problem::Full,
        ErrorCode::ReadOnly | ErrorCode::PermissionDenied => Problem::ReadOnly,
        ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => Problem::Busy,
        ErrorCode::CannotOpen | ErrorCode::SystemIoFailure | ErrorCode::OutOfMemory => {
            Problem::Io(words)
        }
        _ => Problem::Internal(words),
    }
}

impl From<io::Error> for Problem {
    fn from(error: io::Error) -> Problem {
        match error.kind() {
            io::ErrorKind::NotFound => Problem::Missing,
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
                Problem::ReadOnly
            }
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Problem::Full,
            io::ErrorKind::IsADirectory => Problem::Folder,
            _ => Problem::Io(error.to_string()),
        }
    }
}

impl From<serde_json::Error> for Problem {
    fn from(error: serde_json::Error) -> Problem {
        Problem::Corrupt(format!("unreadable JSON in a row: {error}"))
    }
}
