//! Programs, tasks, evaluation, search and stores.

use pyo3::prelude::*;

/// Adds the classes and functions of this part.
pub fn register(_module: &Bound<'_, PyModule>) -> PyResult<()> {
    Ok(())
}
