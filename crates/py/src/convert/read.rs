//! Python objects to values.

use exec::value::build::{DEPTH_LIMIT, Maker, SIZE_LIMIT};
use exec::value::keys::sort_dedup;
use exec::value::{Fault, Grid, Value, View, layout};
use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;

use super::ints::{self, Ints, small};
use super::objects::{self, is_tuple, is_type, tuple_item, tuple_len};
use super::problem::{Problem, Read};
use super::scratch::Scratch;
use super::sets;
use crate::dsl::functions;

/// Reads Python objects into values.
///
/// Containers that can change are copied before they are read. So whatever Python code is run by
/// reading (an object's own `__index__`), the containers being read stay as they are.
pub struct Reader<'a, 's> {
    maker: Maker<'a>,
    scratch: &'s mut Scratch,
    /// Whether objects are remembered, to come out again for the values read from them.
    remember: bool,
    /// Objects so far that stand for a value which would be written as another object.
    inexact: usize,
    /// Size of the containers being read, as far as it is known.
    size: u64,
}

impl<'a, 's> Reader<'a, 's> {
    /// A reader of a call's arguments.
    pub fn new(maker: Maker<'a>, scratch: &'s mut Scratch) -> Reader<'a, 's> {
        Reader { maker, scratch, remember: true, inexact: 0, size: 0 }
    }

    /// A reader of objects that may not outlive the next step.
    pub fn passing(maker: Maker<'a>, scratch: &'s mut Scratch) -> Reader<'a, 's> {
        Reader { maker, scratch, remember: false, inexact: 0, size: 0 }
    }

    /// Reads an object.
    ///
    /// # Safety
    /// A live object that stays alive while values read from it are in use; the interpreter's
    /// lock is held.
    #[inline]
    pub unsafe fn read(&mut self, object: *mut PyObject) -> Read<Value<'a>> {
        // SAFETY: as promised.
        unsafe { self.read_within(object, 0) }
    }

    /// Reads an object that is so many levels deep in what is being read.
    ///
    /// # Safety
    /// As for [`Reader::read`].
    #[inline]
    pub unsafe fn read_within(&mut self, object: *mut PyObject, depth: u32) -> Read<Value<'a>> {
        // SAFETY: as promised.
        unsafe {
            let inexact = self.inexact;
            let v = self.value(object, depth)?;
            if self.remember
                && self.inexact == inexact
                && let View::Grid(grid) = v.view()
            {
                // Scratch memory is cleared before the arena is used for another call.
                let grid = std::mem::transmute::<Grid<'a>, Grid<'static>>(grid);
                self.scratch.know_grid(grid, object);
            }
            Ok(v)
        }
    }

    #[inline]
    unsafe fn value(&mut self, object: *mut PyObject, depth: u32) -> Read<Value<'a>> {
        // SAFETY: as promised to `read`.
        unsafe {
            if let Some(n) = small(object) {
                return Ok(Value::Int(n));
            }
            if is_tuple(object) {
                return self.exact(object, depth, Self::tuple);
            }
            if is_type(object, &raw mut ffi::PyFrozenSet_Type) {
                return self.exact(object, depth, Self::set);
            }
            self.other(object, depth)
        }
    }

    /// Reads a container, and remembers it if it would be written as it is.
    #[inline]
    unsafe fn exact(
        &mut self,
        object: *mut PyObject,
        depth: u32,
        read: unsafe fn(&mut Self, *mut PyObject, u32) -> Read<Value<'a>>,
    ) -> Read<Value<'a>> {
        let inexact = self.inexact;
        // SAFETY: the caller looked at the object's type.
        let v = unsafe { read(self, object, depth) }?;
        if self.remember && self.inexact == inexact {
            self.scratch.know(v, object);
        }
        Ok(v)
    }

    #[inline]
    unsafe fn tuple(&mut self, tuple: *mut PyObject, depth: u32) -> Read<Value<'a>> {
        // SAFETY: a live tuple, which keeps its elements.
        unsafe {
            let len = tuple_len(tuple);
            if len == 0 {
                return Ok(Value::UNIT);
            }
            check(len, depth)?;
            let first = tuple_item(tuple, 0);
            let packed = match is_tuple(first) {
                true => self.grid(tuple, len, tuple_len(first)),
                false => self.flat(tuple, len),
            };
            match packed {
                Some(v) => Ok(v),
                None => self.any_tuple(tuple, len, depth),
            }
        }
    }

    /// A pair, a cell or a row; `None` for any other tuple.
    #[inline]
    unsafe fn flat(&mut self, tuple: *mut PyObject, len: usize) -> Option<Value<'a>> {
        // SAFETY: a live tuple of this length.
        unsafe {
            if len == 2 && is_tuple(tuple_item(tuple, 1)) {
                return (!self.maker.lay.is_batt())
                    .then(|| cell_key(self.maker, tuple))
                    .flatten()
                    .map(Value::Cell);
            }
            if len == 2 {
                let (a, b) = (int(tuple_item(tuple, 0))?, int(tuple_item(tuple, 1))?);
                return Some(self.maker.pair(a, b));
            }
            // Most tuples that are no rows show it at their first element.
            i8::try_from(int(tuple_item(tuple, 0))?).ok()?;
            let row = self.maker.arena.filled(len, 0i8);
            read_row(tuple, row).then(|| self.maker.row(row))
        }
    }

    /// A grid; `None` for any other tuple of tuples.
    unsafe fn grid(
        &mut self,
        tuple: *mut PyObject,
        height: usize,
        width: usize,
    ) -> Option<Value<'a>> {
        // SAFETY: a live tuple of this length whose first element is a tuple.
        unsafe {
            if width > 0 {
                i8::try_from(int(tuple_item(tuple_item(tuple, 0), 0))?).ok()?;
            }
            if height.saturating_mul(width.max(1)) > SIZE_LIMIT as usize {
                return None;
            }
            let cells = self.maker.new_cells(height, width).ok()?;
            for r in 0..height {
                let row = tuple_item(tuple, r);
                if !is_tuple(row) || tuple_len(row) != width {
                    return None;
                }
                if !read_row(row, &mut cells[r * width..(r + 1) * width]) {
                    return None;
                }
            }
            self.maker.grid(height, width, cells).ok()
        }
    }

    unsafe fn any_tuple(
        &mut self,
        tuple: *mut PyObject,
        len: usize,
        depth: u32,
    ) -> Read<Value<'a>> {
        let (start, size) = (self.scratch.stack.len(), self.size);
        self.grow(len as u64)?;
        for i in 0..len {
            // SAFETY: a live tuple of this length.
            let v = unsafe { self.value(tuple_item(tuple, i), depth + 1) };
            self.push(v.map_err(|problem| problem.within(i))?)?;
        }
        let v = self.maker.tuple(&self.scratch.stack[start..]).map_err(too_large);
        self.scratch.stack.truncate(start);
        self.size = size;
        v
    }

    #[inline]
    unsafe fn set(&mut self, set: *mut PyObject, depth: u32) -> Read<Value<'a>> {
        // SAFETY: a live frozenset, which keeps its elements.
        unsafe {
            let len = sets::len(set);
            if len == 0 {
                return Ok(Value::EMPTY);
            }
            check(len, depth)?;
            let first = sets::any(set);
            if first.is_null() {
                return Err(Problem::raised(Python::assume_attached()));
            }
            match self.packed_set(set, len, first) {
                Some(v) => Ok(v),
                None => self.any_set(set, depth),
            }
        }
    }

    /// A set of small integers, positions or cells; `None` for any other.
    unsafe fn packed_set(
        &mut self,
        set: *mut PyObject,
        len: usize,
        first: *mut PyObject,
    ) -> Option<Value<'a>> {
        let maker = self.maker;
        // SAFETY: a live frozenset; `first` is one of its elements.
        unsafe {
            if !is_tuple(first) {
                return bits(set);
            }
            let batt = maker.lay.is_batt();
            let cells = match tuple_len(first) {
                2 => !batt && is_tuple(tuple_item(first, 1)),
                3 if batt => true,
                _ => return None,
            };
            let keys = match (cells, batt) {
                (false, _) => keys(maker, set, len, |key| pos_key(key)),
                (true, false) => keys(maker, set, len, |key| cell_key(maker, key)),
                (true, true) => keys(maker, set, len, |key| batt_cell_key(maker, key)),
            }?;
            Some(if cells { maker.cells(sort_dedup(keys)) } else { maker.poses(sort_dedup(keys)) })
        }
    }

    unsafe fn any_set(&mut self, set: *mut PyObject, depth: u32) -> Read<Value<'a>> {
        let (start, size) = (self.scratch.stack.len(), self.size);
        // SAFETY: a live frozenset.
        self.grow(unsafe { sets::len(set) } as u64)?;
        let mut read = Ok(());
        // SAFETY: a live frozenset, which keeps its elements.
        let walked = unsafe {
            sets::each(set, |key| {
                read = self.value(key, depth + 1).and_then(|v| self.push(v));
                read.is_ok()
            })
        };
        read?;
        if !walked {
            // SAFETY: the lock is held.
            return Err(Problem::raised(unsafe { Python::assume_attached() }));
        }
        // SAFETY: pushed above.
        let v =
            self.maker.set(unsafe { retyped(&mut self.scratch.stack[start..]) }).map_err(too_large);
        self.scratch.stack.truncate(start);
        self.size = size;
        v
    }

    /// Counts the elements of a container in the place of itself. A large part that is in many places
    /// takes memory for each, so there must not be too many at any time.
    #[inline]
    fn grow(&mut self, elements: u64) -> Read<()> {
        self.size += elements.saturating_sub(1);
        if self.size > SIZE_LIMIT { Err(too_many()) } else { Ok(()) }
    }

    /// Puts a value on the stack of elements.
    #[inline]
    fn push(&mut self, v: Value<'a>) -> Read<()> {
        // SAFETY: the stack is empty again before the arena is used for anything else.
        self.scratch.stack.push(unsafe { std::mem::transmute::<Value<'a>, Value<'static>>(v) });
        if let Value::Int(_) = v { Ok(()) } else { self.grow(v.size()) }
    }

    /// Everything but small integers, tuples and frozensets.
    #[inline(never)]
    unsafe fn other(&mut self, object: *mut PyObject, depth: u32) -> Read<Value<'a>> {
        // SAFETY: a live object; the lock is held.
        unsafe {
            match ints::int(object) {
                Ok(Some(n)) => return Ok(Value::Int(n)),
                Ok(None) => {}
                Err(overflow) => return Err(overflow.into()),
            }
            let dialect = self.maker.lay.dialect;
            if let Some(v) = functions::read(dialect, object, self.scratch, depth) {
                return v;
            }
            self.inexact += 1;
            if ffi::PyTuple_Check(object) != 0 {
                return self.tuple(object, depth);
            }
            if is_type(object, &raw mut ffi::PyRange_Type) || ffi::PyList_Check(object) != 0 {
                return self.listed(object, depth);
            }
            if ffi::PyAnySet_Check(object) != 0 {
                let copy = self.kept(ffi::PyFrozenSet_New(object))?;
                return self.set(copy, depth);
            }
            ints::stood_for(object)?.map(Value::Int).ok_or_else(|| no_value(object))
        }
    }

    /// A list or range as a tuple. A list's own elements: a class made from lists may count and hand
    /// out others, without end.
    unsafe fn listed(&mut self, object: *mut PyObject, depth: u32) -> Read<Value<'a>> {
        // SAFETY: a live list or range; the lock is held.
        unsafe {
            let is_list = ffi::PyList_Check(object) != 0;
            let len = if is_list { ffi::PyList_Size(object) } else { ffi::PyObject_Size(object) };
            if len < 0 {
                // A range may be longer than any list.
                ffi::PyErr_Clear();
            }
            check(usize::try_from(len).unwrap_or(usize::MAX), depth)?;
            let copy = match is_list {
                true => ffi::PyList_AsTuple(object),
                false => ffi::PySequence_Tuple(object),
            };
            let copy = self.kept(copy)?;
            self.tuple(copy, depth)
        }
    }

    /// A new reference that lives as long as the call.
    unsafe fn kept(&mut self, object: *mut PyObject) -> Read<*mut PyObject> {
        if object.is_null() {
            // SAFETY: the lock is held.
            return Err(Problem::raised(unsafe { Python::assume_attached() }));
        }
        self.scratch.keep(object);
        Ok(object)
    }
}

/// A slice of the stack with the arena's lifetime again.
///
/// # Safety
/// The values were put there by the reader whose arena has this lifetime.
unsafe fn retyped<'x, 'a>(values: &'x mut [Value<'static>]) -> &'x mut [Value<'a>] {
    // SAFETY: as promised; only the lifetime's name changes.
    unsafe { std::mem::transmute::<&'x mut [Value<'static>], &'x mut [Value<'a>]>(values) }
}

/// Limits that hold before elements are looked at.
#[inline]
fn check(len: usize, depth: u32) -> Read<()> {
    if len as u64 > SIZE_LIMIT {
        return Err(too_many());
    }
    if depth >= DEPTH_LIMIT {
        return Err(Problem::new(
            Fault::Budget,
            format!("is nested more than {DEPTH_LIMIT} levels deep"),
        ));
    }
    Ok(())
}

#[cold]
fn too_many() -> Box<Problem> {
    Problem::new(Fault::Budget, format!("has more than {SIZE_LIMIT} elements"))
}

#[cold]
fn too_large(fault: Fault) -> Box<Problem> {
    Problem::new(fault, "is beyond the limits of size or nesting")
}

/// An integer that fits; `None` for any other object.
#[inline(always)]
unsafe fn int(object: *mut PyObject) -> Option<i64> {
    // SAFETY: a live object.
    unsafe { Ints::known().get(object) }
}

/// Whether all elements of a tuple are integers that fit a row, which are then in `row`.
#[inline]
unsafe fn read_row(tuple: *mut PyObject, row: &mut [i8]) -> bool {
    // SAFETY: a live tuple of the row's length.
    unsafe {
        let ints = Ints::known();
        let items = objects::Items::of(tuple);
        for (place, to) in row.iter_mut().enumerate() {
            let item = items.get(place);
            let Some(n) = ints.get(item) else { return false };
            if i8::try_from(n).is_err() {
                return false;
            }
            *to = n as i8;
        }
        true
    }
}

/// A set of integers 0..63.
unsafe fn bits<'a>(set: *mut PyObject) -> Option<Value<'a>> {
    let mut bits = Some(0u64);
    // SAFETY: a live frozenset.
    let walked = unsafe {
        sets::each(set, |key| {
            bits = match (bits, int(key)) {
                (Some(bits), Some(n @ 0..64)) => Some(bits | 1 << n),
                _ => None,
            };
            bits.is_some()
        })
    };
    bits.filter(|_| walked).map(Value::Bits)
}

/// The packed elements of a set, unless one has no packed form.
#[inline(always)]
unsafe fn keys<'a>(
    maker: Maker<'a>,
    set: *mut PyObject,
    len: usize,
    pack: impl Fn(*mut PyObject) -> Option<u32>,
) -> Option<&'a mut [u32]> {
    let keys = maker.arena.filled(len, 0u32);
    let mut count = 0;
    // SAFETY: a live frozenset.
    let walked = unsafe {
        sets::each(set, |key| match (keys.get_mut(count), pack(key)) {
            (Some(to), Some(key)) => {
                *to = key;
                count += 1;
                true
            }
            _ => false,
        })
    };
    (walked && count == len).then_some(keys)
}

/// A position: a tuple of two integers that fit.
#[inline(always)]
unsafe fn pos_key(object: *mut PyObject) -> Option<u32> {
    // SAFETY: a live object.
    unsafe {
        if !is_tuple(object) || tuple_len(object) != 2 {
            return None;
        }
        let items = objects::Items::of(object);
        layout::pos(int(items.get(0))?, int(items.get(1))?)
    }
}

/// A cell (colour, (row, column)).
#[inline(always)]
unsafe fn cell_key(maker: Maker<'_>, object: *mut PyObject) -> Option<u32> {
    // SAFETY: a live object.
    unsafe {
        if !is_tuple(object) || tuple_len(object) != 2 {
            return None;
        }
        let items = objects::Items::of(object);
        let colour = i8::try_from(int(items.get(0))?).ok()?;
        Some(maker.lay.cell(colour, pos_key(items.get(1))?))
    }
}

/// A cell (row, column, colour).
#[inline(always)]
unsafe fn batt_cell_key(maker: Maker<'_>, object: *mut PyObject) -> Option<u32> {
    // SAFETY: a live object.
    unsafe {
        if !is_tuple(object) || tuple_len(object) != 3 {
            return None;
        }
        let items = objects::Items::of(object);
        let colour = i8::try_from(int(items.get(2))?).ok()?;
        Some(maker.lay.cell(colour, layout::pos(int(items.get(0))?, int(items.get(1))?)?))
    }
}

/// An object of a type that the language does not have.
#[cold]
unsafe fn no_value(object: *mut PyObject) -> Box<Problem> {
    // SAFETY: a live object; the lock is held.
    let name = unsafe {
        let py = Python::assume_attached();
        let object = Borrowed::from_ptr(py, object);
        object.get_type().name().map_or_else(|_| "thing".into(), |name| name.to_string())
    };
    let hint = match name.as_str() {
        "NoneType" => "is None",
        "ndarray" => "is a numpy array (give tuple(map(tuple, array.tolist())))",
        _ => "",
    };
    let what = if hint.is_empty() { format!("is of type {name}") } else { hint.to_string() };
    Problem::new(
        Fault::Type,
        format!("{what}; values are integers, tuples, frozensets and functions"),
    )
}
