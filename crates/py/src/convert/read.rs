//! Python objects to values.

use std::collections::HashMap;

use exec::value::build::{DEPTH_LIMIT, Maker, SIZE_LIMIT};
use exec::value::keys::sort_dedup;
use exec::value::{Fault, Value, layout};
use pyo3::PyTypeInfo;
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFrozenSet, PyInt, PyList, PyRange, PySet, PyTuple};

use super::problem::{Problem, Read};
use super::ready::Ints;
use super::recent;
use super::seen::Seen;
use crate::dsl::function::Function;
use crate::dsl::hosts;
use crate::dsl::op::OpFunction;
use crate::errors::tried;

/// Reads Python objects into values.
///
/// Containers that can change are copied before they are read. So whatever Python code is run by
/// reading (an object's own `__index__`), the containers being read stay as they are.
pub struct Reader<'s, 'a, 'py> {
    maker: Maker<'a>,
    ints: &'static Ints,
    seen: &'s mut Seen<'py>,
    /// Whether objects are remembered, to come out again for the values read from them.
    remember: bool,
    /// Elements of the containers being read.
    stack: Vec<Value<'a>>,
    /// Function objects that were read, by address: one may be in many places. Held, so that no other
    /// object gets its address.
    made: HashMap<usize, (Bound<'py, Function>, Value<'a>)>,
    /// Objects so far that stand for a value which would be written as another object.
    inexact: usize,
    /// Size of the containers being read, as far as it is known.
    size: u64,
}

impl<'s, 'a, 'py> Reader<'s, 'a, 'py> {
    /// A reader of a call's arguments.
    pub fn new(py: Python<'py>, maker: Maker<'a>, seen: &'s mut Seen<'py>) -> Self {
        let (ints, stack, made) = (Ints::of(py), Vec::new(), HashMap::new());
        Reader { maker, ints, seen, remember: true, stack, made, inexact: 0, size: 0 }
    }

    /// A reader of objects whose values may not outlive the next step.
    pub fn passing(py: Python<'py>, maker: Maker<'a>, seen: &'s mut Seen<'py>) -> Self {
        Reader { remember: false, ..Reader::new(py, maker, seen) }
    }

    /// Reads an object, and says whether its value would be written as just this object.
    pub fn read(&mut self, object: &Bound<'py, PyAny>) -> Read<(Value<'a>, bool)> {
        self.inexact = 0;
        if let Some(v) = recent::value(object, self.maker) {
            if self.remember {
                self.seen.know(v, object);
            }
            return Ok((v, true));
        }
        let v = self.value(object, 0)?;
        let exact = self.inexact == 0;
        if exact && self.remember {
            recent::add(object, self.maker.lay.dialect, v);
        }
        Ok((v, exact))
    }

    fn value(&mut self, object: &Bound<'py, PyAny>, depth: u32) -> Read<Value<'a>> {
        if let Some(n) = self.ints.get(object) {
            return Ok(Value::Int(n));
        }
        if object.is_exact_instance_of::<PyInt>() {
            return whole(object).map(Value::Int);
        }
        let inexact = self.inexact;
        let v = if let Ok(tuple) = object.cast_exact::<PyTuple>() {
            self.tuple(tuple, depth)?
        } else if let Ok(set) = object.cast_exact::<PyFrozenSet>() {
            self.set(set, depth)?
        } else {
            self.other(object, depth)?
        };
        if self.remember && self.inexact == inexact {
            self.seen.know(v, object);
        }
        Ok(v)
    }

    fn tuple(&mut self, tuple: &Bound<'py, PyTuple>, depth: u32) -> Read<Value<'a>> {
        let len = tuple.len();
        if len == 0 {
            return Ok(Value::UNIT);
        }
        check(len, depth)?;
        let first = tuple.get_borrowed_item(0)?;
        let packed = match first.cast_exact::<PyTuple>() {
            Ok(row) => self.grid(tuple, len, row.len()),
            Err(_) => self.flat(tuple, len),
        };
        match packed {
            Some(v) => Ok(v),
            None => self.any_tuple(tuple, len, depth),
        }
    }

    /// A pair, a cell or a row; `None` for any other tuple.
    fn flat(&mut self, tuple: &Bound<'py, PyTuple>, len: usize) -> Option<Value<'a>> {
        let first = int(self.ints, &*tuple.get_borrowed_item(0).ok()?)?;
        if len == 2 {
            let second = tuple.get_borrowed_item(1).ok()?;
            if second.is_exact_instance_of::<PyTuple>() {
                let key = if self.maker.lay.is_batt() { None } else { self.cell_key(tuple) };
                return key.map(Value::Cell);
            }
            return Some(self.maker.pair(first, int(self.ints, &second)?));
        }
        // Most tuples that are no rows show it at their first element.
        i8::try_from(first).ok()?;
        let row = self.maker.arena.filled(len, 0i8);
        read_row(self.ints, tuple, row).then(|| self.maker.row(row))
    }

    /// A grid; `None` for any other tuple of tuples.
    fn grid(
        &mut self,
        tuple: &Bound<'py, PyTuple>,
        height: usize,
        width: usize,
    ) -> Option<Value<'a>> {
        if height.saturating_mul(width.max(1)) > SIZE_LIMIT as usize {
            return None;
        }
        let cells = self.maker.new_cells(height, width).ok()?;
        for (at, row) in tuple.iter_borrowed().enumerate() {
            let row = row.cast_exact::<PyTuple>().ok()?;
            let fits =
                row.len() == width && read_row(self.ints, &row, &mut cells[at * width..][..width]);
            if !fits {
                return None;
            }
        }
        self.maker.grid(height, width, cells).ok()
    }

    fn any_tuple(
        &mut self,
        tuple: &Bound<'py, PyTuple>,
        len: usize,
        depth: u32,
    ) -> Read<Value<'a>> {
        let (start, size) = (self.stack.len(), self.size);
        self.grow(len as u64)?;
        for (i, item) in tuple.iter_borrowed().enumerate() {
            let v = self.value(&item, depth + 1).map_err(|problem| problem.within(i))?;
            self.push(v)?;
        }
        let v = self.maker.tuple(&self.stack[start..]).map_err(too_large);
        self.stack.truncate(start);
        self.size = size;
        v
    }

    fn set(&mut self, set: &Bound<'py, PyFrozenSet>, depth: u32) -> Read<Value<'a>> {
        let len = set.len();
        if len == 0 {
            return Ok(Value::EMPTY);
        }
        check(len, depth)?;
        match self.packed_set(set, len) {
            Some(v) => Ok(v),
            None => self.any_set(set, depth),
        }
    }

    /// A set of small integers, positions or cells; `None` for any other.
    fn packed_set(&mut self, set: &Bound<'py, PyFrozenSet>, len: usize) -> Option<Value<'a>> {
        let mut elements = set.iter();
        let first = elements.next()?;
        let Ok(first) = first.cast_exact::<PyTuple>() else { return bits(self.ints, set) };
        let batt = self.maker.lay.is_batt();
        let cells = match first.len() {
            2 => !batt && first.get_borrowed_item(1).ok()?.is_exact_instance_of::<PyTuple>(),
            3 if batt => true,
            _ => return None,
        };
        let keys = self.maker.arena.filled(len, 0u32);
        let (to, rest) = keys.split_first_mut()?;
        if !cells {
            *to = pos_key(self.ints, first)?;
            for (to, element) in rest.iter_mut().zip(elements) {
                *to = pos_key(self.ints, element.cast_exact::<PyTuple>().ok()?)?;
            }
            return Some(self.maker.poses(sort_dedup(keys)));
        }
        *to = self.cell_key(first)?;
        for (to, element) in rest.iter_mut().zip(elements) {
            *to = self.cell_key(element.cast_exact::<PyTuple>().ok()?)?;
        }
        Some(self.maker.cells(sort_dedup(keys)))
    }

    fn any_set(&mut self, set: &Bound<'py, PyFrozenSet>, depth: u32) -> Read<Value<'a>> {
        let (start, size) = (self.stack.len(), self.size);
        self.grow(set.len() as u64)?;
        for element in set {
            let v = self.value(&element, depth + 1)?;
            self.push(v)?;
        }
        let v = self.maker.set(&mut self.stack[start..]).map_err(too_large);
        self.stack.truncate(start);
        self.size = size;
        v
    }

    /// Counts the elements of a container in the place of itself. A large part that is in many places
    /// takes memory for each, so there must not be too many at any time.
    fn grow(&mut self, elements: u64) -> Read<()> {
        self.size += elements.saturating_sub(1);
        if self.size > SIZE_LIMIT { Err(too_many()) } else { Ok(()) }
    }

    /// Puts a value on the stack of elements.
    fn push(&mut self, v: Value<'a>) -> Read<()> {
        self.stack.push(v);
        if let Value::Int(_) = v { Ok(()) } else { self.grow(v.size()) }
    }

    /// Everything but integers, tuples and frozensets.
    #[inline(never)]
    fn other(&mut self, object: &Bound<'py, PyAny>, depth: u32) -> Read<Value<'a>> {
        if object.is_instance_of::<PyInt>() {
            self.inexact += !object.is_exact_instance_of::<PyBool>() as usize;
            return whole(object).map(Value::Int);
        }
        if let Some(v) = self.function(object, depth)? {
            return Ok(v);
        }
        self.inexact += 1;
        if let Ok(tuple) = object.cast::<PyTuple>() {
            return self.tuple(tuple, depth);
        }
        // A list's own elements: a class made from lists may count and hand out others, without end.
        if let Ok(list) = object.cast::<PyList>() {
            check(list.len(), depth)?;
            return self.tuple(&list.to_tuple(), depth);
        }
        if object.is_exact_instance_of::<PyRange>() {
            // A range may be longer than any list.
            check(tried(object.py(), object.len())?.unwrap_or(usize::MAX), depth)?;
            return self.tuple(&copied(object)?, depth);
        }
        if object.is_instance_of::<PySet>() || object.is_instance_of::<PyFrozenSet>() {
            return self.set(&copied(object)?, depth);
        }
        stood_for(object)?.map(Value::Int).ok_or_else(|| no_value(object))
    }

    /// A callable as a function value; `None` when it is not callable. What belongs to the other dialect
    /// is called as any Python function is.
    fn function(&mut self, object: &Bound<'py, PyAny>, depth: u32) -> Read<Option<Value<'a>>> {
        let dialect = self.maker.lay.dialect;
        if let Ok(op) = object.cast_exact::<OpFunction>()
            && op.get().op.dialect() == dialect
        {
            return Ok(Some(Value::Op(op.get().op)));
        }
        if let Ok(function) = object.cast_exact::<Function>()
            && function.get().op.dialect() == dialect
        {
            return self.made(function, depth).map(Some);
        }
        if !object.is_callable() {
            return Ok(None);
        }
        let host = match self.seen.host_value(object) {
            Some(host) => host,
            None => self.seen.add_host(object, hosts::arity(object)?),
        };
        Ok(Some(Value::Host(host)))
    }

    /// A function that a builder made.
    fn made(&mut self, function: &Bound<'py, Function>, depth: u32) -> Read<Value<'a>> {
        let address = function.as_ptr().addr();
        if let Some((_, v)) = self.made.get(&address) {
            return Ok(*v);
        }
        check(1, depth)?;
        let Function { op, kind, arity, args, .. } = function.get();
        let mut values = [Value::Int(0); 3];
        let args = args.bind(function.py());
        for (to, arg) in values.iter_mut().zip(args.iter_borrowed()) {
            *to = self.value(&arg, depth + 1)?;
        }
        let v = self.maker.func(*op, *kind, *arity, &values[..args.len()]).map_err(too_large)?;
        self.made.insert(address, (function.clone(), v));
        Ok(v)
    }

    /// A cell in the dialect's form: (colour, (row, column)) or (row, column, colour).
    fn cell_key(&self, cell: &Bound<'py, PyTuple>) -> Option<u32> {
        let at = |place| cell.get_borrowed_item(place).ok();
        let int = |place| int(self.ints, &*at(place)?);
        let lay = self.maker.lay;
        let (colour, pos) = match (lay.is_batt(), cell.len()) {
            (false, 2) => (int(0)?, pos_key(self.ints, &*at(1)?.cast_exact().ok()?)?),
            (true, 3) => (int(2)?, layout::pos(int(0)?, int(1)?)?),
            _ => return None,
        };
        Some(lay.cell(i8::try_from(colour).ok()?, pos))
    }
}

/// A container of another type with the same elements.
fn copied<'py, T: PyTypeInfo>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, T>> {
    Ok(object.py().get_type::<T>().call1((object,))?.cast_into::<T>()?)
}

/// A position: a tuple of two integers that fit.
fn pos_key(ints: &Ints, pos: &Bound<'_, PyTuple>) -> Option<u32> {
    if pos.len() != 2 {
        return None;
    }
    let at = |place| int(ints, &*pos.get_borrowed_item(place).ok()?);
    layout::pos(at(0)?, at(1)?)
}

/// Reads small integers into a row of the same length; false if there is anything else.
fn read_row(ints: &Ints, tuple: &Bound<'_, PyTuple>, row: &mut [i8]) -> bool {
    row.iter_mut().zip(tuple.iter_borrowed()).all(|(to, item)| {
        let small = int(ints, &item).and_then(|n| i8::try_from(n).ok());
        *to = small.unwrap_or(0);
        small.is_some()
    })
}

/// A set of integers 0-63; `None` for any other.
fn bits<'a>(ints: &Ints, set: &Bound<'_, PyFrozenSet>) -> Option<Value<'a>> {
    set.iter()
        .try_fold(0u64, |bits, element| {
            let n = int(ints, &element).filter(|n| (0..64).contains(n))?;
            Some(bits | 1 << n)
        })
        .map(Value::Bits)
}

/// An integer or truth value that fits; `None` for any other object.
#[inline]
fn int(ints: &Ints, object: &Bound<'_, PyAny>) -> Option<i64> {
    if let Some(n) = ints.get(object) {
        return Some(n);
    }
    let own = object.is_exact_instance_of::<PyInt>() || object.is_exact_instance_of::<PyBool>();
    if own { object.extract().ok() } else { None }
}

/// The value of an integer, also of a class made from integers, whatever its own methods say.
fn whole(object: &Bound<'_, PyAny>) -> Read<i64> {
    object.extract().map_err(|_| beyond())
}

#[cold]
fn beyond() -> Box<Problem> {
    Problem::new(Fault::Domain, "is an integer beyond 64 bits")
}

/// The integer that an object stands for by its `__index__`, as numpy's do.
#[cold]
fn stood_for(object: &Bound<'_, PyAny>) -> Read<Option<i64>> {
    let py = object.py();
    if let Some(truth) = numpy_truth(object)? {
        return Ok(Some(truth));
    }
    let asked = object.extract::<i64>();
    if asked.as_ref().is_err_and(|error| error.is_instance_of::<PyOverflowError>(py)) {
        return Err(beyond());
    }
    Ok(tried(py, asked)?)
}

/// Truth values of numpy stand for no index, but are what its comparisons give.
fn numpy_truth(object: &Bound<'_, PyAny>) -> PyResult<Option<i64>> {
    let (py, class) = (object.py(), object.get_type());
    let named = tried(py, class.name())?.zip(tried(py, class.module())?);
    // Called `bool_` before numpy 2.
    let found = named
        .is_some_and(|(name, module)| (name == "bool" || name == "bool_") && module == "numpy");
    if found { Ok(Some(object.is_truthy()? as i64)) } else { Ok(None) }
}

/// Limits that hold before elements are looked at.
fn check(len: usize, depth: u32) -> Read<()> {
    if len as u64 > SIZE_LIMIT {
        return Err(too_many());
    }
    if depth >= DEPTH_LIMIT {
        return Err(Problem::new(
            Fault::Budget,
            format!("is nested more than {DEPTH_LIMIT} levels deep"),
        ));
    }
    Ok(())
}

#[cold]
fn too_many() -> Box<Problem> {
    Problem::new(Fault::Budget, format!("has more than {SIZE_LIMIT} elements"))
}

#[cold]
fn too_large(fault: Fault) -> Box<Problem> {
    Problem::new(fault, "is beyond the limits of size or nesting")
}

/// An object of a type that the language does not have.
#[cold]
fn no_value(object: &Bound<'_, PyAny>) -> Box<Problem> {
    let name = object.get_type().name().map_or_else(|_| "thing".into(), |name| name.to_string());
    let what = match name.as_str() {
        "NoneType" => "is None".to_string(),
        "ndarray" => "is a numpy array (give tuple(map(tuple, array.tolist())))".to_string(),
        _ => format!("is of type {name}"),
    };
    Problem::new(
        Fault::Type,
        format!("{what}; values are integers, tuples, frozensets and functions"),
    )
}
