//! Files for people.

use std::path::PathBuf;

use evolve::files::{Files, WriteError};
use pyo3::prelude::*;

use crate::errors;

/// Writes texts to their places: all of them or none, and never in the place of a store.
#[pyfunction]
pub fn write_files(py: Python<'_>, files: Vec<(PathBuf, String)>) -> PyResult<()> {
    let written = py.detach(|| {
        let mut all = Files::synced();
        files.iter().try_for_each(|(path, text)| all.write(path, text.as_bytes()))?;
        all.settle()
    });
    written.map_err(|error| unwritten(py, &error))
}

/// What a file that cannot be written is in Python.
pub fn unwritten(py: Python<'_>, error: &WriteError) -> PyErr {
    match error {
        WriteError::Store(_) => errors::store_error(py, error.to_string()),
        WriteError::File(..) => errors::data_error(py, error.to_string()),
    }
}
