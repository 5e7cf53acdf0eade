//! Kernels of family `draw`.

use crate::cx::Cx;
use crate::value::{Fault, R, Value};

/// Grid with the patch positions set to color; positions outside are ignored; an empty patch changes nothing.
pub fn fill<'a>(_cx: &Cx<'a>, _grid: Value<'a>, _color: Value<'a>, _patch: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// Grid with the object's cells drawn in iteration order, so at a repeated position the last (largest colour) wins; cells outside are ignored.
pub fn paint<'a>(_cx: &Cx<'a>, _grid: Value<'a>, _obj: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// fill only where the grid has its mostcolor (determined beforehand).
pub fn underfill<'a>(
    _cx: &Cx<'a>,
    _grid: Value<'a>,
    _color: Value<'a>,
    _patch: Value<'a>,
) -> R<'a> {
    Err(Fault::Type)
}

/// paint only onto cells that at that moment have the grid's mostcolor (determined beforehand), so at a repeated position the first cell of another colour wins.
pub fn underpaint<'a>(_cx: &Cx<'a>, _grid: Value<'a>, _obj: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// fill of the patch positions with the grid's mostcolor.
pub fn cover<'a>(_cx: &Cx<'a>, _grid: Value<'a>, _patch: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}

/// cover the object, then paint it shifted by offset; cells that leave the grid vanish.
pub fn r#move<'a>(_cx: &Cx<'a>, _grid: Value<'a>, _obj: Value<'a>, _offset: Value<'a>) -> R<'a> {
    Err(Fault::Type)
}
