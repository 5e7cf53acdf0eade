//! Tasks in other forms, and back from what was done to them.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use evolve::forms::{self, Form, Wish};
use evolve::limits::AUGMENT;
use lang::Program;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use super::data::NativeDataset;
use super::engine::threads_of;
use super::files::unwritten;
use super::grid::{self, Packed};
use super::program::NativeProgram;
use super::wait::watched;
use super::words::allowed;
use crate::errors;

/// A grid of a changed task as it was before.
#[pyfunction]
pub fn undo<'py>(py: Python<'py>, id: &str, given: &Bound<'py, PyAny>) -> PyResult<Packed<'py>> {
    let grid = grid::grid(given).map_err(|why| why.into_error(py))?;
    let undone = forms::undo(id, &grid);
    let undone = undone.map_err(|why| errors::data_error(py, why.to_string()))?;
    Ok(grid::packed(py, &undone))
}

/// Writes a data set in a form; gives the files.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "they are the arguments of Dataset.save")]
pub fn export_data(
    py: Python<'_>,
    data: PyRef<'_, NativeDataset>,
    folder: PathBuf,
    form: &str,
    augment: u32,
    seed: u64,
    programs: Vec<PyRef<'_, NativeProgram>>,
    threads: Option<usize>,
) -> PyResult<Vec<PathBuf>> {
    let names = || Form::ALL.map(Form::name).join(", ");
    let unfit = |why| errors::data_error(py, why);
    let form = Form::of_name(form)
        .ok_or_else(|| unfit(format!("form={form:?}: there are {}", names())))?;
    let augment = allowed(&AUGMENT, augment).map_err(unfit)?;
    let programs: Vec<Program> = programs.iter().map(|p| (*p.program).clone()).collect();
    let (data, stop) = (data.dataset(), AtomicBool::new(false));
    let wish = Wish { form, augment, seed, programs: &programs, threads: threads_of(threads) };
    let export = || forms::export(&data, &folder, &wish, &stop);
    match watched(py, &stop, |_| Ok(()), export)? {
        Ok(Some(done)) => Ok(done.written.files),
        // Only an exception stops it, and that has come back.
        Ok(None) => Err(PyRuntimeError::new_err("stopped")),
        Err(error) => Err(unwritten(py, &error)),
    }
}
