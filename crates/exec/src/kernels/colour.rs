//! Kernels of family `colour`.

use crate::cx::Cx;
use crate::value::{Fault, R, Value};

/// Set of distinct colours; empty gives {}.
pub fn palette<'a>(_cx: &Cx<'a>, _x: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Distinct colours as an ascending tuple (declared IntegerSet); empty gives ().
pub fn palette_tuple<'a>(_cx: &Cx<'a>, _x: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Number of distinct colours, 0 when empty (arc declares IntegerSet by mistake).
pub fn numcolors<'a>(_cx: &Cx<'a>, _x: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Most frequent colour; ties go to the smallest colour number.
pub fn mostcolor<'a>(_cx: &Cx<'a>, _x: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Least frequent colour among those present; ties go to the smallest colour number.
pub fn leastcolor<'a>(_cx: &Cx<'a>, _x: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Number of cells of that colour, 0 if absent or empty.
pub fn colorcount<'a>(_cx: &Cx<'a>, _x: Value<'a>, _color: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Colour of the first cell in iteration order: [arc] the smallest colour of the object, [batt] the colour of its first cell in row-major order.
pub fn color<'a>(_cx: &Cx<'a>, _obj: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Set of the objects whose color (first cell, see color) equals the argument; always a set.
pub fn colorfilter<'a>(_cx: &Cx<'a>, _objs: Value<'a>, _color: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Positions of all cells of that colour; {} if absent or grid empty.
pub fn ofcolor<'a>(_cx: &Cx<'a>, _grid: Value<'a>, _color: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Object with one cell of that colour at each distinct position; empty gives {}.
pub fn recolor<'a>(_cx: &Cx<'a>, _color: Value<'a>, _patch: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Every cell equal to replacee becomes replacer; () stays ().
pub fn replace<'a>(
    _cx: &Cx<'a>,
    _grid: Value<'a>,
    _replacee: Value<'a>,
    _replacer: Value<'a>,
) -> R<'a> {
    Err(Fault::Type)
}

/// Cells of colour a become b and cells of b become a; a = b changes nothing.
pub fn switch<'a>(_cx: &Cx<'a>, _grid: Value<'a>, _a: Value<'a>, _b: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}
