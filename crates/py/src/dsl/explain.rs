//! What to say of a failed call. Everything here sets Python's error and gives null.

use std::ptr::null_mut;

use exec::value::text::kind;
use exec::value::{Fault, Value};
use lang::{Op, Ty};
use pyo3::ffi::PyObject;
use pyo3::{PyErr, Python};

use crate::convert::problem::Problem;
use crate::errors;

/// Raises an exception.
#[cold]
pub fn raise(error: PyErr) -> *mut PyObject {
    Python::attach(|py| error.restore(py));
    null_mut()
}

#[cold]
fn raise_fault(op: Op, fault: Fault, detail: &str) -> *mut PyObject {
    raise(Python::attach(|py| errors::fault(py, fault, op.name(), detail)))
}

/// A wrong number of arguments.
#[cold]
pub fn arity(op: Op, given: usize) -> *mut PyObject {
    let names: Vec<_> = op.params().iter().map(|p| p.name).collect();
    let most = op.arity();
    let takes = match op.info().optional {
        0 => format!("takes {most}"),
        optional => format!("takes {} to {most}", most - optional),
    };
    let detail = format!("{takes} ({}), {given} given", names.join(", "));
    raise_fault(op, Fault::Arity, &detail)
}

/// A wrong number of arguments for a function that an op made.
#[cold]
pub fn called_with(op: Op, arity: u8, given: usize) -> *mut PyObject {
    raise_fault(op, Fault::Arity, &format!("the function takes {arity}, {given} given"))
}

/// A keyword that the op has no parameter for.
#[cold]
pub fn unknown_name(op: Op, name: &str) -> *mut PyObject {
    let names: Vec<_> = op.params().iter().map(|p| p.name).collect();
    let detail = format!("no parameter is called {name:?} (there are: {})", names.join(", "));
    raise_fault(op, Fault::Arity, &detail)
}

/// A keyword for a function that an op made.
#[cold]
pub fn no_names(op: Op) -> *mut PyObject {
    raise_fault(op, Fault::Arity, "the function takes no keyword arguments")
}

/// A parameter that was given by place and by name.
#[cold]
pub fn given_twice(op: Op, name: &str) -> *mut PyObject {
    raise_fault(op, Fault::Arity, &format!("{name} is given twice"))
}

/// A parameter that was left out between others.
#[cold]
pub fn missing(op: Op, given: &[*mut PyObject]) -> *mut PyObject {
    let missing = given.iter().zip(op.params()).find(|(arg, _)| arg.is_null());
    raise_fault(op, Fault::Arity, &format!("{} is missing", missing.map_or("one", |(_, p)| p.name)))
}

/// An argument that could not be read.
#[cold]
pub fn problem(op: Op, place: usize, problem: Box<Problem>) -> *mut PyObject {
    let subject = argument(op, place);
    raise(Python::attach(|py| problem.into_error(py, op.name(), &subject)))
}

/// An argument of a function that an op made could not be read.
#[cold]
pub fn problem_of_call(op: Op, place: usize, problem: Box<Problem>) -> *mut PyObject {
    let subject = format!("argument {} of the function", place + 1);
    raise(Python::attach(|py| problem.into_error(py, op.name(), &subject)))
}

fn argument(op: Op, place: usize) -> String {
    match op.params().get(place) {
        Some(param) => format!("argument {} ({})", place + 1, param.name),
        None => format!("argument {}", place + 1),
    }
}

/// A failed call of an op.
#[cold]
pub fn fault(op: Op, fault: Fault, args: &[Value<'_>], raised: Option<PyErr>) -> *mut PyObject {
    match raised {
        Some(error) => raise(error),
        None => raise_fault(op, fault, &detail(op, fault, args)),
    }
}

/// A failed call of a function that an op made.
#[cold]
pub fn fault_of_call(op: Op, fault: Fault) -> *mut PyObject {
    raise_fault(op, fault, "in a call of the function")
}

fn detail(op: Op, fault: Fault, args: &[Value<'_>]) -> String {
    if fault == Fault::Type
        && let Some(text) = misfit(op, args)
    {
        return text;
    }
    // "kind: when; kind: when" as the table has it.
    let errors = op.kernel().info().errors;
    let clause =
        errors.split("; ").find_map(|part| part.strip_prefix(fault.name())?.strip_prefix(": "));
    clause.unwrap_or_default().to_string()
}

/// The first argument that is plainly not what was declared.
fn misfit(op: Op, args: &[Value<'_>]) -> Option<String> {
    let (place, v) = (args.iter().enumerate())
        .find(|(place, v)| op.params().get(*place).is_some_and(|param| !fits(param.ty, **v)))?;
    let wanted = op.params()[place].ty;
    let what = kind(*v);
    let article = if what.starts_with(['i', 'o']) { "an" } else { "a" };
    let article = if what == "indices" { "a set of positions," } else { article };
    let what = if what == "indices" { "" } else { what };
    let found = format!("{article} {what}");
    Some(format!("{} is {}, expected: {}", argument(op, place), found.trim(), wanted.doc()))
}

/// Whether a value could be of a declared type, as far as its form tells.
fn fits(ty: Ty, v: Value<'_>) -> bool {
    use Ty::*;
    match ty {
        Any | Untyped => true,
        Callable => v.is_function(),
        Numerical => matches!(v, Value::Int(_)) || v.is_tuple(),
        IntegerTuple | IJ | Cell | Grid | Tuple | TupleTuple | Samples | Layer | Layers => {
            v.is_tuple()
        }
        FrozenSet | IntegerSet | Object | Objects | Indices | IndicesSet => v.is_set(),
        Patch | Element | Piece | Container | ContainerContainer => v.is_set() || v.is_tuple(),
        Boolean | Integer | C_ | F_ | L_ | FL | R_ | R4 | R8 | A4 | A8 | I_ | J_ => {
            matches!(v, Value::Int(_))
        }
    }
}
