//! Calls of ops from Python.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::null_mut;

use exec::value::Value;
use lang::{Op, Ty};
use pyo3::exceptions::PyRuntimeError;
use pyo3::ffi::{self, Py_ssize_t, PyObject};
use pyo3::prelude::*;

use super::plain::{Plain, plain};
use super::state::Session;
use super::{explain, function};
use crate::convert::objects;

/// Most arguments that an op takes.
const MOST: usize = 4;

/// What a call must know of an op, ready to use.
#[derive(Clone, Copy)]
struct Way {
    plain: Option<Plain>,
    builder: bool,
    truth: bool,
}

static mut WAYS: [Way; Op::COUNT] = [Way { plain: None, builder: false, truth: false }; Op::COUNT];

/// Looks up everything that calls need. Called once, before the first call.
///
/// # Safety
/// The interpreter's lock is held.
pub unsafe fn prepare() {
    for op in Op::all() {
        assert!(op.arity() <= MOST, "{} takes more than {MOST} arguments", op.name());
        let way = Way {
            plain: plain(op),
            builder: function::is_builder(op),
            truth: op.returns() == Ty::Boolean,
        };
        // SAFETY: as promised.
        unsafe { (&raw mut WAYS).cast::<Way>().add(op.index()).write(way) };
    }
}

/// Runs code that Python calls. A panic must not reach it: that would end the process.
pub fn guarded(f: impl FnOnce() -> *mut PyObject) -> *mut PyObject {
    guarded_or(null_mut(), f)
}

/// As [`guarded`], with what tells Python of an error.
pub fn guarded_or<T>(error: T, f: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(f)).unwrap_or_else(|panic| {
        let text = (panic.downcast_ref::<String>().map(String::as_str))
            .or(panic.downcast_ref::<&str>().copied())
            .unwrap_or("no message");
        let text = format!("a defect in arcbatt: {text}");
        Python::attach(|py| PyRuntimeError::new_err(text).restore(py));
        error
    })
}

/// What Python calls for the op at a place of the name table, given by its two digits.
unsafe extern "C" fn entry<const HIGH: usize, const LOW: usize>(
    _module: *mut PyObject,
    args: *const *mut PyObject,
    count: Py_ssize_t,
    names: *mut PyObject,
) -> *mut PyObject {
    // SAFETY: Python calls with live arguments and the lock held. `prepare` was called before
    // there was a function to call.
    unsafe {
        let index = const { HIGH * 16 + LOW };
        if index >= Op::COUNT {
            return null_mut();
        }
        let way = (&raw const WAYS).cast::<Way>().add(index).read();
        if !names.is_null() {
            return with_names(index, way, args, count as usize, names);
        }
        let args = if count == 0 { &[] } else { std::slice::from_raw_parts(args, count as usize) };
        if let Some(plain) = way.plain {
            if let Some(out) = plain(Python::assume_attached(), args) {
                return out;
            }
            if !ffi::PyErr_Occurred().is_null() {
                return null_mut();
            }
        }
        general(index, way, args)
    }
}

/// The functions of all ops, by place in the name table.
pub fn entries() -> Vec<ffi::PyCFunctionFastWithKeywords> {
    fn sixteen<const HIGH: usize>() -> [ffi::PyCFunctionFastWithKeywords; 16] {
        macro_rules! all {
            ($($low:literal)+) => { [$(entry::<HIGH, $low>),+] };
        }
        all!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)
    }
    macro_rules! all {
        ($($high:literal)+) => {{
            const PLACES: usize = [$($high),+].len() * 16;
            const { assert!(PLACES >= Op::COUNT, "add numbers to this list") };
            [$(sixteen::<$high>()),+].concat()
        }};
    }
    all!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36)
}

/// Any op on any arguments.
#[inline(never)]
unsafe fn general(index: usize, way: Way, args: &[*mut PyObject]) -> *mut PyObject {
    guarded(|| {
        let Some(op) = Op::from_index(index) else { return null_mut() };
        if !op.takes(args.len()) {
            return explain::arity(op, args.len());
        }
        // SAFETY: as in `entry`.
        unsafe {
            match way.builder {
                true => function::make(op, args),
                false => run(op, way.truth, args),
            }
        }
    })
}

#[inline]
unsafe fn run(op: Op, truth: bool, args: &[*mut PyObject]) -> *mut PyObject {
    // SAFETY: as in `entry`.
    unsafe {
        let mut session = Session::start(op.dialect());
        let mut values = [Value::Int(0); MOST];
        let values = &mut values[..args.len()];
        for (place, (to, &arg)) in values.iter_mut().zip(args).enumerate() {
            *to = match session.read(arg) {
                Ok(v) => v,
                Err(problem) => return explain::problem(op, place, problem),
            };
        }
        let out = session.run(|cx| cx.op(op, values));
        if session.scratch().calls_python
            && let Some(error) = session.raised()
        {
            return explain::raise(error);
        }
        match out {
            Ok(Value::Int(n @ 0..=1)) if truth => objects::new_bool(n == 1),
            Ok(v) => session.write(v),
            Err(fault) => explain::fault(op, fault, values, None),
        }
    }
}

/// A call with keyword arguments: puts them where the table's parameter names say.
#[cold]
unsafe fn with_names(
    index: usize,
    way: Way,
    args: *const *mut PyObject,
    given: usize,
    names: *mut PyObject,
) -> *mut PyObject {
    let Some(op) = Op::from_index(index) else { return null_mut() };
    // SAFETY: names is a tuple; the values of keyword arguments follow the others, and there is
    // at least one.
    let all = unsafe { std::slice::from_raw_parts(args, given + objects::tuple_len(names)) };
    if all.len() > op.arity() {
        return explain::arity(op, all.len());
    }
    let mut placed = [null_mut(); MOST];
    placed[..given].copy_from_slice(&all[..given]);
    for (i, &value) in all[given..].iter().enumerate() {
        // SAFETY: names is a tuple with as many names as there are values.
        match unsafe { place_of(op, objects::tuple_item(names, i)) } {
            Ok(place) if placed[place].is_null() => placed[place] = value,
            Ok(place) => return explain::given_twice(op, op.params()[place].name),
            Err(name) => return explain::unknown_name(op, &name),
        }
    }
    match placed[..all.len()].iter().any(|arg| arg.is_null()) {
        true => explain::missing(op, &placed),
        // SAFETY: as in `entry`.
        false => unsafe { general(index, way, &placed[..all.len()]) },
    }
}

/// The place of the parameter that a string object names.
unsafe fn place_of(op: Op, name: *mut PyObject) -> Result<usize, String> {
    Python::attach(|py| {
        // SAFETY: a live object.
        let name = unsafe { Borrowed::from_ptr(py, name) };
        let name: String = name.extract().unwrap_or_default();
        op.params().iter().position(|p| p.name == name).ok_or(name)
    })
}
