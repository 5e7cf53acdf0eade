//! Grids of Python as grids of tasks, and back.

use std::fmt::Display;

use exec::data::{MAX_SIDE, TaskGrid};
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString, PyTuple};

use crate::errors::{self, tried};
use crate::exit;

/// A grid as Python takes it: height, width, cells row after row.
pub type Packed<'py> = (usize, usize, Bound<'py, PyBytes>);

/// Why something is no grid.
pub enum Unfit {
    /// What is wrong and where.
    Words(String),
    /// Looking at it was interrupted.
    Raised(PyErr),
}

impl From<String> for Unfit {
    fn from(why: String) -> Unfit {
        Unfit::Words(why)
    }
}

impl From<&str> for Unfit {
    fn from(why: &str) -> Unfit {
        Unfit::Words(why.into())
    }
}

impl From<PyErr> for Unfit {
    fn from(error: PyErr) -> Unfit {
        Unfit::Raised(error)
    }
}

impl Unfit {
    /// The same, seen from what holds it at a place.
    pub fn at(self, place: impl Display) -> Unfit {
        match self {
            Unfit::Words(why) => Unfit::Words(format!("{place}: {why}")),
            raised => raised,
        }
    }

    /// The exception.
    pub fn into_error(self, py: Python<'_>) -> PyErr {
        match self {
            Unfit::Words(why) => errors::data_error(py, why),
            Unfit::Raised(error) => error,
        }
    }
}

/// A task's grid for Python.
pub fn packed<'py>(py: Python<'py>, grid: &TaskGrid) -> Packed<'py> {
    let cells: Vec<u8> = grid.cells().iter().map(|&cell| cell as u8).collect();
    (grid.height(), grid.width(), PyBytes::new(py, &cells))
}

/// Reads rows of colours: lists, tuples, or what has `tolist` as arrays do. Says what is wrong
/// and where, as files of tasks do.
pub fn grid(given: &Bound<'_, PyAny>) -> Result<TaskGrid, Unfit> {
    exit::prepare_thread();
    let listed = listed(given)?;
    let rows = rows_of(&listed, "rows")?;
    if rows.is_empty() {
        return Err("a grid without rows".into());
    }
    let (mut cells, mut width) = (Vec::new(), 0);
    for (at, row) in rows.iter().enumerate() {
        let row = self::listed(row).map_err(|why| why.at(format_args!("row {at}")))?;
        let row = rows_of(&row, "cells").map_err(|why| why.at(format_args!("row {at}")))?;
        if at == 0 {
            width = row.len();
        }
        check_row(at, row.len(), width)?;
        for (column, cell) in row.iter().enumerate() {
            let place = format_args!("row {at}, column {column}");
            cells.push(colour(cell).map_err(|why| why.at(place))?);
        }
    }
    let grid = TaskGrid::new(rows.len() as u16, width as u16, cells);
    grid.ok_or_else(|| "a grid without cells".into())
}

/// An array as nested lists; anything else as it is.
fn listed<'py>(given: &Bound<'py, PyAny>) -> Result<Bound<'py, PyAny>, Unfit> {
    let py = given.py();
    if given.is_instance_of::<PyList>() || given.is_instance_of::<PyTuple>() {
        return Ok(given.clone());
    }
    let Some(to_list) = tried(py, given.getattr("tolist"))? else { return Ok(given.clone()) };
    let shape = given.getattr("shape").and_then(|shape| shape.extract::<Vec<usize>>());
    if let Some(shape) = tried(py, shape)? {
        check_shape(&shape)?;
    }
    to_list.call0().map_err(|error| match error.is_instance_of::<PyException>(py) {
        true => error.to_string().into(),
        false => error.into(),
    })
}

fn check_shape(shape: &[usize]) -> Result<(), String> {
    match shape {
        [0, ..] => Err("a grid without rows".into()),
        [_] => Ok(()),
        [height, width] if *height.max(width) > MAX_SIDE => {
            Err(format!("{height} x {width} cells; at most {MAX_SIDE} x {MAX_SIDE} make a grid"))
        }
        [_, _] => Ok(()),
        _ => Err(format!("an array of {} dimensions; a grid has 2", shape.len())),
    }
}

/// The elements of a list or tuple.
fn rows_of<'py>(given: &Bound<'py, PyAny>, what: &str) -> Result<Vec<Bound<'py, PyAny>>, Unfit> {
    let items: Vec<Bound<'py, PyAny>> = if let Ok(list) = given.cast::<PyList>() {
        check_length(list.len(), what)?;
        list.iter().collect()
    } else if let Ok(tuple) = given.cast::<PyTuple>() {
        check_length(tuple.len(), what)?;
        tuple.iter().collect()
    } else if let Ok(bytes) = given.cast::<PyBytes>() {
        // Rows of bytes are how grids are pickled.
        check_length(bytes.as_bytes().len(), what)?;
        let number = |byte: &u8| byte.into_pyobject(given.py()).map(|n| n.into_any());
        bytes.as_bytes().iter().map(number).collect::<Result<_, _>>().map_err(PyErr::from)?
    } else {
        let kind = given.get_type().name().map_or("?".into(), |name| name.to_string());
        let help = if given.is_instance_of::<PyString>() { "" } else { " or an array" };
        return Err(format!("expected a list of {what}{help}, found {kind}").into());
    };
    Ok(items)
}

fn check_length(length: usize, what: &str) -> Result<(), String> {
    if length > MAX_SIDE { Err(format!("more than {MAX_SIDE} {what}")) } else { Ok(()) }
}

fn check_row(at: usize, length: usize, width: usize) -> Result<(), String> {
    if length == 0 {
        return Err(format!("row {at} is empty"));
    }
    if length != width {
        return Err(format!("row {at} has {length} cells, row 0 has {width}"));
    }
    Ok(())
}

/// Any integer 0-9: of Python, of numpy, a boolean.
fn colour(cell: &Bound<'_, PyAny>) -> Result<i8, Unfit> {
    let py = cell.py();
    match tried(py, cell.extract::<i64>())? {
        Some(n @ 0..=9) => return Ok(n as i8),
        Some(n) => return Err(format!("{n} is not a colour 0-9").into()),
        None => {}
    }
    let shown = tried(py, cell.repr())?.map_or("?".into(), |text| text.to_string());
    let shown: String = shown.chars().take(24).collect();
    Err(match tried(py, cell.hasattr("__index__"))? {
        Some(true) => format!("{shown} is not a colour 0-9").into(),
        _ => format!("expected a colour 0-9, found {shown}").into(),
    })
}
