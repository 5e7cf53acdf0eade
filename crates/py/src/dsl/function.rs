//! Functions made by `compose`, `rbind` and the like, as Python objects.
//!
//! An object holds the function value itself, so passing it to an op converts nothing, and the
//! objects it was made of, for people, pickle and comparison.

use std::ffi::{c_int, c_void};
use std::mem::offset_of;
use std::ptr::null_mut;

use exec::arena::Arena;
use exec::value::{Func, Value};
use exec::vectors::builder_kind;
use lang::{Dialect, Op, Ty};
use pyo3::ffi::{self, PyObject, PyTypeObject};

use super::state::Session;
use super::{call, explain, hosts};
use crate::convert::objects;
use crate::convert::problem::{Problem, Read};
use crate::convert::write::Writer;

/// What an object of the class looks like in memory.
#[repr(C)]
pub struct Made {
    head: PyObject,
    vectorcall: ffi::vectorcallfunc,
    /// What it was made of; null beyond the last, and all null once cleared.
    args: [*mut PyObject; 3],
    func: Func<'static>,
    /// Whether a Python function is in it.
    pub calls_python: bool,
    /// Whether the last argument is not in `func` yet: see [`waits`].
    waiting: bool,
    /// What the function value needs beside its arguments themselves, if anything.
    more: Option<Box<More>>,
}

#[derive(Default)]
struct More {
    hosts: Vec<u32>,
    kept: Vec<*mut PyObject>,
    /// Held for the values in it, which point there: boxed, so that it stays where it is.
    #[expect(clippy::vec_box, reason = "values point into the boxes")]
    memory: Vec<Box<Arena>>,
}

/// The class; null until the module is loaded.
static mut CLASS: *mut PyTypeObject = null_mut();

/// Makes the class known.
///
/// # Safety
/// The interpreter's lock is held; a reference to the class is given up.
pub(super) unsafe fn set_class(class: *mut PyTypeObject) {
    // SAFETY: as promised.
    unsafe { CLASS = class };
}

/// Where objects of the class keep what Python calls.
pub(super) const VECTORCALL: usize = offset_of!(Made, vectorcall);

impl Made {
    /// The op that made it.
    pub fn op(&self) -> Op {
        self.func.op
    }

    /// The dialect of the op that made it.
    pub fn dialect(&self) -> Dialect {
        self.func.op.dialect()
    }

    /// Where its value is: tells function values apart.
    pub fn address(&self) -> *const u8 {
        (&raw const self.func).cast()
    }

    /// Its value, which lives as long as the object.
    pub fn value<'a>(&self) -> Value<'a> {
        let func = std::ptr::from_ref(&self.func);
        // SAFETY: objects do not move; whoever reads an object holds a reference to it.
        Value::Func(unsafe { &*func })
    }

    /// What it was made of, borrowed.
    pub fn args(&self) -> &[*mut PyObject] {
        let len = self.args.iter().position(|arg| arg.is_null()).unwrap_or(3);
        &self.args[..len]
    }
}

/// The function in an object of the class.
///
/// # Safety
/// A live object, which stays alive while the result is used; the interpreter's lock is held.
#[inline]
pub unsafe fn made<'x>(object: *mut PyObject) -> Option<&'x Made> {
    // SAFETY: as promised; the class is final.
    unsafe { objects::is_type(object, CLASS).then(|| &*object.cast::<Made>()) }
}

/// Whether calls of a function give truth values, as its structure tells.
fn gives_truth(f: Value<'_>) -> bool {
    use exec::value::FuncKind::*;
    match f {
        Value::Op(op) => op.returns() == Ty::Boolean,
        Value::Func(func) => match func.kind {
            Matcher => true,
            Compose | Chain | Fork | Rbind | Lbind | Power => gives_truth(func.args[0]),
        },
        _ => false,
    }
}

/// Makes the function object of a builder op: a new reference, or null with Python's error set.
///
/// # Safety
/// Live arguments, as many as the op takes; the interpreter's lock is held.
pub unsafe fn make(op: Op, args: &[*mut PyObject]) -> *mut PyObject {
    // SAFETY: as promised.
    unsafe {
        let mut session = Session::start(op.dialect());
        let mut values = [Value::Int(0); 3];
        let waiting = waits(op, args);
        let read = args.len() - waiting as usize;
        for (place, (to, &arg)) in values.iter_mut().zip(&args[..read]).enumerate() {
            *to = match session.read(arg) {
                Ok(v) => v,
                Err(problem) => return explain::problem(op, place, problem),
            };
        }
        match session.run(|cx| cx.op(op, &values[..args.len()])) {
            Ok(Value::Func(func)) if !is_argument(func, &values) => {
                object(&session, *func, args, waiting)
            }
            Ok(v) => session.write(v),
            Err(fault) => explain::fault(op, fault, &values[..args.len()], session.raised()),
        }
    }
}

/// Whether an argument is read when the function is first used: binding a large value is cheap
/// in Python, and reading it may cost more than the rest of a program.
unsafe fn waits(op: Op, args: &[*mut PyObject]) -> bool {
    use exec::value::FuncKind::{Lbind, Matcher, Rbind};
    // SAFETY: live arguments.
    unsafe {
        matches!(builder_kind(op), Some(Lbind | Rbind | Matcher))
            && args.last().is_some_and(|&arg| {
                objects::is_tuple(arg) && objects::tuple_len(arg) > 2
                    || objects::is_type(arg, &raw mut ffi::PyFrozenSet_Type)
            })
    }
}

/// Reads what was left waiting, if anything, in a function that is so many levels deep in what is being
/// read: one that waits may hold another, and so on.
///
/// # Safety
/// A live object of the class; the interpreter's lock is held.
#[inline]
pub unsafe fn settle(object: *mut PyObject, depth: u32) -> Read<()> {
    // SAFETY: as promised.
    unsafe {
        match (*object.cast::<Made>()).waiting {
            true => read_waiting(object.cast(), depth),
            false => Ok(()),
        }
    }
}

#[cold]
unsafe fn read_waiting(made: *mut Made, depth: u32) -> Read<()> {
    // SAFETY: as promised to `settle`. Nothing points to the value while an argument waits.
    unsafe {
        let func = (*made).func;
        let mut session = Session::start(func.op.dialect());
        let mut values = [func.args[0], Value::Int(0)];
        let Some(&bound) = (*made).args().get(1) else { return Ok(()) };
        values[1] = session.read_within(bound, depth + 1)?;
        let whole = session.run(|cx| cx.op(func.op, &values));
        // Reading may run Python code, which may have used the function meanwhile.
        if let (Ok(Value::Func(whole)), true) = (whole, (*made).waiting) {
            let (func, more) = stored(&session, *whole, (*made).args());
            (*made).func = func;
            (*made).calls_python |= session.scratch().calls_python;
            (*made).more.get_or_insert_default().take_over(more);
            (*made).waiting = false;
        }
        whole.map(drop).map_err(|fault| Problem::new(fault, "is beyond the limits of functions"))
    }
}

/// `power(f, 1)` is f itself.
fn is_argument(func: &Func<'_>, values: &[Value<'_>]) -> bool {
    values.iter().any(|v| matches!(v, Value::Func(f) if std::ptr::eq(*f, func)))
}

/// A function value that outlives the session, and what it needs for that.
unsafe fn stored(
    session: &Session,
    mut func: Func<'static>,
    args: &[*mut PyObject],
) -> (Func<'static>, More) {
    let mut more = More::default();
    if func.args.iter().any(|v| needs_memory(*v)) {
        let memory = Box::new(Arena::starting_with(1 << 10));
        // SAFETY: the object holds the arena as long as it holds the values.
        let arena: &'static Arena = unsafe { &*std::ptr::from_ref::<Arena>(memory.as_ref()) };
        func.args = func.args.map(|v| session.copy_to(arena, v));
        more.memory.push(memory);
    }
    let scratch = session.scratch();
    more.hosts = std::mem::take(&mut scratch.hosts);
    more.kept = scratch.take_kept(args);
    (func, more)
}

/// The object of a function value that is new.
unsafe fn object(
    session: &Session,
    func: Func<'static>,
    args: &[*mut PyObject],
    waiting: bool,
) -> *mut PyObject {
    // SAFETY: the lock is held; nothing sees the object before all of it is written.
    unsafe {
        let (func, more) = stored(session, func, args);
        let object = ffi::PyType_GenericAlloc(CLASS, 0);
        if object.is_null() {
            more.release();
            return object;
        }
        let made = object.cast::<Made>();
        (&raw mut (*made).vectorcall).write(called);
        (&raw mut (*made).func).write(func);
        (&raw mut (*made).calls_python).write(session.scratch().calls_python);
        (&raw mut (*made).waiting).write(waiting);
        (&raw mut (*made).more).write((!more.is_empty()).then(|| Box::new(more)));
        for (to, &arg) in (*made).args.iter_mut().zip(args) {
            ffi::Py_INCREF(arg);
            *to = arg;
        }
        object
    }
}

fn needs_memory(v: Value<'_>) -> bool {
    match v {
        Value::Tuple(t) => !t.slice().is_empty(),
        Value::Row(_) | Value::Grid(_) | Value::Cells(_) | Value::Poses(_) | Value::Set(_) => true,
        _ => false,
    }
}

/// The object of a function value that came out of the engine.
///
/// # Safety
/// The interpreter's lock is held.
pub unsafe fn rebuilt(func: &Func<'_>, writer: Writer<'_>) -> *mut PyObject {
    // SAFETY: as promised. Functions nest to a fixed depth.
    unsafe {
        let mut args = [null_mut(); 3];
        let count = func.kind.args();
        for (to, &v) in args.iter_mut().zip(&func.args[..count]) {
            *to = writer.write(v);
        }
        let fine = args[..count].iter().all(|arg| !arg.is_null());
        let out = if fine { make(func.op, &args[..count]) } else { null_mut() };
        args.iter().for_each(|&arg| ffi::Py_XDECREF(arg));
        out
    }
}

impl More {
    fn is_empty(&self) -> bool {
        self.hosts.is_empty() && self.kept.is_empty() && self.memory.is_empty()
    }

    fn take_over(&mut self, other: More) {
        self.hosts.extend(other.hosts);
        self.kept.extend(other.kept);
        self.memory.extend(other.memory);
    }

    unsafe fn release(self) {
        // SAFETY: the lock is held; references and numbers that this held.
        unsafe {
            self.hosts.iter().for_each(|&id| hosts::release(id));
            self.kept.iter().for_each(|&object| ffi::Py_DECREF(object));
        }
    }
}

/// Calls the function.
unsafe extern "C" fn called(
    object: *mut PyObject,
    args: *const *mut PyObject,
    count: usize,
    names: *mut PyObject,
) -> *mut PyObject {
    call::guarded(|| {
        // SAFETY: Python calls with a live object of the class, live arguments and the lock held.
        unsafe {
            if let Err(problem) = settle(object, 0) {
                return explain::problem((*object.cast::<Made>()).func.op, 1, problem);
            }
            let made = &*object.cast::<Made>();
            // The highest bit says that the place before the first argument may be used.
            let count = count & (usize::MAX >> 1);
            let args = if count == 0 { &[] } else { std::slice::from_raw_parts(args, count) };
            if !names.is_null() && objects::tuple_len(names) > 0 {
                return explain::no_names(made.func.op);
            }
            apply(made, args)
        }
    })
}

/// Calls the function where the caller has its arguments in a tuple.
pub(super) unsafe extern "C" fn called_by_tuple(
    object: *mut PyObject,
    args: *mut PyObject,
    names: *mut PyObject,
) -> *mut PyObject {
    // SAFETY: Python calls with a live object of the class, a tuple, a dictionary or null, and
    // the lock held. The tuple keeps the arguments.
    unsafe {
        let count = objects::tuple_len(args);
        let mut given = [null_mut(); 8];
        let taken = count.min(given.len());
        (0..taken).for_each(|i| given[i] = objects::tuple_item(args, i));
        if !names.is_null() && ffi::PyDict_Size(names) > 0 {
            return explain::no_names((*object.cast::<Made>()).func.op);
        }
        called(object, given.as_ptr(), taken, null_mut())
    }
}

unsafe fn apply(made: &Made, args: &[*mut PyObject]) -> *mut PyObject {
    let op = made.func.op;
    // SAFETY: as in `called`.
    unsafe {
        let mut session = Session::start(made.dialect());
        session.scratch().calls_python = made.calls_python;
        let mut values = [Value::Int(0); 4];
        let Some(values) = values.get_mut(..args.len()) else {
            return explain::called_with(op, made.func.arity, args.len());
        };
        for (place, (to, &arg)) in values.iter_mut().zip(args).enumerate() {
            *to = match session.read(arg) {
                Ok(v) => v,
                Err(problem) => return explain::problem_of_call(op, place, problem),
            };
        }
        let out = session.run(|cx| cx.call(made.value(), values));
        if let Some(error) = session.raised() {
            return explain::raise(error);
        }
        match out {
            Ok(Value::Int(n @ 0..=1)) if gives_truth(made.value()) => objects::new_bool(n == 1),
            Ok(v) => session.write(v),
            Err(fault) => explain::fault_of_call(op, fault),
        }
    }
}

/// Ends an object.
pub(super) unsafe extern "C" fn dealloc(object: *mut PyObject) {
    // SAFETY: the object is not used again.
    unsafe {
        ffi::PyObject_GC_UnTrack(object.cast());
        clear(object);
        let class = ffi::Py_TYPE(object);
        ffi::PyObject_GC_Del(object.cast());
        ffi::Py_DECREF(class.cast());
    }
}

/// Lets go of what an object holds.
pub(super) unsafe extern "C" fn clear(object: *mut PyObject) -> c_int {
    // SAFETY: a live object of the class. The value loses its arguments before they go.
    unsafe {
        let made = object.cast::<Made>();
        let args = std::mem::replace(&mut (*made).args, [null_mut(); 3]);
        (*made).func.args = [Value::Int(0); 3];
        if let Some(more) = (*made).more.take() {
            more.release();
        }
        args.iter().for_each(|&arg| ffi::Py_XDECREF(arg));
    }
    0
}

/// Shows what an object holds.
pub(super) unsafe extern "C" fn traverse(
    object: *mut PyObject,
    visit: ffi::visitproc,
    data: *mut c_void,
) -> c_int {
    // SAFETY: a live object of the class; fields are zero until they are written.
    unsafe {
        let made = &*object.cast::<Made>();
        let class = ffi::Py_TYPE(object).cast::<PyObject>();
        let kept = made.more.iter().flat_map(|more| &more.kept);
        for &held in made.args().iter().chain(kept).chain([&class]) {
            let stop = visit(held, data);
            if stop != 0 {
                return stop;
            }
        }
    }
    0
}

/// Whether an op makes functions.
pub fn is_builder(op: Op) -> bool {
    builder_kind(op).is_some()
}
