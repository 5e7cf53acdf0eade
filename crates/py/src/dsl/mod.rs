//! Every op of both dialects as a Python function.
//!
//! ```text
//! Python ── entry (one per op) ──┬─ plain: what is done faster without the engine
//!                                ├─ function: compose and the like make function objects
//!                                └─ state: read arguments ─ engine ─ write the result
//!                                                             └─ hosts: Python functions
//! ```

mod call;
mod class;
mod explain;
mod function;
pub mod functions;
mod hosts;
mod names;
mod plain;
mod stack;
mod state;

use pyo3::prelude::*;

use crate::convert::objects;

/// Adds the classes and functions of this part.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    objects::prepare(module.py())?;
    module.add("Function", class::prepare(module.py())?)?;
    module.add_function(wrap_pyfunction!(names::dsl_functions, module)?)?;
    module.add_function(wrap_pyfunction!(names::dsl_constants, module)?)
}
