//! The values of Python's integers, read where Python keeps them.
//!
//! Python keeps one object of every small integer, and where these lie in a row the address tells the
//! value. Other integers of a single digit (below 2^30) are read as well: shots and frames reach far
//! beyond a grid, so most numbers of some patches are negative. Both are noticed when the module
//! loads; what does not look as expected is asked for by function calls.

use std::cell::UnsafeCell;
use std::ptr::null_mut;

use exec::value::Fault;
use pyo3::ffi::{self, PyObject};
use pyo3::types::{PyAnyMethods, PyInt, PyTypeMethods};
use pyo3::{Borrowed, PyErr, PyResult, Python};

use super::objects::{is_tuple, is_type};
use super::problem::{Problem, Read};
use crate::{errors, exit};

/// Integers that Python keeps one object of.
pub const SMALL: std::ops::Range<i64> = -5..257;

const SMALL_COUNT: usize = (SMALL.end - SMALL.start) as usize;

/// Neighbours in a row of small integers are this far apart, as a power of two.
const STEP: u32 = 5;

/// Bytes that a row of small integers takes.
const ROW: usize = SMALL_COUNT << STEP;

/// All offsets below this are of small integers: a power of two, so that it holds for several if it holds
/// for all their bits together.
pub const NEAR: usize = 1 << ROW.ilog2();

/// An integer of one digit in memory: behind the base, a word that tells length and sign.
#[repr(C)]
struct OneDigit {
    base: PyObject,
    tag: usize,
    digit: u32,
}

/// Where integers are, for loops over many.
#[derive(Clone, Copy)]
pub struct Ints {
    /// Address of the smallest small integer; of nothing where they do not lie in a row.
    base: usize,
    /// Address of 0, likewise.
    zero: usize,
    /// Integers whose tag is one of so many from this one on have a single digit.
    first_tag: usize,
    tags: usize,
    /// The tag of those below 0.
    below: usize,
}

/// No address of an object, and none less than [`ROW`] before one.
const NO_ROW: usize = isize::MAX as usize;

struct Shared(UnsafeCell<(Ints, [*mut PyObject; SMALL_COUNT])>);

// SAFETY: only touched by threads that hold the interpreter's lock.
unsafe impl Sync for Shared {}

/// What is known of integers, and the small ones.
static KNOWN: Shared = Shared(UnsafeCell::new((
    Ints { base: NO_ROW, zero: NO_ROW, first_tag: 0, tags: 0, below: 0 },
    [null_mut(); SMALL_COUNT],
)));

/// Looks at some integers. Called once, when the module loads.
pub fn prepare(py: Python<'_>) -> PyResult<()> {
    // SAFETY: `py` stands for the lock; nothing else is running in this module yet.
    let (ints, small) = unsafe { &mut *KNOWN.0.get() };
    for (place, n) in small.iter_mut().zip(SMALL) {
        *place = made(py, n)?;
    }
    let first = small[0] as usize;
    if (0..SMALL_COUNT).all(|i| small[i] as usize == first.wrapping_add(i << STEP)) {
        (ints.base, ints.zero) = (first, small[-SMALL.start as usize] as usize);
    }
    if let Some((above, below)) = one_digit_tags(py)? {
        // -1 and 1 up to Python 3.11, where 0 is between them and no other; 10 and 8 since.
        ints.first_tag = above.min(below) as usize;
        ints.tags = above.abs_diff(below) + 1;
        ints.below = below as usize;
    }
    Ok(())
}

/// A new reference to an integer.
fn made(py: Python<'_>, n: i64) -> PyResult<*mut PyObject> {
    // SAFETY: `py` stands for the lock.
    let object = unsafe { ffi::PyLong_FromLongLong(n) };
    if object.is_null() { Err(PyErr::fetch(py)) } else { Ok(object) }
}

/// The tags of integers of one digit above and below 0, if integers are as [`OneDigit`] says: believed
/// if a few look like that, and longer ones do not.
fn one_digit_tags(py: Python<'_>) -> PyResult<Option<(isize, isize)>> {
    let class = py.get_type::<PyInt>();
    let size = |name: &str| class.as_any().getattr(name)?.extract::<usize>();
    if size("__basicsize__")? + size("__itemsize__")? < std::mem::offset_of!(OneDigit, digit) + 4 {
        return Ok(None);
    }
    let look = |n: i64| -> PyResult<(isize, u32)> {
        let object = made(py, n)?;
        // SAFETY: the sizes say that all of this is in an integer that is not 0.
        let OneDigit { tag, digit, .. } = unsafe { &*object.cast::<OneDigit>() };
        let read = (*tag as isize, *digit);
        // SAFETY: the reference that was made.
        unsafe { ffi::Py_DECREF(object) };
        Ok(read)
    };
    const DIGIT: i64 = 1 << 30;
    let (above, below) = (look(1000)?.0, look(-1000)?.0);
    // Small ones may have a mark of their own.
    for n in [257, 1001, DIGIT / 2 + 3, DIGIT - 1] {
        if look(n)? != (above, n as u32) || look(-n)? != (below, n as u32) {
            return Ok(None);
        }
    }
    let tags = above.min(below)..=above.max(below);
    for n in [DIGIT, DIGIT + 1, 1 << 59, 1 << 62].into_iter().flat_map(|n| [n, -n]) {
        if tags.contains(&look(n)?.0) {
            return Ok(None);
        }
    }
    Ok((above.abs_diff(below) == 2).then_some((above, below)))
}

impl Ints {
    /// What [`prepare`] found.
    ///
    /// # Safety
    /// The interpreter's lock is held.
    #[inline(always)]
    pub unsafe fn known() -> Ints {
        // SAFETY: read after `prepare`.
        unsafe { (*KNOWN.0.get()).0 }
    }

    /// Whether small integers lie in a row.
    #[inline(always)]
    pub fn are_in_a_row(self) -> bool {
        self.base != NO_ROW
    }

    /// The place of a small integer in their row, counted in bytes; beyond [`ROW`] for any other object.
    #[inline(always)]
    pub fn offset(self, object: *mut PyObject) -> usize {
        (object as usize).wrapping_sub(self.base)
    }

    /// As [`Ints::offset`], of an integer that may be beyond the row or before it; nothing for one that is
    /// large, and other objects.
    ///
    /// # Safety
    /// A live object; the interpreter's lock is held.
    #[inline(always)]
    pub unsafe fn far_offset(self, object: *mut PyObject) -> Option<i64> {
        let offset = self.offset(object);
        if offset < ROW {
            return Some(offset as i64);
        }
        // SAFETY: as promised.
        let n = unsafe { self.read(object)? };
        n.checked_sub(SMALL.start)?.checked_mul(1 << STEP)
    }

    /// The value of one of the integers that Python keeps one object of.
    #[inline(always)]
    pub fn small(self, object: *mut PyObject) -> Option<i64> {
        // Only whole steps are integers, but no other object lies between two of them.
        let offset = self.offset(object);
        (offset < ROW).then(|| (offset >> STEP) as i64 + SMALL.start)
    }

    /// The value of a small integer from 0 on; something larger than all of them for any other object,
    /// which may be an integer as well.
    #[inline(always)]
    pub fn unsigned(self, object: *mut PyObject) -> usize {
        (object as usize).wrapping_sub(self.zero) >> STEP
    }

    /// The value of an integer or boolean that fits 64 bits; nothing for classes made from integers,
    /// which may compare as they like.
    ///
    /// # Safety
    /// A live object; the interpreter's lock is held.
    #[inline(always)]
    pub unsafe fn get(self, object: *mut PyObject) -> Option<i64> {
        if let Some(n) = self.small(object) {
            return Some(n);
        }
        // SAFETY: as promised; there is one object each for true and false.
        unsafe {
            match object {
                _ if object == ffi::Py_True() => Some(1),
                _ if object == ffi::Py_False() => Some(0),
                _ => self.read(object),
            }
        }
    }

    /// As [`Ints::get`], from the object itself: where small integers and others are mixed, to tell them
    /// apart by their addresses would be a branch that is guessed wrong.
    ///
    /// # Safety
    /// As for [`Ints::get`].
    #[inline(always)]
    pub unsafe fn read(self, object: *mut PyObject) -> Option<i64> {
        // SAFETY: as promised; an integer has a tag, and `prepare` checked that one with such a tag has
        // a digit.
        unsafe {
            let int = object.cast::<OneDigit>();
            let exact = is_type(object, &raw mut ffi::PyLong_Type);
            if !exact || (*int).tag.wrapping_sub(self.first_tag) >= self.tags {
                return own_by_call(object);
            }
            let n = (*int).digit as i64;
            Some(if (*int).tag == self.below { -n } else { n })
        }
    }
}

/// The value of one of the integers that Python keeps one object of.
///
/// # Safety
/// The interpreter's lock is held. Any address will do.
#[inline(always)]
pub unsafe fn small(object: *mut PyObject) -> Option<i64> {
    // SAFETY: as promised.
    unsafe { Ints::known() }.small(object)
}

/// One of the integers of [`SMALL`], borrowed.
///
/// # Safety
/// It is in [`SMALL`]; the interpreter's lock is held.
#[inline(always)]
pub unsafe fn small_object(n: i64) -> *mut PyObject {
    // SAFETY: the table has this place, and the object lives as long as the table.
    unsafe { (*KNOWN.0.get()).1[(n - SMALL.start) as usize] }
}

/// The value of an integer or boolean object: `Ok(None)` for any other object, `Err` for an
/// integer beyond 64 bits. Runs no Python code.
///
/// # Safety
/// A live object; the interpreter's lock is held.
#[inline(always)]
pub unsafe fn int(object: *mut PyObject) -> Result<Option<i64>, Overflow> {
    // SAFETY: as promised.
    unsafe {
        match small(object) {
            Some(n) => Ok(Some(n)),
            None => by_call(object),
        }
    }
}

/// An integer beyond 64 bits.
#[derive(Debug)]
pub struct Overflow;

impl From<Overflow> for Box<Problem> {
    fn from(_: Overflow) -> Box<Problem> {
        Problem::new(Fault::Domain, "is an integer beyond 64 bits")
    }
}

/// As [`by_call`], of Python's own integers and booleans alone.
#[cold]
#[inline(never)]
unsafe fn own_by_call(object: *mut PyObject) -> Option<i64> {
    // SAFETY: as promised to `int`.
    unsafe {
        let own = is_type(object, &raw mut ffi::PyLong_Type)
            || is_type(object, &raw mut ffi::PyBool_Type);
        if own { by_call(object).ok().flatten() } else { None }
    }
}

#[cold]
#[inline(never)]
unsafe fn by_call(object: *mut PyObject) -> Result<Option<i64>, Overflow> {
    // SAFETY: as promised to `int`.
    unsafe {
        // Tuples first: the question for classes made from integers is a function call.
        let exact = is_type(object, &raw mut ffi::PyLong_Type);
        if !exact && (is_tuple(object) || ffi::PyLong_Check(object) == 0) {
            return Ok(None);
        }
        let mut overflow = 0;
        let n = ffi::PyLong_AsLongLongAndOverflow(object, &mut overflow);
        if overflow == 0 { Ok(Some(n)) } else { Err(Overflow) }
    }
}

/// The integer that an object stands for which is none itself: one of numpy's, or anything with an
/// `__index__` of its own. `Ok(None)` where it stands for none.
///
/// # Safety
/// A live object; the interpreter's lock is held.
#[cold]
pub unsafe fn stood_for(object: *mut PyObject) -> Read<Option<i64>> {
    // SAFETY: as promised.
    unsafe {
        if ffi::PyIndex_Check(object) == 0 {
            return numpy_truth(object);
        }
        exit::prepare_thread();
        let n = ffi::PyNumber_Index(object);
        if n.is_null() {
            return match errors::cleared() {
                true => numpy_truth(object),
                false => Err(Problem::raised(Python::assume_attached())),
            };
        }
        let value = int(n);
        ffi::Py_DECREF(n);
        Ok(value?)
    }
}

/// The number of one of numpy's booleans, which stand for no integer but are what numpy's users have.
unsafe fn numpy_truth(object: *mut PyObject) -> Read<Option<i64>> {
    // SAFETY: as promised to `stood_for`.
    unsafe {
        let py = Python::assume_attached();
        let class = Borrowed::from_ptr(py, object).get_type();
        let is = |name: PyResult<_>, wanted: &[&str]| {
            let name: Option<pyo3::Bound<'_, pyo3::types::PyString>> = errors::tried(py, name)?;
            Ok::<_, PyErr>(name.is_some_and(|name| wanted.iter().any(|&wanted| name == wanted)))
        };
        // Called `bool_` before numpy 2.
        let found = is(class.name(), &["bool", "bool_"])? && is(class.module(), &["numpy"])?;
        Ok(found.then(|| (ffi::PyObject_IsTrue(object) == 1) as i64))
    }
}
