//! Every op of both dialects as a Python function.
//!
//! ```text
//! Python ── op (one object per op) ──┬─ function: compose and the like make function objects
//!                                    └─ session: read arguments ─ engine ─ write the result
//!                                                                  └─ hosts: Python functions
//! ```

mod explain;
pub mod function;
pub mod hosts;
pub mod op;
mod session;

use pyo3::prelude::*;

/// Adds the classes and functions of this part.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<op::OpFunction>()?;
    module.add_class::<function::Function>()?;
    module.add_function(wrap_pyfunction!(op::dsl_functions, module)?)?;
    module.add_function(wrap_pyfunction!(op::dsl_constants, module)?)
}
