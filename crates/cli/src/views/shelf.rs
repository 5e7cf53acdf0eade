//! Open connections to a store, and how it is watched.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use evolve::store::{Access, Problem, Store, StoreError};

use super::series::Tracks;
use super::{ViewError, Viewed};
use crate::stores::store_name;

/// Memory for pages of the file, by connection.
const CACHE_BYTES: u64 = 4 << 20;
/// Connections that are kept open while nobody reads.
const IDLE: usize = 3;

/// One store that is looked at.
pub struct Shelf {
    /// The file.
    pub path: PathBuf,
    /// How its runs went, as far as it was looked at, and in which file.
    tracks: Mutex<(Option<Identity>, Tracks)>,
    idle: Mutex<Vec<Connection>>,
}

impl Shelf {
    /// Opens a store, which must be there.
    pub fn open(path: PathBuf) -> Result<Shelf, StoreError> {
        let connection = Connection::open(&path)?;
        Ok(Shelf { path, tracks: Mutex::default(), idle: Mutex::new(vec![connection]) })
    }

    /// What people call it: the name of the file.
    pub fn name(&self) -> String {
        store_name(&self.path)
    }

    /// Reads something from the store as it is at one moment.
    pub fn read<T>(&self, work: impl FnOnce(&Store) -> Viewed<T>) -> Viewed<T> {
        let connection = self.take()?;
        let done = connection.store.snapshot(work);
        // A connection that failed may have failed for good.
        if !matches!(done, Err(ViewError::Trouble(..))) {
            self.give_back(connection);
        }
        done
    }

    /// As [`Shelf::read`], with how the runs went. Readers take turns, so that no one sees an
    /// earlier moment than the one before.
    pub fn follow<T>(&self, work: impl FnOnce(&Store, &mut Tracks) -> Viewed<T>) -> Viewed<T> {
        let mut tracks = self.tracks.lock().unwrap_or_else(PoisonError::into_inner);
        let now = identity(&self.path);
        if tracks.0 != now {
            tracks.0 = now;
            tracks.1.clear();
        }
        self.read(|store| work(store, &mut tracks.1))
    }

    fn take(&self) -> Viewed<Connection> {
        let now = identity(&self.path);
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.retain(|connection| connection.identity == now && now.is_some());
        let found = idle.pop();
        drop(idle);
        Ok(match found {
            Some(connection) => connection,
            None => Connection::open(&self.path)?,
        })
    }

    fn give_back(&self, connection: Connection) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() < IDLE {
            idle.push(connection);
        }
    }

    /// Seconds since somebody wrote to the store.
    pub fn changed_seconds_ago(&self) -> Option<f64> {
        let file = std::fs::metadata(&self.path).and_then(|meta| meta.modified()).ok();
        // Readers make an empty log.
        let log = std::fs::metadata(log_path(&self.path)).ok().filter(|meta| meta.len() > 0);
        let log = log.and_then(|meta| meta.modified().ok());
        let last = file.into_iter().chain(log).max()?;
        // Clocks of file systems may be ahead.
        let ago = SystemTime::now().duration_since(last).unwrap_or_default();
        Some(ago.as_secs_f64())
    }
}

fn log_path(path: &Path) -> PathBuf {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    PathBuf::from(log)
}

/// A store opened for reading, and which file it was.
struct Connection {
    store: Store,
    identity: Option<Identity>,
}

impl Connection {
    fn open(path: &Path) -> Result<Connection, StoreError> {
        // Looked at before: if the file is replaced meanwhile, that is seen the next time.
        let identity = identity(path);
        let store = Store::open(path, Access::Read)?;
        store.limit_cache(CACHE_BYTES)?;
        Ok(Connection { store, identity })
    }
}

/// What tells a file from another one under the same name.
type Identity = (u64, u64);

#[cfg(unix)]
fn identity(path: &Path) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata(path).ok().map(|meta| (meta.dev(), meta.ino()))
}

#[cfg(not(unix))]
fn identity(path: &Path) -> Option<Identity> {
    let made = std::fs::metadata(path).ok()?.created().ok()?;
    let since = made.duration_since(SystemTime::UNIX_EPOCH).ok()?;
    Some((since.as_secs(), u64::from(since.subsec_nanos())))
}

/// Tells when somebody has written to a store.
pub struct Watch {
    path: PathBuf,
    connection: Option<Connection>,
    /// What the connection said last.
    seen: Option<u64>,
    changes: u64,
}

impl Watch {
    /// Looks after a file.
    pub fn new(path: PathBuf) -> Watch {
        Watch { path, connection: None, seen: None, changes: 0 }
    }

    /// Another number whenever something was committed, or the file is another one.
    pub fn changes(&mut self) -> Viewed<u64> {
        let seen = self.look().inspect_err(|_| self.connection = None)?;
        if self.seen != Some(seen) {
            self.seen = Some(seen);
            self.changes += 1;
        }
        Ok(self.changes)
    }

    fn look(&mut self) -> Result<u64, StoreError> {
        let now = identity(&self.path);
        if now.is_none() {
            return Err(StoreError::new(&self.path, Problem::Missing));
        }
        if self.connection.as_ref().is_none_or(|connection| connection.identity != now) {
            self.connection = None;
            self.seen = None;
        }
        let connection = match self.connection.take() {
            Some(connection) => connection,
            None => Connection::open(&self.path)?,
        };
        let changes = connection.store.changes();
        self.connection = Some(connection);
        changes
    }
}
