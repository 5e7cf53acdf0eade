//! Whether a writer still works on the files that are at their paths.
//!
//! A file that is removed or replaced lives on for who has it open: SQLite goes on writing, and all
//! of that is gone in the end. So a writer looks before and after everything it writes.

use std::fs::Metadata;
use std::path::{Path, PathBuf};

use super::error::{Checked, Lost, Problem};
use super::lock::Lock;

/// The files of a writer.
#[derive(Debug)]
pub struct Guard {
    store: Watched,
    /// Its length when it was looked at last.
    length: u64,
    lock: Watched,
    // Held until the store is closed.
    _lock: Lock,
}

impl Guard {
    /// Watches over a store that was opened and its lock.
    pub fn new(path: &Path, lock: Lock) -> Checked<Guard> {
        let store = std::fs::metadata(path)?;
        Ok(Guard {
            length: store.len(),
            store: Watched::new(path, &store),
            lock: Watched::new(&lock.path, &lock.file.metadata()?),
            _lock: lock,
        })
    }

    /// Sees that the files are what they were; a store has so many bytes that not all need be in
    /// its file yet, and gets shorter only when there are fewer.
    pub fn check(&mut self, bytes: impl FnOnce() -> Option<u64>) -> Checked {
        let length = self.store.look().map_err(Problem::Lost)?.len();
        if length < self.length && bytes().is_none_or(|bytes| length < bytes) {
            return Err(Problem::Lost(Lost::Cut));
        }
        self.length = length;
        self.lock.look().map_err(|_| Problem::Lost(Lost::Lock))?;
        Ok(())
    }
}

/// A path and the file that is expected there.
#[derive(Debug)]
struct Watched {
    path: PathBuf,
    identity: Identity,
}

impl Watched {
    fn new(path: &Path, meta: &Metadata) -> Watched {
        Watched { path: path.into(), identity: identity(meta) }
    }

    fn look(&self) -> Result<Metadata, Lost> {
        let meta = std::fs::metadata(&self.path).map_err(|_| Lost::Removed)?;
        if identity(&meta) == self.identity { Ok(meta) } else { Err(Lost::Replaced) }
    }
}

/// Device and number; no other file has them as long as this one is open somewhere. Nothing on
/// systems where files that are open cannot be removed.
pub type Identity = Option<(u64, u64)>;

/// What a file is known by.
#[cfg(unix)]
pub fn identity(meta: &Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt;
    Some((meta.dev(), meta.ino()))
}

/// What a file is known by.
#[cfg(not(unix))]
pub fn identity(_: &Metadata) -> Identity {
    None
}
