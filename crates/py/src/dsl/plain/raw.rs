//! Looking into Python's own objects and making new ones, without an exception on the way.
//!
//! Objects that go in are borrowed, objects that come out are new references, unless it says
//! otherwise.
//!
//! # Safety
//! All of this wants live objects and the interpreter's lock, which a short way has.

use std::ffi::c_int;

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyFrozenSet;

use crate::convert::ints::{self, Ints};
use crate::convert::{objects, sets};
use crate::{errors, exit};

/// A borrowed Python object, or a new reference in the place of a result.
pub type Obj = *mut ffi::PyObject;

/// Sizes up to which a short way works. The engine's own limits are beyond: what is larger is
/// rare, and the general way decides about it.
pub const LIMIT: usize = 1 << 14;

/// The arguments, if there are as many as the op takes.
#[inline(always)]
pub fn args<const N: usize>(args: &[Obj]) -> Option<[Obj; N]> {
    args.try_into().ok()
}

// ---- kinds

/// Whether it is exactly a tuple.
#[inline(always)]
pub unsafe fn is_tuple(o: Obj) -> bool {
    unsafe { objects::is_tuple(o) }
}

/// Whether it is exactly a frozenset.
#[inline(always)]
pub unsafe fn is_set(o: Obj) -> bool {
    unsafe { objects::is_type(o, &raw mut ffi::PyFrozenSet_Type) }
}

/// Whether it is a tuple of usual size.
#[inline(always)]
pub unsafe fn is_small_tuple(o: Obj) -> bool {
    unsafe { is_tuple(o) && len(o) <= LIMIT }
}

/// Whether it is a frozenset of usual size.
#[inline(always)]
pub unsafe fn is_small_set(o: Obj) -> bool {
    unsafe { is_set(o) && set_len(o) <= LIMIT }
}

/// Whether it is a tuple or a frozenset.
#[inline(always)]
pub unsafe fn is_container(o: Obj) -> bool {
    unsafe { is_tuple(o) || is_set(o) }
}

/// Whether it is data: an integer that the engine holds, a tuple or a frozenset of usual size.
#[inline(always)]
pub unsafe fn is_data(o: Obj) -> bool {
    unsafe { is_small_tuple(o) || is_small_set(o) || int(o).is_some() }
}

/// Whether it counts as true; nothing where that is not clear.
#[inline(always)]
pub unsafe fn truth(o: Obj) -> Option<bool> {
    unsafe {
        if is_tuple(o) {
            return Some(len(o) > 0);
        }
        if is_set(o) {
            return Some(set_len(o) > 0);
        }
        int(o).map(|n| n != 0)
    }
}

// ---- integers and answers

/// The value of an integer or truth value that fits.
#[inline(always)]
pub unsafe fn int(o: Obj) -> Option<i64> {
    unsafe { Ints::known().get(o) }
}

/// A Python integer.
#[inline(always)]
pub unsafe fn new_int(n: i64) -> Option<Obj> {
    unsafe { made(objects::new_int(n)) }
}

/// A Python truth value.
#[inline(always)]
pub unsafe fn new_bool(b: bool) -> Option<Obj> {
    unsafe { made(objects::new_bool(b)) }
}

/// What Python made; where it failed, nothing, and no error remains but one that ends the call.
#[inline(always)]
pub unsafe fn made(o: Obj) -> Option<Obj> {
    if o.is_null() {
        unsafe { errors::cleared() };
        return None;
    }
    Some(o)
}

/// One more reference.
#[inline(always)]
pub unsafe fn share(o: Obj) -> Option<Obj> {
    Some(unsafe { objects::share(o) })
}

/// Gives a reference back; nothing results.
#[cold]
pub unsafe fn drop_of<T>(o: Obj) -> Option<T> {
    unsafe { ffi::Py_DECREF(o) };
    None
}

/// How deep values are followed; more would be no grid, object or set of such.
const DEPTH: usize = 6;

/// How many tuples are compared: parts that are shared many times over must not count for ever.
const TUPLES: usize = 1 << 14;

/// Whether two values are equal. Nothing where they nest deeper than usual.
#[inline(always)]
pub unsafe fn same(a: Obj, b: Obj) -> Option<bool> {
    unsafe {
        if a == b {
            return Some(true);
        }
        // There is one object of every small integer.
        if ints::small(a).is_some() && ints::small(b).is_some() {
            return Some(false);
        }
        if is_tuple(a) && is_tuple(b) {
            return same_tuples(a, b, DEPTH, &mut { TUPLES });
        }
        match (int(a), int(b)) {
            (Some(a), Some(b)) => Some(a == b),
            _ => same_others(a, b),
        }
    }
}

/// As [`same`], of objects that compare as they like. For the language a class made from integers is
/// integers, so the general way decides about those.
#[inline(never)]
unsafe fn same_others(a: Obj, b: Obj) -> Option<bool> {
    unsafe {
        if !is_container(a) || !is_container(b) {
            let odd = |o| !objects::is_type(o, &raw mut ffi::PyLong_Type) && int(o).is_none();
            if [a, b].into_iter().any(|o| ffi::PyLong_Check(o) != 0 && odd(o)) {
                return None;
            }
            exit::prepare_thread();
        }
        answer(ffi::PyObject_RichCompareBool(a, b, ffi::Py_EQ))
    }
}

unsafe fn same_tuples(a: Obj, b: Obj, depth: usize, tuples: &mut usize) -> Option<bool> {
    unsafe {
        *tuples = tuples.checked_sub(1)?;
        if len(a) != len(b) {
            return Some(false);
        }
        for (x, y) in items(a).zip(items(b)) {
            let same = match is_tuple(x) && is_tuple(y) && x != y {
                true => same_tuples(x, y, depth.checked_sub(1)?, tuples)?,
                false => same(x, y)?,
            };
            if !same {
                return Some(false);
            }
        }
        Some(true)
    }
}

/// Whether a value may be hashed: Python follows tuples to any depth, to the end of its stack. Sets know
/// the hashes of their elements.
pub unsafe fn is_shallow(o: Obj) -> bool {
    unsafe { is_set(o) || !is_tuple(o) || is_shallow_tuple(o, DEPTH) }
}

unsafe fn is_shallow_tuple(tuple: Obj, depth: usize) -> bool {
    let shallow = |o| unsafe { !is_tuple(o) || depth > 0 && is_shallow_tuple(o, depth - 1) };
    unsafe { len(tuple) <= LIMIT && items(tuple).all(shallow) }
}

/// A yes or no of Python's; where it failed, nothing, and no error remains but one that ends the call.
#[inline(always)]
pub unsafe fn answer(code: c_int) -> Option<bool> {
    if code < 0 {
        unsafe { errors::cleared() };
        return None;
    }
    Some(code != 0)
}

// ---- tuples

/// Number of elements of a tuple.
#[inline(always)]
pub unsafe fn len(tuple: Obj) -> usize {
    unsafe { objects::tuple_len(tuple) }
}

/// An element of a tuple, borrowed. The place must be inside.
#[inline(always)]
pub unsafe fn item(tuple: Obj, at: usize) -> Obj {
    unsafe { objects::tuple_item(tuple, at) }
}

/// The elements of a tuple, borrowed.
#[inline(always)]
pub unsafe fn items(tuple: Obj) -> impl ExactSizeIterator<Item = Obj> {
    let (all, len) = unsafe { (objects::Items::of(tuple), len(tuple)) };
    (0..len).map(move |at| unsafe { all.get(at) })
}

/// The two integers of a tuple of exactly two.
#[inline(always)]
pub unsafe fn pair(o: Obj) -> Option<(i64, i64)> {
    unsafe { if is_tuple(o) && len(o) == 2 { prefix(o) } else { None } }
}

/// The first two integers of a tuple.
#[inline(always)]
pub unsafe fn prefix(o: Obj) -> Option<(i64, i64)> {
    unsafe {
        if !is_tuple(o) || len(o) < 2 {
            return None;
        }
        Some((int(item(o, 0))?, int(item(o, 1))?))
    }
}

/// A tuple of two; takes over both references.
#[inline(always)]
pub unsafe fn two(a: Obj, b: Obj) -> Option<Obj> {
    unsafe { made(objects::tuple2(a, b)) }
}

/// A tuple of two integers.
#[inline(always)]
pub unsafe fn new_pair(a: i64, b: i64) -> Option<Obj> {
    unsafe { made(objects::new_pair(a, b)) }
}

/// A tuple of `len` elements that `make` gives as new references.
#[inline(always)]
pub unsafe fn tuple_of(len: usize, mut make: impl FnMut(usize) -> Option<Obj>) -> Option<Obj> {
    unsafe {
        let tuple = made(ffi::PyTuple_New(len as isize))?;
        for at in 0..len {
            let Some(o) = make(at) else { return drop_of(tuple) };
            objects::set_tuple_item(tuple, at, o);
        }
        Some(tuple)
    }
}

/// A tuple of `len` borrowed elements.
#[inline(always)]
pub unsafe fn tuple_sharing(len: usize, pick: impl Fn(usize) -> Obj) -> Option<Obj> {
    unsafe {
        let tuple = made(ffi::PyTuple_New(len as isize))?;
        objects::share_into(tuple, len, pick);
        Some(tuple)
    }
}

/// Some of a tuple's elements.
#[inline(always)]
pub unsafe fn slice(tuple: Obj, from: usize, to: usize) -> Option<Obj> {
    unsafe { made(ffi::PyTuple_GetSlice(tuple, from as isize, to as isize)) }
}

/// A tuple backwards.
#[inline(always)]
pub unsafe fn backwards(tuple: Obj) -> Option<Obj> {
    unsafe {
        let last = len(tuple);
        let all = objects::Items::of(tuple);
        tuple_of(last, |at| share(all.get(last - 1 - at)))
    }
}

// ---- sets

/// Number of elements of a frozenset.
#[inline(always)]
pub unsafe fn set_len(set: Obj) -> usize {
    unsafe { sets::len(set) }
}

/// Calls `f` with the elements of a frozenset, borrowed, in whatever order Python has them, until it
/// gives nothing. Nothing as well where the elements of sets cannot be seen.
#[inline(always)]
pub unsafe fn each(set: Obj, f: impl FnMut(Obj) -> Option<()>) -> Option<()> {
    unsafe { sets::each_seen(set, f) }
}

/// An element of a frozenset that has one, borrowed.
#[inline(always)]
pub unsafe fn any(set: Obj) -> Option<Obj> {
    unsafe {
        let found = sets::any(set);
        if found.is_null() {
            ffi::PyErr_Clear();
            return None;
        }
        Some(found)
    }
}

/// A new frozenset that elements may be put into as long as nobody else has it.
#[inline(always)]
pub unsafe fn new_set() -> Option<Obj> {
    unsafe { made(ffi::PyFrozenSet_New(std::ptr::null_mut())) }
}

/// Puts an element, which it takes over, into a new frozenset.
#[inline(always)]
pub unsafe fn put(set: Obj, element: Option<Obj>) -> Option<()> {
    unsafe {
        let element = element?;
        let added = answer(ffi::PySet_Add(set, element));
        ffi::Py_DECREF(element);
        added.map(|_| ())
    }
}

/// A new frozenset if it was made to the end; else it is given back.
#[inline(always)]
pub unsafe fn finished(set: Obj, whole: Option<()>) -> Option<Obj> {
    if whole.is_some() { Some(set) } else { unsafe { drop_of(set) } }
}

/// The union of frozensets given as a tuple; at least one.
pub unsafe fn union(py: Python<'_>, sets: Obj) -> Option<Obj> {
    static UNION: PyOnceLock<Option<Py<PyAny>>> = PyOnceLock::new();
    let find = || py.get_type::<PyFrozenSet>().getattr("union").ok().map(Bound::unbind);
    let method = UNION.get_or_init(py, find).as_ref()?;
    unsafe { made(ffi::PyObject_Call(method.as_ptr(), sets, std::ptr::null_mut())) }
}
