//! Python functions as function values: each has a number in the call that uses it.

use std::cell::{Cell, RefCell};

use exec::cx::{Cx, HostCalls};
use exec::value::{Fault, R, Value};
use lang::Cost;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::function::Function;
use super::op::OpFunction;

use crate::convert::read::Reader;
use crate::convert::seen::Seen;
use crate::convert::write::Writer;
use crate::errors::tried;
use crate::stack;

/// How many arguments a callable takes, as the binders count: 2 where nothing tells.
pub fn arity(object: &Bound<'_, PyAny>) -> PyResult<u8> {
    if let Ok(op) = object.cast_exact::<OpFunction>() {
        return Ok(op.get().op.arity() as u8);
    }
    if let Ok(function) = object.cast_exact::<Function>() {
        return Ok(function.get().arity);
    }
    let py = object.py();
    let count = match tried(py, by_code(object))? {
        None => tried(py, by_signature(object))?,
        known => known,
    };
    Ok(count.unwrap_or(2).clamp(0, u8::MAX as i64) as u8)
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

/// Calls of Python functions from within the engine, during one call of an op.
pub struct Host<'py> {
    pub py: Python<'py>,
    /// What a Python function raised; nothing more is called then.
    pub raised: RefCell<Option<PyErr>>,
    /// What conversions remember of the call under way.
    pub seen: RefCell<Seen<'py>>,
}

thread_local! {
    /// How far down this thread's stack calls may go; 0 when the engine does not call Python.
    static FLOOR: Cell<usize> = const { Cell::new(0) };
}

impl HostCalls for Host<'_> {
    fn call<'a>(&self, cx: &Cx<'a>, id: u32, args: &[Value<'a>]) -> R<'a> {
        if self.raised.borrow().is_some() {
            return Err(Fault::Type);
        }
        cx.charge(Cost::CALL)?;
        let here = std::ptr::from_ref(&id).addr();
        let outer = FLOOR.get();
        let floor = if outer == 0 { stack::floor(here) } else { outer };
        if here < floor {
            return Err(Fault::Budget);
        }
        FLOOR.set(floor);
        let out = self.call_object(cx, id, args);
        FLOOR.set(outer);
        out.map_err(|error| {
            self.raised.replace(Some(error));
            Fault::Type
        })
    }
}

impl<'py> Host<'py> {
    /// For one call.
    pub fn new(py: Python<'py>) -> Host<'py> {
        Host { py, raised: RefCell::default(), seen: RefCell::default() }
    }

    fn call_object<'a>(&self, cx: &Cx<'a>, id: u32, args: &[Value<'a>]) -> PyResult<Value<'a>> {
        let (callable, given) = {
            let seen = self.seen.borrow();
            let writer = Writer::new(self.py, cx.lay, &seen, &[]);
            let given = args.iter().map(|&v| writer.write(v)).collect::<PyResult<Vec<_>>>()?;
            (seen.host(id).cloned(), given)
        };
        let callable = callable.unwrap_or_else(|| self.py.None().into_bound(self.py));
        let out = callable.call1(PyTuple::new(self.py, given)?)?;
        let mut seen = self.seen.borrow_mut();
        let read = Reader::passing(self.py, **cx, &mut seen).read(&out);
        read.map(|(v, _)| v).map_err(|problem| match name_of(&callable) {
            Ok(name) => problem.into_error(self.py, &name, "the result"),
            Err(error) => error,
        })
    }
}
