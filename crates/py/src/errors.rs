//! Failures as Python exceptions. The classes live in `python/arcbatt/errors.py`.

use exec::value::Fault;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

static CLASSES: PyOnceLock<Py<PyModule>> = PyOnceLock::new();

fn class<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyType>> {
    let module =
        CLASSES.get_or_try_init(py, || Ok::<_, PyErr>(py.import("arcbatt.errors")?.unbind()))?;
    Ok(module.bind(py).getattr(name)?.cast_into::<PyType>()?)
}

/// An exception of a class of `arcbatt.errors`, made of its arguments.
fn exception(py: Python<'_>, name: &str, args: impl for<'a> pyo3::call::PyCallArgs<'a>) -> PyErr {
    match class(py, name).and_then(|class| class.call1(args)) {
        Ok(error) => PyErr::from_value(error),
        Err(error) => error,
    }
}

/// What was asked of Python, or `None` where that failed. What is no `Exception` (`KeyboardInterrupt`,
/// `SystemExit`) is about the caller and not about what was asked: it must be handed on.
pub fn tried<T>(py: Python<'_>, asked: PyResult<T>) -> PyResult<Option<T>> {
    match asked {
        Ok(answer) => Ok(Some(answer)),
        Err(error) if error.is_instance_of::<PyException>(py) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The exception for a failed call of an op.
pub fn fault(py: Python<'_>, fault: Fault, op: &str, detail: &str) -> PyErr {
    let name = match fault {
        Fault::Type => "TypeFault",
        Fault::Arity => "ArityFault",
        Fault::Empty => "EmptyFault",
        Fault::Index => "IndexFault",
        Fault::Domain => "DomainFault",
        Fault::Budget => "BudgetFault",
    };
    let message = match detail {
        "" => format!("{op}: {}", fault.explain()),
        _ => format!("{op}: {}: {detail}", fault.explain()),
    };
    exception(py, name, (message, op))
}

/// Text that is no program, with its place.
pub fn parse_error(py: Python<'_>, message: String) -> PyErr {
    exception(py, "ParseError", (message,))
}

/// Data that are no task, grid or submission.
pub fn data_error(py: Python<'_>, message: String) -> PyErr {
    exception(py, "DataError", (message,))
}

/// A store that cannot be opened, read or written.
pub fn store_error(py: Python<'_>, message: String) -> PyErr {
    exception(py, "StoreError", (message,))
}

/// A device that cannot be used.
pub fn device_error(py: Python<'_>, message: String) -> PyErr {
    exception(py, "DeviceError", (message,))
}
