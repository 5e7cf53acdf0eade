//! The native half of the Python package: conversions between Python and the engine.
//!
//! ```text
//! python/arcbatt/*.py ──> arcbatt._arcbatt ──┬─ api: programs, tasks, evaluate, evolve, stores
//!                                            └─ dsl: every op as a Python function
//! ```
//!
//! Everything a user sees is documented in Python; here are values going in and out.

mod api;
mod convert;
mod dsl;
mod errors;

use pyo3::prelude::*;

/// The native half of arcbatt; use `import arcbatt`.
#[pymodule]
fn _arcbatt(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    api::register(module)?;
    dsl::register(module)
}
