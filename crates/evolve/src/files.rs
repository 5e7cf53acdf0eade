//! Writing files for people: whole or not at all, and never in the place of a store.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::store::Store;

/// Why a file was not written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// There is a store, which nothing else may replace.
    #[error("{} is a store: it is not overwritten", .0.display())]
    Store(PathBuf),
    /// The system refused.
    #[error("cannot write {}: {}", .0.display(), .1)]
    File(PathBuf, io::Error),
}

/// Files that take their places together, once all of them are written in full. What has not
/// taken its place is gone when this is dropped.
#[derive(Default)]
pub struct Files {
    places: Vec<Target>,
    synced: bool,
}

impl Files {
    /// Files that are on the disk before they take their places, which costs some milliseconds
    /// for each.
    pub fn synced() -> Files {
        Files { places: Vec::new(), synced: true }
    }

    /// Writes a file beside its place.
    pub fn write(&mut self, path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
        let failed = |error| WriteError::File(path.to_path_buf(), error);
        let place = Target::find(path, self.places.len())?;
        let written = place.write(bytes, self.synced);
        // Known before it is looked at, so that half a file goes too.
        self.places.push(place);
        written.map_err(failed)
    }

    /// Moves all files to their places.
    pub fn settle(self) -> Result<(), WriteError> {
        self.places.iter().try_for_each(Target::settle)
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        self.places.iter().for_each(Target::clean);
    }
}

/// Where a file goes.
enum Target {
    /// Devices and pipes are written to, never replaced.
    Device(PathBuf),
    /// Files are written beside their place first, so that it never holds half of one.
    File { aside: PathBuf, place: PathBuf },
}

impl Target {
    fn find(path: &Path, number: usize) -> Result<Target, WriteError> {
        if fs::metadata(path).is_ok_and(|meta| !meta.is_file()) {
            return Ok(Target::Device(path.to_path_buf()));
        }
        if Store::is_at(path) {
            return Err(WriteError::Store(path.to_path_buf()));
        }
        // Links stay links.
        let place = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        let nameless = || io::Error::new(io::ErrorKind::InvalidInput, "no file name");
        let name = place.file_name().map(|name| name.to_string_lossy().into_owned());
        let name = name.ok_or_else(|| WriteError::File(path.to_path_buf(), nameless()))?;
        let aside = place.with_file_name(format!(".{name}.{}.{number}", std::process::id()));
        Ok(Target::File { aside, place })
    }

    fn write(&self, bytes: &[u8], synced: bool) -> io::Result<()> {
        match self {
            Target::Device(path) => fs::write(path, bytes),
            Target::File { aside, .. } => {
                let mut file = File::create(aside)?;
                file.write_all(bytes)?;
                if synced { file.sync_all() } else { Ok(()) }
            }
        }
    }

    fn settle(&self) -> Result<(), WriteError> {
        match self {
            Target::Device(_) => Ok(()),
            Target::File { aside, place } => {
                fs::rename(aside, place).map_err(|error| WriteError::File(place.clone(), error))
            }
        }
    }

    fn clean(&self) {
        if let Target::File { aside, .. } = self {
            let _ = fs::remove_file(aside);
        }
    }
}
