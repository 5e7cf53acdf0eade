//! One writer at a time: of a store, or of a folder of shards.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};

use super::error::{Checked, Problem};

/// The right to write to a store, held until it is dropped or the process dies.
///
/// The lock is the kernel's on a file beside the store, so no dead process ever holds it. The
/// file itself stays: removing it would let two processes lock two files of one name. Where
/// somebody else removes it, [`super::guard`] sees that.
#[derive(Debug)]
pub struct Lock {
    /// The file that is locked.
    pub path: PathBuf,
    /// It is locked as long as this is open.
    pub file: File,
}

impl Lock {
    /// Takes the right to write to the store, or says who has it.
    pub fn take(store: &Path) -> Checked<Lock> {
        let path = lock_path(store);
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(no_folder)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(Problem::Locked { pid: pid_in(file) }),
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
        // Only for the message of others: not worth failing for.
        let _ = note_pid(&mut file);
        Ok(Lock { path, file })
    }
}

/// The lock file of a store.
fn lock_path(store: &Path) -> PathBuf {
    let mut path = store.as_os_str().to_owned();
    path.push(".lock");
    path.into()
}

fn no_folder(error: std::io::Error) -> Problem {
    match error.kind() {
        std::io::ErrorKind::NotFound => Problem::Io("its folder does not exist".into()),
        _ => error.into(),
    }
}

fn note_pid(file: &mut File) -> std::io::Result<()> {
    file.set_len(0)?;
    file.rewind()?;
    writeln!(file, "{}", std::process::id())
}

fn pid_in(file: File) -> Option<u32> {
    let mut text = String::new();
    file.take(20).read_to_string(&mut text).ok()?;
    text.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::tests::Folder;

    #[test]
    fn the_second_is_refused_until_the_first_is_done() {
        let folder = Folder::new("lock");
        let store = folder.path("a.db");
        let first = Lock::take(&store).unwrap();
        let pid = Some(std::process::id());
        assert_eq!(Lock::take(&store).unwrap_err(), Problem::Locked { pid });
        drop(first);
        Lock::take(&store).unwrap();
    }

    #[test]
    fn a_missing_folder_is_named() {
        let folder = Folder::new("lock-nowhere");
        let error = Lock::take(&folder.path("no/a.db")).unwrap_err();
        assert_eq!(error, Problem::Io("its folder does not exist".into()));
    }
}
