//! What conversions remember during one call: objects that come out as they went in.

use std::collections::HashMap;

use exec::value::{Func, HostFn, Value, View};
use pyo3::prelude::*;

/// The objects of one call.
#[derive(Default)]
pub struct Seen<'py> {
    /// The objects that values were read from, by ascending address.
    known: Vec<(Place, Bound<'py, PyAny>)>,
    /// Whether `known` does not ascend: where values lie in several pieces of memory.
    scattered: bool,
    /// Function objects among the arguments, by the address of their value.
    functions: HashMap<usize, Bound<'py, PyAny>>,
    /// Python functions by number.
    hosts: Vec<Bound<'py, PyAny>>,
    /// What Python functions are as values, by the address of the object, which `hosts` keeps.
    host_values: HashMap<usize, HostFn>,
}

/// Where a value's memory is: address, length and form tell it from all others.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Place {
    address: usize,
    len: usize,
    form: u8,
}

impl Place {
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

fn address(func: &Func<'_>) -> usize {
    std::ptr::from_ref(func).addr()
}

impl<'py> Seen<'py> {
    /// Remembers the object that a value was read from.
    pub fn know(&mut self, v: Value<'_>, object: &Bound<'py, PyAny>) {
        if let Value::Func(func) = v {
            self.functions.insert(address(func), object.clone());
        }
        let Some(at) = Place::of(v) else { return };
        self.scattered |= self.known.last().is_some_and(|(k, _)| k.address > at.address);
        self.known.push((at, object.clone()));
    }

    /// The object that a value was read from.
    pub fn object_of(&self, v: Value<'_>) -> Option<&Bound<'py, PyAny>> {
        if self.known.is_empty() || self.scattered {
            return None;
        }
        let at = Place::of(v)?;
        let from = self.known.partition_point(|(k, _)| k.address < at.address);
        let same = self.known[from..].iter().take_while(|(k, _)| k.address == at.address);
        same.into_iter().find(|(k, _)| *k == at).map(|(_, object)| object)
    }

    /// The object that a function value was read from.
    pub fn function_of(&self, func: &Func<'_>) -> Option<&Bound<'py, PyAny>> {
        self.functions.get(&address(func))
    }

    /// The value of a Python function that was met before.
    pub fn host_value(&self, object: &Bound<'py, PyAny>) -> Option<HostFn> {
        self.host_values.get(&object.as_ptr().addr()).copied()
    }

    /// Gives a Python function a number.
    pub fn add_host(&mut self, object: &Bound<'py, PyAny>, arity: u8) -> HostFn {
        let host = HostFn { id: self.hosts.len() as u32, arity };
        self.hosts.push(object.clone());
        self.host_values.insert(object.as_ptr().addr(), host);
        host
    }

    /// The Python function of a number.
    pub fn host(&self, id: u32) -> Option<&Bound<'py, PyAny>> {
        self.hosts.get(id as usize)
    }

    /// Whether a Python function is among what was read.
    pub fn calls_python(&self) -> bool {
        !self.hosts.is_empty()
    }
}
