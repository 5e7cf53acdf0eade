//! What completions are worth.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use evolve::reward::{Judged, Settings, judge};
use exec::data::Task;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::data::NativeTask;
use super::engine::NativeEngine;
use super::program;
use super::wait::watched;

/// Rewards of completions, each on the task of its place, as bytes of 64-bit numbers; and, if they are wanted, a JSON text for each
/// with all there is to say. No completion stands for one that is no text.
#[pyfunction]
#[pyo3(signature = (engine, completions, places, tasks, dialect, tests, partial, details))]
#[allow(clippy::too_many_arguments)]
pub fn judge_all<'py>(
    py: Python<'py>,
    engine: PyRef<'py, NativeEngine>,
    completions: Vec<Option<String>>,
    places: Vec<usize>,
    tasks: Vec<PyRef<'py, NativeTask>>,
    dialect: Option<&str>,
    tests: bool,
    partial: bool,
    details: bool,
) -> PyResult<(Bound<'py, PyBytes>, Vec<String>)> {
    let tasks: Vec<Arc<Task>> = tasks.iter().map(|task| task.task.clone()).collect();
    let mut settings = Settings::new(engine.threads);
    settings.rules = engine.rules;
    settings.partial = partial;
    settings.dialect = program::dialect(py, dialect)?;
    if tests {
        settings.samples = |_, _| true;
    }
    let stop = AtomicBool::new(false);
    let work = || {
        let texts = completions.iter().map(|text| text.as_deref().unwrap_or_default());
        let completions: Vec<(&str, usize)> = texts.zip(places).collect();
        let tasks: Vec<&Task> = tasks.iter().map(|task| &**task).collect();
        let judged = judge(&completions, &tasks, &settings, &stop);
        let rewards: Vec<u8> = judged.iter().flat_map(|j| j.reward.to_ne_bytes()).collect();
        let told = |judged: &Judged| judged.json().to_string();
        (rewards, if details { judged.iter().map(told).collect() } else { Vec::new() })
    };
    let (rewards, told) = watched(py, &stop, |_| Ok(()), work)?;
    Ok((PyBytes::new(py, &rewards), told))
}
