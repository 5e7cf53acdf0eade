//! Writing files for people: whole or not at all, and never in the place of a store.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use evolve::store::Store;

use crate::failure::Failure;

/// Writes a file.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    write_files(&[(path, bytes)])
}

/// Writes files. None is replaced unless all could be written in full.
pub fn write_files(files: &[(&Path, &[u8])]) -> Result<(), Failure> {
    let places = files.iter().enumerate().map(|(number, (path, _))| Place::find(path, number));
    let places = places.collect::<Result<Vec<_>, Failure>>()?;
    let all = || files.iter().zip(&places);
    let writes = all().map(|((path, bytes), place)| (path, place.write(bytes)));
    let moves = all().map(|((path, _), place)| (path, place.settle()));
    for (path, done) in writes.chain(moves) {
        if let Err(error) = done {
            places.iter().for_each(Place::clean);
            return Err(Failure::usage(format!("cannot write {}: {error}", path.display())));
        }
    }
    Ok(())
}

/// Where a file goes.
enum Place {
    /// Devices and pipes are written to, never replaced.
    Device(PathBuf),
    /// Files are written beside their place first, so that it never holds half of one.
    File { aside: PathBuf, place: PathBuf },
}

impl Place {
    fn find(path: &Path, number: usize) -> Result<Place, Failure> {
        if fs::metadata(path).is_ok_and(|meta| !meta.is_file()) {
            return Ok(Place::Device(path.to_path_buf()));
        }
        if Store::is_at(path) {
            let message = format!("{} is a store: it is not overwritten", path.display());
            return Err(Failure::usage(message).hint("name another file to write to"));
        }
        // Links stay links.
        let place = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        let name = place.file_name().map(|name| name.to_string_lossy().into_owned());
        let name =
            name.ok_or_else(|| Failure::usage(format!("{}: no file name", path.display())))?;
        let aside = place.with_file_name(format!(".{name}.{}.{number}", std::process::id()));
        Ok(Place::File { aside, place })
    }

    fn write(&self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Place::Device(path) => fs::write(path, bytes),
            Place::File { aside, .. } => {
                let mut file = File::create(aside)?;
                file.write_all(bytes)?;
                file.sync_all()
            }
        }
    }

    fn settle(&self) -> io::Result<()> {
        match self {
            Place::Device(_) => Ok(()),
            Place::File { aside, place } => fs::rename(aside, place),
        }
    }

    fn clean(&self) {
        if let Place::File { aside, .. } = self {
            let _ = fs::remove_file(aside);
        }
    }
}
