//! The functions and constants of a dialect, by name, with their documentation.

use std::ffi::CString;
use std::ptr::null_mut;

use lang::constants::{Const, ConstValue, Group};
use lang::{Dialect, Op, signature};
use pyo3::exceptions::PyValueError;
use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyString};

use super::{call, functions};

static MADE: PyOnceLock<()> = PyOnceLock::new();

fn dialect(name: &str) -> PyResult<Dialect> {
    name.parse().map_err(PyValueError::new_err)
}

/// The module that a dialect's functions belong to: pickle looks them up there.
fn module_of(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Arc => "arcbatt.dsl",
        Dialect::Batt => "arcbatt.dsl_batt",
    }
}

/// The functions of a dialect by name, in the order of the table.
#[pyfunction]
pub fn dsl_functions<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyDict>> {
    let dialect = dialect(name)?;
    MADE.get_or_try_init(py, || make_all(py))?;
    let all = PyDict::new(py);
    for op in Op::of(dialect) {
        // SAFETY: made above, for ever.
        let object = unsafe { Bound::from_borrowed_ptr_or_err(py, functions::object_of(op)) }?;
        all.set_item(op.name(), object)?;
    }
    Ok(all)
}

/// The constants of a dialect by name, in the order of the table.
#[pyfunction]
pub fn dsl_constants<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyDict>> {
    let all = PyDict::new(py);
    for constant in Const::of(dialect(name)?) {
        match (constant.value(), constant.info().group) {
            (ConstValue::Int(n), Group::Booleans) => all.set_item(constant.name(), n != 0)?,
            (ConstValue::Int(n), _) => all.set_item(constant.name(), n)?,
            (ConstValue::Pair(a, b), _) => all.set_item(constant.name(), (a, b))?,
        }
    }
    Ok(all)
}

fn make_all(py: Python<'_>) -> PyResult<()> {
    // SAFETY: the lock is held, and no function has been called yet.
    unsafe { call::prepare() };
    let entries = call::entries();
    for op in Op::all() {
        let module = PyString::intern(py, module_of(op.dialect()));
        let definition = Box::leak(Box::new(ffi::PyMethodDef {
            ml_name: text(op.name().to_string())?.into_raw(),
            ml_meth: ffi::PyMethodDefPointer { PyCFunctionFastWithKeywords: entries[op.index()] },
            ml_flags: ffi::METH_FASTCALL | ffi::METH_KEYWORDS,
            ml_doc: text(documentation(op))?.into_raw(),
        }));
        // SAFETY: a definition that lives for ever; the reference is given to the table.
        unsafe {
            let object: *mut PyObject =
                ffi::PyCFunction_NewEx(definition, null_mut(), module.as_ptr());
            let object = Bound::from_owned_ptr_or_err(py, object)?;
            functions::add(op, object.into_ptr());
        }
    }
    Ok(())
}

fn text(text: String) -> PyResult<CString> {
    CString::new(text).map_err(|_| PyValueError::new_err("a zero byte in the op table"))
}

/// What `help` and `inspect.signature` show: the first line is for Python to read.
fn documentation(op: Op) -> String {
    let required = op.arity() - op.info().optional;
    let params: Vec<String> = (op.params().iter().enumerate())
        .map(|(i, p)| format!("{}{}", p.name, if i < required { "" } else { "=None" }))
        .collect();
    let errors = match op.kernel().info().errors {
        "-" => String::new(),
        errors => format!("\n\nFails: {errors}."),
    };
    let doc = op.kernel().doc();
    format!("{}({})\n--\n\n{}\n\n{doc}{errors}", op.name(), params.join(", "), signature(op))
}
