//! Kernels of family `access`.

use crate::cx::Cx;
use crate::value::{Fault, R, Value};

/// Returns its argument unchanged; also turns an op name into a function value.
pub fn identity<'a>(_cx: &Cx<'a>, _x: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// First element in iteration order (tuple order, canonical order for sets).
pub fn first<'a>(_cx: &Cx<'a>, _container: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// First element in iteration order; an empty container yields the empty container of its own kind, () or {}.
pub fn first_or_empty<'a>(_cx: &Cx<'a>, _container: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Second element in iteration order.
pub fn second<'a>(_cx: &Cx<'a>, _container: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Last element in iteration order.
pub fn last<'a>(_cx: &Cx<'a>, _container: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Last element in iteration order; every empty container, also the empty set, yields ().
pub fn last_or_unit<'a>(_cx: &Cx<'a>, _container: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Last element in iteration order; an empty container yields the empty container of its own kind.
pub fn last_or_empty<'a>(_cx: &Cx<'a>, _container: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Tuple element at rank; negative ranks count from the end (-1 is the last).
pub fn nth<'a>(_cx: &Cx<'a>, _container: Value<'a>, _rank: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Element at rank in iteration order (tuples accepted too), negative ranks count from the end; a rank outside -n..n-1 yields the empty set.
pub fn nth_or_empty_set<'a>(_cx: &Cx<'a>, _container: Value<'a>, _rank: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Stable ascending sort by key (third argument optional, default identity), then the element at rank with negative ranks from the end.
pub fn nth_by_key<'a>(
    _cx: &Cx<'a>,
    _container: Value<'a>,
    _rank: Value<'a>,
    _key: Value<'a>,
) -> R<'a> {
    Err(Fault::Type)
}

/// Stable ascending sort by key (optional, default identity), then drop max(rank,0) elements and take the next; a negative rank therefore means the smallest.
pub fn nth_by_key_skip<'a>(
    _cx: &Cx<'a>,
    _container: Value<'a>,
    _rank: Value<'a>,
    _key: Value<'a>,
) -> R<'a> {
    Err(Fault::Type)
}

/// First element in iteration order for which condition is truthy; later elements are not evaluated.
pub fn extract<'a>(_cx: &Cx<'a>, _container: Value<'a>, _condition: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// As extract, but when nothing satisfies the condition (or the container is empty, tuple or set) the result is the empty set.
pub fn extract_or_empty_set<'a>(
    _cx: &Cx<'a>,
    _container: Value<'a>,
    _condition: Value<'a>,
) -> R<'a> {
    Err(Fault::Type)
}

/// First element, in iteration order, that differs from value (value need not occur).
pub fn other<'a>(_cx: &Cx<'a>, _container: Value<'a>, _value: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// First element that differs from value; if there is none, the empty container of the argument's kind.
pub fn other_or_empty<'a>(_cx: &Cx<'a>, _container: Value<'a>, _value: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}
