//! Why the store could not do something. What to do about it is for the front ends to say.

use std::io;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

use super::damage::Damaged;

/// What went wrong with which file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}: {problem}", path.display())]
pub struct StoreError {
    /// The store's file.
    pub path: PathBuf,
    /// What went wrong.
    pub problem: Problem,
}

/// What something done with a store gives.
pub type Checked<T = ()> = Result<T, Problem>;

/// What can go wrong with a store.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Problem {
    /// There is no such file.
    #[error("there is no such store")]
    Missing,
    /// The path is a folder.
    #[error("this is a folder, not a store")]
    Folder,
    /// The file is there, but nothing was ever written to it.
    #[error("the file is empty: no store was made in it yet")]
    Empty,
    /// The file is something else than a database.
    #[error("this file is not a store")]
    NotADatabase,
    /// A database of another program.
    #[error("this is a database of another program")]
    Foreign,
    /// A store that is damaged, with the words of SQLite.
    #[error("the store is damaged: {0}")]
    Corrupt(String),
    /// A program whose text is not what its hash says.
    #[error(transparent)]
    Damaged(#[from] Damaged),
    /// A store of a later version of this program.
    #[error("the store has version {found}, this program knows versions up to {known}")]
    Newer {
        /// The version of its tables.
        found: u32,
        /// The latest version that is known here.
        known: u32,
    },
    /// Another process is writing to it.
    #[error("another process{} is writing to this store", pid.map_or(String::new(), |pid| format!(" (pid {pid})")))]
    Locked {
        /// The process, where it could be read.
        pid: Option<u32>,
    },
    /// What was opened for writing is not there any more.
    #[error(transparent)]
    Lost(Lost),
    /// It has several names, of which only one would have the lock and the log.
    #[error("the file has several names (hard links), and others may write to it under theirs")]
    Linked,
    /// It must be brought up to date to be read, and cannot be written.
    #[error(
        "the store is of an older version: it must be brought up to date and cannot be written"
    )]
    Outdated,
    /// The file or its folder cannot be written.
    #[error("the store or its folder cannot be written")]
    ReadOnly,
    /// The disk is full.
    #[error("the disk is full")]
    Full,
    /// Another process kept the file busy for too long.
    #[error("the store is busy for too long")]
    Busy,
    /// Some other trouble with the file.
    #[error("{0}")]
    Io(String),
    /// A program whose text is not that of one function.
    #[error("a program cannot be stored: {0}")]
    BadProgram(String),
    /// A generation that is in the store already.
    #[error("generation {generation} cannot follow generation {last}, which is in the store")]
    Repeated {
        /// The generation.
        generation: u64,
        /// The last one in the store.
        last: u64,
    },
    /// A run that the store does not know.
    #[error("there is no run {0}")]
    UnknownRun(i64),
    /// Tasks that two stores have with different content.
    #[error("{} tasks have another content there: {}", .0.len(), some(.0))]
    TasksDiffer(Vec<String>),
    /// Tasks that are other ones than those the store met under their names.
    #[error("{} tasks changed since the store was made, {} among them", .0.len(), .0.first().map_or("", |task| task))]
    TasksChanged(Vec<String>),
    /// A defect of ours.
    #[error("internal error: {0}")]
    Internal(String),
}

/// The first few of some names.
fn some(tasks: &[String]) -> String {
    let more = if tasks.len() > 5 { ", …" } else { "" };
    tasks[..tasks.len().min(5)].join(", ") + more
}

/// What happened to the files of a store while it was written to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Lost {
    /// The store was removed.
    #[error("the store was removed while it was written to")]
    Removed,
    /// Another file is at its path.
    #[error("another file was put in the place of the store that was written to")]
    Replaced,
    /// It got shorter.
    #[error("the store was cut off while it was written to")]
    Cut,
    /// The file that keeps other writers out was removed or replaced.
    #[error("the lock file beside the store was removed: another process may have written to it")]
    Lock,
}

impl StoreError {
    /// A problem with a file.
    pub fn new(path: &Path, problem: Problem) -> StoreError {
        StoreError { path: path.to_path_buf(), problem }
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
