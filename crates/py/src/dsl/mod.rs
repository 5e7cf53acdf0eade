//! Every op of both dialects as a Python function.

use pyo3::prelude::*;

/// Adds the classes and functions of this part.
pub fn register(_module: &Bound<'_, PyModule>) -> PyResult<()> {
    Ok(())
}
