//! Grids of Python as grids of tasks, and back.

use exec::data::{MAX_SIDE, TaskGrid};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString, PyTuple};

/// A grid as Python takes it: height, width, cells row after row.
pub type Packed<'py> = (usize, usize, Bound<'py, PyBytes>);

/// A task's grid for Python.
pub fn packed<'py>(py: Python<'py>, grid: &TaskGrid) -> Packed<'py> {
    let cells: Vec<u8> = grid.cells().iter().map(|&cell| cell as u8).collect();
    (grid.height(), grid.width(), PyBytes::new(py, &cells))
}

/// Reads rows of colours: lists, tuples, or what has `tolist` as arrays do. Says what is wrong
/// and where, as files of tasks do.
pub fn grid(given: &Bound<'_, PyAny>) -> Result<TaskGrid, String> {
    let listed = listed(given)?;
    let rows = rows_of(&listed, "rows")?;
    if rows.is_empty() {
        return Err("a grid without rows".into());
    }
    let (mut cells, mut width) = (Vec::new(), 0);
    for (at, row) in rows.iter().enumerate() {
        let row = self::listed(row).map_err(|fault| format!("row {at}: {fault}"))?;
        let row = rows_of(&row, "cells").map_err(|fault| format!("row {at}: {fault}"))?;
        if at == 0 {
            width = row.len();
        }
        check_row(at, row.len(), width)?;
        for (column, cell) in row.iter().enumerate() {
            let cell = colour(cell).map_err(|why| format!("row {at}, column {column}: {why}"))?;
            cells.push(cell);
        }
    }
    let grid = TaskGrid::new(rows.len() as u16, width as u16, cells);
    grid.ok_or_else(|| "a grid without cells".into())
}

/// An array as nested lists; anything else as it is.
fn listed<'py>(given: &Bound<'py, PyAny>) -> Result<Bound<'py, PyAny>, String> {
    if given.is_instance_of::<PyList>() || given.is_instance_of::<PyTuple>() {
        return Ok(given.clone());
    }
    let Ok(to_list) = given.getattr("tolist") else { return Ok(given.clone()) };
    if let Ok(shape) = given.getattr("shape").and_then(|shape| shape.extract::<Vec<usize>>()) {
        check_shape(&shape)?;
    }
    to_list.call0().map_err(|error| error.to_string())
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
fn rows_of<'py>(given: &Bound<'py, PyAny>, what: &str) -> Result<Vec<Bound<'py, PyAny>>, String> {
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
        bytes.as_bytes().iter().map(number).collect::<Result<_, _>>().map_err(|e| e.to_string())?
    } else {
        let kind = given.get_type().name().map_or("?".into(), |name| name.to_string());
        let help = if given.is_instance_of::<PyString>() { "" } else { " or an array" };
        return Err(format!("expected a list of {what}{help}, found {kind}"));
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
fn colour(cell: &Bound<'_, PyAny>) -> Result<i8, String> {
    let shown = || {
        let text = cell.repr().map_or("?".into(), |text| text.to_string());
        text.chars().take(24).collect::<String>()
    };
    match cell.extract::<i64>() {
        Ok(n @ 0..=9) => Ok(n as i8),
        Ok(n) => Err(format!("{n} is not a colour 0-9")),
        Err(_) if cell.hasattr("__index__").unwrap_or(false) => {
            Err(format!("{} is not a colour 0-9", shown()))
        }
        Err(_) => Err(format!("expected a colour 0-9, found {}", shown())),
    }
}
