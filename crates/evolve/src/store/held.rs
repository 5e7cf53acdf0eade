//! The files that stores of this process have open.
//!
//! When a process closes any descriptor of a file, POSIX drops all locks that it has on it, those
//! of SQLite too; another process may then take away the log of a store that is open here. So a
//! file is read beside SQLite only while no store of this process has it open.

use std::fs::{File, Metadata};
use std::io::ErrorKind;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::error::Checked;
use super::guard::{Identity, identity};

/// A file as often as it is held.
static HELD: Mutex<Vec<Identity>> = Mutex::new(Vec::new());

/// A store has, or is about to have, the file open until this is dropped.
#[derive(Debug, Default)]
pub struct Held(Identity);

fn all_held() -> MutexGuard<'static, Vec<Identity>> {
    HELD.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Held {
    /// Holds a file. Looks at it first if nobody holds it.
    pub fn first<T>(meta: &Metadata, look: impl FnOnce() -> T) -> (Held, Option<T>) {
        let file = identity(meta);
        let mut all = all_held();
        let known = file.is_some() && all.contains(&file);
        let seen = (!known).then(look);
        all.push(file);
        (Held(file), seen)
    }

    /// Makes a file if it is not there, and holds it.
    pub fn create(path: &Path) -> Checked<Held> {
        let mut all = all_held();
        match File::create_new(path) {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => return Err(error.into()),
            _ => {}
        }
        let file = identity(&std::fs::metadata(path)?);
        all.push(file);
        Ok(Held(file))
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let mut all = all_held();
        if let Some(at) = all.iter().position(|file| *file == self.0) {
            all.swap_remove(at);
        }
    }
}
