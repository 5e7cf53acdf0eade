//! Pieces into files.

use std::fs;
use std::path::{Path, PathBuf};

use super::arrays::{self, Index};
use super::{Form, Piece, Record};
use crate::files::{Files, Growing, WriteError};

/// What stands before, between and behind the records of a file.
const OBJECT: [&str; 3] = ["{", ",\n ", "}\n"];
const LINES: [&str; 3] = [""; 3];

/// Writes records in a form, one after the other: memory does not grow with them, ids of arrays
/// excepted. What is not finished leaves nothing behind.
pub struct Writer {
    form: Form,
    paths: Vec<PathBuf>,
    files: Files,
    parts: Vec<Growing>,
    index: Index,
    tasks: usize,
    samples: usize,
}

/// What was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// The files.
    pub files: Vec<PathBuf>,
    /// Records.
    pub tasks: usize,
    /// Their samples.
    pub samples: usize,
}

impl Writer {
    /// Begins a set, or a shard of one, in a folder, which is made if it is not there. Files of the
    /// same name stay as they are until all is written.
    pub fn create(form: Form, folder: &Path, name: &str) -> Result<Writer, WriteError> {
        let failed = |error| WriteError::File(folder.to_path_buf(), error);
        fs::create_dir_all(folder).map_err(failed)?;
        let (mut files, paths) = (Files::synced(), form.files(folder, name));
        let grow = if form == Form::Arrays { 4 } else { paths.len() };
        let mut parts = Vec::new();
        for (part, path) in paths.iter().take(grow).enumerate() {
            let mut file = files.create(path)?;
            match form {
                Form::Arrays => file.push(&arrays::growing_head(part, 0))?,
                _ => file.push(frame(form)[0].as_bytes())?,
            }
            parts.push(file);
        }
        Ok(Writer { form, paths, files, parts, index: Index::new(), tasks: 0, samples: 0 })
    }

    /// Writes a record.
    pub fn add(&mut self, record: &Record<'_>) -> Result<(), WriteError> {
        self.push(&self.form.piece(record))
    }

    /// Writes a piece, which must be of the same form.
    pub fn push(&mut self, piece: &Piece) -> Result<(), WriteError> {
        let between = if self.tasks == 0 { "" } else { frame(self.form)[1] };
        for (file, bytes) in self.parts.iter_mut().zip(&piece.parts) {
            file.push(between.as_bytes())?;
            file.push(bytes)?;
        }
        self.tasks += 1;
        self.samples += piece.samples;
        if self.form == Form::Arrays {
            self.index.push(&piece.id, self.samples);
        }
        Ok(())
    }

    /// Begins another file, which takes its place together with these. It must be closed before they
    /// are finished.
    pub fn beside(&mut self, path: &Path) -> Result<Growing, WriteError> {
        self.files.create(path)
    }

    /// Ends the files and moves them to their places.
    pub fn finish(mut self) -> Result<Written, WriteError> {
        let grown = self.parts.len();
        for (part, mut file) in self.parts.into_iter().enumerate() {
            match self.form {
                Form::Arrays => file.rewrite(&arrays::growing_head(part, self.samples))?,
                _ => file.push(frame(self.form)[2].as_bytes())?,
            }
            file.close()?;
        }
        for (path, bytes) in self.paths[grown..].iter().zip(self.index.files()) {
            self.files.write(path, &bytes)?;
        }
        self.files.settle()?;
        Ok(Written { files: self.paths, tasks: self.tasks, samples: self.samples })
    }
}

fn frame(form: Form) -> [&'static str; 3] {
    match form {
        Form::Kaggle | Form::Pairs => OBJECT,
        Form::Jsonl | Form::Messages | Form::Arrays => LINES,
    }
}
