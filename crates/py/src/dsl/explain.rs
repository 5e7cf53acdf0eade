//! What to say of a failed call.

use exec::value::kind::{argument, why};
use exec::value::{Fault, Value};
use lang::Op;
use pyo3::{PyErr, Python};

use super::session::Callee;
use crate::convert::problem::Problem;
use crate::errors;

fn arity_fault(py: Python<'_>, op: Op, detail: &str) -> PyErr {
    errors::fault(py, Fault::Arity, op.name(), detail)
}

fn names(op: Op) -> String {
    let names: Vec<_> = op.params().iter().map(|p| p.name).collect();
    names.join(", ")
}

/// A wrong number of arguments.
#[cold]
pub fn arity(py: Python<'_>, op: Op, given: usize) -> PyErr {
    let most = op.arity();
    let takes = match op.info().optional {
        0 => format!("takes {most}"),
        optional => format!("takes {} to {most}", most - optional),
    };
    arity_fault(py, op, &format!("{takes} ({}), {given} given", names(op)))
}

/// More arguments than any function takes.
#[cold]
pub fn too_many(py: Python<'_>, callee: Callee<'_, '_>, given: usize) -> PyErr {
    match callee {
        Callee::Op(op) => arity(py, op, given),
        Callee::Function(function) => {
            let takes = function.get().arity;
            arity_fault(py, callee.op(), &format!("the function takes {takes}, {given} given"))
        }
    }
}

/// A keyword that the op has no parameter for.
#[cold]
pub fn unknown_name(py: Python<'_>, op: Op, name: &str) -> PyErr {
    let detail = format!("no parameter is called {name:?} (there are: {})", names(op));
    arity_fault(py, op, &detail)
}

/// A keyword for a function that an op made.
#[cold]
pub fn no_names(py: Python<'_>, op: Op) -> PyErr {
    arity_fault(py, op, "the function takes no keyword arguments")
}

/// A parameter that was given by place and by name.
#[cold]
pub fn given_twice(py: Python<'_>, op: Op, name: &str) -> PyErr {
    arity_fault(py, op, &format!("{name} is given twice"))
}

/// A parameter that was left out between others.
#[cold]
pub fn missing(py: Python<'_>, op: Op, place: usize) -> PyErr {
    arity_fault(py, op, &format!("{} is missing", op.params()[place].name))
}

/// An argument that could not be read.
#[cold]
pub fn problem(py: Python<'_>, callee: Callee<'_, '_>, place: usize, problem: Problem) -> PyErr {
    let subject = match callee {
        Callee::Op(op) => argument(op, place),
        Callee::Function(_) => format!("argument {} of the function", place + 1),
    };
    problem.into_error(py, callee.op().name(), &subject)
}

/// A failed call.
#[cold]
pub fn fault(py: Python<'_>, callee: Callee<'_, '_>, fault: Fault, args: &[Value<'_>]) -> PyErr {
    let detail = match callee {
        Callee::Op(op) => why(op, fault, args),
        Callee::Function(_) => "in a call of the function".to_string(),
    };
    errors::fault(py, fault, callee.op().name(), &detail)
}
