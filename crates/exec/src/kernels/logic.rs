//! Truth, equality, choice.

use crate::cx::Cx;
use crate::value::{R, Value, order};

/// 1 when b is falsy.
pub fn flip<'a>(_cx: &Cx<'a>, b: Value<'a>) -> R<'a> {
    Ok(Value::bool(!b.truth()))
}

/// a when a is falsy, otherwise b.
pub fn both<'a>(_cx: &Cx<'a>, a: Value<'a>, b: Value<'a>) -> R<'a> {
    Ok(if a.truth() { b } else { a })
}

/// a when a is truthy, otherwise b.
pub fn either<'a>(_cx: &Cx<'a>, a: Value<'a>, b: Value<'a>) -> R<'a> {
    Ok(if a.truth() { a } else { b })
}

/// Structural equality.
pub fn equality<'a>(_cx: &Cx<'a>, a: Value<'a>, b: Value<'a>) -> R<'a> {
    // Integers apart: for the other forms both values are copied as a whole, which takes longer
    // than comparing.
    if let (Value::Int(a), Value::Int(b)) = (a, b) {
        return Ok(Value::bool(a == b));
    }
    Ok(Value::bool(order::equal(a, b)))
}

/// Whether some element equals value.
pub fn contained<'a>(cx: &Cx<'a>, value: Value<'a>, container: Value<'a>) -> R<'a> {
    cx.contains(container, value).map(Value::bool)
}

/// a when condition is truthy, else b.
pub fn branch<'a>(_cx: &Cx<'a>, condition: Value<'a>, a: Value<'a>, b: Value<'a>) -> R<'a> {
    Ok(if condition.truth() { a } else { b })
}
