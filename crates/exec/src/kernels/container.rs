//! Kernels of family `container`.

use crate::cx::Cx;
use crate::value::{Fault, R, Value};

/// Number of elements (rows for a grid).
pub fn size<'a>(_cx: &Cx<'a>, _container: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Elements of a followed by those of b in the kind of a: concatenation for a tuple, union for a set.
pub fn combine<'a>(_cx: &Cx<'a>, _a: Value<'a>, _b: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Elements in both sets.
pub fn intersection<'a>(_cx: &Cx<'a>, _a: Value<'a>, _b: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Elements of a that do not occur in b, in the kind of a; a tuple keeps order and repeats.
pub fn difference<'a>(_cx: &Cx<'a>, _a: Value<'a>, _b: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Tuple without repeats, each value at its first position.
pub fn dedupe<'a>(_cx: &Cx<'a>, _tup: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// One level of flattening: elements of the elements, in iteration order, in the kind of the OUTER container.
pub fn merge<'a>(_cx: &Cx<'a>, _containers: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Container without the elements equal to value, same kind; all occurrences go.
pub fn remove<'a>(_cx: &Cx<'a>, _value: Value<'a>, _container: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Stable ascending sort by compfunc, always a tuple; equal keys keep iteration order; empty gives ().
pub fn order<'a>(_cx: &Cx<'a>, _container: Value<'a>, _compfunc: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}
