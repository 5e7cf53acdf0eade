//! Values to Python objects.

use std::cell::RefCell;
use std::collections::HashMap;

use exec::value::{Func, Grid, Layout, Value, View, layout};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::frozenset::PyFrozenSetBuilder;
use pyo3::types::{PyFrozenSet, PyTuple};

use super::ready::{self, Ints};
use super::seen::Seen;
use crate::dsl::function;
use crate::dsl::op;

/// A grid among the arguments of a call.
pub type Argument<'a, 'py> = (Grid<'a>, Bound<'py, PyTuple>);

/// Writes values as Python objects: values that were read are the objects they were read from.
pub struct Writer<'w, 'a, 'py> {
    py: Python<'py>,
    lay: Layout,
    ints: &'static Ints,
    seen: &'w Seen<'py>,
    /// For their rows.
    grids: &'w [Argument<'a, 'py>],
    /// Function values written so far, by address: one may be in many places.
    written: RefCell<HashMap<usize, Bound<'py, PyAny>>>,
}

impl<'w, 'a, 'py> Writer<'w, 'a, 'py> {
    /// A writer of what a call gives, or hands to a Python function.
    pub fn new(
        py: Python<'py>,
        lay: Layout,
        seen: &'w Seen<'py>,
        grids: &'w [Argument<'a, 'py>],
    ) -> Self {
        Writer { py, lay, ints: Ints::of(py), seen, grids, written: RefCell::default() }
    }

    /// Writes a value.
    pub fn write(&self, v: Value<'_>) -> PyResult<Bound<'py, PyAny>> {
        let py = self.py;
        if let Some(object) = self.seen.object_of(v) {
            return Ok(object.clone());
        }
        // Values nest to a fixed depth.
        Ok(match v.view() {
            View::Int(n) => self.ints.object(py, n).into_any(),
            View::Pair(a, b) => ready::pair(py, a as i64, b as i64)?.into_any(),
            View::Cell(cell) => self.cell(cell)?,
            View::Row(row) => self.row(row)?.into_any(),
            View::Grid(grid) => self.grid(grid)?.into_any(),
            View::Tuple(items) => {
                let items: Vec<_> =
                    items.iter().map(|&v| self.write(v)).collect::<PyResult<_>>()?;
                PyTuple::new(py, items)?.into_any()
            }
            View::Bits(bits) => {
                let ones = (0..64i64).filter(|bit| bits >> bit & 1 == 1);
                PyFrozenSet::new(py, ones)?.into_any()
            }
            View::Cells(keys) => self.set(keys, |&key| self.cell(key))?,
            View::Poses(keys) => self.set(keys, |&key| {
                Ok(ready::pair(py, layout::row(key) as i64, layout::col(key) as i64)?.into_any())
            })?,
            View::Set(items) => self.set(items, |&v| self.write(v))?,
            View::Fn => self.function(v)?,
        })
    }

    fn cell(&self, cell: u32) -> PyResult<Bound<'py, PyAny>> {
        let pos = self.lay.pos(cell);
        let at = (layout::row(pos) as i64, layout::col(pos) as i64);
        Ok(ready::cell(self.py, self.lay.is_batt(), self.lay.colour(cell) as i64, at)?.into_any())
    }

    fn set<T>(
        &self,
        elements: &[T],
        write: impl Fn(&T) -> PyResult<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut set = PyFrozenSetBuilder::new(self.py)?;
        for element in elements {
            set.add(write(element)?)?;
        }
        Ok(set.finalize().into_any())
    }

    fn row(&self, row: &[i8]) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(self.py, row.iter().map(|&n| self.ints.object(self.py, n as i64)))
    }

    /// Rows that are the same as the one above, or as that row of an argument, are one object.
    fn grid(&self, grid: Grid<'_>) -> PyResult<Bound<'py, PyTuple>> {
        let mut rows: Vec<Bound<'py, PyAny>> = Vec::with_capacity(grid.height);
        for (place, row) in grid.rows().enumerate() {
            let above = rows.last().filter(|_| grid.row(place - 1) == row);
            let object = match above {
                Some(above) => above.clone(),
                None => match self.row_of_argument(place, row) {
                    Some(object) => object,
                    None => self.row(row)?.into_any(),
                },
            };
            rows.push(object);
        }
        PyTuple::new(self.py, rows)
    }

    /// The row object of an argument that has this row in this place.
    fn row_of_argument(&self, place: usize, row: &[i8]) -> Option<Bound<'py, PyAny>> {
        let has = |(grid, _): &&Argument<'_, '_>| {
            grid.width == row.len() && place < grid.height && grid.row(place) == row
        };
        let (_, object) = self.grids.iter().find(has)?;
        object.get_item(place).ok()
    }

    #[cold]
    fn function(&self, v: Value<'_>) -> PyResult<Bound<'py, PyAny>> {
        let known = match v {
            Value::Op(op) => return Ok(op::object_of(self.py, op)?.into_any()),
            Value::Host(host) => self.seen.host(host.id),
            Value::Func(func) => match self.seen.function_of(func) {
                None => return self.made(func),
                known => known,
            },
            _ => None,
        };
        known.cloned().ok_or_else(|| PyTypeError::new_err("a function without a name"))
    }

    /// The object of a function value that the engine made.
    fn made(&self, func: &Func<'_>) -> PyResult<Bound<'py, PyAny>> {
        let address = std::ptr::from_ref(func).addr();
        if let Some(object) = self.written.borrow().get(&address) {
            return Ok(object.clone());
        }
        let args = func.args[..func.kind.args()].iter().map(|&v| self.write(v));
        let args = PyTuple::new(self.py, args.collect::<PyResult<Vec<_>>>()?)?;
        let object = function::object(func, args)?.into_any();
        self.written.borrow_mut().insert(address, object.clone());
        Ok(object)
    }
}
