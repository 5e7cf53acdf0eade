//! What the library refuses, in the words of Python.

use evolve::error::{EvolveError, Refusal};
use evolve::limits::Limit;
use evolve::store::{Lost, Problem, StoreError};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::errors;

/// Trouble with a store, with what to do about it.
pub fn told(error: &StoreError) -> String {
    if let Problem::TasksChanged(tasks) = &error.problem {
        let first = tasks.first().map_or("", String::as_str);
        return format!(
            "task {first} changed since the store was made; use the data of that time, another store, or \
             allow_changed_data=True, which drops what is stored for it"
        );
    }
    match advice(&error.problem) {
        Some(advice) => format!("{error}; {advice}"),
        None => error.to_string(),
    }
}

fn advice(problem: &Problem) -> Option<&'static str> {
    Some(match problem {
        Problem::Missing | Problem::Empty => "check the path; Store(path) makes a new store",
        Problem::Folder => "name a file in it: FOLDER/arcbatt.db",
        Problem::Corrupt(_) => "take a copy of it from before, or use another file",
        Problem::Damaged(_) => "`batt store check` says all that is wrong with it",
        Problem::Newer { .. } => "update arcbatt, or use another file",
        Problem::Locked { .. } => "wait for it, or use another file",
        Problem::Lost(Lost::Lock) => "see that nobody else writes, then go on",
        Problem::NotADatabase | Problem::Foreign | Problem::Lost(_) => "use another file",
        Problem::Linked => "copy it to a file of its own and use that",
        Problem::Outdated | Problem::ReadOnly => "make it writable, or use another file",
        Problem::Full => "make room and go on from there",
        Problem::Busy => "try again when the other process is done",
        Problem::TasksDiffer(_) => "keep the stores apart",
        _ => return None,
    })
}

fn advice_of_refusal(refusal: &Refusal) -> &'static str {
    match refusal {
        Refusal::NoTask => "give a data set with tasks, fewer shards, other tasks",
        Refusal::NoRun | Refusal::TaskReplaced(_) => "start a new run without resume",
        Refusal::OtherEngine(_) => "start a new run: its programs are all in the store",
        Refusal::OtherData { .. } | Refusal::TaskGone(_) => "give the run's data as they were",
        Refusal::PriorMissing(_) => "give it the same prior again",
        Refusal::OtherPrior { .. } => {
            "give the prior of the run, or start a new run without resume"
        }
        Refusal::NotItsHash(_) => "`batt store check` says all that is wrong with it",
        Refusal::TwoDiffers(_) => "built-in ones have names of their own",
        Refusal::BothDialects { .. } => "dialect=\"arc\" or dialect=\"batt\" takes one of them",
        Refusal::NoPrograms => "give programs `solve_<id>`, or other tasks",
        Refusal::Card(_) => "choose other programs",
    }
}

/// What a failure of the library is in Python.
pub fn failed(py: Python<'_>, error: &EvolveError) -> PyErr {
    match error {
        EvolveError::Store(error) => store_failed(py, error),
        EvolveError::Mismatch(_) => {
            PyRuntimeError::new_err(format!("internal error, please report: {error}"))
        }
        EvolveError::Wish(refusal) => {
            errors::data_error(py, format!("{refusal}; {}", advice_of_refusal(refusal)))
        }
    }
}

/// What trouble with a store is in Python: data that do not fit it are no fault of its own.
pub fn store_failed(py: Python<'_>, error: &StoreError) -> PyErr {
    match error.problem {
        Problem::TasksChanged(_) => errors::data_error(py, told(error)),
        _ => errors::store_error(py, told(error)),
    }
}

/// The number, if it is allowed, else what is.
pub fn allowed<T: Copy + PartialOrd + std::fmt::Display>(
    limit: &Limit<T>,
    number: T,
) -> Result<T, String> {
    let Limit { name, least, most, .. } = limit;
    limit.check(number).map_err(|_| format!("{name}: a number from {least} to {most}"))
}
