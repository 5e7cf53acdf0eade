//! Values to Python objects.
//!
//! All functions give a new reference, or null with Python's error set: when there is no memory,
//! or for a function that Python has no object for.

use std::ptr::null_mut;

use exec::value::{Grid, Layout, Value, View, layout};
use pyo3::ffi::{self, Py_ssize_t, PyObject};

use super::objects::{new_cell, new_int, new_pair, set_tuple_item};
use super::scratch::Scratch;
use crate::dsl::functions;

/// Writes values as Python objects.
#[derive(Clone, Copy)]
pub struct Writer<'s> {
    lay: Layout,
    scratch: Option<&'s Scratch>,
}

impl<'s> Writer<'s> {
    /// A writer that knows no objects.
    #[allow(dead_code)]
    pub fn new(lay: Layout) -> Writer<'static> {
        Writer { lay, scratch: None }
    }

    /// A writer of what a call gives: values that were read are the objects they were read from.
    pub fn knowing(lay: Layout, scratch: &'s Scratch) -> Writer<'s> {
        Writer { lay, scratch: Some(scratch) }
    }

    /// Writes a value.
    ///
    /// # Safety
    /// The interpreter's lock is held; what the scratch memory knows is alive.
    #[inline]
    pub unsafe fn write(self, v: Value<'_>) -> *mut PyObject {
        // SAFETY: as promised. Values nest to a fixed depth.
        unsafe {
            match v {
                Value::Int(n) => new_int(n),
                Value::Pair(a, b) => new_pair(a as i64, b as i64),
                Value::Cell(cell) => self.cell(cell),
                _ => self.other(v),
            }
        }
    }

    unsafe fn other(self, v: Value<'_>) -> *mut PyObject {
        // SAFETY: as promised to `write`.
        unsafe {
            if let Some(object) = self.scratch.and_then(|s| s.object_of(v)) {
                ffi::Py_INCREF(object);
                return object;
            }
            match v.view() {
                View::Row(row) => row_tuple(row),
                View::Grid(grid) => self.grid(grid),
                View::Tuple(items) => self.tuple(items),
                View::Bits(bits) => self.bits(bits),
                View::Cells(keys) => filled_set(keys, |&key| self.cell(key)),
                View::Poses(keys) => filled_set(keys, |&key| position(key)),
                View::Set(items) => filled_set(items, |&v| self.write(v)),
                View::Int(_) | View::Pair(..) | View::Cell(_) => null_mut(),
                View::Fn => self.function(v),
            }
        }
    }

    #[inline(always)]
    unsafe fn cell(self, cell: u32) -> *mut PyObject {
        let pos = self.lay.pos(cell);
        let (row, col) = (layout::row(pos) as i64, layout::col(pos) as i64);
        // SAFETY: the lock is held.
        unsafe { new_cell(self.lay.is_batt(), self.lay.colour(cell) as i64, row, col) }
    }

    /// Rows that are the same as the one above, or as that row of an argument, are one object.
    unsafe fn grid(self, grid: Grid<'_>) -> *mut PyObject {
        // SAFETY: the tuple is new until it is returned.
        unsafe {
            let out = ffi::PyTuple_New(grid.height as Py_ssize_t);
            if out.is_null() {
                return out;
            }
            let mut above: (&[i8], *mut PyObject) = (&[], null_mut());
            for (place, row) in grid.rows().enumerate() {
                let known = match above.1.is_null() || above.0 != row {
                    true => self.scratch.and_then(|s| s.row_object(place, row)),
                    false => Some(above.1),
                };
                let object = match known {
                    Some(object) => {
                        ffi::Py_INCREF(object);
                        object
                    }
                    None => row_tuple(row),
                };
                if object.is_null() {
                    ffi::Py_DECREF(out);
                    return null_mut();
                }
                set_tuple_item(out, place, object);
                above = (row, object);
            }
            out
        }
    }

    unsafe fn tuple(self, items: &[Value<'_>]) -> *mut PyObject {
        // SAFETY: the tuple is new until it is returned.
        unsafe {
            let out = ffi::PyTuple_New(items.len() as Py_ssize_t);
            if out.is_null() {
                return out;
            }
            for (place, &v) in items.iter().enumerate() {
                let object = self.write(v);
                if object.is_null() {
                    ffi::Py_DECREF(out);
                    return null_mut();
                }
                set_tuple_item(out, place, object);
            }
            out
        }
    }

    unsafe fn bits(self, bits: u64) -> *mut PyObject {
        let mut all = [0u8; 64];
        let mut len = 0;
        for bit in (0..64u8).filter(|bit| bits >> bit & 1 == 1) {
            all[len] = bit;
            len += 1;
        }
        // SAFETY: the lock is held.
        unsafe { filled_set(&all[..len], |&bit| new_int(bit as i64)) }
    }

    #[cold]
    unsafe fn function(self, v: Value<'_>) -> *mut PyObject {
        // SAFETY: the lock is held; known objects are alive.
        unsafe {
            if let Value::Func(func) = v
                && let Some(object) =
                    self.scratch.and_then(|s| s.function_at(std::ptr::from_ref(func).cast()))
            {
                ffi::Py_INCREF(object);
                return object;
            }
            functions::write(v, self)
        }
    }
}

#[inline(always)]
unsafe fn position(pos: u32) -> *mut PyObject {
    // SAFETY: the lock is held.
    unsafe { new_pair(layout::row(pos) as i64, layout::col(pos) as i64) }
}

/// A tuple of small integers.
unsafe fn row_tuple(row: &[i8]) -> *mut PyObject {
    // SAFETY: the tuple is new until it is returned.
    unsafe {
        let out = ffi::PyTuple_New(row.len() as Py_ssize_t);
        if out.is_null() {
            return out;
        }
        for (place, &n) in row.iter().enumerate() {
            let item = new_int(n as i64);
            if item.is_null() {
                ffi::Py_DECREF(out);
                return null_mut();
            }
            set_tuple_item(out, place, item);
        }
        out
    }
}

/// A frozenset of an object for each element.
#[inline(always)]
unsafe fn filled_set<T>(elements: &[T], write: impl Fn(&T) -> *mut PyObject) -> *mut PyObject {
    // SAFETY: a frozenset may be filled until something else has seen it.
    unsafe {
        let out = ffi::PyFrozenSet_New(null_mut());
        if out.is_null() {
            return out;
        }
        for element in elements {
            let object = write(element);
            let fine = !object.is_null() && ffi::PySet_Add(out, object) == 0;
            ffi::Py_XDECREF(object);
            if !fine {
                ffi::Py_DECREF(out);
                return null_mut();
            }
        }
        out
    }
}
