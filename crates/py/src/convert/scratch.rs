//! Memory that conversions use again, and what they must remember during one call.

use exec::value::{Grid, Value, View};
use pyo3::ffi::{self, PyObject};

use super::objects;

/// Memory for one call at a time.
#[derive(Default)]
pub struct Scratch {
    /// Elements of the containers being read.
    pub(super) stack: Vec<Value<'static>>,
    /// The objects that values were read from, by ascending address.
    known: Vec<Known>,
    /// Whether `known` ascends; it does unless values lie in several pieces of memory.
    scattered: bool,
    /// Grids among the arguments, for their rows.
    grids: Vec<(Grid<'static>, *mut PyObject)>,
    /// Function objects that were read, by the address of their value.
    functions: Vec<(*const u8, *mut PyObject)>,
    /// References held until the call is over.
    keep: Vec<*mut PyObject>,
    /// Numbers of Python functions held until the call is over.
    pub hosts: Vec<u32>,
    /// Whether a Python function is among the functions that were read.
    pub calls_python: bool,
}

/// A value in memory and the object it was read from, which is alive during the call.
struct Known {
    at: Place,
    object: *mut PyObject,
}

/// Where a value's memory is: address, length and form tell it from all others.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Place {
    address: usize,
    len: usize,
    form: u8,
}

impl Place {
    #[inline]
    fn of(v: Value<'_>) -> Option<Place> {
        let (address, len, form) = match v.view() {
            View::Row(r) => (r.as_ptr() as usize, r.len(), 0),
            View::Grid(g) => (g.cells.as_ptr() as usize, g.cells.len() << 16 | g.height, 1),
            View::Tuple(t) => (t.as_ptr() as usize, t.len(), 2),
            View::Cells(k) => (k.as_ptr() as usize, k.len(), 3),
            View::Poses(k) => (k.as_ptr() as usize, k.len(), 4),
            View::Set(s) => (s.as_ptr() as usize, s.len(), 5),
            _ => return None,
        };
        (len > 0).then_some(Place { address, len, form })
    }
}

impl Scratch {
    /// Remembers the object that a value was read from.
    #[inline]
    pub(super) fn know(&mut self, v: Value<'_>, object: *mut PyObject) {
        let Some(at) = Place::of(v) else { return };
        self.scattered |= self.known.last().is_some_and(|k| k.at.address > at.address);
        self.known.push(Known { at, object });
    }

    /// Remembers a grid among the arguments.
    pub(super) fn know_grid(&mut self, grid: Grid<'static>, object: *mut PyObject) {
        self.grids.push((grid, object));
    }

    /// Remembers the object of a function value.
    pub fn know_function(&mut self, address: *const u8, object: *mut PyObject) {
        self.functions.push((address, object));
    }

    /// The object that a value was read from, borrowed.
    #[inline]
    pub(super) fn object_of(&self, v: Value<'_>) -> Option<*mut PyObject> {
        if self.known.is_empty() || self.scattered {
            return None;
        }
        let at = Place::of(v)?;
        let from = self.known.partition_point(|k| k.at.address < at.address);
        let same = self.known[from..].iter().take_while(|k| k.at.address == at.address);
        same.into_iter().find(|k| k.at == at).map(|k| k.object)
    }

    /// The object that a function value was read from, borrowed.
    pub(super) fn function_at(&self, address: *const u8) -> Option<*mut PyObject> {
        self.functions.iter().find(|(at, _)| *at == address).map(|(_, object)| *object)
    }

    /// The row object of an argument that has this row in this place, borrowed.
    ///
    /// # Safety
    /// The call that read the arguments is still under way.
    #[inline]
    pub(super) unsafe fn row_object(&self, place: usize, row: &[i8]) -> Option<*mut PyObject> {
        let has = |(grid, _): &&(Grid<'static>, _)| {
            grid.width == row.len() && place < grid.height && grid.row(place) == row
        };
        let (_, object) = self.grids.iter().find(has)?;
        // SAFETY: the grid was read from this tuple of tuples.
        Some(unsafe { objects::tuple_item(*object, place) })
    }

    /// Holds a reference, which it takes over, until the call is over.
    pub fn keep(&mut self, object: *mut PyObject) {
        self.keep.push(object);
    }

    /// References that are held, other than to these objects; they are taken over.
    pub fn take_kept(&mut self, but: &[*mut PyObject]) -> Vec<*mut PyObject> {
        match self.keep.iter().all(|object| but.contains(object)) {
            true => Vec::new(),
            false => std::mem::take(&mut self.keep),
        }
    }

    /// Forgets everything about the call that is over.
    ///
    /// # Safety
    /// The interpreter's lock is held; no value that was read is used again.
    #[inline]
    pub unsafe fn clear(&mut self) {
        self.stack.clear();
        self.known.clear();
        self.scattered = false;
        self.grids.clear();
        self.functions.clear();
        // What a last reference runs may be any Python code, but it finds other scratch memory.
        while let Some(object) = self.keep.pop() {
            // SAFETY: a reference that `keep` took over.
            unsafe { ffi::Py_DECREF(object) };
        }
    }
}
