//! Op functions and function values as Python objects.

use std::cell::UnsafeCell;
use std::ptr::null_mut;

use exec::value::Value;
use lang::{Dialect, Op};
use pyo3::exceptions::PyTypeError;
use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;

use super::{function, hosts};
use crate::convert::objects::is_type;
use crate::convert::problem::Read;
use crate::convert::scratch::Scratch;
use crate::convert::write::Writer;

/// Places of the table that finds an op by its function object; a power of two, twice as many as
/// there are ops.
const PLACES: usize = 2048;

const _: () = assert!(Op::COUNT * 2 < PLACES);

/// The function objects of all ops.
struct Functions {
    by_op: [*mut PyObject; Op::COUNT],
    by_object: [(*mut PyObject, u16); PLACES],
}

struct Shared(UnsafeCell<Functions>);

// SAFETY: only touched by threads that hold the interpreter's lock.
unsafe impl Sync for Shared {}

static FUNCTIONS: Shared = Shared(UnsafeCell::new(Functions {
    by_op: [null_mut(); Op::COUNT],
    by_object: [(null_mut(), 0); PLACES],
}));

#[inline(always)]
fn place_of(object: *mut PyObject) -> usize {
    ((object as usize >> 4).wrapping_mul(0x9e37_79b1) >> 12) % PLACES
}

/// Remembers the function object of an op, for ever.
///
/// # Safety
/// The interpreter's lock is held; called once per op with a reference that is given up.
pub unsafe fn add(op: Op, object: *mut PyObject) {
    // SAFETY: as promised.
    let functions = unsafe { &mut *FUNCTIONS.0.get() };
    functions.by_op[op.index()] = object;
    let mut place = place_of(object);
    while !functions.by_object[place].0.is_null() {
        place = (place + 1) % PLACES;
    }
    functions.by_object[place] = (object, op.index() as u16);
}

/// The function object of an op, borrowed; null before it was added.
///
/// # Safety
/// The interpreter's lock is held.
pub unsafe fn object_of(op: Op) -> *mut PyObject {
    // SAFETY: as promised.
    unsafe { (*FUNCTIONS.0.get()).by_op[op.index()] }
}

/// The op of a function object.
///
/// # Safety
/// The interpreter's lock is held. Any address will do.
#[inline]
pub unsafe fn op_of(object: *mut PyObject) -> Option<Op> {
    // SAFETY: as promised.
    let table = unsafe { &(*FUNCTIONS.0.get()).by_object };
    let mut place = place_of(object);
    // Half of the places are empty, so the walk ends.
    loop {
        match table[place] {
            (found, op) if found == object => return Op::from_index(op as usize),
            (found, _) if found.is_null() => return None,
            _ => place = (place + 1) % PLACES,
        }
    }
}

/// A callable object, so many levels deep in what is being read, as a function value; `None` when it is
/// not callable. What belongs to the other dialect is called as any Python function is.
///
/// # Safety
/// A live object; the interpreter's lock is held.
#[inline]
pub unsafe fn read<'a>(
    dialect: Dialect,
    object: *mut PyObject,
    scratch: &mut Scratch,
    depth: u32,
) -> Option<Read<Value<'a>>> {
    // SAFETY: as promised.
    unsafe {
        if is_type(object, &raw mut ffi::PyCFunction_Type)
            && let Some(op) = op_of(object)
            && op.dialect() == dialect
        {
            return Some(Ok(Value::Op(op)));
        }
        if function::made(object).is_some_and(|made| made.dialect() == dialect) {
            ffi::Py_INCREF(object);
            scratch.keep(object);
            if let Err(problem) = function::settle(object, depth) {
                return Some(Err(problem));
            }
            let made = function::made(object)?;
            scratch.know_function(made.address(), object);
            scratch.calls_python |= made.calls_python;
            return Some(Ok(made.value()));
        }
        if ffi::PyCallable_Check(object) == 0 {
            return None;
        }
        ffi::Py_INCREF(object);
        scratch.keep(object);
        let host = match hosts::register(object) {
            Ok(host) => host,
            Err(error) => return Some(Err(error.into())),
        };
        scratch.hosts.push(host.id);
        scratch.calls_python = true;
        Some(Ok(Value::Host(host)))
    }
}

/// The object of a function value: a new reference, or null with Python's error set.
///
/// # Safety
/// The interpreter's lock is held.
#[cold]
pub unsafe fn write(v: Value<'_>, writer: Writer<'_>) -> *mut PyObject {
    // SAFETY: as promised.
    unsafe {
        let object = match v {
            Value::Op(op) => object_of(op),
            Value::Host(host) => hosts::object(host.id),
            Value::Func(func) => return function::rebuilt(func, writer),
            _ => null_mut(),
        };
        if object.is_null() {
            Python::attach(|py| PyTypeError::new_err("a function without a name").restore(py));
        } else {
            ffi::Py_INCREF(object);
        }
        object
    }
}
