//! Why an object is no value.

use exec::value::Fault;
use pyo3::prelude::*;

use crate::errors;

/// Why an object could not be read.
#[derive(Debug)]
pub enum Problem {
    /// It is no value of the language, or beyond its limits.
    Fault {
        /// The kind of failure.
        fault: Fault,
        /// Where in the object, as Python writes it: `[0][3]`.
        place: String,
        /// What is wrong.
        what: String,
    },
    /// Python code that reading ran has failed.
    Raised(PyErr),
}

impl From<PyErr> for Box<Problem> {
    fn from(error: PyErr) -> Box<Problem> {
        Box::new(Problem::Raised(error))
    }
}

/// What reading gives. Boxed: problems are rare and results are passed around by the million.
pub type Read<T> = Result<T, Box<Problem>>;

impl Problem {
    /// A fault at the place that is being read.
    #[cold]
    pub fn new(fault: Fault, what: impl Into<String>) -> Box<Problem> {
        Box::new(Problem::Fault { fault, place: String::new(), what: what.into() })
    }

    /// The same problem, seen from the container that holds the object at a place.
    #[cold]
    pub fn within(mut self: Box<Problem>, index: usize) -> Box<Problem> {
        if let Problem::Fault { place, .. } = &mut *self
            && place.len() < 60
        {
            place.insert_str(0, &format!("[{index}]"));
        }
        self
    }

    /// The exception of a call whose argument, named `subject`, has this problem.
    #[cold]
    pub fn into_error(self, py: Python<'_>, op: &str, subject: &str) -> PyErr {
        match self {
            Problem::Fault { fault, place, what } => {
                let at = if place.is_empty() { String::new() } else { format!(" at {place}") };
                errors::fault(py, fault, op, &format!("{subject}{at} {what}"))
            }
            Problem::Raised(error) => error,
        }
    }
}
