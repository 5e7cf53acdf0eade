//! JSON as Python objects: reports as dicts, values of programs as tuples and frozensets.

use lang::Dialect;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFrozenSet, PyList, PyString, PyTuple};
use serde_json::Value as Json;

use crate::errors;

/// A report as dicts, lists, numbers and text.
pub fn plain<'py>(py: Python<'py>, json: &Json) -> PyResult<Bound<'py, PyAny>> {
    Ok(match json {
        Json::Null => py.None().into_bound(py),
        Json::Bool(b) => b.into_pyobject(py)?.to_owned().into_any(),
        Json::Number(n) => match (n.as_i64(), n.as_u64()) {
            (Some(n), _) => n.into_pyobject(py)?.into_any(),
            (_, Some(n)) => n.into_pyobject(py)?.into_any(),
            _ => n.as_f64().into_pyobject(py)?.into_any(),
        },
        Json::String(text) => PyString::new(py, text).into_any(),
        Json::Array(items) => {
            let items = items.iter().map(|item| plain(py, item)).collect::<PyResult<Vec<_>>>()?;
            PyList::new(py, items)?.into_any()
        }
        Json::Object(fields) => {
            let dict = PyDict::new(py);
            for (key, item) in fields {
                dict.set_item(key, plain(py, item)?)?;
            }
            dict.into_any()
        }
    })
}

/// A value of a program, as golden vectors write it, as a Python object.
#[pyfunction]
pub fn value<'py>(py: Python<'py>, text: &str, dialect: &str) -> PyResult<Bound<'py, PyAny>> {
    let dialect = if dialect == Dialect::Arc.name() { Dialect::Arc } else { Dialect::Batt };
    let mut reader = Reader { py, text: text.as_bytes(), at: 0, dialect };
    reader.value(0)
}

/// Values nest at most 256 deep; functions add a little.
const DEEPEST: usize = 1000;

/// Reads what `exec::value::text::json` writes. serde's reader refuses nesting beyond 128.
struct Reader<'t, 'py> {
    py: Python<'py>,
    text: &'t [u8],
    at: usize,
    dialect: Dialect,
}

impl<'py> Reader<'_, 'py> {
    fn value(&mut self, depth: usize) -> PyResult<Bound<'py, PyAny>> {
        match self.text.get(self.at) {
            _ if depth > DEEPEST => Err(self.bad()),
            Some(b'[') => Ok(PyTuple::new(self.py, self.items(depth)?)?.into_any()),
            Some(b'{') => self.tagged(depth),
            _ => self.number(),
        }
    }

    fn number(&mut self) -> PyResult<Bound<'py, PyAny>> {
        let rest = &self.text[self.at.min(self.text.len())..];
        let digit = |b: &u8| b.is_ascii_digit() || *b == b'-';
        let len = rest.iter().take_while(|b| digit(b)).count();
        let number = std::str::from_utf8(&rest[..len]).ok().and_then(|n| n.parse::<i64>().ok());
        self.at += len;
        match number {
            Some(n) => Ok(n.into_pyobject(self.py)?.into_any()),
            None => Err(self.bad()),
        }
    }

    fn items(&mut self, depth: usize) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let mut items = Vec::new();
        self.expect("[")?;
        while !self.take("]") {
            if !items.is_empty() {
                self.expect(",")?;
            }
            items.push(self.value(depth + 1)?);
        }
        Ok(items)
    }

    /// A set or a function.
    fn tagged(&mut self, depth: usize) -> PyResult<Bound<'py, PyAny>> {
        if self.take("{\"set\":") {
            let set = PyFrozenSet::new(self.py, self.items(depth)?)?;
            self.expect("}")?;
            return Ok(set.into_any());
        }
        if self.take("{\"fn\":null}") {
            return function(self.py, self.dialect, None, vec![]);
        }
        self.expect("{\"fn\":\"")?;
        let rest = &self.text[self.at..];
        let len = rest.iter().position(|&b| b == b'"').ok_or_else(|| self.bad())?;
        let name = String::from_utf8_lossy(&rest[..len]).into_owned();
        self.at += len + 1;
        let args = if self.take(",\"args\":") { Some(self.items(depth)?) } else { None };
        self.expect("}")?;
        function(self.py, self.dialect, Some(&name), args.unwrap_or_default())
    }

    fn take(&mut self, word: &str) -> bool {
        let there = self.text[self.at.min(self.text.len())..].starts_with(word.as_bytes());
        self.at += if there { word.len() } else { 0 };
        there
    }

    fn expect(&mut self, word: &str) -> PyResult<()> {
        if self.take(word) { Ok(()) } else { Err(self.bad()) }
    }

    fn bad(&self) -> PyErr {
        errors::data_error(self.py, format!("not a value: at byte {}", self.at))
    }
}

/// A function value as the function of `arcbatt.dsl` or `arcbatt.dsl_batt` that it is.
fn function<'py>(
    py: Python<'py>,
    dialect: Dialect,
    name: Option<&str>,
    args: Vec<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let make = py.import("arcbatt._values")?.getattr("function")?;
    make.call1((dialect.name(), name, PyTuple::new(py, args)?))
}
