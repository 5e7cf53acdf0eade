//! The native half of the Python package: conversions between Python and the engine.
//!
//! ```text
//! python/arcbatt/*.py ──> arcbatt._arcbatt ──┬─ api: programs, tasks, evaluate, solve, evolve, stores
//!                                            └─ dsl: every op as a Python function
//! ```
//!
//! Everything a user sees is documented in Python; here are values going in and out.

mod api;
mod convert;
mod dsl;
mod errors;
mod exit;
mod stack;

use pyo3::exceptions::PyImportError;
use pyo3::ffi;
use pyo3::prelude::*;

/// The native half of arcbatt; use `import arcbatt`.
#[pymodule]
fn _arcbatt(module: &Bound<'_, PyModule>) -> PyResult<()> {
    refuse_subinterpreters()?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    api::register(module)?;
    dsl::register(module)
}

/// What this module knows of objects is true in one interpreter only, and it comes back to Python in the
/// first. Python 3.12 and newer refuse the import by themselves.
fn refuse_subinterpreters() -> PyResult<()> {
    // SAFETY: a module is being imported, so the lock is held.
    let number = unsafe { ffi::PyInterpreterState_GetID(ffi::PyInterpreterState_Get()) };
    match number {
        0 => Ok(()),
        _ => Err(PyImportError::new_err(
            "arcbatt does not run in subinterpreters: use threads or processes",
        )),
    }
}
