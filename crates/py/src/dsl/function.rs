//! Functions made by `compose`, `rbind` and the like, as Python objects.

use exec::value::{Func, FuncKind, Value};
use lang::Op;
use pyo3::basic::CompareOp;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyTuple};

use super::explain;
use super::op::{self, OpFunction};
use super::session::{self, Callee, session};
use crate::errors;

/// A function made by compose, chain, fork, rbind, lbind, matcher or power.
///
/// It is data, not a closure: equal parts make equal functions, it can be pickled, and ops run it without
/// coming back to Python. `op` is the name of what made it and `args` what it was made of.
// Nothing it holds can change, so a cycle goes through some other object, which can be cleared. The tuple
// also bounds how deep the freeing of a long chain recurses: Python frees nested tuples one by one.
#[pyclass(frozen, name = "Function", module = "arcbatt.dsl")]
pub struct Function {
    pub op: Op,
    pub kind: FuncKind,
    pub arity: u8,
    /// What it was made of: values as they are written, and functions.
    pub args: Py<PyTuple>,
    hash: u64,
}

#[pymethods]
impl Function {
    #[pyo3(signature = (*args, **names))]
    fn __call__<'py>(
        slf: &Bound<'py, Self>,
        args: &Bound<'py, PyTuple>,
        names: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        match names {
            None => session::run(py, Callee::Function(slf), args),
            Some(_) => Err(explain::no_names(py, slf.get().op)),
        }
    }

    fn __hash__(&self) -> u64 {
        self.hash
    }

    fn __richcmp__<'py>(
        &self,
        py: Python<'py>,
        other: &Bound<'py, PyAny>,
        how: CompareOp,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (Ok(other), CompareOp::Eq | CompareOp::Ne) = (other.cast_exact::<Function>(), how)
        else {
            return Ok(py.NotImplemented().into_bound(py));
        };
        let other = other.get();
        let same = self.op == other.op && self.args.bind(py).eq(other.args.bind(py))?;
        Ok(PyBool::new(py, same == matches!(how, CompareOp::Eq)).to_owned().into_any())
    }

    /// The call that makes the function.
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let parts: Vec<String> =
            self.args.bind(py).iter().map(|arg| shown(&arg)).collect::<PyResult<_>>()?;
        Ok(format!("{}({})", self.op.name(), parts.join(", ")))
    }

    /// How pickle makes the function again.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, OpFunction>, Py<PyTuple>)> {
        Ok((op::object_of(py, self.op)?, self.args.clone_ref(py)))
    }

    /// Name of the op that made the function.
    #[getter]
    fn op(&self) -> &'static str {
        self.op.name()
    }

    /// What the function was made of.
    #[getter]
    fn args(&self, py: Python<'_>) -> Py<PyTuple> {
        self.args.clone_ref(py)
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.args)
    }
}

/// What stands for an argument in the text of a function. A Python function's own text is not asked for:
/// it may hold this function again, and so on without end.
fn shown(arg: &Bound<'_, PyAny>) -> PyResult<String> {
    if arg.is_exact_instance_of::<Function>() || !arg.is_callable() {
        return Ok(arg.repr()?.to_string());
    }
    match errors::tried(arg.py(), arg.getattr("__name__").and_then(|name| name.extract()))? {
        Some(name) => Ok(name),
        None => Ok(format!("<{}>", arg.get_type().name()?)),
    }
}

/// Makes the function object of a builder op.
pub fn make<'py>(
    py: Python<'py>,
    op: Op,
    args: &Bound<'py, PyTuple>,
) -> PyResult<Bound<'py, PyAny>> {
    session(py, op.dialect(), |session| {
        let mut all = [Value::Int(0); 3];
        let values = &mut all[..args.len()];
        let exact = session
            .read(args.iter(), values)
            .map_err(|(place, problem)| explain::problem(py, Callee::Op(op), place, *problem))?;
        match session.run(|cx| cx.op(op, values))? {
            Ok(Value::Func(func)) if !is_argument(func, values) => {
                // Lists and the like can change, and are kept as what was read of them.
                let kept = (args.iter().enumerate()).map(|(place, arg)| match exact[place] {
                    true => Ok(arg),
                    false => session.write(values[place], &[]),
                });
                let kept = PyTuple::new(py, kept.collect::<PyResult<Vec<_>>>()?)?;
                Ok(object(func, kept)?.into_any())
            }
            Ok(v) => session.write(v, &[]),
            Err(fault) => Err(explain::fault(py, Callee::Op(op), fault, values)),
        }
    })
}

/// `power(f, 1)` is f itself.
fn is_argument(func: &Func<'_>, values: &[Value<'_>]) -> bool {
    values.iter().any(|v| matches!(v, Value::Func(f) if std::ptr::eq(*f, func)))
}

/// The object of a function value and of what it was made of.
pub fn object<'py>(func: &Func<'_>, args: Bound<'py, PyTuple>) -> PyResult<Bound<'py, Function>> {
    let start = mix(func.op.index() as u64 + 1);
    let hash = args.iter_borrowed().fold(start, |all, arg| mix(all ^ part_hash(&arg)));
    let Func { op, kind, arity, .. } = *func;
    Bound::new(args.py(), Function { op, kind, arity, hash, args: args.clone().unbind() })
}

/// The same number for equal parts. Data are left out: they may be large; and so are Python functions,
/// which may be equal in ways of their own.
fn part_hash(arg: &Bound<'_, PyAny>) -> u64 {
    if let Ok(function) = arg.cast_exact::<Function>() {
        return function.get().hash;
    }
    if let Ok(op) = arg.cast_exact::<OpFunction>() {
        return mix(op.get().op.index() as u64);
    }
    let whole = arg.is_instance_of::<PyInt>();
    if whole { arg.extract::<i64>().map_or(0, |n| mix(n as u64)) } else { 0 }
}

fn mix(n: u64) -> u64 {
    n.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_right(23)
}
