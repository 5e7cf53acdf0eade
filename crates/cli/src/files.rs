//! Files that commands read and write, and what trouble with them means.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use evolve::files::{Files, WriteError};

use crate::failure::{Failure, Told};
use crate::output::shown;

/// Writes a file, whole or not at all.
pub fn write_file(path: &Path, bytes: &[u8]) -> Told {
    write_files(&[(path, bytes)])
}

/// Writes files. None is replaced unless all could be written in full.
pub fn write_files(all: &[(&Path, &[u8])]) -> Told {
    let mut files = Files::synced();
    all.iter().try_for_each(|(path, bytes)| files.write(path, bytes))?;
    Ok(files.settle()?)
}

impl From<WriteError> for Failure {
    fn from(error: WriteError) -> Failure {
        let message = error.to_string();
        match error {
            WriteError::Store(_) => Failure::usage(message).hint("name another file to write to"),
            WriteError::File(_, error) => Failure::unwritten(message, &error),
        }
    }
}

/// Reads a file of at most `limit` bytes.
pub fn read_file(path: &Path, limit: u64) -> Result<Vec<u8>, Failure> {
    let name = shown(path);
    let file = File::open(path).map_err(|error| Failure::usage(format!("{name}: {error}")))?;
    read_all(file, &name, limit)
}

/// Reads to the end, or until it is more than `limit` bytes: pipes and devices do not say before
/// how much there is in them.
pub fn read_all(from: impl Read, name: &str, limit: u64) -> Result<Vec<u8>, Failure> {
    let failed = |error: io::Error| Failure::usage(format!("{name}: {error}"));
    let mut bytes = Vec::new();
    from.take(limit + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > limit {
        return Err(Failure::usage(format!("{name}: larger than {} MiB", limit >> 20)));
    }
    Ok(bytes)
}
