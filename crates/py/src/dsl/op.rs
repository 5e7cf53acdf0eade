//! The functions and constants of a dialect, by name, with their documentation.

use exec::vectors::builder_kind;
use lang::constants::{Const, ConstValue, Group};
use lang::{Dialect, Op, signature};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple};

use super::session::{self, Callee};
use super::{explain, function};

/// An op as a Python function. Its name, module and documentation are attributes of the object.
#[pyclass(frozen, dict, name = "Op", module = "arcbatt.dsl")]
pub struct OpFunction {
    pub op: Op,
}

/// The objects of all ops, by [`Op::index`].
static OPS: PyOnceLock<Vec<Py<OpFunction>>> = PyOnceLock::new();

/// The object of an op: there is one.
pub fn object_of(py: Python<'_>, op: Op) -> PyResult<Bound<'_, OpFunction>> {
    let all =
        OPS.get_or_try_init(py, || Op::all().map(|op| made(py, op)).collect::<PyResult<_>>())?;
    Ok(all[op.index()].bind(py).clone())
}

#[pymethods]
impl OpFunction {
    #[pyo3(signature = (*args, **names))]
    fn __call__<'py>(
        &self,
        py: Python<'py>,
        args: &Bound<'py, PyTuple>,
        names: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        match names {
            None => call(py, self.op, args),
            Some(names) => call(py, self.op, &placed(py, self.op, args, names)?),
        }
    }

    /// As a builtin function, it is no method where it is found in a class; and `help` takes what has
    /// this for a routine.
    fn __get__(
        slf: Py<Self>,
        _object: &Bound<'_, PyAny>,
        _class: Option<&Bound<'_, PyAny>>,
    ) -> Py<Self> {
        slf
    }

    /// Its name: pickle looks it up in its module.
    fn __reduce__(&self) -> &'static str {
        self.op.name()
    }

    fn __repr__(&self) -> String {
        format!("<function {}.{}>", module_of(self.op.dialect()), self.op.name())
    }
}

fn call<'py>(py: Python<'py>, op: Op, args: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
    if !op.takes(args.len()) {
        return Err(explain::arity(py, op, args.len()));
    }
    match builder_kind(op) {
        Some(_) => function::make(py, op, args),
        None => session::run(py, Callee::Op(op), args),
    }
}

/// The arguments of a call with keywords, each where the table's parameter names say.
fn placed<'py>(
    py: Python<'py>,
    op: Op,
    args: &Bound<'py, PyTuple>,
    names: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyTuple>> {
    let given = args.len() + names.len();
    if given > op.arity() {
        return Err(explain::arity(py, op, given));
    }
    let mut all: Vec<Option<Bound<'py, PyAny>>> = args.iter().map(Some).collect();
    all.resize(op.arity(), None);
    for (name, value) in names {
        let name: String = name.extract()?;
        let Some(place) = op.params().iter().position(|p| p.name == name) else {
            return Err(explain::unknown_name(py, op, &name));
        };
        if all[place].replace(value).is_some() {
            return Err(explain::given_twice(py, op, &name));
        }
    }
    if let Some(place) = all[..given].iter().position(Option::is_none) {
        return Err(explain::missing(py, op, place));
    }
    PyTuple::new(py, all.into_iter().flatten().collect::<Vec<_>>())
}

fn made(py: Python<'_>, op: Op) -> PyResult<Py<OpFunction>> {
    let object = Bound::new(py, OpFunction { op })?;
    let (signature, documentation) = documentation(op);
    object.setattr("__name__", op.name())?;
    object.setattr("__qualname__", op.name())?;
    object.setattr("__module__", module_of(op.dialect()))?;
    object.setattr("__text_signature__", signature)?;
    object.setattr("__doc__", documentation)?;
    Ok(object.unbind())
}

/// What `inspect.signature` reads, and what `help` shows.
fn documentation(op: Op) -> (String, String) {
    let required = op.arity() - op.info().optional;
    let params: Vec<String> = (op.params().iter().enumerate())
        .map(|(i, p)| format!("{}{}", p.name, if i < required { "" } else { "=None" }))
        .collect();
    let errors = match op.kernel().info().errors {
        "-" => String::new(),
        errors => format!("\n\nFails: {errors}."),
    };
    let documentation = format!("{}\n\n{}{errors}", signature(op), op.kernel().doc());
    (format!("({})", params.join(", ")), documentation)
}

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
    let all = PyDict::new(py);
    for op in Op::of(dialect(name)?) {
        all.set_item(op.name(), object_of(py, op)?)?;
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
