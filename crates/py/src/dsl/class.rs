//! The Python class of functions made by `compose`, `rbind` and the like.

use std::ffi::{c_char, c_int, c_uint, c_void};
use std::ptr::null_mut;

use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::function::{self, Made, made};
use super::{call, explain, functions};
use crate::convert::problem::Read;
use crate::convert::{ints, objects};
use crate::errors;

/// The arguments it was made of, as a tuple.
unsafe fn args_tuple<'py>(py: Python<'py>, object: *mut PyObject) -> PyResult<Bound<'py, PyTuple>> {
    // SAFETY: a live object of the class.
    let args = unsafe { (*object.cast::<Made>()).args() };
    PyTuple::new(py, args.iter().map(|&arg| unsafe { Bound::from_borrowed_ptr(py, arg) }))
}

/// Levels of a function that its hash looks at: enough to tell most apart, and soon done.
const HASHED_LEVELS: u32 = 4;

unsafe extern "C" fn hash(object: *mut PyObject) -> ffi::Py_hash_t {
    const ERROR: ffi::Py_hash_t = -1;
    call::guarded_or(ERROR, || {
        // SAFETY: a live object of the class; the lock is held.
        match unsafe { shape(object, HASHED_LEVELS) } {
            Ok(shape) if shape as ffi::Py_hash_t == ERROR => -2,
            Ok(shape) => shape as ffi::Py_hash_t,
            Err(problem) => {
                // SAFETY: as above.
                explain::problem(unsafe { (*object.cast::<Made>()).op() }, 1, problem);
                ERROR
            }
        }
    })
}

/// The same number for equal functions: made of ops and integers, as deep as `levels` says. Data
/// are left out: they may be large.
unsafe fn shape(object: *mut PyObject, levels: u32) -> Read<u64> {
    // SAFETY: a live object; the lock is held.
    unsafe {
        let Some(made) = made(object) else { return shape_of_part(object) };
        let inner = if levels > 0 { made.args() } else { &[] };
        let start = mix(made.op().index() as u64 + 1);
        inner.iter().try_fold(start, |all, &arg| Ok(mix(all ^ shape(arg, levels - 1)?)))
    }
}

/// As [`shape`], of what is no such function. What stands for an integer equals it.
unsafe fn shape_of_part(object: *mut PyObject) -> Read<u64> {
    // SAFETY: a live object; the lock is held.
    unsafe {
        if let Some(n) = ints::int(object)? {
            return Ok(mix(n as u64));
        }
        // Ops, and methods of builtin classes: their hashes never fail.
        if objects::is_type(object, &raw mut ffi::PyCFunction_Type) {
            return Ok(ffi::PyObject_Hash(object) as u64);
        }
        let is_data = objects::is_tuple(object) || ffi::PyAnySet_Check(object) != 0;
        if is_data || ffi::PyCallable_Check(object) != 0 {
            return Ok(0);
        }
        Ok(ints::stood_for(object)?.map_or(0, |n| mix(n as u64)))
    }
}

fn mix(n: u64) -> u64 {
    n.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_right(23)
}

unsafe extern "C" fn compare(a: *mut PyObject, b: *mut PyObject, how: c_int) -> *mut PyObject {
    call::guarded(|| {
        // SAFETY: a live object of the class and any other object; the lock is held.
        Python::attach(|py| unsafe {
            let (Some(x), Some(y), ffi::Py_EQ | ffi::Py_NE) = (made(a), made(b), how) else {
                return py.NotImplemented().into_ptr();
            };
            let same = || -> PyResult<bool> {
                Ok(x.op() == y.op() && args_tuple(py, a)?.eq(args_tuple(py, b)?)?)
            };
            match same() {
                Ok(same) => objects::new_bool(same == (how == ffi::Py_EQ)),
                Err(error) => explain::raise(error),
            }
        })
    })
}

unsafe extern "C" fn repr(object: *mut PyObject) -> *mut PyObject {
    call::guarded(|| {
        // SAFETY: a live object of the class; the lock is held.
        Python::attach(|py| unsafe {
            match text(py, object) {
                Ok(text) => pyo3::types::PyString::new(py, &text).into_ptr(),
                Err(error) => explain::raise(error),
            }
        })
    })
}

/// The call that makes the function.
unsafe fn text(py: Python<'_>, object: *mut PyObject) -> PyResult<String> {
    // SAFETY: a live object of the class.
    unsafe {
        let mut parts = Vec::new();
        for arg in args_tuple(py, object)? {
            parts.push(match made(arg.as_ptr()) {
                Some(_) => text(py, arg.as_ptr())?,
                None if arg.is_callable() => match errors::tried(py, arg.getattr("__name__"))? {
                    Some(name) => name.str()?.to_string(),
                    None => arg.repr()?.to_string(),
                },
                None => arg.repr()?.to_string(),
            });
        }
        let op = (*object.cast::<Made>()).op().name();
        Ok(format!("{op}({})", parts.join(", ")))
    }
}

unsafe extern "C" fn reduce(object: *mut PyObject, _: *mut PyObject) -> *mut PyObject {
    call::guarded(|| {
        // SAFETY: a live object of the class; the lock is held.
        Python::attach(|py| unsafe {
            let op =
                Bound::from_borrowed_ptr(py, functions::object_of((*object.cast::<Made>()).op()));
            match args_tuple(py, object).and_then(|args| (op, args).into_pyobject(py)) {
                Ok(pair) => pair.into_ptr(),
                Err(error) => explain::raise(error),
            }
        })
    })
}

unsafe extern "C" fn get_op(object: *mut PyObject, _: *mut c_void) -> *mut PyObject {
    call::guarded(|| {
        // SAFETY: a live object of the class; the lock is held.
        Python::attach(|py| unsafe {
            pyo3::types::PyString::new(py, (*object.cast::<Made>()).op().name()).into_ptr()
        })
    })
}

unsafe extern "C" fn get_args(object: *mut PyObject, _: *mut c_void) -> *mut PyObject {
    call::guarded(|| {
        // SAFETY: a live object of the class; the lock is held.
        Python::attach(|py| unsafe {
            args_tuple(py, object).map_or_else(explain::raise, |args| args.into_ptr())
        })
    })
}

/// What Python must know of the vectorcall place; the flag has no name in the stable interface of
/// Python 3.10, but its number is the same in all versions.
const HAVE_VECTORCALL: c_uint = 1 << 11;
const DISALLOW_INSTANTIATION: c_uint = 1 << 7;
const IMMUTABLE: c_uint = 1 << 8;

/// Makes the class and returns it. Called once, when the module loads.
pub fn prepare(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let slot = |slot: c_int, pfunc: *mut c_void| ffi::PyType_Slot { slot, pfunc };
    let mut slots = [
        slot(ffi::Py_tp_doc, DOC.as_ptr() as *mut c_void),
        slot(ffi::Py_tp_dealloc, function::dealloc as *mut c_void),
        slot(ffi::Py_tp_clear, function::clear as *mut c_void),
        slot(ffi::Py_tp_traverse, function::traverse as *mut c_void),
        slot(ffi::Py_tp_call, function::called_by_tuple as *mut c_void),
        slot(ffi::Py_tp_hash, hash as *mut c_void),
        slot(ffi::Py_tp_richcompare, compare as *mut c_void),
        slot(ffi::Py_tp_repr, repr as *mut c_void),
        slot(ffi::Py_tp_members, members().cast()),
        slot(ffi::Py_tp_methods, methods().cast()),
        slot(ffi::Py_tp_getset, getters().cast()),
        slot(0, null_mut()),
    ];
    let gc = (ffi::Py_TPFLAGS_DEFAULT | ffi::Py_TPFLAGS_HAVE_GC) as c_uint;
    let mut spec = ffi::PyType_Spec {
        name: c"arcbatt.dsl.Function".as_ptr(),
        basicsize: size_of::<Made>() as c_int,
        itemsize: 0,
        flags: gc | HAVE_VECTORCALL | DISALLOW_INSTANTIATION | IMMUTABLE,
        slots: slots.as_mut_ptr(),
    };
    // SAFETY: a spec whose parts live as long as Python needs them.
    unsafe {
        let class = Bound::from_owned_ptr_or_err(py, ffi::PyType_FromSpec(&mut spec))?;
        function::set_class(class.clone().into_ptr().cast());
        Ok(class)
    }
}

const DOC: &std::ffi::CStr = c"A function made by compose, chain, fork, rbind, lbind, matcher or power.\n\n\
It is data, not a closure: equal parts make equal functions, it can be pickled, and ops run it without \
coming back to Python. `op` is the name of what made it and `args` what it was made of.";

/// Tables that the class keeps for ever.
fn kept<T>(table: Vec<T>) -> *mut T {
    Box::leak(table.into_boxed_slice()).as_mut_ptr()
}

fn members() -> *mut ffi::PyMemberDef {
    kept(vec![
        ffi::PyMemberDef {
            name: c"__vectorcalloffset__".as_ptr(),
            type_code: ffi::Py_T_PYSSIZET,
            offset: function::VECTORCALL as ffi::Py_ssize_t,
            flags: ffi::Py_READONLY,
            doc: std::ptr::null::<c_char>(),
        },
        ffi::PyMemberDef::default(),
    ])
}

fn methods() -> *mut ffi::PyMethodDef {
    kept(vec![
        ffi::PyMethodDef {
            ml_name: c"__reduce__".as_ptr(),
            ml_meth: ffi::PyMethodDefPointer { PyCFunction: reduce },
            ml_flags: ffi::METH_NOARGS,
            ml_doc: c"How pickle makes the function again.".as_ptr(),
        },
        ffi::PyMethodDef::zeroed(),
    ])
}

fn getters() -> *mut ffi::PyGetSetDef {
    let getter =
        |name: &'static std::ffi::CStr, get, doc: &'static std::ffi::CStr| ffi::PyGetSetDef {
            name: name.as_ptr(),
            get: Some(get),
            doc: doc.as_ptr(),
            ..Default::default()
        };
    kept(vec![
        getter(c"op", get_op, c"Name of the op that made the function."),
        getter(c"args", get_args, c"What the function was made of."),
        ffi::PyGetSetDef::default(),
    ])
}
