//! Priors: counted, read, and as numbers.

use evolve::code::Code;
use evolve::names::is_named_after;
use evolve::prior::{Guide, Place, Priors, Slots, fit_without};
use lang::{Dialect, ProgramKind};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::program::{NativeProgram, dialect};
use crate::errors;

/// The text of a prior, checked and laid out as files are.
#[pyfunction]
pub fn prior_read(py: Python<'_>, text: &str) -> PyResult<String> {
    Ok(priors(py, text)?.to_json())
}

/// The prior of programs without those of some tasks.
#[pyfunction]
pub fn prior_fit(
    py: Python<'_>,
    programs: Vec<PyRef<'_, NativeProgram>>,
    leave_out: Vec<String>,
) -> PyResult<String> {
    let solvers = programs.iter().filter(|p| p.program.kind != ProgramKind::Differ);
    let named = solvers.map(|p| (p.program.id.clone(), Code::of_program(&p.program)));
    let named: Vec<(String, Code)> = named.collect();
    let fitted = fit_without(&named, |task| leave_out.iter().any(|id| is_named_after(task, id)));
    if fitted.programs == 0 {
        return Err(errors::data_error(py, "there is no program to count".into()));
    }
    Ok(Priors::from(fitted.prior).to_json())
}

/// By number: the op and argument of each place, and the name of each child.
#[pyfunction]
#[allow(clippy::type_complexity)]
pub fn prior_names(
    py: Python<'_>,
    name: &str,
) -> PyResult<(Vec<(Option<&'static str>, usize)>, Vec<&'static str>)> {
    let slots = Slots::of(known(py, name)?);
    let place = |place: &Place| match *place {
        Place::Root => (None, 0),
        Place::Argument(op, at) => (Some(op.name()), at),
    };
    let children = slots.children.iter().map(|child| child.name()).collect();
    Ok((slots.places.iter().map(place).collect(), children))
}

/// What a task goes by: sixteenths of bits, 16 bits each, the low byte first; nothing if the prior says nothing.
#[pyfunction]
pub fn prior_bits<'py>(
    py: Python<'py>,
    text: &str,
    task: Option<&str>,
    name: &str,
) -> PyResult<Option<Bound<'py, PyBytes>>> {
    let (guide, dialect) = (Guide::by(priors(py, text)?), known(py, name)?);
    let Some(odds) = guide.odds(task.unwrap_or(""), dialect) else { return Ok(None) };
    let rows = odds.slots().places.iter().flat_map(|&place| odds.row(place));
    let bytes: Vec<u8> = rows.flat_map(|bits| bits.to_le_bytes()).collect();
    Ok(Some(PyBytes::new(py, &bytes)))
}

/// What a search goes by.
pub fn guide(py: Python<'_>, text: Option<&str>) -> PyResult<Guide> {
    text.map_or(Ok(Guide::NONE), |text| Ok(Guide::by(priors(py, text)?)))
}

fn priors(py: Python<'_>, text: &str) -> PyResult<Priors> {
    Priors::read(text).map_err(|error| errors::data_error(py, format!("prior: {error}")))
}

fn known(py: Python<'_>, name: &str) -> PyResult<Dialect> {
    Ok(dialect(py, Some(name))?.unwrap_or(Dialect::Arc))
}
