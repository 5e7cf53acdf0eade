//! Python functions as function values: each has a number while some call or function object
//! uses it.

use std::cell::{Cell, RefCell, UnsafeCell};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ptr::null_mut;

use exec::cx::{Cx, HostCalls};
use exec::value::{Fault, HostFn, R, Value};
use lang::Cost;
use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;
use pyo3::{PyErr, intern};

use super::stack;
use crate::convert::objects;
use crate::convert::read::Reader;
use crate::convert::scratch::Scratch;
use crate::convert::write::Writer;
use crate::errors::tried;
use crate::exit;

/// A Python function with a number. The object is borrowed: every owner holds a reference.
struct Entry {
    object: *mut PyObject,
    owners: u32,
    arity: u8,
}

/// Mixes addresses: the low bits of an object's address are always the same.
#[derive(Default)]
struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&b| self.write_u64(self.0 ^ b as u64));
    }

    fn write_u64(&mut self, n: u64) {
        self.0 = n.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_right(20);
    }

    fn write_usize(&mut self, n: usize) {
        self.write_u64(n as u64);
    }
}

#[derive(Default)]
struct Hosts {
    entries: Vec<Entry>,
    free: Vec<u32>,
    by_object: HashMap<usize, u32, BuildHasherDefault<Mix>>,
}

struct Shared(UnsafeCell<Option<Hosts>>);

// SAFETY: only touched by threads that hold the interpreter's lock.
unsafe impl Sync for Shared {}

static HOSTS: Shared = Shared(UnsafeCell::new(None));

/// # Safety
/// The interpreter's lock is held; no Python code runs while the result is in use.
unsafe fn all() -> &'static mut Hosts {
    // SAFETY: as promised.
    unsafe { (*HOSTS.0.get()).get_or_insert_default() }
}

/// The function value of a Python function; one owner more, who holds a reference to the object
/// and calls [`release`] when done. Fails where looking at the object is interrupted.
///
/// # Safety
/// A live callable object; the interpreter's lock is held.
pub unsafe fn register(object: *mut PyObject) -> PyResult<HostFn> {
    // SAFETY: as promised. Finding the arity runs Python code, so that comes first.
    unsafe {
        if let Some(&id) = all().by_object.get(&(object as usize)) {
            let entry = &mut all().entries[id as usize];
            entry.owners += 1;
            return Ok(HostFn { id, arity: entry.arity });
        }
        let arity = arity(object)?;
        let hosts = all();
        let entry = Entry { object, owners: 1, arity };
        let id = match hosts.free.pop() {
            Some(id) => {
                hosts.entries[id as usize] = entry;
                id
            }
            None => {
                hosts.entries.push(entry);
                hosts.entries.len() as u32 - 1
            }
        };
        hosts.by_object.insert(object as usize, id);
        Ok(HostFn { id, arity })
    }
}

/// One owner less. Runs no Python code.
///
/// # Safety
/// Called once for a [`register`]; the interpreter's lock is held.
pub unsafe fn release(id: u32) {
    // SAFETY: as promised.
    let hosts = unsafe { all() };
    let Some(entry) = hosts.entries.get_mut(id as usize) else { return };
    entry.owners = entry.owners.saturating_sub(1);
    // Two entries of one object can come of an arity that asked for the object itself.
    if entry.owners == 0 {
        if hosts.by_object.get(&(entry.object as usize)) == Some(&id) {
            hosts.by_object.remove(&(entry.object as usize));
        }
        entry.object = null_mut();
        hosts.free.push(id);
    }
}

/// The object of a number, borrowed; null if there is none.
///
/// # Safety
/// The interpreter's lock is held.
pub unsafe fn object(id: u32) -> *mut PyObject {
    // SAFETY: as promised.
    unsafe { all() }.entries.get(id as usize).map_or(null_mut(), |entry| entry.object)
}

/// How many arguments a callable takes, as the binders count: 2 where nothing tells.
unsafe fn arity(object: *mut PyObject) -> PyResult<u8> {
    exit::prepare_thread();
    Python::attach(|py| {
        // SAFETY: a live object, as promised to `register`.
        let object = unsafe { Borrowed::from_ptr(py, object) };
        let count = match tried(py, by_code(&object))? {
            None => tried(py, by_signature(&object))?,
            known => known,
        };
        Ok(count.unwrap_or(2).clamp(0, u8::MAX as i64) as u8)
    })
}

fn by_code(object: &Bound<'_, PyAny>) -> PyResult<i64> {
    let py = object.py();
    let code = object.getattr(intern!(py, "__code__"))?;
    let count: i64 = code.getattr(intern!(py, "co_argcount"))?.extract()?;
    let any_number = code.getattr(intern!(py, "co_flags"))?.extract::<i64>()? & 4 != 0;
    let bound = object.hasattr(intern!(py, "__self__"))?;
    let count = count - bound as i64;
    Ok(if any_number { count.max(2) } else { count })
}

/// Objects without code of their own: parameters that must be given count, and others up to two.
fn by_signature(object: &Bound<'_, PyAny>) -> PyResult<i64> {
    let py = object.py();
    let signature = py.import("inspect")?.call_method1("signature", (object,))?;
    let (mut required, mut all) = (0, 0);
    for parameter in signature.getattr("parameters")?.call_method0("values")?.try_iter()? {
        let parameter = parameter?;
        match parameter.getattr("kind")?.extract::<i64>()? {
            0 | 1 => {
                all += 1;
                required += parameter.getattr("default")?.is(parameter.getattr("empty")?) as i64;
            }
            2 => all = all.max(2),
            _ => {}
        }
    }
    Ok(all.min(2).max(required))
}

/// What people call a callable.
fn name_of(object: &Bound<'_, PyAny>) -> PyResult<String> {
    let named = |object: &Bound<'_, PyAny>| {
        tried(object.py(), object.getattr("__name__").and_then(|name| name.extract()))
    };
    let name = match named(object)? {
        None => named(&object.get_type())?,
        known => known,
    };
    Ok(name.unwrap_or_else(|| "a Python function".into()))
}

/// Calls of Python functions from within the engine.
#[derive(Default)]
pub struct Host {
    /// What a Python function raised; nothing more is called then.
    pub raised: RefCell<Option<PyErr>>,
    /// What conversions remember of the call under way.
    pub scratch: UnsafeCell<Scratch>,
}

thread_local! {
    /// How far down this thread's stack calls may go; 0 when the engine does not call Python.
    static FLOOR: Cell<usize> = const { Cell::new(0) };
}

impl HostCalls for Host {
    fn call<'a>(&self, cx: &Cx<'a>, id: u32, args: &[Value<'a>]) -> R<'a> {
        if self.raised.borrow().is_some() {
            return Err(Fault::Type);
        }
        cx.charge(Cost::CALL)?;
        let here = std::ptr::from_ref(&id) as usize;
        let outer = FLOOR.get();
        let floor = match outer {
            0 => {
                exit::prepare_thread();
                stack::floor(here)
            }
            known => known,
        };
        if here < floor {
            return Err(Fault::Budget);
        }
        FLOOR.set(floor);
        // SAFETY: ops run with the lock held, and so do functions called by them.
        let out = unsafe { self.call_object(cx, id, args) };
        FLOOR.set(outer);
        out
    }
}

impl Host {
    unsafe fn call_object<'a>(&self, cx: &Cx<'a>, id: u32, args: &[Value<'a>]) -> R<'a> {
        let mut given = [null_mut(); 8];
        let count = args.len();
        let Some(objects) = given.get_mut(..count) else { return Err(Fault::Arity) };
        // SAFETY: the lock is held; known objects are alive while the call is under way.
        unsafe {
            let callable = object(id);
            if callable.is_null() {
                return Err(Fault::Type);
            }
            let writer = Writer::knowing(cx.lay, &*self.scratch.get());
            for (to, &v) in objects.iter_mut().zip(args) {
                *to = writer.write(v);
            }
            let fine = objects.iter().all(|o| !o.is_null());
            let out = if fine { objects::call(callable, objects) } else { null_mut() };
            objects.iter().for_each(|&o| ffi::Py_XDECREF(o));
            if out.is_null() {
                return Err(self.keep_error());
            }
            self.read_result(cx, callable, out)
        }
    }

    /// Reads what a Python function returned, a reference that is given up.
    unsafe fn read_result<'a>(
        &self,
        cx: &Cx<'a>,
        callable: *mut PyObject,
        out: *mut PyObject,
    ) -> R<'a> {
        // SAFETY: values hold copies, functions are kept by the reader; the lock is held.
        unsafe {
            let v = Reader::passing(**cx, &mut *self.scratch.get()).read(out);
            ffi::Py_DECREF(out);
            v.map_err(|problem| {
                Python::attach(|py| {
                    let error = match name_of(&Borrowed::from_ptr(py, callable)) {
                        Ok(name) => problem.into_error(py, &name, "the result"),
                        Err(error) => error,
                    };
                    self.raised.replace(Some(error));
                });
                Fault::Type
            })
        }
    }

    /// Puts the error that Python has set aside.
    #[cold]
    fn keep_error(&self) -> Fault {
        Python::attach(|py| self.raised.replace(Some(PyErr::fetch(py))));
        Fault::Type
    }
}
