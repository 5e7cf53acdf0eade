//! Programs, tasks, evaluation, search, answers and stores.
//!
//! What is here takes and gives plain things (numbers, text, bytes, lists); the classes that people
//! see are in `python/arcbatt/_*.py`.

mod data;
mod engine;
mod evaluate;
mod files;
mod grid;
mod json;
mod program;
mod search;
mod solve;
mod store;
mod trace;
mod wait;
mod words;

use pyo3::prelude::*;

/// Adds the classes and functions of this part.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    program::register(module)?;
    data::register(module)?;
    engine::register(module)?;
    evaluate::register(module)?;
    trace::register(module)?;
    store::register(module)?;
    search::register(module)?;
    solve::register(module)?;
    module.add_function(wrap_pyfunction!(files::write_files, module)?)?;
    module.add_function(wrap_pyfunction!(json::value, module)?)
}
