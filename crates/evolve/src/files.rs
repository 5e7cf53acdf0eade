//! Writing files for people: whole or not at all, and never in the place of a store.

use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
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
        let mut file = self.create(path)?;
        file.push(bytes)?;
        file.close()
    }

    /// Begins a file beside its place, for what is too much to have at once. It must be closed
    /// before the files are settled.
    pub fn create(&mut self, path: &Path) -> Result<Growing, WriteError> {
        let place = Target::find(path, self.places.len())?;
        let file = File::create(place.written());
        // Known before it is looked at, so that half a file goes too.
        self.places.push(place);
        let file = file.map_err(|error| WriteError::File(path.to_path_buf(), error))?;
        Ok(Growing { path: path.into(), file: BufWriter::new(file), synced: self.synced })
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

/// A file that is being written, see [`Files::create`].
pub struct Growing {
    path: PathBuf,
    file: BufWriter<File>,
    synced: bool,
}

impl Growing {
    /// Writes on.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), WriteError> {
        let written = self.file.write_all(bytes);
        self.told(written)
    }

    /// Writes over the beginning, and goes on at the end.
    pub fn rewrite(&mut self, bytes: &[u8]) -> Result<(), WriteError> {
        let written = self.file.rewind().and_then(|()| self.file.write_all(bytes));
        let written = written.and_then(|()| self.file.seek(SeekFrom::End(0)).map(drop));
        self.told(written)
    }

    /// Ends it.
    pub fn close(mut self) -> Result<(), WriteError> {
        let written = self.file.flush().and_then(|()| match self.file.get_ref() {
            file if self.synced && file.metadata()?.is_file() => file.sync_all(),
            _ => Ok(()),
        });
        self.told(written)
    }

    fn told(&self, written: io::Result<()>) -> Result<(), WriteError> {
        written.map_err(|error| WriteError::File(self.path.clone(), error))
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

    /// What is written to.
    fn written(&self) -> &Path {
        match self {
            Target::Device(path) => path,
            Target::File { aside, .. } => aside,
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
